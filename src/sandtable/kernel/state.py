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
    """The base of every book's state; fields hold ids, numbers, words and structs, never references."""


def copy_state(state: S) -> S:
    """A copy that shares nothing that can change."""
    return typing.cast(S, _copier_of_struct(type(state))(state))


def copy_changes(state: S, earlier: S) -> S:
    """A copy that shares with an earlier copy, which nobody changes any more, the parts that are still so."""
    made: Any = state.__copy__()  # type: ignore[attr-defined]
    for name, is_parts, copier in _containers(type(state)):
        now = getattr(state, name)
        setattr(made, name, _changed_parts(now, getattr(earlier, name), copier) if is_parts else copier(now))
    return made  # type: ignore[no-any-return]


def _changed_parts(now: dict[Any, Any], before: dict[Any, Any], copier: Copy) -> dict[Any, Any]:
    """A mapping of parts, in its present order, of which those that differ from before are copied."""
    if [*now] != [*before]:
        kept = before.get
        return {key: old if (old := kept(key)) == part else copier(part) for key, part in now.items()}
    made = before
    for key, part in now.items():
        if part != before[key]:
            if made is before:
                made = before.copy()
            made[key] = copier(part)
    return made


@functools.cache
def _containers(struct: type[msgspec.Struct]) -> tuple[tuple[str, bool, Copy], ...]:
    """The fields that can change in place: how each is copied, or each part of it where it maps structs."""
    found, hints = [], typing.get_type_hints(struct)
    for name in struct.__struct_fields__:
        hint = hints[name]
        copier = _copier(hint)
        if copier is not None:
            part = typing.get_args(hint)[-1] if typing.get_origin(hint) is dict else None
            is_parts = isinstance(part, type) and issubclass(part, msgspec.Struct)
            copy_part = _copier(part) if is_parts else None
            found.append((name, copy_part is not None, copier if copy_part is None else copy_part))
    return tuple(found)


def copy_plain(value: Any) -> Any:
    """A copy of plain lists and mappings, whatever is in them."""
    if isinstance(value, dict):
        return {key: copy_plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [copy_plain(item) for item in value]
    return tuple([copy_plain(item) for item in value]) if isinstance(value, tuple) else value


def spelt_out(value: Any) -> Any:
    """Plain data with every field, those too that have their usual value."""
    if isinstance(value, msgspec.Struct):
        return {name: spelt_out(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, dict):
        return {key: spelt_out(item) for key, item in value.items()}
    return [spelt_out(item) for item in value] if isinstance(value, list | tuple) else value


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
    if not repairs and not struct.__struct_config__.frozen:
        return typing.cast(Copy, struct.__copy__)  # type: ignore[attr-defined]
    if struct.__struct_config__.frozen:
        return lambda value: msgspec.structs.replace(
            value, **{name: copier(getattr(value, name)) for name, copier in repairs}
        )

    def copied(value: Any) -> Any:
        made = value.__copy__()
        for name, copier in repairs:
            setattr(made, name, copier(getattr(value, name)))
        return made

    return copied


def _copier(hint: Any) -> Copy | None:
    """How to copy a value of this type, or None where it may be shared."""
    hint = getattr(hint, "__supertype__", hint)
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return _copier_of_union(hint, parts)
    if origin is tuple:
        return _copier_of_tuple(parts)
    if origin in (list, dict):
        return _copier_of_container(origin, parts)
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return None if _is_unchanging(hint) else _copier_of_struct(hint)
    if hint in (Any, object):
        return copy_plain
    if origin not in (None, typing.Literal) or hint in (list, dict, set, tuple, bytearray):
        raise TypeError(f"state may not hold {hint}; use lists, dicts and tuples, and say what is in them")
    return None


@functools.cache
def _is_unchanging(struct: type[msgspec.Struct]) -> bool:
    """Whether nothing in it can be changed in place."""
    hints = typing.get_type_hints(struct)
    return struct.__struct_config__.frozen and all(_copier(hint) is None for hint in hints.values())


def _copier_of_union(hint: Any, parts: tuple[Any, ...]) -> Copy | None:
    inner = [(part, copier) for part in parts if (copier := _copier(part)) is not None]
    if not inner:
        return None
    if len(inner) > 1:
        if not all(isinstance(part, type) and issubclass(part, msgspec.Struct) for part, _ in inner):
            raise TypeError(f"state may hold at most one kind of changing container in {hint}")
        by_type = dict(inner)
        return lambda value: by_type[type(value)](value) if type(value) in by_type else value
    part, copy_one = inner[0]
    kept = typing.get_origin(part) or part
    return lambda value: copy_one(value) if isinstance(value, kept) else value


def _copier_of_tuple(parts: tuple[Any, ...]) -> Copy | None:
    if len(parts) == 2 and parts[1] is Ellipsis:
        copy_item = _copier(parts[0])
        return None if copy_item is None else lambda value: tuple([copy_item(item) for item in value])
    copiers = [_copier(part) for part in parts]
    if not any(copiers):
        return None
    return lambda value: tuple(
        item if copier is None else copier(item) for copier, item in zip(copiers, value, strict=True)
    )


def _copier_of_container(origin: type, parts: tuple[Any, ...]) -> Copy:
    copy_item = _copier(parts[-1])
    if origin is list:
        return list if copy_item is None else lambda value: [copy_item(item) for item in value]
    if copy_item is None:
        return dict
    return lambda value: dict(zip(value, map(copy_item, value.values()), strict=False))
