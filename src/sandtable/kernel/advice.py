"""What a book can tell a player: good answers with reasons, and how a position stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol

import msgspec

from sandtable.kernel.decision import Answer, Decision


class Advice(msgspec.Struct, frozen=True):
    """An answer worth considering."""

    answer: Answer
    score: float
    """How good the book's own reckoning finds it; higher is better."""
    reasons: tuple[str, ...] = ()
    """Why, in words a player would use."""
    rules: tuple[str, ...] = ()
    """The rules of the book's own opponent that were followed."""
    means: str = ""
    """What it is to lead to; the same answer may be meant in different ways."""
    gives_up: bool = False
    """It leaves the rest undone; not worth trying out unless it is the best advice there is."""


class Adviser(Protocol):
    """A book's knowledge of how to play it, from what a seat may know.

    An adviser that builds on it says what it knows better: as it stands it finds that nothing matters.
    """

    def advise(self, state: Any, seat: str, decision: Decision) -> Iterable[Advice]:
        """Answers worth considering, best first; empty where the adviser has no opinion."""
        return ()

    def judge(self, state: Any, seat: str) -> float:
        """How the position stands for the seat's side: 0 is even, higher is better."""
        return 0.0

    def matters(self, decision: Decision) -> bool:
        """Whether the decision deserves looking ahead."""
        return False

    def turns_begun(self, state: Any) -> int:
        """How many turns have begun, so that a player can look ahead by turns."""
        return 0

    def begins_plan(self, decision: Decision) -> bool:
        """Whether what was meant by earlier answers is done with when this is asked."""
        return False

    def carries_on_plan(self, decision: Decision) -> bool:
        """Whether this only spells out what was meant when the plan began."""
        return False

    def seasoned(self, state: Any, seat: str) -> Adviser:
        """The same adviser with what many games have taught about the part that the seat plays."""
        return self

    def hasty(self) -> Adviser:
        """The same adviser where time is short, to look ahead with."""
        return self

    def styles(self) -> Mapping[str, Adviser]:
        """Other ways of playing, each an adviser of its own, by name."""
        return {}


class NoOpinion(Adviser):
    """The adviser of a book that knows nothing about playing it well."""


def accepted(adviser: Adviser, state: Any, seat: str, decision: Decision) -> Iterator[Advice]:
    """The advice that the rules take, best first; each answer once, for its best reason."""
    said: list[Answer] = []
    for one in adviser.advise(state, seat, decision):
        if one.answer not in said:
            said.append(one.answer)
            if decision.legal(one.answer) is None:
                yield one
