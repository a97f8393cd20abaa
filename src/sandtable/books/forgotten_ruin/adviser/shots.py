"""What a soldier's fire is worth, from where the soldier stands or from another place."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

import msgspec

from sandtable.books.forgotten_ruin.adviser.styles import USUAL, Style, weight
from sandtable.books.forgotten_ruin.chapters.armory import ranged_weapons, weapon
from sandtable.books.forgotten_ruin.chapters.explosions.blasts import chance_to_reach
from sandtable.books.forgotten_ruin.chapters.explosions.explosions import number_for_point, worth_of
from sandtable.books.forgotten_ruin.chapters.hits.harm import faces_reaching
from sandtable.books.forgotten_ruin.chapters.line_of_sight import sees_point
from sandtable.books.forgotten_ruin.chapters.principles.conventions import inches
from sandtable.books.forgotten_ruin.chapters.shooting.aiming import spots_to_aim_at, why_not_aim
from sandtable.books.forgotten_ruin.chapters.shooting.fire_choices import fire_candidates
from sandtable.books.forgotten_ruin.chapters.shooting.hit_numbers import Odds, Shot, odds_of
from sandtable.books.forgotten_ruin.chapters.shooting.targets import Lookout
from sandtable.books.forgotten_ruin.enemies.archers import is_archer_mob
from sandtable.books.forgotten_ruin.modifiers import speed
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Soldier
from sandtable.kernel import Option, total_of
from sandtable.kernel.arithmetic import total
from sandtable.table import Ground, Point
from sandtable.table.shapes import distance
from sandtable.table.terrain import kept

AIMED_AT = 6
"""How many points are tried for a grenade."""


class Worth(msgspec.Struct, frozen=True):
    """The best use of the Action to Fire."""

    kills: float
    key: str
    label: str


NOTHING = Worth(0.0, "", "")


def best_shot(
    state: Battle, soldier: Soldier, allowed: set[str] | None = None, style: Style = USUAL
) -> Worth:
    """The best shot from where the soldier stands; who is asked again as the table stands says the same."""
    if not any(not one.is_melee for one in soldier.weapons):
        return NOTHING
    known: dict[Any, Worth] = state.ground.remembered("FR best shots")
    key = (soldier.id, allowed and frozenset(allowed), style, _everything(state))
    return kept(known, key, MOST_SHOTS, lambda: _best_shot(state, soldier, allowed, style))


MOST_SHOTS = 1000
"""How many shots are remembered for one ground."""
NO_GROUND = Ground(1.0, 1.0)


def _everything(state: Battle) -> bytes:
    """What tells whether anything of a battle but its ground is otherwise than before."""
    written = msgspec.msgpack.encode(msgspec.structs.replace(state, ground=NO_GROUND))
    return blake2b(written, digest_size=16).digest()


def _best_shot(state: Battle, soldier: Soldier, allowed: set[str] | None, style: Style) -> Worth:
    options = [one.option() for one in fire_candidates(state, soldier, allowed) if one.refusal() is None]
    ranked = ranked_shots(state, soldier, options, style)
    return ranked[0] if ranked else NOTHING


def ranked_shots(
    state: Battle, soldier: Soldier, options: Sequence[Option], style: Style = USUAL
) -> list[Worth]:
    """Ways to fire, the most useful first."""
    wanted = {one.target for one in state.objectives.values() if one.state == "open" and one.target}
    scales = Scales(state, soldier, style) if style.is_exact else None
    found = [
        Worth(_kills(state, soldier, one, wanted, scales), str(one.answer), one.label)
        for one in options
        if "weapon" in one.facts
    ]
    found.sort(key=lambda one: -one.kills)
    return found


def _kills(state: Battle, soldier: Soldier, option: Option, wanted: set[str], scales: Scales | None) -> float:
    facts = option.facts
    if "kills" not in facts:
        return (_blast if scales is None else _blast_exactly)(state, soldier, facts)
    if scales is not None:
        kills = scales.worth(facts)
    else:
        # Hits that do not kill still knock down, wear a monster out and count for Morale.
        kills = facts["kills"] + 0.05 * total(facts["dice"]) * (option.chance or 0.0)
    if wanted and not wanted.isdisjoint(facts["targets"]):
        kills *= weight("target of an Objective")
    near = min(distance(soldier.at, state.figure(id).at) for id in facts["targets"])
    return kills * (1.0 + 0.2 * max(0.0, 1.0 - near / 12.0))


def _blast(state: Battle, soldier: Soldier, facts: dict[str, Any]) -> float:
    """What a grenade may do among the enemies that stand closest together, and where it may scatter to."""
    reach, radius = float(facts["inches"]), inches(state, float(facts["radius"]))
    foes = [one for one in state.enemies_on_table() if one.side != "squad"]
    friends = [one for one in state.soldiers_on_table() if one.id != soldier.id]
    best, at, lost = 0.0, None, weight("a soldier lost")
    for foe in foes:
        far = distance(foe.at, soldier.at)
        if far > reach + 1.0 or far < radius + 1.0 or not sees_point(state, soldier, foe.at):
            continue
        struck = sum(distance(one.at, foe.at) <= radius + one.radius for one in foes)
        own = sum(distance(one.at, foe.at) <= radius + one.radius + 0.5 for one in friends)
        if struck - lost * own > best:
            best, at = struck - lost * own, foe.at
    if at is None:
        return 0.0
    needed, added = number_for_point(state, soldier, weapon(str(facts["weapon"])), at)
    chance = faces_reaching(needed.number - total_of(added)) / 6
    missed = total(_strays(state, one, at, radius) for one in foes)
    missed -= lost * total(_strays(state, one, at, radius) for one in (soldier, *friends))
    return max(0.0, weight("a figure in a blast") * (chance * best + (1.0 - chance) * missed))


def _strays(state: Battle, one: Figure, at: Point, radius: float) -> float:
    """The chance that a blast which misses a point strikes a figure."""
    return chance_to_reach(distance(one.at, at), radius + one.radius, inches(state, 1.0))


def _blast_exactly(state: Battle, soldier: Soldier, facts: dict[str, Any]) -> float:
    """What a grenade is expected to do at the best point that can be aimed at."""
    thrown = next(one for one in ranged_weapons(soldier) if one.name == facts["weapon"])
    radius = inches(state, float(facts["radius"]))
    foes = [one.at for one in state.enemies_on_table() if one.side != "squad"]
    friends = [one.at for one in state.soldiers_on_table()]
    reach, lost = radius + weight("half a base"), weight("a soldier lost")

    def crowd(at: Point) -> float:
        struck = sum(distance(one, at) <= reach for one in foes)
        return struck - lost * sum(distance(one, at) <= radius + 1.0 for one in friends)

    spots = spots_to_aim_at(state, soldier, float(facts["inches"]), radius)
    rated = sorted(((crowd(at), at) for at in spots), reverse=True)[:AIMED_AT]
    for count, at in rated:
        if count <= 0.0:
            break
        if why_not_aim(Lookout(state, soldier), thrown, at) is None:
            needed, added = number_for_point(state, soldier, thrown, at)
            chance = faces_reaching(needed.number - total_of(added)) / 6
            return max(0.0, float(worth_of(state, soldier, thrown, at, chance)["worth"]))
    return 0.0


class Scales:
    """What the shots of one soldier do, weighed by whom they would hit."""

    def __init__(self, state: Battle, soldier: Soldier, style: Style) -> None:
        self.state, self.soldier, self.style = state, soldier, style
        self.soldiers = [one.at for one in state.soldiers_on_table()]
        self.weapons = {one.name: one for one in ranged_weapons(soldier)}
        self.odds: dict[tuple[str, str], Odds] = {}
        self.weights: dict[str, float] = {}

    def worth(self, facts: dict[str, Any]) -> float:
        """The kills to be expected; a target with Monster Points is worn down, and counts for more."""
        name = facts["weapon"]
        worth = 0.0
        for id, dice in zip(facts["targets"], facts["dice"], strict=True):
            enemy = self.state.enemies[id]
            odds = self._odds_of(name, enemy)
            if enemy.monster_points > 1:
                harm = dice * total(number * likely for number, likely in enumerate(odds.effects))
                points = enemy.monster_points
                killed = min(1.0, harm / points) * (1.0 + weight("a Monster Point shot off") * (points - 1))
            else:
                killed = odds.kill(dice)
            worth += self._weight(enemy) * (killed + 0.05 * dice * odds.chance)
        if "limited_ammo" in self.weapons[name].traits and not any(
            self.state.enemies[id].monster_points > 1 for id in facts["targets"]
        ):
            worth -= weight("a rocket")
        return worth

    def _odds_of(self, name: str, enemy: Enemy) -> Odds:
        if (name, enemy.id) not in self.odds:
            self.odds[name, enemy.id] = odds_of(self.state, Shot(self.soldier, enemy, self.weapons[name]))
        return self.odds[name, enemy.id]

    def _weight(self, enemy: Enemy) -> float:
        """How much more or less than another a kill of this enemy counts."""
        if enemy.id not in self.weights:
            mob = self.state.mobs.get(enemy.mob) if enemy.mob else None
            if mob is not None and not mob.aware:
                weight = 1.0 - self.style.hush
            elif mob is not None and is_archer_mob(mob):
                weight = 1.0
            else:
                weight = 1.0 + self.style.threat * _may_charge(self.state, enemy, self.soldiers)
            self.weights[enemy.id] = weight
        return self.weights[enemy.id]


def _may_charge(state: Battle, enemy: Enemy, soldiers: list[Point]) -> bool:
    reach = speed(state, enemy) + enemy.radius + weight("half a base")
    return any(distance(enemy.at, one) <= reach for one in soldiers)


def shot_from(
    state: Battle, soldier: Soldier, at: Point, elevation: float, moved: float, style: Style = USUAL
) -> float:
    """What the best shot would be worth from another place."""
    stood, height, before = soldier.at, soldier.elevation, soldier.moved
    soldier.at, soldier.elevation, soldier.moved = at, elevation, moved
    try:
        kills = best_shot(state, soldier, None, style).kills
    finally:
        soldier.at, soldier.elevation, soldier.moved = stood, height, before
    is_aimed = moved <= 0.0 and any("aimed_fire" in one.traits for one in soldier.weapons)
    return kills * weight("an aimed shot") if is_aimed else kills
