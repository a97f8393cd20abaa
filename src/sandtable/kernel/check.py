"""A number to roll: a base and the reasons that change it."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec


class Modifier(msgspec.Struct, frozen=True):
    """A change to a number, with the reason and the rule it comes from."""

    value: int
    reason: str
    rule: str
    kind: str = ""
    """What it comes from, where another rule asks for that; never shown."""

    def __str__(self) -> str:
        return f"{self.value:+d} {self.reason} ({self.rule})"

    @staticmethod
    def value_written(written: str) -> int:
        """The value of a modifier as facts of events hold it, in the form of `str`; 0 for anything else."""
        value, _, _ = written.partition(" ")
        return int(value) if value.lstrip("+-").isdecimal() else 0


class Needed(msgspec.Struct, frozen=True):
    """The number a roll must reach, and why it is that number."""

    base: int
    rule: str
    modifiers: tuple[Modifier, ...] = ()

    @property
    def number(self) -> int:
        """The base with every modifier."""
        return self.base + total_of(self.modifiers) if self.modifiers else self.base

    @property
    def rules(self) -> tuple[str, ...]:
        """Every rule that has a part in the number."""
        return (
            (self.rule, *[modifier.rule for modifier in self.modifiers]) if self.modifiers else (self.rule,)
        )

    def __str__(self) -> str:
        return f"{self.number}+"


def total_of(modifiers: Iterable[Modifier]) -> int:
    """The sum of several modifiers."""
    return sum([modifier.value for modifier in modifiers])
