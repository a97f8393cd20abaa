"""Bases: how many spaces somebody covers, which of them names the place, and how it turns."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from sandtable.table.squares.spaces import Facing, Space, turned, turned_back


class Base(msgspec.Struct, frozen=True, omit_defaults=True):
    """A rectangle of spaces, told for somebody who faces north.

    A square base keeps its spaces when it turns; a long one turns about its anchor.
    """

    wide: int = 1
    long: int = 1
    anchor: Space = (0, 0)
    """The space that names its place, counted from the rear left one."""
    squeezed: int = 0
    """As how few spaces wide it may squeeze along a straight line; 0 where it may not."""

    @property
    def is_square(self) -> bool:
        """It is as wide as long."""
        return self.wide == self.long

    @property
    def extent(self) -> tuple[int, int, int, int]:
        """The leftmost and rearmost, rightmost and foremost of its offsets."""
        left, rear = -self.anchor[0], -self.anchor[1]
        return (left, rear, left + self.wide - 1, rear + self.long - 1)

    @property
    def offsets(self) -> tuple[Space, ...]:
        """Its spaces as offsets from its anchor, row by row from the rear."""
        return _offsets(self, "N")

    def size(self, facing: Facing) -> tuple[int, int]:
        """How many spaces it takes from west to east, and from south to north."""
        return (self.wide, self.long) if facing in ("N", "S") else (self.long, self.wide)

    def spaces(self, at: Space, facing: Facing = "N") -> tuple[Space, ...]:
        """The spaces that it covers."""
        x, y = at
        return tuple([(x + dx, y + dy) for dx, dy in _offsets(self, facing)])

    def corner(self, at: Space, facing: Facing) -> Space:
        """The south-western space under a base whose anchor is at a place."""
        dx, dy = _corner(self, facing)
        return (at[0] + dx, at[1] + dy)

    def at(self, corner: Space, facing: Facing) -> Space:
        """The anchor of a base whose south-western space is at a place."""
        dx, dy = _corner(self, facing)
        return (corner[0] - dx, corner[1] - dy)

    def turned(self, at: Space, facing: Facing, to: Facing) -> Space:
        """Where its anchor is after it has turned."""
        return self.at(self.corner(at, facing), to) if self.is_square else at

    def swept(self, at: Space, facing: Facing, to: Facing) -> tuple[Space, ...]:
        """The spaces through which a base sweeps in a quarter turn and in which it does not end."""
        before, after = self.spaces(at, facing), self.spaces(self.turned(at, facing, to), to)
        covered = {*before, *after}
        across, along = sorted({x for x, _ in covered}), sorted({y for _, y in covered})
        return tuple((x, y) for y in along for x in across if (x, y) not in covered)

    def offset(self, at: Space, facing: Facing, space: Space) -> Space:
        """Where a space lies for somebody on this base: to the right of its anchor, and ahead."""
        return turned_back((space[0] - at[0], space[1] - at[1]), facing)


@lru_cache(maxsize=256)
def _offsets(base: Base, facing: Facing) -> tuple[Space, ...]:
    left, rear, right, front = base.extent
    return tuple(turned((x, y), facing) for y in range(rear, front + 1) for x in range(left, right + 1))


@lru_cache(maxsize=256)
def _corner(base: Base, facing: Facing) -> Space:
    offsets = _offsets(base, facing)
    return (min(x for x, _ in offsets), min(y for _, y in offsets))


ONE = Base()
"""One space, which is most of them."""
