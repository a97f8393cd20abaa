"""Spaces, the four ways one can face, the eight ways one can step, and distances counted on squares."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Literal

from sandtable.table.measure import clusters

Space = tuple[int, int]
"""East of the western column, north of the southern row; as an offset, to the right and ahead."""
Facing = Literal["N", "E", "S", "W"]
FACINGS: tuple[Facing, ...] = ("N", "E", "S", "W")
"""Clockwise."""
DIRECTIONS: tuple[Space, ...] = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""North first, then clockwise; every second one is diagonal."""


def turned(offset: Space, facing: Facing) -> Space:
    """An offset told for somebody who faces north, as it lies for somebody who faces elsewhere."""
    dx, dy = offset
    if facing == "N":
        return (dx, dy)
    if facing == "E":
        return (dy, -dx)
    return (-dx, -dy) if facing == "S" else (-dy, dx)


def turned_back(offset: Space, facing: Facing) -> Space:
    """An offset as it lies for somebody who faces elsewhere, told as for somebody who faces north."""
    mirrored: dict[Facing, Facing] = {"N": "N", "E": "W", "S": "S", "W": "E"}
    return turned(offset, mirrored[facing])


def laid(offsets: Iterable[Space], at: Space, facing: Facing) -> tuple[Space, ...]:
    """The spaces that a list of offsets means for somebody who stands and faces so, in its order."""
    return tuple((at[0] + dx, at[1] + dy) for dx, dy in (turned(one, facing) for one in offsets))


def quarters(start: Facing, end: Facing) -> int:
    """How many quarter turns lead from one facing to another."""
    turns = (FACINGS.index(end) - FACINGS.index(start)) % 4
    return min(turns, 4 - turns)


def halves(a: Space, b: Space) -> int:
    """How far two spaces are apart in half spaces: a diagonal counts one and a half."""
    dx, dy = abs(a[0] - b[0]), abs(a[1] - b[1])
    return 2 * max(dx, dy) + min(dx, dy)


def distance(a: Space, b: Space) -> int:
    """How far two spaces are apart; what is left of a space after all are added does not count."""
    return halves(a, b) // 2


def gap(some: Iterable[Space], others: Collection[Space]) -> int:
    """The distance between the nearest spaces of two bases."""
    return min(halves(a, b) for a in some for b in others) // 2


def touch(a: Space, b: Space) -> bool:
    """Two spaces share a side or a corner."""
    return a != b and max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1


def share_a_side(a: Space, b: Space) -> bool:
    """Two spaces share a side."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def largest_joined(spaces: Iterable[Space]) -> tuple[Space, ...]:
    """The largest part of some spaces that hangs together by sides; of equals the south-western one."""
    parts = clusters(sorted(set(spaces), key=lambda one: (one[1], one[0])), share_a_side)
    largest = max(parts, key=len, default=[])
    return tuple(largest)
