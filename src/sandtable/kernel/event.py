"""Facts that have happened: each with its rules, and with who may know it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec

ROLLED = "dice rolled"
"""The kind of the events that tell of dice."""


class Event(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A fact in the past tense."""

    kind: str
    """What happened, in two or three words: "group moved", "ambitions chosen"."""
    rules: tuple[str, ...]
    """The rules by which it happened."""
    facts: dict[str, Any] = msgspec.field(default_factory=dict)
    """The particulars, as plain data."""
    to: tuple[str, ...] | None = None
    """The seats that may know it; None for everybody."""
    reveals: bool = False
    """Whether somebody learnt something by it that no undo may take back without consent."""

    def is_known_to(self, seat: str | None) -> bool:
        """Whether the seat may know it; a watcher (None) knows what everybody knows."""
        return self.to is None or seat in self.to


def fact_in_words(event: Event, names: Mapping[str, str] = MappingProxyType({})) -> str:
    """The event as anybody can read it who does not know the book; ids are told by their names."""
    told = {
        name: names.get(value, value) if isinstance(value, str) else value
        for name, value in event.facts.items()
    }
    facts = ", ".join(f"{name} {_in_words(value)}" for name, value in told.items() if value is not None)
    return f"{event.kind}: {facts}" if facts else event.kind


def _in_words(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


class Harm(msgspec.Struct, frozen=True):
    """What an event did to a unit, as screens know units."""

    unit: str
    lost: int = 0
    """The strength that it cost."""
    by: str = ""
    """The unit whose deed it was; "" for nobody's."""


class Past(msgspec.Struct, frozen=True, gc=False):
    """A part of the past that several logs share: the events from `start` to `end`, and what came before."""

    before: Past | None
    events: list[Event]
    start: int
    end: int


class EventLog:
    """The events of one game; a clone shares the past of its original, whatever becomes of the original."""

    __slots__ = ("_own", "_past", "_start")

    def __init__(self, past: EventLog | None = None, length: int = 0) -> None:
        self._past = None if past is None else past._shared(length)
        self._start = length
        # A list that is shared is only ever added to: a cut makes a list of its own.
        self._own: list[Event] = []

    def __len__(self) -> int:
        return self._start + len(self._own)

    def append(self, event: Event) -> None:
        """Write one more fact down."""
        self._own.append(event)

    def since(self, number: int) -> list[Event]:
        """The events from this number on."""
        if number >= self._start:
            return self._own[number - self._start :]
        parts, past = [self._own], self._past
        while past is not None and past.end > number:
            parts.append(past.events[max(number - past.start, 0) : past.end - past.start])
            past = past.before
        return [event for part in reversed(parts) for event in part]

    def cut(self, length: int) -> None:
        """Forget everything after the first `length` events."""
        if length >= len(self):
            return
        if length < self._start:
            self._past, self._start = self._shared(length), length
            self._own = []
        else:
            self._own = self._own[: length - self._start]

    def _shared(self, length: int) -> Past | None:
        """The first `length` events, as another log may hold them."""
        if length > self._start:
            return Past(self._past, self._own, self._start, length)
        past = self._past
        while past is not None and past.start >= length:
            past = past.before
        return None if past is None else Past(past.before, past.events, past.start, min(past.end, length))
