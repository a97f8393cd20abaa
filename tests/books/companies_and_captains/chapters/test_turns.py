"""Turns: steps in their order, rallying, and Reckless checks."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.companies_and_captains.chapters import turns
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.scenes import (
    answer,
    barred,
    battle,
    carry_out,
    group,
    keys,
    rules_told,
    state_of,
    told,
    unused,
)

CONFUSED = [{"spell": "Confuse", "caster": "B"}]


def one(profile: str, x: float, y: float, **fields: Any) -> dict[str, Any]:
    """A Group of a single model."""
    return group(profile, x, y, fielded=1, **fields)


def kinds(source: Any) -> list[str]:
    """What happened, in order."""
    return [event.kind for event in source.events]


@covers("CC-TRN-01", "CC-ACT-10")
def test_when_one_side_stops_the_other_has_its_turn() -> None:
    game = battle({"A1": one("Heavy Foot", 20, 20), "B1": one("Heavy Foot", 50, 40)}, scenario="ambush")
    answer(game, "end turn")
    assert (game.state.active, game.state.turn) == (1, 2)
    assert game.waiting_for == ("B",)
    answer(game, "end turn")
    assert (game.state.active, game.state.turn, game.state.round) == (0, 3, 2)


@covers("CC-TRN-02", "CC-TRN-03", "CC-SPL-07", "CC-GEN-15")
def test_a_turn_has_closing_roll_expiry_rally_reckless_checks_and_activations_in_this_order() -> None:
    game = battle(
        {
            "A1": one("Heavy Foot", 60, 5),
            "A2": one("Heavy Foot", 5, 5, shaken=True),
            "A3": one("Heavy Beast", 20, 20),
            "B1": one("Heavy Foot", 20, 27, spells=[{"spell": "Fortify", "caster": "A"}]),
        },
        step="start of turn",
        turn=20,
        first="A",
        active="A",
        dice={"closing roll": [1], "resilience A2": [6, 6], "activate A3": [1, 1]},
    )
    answer(game, "B1")
    why = [facts["why"] for facts in told(game, "dice rolled")]
    assert why == ["closing roll", "resilience A2", "activate A3"]
    order = [
        event.kind
        for event in game.events(all_seats=True)
        if event.kind in ("turn started", "spell ended", "group rallied", "Reckless check")
    ]
    assert order[0] == "turn started"
    assert order[-2:] == ["group rallied", "Reckless check"]
    assert game.state.groups["B1"].spells == ()
    assert game.state.step == "activate"


@covers("CC-TRN-03", "CC-SPL-07")
def test_only_spells_of_the_side_whose_turn_starts_expire() -> None:
    both = [{"spell": "Fortify", "caster": "A"}, {"spell": "Confuse", "caster": "B"}]
    state = state_of(
        {"A1": one("Heavy Foot", 20, 20, spells=both), "B1": one("Heavy Foot", 50, 40)}, scenario="ambush"
    )
    carry_out(turns.start_turn, state)
    assert [spell.spell for spell in state.groups["A1"].spells] == ["Confuse"]


@covers("CC-GEN-08", "CC-ACT-02")
def test_uses_of_the_turn_are_fresh_at_the_start_of_each_sides_turn() -> None:
    state = state_of(
        {
            "A1": one("Heavy Foot", 20, 20, used=["Unerring"], done=True),
            "B1": one("Heavy Foot", 50, 40, used=["Unerring"], calmed=True),
        },
        scenario="ambush",
    )
    carry_out(turns.start_turn, state)
    assert state.groups["A1"].used == state.groups["B1"].used == ()
    assert not state.groups["A1"].done
    assert not state.groups["B1"].calmed


@covers("CC-TRN-04", "CC-ACT-03")
def test_a_group_that_rallied_is_no_longer_shaken_and_cannot_act_this_turn() -> None:
    game = battle(
        {
            "A1": one("Heavy Foot", 20, 20),
            "A2": one("Heavy Foot", 22, 20, shaken=True),
            "B1": one("Heavy Foot", 50, 40),
        },
        step="rally",
        to_do=["A2"],
        dice={"resilience A2": [1, 2]},
    )
    assert not game.state.groups["A2"].shaken
    assert barred(game.decision)["A2"] == "CC-ACT-03"
    assert "CC-TRN-04" in rules_told(game, "group rallied")


@covers("CC-TRN-04", "CC-TRN-01")
def test_a_failed_rally_does_not_end_the_turn() -> None:
    game = battle(
        {
            "A1": one("Heavy Foot", 60, 5),
            "A2": one("Heavy Foot", 20, 20, shaken=True, r=5),
            "B1": one("Heavy Foot", 20, 40),
        },
        step="rally",
        to_do=["A2"],
        dice={"resilience A2": [1, 2]},
    )
    shaken = game.state.groups["A2"]
    assert (shaken.r, shaken.shaken) == (4, True)
    assert shaken.models[0] == pytest.approx((20.0, 17.0))
    assert (game.state.step, game.state.active) == ("activate", 0)
    assert barred(game.decision)["A2"] == "CC-ACT-12"


@covers("CC-TRN-05", "CC-SPL-14")
def test_all_shaken_and_confused_groups_test_in_the_order_that_their_side_chooses() -> None:
    game = battle(
        {
            "A1": one("Heavy Foot", 60, 5),
            "A2": one("Heavy Foot", 20, 20, shaken=True),
            "A3": one("Heavy Foot", 30, 20, spells=CONFUSED),
            "B1": one("Heavy Foot", 20, 40),
        },
        scenario="ambush",
        step="start of turn",
        turn=2,
        first="A",
        active="A",
        dice={"resilience A2": [6, 6], "resilience A3": [6, 6]},
    )
    assert keys(game.decision) == ["A2", "A3"]
    assert game.decision is not None
    assert game.decision.rule == "CC-TRN-05"
    answer(game, "A3")
    assert [facts["group"] for facts in told(game, "dice rolled")] == ["A3", "A2"]
    assert game.state.groups["A3"].spells == ()


@covers("CC-TRN-05")
def test_a_group_shaken_during_the_step_rallies_in_the_next_turn() -> None:
    # The Captain's Group rolls 2 - 1 - 1 = 0 and is Routed; A2 fails its Company test and does not rally now.
    game = battle(
        {
            "A1": one("Heavy Foot", 40, 20, shaken=True, r=6),
            "A2": one("Heavy Foot", 20, 20),
            "A3": {"profile": "Heavy Foot", "where": "routed", "cost": 12},
            "B1": one("Heavy Foot", 20, 40),
        },
        step="rally",
        to_do=["A1"],
        companies={"A": {"half_lost": True}},
        switches={"terrain_mode": "open", "bloodied_morale_penalty": 1},
        dice={"resilience A1": [1, 1], "resilience A2": [1, 3]},
    )
    assert game.state.groups["A1"].where == "routed"
    assert game.state.groups["A2"].shaken
    assert unused(game) == {}
    assert game.state.step == "activate"


@covers("CC-TRN-06", "CC-PTR-12")
def test_a_passed_reckless_check_is_an_attack_at_once() -> None:
    game = battle(
        {"A1": one("Heavy Beast", 20, 20), "A2": one("Heavy Foot", 60, 5), "B1": one("Heavy Foot", 20, 27)},
        step="reckless",
        dice={"activate A1": [2, 3], "to hit (A1)": [1] * 12, "to hit (B1)": [1] * 12},
    )
    assert game.waiting_for == ("A",)
    answer(game, "B1", "proposal")
    assert game.state.groups["A1"].melee == ("B1",)
    assert barred(game.decision)["A1"] == "CC-ACT-03"
    assert {"CC-TRN-06", "CC-PTR-12"} <= rules_told(game, "Reckless check")


@covers("CC-TRN-06", "CC-ACT-15")
def test_the_active_side_picks_the_order_of_checks_and_the_owner_each_target() -> None:
    game = battle(
        {
            "A1": one("Heavy Beast", 20, 20),
            "A2": one("Heavy Beast", 30, 20),
            "B1": one("Heavy Foot", 22, 27),
            "B2": one("Heavy Foot", 28, 27),
        },
        step="reckless",
        dice={"activate A2": [1, 1], "activate A1": [1, 1]},
    )
    assert keys(game.decision) == ["A1", "A2"]
    answer(game, "A2")
    assert keys(game.decision) == ["B1", "B2"]
    answer(game, "B2", "B1")
    assert game.state.step == "activate"


@covers("CC-TRN-06", "CC-ACT-03")
def test_a_group_that_took_a_rally_test_takes_no_reckless_check() -> None:
    game = battle(
        {
            "A1": one("Heavy Foot", 60, 5),
            "A2": one("Heavy Beast", 20, 20, shaken=True),
            "B1": one("Heavy Foot", 20, 27),
        },
        step="rally",
        to_do=["A2"],
        dice={"resilience A2": [6, 6]},
    )
    assert not game.state.groups["A2"].shaken
    assert game.state.step == "activate"


@covers("CC-TRN-09")
def test_a_reckless_group_that_had_no_target_may_be_activated_later() -> None:
    game = battle({"A1": one("Heavy Beast", 20, 5), "B1": one("Heavy Foot", 20, 40)}, step="reckless")
    assert game.state.step == "activate"
    assert "A1" in keys(game.decision)


@covers("CC-TRN-09")
def test_an_earlier_attack_of_the_step_may_bring_an_enemy_into_reach() -> None:
    # B1 fails its test and Retreats from A1 towards A2, who had nobody in reach before.
    game = battle(
        {
            "A1": one("Heavy Beast", 20, 31.5, melee=["B1"]),
            "A2": one("Heavy Beast", 20, 15),
            "A3": one("Heavy Foot", 60, 5),
            "B1": one("Light Foot", 20, 30),
            "B2": one("Heavy Foot", 60, 45),
        },
        companies={"B": {"captain": "B2"}},
        step="reckless",
        dice={
            "activate A1": [6, 6],
            "to hit (A1)": [3] * 2 + [1] * 10,
            "to hit (B1)": [1] * 12,
            "resilience B1": [2, 1],
            "activate A2": [1, 1],
        },
    )
    assert game.decision is not None
    answer(game, "B1")
    assert game.state.groups["B1"].models[0] == pytest.approx((20.0, 26.0))
    assert keys(game.decision) == ["B1"], "now A2 must check"
    answer(game, "B1")
    assert game.state.step == "activate"


@covers("CC-CAP-23", "CC-TRN-06")
def test_a_calmed_group_takes_no_check_and_may_be_given_any_order() -> None:
    game = battle(
        {"A1": one("Heavy Beast", 20, 20), "B1": one("Heavy Foot", 20, 27)},
        companies={"A": {"captain_trait": "Calming"}},
        step="reckless",
    )
    answer(game, "Calming")
    assert game.state.step == "activate"
    answer(game, "A1")
    assert "move" in keys(game.decision)


@covers("CC-TRN-02", "CC-END-04")
def test_a_closed_game_asks_nobody_anything() -> None:
    game = battle(
        {
            "A1": one("Elite Foot", 20, 20),
            "B1": one("Heavy Foot", 20, 21, r=1, melee=["A1"]),
        },
        scenario="ambush",
        dice={"activate A1": [6, 6], "to hit (A1)": [3] * 3 + [1] * 9, "to hit (B1)": [1] * 6},
    )
    answer(game, "A1", "attack B1")
    assert game.decision is None
    assert game.result is not None


@covers("CC-CAP-12", "CC-GEN-09")
def test_a_reckless_group_with_a_blood_shy_captain_takes_no_check_and_everybody_is_told() -> None:
    game = battle(
        {"A1": one("Heavy Beast", 20, 20), "B1": one("Heavy Foot", 20, 27)},
        companies={"A": {"captain_trait": "Blood-shy"}},
        step="reckless",
    )
    assert game.state.step == "activate"
    assert told(game, "not forced to Attack") == [{"group": "A1"}]
    answer(game, "A1")
    assert "move" in keys(game.decision)
    assert barred(game.decision)["attack B1"] == "CC-CAP-12"


@covers("CC-CAP-12", "CC-GEN-09")
def test_a_blood_shy_captain_holds_nobody_back_where_there_is_nobody_to_attack() -> None:
    game = battle(
        {"A1": one("Heavy Beast", 20, 20), "B1": one("Heavy Foot", 20, 40)},
        companies={"A": {"captain_trait": "Blood-shy"}},
        step="reckless",
    )
    assert game.state.step == "activate"
    assert told(game, "not forced to Attack") == []
