"""What can be wrong with a position: every fault with the place where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any

from sandtable.books.forgotten_ruin.chapters.spells.spell_table import spells
from sandtable.books.forgotten_ruin.enemies.enemy_tables import enemy_types, monsters, trainings
from sandtable.books.forgotten_ruin.position_names import faults_of_names
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Profile, Soldier
from sandtable.books.forgotten_ruin.transformations.transformation_tables import transformation_tables
from sandtable.kernel.arithmetic import hypot
from sandtable.kernel.refusal import Refusal, refuse
from sandtable.kernel.safe_yaml import quoted

LARGEST = 1_000_000
"""No number of a battle is larger."""
LONGEST = 500
"""No word of a position is longer."""
DEEPEST = 20
"""How many lists and mappings may stand inside each other."""
TOLERANCE = 0.05
"""Bases that touch may overlap by the rounding of many moves."""


def refuse_nonsense(value: Any, place: str = "position", depth: int = 0) -> None:
    """Refuse what no position holds anywhere: endless numbers, words that cannot be printed."""
    if depth > DEEPEST:
        raise refuse("", f"{place}: too many parts inside each other.", "Nest less.")
    if isinstance(value, Mapping):
        for name, one in value.items():
            if not isinstance(name, str):
                raise refuse("", f"{place}: {quoted(name)} is no name.", "Use words as names.")
            refuse_nonsense(one, f"{place}.{name}" if depth else f"{place}, {quoted(name)[1:-1]}", depth + 1)
    elif isinstance(value, list | tuple):
        for number, one in enumerate(value):
            refuse_nonsense(one, f"{place}[{number}]", depth + 1)
    elif isinstance(value, str):
        if not value.isprintable() or len(value) > LONGEST:
            raise refuse("", f"{place}: {quoted(value)} cannot be printed.", "Write plain, short words.")
    elif isinstance(value, int | float) and (not isfinite(value) or abs(value) > LARGEST):
        raise refuse("", f"{place}: {quoted(value)} is no number of a battle.", f"At most {LARGEST}.")


def faults_of(battle: Battle) -> list[Refusal]:
    """Everything that is wrong with the position."""
    return [
        *_faults_of_moment(battle),
        *(fault for one in battle.soldiers.values() for fault in _faults_of_soldier(one, battle)),
        *(fault for one in battle.enemies.values() for fault in _faults_of_enemy(one, battle)),
        *_faults_of_mobs(battle),
        *_overlaps(battle),
        *_faults_of_ids(battle),
        *faults_of_names(battle),
    ]


def _fault(place: str, reason: str, remedy: str, rule: str = "") -> Refusal:
    return Refusal(rule, f"position, {place}: {reason}", remedy)


def _faults_of_moment(battle: Battle) -> Iterator[Refusal]:
    from sandtable.books.forgotten_ruin.book import STEPS

    if battle.step not in STEPS:
        yield _fault("step", f"there is no step {quoted(battle.step)}.", f"Known: {', '.join(STEPS)}.")
    if battle.step == "phase ends" and battle.phase not in ("quick", "enemy", "slow"):
        yield _fault(
            "phase", f"the phase {quoted(battle.phase)} does not end so.", "Name quick, enemy or slow."
        )
    if not battle.soldiers:
        yield _fault("soldiers", "there are none.", "Give at least one soldier.", "FR-SQD-01")
    if not battle.seats or len(set(battle.seats)) != len(battle.seats) or not all(battle.seats):
        yield _fault("seats", "every seat has a name of its own.", "Name them, as in [A].")
    if battle.enemy_seat and battle.enemy_seat not in battle.seats:
        yield _fault("enemy_seat", f"there is no seat {quoted(battle.enemy_seat)}.", "Name one of the seats.")
    if battle.round < 0 or battle.made < 0 or battle.aggression < 0:
        yield _fault("round", "round, aggression and made are 0 or more.", "Write no number below 0.")
    if not 1 <= battle.mission.campaign_turn <= 99:
        yield _fault("mission.campaign_turn", f"turn {battle.mission.campaign_turn}.", "Write 1 or more.")
    for face in battle.dice:
        if not 1 <= face <= 6:
            yield _fault("dice", f"a die shows {face}.", "Write faces from 1 to 6.")


def _faults_of_figure(figure: Figure, battle: Battle, place: str) -> Iterator[Refusal]:
    if not figure.name or len(figure.name) > 60:
        yield _fault(f"{place}.name", f"{quoted(figure.name)} is no name.", "Write 1 to 60 plain signs.")
    if not 0.0 < figure.radius <= 6.0 or not 0.0 < figure.height <= 24.0:
        yield _fault(
            place, "no base or no height.", "A radius is up to 6 in, a height up to 24 in.", "FR-PRN-30"
        )
    if not 0.0 <= figure.elevation <= 60.0:
        yield _fault(f"{place}.elevation", f"{figure.elevation:g} in.", "Write 0 to 60 inches.")
    if figure.moved < 0.0 or figure.rough < 0.0:
        yield _fault(f"{place}.moved", "less than nothing.", "Write inches.")
    (x, y), ground = figure.at, battle.ground
    reach = figure.radius - TOLERANCE
    if figure.on_table and not (reach <= x <= ground.width - reach and reach <= y <= ground.depth - reach):
        yield _fault(place, "its base is off the table.", f"The table is {ground.width:g}x{ground.depth:g}.")
    yield from _faults_of_profile(figure.profile, place)


def _faults_of_profile(profile: Profile, place: str) -> Iterator[Refusal]:
    if not 0.0 <= profile.speed <= 60.0:
        yield _fault(place, f"Speed {profile.speed:g}.", "Write 0 to 60 inches.")
    for name in ("combat_skill", "toughness", "reactions", "wits", "resistance", "monster_points"):
        value = getattr(profile, name)
        if not -20 <= value <= 100:
            yield _fault(place, f"{name.replace('_', ' ')} {value}.", "Write -20 to 100.")
    if profile.save is not None and not 0 <= profile.save <= 12:
        yield _fault(
            place, f"a save of {profile.save}.", "Write the number that is needed, 2 to 6.", "FR-SAV-01"
        )


def _faults_of_soldier(soldier: Soldier, battle: Battle) -> Iterator[Refusal]:
    place = f"soldiers.{soldier.id}"
    yield from _faults_of_figure(soldier, battle, place)
    if soldier.seat not in battle.seats:
        yield _fault(place, f"there is no seat {quoted(soldier.seat)}.", f"Seats: {', '.join(battle.seats)}.")
    if soldier.side != "squad":
        yield _fault(place, f"it is of the {soldier.side}.", "Soldiers are of the squad.", "FR-PRN-01")
    if soldier.die is not None and not 1 <= soldier.die <= 6:
        yield _fault(f"{place}.die", f"it shows {soldier.die}.", "Write a face from 1 to 6.", "FR-RND-03")
    if soldier.stun < 0 or soldier.luck < 0:
        yield _fault(place, "Stun and Luck are 0 or more.", "Write no number below 0.")
    for spell in soldier.spells:
        if spell not in spells():
            yield _fault(
                f"{place}.spells", f"there is no {quoted(spell)}.", "Write one of its table.", "FR-SPL-18"
            )
    rows = [one.name for one in transformation_tables().transformations]
    if soldier.transformation and soldier.transformation not in rows:
        reason = f"there is no {quoted(soldier.transformation)}."
        yield _fault(f"{place}.transformation", reason, f"Known: {', '.join(rows)}.", "FR-TRF-03")


def _faults_of_enemy(enemy: Enemy, battle: Battle) -> Iterator[Refusal]:
    place = f"enemies.{enemy.id}"
    yield from _faults_of_figure(enemy, battle, place)
    if enemy.id in battle.soldiers:
        yield _fault(place, "a soldier has the same id.", "Give each an id of its own.")
    if enemy.kind not in ("mob figure", "villain", "monster"):
        yield _fault(f"{place}.kind", f"{quoted(enemy.kind)}.", "Write mob figure, villain or monster.")
    if (enemy.kind == "mob figure") != bool(enemy.mob) or (enemy.mob and enemy.mob not in battle.mobs):
        yield _fault(f"{place}.mob", f"there is no mob {quoted(enemy.mob)}.", "Name one of the mobs.")
    known = [one.name for one in monsters()] if enemy.is_monster else [one.name for one in enemy_types()]
    if enemy.type not in known:
        yield _fault(f"{place}.type", f"there is no {quoted(enemy.type)}.", f"Known: {', '.join(known)}.")
    if not 0 <= enemy.monster_points <= enemy.starting_points:
        reason = f"{enemy.monster_points} of {enemy.starting_points} Monster Points."
        yield _fault(place, reason, "Write no more than it starts with.", "FR-HIT-05")


def _faults_of_mobs(battle: Battle) -> Iterator[Refusal]:
    names = [one.name for one in trainings()]
    for mob in battle.mobs.values():
        if mob.training not in names:
            reason = f"there is no training {quoted(mob.training)}."
            yield _fault(f"mobs.{mob.id}", reason, f"Known: {', '.join(names)}.", "FR-ENE-42")
        if mob.type not in [one.name for one in enemy_types()]:
            reason = f"there is no enemy type {quoted(mob.type)}."
            yield _fault(f"mobs.{mob.id}", reason, "Write one such as Orcs.", "FR-ENE-04")
        if mob.tally < 0 or mob.killed_in_phase < 0:
            yield _fault(f"mobs.{mob.id}", "less than nothing is counted.", "Write no number below 0.")


def _overlaps(battle: Battle) -> Iterator[Refusal]:
    figures = [one for one in battle.figures_on_table() if not one.riding]
    for place, one in enumerate(figures):
        for other in figures[place + 1 :]:
            apart = hypot(one.at[0] - other.at[0], one.at[1] - other.at[1])
            stacked = abs(one.elevation - other.elevation) >= min(one.height, other.height)
            if apart < one.radius + other.radius - TOLERANCE and not stacked:
                part = "soldiers" if isinstance(other, Soldier) else "enemies"
                yield _fault(
                    f"{part}.{other.id}", f"it overlaps {one.id}.", "Set the bases side by side.", "FR-PRN-30"
                )


def _faults_of_ids(battle: Battle) -> Iterator[Refusal]:
    known = {*battle.soldiers, *battle.enemies}
    named = [
        *(("contacts", id) for one in battle.contacts for id in (one.mover, one.other)),
        *(("engaged", id) for pair in battle.engaged for id in pair),
        *(("fought", id) for id in battle.fought),
        *(("starts", id) for id in battle.starts),
        *(("ignored", id) for id in battle.ignored),
        *((f"soldiers.{one.id}", one.riding) for one in battle.soldiers.values() if one.riding),
    ]
    for place, id in named:
        if id not in known:
            yield _fault(place, f"there is no figure {quoted(id)}.", "Name a soldier or an enemy.")
    for marker in battle.markers.values():
        (x, y), ground = marker.at, battle.ground
        if not (0.0 <= x <= ground.width and 0.0 <= y <= ground.depth):
            yield _fault(f"markers.{marker.id}", "it lies off the table.", "Lay it on the table.")
