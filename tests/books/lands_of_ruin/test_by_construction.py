"""What no order or question can break: gear, items, skills, phases, and what the console works out."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

import sandtable
from sandtable.books.lands_of_ruin.orders import can_ever
from sandtable.kernel import Refused
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.event import Event
from sandtable.kernel.game import Game
from sandtable.kernel.testing import covers
from sandtable.players.asking import ask
from sandtable.players.registry import make_player
from tests.playing import kinds, play_on

BOOK = "lands-of-ruin"


@cache
def _played() -> Game[Any]:
    """A game at random with bipods, grenades, mines and Molotovs, as far as a thousand answers lead."""
    seats = {"A": "Trial\nOptio Tiber\nSapper Ishtar\nCenturion Brakka", "B": "Trial\nHecate\nMarrow\nPhobos"}
    game = sandtable.new(BOOK, seats=seats, seed="by construction 2", options={"map": "container-yard"})
    play_on(game, random.Random("by construction"), 1000)  # noqa: S311 - draws players, not dice
    return game


def _told() -> list[Event]:
    return _played().events(all_seats=True)


@covers("LR-ACC-03")
def test_accessories_stay_where_they_were_when_the_team_was_made():
    before = sandtable.new(BOOK, seats=_played().header["seats"]).state.cards
    assert any(arm.accessories for card in before.values() for arm in card.profile.arms)
    for id, card in _played().state.cards.items():
        assert card.profile.arms == before[id].profile.arms


@covers("LR-CONS-04", "LR-CONS-01")
def test_items_leave_an_inventory_by_being_used_and_come_into_none():
    before = sandtable.new(BOOK, seats=_played().header["seats"]).state.cards
    used = [(one.facts["card"], one.facts["item"]) for one in _told() if one.kind == "item used"]
    assert used
    for id, card in _played().state.cards.items():
        left = {item: count - used.count((id, item)) for item, count in before[id].own.items.items()}
        assert card.own.items == left


@covers("LR-OCON-43", "LR-ENV-01")
def test_between_two_players_no_environment_phase_is_skipped():
    told = kinds(_told())
    turns, phases = told.count("turn ended"), told.count("Environment phase began")
    assert turns > 3
    assert phases - turns in (0, 1)


@covers("LR-SKL-03")
def test_only_a_character_with_the_skill_is_asked_where_it_hides():
    cards = {
        "A-Kaeso": {"where": "waiting"},
        "A-Lysandra": {"where": "waiting"},
        "B-Thanatos": {"where": "waiting"},
    }
    position = {"phase": "pregame", "step": "infiltrators", "cards": cards}
    game = sandtable.new(BOOK, position=position)
    first, second = (game.decision_for(seat) for seat in ("A", "B"))
    assert first is not None
    assert first.facts["card"] == "A-Lysandra"
    assert second is not None
    assert [one.answer for one in second.options()] == ["ready"]


@covers("LR-SKL-04")
def test_first_aid_is_ordered_by_those_alone_who_have_learned_it():
    cards = {"A-Kaeso": {"at": [5, 5]}, "A-Varro": {"at": [6, 5]}, "B-Thanatos": {"at": [40, 40]}}
    game = sandtable.new(BOOK, position={"cards": cards})
    able = {one.id: can_ever(one, "First Aid") for one in game.state.cards.values()}
    assert able == {"A-Kaeso": True, "A-Varro": False, "B-Thanatos": False}
    assert "First Aid" in game.state.cards["A-Kaeso"].profile.skills


@covers("LR-OCON-14", "LR-ENV-05")
def test_who_is_ready_in_the_environment_phase_does_not_take_it_back():
    position = {
        "switches": {"table": "physical"}, "phase": "environment", "step": "environment: entries",
        "cards": {"A-Kaeso": {"at": [24, 24]}, "B-Thanatos": {"at": [24, 40]}},
        "rotters": {"R1": {"section": 4}},
    }  # fmt: skip
    game = sandtable.new(BOOK, position=position)
    game.answer({"A-Kaeso Shambler": 2}, seat="A")
    with pytest.raises(Refused):
        game.answer({"A-Kaeso Shambler": 0}, seat="A")
    game.answer({}, seat="B")
    assert kinds(game.events()).count("Rotter attack entered") == 2


def _led() -> set[str]:
    """The rules that a game between two who know what they do has told of."""
    game = sandtable.new(BOOK, seed="worked out")
    players = {seat: make_player("greedy", seat) for seat in game.seats}
    while game.decision is not None and game.state.round < 6:
        seat = game.waiting_for[0]
        game.answer(ask(players[seat], game, seat).answer, seat=seat)
    return {rule for one in game.events(all_seats=True) for rule in one.rules}


SELDOM = {"LR-DET-01", "LR-HID-06", "LR-CARD-14", "LR-REP-01"}
"""Nobody hides in that game; and what is shown or logged is not told."""


@covers("LR-APP-20")
def test_what_the_console_works_out_happens_without_being_asked_for():
    rows = {row["rule"] for row in Catalogue.load("sandtable.books.lands_of_ruin").rule("LR-APP-20").table}
    told = _led() | {rule for one in _told() for rule in one.rules}
    asked = {"LR-MOV-01", "LR-CMD-03"}  # how far somebody goes and which orders are legal stand in questions
    assert rows - told - asked <= SELDOM


@covers("LR-OCON-45")
def test_an_online_game_begins_when_each_player_has_confirmed_that_it_is_kept():
    game = sandtable.new(BOOK, seed=2, options={"game_mode": "online"})
    assert set(game.waiting_for) == {"A", "B"}
    game.answer("agreed", seat="B")
    assert game.waiting_for == ("A",)
    game.answer("agreed", seat="A")
    assert "game registered" in kinds(game.events())
    usual = sandtable.new(BOOK, seed=2)
    assert usual.decision is not None
    assert usual.decision.topic != "register the game"
