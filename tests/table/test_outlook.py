"""Borders for the eye: where a group can go, what lies in range."""

from __future__ import annotations

from math import hypot

import pytest
from shapely import Point as Spot
from shapely import Polygon

from sandtable.table.outlook import ground_within
from sandtable.table.terrain import Ground, Piece, box_outline
from sandtable.table.units.reach import reach_of_all
from tests.table.tables import ORDINARY

PLAIN = Ground(40.0, 40.0, ())
NEARLY = 0.45
"""How much a border for the eye may lie off, in inches."""


def area(outlines: tuple[tuple[tuple[float, float], ...], ...]) -> Polygon:
    """The outer border as an area, without what inner borders leave out."""
    outer, *inner = outlines
    return Polygon(outer, inner)


def test_over_open_ground_reach_is_a_disc_about_the_base():
    found = area(reach_of_all(PLAIN, (((20.0, 20.0),), 0.5), ORDINARY, (), 6.0))
    for x, y in found.exterior.coords:
        assert hypot(x - 20, y - 20) == pytest.approx(6.5, abs=NEARLY)


def test_ground_that_must_be_kept_from_is_cut_out():
    enemy = (((20.0, 26.0),), 0.5)
    found = area(reach_of_all(PLAIN, (((20.0, 20.0),), 0.5), ORDINARY, (enemy,), 6.0, ((enemy, 3.0),)))
    assert not found.contains(Spot(20, 26 - 0.5 - 3.0 + NEARLY))
    assert found.contains(Spot(20, 26 - 0.5 - 3.0 - NEARLY))


def test_difficult_ground_brings_the_border_nearer():
    wood = Piece("wood", "wood", box_outline(10, 21, 30, 35), 0.0, ("difficult",))
    found = area(reach_of_all(Ground(40.0, 40.0, (wood,)), (((20.0, 20.0),), 0.5), ORDINARY, (), 6.0))
    north = max(y for _, y in found.exterior.coords)
    south = min(y for _, y in found.exterior.coords)
    assert north < 24.5 + NEARLY
    assert south == pytest.approx(13.5, abs=NEARLY)


def test_what_lies_in_range_is_measured_from_every_rim():
    found = area(ground_within((((10.0, 20.0), (14.0, 20.0)), 0.5), 12.0))
    west, south, east, north = found.bounds
    assert (west, east) == pytest.approx((-2.5, 26.5), abs=NEARLY)
    assert (south, north) == pytest.approx((7.5, 32.5), abs=NEARLY)
