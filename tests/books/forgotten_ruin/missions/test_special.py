"""Special Missions and what their conditions do."""

from __future__ import annotations

from math import hypot

import pytest

from sandtable.books.forgotten_ruin.chapters.aggression.score import (
    add_aggression,
    aggression_phase,
    threshold,
)
from sandtable.books.forgotten_ruin.enemies.generating import muster
from sandtable.books.forgotten_ruin.enemies.movement.placing import groups_of
from sandtable.books.forgotten_ruin.missions.ending import END_EFFECTS
from sandtable.books.forgotten_ruin.missions.mission_tables import mission_tables
from sandtable.books.forgotten_ruin.missions.plan import sequence_of
from sandtable.books.forgotten_ruin.missions.special import (
    deploy_at_edges,
    roll_special_condition,
)
from sandtable.books.forgotten_ruin.missions.special_finds import lay_sleeper, lay_traps, lay_treasures
from sandtable.books.forgotten_ruin.missions.uncertain_objectives import ensure_movable
from sandtable.books.forgotten_ruin.modifiers import AGGRESSION_ROLLS, MOB_SIZE, MOBS, value_of
from sandtable.books.forgotten_ruin.state import Marker, Objective
from sandtable.books.forgotten_ruin.stock import Stock
from sandtable.books.forgotten_ruin.windows import MOVED, WINDOWS, Movement
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.missions.grounds import mission, wood
from tests.books.forgotten_ruin.stage import enemy, perform, piece_of, soldier, start

REGULAR = mission_tables().sequences["regular"]
SPECIAL = mission_tables().sequences["special"]


def _special(condition, *figures, **facts):
    return mission(*figures, kind="special", special_condition=condition, campaign_turn=8, **facts)


@covers("FR-SPM-02", "FR-SPM-07", "FR-SPM-08", "FR-SPM-09", "FR-MIS-01")
def test_the_steps_of_regular_and_special_missions():
    assert REGULAR[:3] == ("requirements", "objectives", "support") == SPECIAL[:3]
    assert "battle condition" in REGULAR
    assert "battle condition" not in SPECIAL
    assert SPECIAL.index("special condition") < SPECIAL.index("deployment")
    assert "personal task" in SPECIAL


@covers("FR-SPM-15")
def test_an_encamped_enemy_is_set_up_before_the_squad():
    steps = sequence_of(_special("Enemy encampment"))
    assert steps.index("the enemy") < steps.index("deployment")


@covers("FR-SPM-01", "FR-SPM-10")
def test_a_condition_that_came_before_is_rolled_again():
    state = _special("", stock=Stock(story_points=0, special_conditions=("Patrol contact",)))
    played = perform(state, roll_special_condition, {"d100 special conditions": [3, 5, 9, 5]})
    assert played.state.mission.special_condition == "Coming in groups"


@covers("FR-SPM-11", "FR-MIS-60")
@pytest.mark.parametrize(
    ("facts", "edges"),
    [({"special_condition": "Enemies closing in", "kind": "special"}, 4), ({"condition": "Surrounded"}, 3)],
)
def test_mobs_come_from_the_middle_of_different_edges(facts, edges):
    state = mission(soldier("S1", (18.0, 18.0)), **facts)
    for n in (1, 2):
        one = enemy(f"M{n}.1", type="Ghouls")
        one.where = "waiting"
        state.enemies[one.id] = one
        from sandtable.books.forgotten_ruin.state import Mob

        state.mobs[f"M{n}"] = Mob(id=f"M{n}", type="Ghouls")
    played = perform(
        state,
        lambda play: deploy_at_edges(play, list(play.state.mobs.values())),
        {"choose edge": [1, edges - 1]},
    )
    spots = [one.at for one in played.state.enemies.values()]
    assert all(min(x, y, 36 - x, 36 - y) < 3 for x, y in spots)
    assert abs(spots[0][0] - spots[1][0]) + abs(spots[0][1] - spots[1][1]) > 10


@covers("FR-SPM-11", "FR-MIS-60")
@pytest.mark.parametrize("own", ["south", "west"])
@pytest.mark.parametrize("size", [6, 8])
def test_a_whole_mob_stands_within_two_inches_of_the_middle_of_its_edge(own, size):
    centre, closing_in = soldier("S1", (18.0, 18.0)), "Enemies closing in"
    state = mission(centre, edge=own, special_condition=closing_in, kind="special")
    for _ in range(4):
        muster(state, "Ghouls", size)
    mobs = list(state.mobs.values())
    played = perform(state, lambda play: deploy_at_edges(play, mobs), {"choose edge": [1, 1, 1]}).state
    middles = [(18.0, 0.0), (18.0, 36.0), (0.0, 18.0), (36.0, 18.0)]
    for mob, (x, y) in zip(mobs, middles, strict=True):
        figures = played.members(mob.id)
        assert len(figures) == size
        assert len(groups_of(played, figures)) == 1
        assert max(hypot(one.at[0] - x, one.at[1] - y) - one.radius for one in figures) <= 2.0


@covers("FR-SPM-12")
def test_who_is_rushed_gains_two_more_points_until_the_third_roll():
    state = _special("We are getting rushed")
    assert perform(state, aggression_phase, {"aggression": [1]}).state.aggression == 3
    tired = _special("We are getting rushed", aggression_events=("Ambush", "Monster", "Hero"))
    assert perform(tired, aggression_phase, {"aggression": [6]}).state.aggression == 0


@covers("FR-SPM-13", "FR-ENE-39")
def test_the_advance_guard_meets_one_more_mob_with_one_more_figure_and_no_aggression():
    state = _special("Isolated advance guard")
    assert value_of(3, MOBS.all(state)) == 4
    assert value_of(6, MOB_SIZE.all(state, True)) == 7
    assert perform(state, lambda play: add_aggression(play, 3)).state.aggression == 0


@covers("FR-SPM-14", "FR-MIS-73")
@pytest.mark.parametrize(("die", "score"), [(1, 0), (4, 3)])
def test_on_patrol_every_round_brings_one_point_less(die, score):
    assert (
        perform(_special("Patrol contact"), aggression_phase, {"aggression": [die]}).state.aggression == score
    )


@covers("FR-MIS-73", "FR-MIS-38")
@pytest.mark.parametrize(("die", "score"), [(1, 0), (5, 3)])
def test_the_die_is_changed_first_and_what_is_less_comes_off_last(die, score):
    state = _special("Patrol contact", region="Wasteland")
    assert perform(state, aggression_phase, {"aggression": [die]}).state.aggression == score


@covers("FR-SPM-23")
def test_groups_come_at_fifteen_points_with_two_rolls():
    state = _special("Coming in groups")
    assert threshold(state)[0] == 15
    assert value_of(1, AGGRESSION_ROLLS.all(state)) == 2


@covers("FR-SPM-16")
def test_an_uncertain_objective_moves_six_inches_with_whoever_stands_in_it():
    objective = Objective(id="O1", type="Interact with Something", features=("W1",))
    state = _special(
        "Uncertain Objectives",
        soldier("S1", (18.0, 18.0)),
        terrain=[wood("W1", 18.0, 18.0)],
        objectives=(objective,),
    )
    effect = next(one for one in END_EFFECTS.values() if one.rule == "FR-SPM-16")
    assert effect.when(state)
    played = perform(state, effect.effect, {"bearing": [90]})
    assert played.state.ground.piece("W1").centre == pytest.approx((24.0, 18.0))
    assert played.state.soldiers["S1"].at == pytest.approx((24.0, 18.0))


@covers("FR-SPM-16")
def test_whoever_stands_in_the_way_of_a_moving_feature_is_pushed_aside():
    objective = Objective(id="O1", type="Interact with Something", features=("B1",))
    state = _special(
        "Uncertain Objectives",
        soldier("S1", (24.0, 18.0)),
        terrain=[piece_of("B1", "boulder", ((17.0, 17.0), (19.0, 17.0), (19.0, 19.0), (17.0, 19.0)), 2.0)],
        objectives=(objective,),
    )
    effect = next(one for one in END_EFFECTS.values() if one.rule == "FR-SPM-16")
    played = perform(state, effect.effect, {"bearing": [90]})
    pushed = played.state.soldiers["S1"]
    assert played.state.ground.piece("B1").centre == pytest.approx((24.0, 18.0))
    assert pushed.on_table
    assert max(abs(pushed.at[0] - 24.0), abs(pushed.at[1] - 18.0)) >= 1.48
    assert pushed.stun == 0


@covers("FR-SPM-16")
def test_it_stops_at_another_feature():
    objective = Objective(id="O1", type="Interact with Something", features=("W1",))
    state = _special(
        "Uncertain Objectives",
        terrain=[wood("W1", 18.0, 18.0), wood("W2", 25.0, 18.0)],
        objectives=(objective,),
    )
    effect = next(one for one in END_EFFECTS.values() if one.rule == "FR-SPM-16")
    x, _ = perform(state, effect.effect, {"bearing": [90]}).state.ground.piece("W1").centre
    assert 20.0 < x <= 21.0


@covers("FR-SPM-17")
def test_one_objective_is_rolled_again_in_its_place_until_it_is_movable():
    first = Objective(id="O1", type="Hold off the Enemy")
    second = Objective(id="O2", type="Capture a High-value Target")
    state = _special("Uncertain Objectives", objectives=(first, second))
    played = start(state, ensure_movable, {"d100 objectives": [7, 5, 5, 5, 4, 5]}).answer("O1").over()
    kinds = [(one.id, one.type, one.state) for one in played.state.objectives.values()]
    assert kinds == [
        ("O1", "Interact with Something", "open"),
        ("O2", "Capture a High-value Target", "open"),
    ]


@covers("FR-SPM-18", "FR-SPM-19")
def test_twenty_traps_lie_one_in_each_cell():
    played = perform(_special("Traps"), lay_traps, {"traps": [10] * 40})
    traps = list(played.state.markers.values())
    assert len(traps) == 20
    assert len({(int(one.at[0] // 7.2), int(one.at[1] // 9.0)) for one in traps}) == 20


@covers("FR-SPM-18")
@pytest.mark.parametrize(("die", "stun"), [(2, 0), (3, 1)])
def test_a_trap_within_an_inch_springs_from_three_on_and_is_gone(die, stun):
    state = _special(
        "Traps", soldier("S1", (10.0, 14.0)), markers={"T1": Marker(id="T1", kind="trap", at=(11.4, 12.0))}
    )
    rule = lambda play: WINDOWS.open(  # noqa: E731
        play, MOVED, Movement("A", play.state.soldiers["S1"], ((10.0, 10.0), (10.0, 14.0)), "move")
    )
    played = perform(state, rule, {"trap S1": [die]} | ({"damage S1": [1]} if stun else {}))
    assert played.state.soldiers["S1"].stun == stun
    assert played.state.markers["T1"].gone


@covers("FR-SPM-21")
def test_a_sleeping_monster_wakes_when_a_soldier_comes_within_three_inches():
    state = _special("Sleeping monster", soldier("S1", (5.0, 5.0)))
    dice = {"d100 monster": [1, 1], "sleeper": [6], "bearing": [360]}
    played = perform(state, lay_sleeper, dice)
    (monster,) = played.state.enemies.values()
    assert monster.is_asleep
    one = played.state.soldiers["S1"]
    one.at = (monster.at[0], monster.at[1] - monster.radius - 0.5 - 3.0)
    rule = lambda play: WINDOWS.open(  # noqa: E731
        play,
        MOVED,
        Movement("A", play.state.soldiers["S1"], ((5.0, 5.0), play.state.soldiers["S1"].at), "move"),
    )
    assert not perform(played.state, rule).state.enemies[monster.id].is_asleep


@covers("FR-SPM-22")
@pytest.mark.parametrize(("die", "aggression"), [(5, 3), (4, 0)])
def test_a_treasure_needs_a_six_with_wits(die, aggression):
    laid = perform(_special("Treasure trove", soldier("S1", (5.0, 5.0), wits=1)), lay_treasures)
    assert len(laid.state.markers) == 6
    one = laid.state.soldiers["S1"]
    one.at = laid.state.markers["G1"].at
    rule = lambda play: WINDOWS.open(  # noqa: E731
        play,
        MOVED,
        Movement("A", play.state.soldiers["S1"], ((5.0, 5.0), play.state.soldiers["S1"].at), "move"),
    )
    found = {"d100 loot": [5, 10], "d100 potion": [10, 1]} if aggression else {}
    played = perform(laid.state, rule, {"treasure S1": [die], **found})
    assert played.state.aggression == aggression
    assert played.state.markers["G1"].gone
