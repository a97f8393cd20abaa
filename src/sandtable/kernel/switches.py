"""Switches of a book: each with its values, its default, its rule and what it does; nothing else gets in."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from sandtable.kernel.form import FormChoice
from sandtable.kernel.offers import SwitchOffer, SwitchRange
from sandtable.kernel.refusal import Refusal, Refused
from sandtable.kernel.safe_yaml import quoted

SwitchValue = bool | int | float | str

_WORDS = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}


class Range(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers a switch may be set to."""

    least: int | float = msgspec.field(name="from")
    most: int | float = msgspec.field(name="to")
    step: int | None = None
    also: tuple[int, ...] = ()

    def allows(self, number: int | float) -> bool:
        """Whether the switch may be set to this number."""
        if number in self.also:
            return True
        if not self.least <= number <= self.most:
            return False
        return self.step is None or (number - self.least) % self.step == 0


class Switch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One switch as people are shown it: its values, its default, its rule and what it does."""

    name: str = msgspec.field(name="switch")
    values: tuple[SwitchValue, ...] | str
    default: SwitchValue
    rule: str
    sentence: str
    range: Range | None = None
    several: bool = False
    """Any number of the values, separated by commas."""
    form: str = ""
    """What any other word must look like."""
    group: str = ""
    """What it has to do with, where a book has many switches."""
    proposed: SwitchValue | None = None
    """What a lobby proposes to people, where that is not the default."""
    on_my_table: tuple[FormChoice, ...] = ()
    """What people who play on a real table are asked at its door, where it depends on that table."""

    @property
    def choices(self) -> str:
        """The legal values in words."""
        if isinstance(self.values, str):
            return self.values
        return ", ".join(str(one).lower() if isinstance(one, bool) else str(one) for one in self.values)

    def legal(self, value: object) -> SwitchValue | None:
        """The value as the switch keeps it, or None where the switch has no such value."""
        if self.several:
            return self._several(value)
        if isinstance(value, str) and not isinstance(self.default, str):
            value = _spoken(value)
        if isinstance(self.default, bool) or isinstance(value, bool):
            return value if isinstance(self.default, bool) and isinstance(value, bool) else None
        if isinstance(self.default, str):
            return self._word(value)
        return self._number(value)

    def offer(self) -> SwitchOffer:
        """The switch as a lobby shows it."""
        numbers = None
        if self.range is not None:
            numbers = SwitchRange(self.range.least, self.range.most, self.range.step)
        values, words = ((), self.values) if isinstance(self.values, str) else (self.values, "")
        return SwitchOffer(
            self.name,
            self.sentence,
            self.rule,
            self.default,
            values,
            numbers,
            self.several,
            words,
            self.group,
            self.proposed,
            on_my_table=self.on_my_table,
        )

    def _several(self, value: object) -> str | None:
        """Names in any order, each once, as a list or with commas between them."""
        if isinstance(value, str):
            named: list[object] = [one.strip() for one in value.split(",") if one.strip()]
        elif isinstance(value, list | tuple):
            named = list(value)
        else:
            return None
        if len(named) > len(self.values) or any(one not in self.values for one in named):
            return None
        return ", ".join(str(one) for one in self.values if one in named)

    def _word(self, value: object) -> SwitchValue | None:
        if isinstance(value, str):
            listed = not isinstance(self.values, str) and value in self.values
            fits = (
                bool(self.form) and len(value) <= LONGEST_WORD and re.fullmatch(self.form, value) is not None
            )
            if listed or fits or value == self.default:
                return value
        if self.range is None:
            return None
        spoken = _spoken(value) if isinstance(value, str) else value
        return None if isinstance(spoken, bool) else self._number(spoken)

    def _number(self, value: object) -> int | float | None:
        if not isinstance(value, (int, float)) or (isinstance(value, float) and not math.isfinite(value)):
            return None
        legal = self.range.allows(value) if self.range else value in self.values
        if not legal:
            return None
        return float(value) if isinstance(self.default, float) else int(value)


NONE = "none"
"""How the absence of a value is written."""
LONGEST_WORD = 40
"""How long a value with a form of its own may be."""


def read_values(switches: Sequence[Switch], given: Mapping[str, object], rule: str) -> dict[str, SwitchValue]:
    """Values by name; every unknown name, refused by this rule, and every unknown value is refused."""
    known = {one.name: one for one in switches}
    refusals: list[Refusal] = []
    settled: dict[str, SwitchValue] = {}
    for name, value in given.items():
        switch = known.get(name)
        if switch is None:
            reason = f"There is no switch {quoted(name)}."
            refusals.append(Refusal(rule, reason, f"Name one of {', '.join(known)}."))
            continue
        legal = switch.legal(value)
        if legal is None:
            reason = f"{switch.name} cannot be {quoted(value)}."
            refusals.append(Refusal(switch.rule, reason, f"Set it to one of: {switch.choices}."))
            continue
        settled[name] = legal
    if refusals:
        raise Refused(*refusals)
    return settled


def changed_values(switches: Iterable[Switch], settled: object) -> dict[str, SwitchValue]:
    """The switches that differ from their defaults, as a game record keeps them."""
    values = {one.name: _written(getattr(settled, one.name)) for one in switches}
    return {one.name: values[one.name] for one in switches if values[one.name] != one.default}


def _written(value: Any) -> SwitchValue:
    """A value as people name it: several with commas between them, and the absence of one as a word."""
    if isinstance(value, tuple):
        return ", ".join(value)
    written: SwitchValue = NONE if value is None else value
    return written


def _spoken(words: str) -> object:
    """What somebody means who types a value on the command line."""
    if words.strip().lower() in _WORDS:
        return _WORDS[words.strip().lower()]
    try:
        return float(words) if len(words) < 20 else words
    except ValueError:
        return words
