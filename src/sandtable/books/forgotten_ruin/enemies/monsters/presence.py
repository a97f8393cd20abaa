"""What monsters do by their presence: Aura, Perplex, Fear, Conjurations, Ethereal, wounds that knit."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from sandtable.binding.effects import put_on
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.combat import Combat
from sandtable.books.forgotten_ruin.chapters.line_of_sight import sees
from sandtable.books.forgotten_ruin.chapters.principles.conventions import Near, gap, inches, within
from sandtable.books.forgotten_ruin.enemies.monsters.traits import works_on
from sandtable.books.forgotten_ruin.enemies.movement.placing import bearing_to
from sandtable.books.forgotten_ruin.enemies.planning import ready_members
from sandtable.books.forgotten_ruin.missions.ending import at_end_of_round
from sandtable.books.forgotten_ruin.modifiers import (
    AGGRESSION_GAINS,
    COMBAT_ROLL,
    POINT_LIMIT,
    TO_HIT,
    toughness,
)
from sandtable.books.forgotten_ruin.state import Battle, Effect, Enemy, Figure, Soldier
from sandtable.books.forgotten_ruin.windows import (
    ACTIVATION_STARTED,
    ENEMY_UNIT_STARTS,
    WINDOWS,
    Activation,
    MobMoment,
)
from sandtable.kernel import For, Modifier, Needed, Play, Refusal, rule
from sandtable.table.figures.bases import A_HAIR

if TYPE_CHECKING:
    from sandtable.books.forgotten_ruin.chapters.shooting.hit_numbers import Shot

AURA_NUMBER = 7
"""The total that overcomes an Aura (FR-MON-10)."""
PERPLEXED_UP_TO = 3
"""The dice that fall victim to Perplex (FR-MON-19)."""
HELD = "held by an aura"
REACH = {"Aura": 4.0, "Perplex": 9.0}
"""So many inches around the monster it works (FR-MON-10, FR-MON-19)."""

Start = MobMoment | Activation


def monsters_with(state: Battle, trait: str) -> list[Enemy]:
    """The monsters on the table with a trait, against the squad or independent."""
    return [
        one
        for one in state.enemies_on_table()
        if one.is_monster and trait in one.traits and not one.is_asleep and not one.is_frozen
    ]


def _near(state: Battle, figures: Iterable[Near], trait: str) -> list[Near]:
    """Those of the figures who are as near to a monster as its trait works on them."""
    monsters, limit = monsters_with(state, trait), inches(state, REACH[trait])
    return [
        one
        for one in (figures if monsters else ())
        if any(
            works_on(each, one)
            and within(gap(each, one), limit)
            and (trait != "Perplex" or sees(state, each, one))
            for each in monsters
        )
    ]


def _starting(state: Battle, now: Start) -> list[Enemy]:
    """The figures of the enemy unit that activates; an Unaware mob notices nothing."""
    if isinstance(now, Activation):
        return [now.figure] if isinstance(now.figure, Enemy) and "Swarm" not in now.figure.traits else []
    return [one for one in ready_members(state, now.mob) if not one.is_frozen] if now.mob.aware else []


async def _rolled(
    play: Play[Battle], now: Start, near: list[Enemy], trait: str, rule_id: str
) -> tuple[tuple[str, ...], Iterable[tuple[Enemy, int]]]:
    """A die for each enemy near a monster that serves the squad or is independent, and the rules of it."""
    state = play.state
    served = any(one.side == "squad" for one in monsters_with(state, trait))
    rules = (rule_id, "FR-LOOT-71" if served else "FR-MIS-61")
    why = For(trait.lower(), now.mob.id if isinstance(now, MobMoment) else now.figure.id)
    faces = await play.roll(len(near), why, *rules, seat=state.enemy_dice, figures=[one.id for one in near])
    return rules, zip(near, faces, strict=True)


def _soldier_near(trait: str, play: Play[Battle], seat: str, now: Activation) -> bool:
    return isinstance(now.figure, Soldier) and bool(_near(play.state, [now.figure], trait))


def _enemies_near(trait: str, play: Play[Battle], seat: str, now: Start) -> list[Enemy]:
    return _near(play.state, _starting(play.state, now), trait)


# Aura


@WINDOWS.consequence(ACTIVATION_STARTED, "Aura", "FR-MON-10", partial(_soldier_near, "Aura"))
async def aura(play: Play[Battle], seat: str, now: Activation) -> None:
    """A soldier near the monster rolls 1D6 and Toughness; below 7 the soldier can neither Move nor Dash."""
    soldier, tough = now.figure, toughness(play.state, now.figure)
    need, why = Needed(AURA_NUMBER - tough, "FR-MON-10"), For("aura", soldier.id)
    told = [str(Modifier(tough, "Toughness", "FR-MON-10"))]
    (face,) = await play.roll(1, why, seat=seat, need=need, modifiers=told, figure=soldier.id)
    if _hold(play, soldier, face, "FR-MON-10"):
        now.why_no_move = Refusal("FR-MON-10", f"{soldier.name} is held by an aura.", "Take another Action.")
        now.rules = (*now.rules, "FR-MON-10")


@WINDOWS.consequence(ENEMY_UNIT_STARTS, "Aura on enemies", "FR-MON-10", partial(_enemies_near, "Aura"))
async def aura_on_enemies(play: Play[Battle], seat: str, now: Start, near: list[Enemy]) -> None:
    """Every enemy in the Aura rolls 1D6 and Toughness; below 7 it can neither Move nor Dash."""
    rules, dice = await _rolled(play, now, near, "Aura", "FR-MON-10")
    for one, face in dice:
        _hold(play, one, face, *rules)


def _hold(play: Play[Battle], figure: Figure, face: int, *rules: str) -> bool:
    """Whether an Aura holds a figure that has rolled."""
    total = face + toughness(play.state, figure)
    held = total < AURA_NUMBER
    if held:
        put_on(figure, Effect(HELD, "FR-MON-10", until="activation"))
    then = "can neither Move nor Dash" if held else "is not held"
    play.tell("aura", *rules, figure=figure.id, total=total, held=held, then=then)
    return held


# Perplex


@WINDOWS.consequence(ACTIVATION_STARTED, "Perplex", "FR-MON-19", partial(_soldier_near, "Perplex"))
async def perplex(play: Play[Battle], seat: str, now: Activation) -> None:
    """On 1-3 a soldier in sight of the monster may move but not attack."""
    soldier = now.figure
    why, need = For("perplex", soldier.id), Needed(PERPLEXED_UP_TO + 1, "FR-MON-19")
    (face,) = await play.roll(1, why, seat=seat, need=need, figure=soldier.id)
    if _is_perplexed(play, soldier, face, "FR-MON-19"):
        reason = f"{soldier.name} is perplexed and attacks nobody."
        now.why_no_attack = Refusal("FR-MON-19", reason, "Move, or take another Action.")
        now.rules = (*now.rules, "FR-MON-19")


@WINDOWS.consequence(ENEMY_UNIT_STARTS, "Perplex on enemies", "FR-MON-19", partial(_enemies_near, "Perplex"))
async def perplex_enemies(play: Play[Battle], seat: str, now: Start, near: list[Enemy]) -> None:
    """Every enemy near and in sight rolls; on 1-3 it may move but not attack."""
    rules, dice = await _rolled(play, now, near, "Perplex", "FR-MON-19")
    for one, face in dice:
        if _is_perplexed(play, one, face, *rules):
            put_on(one, Effect("perplexed", "FR-MON-19", until="activation"))


def _is_perplexed(play: Play[Battle], figure: Figure, face: int, *rules: str) -> bool:
    """Whether a riddle keeps a figure that has rolled from attacking."""
    attacks = face > PERPLEXED_UP_TO
    then = "acts as ever" if attacks else "may move but not attack"
    play.tell("perplexed", *rules, figure=figure.id, attacks=attacks, then=then)
    return not attacks


# Fear


@rule("FR-MON-13")
def is_afraid(state: Battle, figure: Figure) -> bool:
    """Whether a figure is within 12 in of a fearsome monster of the other side and in its front 90°."""
    for one in monsters_with(state, "Fear"):
        if not works_on(one, figure) or not within(gap(one, figure), inches(state, 12.0)):
            continue
        turn = abs((bearing_to(state, one.at, figure.at) - one.facing + 180.0) % 360.0 - 180.0)
        if turn <= 45.0 + A_HAIR:
            return True
    return False


@TO_HIT.source("FR-MON-13")
def afraid_to_shoot(state: Battle, shot: Shot) -> Modifier | None:
    """Fear spoils the aim, whatever the target."""
    return Modifier(-1, "fear", "FR-MON-13") if is_afraid(state, shot.shooter) else None


@COMBAT_ROLL.source("FR-MON-13", rank=2)
def afraid_to_fight(state: Battle, figure: Figure, opponent: Figure, combat: Combat) -> Modifier | None:
    """Fear spoils the blow, whatever the opponent."""
    return Modifier(-1, "fear", "FR-MON-13") if is_afraid(state, figure) else None


# The rest


@AGGRESSION_GAINS.source("FR-MON-11")
def conjurations(state: Battle) -> Modifier | None:
    """Every conjuring monster on the table adds 1 Aggression a round."""
    count = len([one for one in monsters_with(state, "Conjurations") if one.side != "squad"])
    return Modifier(count, "Conjurations", "FR-MON-11") if count else None


@POINT_LIMIT.source("FR-MON-12")
def ethereal(state: Battle, target: Figure) -> Modifier | None:
    """An Ethereal monster cannot lose more than one Monster Point in a round."""
    if isinstance(target, Enemy) and "Ethereal" in target.traits:
        return Modifier(1 - target.points_lost_this_round, "Ethereal", "FR-MON-12")
    return None


def _wounded(state: Battle) -> list[Enemy]:
    return [
        one for one in monsters_with(state, "Knit wounds") if 0 < one.monster_points < one.starting_points - 1
    ]


@at_end_of_round("Knit wounds", "FR-MON-18", lambda state: bool(_wounded(state)))
async def knit_wounds(play: Play[Battle]) -> None:
    """The monster gets back 1 Monster Point, up to 1 below the number with which it began."""
    for one in _wounded(play.state):
        one.monster_points += 1
        play.tell("wounds knit", "FR-MON-18", figure=one.id, points=one.monster_points)
