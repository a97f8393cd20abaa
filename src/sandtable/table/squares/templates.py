"""Templates: circles on the middle of a space or on the point where four meet, and wedges from a base."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from sandtable.table.squares.arcs import Arc, is_ahead
from sandtable.table.squares.bases import Base
from sandtable.table.squares.spaces import Space

Spot = tuple[int, int]
"""A point in half spaces from the south-west: two odd numbers are a middle, two even ones a corner."""
PARTS = 32
"""A space is looked at in so many parts each way to tell how much of it is covered."""


def middle_of(space: Space) -> Spot:
    """The middle of a space."""
    return (2 * space[0] + 1, 2 * space[1] + 1)


def corner_of(space: Space) -> Spot:
    """The point at the north-east of a space, where four meet."""
    return (2 * space[0] + 2, 2 * space[1] + 2)


def spaces_at(spot: Spot) -> tuple[Space, ...]:
    """The space of which a spot is the middle, or the four that meet there, from the south-west."""
    across = (spot[0] // 2,) if spot[0] % 2 else (spot[0] // 2 - 1, spot[0] // 2)
    along = (spot[1] // 2,) if spot[1] % 2 else (spot[1] // 2 - 1, spot[1] // 2)
    return tuple((x, y) for y in along for x in across)


def circle(spot: Spot, diameter: int, share: tuple[int, int] = (1, 2)) -> tuple[Space, ...]:
    """The spaces of which a circle covers a share or more, row by row from the south."""
    x, y = spot[0] // 2, spot[1] // 2
    return tuple((x + dx, y + dy) for dx, dy in _circle(spot[0] % 2, spot[1] % 2, diameter, share))


@lru_cache(maxsize=64)
def _circle(odd_x: int, odd_y: int, diameter: int, share: tuple[int, int]) -> tuple[Space, ...]:
    far, (part, of) = diameter // 2 + 2, share
    # The middles of the parts of a space lie at odd numbers of halves of a part.
    centre = (odd_x * PARTS, odd_y * PARTS)
    reach = diameter * PARTS
    found: list[Space] = []
    for y in range(-far, far + 1):
        for x in range(-far, far + 1):
            across = [(2 * PARTS * x + 2 * one + 1 - centre[0]) ** 2 for one in range(PARTS)]
            along = [(2 * PARTS * y + 2 * one + 1 - centre[1]) ** 2 for one in range(PARTS)]
            covered = sum(1 for a in across for b in along if a + b <= reach * reach)
            if covered * of >= part * PARTS * PARTS:
                found.append((x, y))
    return tuple(found)


@lru_cache(maxsize=256)
def wedge(axis: Space, length: int, narrowness: int = 3) -> tuple[Space, ...]:
    """The offsets whose middles lie in a triangle that leads from the middle of a space along an axis.

    It is as long as told, and to each side as wide as its length divided by its narrowness.
    """
    ax, ay = axis
    found: list[Space] = []
    for y in range(-length, length + 1):
        for x in range(-length, length + 1):
            along, aside = x * ax + y * ay, abs(x * ay - y * ax)
            is_near = along * along <= length * length * (ax * ax + ay * ay)
            if along > 0 and is_near and narrowness * aside <= along:
                found.append((x, y))
    return tuple(found)


def lies_in_arc(offsets: Iterable[Space], base: Base, start: Space, arc: Arc) -> bool:
    """Whether all of a template that begins at a space of a base lies in an arc, the base itself aside."""
    own = {*base.offsets}
    laid = ((start[0] + dx, start[1] + dy) for dx, dy in offsets)
    return all(one in own or is_ahead(base, one, arc) for one in laid)


def starts(base: Base, axis: Space) -> tuple[Space, ...]:
    """From which spaces of a base a wedge begins: its front row, and its side if it leads more aside."""
    left, rear, right, front = base.extent
    row = tuple((x, front) for x in range(left, right + 1))
    if abs(axis[0]) <= axis[1]:
        return row
    side = right if axis[0] > 0 else left
    return (*row, *((side, y) for y in range(rear, front) if (side, y) not in row))
