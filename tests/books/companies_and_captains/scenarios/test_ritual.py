"""Ritual: the Bodyguards stay, the rite goes on, and either side may win by it."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.companies_and_captains.chapters import testing_resilience
from sandtable.books.companies_and_captains.scenarios.scenario import scenario_of
from sandtable.books.companies_and_captains.state import Battle
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.beginnings import begin, proposed
from tests.books.companies_and_captains.scenarios.counting import closing, gone, lines, one, vp
from tests.books.companies_and_captains.scenes import (
    answer,
    barred,
    battle,
    carry_out,
    keys,
    rules_told,
    state_of,
)

ROLES: dict[str, Any] = {"scenario": "ritual", "roles": {"bodyguards": "B2"}}


def scene(position: dict[str, Any] | None = None, **groups: dict[str, Any]) -> Battle:
    """B2 are the Bodyguards."""
    usual = {"A1": one(6, 6), "B1": one(50, 24), "B2": one(36, 24)}
    return state_of({**usual, **groups}, **ROLES, **(position or {}))


def rite(state: Battle, faces: list[int]) -> bool:
    """Whether the rite is completed by this roll."""
    done = carry_out(scenario_of(state).closing_roll, state, dice={"rite": faces} if faces else {})
    assert not faces or "CC-RIT-06" in rules_told(done)
    return bool(state.closed)


@covers("CC-RIT-03", "CC-PUB-06")
def test_the_attacker_says_who_starts() -> None:
    game = proposed(begin("ritual"), until="first turn")
    assert game.waiting_for == ("A",)
    assert "CC-RIT-03" in (game.decision.rules if game.decision else ())


@covers("CC-RIT-04")
def test_the_bodyguards_may_not_move_and_others_may() -> None:
    groups = {"A1": one(6, 6), "B1": one(50, 24), "B2": one(36, 24, "Elite Foot")}
    game = battle(groups, active="B", turn=2, **ROLES)
    assert "B2" not in keys(game.decision), "there is no order it could carry out"
    answer(game, "B1")
    assert "move" in keys(game.decision)


@covers("CC-RIT-04", "CC-PTR-01")
def test_defensive_bodyguards_take_their_formation_where_they_stand_and_go_nowhere() -> None:
    pair = {"profile": "Heavy Foot", "fielded": 2, "models": [[36, 24], [37, 24]]}
    groups = {"A1": one(6, 6), "B1": one(50, 24), "B2": pair}
    game = battle(groups, active="B", turn=2, dice={"activate B2": [6, 6]}, **ROLES)
    answer(game, "B2", "move")
    with pytest.raises(Refused) as caught:
        answer(game, {"models": [[36, 25], [37, 25]]})
    assert caught.value.rule in ("CC-RIT-04", "CC-MOV-01")
    answer(game, {"models": [[36, 24], [37, 24]], "form": True})
    assert game.state.groups["B2"].formed


@covers("CC-RIT-04", "CC-RET-01")
def test_in_melee_the_bodyguards_attack_but_never_retreat_by_order() -> None:
    groups = {"A1": one(36, 25), "B1": one(60, 24), "B2": one(36, 24, melee=["A1"])}
    game = battle(groups, active="B", turn=2, **ROLES)
    answer(game, "B2")
    assert keys(game.decision) == ["attack A1"]
    assert barred(game.decision)["retreat"] == "CC-RIT-04"


@covers("CC-RIT-05", "CC-TRN-04", "CC-TST-15")
def test_shaken_bodyguards_at_r_5_that_fail_to_rally_lose_two_r_and_stay() -> None:
    groups = {
        "A1": one(36, 25),
        "B1": one(60, 24, shaken=True),
        "B2": one(36, 24, r=5, shaken=True, melee=["A1"]),
    }
    state = state_of(groups, active="B", turn=4, **ROLES)
    done = carry_out(
        testing_resilience.take_test_to_rally, state, state.groups["B2"], dice={"resilience B2": [1, 2]}
    )
    guards = state.groups["B2"]
    assert (guards.r, guards.shaken, guards.melee) == (3, True, ("A1",))
    assert guards.models == ((36.0, 24.0),)
    assert "CC-RIT-05" in rules_told(done)


@covers("CC-RIT-06")
@pytest.mark.parametrize(
    ("turns", "faces", "completed"),
    [(3, [1, 1], True), (3, [1, 2], False), (2, [1, 1], False), (13, [6, 6], True)],
)
def test_a_roll_below_the_number_of_the_defenders_turn_completes_the_rite(
    turns: int, faces: list[int], completed: bool
) -> None:
    state = scene({"active": "B", "turn": 2 * turns, "companies": {"B": {"turns": turns}}})
    assert rite(state, faces) is completed


@covers("CC-RIT-06")
def test_the_attackers_turns_have_no_roll_and_the_switch_counts_the_turns_of_both() -> None:
    assert rite(scene({"active": "A", "turn": 5}), []) is False
    both = {
        "active": "B",
        "turn": 6,
        "companies": {"B": {"turns": 3}},
        "switches": {"ritual_turn_count": "all"},
    }
    assert rite(scene(both), [2, 3]) is True


@covers("CC-RIT-06", "CC-GEN-15", "CC-TRN-02")
def test_the_rite_comes_before_rallying() -> None:
    groups = {"A1": one(6, 6), "B1": one(50, 24, shaken=True), "B2": one(36, 24)}
    dice = {"rite": [6, 6], "resilience B1": [6, 6]}
    game = battle(groups, active="B", turn=5, step="start of turn", dice=dice, **ROLES)
    rolls = [event.facts["why"] for event in game.events(all_seats=True) if event.kind == "dice rolled"]
    assert rolls == ["rite", "resilience B1"]


@covers("CC-RIT-07", "CC-RIT-06", "CC-RIT-08")
def test_the_game_ends_at_once_when_the_ritual_is_completed() -> None:
    groups = {"A1": one(6, 6), "B1": one(50, 24), "B2": one(36, 24)}
    game = battle(groups, active="B", turn=7, step="start of turn", dice={"rite": [1, 2]}, **ROLES)
    assert game.result is not None
    assert game.result.points == {"attacker": 0, "defender": 6}
    assert "CC-RIT-07" in rules_told(game, "game closed")


@covers("CC-RIT-07", "CC-END-03")
def test_the_game_ends_when_the_bodyguards_are_routed_or_no_attacker_is_left() -> None:
    assert closing(scene(B2=gone())) == "CC-RIT-07"
    assert closing(scene(B1=gone())) == ""
    alone = scene(A1=gone())
    assert closing(alone) == "CC-RIT-07"
    assert vp(alone)["defender"] == 6 + 1, "the ritual counts as completed"


@covers("CC-RIT-08", "CC-PUB-10")
def test_other_defenders_routed_earn_the_attacker_nothing() -> None:
    state = scene(B1=gone(), A2=gone())
    assert (lines(state, "attacker"), lines(state, "defender")) == ([0], [0, 1])
    assert lines(scene(B2=gone()), "attacker") == [4]
