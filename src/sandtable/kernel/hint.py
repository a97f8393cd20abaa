"""A word to a newcomer: what a question is about, told with it at the moment it matters."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.kernel.decision import Decision

HINT = "hint"
"""The fact of a question that holds its hint."""


class Hint(msgspec.Struct, frozen=True):
    """A few plain sentences with the rules behind them."""

    text: str
    rules: tuple[str, ...] = ()


def attach(decision: Decision, hint: Hint) -> None:
    """Lay a hint beside a question, where terminals, browsers and readers find it."""
    decision.facts = {**decision.facts, HINT: {"text": hint.text, "rules": list(hint.rules)}}


def hint_of(decision: Decision) -> Hint | None:
    """The hint that lies beside a question, or None."""
    told: Any = decision.facts.get(HINT)
    return None if told is None else Hint(told["text"], tuple(told["rules"]))
