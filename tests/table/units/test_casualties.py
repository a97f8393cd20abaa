from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.kernel.testing import covers
from sandtable.table.measure import CONTACT
from sandtable.table.units.casualties import Toll, close_contact, propose_casualties
from sandtable.table.units.contact import models_touching
from sandtable.table.units.groups import components, overlaps
from sandtable.table.units.paths import Mover
from tests.table.tables import FOOT, LINK, OPEN_TABLE, ORDINARY, hedge, situations, table_with

ROW = tuple((20.0 + 1.5 * i, 20.0) for i in range(6))


@covers("CC-RES-09")
def test_the_farthest_from_the_enemy_leave_first():
    enemy = ((((15.0, 20.0),), FOOT),)
    assert propose_casualties(OPEN_TABLE, Toll(ROW, FOOT, 2, enemy, (), LINK)) == (4, 5)


@covers("CC-RES-09")
def test_a_link_that_holds_the_group_together_stays():
    bridge = ((20.0, 20.0), (23.5, 20.0), (27.0, 20.0))
    enemies = ((((20.0, 15.0),), FOOT), (((27.0, 15.0),), FOOT))
    assert propose_casualties(OPEN_TABLE, Toll(bridge, FOOT, 1, enemies, (), LINK)) in {(0,), (2,)}


@covers("CC-RES-09")
def test_the_last_contact_stays_while_others_can_leave():
    foe = (((19.0, 20.0),), FOOT)
    far = (((40.0, 20.0),), FOOT)
    gone = propose_casualties(OPEN_TABLE, Toll(ROW, FOOT, 5, (far,), (foe,), LINK))
    assert gone == (1, 2, 3, 4, 5)


@covers("CC-RES-09")
def test_the_leader_leaves_last():
    enemy = ((((15.0, 20.0),), FOOT),)
    assert propose_casualties(OPEN_TABLE, Toll(ROW, FOOT, 5, enemy, (), LINK, leader=5)) == (0, 1, 2, 3, 4)
    assert propose_casualties(OPEN_TABLE, Toll(ROW, FOOT, 6, enemy, (), LINK, leader=5)) == (0, 1, 2, 3, 4, 5)


@covers("CC-GEO-17")
def test_an_opened_contact_is_closed_by_the_nearest_model():
    foe = (((17.0, 20.0),), FOOT)
    closed = close_contact(Mover(OPEN_TABLE, ROW, FOOT, ORDINARY), foe)
    assert closed[1:] == ROW[1:]
    assert closed[0] == pytest.approx((18.0, 20.0), abs=CONTACT)
    assert models_touching(OPEN_TABLE, closed, FOOT, foe) == (0,)
    assert close_contact(Mover(OPEN_TABLE, closed, FOOT, ORDINARY), foe) is closed


@covers("CC-GEO-17", "CC-GEO-28")
def test_a_contact_across_a_hedge_is_not_open():
    ground = table_with(hedge())
    models = ((24.0, 23.25),)
    assert close_contact(Mover(ground, models, FOOT, ORDINARY), (((24.0, 24.75),), FOOT)) is models


@covers("CC-GEO-17")
def test_a_contact_is_closed_beside_whoever_is_in_the_way():
    foe = (((17.0, 20.0),), FOOT)
    post = (((18.2, 20.0),), FOOT)
    closed = close_contact(Mover(OPEN_TABLE, ROW, FOOT, ORDINARY, [post]), foe)
    assert models_touching(OPEN_TABLE, closed, FOOT, foe) == (0,)
    assert not overlaps(closed, FOOT, *post)


@settings(max_examples=40, deadline=None)
@given(situations(2), st.integers(1, 12))
@covers("CC-RES-09")
def test_without_a_melee_as_many_leave_as_should_and_the_group_is_not_torn_apart(situation, count):
    (models, radius), foe = situation.groups
    count = min(count, len(models))
    gone = propose_casualties(situation.ground, Toll(models, radius, count, (foe,), (), LINK, leader=0))
    assert len(set(gone)) == count
    left = tuple(at for index, at in enumerate(models) if index not in gone)
    assert len(components(left, radius, LINK)) <= len(components(models, radius, LINK)) if left else True


@covers("CC-RES-09")
def test_distances_count_to_the_nearest_of_all_enemies():
    # Each end of the row has an enemy close by; those in the middle are the farthest from both.
    left, right = (((18.0, 20.0), (2.0, 2.0)), FOOT), (((40.0, 40.0), (29.5, 20.0)), FOOT)
    assert propose_casualties(OPEN_TABLE, Toll(ROW, FOOT, 2, (left, right), (), 9.0)) == (2, 3)
    assert propose_casualties(OPEN_TABLE, Toll(ROW, FOOT, 2, (right, left), (), 9.0)) == (2, 3)
