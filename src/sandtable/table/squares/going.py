"""What it costs to go: prices that a book gives, and which single spaces can be stepped between at all."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from sandtable.table.squares.bases import ONE, Base
from sandtable.table.squares.bits import shifted
from sandtable.table.squares.board import Barrier, Board, Kind
from sandtable.table.squares.spaces import DIRECTIONS, Space

Climbing = Callable[[str, int, int], "int | None"]
"""What each level costs on a surface, of a length and a height: 0 on a slope, none if it is too steep."""


def costs_nothing(_surface: str, _length: int, _height: int) -> int:
    """Heights are no hindrance."""
    return 0


class Prices(NamedTuple):
    """What going costs, in whole numbers: halves of a space, unless the book counts otherwise.

    Moves are remembered by prices: what climbing costs is a function of a module, not one made on the spot.
    """

    straight: int = 2
    diagonal: int = 3
    rough: int = 2
    """So many times as much costs a step onto rough ground, or one into a squeezed place; not both."""
    aside: int = 1
    """So many times as much costs any step but one straight ahead."""
    turn: int = 0
    """What a quarter turn costs."""
    between: int | None = 2
    """What is added for a diagonal step between two others; none if nobody may step so."""
    climb: Climbing = costs_nothing
    drops: int = 0
    """Going down so many levels costs no more than the step."""
    over: int = -1
    """Whatever stands no higher and does not seal is passed as if it were not there; below 0 nothing is."""
    leap: tuple[int, int] | None = None
    """What a leap costs, straight and diagonal, however wide."""
    widest: int = 1
    """The widest gap that is leapt over with a run."""
    run_up: int = 2
    """So many spaces straight ahead, just before it, make a leap one space wider."""
    dares: int = 0
    """So many spaces wider than the run allows a leap may be, for who is ready to fail."""
    leap_over: int = 1
    """A leap goes over what stands no higher, and ends no higher."""


class Mover(NamedTuple):
    """Somebody who goes: a base, and what going costs it."""

    base: Base = ONE
    prices: Prices = Prices()


class Rise(NamedTuple):
    """What a step goes up or down: levels, and what each of them costs; a price of 0 is no climb."""

    each: int
    levels: int


LEVEL = Rise(0, 0)


class Steps:
    """Single steps between single spaces, for one way to take the ground, as bits of where they begin."""

    def __init__(self, board: Board, prices: Prices) -> None:
        self.board, self.prices, self.width = board, prices, board.width
        ignored = self._is_ignored
        walls = board.on_sides(lambda one: one.bars and not self._is_passed(one))
        doors, self.north, self.east = walls
        solid = board.on_sides(lambda one: one.bars)[0]
        barred = board.where(lambda one: one.going == "barred")
        gaps = board.where(lambda one: one.going == "gap")
        stopped = board.where(lambda one: one.going == "barred" and not ignored(one)) | doors
        self.can_stand = board.all & ~barred & ~gaps & ~solid
        self.can_pass = board.all & ~stopped & ~(0 if prices.over >= 0 else gaps)
        self.rough = board.where(lambda one: one.rough and not ignored(one))
        self.corners = stopped
        self.ledges = board.where(lambda one: one.going == "climb" and not ignored(one))
        self.at: dict[int, int] = {}
        for number, floor in enumerate(board.floors):
            self.at[floor] = self.at.get(floor, 0) | 1 << number
        self.rises = _rises(board)
        self.walkable = [self._walkable(one) for one in DIRECTIONS]
        self.kinds = [self._by_rise(number) for number in range(8)]
        self.legal = [_union(one.values()) for one in self.kinds]
        self.free = [_union(bits for rise, bits in one.items() if rise == LEVEL) for one in self.kinds]

    def _is_ignored(self, kind: Kind) -> bool:
        return not kind.seals and kind.height <= self.prices.over

    def _is_passed(self, barrier: Barrier) -> bool:
        return not barrier.seals and barrier.height <= self.prices.over

    def back(self, bits: int, offset: Space) -> int:
        """The spaces from which those of a set lie at an offset, and some that `inside` sorts out."""
        return shifted(bits, -(offset[0] + offset[1] * self.width))

    def inside(self, offset: Space) -> int:
        """The spaces from which an offset does not lead off the board."""
        dx, dy = offset
        wide, deep = self.width, self.board.depth
        if abs(dx) >= wide or abs(dy) >= deep:
            return 0
        row = ((1 << (wide - abs(dx))) - 1) << max(0, -dx)
        bits = 0
        for y in range(max(0, -dy), deep - max(0, dy)):
            bits |= row << (y * wide)
        return bits

    def _walkable(self, step: Space) -> int:
        """Where a step can be taken as far as walls and corners go; heights are another matter."""
        dx, dy = step
        legal = self.inside(step) & self.back(self.can_pass, step)
        if not dx or not dy:
            wall = self.north if dy else self.east
            return legal & ~(wall if dx + dy > 0 else self.back(wall, step))
        beside = self.corners
        legal &= ~self.back(beside, (dx, 0)) & ~self.back(beside, (0, dy))
        # A wall that ends in the point where four spaces meet is a corner like any other.
        point = self.north | self.east | self.back(self.north, (1, 0)) | self.back(self.east, (0, 1))
        legal &= ~self.back(point, (min(dx, 0), min(dy, 0)))
        return legal & ~self._ledges_beside(step)

    def _ledges_beside(self, step: Space) -> int:
        """Where a diagonal step would cut the corner of what must be climbed or is too steep for it."""
        if not self.ledges and len(self.at) == 1:
            return 0
        dx, dy = step
        cut = 0
        for high, bits in self.at.items():
            for low, below in self.at.items():
                if low >= high:
                    continue
                corner = bits if self.prices.climb("", 1, high - low) is None else bits & self.ledges
                ends = below | self.back(below, step)
                cut |= ends & (self.back(corner, (dx, 0)) | self.back(corner, (0, dy)))
        return cut

    def _by_rise(self, number: int) -> dict[Rise, int]:
        step, legal = DIRECTIONS[number], self.walkable[number]
        found: dict[Rise, int] = {}
        for low, begins in self.at.items():
            for high, ends in self.at.items():
                left = begins & legal & self.back(ends, step)
                if not left:
                    continue
                for surface, length, height, bits in (*self.rises, ("", 1, abs(high - low), self.board.all)):
                    here = left & bits & self.back(bits, step)
                    rise = self._rise(surface, length, height, high - low) if here else None
                    if rise is not None:
                        found[rise] = found.get(rise, 0) | here
                    left &= ~here
        return found

    def _rise(self, surface: str, length: int, height: int, up: int) -> Rise | None:
        if up == 0 or 0 < -up <= self.prices.drops:
            return LEVEL
        each = self.prices.climb(surface, length, height)
        return None if each is None else Rise(each, abs(up)) if each else LEVEL


def _rises(board: Board) -> tuple[tuple[str, int, int, int], ...]:
    """The spaces of all rises of one surface, length and height."""
    found: dict[tuple[str, int, int], int] = {}
    for one in board.rises:
        height = abs(board.floor(one.spaces[-1]) - board.floor(one.spaces[0]))
        key = (one.surface, one.length, height)
        found[key] = found.get(key, 0) | board.bits(one.spaces)
    return tuple((*key, bits) for key, bits in found.items())


def _union(parts: Iterable[int]) -> int:
    whole = 0
    for one in parts:
        whole |= one
    return whole


def steps_on(board: Board, prices: Prices) -> Steps:
    """The single steps on a board, worked out once for each way to take the ground."""
    return board.remembered("steps", prices, lambda: Steps(board, prices))
