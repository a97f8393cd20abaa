from __future__ import annotations

import pytest

from sandtable.table.squares.bases import Base
from sandtable.table.squares.board import Barrier
from sandtable.table.squares.deviation import astray, direction_towards, drift, steps_within
from sandtable.table.squares.spaces import DIRECTIONS, FACINGS, laid, turned
from sandtable.table.squares.templates import (
    circle,
    corner_of,
    lies_in_arc,
    middle_of,
    spaces_at,
    starts,
    wedge,
)
from tests.table.squares.boards import FOUR, HORSE, ONE, board_of

NEAR = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
LARGE = [(x, y) for x in range(-2, 3) for y in range(-2, 3) if abs(x * y) < 4]
QUARTER = [(0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (2, 0), (-1, 1), (0, 1), (1, 1), (2, 1), (0, 2), (1, 2)]
LARGE_QUARTER = [
    (0, -2),
    (1, -2),
    (-1, -1),
    (0, -1),
    (1, -1),
    (2, -1),
    (-2, 0),
    (-1, 0),
    (0, 0),
    (1, 0),
    (2, 0),
    (3, 0),
    (-2, 1),
    (-1, 1),
    (0, 1),
    (1, 1),
    (2, 1),
    (3, 1),
    (-1, 2),
    (0, 2),
    (1, 2),
    (2, 2),
    (0, 3),
    (1, 3),
]
CIRCLES = [
    (3, "space", (1, 2), NEAR),
    (3, "corner", (1, 2), [(0, 0), (1, 0), (0, 1), (1, 1)]),
    (5, "space", (1, 2), LARGE),
    (5, "corner", (1, 2), [(x, y) for x in range(-1, 3) for y in range(-1, 3)]),
    (3, "space", (1, 4), NEAR),
    (3, "corner", (1, 4), QUARTER),
    (5, "space", (1, 4), LARGE),
    (5, "corner", (1, 4), LARGE_QUARTER),
]
WEDGES = [
    (
        6,
        (0, 1),
        [
            (0, 1),
            (0, 2),
            (-1, 3),
            (0, 3),
            (1, 3),
            (-1, 4),
            (0, 4),
            (1, 4),
            (-1, 5),
            (0, 5),
            (1, 5),
            (-2, 6),
            (-1, 6),
            (0, 6),
            (1, 6),
            (2, 6),
        ],
    ),
    (
        6,
        (1, 2),
        [
            (1, 1),
            (1, 2),
            (2, 2),
            (1, 3),
            (2, 3),
            (3, 3),
            (1, 4),
            (2, 4),
            (3, 4),
            (4, 4),
            (1, 5),
            (2, 5),
            (3, 5),
            (1, 6),
        ],
    ),
    (
        6,
        (1, 1),
        [
            (1, 1),
            (2, 1),
            (1, 2),
            (2, 2),
            (3, 2),
            (4, 2),
            (2, 3),
            (3, 3),
            (4, 3),
            (5, 3),
            (2, 4),
            (3, 4),
            (4, 4),
            (3, 5),
        ],
    ),
    (
        6,
        (2, 1),
        [
            (1, 1),
            (2, 1),
            (3, 1),
            (4, 1),
            (5, 1),
            (6, 1),
            (2, 2),
            (3, 2),
            (4, 2),
            (5, 2),
            (3, 3),
            (4, 3),
            (5, 3),
            (4, 4),
        ],
    ),
    (
        6,
        (3, 1),
        [
            (1, 0),
            (2, 0),
            (3, 0),
            (4, 0),
            (5, 0),
            (6, 0),
            (2, 1),
            (3, 1),
            (4, 1),
            (5, 1),
            (3, 2),
            (4, 2),
            (5, 2),
            (4, 3),
            (5, 3),
        ],
    ),
    (3, (0, 1), [(0, 1), (0, 2), (-1, 3), (0, 3), (1, 3)]),
    (3, (1, 2), [(1, 1), (1, 2), (2, 2)]),
    (3, (1, 1), [(1, 1), (2, 1), (1, 2), (2, 2)]),
    (3, (2, 1), [(1, 1), (2, 1), (2, 2)]),
    (3, (3, 1), [(1, 0), (2, 0), (3, 0), (2, 1)]),
]
ASIDE = [(1, 2), (1, 1), (2, 1), (3, 1)]
AXES = [(0, 1), *ASIDE, *((-x, y) for x, y in ASIDE)]


@pytest.mark.parametrize(("diameter", "centre", "share", "told"), CIRCLES)
def test_a_circle_covers_these_spaces(diameter, centre, share, told):
    spot = (middle_of if centre == "space" else corner_of)((0, 0))
    assert sorted(circle(spot, diameter, share)) == sorted(told)
    moved = (middle_of if centre == "space" else corner_of)((7, 3))
    assert sorted(circle(moved, diameter, share)) == sorted((x + 7, y + 3) for x, y in told)


@pytest.mark.parametrize("facing", FACINGS)
@pytest.mark.parametrize(("length", "axis", "told"), WEDGES)
def test_a_wedge_covers_these_spaces_and_turns_with_its_axis(length, axis, told, facing):
    assert sorted(wedge(axis, length)) == sorted(told)
    assert sorted(wedge((-axis[0], axis[1]), length)) == sorted((-x, y) for x, y in told)
    assert sorted(wedge(turned(axis, facing), length)) == sorted(laid(told, (0, 0), facing))


@pytest.mark.parametrize("length", [3, 6])
@pytest.mark.parametrize(
    ("arc", "aside"), [(90, [(0, 1), (1, 2)]), (180, [(0, 1), (1, 2), (1, 1), (2, 1), (3, 1)])]
)
def test_a_wedge_lies_in_an_arc_along_these_axes(arc, aside, length):
    legal = {axis for axis in AXES if lies_in_arc(wedge(axis, length), ONE, (0, 0), arc)}
    wanted = {*aside, *((-x, y) for x, y in aside)}
    assert legal == wanted


def test_a_wedge_begins_in_the_front_row_or_at_the_side_of_a_larger_base():
    assert starts(FOUR, (0, 1)) == ((0, 1), (1, 1))
    assert starts(FOUR, (3, 1)) == ((0, 1), (1, 1), (1, 0))
    assert starts(HORSE, (-3, 1)) == ((0, 1), (0, 0))
    assert lies_in_arc(wedge((0, 1), 6), Base(2, 2), (1, 1), 90)


def test_four_spaces_meet_at_a_corner():
    assert spaces_at(middle_of((3, 4))) == ((3, 4),)
    assert spaces_at(corner_of((3, 4))) == ((3, 4), (4, 4), (3, 5), (4, 5))


def test_what_goes_astray_is_told_clockwise_from_the_way_back():
    told = [(0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1)]
    target, south = middle_of((10, 10)), middle_of((10, 3))
    assert [DIRECTIONS[astray(target, south, turns)] for turns in range(8)] == told


def test_the_way_back_is_the_nearest_of_eight():
    target = middle_of((10, 10))
    assert DIRECTIONS[direction_towards(target, middle_of((5, 8)))] == (-1, 0)
    assert DIRECTIONS[astray(target, middle_of((5, 8)), 2)] == (0, 1)
    assert DIRECTIONS[direction_towards(target, middle_of((6, 8)))] == (-1, -1)


def test_diagonal_ways_astray_are_shorter():
    assert [(steps_within(0, far), steps_within(1, far)) for far in (1, 2, 3, 4)] == [
        (1, 1),
        (2, 1),
        (3, 2),
        (4, 3),
    ]


def test_what_drifts_stops_before_a_wall_and_at_the_edge():
    board = board_of(".....", "..#..", ".....", barriers=(Barrier("w", (0, 0), "E"),))
    assert drift(board, middle_of((0, 1)), 2, 4) == middle_of((1, 1))
    assert drift(board, middle_of((0, 2)), 2, 9) == middle_of((4, 2))
    assert drift(board, middle_of((0, 0)), 2, 1) == middle_of((0, 0))
    assert drift(board, corner_of((0, 1)), 3, 3) == corner_of((1, 0))
    assert drift(board, corner_of((1, 0)), 1, 1) == corner_of((1, 0))
