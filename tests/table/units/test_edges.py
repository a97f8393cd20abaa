"""The edges of a table: how far they are, which one is left, and where a base comes to them."""

from __future__ import annotations

import pytest

from sandtable.table.edges import EDGES
from sandtable.table.terrain import Ground
from sandtable.table.units.edges import at_edge, base_to_edge, edge_left, room_to_edges, to_edges

GROUND = Ground(40.0, 30.0, ())


def test_a_point_is_so_far_from_each_edge():
    assert to_edges(GROUND, (10.0, 12.0)) == {"north": 18.0, "east": 30.0, "south": 12.0, "west": 10.0}


def test_the_nearest_base_of_a_group_counts_for_each_edge():
    rooms = room_to_edges(GROUND, ((5.0, 10.0), (36.0, 28.0)), 0.5)
    assert rooms == {"north": 1.5, "east": 3.5, "south": 9.5, "west": 4.5}


@pytest.mark.parametrize(
    ("at", "edge"),
    [((10.0, 29.8), "north"), ((39.9, 29.7), "east"), ((10.0, 0.3), "south"), ((0.2, 9.0), "west")],
)
def test_a_group_leaves_over_the_edge_that_it_has_crossed_farthest(at, edge):
    assert edge_left(GROUND, (at,), 0.5) == edge


def test_who_only_touches_an_edge_has_left_over_none():
    assert edge_left(GROUND, ((10.0, 29.5),), 0.5) == ""


@pytest.mark.parametrize("edge", EDGES)
def test_a_base_at_an_edge_touches_it_and_stays_on_the_table(edge):
    at = at_edge(GROUND, (20.0, 15.0), 0.5, edge, 100.0)
    assert base_to_edge(GROUND, at, 0.5, edge) == 0.0
    assert min(room_to_edges(GROUND, (at,), 0.5).values()) == 0.0
