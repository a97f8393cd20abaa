from __future__ import annotations

import msgspec
import pytest
from hypothesis import given

from sandtable.kernel.refusal import Refused
from sandtable.kernel.state import copy_plain, copy_state, spelt_out
from sandtable.table.squares.board import Barrier, Board, Rise
from sandtable.table.squares.scene import Figure, draw, read_scene
from tests.table.squares.boards import board_of, boards

SCENE = """
    .    .2   #    A>
    ._   .=   ,}   A
    M^3  ~    .]   n
"""


def test_a_scene_tells_terrain_heights_walls_doors_and_who_stands_where():
    scene = read_scene(SCENE)
    board = scene.board
    assert board.rows == ("..#.", "..,.", ".~.n")
    assert board.floor((1, 2)) == 2
    assert board.floor((0, 0)) == 3
    # On top of a crate, and at the bottom of a pit.
    assert board.floor((3, 0)) == 1
    assert board.floor((1, 0)) == -2
    assert [(one.at, one.side, one.kind) for one in board.barriers] == [
        ((0, 1), "S", "wall"), ((1, 1), "S", "door"), ((2, 1), "E", "door"), ((2, 0), "E", "wall"),
    ]  # fmt: skip
    assert scene.figures["M"] == Figure((0, 0), "N", ((0, 0),))
    assert scene.figures["A"] == Figure((3, 2), "E", ((3, 1), (3, 2)))


def test_a_scene_is_drawn_as_it_was_read():
    scene = read_scene(SCENE)
    assert draw(scene.board, scene.figures).split() == SCENE.split()


@given(boards(levels=3))
def test_what_is_drawn_is_read_back(board: Board):
    again = read_scene(draw(board)).board
    assert (again.rows, again.levels) == (board.rows, board.levels)
    assert again.on_sides(lambda one: True) == board.on_sides(lambda one: True)


@pytest.mark.parametrize(
    ("make", "what"),
    [
        (lambda: board_of("..", "..."), "Row 2"),
        (lambda: board_of(".?"), r"'\?'"),
        (lambda: board_of(), "no usual size"),
        (lambda: board_of("..", heights=((1,),)), "heights"),
        (lambda: read_scene(". .!!"), "Line 1"),
        (lambda: board_of("..", rises=(Rise(((0, 0),)),)), "rise"),
        (lambda: board_of("..", rises=(Rise(((0, 0), (0, 5))),)), "off the board"),
        (lambda: board_of("..", barriers=(Barrier("w", (0, 0)), Barrier("w", (1, 0)))), "same id"),
    ],
)
def test_a_board_that_is_none_says_why(make, what):
    with pytest.raises(Refused, match=what):
        make()


def test_a_board_lives_in_a_state_and_in_files():
    class State(msgspec.Struct):
        board: Board

    board = read_scene(SCENE).board
    state = State(board)
    assert copy_state(state).board is board
    text = msgspec.json.encode(state)
    assert msgspec.json.decode(text, type=State) == state
    assert hash(msgspec.json.decode(text, type=State).board) == hash(board)
    assert copy_plain(spelt_out(board))["rows"] == [*board.rows]
