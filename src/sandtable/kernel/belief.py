"""Beliefs: games that a seat may think it is in. They hold no dice of the real one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from sandtable.kernel.book import Book
from sandtable.kernel.decision import Chance
from sandtable.kernel.dice import AskedFirst, Dice, Seeded
from sandtable.kernel.event import Event, EventLog
from sandtable.kernel.journal import Answered, Checkpoint, Entry, Ruled
from sandtable.kernel.machine import Belief
from sandtable.kernel.refusal import Refused, refuse
from sandtable.kernel.state import copy_plain

if TYPE_CHECKING:
    from sandtable.kernel.game import Game

WORLDS = 20
"""How many worlds are tried until one agrees with what the seat has seen since the last checkpoint."""


class Beliefs(msgspec.Struct, eq=False):
    """What one seat knows at one question, as far as it is needed to imagine the rest."""

    seat: str
    _book: Book[Any]
    _hidden: Any
    """The state at the last checkpoint, without what the seat may not know."""
    _since: list[Entry]
    """What was said and rolled since the checkpoint; of what the seat was not shown only the places count."""
    _past: EventLog
    """What the seat was told until the checkpoint."""
    _told: list[Event]
    """What it was told since."""
    _waiting_for: tuple[str, ...]
    _asked: tuple[str, tuple[str, ...]]
    """What the seat is asked: the topic, and about whom."""
    _given: int
    """How many have answered already, where several are asked at once."""
    _is_typed: bool
    """Whether dice of the real table are asked for."""

    def world(self, chance: Chance, seed: int | str = 0) -> Game[Any]:
        """A game at the same question: what the seat may not know, and all dice to come, are at random."""
        possible = None
        for attempt in range(WORLDS):
            try:
                world = self._try(chance, f"{seed}/{attempt}" if attempt else seed)
            except Refused:
                continue
            if self._looks_right(world):
                return world
            if asked_of(world, self.seat) == self._asked:
                possible = world
        if possible is None:
            reason = f"No world was found that agrees with what {self.seat} knows."
            raise refuse("", reason, "The book has to imagine what the answers since allow.")
        return possible

    def apart(self) -> Beliefs:
        """The same beliefs for a program that may do with them as it likes."""
        return msgspec.structs.replace(self, _hidden=self._book.apart(self._hidden, self.seat))

    def forgetting(self, world: Game[Any]) -> Beliefs:
        """The same beliefs with what others kept from the seat as a world has it, not as it truly is."""
        return msgspec.structs.replace(self, _since=own_entries(world.journal))

    def _try(self, chance: Chance, seed: int | str) -> Game[Any]:
        # A game believes in others.
        from sandtable.kernel.game import Game

        past = len(self._past)
        start = Checkpoint(0, past, self._book.imagine(self._hidden, self.seat, chance))
        log = EventLog(self._past, past)
        belief = Belief(self.seat, chance, self._unknown())
        dice = AskedFirst(Seeded(seed)) if self._is_typed else Dice(Seeded(seed))
        return Game(self._book, start, dice, list(self._since), log, belief=belief)

    def _unknown(self) -> tuple[int, ...]:
        """The places of what some have chosen already while others still choose; nobody has been shown it."""
        answered = [place for place, entry in enumerate(self._since) if isinstance(entry, Answered)]
        return tuple(answered[len(answered) - self._given :])

    def _looks_right(self, world: Game[Any]) -> bool:
        """Whether the seat could not tell the world from its own since the checkpoint."""
        told = world.events(len(self._past), all_seats=True)
        known = [event for event in told if event.is_known_to(self.seat)]
        return world.waiting_for == self._waiting_for and known == self._told


def asked_of(game: Game[Any], seat: str) -> tuple[str, tuple[str, ...]]:
    """The topic of what a seat is asked, and whom it is about; nothing where it is not asked."""
    part = game.decision_for(seat)
    return ("", ()) if part is None else (part.topic, part.about)


def own_entries(entries: Sequence[Entry]) -> list[Entry]:
    """A journal of which nothing is shared that can change."""
    made: list[Entry] = []
    for entry in entries:
        if isinstance(entry, Answered):
            entry = Answered(entry.seat, copy_plain(entry.answer))
        elif isinstance(entry, Ruled):
            entry = Ruled(entry.seat, entry.ruling, copy_plain(entry.facts))
        made.append(entry)
    return made


class Told:
    """What a seat has been told of a game: copied once, not whenever the seat is asked."""

    __slots__ = ("_last", "_read", "_seat", "known")

    def __init__(self, seat: str) -> None:
        self.known = EventLog()
        self._seat = seat
        self._read = 0
        """How many events of the game have been looked at."""
        self._last: Event | None = None

    def until(self, number: int, log: EventLog) -> EventLog:
        """What the seat knows of the first events of a log."""
        if self._read > number or (self._read and log.since(self._read - 1)[0] is not self._last):
            # Something was taken back.
            self.known, self._read = EventLog(), 0
        if self._read < number:
            new = log.since(self._read)[: number - self._read]
            self._read, self._last = number, new[-1]
            for event in own_events([one for one in new if one.is_known_to(self._seat)]):
                self.known.append(event)
        return EventLog(self.known, len(self.known))


def own_events(events: Sequence[Event]) -> list[Event]:
    """Facts of which nothing is shared that can change."""
    return [msgspec.structs.replace(event, facts=copy_plain(event.facts)) for event in events]
