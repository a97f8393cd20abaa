"""Enemies near a monster that is not on their side: its Aura holds them, and its riddles perplex them."""

from __future__ import annotations

from sandtable.binding.effects import put_on
from sandtable.books.forgotten_ruin.chapters.line_of_sight import sees
from sandtable.books.forgotten_ruin.chapters.principles.conventions import gap, inches, within
from sandtable.books.forgotten_ruin.enemies.monsters.traits import (
    AURA,
    AURA_NUMBER,
    HELD,
    PERPLEX,
    PERPLEXED_UP_TO,
    monsters_with,
    tell_of_aura,
    tell_of_riddle,
    works_on,
)
from sandtable.books.forgotten_ruin.enemies.planning import has_just_come
from sandtable.books.forgotten_ruin.modifiers import WHY_NOT_MOVE, toughness
from sandtable.books.forgotten_ruin.state import Battle, Effect, Enemy, Figure
from sandtable.books.forgotten_ruin.windows import ENEMY_UNIT_STARTS, WINDOWS, Activation, MobMoment
from sandtable.kernel.dice import For
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal

PERPLEXED = "perplexed"

Start = MobMoment | Activation


def _who_activates(state: Battle, now: Start) -> list[Enemy]:
    """The figures of the unit that activates; an Unaware mob notices nothing."""
    if isinstance(now, Activation):
        return [now.figure] if isinstance(now.figure, Enemy) and "Swarm" not in now.figure.traits else []
    if not now.mob.aware:
        return []
    return [one for one in state.members(now.mob.id) if not has_just_come(state, one) and not one.is_frozen]


def _in_aura(play: Play[Battle], seat: str, now: Start) -> list[Enemy]:
    state = play.state
    monsters, reach = monsters_with(state, "Aura"), inches(state, AURA)
    return [
        one
        for one in (_who_activates(state, now) if monsters else ())
        if any(works_on(each, one) and within(gap(each, one), reach) for each in monsters)
    ]


@WINDOWS.consequence(ENEMY_UNIT_STARTS, "Aura on enemies", "FR-MON-10", _in_aura)
async def aura_on_enemies(play: Play[Battle], seat: str, now: Start, near: list[Enemy]) -> None:
    """Every enemy in the Aura rolls 1D6 and Toughness; below 7 it can neither Move nor Dash."""
    state = play.state
    why, rules = For("aura", _unit(now)), ("FR-MON-10", _source(state, "Aura"))
    faces = await play.roll(len(near), why, *rules, seat=state.enemy_dice, figures=[one.id for one in near])
    for one, face in zip(near, faces, strict=True):
        total = face + int(toughness(state, one))
        if total < AURA_NUMBER:
            put_on(one, Effect(HELD, "FR-MON-10", until="activation"))
        tell_of_aura(play, one, total, *rules)


@WHY_NOT_MOVE.source("FR-MON-10", rank=-1)
def enemy_held_by_aura(state: Battle, figure: Figure) -> Refusal | None:
    """An enemy whom an Aura holds does not move."""
    if isinstance(figure, Enemy) and figure.is_under(HELD):
        return Refusal("FR-MON-10", f"{figure.name} is held by an aura.", "It may still act.")
    return None


def _in_riddles(play: Play[Battle], seat: str, now: Start) -> list[Enemy]:
    state = play.state
    monsters, reach = monsters_with(state, "Perplex"), inches(state, PERPLEX)
    return [
        one
        for one in (_who_activates(state, now) if monsters else ())
        if any(
            works_on(each, one) and within(gap(each, one), reach) and sees(state, each, one)
            for each in monsters
        )
    ]


@WINDOWS.consequence(ENEMY_UNIT_STARTS, "Perplex on enemies", "FR-MON-19", _in_riddles)
async def perplex_enemies(play: Play[Battle], seat: str, now: Start, near: list[Enemy]) -> None:
    """Every enemy near and in sight rolls; on 1-3 it may move but not attack."""
    state = play.state
    why, rules = For("perplex", _unit(now)), ("FR-MON-19", _source(state, "Perplex"))
    faces = await play.roll(len(near), why, *rules, seat=state.enemy_dice, figures=[one.id for one in near])
    for one, face in zip(near, faces, strict=True):
        if face <= PERPLEXED_UP_TO:
            put_on(one, Effect(PERPLEXED, "FR-MON-19", until="activation"))
        tell_of_riddle(play, one, face, *rules)


def _unit(now: Start) -> str:
    return now.mob.id if isinstance(now, MobMoment) else now.figure.id


def _source(state: Battle, trait: str) -> str:
    """The rule by which a monster with the trait is not on the enemy's side."""
    served = any(one.side == "squad" for one in monsters_with(state, trait))
    return "FR-LOOT-71" if served else "FR-MIS-61"
