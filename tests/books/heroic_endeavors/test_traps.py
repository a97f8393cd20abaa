"""Traps: found, disarmed, passed and triggered, by the tables and examples of the book."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.heroic_endeavors.chapters.actions import Deed, why_not_do
from sandtable.books.heroic_endeavors.state import Adventure
from sandtable.books.heroic_endeavors.tables.traps import called, difficulty_of, trigger_of
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.game import Game
from sandtable.kernel.testing import covers
from tests.books.heroic_endeavors.scenes import ARMED, NEXT, begun, go, one, scene, state_of, told

RULES = Catalogue.load("sandtable.books.heroic_endeavors")
PLATE = {"id": "T1", "triggers": [[5, 5]], "kind": "pressure plate", "difficulty": 2, "lethality": 3,
         "rule": "HE-TRAP-01"}  # fmt: skip
KEEN = {"traits": {"PER": 2}}


def trapped(
    models: dict[str, Any], dice: Any = None, trap: Any = None, known: bool = False, **form: Any
) -> Game[Adventure]:
    """A scene with a pressure plate at (5, 5)."""
    game = scene(models, {**NEXT, **(dice or {})}, traps=[{**PLATE, **(trap or {})}], **form)
    if known:
        state = game.state
        state.traps["T1"].is_known = True
        return begun(state, dice)
    return game


@covers("HE-TRAP-02", "HE-TRAP-08")
def test_difficulties_and_names_are_those_of_the_catalogue():
    for row in RULES.rule("HE-TRAP-02").table:
        trigger = row["trigger"].partition(" (")[0]
        assert difficulty_of(trigger) == row["difficulty"]
        assert trigger_of(row["difficulty"]) == trigger
    for row in RULES.rule("HE-TRAP-08").table:
        assert called(row["lethality"]) == row["name"]
    assert called(5) == "deadly"


@covers("HE-TRAP-03", "HE-TRAP-07", "HE-TRAP-01")
def test_the_example_perception_of_two_spots_a_pressure_plate_with_a_four_and_a_three():
    game = trapped({"H1": {"at": [3, 3], **KEEN}}, {"spot H1": [4, 3]})
    assert not game.showing("A").markers
    go(game, 4, 4)
    assert told(game, "trap spotted")[0].facts == {"model": "H1", "trap": "T1"}
    assert [one.word for one in game.showing("A").markers] == [
        "pressure plate, covered or concealed, dangerous"
    ]


@covers("HE-TRAP-03", "HE-AGM-24")
def test_a_look_that_finds_nothing_leaves_no_trace_and_comes_once():
    game = trapped({"H1": {"at": [3, 3], **KEEN}}, {"spot H1": [4, 1]})
    go(game, 4, 4)
    assert not [event for event in game.events(seat="A") if event.kind == "dice rolled"]
    assert "pressure" not in str(game.view("A"))
    go(game, 4, 5)
    assert not told(game, "trap spotted")


@covers("HE-TRAP-03")
def test_without_the_switch_traps_are_only_searched_for():
    off: dict[str, Any] = {"switches": {"free_trap_spotting": "off"}}
    game = trapped({"H1": {"at": [4, 4], **KEEN}}, {"spot H1": [6, 1]}, **off)
    game.answer("search")
    assert game.state.traps["T1"].is_known
    nothing = scene({"H1": {"at": [4, 4]}})
    nothing.answer("search")
    assert told(nothing, "nothing found")


@covers("HE-TRAP-04", "HE-TRAP-06", "HE-TRAP-09", "HE-DMG-06")
def test_who_knows_of_nothing_steps_in_and_takes_two_points_of_six_four_and_one():
    game = trapped(
        {"H1": {"at": [4, 4], "dp": 3, "traits": {"DP": 3}}}, {"spot H1": [1], "trap T1": [6, 4, 1]}
    )
    go(game, 5, 5)
    assert told(game, "trap triggered")[0].facts["successes"] == 3
    assert one(game, "H1").dp == 1
    assert game.state.traps["T1"].state == "spent"


@covers("HE-TRAP-06", "HE-TRAP-07")
@pytest.mark.parametrize(("faces", "passes"), [([3, 3, 1], True), ([3, 1, 1], False)])
def test_who_knows_gets_past_with_dexterity_and_half_of_perception(faces: list[int], passes: bool):
    models = {"H1": {"at": [4, 4], "traits": {"PER": 2, "DEX": 2}}}
    game = trapped(models, {"check H1": faces, "trap T1": [1, 1, 1]}, known=True)
    go(game, 5, 5)
    assert bool(told(game, "trap passed")) == passes
    assert bool(told(game, "trap triggered")) != passes
    assert game.state.traps["T1"].state == ("armed" if passes else "spent")


@covers("HE-TRAP-05", "HE-TRAP-07", "HE-SKL-39")
def test_the_example_without_the_skill_a_trip_wire_is_three_for_three_dice():
    trap = {"difficulty": 1, "kind": "trip wire"}
    models = {"H1": {"at": [4, 4], "traits": {"PER": 2, "DEX": 2}}}
    game = trapped(models, {"check H1": [3, 3, 3]}, trap, known=True)
    game.answer("disarm T1")
    assert told(game, "check passed")[0].facts["difficulty"] == 3
    assert game.state.traps["T1"].state == "disarmed"
    assert one(game, "H1").turn.actions == 1


@covers("HE-TRAP-05", "HE-TRAP-04")
def test_whoever_fails_to_disarm_triggers_it_and_a_hard_one_takes_both_actions():
    skilled = {"skills": ["Spot/Disarm Trap"], "gear": ["trap tools"]}
    models = {"H1": {"at": [4, 4], **KEEN, **skilled}}
    game = trapped(models, {"check H1": [3, 1], "trap T1": [3, 1, 1]}, {"difficulty": 3}, known=True)
    game.answer("disarm T1")
    assert told(game, "check failed")[0].facts["difficulty"] == 3
    assert told(game, "trap triggered")
    assert one(game, "H1").turn.actions in (0, 2)  # both were spent; a new turn may have begun


@covers("HE-TRAP-10", "HE-TRAP-06")
def test_opponents_step_over_their_own_traps_and_fall_into_them_when_forced_back():
    models = {"H1": {"at": [5, 3], **ARMED, "facing": "N"}, "O1": {"at": [5, 4], "facing": "S", "dp": 5}}
    dice = {"attack H1": [3, 1], "defence O1": [1], "trap T1": [6, 6, 1]}
    trap = {"triggers": [[4, 5], [5, 5], [6, 5]]}
    game = trapped(models, dice, trap, awareness="unaware")
    game.answer("strike O1 with longsword")
    game.answer(["force back"])
    assert told(game, "trap triggered")[0].facts["model"] == "O1"
    walker = {"H1": {"at": [0, 0]}, "O1": {"at": [5, 7], **ARMED, "facing": "S"}}
    state = state_of(walker, traps=[PLATE], order=[["O1"]], active="")
    state.groups["guards"].known = {"H1": (0, 0)}
    passing = begun(state)
    assert not told(passing, "trap triggered")


@covers("HE-TRAP-09", "HE-TRAP-05")
def test_a_spent_trap_is_nothing_any_more():
    game = trapped({"H1": {"at": [4, 4]}}, {"spot H1": [1], "trap T1": [1, 1, 1]})
    go(game, 5, 5)
    assert game.decision is not None
    assert not any(each.answer == "disarm T1" for each in (*game.decision.options(), *game.decision.barred()))


@covers("HE-TRAP-10")
def test_opponents_leave_their_traps_alone():
    game = trapped(
        {"O1": {"at": [4, 4]}, "H1": {"at": [11, 11]}}, known=True, active="H1", awareness="unaware"
    )
    why = why_not_do(game.state, one(game, "O1"), Deed("disarm", "T1"))
    assert why is not None
    assert why.rule == "HE-TRAP-10"
