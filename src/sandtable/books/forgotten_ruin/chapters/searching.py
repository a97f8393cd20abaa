"""Searching: the cheapest ways of one figure over the whole grid, round and over everything."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from heapq import heapify, heappop, heappush
from math import inf
from typing import Any

import numpy

from sandtable.books.forgotten_ruin.chapters.conventions import inches
from sandtable.books.forgotten_ruin.chapters.grid import Floats, Grid, Truths, grid_of
from sandtable.books.forgotten_ruin.chapters.legs import DUE, FULL
from sandtable.books.forgotten_ruin.chapters.spreading import Spread, Wave
from sandtable.books.forgotten_ruin.chapters.terrain import TOUCHING
from sandtable.books.forgotten_ruin.chapters.walking import APART, Walker
from sandtable.kernel.arithmetic import hypot, total
from sandtable.table.measure import Point
from sandtable.table.terrain import kept

COST = "cost"
SAME = 1e-6
"""Costs that differ by less are the same."""
NEAR_GOAL = 1.3
"""How far from a place of the grid, in inches, the end of a way may lie."""
EAGER = 1.03
"""How much the rest of a way is overrated, so that the search goes ahead; steps are longer anyhow."""
MOST_ROUNDS = 300
"""After so many rounds of spreading out a search is over, whatever it has found."""
MOST_KEPT = 16
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
        self.ways: dict[tuple[Point, float, float], Any] = {}
        """Whole ways that somebody has asked for, by their end and the inches in rough ground before."""

    def again(self, walker: Walker) -> Search:
        """The same search for the same figure, as it is now; what is found is shared."""
        other = copy(self)
        other.walker = walker
        return other

    def without_walker(self) -> Search:
        """The same search as it is kept: a ground that held the battles on it would never leave memory."""
        other = copy(self)
        del other.walker
        return other

    @property
    def cost(self) -> Floats:
        """What it costs to get to each place; infinite where the figure cannot come."""
        if COST not in self._found:
            cost = self._spread() if self.seeds else numpy.full(len(self.grid.x), inf)
            cost[self.blocked] = inf
            self._found[COST] = cost
        return self._found[COST]

    def _seeds(self) -> dict[int, float]:
        """The places to which the figure can step straight, and at what cost."""
        found: dict[int, float] = {}
        reach = self.grid.step * 1.6
        near, walker = self._free_near(self.start, self.elevation, reach), self.walker.close_by(reach)
        if self.elevation <= TOUCHING and walker.is_on_open_ground(reach):
            for place in near:
                at = self.grid.at(place)
                if not walker.meets_somebody(self.start, at, self.elevation):
                    found[place] = hypot(at[0] - self.start[0], at[1] - self.start[1])
            return found
        for place in near:
            at = self.grid.at(place)
            if walker.is_clear(self.start, at, self.elevation):
                found[place] = cost_of(walker, self.start, at, self.elevation)
        return found

    def _free_near(self, at: Point, elevation: float, reach: float) -> list[int]:
        """The free places in a square around a point, at its height."""
        blocked = self.blocked.item
        return [one for one in self.grid.near(at, elevation, reach) if not blocked(one)]

    def _spread(self) -> Floats:
        if self.limit == inf:
            return Wave(self.grid, self.blocked, self.close, self.seeds).costs_of(self.grid.places)
        limit = self.limit + TOUCHING
        return Spread(self.grid, self._window(), self.blocked, self.close, limit).costs(self.seeds)

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
        where, known = grid.at, best.get
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
                if cost < known(there, inf):
                    best[there] = cost
                    before[there] = here
                    u, v = where(there)
                    far = hypot(u - x, v - y) - spare
                    heappush(waiting, (cost + far * EAGER if far > 0.0 else cost, there))
        return None

    def leads_to(self, place: int) -> bool:
        """Whether there is any way to a place."""
        return self.cheapest_to([place], self.grid.at(place), 0.0) is not None

    def _known_way(self, goals: list[int]) -> list[int] | None:
        """The way to the cheapest of several places by the costs of all; rounding decides nothing."""
        cost_at, close = self.cost.item, self.close.item
        place = min(goals, key=lambda one: (round(cost_at(one), 6), one))
        if cost_at(place) == inf:
            return None
        way = [place]
        for _ in range(MOST_ROUNDS):
            here = way[-1]
            cost = cost_at(here)
            if here in self.seeds and cost >= self.seeds[here] - SAME:
                return way[::-1]
            before = [
                there
                for there, step, is_long in self.grid.origins(here)
                if abs(cost_at(there) + step - cost) < SAME
                and not (is_long and (close(here) or close(there)))
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
        where, (x, y) = self.grid.at, at
        found = [
            (hypot(u - x, v - y), n) for n in self._free_near(at, elevation, reach) for u, v in [where(n)]
        ]
        return [n for _, n in sorted(found)]


def cost_of(walker: Walker, a: Point, b: Point, elevation: float) -> float:
    """What a straight way costs if Difficult terrain is paid for evenly."""
    far = hypot(b[0] - a[0], b[1] - a[1])
    share = total(end - start for start, end in walker.rough_spans(a, b, elevation))
    return far * (1.0 + share * DUE / FULL)


def occupied(walker: Walker, grid: Grid, limit: float) -> tuple[Truths, Truths]:
    """The places that figures take up, and those too near to them for long steps."""
    taken = grid.taken.copy()
    close = grid.taken.copy()
    x, y = walker.figure.at
    near = []
    wide = limit + APART + WIDE_OF + grid.step
    height = walker.height
    for disc in walker.discs:
        far = wide + disc.reach
        if abs(disc.x - x) <= far and abs(disc.y - y) <= far:
            reach = disc.reach + (APART if disc.is_opponent else 0.0)
            body = (disc.x, disc.y, reach + SIDEWAYS, reach + WIDE_OF, disc.foot, disc.head, height)
            near.append(grid.under(body))
    if near:
        taken[numpy.concatenate([one for one, _ in near])] = True
        close[numpy.concatenate([one for _, one in near])] = True
    return taken, close


def search_of(walker: Walker, limit: float) -> Search:
    """The search of a figure as the table stands, which is kept in case that somebody asks again."""
    known: dict[Any, Search] = walker.state.ground.remembered("FR searches")
    figure = walker.figure
    key = (
        figure.id,
        figure.at,
        figure.elevation,
        walker.radius,
        walker.may_contact,
        walker.ignored,
        # One that reaches farther finds ways that a shorter one does not,
        # and what somebody asked before must not decide.
        limit,
        tuple(walker.discs),
    )
    return kept(known, key, MOST_KEPT, lambda: Search(walker, limit).without_walker()).again(walker)
