"""Random games for half a minute over all that the book allows: no exception, no hang, no illegal state."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sandtable.books.companies_and_captains.chapters.constructing import bought_traits
from sandtable.books.companies_and_captains.invariants import what_is_wrong
from sandtable.books.companies_and_captains.printed_tables import captain_traits, optional_traits, profiles
from sandtable.books.companies_and_captains.rosters import company_from
from sandtable.books.companies_and_captains.scenarios.every import scenario_ids
from sandtable.books.companies_and_captains.state import Battle
from sandtable.books.companies_and_captains.switches import describe
from sandtable.kernel.decision import Answer
from sandtable.kernel.game import Game
from sandtable.kernel.refusal import Refused
from sandtable.lab import soak
from sandtable.lab.soaks import companies_and_captains

BOOK = "companies-and-captains"
CHUNKS, SECONDS, LEAST, MOST = 6, 5.0, 4, 1000
"""Chunks that several processes share, processor seconds and least games of each, how far apart."""


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_games_come_to_their_end_in_legal_states(chunk: int) -> None:
    survey = soak.soak_for(BOOK, chunk * MOST, SECONDS, LEAST)
    assert survey.games >= LEAST
    assert not survey.troubles, "\n".join(soak.told(one) for one in survey.troubles)
    assert sum(sum(ways.values()) for ways in survey.endings.values()) == survey.games


@pytest.mark.parametrize("number", [4623, 7080, 7905, 12906])
def test_games_that_once_went_wrong_go_well(number: int) -> None:
    """Over before the first turn, no place for a Group, one model in two melees."""
    assert not soak.soak_book(BOOK, number, 1).troubles


def test_the_games_are_of_every_kind() -> None:
    drawn = [soak.setup_of(number, companies_and_captains.setup) for number in range(300)]
    assert {one["scenario"] for one in drawn} == {None, *scenario_ids()}
    assert {len(one["seats"]) for one in drawn} == {2, 3, 4}
    for switch in describe():
        values = {one["options"][switch.name] for one in drawn if switch.name in one["options"]}
        assert len(values) >= min(2, len(switch.values)), switch.name
    forces = [company_from(force) for one in drawn for force in one["seats"].values()]
    assert {force.captain_trait for force in forces} == {one.name for one in captain_traits().values()}
    groups = [group for force in forces for group in force.groups]
    assert {group.profile for group in groups} == {one.name for one in profiles().values()}
    bought = {trait.row.name for group in groups for trait in bought_traits(group)}
    assert bought == {one.name for one in optional_traits().values()}


def test_a_game_is_drawn_and_played_alike_every_time() -> None:
    first, second = (soak.soak_book(BOOK, 7, 2) for _ in range(2))
    assert msgspec.json.encode(first) == msgspec.json.encode(second)


# ---- trouble is found --------------------------------------------------------------------------------------


def test_an_illegal_state_is_told_with_what_it_takes_to_see_it_again() -> None:
    def check(state: Battle) -> str:
        return "too late" if state.turn > 1 else ""

    (trouble,) = soak.soak(companies_and_captains.setup, check, 1, first=3).troubles
    assert (trouble.number, trouble.what) == (3, "too late")
    assert trouble.answers > 0
    assert soak.setup_of(3, companies_and_captains.setup) == trouble.setup
    words = soak.told(trouble)
    assert "bench.soak --game 3" in words
    assert msgspec.json.encode(trouble.setup).decode() in words


def test_an_exception_is_told_with_its_place() -> None:
    def check(state: Battle) -> str:
        raise ZeroDivisionError("nothing to divide by")

    survey = soak.soak(companies_and_captains.setup, check, 2)
    assert [one.what for one in survey.troubles] == ["ZeroDivisionError: nothing to divide by"] * 2
    assert "in check" in survey.troubles[0].where


def test_a_game_without_end_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "MOST_ANSWERS", 10)
    (trouble,) = soak.soak(companies_and_captains.setup, what_is_wrong, 1).troubles
    assert trouble.what == "the game does not end"


def test_a_refused_answer_that_changes_the_game_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = Game.answer

    def careless(self: Game[Battle], given: Answer, **more: Any) -> Any:
        try:
            return answer(self, given, **more)
        except Refused:
            self.state.turn += 1
            raise

    monkeypatch.setattr(Game, "answer", careless)
    troubles = soak.soak(companies_and_captains.setup, lambda state: "", 3).troubles
    assert troubles
    assert all("changes the game" in one.what for one in troubles)
