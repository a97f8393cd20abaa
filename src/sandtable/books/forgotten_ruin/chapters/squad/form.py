"""How a squad is filled in by hand: the fields of a soldier, and what can be chosen for each."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from msgspec.structs import replace

from sandtable.books.forgotten_ruin.chapters.armory import armory
from sandtable.books.forgotten_ruin.chapters.spells.spell_table import spells
from sandtable.books.forgotten_ruin.chapters.squad.roster import GRENADES
from sandtable.books.forgotten_ruin.chapters.squad.squad_tables import squad_tables
from sandtable.books.forgotten_ruin.data import read_data
from sandtable.books.forgotten_ruin.state import Weapon
from sandtable.books.forgotten_ruin.transformations.transformation_tables import transformation_tables
from sandtable.kernel.form import FormChoice, FormField, RosterForm

TEAMS = {0: "outside the teams", 1: "fire team 1", 2: "fire team 2"}
"""FR-SQD-02."""
NONE = FormChoice("", "none")


@cache
def roster_form() -> RosterForm:
    """A squad: its name, its soldiers, and the two of the platoon."""
    form = read_data("squad_form.yaml", RosterForm)
    parts = [replace(part, fields=tuple(map(_with_choices, part.fields))) for part in form.parts]
    return replace(form, parts=tuple(parts))


def _with_choices(field: FormField) -> FormField:
    return replace(field, choices=tuple(CHOICES[field.name]())) if field.name in CHOICES else field


CHOICES: dict[str, Callable[[], list[FormChoice]]] = {
    "position": lambda: [
        FormChoice(one, rule="FR-SQD-17") for one in squad_tables().ranks if not one.startswith("platoon")
    ],
    "team": lambda: [FormChoice(number, words) for number, words in TEAMS.items()],
    # Everything in the armory but what everybody has anyway.
    "weapons": lambda: [_carried(one) for name, one in armory().items() if name != GRENADES],
    "traits": lambda: [FormChoice(one.name, rule="FR-SQD-21") for one in squad_tables().traits],
    "knack": lambda: [NONE, *(FormChoice(one.name, rule=one.rule) for one in squad_tables().knacks)],
    "transformation": lambda: [
        NONE,
        *(FormChoice(one.name, rule=one.rule) for one in transformation_tables().transformations),
    ],
    "upgrades": lambda: [
        FormChoice(one.name, "", 0, one.transformation, one.rule) for one in transformation_tables().upgrades
    ],
    "spells": lambda: [FormChoice(one.name, rule=one.rule) for one in spells().values()],
}
"""What can be chosen for the fields that have choices."""


def _carried(one: Weapon) -> FormChoice:
    far = {one.range_moving, one.range_stationary} - {0}
    said = [f"{' or '.join(f'{each:g}″' for each in sorted(far))}"] if far else ["by hand"]
    said += [f"{one.shots} shots"] if one.shots > 1 else []
    said += [f"damage +{one.damage}"] if one.damage else []
    said += [f"blast {one.radius:g}″"] if one.radius else []
    return FormChoice(one.name, sentence=", ".join(said), rule="FR-ARM-04")
