"""Contact: who touches whom, base to base or across an obstacle."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt

from sandtable.kernel.arithmetic import hypot, square
from sandtable.table.measure import CONTACT, NEAR, Body, Models, Point
from sandtable.table.shapes import spans_inside
from sandtable.table.terrain import THICKEST_WALL, Area, Ground, areas_near
from sandtable.table.units.cover import crosses
from sandtable.table.units.groups import box_gap, group_box, in_contact, models_in_contact

CLEAR = 1e-6
"""A base is set down this far from a wall, so that rounding never leaves it resting on the wall."""
TOUCH = CONTACT + 2 * CLEAR
"""Who is exactly as far from a wall as touches it, touches it, and whoever is set down across it too."""


@lru_cache(maxsize=1024)
def thickness(area: Area) -> float:
    """How thick an obstacle is across its narrowest way."""
    narrowest = 1e9
    for ax, ay, dx, dy, length in area.edges:
        farthest = max(abs((bx - ax) * dy - (by - ay) * dx) / sqrt(length) for bx, by, _, _, _ in area.edges)
        narrowest = min(narrowest, farthest)
    return narrowest


def touches_across(area: Area, a: Point, radius_a: float, b: Point, radius_b: float) -> bool:
    """Two models touch across an obstacle that both touch, no farther apart than it is thick."""
    if hypot(a[0] - b[0], a[1] - b[1]) - radius_a - radius_b > thickness(area) + TOUCH:
        return False
    return (
        area.distance(*a) <= radius_a + TOUCH
        and area.distance(*b) <= radius_b + TOUCH
        and crosses(a, b, area)
    )


def groups_touch(ground: Ground, a: Models, radius_a: float, b: Models, radius_b: float) -> bool:
    """Two groups have models in base contact, directly or across an obstacle."""
    return in_contact(a, radius_a, b, radius_b) or bool(
        models_touching(ground, a, radius_a, (b, radius_b), is_across_only=True)
    )


def models_touching(
    ground: Ground, models: Models, radius: float, other: Body, is_across_only: bool = False
) -> tuple[int, ...]:
    """Which models of a group touch a model of another, directly or across an obstacle."""
    theirs, their_radius = other
    if not models or not theirs:
        return ()
    reach = radius + their_radius + CONTACT + 1e-9
    mine, box = group_box(models), group_box(theirs)
    if box_gap(mine, box) > reach + THICKEST_WALL + NEAR:
        return ()
    margin = their_radius + TOUCH
    wide = (box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin)
    walls = areas_near(ground.obstacles, wide)
    if not walls:
        return () if is_across_only else models_in_contact(models, radius, theirs, their_radius)
    return tuple(
        index
        for index, one in enumerate(models)
        if any(
            (not is_across_only and hypot(one[0] - x, one[1] - y) <= reach)
            or any(touches_across(wall, one, radius, (x, y), their_radius) for wall in walls)
            for x, y in theirs
        )
    )


def across_places(ground: Ground, target: Body, radius: float) -> list[Point]:
    """The places straight across an obstacle from each target model that touches it."""
    models, other = target
    reach = other + TOUCH
    places: list[Point] = []
    for wall in ground.obstacles:
        for x, y in models:
            if not wall.is_near(x, y, reach) or not NEAR < wall.distance(x, y) <= reach:
                continue
            foot = _nearest_foot(wall, (x, y))
            far = hypot(foot[0] - x, foot[1] - y)
            ux, uy = (foot[0] - x) / far, (foot[1] - y) / far
            end = (foot[0] + ux * 2.0, foot[1] + uy * 2.0)
            spans = spans_inside(foot, end, wall.edges)
            through = spans[0][1] * 2.0 if spans else 0.0
            beyond = far + through + radius + CLEAR
            place = (x + ux * beyond, y + uy * beyond)
            # At the end of a wall the line between them only runs along it, and nobody is on the other side.
            if touches_across(wall, place, radius, (x, y), other):
                places.append(place)
    return places


def _nearest_foot(area: Area, point: Point) -> Point:
    best = 1e18
    foot = point
    for ax, ay, dx, dy, length in area.edges:
        along = ((point[0] - ax) * dx + (point[1] - ay) * dy) / length
        along = min(1.0, max(0.0, along))
        x, y = ax + dx * along, ay + dy * along
        near = square(x - point[0]) + square(y - point[1])
        if near < best:
            best, foot = near, (x, y)
    return foot
