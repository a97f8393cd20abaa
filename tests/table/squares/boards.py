"""Boards, bases and prices for the tests of squares."""

from __future__ import annotations

from hypothesis import strategies as st

from sandtable.table.squares.bases import Base
from sandtable.table.squares.board import Barrier, Board
from sandtable.table.squares.going import Prices
from sandtable.table.squares.scene import KINDS
from sandtable.table.squares.spaces import FACINGS, Facing

ONE = Base()
FOUR = Base(2, 2, squeezed=1)
NINE = Base(3, 3, (1, 1), squeezed=2)
HORSE = Base(1, 2)
BASES = {"one": ONE, "four": FOUR, "nine": NINE, "horse": HORSE}


def climb(surface: str, length: int, height: int) -> int | None:
    """Two spaces for each level that must be climbed: slopes and stairs need not, sheer faces cannot."""
    if surface == "ladder" or (surface == "stairs" and height > length):
        return 4
    if height < length or (surface == "stairs" and height == length):
        return 0
    return 4 if height < 5 * length else None


FOOT = Prices(climb=climb)
MOUNTED = Prices(climb=climb, aside=2, turn=2)


def board_of(*rows: str, **more: object) -> Board:
    return Board(tuple(rows), KINDS, **more)  # type: ignore[arg-type]


@st.composite
def boards(draw: st.DrawFn, glyphs: str = "....,#on", wide: int = 7, levels: int = 0) -> Board:
    """A small board with walls and doors on its sides."""
    width, depth = draw(st.integers(2, wide)), draw(st.integers(2, wide))
    row = st.text(alphabet=glyphs, min_size=width, max_size=width)
    rows = draw(st.lists(row, min_size=depth, max_size=depth))
    spaces = st.tuples(st.integers(0, width - 1), st.integers(0, depth - 1))
    walls = draw(st.lists(st.tuples(spaces, st.sampled_from(FACINGS)), max_size=4))
    heights = st.tuples(*[st.integers(0, levels)] * width)
    lie = tuple(draw(st.lists(heights, min_size=depth, max_size=depth))) if levels else ()
    barriers = tuple(Barrier(f"wall-{number}", at, side) for number, (at, side) in enumerate(walls))
    return Board(tuple(rows), KINDS, lie, barriers)


def facings() -> st.SearchStrategy[Facing]:
    return st.sampled_from(FACINGS)
