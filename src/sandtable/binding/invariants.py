"""What can never be true of a state between two steps of play, by any player and any way of playing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Generic, TypeVar

from sandtable.kernel.refusal import Refusal

S = TypeVar("S")
Thing = TypeVar("Thing")

Check = Callable[[S], Iterable[str]]
"""Every trouble of one sort, each beginning with the rule that it breaks."""


class Invariants(Generic[S]):
    """Everything that is wrong with a position, and what the rules of play must never bring about."""

    def __init__(self, faults_of: Callable[[S], Iterable[Refusal]], *checks: Check[S]) -> None:
        self._faults_of = faults_of
        self._checks = checks

    def troubles(self, state: S) -> Iterator[str]:
        """Everything that is not legal."""
        for fault in self._faults_of(state):
            yield f"{fault.rule} {fault.reason}".strip()
        for check in self._checks:
            yield from check(state)

    def what_is_wrong(self, state: S) -> str:
        """The first thing that is not legal, with whom it is about; or nothing."""
        return next(self.troubles(state), "")


def each(things: Callable[[S], Iterable[Thing]], check: Callable[[S, Thing], Iterable[str]]) -> Check[S]:
    """A check of every thing of one sort."""
    return lambda state: (trouble for one in things(state) for trouble in check(state, one))


def below_nothing(rule: str, counted: Iterable[tuple[str, float]]) -> Iterator[str]:
    """Numbers of things of which there cannot be less than none."""
    return (f"{rule} {number} {name}" for name, number in counted if number < 0)
