"""Where something comes down that goes astray: one of eight directions, and so many spaces."""

from __future__ import annotations

from sandtable.table.squares.board import Board
from sandtable.table.squares.spaces import DIRECTIONS, Space
from sandtable.table.squares.templates import Spot, spaces_at


def direction_towards(start: Spot, end: Spot) -> int:
    """The number of the direction nearest to a line; what lies halfway between two is diagonal."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    more, less = max(abs(dx), abs(dy)), min(abs(dx), abs(dy))
    # The line is nearer to the straight one if it turns off by less than an eighth of a half turn.
    if (more + less) * (more + less) < 2 * more * more:
        dx, dy = (dx, 0) if abs(dx) > abs(dy) else (0, dy)
    return DIRECTIONS.index((_sign(dx), _sign(dy)))


def astray(start: Spot, thrower: Spot, turns: int) -> int:
    """The number of the direction so many eighths of a turn clockwise from the one back to the thrower."""
    return (direction_towards(start, thrower) + turns) % 8


def steps_within(direction: int, far: int) -> int:
    """So many steps in a direction are no farther than a distance; a diagonal one counts one and a half."""
    return (2 * far + 1) // 3 if all(DIRECTIONS[direction]) else far


def drift(board: Board, start: Spot, direction: int, steps: int) -> Spot:
    """Where a spot comes to that moves on; it stops before what seals, and at the edge."""
    at = start
    for _ in range(steps):
        dx, dy = DIRECTIONS[direction]
        after = (at[0] + 2 * dx, at[1] + 2 * dy)
        if not all(board.has(one) for one in spaces_at(after)) or _is_sealed(board, at, after):
            return at
        at = after
    return at


def _is_sealed(board: Board, at: Spot, after: Spot) -> bool:
    filling, north, east = board.on_sides(lambda one: one.seals)
    sealed = board.where(lambda one: one.seals) | filling
    dx, dy = (after[0] - at[0]) // 2, (after[1] - at[1]) // 2

    def is_in(bits: int, space: Space) -> bool:
        return board.has(space) and bool(bits >> board.number(space) & 1)

    if at[0] % 2 == 0:
        # From corner to corner: through a space, or between two.
        x, y = min(at[0], after[0]) // 2, min(at[1], after[1]) // 2
        if dx and dy:
            return is_in(sealed, (x, y))
        sides = ((x, y), (x, y - 1)) if dx else ((x, y), (x - 1, y))
        return all(is_in(sealed, one) for one in sides)
    here, there = (at[0] // 2, at[1] // 2), (after[0] // 2, after[1] // 2)
    if is_in(sealed, there):
        return True
    if dx and dy:
        beside = ((here[0] + dx, here[1]), (here[0], here[1] + dy))
        return all(is_in(sealed, one) for one in beside)
    wall, side = (north, here if dy > 0 else there) if dy else (east, here if dx > 0 else there)
    return is_in(wall, side)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
