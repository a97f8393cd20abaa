"""Melee mobs: whom they go for, bloodlust, Cover, charges, cohesion and Snap Fire."""

from __future__ import annotations

from math import hypot

import pytest

from sandtable.books.forgotten_ruin.book import BOOK
from sandtable.books.forgotten_ruin.chapters.cover import is_in_cover_at
from sandtable.books.forgotten_ruin.chapters.principles.conventions import gap
from sandtable.books.forgotten_ruin.enemies.activating import enemy_phase_step
from sandtable.books.forgotten_ruin.enemies.movement.placing import groups_of
from sandtable.books.forgotten_ruin.state import Effect
from sandtable.kernel.testing import covers
from sandtable.table.terrain import Piece, box_outline, wall
from tests.books.forgotten_ruin.armed import armed, skirmish
from tests.books.forgotten_ruin.stage import battle, enemy, perform, piece_of, soldier, start


async def enemy_phase(play):
    """Every enemy unit activates, as in the Enemy Actions phase."""
    while await enemy_phase_step(play):
        pass


def in_a_row(count, y, x=8.0, mob="M1", **facts):
    """The figures of a mob beside one another."""
    return [enemy(f"{mob}.{n + 1}", (x + 1.25 * n, y), **facts) for n in range(count)]


def touched(state):
    """Which enemies touch which soldiers."""
    return {
        (one.id, other.id)
        for one in state.enemies_on_table()
        for other in state.soldiers_on_table()
        if gap(one, other) <= 0.01
    }


@covers("FR-EAI-01", "FR-EAI-02", "FR-EAI-05")
def test_the_unit_closest_to_a_soldier_activates_first():
    state = battle(
        soldier("S1", (10.0, 3.0)),
        enemy("M1.1", (10.0, 33.0)),
        enemy("M2.1", (18.0, 25.0), mob="M2"),
        enemy("V1", (2.0, 30.0), kind="villain", goal=None),
    )
    played = perform(state, enemy_phase, {"villain goal V1": [5]})
    assert [event.facts["unit"] for event in played.told("enemy unit activates")] == ["M2", "V1", "M1"]


@covers("FR-EAI-05")
def test_equally_near_units_activate_at_random_and_the_player_may_choose_with_the_switch():
    one = soldier("S1", (10.0, 3.0))
    figures = [enemy("M1.1", (5.0, 30.0)), enemy("M2.1", (15.0, 30.0), mob="M2")]
    played = perform(battle(one, *figures), enemy_phase, {"choose unit": [2]})
    assert [event.facts["unit"] for event in played.told("enemy unit activates")] == ["M2", "M1"]
    chosen = battle(one, *figures, switches={"enemy_order": "player_choice"})
    played = perform(chosen, enemy_phase, {}, ["M2"])
    assert [event.facts["unit"] for event in played.told("enemy unit activates")] == ["M2", "M1"]


@covers("FR-EAI-05")
def test_arrivals_of_this_round_do_not_activate():
    state = battle(soldier("S1", (10.0, 3.0)), enemy("M1.1", (10.0, 20.0), arrived=2))
    assert perform(state, enemy_phase).told("enemy unit activates") == []


@covers("FR-EAI-20")
def test_without_soldiers_nobody_moves():
    state = battle(soldier("S1", (10.0, 3.0)), enemy("M1.1", (10.0, 20.0)))
    state.soldiers["S1"].where = "left"
    played = perform(state, enemy_phase)
    assert played.state.enemies["M1.1"].at == (10.0, 20.0)
    assert "FR-EAI-20" in played.cited()


@covers("FR-EAI-06", "FR-EAI-21", "FR-EAI-03")
def test_four_orcs_in_a_row_follow_the_nearest_and_stay_together():
    state = battle(soldier("S1", (8.0, 4.0)), *in_a_row(4, 25.0))
    played = perform(state, enemy_phase)
    assert played.state.enemies["M1.1"].at == pytest.approx((8.0, 20.0))
    for one in played.state.enemies.values():
        assert hypot(one.at[0] - state.enemies[one.id].at[0], one.at[1] - 25.0) <= 5.01
    assert len(groups_of(played.state, played.state.members("M1"))) == 1
    assert [event.facts["figure"] for event in played.told("enemy plans")] == ["M1.1", "M1.2", "M1.3", "M1.4"]


@covers("FR-EAI-06")
def test_equally_near_soldiers_are_chosen_at_random():
    state = battle(soldier("S1", (5.0, 5.0)), soldier("S2", (15.0, 5.0)), enemy("M1.1", (10.0, 30.0)))
    played = perform(state, enemy_phase, {"choose target": [2]})
    assert played.told("mob advances")[0].facts["target"] == "S2"


@covers("FR-EAI-07", "FR-EAI-09")
def test_five_orcs_engage_three_soldiers_and_the_others_join():
    soldiers = [soldier(f"S{n + 1}", (6.0 + 4.0 * n, 5.0)) for n in range(3)]
    figures = [enemy(f"M1.{n + 1}", (7.0 + 1.3 * n, 9.0 + 0.01 * n)) for n in range(5)]
    played = perform(battle(*soldiers, *figures), enemy_phase)
    met = touched(played.state)
    assert {one for _, one in met} == {"S1", "S2", "S3"}
    assert len({one for one, _ in met}) == 5


@covers("FR-EAI-07")
def test_champions_choose_first_and_go_the_least_way():
    state = battle(
        soldier("S1", (10.0, 5.0)),
        enemy("M1.1", (9.0, 9.5), is_champion=True),
        enemy("M1.2", (11.0, 9.5)),
    )
    played = perform(state, enemy_phase)
    plans = {event.facts["figure"]: event.facts["target"] for event in played.told("enemy plans")}
    assert plans == {"M1.1": "S1", "M1.2": "S1"}
    assert played.told("enemy plans")[0].facts["figure"] == "M1.1"


@covers("FR-EAI-09")
@pytest.mark.parametrize(("far", "lust"), [(10.0, 1), (10.1, 0)])
def test_bloodlust_comes_at_double_movement(far, lust):
    state = battle(soldier("S1", (10.0, 5.0)), enemy("M1.1", (10.0, 6.0 + far)))
    assert len(perform(state, enemy_phase).told("mob bloodlust")) == lust


@covers("FR-EAI-11", "FR-EAI-09")
def test_who_cannot_reach_contact_moves_and_dashes_and_stops_short():
    state = battle(soldier("S1", (10.0, 5.0)), enemy("M1.1", (10.0, 13.0)))
    played = perform(state, enemy_phase)
    assert gap(played.state.enemies["M1.1"], played.state.soldiers["S1"]) == pytest.approx(0.1, abs=0.01)
    assert played.told("enemy plans")[0].facts["dashes"] is True
    assert played.state.contacts == ()


@covers("FR-EAI-11")
def test_a_dash_adds_three_inches_in_a_straight_line():
    state = battle(soldier("S1", (10.0, 5.0)), enemy("M1.1", (10.0, 15.9)))
    played = perform(state, enemy_phase)
    assert played.state.enemies["M1.1"].at[1] == pytest.approx(7.9)


@covers("FR-EAI-08")
def test_a_mob_comes_out_of_a_wood_and_stops_behind_a_wall():
    wood = piece_of("wood", "forest", box_outline(7.0, 25.0, 13.0, 31.0))
    bare = battle(soldier("S1", (10.0, 4.0)), enemy("M1.1", (10.0, 25.6)), terrain=[wood])
    played = perform(bare, enemy_phase)
    moved = 25.6 - played.state.enemies["M1.1"].at[1]
    assert moved == pytest.approx(5.0, abs=0.1)
    assert played.told("enemy plans")[0].facts["dashes"] is False

    low = Piece("low", "wall", wall((6.0, 21.0), (14.0, 21.0), 0.3), 0.75, ("linear",))
    walled = battle(soldier("S1", (10.0, 4.0)), enemy("M1.1", (10.0, 25.6)), terrain=[wood, low])
    played = perform(walled, enemy_phase)
    orc = played.state.enemies["M1.1"]
    assert 21.6 < orc.at[1] < 23.1
    assert "FR-EAI-08" in played.cited()
    assert is_in_cover_at(played.state, played.state.soldiers["S1"], orc, orc.at)


@covers("FR-EAI-10")
def test_out_of_the_open_into_cover_enemies_dash():
    rocks = piece_of("rocks", "bushes", box_outline(8.5, 17.0, 12.0, 19.0))
    state = battle(soldier("S2", (2.0, 3.0)), enemy("M1.1", (10.0, 26.0)), terrain=[rocks])
    played = perform(state, enemy_phase)
    plan = played.told("enemy plans")[0]
    assert plan.facts["dashes"] is True
    assert "FR-EAI-10" in plan.rules
    orc = played.state.enemies["M1.1"]
    assert is_in_cover_at(played.state, played.state.soldiers["S2"], orc, orc.at)


@covers("FR-EAI-10")
def test_in_the_open_with_cover_later_on_the_way_they_dash_too():
    low = Piece("low", "wall", wall((6.0, 15.0), (14.0, 15.0), 0.3), 0.75, ("linear",))
    state = battle(
        soldier("S2", (10.0, 14.0)), soldier("S3", (10.0, 3.0)), enemy("M1.1", (10.0, 32.0)), terrain=[low]
    )
    # The soldier at the wall sees over it; behind it the orc is in Cover.
    played = perform(state, enemy_phase)
    assert 32.0 - played.state.enemies["M1.1"].at[1] == pytest.approx(8.0, abs=0.1)
    assert "FR-EAI-10" in played.cited()


@covers("FR-EAI-17")
def test_cover_a_step_to_the_side_is_taken():
    bush = piece_of("bush", "bushes", box_outline(11.0, 20.0, 13.0, 22.0))
    state = battle(soldier("S1", (10.2, 3.0)), enemy("M1.1", (10.2, 26.0)), terrain=[bush])
    played = perform(state, enemy_phase)
    orc = played.state.enemies["M1.1"]
    assert is_in_cover_at(played.state, played.state.soldiers["S1"], orc, orc.at)


@covers("FR-EAI-19")
def test_an_enemy_in_contact_stays_and_fights():
    state = battle(soldier("S1", (10.0, 10.0)), soldier("S2", (10.0, 4.0)), enemy("M1.1", (10.0, 11.0)))
    played = perform(state, enemy_phase)
    assert played.state.enemies["M1.1"].at == (10.0, 11.0)
    assert "FR-EAI-19" in played.cited()


@covers("FR-EAI-22", "FR-EAI-04")
def test_a_scattered_mob_regroups_around_its_largest_group():
    figures = [*in_a_row(3, 25.0), enemy("M1.4", (20.0, 25.0))]
    state = battle(soldier("S1", (8.0, 4.0)), *figures)
    played = perform(state, enemy_phase, {"choose who moves first": []})
    stray = played.state.enemies["M1.4"]
    assert hypot(stray.at[0] - 20.0, stray.at[1] - 25.0) <= 5.01
    assert stray.at[0] < 17.0
    assert "FR-EAI-22" in played.cited()
    assert played.told("mob regroups")[0].facts["groups"] == 2


@covers("FR-EAI-04", "FR-EAI-09")
def test_in_bloodlust_nobody_regroups():
    state = battle(soldier("S1", (10.0, 10.0)), enemy("M1.1", (10.0, 18.0)), enemy("M1.2", (20.0, 25.0)))
    played = perform(state, enemy_phase)
    assert played.told("mob regroups") == []
    assert len(groups_of(played.state, played.state.members("M1"))) == 2


@covers("FR-EAI-23")
def test_orcs_gather_at_the_foot_of_a_tower_they_cannot_climb():
    tower = Piece("tower", "tower", box_outline(9.0, 9.0, 12.0, 12.0), 6.0, ("block",))
    high = soldier("S1", (10.5, 10.5), elevation=6.0)
    state = battle(high, enemy("M1.1", (10.5, 18.0)), terrain=[tower])
    played = perform(state, enemy_phase)
    orc = played.state.enemies["M1.1"]
    assert orc.elevation == 0.0
    assert orc.at[1] < 13.5


@covers("FR-EAI-23")
def test_enemies_walk_round_what_they_cannot_enter():
    rock = Piece("rock", "rock", box_outline(6.0, 14.0, 14.0, 16.0), 4.0, ("block", "unclimbable"))
    state = battle(soldier("S1", (10.0, 5.0)), enemy("M1.1", (10.0, 18.0)), terrain=[rock])
    for _ in range(4):
        state = perform(state, enemy_phase).state
        state.mobs["M1"].acted = False
        if gap(state.enemies["M1.1"], state.soldiers["S1"]) <= 0.2:
            break
    assert gap(state.enemies["M1.1"], state.soldiers["S1"]) <= 0.2


@covers("FR-EAI-18")
def test_an_enemy_player_may_choose_something_else():
    state = battle(soldier("S1", (10.0, 5.0)), enemy("M1.1", (10.0, 9.0)), seats=("A", "B"), enemy_seat="B")
    played = start(state, enemy_phase)
    assert played.question.seat == "B"
    assert "stay" in played.options()
    played.answer("stay").over()
    assert played.state.enemies["M1.1"].at == (10.0, 9.0)


@covers("FR-RND-27", "FR-RND-17")
def test_half_way_shots_stop_some_and_the_others_walk_on():
    # Orc 1 is 4 in from the soldier and charges; orc 2 is 9 in away and will Move and Dash 8 in.
    second = enemy("M1.2", (8.0, 14.7979589711327))
    holding = armed("S2", (25.0, 8.0), "assault rifle", holding=True, die=1)
    state = skirmish(soldier("S1", (10.0, 5.0)), holding, enemy("M1.1", (10.0, 10.0)), second)
    assert gap(second, state.soldiers["S1"]) == pytest.approx(9.0)
    played = start(state, enemy_phase, {"hit S2": [5, 1], "damage M1.1": [6]})
    assert played.question.facts["moment"] == "before"
    played.answer("S2 half-way")
    now = played.state.enemies
    assert now["M1.1"].at == pytest.approx((10.0, 8.0))
    assert hypot(now["M1.2"].at[0] - 8.0, now["M1.2"].at[1] - second.at[1]) == pytest.approx(4.0)
    while played.game.decision is not None:
        played.answer(played.options()[0] if "pass" not in played.options() else "pass")
    assert played.state.enemies["M1.1"].where == "casualty"
    assert gap(played.state.enemies["M1.2"], played.state.soldiers["S1"]) == pytest.approx(1.0)
    assert played.state.contacts == ()
    assert played.state.mobs["M1"].killed_in_phase == 1


@covers("FR-EAI-19", "FR-CON-06")
def test_a_figure_that_is_knocked_down_stays_while_its_mob_moves_on():
    state = battle(soldier("S1", (8.0, 4.0)), *in_a_row(2, 25.0))
    state.enemies["M1.2"].knocked_down = True
    played = perform(state, enemy_phase)
    assert played.state.enemies["M1.2"].at == (9.25, 25.0)
    assert played.state.enemies["M1.2"].knocked_down is False
    assert played.state.enemies["M1.1"].at[1] == pytest.approx(20.0)


@covers("FR-CON-11", "FR-ENE-23")
def test_hobgoblins_wake_sooner():
    state = battle(soldier("S1", (8.0, 4.0)), enemy("M1.1", (8.0, 30.0), type="Hobgoblins"))
    state.mobs["M1"].aware = False
    played = perform(state, enemy_phase, {"awake M1": [3]})
    assert played.state.mobs["M1"].tally == 4
    assert "FR-ENE-23" in played.cited()


@covers("FR-ENE-11")
def test_a_raging_mob_dashes_straight_at_the_soldiers():
    state = battle(soldier("S1", (10.0, 5.0)), enemy("M1.1", (10.0, 14.0), traits=("War Rage",)))
    state.mobs["M1"].training = "Archers"
    state.mobs["M1"].effects = (Effect("War Rage", "FR-ENE-11", until="phase"),)
    played = perform(state, enemy_phase)
    assert gap(played.state.enemies["M1.1"], played.state.soldiers["S1"]) == pytest.approx(0.1, abs=0.01)
    assert played.state.contacts == ()
    assert "FR-ENE-11" in played.cited()


@covers("FR-EAI-06", "FR-MOV-16")
@pytest.mark.parametrize("hundredths", range(0, 50, 4))
def test_a_mob_goes_over_a_low_wall_wherever_it_stands(hundredths: int):
    """Neither end of the wall is near, so whoever did not see the way over it would walk along it."""
    y = 20.0 + hundredths / 100
    low = Piece("low", "wall", wall((2.0, y), (34.0, y), 0.3), 0.75, ("linear",))
    state = battle(soldier("S1", (18.0, 12.0)), enemy("M1.1", (18.0, 21.2)), terrain=[low])
    played = perform(state, enemy_phase)
    assert played.state.enemies["M1.1"].at[1] < y


@covers("FR-SPL-27", "FR-EAI-09", "FR-EAI-24")
@pytest.mark.parametrize(
    ("training", "at", "said"),
    [("Warriors", 14.0, "mob bloodlust"), ("Warriors", 26.0, "mob advances")],
)
def test_a_mob_that_gas_makes_plan_anew_is_told_once_what_it_is_up_to(training, at, said):
    position = {
        "soldiers": {"S1": {"at": [10, 6]}, "S2": {"at": [34, 2]}},
        "mobs": {"M1": {"type": "Orcs", "training": training, "at": [[10, at]]}},
        "markers": {"C1": {"kind": "toxic cloud", "at": [10, at - 3], "number": 3, "objective": "S2"}},
    }
    played = perform(BOOK.read_position(position), enemy_phase, {"gas M1": [4]})
    assert len(played.told("mob goes around the gas")) == 1
    assert len(played.told(said)) == 1
