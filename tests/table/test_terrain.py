from __future__ import annotations

from math import inf, nan

import msgspec
import pytest

from sandtable.kernel.refusal import Refused
from sandtable.table.terrain import Ground, Piece, box_outline, circle, rectangle, wall
from tests.table.tables import lake, table_with, wood


def test_a_piece_that_crosses_itself_is_refused_by_name():
    bow_tie = Piece("mess", "wood", ((0.0, 0.0), (4.0, 4.0), (4.0, 0.0), (0.0, 4.0)))
    with pytest.raises(Refused, match=r"mess.*crosses itself"):
        table_with(bow_tie)


@pytest.mark.parametrize("bad", [nan, inf, 1e9])
def test_a_piece_with_an_impossible_number_is_refused_by_name(bad):
    with pytest.raises(Refused, match="'odd'"):
        table_with(Piece("odd", "wood", ((0.0, 0.0), (4.0, 0.0), (bad, 4.0))))


def test_a_piece_needs_three_points_and_some_ground():
    with pytest.raises(Refused, match="only 2 points"):
        table_with(Piece("line", "wall", ((0.0, 0.0), (4.0, 0.0))))
    with pytest.raises(Refused, match="'flat'"):
        table_with(Piece("flat", "wall", ((0.0, 0.0), (4.0, 0.0), (8.0, 0.0))))


def test_a_piece_may_hang_over_the_edge_but_not_lie_beside_the_table():
    table_with(lake(-2.0, 20.0, 3.0, 26.0))
    with pytest.raises(Refused, match="lies off the table"):
        table_with(lake(-9.0, 20.0, -3.0, 26.0))


def test_every_wrong_piece_is_named():
    with pytest.raises(Refused) as caught:
        table_with(Piece("a", "x", ((0.0, 0.0),)), Piece("b", "x", ((0.0, 0.0),)))
    assert [refusal.reason[:9] for refusal in caught.value.refusals] == ["Piece 'a'", "Piece 'b'"]


def test_two_pieces_with_one_id_are_refused():
    with pytest.raises(Refused, match="called 'wood'"):
        table_with(wood(), wood(1.0, 1.0, 5.0, 5.0))


@pytest.mark.parametrize("size", [0.0, -3.0, nan, 1e6])
def test_a_table_needs_a_sensible_size(size):
    with pytest.raises(Refused, match="width"):
        Ground(size, 48.0)


def test_a_table_is_read_back_as_it_was_written():
    ground = table_with(wood(), lake(2.0, 2.0, 6.0, 6.0))
    assert msgspec.json.decode(msgspec.json.encode(ground), type=Ground) == ground


def test_a_bridge_makes_the_river_below_normal_ground():
    river = Piece("river", "river", box_outline(0.0, 16.0, 48.0, 20.0), 0.0, ("difficult",))
    bridge = Piece("bridge", "bridge", box_outline(21.0, 16.0, 27.0, 20.0), 0.0, ("clear",))
    ground = table_with(river, bridge)
    assert any(area.holds(10.0, 18.0) for area in ground.difficult)
    assert not any(area.holds(24.0, 18.0) for area in ground.difficult)
    assert all(area.id == "river" for area in ground.difficult)


def test_clear_ground_in_the_middle_of_a_marsh_leaves_a_ring():
    marsh = Piece("marsh", "marsh", box_outline(10.0, 10.0, 20.0, 20.0), 0.0, ("difficult",))
    island = Piece("island", "island", box_outline(13.0, 13.0, 17.0, 17.0), 0.0, ("clear",))
    (ring,) = table_with(marsh, island).difficult
    assert not ring.holds(15.0, 15.0)
    assert ring.holds(11.0, 15.0)
    assert ring.distance(15.0, 15.0) == pytest.approx(2.0)


def test_a_bridge_laid_before_the_river_lies_below_it():
    river = Piece("river", "river", box_outline(0.0, 16.0, 48.0, 20.0), 0.0, ("difficult",))
    bridge = Piece("bridge", "bridge", box_outline(21.0, 16.0, 27.0, 20.0), 0.0, ("clear",))
    assert any(area.holds(24.0, 18.0) for area in table_with(bridge, river).difficult)


def test_outlines_can_be_made_from_sizes():
    assert rectangle((10.0, 10.0), 4.0, 2.0) == ((8.0, 9.0), (12.0, 9.0), (12.0, 11.0), (8.0, 11.0))
    turned = rectangle((10.0, 10.0), 4.0, 2.0, 90.0)
    assert turned[0] == pytest.approx((11.0, 8.0))
    assert len(circle((0.0, 0.0), 3.0)) == 24
    assert wall((0.0, 5.0), (8.0, 5.0)) == ((0.0, 4.75), (8.0, 4.75), (8.0, 5.25), (0.0, 5.25))


def test_a_wall_is_at_most_an_inch_thick():
    with pytest.raises(Refused, match="inches thick"):
        wall((0.0, 0.0), (4.0, 0.0), 1.5)
    with pytest.raises(Refused, match="no length"):
        wall((0.0, 0.0), (0.0, 0.0))
