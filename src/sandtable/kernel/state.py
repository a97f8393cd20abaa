"""What a state is: plain typed data that is cheap to copy, hash and write down."""

from __future__ import annotations

import functools
import hashlib
import types
import typing
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

S = TypeVar("S", bound=msgspec.Struct)
Copy = Callable[[Any], Any]


class State(msgspec.Struct):
    """The base of every book's state; fields hold ids, numbers, words, tuples and structs, never references."""


def copy_state(state: S) -> S:
    """A copy that shares nothing that can change."""
    return typing.cast(S, _copier_of_struct(type(state))(state))


def fingerprint(state: msgspec.Struct) -> str:
    """A short hash of everything in the state, the same in every process."""
    return hashlib.blake2b(msgspec.json.encode(state, order="deterministic"), digest_size=8).hexdigest()


@functools.cache
def _copier_of_struct(struct: type[msgspec.Struct]) -> Copy:
    """A copier made once per struct: a shallow copy, then the containers that can change."""
    hints = typing.get_type_hints(struct)
    repairs = [
        (name, copier) for name in struct.__struct_fields__ if (copier := _copier(hints[name])) is not None
    ]

    def copy(value: Any) -> Any:
        made = value.__copy__()
        for name, copier in repairs:
            setattr(made, name, copier(getattr(value, name)))
        return made

    return copy


def _copier(hint: Any) -> Copy | None:
    """How to copy a value of this type, or None where it may be shared."""
    origin = typing.get_origin(hint)
    if origin in (typing.Union, types.UnionType):
        return _copier_of_union(hint)
    if origin in (list, dict):
        return _copier_of_container(origin, typing.get_args(hint))
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return None if hint.__struct_config__.frozen else _copier_of_struct(hint)
    if hint in (list, dict, set) or origin is set:
        raise TypeError(f"state may not hold a bare {hint}; say what is in it, and use tuples or lists")
    return None


def _copier_of_union(hint: Any) -> Copy | None:
    inner = [copier for part in typing.get_args(hint) if (copier := _copier(part)) is not None]
    if not inner:
        return None
    if len(inner) > 1:
        raise TypeError(f"state may hold at most one kind of changing value in {hint}")
    copy_one = inner[0]
    return lambda value: None if value is None else copy_one(value)


def _copier_of_container(origin: type, parts: tuple[Any, ...]) -> Copy:
    copy_item = _copier(parts[-1])
    if origin is list:
        return list if copy_item is None else lambda value: [copy_item(item) for item in value]
    return dict if copy_item is None else lambda value: {key: copy_item(item) for key, item in value.items()}
