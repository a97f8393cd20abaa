"""The readable form of a roster: lines of parts, each part read and written by the same row."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any

import msgspec

from sandtable.binding.refusing import refuse_too_many
from sandtable.kernel.refusal import refuse
from sandtable.kernel.safe_yaml import quoted

MOST_CHARACTERS = 20_000
LONGEST_LINE = 1000
MOST_WORDS = 30
"""The most words of one list that are read."""

Reader = Callable[[str, str], Any]
"""What some words say, with their place for a refusal; None where they say no such thing."""


class Part(msgspec.Struct, frozen=True):
    """One thing that a line may say: the field it fills, how it is recognised, read and written."""

    name: str
    pattern: re.Pattern[str] | None
    """Its first group is what is read; None for the part that is meant where no other is."""
    read: Reader
    write: Callable[[Any], str]


def mark(name: str, words: str) -> Part:
    """Words that stand alone: "Captain"."""
    return Part(name, re.compile(f"({words})", re.IGNORECASE), lambda said, place: True, lambda value: words)


def worded(name: str, words: str, read: Reader, also: str = "") -> Part:
    """Words with something after them: "vendor A Builder"; `also` is another way to begin."""
    pattern = re.compile(rf"(?:{also or words})\s+(.+)", re.IGNORECASE)
    return Part(name, pattern, read, lambda value: f"{words} {value}")


def listed(name: str, words: str, read: Reader, also: str = "") -> Part:
    """Words with a list after them: "keywords Undead"; without words it is meant where nothing else is."""

    def read_list(said: str, place: str) -> tuple[Any, ...]:
        return tuple(read(one, place) for one in split_words(said, place, name))

    def write_list(value: Sequence[str]) -> str:
        return " ".join(one for one in (words, ", ".join(value)) if one)

    pattern = re.compile(rf"(?:{also or words})\s+(.+)", re.IGNORECASE) if words else None
    return Part(name, pattern, read_list, write_list)


def as_written(said: str, place: str) -> str:
    """The words themselves."""
    return said.strip()


def split_words(said: str, place: str, things: str) -> list[str]:
    """The words of a list with commas between them."""
    words = [one.strip() for one in said.split(",")]
    refuse_too_many(len(words), MOST_WORDS, place, things)
    return words


def lines_of(text: str, what: str, empty_rule: str, empty_advice: str) -> list[tuple[str, str]]:
    """The lines of a roster with their places; empty ones and remarks, which begin with #, are left out."""
    if len(text) > MOST_CHARACTERS:
        reason = f"{what} has {len(text)} characters."
        raise refuse("", reason, f"At most {MOST_CHARACTERS} characters are read.")
    found: list[tuple[str, str]] = []
    for number, raw in enumerate(text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n"), 1):
        place, line = f"Line {number}", raw.strip()
        if len(raw) > LONGEST_LINE:
            raise refuse("", f"{place}: {len(raw)} characters.", f"At most {LONGEST_LINE} are read.")
        if line and not line.startswith("#"):
            found.append((place, line))
    if not found:
        raise refuse(empty_rule, f"{what} is empty.", empty_advice)
    return found


def read_parts(said: Iterable[str], parts: Sequence[Part], place: str, advice: str) -> dict[str, Any]:
    """What the parts of a line say, each field once."""
    read: dict[str, Any] = {}
    for words in said:
        name, value = _understood(words, parts, place, advice)
        if name in read:
            raise refuse("", f"{place}: {quoted(words)} says something twice.", "Say it once.")
        read[name] = value
    return read


def _understood(words: str, parts: Sequence[Part], place: str, advice: str) -> tuple[str, Any]:
    for part in parts:
        found = part.pattern.fullmatch(words) if part.pattern is not None else None
        value = None if found is None else part.read(found[1], place)
        if value is not None:
            return part.name, value
    for part in parts:
        if part.pattern is None:
            return part.name, part.read(words, place)
    raise refuse("", f"{place}: {quoted(words)} is not understood.", advice)


def written_parts(entry: msgspec.Struct, parts: Iterable[Part]) -> Iterator[str]:
    """What an entry has to say; what is as usual is not said."""
    usual = _usual_values(type(entry))
    for part in parts:
        value = getattr(entry, part.name)
        if part.name not in usual or value != usual[part.name]:
            yield part.write(value)


@cache
def _usual_values(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """What each field of a struct is where nobody says otherwise; required fields have nothing usual."""
    return {
        one.name: one.default for one in msgspec.structs.fields(kind) if one.default is not msgspec.NODEFAULT
    }
