"""How many Objectives a mission has, and when it is won."""

from __future__ import annotations

import pytest

from sandtable.books.forgotten_ruin.missions.requirements import (
    generate,
    is_current,
    is_won,
    roll_objectives,
    roll_requirements,
)
from sandtable.books.forgotten_ruin.state import Objective
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.missions.grounds import mission
from tests.books.forgotten_ruin.stage import perform, start


@covers("FR-MIS-04")
@pytest.mark.parametrize("turn", [1, 2])
def test_the_first_two_turns_have_one_objective_and_no_roll(turn):
    played = perform(mission(campaign_turn=turn), roll_requirements)
    assert played.state.mission.requirement == "single"
    assert played.state.mission.objectives_to_roll == 1


@covers("FR-MIS-05", "FR-MIS-06", "FR-MIS-07", "FR-MIS-08", "FR-MIS-09", "FR-MIS-10")
@pytest.mark.parametrize(
    ("tens", "units", "requirement", "count"),
    [
        (4, 10, "single", 1),
        (4, 1, "both", 2),
        (6, 1, "either", 2),
        (8, 5, "in order", 2),
        (10, 10, "chain", 1),
    ],
)
def test_a_hundred_sided_roll_says_what_must_be_completed(tens, units, requirement, count):
    played = perform(mission(campaign_turn=3), roll_requirements, {"d100 requirements": [tens, units]})
    assert played.state.mission.requirement == requirement
    assert played.state.mission.objectives_to_roll == count


@covers("FR-SPM-03", "FR-SPM-05")
def test_a_special_mission_has_a_table_of_its_own():
    played = perform(
        mission(kind="special", campaign_turn=4), roll_requirements, {"d100 requirements": [7, 1]}
    )
    assert played.state.mission.requirement == "two of three"
    assert played.state.mission.objectives_to_roll == 3


@covers("FR-OBJ-01")
@pytest.mark.parametrize(
    ("tens", "units", "type"),
    [
        (1, 5, "Scout the Area"),
        (1, 6, "Investigate the Area"),
        (3, 1, "Advance through the Area"),
        (5, 5, "Retrieve Something"),
        (7, 10, "Interact with Something"),
        (8, 10, "Hold off the Enemy"),
        (8, 1, "Capture a High-value Target"),
        (10, 10, "Eliminate a High-value Target"),
    ],
)
def test_objectives_come_from_their_table(tens, units, type):
    played = perform(mission(), generate, {"d100 objectives": [tens, units]})
    assert played.state.objectives["O1"].type == type


@covers("FR-SPM-06")
def test_special_missions_roll_objectives_on_another_table():
    played = perform(mission(kind="special"), generate, {"d100 objectives": [1, 1]})
    assert played.state.objectives["O1"].type == "Advance through the Area"


@covers("FR-OBJ-02", "FR-OBJ-03")
def test_two_hold_off_the_enemy_after_a_reroll_are_one():
    state = mission(requirement="both")
    state.mission.objectives_to_roll = 2
    played = perform(state, roll_objectives, {"d100 objectives": [7, 5, 7, 8, 7, 2]}, ["reroll"])
    first, second = played.state.objectives.values()
    assert (first.state, second.state) == ("open", "void")
    first.state = "complete"
    assert is_won(played.state)


@covers("FR-OBJ-02")
def test_the_pair_may_be_kept():
    state = mission(requirement="both")
    state.mission.objectives_to_roll = 2
    played = perform(state, roll_objectives, {"d100 objectives": [1, 5, 1, 5]}, ["keep"])
    assert [one.type for one in played.state.objectives.values()] == ["Scout the Area", "Scout the Area"]


@covers("FR-SPM-04")
def test_of_three_objectives_the_player_removes_one():
    state = mission(kind="special", requirement="one removed")
    state.mission.objectives_to_roll = 3
    played = start(state, roll_objectives, {"d100 objectives": [1, 10, 4, 10, 10, 10]})
    assert sorted(played.options()) == ["O1", "O2", "O3"]
    played.answer("O2").over()
    assert [one.state for one in played.state.objectives.values()] == ["open", "void", "open"]
    assert played.state.mission.requirement == "both"


def _objectives(*states):
    made = tuple(Objective(id=f"O{n}", type="Scout the Area") for n, _ in enumerate(states, 1))
    for objective, one in zip(made, states, strict=True):
        objective.state = one
    return made


@covers("FR-MIS-07", "FR-MIS-08", "FR-SPM-05", "FR-POST-06")
@pytest.mark.parametrize(
    ("requirement", "states", "won"),
    [
        ("single", ("open",), False),
        ("single", ("complete",), True),
        ("both", ("complete", "open"), False),
        ("both", ("complete", "complete"), True),
        ("either", ("open", "complete"), True),
        ("two of three", ("complete", "open", "complete"), True),
        ("two of three", ("complete", "open", "void"), False),
        ("two of three", ("complete", "complete", "void"), True),
        ("in order", ("complete", "lost"), False),
        ("chain", ("complete",), False),
    ],
)
def test_a_mission_is_won_by_what_it_requires(requirement, states, won):
    assert is_won(mission(requirement=requirement, objectives=_objectives(*states))) is won


@covers("FR-MIS-09")
def test_in_a_fixed_order_only_the_first_open_objective_is_current():
    state = mission(requirement="in order", objectives=_objectives("open", "open"))
    first, second = state.objectives.values()
    assert (is_current(state, first), is_current(state, second)) == (True, False)
    first.state = "complete"
    assert is_current(state, second)
