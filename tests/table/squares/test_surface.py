from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.table.scene import Figure
from sandtable.table.squares.board import Barrier
from sandtable.table.squares.showing import OnSquares
from sandtable.table.squares.surface import Squares, ground_of, name, space_named
from sandtable.table.surface import Surface, Tick
from tests.table.squares.boards import board_of

BOARD = board_of(
    "##....", "......", "..o,..", barriers=(Barrier("d", (4, 1), "E", "door"), Barrier("e", (5, 2)))
)
SQUARES: Surface = Squares(BOARD)


def test_a_space_is_called_by_the_letter_of_its_column_and_its_row():
    assert SQUARES.place((1.2, 0.1)) == "B1"
    assert SQUARES.place((5.0, 2.9)) == "F3"
    assert name((26, 9)) == "AA10"
    assert space_named("aa10") == (26, 9)
    assert space_named(" b1") == (1, 0)
    assert space_named("10") is None
    assert space_named("A") is None
    assert space_named("É1") is None


@given(st.integers(0, 800), st.integers(0, 99))
def test_every_name_is_read_back(x, y):
    assert space_named(name((x, y))) == (x, y)


def test_north_is_on_top_of_a_sheet_as_large_as_the_board():
    assert (SQUARES.wide, SQUARES.deep) == (6.0, 3.0)
    assert SQUARES.on_sheet((2.5, 3.0)) == (2.5, 0.0)


def test_columns_and_rows_are_named_in_their_middles():
    across, along = SQUARES.ruler()
    assert across[:2] == (Tick(0.5, "A"), Tick(1.5, "B"))
    assert [tick.word for tick in along] == ["1", "2", "3"]


def test_who_points_means_the_middle_of_a_space_on_the_board():
    assert SQUARES.snap((1.9, 0.2)) == (1.5, 0.5)
    assert SQUARES.snap((9.0, -3.0)) == (5.5, 0.5)


@pytest.mark.parametrize(
    ("at", "part"), [((0.5, 0.5), "south-west"), ((2.5, 1.5), "middle"), ((5.5, 2.5), "north-east")]
)
def test_a_space_lies_in_one_of_nine_parts(at, part):
    assert SQUARES.part(at) == part


def test_distances_and_sizes_are_told_in_spaces():
    assert (SQUARES.far(1.5), SQUARES.far(6.0)) == ("1 space", "6 spaces")
    assert SQUARES.size() == "6 spaces wide and 3 spaces deep"


def test_a_board_is_drawn_as_text_with_its_doors_and_whoever_stands_there():
    drawing = SQUARES.drawing([Figure("M", ((0.5, 0.5),), "ours")], 12)
    assert drawing.lines == ("####......++", ".........|..", ".M..oo,,....")
    assert drawing.ink[2][1] == "ours"
    assert drawing.ink[2][4] == "pillar"
    assert drawing.ink[2][2] == "open"
    assert drawing.lines != SQUARES.drawing([], 6).lines
    assert len(SQUARES.drawing([], 7).lines[0]) == 7


def test_a_showing_of_squares_draws_by_them_and_has_pieces_for_those_who_draw_pieces():
    ground = ground_of(BOARD)
    showing = OnSquares(ground=ground, board=BOARD)
    assert showing.surface.place((0.5, 0.5)) == "A1"
    assert [(piece.id, piece.kind, piece.traits) for piece in ground.pieces] == [
        ("wall-1", "wall", ("impassable", "obscuring")),
        ("pillar-1", "pillar", ("impassable", "obscuring")),
        ("rubble-1", "rubble", ("difficult",)),
        ("d", "door", ("obstacle", "obscuring")),
        ("e", "wall", ("obstacle", "obscuring")),
    ]
    assert ground.pieces[0].outline == ((0.0, 2.0), (2.0, 2.0), (2.0, 3.0), (0.0, 3.0))
