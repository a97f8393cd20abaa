"""The columns of a profile as the book prints them, written and read."""

from __future__ import annotations

import re
from collections.abc import Mapping

from sandtable.books.companies_and_captains.printed_tables import Profile
from sandtable.kernel.citation import rule

VALUES = {
    "me_act": "ME activation",
    "me_attack": "ME attacking",
    "me_defend": "ME defending",
    "mo_act": "MO activation",
    "mo_in": "MO distance",
    "mi_act": "MI activation",
    "mi_hit": "MI to hit",
    "mi_range": "MI range",
    "r": "R",
    "r_rating": "R rating",
    "t": "T",
}
"""The values of a profile by field, with the names people know them by."""

COLUMNS = {
    "ME": ("me_act", "me_attack", "me_defend"),
    "MO": ("mo_act", "mo_in"),
    "MI": ("mi_act", "mi_hit", "mi_range"),
    "R": ("r", "r_rating"),
    "T": ("t",),
}
"""The columns of the profile table and the values each of them holds."""

UNSTATED = "?"

_INCHES = ("mo_in", "mi_range")
_COUNTS = ("r", "t")
_SINGLE_DIE = ("me_attack", "me_defend", "mi_hit")
_PRINTED = re.compile(r'([0-9]{1,3})[+"”]?')


def printed(value: str, number: float | None) -> str:
    """One value as the book prints it: 5+, 12", 6, or a dash."""
    if number is None:
        return "-"
    if value in _INCHES:
        return f'{number:g}"'
    highest_face = value in _SINGLE_DIE and number == 6  # CC-GEN-06: a bare 6 is met by a 6 only
    return str(number) if value in _COUNTS or highest_face else f"{number}+"


@rule("CC-PRO-01")
def name_and_cost(profile: Profile) -> str:
    """A profile's name gives variant and type; the number in brackets is its cost."""
    return f"{profile.name} ({profile.cost})"


@rule("CC-PRO-02", "CC-PRO-03", "CC-PRO-04", "CC-PRO-05", "CC-PRO-06")
def column(profile: Profile, name: str, scale: float = 1.0) -> str:
    """ME, MO and MI each begin with the 2d6 number of their order; R ends with the number to pass a test."""
    values = {one: getattr(profile, one) for one in COLUMNS[name]}
    if name == "MI" and not profile.has_mi:
        return "-"
    if scale != 1.0:  # CC-GEN-13
        values = {one: number * scale if one in _INCHES else number for one, number in values.items()}
    return stated_column(name, values)


def stated_column(name: str, values: Mapping[str, float | None]) -> str:
    """A column of which perhaps not every value is stated."""
    return " / ".join(printed(one, values[one]) if one in values else UNSTATED for one in COLUMNS[name])


def read_column(name: str, text: str) -> dict[str, int | None] | None:
    """The values of a printed column, those left open omitted; None where it is not printed that way."""
    fields = COLUMNS[name]
    parts = [one.strip() for one in text.split("/")]
    if name == "MI" and parts == ["-"]:
        return dict.fromkeys(fields)
    if len(parts) != len(fields):
        return None
    values: dict[str, int | None] = {}
    for field, part in zip(fields, parts, strict=True):
        number = _PRINTED.fullmatch(part)
        if part == "-":
            values[field] = None
        elif number:
            values[field] = int(number[1])
        elif part != UNSTATED:
            return None
    return values
