"""Answers about places on the ground as people and programs give them, read with care."""

from __future__ import annotations

from typing import Any, NoReturn

from sandtable.binding.words import plural
from sandtable.kernel.decision import Answer, shown
from sandtable.kernel.refusal import refuse
from sandtable.table.measure import Models, Point

HOLD = "hold"
"""Everybody who could move stays."""
PROPOSAL = "proposal"
"""What the program proposes first."""
FARTHEST = 10_000.0
"""No place on a table is farther off than this."""
MOST_CORNERS = 64
"""A path may turn this often and no more."""


def number_in(value: object) -> float | None:
    """The number of inches or degrees that a table can have; None for anything else."""
    # What is no number at all (NaN) is not below the limit either.
    if type(value) is float and -FARTHEST <= value <= FARTHEST:
        return value
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= FARTHEST:
        return None
    return float(value)


def point_in(value: object) -> Point | None:
    """The place that two numbers stand for; None for anything else."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        return None
    x, y = number_in(value[0]), number_in(value[1])
    return None if x is None or y is None else (x, y)


def written(at: Point) -> list[float]:
    """A place as it stands in an answer."""
    return [round(at[0], 3), round(at[1], 3)]


class PlotReader:
    """Reads what an answer says part by part; what it cannot read is refused, and the forms are told."""

    def __init__(self, rule: str, forms: str) -> None:
        self._rule = rule
        self._forms = forms

    def refuse(self, reason: str) -> NoReturn:
        """Refuse an answer, with the forms that it could have."""
        raise refuse(self._rule, reason, self._forms)

    def fields(self, answer: Answer, known: tuple[str, ...], what: str) -> dict[str, Any]:
        """An answer that gives some of the known fields; `what` says what it should have been."""
        if not isinstance(answer, dict):
            self.refuse(f"{shown(answer)} is no {what}.")
        for key in answer:
            if key not in known:
                self.refuse(f"{shown(key)} means nothing here.")
        return answer

    def number(self, value: object, what: str) -> float:
        """A number of inches or degrees."""
        number = number_in(value)
        if number is None:
            self.refuse(f"No number of inches or degrees that a table has is given for: {what}.")
        return number

    def point(self, value: object, what: str) -> Point:
        """A place on the ground, or beside it."""
        if not isinstance(value, list | tuple) or len(value) != 2:
            self.refuse(f"{shown(value)} is no place ({what}).")
        return (self.number(value[0], what), self.number(value[1], what))

    def points(self, value: object, count: int) -> Models:
        """A place for each of so many models."""
        return tuple([self.point(*one) for one in self._of_each(value, count, "place")])

    def paths(self, value: object, count: int) -> tuple[Models, ...]:
        """A path for each of so many models."""
        return tuple([self.path(*one) for one in self._of_each(value, count, "path")])

    def _of_each(self, value: object, count: int, thing: str) -> list[tuple[object, str]]:
        """What is given for each of so many models, and whose it is."""
        if not isinstance(value, list | tuple):
            self.refuse(f"{shown(value)} is no list of {thing}s.")
        if (given := len(value)) != count:
            are = "is" if given == 1 else "are"
            self.refuse(f"{given} {plural(given, thing)} {are} given for {count} {plural(count, 'model')}.")
        return [(one, f"model {number}") for number, one in enumerate(value, 1)]

    def path(self, value: object, whose: str) -> Models:
        """The places of one path."""
        if not isinstance(value, list | tuple) or not 1 <= len(value) <= MOST_CORNERS:
            self.refuse(f"The path of {whose} is no list of 1 to {MOST_CORNERS} places.")
        return tuple([self.point(place, f"path of {whose}") for place in value])

    def truth(self, value: object, what: str) -> bool:
        """Yes or no."""
        if not isinstance(value, bool):
            self.refuse(f"{shown(value)} is neither true nor false ({what}).")
        return value
