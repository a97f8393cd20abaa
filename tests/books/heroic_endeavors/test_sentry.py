"""Sentries: held attacks inside other people's activations."""

from __future__ import annotations

import pytest

from sandtable.kernel.testing import covers
from tests.books.heroic_endeavors.scenes import ARMED, answers, asked, barred, go, one, scene, told

WATCH = {"turn": {"sentry": "shortbow", "actions": 0}, "ranged": ["shortbow"]}
SPENT_WATCH = {**WATCH, "turn": {"sentry": "shortbow", "actions": 0, "reaction": False}}
DOLL = {"group": "dolls", "behaviour": "hostage"}


@covers("HE-SEN-01", "HE-SEN-02", "HE-SEN-09")
def test_a_sentry_pays_for_both_turns_once_and_keeps_its_aim_in_the_next_turn():
    models = {
        "H1": {"at": [3, 3], "ranged": ["shortbow"], "prepared": {"aim": 1, "turn": 1}},
        "H2": {"at": [9, 9]},
    }
    game = scene(models, order=[["H2"]])
    game.answer("sentry with shortbow")
    assert asked(game) == "sentry facing"
    game.answer("E")
    hero = one(game, "H1")
    assert (hero.turn.actions, hero.turn.sentry, hero.facing, hero.prepared.aim) == (0, "shortbow", "E", 1)


@covers("HE-SEN-04", "HE-SEN-05", "HE-SEN-10", "HE-SEN-11")
def test_a_sentry_shoots_before_the_blow_falls_and_the_blow_comes_if_its_target_still_stands():
    models = {
        "O1": {"at": [3, 4], "facing": "S", **ARMED, "turn": {"actions": 1, "activated": True}},
        "H1": {"at": [3, 3], "turn": {"actions": 0, "reaction": False}},
        "H2": {"at": [8, 0], "facing": "N", **WATCH},
        "H3": {"at": [11, 11]},
    }
    dice = {"attack H2": [6], "attack O1": [1, 1]}
    game = scene(models, dice, order=[["H3"]])
    assert asked(game) == "sentry"
    game.answer("attack O1")
    game.answer(["lose an action"])
    assert one(game, "O1").turn.lost == 1
    kinds = [event.kind for event in game.events(all_seats=True)]
    assert kinds.index("sentry attacked") < kinds.index("strike resolved")


@covers("HE-SEN-05", "HE-SEN-10")
def test_a_blow_whose_maker_is_down_does_not_fall():
    models = {
        "O1": {"at": [3, 4], "facing": "S", **ARMED, "dp": 1, "turn": {"actions": 1}},
        "H1": {"at": [3, 3], "turn": {"actions": 0, "reaction": False}},
        "H2": {"at": [8, 0], "facing": "N", **WATCH},
        "H3": {"at": [11, 11]},
    }
    game = scene(models, {"attack H2": [6]}, order=[["H3"]])
    game.answer("attack O1")
    game.answer(["1 DP"])
    assert one(game, "O1").is_unconscious
    assert not told(game, "strike resolved")


@covers("HE-SEN-06")
def test_a_sentry_that_has_waited_may_attack_at_the_end_and_then_loses_its_attack():
    models = {
        "H1": {"at": [3, 3], "facing": "N", **WATCH},
        "H2": {"at": [9, 9]},
        "O1": {"at": [3, 7], **DOLL},
    }
    dice = {"attack H1": [1, 1], "initiative H1": [1, 1], "initiative H2": [2, 2], "initiative O1": [1, 2]}
    game = scene(models, dice, active="H2")
    game.answer("end")
    assert asked(game) == "sentry"
    game.answer("attack O1")
    assert (one(game, "H1").turn.sentry, game.state.round) == ("", 2)


@covers("HE-SEN-07", "HE-SEN-08")
@pytest.mark.parametrize("weapon", ["longsword"])
def test_a_sentry_that_is_attacked_first_loses_its_attack_and_may_still_react(weapon: str):
    models = {
        "O1": {"at": [3, 2], "facing": "N", "melee": [weapon], "turn": {"actions": 1}},
        "H1": {"at": [3, 3], "facing": "N", **WATCH},
        "H2": {"at": [9, 9]},
    }
    game = scene(models, {"attack O1": [1, 1], "defence H1": [1]}, order=[["H2"]])
    assert one(game, "H1").turn.sentry == ""
    assert told(game, "sentry lost")
    assert one(game, "H1").turn.reaction


@covers("HE-AGM-09", "HE-AGM-12")
def test_an_opponent_on_sentry_shoots_at_whoever_comes_into_sight():
    rows = ["......", "###...", "......", "......"]
    models = {
        "H1": {"at": [0, 3], "facing": "E"},
        "O1": {"at": [4, 0], "facing": "N", "behaviour": "shooter", **SPENT_WATCH},
        "H2": {"at": [0, 0]},
    }
    game = scene(models, {"attack O1": [1, 1], "defence H1": [1, 1]}, map=rows, order=[["H2"]])
    go(game, 3, 3, "E")
    assert [event.facts["target"] for event in told(game, "sentry attacked")] == ["H1"]


SLOW = "heavy cannon (120mm-150mm), APD"


@covers("HE-SEN-03")
def test_a_slow_weapon_is_made_ready_with_the_last_action_and_held_in_the_next_turn():
    models = {"H1": {"at": [3, 3], "ranged": [SLOW]}, "O1": {"at": [3, 9], **DOLL}}
    game = scene(models, {"initiative H1": [6, 6], "initiative O1": [1, 1]})
    assert barred(game, f"make ready with {SLOW}") == "HE-SEN-03"
    assert barred(game, f"sentry with {SLOW}") == "HE-SEN-01"
    game.answer("aim")
    game.answer(f"make ready with {SLOW}")
    assert (game.state.round, one(game, "H1").prepared.aim) == (2, 1)
    game.answer(f"sentry with {SLOW}")
    game.answer("stay")
    hero = one(game, "H1")
    assert (hero.turn.sentry, hero.prepared.sentry, hero.prepared.aim) == (SLOW, "", 1)


@covers("HE-SEN-03", "HE-ACT-04")
def test_another_action_loses_what_was_made_ready_and_a_switch_forbids_it():
    ready = {"prepared": {"sentry": SLOW, "turn": 1}}
    models = {"H1": {"at": [3, 3], "ranged": [SLOW], **ready}, "O1": {"at": [3, 9], **DOLL}}
    game = scene(models, round=2)
    assert f"sentry with {SLOW}" in answers(game)
    go(game, 3, 4)
    assert one(game, "H1").prepared.sentry == ""
    late = scene(models, round=3)
    assert barred(late, f"sentry with {SLOW}") == "HE-SEN-01"
    off = scene(models, switches={"slow_sentry_carry": "off"})
    assert not [each for each in answers(off) if "make ready" in str(each)]
