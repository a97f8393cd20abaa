from __future__ import annotations

from math import cos, inf, sin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.kernel.testing import covers
from sandtable.table.units.displacing import (
    Others,
    Outcome,
    advance,
    distance_for,
    meet,
    moved,
    retreat,
    unit,
)
from sandtable.table.units.going import Going, path_cost
from sandtable.table.units.groups import gap, is_on_table, overlapping_pair, overlaps
from sandtable.table.units.marching import steps_to
from sandtable.table.units.paths import Mover
from sandtable.table.units.pushing import push
from tests.table.tables import (
    FOOT,
    FREE,
    OPEN_TABLE,
    ORDINARY,
    PONDEROUS,
    block,
    hedge,
    lake,
    situations,
    table_with,
    wood,
)

NORTH, SOUTH, EAST = (0.0, 1.0), (0.0, -1.0), (1.0, 0.0)
APART = 3.0


def test_steps_are_a_tenth_of_an_inch_and_the_last_one_is_shorter():
    assert steps_to(0.35) == pytest.approx([0.1, 0.2, 0.3, 0.35])
    assert len(steps_to(5.0)) == 50
    assert steps_to(0.0) == []


def test_a_way_of_no_length_has_no_direction():
    assert unit(3.0, 4.0) == pytest.approx((0.6, 0.8))
    assert unit(0.0, 0.0) is None


@covers("CC-RET-03", "CC-GEO-18")
def test_all_models_go_back_alike():
    group = block((24.0, 24.0))
    found = retreat(Mover(OPEN_TABLE, group, FOOT, ORDINARY), SOUTH, 5.0)
    assert found.outcome is Outcome.COMPLETED
    assert found.models == tuple((x, y - 5.0) for x, y in group)


@covers("CC-GEO-19", "CC-RET-03")
def test_the_slowest_model_sets_the_distance():
    ground = table_with(wood(20.0, 10.0, 28.0, 18.0))
    group = ((24.0, 19.0), (30.0, 19.0))
    assert distance_for(Mover(ground, group, FOOT, ORDINARY), SOUTH, 5.0) == pytest.approx(3.0)
    found = retreat(Mover(ground, group, FOOT, ORDINARY), SOUTH, 5.0)
    assert found.distance == pytest.approx(3.0)
    assert found.outcome is Outcome.COMPLETED


@covers("CC-RET-09", "CC-GEO-21")
def test_a_base_over_the_edge_leaves_the_table():
    found = retreat(Mover(OPEN_TABLE, block((24.0, 6.0)), FOOT, ORDINARY), SOUTH, 5.0)
    assert found.outcome is Outcome.OFF_TABLE
    stays = retreat(Mover(OPEN_TABLE, ((24.0, 5.49),), FOOT, ORDINARY), SOUTH, 5.0)
    assert stays.outcome is Outcome.COMPLETED


@covers("CC-GEO-21")
def test_the_edge_is_tested_before_what_blocks():
    ground = table_with(lake(20.0, 0.0, 23.4, 2.0))
    found = retreat(Mover(ground, ((24.0, 1.0), (21.0, 2.9)), FOOT, ORDINARY), SOUTH, 5.0)
    assert found.outcome is Outcome.BLOCKED
    both_at_once = retreat(Mover(ground, ((24.0, 0.9), (21.0, 2.9)), FOOT, ORDINARY), SOUTH, 5.0)
    assert both_at_once.outcome is Outcome.OFF_TABLE


@covers("CC-RET-08", "CC-GEO-19")
@pytest.mark.parametrize(
    ("piece", "going", "what"),
    [
        (lake(20.0, 14.0, 28.0, 18.0), ORDINARY, "impassable"),
        (wood(20.0, 14.0, 28.0, 18.0), PONDEROUS, "impassable"),
        (hedge((20.0, 17.75), (28.0, 17.75)), ORDINARY, "obstacle"),
    ],
)
def test_terrain_blocks_at_the_last_whole_step(piece, going, what):
    found = retreat(Mover(table_with(piece), ((24.0, 20.05),), FOOT, going), SOUTH, 5.0)
    assert found.outcome is Outcome.BLOCKED
    assert found.by is not None
    assert (found.by.what, found.by.name) == (what, piece.id)
    assert found.distance == pytest.approx(1.5)


@covers("CC-RET-08")
def test_an_obstacle_touched_at_the_start_does_not_block_and_where_it_says_so_none_does():
    ground = table_with(hedge())
    assert retreat(Mover(ground, ((24.0, 24.75),), FOOT, ORDINARY), SOUTH, 4.0).outcome is Outcome.COMPLETED
    over = retreat(Mover(ground, ((24.0, 27.0),), FOOT, ORDINARY), SOUTH, 5.0, obstacles_block=False)
    assert over.outcome is Outcome.COMPLETED


@covers("CC-GEO-19", "CC-GEO-32")
def test_a_group_that_would_end_on_an_obstacle_goes_back_to_the_last_clear_step():
    found = retreat(Mover(table_with(hedge()), ((24.0, 24.75), (24.0, 26.0)), FOOT, ORDINARY), SOUTH, 1.0)
    assert found.outcome is Outcome.BLOCKED
    assert found.distance == 0.0
    ground = table_with(hedge())
    beyond = retreat(Mover(ground, ((24.0, 24.75),), FOOT, ORDINARY), SOUTH, 2.0)
    assert beyond.outcome is Outcome.COMPLETED
    assert beyond.distance == pytest.approx(2.0)


@covers("CC-RET-05", "CC-GEO-19")
def test_no_enemy_is_passed_within_three_inches():
    foe = (((24.0, 15.0),), FOOT)
    found = retreat(
        Mover(OPEN_TABLE, ((24.0, 22.0),), FOOT, ORDINARY), SOUTH, 6.0, Others([foe], apart=APART)
    )
    assert found.outcome is Outcome.BLOCKED
    assert found.by is not None
    assert found.by.what == "enemy"
    assert gap(found.models, FOOT, *foe) == pytest.approx(3.0)


@covers("CC-GEO-19")
def test_an_enemy_already_near_blocks_only_if_it_would_come_nearer():
    behind = (((24.0, 24.0),), FOOT)
    found = retreat(
        Mover(OPEN_TABLE, ((24.0, 22.0),), FOOT, ORDINARY), SOUTH, 5.0, Others([behind], apart=APART)
    )
    assert found.outcome is Outcome.COMPLETED
    ahead = (((24.0, 20.0),), FOOT)
    stuck = retreat(
        Mover(OPEN_TABLE, ((24.0, 22.0),), FOOT, ORDINARY), SOUTH, 5.0, Others([ahead], apart=APART)
    )
    assert (stuck.outcome, stuck.distance) == (Outcome.BLOCKED, 0.0)
    assert stuck.models == ((24.0, 22.0),)


@covers("CC-RET-05", "CC-GEO-19")
def test_excepted_enemies_do_not_block_but_are_not_ended_upon():
    around = (((24.0, 19.0),), FOOT)
    passed = retreat(
        Mover(OPEN_TABLE, ((24.0, 22.0),), FOOT, ORDINARY), SOUTH, 5.0, Others((), [around], apart=APART)
    )
    assert passed.outcome is Outcome.COMPLETED
    assert passed.distance == pytest.approx(5.0)
    short = retreat(
        Mover(OPEN_TABLE, ((24.0, 22.0),), FOOT, ORDINARY), SOUTH, 3.5, Others((), [around], apart=APART)
    )
    assert short.outcome is Outcome.COMPLETED
    assert short.distance == pytest.approx(2.0)
    held = retreat(
        Mover(OPEN_TABLE, ((24.0, 20.0),), FOOT, ORDINARY), SOUTH, 1.0, Others((), [around], apart=APART)
    )
    assert (held.outcome, held.distance) == (Outcome.BLOCKED, 0.0)


@covers("CC-GEO-20")
def test_friends_in_the_way_are_pushed_by_the_least_distance_and_push_others_in_turn():
    friends = [(((24.0, 18.0),), FOOT), (((24.0, 17.0), (30.0, 17.0)), FOOT)]
    found = retreat(
        Mover(OPEN_TABLE, ((24.0, 22.0),), FOOT, ORDINARY), SOUTH, 3.5, Others(friends=friends, apart=APART)
    )
    assert found.outcome is Outcome.COMPLETED
    pushed = dict(found.pushed)
    assert pushed[0][0] == pytest.approx((24.0, 17.5), abs=0.001)
    assert pushed[1][0] == pytest.approx((24.0, 16.5), abs=0.001)
    assert pushed[1][1] == (30.0, 17.0)


@covers("CC-GEO-20")
def test_friends_that_are_only_passed_stay_where_they_are():
    friends = [(((24.0, 19.0),), FOOT)]
    found = retreat(Mover(OPEN_TABLE, ((24.0, 22.0),), FOOT, ORDINARY), SOUTH, 5.0, Others(friends=friends))
    assert (found.outcome, found.pushed) == (Outcome.COMPLETED, ())


@covers("CC-GEO-20")
def test_where_no_push_is_possible_the_group_stops_short_without_being_blocked():
    here, behind = (((24.0, 18.0),), FOOT), (((24.0, 17.0),), FOOT)
    for friends, fixed in (([], [here]), ([here], [behind])):
        found = retreat(
            Mover(OPEN_TABLE, ((24.0, 22.0),), FOOT, ORDINARY),
            SOUTH,
            3.5,
            Others((), (), friends, fixed, APART),
        )
        assert found.outcome is Outcome.STOPPED
        assert found.distance == pytest.approx(3.0)
        assert found.pushed == ()


@covers("CC-GEO-20")
@pytest.mark.parametrize("y", [0.6, 4.0])
def test_a_friend_is_not_pushed_off_the_table_nor_towards_an_enemy(y):
    enemy = [(((24.0, 0.6),), FOOT)] if y == 4.0 else []
    assert (
        push(
            Mover(OPEN_TABLE, ((24.0, y + 0.5),), FOOT, ORDINARY), SOUTH, [(((24.0, y),), FOOT)], enemy, APART
        )
        is None
    )
    assert (
        push(Mover(OPEN_TABLE, ((24.0, y + 0.5),), FOOT, ORDINARY), EAST, [(((24.2, y),), FOOT)], (), APART)
        is not None
    )


@covers("CC-OTR-10")
def test_who_moves_freely_retreats_through_everything_to_the_last_legal_place():
    ground = table_with(lake(20.0, 14.0, 28.0, 18.0))
    foe = (((24.0, 19.5),), FOOT)
    over = retreat(Mover(ground, ((24.0, 24.0),), FOOT, FREE), SOUTH, 12.0, Others([foe], apart=APART))
    assert over.outcome is Outcome.COMPLETED
    wet = retreat(Mover(ground, ((30.0, 16.0),), FOOT, FREE), (-1.0, 0.0), 6.0, Others(apart=APART))
    assert wet.outcome is Outcome.BLOCKED
    assert wet.by is not None
    assert wet.by.name == "lake"
    assert wet.distance == pytest.approx(1.5)


@covers("CC-SPL-15", "CC-RET-06")
def test_a_group_that_cannot_move_at_all_is_blocked_at_once():
    found = retreat(Mover(OPEN_TABLE, ((24.0, 24.0),), FOOT, Going(inf, inf)), SOUTH, 2.0)
    assert (found.outcome, found.distance) == (Outcome.BLOCKED, 0.0)


@covers("CC-GEO-14")
@pytest.mark.parametrize(("between", "half_move", "step"), [(8.0, 5.0, 4.0), (9.6, 3.0, 3.0)])
def test_a_defender_meets_its_attacker_halfway(between, half_move, step):
    foe = (((24.0, 20.0 + 1.0 + between),), FOOT)
    found = meet(Mover(OPEN_TABLE, ((24.0, 20.0), (22.0, 20.0)), FOOT, ORDINARY), foe, half_move)
    assert found.distance == pytest.approx(step)
    assert found.models[0] == pytest.approx((24.0, 20.0 + step))
    assert found.models[1] == pytest.approx((22.0, 20.0 + step))


@covers("CC-GEO-14", "CC-GEO-32")
def test_meeting_stops_before_a_third_group_or_impassable_ground_but_not_at_hedges():
    foe = (((24.0, 29.0),), FOOT)
    start = ((24.0, 20.0),)
    friend = (((24.0, 22.5),), FOOT)
    assert meet(Mover(OPEN_TABLE, start, FOOT, ORDINARY), foe, 5.0, [friend]).distance == pytest.approx(1.5)
    third = (((24.0, 22.5),), FOOT)
    assert meet(Mover(OPEN_TABLE, start, FOOT, ORDINARY), foe, 5.0, (), [third]).distance == pytest.approx(
        1.4
    )
    wet = table_with(lake(20.0, 22.0, 28.0, 24.0))
    assert meet(Mover(wet, start, FOOT, ORDINARY), foe, 5.0).distance == pytest.approx(1.5)
    # A hedge from 23.75 to 24.25 is crossed, but nobody rests on it.
    near, far = (((24.0, 31.0),), FOOT), (((24.0, 29.0),), FOOT)
    assert meet(Mover(table_with(hedge()), start, FOOT, ORDINARY), near, 5.0).distance == pytest.approx(5.0)
    assert meet(Mover(table_with(hedge()), start, FOOT, ORDINARY), far, 5.0).distance == pytest.approx(3.2)
    trees = table_with(wood(20.0, 21.0, 28.0, 28.0))
    assert meet(Mover(trees, start, FOOT, ORDINARY), foe, 5.0).distance == pytest.approx(4.0)
    assert meet(Mover(trees, start, FOOT, PONDEROUS), foe, 5.0).distance == pytest.approx(0.5)


@covers("CC-PTR-08")
def test_an_attacker_whose_target_evaded_comes_on_to_three_inches():
    rider = 0.75
    start = ((24.0, 10.0),)
    target = (((24.0, 10.0 + 12.0 + rider + FOOT),), FOOT)
    found = advance(Mover(OPEN_TABLE, start, rider, ORDINARY), target, 10.0, apart=APART)
    assert found.distance == pytest.approx(9.0)
    assert gap(found.models, rider, *target) == pytest.approx(3.0)


@covers("CC-PTR-08")
def test_coming_on_stops_at_obstacles_models_water_the_edge_and_when_the_move_is_spent():
    start, target = ((24.0, 10.0),), (((24.0, 40.0),), FOOT)
    friend = (((24.0, 14.0),), FOOT)
    assert advance(
        Mover(OPEN_TABLE, start, FOOT, ORDINARY), target, 6.0, apart=APART
    ).distance == pytest.approx(6.0)
    stopped = advance(Mover(OPEN_TABLE, start, FOOT, ORDINARY), target, 6.0, (), [friend], apart=APART)
    assert stopped.distance == pytest.approx(3.0)
    enemy = (((26.0, 18.0),), FOOT)
    assert advance(Mover(OPEN_TABLE, start, FOOT, ORDINARY), target, 8.0, [enemy], apart=APART).distance < 5.0
    wall = table_with(hedge((20.0, 14.0), (28.0, 14.0)))
    assert advance(Mover(wall, start, FOOT, ORDINARY), target, 6.0, apart=APART).distance == pytest.approx(
        3.2
    )
    trees = table_with(wood(20.0, 12.0, 28.0, 20.0))
    assert advance(Mover(trees, start, FOOT, ORDINARY), target, 6.0, apart=APART).distance == pytest.approx(
        4.0
    )


directions = st.floats(0.0, 6.28).map(lambda turn: (cos(turn), sin(turn)))


@settings(max_examples=80, deadline=None)
@given(situations(4), directions, st.floats(0.5, 8.0), st.booleans())
@covers("CC-GEO-19", "CC-GEO-20")
def test_after_a_retreat_nobody_overlaps_and_nothing_was_crossed(situation, direction, limit, is_free):
    ground = situation.ground
    (group, radius), enemy, cause, friend = situation.groups
    going = FREE if is_free else ORDINARY
    found = retreat(
        Mover(ground, group, radius, going), direction, limit, Others([enemy], [cause], [friend], (), APART)
    )
    if found.outcome is Outcome.OFF_TABLE:
        assert not is_on_table(ground, found.models, radius)
        return
    assert found.models == (moved(group, direction, found.distance) if found.distance else group)
    pushed = dict(found.pushed).get(0, friend[0])
    bodies = [(found.models, radius), enemy, cause, (pushed, friend[1])]
    for index, (models, size) in enumerate(bodies):
        assert is_on_table(ground, models, size)
        assert overlapping_pair(models, size) is None
        for other in bodies[index + 1 :]:
            assert not overlaps(models, size, *other)
        assert all(area.distance(*at) >= size - 0.011 for area in ground.impassable for at in models)
        assert all(area.distance(*at) >= size - 0.011 for area in ground.obstacles for at in models)
    before, after = gap(group, radius, *enemy), gap(found.models, radius, *enemy)
    assert after >= min(before, APART) - 0.002
    for start, end in zip(group, found.models, strict=True):
        assert path_cost(ground, (start, end), going) <= limit + 0.001
        if not is_free:
            for share in range(11):
                at = (
                    start[0] + (end[0] - start[0]) * share / 10,
                    start[1] + (end[1] - start[1]) * share / 10,
                )
                assert all(area.distance(*at) >= radius - 0.011 for area in ground.impassable)


@covers("CC-PTR-08", "CC-GEO-32")
def test_who_comes_on_across_a_hedge_rests_on_neither_it_nor_a_friend():
    # The base touches the hedge from 23.75 to 24.25 and may cross it, but its limit ends on top of it.
    target = (((24.0, 40.0),), FOOT)
    start = ((24.0, 23.25),)
    short = advance(Mover(table_with(hedge()), start, FOOT, ORDINARY), target, 1.0)
    assert (short.models, short.distance) == (start, 0.0)
    assert advance(Mover(table_with(hedge()), start, FOOT, ORDINARY), target, 2.0).distance == pytest.approx(
        2.0
    )
    friend = (((24.0, 26.0),), FOOT)
    freely = advance(Mover(OPEN_TABLE, start, FOOT, FREE), target, 3.0, (), [friend])
    assert freely.distance == pytest.approx(1.7)


@covers("CC-GEO-20", "CC-PTR-11")
def test_nobody_is_pushed_into_ground_that_is_closed_to_it():
    trees = table_with(wood(20.0, 10.0, 28.0, 20.0))
    start, friend = ((24.0, 24.0),), (((24.0, 21.0),), FOOT)
    pushed = retreat(
        Mover(trees, start, FOOT, ORDINARY), SOUTH, 3.0, Others(friends=[friend], goings=[ORDINARY])
    )
    assert pushed.distance == pytest.approx(3.0)
    assert [number for number, _ in pushed.pushed] == [0]
    held = retreat(
        Mover(trees, start, FOOT, ORDINARY), SOUTH, 3.0, Others(friends=[friend], goings=[PONDEROUS])
    )
    assert held.outcome is Outcome.STOPPED
    assert held.distance < 3.0
    assert all(at[1] >= 20.5 - 0.01 for _, models in held.pushed for at in models)
