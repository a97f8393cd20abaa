"""What a soldier's fire is worth, from where the soldier stands or from another place."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Any

import msgspec

from sandtable.books.forgotten_ruin.chapters.armory import weapon
from sandtable.books.forgotten_ruin.chapters.blasts import chance_to_reach
from sandtable.books.forgotten_ruin.chapters.conventions import inches
from sandtable.books.forgotten_ruin.chapters.explosions import number_for_point
from sandtable.books.forgotten_ruin.chapters.fire_choices import fire_candidates
from sandtable.books.forgotten_ruin.chapters.hits import faces_reaching
from sandtable.books.forgotten_ruin.state import Battle, Figure, Soldier
from sandtable.kernel.check import total_of
from sandtable.kernel.decision import Option
from sandtable.table.measure import Point

BLAST = 0.4
"""What a blast is expected to kill of each figure in it."""
OWN_LOSS = 2.0
"""How many enemies a soldier is worth."""
WANTED = 3.0
"""How much more the target of an Objective is worth than another enemy."""
AIMED = 1.1
"""What a reroll of the ones does for a shot that was aimed."""


class Worth(msgspec.Struct, frozen=True):
    """The best use of the Action to Fire."""

    kills: float
    key: str
    label: str


NOTHING = Worth(0.0, "", "")


def best_shot(state: Battle, soldier: Soldier, allowed: set[str] | None = None) -> Worth:
    """The best shot from where the soldier stands."""
    if not any(not one.is_melee for one in soldier.weapons):
        return NOTHING
    options = [one.option() for one in fire_candidates(state, soldier, allowed) if one.refusal() is None]
    ranked = ranked_shots(state, soldier, options)
    return ranked[0] if ranked else NOTHING


def ranked_shots(state: Battle, soldier: Soldier, options: Sequence[Option]) -> list[Worth]:
    """Ways to fire, the most useful first."""
    wanted = {one.target for one in state.objectives.values() if one.state == "open" and one.target}
    found = [
        Worth(_kills(state, soldier, one.facts, wanted), str(one.answer), one.label)
        for one in options
        if "weapon" in one.facts
    ]
    found.sort(key=lambda one: -one.kills)
    return found


def _kills(state: Battle, soldier: Soldier, facts: dict[str, Any], wanted: set[str]) -> float:
    if "kills" not in facts:
        return _blast(state, soldier, facts)
    kills: float = facts["kills"]
    # Hits that do not kill still knock down, wear a monster out and count for Morale.
    kills += 0.05 * sum(facts["dice"]) * facts["chance"]
    if wanted and not wanted.isdisjoint(facts["targets"]):
        kills *= WANTED
    near = min(_far(soldier.at, state.figure(id).at) for id in facts["targets"])
    return kills * (1.0 + 0.2 * max(0.0, 1.0 - near / 12.0))


def _blast(state: Battle, soldier: Soldier, facts: dict[str, Any]) -> float:
    """What a grenade may do among the enemies that stand closest together, and where it may scatter to."""
    reach, radius = float(facts["inches"]), inches(state, float(facts["radius"]))
    foes = [one for one in state.enemies_on_table() if one.side != "squad"]
    friends = [one for one in state.soldiers_on_table() if one.id != soldier.id]
    best, at = 0.0, None
    for foe in foes:
        far = _far(foe.at, soldier.at)
        if far > reach + 1.0 or far < radius + 1.0:
            continue
        struck = sum(_far(one.at, foe.at) <= radius + one.radius for one in foes)
        own = sum(_far(one.at, foe.at) <= radius + one.radius + 0.5 for one in friends)
        if struck - OWN_LOSS * own > best:
            best, at = struck - OWN_LOSS * own, foe.at
    if at is None:
        return 0.0
    needed, added = number_for_point(state, soldier, weapon(str(facts["weapon"])), at)
    chance = faces_reaching(needed.number - total_of(added)) / 6
    missed = sum(_strays(state, one, at, radius) for one in foes)
    missed -= OWN_LOSS * sum(_strays(state, one, at, radius) for one in (soldier, *friends))
    return max(0.0, BLAST * (chance * best + (1.0 - chance) * missed))


def _strays(state: Battle, one: Figure, at: Point, radius: float) -> float:
    """The chance that a blast which misses a point strikes a figure."""
    return chance_to_reach(_far(one.at, at), radius + one.radius, inches(state, 1.0))


def _far(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def shot_from(state: Battle, soldier: Soldier, at: Point, elevation: float, moved: float) -> float:
    """What the best shot would be worth from another place."""
    stood, height, before = soldier.at, soldier.elevation, soldier.moved
    soldier.at, soldier.elevation, soldier.moved = at, elevation, moved
    try:
        kills = best_shot(state, soldier).kills
    finally:
        soldier.at, soldier.elevation, soldier.moved = stood, height, before
    is_aimed = moved <= 0.0 and any("aimed_fire" in one.traits for one in soldier.weapons)
    return kills * AIMED if is_aimed else kills
