"""Rolls as a player tells them: who rolled, what was needed and why, and the faces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from sandtable.books.companies_and_captains.data import read_data
from sandtable.books.companies_and_captains.state import Battle
from sandtable.kernel.arithmetic import total
from sandtable.kernel.dice import For

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


def pattern_of_roll(facts: Mapping[str, Any]) -> str:
    """The sentence of a roll; the number needed and its modifiers first, then the dice."""
    roll = rolls().get(str(facts.get("roll") or facts["why"]))
    return OTHERWISE if roll is None else roll.told


def facts_of_roll(facts: Mapping[str, Any]) -> dict[str, Any]:
    """What is known of a roll, with its dice and modifiers in words."""
    faces, need = facts["faces"], facts.get("need")
    modifiers = "; ".join(_modifier(str(one)) for one in facts.get("modifiers") or ())
    reasons = f" ({modifiers})" if modifiers else ""
    return {
        **facts,
        "faces": _in_a_row(faces),
        "was": _in_a_row(facts.get("was") or ()),
        "dice": f"{len(faces)} {'die' if len(faces) == 1 else 'dice'}",
        "total": f"{' + '.join(map(str, faces))} = {total(faces)}" if len(faces) > 1 else f"{faces[0]}",
        "reasons": reasons,
        "needed": "" if need is None else f"needed {need}+{reasons}, ",
        "added": f"; {modifiers}" if modifiers else "",
        "occasion": OCCASIONS.get(facts.get("reason", ""), f"({facts.get('reason')})"),
    }


def _in_a_row(faces: Sequence[int]) -> str:
    return " ".join(map(str, faces))


def _modifier(told: str) -> str:
    """A change to the number, then why: "-1: 1 R lost (CC-TST-05)"."""
    value, _, reason = told.partition(" ")
    return f"{value}: {reason}" if reason else value


def roll_in_words(state: Battle, what: For, facts: Mapping[str, Any], need: int | None) -> str:
    """Who rolls for what, and the number that is needed."""
    group, company = state.groups.get(what.of), state.companies.get(what.of)
    name = group.name if group is not None else company.name if company is not None else ""
    order, roll = facts.get("order"), rolls().get(what.kind)
    purpose = f"to {order}" if order else what.kind if roll is None else roll.purpose
    needs = "" if need is None else f", needs {need}+"
    return f"{name} {purpose}{needs}".strip()
