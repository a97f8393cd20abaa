"""Facts that have happened: each with its rules, and with who may know it."""

from __future__ import annotations

from typing import Any

import msgspec


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
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


class EventLog:
    """The events of one game; a clone shares the past of its original."""

    __slots__ = ("_own", "_past", "_past_length")

    def __init__(self, past: EventLog | None = None, length: int = 0) -> None:
        self._past = past
        self._past_length = length
        self._own: list[Event] = []

    def __len__(self) -> int:
        return self._past_length + len(self._own)

    def append(self, event: Event) -> None:
        """Write one more fact down."""
        self._own.append(event)

    def since(self, number: int) -> list[Event]:
        """The events from this number on."""
        if number >= self._past_length:
            return self._own[number - self._past_length :]
        assert self._past is not None
        return self._past.since(number)[: self._past_length - number] + self._own

    def cut(self, length: int) -> None:
        """Forget everything after the first `length` events."""
        if length < self._past_length:
            assert self._past is not None
            kept = self._past.since(0)[:length]
            self._past, self._past_length, self._own = None, 0, kept
        else:
            del self._own[length - self._past_length :]
