"""Leaps over gaps in a straight line, with or without a run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sandtable.table.squares.bits import held_by_all, held_by_any
from sandtable.table.squares.going import Prices, Steps
from sandtable.table.squares.spaces import DIRECTIONS


class Leap(NamedTuple):
    """A run and a leap, from all spaces where both can begin."""

    price: int
    lying: int
    shift: int
    mask: int
    direction: int
    run: int
    gap: int
    clear: tuple[int, ...]


def leaps(steps: Steps, size: tuple[int, int], price: tuple[int, int]) -> Iterator[Leap]:
    """Every leap of a base of a size: each space more of a gap wants a longer run, straight before it."""
    prices = steps.prices
    for direction, (dx, dy) in enumerate(DIRECTIONS):
        is_diagonal = bool(dx and dy)
        each, dear = (prices.diagonal if is_diagonal else prices.straight), price[is_diagonal]
        shift = dx + dy * steps.width
        runs = _runs(steps, size, direction)
        for gap, run in _runs_for(prices):
            mask = _over(steps, size, direction, gap)
            mask = steps.back(mask, (run * dx, run * dy)) & steps.inside(
                ((run + gap + 1) * dx, (run + gap + 1) * dy)
            )
            for step in range(run):
                mask &= steps.back(runs, (step * dx, step * dy))
            clear = tuple(
                step * shift + x + y * steps.width
                for step in (*range(1, run + 1), *range(run + 1, run + gap + 1))
                for x in range(size[0])
                for y in range(size[1])
            )
            whole = run * each + dear
            yield Leap(
                whole, whole, (run + gap + 1) * shift, mask & steps.board.all, direction, run, gap, clear
            )


def _runs_for(prices: Prices) -> Iterator[tuple[int, int]]:
    """Each gap with the runs from which it is leapt over: long enough, or shorter for who dares."""
    widest = max(1, prices.widest)
    for gap in range(1, widest + prices.dares + 1):
        for wider in range(max(0, gap - 1 - prices.dares), min(gap, widest)):
            yield gap, wider * prices.run_up


def _runs(steps: Steps, size: tuple[int, int], direction: int) -> int:
    """Where a run goes on: a plain step on clear and level ground."""
    dx, dy = DIRECTIONS[direction]
    free = held_by_all(steps.free[direction], steps.width, *size)
    return free & ~steps.back(held_by_any(steps.rough, steps.width, *size), (dx, dy))


def _over(steps: Steps, size: tuple[int, int], direction: int, gap: int) -> int:
    """Where one leaps off: nothing high is in the way, no corner is cut, the far side is not too high."""
    dx, dy = DIRECTIONS[direction]
    width, found = steps.width, 0
    inside = steps.inside(((gap + 1) * dx, (gap + 1) * dy))
    land = held_by_all(steps.can_stand, width, *size)
    for floor, here in steps.at.items():
        off = held_by_all(here, width, *size) & inside & steps.back(land, ((gap + 1) * dx, (gap + 1) * dy))
        if not off:
            continue
        low = _below(steps, floor)
        far = 0
        for other, bits in steps.at.items():
            if abs(other - floor) <= steps.prices.leap_over:
                far |= bits
        off &= steps.back(held_by_all(far, width, *size), ((gap + 1) * dx, (gap + 1) * dy))
        for step in range(1, gap + 1):
            off &= steps.back(held_by_all(low, width, *size), (step * dx, step * dy))
        for step in range(gap + 1):
            crossed = held_by_all(_crossed(steps, dx, dy, low), width, *size)
            off &= steps.back(crossed, (step * dx, step * dy))
        found |= off
    return found


def _below(steps: Steps, floor: int) -> int:
    """The spaces that hold nothing higher than a leap from a floor goes over, nor a door."""
    board, most = steps.board, floor + steps.prices.leap_over
    doors = board.on_sides(lambda one: one.bars)[0]
    bits = 0
    for number, (level, kind) in enumerate(zip(board.levels, board.kinds, strict=True)):
        if level + kind.height <= most and not kind.seals:
            bits |= 1 << number
    return bits & ~doors


def _crossed(steps: Steps, dx: int, dy: int, low: int) -> int:
    """Where the border to the next space is open, walls and corners considered, gaps and low things not."""
    inside = steps.inside((dx, dy))
    if not dx or not dy:
        wall = steps.north if dy else steps.east
        return inside & ~(wall if dx + dy > 0 else steps.back(wall, (dx, dy)))
    point = steps.north | steps.east | steps.back(steps.north, (1, 0)) | steps.back(steps.east, (0, 1))
    free = inside & ~steps.back(point, (min(dx, 0), min(dy, 0)))
    high = (steps.board.all & ~low) | steps.corners | steps.ledges
    return free & ~steps.back(high, (dx, 0)) & ~steps.back(high, (0, dy))
