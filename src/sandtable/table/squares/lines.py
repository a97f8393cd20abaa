"""Straight lines over squares, in whole numbers: which spaces and sides of spaces they touch, and where.

Points are counted in tenths of a space: lines are drawn from points that lie a tenth, a half and nine tenths
of the way across it. A space is touched even at a corner.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sandtable.table.squares.spaces import Space

Dot = tuple[int, int]
"""A point, in tenths of a space."""
WHOLE = 10
INSETS = (1, 5, 9)
"""How far across a space its points lie."""
DOTS: tuple[Dot, ...] = tuple((x, y) for y in INSETS for x in INSETS)
"""The nine points of a space, row by row from the south-west; the fifth is its middle."""
MIDDLE = 4
MOST_LINES, MOST_PENCILS, MOST_LEAST = 1024, 128, 1024


class Crossing(NamedTuple):
    """Where a line touches a space: from and to which part of its length, both out of `whole`."""

    space: Space
    start: int
    end: int
    whole: int

    def is_under(self, top: int, near: int, far: int) -> bool:
        """Whether something so high is below a line from one height to another, in mid-crossing."""
        return top * 2 * self.whole < self.height(near, far)

    def is_over(self, top: int, near: int, far: int) -> bool:
        """Whether something as high is above that line there."""
        return top * 2 * self.whole > self.height(near, far)

    def height(self, near: int, far: int) -> int:
        """How high that line is there, in parts of which a level has twice as many as `whole`."""
        return near * 2 * self.whole + (far - near) * (self.start + self.end)


def dot(space: Space, number: int) -> Dot:
    """One of the nine points of a space."""
    x, y = DOTS[number]
    return (space[0] * WHOLE + x, space[1] * WHOLE + y)


def crossed(start: Dot, end: Dot) -> tuple[Crossing, ...]:
    """The spaces that a line touches, in the order in which it comes to them."""
    column, row = start[0] // WHOLE, start[1] // WHOLE
    x, y = column * WHOLE, row * WHOLE
    found = _crossed((start[0] - x, start[1] - y), (end[0] - x, end[1] - y))
    return tuple([one._replace(space=(one.space[0] + column, one.space[1] + row)) for one in found])


@lru_cache(maxsize=MOST_LINES)
def _crossed(start: Dot, end: Dot) -> tuple[Crossing, ...]:
    (px, py), dx, dy = start, end[0] - start[0], end[1] - start[1]
    whole = (abs(dx) or 1) * (abs(dy) or 1)
    found: list[Crossing] = []
    west, east = min(px, end[0]), max(px, end[0])
    for column in range(-(-west // WHOLE) - 1, east // WHOLE + 1):
        near, far = _within(px, dx, whole, column)
        if near > far:
            continue
        ends = (py * whole + dy * near, py * whole + dy * far)
        for row in range(-(-min(ends) // (WHOLE * whole)) - 1, max(ends) // (WHOLE * whole) + 1):
            low, high = _within(py, dy, whole, row)
            low, high = max(low, near), min(high, far)
            if low <= high:
                found.append(Crossing((column, row), low, high, whole))
    return tuple(sorted(found, key=lambda one: (one.start + one.end, one.start, one.space)))


def _within(at: int, way: int, whole: int, number: int) -> tuple[int, int]:
    """For which part of its length a line lies in a column, or in a row."""
    near, far = number * WHOLE - at, (number + 1) * WHOLE - at
    if way == 0:
        return (0, whole) if near <= 0 <= far else (1, 0)
    part = whole // abs(way)
    near, far = (near * part, far * part) if way > 0 else (-far * part, -near * part)
    return max(near, 0), min(far, whole)


class Net(NamedTuple):
    """How spaces and sides are numbered: a plane for spaces, one for northern, one for eastern sides."""

    width: int
    size: int

    def space(self, at: Space) -> int:
        """The bit of a space."""
        return 1 << (at[0] + at[1] * self.width)


def touched_bits(crossings: tuple[Crossing, ...], net: Net) -> int:
    """The spaces that a line touches and the sides between them, as bits."""
    bits = 0
    by_space = {one.space: one for one in crossings}
    for (x, y), one in by_space.items():
        bits |= net.space((x, y))
        for plane, other in ((1, by_space.get((x, y + 1))), (2, by_space.get((x + 1, y)))):
            if other is not None and max(one.start, other.start) <= min(one.end, other.end):
                bits |= net.space((x, y)) << (plane * net.size)
    return bits


@lru_cache(maxsize=MOST_PENCILS)
def pencil(way: Space, net: Net) -> tuple[int, ...]:
    """The 81 lines between the points of two spaces, as bits of what each touches between them.

    The origin is the south-western space of the rectangle that holds both. Line 9 * i + j joins point i to j.
    """
    start, end = _in_rectangle(way)
    own = net.space(start) | net.space(end)
    lines = (crossed(dot(start, i), dot(end, j)) for i in range(9) for j in range(9))
    return tuple(touched_bits(one, net) & ~own for one in lines)


@lru_cache(maxsize=MOST_LEAST)
def least_of(way: Space, net: Net) -> tuple[int, ...]:
    """Those of the 81 lines that touch no more than they must: where all of these are stopped, all are."""
    kept: list[int] = []
    for one in sorted(set(pencil(way, net)), key=lambda bits: (bits.bit_count(), bits)):
        if not any(other & one == other for other in kept):
            kept.append(one)
    return tuple(kept)


def _in_rectangle(way: Space) -> tuple[Space, Space]:
    dx, dy = way
    return (max(0, -dx), max(0, -dy)), (max(0, dx), max(0, dy))


def origin(a: Space, b: Space, net: Net) -> int:
    """How far the bits of a pencil are moved for two spaces."""
    return min(a[0], b[0]) + min(a[1], b[1]) * net.width
