"""Whips and chains: reach, holding, getting free."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.heroic_endeavors.chapters.melee.attacking import attack_dice, attack_on, why_not_strike
from sandtable.books.heroic_endeavors.chapters.melee.forced_back import places_for
from sandtable.books.heroic_endeavors.chapters.melee.reach import can_strike
from sandtable.books.heroic_endeavors.chapters.movement.walking import reach_of
from sandtable.books.heroic_endeavors.chapters.traits import trait
from sandtable.books.heroic_endeavors.state import Adventure
from sandtable.books.heroic_endeavors.tables.weapons import melee_weapons
from sandtable.kernel import total_of
from sandtable.kernel.testing import covers
from sandtable.table.squares.spaces import Facing, turned
from tests.books.heroic_endeavors.scenes import asked, barred, one, scene, state_of, told

SPENT = {"actions": 0, "reaction": False}
DOLL = {"group": "dolls", "behaviour": "hostage"}
WHIP = {"melee": ["whip"]}
AWAY = {"at": [11, 11]}


def held(by: str, actions: int = 3, weapon: str = "whip") -> dict[str, Any]:
    return {"condition": {"entangled": {"by": by, "weapon": weapon, "actions": actions}}}


@covers("HE-ENG-01", "HE-WTAB-06")
@pytest.mark.parametrize("facing", ["N", "E", "S", "W"])
@pytest.mark.parametrize(("offset", "dice"), [((0, 1), 0), ((0, 2), 1), ((0, 3), 1), ((1, 0), None)])
def test_a_whip_reaches_three_spaces_ahead_and_has_a_die_less_close_by(
    facing: Facing, offset: tuple[int, int], dice: int | None
):
    dx, dy = turned(offset, facing)
    state = state_of({"H1": {"at": [5, 5], "facing": facing, **WHIP}, "O1": {"at": [5 + dx, 5 + dy]}})
    hero, foe, whip = state.models["H1"], state.models["O1"], melee_weapons()["whip"]
    assert can_strike(state, hero, foe, whip) is (dice is not None)
    if dice is not None:
        assert total_of(attack_dice(state, attack_on(state, hero, foe, whip))) == dice


@covers("HE-ENG-03", "HE-ENG-05")
def test_four_successes_on_entangling_hold_for_three_actions():
    models = {
        "H1": {"at": [3, 3], **WHIP, "traits": {"STR": 4}},
        "O1": {"at": [3, 5], "facing": "S", "traits": {"DP": 5}, "turn": SPENT},
        "H2": AWAY,
    }
    game = scene(models, {"attack H1": [6, 6, 1]}, order=[["H2"]])
    game.answer("strike O1 with whip")
    game.answer(["entangle 3"])
    event = told(game, "model entangled")[0]
    assert (event.facts["model"], event.facts["target"], event.facts["actions"]) == ("H1", "O1", 3)
    assert one(game, "O1").dp == 5
    game.answer("release O1")
    assert one(game, "O1").condition.entangled is None


@covers("HE-ENG-02", "HE-ENG-03", "HE-AGM-14")
def test_a_counter_attack_with_a_chain_holds_and_does_no_damage():
    models = {
        "H1": {"at": [3, 5], "facing": "S", "melee": ["halberd"]},
        "O1": {"at": [3, 3], "facing": "N", "melee": ["chain"], "turn": SPENT},
        "H2": AWAY,
    }
    game = scene(models, {"attack H1": [1, 1], "defence O1": [6, 6]}, order=[["H2"]])
    game.answer("strike O1 with halberd")
    assert told(game, "counter-attack")[0].facts["margin"] == 3
    assert told(game, "successes spent")[0].facts["bought"] == ["entangle 2"]
    assert one(game, "H1").dp == 2
    found = one(game, "H1").condition.entangled
    assert found is not None
    assert (found.by, found.weapon, found.actions) == ("O1", "chain", 2)


def _held_hero(**more: Any) -> Adventure:
    return state_of({"H1": {"at": [5, 5], "traits": {"DEX": 2}, **held("O1"), **more}, "O1": {"at": [5, 7]}})


@covers("HE-ENG-04")
def test_who_is_entangled_is_clumsy_and_gets_no_farther_away():
    state = _held_hero()
    hero = state.models["H1"]
    assert trait(state, hero, "DEX") == 1
    spaces = reach_of(state, hero, 4).spaces
    assert {(5, 6), (4, 6), (6, 5), (4, 8)} <= {*spaces}
    assert not {(5, 4), (4, 4), (3, 5)} & {*spaces}
    foe = state.models["O1"]
    hero.at, hero.facing = (5, 6), "N"
    assert places_for(state, hero, foe) == []


@covers("HE-ENG-05")
def test_the_actions_to_get_free_may_be_spread_over_turns():
    models = {"H1": {"at": [5, 5], **held("O1")}, "O1": {"at": [5, 7], **DOLL}, "H2": AWAY}
    game = scene(models, order=[["H2"]])
    game.answer("free itself")
    game.answer("free itself")
    found = one(game, "H1").condition.entangled
    assert found is not None
    assert found.actions == 1
    models = {"H1": {"at": [5, 5], **held("O1", 1)}, "O1": {"at": [5, 7], **DOLL}, "H2": AWAY}
    again = scene(models, order=[["H2"]])
    again.answer("free itself")
    assert one(again, "H1").condition.entangled is None
    assert told(again, "model free")[0].rules == ("HE-ENG-05",)


@covers("HE-ENG-05")
@pytest.mark.parametrize(("answer", "dice"), [("drop with whip", {}), ("stow with whip", {})])
def test_a_weapon_that_leaves_the_hand_holds_nobody(answer: str, dice: dict[str, list[int]]):
    models = {"H1": {"at": [5, 5], **WHIP}, "O1": {"at": [5, 7], **held("H1"), **DOLL}, "H2": AWAY}
    game = scene(models, dice, order=[["H2"]])
    game.answer(answer)
    assert one(game, "O1").condition.entangled is None


@covers("HE-ENG-05")
@pytest.mark.parametrize("bought", ["2 DP", "disarm"])
def test_who_is_disarmed_or_knocked_out_holds_nobody(bought: str):
    models = {
        "H1": {"at": [5, 7], **held("O1"), "melee": ["longsword"], "facing": "S"},
        "O1": {"at": [5, 6], **WHIP, "condition": {"stunned": True}},
        "H2": AWAY,
    }
    game = scene(models, {"attack H1": [6, 3]}, order=[["H2"]])
    game.answer("strike O1 with longsword")
    game.answer([bought])
    assert one(game, "H1").condition.entangled is None


@covers("HE-ENG-06")
def test_a_weapon_that_holds_somebody_strikes_nobody_else_and_still_defends():
    models = {
        "H1": {"at": [5, 5], **WHIP, "traits": {"STR": 2}},
        "O1": {"at": [5, 7], **held("H1"), **DOLL},
        "O2": {"at": [5, 6], **DOLL},
        "H2": AWAY,
    }
    game = scene(models, order=[["H2"]])
    assert barred(game, "strike O2 with whip") == "HE-ENG-06"
    state, whip = game.state, melee_weapons()["whip"]
    assert why_not_strike(state, attack_on(state, state.models["H1"], state.models["O1"], whip)) is None
    assert asked(game) == "choose act"
    models = {
        "H1": {"at": [3, 4], "facing": "S", "melee": ["club"]},
        "O1": {"at": [3, 3], **WHIP, "turn": SPENT},
        "H2": {"at": [3, 6], **held("O1")},
    }
    game = scene(models, {"attack H1": [1], "defence O1": [3]}, order=[["H2"]])
    game.answer("strike O1 with club")
    assert told(game, "strike resolved")[0].facts["defence"] == 1
