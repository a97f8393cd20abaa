"""What happened, as a player tells it: sentences as data, filled with the particulars of an event."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Generic, TypeVar

S = TypeVar("S")

_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
_NAMED = re.compile(r"\{(\w+)(?::([\w ]+))?\}")
_MISSING: tuple[Any, ...] = (None, "", [], ())
NOBODY = "nobody"

Called = Callable[[S, str], str]
"""What players call whatever has this id; an id that nothing has stands for itself."""
Particular = Callable[[Any, S], str]
"""How a particular is said that has its own way."""

_Piece = tuple[str, str, str | None]
"""Words, then the name of a particular (or nothing), then the word it is counted by."""
_Part = tuple[bool, tuple[_Piece, ...]]
"""Whether the part is left out where something is missing, and its pieces."""


class Words(Generic[S]):
    """How a book fills its sentences: {group} by name, {hits:hit} counted, [ ... ] if nothing is missing."""

    def __init__(self, called: Called[S], particulars: Mapping[str, Particular[S]]) -> None:
        self._called = called
        self._particulars = particulars

    def filled(self, pattern: str, facts: Mapping[str, Any], state: S) -> str:
        """A sentence with the particulars of an event."""
        told = []
        for is_optional, pieces in _parts_of(pattern):
            if is_optional and any(name and facts.get(name) in _MISSING for _, name, _ in pieces):
                continue
            for words, name, counted_by in pieces:
                told.append(words)
                if name:
                    value = facts.get(name)
                    said = self.said(name, value, state)
                    told.append(said if counted_by is None else f"{said} {plural(value, counted_by)}")
        return "".join(told)

    def said(self, name: str, value: Any, state: S) -> str:
        """A particular as a player says it."""
        if value is None:
            return NOBODY
        own = self._particulars.get(name)
        if own is not None:
            return own(value, state)
        if isinstance(value, str):
            return self._called(state, value)
        if isinstance(value, dict):
            return ", ".join(self._called(state, str(one)) for one in value) or NOBODY
        if isinstance(value, list | tuple):
            return joined([self.said("", one, state) for one in value]) or NOBODY
        if isinstance(value, float):
            return rounded(value)
        return self._called(state, str(value))


def sentence(words: str) -> str:
    """Words as a sentence begins."""
    return f"{words[:1].upper()}{words[1:]}"


def joined(words: Sequence[str]) -> str:
    """Words in a row: "A1, A2 and A3"."""
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)


def plural(number: Any, word: str) -> str:
    """The word that goes with a number: "hit" with 1, "hits" with 3, "inches" with 2, "successes" with 0."""
    if number == 1:
        return word
    return f"{word}es" if word.endswith(("ch", "ss")) else f"{word}s"


def rounded(number: float) -> str:
    """A number with one digit after the point, and none where that is 0."""
    return f"{number:.1f}".removesuffix(".0")


@cache
def names_in(pattern: str) -> frozenset[str]:
    """The particulars that a pattern names."""
    return frozenset(name for _, pieces in _parts_of(pattern) for _, name, _ in pieces if name)


@cache
def _parts_of(pattern: str) -> tuple[_Part, ...]:
    """A pattern taken apart once."""
    return tuple(
        (number % 2 == 1, _pieces_of(words)) for number, words in enumerate(_OPTIONAL.split(pattern)) if words
    )


def _pieces_of(words: str) -> tuple[_Piece, ...]:
    pieces: list[_Piece] = []
    end = 0
    for found in _NAMED.finditer(words):
        pieces.append((words[end : found.start()], found[1], found[2]))
        end = found.end()
    return (*pieces, (words[end:], "", None))
