"""Searching: the cheapest ways of one figure over the whole grid, round and over everything."""

from __future__ import annotations

from math import hypot, inf

import numpy

from sandtable.books.forgotten_ruin.chapters.conventions import inches
from sandtable.books.forgotten_ruin.chapters.grid import Floats, Grid, Truths, grid_of
from sandtable.books.forgotten_ruin.chapters.legs import DUE, FULL
from sandtable.books.forgotten_ruin.chapters.terrain import TOUCHING
from sandtable.books.forgotten_ruin.chapters.walking import APART, Walker
from sandtable.table.measure import Point

MOST_ROUNDS = 300
"""After so many rounds of spreading out a search is over, whatever it has found."""
SIDEWAYS = 0.05
"""How far the search keeps from figures, since a step between two places cuts corners."""


class Search:
    """What it costs one figure to get from where it stands to every place of the grid."""

    def __init__(self, walker: Walker, limit: float = inf) -> None:
        state = walker.state
        self.walker = walker
        self.scale = inches(state, 1.0)
        self.grid: Grid = grid_of(state.ground, walker.radius, walker.ignored, self.scale)
        self.limit = limit
        self.start = walker.figure.at
        self.elevation = walker.figure.elevation
        grid = self.grid
        self.blocked: Truths = _occupied(walker, grid)
        self.cost: Floats = numpy.full(len(grid.x), inf)
        self.seeds: dict[int, float] = self._seeds()
        for place, cost in self.seeds.items():
            self.cost[place] = cost
        if self.seeds:
            self._spread()
        self.cost[self.blocked] = inf

    def _seeds(self) -> dict[int, float]:
        """The places to which the figure can step straight, and at what cost."""
        grid, (x, y) = self.grid, self.start
        reach = grid.step * 1.6
        near = (
            (abs(grid.x - x) <= reach)
            & (abs(grid.y - y) <= reach)
            & (abs(grid.z - self.elevation) <= TOUCHING)
            & grid.free
            & ~self.blocked
        )
        found: dict[int, float] = {}
        for place in numpy.flatnonzero(near):
            at = (float(grid.x[place]), float(grid.y[place]))
            if self.walker.first_stop(self.start, at, self.elevation) is None:
                found[int(place)] = cost_of(self.walker, self.start, at, self.elevation)
        return found

    def _spread(self) -> None:
        grid = self.grid
        wide, deep = grid.columns, grid.rows
        floor = self.cost[: grid.floor].reshape(wide, deep)
        i0, i1, j0, j1 = self._window()
        part = floor[i0:i1, j0:j1]
        barred = numpy.where(self.blocked[: grid.floor], inf, 0.0).reshape(wide, deep)[i0:i1, j0:j1]
        ways: list[tuple[Floats, Floats, Floats]] = []
        for di, dj, cost in grid.ways:
            a, b = _cut(i1 - i0, j1 - j0, di, dj)
            low = max(0, -dj)
            # A way is kept under the place where it starts, counted without the rows that have no way.
            kept = cost[i0 : i0 + a[0].stop, j0 + a[1].start - low : j0 + a[1].stop - low]
            ways.append((part[a], part[b], kept + barred[b]))
            ways.append((part[b], part[a], kept + barred[a]))
        ends, starts = grid.ends, grid.starts
        linked = grid.costs + numpy.where(self.blocked[ends], inf, 0.0) if len(ends) else grid.costs
        for _ in range(MOST_ROUNDS):
            before = self.cost.copy()
            for source, goal, cost in ways:
                numpy.minimum(goal, source + cost, out=goal)
            if len(ends):
                numpy.minimum.at(self.cost, ends, self.cost[starts] + linked)
            if numpy.array_equal(before, self.cost):
                break
        if self.limit < inf:
            self.cost[self.cost > self.limit + TOUCHING] = inf

    def _window(self) -> tuple[int, int, int, int]:
        grid = self.grid
        if self.limit == inf:
            return 0, grid.columns, 0, grid.rows
        spare = int(self.limit / grid.step) + 3
        i, j = int(self.start[0] / grid.step), int(self.start[1] / grid.step)
        return (
            max(0, i - spare),
            min(grid.columns, i + spare + 1),
            max(0, j - spare),
            min(grid.rows, j + spare + 1),
        )

    # ---- reading it ----------------------------------------------------------------------------

    def places_near(self, at: Point, elevation: float, reach: float) -> list[int]:
        """The places near a point at its height that can be got to, the cheapest way to the point first."""
        grid = self.grid
        near = (
            (abs(grid.x - at[0]) <= reach)
            & (abs(grid.y - at[1]) <= reach)
            & (abs(grid.z - elevation) <= TOUCHING)
            & (self.cost < inf)
        )
        found = [int(place) for place in numpy.flatnonzero(near)]
        return sorted(found, key=lambda n: float(self.cost[n]) + hypot(grid.x[n] - at[0], grid.y[n] - at[1]))

    def way_to(self, place: int) -> list[int] | None:
        """The places on the cheapest way to a place, the first of them next to the figure."""
        way = [place]
        for _ in range(len(self.cost)):
            here = way[-1]
            if here in self.seeds and self.cost[here] >= self.seeds[here] - 1e-9:
                return way[::-1]
            before = self._before(here)
            if before is None or before in way:
                return None
            way.append(before)
        return None

    def _before(self, place: int) -> int | None:
        grid, cost = self.grid, float(self.cost[place])
        best, least = None, 1e-6
        if place < grid.floor:
            i, j = divmod(place, grid.rows)
            for di, dj, ways in grid.ways:
                for sign in (1, -1):
                    u, v = i - sign * di, j - sign * dj
                    if not (0 <= u < grid.columns and 0 <= v < grid.rows):
                        continue
                    a, b = (u, v) if sign > 0 else (i, j)
                    step = float(ways[a, b - max(0, -dj)])
                    origin = u * grid.rows + v
                    miss = abs(float(self.cost[origin]) + step - cost)
                    if miss < least:
                        best, least = origin, miss
        for link in numpy.flatnonzero(grid.ends == place):
            miss = abs(float(self.cost[grid.starts[link]] + grid.costs[link]) - cost)
            if miss < least:
                best, least = int(grid.starts[link]), miss
        return best


def cost_of(walker: Walker, a: Point, b: Point, elevation: float) -> float:
    """What a straight way costs if Difficult terrain is paid for evenly."""
    far = hypot(b[0] - a[0], b[1] - a[1])
    share = sum(end - start for start, end in walker.rough_spans(a, b, elevation))
    return far * (1.0 + share * DUE / FULL)


def _cut(wide: int, deep: int, di: int, dj: int) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    a = (slice(0, max(0, wide - di)), slice(max(0, -dj), max(0, deep - max(0, dj))))
    b = (slice(di, max(di, wide)), slice(max(0, dj), max(0, deep - max(0, -dj))))
    return a, b


def _occupied(walker: Walker, grid: Grid) -> Truths:
    """The places that figures take up."""
    taken = ~grid.free
    for disc in walker.discs:
        reach = disc.reach + (APART if disc.is_opponent else SIDEWAYS)
        near = (grid.x - disc.x) ** 2 + (grid.y - disc.y) ** 2 < reach * reach
        taken |= near & (disc.foot < grid.z + walker.height) & (grid.z < disc.head)
    return taken
