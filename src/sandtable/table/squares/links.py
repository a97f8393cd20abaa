"""All moves of a base as shifts of bits: a node is a space, and how the base lies and faces there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from sandtable.table.squares.bits import held_by_all, held_by_any
from sandtable.table.squares.board import Board
from sandtable.table.squares.going import LEVEL, Mover, Rise, Steps, steps_on
from sandtable.table.squares.leaps import leaps
from sandtable.table.squares.spaces import DIRECTIONS, FACINGS, Facing, Space, turned


class Pose(NamedTuple):
    """How a base lies: which way it faces, where that counts, and how many spaces it takes each way."""

    facing: Facing | None
    wide: int
    deep: int


class Move(NamedTuple):
    """One way to go on, for all nodes at once from which it can be gone."""

    price: int
    lying: int
    """The price where somebody lies in the way."""
    shift: int
    """How far the number of a node moves."""
    mask: int
    """From which nodes."""
    direction: int = -1
    """The number of the direction; below 0 for a turn."""
    rise: Rise = LEVEL
    run: int = 0
    """So many spaces of run before a leap."""
    gap: int = 0
    """So many spaces are leapt over."""
    clear: tuple[int, ...] = ()
    """Where nobody may stand, beside the spaces where it ends: so far from where it begins."""


class Links:
    """The moves of one mover on one board."""

    def __init__(self, board: Board, mover: Mover) -> None:
        self.board, self.mover = board, mover
        self.base, self.prices = mover
        self.steps: Steps = steps_on(board, self.prices)
        self.poses = tuple(self._poses())
        self._pass = {size: self._fit(self.steps.can_pass, size) for size in self._sizes()}
        stand = {size: self._fit(self.steps.can_stand, size) for size in self._sizes()}
        self.passes = self._nodes(self._pass)
        self.stands = self._nodes(stand)
        found: dict[Move, int] = {}
        for move in self._moves():
            if move.mask:
                key = move._replace(mask=0)
                found[key] = found.get(key, 0) | move.mask
        self.moves = tuple(sorted(one._replace(mask=mask) for one, mask in found.items()))

    def _poses(self) -> Iterator[Pose]:
        """A pose for each facing where it counts, the squeezed ones last."""
        base = self.base
        has_facing = not base.is_square or self.prices.turn > 0 or self.prices.aside > 1
        faced: tuple[Facing | None, ...] = FACINGS if has_facing else (None,)
        yield from (Pose(one, *base.size(one or "N")) for one in faced)
        if base.squeezed:
            sizes = ((base.squeezed, base.long), (base.long, base.squeezed))
            yield from (Pose(one, *size) for size in sizes for one in faced)

    def _sizes(self) -> list[tuple[int, int]]:
        return list(dict.fromkeys((one.wide, one.deep) for one in self.poses))

    def _fit(self, bits: int, size: tuple[int, int]) -> int:
        """Where a rectangle lies in a set of spaces with no wall inside."""
        wide, deep = size
        steps, width = self.steps, self.board.width
        fits = held_by_all(bits, width, wide, deep) & steps.inside((wide - 1, deep - 1))
        if wide > 1:
            fits &= ~held_by_any(steps.east, width, wide - 1, deep)
        if deep > 1:
            fits &= ~held_by_any(steps.north, width, wide, deep - 1)
        return fits

    def _nodes(self, by_size: dict[tuple[int, int], int]) -> int:
        """What holds for the corners of rectangles, as nodes of all poses."""
        nodes = 0
        for number, pose in enumerate(self.poses):
            nodes |= by_size[pose.wide, pose.deep] << (number * self.board.size)
        return nodes

    def covering(self, bits: int) -> int:
        """The nodes at which the base covers a space of a set."""
        width = self.board.width
        return self._nodes({size: held_by_any(bits, width, *size) for size in self._sizes()})

    def node(self, corner: Space, facing: Facing, size: tuple[int, int]) -> int:
        """The number of a node."""
        pose = self._numbers[facing if self.poses[0].facing else None, size]
        return pose * self.board.size + self.board.number(corner)

    def is_on_board(self, at: Space, facing: Facing, squeezed: tuple[int, int] | None) -> bool:
        """Whether a base lies on the board that is at a place, squeezed to a size that it can have."""
        corner = at if squeezed else self.base.corner(at, facing)
        wide, deep = squeezed or self.base.size(facing)
        far = (corner[0] + wide - 1, corner[1] + deep - 1)
        is_size = (self.poses[0].facing and facing, (wide, deep)) in self._numbers
        return is_size and self.board.has(corner) and self.board.has(far)

    @cached_property
    def _numbers(self) -> dict[tuple[Facing | None, tuple[int, int]], int]:
        # A base that is as wide as it may squeeze to has the same pose twice; the first counts.
        found: dict[tuple[Facing | None, tuple[int, int]], int] = {}
        for number, one in enumerate(self.poses):
            found.setdefault((one.facing, (one.wide, one.deep)), number)
        return found

    def _moves(self) -> Iterator[Move]:
        for number, pose in enumerate(self.poses):
            for direction, step in enumerate(DIRECTIONS):
                yield from self._steps_from(number, pose, direction, step)
            if pose.facing is not None:
                yield from self._turns_from(number, pose, pose.facing)
            if self.prices.leap is not None and not self._is_squeezed(pose):
                size = (pose.wide, pose.deep)
                for leap in leaps(self.steps, size, self.prices.leap):
                    base = (self.board.size * number, pose.facing)
                    price, lying = leap.price, leap.lying
                    ahead = self._times(base[1], DIRECTIONS[leap.direction])
                    mask = leap.mask << base[0]
                    yield Move(
                        price * ahead, lying * ahead, leap.shift, mask, leap.direction,
                        run=leap.run, gap=leap.gap, clear=leap.clear,
                    )  # fmt: skip

    def _is_squeezed(self, pose: Pose) -> bool:
        return self.base.squeezed > 0 and pose.wide != pose.deep

    def _times(self, facing: Facing | None, step: Space) -> int:
        return 1 if facing is None or step == turned((0, 1), facing) else self.prices.aside

    def _steps_from(self, number: int, pose: Pose, direction: int, step: Space) -> Iterator[Move]:
        for other, to in enumerate(self.poses):
            if to.facing == pose.facing:
                for offset in self._lying_so(pose, to, step):
                    yield from self._step(number, pose, other, direction, offset)

    def _lying_so(self, pose: Pose, to: Pose, step: Space) -> Iterator[Space]:
        """Where the corner of a base comes to lie in a step, as it lay before or squeezed along the step."""
        dx, dy = step
        if pose == to:
            if not self._is_squeezed(pose) or (dy == 0 if pose.wide > pose.deep else dx == 0):
                yield step
            return
        squeezed_along = not self._is_squeezed(to) or (dy == 0 if to.wide > to.deep else dx == 0)
        if (dx and dy) or not squeezed_along:
            return
        across, before, after = (dy == 0, (pose.wide, pose.deep), (to.wide, to.deep))
        along = 0 if across else 1
        forth = before[along] + 1 - after[along] if dx + dy > 0 else -1
        slack = before[1 - along] - after[1 - along]
        for aside in range(min(slack, 0), max(slack, 0) + 1):
            yield (forth, aside) if across else (aside, forth)

    def _step(self, number: int, pose: Pose, other: int, direction: int, offset: Space) -> Iterator[Move]:
        steps, size, width = self.steps, self.board.size, self.board.width
        to, step = self.poses[other], DIRECTIONS[direction]
        legal = self._pass[pose.wide, pose.deep] & steps.inside(offset)
        legal &= steps.back(self._pass[to.wide, to.deep], offset)
        # Each space that is entered is entered from the one before it, as by somebody who is small.
        from_here = [
            (x, y)
            for x in range(offset[0] - step[0], offset[0] - step[0] + to.wide)
            for y in range(offset[1] - step[1], offset[1] - step[1] + to.deep)
            if 0 <= x < pose.wide and 0 <= y < pose.deep
        ]
        for one in from_here:
            legal &= steps.back(steps.legal[direction], one)
        shift = (other - number) * size + offset[0] + offset[1] * width
        straight = self.prices.diagonal if all(step) else self.prices.straight
        times, doubled = self._times(pose.facing, step), self.prices.rough
        rough = steps.back(held_by_any(steps.rough, width, to.wide, to.deep), offset)
        squeezes = self._is_squeezed(to)
        dearest = sorted(
            steps.kinds[direction].items(), key=lambda one: (-one[0].each * one[0].levels, one[0])
        )
        for rise, bits in dearest:
            here = 0
            for one in from_here:
                here |= steps.back(bits, one)
            here &= legal
            legal &= ~here
            climb = rise.each * rise.levels
            plain, dear = straight * times + climb, straight * times * doubled + climb
            for mask, price in ((here & ~rough, dear if squeezes else plain), (here & rough, dear)):
                yield Move(price, dear, shift, mask << (number * size), direction, rise)

    def _turns_from(self, number: int, pose: Pose, facing: Facing) -> Iterator[Move]:
        """Quarter turns; a long base needs the room that it sweeps through, and level ground there."""
        size, width, steps = self.board.size, self.board.width, self.steps
        for way in (1, 3):
            new = FACINGS[(FACINGS.index(facing) + way) % 4]
            if self.base.is_square:
                other = self._numbers[new, (pose.wide, pose.deep)]
                nodes = self._pass[pose.wide, pose.deep]
                yield Move(
                    self.prices.turn, self.prices.turn, (other - number) * size, nodes << (number * size)
                )
                continue
            before, after = self.base.corner((0, 0), facing), self.base.corner((0, 0), new)
            offset = (after[0] - before[0], after[1] - before[1])
            west, south = min(offset[0], 0), min(offset[1], 0)
            wide = max(pose.wide, offset[0] + pose.deep) - west
            deep = max(pose.deep, offset[1] + pose.wide) - south
            room = self._fit(steps.can_pass, (wide, deep))
            room &= held_by_all(steps.free[2], width, wide - 1, deep) if wide > 1 else room
            room &= held_by_all(steps.free[0], width, wide, deep - 1) if deep > 1 else room
            nodes = steps.back(room, (west, south)) & self.board.all
            swept = self.base.swept(self.base.at((0, 0), facing), facing, new)
            clear = tuple(x + y * width for x, y in swept)
            other = self._numbers[new, self.base.size(new)]
            shift = (other - number) * size + offset[0] + offset[1] * width
            yield Move(self.prices.turn, self.prices.turn, shift, nodes << (number * size), clear=clear)


def links_on(board: Board, mover: Mover) -> Links:
    """The moves of a mover on a board, worked out once."""
    return board.remembered("links", mover, lambda: Links(board, mover))
