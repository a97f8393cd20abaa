"""Position files: any situation at all, written by a game or by hand."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from sandtable.kernel.book import Book, find_book
from sandtable.kernel.dice import Dice, Source
from sandtable.kernel.files import read_text, write_text
from sandtable.kernel.game import Game, new_game
from sandtable.kernel.records.save import nonsense_refused
from sandtable.kernel.refusal import refuse
from sandtable.kernel.safe_yaml import load, quoted

ENDING = ".position.yaml"


def read_position_file(path: str | Path) -> dict[str, Any]:
    """The position that a file holds, as plain data."""
    return mapping_of(load(read_text(path), str(path)), str(path))


def write_position_file(game: Game[Any], path: str | Path) -> None:
    """Write down the situation of a game when nothing was half done last."""
    write_text(path, yaml.safe_dump(_plain(game.position()), sort_keys=False, allow_unicode=True))


def game_at(
    position: Mapping[str, Any],
    dice: Dice | Source | None = None,
    *,
    book: Book[Any] | None = None,
    header: Mapping[str, Any] | None = None,
    what: str = "position",
) -> Game[Any]:
    """A game that begins at a position; one that cannot be played is refused."""
    named = position.get("book")
    if book is None:
        if not isinstance(named, str):
            raise refuse("", f"{what}: no book is named.", "Write the id of its book, as in book: my-book.")
        book = find_book(named)
    elif named not in (None, book.id):
        raise refuse("", f"{what}: it is of the book {quoted(named)}.", f"Give a position of {book.id}.")
    given = {name: value for name, value in position.items() if name != "book"}
    with nonsense_refused(what):
        return new_game(book, book.read_position(given), dice, {"book": book.id, **(header or {})})


def mapping_of(data: object, what: str) -> dict[str, Any]:
    """The data itself, if it is a mapping of names."""
    if not isinstance(data, dict) or not all(isinstance(key, str) for key in data):
        raise refuse("", f"{what}: it is no mapping of names to values.", "Write name: value.")
    return data


def _plain(value: Any) -> Any:
    """Data as YAML writes it without marks of its own."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value
