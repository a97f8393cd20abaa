"""A book without rules, on whose stage tests play a single part of the binding."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import msgspec

from sandtable.kernel.book import Book, Result, Ruling
from sandtable.kernel.dice import Scripted
from sandtable.kernel.game import Game, new_game
from sandtable.kernel.play import Play
from sandtable.kernel.state import State


class Actor(msgspec.Struct, omit_defaults=True):
    """One figure."""

    id: str
    seat: str
    at: int = 0
    hidden: bool = False


class Stage(State, kw_only=True, omit_defaults=True):
    """Some figures, and whatever a test wants to keep."""

    seats: tuple[str, ...] = ("A", "B")
    master: str = ""
    actors: dict[str, Actor] = {}
    purse: dict[str, int] = {}
    mines: dict[str, int] = {}
    said: list[str] = []
    found: list[str] = []
    closed: str = ""


class Theatre(Book[Stage]):
    """Plays one act and is over."""

    id, title, prefix = "theatre", "Theatre", "TH"
    state_type = Stage
    act: Callable[[Play[Stage]], Awaitable[None]]
    given: Mapping[str, Ruling] = {}

    async def step(self, play: Play[Stage]) -> None:
        """The act."""
        await self.act(play)
        play.state.closed = play.state.closed or "played"

    def result(self, state: Stage) -> Result | None:
        """The game is over when it is closed."""
        return Result((), {}, state.closed) if state.closed else None

    def rulings(self) -> Mapping[str, Ruling]:
        """What the test allows."""
        return self.given


def staged(
    act: Callable[[Play[Stage]], Awaitable[None]],
    dice: Mapping[str, Sequence[int]] | None = None,
    rulings: Mapping[str, Ruling] | None = None,
    **fields: Any,
) -> Game[Stage]:
    """A game that plays this act."""
    book = Theatre()
    book.act, book.given = act, rulings or {}
    return new_game(book, Stage(**fields), Scripted(dice or {}))
