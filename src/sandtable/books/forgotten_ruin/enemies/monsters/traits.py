"""Specific traits of monsters: what they are, and what they do to whoever is near."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.binding.effects import put_on
from sandtable.books.forgotten_ruin.chapters.hand_to_hand import Combat, add_blow
from sandtable.books.forgotten_ruin.chapters.hits.resolution import Outcome, knock_down, settle
from sandtable.books.forgotten_ruin.chapters.line_of_sight import sees
from sandtable.books.forgotten_ruin.chapters.movement.standing import why_not_end
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    bearing,
    gap,
    inches,
    place,
    towards,
    within,
)
from sandtable.books.forgotten_ruin.chapters.terrain import level_at
from sandtable.books.forgotten_ruin.enemies.movement.placing import bearing_to, can_stand, free_spot
from sandtable.books.forgotten_ruin.missions.ending import at_end_of_round
from sandtable.books.forgotten_ruin.modifiers import (
    AGGRESSION_GAINS,
    COMBAT_ROLL,
    DAMAGE,
    FROM_A_FRIEND,
    MAGICAL_ARMOUR,
    POINT_LIMIT,
    THICK_SCALES,
    TO_HIT,
    WHY_NO_POISON,
    WHY_SAVE_IGNORED,
    toughness,
)
from sandtable.books.forgotten_ruin.state import Battle, Effect, Enemy, Figure, Soldier
from sandtable.books.forgotten_ruin.windows import (
    ACTIVATION_STARTED,
    COMBAT_FOUGHT,
    COMBAT_HITS,
    HIT_STRIKES,
    WINDOWS,
    Activation,
    Struck,
)
from sandtable.kernel.arithmetic import hypot
from sandtable.kernel.check import Modifier
from sandtable.kernel.citation import rule
from sandtable.kernel.dice import For
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal
from sandtable.table.measure import Point

if TYPE_CHECKING:
    from sandtable.books.forgotten_ruin.chapters.hits.resolution import Hit
    from sandtable.books.forgotten_ruin.chapters.shooting.hit_numbers import Shot

NATURAL_SIX = 6
"""The die with which a Dangerous monster always Hits, and with which poison works (FR-BIG-02, FR-MON-20)."""
STRONG, STRONG_DAMAGE = 3, 1
"""The Combat Skill from which on a monster adds to its damage, and what it adds (FR-MON-05)."""
AURA, AURA_NUMBER = 4.0, 7
"""How far an Aura reaches, and the total that overcomes it (FR-MON-10)."""
FEAR, FEAR_ARC, AFRAID = 12.0, 90.0, -1
"""How far Fear reaches, in which arc, and what it costs (FR-MON-13)."""
PERPLEX, PERPLEXED_UP_TO = 9.0, 3
"""How far Perplex reaches, and the dice that fall victim to it (FR-MON-19)."""
ETHEREAL_LIMIT = 1
"""The Monster Points that an Ethereal monster can lose in a round (FR-MON-12)."""
SPARED_ON = 6
"""The die that overcomes poison (FR-MON-20)."""
HURLED_FURTHER = 1
"""What is added to the die of Hurl (FR-MON-17)."""
SHORT_OF_EDGE = 0.5
"""How far from the edge a thrown soldier stops (FR-MON-17)."""
DEADLY = "deadly poison"
REACHING = "fighting with tentacles"
"""The effect on a monster whose tentacles fight with a Combat Skill of +1 (FR-MON-27)."""


def monsters_with(state: Battle, trait: str) -> list[Enemy]:
    """The monsters on the table with a trait, against the squad or independent."""
    return [
        one
        for one in state.enemies_on_table()
        if one.is_monster and trait in one.traits and not one.is_asleep and not one.is_frozen
    ]


@rule("FR-LOOT-71", "FR-MIS-61")
def works_on(monster: Enemy, figure: Figure) -> bool:
    """What is written of soldiers works on all foes of a monster that serves the squad or is independent."""
    if monster.side == "enemy":
        return isinstance(figure, Soldier)
    return figure.side != monster.side


# In combat


def _dangerous_monsters(play: Play[Battle], seat: str, now: Combat) -> list[Enemy]:
    """The monsters on either side whose die is a natural 6 and who have no Hit in this combat yet."""
    hitting = {one.attacker for hits in now.hits.values() for one in hits}
    return [
        one
        for id in now.figures
        if (one := play.state.enemies.get(id)) is not None
        and one.is_monster
        and NATURAL_SIX in now.dice.get(id, ())
        and id not in hitting
    ]


@WINDOWS.consequence(COMBAT_HITS, "Dangerous", "FR-BIG-02", _dangerous_monsters, rank=-1)
async def dangerous(play: Play[Battle], seat: str, now: Combat, monsters: list[Enemy]) -> None:
    """A monster whose die is a natural 6 Hits even if it loses; a winning 6 gives the one Hit of winning."""
    for monster in monsters:
        target = now.opponent_of(monster.id)
        play.tell("dangerous monster", "FR-BIG-02", figure=monster.id, target=target)
        add_blow(play, now, monster.id, target, "FR-BIG-02")
        for one in now.hits[target]:
            if one.attacker == monster.id:
                one.natural = NATURAL_SIX


def _poisonous_hits(play: Play[Battle], seat: str, now: Combat) -> list[tuple[str, Hit]]:
    state, found = play.state, []
    for id, hits in now.hits.items():
        target = state.figure(id)
        if WHY_NO_POISON.first(state, target) is not None:
            continue
        for hit in hits:
            attacker = state.enemies.get(hit.attacker)
            if attacker is not None and attacker.is_monster and "Poison" in attacker.traits:
                # Its own die, not that of somebody who fights beside it (FR-HTH-22).
                rolled = NATURAL_SIX in now.dice.get(attacker.id, ())
                if works_on(attacker, target) and rolled and DEADLY not in hit.traits:
                    found.append((id, hit))
    return found


@WINDOWS.consequence(COMBAT_HITS, "Poison", "FR-MON-20", _poisonous_hits, rank=-1)
async def poison(play: Play[Battle], seat: str, now: Combat, poisonous: list[tuple[str, Hit]]) -> None:
    """A natural 6 of a poisonous monster makes a casualty whatever the Toughness, or merely pushes on a 6."""
    state = play.state
    for id, hit in poisonous:
        why, seat_of_dice = For("poison", id), state.enemy_dice
        (face,) = await play.roll(1, why, "FR-MON-20", seat=seat_of_dice, target=id, figure=hit.attacker)
        if face >= SPARED_ON:
            now.hits[id] = [one for one in now.hits[id] if one is not hit]
            if not now.hits[id]:
                del now.hits[id]
                now.outcomes[id] = Outcome(target=id, hits=1)
            play.tell("poison overcome", "FR-MON-20", target=id)
        else:
            hit.traits = (*hit.traits, DEADLY)


def _is_deadly(play: Play[Battle], seat: str, now: Struck) -> bool:
    return DEADLY in now.hit.traits and not now.is_negated


@WINDOWS.consequence(HIT_STRIKES, "deadly poison", "FR-MON-20", _is_deadly, rank=-2)
async def deadly_poison(play: Play[Battle], seat: str, now: Struck) -> None:
    """Neither Toughness nor saving throws help against the poison; Luck does."""
    settle(play, now, "FR-MON-20")


@DAMAGE.source("FR-MON-05")
def strong_monster(state: Battle, target: Figure, hit: Hit) -> Modifier | None:
    """A monster with Combat Skill +3 or better adds 1 to hand-to-hand damage."""
    attacker = state.enemies.get(hit.striker)
    if attacker is None or not attacker.is_monster or hit.how != "hand-to-hand":
        return None
    if attacker.profile.combat_skill >= STRONG and not attacker.is_under(REACHING):
        return Modifier(STRONG_DAMAGE, "strong monster", "FR-MON-05")
    return None


@WHY_SAVE_IGNORED.source("FR-MON-22")
def rend(state: Battle, target: Figure, hit: Hit, save: Modifier) -> Refusal | None:
    """Hand-to-hand Hits of a rending monster ignore saving throws except those of magical armour."""
    attacker = state.enemies.get(hit.striker)
    if attacker is None or "Rend" not in attacker.traits or hit.how != "hand-to-hand":
        return None
    if save.kind in (MAGICAL_ARMOUR, THICK_SCALES):
        return None
    if save.kind == FROM_A_FRIEND and isinstance(target, Soldier) and target.armour is None:
        return None
    return Refusal("FR-MON-22", f"{attacker.name} rends.", "Only magical armor or Luck may help.")


@rule("FR-MON-17")
def _hurled(play: Play[Battle], seat: str, now: Combat) -> list[Soldier | Enemy]:
    """Those struck by a hurling monster who were neither saved nor removed; monsters are too heavy."""
    state = play.state
    monsters = [
        one for id in now.figures if (one := state.enemies.get(id)) is not None and "Hurl" in one.traits
    ]
    if not monsters:
        return []
    found: list[Soldier | Enemy] = []
    for id, outcome in now.outcomes.items():
        figure = state.figure(id)
        struck = outcome.hits - outcome.saved > 0 and not outcome.is_casualty and not outcome.moved_by_luck
        if isinstance(figure, Enemy) and figure.is_monster:
            continue
        if figure.on_table and struck and any(works_on(one, figure) for one in monsters):
            found.append(figure)
    return found


@WINDOWS.consequence(COMBAT_FOUGHT, "Hurl", "FR-MON-17", _hurled, rank=-1)
async def hurl(play: Play[Battle], seat: str, now: Combat, hurled: list[Soldier | Enemy]) -> None:
    """A soldier who is struck and survives is thrown 1D6+1 in a random direction and Knocked Down."""
    state = play.state
    for soldier in hurled:
        why = For("hurl", soldier.id)
        (face,) = await play.roll(1, why, "FR-MON-17", seat=state.enemy_dice, figure=soldier.id)
        angle = await bearing(play, "FR-MON-17", what=For("bearing", soldier.id))
        far = inches(state, face + HURLED_FURTHER)
        at = on_table(state, soldier, towards(state, angle, soldier.at, far))
        await _land(play, soldier, at)


async def _land(play: Play[Battle], soldier: Soldier | Enemy, at: Point) -> None:
    state = play.state
    hit = [
        one
        for one in state.figures_on_table()
        if one is not soldier
        and hypot(one.at[0] - at[0], one.at[1] - at[1]) < one.radius + soldier.radius
        and abs(one.elevation - level_at(state, at)) < max(one.height, soldier.height)
    ]
    state.contacts = tuple(one for one in state.contacts if soldier.id not in (one.mover, one.other))
    high = level_at(state, at)
    if high > 0.0 and why_not_end(state, soldier, at, high, may_contact=False) is None:
        place(play, soldier, at, "FR-MON-17", elevation=high)
    else:
        spot = at if can_stand(state, soldier, at) else free_spot(state, soldier, at)
        if spot is not None:
            place(play, soldier, spot, "FR-MON-17")
    knock_down(play, soldier, "FR-MON-17")
    for one in hit:
        knock_down(play, one, "FR-MON-17")


def on_table(state: Battle, figure: Figure, at: Point) -> Point:
    """A place moved half an inch from the edge where it would lie beyond it."""
    keep = figure.radius + inches(state, SHORT_OF_EDGE)
    x = min(max(at[0], keep), state.ground.width - keep)
    return (x, min(max(at[1], keep), state.ground.depth - keep))


# On whoever is near


def _in_aura(play: Play[Battle], seat: str, now: Activation) -> bool:
    state, figure = play.state, now.figure
    return isinstance(figure, Soldier) and any(
        within(gap(one, figure), inches(state, AURA))
        for one in monsters_with(state, "Aura")
        if one.side != "squad"
    )


@WINDOWS.consequence(ACTIVATION_STARTED, "Aura", "FR-MON-10", _in_aura)
async def aura(play: Play[Battle], seat: str, now: Activation) -> None:
    """A soldier near the monster rolls 1D6 and Toughness; below 7 the soldier can neither Move nor Dash."""
    state, soldier = play.state, now.figure
    (face,) = await play.roll(1, For("aura", soldier.id), "FR-MON-10", seat=seat, figure=soldier.id)
    total = face + int(toughness(state, soldier))
    if total < AURA_NUMBER:
        now.why_no_move = Refusal("FR-MON-10", f"{soldier.name} is held by an aura.", "Take another Action.")
        now.rules = (*now.rules, "FR-MON-10")
        put_on(soldier, Effect(HELD, "FR-MON-10", until="activation"))
    tell_of_aura(play, soldier, total, "FR-MON-10")


def tell_of_aura(play: Play[Battle], figure: Figure, total: int, *rules: str) -> None:
    """Whether the Aura holds a figure."""
    held = total < AURA_NUMBER
    then = "can neither Move nor Dash" if held else "is not held"
    play.tell("aura", *rules, figure=figure.id, total=total, held=held, then=then)


HELD = "held by an aura"


def _is_perplexed(play: Play[Battle], seat: str, now: Activation) -> bool:
    state, figure = play.state, now.figure
    return isinstance(figure, Soldier) and any(
        within(gap(one, figure), inches(state, PERPLEX)) and sees(state, one, figure)
        for one in monsters_with(state, "Perplex")
        if one.side != "squad"
    )


@WINDOWS.consequence(ACTIVATION_STARTED, "Perplex", "FR-MON-19", _is_perplexed)
async def perplex(play: Play[Battle], seat: str, now: Activation) -> None:
    """On 1-3 a soldier in sight of the monster may move but not attack."""
    soldier = now.figure
    (face,) = await play.roll(1, For("perplex", soldier.id), "FR-MON-19", seat=seat, figure=soldier.id)
    if face <= PERPLEXED_UP_TO:
        reason = f"{soldier.name} is perplexed and attacks nobody."
        now.why_no_attack = Refusal("FR-MON-19", reason, "Move, or take another Action.")
        now.rules = (*now.rules, "FR-MON-19")
    tell_of_riddle(play, soldier, face, "FR-MON-19")


def tell_of_riddle(play: Play[Battle], figure: Figure, face: int, *rules: str) -> None:
    """Whether a riddle keeps a figure from attacking."""
    attacks = face > PERPLEXED_UP_TO
    then = "acts as ever" if attacks else "may move but not attack"
    play.tell("perplexed", *rules, figure=figure.id, attacks=attacks, then=then)


@rule("FR-MON-13")
def is_afraid(state: Battle, figure: Figure) -> bool:
    """Whether somebody is within 12 in of a fearsome monster of the other side and in front of it."""
    for one in monsters_with(state, "Fear"):
        if not works_on(one, figure) or not within(gap(one, figure), inches(state, FEAR)):
            continue
        turn = abs((bearing_to(state, one.at, figure.at) - one.facing + 180.0) % 360.0 - 180.0)
        if turn <= FEAR_ARC / 2 + 1e-6:
            return True
    return False


@TO_HIT.source("FR-MON-13")
def afraid_to_shoot(state: Battle, shot: Shot) -> Modifier | None:
    """Fear spoils the aim, whatever the target."""
    return Modifier(AFRAID, "fear", "FR-MON-13") if is_afraid(state, shot.shooter) else None


@COMBAT_ROLL.source("FR-MON-13", rank=2)
def afraid_to_fight(state: Battle, figure: Figure, opponent: Figure, combat: Combat) -> Modifier | None:
    """Fear spoils the blow, whoever the opponent."""
    return Modifier(AFRAID, "fear", "FR-MON-13") if is_afraid(state, figure) else None


# Presence


@AGGRESSION_GAINS.source("FR-MON-11")
def conjurations(state: Battle) -> Modifier | None:
    """Every conjuring monster on the table adds 1 Aggression a round."""
    count = len([one for one in monsters_with(state, "Conjurations") if one.side != "squad"])
    return Modifier(count, "Conjurations", "FR-MON-11") if count else None


@POINT_LIMIT.source("FR-MON-12")
def ethereal(state: Battle, target: Figure) -> Modifier | None:
    """An Ethereal monster cannot lose more than one Monster Point in a round."""
    if isinstance(target, Enemy) and "Ethereal" in target.traits:
        return Modifier(ETHEREAL_LIMIT - target.points_lost_this_round, "Ethereal", "FR-MON-12")
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
