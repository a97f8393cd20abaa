from __future__ import annotations

from math import hypot, inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.kernel.testing import covers
from sandtable.table.lines import is_beyond
from sandtable.table.shapes import box_of
from sandtable.table.terrain import Piece, box_outline
from sandtable.table.units.going import Going, path_cost, path_length
from sandtable.table.units.groups import gap
from sandtable.table.units.lanes import can_translate, stopped_in
from sandtable.table.units.paths import (
    Mover,
    Surroundings,
    check_paths,
    check_place,
    check_translation,
    goes_alike,
)
from sandtable.table.units.planner import find_path
from sandtable.table.units.reach import reachable
from tests.table.tables import (
    ENTANGLED,
    FOOT,
    FREE,
    NIMBLE,
    OPEN_TABLE,
    ORDINARY,
    PONDEROUS,
    block,
    crowds,
    hedge,
    lake,
    points,
    table_with,
    tables,
    wood,
)

WOODED = table_with(wood())


@covers("CC-TER-01", "CC-TER-02")
def test_eight_inches_reach_two_and_a_half_into_a_wood_three_away():
    path = ((24.0, 17.0), (24.0, 22.5))
    assert path_cost(WOODED, path, ORDINARY) == pytest.approx(8.0)
    assert check_paths(Mover(WOODED, (), FOOT, ORDINARY, ()), (path,), 8.0) is None
    farther = ((24.0, 17.0), (24.0, 22.51))
    fault = check_paths(Mover(WOODED, (), FOOT, ORDINARY, ()), (farther,), 8.0)
    assert fault is not None
    assert fault.what == "distance"


@covers("CC-GEO-05", "CC-PTR-10", "CC-SPL-15")
def test_each_mover_takes_difficult_ground_in_its_way():
    path = ((24.0, 16.0), (24.0, 24.0))
    assert path_cost(WOODED, path, NIMBLE) == pytest.approx(8.0)
    assert path_cost(WOODED, path, FREE) == pytest.approx(8.0)
    assert path_cost(WOODED, path, ENTANGLED) == pytest.approx(16.0)
    assert path_cost(WOODED, path, PONDEROUS) == inf
    assert path_cost(WOODED, (path[0], path[0]), Going(inf, inf)) == 0.0


@covers("CC-TER-10")
def test_ground_that_is_difficult_twice_costs_twice_not_thrice():
    marsh = Piece("marsh", "marsh", box_outline(18.0, 22.0, 30.0, 30.0), 0.0, ("difficult",))
    ground = table_with(wood(), marsh)
    assert path_cost(ground, ((24.0, 16.0), (24.0, 34.0)), ORDINARY) == pytest.approx(8.0 + 2 * 10.0)


@covers("CC-TER-08", "CC-GEO-29", "CC-GEO-05")
def test_no_part_of_a_base_enters_impassable_ground():
    ground = table_with(lake())
    assert check_paths(Mover(ground, (), FOOT, ORDINARY), (((19.5, 10.0), (19.5, 40.0)),)) is None
    fault = check_paths(Mover(ground, (), FOOT, ORDINARY), (((19.6, 10.0), (19.6, 40.0)),))
    assert fault is not None
    assert (fault.what, fault.name) == ("impassable", "lake")


@covers("CC-PTR-11", "CC-GEO-29")
def test_for_a_ponderous_mover_difficult_ground_is_impassable_for_the_whole_base():
    assert check_paths(Mover(WOODED, (), FOOT, ORDINARY), (((19.6, 10.0), (19.6, 40.0)),)) is None
    fault = check_paths(Mover(WOODED, (), FOOT, PONDEROUS), (((19.6, 10.0), (19.6, 40.0)),))
    assert fault is not None
    assert (fault.what, fault.name) == ("impassable", "wood")


@covers("CC-MOV-03", "CC-GEO-05")
def test_a_base_in_the_way_blocks():
    foe = (((24.0, 20.0),), FOOT)
    fault = check_paths(Mover(OPEN_TABLE, (), FOOT, ORDINARY, [foe]), (((24.0, 10.0), (24.0, 30.0)),))
    assert fault is not None
    assert (fault.what, fault.at) == ("base", (24.0, 20.0))
    assert check_paths(Mover(OPEN_TABLE, (), FOOT, ORDINARY, [foe]), (((25.0, 10.0), (25.0, 30.0)),)) is None
    assert (
        check_paths(Mover(OPEN_TABLE, (), FOOT, ORDINARY, [foe]), (((24.98, 10.0), (24.98, 30.0)),))
        is not None
    )


def test_bases_that_touch_or_overlap_may_move_apart_but_not_through():
    foe = (((24.0, 20.0),), FOOT)
    assert check_paths(Mover(OPEN_TABLE, (), FOOT, ORDINARY, [foe]), (((24.0, 19.05), (24.0, 10.0)),)) is None
    assert check_paths(Mover(OPEN_TABLE, (), FOOT, ORDINARY, [foe]), (((24.0, 19.5), (20.0, 15.0)),)) is None
    assert (
        check_paths(Mover(OPEN_TABLE, (), FOOT, ORDINARY, [foe]), (((24.0, 19.5), (24.0, 30.0)),)) is not None
    )


@covers("CC-MOV-07")
def test_the_whole_base_stays_on_the_table():
    fault = check_paths(Mover(OPEN_TABLE, (), FOOT, ORDINARY), (((5.0, 5.0), (0.4, 5.0)),))
    assert fault is not None
    assert fault.what == "table edge"
    round_the_corner = ((5.0, 5.0), (0.4, 5.0), (5.0, 8.0))
    assert check_paths(Mover(WOODED, (), FOOT, ORDINARY), (round_the_corner,)) is not None


@covers("CC-TER-03", "CC-GEO-05", "CC-GEO-32")
def test_a_path_ends_where_the_base_first_touches_an_obstacle():
    ground = table_with(hedge())
    through = ((24.0, 20.0), (24.0, 30.0))
    fault = check_paths(Mover(ground, (), FOOT, ORDINARY), (through,))
    assert fault is not None
    assert (fault.what, fault.name) == ("obstacle", "hedge")
    assert fault.at == pytest.approx((24.0, 23.25), abs=0.01)
    stopped = stopped_in(Surroundings(ground, box_of(through), FOOT, ORDINARY), through)
    assert stopped[-1] == pytest.approx((24.0, 23.25))
    assert check_paths(Mover(ground, (), FOOT, ORDINARY), (stopped,)) is None


@covers("CC-TER-03")
def test_having_touched_an_obstacle_a_model_goes_no_farther():
    ground = table_with(hedge())
    along = ((24.0, 20.0), (24.0, 23.25), (26.0, 20.0))
    fault = check_paths(Mover(ground, (), FOOT, ORDINARY), (along,))
    assert fault is not None
    assert fault.what == "obstacle"


@covers("CC-TER-04", "CC-GEO-32")
def test_a_model_that_starts_at_an_obstacle_crosses_it_but_does_not_rest_on_it():
    ground = table_with(hedge())
    assert check_paths(Mover(ground, (), FOOT, ORDINARY), (((24.0, 23.25), (24.0, 30.0)),)) is None
    fault = check_paths(Mover(ground, (), FOOT, ORDINARY), (((24.0, 23.25), (24.0, 24.2)),))
    assert fault is not None
    assert fault.what == "obstacle"


@covers("CC-TER-04")
def test_only_the_touched_obstacle_is_ignored():
    second = Piece("wall", "wall", box_outline(20.0, 26.0, 28.0, 26.5), 0.0, ("obstacle",))
    ground = table_with(hedge(), second)
    fault = check_paths(Mover(ground, (), FOOT, ORDINARY), (((24.0, 23.25), (24.0, 30.0)),))
    assert fault is not None
    assert fault.name == "wall"


@covers("CC-OTR-10", "CC-GEO-32")
def test_who_moves_freely_passes_everything_but_ends_on_free_ground():
    ground = table_with(
        lake(), Piece("wall", "wall", box_outline(20.0, 30.0, 28.0, 30.5), 0.0, ("obstacle",))
    )
    crowd = (block((24.0, 34.0)), FOOT)
    assert check_paths(Mover(ground, (), FOOT, FREE, [crowd]), (((24.0, 15.0), (24.0, 40.0)),), 25.0) is None
    for end, what in (((24.0, 23.0), "impassable"), ((24.0, 30.2), "obstacle"), (crowd[0][0], "base")):
        fault = check_paths(Mover(ground, (), FOOT, FREE, [crowd]), (((24.0, 15.0), end),))
        assert fault is not None
        assert fault.what == what


@pytest.mark.parametrize(
    ("going", "path", "alike"),
    [
        (NIMBLE, ((24.0, 16.0), (24.0, 24.0)), False),  # the wood costs others more
        (NIMBLE, ((10.0, 16.0), (10.0, 24.0)), True),
        (FREE, ((40.0, 30.0), (40.0, 38.0)), False),  # the lake bars others
        (ORDINARY, ((24.0, 16.0), (24.0, 24.0)), True),
    ],
)
def test_a_group_goes_as_others_do_where_they_could_go_so_at_the_same_cost(going, path, alike):
    ground = table_with(
        wood(), Piece("pond", "lake", box_outline(36.0, 32.0, 44.0, 36.0), 0.0, ("impassable",))
    )
    assert goes_alike(Mover(ground, (path[0],), FOOT, going), (path,), ORDINARY) is alike


def test_of_several_paths_the_one_at_fault_is_told():
    ground = table_with(lake())
    paths = (((10.0, 10.0), (10.0, 40.0)), ((24.0, 10.0), (24.0, 40.0)))
    fault = check_paths(Mover(ground, (), FOOT, ORDINARY), paths)
    assert fault is not None
    assert fault.path == 1


def test_a_group_moves_alike_if_each_of_its_models_could():
    ground = table_with(lake())
    group = block((24.0, 10.0))
    assert check_translation(Mover(ground, group, FOOT, ORDINARY, ()), (0.0, 6.0), 6.0) is None
    too_far = check_translation(Mover(ground, group, FOOT, ORDINARY, ()), (0.0, 6.1), 6.0)
    assert too_far is not None
    assert too_far.what == "distance"
    wet = check_translation(Mover(ground, group, FOOT, ORDINARY, ()), (0.0, 9.0), 10.0)
    assert wet is not None
    assert wet.what == "impassable"
    off = check_translation(Mover(ground, group, FOOT, ORDINARY, ()), (0.0, -9.0), 10.0)
    assert off is not None
    assert off.what == "table edge"


def test_a_group_that_cannot_move_may_stand():
    rooted = Going(inf, inf)
    assert (
        check_translation(Mover(OPEN_TABLE, block((24.0, 10.0)), FOOT, rooted, ()), (0.0, 0.0), 6.0) is None
    )
    assert (
        check_translation(Mover(OPEN_TABLE, block((24.0, 10.0)), FOOT, rooted, ()), (0.0, 0.1), 6.0)
        is not None
    )


@covers("CC-GEO-26", "CC-GEO-32")
def test_a_place_is_free_of_bad_ground_and_other_bases():
    ground = table_with(lake(), Piece("wall", "wall", box_outline(2.0, 2.0, 8.0, 2.5), 0.0, ("obstacle",)))
    other = (((10.0, 10.0),), FOOT)
    faults = [
        check_place(Mover(ground, (at,), FOOT, ORDINARY, [other]))
        for at in ((24.0, 19.6), (4.0, 2.2), (10.5, 10.0), (0.2, 5.0), (4.0, 3.0), (11.0, 10.0))
    ]
    assert [fault.what if fault else "" for fault in faults] == [
        "impassable",
        "obstacle",
        "base",
        "table edge",
        "",
        "",
    ]


def test_the_planner_goes_straight_where_it_can_and_round_where_it_must():
    ground = table_with(lake())
    assert find_path(ground, (10.0, 10.0), (10.0, 40.0), FOOT, ORDINARY) == ((10.0, 10.0), (10.0, 40.0))
    path = find_path(ground, (24.0, 18.0), (24.0, 28.0), FOOT, ORDINARY, (), 20.0)
    assert path is not None
    assert check_paths(Mover(ground, (), FOOT, ORDINARY, ()), (path,), 20.0) is None
    # A taut string round both corners, half an inch off them: two tangents of 4.444, two arcs of 0.61, and 6.
    assert 16.107 - 1e-3 <= path_length(path) <= 16.107 + 0.1


def test_the_planner_finds_no_way_over_a_closed_river():
    river = Piece("river", "river", box_outline(0.0, 20.0, 48.0, 24.0), 0.0, ("impassable",))
    assert find_path(table_with(river), (24.0, 10.0), (24.0, 30.0), FOOT, ORDINARY) is None
    bridge = Piece("bridge", "bridge", box_outline(40.0, 19.0, 44.0, 25.0), 0.0, ("clear",))
    path = find_path(table_with(river, bridge), (24.0, 10.0), (24.0, 30.0), FOOT, ORDINARY)
    assert path is not None
    assert any(40.0 <= x <= 44.0 for x, _ in path)


def test_the_planner_goes_round_a_wood_when_that_is_cheaper():
    path = find_path(WOODED, (27.0, 18.0), (27.0, 30.0), FOOT, ORDINARY)
    assert path is not None
    assert path_cost(WOODED, path, ORDINARY) < 13.0


def test_the_planner_squeezes_between_bases_and_never_over_them():
    row = (tuple((10.0 + 1.9 * i, 24.0) for i in range(12)), FOOT)
    path = find_path(OPEN_TABLE, (20.0, 20.0), (20.0, 28.0), FOOT, ORDINARY, [row], 60.0)
    assert path is not None
    assert len(path) > 2
    assert check_paths(Mover(OPEN_TABLE, (), FOOT, ORDINARY, [row]), (path,), 60.0) is None


@covers("CC-GEO-28")
def test_the_planner_comes_up_to_an_obstacle_and_touches_it():
    ground = table_with(hedge())
    path = find_path(ground, (24.0, 20.0), (26.0, 23.251), FOOT, ORDINARY, (), 6.0)
    assert path is not None
    assert check_paths(Mover(ground, (), FOOT, ORDINARY, ()), (path,), 6.0) is None


@settings(max_examples=60, deadline=None)
@given(tables(), points(), points(), crowds(), st.sampled_from([ORDINARY, NIMBLE, PONDEROUS, ENTANGLED]))
def test_the_planners_paths_are_legal_and_no_shorter_than_the_straight_line(ground, a, b, crowd, going):
    if check_place(Mover(ground, (a,), FOOT, going, [(crowd, FOOT)])) is not None:
        return
    path = find_path(ground, a, b, FOOT, going, [(crowd, FOOT)], 30.0)
    if path is None:
        return
    assert (path[0], path[-1]) == (a, b)
    assert check_paths(Mover(ground, (), FOOT, going, [(crowd, FOOT)]), (path,), 30.0) is None
    assert path_length(path) >= hypot(b[0] - a[0], b[1] - a[1]) - 1e-9
    assert path_cost(ground, path, going) >= path_length(path) - 1e-9


@settings(max_examples=60, deadline=None)
@given(tables(), st.lists(points(), min_size=2, max_size=4).map(tuple), crowds())
def test_no_accepted_path_overlaps_anything_on_the_way(ground, path, crowd):
    if check_place(Mover(ground, path[:1], FOOT, ORDINARY, [(crowd, FOOT)])) is not None:
        return
    if check_paths(Mover(ground, (), FOOT, ORDINARY, [(crowd, FOOT)]), (path,)) is not None:
        return
    for (ax, ay), (bx, by) in zip(path, path[1:], strict=False):
        for step in range(21):
            at = (ax + (bx - ax) * step / 20, ay + (by - ay) * step / 20)
            assert all(area.distance(*at) >= FOOT - 0.011 for area in ground.impassable)
            assert gap((at,), 0.0, crowd, FOOT) >= FOOT - 0.011
    for area in ground.obstacles:
        assert area.distance(*path[-1]) >= FOOT - 0.011


def test_on_open_ground_the_reach_is_a_circle():
    reach = reachable(OPEN_TABLE, (24.0, 24.0), FOOT, ORDINARY, (), 6.0)
    assert all(hypot(x - 24.0, y - 24.0) <= 6.001 for x, y in reach.points())
    assert reach.cost_at((24.0, 30.0)) == pytest.approx(6.0)
    assert reach.cost_at((29.0, 30.0)) == inf
    assert reach.cost_at((40.0, 40.0)) == inf


def test_what_is_out_of_reach_is_not_reached():
    ground = table_with(lake(), wood(2.0, 2.0, 10.0, 10.0), hedge((30.0, 40.0), (40.0, 40.0)))
    beyond_the_lake = reachable(ground, (24.0, 19.0), FOOT, ORDINARY, (), 6.0)
    assert beyond_the_lake.cost_at((24.0, 23.0)) == inf
    assert reachable(ground, (6.0, 11.0), FOOT, ORDINARY, (), 6.0).cost_at((6.0, 7.0)) == inf
    assert reachable(ground, (35.0, 38.0), FOOT, ORDINARY, (), 4.0).cost_at((35.0, 41.0)) == inf
    assert reachable(ground, (35.0, 39.25), FOOT, ORDINARY, (), 4.0).cost_at((35.0, 41.0)) < inf
    walled_in = (tuple((24.0 + 1.2 * i, 40.0) for i in range(-9, 10)), FOOT)
    assert reachable(ground, (24.0, 38.5), FOOT, ORDINARY, [walled_in], 4.0).cost_at((24.0, 41.5)) == inf


def test_an_entangled_base_reaches_half_as_far():
    reach = reachable(table_with(lake()), (24.0, 19.0), FOOT, ENTANGLED, (), 6.0)
    assert reach.cost_at((24.0, 16.0)) == pytest.approx(6.0)
    assert reach.cost_at((24.0, 15.5)) == inf


@settings(max_examples=20, deadline=None)
@given(tables(), points(8.0, 40.0), crowds())
def test_whatever_is_in_reach_has_a_path_of_about_that_cost(ground, start, crowd):
    if check_place(Mover(ground, (start,), FOOT, ORDINARY, [(crowd, FOOT)])) is not None:
        return
    reach = reachable(ground, start, FOOT, ORDINARY, [(crowd, FOOT)], 6.0)
    for at in reach.points()[::97]:
        path = find_path(ground, start, at, FOOT, ORDINARY, [(crowd, FOOT)], 12.0)
        assert path is not None
        assert path_cost(ground, path, ORDINARY) <= reach.cost_at(at) * 1.1 + 0.3


def test_a_base_beside_another_slides_past_it_by_a_way_that_is_as_good_as_straight():
    ground, models, blockers = table_with(), ((10.0, 10.0),), [(((10.0, 10.75), (10.0, 9.25)), FOOT)]
    mover = Mover(ground, models, FOOT, ORDINARY, blockers)
    for vector in ((1.0, 0.0), (1.0, 1e-100)):
        assert can_translate(mover, vector, 8.0)
        assert check_translation(Mover(ground, models, FOOT, ORDINARY, blockers), vector, 8.0) is None


@given(
    tables(12),
    crowds(),
    crowds(),
    st.tuples(st.floats(-9.0, 9.0), st.floats(-9.0, 9.0)),
    st.sampled_from([ORDINARY, NIMBLE, PONDEROUS, ENTANGLED, FREE]),
)
@settings(max_examples=150, deadline=None)
def test_looking_only_into_the_lane_finds_the_same_as_looking_round(ground, models, others, vector, going):
    if hypot(*vector) < 0.01:
        return
    limit, blockers = 8.0, [(others, FOOT)]
    mover = Mover(ground, models, FOOT, going, blockers)
    fault = check_translation(Mover(ground, models, FOOT, going, blockers), vector, limit)
    assert can_translate(mover, vector, limit) == (fault is None)


@given(
    tables(12),
    crowds(),
    points(0.0, 48.0),
    points(0.0, 48.0),
    st.sampled_from([ORDINARY, NIMBLE, PONDEROUS, ENTANGLED, FREE]),
)
@settings(max_examples=150, deadline=None)
def test_a_straight_way_is_open_if_nothing_is_told_that_bars_it(ground, others, start, end, going):
    around = Surroundings(ground, box_of((start, end)), FOOT, going, [(others, FOOT)])
    for limit in (8.0, 60.0):
        assert around.is_open_way(start, end, limit) == (around.check((start, end), limit) is None)


@given(tables(12), points(2.0, 46.0), points(2.0, 46.0))
@settings(max_examples=100, deadline=None)
def test_no_way_costs_less_than_its_ends_deep_in_difficult_ground_make_it(ground, start, goal):
    around = Surroundings(ground, (0.0, 0.0, ground.width, ground.depth), FOOT, ORDINARY)
    least = around.least(
        hypot(goal[0] - start[0], goal[1] - start[1]), around.depth_of(start) + around.depth_of(goal)
    )
    assert path_cost(ground, (start, goal), ORDINARY) >= least - 1e-6
    path = find_path(ground, start, goal, FOOT, ORDINARY)
    if path is not None:
        assert path_cost(ground, path, ORDINARY) >= least - 1e-6


def test_a_way_between_two_places_deep_in_a_wood_costs_the_wood_all_along():
    around = Surroundings(WOODED, (0.0, 0.0, WOODED.width, WOODED.depth), FOOT, ORDINARY)
    area = WOODED.difficult[0]
    x, y = (area.west + area.east) / 2, (area.south + area.north) / 2
    assert around.depth_of((x, y)) == pytest.approx(min(x - area.west, y - area.south))
    assert around.least(1.0, 2.0) == pytest.approx(2.0)
    assert around.least(4.0, 1.0) == pytest.approx(5.0)
    assert around.least(4.0, 0.0) == pytest.approx(4.0)


@given(tables(12), points(0.0, 48.0), points(0.0, 48.0), st.floats(0.1, 3.0))
@settings(max_examples=100, deadline=None)
def test_who_is_plainly_beyond_an_area_is_farther_from_it_than_the_reach(ground, a, b, reach):
    for area in ground.areas:
        if is_beyond(area, a, b, reach):
            assert area.distance_to_segment(a, b) > reach
