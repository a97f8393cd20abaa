"""A die that chooses one of a few is told with its table; a unit's turn is told with its opening."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.book import Book
from sandtable.kernel.event import ROLLED, Event
from sandtable.server.wire.message_parts import TableRow
from sandtable.server.wire.public import MOST_ROWS, rows_of


class Names(Book[Any]):
    """A book that calls everybody by a name, and twins alike."""

    def step(self, play: Any) -> Any:
        """Nothing is played."""

    def result(self, state: Any) -> None:
        """Nobody wins."""

    def called(self, state: Any, id: str) -> str:
        """A unit's name."""
        return {"M1": "Orcs 1", "M2": "Orcs 2"}.get(id, "a copse")


def rows(*among: str, face: int = 1) -> tuple[TableRow, ...]:
    """The table of a die among these."""
    return rows_of(Names(), Event(ROLLED, (), {"faces": [face], "among": list(among)}), None)


def test_the_row_of_the_face_is_struck() -> None:
    assert rows("M1", "M2", face=2) == (TableRow("1", "Orcs 1"), TableRow("2", "Orcs 2", struck=True))


def test_there_is_no_table_where_names_tell_nothing_or_are_too_many() -> None:
    assert rows("T1", "T2") == ()
    assert rows(*["M1"] * (MOST_ROWS + 1)) == ()
    assert rows_of(Names(), Event(ROLLED, (), {"faces": [3], "need": 4}), None) == ()
    assert rows_of(Names(), Event("mob acts", (), {"among": ["M1", "M2"]}), None) == ()
