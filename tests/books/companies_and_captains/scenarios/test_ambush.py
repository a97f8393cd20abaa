"""Ambush: who may leave, when it is over, and what it is worth."""

from __future__ import annotations

import pytest

from sandtable.books.companies_and_captains.chapters.lost_groups import (
    in_play_points,
    lost_points,
    reasons_to_test,
)
from sandtable.books.companies_and_captains.chapters.testing_resilience import modifiers
from sandtable.books.companies_and_captains.scenarios.scenario import scenario_of
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.beginnings import begin, proposed
from tests.books.companies_and_captains.scenarios.counting import closing, gone, lines, one, vp
from tests.books.companies_and_captains.scenes import answer, battle, rules_told, state_of, told

EDGES = ("north", "east", "south", "west")


@covers("CC-AMU-02", "CC-AMU-01", "CC-SET-07")
def test_the_attacker_deploys_last_6_inches_from_everybody_and_takes_the_first_turn() -> None:
    game = begin("ambush")
    answer(game, "B1", {"models": [[36, 24]]}, {"models": [[36, 26]]}, "A1")
    with pytest.raises(Refused) as caught:
        answer(game, {"models": [[42.9, 24]]})
    assert caught.value.rule == "CC-AMU-01"
    answer(game, {"models": [[43, 24]]}, {"models": [[1, 1]]})
    proposed(game, until="activate")
    assert game.state.active == game.state.attacker
    assert rules_told(game, "first turn settled") >= {"CC-AMU-02"}


@covers("CC-AMU-03", "CC-PUB-09")
@pytest.mark.parametrize("by_retreat", [True, False])
def test_defenders_leave_over_any_edge_and_attackers_over_none(by_retreat: bool) -> None:
    state = state_of({"A1": one(10, 10), "B1": one(30, 30)}, scenario="ambush")
    leave = scenario_of(state).may_leave
    assert {leave(state, state.groups["B1"], edge, by_retreat=by_retreat) for edge in EDGES} == {"CC-AMU-03"}
    assert {leave(state, state.groups["A1"], edge, by_retreat=by_retreat) for edge in EDGES} == {""}


@covers("CC-AMU-03", "CC-PUB-07", "CC-PUB-08", "CC-PUB-09")
def test_a_defender_that_moves_off_the_table_has_escaped_keeps_its_r_and_is_not_lost() -> None:
    groups = {"A1": one(10, 10), "B1": one(36, 2, r=5), "B2": one(60, 24)}
    game = battle(groups, scenario="ambush", active="B", turn=2, dice={"activate B1": [6, 6]})
    answer(game, "B1", "move", {"exit": "south"})
    escaped = game.state.groups["B1"]
    assert (escaped.where, escaped.r, escaped.models) == ("escaped", 5, ())
    assert {"CC-AMU-03", "CC-PUB-07", "CC-PUB-09"} <= rules_told(game, "group left the table")
    assert "CC-PUB-08" in rules_told(game, "group is safe")
    assert told(game, "Company must test") == [], "safe is not lost, though the Captain went"


@covers("CC-PUB-08", "CC-TST-05", "CC-TST-10")
def test_escaped_groups_count_as_in_play_for_the_half_strength_rules() -> None:
    groups = {
        "A1": one(10, 10),
        "B1": one(30, 30, cost=6),
        "B2": gone("escaped", cost=7),
        "B3": gone("escaped", cost=4),
        "B4": gone(cost=3),
        "B5": gone(cost=4),
    }
    state = state_of(groups, scenario="ambush")
    company = state.companies["B"]
    assert company.points == 24
    assert (lost_points(state, company), in_play_points(state, company)) == (7, 17)
    assert reasons_to_test(state, company, [state.groups["B5"]]) == ()
    assert "CC-TST-10" not in {one.rule for one in modifiers(state, state.groups["B1"])}


@covers("CC-AMU-04", "CC-PUB-11")
def test_the_game_ends_when_a_side_has_no_group_in_play_escaped_ones_do_not_count() -> None:
    state = state_of({"A1": one(10, 10), "B1": gone("escaped"), "B2": gone()}, scenario="ambush")
    assert closing(state) == "CC-AMU-04"
    waiting = state_of({"A1": one(10, 10), "B1": gone("undeployed"), "B2": gone()}, scenario="ambush")
    assert closing(waiting) == "CC-AMU-04", "nobody is left to bring them on"
    assert closing(state_of({"A1": one(10, 10), "B1": one(30, 30)}, scenario="ambush")) == ""


@covers("CC-AMU-05", "CC-PUB-08")
def test_two_escaped_unhurt_one_hurt_two_routed_and_an_attacker_routed() -> None:
    riders = "Heavy Cavalry"
    groups = {
        "A1": one(10, 10),
        "A2": gone(),
        "B1": gone("escaped"),
        "B2": gone("escaped"),
        "B3": gone("escaped", riders, r=4),
        "B4": gone(),
        "B5": gone(),
    }
    state = state_of(groups, scenario="ambush")
    assert vp(state) == {"attacker": 5, "defender": 7}
    assert lines(state, "defender") == [6, 1]
    assert lines(state, "attacker") == [4, 1]


@covers("CC-AMU-05")
def test_a_hurt_group_on_the_table_earns_the_attacker_one_vp() -> None:
    state = state_of({"A1": one(10, 10), "B1": one(30, 30, r=11), "B2": one(40, 30)}, scenario="ambush")
    assert lines(state, "attacker") == [0, 1]
