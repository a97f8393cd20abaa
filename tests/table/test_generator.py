from __future__ import annotations

import pytest
from hypothesis import given, settings

from sandtable.kernel.testing import covers
from sandtable.table.generator import (
    Template,
    laid,
    mirrored,
    parts_of_table,
    why_not_fit,
)
from sandtable.table.shapes import box_of, edges_of, outlines_distance
from sandtable.table.terrain import Piece, area_of, box_outline
from tests.table.tables import lake, tables, wood

WALLS = Template("walls", ((2.5, 0.0, 5.0, 0.5), (0.0, 2.5, 0.5, 5.0)), ("obstacle",))


def fits(piece, *lying):
    return why_not_fit(48.0, 48.0, [area_of(one) for one in lying], piece, 3.0, 2.0)


@covers("CC-TGN-03")
def test_pieces_lie_three_inches_apart_and_two_from_the_edge():
    assert fits(lake(2.0, 2.0, 6.0, 6.0)) is None
    assert fits(lake(1.9, 2.0, 6.0, 6.0)) == "the edge"
    assert fits(lake(31.0, 20.0, 36.0, 26.0), wood()) is None
    assert fits(lake(30.9, 20.0, 36.0, 26.0), wood()) == "wood"
    assert fits(lake(22.0, 22.0, 25.0, 25.0), wood()) == "wood"


@covers("CC-TGN-03")
def test_the_nine_parts_are_counted_from_the_south_west_east_first():
    parts = parts_of_table(48.0, 48.0, 3, 3)
    assert (parts[0], parts[2], parts[3], parts[8]) == ((8.0, 8.0), (40.0, 8.0), (8.0, 24.0), (40.0, 40.0))


@covers("CC-TGN-04")
def test_a_piece_is_mirrored_north_for_south():
    piece = Piece("e", "rock", box_outline(40.0, 6.0, 42.0, 9.0))
    assert box_of(mirrored(piece, 48.0).outline) == (40.0, 39.0, 42.0, 42.0)


@covers("CC-TGN-02")
def test_two_walls_at_a_right_angle_are_two_pieces_of_one_kind():
    first, second = laid(WALLS, "w", (10.0, 10.0), 90.0)
    assert (first.id, second.id, first.kind) == ("w-1", "w-2", "walls")
    assert box_of(first.outline) == pytest.approx((9.75, 10.0, 10.25, 15.0))
    assert box_of(second.outline) == pytest.approx((5.0, 9.75, 10.0, 10.25))


@settings(max_examples=30, deadline=None)
@given(tables(12))
def test_scattered_pieces_keep_their_distances(ground):
    for index, piece in enumerate(ground.pieces):
        west, south, east, north = box_of(piece.outline)
        assert min(west, south, 48.0 - east, 48.0 - north) >= 2.0 - 0.001
        for other in ground.pieces[index + 1 :]:
            assert outlines_distance(edges_of(piece.outline), edges_of(other.outline)) >= 3.0 - 0.001
