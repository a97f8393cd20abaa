"""The way along the edges of a table, for a base that touches them from inside."""

from __future__ import annotations

import pytest

from sandtable.binding.bands.ways import first_inches, how_far_round, place_on_the_way_round, way_round
from sandtable.table import Ground

GROUND = Ground(10, 6)


@pytest.mark.parametrize(
    ("along", "at"),
    [(0, (0.5, 0.5)), (4, (4.5, 0.5)), (9, (9.5, 0.5)), (11, (9.5, 2.5)), (15, (8.5, 5.5)), (26, (0.5, 2.5))],
)
def test_it_leads_eastward_round_from_the_south_west_corner(along: float, at: tuple[float, float]):
    assert place_on_the_way_round(GROUND, 0.5, along) == at
    assert place_on_the_way_round(GROUND, 0.5, along + way_round(GROUND, 0.5)) == at


@pytest.mark.parametrize(("at", "far"), [((4.5, 0), 4), ((10, 2.5), 11), ((8.5, 6), 15), ((0, 2.5), 26)])
def test_a_point_of_the_edge_lies_so_far_along_it(at: tuple[float, float], far: float):
    assert how_far_round(GROUND, 0.5, at) == far


@pytest.mark.parametrize(
    ("inches", "path"), [(3, ((0, 0), (3, 0))), (5, ((0, 0), (4, 0), (4, 1))), (9, ((0, 0), (4, 0), (4, 2)))]
)
def test_a_way_is_cut_after_so_many_inches(inches: float, path: tuple[tuple[float, float], ...]):
    assert first_inches(((0, 0), (4, 0), (4, 2)), inches) == path
