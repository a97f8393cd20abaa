"""Extraction: the Extractees get away or they do not."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.companies_and_captains.scenarios.scenario import scenario_of
from sandtable.books.companies_and_captains.state import Battle
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.beginnings import begin, proposed
from tests.books.companies_and_captains.scenarios.counting import closing, gone, lines, one, vp
from tests.books.companies_and_captains.scenes import answer, battle, rules_told, state_of

ROLES = {"scenario": "extraction", "roles": {"extractees": "B2"}}


def scene(**groups: dict[str, Any]) -> Battle:
    """B2 are the Extractees."""
    usual = {"A1": one(6, 6), "B1": one(66, 40), "B2": one(36, 24)}
    return state_of({**usual, **groups}, **ROLES)


@covers("CC-EXT-03", "CC-SET-07")
def test_the_defender_takes_the_first_turn() -> None:
    game = proposed(begin("extraction"), until="activate")
    assert game.state.active == game.state.defender
    assert rules_told(game, "first turn settled") == {"CC-EXT-03"}


@covers("CC-EXT-04", "CC-PUB-09")
@pytest.mark.parametrize("by_retreat", [True, False])
def test_only_the_extractees_escape_and_over_any_edge(by_retreat: bool) -> None:
    state = scene()
    may_leave = scenario_of(state).may_leave
    for edge in ("north", "east", "south", "west"):
        found = {
            name: may_leave(state, one, edge, by_retreat=by_retreat) for name, one in state.groups.items()
        }
        assert found == {"A1": "", "B1": "", "B2": "CC-EXT-04"}


@covers("CC-EXT-04", "CC-EXT-05", "CC-EXT-06", "CC-PUB-07")
def test_the_game_ends_at_once_when_they_move_off_the_table() -> None:
    groups = {"A1": one(6, 6), "B1": one(66, 40), "B2": one(36, 46)}
    game = battle(groups, active="B", turn=2, dice={"activate B2": [6, 6]}, **ROLES)
    answer(game, "B2", "move", {"exit": "north"})
    assert game.result is not None
    assert game.result.points == {"attacker": 0, "defender": 6}
    assert "CC-EXT-05" in rules_told(game, "game closed")


@covers("CC-EXT-05")
def test_the_game_ends_when_they_are_routed_and_not_when_others_are() -> None:
    assert closing(scene(B2=gone())) == "CC-EXT-05"
    assert closing(scene(B1=gone())) == ""


@covers("CC-EXT-05", "CC-END-03")
def test_with_no_attacker_left_they_count_as_escaped() -> None:
    state = scene(A1=gone())
    assert closing(state) == "CC-EXT-05"
    assert vp(state) == {"attacker": 0, "defender": 6 + 1}


@covers("CC-EXT-06", "CC-PUB-10")
def test_extractees_and_another_routed_against_two_attackers() -> None:
    groups = {"A1": one(6, 6), "A2": gone(), "A3": gone(), "B1": gone(), "B2": gone(), "B3": one(40, 40)}
    state = state_of(groups, **ROLES)
    assert lines(state, "attacker") == [4, 2]
    assert vp(state) == {"attacker": 6, "defender": 2}


@covers("CC-PUB-12", "CC-EXT-06")
def test_what_has_not_happened_by_the_cap_scores_nothing() -> None:
    assert vp(scene()) == {"attacker": 0, "defender": 0}
