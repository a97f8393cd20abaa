"""Records altered in every place of their structure, one thing at a time."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from sandtable.kernel.book import find_book
from sandtable.kernel.records.record import (
    AnswerLine,
    EventLine,
    Header,
    NoteLine,
    Record,
    RollLine,
    RulingLine,
    plain_state,
    record_from_text,
)
from sandtable.kernel.records.sealed import Verdict, verify
from sandtable.kernel.refusal import Refused

Path = tuple[str | int, ...]

LINES = {one.__struct_config__.tag: one for one in (AnswerLine, RulingLine, RollLine, EventLine, NoteLine)}
LEFT_OUT: dict[str, Any] = {
    "to": ["A"],
    "reveals": True,
    "sides": 8,
    "start": 3,
    "facts": {"x": 1},
    "made_with": {"x": "y"},
    "by": "only answer",
}
"""Fields that may be left out, with another value than their usual one."""


class Altered(NamedTuple):
    """A record with one thing in it altered."""

    where: str
    """The kind of line and the path in it, without the places in lists."""
    line: int
    what: str
    text: str

    def __str__(self) -> str:
        return f"line {self.line + 1}, {self.where}: {self.what}"


def altered(text: str, most: int = 1) -> Iterator[Altered]:
    """The record with each thing altered in turn; of each place of the structure the first few are taken."""
    lines = text.splitlines()
    seen: dict[str, int] = {}
    for number, line in enumerate(lines):
        document = json.loads(line)
        for path, what, other in _others(document, number):
            where = f"{_kind(document)}: {'.'.join('*' if isinstance(one, int) else one for one in path)}"
            key = f"{where} {what.split(':')[0]}"
            seen[key] = seen.get(key, 0) + 1
            if seen[key] <= most:
                yield Altered(where, number, what, _joined(lines, number, [json.dumps(other)]))
    yield from _other_lines(lines, most)


def _other_lines(lines: list[str], most: int) -> Iterator[Altered]:
    """Lines that are left out, told twice, or told in another order."""
    seen: dict[str, int] = {}
    for number, line in enumerate(lines[1:], 1):
        kind = _kind(json.loads(line))
        seen[kind] = seen.get(kind, 0) + 1
        if seen[kind] > most:
            continue
        yield Altered(kind, number, "left out", _joined(lines, number, []))
        yield Altered(kind, number, "told twice", _joined(lines, number, [line, line]))
        if number + 1 < len(lines) and lines[number + 1] != line:
            swapped = [*lines[:number], lines[number + 1], line, *lines[number + 2 :]]
            yield Altered(kind, number, "told later", "\n".join(swapped) + "\n")


def _joined(lines: list[str], number: int, instead: list[str]) -> str:
    return "\n".join([*lines[:number], *instead, *lines[number + 1 :]]) + "\n"


def _kind(document: dict[str, Any]) -> str:
    return f"{document.get('is', 'header')} {document.get('kind', '')}".strip()


def _others(document: dict[str, Any], number: int) -> Iterator[tuple[Path, str, Any]]:
    fields = Header.__struct_fields__ if number == 0 else LINES[document["is"]].__struct_fields__
    for name in fields:
        if name not in document:
            yield (name,), "added", {**document, name: LEFT_OUT[name]}
    for path, value in _places(document, ()):
        for what, other in _instead(value):
            made = copy.deepcopy(document)
            holder: Any = made
            for step in path[:-1]:
                holder = holder[step]
            holder[path[-1]] = other
            yield path, what, made
        if len(path) > 1 and isinstance(path[-1], str):
            made = copy.deepcopy(document)
            holder = made
            for step in path[:-1]:
                holder = holder[step]
            del holder[path[-1]]
            yield path, "dropped", made


def _places(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    inside: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        inside = list(value.items())
    elif isinstance(value, list):
        inside = list(enumerate(value))
    for name, one in inside:
        yield (*path, name), one
        yield from _places(one, (*path, name))


def _instead(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, bool):
        yield "turned", not value
    elif isinstance(value, int):
        yield "more", value + 1
        yield "less", value - 1
    elif isinstance(value, float):
        yield "more", value + 0.25
    elif isinstance(value, str):
        yield "longer", value + "x"
        if len(value) > 1:
            yield "begun otherwise", ("b" if value[0] == "a" else "a") + value[1:]
        if value:
            yield "emptied", ""
    elif isinstance(value, list):
        yield "longer", [*value, value[-1] if value else "x"]
        if value:
            yield "shorter", value[:-1]
        if value != value[::-1]:
            yield "reversed", value[::-1]
    elif isinstance(value, dict):
        yield "longer", {**value, "x": 1}
        if value:
            yield "emptied", {}
    else:
        yield "said", "x"
    if value is not None:
        yield "nothing", None
    yield "of another type", [1] if not isinstance(value, list) else "x"


SAID = ("answer: answer", "ruling: facts", "note undone: facts.taken back")
"""What was said may have been said otherwise, where the same came of it: that record is honest too."""
SET_UP = ("header: scenario", "header: seats", "header: options")


def wrongly_proven(record: Record, chosen: Iterable[Altered]) -> tuple[list[str], int]:
    """Altered records that are "proven" without a word on what was altered, and how many were tried."""
    honest = verify(record)
    assert honest.proven
    found, tried = [], 0
    for one in chosen:
        tried += 1
        try:
            other = record_from_text(one.text)
            verdict = verify(other)
        except Refused:
            continue
        if other == record or not verdict.proven or _words(verdict) != _words(honest):
            continue
        if not one.where.startswith(SAID) and not (one.where.startswith(SET_UP) and _is_set_up_alike(other)):
            found.append(str(one))
    return found, tried


def _words(verdict: Verdict) -> tuple[tuple[str, ...], ...]:
    return verdict.beyond, verdict.undone


def _is_set_up_alike(record: Record) -> bool:
    """Whether another scenario, force or option says the same as before in other words."""
    header = record.header
    state = find_book(header.book).set_up(header.scenario, header.seats, header.options)
    return bool(plain_state(state) == header.first)
