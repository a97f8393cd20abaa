"""Sets of spaces as whole numbers: bit x + width * y stands for a space, so that a step is a shift."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.table.squares.spaces import Space


def shifted(bits: int, by: int) -> int:
    """The bits moved up, or down where the number is negative."""
    return bits << by if by >= 0 else bits >> -by


def numbers_in(bits: int) -> Iterator[int]:
    """The places of all bits that are set, the lowest first."""
    if not bits:
        return
    lowest = (bits & -bits).bit_length() - 1
    # To look for digits in a text is faster than to take a long number apart bit by bit.
    digits = bin(bits >> lowest)[:1:-1]
    at = 0
    while at >= 0:
        yield lowest + at
        at = digits.find("1", at + 1)


def bits_of(numbers: Iterable[int]) -> int:
    """The bits at these places."""
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits


def rectangle(wide: int, deep: int) -> tuple[Space, ...]:
    """The offsets of a rectangle from its south-western space, row by row."""
    return tuple((x, y) for y in range(deep) for x in range(wide))


def held_by_all(bits: int, width: int, wide: int, deep: int) -> int:
    """The south-western spaces of all rectangles of a size that lie in a set."""
    held = bits
    for x in range(1, wide):
        held &= bits >> x
    row = held
    for y in range(1, deep):
        held &= row >> (y * width)
    return held


def held_by_any(bits: int, width: int, wide: int, deep: int) -> int:
    """The south-western spaces of all rectangles of a size that have a space in a set."""
    held = bits
    for x in range(1, wide):
        held |= bits >> x
    row = held
    for y in range(1, deep):
        held |= row >> (y * width)
    return held
