"""Routes: what ways cost by the prices of a book, and how figures get round, over and into contact."""

from __future__ import annotations

from math import inf

import pytest

from sandtable.table.figures.legs import Budget, Leg, Route, cut, first_legs, parted, pay, used_up
from sandtable.table.figures.reach import Reach, reached_places
from sandtable.table.figures.room import nearest_free, nearest_on_the_ground
from sandtable.table.figures.routes import contact_places, reach, route, route_to_touch, who_bars_a_flight
from sandtable.table.figures.tracing import Trace
from sandtable.table.measure import Point
from sandtable.table.terrain import Piece, box_outline, wall
from tests.table.figures.plain import RATES, Figure, Prices, footing, ground_with, piece

BOX = box_outline(8.0, 12.0, 12.0, 14.0)
ONE = Figure("one", (10.0, 10.0))
DOOR = box_outline(9.4, 11.8, 10.6, 12.2)


def way(
    laid: tuple[Piece, ...], to: Point, mover: Figure = ONE, limit: float = inf, **prices: object
) -> Route | None:
    """The way of a figure to a place, at the height of the highest block there."""
    here = footing(ground_with(*laid), mover, prices=Prices(**prices))  # type: ignore[arg-type]
    return route(here, to, here.terrain.level_at(to), limit)


def hows(found: Route | None) -> list[str]:
    """The kinds of its legs."""
    return [] if found is None else [leg.how for leg in found.legs]


# ---- paying ----------------------------------------------------------------------------------------------


def rough_leg(length: float) -> Leg:
    """A way that is rough from end to end."""
    return Leg("walk", (0.0, 0.0), (length, 0.0), 0.0, 0.0, length, 0.0, ((0.0, 1.0),))


def test_after_each_stretch_of_rough_ground_more_is_due() -> None:
    assert pay([rough_leg(3.5)], Budget(9.0), RATES).cost == pytest.approx(3.5 + 3 * 0.25)


def test_stretches_that_are_behind_a_figure_count_on() -> None:
    assert pay([rough_leg(0.5)], Budget(9.0, rough=0.5), RATES).cost == pytest.approx(0.75)


def test_a_figure_that_cannot_pay_what_is_due_halts_at_the_mark() -> None:
    found = pay([rough_leg(3.0)], Budget(2.3), RATES)
    assert found.end == pytest.approx((2.0, 0.0))
    assert found.halts
    assert found.ran_out


def test_climbs_are_paid_out_of_their_own_allowance_wholly_or_not_at_all() -> None:
    climb = Leg("climb", (0.0, 0.0), (0.0, 1.0), 0.0, 2.0, 0.0, 2.5)
    assert pay([climb], Budget(8.0, climbing=2.4), RATES).unpaid == "climb"
    assert pay([climb], Budget(8.0, climbing=2.5), RATES).elevation == 2.0


def test_a_way_is_cut_parted_and_counted() -> None:
    found = way((), (10.0, 16.0))
    assert found is not None
    assert cut(found, 7.0, RATES) is found
    assert cut(found, 2.0, RATES).end == pytest.approx((10.0, 12.0))
    first, second = parted(found, 2.0)
    assert (first.length, second.length) == pytest.approx((2.0, 4.0))
    assert used_up(found, RATES) == pytest.approx(6.0)
    assert found.ends_straight(6.0)


def test_the_first_legs_of_a_way_end_before_the_next() -> None:
    found = way((piece("wall", wall((2.0, 12.0), (18.0, 12.0), 0.4), 1.0),), (10.0, 14.0))
    assert found is not None
    part = first_legs(found, 1)
    assert hows(part) == ["walk"]
    assert part.end == found.legs[0].end
    assert part.ran_out


# ---- what a book asks for ----------------------------------------------------------------------------------


def test_a_barrier_is_crossed_for_its_height_and_the_price_of_a_climb() -> None:
    found = way((piece("wall", wall((2.0, 12.0), (18.0, 12.0), 0.4), 1.0),), (10.0, 14.0), limit=9.0)
    assert hows(found) == ["walk", "cross", "walk"]
    assert found is not None
    assert found.legs[1].price == 1.5


def test_a_barrier_that_cannot_be_climbed_is_gone_round() -> None:
    found = way((piece("palisade", wall((8.0, 12.0), (12.0, 12.0), 0.4), 1.0),), (10.0, 14.0))
    assert set(hows(found)) == {"walk"}
    assert found is not None
    assert found.stop is not None
    assert found.stop.id == "palisade"


@pytest.mark.parametrize(("kind", "price"), [("door", 0.25), ("window", 0.75)])
def test_openings_have_their_price(kind: str, price: float) -> None:
    found = way((piece("hut", BOX, 2.0), piece(kind, DOOR)), (10.0, 13.0))
    assert hows(found) == ["walk", kind, "walk"]
    assert found is not None
    assert found.cost == pytest.approx(3.0 + price)


def test_only_a_slim_base_passes_an_opening_narrower_than_itself() -> None:
    narrow = (
        piece("hut", box_outline(6.0, 12.0, 14.0, 18.0), 2.0),
        piece("door", box_outline(9.8, 11.8, 10.2, 12.2)),
    )
    assert way(narrow, (10.0, 15.0)) is not None
    assert way(narrow, (10.0, 15.0), Figure("big", (10.0, 10.0), radius=0.8)) is None


def test_a_climb_costs_the_height_and_its_price() -> None:
    found = way((piece("hill", BOX, 2.0),), (10.0, 13.0), limit=9.0)
    assert hows(found) == ["walk", "climb", "walk"]
    assert found is not None
    assert found.legs[1].price == 2.5
    assert found.elevation == 2.0
    assert way((piece("pillar", BOX, 2.0),), (10.0, 13.0)) is None


HIGH = Figure("one", (10.0, 13.0), elevation=2.0)


def test_who_stands_low_jumps_down_for_nothing_and_goes_on() -> None:
    low = Figure("one", (10.0, 13.0), elevation=1.0)
    found = way((piece("hill", BOX, 1.0),), (10.0, 10.0), low)
    assert hows(found) == ["walk", "drop", "walk"]
    assert found is not None
    assert sum(leg.price for leg in found.legs) == 0.0


def test_who_stands_high_climbs_down_as_its_book_lets_it() -> None:
    hill = (piece("hill", BOX, 2.0),)
    found = way(hill, (10.0, 10.0), HIGH)
    assert hows(found) == ["walk", "climb", "walk"]
    assert found is not None
    assert found.legs[1].price == 2.5
    assert way(hill, (10.0, 10.0), HIGH, most_down=1.9) is None


def test_who_drops_in_place_of_climbing_ends_its_way_at_the_foot() -> None:
    here = footing(ground_with(piece("hill", BOX, 2.0)), HIGH, prices=Prices(most_down=1.0, most_drop=2.0))
    trace = Trace(here, HIGH.at, HIGH.elevation)
    assert trace.go((10.0, 8.0), 0.0)
    assert [leg.how for leg in trace.legs] == ["walk", "drop"]
    assert trace.is_over


@pytest.mark.parametrize(("wide", "leaps"), [(1.4, True), (1.6, False)])
def test_a_gap_is_leapt_over_by_the_willing_if_it_is_not_too_wide(wide: float, leaps: bool) -> None:
    here = footing(ground_with(piece("trench", box_outline(2.0, 12.0, 22.0, 12.0 + wide), 1.0)), ONE)
    assert Trace(here, ONE.at, 0.0, frozenset({"leap"})).go((10.0, 16.0), 0.0) is leaps
    assert not Trace(here, ONE.at, 0.0).go((10.0, 16.0), 0.0)


@pytest.mark.parametrize(("deep", "legs"), [(0.5, ["walk"]), (0.6, ["climb", "walk"])])
def test_out_of_a_gap_one_steps_or_climbs(deep: float, legs: list[str]) -> None:
    fallen = Figure("one", (10.0, 13.0))
    trace = Trace(footing(ground_with(piece("trench", BOX, deep)), fallen), fallen.at, 0.0)
    assert trace.go((10.0, 17.0), 0.0)
    assert [leg.how for leg in trace.legs] == legs


def test_what_is_ignored_neither_slows_nor_stops() -> None:
    laid = (piece("rock", BOX, 3.0), piece("wood", box_outline(8.0, 15.0, 12.0, 17.0)))
    found = way(laid, (10.0, 18.0), ignored=frozenset({"rock", "wood"}))
    assert hows(found) == ["walk"]
    assert found is not None
    assert found.cost == pytest.approx(8.0)


# ---- flying ------------------------------------------------------------------------------------------------


def test_who_flies_passes_over_everything_but_whom_its_book_names() -> None:
    ground, other = ground_with(piece("rock", BOX, 3.0)), Figure("two", (10.0, 15.0))
    over = footing(ground, ONE, other, prices=Prices(flies=True))
    found = route(over, (10.0, 18.0), 0.0, 8.0)
    assert hows(found) == ["fly"]
    barred = footing(ground, ONE, other, prices=Prices(flies=True, too_big=frozenset({"two"})))
    assert route(barred, (10.0, 18.0), 0.0, 8.0) is None
    stop = who_bars_a_flight(barred, Leg("fly", ONE.at, (10.0, 18.0), 0.0, 0.0, 8.0))
    assert stop is not None
    assert stop.id == "two"
    assert len(reach(barred, 6.0)) < len(reach(over, 6.0))


# ---- into contact ------------------------------------------------------------------------------------------


def test_a_figure_comes_into_contact_by_the_nearest_free_place() -> None:
    foe, friend = Figure("foe", (10.0, 14.0)), Figure("friend", (10.0, 12.95))
    free = footing(ground_with(), ONE, foes=[foe])
    found = route_to_touch(free, foe, contact_places(free, foe), 6.0)
    assert found is not None
    assert found.contact == "foe"
    assert found.cost == pytest.approx(3.0)
    crowded = footing(ground_with(), ONE, friend, foes=[foe])
    found = route_to_touch(crowded, foe, contact_places(crowded, foe), 6.0)
    assert found is not None
    assert 3.0 < found.cost < 5.0
    assert contact_places(free, foe, [(10.0, 13.0)])[0][0] != pytest.approx((10.0, 13.0))


# ---- how far -----------------------------------------------------------------------------------------------


def test_what_is_in_reach_costs_no_more_than_the_allowance() -> None:
    here = footing(ground_with(piece("rock", BOX, 3.0)), ONE)
    whole, part = Reach(here, 5.0), Reach(here, 5.0).cut(2.0)
    assert max(cost for _, cost in whole.places()) <= 5.01
    assert {at for at, _ in part.places()} < {at for at, _ in whole.places()}
    assert max(cost for _, cost in part.places()) <= 2.01
    assert len(reached_places(Reach(here, 2.0))[0]) == len(part.places()) - 1


def test_places_too_near_to_others_are_left_out() -> None:
    foe = Figure("foe", (10.0, 13.0))
    reached = Reach(footing(ground_with(), ONE, foes=[foe]), 4.0)
    found = reached.places_clear_of([foe], 1.0)
    assert found is not None
    grid, places, _ = found
    far = (grid.x[places] - 10.0) ** 2 + (grid.y[places] - 13.0) ** 2
    assert len(places)
    assert (far >= 4.0).all()
    assert reached.is_open((10.0, 8.0))
    assert not reached.is_open((10.0, 15.0))


def test_the_nearest_room_is_found_ring_by_ring() -> None:
    here = footing(ground_with(piece("rock", BOX, 3.0)), ONE, Figure("two", (10.0, 11.0)))
    spot = nearest_free(here, (10.0, 11.0), 0.0)
    assert spot is not None
    assert 0.9 < abs(spot[0] - 10.0) + abs(spot[1] - 11.0) < 1.6
    assert here.can_end(spot, 0.0)
    assert nearest_free(here, (10.0, 9.0), 0.0) == (10.0, 9.0)
    assert nearest_free(here, (10.0, 9.0), 0.0, first_ring=1) != (10.0, 9.0)
    assert nearest_on_the_ground(here, (10.0, 13.0), 0.5) is None
    assert nearest_on_the_ground(here, (10.0, 13.0), 3.0) is not None
