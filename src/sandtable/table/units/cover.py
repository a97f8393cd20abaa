"""Cover: which models of a group are protected against an attacking group, and by what."""

from __future__ import annotations

import msgspec

from sandtable.kernel.arithmetic import hypot
from sandtable.table.measure import NEAR, Models, Point
from sandtable.table.shapes import spans_strictly_inside
from sandtable.table.terrain import Area, Ground, areas_near
from sandtable.table.units.groups import group_box


class Cover(msgspec.Struct, frozen=True):
    """Which models of a group are in cover against an attacker, and the piece that protects each of them."""

    models: tuple[int, ...]
    pieces: tuple[str, ...]
    count: int
    """How many models the group has."""

    def has_share(self, least: float) -> bool:
        """At least a share of the models are in cover."""
        return len(self.models) >= least * self.count > 0


def cover(ground: Ground, attackers: Models, targets: Models, target_radius: float, reach: float) -> Cover:
    """A model is in cover behind a near obstacle, or in a cover area that its nearest attacker is not in.

    An obstacle protects a model when the line from the nearest attacking model crosses it and it is within
    reach of the rim of the protected base.
    """
    margin = reach + target_radius + NEAR
    west, south, east, north = group_box(targets)
    obstacles = areas_near(ground.obstacles, (west - margin, south - margin, east + margin, north + margin))
    areas = areas_near(ground.cover, (west, south, east, north))
    if not obstacles and not areas:
        return Cover((), (), len(targets))
    covered: list[int] = []
    pieces: list[str] = []
    for index, target in enumerate(targets):
        attacker = nearest_of(attackers, target)
        name = _protection(attacker, target, obstacles, areas, margin)
        if name is not None:
            covered.append(index)
            pieces.append(name)
    return Cover(tuple(covered), tuple(pieces), len(targets))


def nearest_of(models: Models, point: Point) -> Point:
    """The model nearest to a point; of equally near ones the first in model order."""
    px, py = point
    best = models[0]
    least = hypot(best[0] - px, best[1] - py)
    for x, y in models[1:]:
        near = hypot(x - px, y - py)
        if near < least - 1e-9:
            best, least = (x, y), near
    return best


def _protection(
    attacker: Point, target: Point, obstacles: list[Area], areas: list[Area], margin: float
) -> str | None:
    for area in obstacles:
        if (
            area.is_near(target[0], target[1], margin)
            and area.distance(target[0], target[1]) <= margin
            and crosses(attacker, target, area)
        ):
            return area.id
    for area in areas:
        if area.holds(*target) and not area.holds(*attacker):
            return area.id
    return None


def crosses(a: Point, b: Point, area: Area) -> bool:
    """A line crosses an area if it runs through it; touching its border is not crossing."""
    west, east = (a[0], b[0]) if a[0] < b[0] else (b[0], a[0])
    south, north = (a[1], b[1]) if a[1] < b[1] else (b[1], a[1])
    if area.west > east or west > area.east or area.south > north or south > area.north:
        return False
    length = hypot(b[0] - a[0], b[1] - a[1])
    inside = spans_strictly_inside(a, b, area.edges, 1e-6)
    return any((end - start) * length > NEAR for start, end in inside)
