from __future__ import annotations

from math import hypot, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.kernel.testing import covers
from sandtable.table.terrain import Ground, Piece, box_outline
from sandtable.table.units.formations import slots
from sandtable.table.units.groups import gap, overlaps
from sandtable.table.units.open_ground import Site
from sandtable.table.units.placing import has_place, place_group, place_side, surely_fits, why_not_place
from sandtable.table.units.random_places import sample_place
from sandtable.table.zones import (
    Every,
    FarFromPoint,
    Field,
    HalfPlane,
    NearGroup,
    NearPoint,
    Some,
    near_any_edge,
    near_edge,
    whole_table,
)
from tests.table.tables import (
    FOOT,
    LINK,
    OPEN_TABLE,
    ORDINARY,
    PONDEROUS,
    block,
    crowds,
    hedge,
    lake,
    table_with,
    tables,
)

SOUTH = near_edge(OPEN_TABLE, "south", 6.0)


class Dice:
    """Numbers from 0 up to 1 that look random and are always the same."""

    def __init__(self, seed: int) -> None:
        self.at = seed * 2 + 1

    def random(self) -> float:
        self.at = self.at * 1103515245 + 12345 & 0x7FFFFFFF
        return self.at / 0x80000000


@covers("CC-PUB-03")
def test_a_base_at_the_south_edge_is_just_within_24_inches_of_the_centre():
    near = NearPoint((36.0, 24.0), 24.0)
    assert near.holds(36.0, 0.5, FOOT)
    assert not near.holds(36.0, 0.4, FOOT)


@covers("CC-PUB-03")
def test_no_part_of_a_base_may_be_nearer_than_a_least_distance():
    far = FarFromPoint((24.0, 24.0), 10.0)
    assert far.holds(24.0, 13.5, FOOT)
    assert not far.holds(24.0, 13.6, FOOT)


@covers("CC-PUB-03")
def test_where_any_edge_will_do_each_model_needs_one_edge():
    zone = near_any_edge(OPEN_TABLE, 3.0)
    assert zone.holds(2.5, 24.0, FOOT)
    assert zone.holds(24.0, 45.5, FOOT)
    assert not zone.holds(2.6, 24.0, FOOT)


def test_a_corner_zone_holds_whole_bases():
    corner = HalfPlane(1.0, 1.0, 24.0)
    assert corner.holds(12.0 - sqrt(0.125), 12.0 - sqrt(0.125), FOOT)
    assert not corner.holds(12.0, 12.0, FOOT)


def test_a_zone_near_a_group_is_measured_from_rim_to_rim():
    near = NearGroup(((10.0, 10.0), (20.0, 10.0)), FOOT, 12.0)
    assert near.holds(33.0, 10.0, FOOT)
    assert not near.holds(33.1, 10.0, FOOT)


def test_zones_are_joined_by_every_and_some():
    both = Every((SOUTH, Field(0.0, 0.0, 10.0, 48.0)))
    assert both.holds(5.0, 5.0, FOOT)
    assert not both.holds(15.0, 5.0, FOOT)
    either = Some((SOUTH, Field(0.0, 0.0, 10.0, 48.0)))
    assert either.holds(15.0, 5.0, FOOT)
    assert not either.holds(15.0, 15.0, FOOT)
    assert both.box == (0.0, 0.0, 10.0, 6.0)
    assert either.box == (0.0, 0.0, 48.0, 48.0)


@covers("CC-PUB-04", "CC-SCN-08")
def test_widening_lowers_least_and_raises_greatest_distances():
    assert FarFromPoint((0.0, 0.0), 30.0).widened(1.0) == FarFromPoint((0.0, 0.0), 29.0)
    assert NearPoint((0.0, 0.0), 6.0).widened(1.0) == NearPoint((0.0, 0.0), 7.0)
    assert Field(10.0, 10.0, 20.0, 20.0).widened(1.0) == Field(9.0, 9.0, 21.0, 21.0)


@covers("CC-PUB-04")
def test_nothing_fits_thirty_inches_from_the_centre_of_a_small_table_until_the_zone_is_widened():
    table = Ground(60.0, 36.0)
    zone = Every((Field(6.0, 6.0, 54.0, 30.0), FarFromPoint((30.0, 18.0), 30.0)))
    assert place_group(Site(table, zone, (1, FOOT, ORDINARY), LINK)) is None
    tries = 0
    while place_group(Site(table, zone, (6, FOOT, ORDINARY), LINK)) is None:
        zone = Every((zone.zones[0], zone.zones[1].widened(1.0)))
        tries += 1
    # The farthest point is 26.8 inches out; six bases of an inch need a little more room.
    assert 4 <= tries <= 7


@covers("CC-PUB-04")
def test_the_search_starts_farthest_from_the_centre():
    models = place_group(Site(OPEN_TABLE, SOUTH, (4, FOOT, ORDINARY), LINK))
    assert models is not None
    assert models[0] == (0.5, 0.5)
    assert set(models) == {(0.5, 0.5), (0.5, 1.5), (1.5, 0.5), (1.5, 1.5)}


@covers("CC-PUB-04")
def test_a_group_that_does_not_fit_into_pockets_is_placed_where_there_is_room():
    # Two strips of lake cut off a corner that is too small for the group.
    ground = table_with(
        Piece("a", "lake", box_outline(0.0, 2.5, 8.0, 3.5), 0.0, ("impassable",)),
        Piece("b", "lake", box_outline(2.5, 0.0, 7.5, 2.0), 0.0, ("impassable",)),
    )
    models = place_group(Site(ground, Field(0.0, 0.0, 30.0, 3.0), (12, FOOT, ORDINARY), 1.0))
    assert models is not None
    assert min(x for x, _ in models) >= 7.9


@covers("CC-GEO-26")
def test_why_a_group_may_not_be_placed():
    ground = table_with(lake(), hedge((5.0, 3.0), (9.0, 3.0)))
    zone = near_edge(ground, "south", 6.0)
    enemy = (((40.0, 9.0),), FOOT, 6.0)
    friend = (((20.0, 3.0),), FOOT)

    def why(*models):
        found = why_not_place(Site(ground, zone, (1, FOOT, ORDINARY), LINK, [friend], [enemy]), models)
        return found.what if found else None

    assert why((12.0, 3.0), (14.0, 3.0)) is None
    assert why((12.0, 3.0), (14.0, 5.6)) == "zone"
    assert (
        why(
            (7.0, 3.0),
        )
        == "obstacle"
    )
    assert (
        why(
            (20.5, 3.0),
        )
        == "base"
    )
    assert why((12.0, 3.0), (12.5, 3.0)) == "comrade"
    assert (
        why(
            (40.0, 3.0),
        )
        == "enemy"
    )
    assert why((12.0, 3.0), (17.0, 3.0)) == "cohesion"
    assert (
        why_not_place(Site(ground, whole_table(ground), (1, FOOT, ORDINARY), LINK), ((24.0, 22.0),))
        is not None
    )


@covers("CC-PUB-04")
def test_a_side_is_placed_the_largest_bases_first():
    zone = near_edge(OPEN_TABLE, "north", 6.0)
    found = place_side(
        [
            Site(OPEN_TABLE, zone, size, LINK)
            for size in [(12, FOOT, ORDINARY), (3, 1.25, PONDEROUS), (6, 0.75, ORDINARY)]
        ]
    )
    assert isinstance(found, tuple)
    assert found[1][0] == pytest.approx((1.25, 46.75))
    assert [len(models) for models in found] == [12, 3, 6]
    assert not overlaps(found[0], FOOT, found[1], 1.25)
    assert not overlaps(found[0], FOOT, found[2], 0.75)


def test_the_first_group_without_room_is_told():
    zone = Field(0.0, 0.0, 3.0, 3.0)
    assert (
        place_side(
            [Site(OPEN_TABLE, zone, size, LINK) for size in [(4, FOOT, ORDINARY), (12, FOOT, ORDINARY)]]
        )
        == 1
    )


@covers("CC-PUB-04")
def test_difficult_ground_is_no_place_for_a_ponderous_group():
    marsh = Piece("marsh", "marsh", box_outline(0.0, 0.0, 40.0, 6.0), 0.0, ("difficult",))
    ground = table_with(marsh)
    models = place_group(Site(ground, near_edge(ground, "south", 6.0), (3, 1.25, PONDEROUS), LINK))
    assert models is not None
    assert min(x for x, _ in models) >= 41.24


@settings(max_examples=40, deadline=None)
@given(tables(), crowds(), st.integers(1, 24), st.sampled_from([0.375, 0.5, 0.75, 1.0]), st.integers(0, 999))
def test_a_roomy_zone_always_has_a_place_and_the_place_is_legal(ground, others, count, radius, seed):
    zone = near_edge(ground, "south", 12.0)
    blockers, aloof = [(others, FOOT)], [(block((24.0, 30.0)), FOOT, 6.0)]
    drawn = sample_place(Site(ground, zone, (count, radius, ORDINARY), LINK, blockers, aloof), Dice(seed))
    assert drawn is not None
    if drawn.formation is not None:
        # To the last digit, so that an answer may name the formation.
        nowhere = ((0.0, 0.0),) * count
        assert slots(drawn.formation, nowhere, radius, drawn.at, drawn.facing) == drawn.models
    for models in (
        place_group(Site(ground, zone, (count, radius, ORDINARY), LINK, blockers, aloof)),
        drawn.models,
    ):
        assert models is not None
        assert len(models) == count
        assert why_not_place(Site(ground, zone, (1, radius, ORDINARY), LINK, blockers, aloof), models) is None
        assert gap(models, radius, aloof[0][0], FOOT) >= 6.0 - 0.001
        assert all(y + radius <= 12.001 for _, y in models)


def test_random_places_differ():
    found = {
        sample_place(Site(OPEN_TABLE, SOUTH, (12, FOOT, ORDINARY), LINK), Dice(seed)) for seed in range(8)
    }
    assert len(found) > 4


def test_a_zone_beside_a_group_is_used_for_summoning():
    caller = (((24.0, 24.0),), FOOT)
    foe = (((24.0, 38.0),), FOOT, 6.0)
    models = place_group(
        Site(OPEN_TABLE, NearGroup(*caller, 12.0), (12, FOOT, ORDINARY), LINK, [caller], [foe])
    )
    assert models is not None
    assert all(hypot(x - 24.0, y - 24.0) - 1.0 <= 12.001 for x, y in models)
    assert all(hypot(x - 24.0, y - 38.0) - 1.0 >= 5.999 for x, y in models)


ZONES = (
    whole_table(OPEN_TABLE),
    SOUTH,
    near_any_edge(OPEN_TABLE, 9.0),
    Every((whole_table(OPEN_TABLE), NearPoint((24.0, 24.0), 12.0))),
    Every((whole_table(OPEN_TABLE), FarFromPoint((24.0, 24.0), 14.0))),
    Every((whole_table(OPEN_TABLE), HalfPlane(1.0, 1.0, 40.0))),
    Every((whole_table(OPEN_TABLE), NearGroup(block((20.0, 20.0)), FOOT, 8.0))),
    Some((Field(0.0, 0.0, 10.0, 10.0), NearPoint((40.0, 40.0), 3.0))),
)


@covers("CC-PUB-04")
@given(tables(), crowds(), st.integers(1, 12), st.sampled_from([0.5, 0.75, 1.0]), st.sampled_from(ZONES))
@settings(max_examples=60, deadline=None)
def test_whoever_surely_fits_is_found_a_place(ground, others, count, radius, zone):
    for going in (ORDINARY, PONDEROUS):
        aloof = [(block((10.0, 10.0)), FOOT, 6.0)]
        if surely_fits(Site(ground, zone, (count, radius, going), LINK, [(others, FOOT)], aloof)):
            found = place_group(Site(ground, zone, (count, radius, going), LINK, [(others, FOOT)], aloof))
            assert found is not None


@covers("CC-PUB-04")
@given(tables(), crowds(), st.integers(1, 12), st.floats(2.5, 9.0), st.booleans())
@settings(max_examples=60, deadline=None)
def test_whoever_has_a_place_is_found_one_and_nobody_else_is(ground, others, count, wide, is_near):
    near = Every((whole_table(ground), NearPoint((24.0, 24.0), wide)))
    strip = Some((near_edge(ground, "south", wide / 2), Field(20.0, 20.0, 20.0 + wide, 24.0)))
    zone, aloof = near if is_near else strip, [(block((10.0, 3.0)), FOOT, 6.0)]
    for radius in (0.5, 1.0):
        found = place_group(Site(ground, zone, (count, radius, ORDINARY), LINK, [(others, FOOT)], aloof))
        group = (count, radius, ORDINARY)
        assert has_place(Site(ground, zone, group, LINK, [(others, FOOT)], aloof)) == (found is not None)


@covers("CC-PUB-04")
def test_a_bare_table_has_room_for_sure_and_a_narrow_strip_has_not():
    assert surely_fits(Site(OPEN_TABLE, whole_table(OPEN_TABLE), (12, FOOT, ORDINARY), LINK))
    strip = Field(0.0, 0.0, 48.0, 1.5)
    assert not surely_fits(Site(OPEN_TABLE, strip, (12, FOOT, ORDINARY), LINK))
    assert place_group(Site(OPEN_TABLE, strip, (12, FOOT, ORDINARY), LINK)) is not None


@given(
    st.sampled_from(ZONES),
    st.tuples(st.floats(0.0, 48.0), st.floats(0.0, 48.0)),
    st.sampled_from([1.0, 2.0, 4.0, 14.0]),
    st.tuples(st.floats(-1.0, 1.0), st.floats(-1.0, 1.0)),
)
@settings(max_examples=200)
def test_a_zone_that_surrounds_a_large_base_holds_the_small_ones_in_it(zone, at, large, way):
    far = max(hypot(*way), 1.0)
    reach = large - FOOT
    x, y = at[0] + way[0] / far * reach, at[1] + way[1] / far * reach
    if zone.surrounds(*at, large):
        assert zone.holds(x, y, FOOT)
