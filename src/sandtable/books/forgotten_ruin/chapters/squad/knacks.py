"""Character knacks: Crafty, Healthy, Determined and Flexible."""

from __future__ import annotations

from sandtable.binding.limits import use
from sandtable.books.forgotten_ruin.state import Battle, Soldier
from sandtable.books.forgotten_ruin.windows import (
    ACTIVATION_STARTED,
    DICE_DUE,
    WINDOWS,
    Activation,
    OwnDice,
)
from sandtable.kernel.citation import rule
from sandtable.kernel.play import Play

DETERMINED, FLEXIBLE = "Determined", "Flexible"
NON_COMBAT = ("interact", "investigation", "call", "wits", "leap", "search", "item")
"""The rolls of tasks that are no combat, as long as nobody is their target (FR-SQD-25)."""


def _is_determined(play: Play[Battle], seat: str, own: OwnDice) -> bool:
    soldier, is_task = own.soldier, own.what in NON_COMBAT and own.target is None
    return soldier.knack == DETERMINED and is_task and not soldier.has_used(DETERMINED)


@WINDOWS.offer(DICE_DUE, DETERMINED, "FR-SQD-25", _is_determined)
async def roll_two(play: Play[Battle], seat: str, own: OwnDice) -> None:
    """Two dice are rolled and the better is used; declared before the roll, once a battle."""
    use(own.soldier, DETERMINED)
    own.extra += 1
    own.rules = (*own.rules, "FR-SQD-25")
    play.tell("Determined", "FR-SQD-25", figure=own.soldier.id, what=own.what)


def _is_flexible(play: Play[Battle], seat: str, now: Activation) -> bool:
    figure = now.figure
    if not isinstance(figure, Soldier) or figure.knack != FLEXIBLE or figure.has_used(FLEXIBLE):
        return False
    return not (now.is_snap_fire or figure.is_stunned or now.is_flexible or now.has_moved)


def _may_move_twice(play: Play[Battle], seat: str, now: Activation) -> bool:
    # Whoever has come onto the table in place of a Move has none left.
    return now.may_move and now.moves > 0 and _is_flexible(play, seat, now)


def _may_act_twice(play: Play[Battle], seat: str, now: Activation) -> bool:
    return now.may_act and _is_flexible(play, seat, now)


@WINDOWS.offer(ACTIVATION_STARTED, "Flexible, two Moves", "FR-SQD-26", _may_move_twice, rank=-3)
async def move_twice(play: Play[Battle], seat: str, now: Activation) -> None:
    """Two plain Moves and no Action."""
    _be_flexible(play, now, moves=2, actions=0)


@WINDOWS.offer(ACTIVATION_STARTED, "Flexible, two Actions", "FR-SQD-26", _may_act_twice, rank=-2)
async def act_twice(play: Play[Battle], seat: str, now: Activation) -> None:
    """Two Actions and no Move."""
    _be_flexible(play, now, moves=0, actions=2)


@rule("FR-SQD-26")
def _be_flexible(play: Play[Battle], now: Activation, moves: int, actions: int) -> None:
    """Once a battle."""
    use(now.figure, FLEXIBLE)
    now.is_flexible, now.moves, now.actions = True, moves, actions
    now.rules = (*now.rules, "FR-SQD-26")
    play.tell("Flexible", "FR-SQD-26", figure=now.figure.id, moves=moves, actions=actions)
