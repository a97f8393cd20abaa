"""Rolls as a player tells them: who rolled, what was needed and why, and the faces."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from sandtable.binding.words import names_in
from sandtable.books.companies_and_captains.data import read_data
from sandtable.books.companies_and_captains.state import Battle
from sandtable.kernel.arithmetic import total
from sandtable.kernel.dice import For

Facts = Mapping[str, Any]

OTHERWISE = "{why}: {needed}rolled {total}."
"""How a roll is told that has no sentence of its own."""
OCCASIONS = {"R lost": "having lost R", "rally": "to rally", "company": "with the Company"}
"""Why a Group tests its Resilience, in words."""


class Roll(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What dice are for, and how the roll is told."""

    purpose: str
    told: str


@cache
def rolls() -> dict[str, Roll]:
    """Every roll that has a sentence of its own, by what it is for."""
    return read_data("rolls.yaml", dict[str, Roll])


def pattern_of_roll(facts: Facts) -> str:
    """The sentence of a roll; the number needed and its modifiers first, then the dice."""
    roll = rolls().get(str(facts.get("roll") or facts["why"]))
    return OTHERWISE if roll is None else roll.told


def facts_of_roll(facts: Facts, pattern: str) -> dict[str, Any]:
    """What is known of a roll, with its dice and modifiers in words as far as the sentence names them."""
    named = names_in(pattern)
    return {**facts, **{name: tell(facts) for name, tell in IN_WORDS.items() if name in named}}


def _dice(facts: Facts) -> str:
    count = len(facts["faces"])
    return "1 die" if count == 1 else f"{count} dice"


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
    """A change to the number, then why: "-1: 1 R lost (CC-TST-05)"."""
    for told in facts.get("modifiers") or ():
        value, _, reason = str(told).partition(" ")
        yield f"{value}: {reason}" if reason else value


IN_WORDS: dict[str, Callable[[Facts], str]] = {
    "faces": lambda facts: " ".join(map(str, facts["faces"])),
    "was": lambda facts: " ".join(map(str, facts["was"])),
    "dice": _dice,
    "total": _total,
    "needed": _needed,
    "reasons": _reasons,
    "added": lambda facts: "".join(f"; {one}" for one in _modifiers(facts)),
    "occasion": lambda facts: OCCASIONS.get(facts["reason"], f"({facts['reason']})"),
}


def roll_in_words(state: Battle, what: For, facts: Facts, need: int | None) -> str:
    """Who rolls for what, and the number that is needed."""
    group, company = state.groups.get(what.of), state.companies.get(what.of)
    name = group.name if group is not None else company.name if company is not None else ""
    order, roll = facts.get("order"), rolls().get(what.kind)
    purpose = f"to {order}" if order else what.kind if roll is None else roll.purpose
    needs = "" if need is None else f", needs {need}+"
    return f"{name} {purpose}{needs}".strip()
