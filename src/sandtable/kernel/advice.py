"""What a book can tell a player: good answers with reasons, and how a position stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
    """A book's knowledge of how to play it, from what a seat may know."""

    def advise(self, state: Any, seat: str, decision: Decision) -> Iterable[Advice]:
        """Answers worth considering, best first; empty where the adviser has no opinion."""

    def judge(self, state: Any, seat: str) -> float:
        """How the position stands for the seat's side: 0 is even, higher is better."""

    def matters(self, decision: Decision) -> bool:
        """Whether the decision deserves looking ahead."""

    def turns_begun(self, state: Any) -> int:
        """How many turns have begun, so that a player can look ahead by turns."""

    def begins_plan(self, decision: Decision) -> bool:
        """Whether what was meant by earlier answers is done with when this is asked."""

    def carries_on_plan(self, decision: Decision) -> bool:
        """Whether this only spells out what was meant when the plan began."""

    def seasoned(self, state: Any, seat: str) -> Adviser:
        """The same adviser with what many games have taught about the part that the seat plays."""

    def hasty(self) -> Adviser:
        """The same adviser where time is short, to look ahead with."""

    def manners(self) -> Mapping[str, Adviser]:
        """Other ways of playing, each an adviser of its own, by name."""


class NoOpinion:
    """The adviser of a book that knows nothing about playing it well."""

    def advise(self, state: Any, seat: str, decision: Decision) -> Iterable[Advice]:
        """Nothing."""
        return ()

    def judge(self, state: Any, seat: str) -> float:
        """Every position is even."""
        return 0.0

    def matters(self, decision: Decision) -> bool:
        """Looking ahead tells nothing where every position is even."""
        return False

    def turns_begun(self, state: Any) -> int:
        """It counts no turns."""
        return 0

    def begins_plan(self, decision: Decision) -> bool:
        """It has no plans."""
        return False

    def carries_on_plan(self, decision: Decision) -> bool:
        """It has no plans."""
        return False

    def seasoned(self, state: Any, seat: str) -> Adviser:
        """Games have taught it nothing."""
        return self

    def hasty(self) -> Adviser:
        """It needs no time."""
        return self

    def manners(self) -> Mapping[str, Adviser]:
        """None."""
        return {}
