"""Searching: the cheapest ways of one figure over the whole grid, round and over everything."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from heapq import heapify, heappop, heappush
from math import hypot, inf
from typing import Any

import numpy

from sandtable.books.forgotten_ruin.chapters.conventions import inches
from sandtable.books.forgotten_ruin.chapters.grid import Floats, Grid, Truths, grid_of
from sandtable.books.forgotten_ruin.chapters.legs import DUE, FULL
from sandtable.books.forgotten_ruin.chapters.terrain import TOUCHING
from sandtable.books.forgotten_ruin.chapters.walking import APART, Walker
from sandtable.table.measure import Point

COST = "cost"
SAME = 1e-6
"""Costs that differ by less are the same."""
NEAR_GOAL = 1.3
"""How far from a place of the grid, in inches, the end of a way may lie."""
EAGER = 1.03
"""How much the rest of a way is overrated, so that the search goes ahead; steps are longer anyhow."""
MOST_ROUNDS = 300
"""After so many rounds of spreading out a search is over, whatever it has found."""
MOST_KEPT = 48
"""How many searches are kept in case that somebody asks again."""
SIDEWAYS = 0.07
"""How far short steps keep from figures, since a step between two places cuts corners."""
WIDE_OF = 0.18
"""How far the long steps keep from them."""


class Search:
    """What it costs one figure to get from where it stands to the places of the grid."""

    def __init__(self, walker: Walker, limit: float = inf) -> None:
        state = walker.state
        self.walker = walker
        self.scale = inches(state, 1.0)
        self.grid: Grid = grid_of(state.ground, walker.radius, walker.ignored, self.scale)
        self.limit = limit
        self.start = walker.figure.at
        self.elevation = walker.figure.elevation
        grid = self.grid
        self.blocked, self.close = occupied(walker, grid, limit)
        self.seeds: dict[int, float] = self._seeds()
        self._found: dict[str, Floats] = {}

    def again(self, walker: Walker) -> Search:
        """The same search for the same figure, as it is now; what is found is shared."""
        other = copy(self)
        other.walker = walker
        return other

    @property
    def cost(self) -> Floats:
        """What it costs to get to each place; infinite where the figure cannot come."""
        if COST not in self._found:
            cost: Floats = numpy.full(len(self.grid.x), inf)
            for place, sum in self.seeds.items():
                cost[place] = sum
            if self.seeds:
                self._spread(cost)
            cost[self.blocked] = inf
            self._found[COST] = cost
        return self._found[COST]

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

    def _spread(self, costs: Floats) -> None:
        grid = self.grid
        wide, deep = grid.columns, grid.rows
        floor = costs[: grid.floor].reshape(wide, deep)
        i0, i1, j0, j1 = self._window()
        part = floor[i0:i1, j0:j1]
        barred = numpy.where(self.blocked[: grid.floor], inf, 0.0).reshape(wide, deep)[i0:i1, j0:j1]
        tight = numpy.where(self.close[: grid.floor], inf, 0.0).reshape(wide, deep)[i0:i1, j0:j1]
        ways: list[tuple[Floats, Floats, Floats]] = []
        for di, dj, cost in grid.ways:
            a, b = _cut(i1 - i0, j1 - j0, di, dj)
            low = max(0, -dj)
            # A way is kept under the place where it starts, counted without the rows that have no way.
            kept = cost[i0 : i0 + a[0].stop, j0 + a[1].start - low : j0 + a[1].stop - low]
            if abs(di) + abs(dj) > 2:
                kept = kept + tight[a] + tight[b]
            ways.append((part[a], part[b], kept + barred[b]))
            ways.append((part[b], part[a], kept + barred[a]))
        near = (abs(grid.x[grid.ends] - self.start[0]) <= self.limit + 3.0 * self.scale) & ~self.blocked[
            grid.ends
        ]
        near &= abs(grid.y[grid.ends] - self.start[1]) <= self.limit + 3.0 * self.scale
        ends, starts, linked = grid.ends[near], grid.starts[near], grid.costs[near]
        for _ in range(MOST_ROUNDS):
            before = costs.copy()
            for source, goal, cost in ways:
                numpy.minimum(goal, source + cost, out=goal)
            if len(ends):
                numpy.minimum.at(costs, ends, costs[starts] + linked)
            if numpy.array_equal(before, costs):
                break
        if self.limit < inf:
            costs[costs > self.limit + TOUCHING] = inf

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

    # ---- one way -------------------------------------------------------------------------------

    def cheapest_to(self, goals: Sequence[int], around: Point, spare: float) -> list[int] | None:
        """The places on the cheapest way to one of several places, none farther from a point than `spare`."""
        grid = self.grid
        wanted = dict.fromkeys(goal for goal in goals if not self.blocked[goal])
        if not wanted or not self.seeds:
            return None
        # Which of the two is used must not depend on what somebody asked before.
        if self.limit < inf:
            return self._known_way(list(wanted))
        x, y = around
        blocked, close = self.blocked.tobytes(), self.close.tobytes()
        best: dict[int, float] = dict(self.seeds)
        before: dict[int, int] = {}
        done: dict[int, None] = {}
        waiting = [(cost + self._left(place, x, y, spare), place) for place, cost in self.seeds.items()]
        heapify(waiting)
        while waiting:
            here = heappop(waiting)[1]
            if here in done:
                continue
            done[here] = None
            if here in wanted:
                return self._back(here, before)
            so_far = best[here]
            tight = close[here]
            for there, step, is_long in grid.neighbours(here):
                if blocked[there] or there in done or (is_long and (tight or close[there])):
                    continue
                cost = so_far + step
                if cost < best.get(there, inf) and cost <= self.limit + TOUCHING:
                    best[there] = cost
                    before[there] = here
                    heappush(waiting, (cost + self._left(there, x, y, spare), there))
        return None

    def _known_way(self, goals: list[int]) -> list[int] | None:
        """The way to the cheapest of several places by the costs of all; rounding decides nothing."""
        costs = self.cost
        place = min(goals, key=lambda one: (round(float(costs[one]), 6), one))
        if costs[place] == inf:
            return None
        way = [place]
        for _ in range(MOST_ROUNDS):
            here = way[-1]
            cost = float(costs[here])
            if here in self.seeds and cost >= self.seeds[here] - SAME:
                return way[::-1]
            before = [
                there
                for there, step, is_long in self.grid.origins(here)
                if abs(float(costs[there]) + step - cost) < SAME
                and not (is_long and (self.close[here] or self.close[there]))
            ]
            if not before:
                return None
            way.append(min(before))
        return None

    def _left(self, place: int, x: float, y: float, spare: float) -> float:
        """The least that the rest of the way can cost."""
        u, v = self.grid.at(place)
        far = hypot(u - x, v - y) - spare
        return far * EAGER if far > 0.0 else 0.0

    def _back(self, place: int, before: dict[int, int]) -> list[int]:
        way = [place]
        while way[-1] in before:
            way.append(before[way[-1]])
        return way[::-1]

    # ---- reading it ----------------------------------------------------------------------------

    def places_near(self, at: Point, elevation: float, reach: float) -> list[int]:
        """The free places near a point at its height, the nearest first."""
        grid = self.grid
        near = (
            (abs(grid.x - at[0]) <= reach)
            & (abs(grid.y - at[1]) <= reach)
            & (abs(grid.z - elevation) <= TOUCHING)
            & ~self.blocked
        )
        found = [int(place) for place in numpy.flatnonzero(near)]
        return sorted(found, key=lambda n: hypot(grid.x[n] - at[0], grid.y[n] - at[1]))


def cost_of(walker: Walker, a: Point, b: Point, elevation: float) -> float:
    """What a straight way costs if Difficult terrain is paid for evenly."""
    far = hypot(b[0] - a[0], b[1] - a[1])
    share = sum(end - start for start, end in walker.rough_spans(a, b, elevation))
    return far * (1.0 + share * DUE / FULL)


def _cut(wide: int, deep: int, di: int, dj: int) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    a = (slice(0, max(0, wide - di)), slice(max(0, -dj), max(0, deep - max(0, dj))))
    b = (slice(di, max(di, wide)), slice(max(0, dj), max(0, deep - max(0, -dj))))
    return a, b


def occupied(walker: Walker, grid: Grid, limit: float) -> tuple[Truths, Truths]:
    """The places that figures take up, and those too near to them for long steps."""
    taken = ~grid.free
    close = taken.copy()
    shape = (grid.columns, grid.rows)
    flat, flat_close = taken[: grid.floor].reshape(shape), close[: grid.floor].reshape(shape)
    x, y = walker.figure.at
    has_tops = len(grid.x) > grid.floor
    for disc in walker.discs:
        wide = disc.reach + APART + WIDE_OF
        if abs(disc.x - x) > limit + wide + grid.step or abs(disc.y - y) > limit + wide + grid.step:
            continue
        apart = APART if disc.is_opponent else 0.0
        short, long = (disc.reach + apart + SIDEWAYS) ** 2, (disc.reach + apart + WIDE_OF) ** 2
        if disc.foot < walker.height:
            i0, i1 = max(0, int((disc.x - wide) / grid.step)), int((disc.x + wide) / grid.step) + 2
            j0, j1 = max(0, int((disc.y - wide) / grid.step)), int((disc.y + wide) / grid.step) + 2
            away = (grid.column_x[i0:i1, None] - disc.x) ** 2 + (grid.row_y[None, j0:j1] - disc.y) ** 2
            flat[i0:i1, j0:j1] |= away < short
            flat_close[i0:i1, j0:j1] |= away < long
        if has_tops:
            tops = slice(grid.floor, None)
            away = (grid.x[tops] - disc.x) ** 2 + (grid.y[tops] - disc.y) ** 2
            level = (disc.foot < grid.z[tops] + walker.height) & (grid.z[tops] < disc.head)
            taken[tops] |= (away < short) & level
            close[tops] |= (away < long) & level
    return taken, close


def search_of(walker: Walker, limit: float) -> Search:
    """The search of a figure as the table stands; one that is known already and reaches far enough."""
    known: dict[Any, Search] = walker.state.ground.remembered("FR searches")
    figure = walker.figure
    key = (
        figure.id,
        figure.at,
        figure.elevation,
        walker.radius,
        walker.may_contact,
        walker.ignored,
        limit == inf,
        tuple(walker.discs),
    )
    found = known.get(key)
    if found is None or found.limit < limit:
        if len(known) > MOST_KEPT:
            known.clear()
        found = known[key] = Search(walker, limit)
        return found
    return found.again(walker)
