from __future__ import annotations

from itertools import permutations
from math import hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.kernel.testing import covers
from sandtable.table.units.assignment import best_assignment, least_largest_cost
from sandtable.table.units.formations import Formation, Plan, plan_move, same_shape, slots
from sandtable.table.units.groups import (
    centroid,
    gap,
    is_in_cohesion,
    is_on_table,
    is_one_body,
    overlapping_pair,
    overlaps,
)
from sandtable.table.units.paths import Blocked, Mover, check_paths
from tests.table.tables import (
    FOOT,
    LINK,
    OPEN_TABLE,
    ORDINARY,
    block,
    lake,
    points,
    situations,
    table_with,
    wood,
)

SHAPES = [one for one in Formation if one is not Formation.AS_THEY_STAND]


@covers("CC-GEO-07")
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 7, 12, 24])
@pytest.mark.parametrize("formation", SHAPES)
def test_every_formation_is_one_group_about_its_anchor_without_overlap(formation, count):
    places = slots(formation, ((0.0, 0.0),) * count, FOOT, (24.0, 24.0), (1.0, 2.0))
    assert len(places) == count
    assert overlapping_pair(places, FOOT) is None
    assert is_in_cohesion(places, FOOT, LINK)
    assert hypot(centroid(places)[0] - 24.0, centroid(places)[1] - 24.0) < 2.0


@covers("CC-GEO-07", "CC-PTR-01")
@pytest.mark.parametrize("count", [1, 2, 3, 5, 6, 9, 12, 24])
@pytest.mark.parametrize("radius", [0.375, 0.5, 1.25])
def test_close_order_is_one_touching_body(count, radius):
    places = slots(Formation.CLOSE, ((0.0, 0.0),) * count, radius, (24.0, 24.0), (0.3, -1.0))
    assert is_one_body(places, radius)
    assert overlapping_pair(places, radius) is None


@covers("CC-GEO-07")
def test_neighbours_in_open_order_stand_half_an_inch_apart():
    line = slots(Formation.LINE, ((0.0, 0.0),) * 6, FOOT, (24.0, 24.0), (0.0, 1.0))
    assert [y for _, y in line] == [24.0] * 6
    assert gap(line[:1], FOOT, line[1:2], FOOT) == pytest.approx(0.5)
    ring = slots(Formation.RING, ((0.0, 0.0),) * 6, FOOT, (24.0, 24.0), (0.0, 1.0))
    assert gap(ring[:1], FOOT, ring[1:2], FOOT) == pytest.approx(0.5)


@covers("CC-GEO-07")
def test_a_block_has_ranks_of_four_and_a_column_is_two_wide():
    ranks = slots(Formation.BLOCK, ((0.0, 0.0),) * 12, FOOT, (24.0, 24.0), (0.0, 1.0))
    assert sorted({round(y, 6) for _, y in ranks}) == [22.5, 24.0, 25.5]
    files = slots(Formation.COLUMN, ((0.0, 0.0),) * 12, FOOT, (24.0, 24.0), (0.0, 1.0))
    assert len({round(x, 6) for x, _ in files}) == 2


def test_a_group_that_moves_as_it_stands_keeps_its_shape():
    group = ((10.0, 10.0), (13.0, 10.0), (10.0, 14.0))
    places = slots(Formation.AS_THEY_STAND, group, FOOT, (21.0, 11.0 + 1.0 / 3.0), (1.0, 0.0))
    assert places == tuple((x + 10.0, y) for x, y in group)


def test_the_same_shape_is_known_in_any_order_of_models():
    group = block((24.0, 24.0))
    shuffled = tuple((x + 3.0, y + 4.0) for x, y in (*group[5:], *group[:5]))
    chosen = same_shape(group, shuffled)
    assert chosen is not None
    assert all(
        shuffled[place] == pytest.approx((x + 3.0, y + 4.0))
        for place, (x, y) in zip(chosen, group, strict=True)
    )
    assert same_shape(group, (*shuffled[:-1], (1.0, 1.0))) is None


costs = st.integers(2, 5).flatmap(
    lambda count: st.lists(
        st.lists(st.floats(0.0, 20.0), min_size=count, max_size=count), min_size=count, max_size=count
    )
)


@settings(max_examples=80, deadline=None)
@given(costs)
@covers("CC-GEO-07")
def test_the_assignment_has_the_least_largest_cost_and_then_the_least_total(matrix):
    chosen = best_assignment(matrix)
    ways = [[matrix[i][j] for i, j in enumerate(way)] for way in permutations(range(len(matrix)))]
    best = min(max(way) for way in ways)
    assert sorted(chosen) == list(range(len(matrix)))
    mine = [matrix[i][j] for i, j in enumerate(chosen)]
    assert max(mine) == pytest.approx(best)
    assert least_largest_cost(matrix) == pytest.approx(best)
    assert sum(mine) == pytest.approx(min(sum(way) for way in ways if max(way) <= best + 1e-9))


@covers("CC-GEO-07")
def test_a_move_is_planned_so_that_the_longest_path_is_short():
    group = ((10.0, 10.0), (12.0, 10.0))
    plan = plan_move(Mover(OPEN_TABLE, group, FOOT, ORDINARY, ()), ((14.0, 10.0), (12.0, 10.0)), 6.0)
    assert isinstance(plan, Plan)
    assert plan.ends == ((12.0, 10.0), (14.0, 10.0))
    assert plan.cost == pytest.approx(2.0)


@covers("CC-GEO-07")
def test_a_place_that_nobody_can_reach_refuses_the_order():
    group = block((24.0, 10.0))
    far = plan_move(Mover(OPEN_TABLE, group, FOOT, ORDINARY, ()), block((24.0, 16.5)), 6.0)
    assert isinstance(far, Blocked)
    assert far.what == "distance"
    wet = plan_move(Mover(table_with(lake()), group, FOOT, ORDINARY, ()), block((24.0, 20.0)), 14.0)
    assert isinstance(wet, Blocked)
    assert (wet.what, wet.name) == ("impassable", "lake")
    others = [(block((24.0, 16.0)), FOOT)]
    held = plan_move(Mover(OPEN_TABLE, group, FOOT, ORDINARY, others), block((24.0, 14.0)), 6.0)
    assert isinstance(held, Blocked)
    assert held.what == "base"
    crowded = plan_move(
        Mover(OPEN_TABLE, ((10.0, 10.0), (12.0, 10.0)), FOOT, ORDINARY, ()), ((9.0, 9.0), (9.5, 9.0)), 6.0
    )
    assert isinstance(crowded, Blocked)
    assert crowded.what == "comrade"


@covers("CC-TER-01", "CC-GEO-07")
def test_a_plan_counts_what_the_wood_costs():
    ground = table_with(wood())
    plan = plan_move(
        Mover(ground, ((24.0, 18.0), (26.0, 18.0)), FOOT, ORDINARY, ()), ((24.0, 22.0), (26.0, 22.0)), 6.0
    )
    assert isinstance(plan, Plan)
    assert plan.cost == pytest.approx(6.0)


def test_models_go_round_what_stands_in_their_way():
    post = [(((24.0, 24.0),), FOOT)]
    plan = plan_move(Mover(OPEN_TABLE, ((24.0, 22.0),), FOOT, ORDINARY, post), ((24.0, 26.0),), 6.0)
    assert isinstance(plan, Plan)
    assert len(plan.paths[0]) > 2
    assert plan.cost > 4.0


@settings(max_examples=60, deadline=None)
@given(situations(3), points(-6.0, 6.0), st.sampled_from(list(Formation)), st.floats(4.0, 14.0))
def test_every_plan_is_legal(situation, vector, formation, limit):
    ground, ((group, radius), *blockers) = situation.ground, situation.groups
    middle = centroid(group)
    anchor = (middle[0] + vector[0], middle[1] + vector[1])
    places = slots(formation, group, radius, anchor, (1.0, 1.0))
    plan = plan_move(Mover(ground, group, radius, ORDINARY, blockers), places, limit)
    if isinstance(plan, Blocked):
        return
    assert check_paths(Mover(ground, (), radius, ORDINARY, blockers), plan.paths, limit) is None
    assert sorted(plan.ends) == sorted(places)
    assert plan.cost <= limit + 0.001
    assert overlapping_pair(plan.ends, radius) is None
    assert not any(overlaps(plan.ends, radius, *body) for body in blockers)
    assert is_on_table(ground, plan.ends, radius)
