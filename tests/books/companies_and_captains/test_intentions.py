"""Intentions in Companies and Captains: a Group, the ground and an enemy become orders, with dice between."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.kernel.decision.intention import Intention, pursue, sketch
from tests.books.companies_and_captains.scenes import archers, battle, foot


def ways(game, **said):
    found = sketch(game, "A", Intention(**said), Random(0))
    return [(one.deed, [each.answer for each in one.answers], one.unsure) for one in found.ways]


def test_a_move_is_ordered_and_plotted_though_its_roll_may_fail():
    game = battle({"A1": foot(20, 10), "B1": foot(20, 40)})
    there = {"formation": "as they stand", "at": [20.0, 13.0]}
    assert ways(game, who="A1", at=(20.0, 13.0)) == [("move", ["A1", "move", there], True)]


def test_a_failed_activation_is_the_surprise_at_which_it_stops():
    game = battle({"A1": foot(20, 10), "B1": foot(20, 40)}, dice={"activate A1": [1, 1], "closing roll": [6]})
    done = pursue(game, "A", Intention("A1", at=(20.0, 13.0)), Random(0))
    assert (done.held, done.why) == (2, "Now B is asked.")


def test_a_move_that_is_passed_is_carried_out():
    game = battle({"A1": foot(20, 10), "B1": foot(20, 40)}, dice={"activate A1": [6, 6]})
    before = game.state.groups["A1"].models
    done = pursue(game, "A", Intention("A1", at=(20.0, 13.0)), Random(0))
    assert (done.held, done.why) == (3, "")
    assert game.state.groups["A1"].models != before


def test_an_enemy_in_range_is_shot_at_and_one_in_reach_attacked_with_the_models_where_the_program_puts_them():
    game = battle({"A1": archers(20, 10), "A2": foot(30, 10), "B1": foot(30, 16)})
    shots = ways(game, who="A1", deed="shoot", target="B1")
    assert shots == [("shoot", ["A1", "shoot B1"], False)]
    attacks = ways(game, who="A2", target="B1")
    assert attacks == [("attack", ["A2", "attack B1", "proposal"], True)]


def test_what_bars_a_target_is_told_by_its_rule():
    game = battle({"A1": archers(20, 10), "B1": foot(20, 40)})
    found = sketch(game, "A", Intention("A1", "shoot", target="B1"), Random(0))
    assert found.ways == ()
    assert "inches away" in found.why


def test_a_point_too_far_off_snaps_to_a_legal_place_within_three_inches():
    game = battle({"A1": foot(20, 10), "B1": foot(20, 40)})
    near = sketch(game, "A", Intention("A1", at=(20.0, 17.0)), Random(0)).ways
    assert near[0].off == pytest.approx(1.0, abs=0.3)
    assert sketch(game, "A", Intention("A1", at=(20.0, 22.0)), Random(0)).ways == ()
