"""What somebody has, and what it brings to the questions of a book: rows of data instead of functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from sandtable.binding.sources import Sources
from sandtable.binding.tables import Row
from sandtable.kernel.check import Modifier
from sandtable.kernel.citation import written_here
from sandtable.kernel.refusal import Refusal

HOLDER = "{name}"
"""Stands in a reason for the name of the figure that has the possession."""


class Part(Row, frozen=True):
    """What one possession brings to one question: a number, or else a reason with its remedy."""

    question: str
    rule: str
    why: str
    value: int | None = None
    remedy: str = ""
    kind: str = ""
    also: tuple[str, ...] = ()
    """Further rules that the row carries out."""
    rank: int = 0

    def of(self, name: str) -> Modifier | Refusal:
        """The number, or the reason with the name of its figure."""
        if self.value is not None:
            return Modifier(self.value, self.why, self.rule, self.kind)
        return Refusal(self.rule, self.why.replace(HOLDER, name), self.remedy)


Possessions = dict[str, dict[str, tuple[Part, ...]]]
"""Kinds of possessions, their names, and what each of them brings."""


class Holding(NamedTuple):
    """How a kind of possession is found: the place of its holder in a question, or several, and the test."""

    place: int | slice
    has: Callable[[Any, str], bool]
    among: Callable[[Any], bool] | None = None
    """Whom it helps only, of those whom the question is about."""


def enter(
    rows: Possessions,
    holdings: Mapping[str, Holding],
    questions: Mapping[str, Sources[*tuple[Any, ...], Any]],
    where: str,
) -> None:
    """Every row becomes a source of its question, and is a place where its rules are carried out."""
    for kind, names in rows.items():
        if kind not in holdings:
            raise ValueError(f"{where}, {kind}: there is no such kind; write one of {', '.join(holdings)}.")
        for name, parts in names.items():
            for part in parts:
                if part.question not in questions:
                    raise ValueError(f'{where}, {kind}, {name}: "{part.question}" is no question.')
                answer = _answer(part, name, holdings[kind])
                questions[part.question].add((part.rank, part.rule, f"{kind}: {name}"), answer)
                written_here(where, part.rule, *part.also)


def _answer(part: Part, name: str, holding: Holding) -> Callable[..., Modifier | Refusal | None]:
    place, has, among = holding
    fixed = None if HOLDER in part.why else part.of("")

    def answer(*about: Any) -> Modifier | Refusal | None:
        holder: Any = about[place]
        if (among is not None and not among(about[1])) or not has(holder, name):
            return None
        named = about[1] if isinstance(place, slice) else holder
        return part.of(named.name) if fixed is None else fixed

    return answer
