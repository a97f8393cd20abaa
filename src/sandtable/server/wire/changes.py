"""What differs between two tables, as a viewer sees them: only that is sent again."""

from __future__ import annotations

from typing import Any

Parts = dict[str, Any]
"""The parts of a table by their names, as `Shown` describes them."""


def whole(table: Any) -> Parts:
    """Every part of a table."""
    return {"whole": True, **_parts_of(table)}


def changes(before: Any, now: Any) -> Parts | None:
    """The parts that differ, of units and markers only those that do; None where none does.

    A client with one makes the other of it by putting what is changed in the place of what has the same id,
    what is new at the end, and taking away what is gone. Where the order would not be right, all is sent.
    """
    if before is now:
        return None
    parts: Parts = {}
    gone: dict[str, list[str]] = {}
    had, has = _parts_of(before), _parts_of(now)
    if had.keys() != has.keys():
        return whole(now)
    for name, new in has.items():
        old = had[name]
        if old is new or old == new:
            continue
        if not _have_ids(old or new):
            parts[name] = new
            continue
        known = {one.id: one for one in old}
        ids = [one.id for one in new]
        if [*known] != ids:
            left = set(ids)
            gone[name] = [one for one in known if one not in left]
            if [one for one in known if one in left] + [one for one in ids if one not in known] != ids:
                return whole(now)
        parts[name] = [one for one in new if known.get(one.id) != one]
    return {**parts, "gone": gone} if gone else parts or None


def _parts_of(table: Any) -> Parts:
    """The parts of a table by name; that of a book without words for screens is plain data."""
    if isinstance(table, dict):
        return table
    return {name: getattr(table, name) for name in table.__struct_fields__}


def _have_ids(part: Any) -> bool:
    """Whether these are things that can be told apart, each by its id."""
    return isinstance(part, tuple) and bool(part) and "id" in getattr(part[0], "__struct_fields__", ())
