"""YAML from anybody, read as plain data or refused with its line."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec
import yaml

from sandtable.kernel.refusal import Refused, refuse

Wanted = TypeVar("Wanted")

MOST_CHARACTERS = 2_000_000
"""The longest document that is read unless the caller says otherwise."""
MOST_NESTING = 40
"""How many lists and mappings may stand inside each other."""
LONGEST_NUMBER = 100
"""The most characters a number may have; enough for any seed, too few to choke on."""

LONGEST_QUOTE = 60
"""How much of a wrong value a refusal repeats."""

_LOADER: type[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

# The plain words of YAML 1.2: "no", "on" and "12:30" stay words, as the person who wrote them meant.
_NOTHING = frozenset(("", "~", "null", "Null", "NULL"))
_TRUTH = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_WHOLE = re.compile(r"[-+]?[0-9]+")
_OTHER_WHOLE = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_DECIMAL = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")


def load(text: str, what: str, *, max_characters: int = MOST_CHARACTERS) -> object:
    """A YAML document becomes plain lists, mappings, words and numbers, or is refused with its line."""
    if len(text) > max_characters:
        raise refuse(
            "",
            f"{what}: the document has {len(text)} characters.",
            f"At most {max_characters} characters are read.",
        )
    try:
        return _document(yaml.parse(text, Loader=_LOADER), what)
    except yaml.MarkedYAMLError as broken:
        mark = broken.problem_mark or broken.context_mark
        place = _place(what, mark.line if mark else None)
        raise refuse("", f"{place}: {broken.problem or 'this is not YAML'}.", "Write valid YAML.") from None
    except (yaml.YAMLError, UnicodeError):
        raise refuse(
            "", f"{what}: a character in it is not allowed in YAML.", "Use plain text in UTF-8."
        ) from None


def convert(data: object, wanted: type[Wanted], what: str) -> Wanted:
    """Plain data takes the shape that is asked for, or is refused with the place that does not fit."""
    try:
        return msgspec.convert(data, wanted, strict=True)
    except msgspec.ValidationError as wrong:
        raise misfit(wrong, what) from None


def quoted(value: object) -> str:
    """A value as a refusal quotes it: short, on one line, whatever was given."""
    if isinstance(value, int) and value.bit_length() > 64:
        return "such a large number"
    text = repr(value)
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}..."


def misfit(wrong: msgspec.ValidationError, what: str) -> Refused:
    """A refusal that names the field at which data has the wrong shape."""
    problem, _, path = str(wrong).partition(" - at `")
    place = path.rstrip("`").removeprefix("$").lstrip(".")
    where = f"{what}, {place}" if place else what
    return refuse("", f"{where}: {_sentence(problem)}", "Write the field as its description says.")


def _sentence(problem: str) -> str:
    return (problem[:1].lower() + problem[1:]).replace("`", "").rstrip(".") + "."


def _place(what: str, line: int | None) -> str:
    return what if line is None else f"{what}, line {line + 1}"


class _Frame:
    """A list or mapping that is still open."""

    __slots__ = ("has_key", "items", "key", "mapping")

    def __init__(self, mapping: dict[Any, object] | None, items: list[object] | None) -> None:
        self.mapping = mapping
        self.items = items
        self.key: object = None
        self.has_key = False


def _document(events: Iterator[Any], what: str) -> object:
    whole: object = None
    documents = 0
    frames: list[_Frame] = []
    for event in events:
        value: object
        if isinstance(event, yaml.ScalarEvent):
            _refuse_marks(event, what)
            value = _scalar(event, what)
        elif isinstance(event, yaml.CollectionStartEvent):
            _refuse_marks(event, what)
            if len(frames) >= MOST_NESTING:
                raise _refused_at(event, what, "too many lists and mappings inside each other", "Nest less.")
            opened = _opened(event)
            _refuse_as_key(frames, event, what)
            frames.append(opened)
            continue
        elif isinstance(event, yaml.CollectionEndEvent):
            done = frames.pop()
            value = done.mapping if done.mapping is not None else done.items
        elif isinstance(event, yaml.AliasEvent):
            raise _refused_at(event, what, f"the alias *{event.anchor} is not read", "Write the value out.")
        else:
            documents += isinstance(event, yaml.DocumentStartEvent)
            if documents > 1:
                raise _refused_at(event, what, "a second document begins", "Keep one document in a file.")
            continue
        if not frames:
            whole = value
        else:
            _put(frames[-1], value, event, what)
    return whole


def _opened(event: Any) -> _Frame:
    if isinstance(event, yaml.MappingStartEvent):
        return _Frame({}, None)
    return _Frame(None, [])


def _put(frame: _Frame, value: object, event: Any, what: str) -> None:
    if frame.items is not None:
        frame.items.append(value)
        return
    assert frame.mapping is not None
    if frame.has_key:
        frame.mapping[frame.key] = value
        frame.has_key = False
        return
    if value in frame.mapping:
        raise _refused_at(event, what, f"the key {value!r} stands twice", "Name each key once.")
    frame.key, frame.has_key = value, True


def _refuse_as_key(frames: list[_Frame], event: Any, what: str) -> None:
    if frames and frames[-1].mapping is not None and not frames[-1].has_key:
        raise _refused_at(event, what, "a list or mapping is used as a key", "Use a word as the key.")


def _refuse_marks(event: Any, what: str) -> None:
    if event.anchor is not None:
        raise _refused_at(event, what, f"the anchor &{event.anchor} is not read", "Write the value out.")
    if event.tag is not None:
        raise _refused_at(event, what, f"the tag {event.tag} is not read", "Leave the tag out.")


def _refused_at(event: Any, what: str, problem: str, remedy: str) -> Refused:
    return refuse("", f"{_place(what, event.start_mark.line)}: {problem}.", remedy)


def _scalar(event: Any, what: str) -> object:
    text: str = event.value
    if not event.implicit[0]:
        return text
    if text in _NOTHING:
        return None
    if text in _TRUTH:
        return _TRUTH[text]
    if text[0] not in "+-.0123456789":
        return text
    return _number(text, event, what)


def _number(text: str, event: Any, what: str) -> object:
    if _NOT_FINITE.fullmatch(text):
        raise _refused_at(event, what, f"{text} is not a number one can play with", "Write a finite number.")
    whole = _WHOLE.fullmatch(text) or _OTHER_WHOLE.fullmatch(text)
    if not whole and not _DECIMAL.fullmatch(text):
        return text
    if len(text) > LONGEST_NUMBER:
        raise _refused_at(event, what, f"a number of {len(text)} characters", "Write a shorter number.")
    if _WHOLE.fullmatch(text):
        return int(text)
    if whole:
        return int(text, 0)
    number = float(text)
    if not math.isfinite(number):
        raise _refused_at(event, what, f"{text} is too large", "Write a smaller number.")
    return number
