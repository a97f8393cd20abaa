"""Forms that a book describes to be filled in: rosters, and corrections of what a real table shows."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

FieldKind: TypeAlias = Literal["words", "one of", "several of", "yes or no", "number"]
"""How a field is filled in."""


class FormChoice(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that can be chosen for a field."""

    value: str | int
    """As the data has it."""
    label: str = ""
    """As a person reads it, where that is another word."""
    points: int = 0
    sentence: str = ""
    rule: str = ""


class FormField(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that a form says."""

    name: str
    """Its key in the data."""
    label: str
    kind: FieldKind
    choices: tuple[FormChoice, ...] = ()
    default: Any = None
    """What it is where the data does not name it."""
    least: int | None = None
    most: int | None = None
    """The smallest and largest number, or how many of several may be chosen at most."""
    sentence: str = ""
    rule: str = ""
    only_if: str = ""
    """Another field of the same entry that must be filled in before this one means anything."""
    resets: tuple[str, ...] = ()
    """Fields of the same entry that begin anew when this one changes."""


class RosterPart(msgspec.Struct, frozen=True, omit_defaults=True):
    """A list of entries of one sort, or one entry that stands alone."""

    name: str
    """Its key in the roster's data."""
    label: str
    one: str
    """What a single entry is called: "soldier"."""
    fields: tuple[FormField, ...]
    """The first one is what the entry is called."""
    fresh: dict[str, Any] = {}
    """An entry as it begins."""
    is_single: bool = False
    worked_out: tuple[str, ...] = ()
    """What the book works out itself, and is taken out of an entry that is changed."""


class RosterForm(msgspec.Struct, frozen=True, omit_defaults=True):
    """A whole roster; its data is what the book reads as a force."""

    fields: tuple[FormField, ...]
    parts: tuple[RosterPart, ...]
    counted: str = "points"
    """What the points of a verdict count."""
    worked_out: tuple[str, ...] = ()


Thing: TypeAlias = Literal["figure", "marker", "piece", ""]
"""What somebody points at on the ground, or nothing."""


class Correction(msgspec.Struct, frozen=True, omit_defaults=True):
    """A way to set right what the program believes of a real table; it is given as a ruling."""

    ruling: str
    label: str
    """What is different, as in "stands elsewhere"."""
    about: Thing = ""
    """What it is said of; its id is a fact of that name."""
    asks_place: bool = False
    """Whether a place on the ground is the fact "at"."""
    fields: tuple[FormField, ...] = ()
    facts: dict[str, Any] = {}
    """What it says in any case."""
    rule: str = ""
