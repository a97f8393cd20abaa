"""JSON from anybody, read as plain data or refused with its place."""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn

from sandtable.kernel.refusal import Refused, refuse
from sandtable.kernel.safe_yaml import LONGEST_NUMBER, MOST_CHARACTERS, MOST_NESTING, quoted


def load(text: str, what: str, *, max_characters: int = MOST_CHARACTERS) -> object:
    """A JSON document becomes plain data; double keys, odd numbers and endless nesting are refused."""
    if len(text) > max_characters:
        raise refuse(
            "",
            f"{what}: the document has {len(text)} characters.",
            f"At most {max_characters} characters are read.",
        )
    reader = _Reader(what)
    try:
        read: object = json.loads(
            text,
            object_pairs_hook=reader.mapping,
            parse_int=reader.whole,
            parse_float=reader.decimal,
            parse_constant=reader.constant,
        )
    except json.JSONDecodeError as broken:
        # Of a single line, as records are read, the caller has named the place already.
        line = f", line {broken.lineno}" if "\n" in text else ""
        raise refuse(
            "", f"{what}{line}, sign {broken.colno}: this is not JSON.", "Write valid JSON."
        ) from None
    except RecursionError:
        raise reader.nested() from None
    if _is_deeper(read, MOST_NESTING):
        raise reader.nested()
    return read


def _is_deeper(data: object, most: int) -> bool:
    """Whether more lists and mappings stand inside each other than that."""
    level = [data]
    for _ in range(most):
        level = [one for each in level for one in _inside(each)]
        if not level:
            return False
    return any(isinstance(one, (dict, list)) for one in level)


def _inside(data: object) -> list[object]:
    if isinstance(data, dict):
        return list(data.values())
    return data if isinstance(data, list) else []


class _Reader:
    """What the plain reader of JSON lets through and we do not."""

    def __init__(self, what: str) -> None:
        self.what = what

    def mapping(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made: dict[str, Any] = {}
        for key, value in pairs:
            if key in made:
                raise self._refused(f"the key {quoted(key)} stands twice", "Name each key once.")
            made[key] = value
        return made

    def whole(self, text: str) -> int:
        self._refuse_endless(text)
        return int(text)

    def decimal(self, text: str) -> float:
        self._refuse_endless(text)
        number = float(text)
        if not math.isfinite(number):
            raise self._refused(f"{text} is too large", "Write a smaller number.")
        return number

    def constant(self, text: str) -> NoReturn:
        raise self._refused(f"{text} is not a number one can play with", "Write a finite number.")

    def nested(self) -> Refused:
        return self._refused("too many lists and mappings inside each other", "Nest less.")

    def _refuse_endless(self, text: str) -> None:
        if len(text) > LONGEST_NUMBER:
            raise self._refused(f"a number of {len(text)} signs", "Write a shorter number.")

    def _refused(self, problem: str, remedy: str) -> Refused:
        return refuse("", f"{self.what}: {problem}.", remedy)
