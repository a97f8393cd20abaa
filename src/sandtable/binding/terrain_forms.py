"""Shapes of terrain as people write them: corners, the limits of a box, a wall along a line, a circle."""

from __future__ import annotations

from sandtable.binding.positions import Place
from sandtable.table.measure import Models, Point
from sandtable.table.terrain import box_outline, circle, wall

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
