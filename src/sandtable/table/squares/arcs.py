"""What lies before, beside and behind a base: arcs of 180 and 90 degrees, and what it can strike at."""

from __future__ import annotations

from typing import Literal

from sandtable.table.squares.bases import Base
from sandtable.table.squares.spaces import Facing, Space, gap, laid

Arc = Literal[90, 180]
Zone = Literal["front", "side", "rear"]


def is_ahead(base: Base, offset: Space, arc: Arc) -> bool:
    """An offset that is no part of a base lies in its arc.

    180 degrees are all that is not behind its rear edge; 90 are its front row, a space wider on each side
    with every row.
    """
    left, rear, right, front = base.extent
    dx, dy = offset
    if arc == 90:
        rows = dy - front
        return rows >= 1 and left - rows <= dx <= right + rows
    return dy >= rear and not (left <= dx <= right and dy <= front)


def in_arc(base: Base, at: Space, facing: Facing, space: Space, arc: Arc) -> bool:
    """A space lies in the arc of somebody who stands and faces so."""
    return is_ahead(base, base.offset(at, facing, space), arc)


def zone(base: Base, at: Space, facing: Facing, space: Space) -> Zone | None:
    """Where a space beside a base lies; the corners belong to its front and to its rear."""
    left, rear, right, front = base.extent
    dx, dy = base.offset(at, facing, space)
    if not (left - 1 <= dx <= right + 1 and rear - 1 <= dy <= front + 1):
        return None
    if dy > front:
        return "front"
    if dy < rear:
        return "rear"
    return "side" if dx < left or dx > right else None


def zone_offsets(base: Base, which: Zone) -> tuple[Space, ...]:
    """The offsets of a zone, from the rear left."""
    left, rear, right, front = base.extent
    if which == "side":
        return tuple((x, y) for y in range(rear, front + 1) for x in (left - 1, right + 1))
    row = front + 1 if which == "front" else rear - 1
    return tuple((x, row) for x in range(left - 1, right + 2))


def ahead_at(base: Base, far: int) -> tuple[Space, ...]:
    """The offsets in the arc of 90 degrees that are so far from the nearest space of a base."""
    left, _, right, front = base.extent
    return tuple(
        (x, y)
        for y in range(front + 1, front + far + 1)
        for x in range(left - far, right + far + 1)
        if is_ahead(base, (x, y), 90) and gap(base.offsets, ((x, y),)) == far
    )


def row_ahead(base: Base, far: int, wider: int) -> tuple[Space, ...]:
    """The offsets of the row so many spaces ahead, so many spaces wider on each side than the base."""
    left, _, right, front = base.extent
    return tuple((x, front + far) for x in range(left - wider, right + wider + 1))


def spaces_in(zone_of: tuple[Space, ...], at: Space, facing: Facing) -> tuple[Space, ...]:
    """The spaces that offsets mean for somebody who stands and faces so."""
    return laid(zone_of, at, facing)
