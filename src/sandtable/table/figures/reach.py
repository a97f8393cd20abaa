"""Reach: everywhere that a figure can get with an allowance, and how; looked for once."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Self

import numpy

from sandtable.table.arrays import Numbers, Places
from sandtable.table.figures.bases import Base
from sandtable.table.figures.footing import Footing
from sandtable.table.figures.grid import Grid
from sandtable.table.figures.legs import Budget, Route, pay
from sandtable.table.figures.routes import places_of, reach, route
from sandtable.table.figures.searching import Search
from sandtable.table.figures.terrain import TOUCHING
from sandtable.table.figures.tracing import Trace
from sandtable.table.measure import Point


class Reach:
    """Where a figure can get out of contact with an allowance."""

    def __init__(self, footing: Footing, limit: float) -> None:
        self.footing = footing
        self.limit = limit
        self._search: Search | None = None
        self._is_cut = False

    def cut(self, limit: float) -> Self:
        """What of it can be reached with a smaller allowance."""
        smaller = copy(self)
        smaller.limit = limit
        smaller._is_cut = True
        return smaller

    @property
    def search(self) -> Search | None:
        """What has been looked for; nothing for a flyer."""
        if self._search is None and not self.footing.flies:
            self._search = Search(self.footing, self.limit)
        return self._search

    def places(self) -> list[tuple[Point, float]]:
        """The places, with what they cost."""
        found = self.search
        if found is None:
            return reach(self.footing, self.limit)
        return places_of(found, self.limit) if self._is_cut else places_of(found)

    def places_clear_of(self, others: Sequence[Base], clear: float) -> tuple[Grid, Places, Numbers] | None:
        """The places of the grid so far from everybody, with what they cost; nothing for a flyer."""
        found = self.search
        if found is None:
            return None
        grid, cost = found.grid, found.cost
        places = numpy.flatnonzero(cost <= self.limit + TOUCHING if self._is_cut else cost < numpy.inf)
        clear += self.footing.radius
        x, y = self.footing.mover.at
        near = [
            (u, v, far)
            for one in others
            for (u, v), far in [(one.at, clear + one.radius)]
            if abs(u - x) <= self.limit + far and abs(v - y) <= self.limit + far
        ]
        if near:
            xs, ys = grid.x[places], grid.y[places]
            free = numpy.ones(len(places), dtype=bool)
            for u, v, far in near:
                free &= (xs - u) ** 2 + (ys - v) ** 2 >= far * far
            places = places[free]
        return grid, places, cost[places]

    def is_open(self, at: Point) -> bool:
        """Whether the straight way to a place is open, costs nothing extra and ends where one can stand."""
        footing = self.footing
        start, height = footing.mover.at, footing.mover.elevation
        return (
            footing.can_end(at, height)
            and footing.is_clear(start, at, height)
            and not footing.rough_spans(start, at, height)
        )

    def can_end(self, at: Point) -> bool:
        """Whether the figure may stand at a place."""
        return self.footing.can_end(at, self.footing.mover.elevation)

    def route(self, at: Point, limit: float) -> Route | None:
        """The way to a place."""
        return route(self.footing, at, self.footing.terrain.level_at(at), limit, self.search)

    def bent(self, way: Route | None, limit: float) -> Route | None:
        """A way as it leads round what the figure does not enter; most are found so from the first."""
        return way

    def through_rough(self, at: Point, move: float) -> Route | None:
        """As much of a straight way through rough ground as the allowance pays for."""
        footing, mover = self.footing, self.footing.mover
        if footing.flies or not footing.rough_spans(mover.at, at, mover.elevation):
            return None
        trace = Trace(footing, mover.at, mover.elevation)
        trace.go(at, mover.elevation)
        if not trace.legs:
            return None
        found = pay(trace.legs, Budget(self.limit, move, mover.rough), footing.prices.rates)
        return found if found.legs and found.ran_out else None


def reached_places(reached: Reach) -> tuple[Numbers, Numbers, Numbers]:
    """Where a figure can get out of contact with an allowance: across, along, and what it costs."""
    search = reached.search
    if search is None:
        x, y, cost = numpy.array([(*at, cost) for at, cost in reached.places()]).reshape(-1, 3).T
        return x, y, cost
    near = numpy.flatnonzero(search.cost <= reached.limit + TOUCHING)
    return search.grid.x[near], search.grid.y[near], search.cost[near]
