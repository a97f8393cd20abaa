"""Events that a case expects, or expects not to happen."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from sandtable.kernel.cases.likeness import unlike
from sandtable.kernel.decision import shown
from sandtable.kernel.event import Event
from sandtable.kernel.refusal import refuse

PARTS = frozenset({"kind", "facts", "rules", "to"})
"""What may be said of an event."""


def events_missing(expected: Any, events: Sequence[Event], what: str) -> list[str]:
    """Which of the expected events did not happen in this order, and what is nearest to it."""
    place = 0
    for wanted in wanted_events(expected, what):
        there = next((at for at in range(place, len(events)) if not _unlike(wanted, events[at])), None)
        if there is None:
            return [*_nearest(wanted, events, place)]
        place = there + 1
    return []


def events_too_many(expected: Any, events: Sequence[Event], what: str) -> list[str]:
    """Which of the events that must not happen did."""
    return [
        f"no events: {shown(_short(wanted))} did happen: {told(event)}"
        for wanted in wanted_events(expected, what)
        for event in events
        if not _unlike(wanted, event)
    ]


def wanted_events(expected: Any, what: str) -> list[Mapping[str, Any]]:
    """Every event of a list, as a mapping with its kind."""
    if not isinstance(expected, list) or not expected:
        raise refuse("", f"{what}: it is no list.", "List kinds of events, or mappings with kind and facts.")
    found: list[Mapping[str, Any]] = []
    for number, one in enumerate(expected, 1):
        wanted = {"kind": one} if isinstance(one, str) else one
        if not isinstance(wanted, Mapping) or not wanted or not PARTS.issuperset(wanted):
            raise refuse("", f"{what}, event {number}: it is no event.", "Write a kind, or kind and facts.")
        found.append(wanted)
    return found


def told(event: Event) -> str:
    """An event with its facts and rules, in one line."""
    facts = ", ".join(f"{name} {plain(value)}" for name, value in event.facts.items() if value is not None)
    return f"{event.kind}{f': {facts}' if facts else ''} ({' '.join(event.rules)})"


def plain(value: Any) -> str:
    """A fact as it is read: numbers without the noise of their last digits."""
    if isinstance(value, float):
        return f"{value:.6f}".rstrip("0").rstrip(".")
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{name}: {plain(one)}" for name, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(plain(one) for one in value) + "]"
    return str(value)


def _nearest(wanted: Mapping[str, Any], events: Sequence[Event], place: int) -> Iterator[str]:
    """The event that is most like the one that is missing, and how it differs."""
    yield f"events: {shown(_short(wanted))} did not happen in this order"
    alike = [
        event for event in (*events[place:], *events[:place]) if wanted.get("kind") in (None, event.kind)
    ]
    if alike:
        event = min(alike, key=lambda one: len(_unlike(wanted, one)))
        yield f"    the nearest: {told(event)}"
        yield from (f"    {one}" for one in _unlike(wanted, event) or ["it comes too early"])
    kinds = list(dict.fromkeys(event.kind for event in events))
    near = difflib.get_close_matches(str(wanted.get("kind")), kinds, 3)
    if near and not alike:
        yield f"    like it are called: {', '.join(near)}"
    yield f"    what happened: {', '.join(event.kind for event in events) or 'nothing'}"


def _short(wanted: Mapping[str, Any]) -> Any:
    return wanted["kind"] if set(wanted) == {"kind"} else dict(wanted)


def _unlike(wanted: Mapping[str, Any], event: Event) -> list[str]:
    found = {"facts": {}, "to": None, **msgspec.to_builtins(event)}
    rules = wanted.get("rules", ())
    missing = [rule for rule in ([rules] if isinstance(rules, str) else rules) if rule not in event.rules]
    differing = [f"rules: {rule} is not cited" for rule in missing]
    for name, value in wanted.items():
        if name != "rules":
            differing += unlike(value, found[name], name)
    return differing
