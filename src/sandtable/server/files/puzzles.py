"""Puzzles: case files that can be played from their position."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from sandtable.kernel.book import find_book
from sandtable.kernel.cases import case as cases
from sandtable.kernel.cases.position import game_at, mapping_of, read_position_file
from sandtable.kernel.dice import Seeded
from sandtable.kernel.files import read_text
from sandtable.kernel.refusal import Refused, refuse
from sandtable.kernel.safe_yaml import convert, load
from sandtable.server.routes.bodies import NewGame, PuzzleCard

BOOKS = Path(__file__).parents[2] / "books"


class Puzzle(msgspec.Struct, frozen=True):
    """A case with its position, ready to be played."""

    card: PuzzleCard
    position: dict[str, Any]


class Puzzles:
    """Every case with a position in the folders of the books and in those that the host names."""

    def __init__(self, folders: Iterable[Path] = ()) -> None:
        self._folders = [*sorted(BOOKS.glob("*/puzzles")), *folders]
        self._found: dict[str, Puzzle] | None = None

    def cards(self) -> tuple[PuzzleCard, ...]:
        """All puzzles."""
        return tuple(one.card for one in self._all().values())

    def showing(self, puzzle: str) -> Any:
        """The table of a puzzle as a watcher sees it; None where its book draws none."""
        found = self._all().get(puzzle)
        if found is None:
            raise refuse("", "There is no such puzzle.", "Look at the list of puzzles.")
        game = game_at(found.position, Seeded(0), book=find_book(found.card.book))
        return game.showing(None)

    def game_of(self, wanted: NewGame) -> NewGame:
        """The game that begins at a puzzle."""
        found = self._all().get(wanted.puzzle)
        if found is None:
            raise refuse("", "There is no such puzzle.", "Look at the list of puzzles.")
        return msgspec.structs.replace(
            wanted, book=found.card.book, position=found.position, scenario=None, options={}
        )

    def _all(self) -> dict[str, Puzzle]:
        if self._found is None:
            found: dict[str, Puzzle] = {}
            for folder in self._folders:
                for path in sorted(folder.rglob(f"*{cases.ENDING}")):
                    name = path.relative_to(folder).as_posix().removesuffix(cases.ENDING)
                    _read(path, name, found)
            # Only when it is whole: another thread may look at the list meanwhile.
            self._found = found
        return self._found


def _read(path: Path, name: str, found: dict[str, Puzzle]) -> None:
    """Add the cases of one file; one that cannot be read is no puzzle."""
    try:
        read = load(read_text(path), path.name)
        for number, one in enumerate(read if isinstance(read, list) else [read], 1):
            case = convert(mapping_of(one, path.name), cases.Case, path.name)
            key = f"{name}-{number}" if isinstance(read, list) else name
            position = _position(case, path.parent)
            if position is not None:
                book = case.book or str(position.get("book", ""))
                found[key] = Puzzle(PuzzleCard(key, book, case.case, tuple(case.rules)), position)
    except Refused:
        return


def _position(case: cases.Case, folder: Path) -> dict[str, Any] | None:
    if isinstance(case.position, dict):
        return case.position
    if not case.position or Path(case.position).is_absolute() or ".." in Path(case.position).parts:
        return None
    return read_position_file(folder / case.position)
