"""Jumps that are dared, jumps down, and climbs that are not over."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.heroic_endeavors.chapters.ground import floor_of
from sandtable.books.heroic_endeavors.chapters.melee.attacking import attack_dice, attack_on, defence_dice
from sandtable.books.heroic_endeavors.chapters.movement.walking import reach_of
from sandtable.books.heroic_endeavors.chapters.trait_checks import dice_for
from sandtable.books.heroic_endeavors.tables.weapons import melee_weapons
from sandtable.kernel import Refused, total_of
from sandtable.kernel.testing import covers
from sandtable.table.squares.board import Rise
from tests.books.heroic_endeavors.scenes import answers, go, one, scene, state_of, told

AWAY = {"at": [0, 1]}
NEXT = [["H2"]]


def _at_a_chasm(start: int, wide: int, mov: int = 8) -> dict[str, Any]:
    """A row with a chasm from the fifth space on, four deep, and a row for somebody else."""
    width = 5 + wide + 3
    return {
        "models": {"H1": {"at": [start, 0], "traits": {"DEX": 3, "MOV": mov, "DP": 4}}, "H2": AWAY},
        "map": ["." * width, "." * 5 + "p" * wide + "..."],
        "depths": {"p": 4},
        "order": NEXT,
    }


def _game(form: dict[str, Any], dice: dict[str, list[int]]) -> Any:
    return scene(form.pop("models"), dice, **form)


@covers("HE-JMP-03", "HE-JMP-01")
def test_without_a_run_up_a_gap_of_three_takes_two_successes_and_two_mov():
    form = _at_a_chasm(4, 3, mov=2)
    form["map"] = ["#" * 11, form["map"][1]]  # there is no way round
    form["models"]["H2"] = {"at": [0, 0]}
    game = _game(form, {"check H1": [3, 3, 1]})
    go(game, 8, 0)
    assert told(game, "check passed")[0].facts["difficulty"] == 2
    assert told(game, "check passed")[0].rules == ("HE-CHK-01", "HE-JMP-03")
    assert (one(game, "H1").at, one(game, "H1").turn.walked) == ((8, 0), 2)


@covers("HE-JMP-03", "HE-JMP-02")
def test_a_run_up_of_two_makes_the_same_gap_easier():
    form = _at_a_chasm(2, 3, mov=4)
    form["map"] = ["#" * 11, form["map"][1]]
    form["models"]["H2"] = {"at": [0, 0]}
    game = _game(form, {"check H1": [3, 1, 1]})
    go(game, 8, 0)
    assert told(game, "check passed")[0].facts["difficulty"] == 1
    assert one(game, "H1").turn.walked == 4


@covers("HE-JMP-04", "HE-JMP-08", "HE-STN-01")
def test_who_leaps_short_falls_into_the_gap_near_the_far_side_and_stays_there():
    form = _at_a_chasm(4, 3, mov=4)
    form["map"] = ["#" * 11, form["map"][1]]
    form["models"]["H2"] = {"at": [0, 0]}
    game = _game(form, {"check H1": [3, 1, 1], "fall H1": [6, 3]})
    go(game, 9, 0)
    fallen = one(game, "H1")
    assert (fallen.at, fallen.dp, fallen.condition.stunned) == ((7, 0), 2, True)
    assert told(game, "model leapt short")[0].facts["model"] == "H1"


@covers("HE-JMP-03")
def test_what_is_reached_safely_is_never_jumped_at_a_risk_and_too_wide_a_gap_is_refused():
    form = _at_a_chasm(4, 1)
    game = _game(form, {})
    go(game, 6, 0)
    assert not told(game, "check passed")
    wide = _at_a_chasm(4, 6, mov=2)
    wide["map"] = ["#" * 14, wide["map"][1]]
    wide["models"]["H2"] = {"at": [0, 0]}
    game = _game(wide, {})
    with pytest.raises(Refused):
        go(game, 11, 0)


def _above(height: int, dice: dict[str, list[int]], mov: int = 4) -> Any:
    models = {"H1": {"at": [1, 0], "traits": {"DEX": 2, "MOV": mov}}, "H2": {"at": [0, 0]}}
    return scene(models, dice, map=["...."], heights=[f"{height}{height}00"], order=NEXT)


@covers("HE-JMP-05", "HE-CHK-03")
@pytest.mark.parametrize(("height", "difficulty"), [(3, 1), (4, 2), (5, 2), (6, 3)])
def test_a_jump_down_costs_one_mov_and_a_check_of_half_the_height(height: int, difficulty: int):
    game = _above(height, {"check H1": [6, 3]})
    go(game, 2, 0)
    assert told(game, "check passed")[0].facts["difficulty"] == difficulty
    jumper = one(game, "H1")
    assert (jumper.at, jumper.turn.walked, jumper.condition.stunned) == ((2, 0), 1, False)


@covers("HE-JMP-06")
def test_a_drop_of_one_space_is_safe():
    game = _above(1, {})
    go(game, 2, 0)
    assert (one(game, "H1").turn.walked, told(game, "check passed")) == (1, [])


@covers("HE-JMP-07", "HE-DMG-06")
@pytest.mark.parametrize(("die", "dp", "actions"), [(6, 1, 1), (4, 2, 0), (2, 2, 1)])
def test_who_lands_badly_is_stunned_and_struck_by_one_die(die: int, dp: int, actions: int):
    models = {
        "H1": {"at": [1, 0], "traits": {"DEX": 2}, "turn": {"actions": 2, "activated": False}},
        "H2": {"at": [0, 0]},
    }
    game = scene(models, {"check H1": [1, 1], "fall H1": [die]}, map=["...."], heights=["4400"], order=NEXT)
    go(game, 2, 0)
    jumper = one(game, "H1")
    assert (jumper.at, jumper.dp, jumper.condition.stunned) == ((2, 0), dp, True)
    assert jumper.turn.actions == actions
    assert told(game, "model landed badly")[0].rules == ("HE-JMP-07",)


def _below(mov: int = 4, height: int = 3, **hero: Any) -> Any:
    models = {"H1": {"at": [1, 0], "traits": {"MOV": mov}, **hero}, "H2": {"at": [0, 0]}}
    return scene(models, {"check H1": [3]}, map=["..."], heights=[f"00{height}"], order=NEXT)


@covers("HE-LVL-07", "HE-LVL-04")
def test_who_runs_out_on_a_climb_of_three_hangs_at_two_and_finishes_it_with_the_next_walk():
    game = _below()
    game.answer("walk")
    assert {"models": [[2.5, 0.5]], "climbs": 2} in answers(game)
    game.answer({"models": [[2.5, 0.5]], "climbs": 2, "facing": "N"})
    hero = one(game, "H1")
    assert (hero.at, hero.turn.walked, floor_of(game.state, hero)) == ((1, 0), 4, 2)
    assert not hero.condition.dangles
    go(game, 2, 0)
    assert (one(game, "H1").at, one(game, "H1").turn.walked, one(game, "H1").condition.hangs) == (
        (2, 0),
        7,
        None,
    )


@covers("HE-LVL-07", "HE-DICE-04")
def test_whose_activation_ends_on_the_climb_dangles_with_a_die_less_on_every_roll():
    game = _below(turn={"actions": 1})
    game.answer("walk")
    game.answer({"models": [[2.5, 0.5]], "climbs": 2, "facing": "N"})
    hero, state = one(game, "H1"), game.state
    assert hero.condition.dangles
    assert told(game, "model dangles")[0].rules == ("HE-LVL-07",)
    other = state.models["H2"]
    sword = melee_weapons()["longsword"]
    mine, theirs = attack_on(state, hero, other, sword), attack_on(state, other, hero, sword)
    assert total_of(attack_dice(state, mine)) == total_of(attack_dice(state, theirs)) - 1
    assert total_of(defence_dice(state, theirs, sword)) == total_of(defence_dice(state, mine, sword)) - 1
    assert total_of(dice_for(state, hero, ["DEX"])) == 0


@covers("HE-LVL-07")
def test_who_hangs_may_go_down_again_or_stay_at_any_height():
    game = _below(mov=5, height=4)
    game.answer("walk")
    game.answer({"models": [[2.5, 0.5]], "climbs": 1, "facing": "N"})
    assert floor_of(game.state, one(game, "H1")) == 1
    game.answer("walk")
    game.answer({"models": [[2.5, 0.5]], "climbs": 3, "facing": "N"})
    assert (floor_of(game.state, one(game, "H1")), one(game, "H1").turn.walked) == (3, 6)
    down = _below(mov=5, height=4)
    down.answer("walk")
    down.answer({"models": [[2.5, 0.5]], "climbs": 2, "facing": "N"})
    go(down, 1, 0)
    assert (one(down, "H1").at, one(down, "H1").condition.hangs, one(down, "H1").turn.walked) == (
        (1, 0),
        None,
        8,
    )


@covers("HE-LVL-08", "HE-LVL-02")
def test_on_a_slope_nobody_hangs():
    state = state_of({"H1": {"at": [0, 0]}}, map=["....."], heights=["00111"])
    state.board = state.board.__class__(
        state.board.rows, state.board.legend, state.board.heights, rises=(_ramp(),)
    )
    found = reach_of(state, state.models["H1"], 2)
    assert found.spaces[(2, 0)] == 4
    assert found.holds() == {}


def _ramp() -> Any:
    return Rise(((0, 0), (1, 0), (2, 0)))
