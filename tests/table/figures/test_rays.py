"""Rays: which pieces hide which parts of a base from an eye."""

from __future__ import annotations

import pytest

from sandtable.table.figures.rays import ALL_RAYS, TO_THE_CENTRE, Stand, is_hidden, stops_a_ray, views
from sandtable.table.terrain import Piece, box_outline, wall
from tests.table.figures.plain import SIGHT, ground_with, piece, stand

BOX = box_outline(8.0, 12.0, 12.0, 14.0)
HERE, THERE = stand(10.0, 9.0), stand(10.0, 17.0)


def stopped(laid: Piece, *more: Piece, here: Stand = HERE, there: Stand = THERE) -> int:
    """Which rays a piece stops."""
    return views(ground_with(laid, *more), here, there, SIGHT).get(laid.id, 0)


@pytest.mark.parametrize("kind", ["wall", "rock", "hill"])
def test_a_body_taller_than_both_stops_every_ray_and_a_low_one_those_to_the_feet(kind: str) -> None:
    assert stopped(piece(kind, BOX, 2.0)) == ALL_RAYS
    assert stopped(piece(kind, BOX, 1.0)) == 0b010101
    assert stopped(piece(kind, box_outline(10.2, 12.0, 12.0, 14.0), 2.0)) & TO_THE_CENTRE == 0


def test_flat_ground_hides_nothing() -> None:
    assert views(ground_with(piece("marsh", BOX)), HERE, THERE, SIGHT) == {}


def test_dense_ground_hides_what_is_behind_it_and_what_is_deep_inside() -> None:
    wood = piece("wood", box_outline(6.0, 12.0, 14.0, 20.0))
    assert stopped(wood, there=stand(10.0, 22.0)) == ALL_RAYS
    assert stopped(wood, there=stand(10.0, 15.0)) == ALL_RAYS
    assert stopped(wood, there=stand(10.0, 12.4)) == 0


def test_inside_one_piece_of_dense_ground_figures_see_only_so_far() -> None:
    wood = piece("wood", box_outline(6.0, 10.0, 14.0, 22.0))
    assert stopped(wood, here=stand(10.0, 12.0), there=stand(10.0, 16.0)) == 0
    assert stopped(wood, here=stand(10.0, 12.0), there=stand(10.0, 16.1)) == ALL_RAYS


def test_through_an_opening_one_sees_whoever_is_near_to_it() -> None:
    hut = piece("hut", box_outline(6.0, 12.0, 14.0, 20.0), 2.0)
    door = piece("door", box_outline(9.0, 11.8, 11.0, 12.2))
    near, deep = stand(10.0, 13.5), stand(10.0, 15.0)
    assert stopped(hut, there=near) == ALL_RAYS
    assert stopped(hut, door, there=near) == 0
    assert stopped(hut, door, there=deep) == ALL_RAYS


def test_a_roof_hides_who_is_under_it_from_whoever_stands_on_it() -> None:
    house = piece("house", box_outline(6.0, 12.0, 14.0, 20.0), 2.0)
    on_top, inside = stand(10.0, 16.0, elevation=2.0), stand(12.0, 16.0)
    assert is_hidden(ground_with(house), on_top, inside, SIGHT)
    assert not is_hidden(ground_with(house), on_top, stand(13.0, 17.0, elevation=2.0), SIGHT)


def test_two_pieces_may_hide_together_what_neither_hides_alone() -> None:
    left = piece("rock-left", box_outline(8.0, 12.0, 10.0, 13.0), 2.0)
    right = piece("rock-right", box_outline(9.9, 12.0, 12.0, 13.0), 2.0)
    assert not is_hidden(ground_with(left), HERE, THERE, SIGHT)
    assert not is_hidden(ground_with(right), HERE, THERE, SIGHT)
    assert is_hidden(ground_with(left, right), HERE, THERE, SIGHT)


def test_a_figure_between_stops_a_ray_unless_it_is_low_or_beside_the_lane() -> None:
    assert stops_a_ray(stand(10.0, 13.0), HERE, THERE)
    assert not stops_a_ray(stand(12.0, 13.0), HERE, THERE)
    above = stand(10.0, 9.0, elevation=9.0)
    assert not stops_a_ray(stand(10.0, 13.0), above, THERE)


def test_what_is_remembered_of_one_way_of_seeing_is_not_told_to_another() -> None:
    ground = ground_with(piece("wood", box_outline(6.0, 10.0, 14.0, 22.0)))
    here, there = stand(10.0, 12.0), stand(10.0, 18.0)
    keen = type(SIGHT)(SIGHT.terrain_of, within=9.0, into=1.0, at_opening=1.0)
    assert views(ground, here, there, SIGHT) == {"wood": ALL_RAYS}
    assert views(ground, here, there, keen) == {}


def test_a_low_wall_at_ones_feet_hides_feet_alone() -> None:
    assert stopped(piece("wall", wall((6.0, 16.0), (14.0, 16.0), 0.2), 1.0)) == 0b010101
