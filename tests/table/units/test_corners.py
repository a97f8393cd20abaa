"""Corners: room for a base is found wherever there is any, on a grid or off it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.kernel.testing import covers
from sandtable.table.terrain import Ground, Piece, box_outline
from sandtable.table.units.corners import squeezed
from sandtable.table.units.open_ground import Site
from sandtable.table.units.placing import has_place, place_group, why_not_place
from sandtable.table.units.random_places import sample_place
from sandtable.table.zones import (
    Every,
    FarFromPoint,
    Field,
    HalfPlane,
    NearGroup,
    NearPoint,
    Zone,
    whole_table,
)
from tests.table.tables import LINK, ORDINARY

FINE = 1 / 32


def pocket(west: float, south: float, east: float, north: float, wide: float = 12.0) -> Ground:
    """A small table of rock but for one box."""
    boxes = ((0, 0, west, wide), (east, 0, wide, wide), (west, 0, east, south), (west, north, east, wide))
    return Ground(
        wide,
        wide,
        tuple(
            Piece(f"rock {number}", "rock", box_outline(*box), 0.0, ("impassable",))
            for number, box in enumerate(boxes)
        ),
    )


class Half:
    def random(self) -> float:
        return 0.5


@covers("CC-OTR-26", "CC-GEO-26")
def test_a_slot_just_wide_enough_between_two_lines_of_the_grid_is_room():
    ground = pocket(5.6, 4.6, 6.62, 5.62)
    zone, group = whole_table(ground), (1, 0.5, ORDINARY)
    assert has_place(Site(ground, zone, group, LINK))
    models = place_group(Site(ground, zone, (1, 0.5, ORDINARY), LINK))
    assert models is not None
    assert why_not_place(Site(ground, zone, (1, 0.5, ORDINARY), LINK), models) is None
    drawn = sample_place(Site(ground, zone, (1, 0.5, ORDINARY), LINK), Half())
    assert drawn is not None
    assert why_not_place(Site(ground, zone, (1, 0.5, ORDINARY), LINK), drawn.models) is None


def test_a_slot_too_narrow_by_more_than_bases_may_overlap_is_none():
    ground = pocket(5.6, 4.6, 6.57, 5.62)
    assert not has_place(Site(ground, whole_table(ground), (1, 0.5, ORDINARY), LINK))


@pytest.mark.parametrize("count", [2, 5, 9])
def test_a_row_of_bases_fits_into_a_lane_off_the_grid(count: int):
    ground = pocket(5.6, 1.13, 6.62, 1.13 + count + 0.02)
    zone = whole_table(ground)
    models = squeezed(Site(ground, zone, (count, 0.5, ORDINARY), LINK))
    assert models is not None
    assert why_not_place(Site(ground, zone, (1, 0.5, ORDINARY), LINK), models) is None
    assert squeezed(Site(ground, zone, (count + 1, 0.5, ORDINARY), LINK)) is None


@st.composite
def crowded(draw: st.DrawFn) -> tuple[Zone, tuple[tuple[float, float], ...], float]:
    """A zone of a small table so full of others that hardly any room is left."""
    hundredths = st.integers(0, 800).map(lambda one: one / 100)
    zone: Zone = draw(
        st.sampled_from(
            (
                Field(0.0, 0.0, 8.0, 8.0),
                NearPoint((4.03, 4.01), 2.13),
                NearGroup(((2.02, 2.07), (5.01, 6.03)), 0.5, 1.11),
                Every((Field(1.0, 1.0, 6.0, 6.0), FarFromPoint((3.0, 3.0), 2.07))),
                HalfPlane(0.6, 0.8, 3.07),
            )
        )
    )
    others = draw(st.lists(st.tuples(hundredths, hundredths), min_size=6, max_size=24))
    return zone, tuple(others), draw(st.sampled_from((0.35, 0.5, 0.8)))


@settings(max_examples=150, deadline=None)
@given(crowded())
def test_where_a_fine_search_finds_room_for_a_base_the_corners_do(
    scene: tuple[Zone, tuple[tuple[float, float], ...], float],
):
    zone, others, radius = scene
    ground = Ground(8.0, 8.0, (Piece("rock", "rock", box_outline(2.1, 2.2, 3.3, 4.4), 0.0, ("impassable",)),))
    zone, blockers = Every((whole_table(ground), zone)), [(others, 0.6)]
    models = squeezed(Site(ground, zone, (1, radius, ORDINARY), LINK, blockers))
    if models is not None:
        assert why_not_place(Site(ground, zone, (1, radius, ORDINARY), LINK, blockers), models) is None
        return
    steps = int(8 / FINE)
    for x in range(steps + 1):
        for y in range(steps + 1):
            at = (x * FINE, y * FINE)
            if zone.holds(*at, radius) and all(
                (at[0] - ox) ** 2 + (at[1] - oy) ** 2 >= (radius + 0.59) ** 2 for ox, oy in others
            ):
                assert (
                    why_not_place(Site(ground, zone, (1, radius, ORDINARY), LINK, blockers), (at,))
                    is not None
                )
