"""Retreat: the opening tests, the far edge, and what it is worth."""

from __future__ import annotations

import pytest

from sandtable.books.companies_and_captains.scenarios.scenario import scenario_of
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.beginnings import begin, entry, proposed, roster
from tests.books.companies_and_captains.scenarios.counting import closing, gone, lines, one, vp
from tests.books.companies_and_captains.scenes import answer, battle, keys, rules_told, state_of, unused


@covers("CC-RTR-01", "CC-PUB-03")
def test_both_sides_deploy_at_the_south_edge_the_defender_farther_in() -> None:
    game = begin("retreat")
    answer(game, "B1", {"models": [[20, 12.5]]}, "A1", {"models": [[20, 7.5]]}, {"models": [[30, 17.5]]})
    answer(game, {"models": [[30, 0.5]]})
    assert game.state.step == "first turn"


@covers("CC-RTR-02", "CC-PUB-06")
def test_the_defender_says_who_starts() -> None:
    game = proposed(begin("retreat"), until="first turn")
    assert game.waiting_for == ("B",)
    assert "CC-RTR-02" in (game.decision.rules if game.decision else ())


@covers("CC-RTR-03", "CC-CAP-06", "CC-TST-09", "CC-GEN-15")
def test_a_captain_that_fails_gives_nothing_to_those_tested_after_it() -> None:
    seats = {
        "A": roster(entry("Heavy Foot"), entry("Heavy Foot")),
        "B": roster(entry("Heavy Foot"), entry("Light Foot")),
    }
    dice = {"resilience B1": [1, 1], "resilience B2": [3, 1]}
    game = begin("retreat", seats=seats, dice=dice)
    answer(
        game, "B1", {"models": [[20, 14]]}, "A1", "proposal", {"models": [[22, 14]]}, "proposal", "attacker"
    )
    assert keys(game.decision) == ["B1", "B2"]
    assert game.waiting_for == ("B",)
    answer(game, "B1")
    groups = game.state.groups
    assert groups["B1"].shaken, "1 + 1 and 1 for the Captain are 3, not 4"
    assert groups["B1"].r == 12
    assert groups["B1"].models == ((20.0, 14.0),), "it does not Retreat"
    assert not groups["B2"].shaken, "3 + 1 are enough without the Captain"
    assert unused(game) == {}


@covers("CC-RTR-03", "CC-AMB-06", "CC-AMB-07")
def test_the_opening_tests_count_for_ambitions() -> None:
    seats = {
        "A": roster(entry("Heavy Foot"), entry("Heavy Foot")),
        "B": roster(entry("Heavy Foot"), entry("Light Foot")),
    }
    dice = {"resilience B1": [1, 1], "resilience B2": [1, 1]}
    game = begin("retreat", seats=seats, dice=dice)
    proposed(game, until="opening tests")
    answer(game, "B1")
    deeds = game.state.companies["B"].deeds
    assert deeds.captain_moved_or_rolled
    assert deeds.most_shaken_at_once == 2


@covers("CC-RTR-04", "CC-PUB-09")
@pytest.mark.parametrize("by_retreat", [True, False])
def test_defenders_escape_over_the_north_edge_alone(by_retreat: bool) -> None:
    state = state_of({"A1": one(10, 10), "B1": one(30, 30)}, scenario="retreat")
    may_leave = scenario_of(state).may_leave
    allowed = [
        edge
        for edge in ("north", "east", "south", "west")
        if may_leave(state, state.groups["B1"], edge, by_retreat=by_retreat)
    ]
    assert allowed == ["north"]
    assert may_leave(state, state.groups["A1"], "north", by_retreat=by_retreat) == ""


@covers("CC-RTR-04", "CC-PUB-07")
def test_a_defender_moves_off_the_far_edge_and_has_escaped() -> None:
    groups = {"A1": one(10, 10), "B1": one(36, 45), "B2": one(60, 24)}
    game = battle(groups, scenario="retreat", active="B", turn=2, dice={"activate B1": [6, 6]})
    answer(game, "B1", "move", {"exit": "north"})
    assert game.state.groups["B1"].where == "escaped"
    assert "CC-RTR-04" in rules_told(game, "group left the table")


@covers("CC-RTR-05", "CC-PUB-11")
def test_the_game_ends_when_a_side_has_nobody_in_play() -> None:
    assert closing(state_of({"A1": gone(), "B1": one(30, 30)}, scenario="retreat")) == "CC-RTR-05"


@covers("CC-RTR-06", "CC-PUB-10")
def test_the_vp_for_a_captains_group_replace_those_for_any_group() -> None:
    groups = {"A1": one(10, 10), "B1": gone(), "B2": gone(), "B3": gone("escaped"), "B4": gone("escaped")}
    state = state_of(groups, scenario="retreat")
    assert vp(state) == {"attacker": 6, "defender": 6}
    assert lines(state, "attacker") == [2, 4]
