"""Figures that cannot be named: who has gone, who has acted, who belongs to somebody else."""

from __future__ import annotations

import msgspec

from sandtable.books.forgotten_ruin.chapters.battle_round.reaction_roll import is_quick
from sandtable.books.forgotten_ruin.chapters.battle_round.snap_fire import SNAP_FIRE, why_not_snap_fire
from sandtable.books.forgotten_ruin.chapters.battle_round.watching import MOMENTS
from sandtable.books.forgotten_ruin.chapters.line_of_sight import why_not_see
from sandtable.books.forgotten_ruin.naming import called, name_of
from sandtable.books.forgotten_ruin.refusals import barred
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Soldier
from sandtable.kernel import ChooseOne, ChooseSeveral, Decision, Refusal

ACTS, DEALS, SNAPS, ENEMIES_ACT, UPGRADES = (
    "choose soldier",
    "deal reaction dice",
    "snap fire",
    "choose enemy unit",
    "choose who is upgraded",
)
BY_SPELL = ("choose spell target", "choose spell targets", "charmed figure shoots")
IN_SIGHT = (
    *BY_SPELL,
    "choose item target",
    "choose potion target",
    "choose staff target",
    "choose sniper target",
    "exchange places",
)
IN_COMBAT = ("choose whom to hit", "choose combat leader")
"""Questions for a figure, by what they ask."""
NOT_AMONG = {
    "choose combat": "in no combat",
    "choose who becomes known": "known already",
    "choose who advances": "not known",
    "choose whom enemy casts at": "no enemy target",
    "choose enemy target": "no enemy target",
    "choose whom enemy hits": "not in this combat",
    "choose leader of the way": "not the highest rank",
    ENEMIES_ACT: "acts with its mob",
}
"""What bars a figure on the table that is not among the answers, by what is asked."""
HOLD = "hold "


def why_gone(state: Battle, figure: Figure) -> Refusal | None:
    """Who is off the table, by the rule that took or keeps the figure away; all are before the battle."""
    if figure.on_table or (figure.where == "waiting" and state.round == 0):
        return None
    left = figure.where == "left" and isinstance(figure, Enemy)
    why = barred("gone enemy left" if left else f"gone {figure.where}", name=name_of(state, figure))
    return msgspec.structs.replace(why, rule=figure.taken_by) if figure.taken_by else why


def why_not_figure(state: Battle, question: Decision, word: str) -> Refusal | None:
    """A figure or a mob that cannot be the answer; None where the word is neither."""
    if word.startswith(HOLD):
        return _why_not_hold(state, question, state.soldiers.get(word.removeprefix(HOLD)))
    if word in state.mobs:
        return _why_not_unit(state, question, word)
    shooter, _, moment = word.partition(" ")
    if moment in MOMENTS and shooter in state.soldiers:
        return _why_not_at(state, question, state.soldiers[shooter])
    figure: Soldier | Enemy | None = state.soldiers.get(word) or state.enemies.get(word)
    if figure is None:
        return None
    if isinstance(figure, Soldier) and question.topic in (ACTS, DEALS):
        return why_not_to_act(state, question, figure)
    if isinstance(figure, Soldier) and question.topic == SNAPS:
        return _why_not_at(state, question, figure)
    return why_gone(state, figure) or _why_not_among(state, question, figure)


def why_not_to_act(state: Battle, question: Decision, soldier: Soldier) -> Refusal | None:
    """Who has acted, holds, is slow, or is commanded by another player."""
    name = soldier.name
    if soldier.seat != question.seat:
        return barred("not yours to choose", name=name)
    if soldier.has_used(SNAP_FIRE):
        return barred("has Snap Fired", name=name)
    if (gone := why_gone(state, soldier)) is not None:
        return gone
    if soldier.is_frozen:
        return barred("frozen", name=name)
    if soldier.copy_of:
        return barred("image", name=name, caster=called(state, soldier.copy_of))
    if soldier.acted:
        return barred("has acted", name=name)
    if soldier.holding:
        return barred("holds", name=name)
    if state.phase == "quick" and not is_quick(state, soldier):
        return barred("no die" if soldier.die is None else "slow die", name=name)
    return None


def _why_not_hold(state: Battle, question: Decision, soldier: Soldier | None) -> Refusal | None:
    """Only a soldier's quick activation is held, before it is used."""
    if question.topic == ACTS and state.phase == "quick" and soldier is not None:
        return why_not_to_act(state, question, soldier)
    return barred("no hold")


def _why_not_at(state: Battle, question: Decision, soldier: Soldier) -> Refusal:
    """A shot at a moment of a move that is not offered, or where nobody moves."""
    if question.topic != SNAPS:
        return barred("no enemy moves", name=soldier.name)
    return _why_no_snap_fire(state, question, soldier) or barred("no shot then", name=soldier.name)


def _why_no_snap_fire(state: Battle, question: Decision, soldier: Soldier) -> Refusal | None:
    if soldier.has_used(SNAP_FIRE):
        return barred("has Snap Fired while holding", name=soldier.name)
    if soldier.seat != question.seat:
        return barred("not yours to choose", name=soldier.name)
    return why_not_snap_fire(state, soldier, [one for one in question.about if one in state.enemies])


def _why_not_unit(state: Battle, question: Decision, mob: str) -> Refusal:
    name = called(state, mob)
    if not state.members(mob):
        return barred("mob gone", name=name)
    if question.topic == ENEMIES_ACT:
        return barred("mob has acted", name=name)
    return barred("mob is an enemy" if question.topic in (ACTS, SNAPS) else "mob not asked for", name=name)


def _why_not_among(state: Battle, question: Decision, figure: Soldier | Enemy) -> Refusal | None:
    """A figure on the table at a question for others, or for none."""
    wanted = _wanted(state, question)
    name, is_soldier = name_of(state, figure), isinstance(figure, Soldier)
    if not wanted:
        return barred("soldier not asked for" if is_soldier else "enemy not asked for", name=name)
    if all(one in state.mobs for one in wanted) and not is_soldier:
        return barred("mob asked for", name=name)
    if all(one in state.soldiers for one in wanted) and not is_soldier:
        return barred("soldier asked for", name=name)
    if not any(one in state.soldiers for one in wanted) and is_soldier:
        return barred("enemy asked for", name=name)
    if isinstance(figure, Soldier) and figure.seat != question.seat and question.seat != state.enemy_seat:
        return barred("not yours to name", name=name)
    return _why_not_reached(state, question, figure)


def _why_not_reached(state: Battle, question: Decision, figure: Soldier | Enemy) -> Refusal | None:
    """Who is not in this combat, not in contact, out of sight, or out of reach."""
    name, topic = name_of(state, figure), question.topic
    if topic in NOT_AMONG:
        return barred(NOT_AMONG[topic], name=name)
    if topic == UPGRADES and isinstance(figure, Soldier):
        return barred("no upgrade" if figure.transformation else "not transformed", name=name)
    if topic in IN_COMBAT and figure.id not in question.about[1:]:
        return barred("not in this combat", name=name)
    actor = state.soldiers.get(next(iter(question.about), ""))
    if actor is None or topic not in IN_SIGHT:
        return None
    hidden = why_not_see(state, actor, figure)
    if hidden is not None:
        why = barred("out of sight", name=name, why=hidden.reason)
        return why if topic in BY_SPELL else msgspec.structs.replace(why, rule=hidden.rule)
    return barred("out of a spell's reach", name=name) if topic in BY_SPELL else None


def _wanted(state: Battle, question: Decision) -> list[str]:
    """The figures and mobs among the answers."""
    if not isinstance(question, ChooseOne | ChooseSeveral):
        return []
    words = [one.answer for one in question.options() if isinstance(one.answer, str)]
    return [one for one in words if one in state.soldiers or one in state.enemies or one in state.mobs]
