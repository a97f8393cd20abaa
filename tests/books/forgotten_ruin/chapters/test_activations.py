"""Activations: one soldier at a time, Move before Action, a Free Action at any point."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from sandtable.books.forgotten_ruin.chapters.activations.actions import ACTIONS, Action, action
from sandtable.books.forgotten_ruin.chapters.armory import weapon
from sandtable.kernel.decision import Candidate
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.doing import activating, barred, deeds, menu, no_points
from tests.books.forgotten_ruin.stage import battle, enemy, perform, soldier, start


def rifleman(id: str = "S1", at: tuple[float, float] = (10.0, 10.0), **facts: Any):
    return soldier(id, at, weapons=(weapon("assault rifle"),), **facts)


@pytest.fixture
def snack() -> Iterator[None]:
    """A Free Action for tests, which can be taken again and again."""

    @action("Snack", "FR-ACT-13", free=True)
    class Snack(Action):
        def candidates(self, state, soldier, activation):
            return [Candidate("snack", "have a snack")]

        async def carry_out(self, play, soldier, chosen):
            play.tell("snack", figure=soldier.id)

    yield
    del ACTIONS["Snack"]


@covers("FR-ACT-02", "FR-ACT-03")
def test_the_move_comes_before_the_action_and_not_after_it():
    played = start(battle(soldier("S1")), activating("S1"))
    assert {"move", "dash", "tactical awareness", "end activation"} <= set(menu(played))
    played.answer("tactical awareness").over()
    assert played.told("Action taken")[0].facts["action"] == "Tactical Awareness"


@covers("FR-ACT-02", "FR-ACT-03")
def test_a_move_and_then_an_action():
    played = start(battle(soldier("S1", (10.0, 10.0))), activating("S1"))
    played.answer("move", {"models": [[10.0, 14.0]]})
    assert "move" not in menu(played)
    played.answer("tactical awareness").over()
    assert played.state.soldiers["S1"].at == pytest.approx((10.0, 14.0))


@covers("FR-ACT-03", "FR-ACT-05", "FR-PRN-05")
def test_a_soldier_may_do_nothing_and_what_is_not_used_is_lost():
    played = perform(battle(soldier("S1")), activating("S1"), answers=["end activation"])
    assert "FR-ACT-05" in played.told("activation ends")[0].rules
    assert played.state.soldiers["S1"].acted


@covers("FR-ACT-04", "FR-MOV-13", "FR-PRN-08")
def test_contact_takes_the_place_of_the_action():
    state = battle(rifleman("S1", (10.0, 10.0)), enemy("M1.1", (10.0, 14.0)))
    played = start(state, activating("S1"))
    played.answer("move", {"models": [[10.0, 13.0]]})
    assert played.game.decision is None
    assert played.told("contact")[0].rules == ("FR-ACT-04", "FR-PRN-07", "FR-PRN-08")
    assert [(one.mover, one.other) for one in played.state.contacts] == [("S1", "M1.1")]


@covers("FR-ACT-08", "FR-ACT-06")
def test_a_dash_is_declared_with_the_move_and_takes_the_action():
    played = start(battle(soldier("S1", (10.0, 10.0))), activating("S1"))
    played.answer("dash", {"models": [[10.0, 18.0]]})
    # 5 in of Move and 3 in of straight Dash (FR-MOV-11).
    assert played.state.soldiers["S1"].at == pytest.approx((10.0, 18.0))
    assert played.game.decision is None


@covers("FR-ACT-08")
def test_whoever_declares_a_dash_and_stays_has_not_dashed():
    played = start(battle(soldier("S1", (10.0, 10.0))), activating("S1"))
    played.answer("dash", {"models": [[10.0, 10.0]]})
    assert "tactical awareness" in menu(played)
    assert "dash" not in menu(played)


@covers("FR-ACT-07", "FR-ACT-06")
def test_fire_asks_for_weapon_and_target_and_is_the_action():
    state = battle(rifleman(), enemy("M1.1", (10.0, 20.0)), stock=no_points())
    played = start(state, activating("S1"), {"hit S1": [5], "damage M1.1": [6]})
    played.answer("fire", "assault rifle: M1.1").over()
    assert played.state.enemies["M1.1"].where == "casualty"
    assert "FR-ACT-07" in played.told("Action taken")[0].rules


@covers("FR-ACT-07")
def test_without_a_target_fire_is_shown_and_refused():
    played = start(battle(rifleman()), activating("S1"))
    assert "fire" not in menu(played)
    assert barred(played, "fire") == "FR-SHT-04"


@covers("FR-ACT-13")
def test_one_free_action_costs_nothing_else(snack):
    played = start(battle(soldier("S1")), activating("S1"))
    played.answer("snack")
    assert {"move", "tactical awareness"} <= set(menu(played))
    assert played.told("Free Action")[0].rules[0] == "FR-ACT-13"


@covers("FR-ACT-13")
def test_a_free_action_may_come_after_the_action(snack):
    played = start(battle(soldier("S1")), activating("S1"))
    played.answer("tactical awareness")
    assert deeds(played) == ["snack", "end activation"]
    played.answer("snack").over()


@covers("FR-ACT-14")
def test_a_second_free_action_costs_the_action_and_a_third_is_never_possible(snack):
    played = start(battle(soldier("S1")), activating("S1"))
    played.answer("snack", "snack")
    assert played.told("second Free Action")[0].rules[0] == "FR-ACT-14"
    # The Action is gone and nobody moves after it.
    assert played.game.decision is None


@covers("FR-ACT-14", "FR-CON-03")
def test_a_stunned_soldier_has_a_free_action_besides_the_move(snack):
    played = start(battle(soldier("S1", (10.0, 10.0), stun=1)), activating("S1"))
    played.answer("move", {"models": [[10.0, 12.0]]})
    assert deeds(played) == ["snack", "end activation"]


@covers("FR-ACT-11", "FR-ACT-12")
def test_tactical_awareness_lowers_the_score_once_a_round_for_all():
    state = battle(soldier("S1"), soldier("S2", (14.0, 10.0)), aggression=9)
    played = perform(state, activating("S1"), answers=["tactical awareness"])
    assert played.state.aggression == 8
    state = played.state
    state.step = "staged rule"
    again = start(state, activating("S2"))
    assert "tactical awareness" not in menu(again)
    assert barred(again, "tactical awareness") == "FR-ACT-12"


@covers("FR-ACT-11", "FR-AGG-22")
def test_awareness_at_a_score_of_nothing_leaves_it_there():
    played = perform(battle(soldier("S1")), activating("S1"), answers=["tactical awareness"])
    assert played.state.aggression == 0
    assert "FR-AGG-22" in played.cited()


@covers("FR-AGG-02")
def test_where_aggression_is_not_used_nobody_watches_it():
    state = battle(soldier("S1"))
    state.mission.campaign_turn = 2
    assert "tactical awareness" not in menu(start(state, activating("S1")))


@covers("FR-ACT-12", "FR-ACT-06")
def test_fire_support_is_called_once_a_round():
    state = battle(soldier("S1"), soldier("S2", (14.0, 10.0)), enemy("M1.1", (10.0, 30.0)), stock=no_points())
    state.mission.support = ("fire support",)
    played = perform(state, activating("S1"), {"call S1": [3]}, ["call fire support"])
    state = played.state
    state.step = "staged rule"
    again = start(state, activating("S2"))
    assert "call fire support" not in menu(again)
    assert barred(again, "call fire support") == "FR-FSP-02"


@covers("FR-PRN-28")
def test_legality_is_judged_as_the_table_stands():
    """A gap that an orc closes is open once the orc is gone."""
    state = battle(
        rifleman("S1", (10.0, 10.0)),
        soldier("S2", (14.0, 10.0)),
        enemy("M1.1", (12.0, 14.0)),
        stock=no_points(),
    )
    played = perform(
        state, activating("S1"), {"hit S1": [6], "damage M1.1": [6]}, ["fire", "assault rifle: M1.1"]
    )
    after = played.state
    after.step = "staged rule"
    there = start(after, activating("S2")).answer("move", {"models": [[12.0, 14.0]]})
    assert there.state.soldiers["S2"].at == pytest.approx((12.0, 14.0))


@covers("FR-PRN-12")
def test_the_distance_to_the_nearest_opponent_is_shown():
    played = start(battle(soldier("S1", (10.0, 10.0)), enemy("M1.1", (10.0, 20.0))), activating("S1"))
    assert played.question.facts["nearest"] == "M1.1"
    assert played.question.facts["inches"] == 9.0


@covers("FR-PRN-06", "FR-SQD-26")
def test_a_special_rule_that_changes_an_activation_is_named():
    played = start(battle(soldier("S1", knack="Flexible")), activating("S1")).answer("Flexible, two Moves")
    assert {"FR-PRN-06", "FR-SQD-26"} <= set(played.question.rules)


@covers("FR-ACT-10")
def test_only_spell_casters_have_spells_to_cast():
    played = start(battle(soldier("S1"), enemy("M1.1")), activating("S1"))
    assert not [one for one in menu(played) if str(one).startswith("cast")]
    assert "FR-ACT-10" not in {rule for one in played.question.options() for rule in one.rules}


def test_an_action_that_comes_to_nothing_is_not_begun_again():
    @action("Daydream", "FR-ACT-06")
    class Daydream(Action):
        def candidates(self, state, soldier, activation):
            return [Candidate("daydream", "daydream")]

        async def carry_out(self, play, soldier, chosen):
            return False

    try:
        played = start(battle(soldier("S1")), activating("S1")).answer("daydream")
        assert "daydream" not in menu(played)
        assert "move" in menu(played)
    finally:
        del ACTIONS["Daydream"]
