"""Conditions: Stunned, Knocked Down, Unaware, and what wears off."""

from __future__ import annotations

import pytest

from sandtable.books.forgotten_ruin.chapters.armory import weapon
from sandtable.books.forgotten_ruin.chapters.conditions import (
    end_effects,
    end_effects_of_all,
    recover,
    stir,
    stunned_friends_in_contact,
    wake,
    wake_on_the_way,
)
from sandtable.books.forgotten_ruin.chapters.hits.resolution import knock_down, stun
from sandtable.books.forgotten_ruin.chapters.shooting.hit_numbers import hit_number
from sandtable.books.forgotten_ruin.state import Effect, Mob
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.doing import activating, block, doing, menu
from tests.books.forgotten_ruin.stage import battle, enemy, perform, soldier, start


@covers("FR-CON-02", "FR-CON-03")
def test_a_stunned_soldier_moves_or_acts_and_cannot_dash():
    one = soldier("S1", stun=2)
    played = start(battle(one), activating("S1"))
    assert "move" in menu(played)
    assert "dash" not in menu(played)
    assert "tactical awareness" in menu(played)
    played.answer("tactical awareness")
    assert played.game.decision is None
    assert {"FR-CON-02", "FR-CON-03"} <= played.cited()


@covers("FR-CON-02")
def test_a_stunned_soldier_who_has_moved_takes_no_action():
    one = soldier("S1", (10.0, 10.0), stun=1)
    played = start(battle(one), activating("S1"))
    played.answer("move", {"models": [[10.0, 13.0]]})
    assert played.game.decision is None
    assert played.state.soldiers["S1"].at == pytest.approx((10.0, 13.0))


@covers("FR-CON-04")
def test_of_two_markers_one_is_left_after_the_activation():
    one = soldier("S1", stun=2)
    played = start(battle(one), activating("S1")).answer("end activation").over()
    assert played.state.soldiers["S1"].stun == 1
    assert "FR-CON-04" in played.cited()


@covers("FR-CON-01")
def test_a_fourth_marker_is_ignored():
    one = soldier("S1", stun=3)
    played = perform(battle(one), doing(stun, "S1"))
    assert played.state.soldiers["S1"].stun == 3
    assert "FR-CON-01" in played.cited()


@covers("FR-CON-06", "FR-CON-08")
def test_whoever_is_knocked_down_acts_without_moving_and_then_stands():
    one = soldier("S1", knocked_down=True)
    played = start(battle(one), activating("S1"))
    assert "move" not in menu(played)
    assert "dash" not in menu(played)
    played.answer("tactical awareness").over()
    assert not played.state.soldiers["S1"].knocked_down
    assert {"FR-CON-06", "FR-CON-08"} <= played.cited()


@covers("FR-CON-07", "FR-COV-08")
def test_whoever_lies_down_in_the_open_is_hit_on_a_six():
    shooter = soldier("S1", (10.0, 10.0), weapons=(weapon("assault rifle"),))
    orc = enemy("M1.1", (10.0, 20.0), knocked_down=True)
    needed = hit_number(battle(shooter, orc), shooter, orc, weapon("assault rifle"))
    assert needed.number == 6
    assert "FR-CON-07" in needed.rules


@covers("FR-CON-09")
def test_to_be_knocked_down_twice_is_to_be_knocked_down_once():
    one = soldier("S1", knocked_down=True)
    played = perform(battle(one), doing(knock_down, "S1"))
    assert played.state.soldiers["S1"].knocked_down
    assert played.told("Knocked Down") == []
    assert "FR-CON-09" in played.cited()


@covers("FR-CON-10")
def test_two_markers_and_down_become_one_marker_and_up():
    one = soldier("S1", stun=2, knocked_down=True)
    played = start(battle(one), activating("S1"))
    assert "move" not in menu(played)
    played.answer("tactical awareness").over()
    found = played.state.soldiers["S1"]
    assert (found.stun, found.knocked_down) == (1, False)
    assert "FR-CON-10" in played.cited()


@covers("FR-CON-10")
def test_down_and_stunned_is_not_stunned():
    assert not soldier("S1", stun=2, knocked_down=True).is_stunned
    assert soldier("S1", stun=1).is_stunned


@covers("FR-CON-12", "FR-CON-11", "FR-CON-13")
@pytest.mark.parametrize(
    ("faces", "tallies", "aware"),
    [([6, 6], [5, 0], True), ([1, 4, 5, 3], [0, 3, 7, 9], False)],
)
def test_the_tally_grows_by_each_die_less_one_and_wakes_the_mob_at_ten(faces, tallies, aware):
    mob, other = Mob(id="M1", type="Orcs", aware=False), Mob(id="M2", type="Orcs", aware=False, tally=4)
    state = battle(soldier("S1"), mobs={"M1": mob, "M2": other})
    acts = []
    for face, tally in zip(faces, tallies, strict=True):
        played = perform(state, lambda play: stir(play, play.state.mobs["M1"]), {"awake M1": [face]})
        state = played.state
        state.step = "staged rule"
        assert state.mobs["M1"].tally == tally
        acts.append(played.returned)
    assert acts[-1] is aware
    assert not any(acts[:-1])
    assert state.mobs["M1"].aware is aware
    assert state.mobs["M2"].tally == 4


@covers("FR-CON-11", "FR-CON-14")
def test_waking_twice_is_told_once():
    mob = Mob(id="M1", type="Orcs", aware=False)
    state = battle(soldier("S1"), mobs={"M1": mob})

    async def twice(play):
        wake(play, play.state.mobs["M1"], "FR-CON-14")
        wake(play, play.state.mobs["M1"], "FR-CON-14")

    played = perform(state, twice)
    assert len(played.told("mob becomes Aware")) == 1


@covers("FR-CON-14")
@pytest.mark.parametrize(("y", "aware"), [(13.0, True), (12.9, False)])
def test_a_soldier_within_six_inches_and_in_sight_wakes_a_mob(y, aware):
    # Bases of 1 in: centres 7 in apart are 6 in apart.
    state = battle(soldier("S1", (10.0, y)), enemy("M1.1", (10.0, 20.0)))
    state.mobs["M1"].aware = False
    played = perform(state, lambda play: _looks(play, ((10.0, 5.0), (10.0, y))))
    assert played.state.mobs["M1"].aware is aware


async def _looks(play, path):
    wake_on_the_way(play, play.state.soldiers["S1"], path)


@covers("FR-CON-14")
def test_behind_a_high_wall_nobody_is_woken():
    state = battle(
        soldier("S1", (10.0, 15.0)),
        enemy("M1.1", (10.0, 20.0)),
        terrain=[block("wall", 4.0, 17.0, 16.0, 17.5)],
    )
    state.mobs["M1"].aware = False
    played = perform(state, lambda play: _looks(play, ((10.0, 14.0), (10.0, 15.0))))
    assert not played.state.mobs["M1"].aware


@covers("FR-CON-14")
def test_passing_by_within_six_inches_is_enough():
    state = battle(soldier("S1", (30.0, 10.0)), enemy("M1.1", (15.0, 14.0)))
    state.mobs["M1"].aware = False
    played = perform(state, lambda play: _looks(play, ((2.0, 10.0), (30.0, 10.0))))
    assert played.state.mobs["M1"].aware
    assert played.state.soldiers["S1"].at == (30.0, 10.0)


@covers("FR-CON-15")
def test_a_buddy_check_costs_the_action_and_takes_one_marker_from_a_friend():
    one, friend = soldier("S1", (10.0, 10.0)), soldier("S2", (11.0, 10.0), stun=2)
    played = start(battle(one, friend), activating("S1"))
    assert "buddy check S2" in menu(played)
    played.answer("buddy check S2").over()
    assert played.state.soldiers["S2"].stun == 1


@covers("FR-CON-15")
def test_nobody_checks_oneself_or_a_friend_out_of_reach():
    one, friend = soldier("S1", (10.0, 10.0), stun=1), soldier("S2", (12.0, 10.0), stun=1)
    assert stunned_friends_in_contact(battle(one, friend), one) == []


@covers("FR-CON-15")
def test_after_a_move_into_contact_with_a_friend_the_check_can_be_made():
    one, friend = soldier("S1", (10.0, 10.0)), soldier("S2", (13.0, 10.0), stun=1)
    played = start(battle(one, friend), activating("S1"))
    played.answer("move", {"models": [[12.0, 10.0]]}, "buddy check S2").over()
    assert played.state.soldiers["S2"].stun == 0


@covers("FR-RND-28")
def test_an_effect_of_a_round_ends_in_its_last_round_and_not_before():
    cloud = Effect("Toxic Cloud", "FR-SPL-01", until="round", rounds=4)
    one = soldier("S1", effects=(cloud,))
    before = perform(battle(one, round=3), doing(end_effects_of_all, "", "round"))
    assert before.state.soldiers["S1"].effects == (cloud,)
    played = perform(battle(one, round=4), doing(end_effects_of_all, "", "round"))
    assert played.state.soldiers["S1"].effects == ()
    assert "FR-RND-28" in played.cited()


@covers("FR-RND-28", "FR-CON-08")
def test_effects_until_the_next_activation_end_with_it_and_others_stay():
    held = Effect("held", "FR-SPL-01", until="activation")
    boon = Effect("boon", "FR-SPL-02", until="battle")
    one = soldier("S1", effects=(held, boon))
    played = perform(battle(one), doing(recover, "S1"))
    assert played.state.soldiers["S1"].effects == (boon,)
    two = soldier("S2", effects=(held,))
    played = perform(battle(two), doing(end_effects, "S2", "phase"))
    assert played.state.soldiers["S2"].effects == (held,)
