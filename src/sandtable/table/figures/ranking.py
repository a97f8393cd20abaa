"""Ranking: the places to which a figure can get, put in order only as far as somebody looks at them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import InitVar, dataclass
from heapq import merge

import numpy

from sandtable.kernel.arithmetic import square
from sandtable.table.arrays import Flags, Numbers, Places, hypots
from sandtable.table.figures.bases import Base, gap_from
from sandtable.table.measure import Point

Ranked = tuple[float, float, Point]
"""What is left of the way from a place, what it costs to get there, and the place."""
AT_ONCE = 48
"""How many places are put in order at first; four times as many follow whenever they are not enough."""
DOUBTFUL = 1e-9
"""Distances so near to a limit are measured one by one, so that rounding is the same everywhere."""


def are_closer(
    x: Numbers, y: Numbers, figure: Base, other: Base, limit: float, *, or_as_far: bool = False
) -> Flags:
    """At which places the gap between a figure and another would be less than a limit, or just as much."""
    (u, v), far = other.at, limit + figure.radius + other.radius
    away = hypots(x - u, y - v)
    # No gap is less than nothing, however far bases would lie upon each other.
    closer: Flags = (away < far) & (limit > 0.0 or (or_as_far and limit == 0.0))
    for place in numpy.flatnonzero(abs(away - far) < DOUBTFUL).tolist():
        gap = gap_from((x.item(place), y.item(place)), figure, other)
        closer[place] = gap <= limit if or_as_far else gap < limit
    return closer


@dataclass(eq=False)
class RankedPlaces:
    """Places of the grid by what is left of the way from them, and exact ones between them."""

    _left: Numbers
    _sure: float
    """More than this is left where what is left is infinite; asked for when somebody comes so far."""
    _cost: Numbers
    where: InitVar[tuple[Numbers, Numbers]]
    places: InitVar[Places | None]
    exact: InitVar[Sequence[Ranked]]
    _holds: Callable[[Point], bool]
    """Whether one can stand at an exact place; asked only about those that are looked at."""
    _rest: Callable[[], Numbers]

    def __post_init__(
        self, where: tuple[Numbers, Numbers], places: Places | None, exact: Sequence[Ranked]
    ) -> None:
        (self._x, self._y), self._exact = where, sorted(exact)
        # Equally good places come in the order of the grid, beside exact ones by where they are.
        self._last = (places,) if places is not None and not exact else (self._y, self._x)

    def __iter__(self) -> Iterator[Ranked]:
        return self._merged(self._exact, numpy.arange(len(self._left)))

    def near(self, around: Sequence[tuple[Point, float]]) -> Iterator[Ranked]:
        """The places that are not farther from one of several points than its reach."""
        close = numpy.zeros(len(self._left), dtype=bool)
        for (x, y), reach in around:
            close |= (self._x - x) ** 2 + (self._y - y) ** 2 <= reach * reach
        exact = [
            one
            for one in self._exact
            if any(square(one[2][0] - x) + square(one[2][1] - y) <= reach * reach for (x, y), reach in around)
        ]
        return self._merged(exact, numpy.flatnonzero(close))

    def nearer_than(self, left: float, most: int) -> list[Ranked]:
        """About so many of the places from which less is left, evenly among them by what they cost."""
        if left > self._sure:
            self._ask_for_all()
        exact = [one for one in self._exact if one[0] < left and self._holds(one[2])]
        chosen = numpy.flatnonzero(self._left < left)
        lefts, costs, last = self._left[chosen], self._cost[chosen], [key[chosen] for key in self._last]
        order = numpy.lexsort((*last, lefts, costs))
        count = len(order) + len(exact)
        if not exact:
            return self._written(chosen[order[:: max(1, count // most)]])
        found = self._written(chosen[order])
        found = sorted([*exact, *found], key=lambda one: (one[1], one[0], one[2]))
        return found[:: max(1, count // most)]

    def _merged(self, exact: Sequence[Ranked], chosen: Places) -> Iterator[Ranked]:
        standing = (one for one in exact if self._holds(one[2]))
        return merge(standing, self._in_order(chosen))

    def _in_order(self, chosen: Places) -> Iterator[Ranked]:
        if self._sure < numpy.inf:
            known = self._left[chosen] <= self._sure
            later, chosen = chosen[~known], chosen[known]
            yield from self._in_parts(chosen)
            if not len(later):
                return
            self._ask_for_all()
            chosen = later
        yield from self._in_parts(chosen)

    def _ask_for_all(self) -> None:
        if self._sure < numpy.inf:
            self._left, self._sure = self._rest(), numpy.inf

    def _in_parts(self, chosen: Places) -> Iterator[Ranked]:
        number = AT_ONCE
        while len(chosen) > 2 * number:
            left = self._left[chosen]
            first = left <= numpy.partition(left, number)[number]
            yield from self._sorted(chosen[first])
            chosen = chosen[~first]
            number *= 4
        yield from self._sorted(chosen)

    def _sorted(self, chosen: Places) -> list[Ranked]:
        last = [key[chosen] for key in self._last]
        return self._written(chosen[numpy.lexsort((*last, self._cost[chosen], self._left[chosen]))])

    def _written(self, chosen: Places) -> list[Ranked]:
        where = zip(self._x[chosen].tolist(), self._y[chosen].tolist(), strict=True)
        return list(zip(self._left[chosen].tolist(), self._cost[chosen].tolist(), where, strict=True))
