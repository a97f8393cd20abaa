"""Traits of monsters in combat: Dangerous, Poison, Rend, Hurl, and the strong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.books.forgotten_ruin.chapters.hand_to_hand.combat import Combat
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.inflicting import add_blow
from sandtable.books.forgotten_ruin.chapters.hits.harm import Outcome
from sandtable.books.forgotten_ruin.chapters.hits.resolution import knock_down, settle
from sandtable.books.forgotten_ruin.chapters.movement.footing import why_not_end
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    bearing,
    inches,
    place,
    towards,
)
from sandtable.books.forgotten_ruin.chapters.terrain import level_at
from sandtable.books.forgotten_ruin.enemies.movement.placing import free_spot
from sandtable.books.forgotten_ruin.enemies.planning import Foe
from sandtable.books.forgotten_ruin.modifiers import (
    DAMAGE,
    FROM_A_FRIEND,
    MAGICAL_ARMOUR,
    THICK_SCALES,
    WHY_NO_POISON,
    WHY_SAVE_IGNORED,
)
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Soldier
from sandtable.books.forgotten_ruin.windows import COMBAT_FOUGHT, COMBAT_HITS, HIT_STRIKES, WINDOWS, Struck
from sandtable.kernel import For, Modifier, Play, Refusal, rule
from sandtable.table import Point
from sandtable.table.shapes import distance

if TYPE_CHECKING:
    from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit

NATURAL_SIX = 6
"""The die with which a Dangerous monster always Hits, and with which poison works (FR-BIG-02, FR-MON-20)."""
DEADLY = "deadly poison"
REACHING = "fighting with tentacles"
"""The effect on a monster whose tentacles fight with a Combat Skill of +1 (FR-MON-27)."""


@rule("FR-LOOT-71", "FR-MIS-61")
def works_on(monster: Enemy, figure: Figure) -> bool:
    """What is written of soldiers works on all foes of a monster that serves the squad or is independent."""
    if monster.side == "enemy":
        return isinstance(figure, Soldier)
    return figure.side != monster.side


def _monsters_in(state: Battle, combat: Combat) -> list[Enemy]:
    """The monsters on either side of a combat."""
    found = (state.enemies.get(id) for id in combat.figures)
    return [one for one in found if one is not None and one.is_monster]


def _dangerous_monsters(play: Play[Battle], seat: str, now: Combat) -> list[Enemy]:
    """The monsters on either side whose die is a natural 6 and who have no Hit in this combat yet."""
    hitting = {one.attacker for hits in now.hits.values() for one in hits}
    monsters = _monsters_in(play.state, now)
    return [one for one in monsters if NATURAL_SIX in now.dice.get(one.id, ()) and one.id not in hitting]


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
        why, seat_of_dice = For("poison", id), state.dice_of(state.enemies[hit.attacker])
        (face,) = await play.roll(1, why, "FR-MON-20", seat=seat_of_dice, target=id, figure=hit.attacker)
        if face >= 6:
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
    if attacker.profile.combat_skill >= 3 and not attacker.is_under(REACHING):
        return Modifier(1, "strong monster", "FR-MON-05")
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
def _hurled(play: Play[Battle], seat: str, now: Combat) -> list[Foe]:
    """Those struck by a hurling monster who were neither saved nor removed; monsters are too heavy."""
    state = play.state
    monsters = [one for one in _monsters_in(state, now) if "Hurl" in one.traits]
    found: list[Foe] = []
    for id, outcome in now.outcomes.items() if monsters else ():
        figure = state.figure(id)
        struck = outcome.hits - outcome.saved > 0 and not outcome.is_casualty and not outcome.moved_by_luck
        is_heavy = isinstance(figure, Enemy) and figure.is_monster
        by = [hit.attacker for hit in now.hits.get(id, ())]
        if figure.on_table and struck and not is_heavy:
            found += [figure] * any(one.id in by and works_on(one, figure) for one in monsters)
    return found


@WINDOWS.consequence(COMBAT_FOUGHT, "Hurl", "FR-MON-17", _hurled, rank=-1)
async def hurl(play: Play[Battle], seat: str, now: Combat, hurled: list[Foe]) -> None:
    """A soldier who is struck and survives is thrown 1D6+1 in a random direction and Knocked Down."""
    state = play.state
    for soldier in hurled:
        why = For("hurl", soldier.id)
        (face,) = await play.roll(1, why, "FR-MON-17", seat=state.enemy_dice, figure=soldier.id)
        angle = await bearing(play, "FR-MON-17", what=For("bearing", soldier.id))
        far = inches(state, face + 1)
        _land(play, soldier, _on_table(state, soldier, towards(state, angle, soldier.at, far)))


def _land(play: Play[Battle], soldier: Foe, at: Point) -> None:
    state = play.state
    hit = [
        one
        for one in state.figures_on_table()
        if one is not soldier
        and distance(one.at, at) < one.radius + soldier.radius
        and abs(one.elevation - level_at(state, at)) < max(one.height, soldier.height)
    ]
    state.contacts = tuple(one for one in state.contacts if soldier.id not in (one.mover, one.other))
    high = level_at(state, at)
    if high > 0.0 and why_not_end(state, soldier, at, high, may_contact=False) is None:
        place(play, soldier, at, "FR-MON-17", elevation=high)
    else:
        spot = free_spot(state, soldier, at)
        if spot is not None:
            place(play, soldier, spot, "FR-MON-17")
    for one in (soldier, *hit):
        knock_down(play, one, "FR-MON-17")


def _on_table(state: Battle, figure: Figure, at: Point) -> Point:
    """A place moved half an inch from the edge where it would lie beyond it."""
    keep = figure.radius + inches(state, 0.5)
    x = min(max(at[0], keep), state.ground.width - keep)
    return (x, min(max(at[1], keep), state.ground.depth - keep))
