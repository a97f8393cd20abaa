"""Footing: where a base can stand, and what ends its straight way."""

from __future__ import annotations

import pytest

from sandtable.table.figures.footing import Stop
from sandtable.table.terrain import Piece, box_outline, wall
from tests.table.figures.plain import Figure, Prices, footing, ground_with, piece

BOX = box_outline(8.0, 12.0, 12.0, 14.0)
ONE = Figure("one", (10.0, 10.0))


def what_at(laid: Piece, at: tuple[float, float], elevation: float = 0.0, **prices: object) -> str | None:
    """What keeps a figure from standing at a place."""
    found = footing(ground_with(laid), ONE, prices=Prices(**prices)).what_is_at(at, elevation)  # type: ignore[arg-type]
    return None if found is None else found.what


def test_nobody_stands_over_the_edge_of_the_table() -> None:
    alone = footing(ground_with(), ONE)
    assert alone.what_is_at((0.4, 5.0), 0.0) == Stop(1.0, "edge")
    assert alone.can_end((0.5, 5.0), 0.0)


@pytest.mark.parametrize("kind", ["wall", "rock", "hill", "lava", "pond", "trench"])
def test_nobody_stands_half_on_what_cannot_be_entered(kind: str) -> None:
    assert what_at(piece(kind, BOX, 2.0), (10.0, 11.6)) == "piece"
    assert what_at(piece(kind, BOX, 2.0), (10.0, 11.5)) is None


@pytest.mark.parametrize("kind", ["wood", "marsh"])
def test_everybody_stands_in_ground_that_is_entered(kind: str) -> None:
    assert what_at(piece(kind, BOX), (10.0, 13.0)) is None


def test_on_top_one_stands_where_the_middle_of_the_base_is_over_it() -> None:
    hill = piece("hill", BOX, 2.0)
    assert what_at(hill, (10.0, 12.1), 2.0) is None
    assert what_at(hill, (10.0, 11.9), 2.0) == "ledge"
    assert what_at(hill, (10.0, 13.0), 1.0) == "piece"


def test_whoever_has_fallen_into_a_gap_stands_in_it() -> None:
    assert what_at(piece("trench", BOX, 1.0), (10.0, 13.0)) is None


def test_only_whom_it_does_not_trouble_stays_in_barred_ground_that_can_be_stayed_in() -> None:
    pond, lava = piece("pond", BOX), piece("lava", BOX)
    assert what_at(pond, (10.0, 13.0)) == "piece"
    assert what_at(pond, (10.0, 13.0), ignored=frozenset({"pond"})) is None
    assert what_at(lava, (10.0, 13.0), ignored=frozenset({"lava"})) == "piece"


def test_walls_of_a_building_are_in_the_way_and_its_openings_are_not() -> None:
    door = piece("door", box_outline(9.3, 11.8, 10.7, 12.2))
    house = footing(ground_with(piece("hut", BOX, 2.0), door), ONE)
    assert house.what_is_at((8.6, 12.2), 0.0) == Stop(1.0, "wall", "hut")
    assert house.can_end((10.0, 12.0), 0.0)
    assert house.first_stop((10.0, 10.0), (10.0, 14.0), 0.0) == Stop(0.5, "opening", "door")


def test_a_way_ends_at_the_first_thing_that_it_meets() -> None:
    rock, fence = piece("rock", BOX, 2.0), piece("wall", wall((6.0, 11.0), (14.0, 11.0), 0.2), 1.0)
    both = footing(ground_with(rock, fence), ONE)
    stop = both.first_stop((10.0, 9.0), (10.0, 18.0), 0.0)
    assert stop is not None
    assert (stop.what, stop.id) == ("barrier", "wall")
    beyond = both.first_stop((10.0, 9.0), (10.0, 18.0), 0.0, crossing="wall")
    assert beyond is not None
    assert (beyond.what, beyond.id) == ("piece", "rock")
    assert not both.is_clear((10.0, 9.0), (10.0, 18.0), 0.0)


def test_the_touch_of_a_foe_is_contact_where_that_is_allowed() -> None:
    foe = Figure("foe", (10.0, 14.0))
    free, shy = (footing(ground_with(), ONE, foes=[foe], may_contact=one) for one in (True, False))
    assert free.first_stop((10.0, 10.0), (10.0, 20.0), 0.0) == Stop(0.3, "contact", "foe")
    stop = shy.first_stop((10.0, 10.0), (10.0, 20.0), 0.0)
    assert stop is not None
    assert (stop.what, stop.id) == ("figure", "foe")
    assert stop.share < 0.3
    assert free.can_end((10.0, 13.0), 0.0)
    assert not shy.can_end((10.0, 13.0), 0.0)
    assert [one.id for one in free.touched((10.0, 13.0), 0.0)] == ["foe"]


def test_a_figure_high_above_is_in_nobodys_way() -> None:
    above = Figure("above", (10.0, 14.0), elevation=2.0)
    assert footing(ground_with(), ONE, above).is_clear((10.0, 10.0), (10.0, 20.0), 0.0)
    below = footing(ground_with(), ONE, Figure("below", (10.0, 14.0), elevation=1.0))
    assert not below.is_clear((10.0, 10.0), (10.0, 20.0), 0.0)


def test_who_is_left_out_is_not_in_the_way_and_the_first_footing_still_heeds_it() -> None:
    both = footing(ground_with(), ONE, Figure("two", (10.0, 14.0)))
    assert both.among([]).is_clear((10.0, 10.0), (10.0, 20.0), 0.0)
    assert not both.is_clear((10.0, 10.0), (10.0, 20.0), 0.0)


def test_rough_ground_counts_where_the_middle_of_the_base_is_in_it() -> None:
    wood = ground_with(piece("wood", BOX))
    walker = footing(wood, ONE)
    (span,) = walker.rough_spans((10.0, 10.0), (10.0, 20.0), 0.0)
    assert span == pytest.approx((0.2, 0.4))
    assert walker.rough_spans((12.4, 10.0), (12.4, 20.0), 0.0) == ()
    at_home = footing(wood, ONE, prices=Prices(ignored=frozenset({"wood"})))
    assert at_home.rough_spans((10.0, 10.0), (10.0, 20.0), 0.0) == ()


def test_a_way_is_clear_where_nothing_stops_it() -> None:
    ground = ground_with(
        piece("wall", wall((6.0, 9.0), (14.0, 9.0)), 1.0),
        piece("hill", box_outline(14.0, 12.0, 18.0, 16.0), 1.5),
        piece("hut", box_outline(3.0, 12.0, 8.0, 17.0), 2.0),
    )
    walker = footing(ground, Figure("one", (10.2, 6.1)), Figure("two", (12.4, 7.3)))
    found = set()
    for x in range(0, 25, 2):
        for y in range(0, 25, 2):
            to = (float(x), float(y))
            clear = walker.is_clear((10.2, 6.1), to, 0.0)
            assert clear == (walker.first_stop((10.2, 6.1), to, 0.0) is None)
            found.add(clear)
    assert found == {True, False}
