"""Spreading out over the grid finds the same costs as going on from place to place, however it is done."""

from __future__ import annotations

from heapq import heappop, heappush
from math import inf

import numpy
import pytest

from sandtable.table.figures.grid import Grid, grid_of
from sandtable.table.figures.searching import Search
from sandtable.table.figures.spreading import Wave
from sandtable.table.figures.terrain import TOUCHING
from sandtable.table.terrain import box_outline, wall
from tests.table.figures.plain import RATES, Figure, footing, ground_with, piece, terrain_on

PIECES = (
    piece("wall", wall((6.0, 9.0), (14.0, 9.0)), 1.0),
    piece("hill", box_outline(14.0, 12.0, 18.0, 16.0), 1.5),
    piece("wood", box_outline(3.0, 12.0, 8.0, 17.0)),
    piece("pond", box_outline(9.0, 12.0, 12.0, 15.0)),
)
PLACES = {"S1": (10.2, 6.1), "S2": (12.4, 7.3), "M1": (11.0, 17.0), "M2": (12.5, 17.0), "M3": (16.0, 18.2)}


def searching(who: str, limit: float) -> Search:
    """The search of one of five figures of two sides."""
    figures = {name: Figure(name, at) for name, at in PLACES.items()}
    mover = figures.pop(who)
    friends = [one for one in figures.values() if one.id[0] == who[0]]
    foes = [one for one in figures.values() if one.id[0] != who[0]]
    return Search(footing(ground_with(*PIECES), mover, *friends, foes=foes), limit)


def _one_by_one(search: Search) -> list[float]:
    """The costs as they are found by always going on from the cheapest place."""
    grid, limit = search.grid, search.limit + TOUCHING
    best = dict(search.seeds)
    waiting = [(cost, place) for place, cost in search.seeds.items()]
    waiting.sort()
    while waiting:
        so_far, here = heappop(waiting)
        if so_far > best[here]:
            continue
        for there, step, is_long in grid.neighbours(here):
            if search.blocked[there] or (is_long and (search.close[here] or search.close[there])):
                continue
            cost = so_far + step
            if cost < best.get(there, inf) and cost <= limit:
                best[there] = cost
                heappush(waiting, (cost, there))
    return [best.get(place, inf) if best.get(place, inf) <= limit else inf for place in range(len(grid.x))]


@pytest.mark.parametrize("who", ["S1", "M1", "M3"])
@pytest.mark.parametrize("limit", [2.0, 5.0, 9.0, inf])
def test_spreading_out_finds_what_one_step_after_the_other_finds(who: str, limit: float) -> None:
    search = searching(who, limit)
    assert search.seeds
    assert search.cost.tolist() == _one_by_one(search)


def test_costs_lead_over_the_wall_and_onto_the_hill() -> None:
    search = searching("S1", inf)
    tops = numpy.flatnonzero(search.grid.z > 0)
    assert len(tops)
    assert (search.cost[tops] < inf).all()
    beyond = search.places_near((10.0, 10.5), 0.0, 0.6)
    # The wall is an inch high: it is crossed for that and half an inch more, not gone round.
    assert min(search.cost[beyond]) < 6.0


def test_a_wave_that_stops_when_it_is_asked_knows_the_same_costs() -> None:
    search = searching("M1", inf)
    known = search.cost
    wave = Wave(search.grid, search.blocked, search.close, search.seeds)
    order = numpy.argsort(known, kind="stable")
    for place in [*order[:: len(order) // 40].tolist(), int(order[-1]), int(order[3])]:
        assert wave.cost(place) == known[place]
    assert wave.costs_of(order).tolist() == known[order].tolist()


@pytest.mark.parametrize("ignored", [["wall"], ["wall", "wood"], ["hill"], ["wall", "hill", "wood", "pond"]])
def test_a_grid_with_something_ignored_is_the_same_from_the_plain_one_and_anew(ignored: list[str]) -> None:
    ground = ground_with(*PIECES)
    terrain = terrain_on(ground)
    assert set(ignored) <= set(terrain.of)
    quick = grid_of(ground, terrain, 0.5, frozenset(ignored), RATES)
    anew = Grid(ground, terrain, 0.5, frozenset(ignored), RATES)
    for name in ("x", "y", "z", "free", "rough", "starts", "ends", "costs", "around"):
        assert numpy.array_equal(getattr(quick, name), getattr(anew, name)), name
