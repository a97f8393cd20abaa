"""Known personalities: traits, knacks and minor aspects, and what the knacks Determined and Flexible do."""

from __future__ import annotations

from typing import Any

from sandtable.binding.choosing import choose_word
from sandtable.binding.limits import Limit, use
from sandtable.books.forgotten_ruin.asking import which
from sandtable.books.forgotten_ruin.chapters.squad.squad_tables import squad_tables
from sandtable.books.forgotten_ruin.chapters.story_points.points import roll_on
from sandtable.books.forgotten_ruin.state import Battle, Soldier
from sandtable.books.forgotten_ruin.windows import (
    ACTIVATION_STARTED,
    BATTLE_STARTED,
    DICE_DUE,
    WINDOWS,
    Activation,
    Moment,
    OwnDice,
)
from sandtable.kernel import Play, refuse, rule

TRAITS = 2
"""The rolls of a new personality (FR-SQD-19)."""
DETERMINED, FLEXIBLE = "Determined", "Flexible"
NON_COMBAT = ("interact", "investigation", "call", "wits", "leap", "search", "item")
"""The rolls of tasks that are no combat, as long as nobody is their target (FR-SQD-25)."""


@rule("FR-SQD-19", "FR-SQD-20", "FR-SQD-21", "FR-SQD-22")
async def roll_character(play: Play[Battle], soldier: Soldier, *rules: str) -> None:
    """Two traits; the same one twice is one trait and a knack."""
    rows, cited = squad_tables(), ["FR-SQD-19", "FR-SQD-21"]
    found = [await roll_on(play, "character traits", rows.traits, *cited, *rules) for _ in range(TRAITS)]
    soldier.traits = tuple(dict.fromkeys(one.name for one in found))
    if len(soldier.traits) < TRAITS:
        knack = await roll_on(play, "character knacks", rows.knacks, "FR-SQD-20", "FR-SQD-22", *rules)
        soldier.knack = knack.name
        cited += ["FR-SQD-20", "FR-SQD-22", knack.rule]
    play.tell("personality known", *cited, figure=soldier.id, traits=soldier.traits, knack=soldier.knack)


@rule("FR-SQD-34")
async def roll_aspect(play: Play[Battle], soldier: Soldier, rolls: int = 1) -> None:
    """A minor aspect, which changes nothing in play; of several the player takes one."""
    rows = squad_tables().aspects
    rule_id = "FR-SQD-34" if rolls == 1 else "FR-SQD-35"
    found = [(await roll_on(play, "minor aspects", rows, rule_id)).name for _ in range(rolls)]
    aspect, distinct, about = found[0], {one: one for one in found}, (soldier.id,)
    if len(distinct) > 1:
        topic, prompt, seat = "choose aspect", "Which aspect?", soldier.seat
        aspect = await choose_word(play, seat, topic, prompt, ("FR-SQD-35",), distinct, about=about)
    soldier.aspect = aspect
    play.tell("aspect", rule_id, figure=soldier.id, aspect=aspect)


def _unknown(play: Play[Battle], seat: str, now: Moment) -> list[Soldier]:
    return [
        one
        for one in play.state.soldiers.values()
        if one.is_personality and not one.traits and one.where != "behind"
    ]


@WINDOWS.consequence(BATTLE_STARTED, "characters", "FR-SQD-19", _unknown, rank=-4)
async def settle_characters(play: Play[Battle], seat: str, now: Moment, unknown: list[Soldier]) -> None:
    """Known personalities who take the field without a character roll it."""
    for one in unknown:
        await roll_character(play, one, "FR-SQD-10")


def _lack_aspects(play: Play[Battle], seat: str, now: Moment) -> list[Soldier]:
    soldiers = play.state.soldiers.values() if play.state.switches.minor_aspects else ()
    return [one for one in soldiers if one.is_personality and not one.aspect]


@WINDOWS.consequence(BATTLE_STARTED, "minor aspects", "FR-SQD-34", _lack_aspects, rank=-4)
async def settle_aspects(play: Play[Battle], seat: str, now: Moment, lacking: list[Soldier]) -> None:
    """Every known personality without an aspect rolls one."""
    for one in lacking:
        await roll_aspect(play, one)


def _have_aspects(play: Play[Battle], seat: str, now: Moment) -> list[Soldier]:
    soldiers = play.state.soldiers.values() if play.state.switches.minor_aspects else ()
    return [one for one in soldiers if one.aspect]


@WINDOWS.offer(BATTLE_STARTED, "another aspect", "FR-SQD-35", _have_aspects)
async def roll_another_aspect(play: Play[Battle], seat: str, now: Moment, known: list[Soldier]) -> None:
    """After a pivotal event a known personality may change: two aspects are rolled and one is taken."""
    soldier = await which(play, seat, "choose whose aspect", "Whose aspect changes?", known, "FR-SQD-35")
    await roll_aspect(play, soldier, rolls=2)


@rule("FR-SQD-35", "FR-SQD-34")
async def change_aspect(play: Play[Battle], seat: str, facts: dict[str, Any]) -> None:
    """The player changes an aspect, or has two rolled and takes one; a ruling, at any time."""
    soldier = play.state.soldiers.get(str(facts.get("figure")))
    if not play.state.switches.minor_aspects:
        raise refuse("FR-SQD-34", "Minor aspects are not used.", "Switch minor_aspects on.")
    if soldier is None or not soldier.is_personality:
        raise refuse("FR-SQD-35", "Only known personalities have aspects.", "Name one as figure.")
    aspect = facts.get("aspect")
    if aspect is None:
        await roll_aspect(play, soldier, rolls=2)
        return
    if not isinstance(aspect, str) or not 0 < len(aspect) <= 60:
        raise refuse("FR-SQD-35", "That is no aspect.", "Say it in a few words.")
    soldier.aspect = aspect
    play.tell("aspect", "FR-SQD-35", figure=soldier.id, aspect=aspect)


# ---- Knacks -------------------------------------------------------------------------------------


def _is_determined(play: Play[Battle], seat: str, own: OwnDice) -> bool:
    soldier, is_task = own.soldier, own.what in NON_COMBAT and own.target is None
    return soldier.knack == DETERMINED and is_task and not soldier.has_used(Limit(DETERMINED))


@WINDOWS.offer(DICE_DUE, DETERMINED, "FR-SQD-25", _is_determined)
async def roll_two(play: Play[Battle], seat: str, own: OwnDice) -> None:
    """Two dice are rolled and the better is used; declared before the roll, once a battle."""
    use(own.soldier, Limit(DETERMINED))
    own.extra += 1
    own.rules = (*own.rules, "FR-SQD-25")
    play.tell("Determined", "FR-SQD-25", figure=own.soldier.id, what=own.what)


def _is_flexible(play: Play[Battle], seat: str, now: Activation) -> bool:
    figure = now.figure
    if not isinstance(figure, Soldier) or figure.knack != FLEXIBLE or figure.has_used(Limit(FLEXIBLE)):
        return False
    return not (now.is_snap_fire or figure.is_stunned or now.is_flexible or now.has_moved)


def _may_move_twice(play: Play[Battle], seat: str, now: Activation) -> bool:
    # A soldier who has come onto the table in place of a Move has none left.
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
    use(now.figure, Limit(FLEXIBLE))
    now.is_flexible, now.moves, now.actions = True, moves, actions
    now.rules = (*now.rules, "FR-SQD-26")
    play.tell("Flexible", "FR-SQD-26", figure=now.figure.id, moves=moves, actions=actions)
