from __future__ import annotations

from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.kernel.testing import covers
from sandtable.table.measure import CONTACT
from sandtable.table.units.attacks import Attack, check_assault, first_contact, place_attackers
from sandtable.table.units.contact import (
    across_places,
    groups_touch,
    models_touching,
    thickness,
    touches_across,
)
from sandtable.table.units.going import Going, path_cost
from sandtable.table.units.groups import (
    gap,
    is_in_cohesion,
    models_in_contact,
    overlapping_pair,
    overlaps,
)
from sandtable.table.units.paths import Mover, check_paths
from tests.table.tables import (
    FOOT,
    LINK,
    NIMBLE,
    OPEN_TABLE,
    ORDINARY,
    block,
    hedge,
    lake,
    situations,
    table_with,
    wood,
)


def attack(attackers, target, limit=6.0, going=ORDINARY, friends=(), others=()):
    return Attack(attackers, FOOT, limit, going, (target, FOOT), friends, others, 3.0, LINK)


@covers("CC-GEO-11")
@pytest.mark.parametrize(("limit", "is_reached"), [(6.0, True), (5.9, False)])
def test_a_target_is_in_reach_when_some_model_can_touch_it(limit, is_reached):
    path = first_contact(OPEN_TABLE, attack(((24.0, 10.0), (22.0, 8.0)), ((24.0, 17.0),), limit))
    assert (path is not None) is is_reached
    if path is not None:
        assert gap((path[-1],), FOOT, ((24.0, 17.0),), FOOT) <= CONTACT


@covers("CC-GEO-11", "CC-TER-01")
def test_difficult_ground_shortens_the_reach():
    ground = table_with(wood())
    plan = attack(((24.0, 18.0),), ((24.0, 23.5),), 6.0)
    assert first_contact(ground, plan) is None
    assert first_contact(ground, attack(((24.0, 18.0),), ((24.0, 23.5),), 6.0, NIMBLE)) is not None


@covers("CC-GEO-11")
def test_the_way_round_a_lake_counts():
    ground = table_with(lake(20.0, 20.0, 24.0, 22.0))
    there = attack(((22.0, 19.0),), ((22.0, 24.5),), 6.0)
    assert first_contact(ground, there) is None
    longer = attack(((22.0, 19.0),), ((22.0, 24.5),), 8.0)
    path = first_contact(ground, longer)
    assert path is not None
    assert check_paths(Mover(ground, (), FOOT, ORDINARY, [longer.target]), (path,), 8.0) is None


@covers("CC-GEO-11", "CC-GEO-05")
def test_own_models_do_not_block_but_friends_do():
    column = ((24.0, 10.0), (24.0, 11.1))
    assert first_contact(OPEN_TABLE, attack(column[:1], ((24.0, 14.0),), 3.1)) is not None
    wall_of_friends = (tuple((24.0 + 1.05 * i, 12.0) for i in range(-6, 7)), FOOT)
    assert first_contact(OPEN_TABLE, attack(column, ((24.0, 14.0),), 3.1, friends=(wall_of_friends,))) is None


@covers("CC-GEO-13")
def test_a_place_that_touches_another_enemy_is_no_place():
    target = ((24.0, 14.0),)
    guards = (((23.0, 12.6), (25.0, 12.6), (24.0, 12.2)), FOOT)
    assert first_contact(OPEN_TABLE, attack(((24.0, 10.0),), target, 4.0, others=(guards,))) is None
    assert first_contact(OPEN_TABLE, attack(((24.0, 10.0),), target, 4.0)) is not None


@covers("CC-GEO-12")
def test_the_nearest_model_takes_the_nearest_place():
    found = place_attackers(OPEN_TABLE, attack(((24.0, 12.0), (24.0, 10.0)), ((24.0, 17.0),), 7.0))
    assert found is not None
    assert found.ends[0] == pytest.approx((24.0, 16.0), abs=0.01)
    assert found.touching == (0, 1)


@covers("CC-GEO-12")
def test_models_that_find_no_place_in_contact_come_up_to_a_comrade():
    attackers = block((24.0, 12.0))
    found = place_attackers(OPEN_TABLE, attack(attackers, ((24.0, 18.0),), 5.5))
    assert found is not None
    assert 0 < len(found.touching) < 12
    assert overlapping_pair(found.ends, FOOT) is None
    assert is_in_cohesion(found.ends, FOOT, LINK)
    closer = [gap((end,), FOOT, ((24.0, 18.0),), FOOT) for end in found.ends]
    before = [gap((start,), FOOT, ((24.0, 18.0),), FOOT) for start in attackers]
    assert all(now < then for now, then in zip(closer, before, strict=True))


@covers("CC-GEO-13")
def test_places_apart_from_third_enemies_are_taken_first():
    other = (((28.5, 17.0),), FOOT)
    found = place_attackers(OPEN_TABLE, attack(((27.0, 12.0),), ((24.0, 17.0),), 8.0, others=(other,)))
    assert found is not None
    assert gap(found.ends, FOOT, *other) >= 3.0 - 0.001
    close = (((25.6, 17.0),), FOOT)
    squeezed = place_attackers(OPEN_TABLE, attack(((24.0, 12.0),), ((24.0, 17.0),), 8.0, others=(close,)))
    assert squeezed is not None
    assert CONTACT < gap(squeezed.ends, FOOT, *close) < 3.0


@covers("CC-GEO-33")
def test_an_owner_may_bring_attackers_in_otherwise_if_no_fewer_touch():
    plan = attack(((24.0, 12.0), (26.0, 12.0)), ((24.0, 17.0), (26.0, 17.0)), 7.0)

    def why(*ends):
        found = check_assault(OPEN_TABLE, plan, tuple(zip(plan.attackers, ends, strict=True)))
        return found.what if found else None

    assert why((24.0, 16.0), (26.0, 16.0)) is None
    assert why((23.3, 16.28), (26.0, 16.0)) is None
    assert why((24.0, 16.0), (26.0, 15.5)) == "contact"
    assert why((24.0, 16.0), (24.5, 15.5)) == "comrade"
    assert why((24.0, 16.5), (26.0, 16.0)) == "base"
    assert why((24.0, 16.0), (26.0, 20.0)) == "distance"


@covers("CC-GEO-33", "CC-GEO-13")
def test_an_owner_may_not_touch_a_third_enemy():
    third = (((24.0, 14.6),), FOOT)
    plan = attack(((26.0, 12.0),), ((26.0, 17.0),), 7.0, others=(third,))
    found = check_assault(OPEN_TABLE, plan, (((26.0, 12.0), (25.0, 14.6)),))
    assert found is not None
    assert found.what == "enemy"


@covers("CC-SPL-15", "CC-GEO-11")
def test_attackers_that_cannot_move_reach_only_whom_they_touch():
    rooted = Going(inf, inf)
    near = attack(((24.0, 10.0), (26.0, 10.0)), ((24.0, 11.0),), 6.0, rooted)
    assert first_contact(OPEN_TABLE, near) is not None
    found = place_attackers(OPEN_TABLE, near)
    assert found is not None
    assert (found.touching, found.ends) == ((0,), near.attackers)
    far = attack(((24.0, 10.0),), ((24.0, 12.0),), 6.0, rooted)
    assert first_contact(OPEN_TABLE, far) is None
    assert place_attackers(OPEN_TABLE, far) is None


@covers("CC-GEO-28")
def test_models_touch_across_a_hedge_they_both_touch():
    ground = table_with(hedge())
    (wall,) = ground.obstacles
    assert thickness(wall) == pytest.approx(0.5)
    south, north = (24.0, 23.25), (24.0, 24.75)
    assert touches_across(wall, south, FOOT, north, FOOT)
    assert groups_touch(ground, (south,), FOOT, (north,), FOOT)
    assert not touches_across(wall, south, FOOT, (25.0, 24.75), FOOT)
    assert not touches_across(wall, (24.0, 23.1), FOOT, north, FOOT)
    assert not groups_touch(ground, ((24.0, 24.75),), FOOT, ((25.6, 24.75),), FOOT)
    assert models_touching(ground, (south, (30.0, 23.25)), FOOT, ((north,), FOOT)) == (0,)


@covers("CC-GEO-28", "CC-GEO-11", "CC-TER-03")
def test_an_attack_goes_in_across_a_hedge():
    ground = table_with(hedge())
    target = ((24.0, 24.75),)
    (place,) = across_places(ground, (target, FOOT), FOOT)
    assert place == pytest.approx((24.0, 23.25), abs=0.01)
    plan = attack(((24.0, 20.0),), target, 4.0)
    path = first_contact(ground, plan)
    assert path is not None
    assert path[-1] == pytest.approx(place, abs=0.01)
    found = place_attackers(ground, plan)
    assert found is not None
    assert found.touching == (0,)
    assert models_touching(ground, found.ends, FOOT, (target, FOOT)) == (0,)


@covers("CC-GEO-28")
def test_a_hedge_the_target_does_not_touch_keeps_attackers_off():
    ground = table_with(hedge())
    assert first_contact(ground, attack(((24.0, 20.0),), ((24.0, 25.2),), 6.0)) is None


@settings(max_examples=60, deadline=None)
@given(situations(4), st.floats(2.0, 12.0))
@covers("CC-GEO-11", "CC-GEO-12", "CC-GEO-13")
def test_every_attack_that_goes_in_is_legal(situation, limit):
    ground, everybody = situation.ground, situation.groups
    (attackers, radius), target, friend, enemy = everybody
    plan = Attack(attackers, radius, limit, ORDINARY, target, (friend,), (enemy,), 3.0, LINK)
    found = place_attackers(ground, plan)
    assert (found is not None) == (first_contact(ground, plan) is not None)
    if found is None:
        return
    assert check_paths(Mover(ground, (), radius, ORDINARY, everybody[1:]), found.paths, limit) is None
    assert overlapping_pair(found.ends, radius) is None
    assert not any(overlaps(found.ends, radius, *body) for body in everybody[1:])
    assert found.touching
    assert set(found.touching) <= set(models_touching(ground, found.ends, radius, target))
    assert check_assault(ground, plan, found.paths) is None
    assert set(models_in_contact(found.ends, radius, *enemy)) <= set(
        models_in_contact(attackers, radius, *enemy)
    )
    assert all(path_cost(ground, path, ORDINARY) <= limit + 0.001 for path in found.paths)
