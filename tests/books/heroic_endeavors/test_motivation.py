"""Motivation of cohorts: who checks, how hard it is, falling back, retreating, rallying."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.heroic_endeavors.book import BOOK
from sandtable.books.heroic_endeavors.chapters.motivation import difficulty_of, must_check, party_of
from sandtable.books.heroic_endeavors.chapters.movement.withdrawing import could_cut_off, way_out, ways_out
from sandtable.books.heroic_endeavors.state import Adventure
from sandtable.kernel.dice import Scripted
from sandtable.kernel.game import Game, new_game
from sandtable.kernel.testing import covers
from tests.books.heroic_endeavors.scenes import ARMED, BOW, asked, barred, one, scene, state_of, told

EXIT: dict[str, Any] = {"exits": [[0, 0]]}
BRAVE: dict[str, Any] = {"traits": {"MOT": 3}}
FALLS: dict[str, Any] = {"withdraws": "falls back", "since": 1}
RETREATS: dict[str, Any] = {"withdraws": "retreats", "since": 1}


def phase(models: dict[str, Any], dice: dict[str, list[int]], **form: Any) -> Game[Adventure]:
    """A scene at the end of the activations of turn 2; nobody acts any more."""
    casualties = form.pop("casualties", ())
    state = state_of(models, step="end of activations", round=2, **{**EXIT, **form})
    state.casualties = tuple(casualties)
    rolls = {"initiative H1": [1, 2], "initiative C1": [1, 1], "initiative O1": [3, 3], **dice}
    return new_game(BOOK, state, Scripted(rolls))


@covers("HE-MOT-03", "HE-MOT-02", "HE-MOT-04")
def test_the_example_of_the_book_three_casualties_a_wound_and_half_the_party_make_three():
    models = {f"C{n}": {"at": [n, 1], **BRAVE} for n in range(1, 7)}
    state = state_of(models)
    cohort = state.models["C1"]
    assert not must_check(state, cohort)
    state.casualties = ("C2", "C3", "C4")
    assert must_check(state, cohort)
    assert difficulty_of(state, cohort) == 1
    cohort.motivation.suffered = 1
    assert difficulty_of(state, cohort) == 2
    for id in state.casualties:
        state.models[id].where = "killed"
    assert difficulty_of(state, cohort) == 3


@covers("HE-MOT-03")
def test_the_fled_count_as_killed_for_the_half_and_the_unconscious_do_not():
    models = {f"C{n}": {"at": [n, 1], **BRAVE} for n in range(1, 5)}
    state = state_of(models)
    state.models["C2"].motivation.fled = True
    state.models["C3"].dp = 0
    assert difficulty_of(state, state.models["C1"]) == 0
    state.models["C4"].where = "killed"
    assert difficulty_of(state, state.models["C1"]) == 1


@covers("HE-MOT-04")
def test_a_villain_and_its_cohorts_are_a_party_and_so_is_a_group():
    state = state_of({"O1": {"at": [1, 1]}, "O2": {"at": [2, 1]}, "O3": {"at": [3, 1]}, "H1": {"at": [9, 9]}})
    for id, role, group in (("O1", "cohort", "a"), ("O2", "villain", "b"), ("O3", "opponent", "b")):
        state.models[id].role, state.models[id].group = role, group  # type: ignore[assignment]
    assert [each.id for each in party_of(state, state.models["O1"])] == ["O1", "O2"]
    state.models["O3"].group = "a"
    assert [each.id for each in party_of(state, state.models["O1"])] == ["O1", "O2", "O3"]


@covers("HE-MOT-01", "HE-MOT-05", "HE-MOT-06", "HE-CHK-01")
@pytest.mark.parametrize(("faces", "withdraws"), [([3, 1, 1], ""), ([2, 1, 1], "falls back")])
def test_a_cohort_that_was_hurt_checks_at_the_end_of_the_turn(faces: list[int], withdraws: str):
    hurt = {**BRAVE, "motivation": {"hurt": True, "suffered": 1}}
    game = phase({"H1": {"at": [5, 5]}, "C1": {"at": [3, 3], **hurt}}, {"check C1": faces})
    assert one(game, "C1").motivation.withdraws == withdraws
    assert told(game, "check passed" if not withdraws else "check failed")[0].facts["difficulty"] == 1


@covers("HE-MOT-02", "HE-MOT-05")
def test_who_has_no_reason_does_not_check_and_difficulty_none_needs_no_dice():
    game = phase({"H1": {"at": [5, 5]}, "C1": {"at": [3, 3], **BRAVE}}, {})
    assert not told(game, "check passed")
    everybody = {"switches": {"mot_every_turn": "on"}}
    game = phase({"H1": {"at": [5, 5]}, "C1": {"at": [3, 3], **BRAVE}}, {}, **everybody)
    assert one(game, "C1").motivation.withdraws == ""


@covers("HE-MOT-10", "HE-MOT-16")
@pytest.mark.parametrize(("faces", "after"), [([1, 1, 1], "retreats"), ([6, 1, 1], "falls back")])
def test_a_second_failure_of_an_owed_check_is_a_retreat_and_passing_one_is_no_rally(faces: Any, after: str):
    again = {**BRAVE, "motivation": {**FALLS, "owes": True, "suffered": 1}}
    game = phase({"H1": {"at": [5, 5]}, "C1": {"at": [3, 3], **again}}, {"check C1": faces})
    assert one(game, "C1").motivation.withdraws == after
    assert not one(game, "C1").motivation.owes


@covers("HE-MOT-08", "HE-MOT-14", "HE-MOT-09")
@pytest.mark.parametrize(
    ("heart", "faces", "after"),
    [(FALLS, [6, 1, 1], ""), (RETREATS, [6, 1, 1], "falls back"), (FALLS, [1, 1, 1], "falls back")],
)
def test_who_withdraws_since_a_turn_may_rally_step_by_step(heart: Any, faces: Any, after: str):
    models = {"H1": {"at": [5, 5]}, "C1": {"at": [3, 3], **BRAVE, "motivation": {**heart, "suffered": 1}}}
    game = phase(models, {"check C1": faces})
    assert asked(game) == "rally"
    game.answer(True)
    assert one(game, "C1").motivation.withdraws == after


@covers("HE-MOT-08", "HE-MOT-09", "HE-MOT-15")
@pytest.mark.parametrize("heart", [{"since": 2}, {"since": 1, "checked": True}])
def test_nobody_rallies_in_the_turn_it_began_or_after_another_check(heart: dict[str, Any]):
    models: dict[str, Any] = {
        "H1": {"at": [5, 5]},
        "C1": {"at": [3, 3], **BRAVE, "motivation": {**FALLS, **heart}},
    }
    game = phase(models, {})
    assert game.decision is None or asked(game) != "rally"
    assert one(game, "C1").motivation.withdraws == "falls back"


@covers("HE-MOT-06", "HE-MOT-07", "HE-MOT-12", "HE-AGM-29")
def test_who_falls_back_may_strike_and_is_then_moved_to_the_exit():
    models = {
        "C1": {"at": [5, 1], **ARMED, "facing": "N", "motivation": FALLS},
        "O1": {"at": [5, 2], "dp": 9},
    }
    game = scene(models, {"attack C1": [1] * 9, "defence O1": [1] * 9}, **EXIT, awareness="unaware")
    assert barred(game, "walk") == "HE-MOT-12"
    game.answer("strike O1 with longsword")
    assert barred(game, "strike O1 with longsword") == "HE-MOT-07"
    game.answer("end")
    assert one(game, "C1").at == (1, 0)


@covers("HE-MOT-10", "HE-MOT-11", "HE-MOT-13")
def test_who_retreats_runs_and_has_fled_at_the_exit():
    models = {"C1": {"at": [5, 0], **ARMED, "motivation": RETREATS}, "H1": {"at": [9, 9]}}
    game = scene(models, **EXIT, order=[["H1"]])
    assert barred(game, "focus") == "HE-MOT-11"
    game.answer("withdraw")
    assert one(game, "C1").where == "left"
    assert one(game, "C1").motivation.fled
    assert game.state.casualties == ("C1",)


@covers("HE-AGM-19", "HE-MOT-06")
def test_the_way_to_the_exit_goes_round_the_reach_of_enemies_where_that_is_cheaper():
    models = {"C1": {"at": [0, 6], "motivation": FALLS}, "O1": {"at": [0, 3], **ARMED, "facing": "E"}}
    state = state_of(models, **EXIT)
    plan = way_out(state, state.models["C1"], 4)
    assert plan is not None
    assert not {leg.place.at for leg in plan.legs} & {(1, 3), (1, 2), (1, 4), (0, 2), (0, 4)}
    assert plan.price <= 9
    assert ways_out(state, state.models["C1"]).spaces[(0, 4)] == 2 * 2 + 4


@covers("HE-AGM-19")
def test_without_a_way_out_it_goes_as_far_from_enemies_as_it_can():
    rows = ["#######", "#.....#", "#######"]
    state = state_of({"C1": {"at": [3, 1]}, "O1": {"at": [1, 1], **ARMED}}, map=rows, exits=[[0, 0]])
    plan = way_out(state, state.models["C1"], 4)
    assert plan is not None
    assert plan.at == (5, 1)


@covers("HE-MOT-11", "HE-REA-12")
def test_who_retreats_shoots_only_at_who_could_cut_it_off():
    models = {
        "C1": {"at": [5, 0], **BOW, "motivation": RETREATS, "facing": "W"},
        "O1": {"at": [2, 0], **ARMED}, "O2": {"at": [11, 11], "traits": {"MOV": 1}, **ARMED},
    }  # fmt: skip
    state = state_of(models, **EXIT)
    cohort = state.models["C1"]
    assert could_cut_off(state, cohort, state.models["O1"])
    assert not could_cut_off(state, cohort, state.models["O2"])


@covers("HE-MOT-02", "HE-DMG-01")
def test_a_wound_is_remembered_for_the_game_and_the_dead_for_the_turn():
    models = {"H1": {"at": [5, 5], **ARMED, "facing": "N"}, "O1": {"at": [5, 6], "dp": 2, "facing": "N"}}
    dice = {"attack H1": [6, 6, 6], "defence O1": [1]}
    game = scene(models, dice, awareness="unaware", order=[["H1"]])
    game.answer("strike O1 with longsword")
    assert asked(game) == "spend successes"
    game.answer(["1 DP"])
    wounded = one(game, "O1").motivation
    assert (wounded.suffered, wounded.hurt) == (1, True)


@covers("HE-MOT-15", "HE-MOT-06")
def test_courage_that_fails_at_once_turns_the_rest_of_the_move_to_flight():
    dread = {"skills": ["Horrific"], "turn": {"actions": 0, "reaction": False}, **ARMED}
    models = {"C1": {"at": [5, 1], "traits": {"MOT": 1}, **ARMED}, "O1": {"at": [5, 6], **dread}}
    game = scene(models, {"check C1": [1]}, exits=[[5, 0]], order=[["C1"]])
    game.answer("walk")
    game.answer({"models": [[5.5, 4.5]], "facing": "N"})
    steps = [event.facts["at"][1] for event in told(game, "model moved")]
    assert steps.index(max(steps)) < len(steps) - 1  # forward, and back again
    assert one(game, "C1").motivation.withdraws == "falls back"
    assert barred(game, "walk") == "HE-MOT-11"
    game.answer("withdraw")
    assert one(game, "C1").motivation.fled
