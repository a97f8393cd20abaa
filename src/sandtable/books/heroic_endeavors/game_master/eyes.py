"""What somebody sees of the ground from a space: the field around it, with what ends it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from sandtable.kernel import rule
from sandtable.table.squares.bits import bits_of
from sandtable.table.squares.board import Board
from sandtable.table.squares.spaces import Space

Slope = tuple[int, int]
"""How far across for how far ahead."""
QUARTERS: tuple[Callable[[int, int], Space], ...] = (
    lambda ahead, across: (across, ahead),
    lambda ahead, across: (ahead, across),
    lambda ahead, across: (across, -ahead),
    lambda ahead, across: (-ahead, across),
)


@rule("HE-AGM-24", "HE-LOS-02")
def field_from(board: Board, at: Space, head: int) -> int:
    """Every space of which something is seen from the middle of one, as bits; models hide no floor."""
    return board.remembered("field", (at, head), partial(_field, board, at, head))


def _field(board: Board, at: Space, head: int) -> int:
    stops = board.remembered("ends of sight", head, partial(_stops, board, head))
    found = [board.number(at)]
    for quarter in QUARTERS:
        found += _seen_in(board, at, stops, quarter)
    return bits_of(found)


def _stops(board: Board, head: int) -> int:
    """The spaces that end the sight of a head so high: what hides, and ground as high as the head."""
    filling, _, _ = board.on_sides(lambda one: one.hides)
    high = (
        number
        for number, (level, kind) in enumerate(zip(board.levels, board.kinds, strict=True))
        if level >= head or (kind.hides and level + kind.height >= head)
    )
    return filling | bits_of(high)


def _seen_in(board: Board, at: Space, stops: int, quarter: Callable[[int, int], Space]) -> Iterator[int]:
    """Row by row away from the eye, in parts between what ends the sight."""
    parts: list[tuple[int, Slope, Slope]] = [(1, (-1, 1), (1, 1))]
    while parts:
        ahead, left, right = parts.pop()
        low = (2 * ahead * left[0] + left[1]) // (2 * left[1])
        high = -((right[1] - 2 * ahead * right[0]) // (2 * right[1]))
        was_free: bool | None = None
        for across in range(low, high + 1):
            dx, dy = quarter(ahead, across)
            space = (at[0] + dx, at[1] + dy)
            is_on = board.has(space)
            number = board.number(space) if is_on else -1
            is_free = is_on and not stops >> number & 1
            if is_on:
                yield number
            if was_free is False and is_free:
                left = (2 * across - 1, 2 * ahead)
            if was_free and not is_free:
                parts.append((ahead + 1, left, (2 * across - 1, 2 * ahead)))
            was_free = is_free
        if was_free:
            parts.append((ahead + 1, left, right))
