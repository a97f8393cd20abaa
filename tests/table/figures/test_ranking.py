"""Places put in order only as far as somebody looks come in the same order as all of them sorted."""

from __future__ import annotations

from itertools import islice
from math import inf
from typing import Any

import numpy
import pytest

from sandtable.table.arrays import Numbers
from sandtable.table.figures.bases import gap_from
from sandtable.table.figures.ranking import Ranked, RankedPlaces, are_closer
from tests.table.figures.plain import Figure

COUNT = 700
EXACT: list[Ranked] = [(2.0, 3.1, (0.25, 0.3)), (0.0, 9.0, (4.4, 4.4)), (5.0, 2.0, (1.1, 1.2))]


def _numbers() -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """What is left, costs and places; many of them are equally good."""
    place: Any = numpy.arange(COUNT)
    return (place * 37 % 29) / 2.0, (place * 17 % 23) / 4.0, place // 30 * 0.5, place % 30 * 0.5


def _written() -> list[Ranked]:
    left, cost, x, y = (one.tolist() for one in _numbers())
    return [(a, b, (u, v)) for a, b, u, v in zip(left, cost, x, y, strict=True)]


def _ranked(exact: list[Ranked], sure: float = inf) -> tuple[RankedPlaces, list[int]]:
    left, cost, x, y = _numbers()
    asked: list[int] = []

    def rest() -> Numbers:
        asked.append(1)
        return left

    known = numpy.where(left <= sure, left, inf)
    places = numpy.arange(COUNT)
    return RankedPlaces(known, sure, cost, (x, y), places, exact, lambda at: at != (1.1, 1.2), rest), asked


@pytest.mark.parametrize("exact", [[], EXACT])
@pytest.mark.parametrize("sure", [inf, 3.0])
def test_places_come_in_the_order_of_all_of_them_sorted(exact: list[Ranked], sure: float) -> None:
    ranked, _ = _ranked(exact, sure)
    assert list(ranked) == sorted([*_written(), *exact[:2]])


def test_what_is_left_far_away_is_asked_for_only_when_somebody_comes_so_far() -> None:
    ranked, asked = _ranked([], 3.0)
    near = [one for one in sorted(_written()) if one[0] <= 3.0]
    assert list(islice(ranked, len(near))) == near
    assert not asked
    list(ranked)
    assert asked == [1]


@pytest.mark.parametrize("sure", [inf, 3.0])
def test_only_places_near_to_points_are_looked_at(sure: float) -> None:
    ranked, _ = _ranked(EXACT, sure)
    found = list(ranked.near([((0.0, 0.0), 1.0), ((4.0, 4.0), 1.0)]))
    wanted = [
        one
        for one in [*_written(), *EXACT[:2]]
        for x, y in [one[2]]
        if x * x + y * y <= 1.0 or (x - 4.0) ** 2 + (y - 4.0) ** 2 <= 1.0
    ]
    assert found == sorted(wanted)


@pytest.mark.parametrize("exact", [[], EXACT])
def test_nearer_places_are_taken_evenly_by_what_they_cost(exact: list[Ranked]) -> None:
    ranked, asked = _ranked(exact, 3.0)
    nearer = [one for one in [*_written(), *exact[:2]] if one[0] < 6.0]
    nearer.sort(key=lambda one: (one[1], one[0], one[2]))
    assert ranked.nearer_than(6.0, 60) == nearer[:: len(nearer) // 60]
    assert asked == [1]


@pytest.mark.parametrize("limit", [0.0, 1.0, 2.5, 4.0])
def test_many_places_are_measured_like_each_of_them(limit: float) -> None:
    figure, other = Figure("one", (11.0, 17.0)), Figure("two", (12.5, 17.0))
    # The third place touches, the fourth is exactly as far away as the limit.
    xs = [3.0, 12.0, 11.5, 12.5 + 1.0 + limit, 12.5]
    ys = [9.0, 16.0, 17.0, 17.0, 17.0]
    less = are_closer(numpy.array(xs), numpy.array(ys), figure, other, limit)
    most = are_closer(numpy.array(xs), numpy.array(ys), figure, other, limit, or_as_far=True)
    for number, at in enumerate(zip(xs, ys, strict=True)):
        assert less[number] == (gap_from(at, figure, other) < limit)
        assert most[number] == (gap_from(at, figure, other) <= limit)
