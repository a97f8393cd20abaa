"""Whole games of bands with cohorts: they enter, keep together and are lost model by model."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.books.lands_of_ruin.book import BOOK
from sandtable.books.lands_of_ruin.surface.formation import is_formed
from sandtable.kernel.testing import covers

SLAVERS = "Slavers\nCarnifex; 3 followers\nPhobos; 2 followers\n"
GUARDS = "Guards\nCenturion Brakka; 3 followers\nLegate Varro; 3 followers\n"


@covers("LR-COH-02", "LR-COH-12", "LR-COH-15", "LR-COH-19", "LR-TURN-07")
@pytest.mark.parametrize("table", ["virtual", "physical"])
def test_bands_with_cohorts_play_to_the_end_and_enter_in_formation(table: str):
    game = sandtable.new(
        "lands-of-ruin",
        scenario="at-the-crossroads",
        seats={"A": GUARDS, "B": SLAVERS},
        options={"table": table, "sleepers": False},
        seed=11,
    )
    chance, entered = Random(11), set[str]()
    while game.decision is not None:
        seat = game.waiting_for[0]
        part = game.decision_for(seat)
        assert part is not None
        game.answer(part.sample(chance), seat=seat)
        for card in game.state.cards.values():
            if card.is_cohort and card.where == "table" and card.id not in entered:
                if table == "physical" or all(one.at is not None for one in card.models.values()):
                    entered.add(card.id)
                    assert table == "physical" or "Carnifex" in card.id or is_formed(game.state, card)
    assert game.result is not None
    assert entered


@covers("LR-COH-02", "LR-MODE-18", "LR-AMMO-06", "LR-CARD-15")
def test_a_cohort_is_one_card_with_a_model_for_each_follower():
    game = sandtable.new("lands-of-ruin", seats={"A": GUARDS, "B": SLAVERS}, seed=1)
    card = game.state.cards["A-Varro-cohort"]
    assert (card.hero, card.full, list(card.models)) == (
        "A-Varro",
        3,
        ["A-Varro-cohort.1", "A-Varro-cohort.2", "A-Varro-cohort.3"],
    )
    assert card.own.rounds["A-Varro-cohort.2"] == {"AK-47": 30}
    assert list(game.state.cards)[:2] == ["A-Brakka", "A-Brakka-cohort"]


@covers("LR-COH-09", "LR-COH-07")
def test_a_cohort_without_models_is_shown_as_lost():
    state = BOOK.read_position(
        {
            "cards": {
                "A-Varro": {"at": [10, 10]},
                "A-Varro-cohort": {"models": [], "full": 3, "down": True},
                "B-Thanatos": {"at": [30, 30]},
            }
        }
    )
    for seat in ("A", "B", None):
        shown = {one.id: one for one in BOOK.showing(BOOK.hide(state, seat), seat).units}
        lost = shown["A-Varro-cohort"]
        assert (lost.place, lost.strength, lost.full_strength, lost.on_table) == ("lost", 0, 3, False)


@covers("LR-COH-18", "LR-COH-19")
def test_a_slave_that_finds_no_room_is_put_as_near_as_possible():
    wall: dict[str, Any] = {"kind": "building", "traits": ["impassable", "hides"], "height": 5}
    walls = [
        {"id": "west", "outline": [[0, 0], [9.4, 0], [9.4, 20], [0, 20]], **wall},
        {"id": "east", "outline": [[10.6, 0], [20, 0], [20, 20], [10.6, 20]], **wall},
    ]
    state = BOOK.read_position(
        {
            "active": "B",
            "terrain": walls,
            "cards": {
                "B-Carnifex": {"at": [10, 10], "own": {"unspent": 5}},
                "B-Carnifex-cohort": {"models": [[10, 9], [10, 11], [10, 12]]},
                "A-Varro": {"at": [40, 40]},
            },
        }
    )
    game = sandtable.new("lands-of-ruin", position=BOOK.write_position(state), seed=1)
    game.answer("B-Carnifex move")
    game.answer({"models": [[10, 13.5]]})
    chance = Random(1)
    while game.decision is not None and game.decision.topic == "place slave":
        game.answer(game.decision.sample(chance))
    places = [one.at for one in game.state.cards["B-Carnifex-cohort"].models.values()]
    assert all(at is not None and abs(at[0] - 10) < 0.1 and abs(at[1] - 13.5) <= 3.0 for at in places)
    assert len(set(places)) == 3
