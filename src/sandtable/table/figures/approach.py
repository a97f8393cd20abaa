"""Approaches: how a figure gets as near to a goal as it may, out of contact and beside its comrades."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Generic, TypeVar

import numpy

from sandtable.kernel.arithmetic import hypot
from sandtable.table.figures.bases import A_HAIR, Base, Mover, gap_from, is_clear_of, is_near_any
from sandtable.table.figures.last_inches import walked_out
from sandtable.table.figures.legs import Route
from sandtable.table.figures.long_ways import Way
from sandtable.table.figures.ranking import Ranked, RankedPlaces
from sandtable.table.figures.reach import Reach
from sandtable.table.figures.routes import route
from sandtable.table.figures.terrain import TOUCHING
from sandtable.table.measure import Point

TRIES = 6
"""How many places are tried before a figure stays where it is."""
_H = 0.7071067811865476
AROUND = ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (_H, _H), (_H, -_H), (-_H, _H), (-_H, -_H))
"""The eight directions in which places beside another are looked for."""

Reached = TypeVar("Reached", bound=Reach)


@dataclass(eq=False)
class Approach(ABC, Generic[Reached]):
    """A figure that goes towards a goal, with what it has to heed on the way."""

    mover: Mover
    way: Way
    limit: float
    """What its move may cost."""
    foes: Sequence[Base]
    comrades: Sequence[Base]
    """Those who have moved before; it ends beside one of them, if there is any."""
    off: float
    """How far from the goal it stops at the nearest."""
    short: float
    """How far it stops short of others."""
    near: float
    """The widest gap to a comrade beside whom it stands."""

    def __post_init__(self) -> None:
        self.clear = self.short - A_HAIR
        self._ranked: dict[float, RankedPlaces] = {}
        self._reaches: dict[float, Reached] = {}
        self._plain: list[Reached] = []

    @abstractmethod
    def look(self, farthest: float) -> Reached:
        """Everywhere it could get with an allowance, whatever lies there."""

    @abstractmethod
    def heeding(self, plain: Reached) -> Reached:
        """What is left of that where it goes round what it had better not enter."""

    # ---- places --------------------------------------------------------------------------------

    def left_from(self, at: Point) -> float:
        """How far it is still to go from a place."""
        return self.way.left_from(at)

    def on_from(self, at: Point, far: float) -> Point:
        """Where so many inches from a place lead on the way to the goal."""
        return self.way.point_after(at, far)

    def keeps_off(self, at: Point) -> bool:
        """Whether it would be out of contact at a place."""
        return is_clear_of(at, self.mover, self.foes, self.clear)

    def is_beside(self, at: Point) -> bool:
        """Whether it would be beside a comrade at a place; the first who moves is free."""
        return not self.comrades or is_near_any(at, self.mover, self.comrades, self.near)

    def is_for(self, at: Point) -> bool:
        """Whether it may end its move at a place."""
        return self.is_beside(at) and self.keeps_off(at)

    def can_stand(self, at: Point) -> bool:
        """Whether nothing and nobody is where it would end."""
        footing = self._plain[0].footing
        return footing.can_end(at, footing.terrain.level_at(at))

    def reach(self, farthest: float) -> Reached:
        """Everywhere it can get with an allowance."""
        found = self._reaches.get(farthest)
        if found is None:
            wider = next((one for one in self._plain if one.limit > farthest), None)
            plain = wider.cut(farthest) if wider else self.look(farthest)
            self._plain.append(plain)
            found = self._reaches[farthest] = self.heeding(plain)
        return found

    def ranked(self, farthest: float) -> RankedPlaces:
        """The places it can get to out of contact, the one nearest to the goal first."""
        found = self._ranked.get(farthest)
        if found is None:
            found = self._ranked[farthest] = self._looked_for(farthest)
        return found

    def _looked_for(self, farthest: float) -> RankedPlaces:
        reached = self.reach(farthest)
        exact = list(self._exact(farthest))
        known = reached.places_clear_of(self.foes, self.clear)
        if known is not None:
            grid, places, costs = known
            left, sure = self.way.left_for_sure(grid, places)
            rest = partial(self.way.left_from_places, grid, places)
            where = (grid.x[places], grid.y[places])
            return RankedPlaces(left, sure, costs, where, places, exact, self._holds(reached), rest)
        flown = [one for one in reached.places() if self.keeps_off(one[0])]
        left, costs = numpy.array([(self.left_from(at), cost) for at, cost in flown]).reshape(-1, 2).T
        x, y = numpy.array([at for at, _ in flown]).reshape(-1, 2).T
        return RankedPlaces(left, inf, costs, (x, y), None, exact, self._holds(reached), lambda: left)

    def _holds(self, reached: Reach) -> Callable[[Point], bool]:
        """Whether it can stand at a place out of contact."""
        return lambda at: reached.can_end(at) and self.keeps_off(at)

    def _exact(self, farthest: float) -> Iterator[Ranked]:
        """The place to which the whole allowance leads, and places right beside comrades."""
        x, y = self.mover.at
        far = min(farthest, self.left_from(self.mover.at) - self.off)
        if far > A_HAIR:
            at = self.on_from(self.mover.at, far)
            yield self.left_from(at), far, at
            part = self.reach(farthest).through_rough(at, self.limit)
            if part is not None:
                yield self.left_from(part.end), part.cost, part.end
        for one in self.comrades:
            apart = one.radius + self.mover.radius + self.short
            if hypot(one.at[0] - x, one.at[1] - y) <= farthest + apart:
                for dx, dy in AROUND:
                    at = (one.at[0] + apart * dx, one.at[1] + apart * dy)
                    far = hypot(at[0] - x, at[1] - y)
                    if far <= farthest:
                        yield self.left_from(at), far, at

    def together(self, places: RankedPlaces) -> Iterator[Ranked]:
        """Those of the places that are beside a comrade."""
        if not self.comrades:
            return iter(places)
        wide = self.mover.radius + self.near + 2 * TOUCHING + A_HAIR
        around = [(one.at, one.radius + wide) for one in self.comrades]
        return (one for one in places.near(around) if self.is_beside(one[2]))

    # ---- ways ----------------------------------------------------------------------------------

    def straight_on(self, farthest: float) -> Route | None:
        """The whole allowance straight towards the goal, where nothing is nearer than that and it is open."""
        if type(self.way) is not Way:
            return None
        start = self.mover.at
        far = min(farthest, self.left_from(start) - self.off)
        if far <= A_HAIR:
            return None
        at = self.on_from(start, far)
        if not self.is_for(at) or not self.reach(farthest).is_open(at):
            return None
        footing = self._plain[0].footing
        return route(footing, at, footing.terrain.level_at(at), farthest)

    def nearest_way(
        self, farthest: float, bent: float, route_to: Callable[[Point], Route | None]
    ) -> Route | None:
        """The way to the place from which the least is left: beside a comrade, or as near to one as can be.

        No way with corners costs more than `bent`.
        """
        places = self.ranked(farthest)
        for wanted in (self._nearer, self._nearest_to_comrade):
            found = self._first_way(wanted(places), bent, route_to)
            if found is not None:
                reached = self.reach(farthest)
                return reached.bent(walked_out(reached.footing, found, bent, self), bent) or found
        return None

    def _nearer(self, places: RankedPlaces) -> Iterator[Ranked]:
        if self.comrades:
            return self.together(places)
        here = self.left_from(self.mover.at)
        return (one for one in places if one[0] < here - A_HAIR)

    def _nearest_to_comrade(self, places: RankedPlaces) -> Iterator[Ranked]:
        """Where there is no place beside a comrade, the places nearest to one."""
        if not self.comrades or self.is_beside(self.mover.at):
            return iter(())
        far = [
            (min(gap_from(at, self.mover, one) for one in self.comrades), cost, at) for _, cost, at in places
        ]
        return iter(sorted(far))

    def _first_way(
        self, places: Iterable[Ranked], bent: float, route_to: Callable[[Point], Route | None]
    ) -> Route | None:
        """The way to the first place it can get to."""
        # A few are tried of those that a move pays for, that any way does, and that only a straight one may.
        allowances = (self.limit, bent, inf)
        tries = [TRIES, TRIES, TRIES]
        for _, cost, at in places:
            dear = next(place for place, most in enumerate(allowances) if cost <= most + A_HAIR)
            if tries[0] == 0:
                return None
            # A figure that skitters over a wall may pass places where nobody stands.
            if tries[dear] == 0 or not self.can_stand(at):
                continue
            tries[dear] -= 1
            found = route_to(at)
            if found is not None and found.length > A_HAIR:
                return found
        return None
