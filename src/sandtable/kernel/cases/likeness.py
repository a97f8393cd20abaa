"""Whether data is as somebody expects it, and where it is not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.kernel.decision import shown
from sandtable.kernel.refusal import refuse

MISSING = object()
"""Stands for what is not there at all."""
LIMITS = frozenset({"at least", "at most", "about", "within"})
"""What may be said of a number instead of the number."""
SAME = 1e-6
"""Inches agree to a millionth."""


def unlike(expected: Any, found: Any, place: str) -> Iterator[str]:
    """Where data is not as expected; of a mapping only what is expected is looked at."""
    if found is MISSING:
        yield f"{place}: expected {shown(expected)}, there is none"
    elif isinstance(expected, Mapping):
        if expected and LIMITS.issuperset(expected):
            yield from _beyond(expected, found, place)
        else:
            yield from _unlike_mapping(expected, found, place)
    elif isinstance(expected, list) and isinstance(found, list | tuple) and len(expected) == len(found):
        for number, (one, other) in enumerate(zip(expected, found, strict=True)):
            # In a row of things an empty mapping stands for one of which nothing is said.
            if one != {}:
                yield from unlike(one, other, f"{place}[{number}]")
    elif not _is_same(expected, found):
        yield f"{place}: expected {shown(expected)}, found {shown(found)}"


def _unlike_mapping(expected: Mapping[str, Any], found: Any, place: str) -> Iterator[str]:
    if isinstance(found, list | tuple) and all(isinstance(one, Mapping) and "id" in one for one in found):
        found = {one["id"]: one for one in found}
    # An empty mapping says that there is nothing, not that anything will do.
    if not isinstance(found, Mapping) or (found and not expected):
        yield f"{place}: expected {shown(expected)}, found {shown(found)}"
        return
    for name, value in expected.items():
        yield from unlike(value, found.get(name, MISSING), f"{place}.{name}")


def _beyond(limits: Mapping[str, Any], found: Any, place: str) -> Iterator[str]:
    """Whether a number lies outside what is said of it."""
    is_sound = all(type(one) in (int, float) for one in limits.values())
    if not is_sound or ("about" in limits) != ("within" in limits):
        raise refuse(
            "",
            f"{place}: {shown(dict(limits))} says nothing of a number.",
            "Write {at least: N}, {at most: N}, or {about: N, within: N}.",
        )
    if type(found) not in (int, float):
        yield f"{place}: expected a number, found {shown(found)}"
        return
    if "at least" in limits and found < limits["at least"] - SAME:
        yield f"{place}: expected at least {limits['at least']}, found {found}"
    if "at most" in limits and found > limits["at most"] + SAME:
        yield f"{place}: expected at most {limits['at most']}, found {found}"
    if "about" in limits and abs(found - limits["about"]) > limits["within"] + SAME:
        yield f"{place}: expected {limits['about']} within {limits['within']}, found {found}"


def _is_same(expected: Any, found: Any) -> bool:
    """Whether two plain values are one; 1 and 1.0 are, 1 and true are not."""
    if isinstance(expected, bool) or isinstance(found, bool):
        return expected is found
    if isinstance(expected, int | float) and isinstance(found, int | float):
        return abs(expected - found) <= SAME
    return bool(expected == found)
