"""Support, regions and battle conditions."""

from __future__ import annotations

import pytest

from sandtable.books.forgotten_ruin.chapters.line_of_sight import visibility_limit
from sandtable.books.forgotten_ruin.missions.battle_conditions import (
    cautious_entry,
    roll_condition,
    settle_condition,
)
from sandtable.books.forgotten_ruin.missions.regions import city, desert
from sandtable.books.forgotten_ruin.missions.support import buy_support, plan_ahead, sniper_targets
from sandtable.books.forgotten_ruin.modifiers import (
    AGGRESSION_DIE,
    MOB_SIZE,
    MORALE_DICE,
    POWER,
    RESISTANCE,
    TACTIC_USES,
    speed,
    value_of,
)
from sandtable.books.forgotten_ruin.state import Mob, Objective, Stock, Weapon
from sandtable.books.forgotten_ruin.windows import ACTIVATION_STARTED, WINDOWS, Activation
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.missions.grounds import mission
from tests.books.forgotten_ruin.stage import enemy, number_of, perform, rule_of, soldier, start


def _rich(points, **facts):
    return mission(stock=Stock(story_points=0, support_points=points), **facts)


@covers("FR-MIS-11", "FR-MIS-13", "FR-MIS-14", "FR-MIS-15", "FR-MIS-19")
def test_three_points_are_three_rolls_and_a_repeated_result_is_lost():
    played = perform(_rich(3), buy_support, {"d100 support": [1, 10, 3, 5, 7, 10]}, [3])
    assert played.state.mission.support == ("fire support", "planning support")
    assert played.state.stock.support_points == 0
    assert "FR-MIS-14" in played.cited()


@covers("FR-STP-10", "FR-MIS-11")
def test_story_points_buy_further_rolls():
    state = mission(stock=Stock(story_points=2, support_points=1))
    played = perform(state, buy_support, {"d100 support": [1, 10, 7, 10]}, [2, False, False])
    assert played.state.mission.support == ("fire support", "planning support")
    assert (played.state.stock.support_points, played.state.stock.story_points) == (0, 1)
    assert "FR-STP-10" in played.cited()


@covers("FR-MIS-12")
def test_without_points_nothing_is_asked():
    assert perform(_rich(0), buy_support).state.mission.support == ()


@covers("FR-MIS-37")
def test_underground_there_are_no_mortars():
    played = perform(_rich(1, region="Underground"), buy_support, {"d100 support": [1, 1]}, [1])
    assert played.state.mission.support == ()


@covers("FR-MIS-20", "FR-MIS-22", "FR-SQD-09", "FR-SQD-07")
def test_the_platoon_sergeant_joins_and_knows_another_tactic():
    played = perform(_rich(1), buy_support, {"d100 support": [8, 1]}, [1])
    sergeant = played.state.soldiers["PS"]
    assert (sergeant.position, sergeant.where, sergeant.is_personality) == (
        "platoon sergeant",
        "waiting",
        False,
    )
    assert value_of(0, TACTIC_USES.all(played.state)) >= 1


@covers("FR-MIS-21", "FR-SQD-08")
def test_the_platoon_leader_joins():
    played = perform(_rich(1), buy_support, {"d100 support": [10, 10]}, [1])
    assert played.state.soldiers["PL"].position == "platoon leader"


@covers("FR-MIS-16", "FR-MIS-17")
def test_the_sniper_hits_without_a_die_and_without_a_save_whom_the_soldier_sees():
    state = mission(
        soldier("S1", (10.0, 10.0)),
        enemy("M1.1", (10.0, 20.0)),
        enemy("M1.2", (14.0, 24.0), toughness=5, save=2),
        sniper_shots=1,
    )
    assert {one.id for one in sniper_targets(state, state.soldiers["S1"])} == {"M1.1", "M1.2"}
    rule = lambda play: WINDOWS.open(play, ACTIVATION_STARTED, Activation("A", play.state.soldiers["S1"]))  # noqa: E731
    hit = perform(state, rule, {"damage M1.2": [4]}, ["sniper support", "M1.2"])
    assert hit.state.enemies["M1.2"].where == "casualty"
    assert hit.state.mission.sniper_shots == 0


@covers("FR-MIS-18")
def test_a_load_is_a_free_action_for_a_firearm():
    from sandtable.books.forgotten_ruin.chapters.activations.actions import ACTIONS

    rifle = Weapon(name="assault rifle", range_moving=24, range_stationary=36, shots=1)
    state = mission(soldier("S1", weapons=(rifle,)), ammunition=3)
    load = ACTIONS["Use a load"]
    one = state.soldiers["S1"]
    assert load.free
    assert len(load.candidates(state, one, Activation("A", one))) == 1
    played = perform(state, lambda play: load.carry_out(play, play.state.soldiers["S1"], True))
    assert played.state.mission.ammunition == 2
    after = played.state.soldiers["S1"]
    assert load.candidates(played.state, after, Activation("A", after)) == []


@covers("FR-MIS-19", "FR-ENE-18")
def test_planning_makes_one_mob_unaware_but_never_wolves():
    state = mission(
        enemy("M1.1"),
        enemy("M2.1", (20.0, 20.0), type="Wolves"),
        enemy("M3.1", (25.0, 25.0)),
        support=("planning support",),
    )
    played = start(state, plan_ahead)
    assert sorted(played.options()) == ["M1", "M3", "none"]
    played.answer("M3").over()
    assert [mob.aware for mob in played.state.mobs.values()] == [True, True, False]


@covers("FR-MIS-16", "FR-MIS-19")
def test_figures_and_mobs_of_one_kind_can_be_told_apart_by_what_the_choices_say():
    orcs = [enemy(id, (10.0 + 4 * place, 24.0)) for place, id in enumerate(("M1.1", "M1.2", "M2.1"))]
    state = mission(soldier("S1"), *orcs, sniper_shots=1, support=("planning support",))
    for one in orcs:
        one.name = "Orcs"
    rule = lambda play: WINDOWS.open(play, ACTIVATION_STARTED, Activation("A", play.state.soldiers["S1"]))  # noqa: E731
    targets = start(state, rule).answer("sniper support").question
    assert [one.label for one in targets.options()] == ["Orc 1 of mob 1", "Orc 2 of mob 1", "Orc 1 of mob 2"]
    mobs = start(state, plan_ahead).question
    assert [one.label for one in mobs.options()] == ["Orcs 1 (Warriors)", "Orcs 2 (Warriors)", "none of them"]


@covers("FR-MIS-27", "FR-MIS-02", "FR-MIS-34")
def test_region_rules_are_a_switch_and_plains_have_none():
    assert number_of(visibility_limit(mission(region="Forest"))) == 16
    assert visibility_limit(mission(region="Forest", switches={"region_terrain_rules": False})) is None
    assert visibility_limit(mission(region="Plains")) is None


@covers("FR-MIS-31", "FR-MIS-37", "FR-MIS-49", "FR-MIS-50")
def test_of_several_limits_of_sight_the_lowest_applies():
    assert number_of(visibility_limit(mission(region="Underground"))) == 8
    assert number_of(visibility_limit(mission(region="Forest", condition="Low visibility"))) == 8
    assert number_of(visibility_limit(mission(region="Forest", condition="Medium visibility"))) == 12


@covers("FR-MIS-30")
def test_nobody_dashes_through_the_desert_with_a_heavy_weapon():
    state = mission(
        soldier("S1", weapons=(Weapon(name="squad automatic weapon"),)), soldier("S2"), region="Desert"
    )
    assert rule_of(desert(state, state.soldiers["S1"])) == "FR-MIS-30"
    assert desert(state, state.soldiers["S2"]) is None


@covers("FR-MIS-29")
def test_in_a_city_all_mobs_begin_unaware_except_wolves():
    state = mission(enemy("M1.1"), enemy("M2.1", (20.0, 20.0), type="Wolves"), region="City")
    played = perform(state, city)
    assert [mob.aware for mob in played.state.mobs.values()] == [False, True]


@covers("FR-MIS-35", "FR-MIS-38", "FR-MIS-53")
@pytest.mark.parametrize(
    ("region", "condition", "change"),
    [
        ("Ruins", "", 1),
        ("Wasteland", "", -1),
        ("Wasteland", "Reduced enemy attention", -2),
        ("Plains", "", 0),
    ],
)
def test_what_changes_the_aggression_die(region, condition, change):
    assert value_of(0, AGGRESSION_DIE.all(mission(region=region, condition=condition))) == change


@covers("FR-MIS-36")
def test_swamps_slow_whoever_starts_on_the_ground():
    state = mission(soldier("S1"), soldier("S2", (20.0, 20.0), elevation=2.0), region="Swamps")
    assert [speed(state, one) for one in state.soldiers.values()] == [4.0, 5.0]


@covers("FR-MIS-39", "FR-MIS-41")
def test_the_magic_of_a_region_changes_power():
    assert value_of(3, POWER.all(mission(magic="high"), soldier("S1"))) == 4
    assert value_of(4, POWER.all(mission(magic="low"), soldier("S1"))) == 3


@covers("FR-MIS-51", "FR-MIS-52")
def test_magical_winds_change_resistance_on_both_sides():
    for condition, change in (("Weak magical winds", 1), ("Strong magical winds", -1)):
        state = mission(condition=condition)
        assert value_of(0, RESISTANCE.all(state, soldier("S1"))) == change
        assert value_of(1, RESISTANCE.all(state, enemy("M1.1"))) == 1 + change


@covers("FR-MIS-48", "FR-MIS-54")
def test_high_alert_starts_with_three_aggression():
    played = perform(mission(), roll_condition, {"d100 battle conditions": [2, 6]})
    assert played.state.mission.condition == "High alert"
    assert played.state.aggression == 3


@covers("FR-MIS-02")
def test_without_the_switch_no_condition_is_rolled():
    assert (
        perform(mission(switches={"battle_conditions": False}), roll_condition).state.mission.condition == ""
    )


@covers("FR-MIS-58", "FR-MIS-64", "FR-MIS-69")
@pytest.mark.parametrize(
    ("roll", "perk"), [([5, 10], "vital"), ([7, 1], "loot cache"), ([10, 10], "high value")]
)
def test_some_conditions_mark_a_random_objective(roll, perk):
    objectives = tuple(Objective(id=f"O{n}", type="Scout the Area") for n in (1, 2))
    dice = {"d100 battle conditions": roll, "choose objective": [2]}
    played = perform(mission(objectives=objectives), roll_condition, dice)
    assert played.state.objectives["O2"].perks == (perk,)


@covers("FR-MIS-55")
def test_low_alert_makes_a_random_mob_unaware():
    state = mission(enemy("M1.1"), enemy("M2.1", (20.0, 20.0)), condition="Low alert")
    played = perform(state, settle_condition, {"choose mob": [2]})
    assert [mob.aware for mob in played.state.mobs.values()] == [True, False]


@covers("FR-MIS-56", "FR-MIS-65")
@pytest.mark.parametrize(
    ("condition", "initial", "size"),
    [("Fewer foes", True, 4), ("Fewer foes", False, 4), ("Opportunity", True, 3), ("Opportunity", False, 6)],
)
def test_conditions_change_the_size_of_mobs(condition, initial, size):
    assert value_of(5, MOB_SIZE.all(mission(condition=condition), initial)) == size


@covers("FR-MIS-59")
def test_quick_entry_gives_two_moves_in_round_one():
    state = mission(soldier("S1"), condition="Quick entry", round=1)
    now = Activation("A", state.soldiers["S1"])
    perform(state, lambda play: WINDOWS.open(play, ACTIVATION_STARTED, now))
    assert now.moves == 2


@covers("FR-MIS-66")
def test_on_a_cautious_entry_the_slow_do_not_move_in_round_one():
    state = mission(soldier("S1"), condition="Cautious entry", round=1, phase="slow")
    one = state.soldiers["S1"]
    assert rule_of(cautious_entry(state, one)) == "FR-MIS-66"
    state.phase = "quick"
    assert cautious_entry(state, one) is None
    state.phase, state.round = "slow", 2
    assert cautious_entry(state, one) is None


@covers("FR-MIS-67")
def test_nervous_foes_roll_one_die_more():
    assert value_of(2, MORALE_DICE.all(mission(condition="Nervous foes"), Mob(id="M1", type="Orcs"))) == 3
