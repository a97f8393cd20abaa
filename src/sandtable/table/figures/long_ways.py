"""Long ways: how far it is to a goal from any place, round everything that stands still."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise
from math import inf
from typing import Any

import numpy

from sandtable.kernel.arithmetic import hypot
from sandtable.table.arrays import Numbers, Places, hypots
from sandtable.table.figures.footing import Footing
from sandtable.table.figures.grid import Grid
from sandtable.table.figures.searching import Search
from sandtable.table.figures.spreading import Wave
from sandtable.table.figures.terrain import TOUCHING
from sandtable.table.measure import Point
from sandtable.table.terrain import kept

SAMPLE = 1.0
"""How finely a straight way is looked at, in inches."""
MOST_STEPS = 160
"""No way over the grid is followed longer than this."""


class Way:
    """The straight way to a goal, which is open."""

    def __init__(self, goal: Point) -> None:
        self.goal = goal

    def left_from(self, at: Point) -> float:
        """How far it is still to go from a place."""
        return hypot(self.goal[0] - at[0], self.goal[1] - at[1])

    def left_from_places(self, grid: Grid, places: Places) -> Numbers:
        """How far it is still to go from many places of a grid."""
        return hypots(grid.x[places] - self.goal[0], grid.y[places] - self.goal[1])

    def left_for_sure(self, grid: Grid, places: Places) -> tuple[Numbers, float]:
        """The same as far as it is known by now: infinite where more is left than the second number."""
        return self.left_from_places(grid, places), inf

    def path_from(self, start: Point) -> Iterator[Point]:
        """The way from a place to the goal, corner by corner."""
        yield start
        yield self.goal

    def later_than(self, start: Point, done: float) -> list[Point]:
        """Places on the way from a place that come after so many inches of it."""
        length, found = self.left_from(start), []
        far = done + SAMPLE / 2
        while far < length - SAMPLE:
            found.append(self.point_after(start, far))
            far += SAMPLE
        return found

    def point_after(self, start: Point, far: float) -> Point:
        """Where so many inches from a place lead."""
        a = start
        for b in islice(self.path_from(start), 1, None):
            length = hypot(b[0] - a[0], b[1] - a[1])
            if length >= far:
                share = far / length if length else 0.0
                return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
            far -= length
            a = b
        return a


class WayRound(Way):
    """The ways to a goal over the grid, round and over what is in the way."""

    def __init__(self, goal: Point, search: Search) -> None:
        super().__init__(goal)
        self._grid = search.grid
        self._wave = Wave(search.grid, search.blocked, search.close, search.seeds)
        self._next: dict[int, int] = {}
        """Where the way leads on from places of the grid, as far as somebody went along it."""

    def _place(self, at: Point) -> int:
        grid = self._grid
        i = min(max(round(at[0] / grid.step), 0), grid.columns - 1)
        j = min(max(round(at[1] / grid.step), 0), grid.rows - 1)
        return i * grid.rows + j

    def _near(self, at: Point) -> tuple[float, int]:
        """The best place of the grid beside a point, and how far it is from the point by it."""
        grid = self._grid
        i, j = divmod(self._place(at), grid.rows)
        best, place = inf, -1
        columns = range(max(0, i - 1), min(grid.columns, i + 2))
        rows = range(max(0, j - 1), min(grid.rows, j + 2))
        near = [u * grid.rows + v for u in columns for v in rows]
        for here, far in zip(near, self._wave.costs_of_few(near), strict=True):
            if far < inf:
                x, y = grid.at(here)
                far += hypot(x - at[0], y - at[1])
                if far < best:
                    best, place = far, here
        return best, place

    def left_from(self, at: Point) -> float:
        """How far it is still to go; where nothing leads to the goal, farther than from elsewhere."""
        place = self._place(at)
        if self._grid.at(place) == at:
            far = self._wave.cost(place)
            if far < inf:
                return far
        best, _ = self._near(at)
        return best if best < inf else FAR_AWAY + super().left_from(at)

    def left_from_places(self, grid: Grid, places: Places) -> Numbers:
        """How far it is still to go from many places of a grid."""
        if _are_alike(grid, self._grid):
            left = self._wave.costs_of(places)
            lost = left == inf
            if lost.any():
                left = numpy.where(lost, FAR_AWAY + super().left_from_places(grid, places), left)
            return left
        return numpy.array([self.left_from(grid.at(int(one))) for one in places])

    def left_for_sure(self, grid: Grid, places: Places) -> tuple[Numbers, float]:
        """The same as far as it is known by now: infinite where more is left than the second number."""
        sure = self._wave.settled
        if sure == inf or not _are_alike(grid, self._grid):
            return self.left_from_places(grid, places), inf
        left = self._wave.costs_so_far(places)
        left[left > sure] = inf
        return left, sure

    def path_from(self, start: Point) -> Iterator[Point]:
        """Always on to the neighbour from which the least is left."""
        _, here = self._near(start)
        yield start
        for _ in range(MOST_STEPS):
            if here < 0 or self._wave.so_far(here) <= self._grid.step:
                break
            yield self._grid.at(here)
            here = self._on_from(here)
        yield self.goal

    def _on_from(self, here: int) -> int:
        """The neighbour from which the least is left; -1 where none is nearer to the goal."""
        known = self._next.get(here)
        if known is not None:
            return known
        # Whatever is less than the cost of this place is known, and only that matters.
        cost_at, left = self._wave.so_far, self._wave.so_far(here)
        least, best = min(
            [(cost_at(there) + cost, there) for there, cost, _ in self._grid.neighbours(here)],
            default=(inf, -1),
        )
        if best < 0 or cost_at(best) >= left:
            return -1
        if least <= left + TOUCHING:
            self._next[here] = best
        return best

    def later_than(self, start: Point, done: float) -> list[Point]:
        """Places on the way from a place that come after so many inches of it."""
        path, gone, found = list(self.path_from(start)), 0.0, []
        for a, b in pairwise(path):
            gone += hypot(b[0] - a[0], b[1] - a[1])
            if gone > done:
                found.append(b)
        return found[:-1]


def _are_alike(one: Grid, other: Grid) -> bool:
    """Whether two grids of a ground have the same places and ways; either may have been worked out anew."""
    if one is other:
        return True
    return (one.radius, one.ignored, one.rates) == (other.radius, other.ignored, other.rates)


FAR_AWAY = 1000.0
"""More than any way on a table."""


def way_to(footing: Footing, goal: Point, elevation: float = 0.0) -> Way:
    """The shortest way to a goal for a figure that is alone on the ground."""
    if footing.flies or _is_clear(footing, goal, elevation):
        return Way(goal)
    found = _ways_from(footing, goal, elevation)
    if found.left_from(footing.mover.at) < FAR_AWAY:
        return found
    nearest = _nearest_reachable(footing, goal)
    return found if nearest is None else _ways_from(footing, *nearest)


def _ways_from(footing: Footing, goal: Point, elevation: float) -> WayRound:
    """The ways to a goal, remembered with the ground they lead over."""
    known: dict[Any, WayRound] = footing.ground.remembered("long ways")
    key = (footing.radius, footing.height, footing.ignored, goal, elevation, tuple(footing.discs))
    return kept(
        known, key, MOST_REMEMBERED, lambda: WayRound(goal, Search(footing.standing_at(goal, elevation)))
    )


def _nearest_reachable(footing: Footing, goal: Point) -> tuple[Point, float] | None:
    """The place nearest to a goal that can be got to at all, and its height."""
    own = Search(footing)
    reached = numpy.flatnonzero(own.cost < inf)
    if not len(reached):
        return None
    grid = own.grid
    far = hypots(grid.x[reached] - goal[0], grid.y[reached] - goal[1])
    place = int(reached[int(far.argmin())])
    return grid.at(place), float(grid.z[place])


MOST_REMEMBERED = 3
"""How many goals are remembered for one ground."""


def _is_clear(footing: Footing, goal: Point, elevation: float) -> bool:
    """Whether the straight way is open and costs nothing extra."""
    start, height = footing.mover.at, footing.mover.elevation
    if abs(height - elevation) > TOUCHING:
        return False
    return footing.is_clear(start, goal, height) and not footing.rough_spans(start, goal, height)
