"""Moves worth trying: the place that is nearest to where nobody can stand."""

from __future__ import annotations

from math import hypot, inf
from typing import Any

import numpy
import pytest

from sandtable.books.forgotten_ruin.chapters.footing import footing_of
from sandtable.books.forgotten_ruin.chapters.move_planner import MovePlanner
from sandtable.books.forgotten_ruin.chapters.move_proposals import nearest_spot
from sandtable.table.figures.searching import Search
from tests.books.forgotten_ruin.stage import among

PIECES: list[dict[str, Any]] = [
    {"id": "hill", "kind": "hill", "area": [14, 12, 18, 16], "height": 1.5, "traits": ["block"]},
    {"id": "tower", "kind": "tower", "area": [3, 12, 8, 17], "height": 6, "traits": ["block", "unclimbable"]},
    {"id": "pond", "kind": "pond", "area": [9, 12, 12, 15], "traits": ["field", "impassable", "water"]},
]


@pytest.mark.parametrize("to", [(10.5, 13.5), (5.5, 14.5), (16.0, 14.0), (12.5, 17.0), (-3.0, 30.0)])
def test_the_nearest_spot_is_the_nearest_of_all_to_which_a_way_leads(to: tuple[float, float]) -> None:
    state = among(PIECES)
    search = Search(footing_of(state, state.figure("S1"), may_contact=False), inf)
    spot = nearest_spot(search, to)
    assert spot is not None
    reached = numpy.flatnonzero(search.cost < inf)
    least = min(
        hypot(x - to[0], y - to[1])
        for x, y in zip(search.grid.x[reached], search.grid.y[reached], strict=True)
    )
    assert hypot(spot[0] - to[0], spot[1] - to[1]) == pytest.approx(least)


def test_the_top_of_what_nobody_climbs_is_no_spot() -> None:
    state = among(PIECES)
    spot = nearest_spot(Search(footing_of(state, state.figure("S1"), may_contact=False), inf), (5.5, 14.5))
    assert spot is not None
    assert not (3.0 < spot[0] < 8.0 and 12.0 < spot[1] < 17.0)


def test_a_move_and_a_dash_go_the_same_long_way_and_end_where_each_runs_out() -> None:
    state = among(PIECES)
    soldier = state.soldiers["S1"]
    to = (10.5, 13.5)
    ways = [MovePlanner(state, soldier, 4.0, kind, False, False).as_far_as(to) for kind in ("move", "dash")]
    again = [
        MovePlanner(among(PIECES), among(PIECES).soldiers["S1"], 4.0, kind, False, False).as_far_as(to)
        for kind in ("move", "dash")
    ]
    assert ways == again
    assert all(way is not None for way in ways)
