"""Rolls as a player tells them: who rolled, what was needed and why, and the faces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.books.companies_and_captains.state import Battle
from sandtable.books.companies_and_captains.tellable import Facts, Sentence
from sandtable.kernel.arithmetic import total
from sandtable.kernel.dice import For


def told_roll(facts: Facts) -> str:
    """Who rolled what for which purpose; the number needed and its modifiers first, then the dice."""
    tell = ROLLS.get(str(facts.get("roll") or facts["why"]))
    return f"{facts['why']}: {_needed(facts)}rolled {_total(facts)}." if tell is None else tell(facts)


PURPOSES = {
    "activate": "to act",
    "to hit": "to hit",
    "reroll to hit": "to hit, rolled again",
    "resilience": "Resilience",
    "reroll resilience": "Resilience, rolled again",
    "blocked": "the way back blocked",
    "defiant": "to meet the attacker",
    "elusive": "to evade",
    "desert": "desertion",
    "reserve": "to arrive",
    "edge": "the edge",
    "captain trait": "a trait of the Captain",
    "attacker": "who attacks",
    "closing roll": "the closing roll",
    "rite": "the rite",
}
"""What dice are for, after the name of the Group or Company that rolls them."""


def roll_in_words(state: Battle, what: For, facts: Mapping[str, Any], need: int | None) -> str:
    """Who rolls for what, and the number that is needed."""
    group, company = state.groups.get(what.of), state.companies.get(what.of)
    name = group.name if group is not None else company.name if company is not None else ""
    order = facts.get("order")
    purpose = f"to {order}" if order else PURPOSES.get(what.kind, what.kind)
    needs = "" if need is None else f", needs {need}+"
    return f"{name} {purpose}{needs}".strip()


def _needed(facts: Facts) -> str:
    need = facts.get("need")
    return "" if need is None else f"needed {need}+{_reasons(facts)}, "


def _reasons(facts: Facts) -> str:
    """The modifiers with their rules, in brackets."""
    reasons = facts.get("modifiers") or ()
    return f" ({'; '.join(map(_modifier, reasons))})" if reasons else ""


def _modifier(told: str) -> str:
    """A change to the number, then why: "-1: 1 R lost (CC-TST-05)"."""
    value, _, reason = str(told).partition(" ")
    return f"{value}: {reason}" if reason else value


def _total(facts: Facts) -> str:
    faces = facts["faces"]
    return f"{' + '.join(map(str, faces))} = {total(faces)}" if len(faces) > 1 else f"{faces[0]}"


def _faces(faces: Sequence[int]) -> str:
    return " ".join(map(str, faces))


def _dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"


def _activation(facts: Facts) -> str:
    order = facts.get("order")
    to = f" to {order}" if order else ""
    return f"{facts.group()} needed {facts['need']}+{to}{_reasons(facts)}, rolled {_total(facts)}."


def _to_hit(facts: Facts) -> str:
    return (
        f"{facts.group()} rolled {_dice(len(facts['faces']))} at {facts.group('target')}, "
        f"needing {facts['need']}+{_reasons(facts)}: {_faces(facts['faces'])}."
    )


def _again_to_hit(facts: Facts) -> str:
    was, now = _faces(facts["was"]), _faces(facts["faces"])
    return f"{facts.group()} rolled {was} again, needing {facts['need']}+: {now}."


def _resilience(facts: Facts) -> str:
    reasons = {"R lost": "having lost R", "rally": "to rally", "company": "with the Company"}
    why = reasons.get(facts["reason"], f"({facts['reason']})")
    modifiers = facts.get("modifiers") or ()
    added = f"; {'; '.join(map(_modifier, modifiers))}" if modifiers else ""
    return f"{facts.group()} tested Resilience {why}, needing {facts['rating']}+: {_total(facts)}{added}."


def _again_resilience(facts: Facts) -> str:
    return f"{facts.group()} rolled {_faces(facts['was'])} of the test again: {_faces(facts['faces'])}."


def _blocked(facts: Facts) -> str:
    return f"{facts.group()} found the way back blocked and rolled {_total(facts)} against R {facts['r']}."


def _of_group(purpose: str) -> Sentence:
    return lambda facts: f"{facts.group()} {_needed(facts)}rolled {_total(facts)} {purpose}."


def _of_company(words: str) -> Sentence:
    return lambda facts: words.format(company=facts.company(), total=_total(facts))


ROLLS: dict[str, Sentence] = {
    "activate": _activation,
    "to hit": _to_hit,
    "reroll to hit": _again_to_hit,
    "resilience": _resilience,
    "reroll resilience": _again_resilience,
    "blocked": _blocked,
    "defiant": _of_group("to meet the attacker"),
    "elusive": _of_group("to evade"),
    "desert": _of_group("for desertion"),
    "reserve": _of_group("to arrive"),
    "edge": _of_group("for the edge"),
    "captain trait": _of_company("the Captain of {company} rolled {total} for a trait."),
    "attacker": _of_company("{company} rolled {total} for who attacks."),
    "closing roll": lambda facts: f"the closing roll was {_total(facts)}; more than {facts['left']} ends it.",
    "rite": lambda facts: f"the rite rolled {_total(facts)}; below {facts['below']} completes it.",
}
"""Sentences for rolls by what they are for; the others name their purpose."""
