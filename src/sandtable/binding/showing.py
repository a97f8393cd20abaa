"""Cards and badges of units: their words and rules as data, their values from the book."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from sandtable.table.showing import Badge, Fact


class Meaning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a line of a card means, and by which rules."""

    meaning: str = ""
    rules: tuple[str, ...] = ()


class Mark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """By which rule a unit bears a badge, and whether that is bad for it."""

    rule: str = ""
    worse: bool = False


def card(known: Mapping[str, Meaning], values: Mapping[str, str | None]) -> tuple[Fact, ...]:
    """The lines of a card by their labels; what has no value is left out."""
    return tuple(
        Fact(label, value, known[label].meaning, known[label].rules)
        for label, value in values.items()
        if value is not None
    )


def badges(known: Mapping[str, Mark], worn: Mapping[str, object]) -> Iterator[Badge]:
    """The badges that a unit wears by their names; words stand for a badge that says more than its name."""
    for name, value in worn.items():
        if value:
            yield Badge(value if isinstance(value, str) else name, known[name].rule, known[name].worse)
