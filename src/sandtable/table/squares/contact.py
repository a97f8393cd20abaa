"""Who stands beside whom, and where a base that is driven back can go."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sandtable.table.squares.bases import Base
from sandtable.table.squares.board import Board
from sandtable.table.squares.going import Prices, Steps, steps_on
from sandtable.table.squares.reach import NOBODY, Others
from sandtable.table.squares.spaces import DIRECTIONS, Facing, Space, share_a_side, touch, turned

ON_FOOT = Prices()
WHEREVER = Prices(over=0)
"""What a base is driven over costs nothing and may be a gap."""


def adjacent(board: Board, a: Space, b: Space, apart: int = 1) -> bool:
    """Two spaces touch, are at most so many levels apart, and no wall lies between.

    Where they touch only at a corner, one of the two ways round it must be open.
    """
    if not touch(a, b) or abs(board.floor(a) - board.floor(b)) > apart:
        return False
    steps = steps_on(board, ON_FOOT)
    if share_a_side(a, b):
        return _no_wall(steps, a, b)
    return any(
        not steps.corners >> board.number(beside) & 1
        and _no_wall(steps, a, beside)
        and _no_wall(steps, beside, b)
        for beside in ((b[0], a[1]), (a[0], b[1]))
    )


def _no_wall(steps: Steps, a: Space, b: Space) -> bool:
    """Two spaces that share a side have no wall on it."""
    first = min(a, b)
    walls = steps.east if a[1] == b[1] else steps.north
    return not walls >> steps.board.number(first) & 1


class Behind(NamedTuple):
    """A place to which a base can be driven: its anchor, how far it drops, and what ground that is."""

    at: Space
    drop: int
    is_rough: bool


def places_behind(
    board: Board,
    base: Base,
    at: Space,
    facing: Facing,
    others: Others = NOBODY,
    *,
    up: int = 1,
    is_ahead: bool = False,
) -> tuple[Behind, ...]:
    """Where a base comes that goes one space back, or ahead, as a whole: rear left, straight, rear right.

    It goes up no more levels than told, cuts no corner and enters no space that is taken; gaps it drops into.
    """
    back = 1 if is_ahead else -1
    towards = [turned((aside, back), facing) for aside in (-1, 0, 1)]
    return places_towards(board, base, at, facing, towards, others, up=up)


def places_towards(
    board: Board,
    base: Base,
    at: Space,
    facing: Facing,
    towards: Iterable[Space],
    others: Others = NOBODY,
    *,
    up: int = 1,
) -> tuple[Behind, ...]:
    """Where a base comes that is driven one space in a direction, for each of several directions."""
    steps, taken = steps_on(board, WHEREVER), {*others.standing, *others.lying}
    found: list[Behind] = []
    for dx, dy in towards:
        legal = steps.walkable[DIRECTIONS.index((dx, dy))]
        before = base.spaces(at, facing)
        after = [(x + dx, y + dy) for x, y in before]
        if not all(legal >> board.number(one) & 1 for one in before) or not taken.isdisjoint(after):
            continue
        drops = [board.floor(one) - board.floor(two) for one, two in zip(before, after, strict=True)]
        if min(drops) >= -up:
            rough = any(board.kind(one).rough for one in after)
            found.append(Behind((at[0] + dx, at[1] + dy), max(0, *drops), rough))
    return tuple(found)
