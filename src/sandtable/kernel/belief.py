"""Beliefs: games that a seat may think it is in. They hold no dice of the real one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from sandtable.kernel.book import Book
from sandtable.kernel.decision import Chance, Decision, TypedDice
from sandtable.kernel.dice import AskedFirst, Dice, Seeded
from sandtable.kernel.event import Event, EventLog, Past
from sandtable.kernel.journal import Answered, Checkpoint, Entry
from sandtable.kernel.machine import Belief
from sandtable.kernel.refusal import Refused, refuse

if TYPE_CHECKING:
    from sandtable.kernel.game import Game

WORLDS = 20
"""How many worlds are tried until one agrees with what the seat has seen since the last checkpoint."""


class Beliefs(msgspec.Struct, eq=False):
    """What one seat knows at one question, as far as it is needed to imagine the rest."""

    # Whatever can be worked out later is: most players look at what is there and imagine nothing.
    seat: str
    _book: Book[Any]
    _checkpoint: Checkpoint
    _since: list[Entry]
    """What was said and rolled since the checkpoint."""
    _told: Past
    _asked: Decision | None
    _given: tuple[str, ...]
    """Who has answered already, where several are asked at once."""
    _hidden: Any = None
    _known_past: EventLog | None = None

    def world(self, chance: Chance, seed: int | str = 0) -> Game[Any]:
        """A game at the same question: what the seat may not know, and all dice to come, are at random."""
        if self._hidden is None:
            self._hidden = self._book.hide(self._checkpoint.state, self.seat)
        possible = None
        for attempt in range(WORLDS):
            try:
                world = self._try(chance, f"{seed}/{attempt}" if attempt else seed)
            except Refused:
                continue
            if self._looks_right(world):
                return world
            possible = world
        if possible is None:
            reason = f"No world was found that agrees with what {self.seat} knows."
            raise refuse("", reason, "The book has to imagine what the answers since allow.")
        return possible

    def _try(self, chance: Chance, seed: int | str) -> Game[Any]:
        from sandtable.kernel.game import Game

        past = self._past()
        start = Checkpoint(0, len(past), self._book.imagine(self._hidden, self.seat, chance))
        log = EventLog(past, len(past))
        belief = Belief(self.seat, chance, self._unknown())
        dice = AskedFirst(Seeded(seed)) if isinstance(self._asked, TypedDice) else Dice(Seeded(seed))
        return Game(self._book, start, dice, list(self._since), log, belief=belief)

    def _unknown(self) -> tuple[int, ...]:
        """The places of what some have chosen already while others still choose; nobody has been shown it."""
        answered = [place for place, entry in enumerate(self._since) if isinstance(entry, Answered)]
        return tuple(answered[len(answered) - len(self._given) :])

    def _past(self) -> EventLog:
        """What the seat was told until the checkpoint."""
        if self._known_past is None:
            self._known_past = EventLog()
            for event in self._known(EventLog.after(self._told).since(0)[: self._checkpoint.events]):
                self._known_past.append(event)
        return self._known_past

    def _looks_right(self, world: Game[Any]) -> bool:
        """Whether the seat could not tell the world from its own since the checkpoint."""
        told = world.events(len(self._past()), all_seats=True)
        mine = self._known(EventLog.after(self._told).since(self._checkpoint.events))
        asked = () if self._asked is None else self._asked.seats
        waiting_for = tuple(seat for seat in asked if seat not in self._given)
        return world.waiting_for == waiting_for and self._known(told) == mine

    def _known(self, events: list[Event]) -> list[Event]:
        return [event for event in events if event.is_known_to(self.seat)]
