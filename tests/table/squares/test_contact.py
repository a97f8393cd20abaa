from __future__ import annotations

import pytest

from sandtable.table.squares.board import Barrier
from sandtable.table.squares.contact import Behind, adjacent, places_behind
from sandtable.table.squares.reach import Others
from sandtable.table.squares.scene import read_scene
from sandtable.table.squares.spaces import FACINGS, laid
from tests.table.squares.boards import BASES, board_of

FLOOR = board_of(*["." * 9] * 9)


def test_spaces_that_share_a_side_or_a_corner_are_adjacent_unless_levels_are_too_far_apart():
    assert adjacent(FLOOR, (1, 1), (2, 2))
    assert adjacent(FLOOR, (1, 1), (1, 2))
    assert not adjacent(FLOOR, (1, 1), (1, 3))
    assert not adjacent(FLOOR, (1, 1), (1, 1))
    steep = board_of("...", heights=((0, 1, 3),))
    assert adjacent(steep, (0, 0), (1, 0))
    assert not adjacent(steep, (1, 0), (2, 0))
    assert adjacent(steep, (1, 0), (2, 0), apart=2)


@pytest.mark.parametrize(
    ("scene", "is_adjacent"),
    [
        ("# .\n. #", False),
        ("# .\n. .", True),
        (". .\n.] .", True),
        (".] .\n.] .", False),
        (". ._\n.] .", True),
        ("._ .\n.] .", False),
    ],
)
def test_spaces_that_touch_at_a_corner_want_one_way_round_it(scene, is_adjacent):
    board = read_scene(scene).board
    assert adjacent(board, (0, 0), (1, 1)) is is_adjacent
    assert adjacent(board, (1, 1), (0, 0)) is is_adjacent


def test_a_wall_lies_between_neighbours():
    board = board_of("..", "..", barriers=(Barrier("w", (0, 0), "E"),))
    assert not adjacent(board, (0, 0), (1, 0))
    assert adjacent(board, (0, 1), (1, 1))


@pytest.mark.parametrize("facing", FACINGS)
@pytest.mark.parametrize("name", BASES)
def test_a_base_is_driven_back_as_a_whole(name, facing):
    found = places_behind(FLOOR, BASES[name], (4, 4), facing)
    assert [one.at for one in found] == [*laid([(-1, -1), (0, -1), (1, -1)], (4, 4), facing)]
    ahead = places_behind(FLOOR, BASES[name], (4, 4), facing, is_ahead=True)
    assert [one.at for one in ahead] == [*laid([(-1, 1), (0, 1), (1, 1)], (4, 4), facing)]


def test_nobody_is_driven_into_others_walls_or_up_a_ledge_and_gaps_are_dropped_into():
    board = board_of("...", "~,.", "...", heights=((0, 0, 0), (0, 0, 2), (0, 0, 0)))
    found = places_behind(board, BASES["one"], (1, 2), "N")
    assert found == (Behind((0, 1), 2, False), Behind((1, 1), 0, True))
    assert places_behind(board, BASES["one"], (1, 2), "N", Others(((1, 1),))) == found[:1]
    assert places_behind(board_of("...", ".#."), BASES["one"], (1, 1), "N") == ()
    assert places_behind(board, BASES["one"], (1, 0), "N") == ()
