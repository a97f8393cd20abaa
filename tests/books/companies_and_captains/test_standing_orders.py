"""Standing orders of a Company: each setting at the question it is about, and no further."""

from __future__ import annotations

from typing import Any

import sandtable
from sandtable.books.companies_and_captains.book import BOOK
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.decision import ChooseSeveral
from sandtable.kernel.decision.standing import StandingOrders, answer_by_itself, by_itself, may_give
from sandtable.players import make_player
from sandtable.players.asking import ask
from tests.books.companies_and_captains.stage import Performance, battle, group, order, start, to_hit

FACES = [1, 1, 1, 2, 3, 4, 4, 4, 5, 5, 6, 6]


def given(played: Performance, **settings: str) -> Any:
    """What orders answer to the open question, and which; the others are set as a rule."""
    orders = StandingOrders({name.replace("_", " "): one for name, one in settings.items()})
    force = orders.in_force(BOOK.standing, 1)
    found = answer_by_itself(played.question, BOOK.standing.orders, force)
    return None if found is None else (found.answer, found.by)


def test_every_order_has_words_with_a_rule_of_the_book_and_a_bearing_for_each_that_is_named():
    catalogue = Catalogue.load("sandtable.books.companies_and_captains")
    for one in BOOK.standing.orders:
        names = {each.name for each in one.bearings}
        assert all({*each.takes, *each.leaves} <= names for each in one.settings)
        cited = one.words.rpartition("(")[2].rstrip(").")
        assert catalogue.rule(cited).id == cited


def hitting(*traits: str) -> Performance:
    state = battle(group("A1", traits=traits), group("B1", "Heavy Foot", at=(14.0, 10.0)))
    return start(state, to_hit(), {"to hit (A1)": FACES})


def test_the_ones_of_a_well_armed_group_are_rolled_again_where_that_is_ordered():
    assert given(hitting("Well-Armed")) is None
    assert given(hitting("Well-Armed"), rolling_again="ones") == ("Well-Armed", "rolling again")
    assert given(hitting("Unerring"), rolling_again="ones") is None
    assert given(hitting("Unerring"), rolling_again="never") == ("nothing", "rolling again")


def test_a_failed_activation_is_rolled_again_where_that_is_ordered():
    state = battle(
        group("A1"), group("A2", at=(12.0, 12.0)), group("B1", at=(40.0, 40.0)), captains={"A": "Compelling"}
    )
    played = start(state, order("Move"), {"activate A2": [1, 1]})
    assert given(played) is None
    assert given(played, failed_activations="always") == ("Compelling", "failed activations")
    assert given(played, failed_activations="never") == ("nothing", "failed activations")


def test_models_leave_as_proposed_and_an_order_that_rolls_is_never_given():
    game = sandtable.new(
        "companies-and-captains",
        scenario="pitched-battle",
        seats={"A": "seafolk", "B": "automata"},
        seed=1,
    )
    players, by, kept = {seat: make_player("greedy", seat) for seat in "AB"}, set(), 0
    for _ in range(150):
        seat = game.waiting_for[0]
        question = game.decision_for(seat)
        assert question is not None
        if question.topic == "choose order" and len(question.options()) == 1:
            kept += 1
            assert not may_give(question, BOOK.standing)
            assert by_itself(game, seat, StandingOrders()) is None
        found = by_itself(game, seat, StandingOrders())
        if found is None:
            game.answer(ask(players[seat], game, seat).answer, seat=seat)
            continue
        by.add((question.topic, found.by))
        if question.topic == "choose casualties":
            assert isinstance(question, ChooseSeveral)
            assert found.answer == [*question.proposal()]
            asking = StandingOrders({"losing models": "ask"})
            assert by_itself(game, seat, asking) is None
        game.answer(found.answer, seat=seat, by=found.by)
    assert kept > 5
    assert {("choose casualties", "losing models"), ("choose group", "only answer")} <= by
