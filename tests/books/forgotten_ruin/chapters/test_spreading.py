"""Spreading out over the grid finds the same costs as going on from place to place, however it is done."""

from __future__ import annotations

from heapq import heappop, heappush
from math import inf
from typing import Any

import numpy
import pytest

from sandtable.books.forgotten_ruin.chapters.footing import footing_of, rates
from sandtable.books.forgotten_ruin.chapters.terrain import terrain_of
from sandtable.table.figures.grid import Grid, grid_of
from sandtable.table.figures.searching import Search
from sandtable.table.figures.spreading import Wave
from sandtable.table.figures.terrain import TOUCHING
from tests.books.forgotten_ruin.stage import among

PIECES: list[dict[str, Any]] = [
    {"id": "wall", "kind": "wall", "wall": [[6, 9], [14, 9]], "height": 1.0, "traits": ["linear"]},
    {"id": "hill", "kind": "hill", "area": [14, 12, 18, 16], "height": 1.5, "traits": ["block"]},
    {"id": "wood", "kind": "wood", "area": [3, 12, 8, 17], "traits": ["area", "difficult", "natural"]},
    {"id": "pond", "kind": "pond", "area": [9, 12, 12, 15], "traits": ["field", "impassable", "water"]},
]


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


@pytest.mark.parametrize("who", ["S1", "M1.1", "M1.3"])
@pytest.mark.parametrize("limit", [2.0, 5.0, 9.0, inf])
def test_spreading_out_finds_what_one_step_after_the_other_finds(who: str, limit: float) -> None:
    state = among(PIECES)
    search = Search(footing_of(state, state.figure(who), may_contact=False), limit)
    assert search.seeds
    assert search.cost.tolist() == _one_by_one(search)


def test_costs_lead_over_the_wall_and_onto_the_hill() -> None:
    state = among(PIECES)
    search = Search(footing_of(state, state.figure("S1"), may_contact=False), inf)
    tops = numpy.flatnonzero(search.grid.z > 0)
    assert len(tops)
    assert (search.cost[tops] < inf).all()
    beyond = search.places_near((10.0, 10.5), 0.0, 0.6)
    # The wall is an inch high: it is crossed for that and one inch more, not gone round.
    assert min(search.cost[beyond]) < 6.0


def test_a_wave_that_stops_when_it_is_asked_knows_the_same_costs() -> None:
    state = among(PIECES)
    search = Search(footing_of(state, state.figure("M1.1"), may_contact=False), inf)
    known = search.cost
    wave = Wave(search.grid, search.blocked, search.close, search.seeds)
    order = numpy.argsort(known, kind="stable")
    for place in [*order[:: len(order) // 40].tolist(), int(order[-1]), int(order[3])]:
        assert wave.cost(place) == known[place]
    assert wave.costs_of(order).tolist() == known[order].tolist()


@pytest.mark.parametrize("ignored", [["wall"], ["wall", "wood"], ["hill"], ["wall", "hill", "wood", "pond"]])
def test_a_grid_with_something_ignored_is_the_same_from_the_plain_one_and_anew(ignored: list[str]) -> None:
    state = among(PIECES)
    ground, terrain, prices = state.ground, terrain_of(state.ground), rates(state)
    assert set(ignored) <= set(terrain.of)
    quick = grid_of(ground, terrain, 0.5, frozenset(ignored), prices)
    anew = Grid(ground, terrain, 0.5, frozenset(ignored), prices)
    for name in ("x", "y", "z", "free", "rough", "starts", "ends", "costs", "around"):
        assert numpy.array_equal(getattr(quick, name), getattr(anew, name)), name
