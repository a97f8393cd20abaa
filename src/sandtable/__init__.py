"""Sandtable plays tabletop miniatures games from their rulebooks.

game = sandtable.new("companies-and-captains", scenario=..., seats=..., seed=7)
while game.decision is not None:
    game.answer(...)
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sandtable.kernel.book import find_book, known_books
from sandtable.kernel.cases.position import game_at, read_position_file
from sandtable.kernel.dice import Choice, Sealed, Seeded, chosen_dice
from sandtable.kernel.game import Game, new_game
from sandtable.kernel.records.save import game_from_text, load_game
from sandtable.kernel.refusal import Refused, refuse
from sandtable.kernel.version import __version__ as __version__
from sandtable.shelf import open_shelf

USUAL_BOOK = "companies-and-captains"
"""The book where none is named, and of the first battle in the lobby."""

__all__ = ["Game", "Refused", "from_bytes", "known_books", "load", "new"]


def new(
    book_id: str,
    *,
    scenario: str | None = None,
    seats: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int | str | None = None,
    dice: Choice | None = None,
    salts: Mapping[str, str] | None = None,
    position: str | Path | Mapping[str, Any] | None = None,
) -> Game[Any]:
    """A game of a book, from its setup or from any position."""
    book = find_book(book_id)
    seed = secrets.randbits(64) if seed is None else seed
    sealed = Sealed(secrets.token_hex(32), salts) if salts is not None else None
    choice: Choice = (Sealed.name if sealed is not None else Seeded.name) if dice is None else dice
    sources = chosen_dice(choice, seed, sealed)
    if position is not None:
        if scenario is not None or seats or options:
            raise refuse(
                "", "A position holds its own scenario, seats and options.", "Name the position alone."
            )
        what = "position" if isinstance(position, Mapping) else str(position)
        given = position if isinstance(position, Mapping) else read_position_file(position)
        return game_at(given, sources, book=book, what=what)
    state = book.set_up(scenario, seats or {}, options or {})
    header = {
        "book": book.id,
        "scenario": scenario,
        "seats": dict(seats or {}),
        "options": dict(options or {}),
    }
    return new_game(book, state, sources, header)


def from_bytes(data: bytes) -> Game[Any]:
    """A game from what `game.to_bytes` gave, at the very question at which it was taken down."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise refuse("", "This is no saved game.", "Give what `game.to_bytes` gave.") from None
    return game_from_text(text)


def load(path: str | Path) -> Game[Any]:
    """A game from a file that `game.save` wrote, at the very question at which it was saved."""
    return load_game(path)


open_shelf()
