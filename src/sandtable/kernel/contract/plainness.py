"""Whether a state is plain data: written, read and copied without loss, and free of references."""

from __future__ import annotations

import enum
import math
from collections.abc import Iterator
from typing import Any

import msgspec

from sandtable.kernel.state import State, copy_state, fingerprint


def faults_of_state(state: State) -> str:
    """What is wrong with a state as data; empty where nothing is."""
    seen: dict[int, str] = {}
    for path, value in _changing(state, type(state).__name__):
        if isinstance(value, str):
            return value
        if id(value) in seen:
            return f"{path} and {seen[id(value)]} are the same thing; one of them should be an id"
        seen[id(value)] = path
    copy = copy_state(state)
    for path, value in _changing(copy, type(state).__name__):
        if id(value) in seen:
            return f"a copy shares {path} with its original"
    if copy != state or fingerprint(copy) != fingerprint(state):
        return "a copy is not equal to its original"
    try:
        read = msgspec.json.decode(msgspec.json.encode(state), type=type(state))
    except (msgspec.MsgspecError, TypeError, ValueError) as broken:
        return f"written as JSON it cannot be read again: {broken}"
    if read != state or fingerprint(read) != fingerprint(state):
        return "written as JSON and read again it is not the same"
    return ""


def _changing(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Everything in it that can be changed in place, and a sentence for whatever is no data at all."""
    if value is None or isinstance(value, str | bool | int | enum.Enum):
        return
    if isinstance(value, float):
        if not math.isfinite(value):
            yield path, f"{path} is {value}, which JSON cannot hold"
        return
    if isinstance(value, msgspec.Struct):
        if not value.__struct_config__.frozen:
            yield path, value
        for name in value.__struct_fields__:
            yield from _changing(getattr(value, name), f"{path}.{name}")
    elif isinstance(value, tuple | list):
        if isinstance(value, list):
            yield path, value
        for place, item in enumerate(value):
            yield from _changing(item, f"{path}[{place}]")
    elif isinstance(value, dict):
        yield path, value
        for key, item in value.items():
            yield from _changing(item, f"{path}[{key!r}]")
    else:
        yield path, f"{path} is {type(value).__name__}, which is no plain data"
