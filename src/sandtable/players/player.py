"""Players: each is given a view and a question, and nothing else."""

from __future__ import annotations

from random import Random
from typing import Any, Protocol

import msgspec

from sandtable.kernel.advice import Adviser
from sandtable.kernel.belief import Beliefs
from sandtable.kernel.book import Book
from sandtable.kernel.decision import Answer, Chance, Decision
from sandtable.kernel.game import Game
from sandtable.kernel.refusal import refuse


class Reply(msgspec.Struct, frozen=True):
    """An answer with the reasons for it, in words."""

    answer: Answer
    reasons: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    """The rules of the book's own opponent that were followed."""


class Look(Protocol):
    """What a seat may know, for a player that does not look ahead."""

    seat: str

    @property
    def state(self) -> Any: ...

    @property
    def adviser(self) -> Adviser: ...


class View(msgspec.Struct, eq=False):
    """What one seat may know, and the games it may believe in.

    All of it is a world of its own, made for this view: nothing in it is the game that is played, and
    nothing is in it that the seat may not know. Whatever is done to it changes nothing.
    """

    seat: str
    _book: Book[Any]
    _world: Game[Any]
    _beliefs: Beliefs
    _seen: Any = None

    @property
    def state(self) -> Any:
        """The state without what the seat may not know."""
        if self._seen is None:
            self._seen = self._book.hide(self._world.state, self.seat)
        return self._seen

    @property
    def decision(self) -> Decision:
        """What the seat is asked."""
        part = self._world.decision_for(self.seat)
        if part is None:
            raise refuse("", f"{self.seat} is not asked.", "Wait for its turn.")
        return part

    @property
    def adviser(self) -> Adviser:
        """What the book knows about playing it well."""
        return self._book.adviser

    def imagine(self, chance: Chance, seed: int | str) -> Game[Any]:
        """A game that the seat may believe in, at this very question, with dice of its own."""
        return self._beliefs.world(chance, seed)


def view_of(game: Game[Any], seat: str) -> View:
    """What this seat may know of a game."""
    beliefs = game.beliefs_of(seat).apart()
    # Any world will do: whatever it has that the seat may not know is not so in the game.
    world = beliefs.world(Random(0), "view")  # noqa: S311 - fills in beliefs, rolls no dice
    return View(seat, game.book, world, beliefs.forgetting(world))


class Player(Protocol):
    """Something that answers for a seat."""

    name: str

    def reply(self, view: View, decision: Decision) -> Reply: ...
