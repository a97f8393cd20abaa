"""Footprints, arcs and zones: lists are told for somebody who faces north, and hold in all four facings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.table.squares.arcs import Arc, ahead_at, in_arc, row_ahead, zone, zone_offsets
from sandtable.table.squares.bases import Base
from sandtable.table.squares.spaces import FACINGS, Space, gap, laid
from tests.table.squares.boards import BASES, FOUR, HORSE, NINE, ONE

FOOTPRINTS = {
    "one": [(0, 0)],
    "four": [(0, 0), (1, 0), (0, 1), (1, 1)],
    "nine": [(-1, -1), (0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1), (1, 1)],
    "horse": [(0, 0), (0, 1)],
}
SQUEEZED = {
    "four": (Base(1, 2), [(0, 0), (0, 1)]),
    "nine": (Base(2, 3, (0, 1)), [(0, -1), (1, -1), (0, 0), (1, 0), (0, 1), (1, 1)]),
}
ZONES = {
    "one": {
        "front": [(-1, 1), (0, 1), (1, 1)],
        "side": [(-1, 0), (1, 0)],
        "rear": [(-1, -1), (0, -1), (1, -1)],
        2: [(-1, 2), (0, 2), (1, 2)],
        3: [(-2, 2), (2, 2), (-1, 3), (0, 3), (1, 3)],
    },
    "four": {
        "front": [(-1, 2), (0, 2), (1, 2), (2, 2)],
        "side": [(-1, 0), (2, 0), (-1, 1), (2, 1)],
        "rear": [(-1, -1), (0, -1), (1, -1), (2, -1)],
        2: [(-1, 3), (0, 3), (1, 3), (2, 3)],
        3: [(-2, 3), (3, 3), (-1, 4), (0, 4), (1, 4), (2, 4)],
    },
    "nine": {
        "front": [(-2, 2), (-1, 2), (0, 2), (1, 2), (2, 2)],
        "side": [(-2, -1), (2, -1), (-2, 0), (2, 0), (-2, 1), (2, 1)],
        "rear": [(-2, -2), (-1, -2), (0, -2), (1, -2), (2, -2)],
        2: [(-2, 3), (-1, 3), (0, 3), (1, 3), (2, 3)],
        3: [(-3, 3), (3, 3), (-2, 4), (-1, 4), (0, 4), (1, 4), (2, 4)],
    },
    "horse": {
        "front": [(-1, 2), (0, 2), (1, 2)],
        "side": [(-1, 0), (1, 0), (-1, 1), (1, 1)],
        "rear": [(-1, -1), (0, -1), (1, -1)],
        2: [(-1, 3), (0, 3), (1, 3)],
        3: [(-2, 3), (2, 3), (-1, 4), (0, 4), (1, 4)],
    },
}
# Base, arc, within how many spaces, and which spaces those are.
ARCS: list[tuple[str, Arc, int, list[Space]]] = [
    ("one", 180, 2, [(-2, 0), (-1, 0), (1, 0), (2, 0), (-2, 1), (-1, 1), (0, 1), (1, 1), (2, 1), (-1, 2),
                     (0, 2), (1, 2)]),
    ("one", 90, 3, [(-1, 1), (0, 1), (1, 1), (-2, 2), (-1, 2), (0, 2), (1, 2), (2, 2), (-1, 3), (0, 3),
                    (1, 3)]),
    ("four", 180, 1, [(-1, 0), (2, 0), (-1, 1), (2, 1), (-1, 2), (0, 2), (1, 2), (2, 2)]),
    ("four", 90, 2, [(-1, 2), (0, 2), (1, 2), (2, 2), (-1, 3), (0, 3), (1, 3), (2, 3)]),
    ("nine", 180, 1, [(-2, -1), (2, -1), (-2, 0), (2, 0), (-2, 1), (2, 1), (-2, 2), (-1, 2), (0, 2), (1, 2),
                      (2, 2)]),
    ("nine", 90, 2, [(-2, 2), (-1, 2), (0, 2), (1, 2), (2, 2), (-2, 3), (-1, 3), (0, 3), (1, 3), (2, 3)]),
    ("horse", 180, 1, [(-1, 0), (1, 0), (-1, 1), (1, 1), (-1, 2), (0, 2), (1, 2)]),
    ("horse", 90, 2, [(-1, 2), (0, 2), (1, 2), (-1, 3), (0, 3), (1, 3)]),
]  # fmt: skip
AT = (20, 20)
AROUND = [(x, y) for x in range(8, 33) for y in range(8, 33)]


@pytest.mark.parametrize("facing", FACINGS)
@pytest.mark.parametrize("name", BASES)
def test_a_base_covers_its_spaces(name, facing):
    assert sorted(BASES[name].spaces(AT, facing)) == sorted(laid(FOOTPRINTS[name], AT, facing))


@pytest.mark.parametrize("name", SQUEEZED)
def test_a_squeezed_base_covers_fewer(name):
    base, spaces = SQUEEZED[name]
    assert sorted(base.offsets) == sorted(spaces)


@pytest.mark.parametrize("facing", FACINGS)
@pytest.mark.parametrize("name", BASES)
def test_what_lies_before_beside_and_behind_a_base(name, facing):
    base, told = BASES[name], ZONES[name]
    for which in ("front", "side", "rear"):
        spaces = {one for one in AROUND if zone(base, AT, facing, one) == which}
        assert spaces == {*laid(told[which], AT, facing)} == {*laid(zone_offsets(base, which), AT, facing)}
    for far in (2, 3):
        assert sorted(ahead_at(base, far)) == sorted(told[far])


@pytest.mark.parametrize("name", BASES)
def test_what_is_ahead_at_one_space_is_the_front(name):
    assert sorted(ahead_at(BASES[name], 1)) == sorted(zone_offsets(BASES[name], "front"))


def test_rows_ahead_are_as_wide_as_wanted():
    assert row_ahead(ONE, 2, 1) == ((-1, 2), (0, 2), (1, 2))
    assert row_ahead(HORSE, 3, 3) == tuple((x, 4) for x in range(-3, 4))


@pytest.mark.parametrize("facing", FACINGS)
@pytest.mark.parametrize(("name", "arc", "within", "told"), ARCS)
def test_an_arc_holds_these_spaces(name, arc, within, told, facing):
    base = BASES[name]
    own = base.spaces(AT, facing)
    found = {
        one
        for one in AROUND
        if in_arc(base, AT, facing, one, arc) and one not in own and gap(own, (one,)) <= within
    }
    assert found == {*laid(told, AT, facing)}


@given(st.integers(-9, 9), st.integers(-9, 9))
def test_the_tests_of_arcs_are_those_of_the_lists(dx, dy):
    tests: dict[tuple[str, Arc], bool] = {
        ("one", 180): dy >= 0, ("one", 90): dy >= 1 and abs(dx) <= dy,
        ("four", 180): dy >= 0, ("four", 90): dy >= 2 and -(dy - 1) <= dx <= dy,
        ("nine", 180): dy >= -1, ("nine", 90): dy >= 2 and -dy <= dx <= dy,
        ("horse", 180): dy >= 0, ("horse", 90): dy >= 2 and abs(dx) <= dy - 1,
    }  # fmt: skip
    for (name, arc), lies_in in tests.items():
        if (dx, dy) not in BASES[name].offsets:
            assert in_arc(BASES[name], AT, "N", (AT[0] + dx, AT[1] + dy), arc) is lies_in


@pytest.mark.parametrize("to", FACINGS)
@pytest.mark.parametrize("facing", FACINGS)
def test_a_square_base_keeps_its_spaces_when_it_turns_and_a_long_one_its_anchor(facing, to):
    for base in (ONE, FOUR, NINE):
        assert sorted(base.spaces(base.turned(AT, facing, to), to)) == sorted(base.spaces(AT, facing))
    assert HORSE.turned(AT, facing, to) == AT


def test_a_long_base_sweeps_through_one_corner():
    assert HORSE.swept((0, 0), "N", "E") == ((1, 1),)
    assert HORSE.swept((0, 0), "N", "W") == ((-1, 1),)
    assert HORSE.swept((0, 0), "E", "S") == ((1, -1),)
    assert FOUR.swept((0, 0), "N", "E") == ()
