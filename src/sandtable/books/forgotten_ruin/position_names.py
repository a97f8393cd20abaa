"""Names in a position that the rules look up: Objectives, missions, pieces, traits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.books.forgotten_ruin.chapters.squad.tables import squad_tables
from sandtable.books.forgotten_ruin.enemies.tables import enemy_types
from sandtable.books.forgotten_ruin.enemies.villain_roster import faults_of_roster
from sandtable.books.forgotten_ruin.state import Battle, Soldier
from sandtable.kernel.refusal import Refusal
from sandtable.kernel.safe_yaml import quoted


def faults_of_names(battle: Battle) -> Iterator[Refusal]:
    """Every name that nothing in the book or on the table has, with those that would be right."""
    yield from _of_mission(battle)
    yield from _of_objectives(battle)
    for one in battle.soldiers.values():
        yield from _of_soldier(one)
    for fault in faults_of_roster(battle.stock.villains):
        yield Refusal(fault.rule, f"position, stock.villains: {fault.reason}", fault.remedy)
    pieces = [one.id for one in battle.ground.pieces]
    for contact in battle.contacts:
        if contact.across:
            yield from _unknown("contacts", "piece", contact.across, pieces, "FR-HTH-08")


def _unknown(place: str, what: str, name: str, known: Iterable[str], rule: str) -> Iterator[Refusal]:
    """The refusal of a name that is not among the known ones."""
    names = list(known)
    if name not in names:
        remedy = f"Known: {', '.join(names)}." if names else "There are none; leave it out."
        yield Refusal(rule, f"position, {place}: there is no {what} {quoted(name)}.", remedy)


def _of_mission(battle: Battle) -> Iterator[Refusal]:
    from sandtable.books.forgotten_ruin.missions.preparing import SCENARIOS

    mission = battle.mission
    kinds = [kind for kind, _ in SCENARIOS.values()]
    yield from _unknown("mission.kind", "kind of mission", mission.kind, kinds, "FR-MIS-01")
    if mission.enemy_type:
        types = [one.name for one in enemy_types()]
        yield from _unknown("mission.enemy_type", "enemy type", mission.enemy_type, types, "FR-ENE-04")
    if mission.personal_task or mission.task_soldier:
        place = "mission.task_soldier"
        yield from _unknown(place, "soldier", mission.task_soldier, battle.soldiers, "FR-MIS-70")


def _of_objectives(battle: Battle) -> Iterator[Refusal]:
    from sandtable.books.forgotten_ruin.missions.objectives.every import TASKS

    pieces = [one.id for one in battle.ground.pieces]
    for one in battle.objectives.values():
        place = f"objectives.{one.id}"
        yield from _unknown(f"{place}.type", "Objective", one.type, TASKS, "FR-OBJ-01")
        for feature in one.features:
            yield from _unknown(f"{place}.features", "piece", feature, pieces, "FR-OBJ-01")


def _of_soldier(soldier: Soldier) -> Iterator[Refusal]:
    place = f"soldiers.{soldier.id}"
    traits = [one.trait for one in squad_tables().traits]
    for trait in soldier.traits:
        yield from _unknown(f"{place}.traits", "trait", trait, traits, "FR-SQD-21")
    if soldier.knack:
        knacks = [one.knack for one in squad_tables().knacks]
        yield from _unknown(f"{place}.knack", "knack", soldier.knack, knacks, "FR-SQD-22")
