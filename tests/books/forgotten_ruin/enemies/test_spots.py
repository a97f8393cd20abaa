"""Places put in order only as far as somebody looks come in the same order as all of them sorted."""

from __future__ import annotations

from itertools import islice
from math import inf
from typing import Any

import numpy
import pytest

from sandtable.books.forgotten_ruin.chapters.conventions import gap
from sandtable.books.forgotten_ruin.chapters.footing import footing_of
from sandtable.books.forgotten_ruin.enemies.spots import Spot, Spots, are_closer
from sandtable.books.forgotten_ruin.modifiers import WHY_UNTROUBLED
from sandtable.books.forgotten_ruin.state import Effect
from sandtable.table.figures.grid import Floats
from tests.books.forgotten_ruin.stage import among

COUNT = 700
EXACT: list[Spot] = [(2.0, 3.1, (0.25, 0.3)), (0.0, 9.0, (4.4, 4.4)), (5.0, 2.0, (1.1, 1.2))]


def _numbers() -> tuple[Floats, Floats, Floats, Floats]:
    """What is left, costs and places; many of them are equally good."""
    place: Any = numpy.arange(COUNT)
    return (place * 37 % 29) / 2.0, (place * 17 % 23) / 4.0, place // 30 * 0.5, place % 30 * 0.5


def _written() -> list[Spot]:
    left, cost, x, y = (one.tolist() for one in _numbers())
    return [(a, b, (u, v)) for a, b, u, v in zip(left, cost, x, y, strict=True)]


def _spots(exact: list[Spot], sure: float = inf) -> tuple[Spots, list[int]]:
    left, cost, x, y = _numbers()
    asked: list[int] = []

    def rest() -> Floats:
        asked.append(1)
        return left

    known = numpy.where(left <= sure, left, inf)
    places = numpy.arange(COUNT)
    return Spots(known, sure, cost, (x, y), places, exact, lambda at: at != (1.1, 1.2), rest), asked


@pytest.mark.parametrize("exact", [[], EXACT])
@pytest.mark.parametrize("sure", [inf, 3.0])
def test_places_come_in_the_order_of_all_of_them_sorted(exact: list[Spot], sure: float) -> None:
    spots, _ = _spots(exact, sure)
    assert list(spots) == sorted([*_written(), *exact[:2]])


def test_what_is_left_far_away_is_asked_for_only_when_somebody_comes_so_far() -> None:
    spots, asked = _spots([], 3.0)
    near = [one for one in sorted(_written()) if one[0] <= 3.0]
    assert list(islice(spots, len(near))) == near
    assert not asked
    list(spots)
    assert asked == [1]


@pytest.mark.parametrize("sure", [inf, 3.0])
def test_only_places_near_to_points_are_looked_at(sure: float) -> None:
    spots, _ = _spots(EXACT, sure)
    found = list(spots.near([((0.0, 0.0), 1.0), ((4.0, 4.0), 1.0)]))
    wanted = [
        one
        for one in [*_written(), *EXACT[:2]]
        for x, y in [one[2]]
        if x * x + y * y <= 1.0 or (x - 4.0) ** 2 + (y - 4.0) ** 2 <= 1.0
    ]
    assert found == sorted(wanted)


@pytest.mark.parametrize("exact", [[], EXACT])
def test_nearer_places_are_taken_evenly_by_what_they_cost(exact: list[Spot]) -> None:
    spots, asked = _spots(exact, 3.0)
    nearer = [one for one in [*_written(), *exact[:2]] if one[0] < 6.0]
    nearer.sort(key=lambda one: (one[1], one[0], one[2]))
    assert spots.nearer_than(6.0, 60) == nearer[:: len(nearer) // 60]
    assert asked == [1]


PIECES: list[dict[str, Any]] = [
    {"id": "wall", "kind": "wall", "wall": [[6, 9], [14, 9]], "height": 1.0, "traits": ["linear"]},
    {"id": "hill", "kind": "hill", "area": [14, 12, 18, 16], "height": 1.5, "traits": ["block"]},
    {"id": "hut", "kind": "hut", "area": [3, 12, 8, 17], "height": 2.0, "traits": ["interior"]},
]


@pytest.mark.parametrize("limit", [0.0, 1.0, 2.5, 4.0])
def test_many_places_are_measured_like_each_of_them(limit: float) -> None:
    state = among(PIECES)
    figure, other = state.enemies["M1.1"], state.enemies["M1.2"]
    # The third place touches, the fourth is exactly as far away as the limit.
    xs = [3.0, 12.0, 11.5, 12.5 + 1.0 + limit, 12.5]
    ys = [9.0, 16.0, 17.0, 17.0, 17.0]
    less = are_closer(numpy.array(xs), numpy.array(ys), figure, other, limit)
    most = are_closer(numpy.array(xs), numpy.array(ys), figure, other, limit, or_as_far=True)
    for number, at in enumerate(zip(xs, ys, strict=True)):
        figure.at = at
        assert less[number] == (gap(figure, other) < limit)
        assert most[number] == (gap(figure, other) <= limit)


def test_a_way_is_clear_where_nothing_stops_it() -> None:
    state = among(PIECES)
    footing = footing_of(state, state.soldiers["S1"], may_contact=False)
    found = set()
    for x in range(0, 25, 2):
        for y in range(0, 25, 2):
            to = (float(x), float(y))
            clear = footing.is_clear((10.2, 6.1), to, 0.0)
            assert clear == (footing.first_stop((10.2, 6.1), to, 0.0) is None)
            found.add(clear)
    assert found == {True, False}


def test_terrain_troubles_whoever_no_rule_is_about() -> None:
    state = among(PIECES)
    orc, soldier = state.enemies["M1.1"], state.soldiers["S1"]
    assert not WHY_UNTROUBLED.may_bear_on(orc)
    assert not WHY_UNTROUBLED.may_bear_on(soldier)
    orc.traits = ("Skitter",)
    soldier.effects = (Effect("Flicker", "FR-SPL-21"),)
    assert WHY_UNTROUBLED.may_bear_on(orc)
    assert WHY_UNTROUBLED.may_bear_on(soldier)
    assert footing_of(state, soldier).ignored >= {"wall", "hill"}
