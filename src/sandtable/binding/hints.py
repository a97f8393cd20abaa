"""Hints for somebody who has never read the book: each at the moment it matters, and once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Generic, TypeVar

from sandtable.binding.registry import Registry
from sandtable.binding.tables import Row
from sandtable.kernel.decision import Decision, Hint

S = TypeVar("S")

Words = Mapping[str, Any]
"""What the braces of a hint stand for."""
When = Callable[[S, Decision], Words | None]
"""What a hint says of this moment; None where it does not matter now."""

NOTHING: Words = {}
"""A hint matters now, and there is nothing to be filled in."""


class HintRow(Row, frozen=True):
    """A hint as its file holds it."""

    hint: str
    """Its name."""
    rules: tuple[str, ...]
    text: str
    at: tuple[str, ...] = ()
    """The topics of the questions at which it may matter; where none is named, the book says when."""


class Hints(Generic[S]):
    """The hints of a book, the more urgent first, and when each of them matters."""

    def __init__(self, rows: Callable[[], Collection[HintRow]], most: int = 2) -> None:
        self._rows = rows
        self._most = most
        self.moments: Registry[When[S]] = Registry("a moment of the hint")

    def when(self, name: str) -> Callable[[When[S]], When[S]]:
        """Say when a hint matters, and what its braces stand for then."""
        return self.moments.entry(name)

    def where(self, holds: Mapping[str, Callable[[S, Decision], bool]]) -> None:
        """Say of hints without braces where they matter."""
        for name, test in holds.items():
            self.moments[name] = _nothing_where(test)

    def due(self, state: S, decision: Decision, told: Collection[str]) -> tuple[Hint | None, tuple[str, ...]]:
        """What should be known of a question and was not told before, and which hints these are."""
        found: list[HintRow] = []
        texts: list[str] = []
        for row in self._rows():
            if row.hint not in told and (words := self._words(row, state, decision)) is not None:
                found.append(row)
                texts.append(row.text.strip().format(**words))
                if len(found) == self._most:
                    break
        if not found:
            return None, ()
        rules = dict.fromkeys(rule for row in found for rule in row.rules)
        return Hint(" ".join(texts), tuple(rules)), tuple(row.hint for row in found)

    def _words(self, row: HintRow, state: S, decision: Decision) -> Words | None:
        if row.at and decision.topic not in row.at:
            return None
        if row.at and row.hint not in self.moments:
            return NOTHING
        return self.moments[row.hint](state, decision)


def _nothing_where(holds: Callable[[S, Decision], bool]) -> When[S]:
    return lambda state, decision: NOTHING if holds(state, decision) else None
