"""How a mission stands, for somebody who has not read the book."""

from __future__ import annotations

import pytest

from sandtable.books.forgotten_ruin.mission_standing import conditions, notes, standings
from sandtable.books.forgotten_ruin.missions.mission_tables import mission_tables
from sandtable.books.forgotten_ruin.showing import showing_of
from sandtable.books.forgotten_ruin.state import Mission, Objective, Stock, Weapon
from sandtable.kernel.testing import covers
from sandtable.table.terrain import Piece, rectangle
from tests.books.forgotten_ruin.stage import battle, soldier

ROWS = (*mission_tables().battle_conditions, *mission_tables().special_conditions)


@covers("FR-MIS-48", "FR-SPM-10")
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.result)
def test_every_condition_says_what_it_does_by_its_own_rule(row):
    assert conditions()[row.result].rule == row.rule
    assert conditions()[row.result].text.endswith(".")


def test_a_condition_stands_among_what_is_to_be_kept_in_mind():
    state = battle(soldier("S1"), mission=Mission(condition="Nervous foes"))
    (told,) = [one for one in notes(state) if one.label == "Condition"]
    assert (told.value, told.rules[0]) == ("Nervous foes", "FR-MIS-67")
    assert told.meaning == "A mob with losses rolls one more die for Morale."


def test_an_objective_is_to_do_and_then_done():
    state = battle(soldier("S1"))
    state.objectives = {"O1": Objective(id="O1", type="Hold off the Enemy")}
    squad = standings(state)[0]
    assert (squad.lines[0].value, squad.points, squad.points_are) == ("to do", 0, "done")
    state.objectives["O1"].state = "complete"
    squad = standings(state)[0]
    assert (squad.lines[0].value, squad.points) == ("done", 1)


@covers("FR-POST-03", "FR-MIS-10")
def test_a_bonus_objective_is_not_needed_and_a_chain_is_told_as_long_as_its_second_is_unknown():
    state = battle(soldier("S1"), mission=Mission(requirement="chain"))
    state.objectives = {"O1": Objective(id="O1", type="Scout the Area")}
    assert standings(state)[0].lines[0].meaning.endswith("A second Objective follows.")
    state.objectives["O2"] = Objective(id="O2", type="Hold off the Enemy")
    assert standings(state)[0].lines[1].meaning.endswith("Both Objectives must be completed.")
    state.objectives["O3"] = Objective(id="O3", type="Interact with Something", perks=("bonus",))
    assert "won without it" in standings(state)[0].lines[2].meaning


@covers("FR-OBJ-13")
def test_a_feature_is_marked_until_the_item_is_taken_from_it():
    state = battle(soldier("S1"), terrain=[Piece("T1", "rock", rectangle((18.0, 18.0), 2.0, 2.0))])
    state.objectives = {"O1": Objective(id="O1", type="Retrieve Something", features=("T1",))}
    assert [one.id for one in showing_of(state, None).markers] == ["O1 T1"]
    state.objectives["O1"].target = "S1"
    assert showing_of(state, None).markers == ()


@covers("FR-DIF-14", "FR-MIS-70")
@pytest.mark.parametrize(
    ("options", "told"),
    [
        ((), [("Story Points", "2"), ("S1's task", "a Story Point if done")]),
        (("Reduced Story Points (none)",), [("S1's task", "")]),
    ],
)
def test_nobody_is_promised_a_story_point_where_there_are_none(options, told):
    task = Mission(personal_task="kill an enemy champion", task_soldier="S1")
    state = battle(soldier("S1"), mission=task, switches={"difficulty_options": options})
    state.stock.story_points = 2
    found = [(one.label, one.value if one.label == "Story Points" else one.meaning) for one in notes(state)]
    assert found == told


@covers("FR-PRN-24")
def test_every_resource_that_there_is_any_of_stands_among_the_notes():
    state = battle(soldier("S1"))
    state.stock = Stock(story_points=2, exposure=3, support_points=1, kit_points=2, victory_points=1)
    told = {one.label: one.value for one in notes(state)}
    assert told == {
        "Story Points": "2",
        "Support Points": "1",
        "Exposure": "3",
        "Kit Points": "2",
        "Victory Points": "1",
    }
    state.stock = Stock(story_points=0)
    assert notes(state) == ()


@covers("FR-RND-07", "FR-RND-08")
def test_a_soldier_shows_the_die_weapon_and_luck_by_which_the_bar_tells_one_from_another():
    pistol, rifle = Weapon("pistol", 6.0, 6.0), Weapon("assault rifle", 24.0, 36.0)
    state = battle(soldier("S1", luck=2, die=6, weapons=(pistol, rifle)), phase="quick")
    shown = showing_of(state, None).units[0]
    assert (shown.die, shown.arms, shown.spares) == (6, "rifle", 2)
    assert [badge.word for badge in shown.badges] == ["slow"]
    state.phase = "end"
    assert showing_of(state, None).units[0].die is None
