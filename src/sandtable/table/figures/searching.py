"""Searching: the cheapest ways of one figure over the whole grid, round and over everything."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from heapq import heapify, heappop, heappush
from math import inf, pi
from typing import Any

import numpy

from sandtable.kernel.arithmetic import cos, hypot, sin, total
from sandtable.table.arrays import Flags, Numbers, Places
from sandtable.table.figures.footing import APART, Footing
from sandtable.table.figures.grid import Grid, grid_of
from sandtable.table.figures.spreading import Spread, Wave
from sandtable.table.figures.terrain import TOUCHING
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
BENDS = 16
"""In so many directions a figure that stands close to others looks for a first small step."""
BENT_STEPS = (0.15, 0.3, 0.5)
"""How long that step may be, in inches."""
WIDE_OF = 0.18
"""How far the long steps keep from them."""


class Search:
    """What it costs one figure to get from where it stands to the places of the grid."""

    def __init__(self, footing: Footing, limit: float = inf) -> None:
        self.footing = footing
        rates = footing.prices.rates
        self.inch = rates.inch
        self.grid: Grid = grid_of(footing.ground, footing.terrain, footing.radius, footing.ignored, rates)
        self.limit = limit
        self.start = footing.mover.at
        self.elevation = footing.mover.elevation
        self.blocked, self.close = occupied(footing, self.grid, limit)
        self.bends: dict[int, Point] = {}
        """Where the first step turns, of a figure too close to others to step anywhere straight."""
        self.seeds: dict[int, float] = self._seeds() or self._bent_seeds()
        self._found: dict[str, Numbers] = {}
        self.ways: dict[tuple[Point, float, float], Any] = {}
        """Whole ways that somebody has asked for, by their end and the inches in rough ground before."""

    def again(self, footing: Footing) -> Search:
        """The same search for the same figure, as it is now; what is found is shared."""
        other = copy(self)
        other.footing = footing
        return other

    def without_footing(self) -> Search:
        """The same search as it is kept: a ground that held the games on it would never leave memory."""
        other = copy(self)
        del other.footing
        return other

    @property
    def cost(self) -> Numbers:
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
        near, footing = self._free_near(self.start, self.elevation, reach), self.footing.close_by(reach)
        if self.elevation <= TOUCHING and footing.is_on_open_ground(reach):
            for place in near:
                at = self.grid.at(place)
                if not footing.meets_somebody(self.start, at, self.elevation):
                    found[place] = hypot(at[0] - self.start[0], at[1] - self.start[1])
            return found
        for place in near:
            at = self.grid.at(place)
            if footing.is_clear(self.start, at, self.elevation):
                found[place] = cost_of(footing, self.start, at, self.elevation)
        return found

    def _bent_seeds(self) -> dict[int, float]:
        """The places to which a figure gets that first slips past somebody by a small step."""
        found: dict[int, float] = {}
        reach = self.grid.step * 2.6
        near, footing = self._free_near(self.start, self.elevation, reach), self.footing.close_by(2 * reach)
        (x, y), height = self.start, self.elevation
        for far in BENT_STEPS:
            for number in range(BENDS if near else 0):
                angle = 2 * pi * number / BENDS
                bend = (x + sin(angle) * far * self.inch, y + cos(angle) * far * self.inch)
                if not footing.is_clear(self.start, bend, height):
                    continue
                first = cost_of(footing, self.start, bend, height)
                for place in near:
                    at = self.grid.at(place)
                    cost = first + cost_of(footing, bend, at, height)
                    if cost < found.get(place, inf) and footing.is_clear(bend, at, height):
                        found[place], self.bends[place] = cost, bend
        return found

    def _free_near(self, at: Point, elevation: float, reach: float) -> list[int]:
        """The free places in a square around a point, at its height."""
        blocked = self.blocked.item
        return [one for one in self.grid.near(at, elevation, reach) if not blocked(one)]

    def _spread(self) -> Numbers:
        if self.limit == inf:
            return Wave(self.grid, self.blocked, self.close, self.seeds).costs_of(self.grid.places)
        limit = self.limit + TOUCHING
        return Spread(self.grid, self._window(), self.blocked, self.close, limit).costs(self.seeds)

    def _window(self) -> tuple[int, int, int, int]:
        grid = self.grid
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

    def nearest_to(self, to: Point, limit: float = inf) -> Point | None:
        """The place that can be got to within a limit and is nearest to a point."""
        if self.limit == limit == inf and self.seeds:
            # Nearly always there is a way to the nearest place of all, and one way is found sooner than all.
            place = self._nearest(numpy.flatnonzero(~self.blocked), to)
            if self.leads_to(place):
                return self.grid.at(place)
        open_ = numpy.flatnonzero((self.cost < inf) & (self.cost <= limit))
        return self.grid.at(self._nearest(open_, to)) if len(open_) else None

    def _nearest(self, places: Places, to: Point) -> int:
        far = (self.grid.x[places] - to[0]) ** 2 + (self.grid.y[places] - to[1]) ** 2
        return int(places[int(far.argmin())])

    # ---- reading it ----------------------------------------------------------------------------

    def places_near(self, at: Point, elevation: float, reach: float) -> list[int]:
        """The free places near a point at its height, the nearest first."""
        where, (x, y) = self.grid.at, at
        found = [
            (hypot(u - x, v - y), n) for n in self._free_near(at, elevation, reach) for u, v in [where(n)]
        ]
        return [n for _, n in sorted(found)]


def cost_of(footing: Footing, a: Point, b: Point, elevation: float) -> float:
    """What a straight way costs if rough ground is paid for evenly."""
    far = hypot(b[0] - a[0], b[1] - a[1])
    share = total(end - start for start, end in footing.rough_spans(a, b, elevation))
    return far * (1.0 + share * footing.prices.rates.rough_share)


def occupied(footing: Footing, grid: Grid, limit: float) -> tuple[Flags, Flags]:
    """The places that figures take up, and those too near to them for long steps."""
    taken = grid.taken.copy()
    close = grid.taken.copy()
    x, y = footing.mover.at
    near = []
    wide = limit + APART + WIDE_OF + grid.step
    height = footing.height
    for disc in footing.discs:
        far = wide + disc.reach
        if abs(disc.x - x) <= far and abs(disc.y - y) <= far:
            reach = disc.reach + (APART if disc.is_opponent else 0.0)
            body = (disc.x, disc.y, reach + SIDEWAYS, reach + WIDE_OF, disc.foot, disc.head, height)
            near.append(grid.under(body))
    if near:
        taken[numpy.concatenate([one for one, _ in near])] = True
        close[numpy.concatenate([one for _, one in near])] = True
    return taken, close


def search_of(footing: Footing, limit: float) -> Search:
    """The search of a figure as the table stands, which is kept in case that somebody asks again."""
    known: dict[Any, Search] = footing.ground.remembered("searches of figures")
    mover = footing.mover
    key = (
        mover.id,
        mover.at,
        mover.elevation,
        footing.radius,
        footing.may_contact,
        footing.ignored,
        footing.prices.rates,
        # One that reaches farther finds ways that a shorter one does not,
        # and what somebody asked before must not decide.
        limit,
        tuple(footing.discs),
    )
    return kept(known, key, MOST_KEPT, lambda: Search(footing, limit).without_footing()).again(footing)
