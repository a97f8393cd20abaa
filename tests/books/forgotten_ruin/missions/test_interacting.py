"""Objectives about terrain features."""

from __future__ import annotations

import pytest

from sandtable.books.forgotten_ruin.chapters.activations.actions import ACTIONS
from sandtable.books.forgotten_ruin.missions.objectives import fighting  # noqa: F401 - its Objectives make themselves known
from sandtable.books.forgotten_ruin.missions.objectives.every import bind, draw
from sandtable.books.forgotten_ruin.missions.objectives.interacting import number_for, why_not_interact
from sandtable.books.forgotten_ruin.state import Objective
from sandtable.books.forgotten_ruin.windows import Activation
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.missions.grounds import mission, wood
from tests.books.forgotten_ruin.stage import enemy, perform, rule_of, soldier

INTERACT = ACTIONS["Interact"]


def _at_wood(type: str, **facts):
    """A soldier who touches the wood W1, which is the feature of an Objective."""
    objective = Objective(id="O1", type=type, features=("W1",), **facts.pop("objective", {}))
    return mission(
        soldier("S1", (18.0, 15.5), **facts.pop("soldier", {})),
        *facts.pop("others", ()),
        terrain=[wood("W1", 18.0, 18.0), wood("W2", 8.0, 20.0), wood("W3", 28.0, 20.0)],
        objectives=(objective,),
        **facts,
    )


def _interact(state, die, **dice):
    return perform(
        state,
        lambda play: INTERACT.carry_out(play, play.state.soldiers["S1"], ("O1", "W1")),
        {"interact S1": [die], **dice},
    )


@covers("FR-OBJ-04", "FR-ACT-09")
def test_only_who_touches_the_feature_may_interact():
    near, far = _at_wood("Interact with Something"), _at_wood("Interact with Something", soldier={})
    far.soldiers["S1"].at = (18.0, 14.0)
    for state, count in ((near, 1), (far, 0)):
        one = state.soldiers["S1"]
        assert len(INTERACT.candidates(state, one, Activation("A", one))) == count


@covers("FR-OBJ-04", "FR-OBJ-16")
def test_a_four_succeeds_and_completes():
    played = _interact(_at_wood("Interact with Something"), 4)
    assert played.state.objectives["O1"].state == "complete"
    assert played.state.won


@covers("FR-OBJ-16")
def test_each_failure_adds_two_aggression_at_once():
    played = _interact(_at_wood("Interact with Something"), 3)
    assert played.state.aggression == 2
    assert played.state.objectives["O1"].state == "open"


@covers("FR-OBJ-04", "FR-OBJ-06")
def test_an_earlier_failure_and_wits_make_a_two_enough():
    state = _at_wood("Interact with Something", soldier={"wits": 1}, objective={"failures": (1,)})
    assert number_for(state, state.soldiers["S1"], state.objectives["O1"]).number == 2
    assert _interact(state, 2).state.objectives["O1"].state == "complete"


@covers("FR-OBJ-06")
def test_a_failure_of_this_round_does_not_help_yet():
    state = _at_wood("Scout the Area", objective={"failures": (2,)}, round=2)
    assert number_for(state, state.soldiers["S1"], state.objectives["O1"]).number == 4
    state.round = 3
    assert number_for(state, state.soldiers["S1"], state.objectives["O1"]).number == 3


@covers("FR-OBJ-05")
def test_a_feature_is_tried_once_in_a_round():
    state = _at_wood("Scout the Area", objective={"tried": (("W1", 2),)}, round=2)
    objective = state.objectives["O1"]
    assert rule_of(why_not_interact(state, objective, "W1")) == "FR-OBJ-05"
    state.round = 3
    assert why_not_interact(state, objective, "W1") is None


@covers("FR-MIS-09")
def test_an_objective_out_of_its_order_may_not_be_tried():
    state = _at_wood("Scout the Area", requirement="in order")
    state.objectives = {"O0": Objective(id="O0", type="Hold off the Enemy"), **state.objectives}
    assert rule_of(why_not_interact(state, state.objectives["O1"], "W1")) == "FR-MIS-09"


@covers("FR-OBJ-08")
def test_scouting_needs_both_features():
    played = _interact(_at_wood("Scout the Area", objective={"scouted": ("W2",)}), 5)
    assert played.state.objectives["O1"].state == "complete"
    state = _at_wood("Scout the Area")
    state.objectives["O1"].features = ("W1", "W2")
    played = _interact(state, 5)
    assert played.state.objectives["O1"].state == "open"
    assert played.state.objectives["O1"].scouted == ("W1",)


@covers("FR-OBJ-07", "FR-OBJ-08")
def test_features_are_drawn_away_from_the_own_edge_and_from_each_other():
    state = mission(
        soldier("S1", (18.0, 3.0)),
        terrain=[wood("W1", 8.0, 9.0), wood("W2", 18.0, 18.0), wood("W3", 28.0, 30.0), wood("W4", 8.0, 30.0)],
        objectives=(Objective(id="O1", type="Scout the Area"),),
    )
    played = perform(state, lambda play: bind(play, play.state.objectives["O1"]), {"choose feature": [2, 1]})
    assert played.state.objectives["O1"].features == ("W3", "W2")


@covers("FR-OBJ-07")
def test_where_too_few_features_lie_far_enough_the_farthest_will_do():
    state = mission(
        terrain=[wood("W1", 8.0, 9.0), wood("W2", 18.0, 5.0)],
        objectives=(Objective(id="O1", type="Scout the Area"),),
    )
    played = perform(state, lambda play: draw(play, play.state.objectives["O1"], 2))
    assert played.state.objectives["O1"].features == ("W1", "W2")


@covers("FR-OBJ-09")
def test_a_failed_investigation_of_the_centre_becomes_scouting():
    state = _at_wood("Investigate the Area")
    played = _interact(state, 2, **{"choose feature": [3, 2]})
    objective = played.state.objectives["O1"]
    assert objective.type == "Scout the Area"
    assert objective.features == ("W3", "W2")
    assert objective.failures == ()


@covers("FR-OBJ-09")
def test_the_feature_in_the_middle_is_investigated():
    state = _at_wood("Investigate the Area")
    state.objectives["O1"].features = ()
    played = perform(state, lambda play: bind(play, play.state.objectives["O1"]))
    assert played.state.objectives["O1"].features == ("W1",)
    assert _interact(_at_wood("Investigate the Area"), 6).state.objectives["O1"].state == "complete"


@covers("FR-OBJ-13")
def test_a_success_puts_the_item_into_the_soldiers_hands():
    played = _interact(_at_wood("Retrieve Something"), 4)
    assert played.state.soldiers["S1"].carrying == ("item O1",)
    assert played.state.objectives["O1"].state == "open"


@covers("FR-OBJ-14")
def test_a_failure_gives_the_item_to_the_nearest_enemy_whose_mob_makes_off():
    others = (enemy("M1.1", (18.0, 25.0)), enemy("M2.1", (18.0, 30.0)))
    played = _interact(_at_wood("Retrieve Something", others=others), 1)
    assert played.state.enemies["M1.1"].carrying == ("item O1",)
    assert [one.name for one in played.state.mobs["M1"].effects] == ["makes off"]
    assert played.state.mobs["M2"].effects == ()


@covers("FR-OBJ-14")
def test_without_an_enemy_the_item_is_simply_not_found():
    played = _interact(_at_wood("Retrieve Something"), 1)
    assert played.state.objectives["O1"].target == ""
    assert played.state.objectives["O1"].failures == (2,)


@covers("FR-MIS-58", "FR-MIS-64", "FR-MIS-69")
@pytest.mark.parametrize(
    ("perk", "gain"),
    [("vital", "story_points"), ("loot cache", "loot_rolls"), ("high value", "victory_points")],
)
def test_a_marked_objective_pays_when_it_is_completed(perk, gain):
    played = _interact(_at_wood("Interact with Something", objective={"perks": (perk,)}), 4)
    assert getattr(played.state.stock, gain) == 1


@covers("FR-MIS-10")
def test_the_second_objective_of_a_chain_comes_up_when_the_first_is_complete():
    state = _at_wood("Interact with Something", requirement="chain")
    played = _interact(state, 4, **{"d100 objectives": [7, 5]})
    assert [one.type for one in played.state.objectives.values()] == [
        "Interact with Something",
        "Hold off the Enemy",
    ]
    assert not played.state.won
