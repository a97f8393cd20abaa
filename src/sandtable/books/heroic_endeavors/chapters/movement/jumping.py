"""Jumping across: what a jump costs, and how a run-up widens it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sandtable.books.heroic_endeavors.chapters.conditions import stun
from sandtable.books.heroic_endeavors.chapters.ground import standing_at
from sandtable.books.heroic_endeavors.chapters.movement.falling import fall, struck_by_nobody
from sandtable.books.heroic_endeavors.chapters.trait_checks import check
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.kernel import Play, rule
from sandtable.table.squares.board import Board
from sandtable.table.squares.going import Prices
from sandtable.table.squares.reach import Leg
from sandtable.table.squares.spaces import Space

LEAP = (4, 6)
"""HE-JMP-01: 2 MOV, for the space jumped over and that of landing; 3 diagonally; in halves."""
RUN_UP = 2
"""HE-JMP-02: so many spaces straight ahead make the jump one space wider."""
WIDEST = 4
"""Wider is no jump of anybody on foot: its run-up alone would be six spaces."""
DARED = (1, 2, 3, 4)
"""HE-CHK-02: the difficulties that somebody may dare; a jump at 5 is impossible."""
SAFE = 1
"""HE-JMP-06: so deep everybody jumps."""


@rule("HE-JMP-01", "HE-JMP-02", "HE-JMP-06")
def with_jumps(prices: Prices) -> Prices:
    """Over pits, ground, who lies there and what is at most a space high; never over who stands."""
    return prices._replace(leap=LEAP, widest=WIDEST, run_up=RUN_UP, drops=SAFE)


@rule("HE-JMP-03", "HE-JMP-05")
def with_risky_jumps(prices: Prices, difficulty: int) -> Prices:
    """Farther than the run-up allows, and down from a height, each by a check no harder than this."""
    return prices._replace(dares=difficulty, drops=2 * difficulty + 1)


def invites_jumps(board: Board) -> bool:
    """Whether there is anything to jump over or down from."""
    return len(set(board.floors)) > 1 or any(one.going == "gap" for one in board.kinds)


@rule("HE-JMP-02", "HE-JMP-03")
def too_wide(legs: Sequence[Leg], number: int, start: Space) -> int:
    """By how many spaces a leap is wider than the straight steps on clear ground before it make it."""
    leap = legs[number]
    places = [start, *(one.place.at for one in legs)]
    towards = _direction(places[number], places[number + 1])
    run = 0
    for step in range(number - 1, -1, -1):
        one = legs[step]
        clear = one.how == "step" and not one.levels and one.price == (3 if all(towards) else 2)
        if not clear or _direction(places[step], places[step + 1]) != towards:
            break
        run += 1
    return leap.gap - 1 - run // RUN_UP


def _direction(start: Space, end: Space) -> Space:
    dx, dy = end[0] - start[0], end[1] - start[1]
    return ((dx > 0) - (dx < 0), (dy > 0) - (dy < 0))


@rule("HE-JMP-03", "HE-JMP-04")
async def leaps_across(play: Play[Adventure], model: Model, leap: Leg, difficulty: int) -> bool:
    """Whether a leap that is too wide succeeds; else it falls into the gap, nearest to the far side."""
    if await check(play, model, "DEX", difficulty, "HE-JMP-03"):
        return True
    assert model.at is not None
    board, here = play.state.board, play.state.board.floor(model.at)
    there = standing_at(model, leap.place)
    assert there.at is not None
    dx, dy = _direction(min(model.spaces), min(there.spaces))
    x, y = there.at
    for back in range(1, leap.gap + 1):
        short = msgspec.structs.replace(there, at=(x - back * dx, y - back * dy))
        if all(play.state.at(one) in (None, model) for one in short.spaces):
            model.turn.came_from, model.at = model.at, short.at
            play.tell("model leapt short", "HE-JMP-04", model=model.id, at=model.point)
            break
    assert model.at is not None
    await fall(play, model, max(0, here - board.floor(model.at)))
    return False


@rule("HE-JMP-05", "HE-JMP-06")
def height_jumped(state: Adventure, model: Model, leg: Leg) -> int:
    """How deep a step leads that is no climb; what is no deeper than a space is safe."""
    assert model.at is not None
    if leg.how != "step" or leg.levels:
        return 0
    depth = state.board.floor(model.at) - state.board.floor(leg.place.at)
    return depth if depth > SAFE else 0


@rule("HE-JMP-07", "HE-DMG-06")
async def lands_badly(play: Play[Adventure], model: Model) -> None:
    """Below all the same, but stunned, and struck by one die against which there is no defence."""
    play.tell("model landed badly", "HE-JMP-07", model=model.id)
    await struck_by_nobody(play, model, 1, "fall", "HE-JMP-07")
    stun(play, model)
