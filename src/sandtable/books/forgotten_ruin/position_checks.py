"""What can be wrong with a position: every fault with the place where it stands."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.binding.positions import Place
from sandtable.books.forgotten_ruin.chapters.spells.spell_table import spells
from sandtable.books.forgotten_ruin.chapters.squad.squad_tables import squad_tables
from sandtable.books.forgotten_ruin.enemies.enemy_tables import enemy_types, monsters, trainings
from sandtable.books.forgotten_ruin.enemies.villains.roster import faults_of_roster
from sandtable.books.forgotten_ruin.missions.objectives.every import TASKS
from sandtable.books.forgotten_ruin.missions.preparing import SCENARIOS
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Soldier
from sandtable.books.forgotten_ruin.transformations.transformation_tables import transformation_tables
from sandtable.kernel import Refusal
from sandtable.kernel.arithmetic import hypot
from sandtable.kernel.safe_yaml import quoted

POSITION = Place()
TOLERANCE = 0.05
"""Bases that touch may overlap by the rounding of many moves."""


def faults_of(battle: Battle) -> list[Refusal]:
    """Everything that is wrong with the position."""
    return [
        *_faults_of_moment(battle),
        *(fault for one in battle.soldiers.values() for fault in _faults_of_soldier(one, battle)),
        *(fault for one in battle.enemies.values() for fault in _faults_of_enemy(one, battle)),
        *_faults_of_mobs(battle),
        *_overlaps(battle),
        *_faults_of_ids(battle),
        *_faults_of_mission(battle),
    ]


def _faults_of_moment(battle: Battle) -> Iterator[Refusal]:
    # The steps know positions themselves.
    from sandtable.books.forgotten_ruin.book import STEPS

    yield from POSITION.at("step").unknown("step", [battle.step], STEPS)
    if battle.step == "phase ends" and battle.phase not in ("quick", "enemy", "slow"):
        reason = f"the phase {quoted(battle.phase)} does not end so."
        yield POSITION.at("phase").fault(reason, "Name quick, enemy or slow.")
    if not battle.soldiers:
        yield POSITION.at("soldiers").fault("there are none.", "Give at least one soldier.", "FR-SQD-01")
    if not battle.seats or len(set(battle.seats)) != len(battle.seats) or not all(battle.seats):
        yield POSITION.at("seats").fault("every seat has a name of its own.", "Name them, as in [A].")
    own = [battle.enemy_seat] if battle.enemy_seat else []
    yield from POSITION.at("enemy_seat").unknown("seat", own, battle.seats)
    for name in ("round", "made", "aggression"):
        yield from POSITION.at(name).outside(name, getattr(battle, name), 0)
    yield from POSITION.at("mission.campaign_turn").outside("turn", battle.mission.campaign_turn, 1, 99)
    for face in battle.dice:
        yield from POSITION.at("dice").outside("a die shows", face, 1, 6)


def _faults_of_figure(figure: Figure, battle: Battle, place: Place) -> Iterator[Refusal]:
    yield from place.unnamed(figure.name, least=1)
    if not 0.0 < figure.radius <= 6.0 or not 0.0 < figure.height <= 24.0:
        remedy = "A radius is up to 6 in, a height up to 24 in."
        yield place.fault("no base or no height.", remedy, "FR-PRN-30")
    yield from place.outside("elevation", figure.elevation, 0, 60)
    yield from place.outside("moved", figure.moved, 0)
    yield from place.outside("rough", figure.rough, 0)
    (x, y), ground = figure.at, battle.ground
    reach = figure.radius - TOLERANCE
    if figure.on_table and not (reach <= x <= ground.width - reach and reach <= y <= ground.depth - reach):
        yield place.fault("its base is off the table.", f"The table is {ground.width:g}x{ground.depth:g}.")
    yield from place.outside("speed", figure.profile.speed, 0, 60)
    for name in ("combat_skill", "toughness", "reactions", "wits", "resistance", "monster_points"):
        yield from place.outside(name.replace("_", " "), getattr(figure.profile, name), -20, 100)
    if figure.profile.save is not None:
        yield from place.outside("save", figure.profile.save, 0, 12, "FR-SAV-01")


def _faults_of_soldier(soldier: Soldier, battle: Battle) -> Iterator[Refusal]:
    place = POSITION.at("soldiers").at(soldier.id)
    yield from _faults_of_figure(soldier, battle, place)
    yield from place.unknown("seat", [soldier.seat], battle.seats)
    if soldier.side != "squad":
        yield place.fault(f"it is of the {soldier.side}.", "Soldiers are of the squad.", "FR-PRN-01")
    if soldier.die is not None:
        yield from place.at("die").outside("it shows", soldier.die, 1, 6, "FR-RND-03")
    yield from place.outside("Stun", soldier.stun, 0)
    yield from place.outside("Luck", soldier.luck, 0)
    known = [*soldier.spells, *(name for one in soldier.items for name in one.spells)]
    yield from place.at("spells").unknown("spell", known, spells(), "FR-SPL-18")
    rows = [one.name for one in transformation_tables().transformations]
    own = [soldier.transformation] if soldier.transformation else []
    yield from place.at("transformation").unknown("Transformation", own, rows, "FR-TRF-03")
    traits = [one.name for one in squad_tables().traits]
    yield from place.at("traits").unknown("trait", soldier.traits, traits, "FR-SQD-21")
    knacks, knack = [one.name for one in squad_tables().knacks], [soldier.knack] if soldier.knack else []
    yield from place.at("knack").unknown("knack", knack, knacks, "FR-SQD-22")


def _faults_of_enemy(enemy: Enemy, battle: Battle) -> Iterator[Refusal]:
    place = POSITION.at("enemies").at(enemy.id)
    yield from _faults_of_figure(enemy, battle, place)
    if enemy.id in battle.soldiers:
        yield place.fault("a soldier has the same id.", "Give each an id of its own.")
    yield from place.at("kind").unknown("kind", [enemy.kind], ("mob figure", "villain", "monster"))
    if (enemy.kind == "mob figure") != bool(enemy.mob) or (enemy.mob and enemy.mob not in battle.mobs):
        yield place.at("mob").fault(f"there is no mob {quoted(enemy.mob)}.", "Name one of the mobs.")
    known = [one.name for one in monsters()] if enemy.is_monster else [one.name for one in enemy_types()]
    yield from place.at("type").unknown("type", [enemy.type], known)
    if not 0 <= enemy.monster_points <= enemy.starting_points:
        reason = f"{enemy.monster_points} of {enemy.starting_points} Monster Points."
        yield place.fault(reason, "Write no more than it starts with.", "FR-HIT-05")


def _faults_of_mobs(battle: Battle) -> Iterator[Refusal]:
    for mob in battle.mobs.values():
        place = POSITION.at("mobs").at(mob.id)
        yield from place.unknown("training", [mob.training], [one.name for one in trainings()], "FR-ENE-42")
        yield from place.unknown("enemy type", [mob.type], [one.name for one in enemy_types()], "FR-ENE-04")
        yield from place.outside("tally", mob.tally, 0)
        yield from place.outside("killed in phase", mob.killed_in_phase, 0)


def _overlaps(battle: Battle) -> Iterator[Refusal]:
    figures = [one for one in battle.figures_on_table() if not one.riding]
    for number, one in enumerate(figures):
        for other in figures[number + 1 :]:
            apart = hypot(one.at[0] - other.at[0], one.at[1] - other.at[1])
            stacked = abs(one.elevation - other.elevation) >= min(one.height, other.height)
            if apart < one.radius + other.radius - TOLERANCE and not stacked:
                place = POSITION.at("soldiers" if isinstance(other, Soldier) else "enemies").at(other.id)
                yield place.fault(f"it overlaps {one.id}.", "Set the bases side by side.", "FR-PRN-30")


def _faults_of_ids(battle: Battle) -> Iterator[Refusal]:
    written = [name for one in battle.stock.consumables for name in one.spells]
    yield from POSITION.at("stock").at("consumables").unknown("spell", written, spells(), "FR-SPL-18")
    known = {*battle.soldiers, *battle.enemies}
    named = {
        "contacts": [id for one in battle.contacts for id in (one.mover, one.other)],
        "engaged": [id for pair in battle.engaged for id in pair],
        "fought": battle.fought,
        "starts": battle.starts,
        "ignored": battle.ignored,
        **{f"soldiers.{one.id}": [one.riding] for one in battle.soldiers.values() if one.riding},
    }
    for place, ids in named.items():
        yield from POSITION.at(place).unknown("figure", ids, sorted(known))
    for marker in battle.markers.values():
        (x, y), ground = marker.at, battle.ground
        if not (0.0 <= x <= ground.width and 0.0 <= y <= ground.depth):
            place_of_marker = POSITION.at("markers").at(marker.id)
            yield place_of_marker.fault("it lies off the table.", "Lay it on the table.")


def _faults_of_mission(battle: Battle) -> Iterator[Refusal]:
    """Missions and Objectives as the book knows them."""
    for fault in faults_of_roster(battle.stock.villains):
        yield POSITION.at("stock.villains").fault(fault.reason, fault.remedy, fault.rule)
    mission, place = battle.mission, POSITION.at("mission")
    kinds = [kind for kind, _ in SCENARIOS.values()]
    yield from place.at("kind").unknown("kind of mission", [mission.kind], kinds, "FR-MIS-01")
    types = [one.name for one in enemy_types()]
    own = [mission.enemy_type] if mission.enemy_type else []
    yield from place.at("enemy_type").unknown("enemy type", own, types, "FR-ENE-04")
    whose = [mission.task_soldier] if mission.personal_task or mission.task_soldier else []
    yield from place.at("task_soldier").unknown("soldier", whose, battle.soldiers, "FR-MIS-70")
    pieces = [one.id for one in battle.ground.pieces]
    for one in battle.objectives.values():
        objective = POSITION.at("objectives").at(one.id)
        yield from objective.at("type").unknown("Objective", [one.type], TASKS, "FR-OBJ-01")
        yield from objective.at("features").unknown("piece", one.features, pieces, "FR-OBJ-01")
    across = [one.across for one in battle.contacts if one.across]
    yield from POSITION.at("contacts").unknown("piece", across, pieces, "FR-HTH-08")
