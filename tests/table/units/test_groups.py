from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.kernel.testing import covers
from sandtable.table.units.groups import (
    box_gap,
    centroid,
    closest_pair,
    components,
    each_has_a_comrade,
    gap,
    gap_above,
    gap_below,
    group_box,
    in_contact,
    is_in_any,
    is_in_cohesion,
    is_on_table,
    is_one_body,
    is_point_below,
    is_within,
    models_in_contact,
    models_near,
    nearest,
    overlapping_pair,
    overlaps,
    point_gap,
)
from tests.table.tables import FOOT, LINK, OPEN_TABLE, crowds, hedge, points, table_with, wood


@covers("CC-GEO-03")
def test_two_foot_models_four_inches_apart_have_a_gap_of_three():
    assert gap(((0.0, 0.0),), FOOT, ((4.0, 0.0),), FOOT) == pytest.approx(3.0)


@covers("CC-GEO-03", "CC-GEN-02")
def test_groups_are_as_far_apart_as_their_nearest_models():
    a = ((0.0, 0.0), (2.0, 0.0))
    b = ((10.0, 0.0), (7.0, 0.0))
    assert gap(a, FOOT, b, 0.75) == pytest.approx(3.75)
    assert closest_pair(a, b) == (1, 1, 5.0)


@covers("CC-GEO-03")
def test_a_gap_is_never_below_nothing():
    assert gap(((0.0, 0.0),), FOOT, ((0.2, 0.0),), FOOT) == 0.0


@covers("CC-GEO-04")
def test_bases_touch_up_to_a_twentieth_of_an_inch():
    assert in_contact(((0.0, 0.0),), FOOT, ((1.05, 0.0),), FOOT)
    assert not in_contact(((0.0, 0.0),), FOOT, ((1.06, 0.0),), FOOT)
    assert models_in_contact(((0.0, 0.0), (5.0, 0.0)), FOOT, ((1.05, 0.0),), FOOT) == (0,)


@covers("CC-GEO-04")
def test_bases_overlap_beyond_a_hundredth_of_an_inch():
    assert overlaps(((0.0, 0.0),), FOOT, ((0.985, 0.0),), FOOT)
    assert not overlaps(((0.0, 0.0),), FOOT, ((0.991, 0.0),), FOOT)
    assert overlapping_pair(((0.0, 0.0), (5.0, 0.0), (5.5, 0.0)), FOOT) == (1, 2)
    assert overlapping_pair(((0.0, 0.0), (1.0, 0.0)), FOOT) is None


@covers("CC-GEO-08", "CC-MOV-04")
def test_links_of_three_inches_make_a_group_one():
    chain = tuple((4.0 * i, 0.0) for i in range(5))
    assert is_in_cohesion(chain, FOOT, LINK)
    assert not is_in_cohesion((*chain, (20.1, 0.0)), FOOT, LINK)


@covers("CC-GEO-08", "CC-MOV-04")
def test_two_pairs_far_apart_are_linked_literally_but_not_as_one():
    pairs = ((0.0, 0.0), (1.0, 0.0), (20.0, 0.0), (21.0, 0.0))
    assert not is_in_cohesion(pairs, FOOT, LINK)
    assert each_has_a_comrade(pairs, FOOT, LINK)
    assert not each_has_a_comrade((*pairs, (40.0, 0.0)), FOOT, LINK)


@covers("CC-MOV-04")
def test_one_model_is_always_in_cohesion():
    assert is_in_cohesion(((5.0, 5.0),), FOOT, LINK)
    assert each_has_a_comrade(((5.0, 5.0),), FOOT, LINK)


@covers("CC-GEO-09")
def test_the_largest_part_of_a_broken_group_comes_first():
    models = ((30.0, 0.0), (0.0, 0.0), (1.0, 0.0), (2.0, 0.0))
    assert components(models, FOOT, LINK) == [[1, 2, 3], [0]]


@covers("CC-PTR-01")
def test_a_body_is_joined_by_touching_bases():
    assert is_one_body(((0.0, 0.0), (1.0, 0.0), (1.0, 1.04)), FOOT)
    assert not is_one_body(((0.0, 0.0), (1.0, 0.0), (1.0, 1.06)), FOOT)


@covers("CC-GEO-25")
def test_a_model_is_in_an_area_when_its_centre_is_inside_or_on_the_border():
    ground = table_with(wood())
    (area,) = ground.areas
    models = ((20.0, 24.0), (19.9, 24.0), (24.0, 24.0))
    assert [area.holds(x, y) for x, y in models] == [True, False, True]
    assert is_in_any(ground.difficult, models)
    assert not is_in_any(ground.difficult, ((19.9, 24.0),))
    assert not is_in_any((), models)


@covers("CC-GEO-31", "CC-TER-05")
def test_a_base_centred_three_and_a_half_inches_from_a_wall_is_three_from_it():
    ground = table_with(hedge())
    assert models_near(ground.obstacles, ((24.0, 27.75), (24.0, 27.76)), FOOT, 3.0) == (0,)


@covers("CC-GEO-31")
def test_a_point_is_measured_from_the_rim():
    assert point_gap(((0.0, 0.0), (3.0, 0.0)), FOOT, (6.0, 0.0)) == pytest.approx(2.5)


@covers("CC-GEO-21", "CC-MOV-07")
def test_a_base_may_hang_over_the_edge_by_a_hundredth_at_most():
    assert is_on_table(OPEN_TABLE, ((0.49, 5.0),), FOOT)
    assert not is_on_table(OPEN_TABLE, ((0.489, 5.0),), FOOT)
    assert not is_on_table(OPEN_TABLE, ((5.0, 47.6),), FOOT)


def test_the_middle_of_a_group_is_the_mean_of_its_models():
    assert centroid(((0.0, 0.0), (2.0, 0.0), (4.0, 6.0))) == pytest.approx((2.0, 2.0))


@settings(max_examples=60, deadline=None)
@given(crowds(), crowds())
def test_the_gap_is_the_same_both_ways_and_no_less_than_the_gap_of_the_boxes(a, b):
    there, back = gap(a, FOOT, b, 0.75), gap(b, 0.75, a, FOOT)
    assert there == pytest.approx(back)
    assert there >= box_gap(group_box(a), group_box(b)) - FOOT - 0.75 - 1e-9
    assert is_within(a, FOOT, b, 0.75, there)
    assert not gap_below(a, FOOT, b, 0.75, there - 0.01) or there == 0.0


@settings(max_examples=60, deadline=None)
@given(crowds(1), crowds(1), crowds(1))
def test_a_detour_is_never_shorter(a, b, c):
    around = closest_pair(a, b)[2] + closest_pair(b, c)[2]
    assert closest_pair(a, c)[2] <= around + 1e-9


@given(crowds(), crowds(), st.floats(0.0, 40.0))
@settings(max_examples=60, deadline=None)
def test_a_gap_is_above_a_limit_if_measuring_says_so(a, b, limit):
    assert gap_above(a, FOOT, b, 0.75, limit) == (gap(a, FOOT, b, 0.75) > limit)
    exact = gap(a, FOOT, b, 0.75)
    assert not gap_above(a, FOOT, b, 0.75, exact)


@given(crowds(), st.lists(crowds(), min_size=1, max_size=5))
@settings(max_examples=60, deadline=None)
def test_the_nearest_group_is_the_one_that_measuring_all_finds(models, others):
    gaps = [gap(models, FOOT, one, 0.75) for one in others]
    assert nearest(models, FOOT, [(one, 0.75) for one in others]) == gaps.index(min(gaps))


@given(crowds(), st.tuples(st.floats(0.0, 48.0), st.floats(0.0, 48.0)), st.floats(0.0, 6.0))
@settings(max_examples=60, deadline=None)
def test_a_point_is_close_to_a_group_if_measuring_says_so(models, at, limit):
    assert is_point_below(models, FOOT, at, limit) == (point_gap(models, FOOT, at) < limit)


@given(st.lists(points(10.0, 26.0), min_size=1, max_size=10).map(tuple))
@settings(deadline=None)
def test_a_group_is_in_cohesion_if_its_links_leave_it_in_one_part(models):
    assert is_in_cohesion(models, FOOT, LINK) == (len(components(models, FOOT, LINK)) == 1)
