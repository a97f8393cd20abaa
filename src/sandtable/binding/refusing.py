"""Refusals of files that people write: gathered, so that a list is mended in one go."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, TypeVar

from sandtable.kernel.refusal import Refusal, Refused, refuse
from sandtable.kernel.safe_yaml import quoted

Given = TypeVar("Given")
Read = TypeVar("Read")


def read_each(given: Iterable[Given], read: Callable[[Given], Read]) -> list[Read]:
    """Everything as it is read; whatever cannot be read is refused together, after all of it was tried."""
    done: list[Read] = []
    refusals: list[Refusal] = []
    for one in given:
        try:
            done.append(read(one))
        except Refused as refused:
            refusals += refused.refusals
    if refusals:
        raise Refused(*refusals)
    return done


def refuse_too_many(count: int, most: float, place: str, things: str, rule: str = "") -> None:
    """A list without end is not read to its end."""
    if count > most:
        raise refuse(rule, f"{place}: {count} {things}.", f"At most {most:g} are read.")


def known_word(
    find: Callable[[str], Read | None], what: str, rule: str, advice: str | Callable[[], str]
) -> Callable[[Any, str], Read]:
    """A reader of words that the book knows, each with its place; any other is refused with the advice."""

    def read(word: Any, place: str) -> Read:
        found = find(word) if isinstance(word, str) else None
        if found is None:
            reason = f"{place}: there is no {what} {quoted(word)}."
            raise refuse(rule, reason, advice if isinstance(advice, str) else advice())
        return found

    return read


class Refusals:
    """The refusals of a book by name, as a data file has them; braces stand for what they are about."""

    def __init__(self, rows: Callable[[], Mapping[str, Refusal]]) -> None:
        self.rows = cache(rows)

    def __call__(self, name: str, /, **words: object) -> Refusal:
        """The refusal of this name, with these words filled in."""
        row = self.rows()[name]
        return Refusal(row.rule, row.reason.format(**words), row.remedy.format(**words))
