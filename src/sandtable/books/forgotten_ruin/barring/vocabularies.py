"""The words of this book that are said at other moments, each with the rule of that moment."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from sandtable.books.forgotten_ruin.chapters.aggression import table as aggression
from sandtable.books.forgotten_ruin.chapters.armory import armory
from sandtable.books.forgotten_ruin.chapters.spells.spell_table import spells
from sandtable.books.forgotten_ruin.chapters.squad.squad_tables import squad_tables
from sandtable.books.forgotten_ruin.enemies.enemy_tables import enemy_types, monsters, trainings
from sandtable.books.forgotten_ruin.loot.loot_tables import loot_tables as loot
from sandtable.books.forgotten_ruin.missions.mission_tables import mission_tables as missions
from sandtable.books.forgotten_ruin.transformations.transformation_tables import (
    transformation_tables as transformations,
)
from sandtable.kernel.decision import Decision
from sandtable.kernel.refusal import Refusal
from sandtable.kernel.vocabulary import Vocabulary

_SAID: Mapping[str, tuple[str, str]] = {
    "end activation": ("FR-ACT-05", "It is said when a soldier could do something more."),
    "pass": ("FR-RND-16", "It is said when Snap Fire is offered."),
    "all others hold": ("FR-RND-14", "It is said in the Quick Actions phase, when several could act."),
    "let the others go first": ("FR-ACT-01", "It is said where several players share the squad."),
    "nothing": ("FR-PRN-05", "It is said where something may be used; here something must be chosen."),
    "none": ("FR-PRN-05", "It is said where something may be left; here something must be chosen."),
    "go on": ("FR-TAC-01", "It is said when a Tactic is offered."),
    "proposed": ("FR-MIS-47", "It is said when the squad is set up."),
    "one by one": ("FR-MIS-47", "It is said when the squad is set up."),
    "two": ("FR-EXR-04", "It is said before a field exercise."),
    "three": ("FR-EXR-04", "It is said before a field exercise."),
    "roll": ("FR-EXR-04", "It is said before a field exercise."),
    "stay": ("FR-EAI-18", "It is said for an enemy, or at a ledge."),
    "fall": ("FR-HTH-17", "It is said when a figure is pushed over a ledge."),
    "go elsewhere": ("FR-EAI-18", "It is said when the enemy is played by hand."),
    "as the book says": ("FR-EAI-18", "It is said when the enemy is played by hand."),
    "close in": ("FR-EAI-18", "It is said when the enemy is played by hand."),
    "keep": ("FR-PRN-29", "It is said when a result of a table may be swapped."),
    "reroll": ("FR-OBJ-02", "It is said when an Objective has come up twice."),
    "reroll first": ("FR-OBJ-02", "It is said when an Objective has come up twice."),
    "as it is": ("FR-SPL-13", "It is said when a spell could be enhanced."),
    "group": ("FR-ENE-48", "It is said when a mob is set up."),
    "line": ("FR-ENE-48", "It is said when a mob is set up."),
    "no further shot": ("FR-TAC-07", "It is said when a weapon may be shot again."),
    "PS": ("FR-MIS-20", "The platoon sergeant takes part only where Support brings him."),
    "PL": ("FR-MIS-21", "The platoon leader takes part only where Support brings him."),
    "ally": ("FR-STP-13", "It is said when a Story Point makes a story event happen."),
    "item": ("FR-STP-13", "It is said when a Story Point makes a story event happen."),
    "stash": ("FR-LOOT-05", "It is said when something is found."),
    "one roll": ("FR-TRF-01", "It is said when a Transformation may be bought."),
    "two rolls": ("FR-TRF-01", "It is said when a Transformation may be bought."),
    "keep riding": ("FR-TRF-16", "It is said when a centaur leaps with a rider."),
    "drop": ("FR-TRF-16", "It is said when a centaur leaps with a rider."),
    "replace": ("FR-MIS-72", "It is said when a personal task is kept or not."),
    "stop": ("FR-MOV-32", "It is said at the edge of the table."),
    "leave": ("FR-MOV-32", "It is said at the edge of the table."),
    "stand": ("FR-SPL-29", "It is said for a charmed figure."),
    "grenade": ("FR-TAC-07", "It is said when Firepower! is invoked."),
    **dict.fromkeys(
        ("south", "north", "west", "east"), ("FR-MIS-45", "It is said when the squad's edge is chosen.")
    ),
}
"""Fixed answers, with the rule of their moment and when that is."""

_PATTERNS: tuple[tuple[re.Pattern[str], str, str], ...] = (
    (re.compile(r"die \d+ becomes \d+"), "FR-STP-04", "A die is set when a Story Point is spent on it."),
    (re.compile(r"[\w '-]+: die \d+ [+-]\d+"), "FR-SQD-27", "A trait changes a die when it is used on it."),
    (re.compile(r"(melee|missile) weapon of .+"), "FR-LOOT-12", "It is named when it is used in a fight."),
    (re.compile(r"team \S+"), "FR-EXR-07", "A fire team is named before a field exercise."),
    (re.compile(r"shoot \S+"), "FR-SPL-29", "It is said for a charmed figure."),
    (re.compile(r"charge \S+"), "FR-EAI-18", "It is said when the enemy is played by hand."),
    (re.compile(r"\w+ for \w+"), "FR-ENE-05", "Values are traded when an enemy type is described."),
    (
        re.compile(r"((Extending|Additional Targets|Boosting) \d+(, )?)+"),
        "FR-SPL-13",
        "A spell is enhanced with the Power that is left when it is cast.",
    ),
    (re.compile(r"-?\d+(\.\d+)?"), "FR-PRN-23", "A direction is named by its degrees when one is asked for."),
)
"""Answers that are built from numbers and names."""

_ASKS: Mapping[str, tuple[str, ...]] = {
    "FR-EAI-18": ("choose enemy plan", "choose whom monster goes for"),
    "FR-ENE-05": ("name enemy", "trade enemy values"),
    "FR-ENE-48": ("arrange mob",),
    "FR-EXR-04": ("add terrain",),
    "FR-EXR-07": ("choose fire team",),
    "FR-HTH-17": ("fall or stay",),
    "FR-LOOT-05": ("give find",),
    "FR-MIS-45": ("choose edge", "choose leader of the way"),
    "FR-MIS-47": ("set up squad", "set up soldier"),
    "FR-MIS-72": ("keep personal task",),
    "FR-MOV-32": ("stop or leave",),
    "FR-OBJ-02": ("reroll objective",),
    "FR-PRN-29": ("override result",),
    "FR-SPL-13": ("enhance spell",),
    "FR-SPL-29": ("charmed figure shoots", "charmed figure fights"),
    "FR-SQD-27": ("change die",),
    "FR-STP-04": ("set die",),
    "FR-STP-13": ("choose story event",),
    "FR-TAC-07": ("choose firepower",),
    "FR-TRF-01": ("choose way to transform", "choose transformation"),
    "FR-TRF-16": ("drop rider",),
}
"""The questions at which such an answer is said, by the rule of their moment; there it is no other moment."""


def why_said_elsewhere(question: Decision, word: str) -> Refusal | None:
    """An answer to another question, by the rule of that question."""
    said = [_SAID[word]] if word in _SAID else []
    said += [(rule, when) for pattern, rule, when in _PATTERNS if pattern.fullmatch(word)]
    for rule, when in said:
        if question.topic not in _ASKS.get(rule, ()):
            return Refusal(rule, f"{word} is no answer now.", when)
    return None


@cache
def _finds() -> Mapping[str, str]:
    rows = loot()
    found = (*rows.armours, *rows.potions, *rows.staffs, *rows.various)
    kinds = (*rows.groups, *rows.melee_abilities, *rows.missile_abilities)
    return {one.name: one.rule for one in (*kinds, *found)}


@cache
def _characters() -> Mapping[str, str]:
    rows = squad_tables()
    return {
        **{one.trait: "FR-SQD-21" for one in rows.traits},
        **{one.knack: one.rule for one in rows.knacks},
        **{one.aspect: "FR-SQD-34" for one in rows.aspects},
    }


@cache
def _changes() -> Mapping[str, str]:
    rows = transformations()
    return {
        **{one.name: one.rule for one in rows.transformations},
        **{one.name: one.rule for one in rows.upgrades},
    }


@cache
def _results() -> Mapping[str, str]:
    rows = missions()
    mission = (*rows.requirements, *rows.special_requirements, *rows.objectives, *rows.special_objectives)
    around = (*rows.battle_conditions, *rows.special_conditions, *rows.support, *rows.regions)
    found = (*rows.personal_tasks, *rows.investigation_outcomes, *rows.special_terrain, *rows.sudden_death)
    return {one.result: one.rule for one in (*mission, *around, *found)}


@cache
def _foes() -> Mapping[str, str]:
    types = [one.name for one in enemy_types()]
    return {
        **dict.fromkeys(types, "FR-ENE-04"),
        **{f"enemy {one}": "FR-STP-13" for one in types},
        **dict.fromkeys([one.name for one in monsters()], "FR-ENE-04"),
        **dict.fromkeys([one.name for one in trainings()], "FR-ENE-01"),
    }


@cache
def _events() -> Mapping[str, str]:
    return {one.result: one.rule for one in aggression().rows}


VOCABULARIES = (
    Vocabulary(
        "a spell", lambda: {name: one.rule for name, one in spells().items()}, "It is cast by an Action."
    ),
    Vocabulary("a weapon", lambda: dict.fromkeys(armory(), "FR-ARM-01"), "It is named when it is used."),
    Vocabulary("a find", _finds, "It is named when it is found or used."),
    Vocabulary("a trait of a character", _characters, "It is named when it changes a roll."),
    Vocabulary("a Transformation or an upgrade", _changes, "It is named when it is bought."),
    Vocabulary("a result of a table", _results, "It is named when the mission is prepared."),
    Vocabulary("an event of the enemy", _events, "It is named where a rule lets somebody choose the event."),
    Vocabulary("a kind of enemy", _foes, "It is named when enemies are generated."),
)
