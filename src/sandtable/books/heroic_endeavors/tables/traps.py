"""The tables of traps: difficulty by trigger, and what each lethality is called."""

from __future__ import annotations

from functools import cache

from sandtable.binding.tables import Row
from sandtable.books.heroic_endeavors.data import read_data
from sandtable.kernel import rule


class TriggerRow(Row, frozen=True):
    """A kind of trigger."""

    trigger: str
    difficulty: int
    rule: str


class LethalityRow(Row, frozen=True):
    """What a number of dice is called."""

    name: str
    lethality: int
    rule: str


class TrapTables(Row, frozen=True):
    """Both."""

    triggers: tuple[TriggerRow, ...]
    lethalities: tuple[LethalityRow, ...]


@cache
def _tables() -> TrapTables:
    return read_data("traps.yaml", TrapTables)


@rule("HE-TRAP-02")
def difficulty_of(trigger: str) -> int:
    """How hard a trap with such a trigger is to spot, to disarm and to pass."""
    return next(one.difficulty for one in _tables().triggers if one.trigger == trigger)


@rule("HE-TRAP-02")
def trigger_of(difficulty: int) -> str:
    """What kind of trigger is so hard."""
    return next(one.trigger for one in _tables().triggers if one.difficulty >= difficulty)


@rule("HE-TRAP-08")
def called(lethality: int) -> str:
    """What a trap of so many dice is called: by the worst name that it deserves."""
    return [one.name for one in _tables().lethalities if one.lethality <= max(1, lethality)][-1]
