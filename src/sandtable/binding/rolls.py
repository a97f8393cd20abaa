"""How dice are told: a pattern for each kind of roll, with the dice, what they needed and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from sandtable.binding.words import names_in
from sandtable.kernel.arithmetic import total

Facts = Mapping[str, Any]


class Roll(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What dice are for, and how the roll is told."""

    purpose: str
    told: str


def facts_of_roll(facts: Facts, pattern: str, in_words: Mapping[str, Callable[[Facts], str]]) -> Facts:
    """What is known of a roll, and in words whatever of it the pattern names."""
    named = names_in(pattern)
    return {**facts, **{name: tell(facts) for name, tell in in_words.items() if name in named}}


def _total(facts: Facts) -> str:
    faces = facts["faces"]
    return f"{' + '.join(map(str, faces))} = {total(faces)}" if len(faces) > 1 else f"{faces[0]}"


def _needed(facts: Facts) -> str:
    need = facts.get("need")
    return "" if need is None else f"needed {need}+{_reasons(facts)}, "


def _reasons(facts: Facts) -> str:
    """The modifiers with their rules, in brackets."""
    return f" ({'; '.join(_modifiers(facts))})" if facts.get("modifiers") else ""


def _modifiers(facts: Facts) -> Iterator[str]:
    """A change to the number, then why: "-1: 1 R lost (SK-5)"."""
    for told in facts.get("modifiers") or ():
        value, _, reason = str(told).partition(" ")
        yield f"{value}: {reason}" if reason else value


ROLLED: Mapping[str, Callable[[Facts], str]] = {
    "faces": lambda facts: " ".join(map(str, facts["faces"])),
    "was": lambda facts: " ".join(map(str, facts["was"])),
    "dice": lambda facts: "1 die" if len(facts["faces"]) == 1 else f"{len(facts['faces'])} dice",
    "total": _total,
    "needed": _needed,
    "reasons": _reasons,
    "added": lambda facts: "".join(f"; {one}" for one in _modifiers(facts)),
}
"""What patterns may name of any roll."""
