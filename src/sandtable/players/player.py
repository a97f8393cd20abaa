"""Whoever answers: a player is given a view and a question, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import msgspec

from sandtable.kernel.advice import Adviser
from sandtable.kernel.belief import Beliefs
from sandtable.kernel.book import Book
from sandtable.kernel.decision import Answer, Chance, Decision
from sandtable.kernel.game import Game


class Reply(msgspec.Struct, frozen=True):
    """An answer with the reasons for it, in words."""

    answer: Answer
    reasons: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    """The rules of the book's own opponent that were followed."""


class View(msgspec.Struct, eq=False):
    """What one seat may know, and the games it may believe in. It holds no dice."""

    _book: Book[Any]
    seat: str
    _live: Any
    _beliefs: Beliefs | None
    _seen: Any = None

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
        assert self._beliefs is not None, "this view is for looking only"
        return self._beliefs.world(chance, seed)


def view_of(game: Game[Any], seat: str) -> View:
    """What this seat may know of a game."""
    return View(game.book, seat, game.state, game.beliefs_of(seat))


class Player(Protocol):
    """Whoever answers for a seat."""

    name: str

    def reply(self, view: View, decision: Decision) -> Reply: ...


def play_out(game: Game[Any], players: Mapping[str, Player], most: int = 100_000) -> int:
    """Let the players play to the end; how many answers it took."""
    answers = 0
    while (asked := game.asked_first()) is not None:
        seat, part = asked
        game.answer(players[seat].reply(view_of(game, seat), part).answer, seat=seat)
        answers += 1
        if answers > most:
            raise RuntimeError(f"a game did not end within {most} answers")
    return answers
