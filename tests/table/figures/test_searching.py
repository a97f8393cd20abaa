"""Searches of ways: what is remembered never decides, and holds no game."""

from __future__ import annotations

from math import inf

import numpy
import pytest

from sandtable.table.figures.footing import Footing
from sandtable.table.figures.long_ways import Way, way_to
from sandtable.table.figures.searching import search_of
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
