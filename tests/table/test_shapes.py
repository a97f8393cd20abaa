from __future__ import annotations

from math import hypot, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import LineString, Polygon
from shapely.geometry import Point as ShapelyPoint

from sandtable.table.measure import at_least, within
from sandtable.table.shapes import (
    edges_of,
    first_touch,
    first_touch_of_disc,
    is_inside,
    merged,
    outline_distance,
    outlines_distance,
    segment_outline_distance,
    segment_point_distance,
    segments_distance,
    spans_inside,
    spans_strictly_inside,
)
from tests.table.tables import points

SQUARE = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))
BAY = ((0.0, 0.0), (6.0, 0.0), (6.0, 4.0), (4.0, 4.0), (4.0, 1.0), (2.0, 1.0), (2.0, 4.0), (0.0, 4.0))


def test_a_distance_equal_to_the_limit_is_within_it_and_at_least_it():
    assert within(3.0009, 3.0)
    assert not within(3.0011, 3.0)
    assert at_least(2.9991, 3.0)
    assert not at_least(2.9989, 3.0)


@pytest.mark.parametrize("place", [(2.0, 2.0), (0.0, 0.0), (4.0, 2.0), (2.0, 4.0)])
def test_the_inside_and_the_border_of_a_polygon_are_in_it(place):
    assert is_inside(place[0], place[1], edges_of(SQUARE))


@pytest.mark.parametrize("place", [(4.001, 2.0), (-0.001, 0.0), (3.0, 1.5), (3.0, 4.0)])
def test_what_lies_beyond_the_border_or_in_a_bay_is_not_in_the_polygon(place):
    assert not is_inside(place[0], place[1], edges_of(BAY if place[0] == 3.0 else SQUARE))


def test_a_line_through_a_bay_is_inside_twice():
    spans = spans_inside((-1.0, 3.0), (7.0, 3.0), edges_of(BAY))
    assert spans == [pytest.approx((1 / 8, 3 / 8)), pytest.approx((5 / 8, 7 / 8))]


def test_a_line_along_the_border_is_inside_but_not_strictly():
    assert spans_inside((-1.0, 4.0), (5.0, 4.0), edges_of(SQUARE)) == [pytest.approx((1 / 6, 5 / 6))]
    assert spans_strictly_inside((-1.0, 4.0), (5.0, 4.0), edges_of(SQUARE), 1e-6) == []


def test_a_line_that_only_touches_a_corner_is_not_strictly_inside():
    assert spans_strictly_inside((-1.0, 1.0), (1.0, -1.0), edges_of(SQUARE), 1e-6) == []


def test_a_moving_disc_first_touches_a_side_at_its_radius():
    share = first_touch((2.0, 10.0), (2.0, 0.0), 0.5, edges_of(SQUARE))
    assert share == pytest.approx(0.55)


def test_a_moving_disc_first_touches_a_corner_at_its_radius():
    share = first_touch((10.0, 10.0), (0.0, 0.0), 0.5, edges_of(SQUARE))
    assert share is not None
    at = 10.0 - 10.0 * share
    assert hypot(at - 4.0, at - 4.0) == pytest.approx(0.5)


def test_a_disc_that_passes_by_never_touches():
    assert first_touch((5.0, 10.0), (5.0, -10.0), 0.999, edges_of(SQUARE)) is None
    assert first_touch_of_disc((0.0, 0.0), (10.0, 0.0), (5.0, 1.0), 0.999) is None


def test_spans_that_overlap_are_counted_once():
    assert merged([(0.5, 0.7), (0.1, 0.3), (0.2, 0.6)]) == [(0.1, 0.7)]


def test_crossing_segments_are_no_distance_apart():
    assert segments_distance((0.0, 0.0), (4.0, 4.0), (0.0, 4.0), (4.0, 0.0)) == 0.0
    assert segments_distance((0.0, 0.0), (4.0, 0.0), (5.0, 1.0), (5.0, 9.0)) == pytest.approx(sqrt(2.0))


def test_outlines_one_inside_the_other_are_no_distance_apart():
    inner = ((1.0, 1.0), (2.0, 1.0), (2.0, 2.0))
    assert outlines_distance(edges_of(SQUARE), edges_of(inner)) == 0.0
    far = ((7.0, 8.0), (9.0, 8.0), (9.0, 9.0))
    assert outlines_distance(edges_of(SQUARE), edges_of(far)) == pytest.approx(5.0)


polygons = (
    st.lists(points(0.0, 20.0), min_size=3, max_size=7)
    .map(tuple)
    .filter(lambda outline: Polygon(outline).is_valid and Polygon(outline).area > 0.5)
)


@settings(max_examples=80, deadline=None)
@given(polygons, points(0.0, 20.0), points(0.0, 20.0))
def test_distances_and_spans_agree_with_shapely(outline, a, b):
    edges, polygon = edges_of(outline), Polygon(outline)
    assert outline_distance(a[0], a[1], edges) == pytest.approx(polygon.distance(ShapelyPoint(a)), abs=1e-6)
    line = LineString([a, b])
    if line.length < 1e-3:
        return
    assert segment_outline_distance(a, b, edges) == pytest.approx(polygon.distance(line), abs=1e-6)
    inside = sum(end - start for start, end in spans_inside(a, b, edges)) * line.length
    assert inside == pytest.approx(polygon.intersection(line).length, abs=1e-5)


@settings(max_examples=80, deadline=None)
@given(polygons, points(0.0, 20.0), points(0.0, 20.0), st.floats(0.1, 2.0))
def test_the_first_touch_is_at_the_reach_and_nothing_before_it_is_nearer(outline, a, b, reach):
    edges = edges_of(outline)
    share = first_touch(a, b, reach, edges)
    if share is None:
        assert segment_outline_distance(a, b, edges) >= reach - 1e-6
        return
    at = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
    assert outline_distance(*at, edges) <= reach + 1e-6
    assert share == 0.0 or segment_outline_distance(a, at, edges) >= reach - 1e-6


@settings(max_examples=60, deadline=None)
@given(points(), points(), points())
def test_a_point_is_never_nearer_to_an_end_than_to_the_segment(a, b, p):
    assert (
        segment_point_distance(a, b, p)
        <= min(hypot(a[0] - p[0], a[1] - p[1]), hypot(b[0] - p[0], b[1] - p[1])) + 1e-9
    )
