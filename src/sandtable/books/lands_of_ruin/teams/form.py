"""How a team is filled in by hand: the fields of a hero, and what can be chosen for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from msgspec.structs import replace

from sandtable.books.lands_of_ruin.data import read_data
from sandtable.books.lands_of_ruin.tables.arms import accessories, armours, items, weapons
from sandtable.books.lands_of_ruin.tables.people import heroes, skills
from sandtable.kernel import rule
from sandtable.kernel.form import FormChoice, FormField, RosterForm

OFFERED = 2
"""So many clips, things of a kind and levels of a skill are offered; more can be written."""


@cache
@rule("LR-TEAM-01", "LR-TEAM-08", "LR-OCON-09")
def roster_form() -> RosterForm:
    """A team: its name, its heroes with their followers, and heroes of one's own."""
    form = read_data("team_form.yaml", RosterForm)
    parts = [replace(part, fields=tuple(map(_with_choices, part.fields))) for part in form.parts]
    return replace(form, parts=tuple(parts))


def _with_choices(field: FormField) -> FormField:
    if field.kind in ("one of", "several of") and field.name in CHOICES:
        return replace(field, choices=tuple(CHOICES[field.name]()))
    return field


def _times(
    name: str, one: int, more: int, cited: str, words: str, most: int = OFFERED
) -> Iterable[FormChoice]:
    """A thing once, twice and so on, with what it costs."""
    for count in range(1, most + 1):
        value = name if count == 1 else f"{name} x{count}"
        label = f"{name}, {words.format(count)}" if words else value
        yield FormChoice(value, label, one + more * count, "", cited)


def _heroes() -> list[FormChoice]:
    found = []
    for one in heroes().values():
        sentence = f"{one.tribe}, {one.ability}" if one.ability else one.tribe
        found.append(FormChoice(one.name, one.name, one.gear_value, sentence, one.rule))
    return found


def _weapons() -> list[FormChoice]:
    found: list[FormChoice] = []
    for row in weapons().values():
        if row.is_sold and row.clip:
            price = row.gear_value_per_clip
            found += _times(row.name, row.gear_value, price, row.rule, "clips: {0}")
        elif row.is_sold:
            found.append(FormChoice(row.name, "", row.gear_value, "", row.rule))
    return found


def _items() -> list[FormChoice]:
    rows = (one for one in items().values() if one.use != "Execute Slave")
    return [each for one in rows for each in _times(one.name, 0, one.gear_value, one.rule, "")]


CHOICES: dict[str, Callable[[], list[FormChoice]]] = {
    "hero": _heroes,
    "weapons": _weapons,
    "accessories": lambda: [
        FormChoice(one.name, "", one.gear_value, "", one.rule) for one in accessories().values()
    ],
    "worn": lambda: [FormChoice(one.name, "", one.gear_value, "", one.rule) for one in armours().values()],
    "items": _items,
    "skills": lambda: [
        each
        for one in skills().values()
        if one.after
        for each in _times(one.name, 0, one.cost, one.rule, "", min(one.most, OFFERED))
    ],
}
"""What can be chosen for the fields that have choices."""
