"""Going round: what a figure does not enter, as discs in its way, and flights round the corners of that."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, pi, radians

import msgspec

from sandtable.kernel.arithmetic import cos, hypot, sin
from sandtable.table.figures.bases import Base, Disc, Mover
from sandtable.table.figures.footing import Footing
from sandtable.table.figures.legs import Leg, Route
from sandtable.table.figures.routes import contact_places
from sandtable.table.figures.terrain import TOUCHING
from sandtable.table.measure import Point
from sandtable.table.shapes import distance, segment_point_distance

HIGH = 100.0
"""As high as nobody gets."""
COLUMNS = 7
"""As many discs in a row cover a wall."""
SIDES = 8
"""A flight round a disc has so many corners."""

Flight = tuple[float, tuple[Point, ...]]
"""How far a flight is, and by which places it leads."""


def meets(path: Sequence[Point], discs: Sequence[Disc]) -> bool:
    """Whether a way touches any of these discs."""
    return any(
        segment_point_distance(a, b, (disc.x, disc.y)) < disc.reach
        for a, b in zip(path, path[1:], strict=False)
        for disc in discs
    )


def kept_off(figure: Base, at: Point, reach: float) -> Disc:
    """A disc that a figure goes round; it has the id of that figure, since it is nobody else."""
    return Disc(figure.id, at[0], at[1], reach, 0.0, HIGH, False)


def wall_kept_off(
    figure: Base, at: Point, length: float, depth: float, turn: float, bulge: float
) -> list[Disc]:
    """A wall as discs: two rows along its sides, its ends, its corners, larger so that no gap is left."""
    angle, half, deep = radians(turn), length / 2, depth / 2
    inset = deep / 2
    columns = [(half - inset) * (2 * number / (COLUMNS - 1) - 1) for number in range(COLUMNS)]
    wide = [(x, y) for x in columns for y in (-inset, inset)] + [(columns[0], 0.0), (columns[-1], 0.0)]
    corners = [(x, y) for x in (-half, half) for y in (-deep, deep)]
    found = []
    for (along, across), size in [*((one, inset) for one in wide), *((one, 0.0) for one in corners)]:
        x = at[0] + along * cos(angle) - across * sin(angle)
        y = at[1] + along * sin(angle) + across * cos(angle)
        # A figure that stands close to the wall without touching it must be free to walk away.
        far = hypot(x - figure.at[0], y - figure.at[1])
        found.append(kept_off(figure, (x, y), min(size + figure.radius + bulge, far)))
    return found


def corners_round(disc: Disc, bulge: float) -> list[Point]:
    """Places round a disc, from each of which a straight way leads past it to the next."""
    far = disc.reach / cos(pi / SIDES) + bulge
    angles = (2 * pi * number / SIDES for number in range(SIDES))
    return [(disc.x + far * cos(angle), disc.y + far * sin(angle)) for angle in angles]


class FlightsRound:
    """The ways of a flyer round the corners of what it does not enter."""

    def __init__(self, figure: Mover, closed: Sequence[Disc], corners: Sequence[Point]) -> None:
        self._figure = figure
        self._closed = closed
        self._known = self._to_corners(corners) if closed else {}

    def is_open(self, at: Point) -> bool:
        """Whether the straight flight to a place enters nothing of it."""
        return not meets((self._figure.at, at), self._closed)

    def _to_corners(self, corners: Sequence[Point]) -> dict[Point, Flight]:
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
                length = far + distance(here, there)
                if there not in front or length < front[there][0]:
                    front[there] = (length, (*path, there))
        return found

    def within(self, places: list[tuple[Point, float]], limit: float) -> list[tuple[Point, float]]:
        """Those of the places, with what they cost, to which a flight leads within a limit."""
        if not self._closed:
            return places
        flown = [(at, cost if self.is_open(at) else self._round(at)[0]) for at, cost in places]
        return [(at, cost) for at, cost in flown if cost <= limit + TOUCHING]

    def _round(self, at: Point) -> Flight:
        """The shortest flight to a place round corners."""
        ways = [
            (far + distance(corner, at), (*path, at))
            for corner, (far, path) in self._known.items()
            if not meets((corner, at), self._closed)
        ]
        return min(ways, default=(inf, ()))

    def bent(self, way: Route | None, limit: float) -> Route | None:
        """A flight, round the corners where it must be; None where that is too far."""
        if way is None or not way.legs or self.is_open(way.end):
            return way
        length, path = self._round(way.end)
        if length > limit + TOUCHING:
            return None
        foot, top = way.legs[0].foot, way.legs[-1].top
        legs = tuple(
            Leg("fly", a, b, foot, top if b == way.end else foot, distance(a, b))
            for a, b in zip(path, path[1:], strict=False)
        )
        return msgspec.structs.replace(way, legs=legs, path=path, cost=length, length=length)

    def to_contact(self, footing: Footing, target: Base, limit: float) -> Route | None:
        """The shortest flight into contact with an opponent, on whichever side of it that ends."""
        start, foot, found = self._figure.at, self._figure.elevation, []
        for to, height in contact_places(footing, target):
            far, rough = distance(start, to), self._figure.rough
            leg = Leg("fly", start, to, foot, height, far)
            way = self.bent(Route((leg,), (start, to), far, far, rough, height, contact=target.id), limit)
            if way is not None and way.cost <= limit + TOUCHING:
                found.append(way)
        return min(found, key=lambda one: one.cost, default=None)
