"""Cargo, items and intel: who has them, where they fall, and over which edge they must go."""

from __future__ import annotations

import pytest

from sandtable.books.forgotten_ruin.chapters.activations.actions import ACTIONS
from sandtable.books.forgotten_ruin.chapters.principles.conventions import remove
from sandtable.books.forgotten_ruin.missions.objectives.carrying import why_not_carry
from sandtable.books.forgotten_ruin.missions.objectives.every import TASKS
from sandtable.books.forgotten_ruin.modifiers import WHY_NOT_DASH
from sandtable.books.forgotten_ruin.state import Marker, Objective
from sandtable.books.forgotten_ruin.windows import MOVED, WINDOWS, Activation, Movement
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.missions.grounds import mission
from tests.books.forgotten_ruin.stage import enemy, perform, rule_of, soldier, start

NORTH, SOUTH, WEST = (18.0, 35.5), (18.0, 0.5), (0.5, 18.0)


def _leaves(state, id):
    return perform(state, lambda play: remove(play, play.state.figure(id), "left", "FR-MOV-29"))


def _falls(state, id, **facts):
    return perform(state, lambda play: remove(play, play.state.figure(id), "casualty", "FR-HIT-03", **facts))


def _moves(state, id, *path):
    figure = state.figure(id)
    figure.at = path[-1]
    return perform(
        state, lambda play: WINDOWS.open(play, MOVED, Movement("A", play.state.figure(id), path, "move"))
    )


@covers("FR-OBJ-10", "FR-OBJ-11")
def test_the_player_gives_cargo_to_at_least_two_soldiers():
    objective = Objective(id="O1", type="Advance through the Area")
    state = mission(*(soldier(f"S{n}", (10.0 + 2 * n, 3.0)) for n in (1, 2, 3)), objectives=(objective,))
    played = start(state, lambda play: TASKS[objective.type].draw_figures(play, play.state.objectives["O1"]))
    assert played.question.legal(["S1"]) is not None
    played.answer(["S1", "S3"]).over()
    assert [bool(one.carrying) for one in played.state.soldiers.values()] == [True, False, True]


@covers("FR-OBJ-10")
def test_two_cargoes_over_the_enemys_edge_complete_the_objective():
    state = mission(
        soldier("S1", NORTH, carrying=("cargo O1.1",)),
        soldier("S2", (20.0, 35.5), carrying=("cargo O1.2",)),
        soldier("S3", (5.0, 5.0)),
        objectives=(Objective(id="O1", type="Advance through the Area"),),
    )
    played = _leaves(state, "S1")
    assert played.state.objectives["O1"].state == "open"
    played = _leaves(played.state, "S2")
    assert played.state.objectives["O1"].state == "complete"


@covers("FR-OBJ-10", "FR-OBJ-25")
def test_with_fewer_than_two_cargoes_left_the_objective_is_lost():
    state = mission(
        soldier("S1", WEST, carrying=("cargo O1.1",)),
        soldier("S2", (20.0, 20.0), carrying=("cargo O1.2",)),
        objectives=(Objective(id="O1", type="Advance through the Area"),),
    )
    assert _leaves(state, "S1").state.objectives["O1"].state == "lost"


@covers("FR-OBJ-12")
def test_a_fallen_carrier_drops_the_cargo_and_another_spends_an_action_on_it():
    state = mission(
        soldier("S1", (20.0, 20.0), carrying=("cargo O1.1",)),
        soldier("S2", (20.3, 20.3)),
        soldier("S3", (5.0, 5.0), carrying=("cargo O1.2",)),
        objectives=(Objective(id="O1", type="Advance through the Area"),),
    )
    played = _falls(state, "S1")
    assert played.state.markers["cargo O1.1"].at == (20.0, 20.0)
    one = played.state.soldiers["S2"]
    pick_up = ACTIONS["Pick up cargo"]
    (candidate,) = pick_up.candidates(played.state, one, Activation("A", one))
    played = perform(
        played.state, lambda play: pick_up.carry_out(play, play.state.soldiers["S2"], candidate.value)
    )
    assert played.state.soldiers["S2"].carrying == ("cargo O1.1",)


@covers("FR-OBJ-11")
def test_a_carrier_of_cargo_takes_no_second_one_and_does_not_dash():
    carrier = soldier("S1", carrying=("cargo O1.1",))
    assert rule_of(why_not_carry(carrier)) == "FR-OBJ-11"
    assert rule_of(WHY_NOT_DASH.first(mission(carrier), carrier)) == "FR-OBJ-11"
    assert WHY_NOT_DASH.first(mission(), soldier("S2")) is None


@covers("FR-OBJ-13")
def test_the_item_is_home_when_its_carrier_leaves_over_the_own_edge():
    objective = Objective(id="O1", type="Retrieve Something", target="S1")
    state = mission(soldier("S1", SOUTH, carrying=("item O1",)), objectives=(objective,))
    assert _leaves(state, "S1").state.objectives["O1"].state == "complete"


@covers("FR-OBJ-25")
def test_the_item_that_leaves_by_another_edge_is_lost():
    objective = Objective(id="O1", type="Retrieve Something", target="S1")
    state = mission(soldier("S1", WEST, carrying=("item O1",)), objectives=(objective,))
    assert _leaves(state, "S1").state.objectives["O1"].state == "lost"


@covers("FR-OBJ-14")
def test_an_enemy_that_leaves_with_the_item_has_won_it():
    objective = Objective(id="O1", type="Retrieve Something", target="M1.1")
    state = mission(soldier("S1"), enemy("M1.1", NORTH, carrying=("item O1",)), objectives=(objective,))
    assert _leaves(state, "M1.1").state.objectives["O1"].state == "lost"


@covers("FR-OBJ-15")
@pytest.mark.parametrize("carrier", ["S1", "M1.1"])
def test_a_dropped_item_is_picked_up_by_moving_into_contact_without_an_action(carrier):
    objective = Objective(id="O1", type="Retrieve Something", target=carrier)
    state = mission(
        soldier("S1", (20.0, 20.0)),
        enemy("M1.1", (24.0, 20.0)),
        soldier("S2", (20.0, 10.0)),
        objectives=(objective,),
    )
    state.figure(carrier).carrying = ("item O1",)
    dropped = _falls(state, carrier)
    assert dropped.state.markers["item O1"].kind == "item"
    at = dropped.state.markers["item O1"].at
    picked = _moves(dropped.state, "S2", (20.0, 10.0), (at[0], at[1] - 0.4))
    assert picked.state.soldiers["S2"].carrying == ("item O1",)
    assert picked.state.markers["item O1"].gone


@covers("FR-OBJ-15")
def test_the_enemy_never_picks_it_up_again():
    state = mission(
        enemy("M1.1", (24.0, 20.0)),
        objectives=(Objective(id="O1", type="Retrieve Something"),),
        markers={"item O1": Marker(id="item O1", kind="item", at=(20.0, 20.0), objective="O1")},
    )
    assert not _moves(state, "M1.1", (24.0, 20.0), (20.0, 20.0)).state.markers["item O1"].gone


@covers("FR-MIS-09")
def test_before_its_turn_nothing_is_picked_up_and_nothing_taken_home_counts():
    objectives = (
        Objective(id="O1", type="Hold off the Enemy"),
        Objective(id="O2", type="Retrieve Something", target="S2"),
    )
    state = mission(
        soldier("S1", (20.0, 10.0)),
        soldier("S2", SOUTH, carrying=("item O2",)),
        objectives=objectives,
        requirement="in order",
        markers={"intel O2": Marker(id="intel O2", kind="intel", at=(20.0, 20.0), objective="O2")},
    )
    passed = _moves(state, "S1", (20.0, 10.0), (20.0, 20.0))
    assert not passed.state.markers["intel O2"].gone
    assert _leaves(passed.state, "S2").state.objectives["O2"].state == "lost"
