"""Outcomes: what has become of everybody between two moments, and how that is told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, TypeVar

import msgspec

from sandtable.binding.choosing import Identified

Thing = TypeVar("Thing", bound=Identified)
Fate = TypeVar("Fate", bound=msgspec.Struct)

Telling = Mapping[str, "str | Callable[[Any, Any], str]"]
"""How each field of a fate is told, in this order: words, or a function of its value and of the fate."""

GONE = "gone"
"""The field that says where somebody is who has left the table."""


def fates_between(
    before: Mapping[str, Thing], after: Iterable[Thing], fate: Callable[[Thing | None, Thing], Fate]
) -> tuple[Fate, ...]:
    """The fates of all with whom anything has happened; a fate begins with the id of whose it is."""
    found = []
    for now in after:
        became = fate(before.get(now.id), now)
        if became != type(became)(now.id):
            found.append(became)
    return tuple(found)


def words_of_fate(fate: msgspec.Struct, telling: Telling) -> str:
    """What has become of a unit; of one that is gone nothing further is told."""
    told = []
    for name, words in telling.items():
        value = getattr(fate, name)
        if value == _nothing_of(type(fate))[name]:
            continue
        told.append(words if isinstance(words, str) else words(value, fate))
        if name == GONE:
            break
    return ", ".join(filter(None, told))


@cache
def _nothing_of(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """What each field is where nothing has happened."""
    return {one.name: one.default for one in msgspec.structs.fields(kind)}
