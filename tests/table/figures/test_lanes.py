"""Lanes of sight: what cuts off a lane hides both ends from each other, by all rays of either eye."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as some

from sandtable.table.figures.lanes import Lane
from sandtable.table.figures.rays import ALL_RAYS, Stand, is_hidden, views
from sandtable.table.measure import Point
from sandtable.table.terrain import Ground, Piece, box_outline, circle, rectangle
from tests.table.figures.plain import SIGHT, piece, stand, terrain_on


def ground_with(*pieces: Piece) -> Ground:
    """A table of the usual size with these pieces."""
    return Ground(36.0, 36.0, pieces)


def is_cut_off(ground: Ground, one: Stand, other: Stand) -> bool:
    """Whether the only piece cuts off two places, if it has hidden somebody at the first before."""
    lane = Lane(one.at, one.radius, other.at, other.radius, max(one.eye, other.eye))
    return lane.is_cut_off(terrain_on(ground), {one.at: ground.pieces[0].id})


def hill(id: str, outline: tuple[Point, ...]) -> Piece:
    """A block two inches high."""
    return piece(id, outline, 2.0)


HILL = hill("hill", box_outline(8.0, 14.0, 12.0, 16.0))


def test_what_stands_across_the_whole_lane_cuts_it_off_and_what_leaves_a_rim_open_does_not() -> None:
    ground = ground_with(HILL)
    assert is_cut_off(ground, stand(10.0, 10.0), stand(10.0, 20.0))
    assert is_cut_off(ground, stand(11.4, 10.0), stand(11.4, 20.0))
    assert not is_cut_off(ground, stand(11.6, 10.0), stand(11.6, 20.0))
    assert not is_cut_off(ground, stand(10.0, 10.0), stand(10.0, 13.0))


def test_whoever_looks_over_a_piece_is_not_cut_off_by_it() -> None:
    ground = ground_with(HILL)
    above = stand(10.0, 10.0, elevation=ground.pieces[0].height)
    assert not is_cut_off(ground, above, stand(10.0, 20.0))


def test_nobody_is_cut_off_by_an_area_in_which_they_stand() -> None:
    ground = ground_with(piece("wood", box_outline(10.0, 10.0, 16.0, 16.0)))
    assert is_cut_off(ground, stand(13.0, 9.0), stand(13.0, 18.0))
    assert not is_cut_off(ground, stand(13.0, 9.6), stand(13.0, 18.0))


places = some.tuples(some.floats(4.0, 24.0), some.floats(4.0, 24.0))
pieces = some.one_of(
    some.builds(
        lambda at, wide, deep, turn: hill("hill", rectangle(at, wide, deep, turn)),
        places,
        some.floats(0.4, 6.0),
        some.floats(0.4, 6.0),
        some.floats(0.0, 180.0),
    ),
    some.builds(lambda at, radius: piece("wood", circle(at, radius, 12)), places, some.floats(0.5, 5.0)),
)


@settings(max_examples=150, deadline=None)
@given(piece=pieces, one=places, other=places, big=some.booleans(), up=some.sampled_from((0.0, 1.0, 3.0)))
def test_whoever_is_cut_off_is_hidden_by_every_ray_either_way(
    piece: Piece, one: tuple[float, float], other: tuple[float, float], big: bool, up: float
) -> None:
    ground = ground_with(piece)
    here = Stand(one, up, 1.0 if big else 0.5, 2.5 if big else 1.25)
    there = stand(*other)
    if is_cut_off(ground, here, there):
        assert views(ground, here, there, SIGHT) == {piece.id: ALL_RAYS}
        assert views(ground, there, here, SIGHT) == {piece.id: ALL_RAYS}


@settings(max_examples=60, deadline=None)
@given(some.lists(pieces, min_size=2, max_size=4), some.lists(places, min_size=3, max_size=3))
def test_what_was_looked_at_before_does_not_change_who_is_hidden(
    laid: list[Piece], stands: list[tuple[float, float]]
) -> None:
    named = [piece(f"{one.kind}-{number}", one.outline, one.height) for number, one in enumerate(laid)]
    warm = ground_with(*named)
    pairs = [(stand(*one), stand(*other)) for one in stands for other in stands if one != other]
    found = [is_hidden(warm, *pair, SIGHT) for pair in pairs]
    assert found == [is_hidden(ground_with(*named), *pair, SIGHT) for pair in pairs]
