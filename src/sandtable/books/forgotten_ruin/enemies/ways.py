"""Long ways: how enemies get to a target that is farther away than one move, and how much of it is left."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, inf

import numpy

from sandtable.books.forgotten_ruin.chapters.routes import walker_of
from sandtable.books.forgotten_ruin.chapters.searching import NEAR_GOAL, Search
from sandtable.books.forgotten_ruin.chapters.terrain import TOUCHING
from sandtable.books.forgotten_ruin.chapters.walking import Walker
from sandtable.books.forgotten_ruin.state import Battle, Figure
from sandtable.kernel.citation import rule
from sandtable.table.measure import Point

SAMPLE = 1.0
"""How finely a way is marked, in inches."""


class Way:
    """A whole way to a goal, whoever may stand on it."""

    def __init__(self, path: Sequence[Point]) -> None:
        self.path = tuple(path)
        self._marks: list[tuple[Point, float]] = [(self.path[-1], 0.0)]
        rest = 0.0
        for a, b in zip(reversed(self.path[:-1]), reversed(self.path[1:]), strict=True):
            length = hypot(b[0] - a[0], b[1] - a[1])
            steps = max(1, int(length / SAMPLE))
            for step in range(1, steps + 1):
                share = step / steps
                spot = (b[0] + (a[0] - b[0]) * share, b[1] + (a[1] - b[1]) * share)
                self._marks.append((spot, rest + length * share))
            rest += length
        self.length = rest

    def left_from(self, at: Point) -> float:
        """How far it is still to go from a place: to the way, and along it."""
        x, y = at
        if len(self.path) == 2:
            goal = self.path[1]
            return hypot(goal[0] - x, goal[1] - y)
        return min(hypot(mark[0] - x, mark[1] - y) + rest for mark, rest in self._marks)

    def later_than(self, done: float) -> list[Point]:
        """Places on the way that come after so many inches of it."""
        return [mark for mark, rest in reversed(self._marks) if SAMPLE / 2 < rest < self.length - done]

    def point_after(self, start: Point, far: float) -> Point:
        """Where so many inches from a place lead: to the way where that is shortest, and along it."""
        if len(self.path) == 2:
            return _along((start, self.path[1]), far)
        x, y = start
        best = min(
            range(len(self._marks)),
            key=lambda n: hypot(self._marks[n][0][0] - x, self._marks[n][0][1] - y) + self._marks[n][1],
        )
        return _along((start, *(mark for mark, _ in reversed(self._marks[: best + 1]))), far)


def _along(path: Sequence[Point], far: float) -> Point:
    for a, b in zip(path, path[1:], strict=False):
        length = hypot(b[0] - a[0], b[1] - a[1])
        if length >= far:
            share = far / length if length else 0.0
            return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
        far -= length
    return path[-1]


def _is_clear(walker: Walker, goal: Point, elevation: float) -> bool:
    """Whether the straight way is open and costs nothing extra."""
    start, height = walker.figure.at, walker.figure.elevation
    if abs(height - elevation) > TOUCHING:
        return False
    return walker.first_stop(start, goal, height) is None and not walker.rough_spans(start, goal, height)


@rule("FR-EAI-06", "FR-EAI-23")
def way_to(state: Battle, figure: Figure, goal: Point, elevation: float = 0.0) -> Way:
    """The shortest passable way; where none leads there, to the nearest place one can get to."""
    walker = walker_of(state, figure)
    # Whoever stands on a long way may be gone tomorrow; each move goes round whoever is there now.
    walker.discs = []
    if walker.flies or _is_clear(walker, goal, elevation):
        return Way((figure.at, goal))
    search = Search(walker)
    goals = search.places_near(goal, elevation, NEAR_GOAL * search.scale)
    places = search.cheapest_to(goals) if goals else None
    if places is None:
        reached = numpy.flatnonzero(search.cost < inf)
        if not len(reached):
            return Way((figure.at, goal))
        far = numpy.hypot(search.grid.x[reached] - goal[0], search.grid.y[reached] - goal[1])
        places = search.cheapest_to([int(reached[int(far.argmin())])]) or []
        return (
            Way((figure.at, *(search.grid.at(one) for one in places))) if places else Way((figure.at, goal))
        )
    return Way((figure.at, *(search.grid.at(one) for one in places), goal))
