"""Searches of ways: what is remembered never decides, and holds no game."""

from __future__ import annotations

from math import hypot, inf

import numpy
import pytest

from sandtable.table.figures.footing import Footing
from sandtable.table.figures.last_inches import walked_out
from sandtable.table.figures.long_ways import Way, way_to
from sandtable.table.figures.routes import route
from sandtable.table.figures.searching import Search, search_of
from sandtable.table.measure import Point
from sandtable.table.terrain import box_outline, circle
from tests.table.figures.plain import Figure, footing, ground_with, piece


def among_rocks() -> Footing:
    """A figure between rocks, so that ways lead round them."""
    ground = ground_with(
        piece("hill-rock", box_outline(8.0, 12.0, 12.0, 14.0), 2.0),
        piece("hill-stone", circle((13.0, 9.0), 1.0), 2.0),
    )
    return footing(ground, Figure("one", (10.0, 10.0)), foes=[Figure("foe", (8.0, 15.0))])


@pytest.mark.parametrize("farther", [8.0, 10.0, 13.0])
def test_a_way_does_not_depend_on_who_has_looked_farther_before(farther: float) -> None:
    """A record that is read again has not heard the questions that were asked beside the game."""
    alone, asked = among_rocks(), among_rocks()
    assert numpy.isfinite(search_of(asked, farther).cost).any()
    assert numpy.array_equal(search_of(alone, 5.0).cost, search_of(asked, 5.0).cost)


def test_a_search_is_kept_with_the_ground_but_the_figure_is_not() -> None:
    here = among_rocks()
    first = search_of(here, 5.0)
    (kept,) = here.ground.remembered("searches of figures").values()
    assert not hasattr(kept, "footing")
    again = search_of(here, 5.0)
    assert again.footing is here
    assert again.cost is first.cost


def test_a_long_way_is_straight_where_it_can_be_and_else_leads_round() -> None:
    ground = ground_with(piece("rock", box_outline(6.0, 12.0, 14.0, 14.0), 3.0))
    mover = footing(ground, Figure("one", (10.0, 10.0)))
    assert type(way_to(mover, (4.0, 10.0))) is Way
    round_it = way_to(mover, (10.0, 18.0))
    assert 11.0 < round_it.left_from((10.0, 10.0)) < 14.0
    assert round_it.left_from((10.0, 16.0)) < 3.0
    path = list(round_it.path_from((10.0, 10.0)))
    assert path[-1] == (10.0, 18.0)
    assert all(mover.what_is_at(at, 0.0) is None for at in path)


def test_who_cannot_get_to_a_goal_makes_for_the_place_nearest_to_it() -> None:
    ground = ground_with(piece("hut", box_outline(8.0, 14.0, 14.0, 20.0), 2.0))
    mover = footing(ground, Figure("one", (11.0, 8.0)))
    towards = way_to(mover, (11.0, 17.0))
    assert towards.left_from((11.0, 8.0)) < inf
    assert towards.goal != (11.0, 17.0)
    assert towards.left_from((11.0, 12.0)) < towards.left_from((11.0, 8.0))


def by_the_pond() -> Search:
    """A search over a hill, round a pillar that nobody climbs and a pond that nobody enters."""
    ground = ground_with(
        piece("hill", box_outline(14.0, 12.0, 18.0, 16.0), 1.5),
        piece("pillar", box_outline(3.0, 12.0, 8.0, 17.0), 6.0),
        piece("pond", box_outline(9.0, 12.0, 12.0, 15.0)),
    )
    mover, foe = Figure("one", (10.2, 6.1)), Figure("foe", (12.5, 17.0))
    return Search(footing(ground, mover, foes=[foe]))


@pytest.mark.parametrize("to", [(10.5, 13.5), (5.5, 14.5), (16.0, 14.0), (12.5, 17.0), (-3.0, 30.0)])
def test_the_place_nearest_to_a_point_is_the_nearest_of_all_to_which_a_way_leads(to: Point) -> None:
    search = by_the_pond()
    spot = search.nearest_to(to)
    assert spot is not None
    reached = numpy.flatnonzero(search.cost < inf)
    least = min(
        hypot(x - to[0], y - to[1])
        for x, y in zip(search.grid.x[reached], search.grid.y[reached], strict=True)
    )
    assert hypot(spot[0] - to[0], spot[1] - to[1]) == pytest.approx(least)


def test_the_top_of_what_nobody_climbs_is_no_place_to_get_to() -> None:
    spot = by_the_pond().nearest_to((5.5, 14.5))
    assert spot is not None
    assert not (3.0 < spot[0] < 8.0 and 12.0 < spot[1] < 17.0)


class Northwards:
    """Bound for the north, up to a line."""

    off = 0.0

    def __init__(self, line: float) -> None:
        self.line = line

    def left_from(self, at: Point) -> float:
        """How far it is to the north."""
        return max(0.0, self.line - at[1])

    def is_for(self, at: Point) -> bool:
        """Every place will do."""
        return True

    def on_from(self, at: Point, far: float) -> Point:
        """Due north."""
        return (at[0], at[1] + far)


def test_what_a_way_leaves_of_the_allowance_is_walked_too_straight_on_or_aside() -> None:
    open_ground = footing(ground_with(), Figure("one", (10.0, 10.0)))
    begun = route(open_ground, (10.0, 12.0), 0.0, 3.0)
    assert begun is not None
    assert walked_out(open_ground, begun, 3.0, Northwards(20.0)).end == pytest.approx((10.0, 13.0))
    assert walked_out(open_ground, begun, 3.0, Northwards(12.5)).end == pytest.approx((10.0, 12.5))
    assert walked_out(open_ground, begun, 2.01, Northwards(20.0)) is begun
    rock = footing(
        ground_with(piece("rock", box_outline(9.0, 12.8, 10.2, 14.0), 2.0)), Figure("one", (10.0, 10.0))
    )
    aside = walked_out(rock, begun, 3.0, Northwards(20.0))
    assert 12.0 < aside.end[1] < 13.0
    assert aside.cost <= 3.01
