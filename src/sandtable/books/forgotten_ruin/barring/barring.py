"""Which rule bars a word as an answer, whatever it names; and the words that are said at other moments."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from sandtable.binding.barring import Saying, Vocabulary, why_not_used, why_out_of_place, why_said_elsewhere
from sandtable.books.forgotten_ruin.barring.deeds import (
    why_not_action,
    why_not_by_hand,
    why_not_changed,
    why_not_shot,
    why_not_tactic,
)
from sandtable.books.forgotten_ruin.barring.figures import why_not_figure
from sandtable.books.forgotten_ruin.chapters.aggression.score import table as aggression
from sandtable.books.forgotten_ruin.chapters.armory import armory
from sandtable.books.forgotten_ruin.chapters.spells.spell_table import spells
from sandtable.books.forgotten_ruin.chapters.squad.squad_tables import squad_tables
from sandtable.books.forgotten_ruin.chapters.story_points.points import why_no_points
from sandtable.books.forgotten_ruin.data import read_data
from sandtable.books.forgotten_ruin.enemies.enemy_tables import enemy_types, monsters, trainings
from sandtable.books.forgotten_ruin.loot.loot_tables import loot_tables as loot
from sandtable.books.forgotten_ruin.missions.mission_tables import mission_tables as missions
from sandtable.books.forgotten_ruin.naming import called
from sandtable.books.forgotten_ruin.refusals import barred
from sandtable.books.forgotten_ruin.state import Battle
from sandtable.books.forgotten_ruin.transformations.transformation_tables import (
    transformation_tables as transformations,
)
from sandtable.books.forgotten_ruin.windows import WINDOWS
from sandtable.kernel import Decision, Refusal


def why_barred(state: Battle, question: Decision, word: str) -> Refusal | None:
    """Which rule bars a word that means something in this mission; None where it means nothing."""
    return (
        why_not_figure(state, question, word)
        or why_not_tactic(state, question, word)
        or why_not_by_hand(state, question, word)
        or why_not_changed(state, question, word)
        or _why_not_used(state, question, word)
        or why_not_shot(state, question, word)
        or why_not_action(state, question, word)
        or _why_not_thing(state, word)
        or why_said_elsewhere(sayings(), question, word)
        or why_out_of_place(VOCABULARIES, question, word)
    )


def _why_not_used(state: Battle, question: Decision, word: str) -> Refusal | None:
    """A special rule whose points are gone, or that cannot be used at this moment."""
    if word.startswith("Story Point") and WINDOWS.moments_of(word):
        if (why := why_no_points(state)) is not None:
            return why
    return why_not_used(WINDOWS, question, word)


def _why_not_thing(state: Battle, word: str) -> Refusal | None:
    """Objectives, markers and terrain, where they are not asked for."""
    if word in state.objectives:
        return barred("Objective", name=called(state, word))
    if word in state.markers:
        return barred("marker", name=called(state, word))
    pieces = (one.id for one in state.ground.pieces if word == one.id or word.startswith(f"{one.id} "))
    return next((barred("terrain", name=called(state, one)) for one in pieces), None)


# ---- words that are said at other moments ------------------------------------------------------------------


sayings = read_data.later("sayings.yaml", tuple[Saying, ...])
"""Answers that are said at certain questions."""


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
        **{one.name: "FR-SQD-21" for one in rows.traits},
        **{one.name: one.rule for one in rows.knacks},
        **{one.name: "FR-SQD-34" for one in rows.aspects},
    }


@cache
def _changes() -> Mapping[str, str]:
    rows = transformations()
    upgrades = {one.name: one.rule for one in rows.upgrades}
    return {**{one.name: one.rule for one in rows.transformations}, **upgrades}


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
