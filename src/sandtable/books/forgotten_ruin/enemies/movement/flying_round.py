"""Flights round what no enemy enters: gas, and the neighbourhood of a sleeper."""

from __future__ import annotations

from math import inf

import msgspec

from sandtable.books.forgotten_ruin.chapters.principles.conventions import TOLERANCE
from sandtable.books.forgotten_ruin.enemies.movement.avoiding import corners_round, meets, never_entered
from sandtable.books.forgotten_ruin.state import Battle, Figure
from sandtable.kernel.arithmetic import hypot
from sandtable.kernel.citation import rule
from sandtable.table.figures.footing import Footing
from sandtable.table.figures.legs import Leg, Route
from sandtable.table.figures.routes import contact_places
from sandtable.table.measure import Point

Flight = tuple[float, tuple[Point, ...]]
"""How far a flight is, and by which places it leads."""


class FlightsRound:
    """The ways of a flyer round the corners of what it does not enter."""

    def __init__(self, state: Battle, figure: Figure) -> None:
        self._figure = figure
        self._closed = never_entered(state, figure)
        self._known = self._to_corners(corners_round(state, figure)) if self._closed else {}

    def is_open(self, at: Point) -> bool:
        """Whether the straight flight to a place enters nothing of it."""
        return not meets((self._figure.at, at), self._closed)

    def _to_corners(self, corners: list[Point]) -> dict[Point, Flight]:
        """The shortest flight to every corner that can be got to: how far it is, and by which corners."""
        start = self._figure.at
        found: dict[Point, Flight] = {}
        front: dict[Point, Flight] = {start: (0.0, (start,))}
        while front:
            here = min(front, key=lambda one: (front[one][0], one))
            far, path = found[here] = front.pop(here)
            for there in corners:
                if there in found or meets((here, there), self._closed):
                    continue
                length = far + _far(here, there)
                if there not in front or length < front[there][0]:
                    front[there] = (length, (*path, there))
        return found

    def within(self, spots: list[tuple[Point, float]], limit: float) -> list[tuple[Point, float]]:
        """Those of the places, with what they cost, to which a flight leads within a limit."""
        if not self._closed:
            return spots
        flown = [(at, cost if self.is_open(at) else self._round(at)[0]) for at, cost in spots]
        return [(at, cost) for at, cost in flown if cost <= limit + TOLERANCE]

    def _round(self, at: Point) -> Flight:
        """The shortest flight to a place round corners."""
        ways = [
            (far + _far(corner, at), (*path, at))
            for corner, (far, path) in self._known.items()
            if not meets((corner, at), self._closed)
        ]
        return min(ways, default=(inf, ()))

    @rule("FR-SPL-27", "FR-SPM-21")
    def bent(self, way: Route | None, limit: float) -> Route | None:
        """A flight, round the corners where it must be; None where that is too far."""
        if way is None or not way.legs or self.is_open(way.end):
            return way
        length, path = self._round(way.end)
        if length > limit + TOLERANCE:
            return None
        foot, top = way.legs[0].foot, way.legs[-1].top
        legs = tuple(
            Leg("fly", a, b, foot, top if b == way.end else foot, _far(a, b))
            for a, b in zip(path, path[1:], strict=False)
        )
        return msgspec.structs.replace(way, legs=legs, path=path, cost=length, length=length)

    def to_contact(self, footing: Footing, target: Figure, limit: float) -> Route | None:
        """The shortest flight into contact with an opponent, on whichever side of it that ends."""
        start, foot, found = self._figure.at, self._figure.elevation, []
        for to, height in contact_places(footing, target):
            far, rough = _far(start, to), self._figure.rough
            leg = Leg("fly", start, to, foot, height, far)
            way = self.bent(Route((leg,), (start, to), far, far, rough, height, contact=target.id), limit)
            if way is not None and way.cost <= limit + TOLERANCE:
                found.append(way)
        return min(found, key=lambda one: one.cost, default=None)


def _far(one: Point, other: Point) -> float:
    return hypot(other[0] - one[0], other[1] - one[1])
