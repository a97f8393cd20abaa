from __future__ import annotations

import numpy
import pytest
from hypothesis import given, settings

from sandtable.kernel.testing import covers
from sandtable.table.lines import (
    crossed_lines,
    obscured_by,
    obscured_lines,
)
from sandtable.table.scene import read_scene
from sandtable.table.terrain import Piece, box_outline
from sandtable.table.units.cover import cover, nearest_of
from sandtable.table.units.sight import look, sees
from tests.table.tables import FOOT, OPEN_TABLE, crowds, hedge, points, table_with, tables, wood

DEPTH = 3.0
WOODED = table_with(wood())


def seen(ground, a, b, *third):
    return look(ground, a, b, third, DEPTH)


@covers("CC-GEO-22")
def test_a_third_base_on_the_line_hides_and_is_named():
    found = seen(OPEN_TABLE, ((5.0, 5.0),), ((15.0, 5.0),), (((2.0, 2.0),), FOOT), (((10.0, 5.2),), FOOT))
    assert not found
    assert (found.blocked_by, found.name) == ("base", "1")


@covers("CC-GEO-22")
def test_a_line_that_touches_a_rim_is_clear():
    assert seen(OPEN_TABLE, ((5.0, 5.0),), ((15.0, 5.0),), (((10.0, 5.5),), FOOT))
    assert not seen(OPEN_TABLE, ((5.0, 5.0),), ((15.0, 5.0),), (((10.0, 5.498),), FOOT))


@covers("CC-GEO-22")
def test_one_clear_line_between_any_two_models_is_enough():
    found = seen(OPEN_TABLE, ((5.0, 5.0), (5.0, 9.0)), ((15.0, 5.0),), (((10.0, 5.0),), FOOT))
    assert found
    assert (found.viewer, found.target) == (1, 0)


@covers("CC-TER-07", "CC-GEO-23")
def test_nobody_sees_past_obscuring_ground():
    found = seen(WOODED, ((24.0, 10.0),), ((24.0, 40.0),))
    assert (found.is_clear, found.blocked_by, found.name) == (False, "obscuring", "wood")


@covers("CC-TER-07", "CC-GEO-23")
@pytest.mark.parametrize(("deep", "is_seen"), [(3.0, True), (3.01, False)])
def test_sight_reaches_three_inches_into_and_out_of_a_wood(deep, is_seen):
    outside, inside = ((24.0, 10.0),), ((24.0, 20.0 + deep),)
    assert seen(WOODED, outside, inside).is_clear is is_seen
    assert seen(WOODED, inside, outside).is_clear is is_seen


@covers("CC-GEO-23")
@pytest.mark.parametrize(("apart", "is_seen"), [(3.0, True), (3.1, False)])
def test_within_one_wood_the_part_between_both_counts(apart, is_seen):
    assert seen(WOODED, ((22.0, 24.0),), ((22.0 + apart, 24.0),)).is_clear is is_seen


@covers("CC-GEO-23")
def test_from_one_wood_into_another_each_is_measured_for_itself():
    two = table_with(
        Piece("a", "wood", box_outline(10.0, 10.0, 14.0, 14.0), 0.0, ("obscuring",)),
        Piece("b", "wood", box_outline(20.0, 10.0, 24.0, 14.0), 0.0, ("obscuring",)),
    )
    assert seen(two, ((11.5, 12.0),), ((22.5, 12.0),))
    assert not seen(two, ((11.5, 12.0),), ((23.5, 12.0),))


@covers("CC-GEO-22")
@pytest.mark.parametrize("y", [20.0, 28.0, 19.999])
def test_a_line_along_the_border_of_a_wood_is_clear(y):
    assert seen(WOODED, ((10.0, y),), ((40.0, y),))


@covers("CC-TGN-05")
def test_models_on_a_hill_see_and_are_seen_over_groups_but_not_over_terrain():
    hill = Piece("hill", "hill", box_outline(2.0, 2.0, 8.0, 8.0), 0.0, ("hill",))
    ground = table_with(hill, wood())
    crowd = (((12.0, 5.0),), FOOT)
    assert seen(ground, ((5.0, 5.0),), ((20.0, 5.0),), crowd)
    assert seen(ground, ((20.0, 5.0),), ((5.0, 5.0),), crowd)
    assert not seen(ground, ((9.0, 5.0),), ((20.0, 5.0),), crowd)
    assert not seen(ground, ((5.0, 5.0),), ((40.0, 40.0),))


@covers("CC-TGN-05")
@pytest.mark.parametrize("aside", [(5.0, 8.5), (5.0, 1.5)])
def test_what_is_seen_without_the_hills_can_be_asked(aside):
    ground = table_with(Piece("hill", "hill", box_outline(2.0, 2.0, 8.0, 8.0), 0.0, ("hill",)))
    crowd, target = [(((12.0, 5.0),), FOOT)], ((20.0, 5.0),)
    assert look(ground, ((7.0, 5.0),), target, crowd, DEPTH).is_clear
    assert not look(ground, ((7.0, 5.0),), target, crowd, DEPTH, ()).is_clear
    assert look(ground, ((7.0, 5.0), aside), target, crowd, DEPTH, ()).viewer == 1


def test_what_was_seen_is_remembered_by_place_and_not_mixed_up():
    a, b = ((5.0, 5.0),), ((15.0, 5.0),)
    between = [(((10.0, 5.0),), FOOT)]
    assert sees(OPEN_TABLE, a, b, (), DEPTH)
    assert not sees(OPEN_TABLE, a, b, between, DEPTH)
    assert sees(OPEN_TABLE, a, b, (), DEPTH)


@settings(max_examples=60, deadline=None)
@given(tables(), crowds(6), crowds(6), crowds(6))
def test_sight_is_the_same_both_ways(ground, a, b, third):
    assert seen(ground, a, b, (third, FOOT)).is_clear == seen(ground, b, a, (third, FOOT)).is_clear


@settings(max_examples=60, deadline=None)
@given(tables(), crowds(), crowds(), crowds())
def test_the_line_that_is_said_to_be_clear_is_clear(ground, a, b, third):
    found = seen(ground, a, b, (third, FOOT))
    alone = seen(ground, (a[found.viewer],), (b[found.target],), (third, FOOT))
    assert alone.is_clear == found.is_clear
    if not found:
        assert not any(seen(ground, (x,), (y,), (third, FOOT)) for x in a for y in b)


@settings(max_examples=60, deadline=None)
@given(tables(), points(), points())
def test_many_lines_at_once_are_judged_as_one_by_one(ground, a, b):
    hidden = obscured_lines(ground, numpy.array([a, b]), numpy.array([b, a]), DEPTH)
    alone = obscured_by(a, b, ground.obscuring, DEPTH) is not None
    assert hidden.tolist() == [alone, alone]


def test_many_lines_at_once_know_areas_that_are_not_convex():
    bend = ((10.0, 10.0), (20.0, 10.0), (20.0, 12.0), (12.0, 12.0), (12.0, 20.0), (10.0, 20.0))
    ground = table_with(Piece("bend", "wood", bend, 0.0, ("obscuring",)))
    starts = numpy.array([(5.0, 15.0), (15.0, 15.0), (5.0, 25.0)])
    ends = numpy.array([(15.0, 15.0), (25.0, 25.0), (30.0, 25.0)])
    assert obscured_lines(ground, starts, ends, DEPTH).tolist() == [True, False, False]


def test_many_lines_at_once_cross_bases_but_not_rims():
    starts, ends = numpy.array([(5.0, 5.0)]), numpy.array([(15.0, 5.0)])
    discs = numpy.array([(10.0, 5.2, 0.5), (10.0, 5.5, 0.5), (16.0, 5.0, 0.5)])
    assert crossed_lines(starts, ends, discs).tolist() == [[True, False, False]]


@covers("CC-GEO-24", "CC-TER-06")
def test_a_model_behind_a_near_obstacle_is_in_cover():
    ground = table_with(hedge())
    found = cover(ground, ((24.0, 10.0),), ((24.0, 27.75), (24.0, 27.76)), FOOT, 3.0)
    assert found.models == (0,)
    assert found.pieces == ("hedge",)
    assert found.has_share(0.5)


@covers("CC-GEO-24")
def test_an_obstacle_on_the_same_side_as_both_does_not_protect():
    ground = table_with(hedge())
    assert cover(ground, ((24.0, 40.0),), ((24.0, 26.0),), FOOT, 3.0).models == ()


@covers("CC-GEO-24")
def test_less_than_half_of_the_models_in_cover_is_not_enough():
    ground = table_with(hedge())
    attackers = ((24.0, 10.0),)
    one_of_three = cover(ground, attackers, ((24.0, 26.0), (24.0, 30.0), (24.0, 31.0)), FOOT, 3.0)
    assert (one_of_three.models, one_of_three.has_share(0.5)) == ((0,), False)
    two_of_four = cover(
        ground, attackers, ((24.0, 26.0), (25.0, 26.0), (24.0, 30.0), (24.0, 31.0)), FOOT, 3.0
    )
    assert two_of_four.has_share(0.5)


@covers("CC-GEO-24", "CC-TER-09")
def test_a_cover_area_protects_against_attackers_outside_it():
    scene = read_scene(
        """
        . . : : : .
        a . : b : .
        . . : : : .
        """,
        under={"b": ":"},
    )
    b = scene.groups["b"]
    assert cover(scene.ground, scene.groups["a"], b, FOOT, 3.0).pieces == ("ruins-1",)
    assert not cover(scene.ground, ((2.5, 0.5),), b, FOOT, 3.0).models


@covers("CC-GEO-24")
def test_the_nearest_attacker_draws_the_line_and_of_equals_the_first():
    assert nearest_of(((0.0, 4.0), (3.0, 0.0), (0.0, 3.0)), (0.0, 0.0)) == (3.0, 0.0)
    ground = table_with(hedge())
    behind, beside = (24.0, 20.0), (24.0, 29.5)
    assert not cover(ground, (behind, beside), ((24.0, 27.0),), FOOT, 3.0).models
    assert cover(ground, (behind,), ((24.0, 27.0),), FOOT, 3.0).models


@covers("CC-GEO-24", "CC-GEO-28")
def test_models_on_the_two_sides_of_a_hedge_are_both_in_cover():
    ground = table_with(hedge())
    south, north = ((24.0, 23.25),), ((24.0, 24.75),)
    assert cover(ground, south, north, FOOT, 3.0).models
    assert cover(ground, north, south, FOOT, 3.0).models
