"""Zones: the parts of a table in which a whole base must lie."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import sqrt
from typing import Any

import msgspec

from sandtable.kernel.arithmetic import square
from sandtable.table.measure import NEAR, Box, Models, Point
from sandtable.table.shapes import box_of, distance, part_way
from sandtable.table.terrain import Ground

EVERYWHERE: Box = (-1e6, -1e6, 1e6, 1e6)
LARGEST = 6.0
"""Boxes of zones that a base may stick out of have room for the largest base there is; `holds` decides."""


class Zone(msgspec.Struct, frozen=True):
    """A part of the table; `holds` takes numbers, or arrays of numbers for many bases at once."""

    def holds(self, x: Any, y: Any, radius: float) -> Any:
        """A base lies in the zone."""
        raise NotImplementedError

    def surrounds(self, x: float, y: float, radius: float) -> bool:
        """Every smaller base that lies in a large one here lies in the zone."""
        return bool(self.holds(x, y, radius))

    def holds_all(self, box: Box, radius: float) -> bool:
        """Every base with its middle in an upright box surely lies in the zone."""
        return False

    @property
    def box(self) -> Box:
        """An upright box around the zone."""
        return EVERYWHERE

    def widened(self, by: float) -> Zone:
        """The zone with its least distances lowered and its greatest distances raised."""
        raise NotImplementedError


class Field(Zone, frozen=True, tag="field"):
    """The bases wholly inside an upright rectangle."""

    west: float
    south: float
    east: float
    north: float

    def holds(self, x: Any, y: Any, radius: float) -> Any:
        slack = radius - NEAR
        return (
            (x - slack >= self.west)
            & (x + slack <= self.east)
            & (y - slack >= self.south)
            & (y + slack <= self.north)
        )

    def holds_all(self, box: Box, radius: float) -> bool:
        west, south, east, north = box
        return bool(self.holds(west, south, radius) and self.holds(east, north, radius))

    @property
    def box(self) -> Box:
        return (self.west, self.south, self.east, self.north)

    def widened(self, by: float) -> Zone:
        return Field(self.west - by, self.south - by, self.east + by, self.north + by)


class NearPoint(Zone, frozen=True, tag="near point"):
    """The bases of which no part is farther from a point than a distance."""

    point: Point
    distance: float

    def holds(self, x: Any, y: Any, radius: float) -> Any:
        reach = max(self.distance - radius + NEAR, 0.0)
        return (x - self.point[0]) ** 2 + (y - self.point[1]) ** 2 <= reach * reach

    def surrounds(self, x: float, y: float, radius: float) -> bool:
        return radius <= self.distance and bool(self.holds(x, y, radius))

    def holds_all(self, box: Box, radius: float) -> bool:
        reach = max(self.distance - radius, 0.0)
        x, y = self.point
        east, north = max(x - box[0], box[2] - x), max(y - box[1], box[3] - y)
        return east * east + north * north <= reach * reach

    @property
    def box(self) -> Box:
        return box_of((self.point,), self.distance)

    def widened(self, by: float) -> Zone:
        return NearPoint(self.point, self.distance + by)


class FarFromPoint(Zone, frozen=True, tag="far from point"):
    """The bases of which no part is nearer to a point than a distance."""

    point: Point
    distance: float

    def holds(self, x: Any, y: Any, radius: float) -> Any:
        reach = max(self.distance + radius - NEAR, 0.0)
        return (x - self.point[0]) ** 2 + (y - self.point[1]) ** 2 >= reach * reach

    def holds_all(self, box: Box, radius: float) -> bool:
        reach = self.distance + radius
        x, y = self.point
        east, north = max(box[0] - x, x - box[2], 0.0), max(box[1] - y, y - box[3], 0.0)
        return east * east + north * north >= reach * reach

    def widened(self, by: float) -> Zone:
        return FarFromPoint(self.point, max(self.distance - by, 0.0))


class HalfPlane(Zone, frozen=True, tag="half plane"):
    """The bases wholly on the side of a line where east * x + north * y is at most a limit."""

    east: float
    north: float
    limit: float

    def holds(self, x: Any, y: Any, radius: float) -> Any:
        length = sqrt(self.east * self.east + self.north * self.north)
        return self.east * x + self.north * y <= self.limit - (radius - NEAR) * length

    def holds_all(self, box: Box, radius: float) -> bool:
        length: float = sqrt(self.east * self.east + self.north * self.north)
        east = max(self.east * box[0], self.east * box[2])
        north = max(self.north * box[1], self.north * box[3])
        return east + north <= self.limit - radius * length

    def widened(self, by: float) -> Zone:
        length = sqrt(self.east * self.east + self.north * self.north)
        return HalfPlane(self.east, self.north, self.limit + by * length)


class NearGroup(Zone, frozen=True, tag="near group"):
    """The bases with a gap of at most a distance from some model of a group."""

    models: Models
    radius: float
    distance: float

    def holds(self, x: Any, y: Any, radius: float) -> Any:
        reach = square(self.distance + self.radius + radius + NEAR)
        found: Any = False
        for ox, oy in self.models:
            found = ((x - ox) ** 2 + (y - oy) ** 2 <= reach) | found
        return found

    def surrounds(self, x: float, y: float, radius: float) -> bool:
        # A large base is nearer to the group than a small one in it.
        reach = self.distance + self.radius + NEAR - radius
        return reach > 0.0 and any(
            (x - ox) * (x - ox) + (y - oy) * (y - oy) <= reach * reach for ox, oy in self.models
        )

    @property
    def box(self) -> Box:
        return box_of(self.models, self.distance + self.radius + LARGEST)

    def widened(self, by: float) -> Zone:
        return NearGroup(self.models, self.radius, self.distance + by)


class MiddleIn(Zone, frozen=True, tag="middle in"):
    """The bases and markers whose middle lies in another zone, however large they are."""

    zone: Zone

    def holds(self, x: Any, y: Any, radius: float) -> Any:
        return self.zone.holds(x, y, 0.0)

    @property
    def box(self) -> Box:
        west, south, east, north = self.zone.box
        return (west - LARGEST, south - LARGEST, east + LARGEST, north + LARGEST)

    def widened(self, by: float) -> Zone:
        return MiddleIn(self.zone.widened(by))


class Several(Zone, frozen=True):
    """What follows from several zones."""

    zones: tuple[Zone, ...]

    def widened(self, by: float) -> Zone:
        return msgspec.structs.replace(self, zones=tuple(zone.widened(by) for zone in self.zones))


class Every(Several, frozen=True, tag="every"):
    """The bases that lie in each of several zones."""

    def holds(self, x: Any, y: Any, radius: float) -> Any:
        found: Any = True
        for zone in self.zones:
            found = zone.holds(x, y, radius) & found
            if found is False:
                break
        return found

    def surrounds(self, x: float, y: float, radius: float) -> bool:
        return all(zone.surrounds(x, y, radius) for zone in self.zones)

    def holds_all(self, box: Box, radius: float) -> bool:
        return all(zone.holds_all(box, radius) for zone in self.zones)

    @property
    def box(self) -> Box:
        return _box_of_all(self.zones, max, min)


class Some(Several, frozen=True, tag="some"):
    """The bases that lie in at least one of several zones."""

    def holds(self, x: Any, y: Any, radius: float) -> Any:
        found: Any = False
        for zone in self.zones:
            found = zone.holds(x, y, radius) | found
        return found

    def surrounds(self, x: float, y: float, radius: float) -> bool:
        return any(zone.surrounds(x, y, radius) for zone in self.zones)

    def holds_all(self, box: Box, radius: float) -> bool:
        return any(zone.holds_all(box, radius) for zone in self.zones)

    @property
    def box(self) -> Box:
        return _box_of_all(self.zones, min, max)


@lru_cache(maxsize=512)
def _box_of_all(
    zones: tuple[Zone, ...], low: Callable[[list[float]], float], high: Callable[[list[float]], float]
) -> Box:
    west, south, east, north = ([*ends] for ends in zip(*[zone.box for zone in zones], strict=True))
    return (low(west), low(south), high(east), high(north))


def holds_part_of(zone: Zone, outline: Sequence[Point]) -> bool:
    """Whether some point of a rim, looked at every half inch, lies in a zone."""
    for start, end in pairwise((*outline, outline[0])):
        steps = int(2 * distance(start, end)) + 1
        if any(zone.holds(*part_way(start, end, step / steps), 0.0) for step in range(steps)):
            return True
    return False


def whole_table(ground: Ground) -> Zone:
    """The bases wholly on the table."""
    return Field(0.0, 0.0, ground.width, ground.depth)


def near_edge(ground: Ground, edge: str, distance: float) -> Zone:
    """The bases wholly within a distance of one edge: "south", "north", "west" or "east"."""
    return {
        "south": Field(0.0, 0.0, ground.width, distance),
        "north": Field(0.0, ground.depth - distance, ground.width, ground.depth),
        "west": Field(0.0, 0.0, distance, ground.depth),
        "east": Field(ground.width - distance, 0.0, ground.width, ground.depth),
    }[edge]


def near_any_edge(ground: Ground, distance: float) -> Zone:
    """The bases wholly within a distance of at least one edge."""
    return Some(tuple(near_edge(ground, edge, distance) for edge in ("south", "north", "west", "east")))
