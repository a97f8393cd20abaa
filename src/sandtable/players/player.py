"""Whoever answers: a player is given a view and a question, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import msgspec

from sandtable.kernel.advice import Adviser
from sandtable.kernel.book import Book
from sandtable.kernel.decision import Answer, Chance, Decision
from sandtable.kernel.dice import Dice, Seeded
from sandtable.kernel.event import EventLog
from sandtable.kernel.game import Checkpoint, Game
from sandtable.kernel.journal import Entry


class Reply(msgspec.Struct, frozen=True):
    """An answer with the reasons for it, in words."""

    answer: Answer
    reasons: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    """The rules of the book's own opponent that were followed."""


class View:
    """What one seat may know, and the games it may believe in. It holds no dice."""

    __slots__ = ("_book", "_checkpoint", "_live", "_seen", "_since", "seat")

    def __init__(self, book: Book[Any], seat: str, live: Any, checkpoint: Any, since: tuple[Entry, ...]) -> None:
        self.seat = seat
        self._book = book
        self._live = live
        self._checkpoint = checkpoint
        self._since = since
        self._seen: Any = None

    @property
    def state(self) -> Any:
        """The state without what the seat may not know."""
        if self._seen is None:
            self._seen = self._book.hide(self._live, self.seat)
        return self._seen

    @property
    def adviser(self) -> Adviser | None:
        """What the book knows about playing it well."""
        return self._book.adviser

    def imagine(self, chance: Chance, seed: int | str) -> Game[Any]:
        """A game that the seat may believe in, at this very question, with dice of its own."""
        hidden = self._book.hide(self._checkpoint, self.seat)
        state = self._book.imagine(hidden, self.seat, chance)
        return Game(self._book, Checkpoint(0, 0, state), Dice(Seeded(seed)), list(self._since), EventLog())


def view_of(game: Game[Any], seat: str) -> View:
    """What this seat may know of a game."""
    last = game.last_checkpoint
    return View(game.book, seat, game.state, last.state, game.journal[last.entries :])


class Player(Protocol):
    """Whoever answers for a seat."""

    name: str

    def reply(self, view: View, decision: Decision) -> Reply: ...


def play_out(game: Game[Any], players: Mapping[str, Player], most: int = 100_000) -> int:
    """Let the players play to the end; how many answers it took."""
    answers = 0
    while game.decision is not None:
        seat = game.waiting_for[0]
        part = game.decision_for(seat)
        assert part is not None
        game.answer(players[seat].reply(view_of(game, seat), part).answer, seat=seat)
        answers += 1
        if answers > most:
            raise RuntimeError(f"a game did not end within {most} answers")
    return answers
