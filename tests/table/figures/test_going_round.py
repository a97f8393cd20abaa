"""What a figure does not enter is gone round, on foot and in the air."""

from __future__ import annotations

from math import hypot, pi, tan

import pytest

from sandtable.table.figures.bases import first_near, is_near_any, linked
from sandtable.table.figures.going_round import FlightsRound, corners_round, kept_off, meets, wall_kept_off
from sandtable.table.figures.legs import Leg, Route
from sandtable.table.figures.tracing import drops_around
from sandtable.table.measure import Point
from sandtable.table.terrain import box_outline
from tests.table.figures.plain import Figure, Prices, footing, ground_with, piece

FLYER = Figure("flyer", (4.0, 12.0))
ROCK = kept_off(FLYER, (12.0, 12.0), 3.0)


def _straight(to: Point) -> Route:
    far = hypot(to[0] - FLYER.at[0], to[1] - FLYER.at[1])
    return Route((Leg("fly", FLYER.at, to, 0.0, 0.0, far),), (FLYER.at, to), far, far, 0.0, 0.0)


def test_a_way_that_only_passes_by_a_disc_does_not_meet_it() -> None:
    assert meets([(4.0, 12.0), (20.0, 12.0)], [ROCK])
    assert not meets([(4.0, 12.0), (4.0, 15.1), (20.0, 15.1)], [ROCK])


def test_a_flight_leads_round_the_corners_of_what_is_closed_and_costs_what_it_is_long() -> None:
    flights = FlightsRound(FLYER, [ROCK], corners_round(ROCK, 0.1))
    way = flights.bent(_straight((20.0, 12.0)), 30.0)
    assert way is not None
    assert not meets(way.path, [ROCK])
    assert way.cost == way.length == pytest.approx(sum(leg.length for leg in way.legs))
    # Longer than the tangents round the disc, shorter than round the whole octagon.
    assert 16.0 < way.cost < 16.0 + 8 * 2 * 3.2 * tan(pi / 8)


def test_a_flight_that_is_too_far_round_is_none_and_an_open_one_stays_as_it_is() -> None:
    flights = FlightsRound(FLYER, [ROCK], corners_round(ROCK, 0.1))
    assert flights.bent(_straight((20.0, 12.0)), 16.5) is None
    past = _straight((4.0, 20.0))
    assert flights.bent(past, 9.0) is past
    assert [at for at, _ in flights.within([((20.0, 12.0), 16.0), ((4.0, 20.0), 8.0)], 16.5)] == [(4.0, 20.0)]


def test_no_way_slips_through_a_wall_and_a_figure_close_to_it_may_walk_away() -> None:
    walker = Figure("walker", (10.0, 12.0))
    wall = wall_kept_off(walker, (14.0, 12.0), 6.0, 1.0, 90.0, 0.06)
    assert all(meets([(10.0, y), (18.0, y)], wall) for y in (9.1, 10.7, 12.0, 13.3, 14.9))
    assert not meets([(10.0, 16.0), (18.0, 16.0)], wall)
    close = Figure("close", (12.95, 12.0))
    assert not any(
        hypot(one.x - close.at[0], one.y - close.at[1]) < one.reach
        for one in wall_kept_off(close, (14.0, 12.0), 6.0, 1.0, 90.0, 0.06)
    )


def test_places_at_the_foot_of_an_edge_are_found_from_what_a_figure_does_not_climb_down() -> None:
    ground = ground_with(piece("pillar", box_outline(8.0, 8.0, 12.0, 12.0), 1.5))
    above = Figure("above", (10.0, 10.0), elevation=1.5)
    prices = Prices(most_down=1.0, most_drop=2.0)
    found = drops_around(footing(ground, above, prices=prices), 5.0)
    assert found
    assert all(not (8.0 <= x <= 12.0 and 8.0 <= y <= 12.0) for (x, y), _ in found)
    assert all(cost <= 5.0 for _, cost in found)
    assert drops_around(footing(ground, above, prices=Prices(flies=True)), 5.0) == []


def test_figures_are_near_first_near_and_linked_by_the_gaps_between_their_bases() -> None:
    one, two, three = Figure("one", (2.0, 2.0)), Figure("two", (4.0, 2.0)), Figure("three", (8.0, 2.0))
    assert is_near_any((0.0, 2.0), one, [two, three], 3.0)
    assert not is_near_any((0.0, 2.0), one, [two, three], 2.9)
    assert first_near([(0.0, 2.0), (2.0, 2.0)], one, [two], 2.0, 0.5) == (1.0, 2.0)
    assert first_near([(0.0, 2.0), (0.5, 2.0)], one, [two], 2.0, 0.5) is None
    assert linked([one, three, two], 1.0) == [[one, two], [three]]
