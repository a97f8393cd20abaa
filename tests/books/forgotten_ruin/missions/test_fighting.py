"""Hold off the Enemy, and the high-value targets."""

from __future__ import annotations

import pytest

from sandtable.books.forgotten_ruin.chapters.principles.conventions import remove
from sandtable.books.forgotten_ruin.missions.objectives.every import TASKS, bind
from sandtable.books.forgotten_ruin.missions.objectives.every import (
    take_tests_at_end_of_round as end_of_round,
)
from sandtable.books.forgotten_ruin.missions.objectives.fighting import kill_count
from sandtable.books.forgotten_ruin.state import Objective
from sandtable.books.forgotten_ruin.windows import AGGRESSION_SETTLED, WINDOWS, AggressionEvent
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.missions.grounds import mission
from tests.books.forgotten_ruin.stage import enemy, perform, soldier

HOLD = "Hold off the Enemy"
CAPTURE = "Capture a High-value Target"
ELIMINATE = "Eliminate a High-value Target"


def _hold(round, at, killed=0, **facts):
    objective = Objective(id="O1", type=HOLD, **facts)
    state = mission(soldier("S1"), enemy("M1.1", at), objectives=(objective,), round=round, killed=killed)
    return perform(state, end_of_round).state.objectives["O1"].state


@covers("FR-OBJ-17")
def test_five_rounds_must_be_fought_and_the_own_half_be_free():
    assert _hold(4, (18.0, 30.0)) == "open"
    assert _hold(5, (18.0, 30.0)) == "complete"
    assert _hold(5, (18.0, 17.9)) == "open"
    assert _hold(6, (18.0, 18.1)) == "complete"


@covers("FR-OBJ-17", "FR-OBJ-18")
def test_twenty_kills_will_do_but_not_before_the_fifth_round():
    assert _hold(3, (18.0, 10.0), killed=22) == "open"
    assert _hold(5, (18.0, 10.0), killed=22) == "complete"
    assert _hold(5, (18.0, 10.0), killed=19) == "open"


@covers("FR-OBJ-19")
def test_its_rounds_run_from_where_it_came_up():
    assert _hold(6, (18.0, 30.0), since=3) == "open"
    assert _hold(7, (18.0, 30.0), since=3) == "complete"


@covers("FR-OBJ-18")
@pytest.mark.parametrize(("points", "count"), [(6, 3), (7, 4), (5, 3), (0, 1)])
def test_a_monster_counts_half_its_points_rounded_up(points, count):
    assert kill_count(enemy("B1", kind="monster", monster_points=points)) == count


@covers("FR-OBJ-18")
def test_a_champion_with_points_counts_one():
    assert kill_count(enemy("M1.1", monster_points=2)) == 1


@covers("FR-OBJ-17", "FR-OBJ-18")
@pytest.mark.parametrize(("how", "killed"), [("casualty", 1), ("fled", 1), ("withdrawn", 0)])
def test_killed_and_fled_count_and_withdrawn_does_not(how, killed):
    state = mission(soldier("S1"), enemy("M1.1"), enemy("M1.2", (20.0, 20.0)))
    played = perform(state, lambda play: remove(play, play.state.enemies["M1.1"], how, "FR-HIT-03"))
    assert played.state.killed == killed


@covers("FR-OBJ-20", "FR-OBJ-24")
def test_any_enemy_may_carry_the_intel():
    state = mission(
        soldier("S1"),
        enemy("M1.1"),
        enemy("M1.2", (20.0, 20.0)),
        objectives=(Objective(id="O1", type=CAPTURE),),
    )
    played = perform(state, lambda play: bind(play, play.state.objectives["O1"]), {"choose target": [2]})
    assert played.state.objectives["O1"].target == "M1.2"
    assert "high-value target" in played.state.enemies["M1.2"].note


def _kill(state, **facts):
    return perform(
        state, lambda play: remove(play, play.state.enemies["M1.1"], "casualty", "FR-HIT-03", **facts)
    )


@covers("FR-OBJ-20")
def test_killed_hand_to_hand_it_leaves_the_intel_with_its_killer():
    objective = Objective(id="O1", type=CAPTURE, target="M1.1")
    state = mission(soldier("S1"), enemy("M1.1"), objectives=(objective,))
    assert _kill(state, by="S1", means="hand-to-hand").state.soldiers["S1"].carrying == ("intel O1",)


@covers("FR-OBJ-20", "FR-OBJ-26")
def test_shot_down_it_leaves_the_intel_where_it_fell():
    objective = Objective(id="O1", type=CAPTURE, target="M1.1")
    state = mission(soldier("S1"), enemy("M1.1", (20.0, 22.0)), objectives=(objective,))
    played = _kill(state, by="S1", means="shooting")
    assert played.state.markers["intel O1"].at == (20.0, 22.0)
    assert played.state.soldiers["S1"].carrying == ()


@covers("FR-OBJ-21")
def test_the_target_to_eliminate_is_drawn_after_the_first_aggression_event_from_champions_and_monsters():
    objective = Objective(id="O1", type=ELIMINATE)
    state = mission(
        soldier("S1"),
        enemy("M1.1"),
        enemy("M1.2", (20.0, 20.0), is_champion=True),
        enemy("B1", (30.0, 30.0), kind="monster", monster_points=4),
        objectives=(objective,),
    )
    waiting = perform(state, lambda play: TASKS[ELIMINATE].draw_figures(play, play.state.objectives["O1"]))
    assert waiting.state.objectives["O1"].target == ""
    event = AggressionEvent("A", "Replacements")
    drawn = perform(
        waiting.state, lambda play: WINDOWS.open(play, AGGRESSION_SETTLED, event), {"choose target": [2]}
    )
    assert drawn.state.objectives["O1"].target == "B1"


@covers("FR-OBJ-22")
def test_in_the_first_turns_it_is_drawn_from_those_deployed():
    objective = Objective(id="O1", type=ELIMINATE)
    state = mission(
        soldier("S1"), enemy("M1.1"), enemy("M1.2", (20.0, 20.0)), objectives=(objective,), campaign_turn=2
    )
    played = perform(state, lambda play: bind(play, play.state.objectives["O1"]), {"choose target": [1]})
    assert played.state.objectives["O1"].target == "M1.1"


@covers("FR-OBJ-23")
def test_where_no_aggression_can_come_it_is_drawn_at_once():
    objective = Objective(id="O1", type=ELIMINATE)
    state = mission(
        soldier("S1"),
        enemy("M1.1"),
        objectives=(objective,),
        kind="special",
        special_condition="Isolated advance guard",
    )
    played = perform(state, lambda play: bind(play, play.state.objectives["O1"]))
    assert played.state.objectives["O1"].target == "M1.1"
    assert "FR-OBJ-23" in played.cited()


@covers("FR-OBJ-21", "FR-OBJ-26")
def test_the_death_of_the_target_completes_it_by_whatever_hand():
    objective = Objective(id="O1", type=ELIMINATE, target="M1.1")
    state = mission(soldier("S1"), enemy("M1.1"), objectives=(objective,))
    assert _kill(state).state.objectives["O1"].state == "complete"


@covers("FR-OBJ-26")
def test_a_target_that_is_withdrawn_is_replaced():
    objective = Objective(id="O1", type=ELIMINATE, target="M1.1")
    state = mission(
        soldier("S1"),
        enemy("M1.1"),
        enemy("M2.1", (20.0, 20.0), is_champion=True),
        enemy("M2.2", (22.0, 20.0)),
        objectives=(objective,),
    )
    played = perform(state, lambda play: remove(play, play.state.enemies["M1.1"], "withdrawn", "FR-AGG-15"))
    assert played.state.objectives["O1"].target == "M2.1"
    assert played.state.objectives["O1"].state == "open"
