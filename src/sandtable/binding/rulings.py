"""Rulings: what somebody may state of a table, by pointing at it, in a few words or as data.

A ruling is a function that takes facts. Rows of data say what may be stated by it, and from them follow the
form for one who points and the words for one who writes. Corrections of a real table are such rulings, and so
is whatever a Game Master decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Any, TypeVar, cast

from sandtable.binding.tables import Row
from sandtable.kernel.form import Correction, FormField, Thing
from sandtable.kernel.refusal import refuse
from sandtable.table.measure import Point
from sandtable.table.terrain import Ground

Known = TypeVar("Known")
Word = TypeVar("Word", bound=str)
Stated = tuple[str, dict[str, Any]]
"""The name of a ruling, and its facts."""


class RulingRow(Row, frozen=True):
    """One thing that may be stated by a ruling, as a data file has it."""

    ruling: str
    label: str
    """What is different, as in "stands elsewhere"."""
    rule: str
    about: Thing = ""
    """What it is said of; its id is a fact of that name."""
    asks_place: bool = False
    fields: tuple[FormField, ...] = ()
    facts: dict[str, Any] = {}
    """What it states in any case."""
    word: str = ""
    """How it is said, after the name of what it is said of and before what is filled in."""
    said: str = ""
    """A whole example: "S1 at 10.5,6"."""

    def correction(self) -> Correction:
        """The same as a form, for a player who points at the table."""
        return Correction(
            self.ruling, self.label, self.about, self.asks_place, self.fields, self.facts, self.rule
        )

    def stated(self, id: str, value: str) -> Stated | None:
        """The same in words, with what is filled in; None where that does not fit."""
        filled = self._filled(value)
        if filled is None:
            return None
        return self.ruling, {**({self.about: id} if self.about else {}), **filled, **self.facts}

    def _filled(self, value: str) -> dict[str, Any] | None:
        if self.asks_place:
            return {"at": _numbers(value)} if value else None
        if not self.fields:
            return None if value else {}
        field = self.fields[0]
        if field.kind == "number":
            return {field.name: int(value)} if value.isdecimal() else None
        filled = value or field.default
        return {field.name: filled} if filled else None


def _numbers(value: str) -> list[float]:
    try:
        return [float(one) for one in value.replace(",", " ").split()]
    except ValueError:
        return []


def read_words(rows: Iterable[RulingRow], things: Mapping[str, tuple[str, str]], said: str) -> Stated | None:
    """What is stated in a few words, as in "S1 at 10.5,6"; None where nobody understands them.

    Things are known by what people may call them, in small letters, each as what it is and its id.
    """
    words = " ".join(said.split())
    stated = _state(rows, "", "", words)
    # The longest name comes first: "Orc 3 of mob 1" before "Orc".
    for name in sorted(things, key=len, reverse=True):
        if stated is None and words.casefold().startswith(f"{name} "):
            stated = _state(rows, *things[name], words[len(name) + 1 :])
    return stated


def _state(rows: Iterable[RulingRow], about: str, id: str, words: str) -> Stated | None:
    word, _, value = words.partition(" ")
    fitting = (one for one in rows if one.about == about and one.word and one.word == word.casefold())
    return next((stated for one in fitting if (stated := one.stated(id, value)) is not None), None)


class Given:
    """The facts of a ruling, read with care; what cannot be is refused by a rule of the book."""

    def __init__(self, facts: Mapping[str, Any]) -> None:
        self.facts = facts

    def number(self, name: str, most: int, rule: str) -> int:
        """A whole number from 0 on."""
        number = self.facts.get(name)
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= most:
            raise refuse(rule, f"{name} is {number!r}.", f"Give a whole number from 0 to {most}.")
        return number

    def truth(self, name: str, rule: str) -> bool:
        """Yes or no."""
        value = self.facts.get(name)
        if not isinstance(value, bool):
            raise refuse(rule, f"{name} is {value!r}.", "Give true or false.")
        return value

    def one_of(self, name: str, known: Iterable[Word], what: str, rule: str) -> Word:
        """One of a few words."""
        value, words = self.facts.get(name), tuple(known)
        if value not in words:
            raise refuse(rule, f"{value!r} is no {what}.", f"Say one of: {', '.join(words)}.")
        return cast(Word, value)

    def named(self, name: str, known: Mapping[str, Known], rule: str) -> Known:
        """Something that has an id."""
        id = self.facts.get(name)
        if not isinstance(id, str) or id not in known:
            names = ", ".join(known) or "none"
            raise refuse(rule, f"There is no {name} {id!r}.", f"Name one of: {names}.")
        return known[id]

    def place(self, ground: Ground, rule: str, on_table: str) -> Point:
        """A place on the table; `on_table` is the rule that nothing stands beside it."""
        at = self.facts.get("at")
        numbers = at if isinstance(at, list | tuple) and len(at) == 2 else ()
        if not numbers or not all(type(one) in (int, float) and isfinite(one) for one in numbers):
            remedy = "Give inches from the west and the south edge: [x, y]."
            raise refuse(rule, f"{at!r} is no place.", remedy)
        x, y = float(numbers[0]), float(numbers[1])
        if not (0.0 <= x <= ground.width and 0.0 <= y <= ground.depth):
            raise refuse(on_table, f"{x:g}, {y:g} lies off the table.", "Give a place on the table.")
        return x, y
