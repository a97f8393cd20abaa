"""Shapes of terrain as people write them: corners, the limits of a box, a wall along a line, a circle."""

from __future__ import annotations

from math import degrees

from sandtable.binding.positions import Place
from sandtable.kernel.arithmetic import atan2, hypot
from sandtable.table.measure import Models, Point
from sandtable.table.terrain import box_outline, circle, rectangle, wall

Box = tuple[float, float, float, float]
"""West, south, east and north limits."""
Disc = tuple[float, float, float]
"""East, north and radius."""


def outline_of(
    place: Place,
    kind: str,
    *,
    outline: Models | None = None,
    area: Box | None = None,
    along: tuple[Point, Point] | None = None,
    thickness: float = 1.0,
    disc: Disc | None = None,
    rule: str = "",
) -> Models:
    """The outline of a piece of this kind, which has one shape, and that with an inside."""
    given = [one for one in (outline, area, along, disc) if one is not None]
    if len(given) != 1:
        reason = f"the {kind} has {len(given)} shapes."
        raise place.refuse(reason, "Give one of outline, area, wall and circle.", rule)
    if area is not None and area[0] < area[2] and area[1] < area[3]:
        return box_outline(*area)
    if along is not None and along[0] != along[1] and thickness > 0.0:
        return wall(*along, thickness)
    if disc is not None and disc[2] > 0.0:
        return circle((disc[0], disc[1]), disc[2])
    if outline is not None and len(set(outline)) >= 3:
        return outline
    raise place.refuse(f"the {kind} has no size.", "Give a shape with an inside.", rule)


def opening_in(outline: Models, at: Point, width: float, thickness: float) -> Models:
    """An opening in the wall nearest to a point."""
    best: tuple[float, Point, float] | None = None
    for place, (ax, ay) in enumerate(outline):
        bx, by = outline[(place + 1) % len(outline)]
        length = hypot(bx - ax, by - ay)
        if length <= 0.0:
            continue
        share = ((at[0] - ax) * (bx - ax) + (at[1] - ay) * (by - ay)) / (length * length)
        share = min(1.0, max(0.0, share))
        foot = (ax + (bx - ax) * share, ay + (by - ay) * share)
        far = hypot(foot[0] - at[0], foot[1] - at[1])
        if best is None or far < best[0]:
            best = (far, foot, degrees(atan2(by - ay, bx - ax)))
    assert best is not None
    return rectangle(best[1], width, thickness, best[2])
