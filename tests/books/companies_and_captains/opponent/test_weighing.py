"""What the automatic opponent remembers of its reckoning is what it would reckon again."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.books.companies_and_captains.opponent.experience import temper_of
from sandtable.books.companies_and_captains.opponent.scores import Row, Weighing, scored_orders
from sandtable.books.companies_and_captains.state import Battle
from sandtable.kernel.testing import covers
from sandtable.players.player import view_of
from sandtable.players.registry import make_player
from tests.books.companies_and_captains.scenes import archers, foot, group, state_of

SCENARIOS = ("pitched-battle", "raid", "sortie", "extraction", "ritual", "five-relics", "hunt-the-captain")


def rows(state: Battle, side: int) -> dict[str, Row]:
    """Every order of a side's Groups on the table as the opponent weighs it."""
    weighing = Weighing(state, side, temper_of(state))
    return {one.id: weighing.row(one) for one in state.groups_of_side(side) if one.on_table}


def reckoned(state: Battle, side: int) -> dict[str, list[Any]]:
    """The same worked out afresh, as names and scores."""
    found = {}
    for one in state.groups_of_side(side):
        if one.on_table:
            orders = scored_orders(state, one, temper_of(state))
            found[one.id] = sorted((order.order, order.score, order.why) for order in orders)
    return found


@covers("CC-BOT-01")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_remembered_row_is_the_one_that_would_be_reckoned_now(scenario: str) -> None:
    seats = {"A": "mire-tribes", "B": "greenwood-kin"}
    game = sandtable.new("companies-and-captains", scenario=scenario, seats=seats, seed=5)
    players = {seat: make_player("greedy", seat) for seat in "AB"}
    compared = 0
    while game.decision is not None and compared < 25:
        seat = game.waiting_for[0]
        part = game.decision_for(seat)
        assert part is not None
        if part.rule == "CC-ACT-01":
            state, side = game.state, game.state.active
            known = {
                one: sorted((order.order, order.score, order.why) for _, order, _ in row)
                for one, row in rows(state, side).items()
            }
            assert known == reckoned(state, side)
            compared += 1
        game.answer(players[seat].reply(view_of(game, seat), part).answer, seat=seat)
    assert compared > 5


@covers("CC-BOT-04")
def test_an_enemy_who_has_lost_most_of_its_r_is_weighed_anew() -> None:
    state = state_of({"A1": foot(10, 10), "A2": archers(30, 10), "B1": foot(10, 14)})
    before = rows(state, 0)
    assert rows(state, 0)["A1"] is before["A1"]
    state.groups["B1"].r = 1
    after = rows(state, 0)
    assert after["A1"] != before["A1"]
    state.groups["B1"].r = state.groups["B1"].profile.r
    assert rows(state, 0)["A1"] == before["A1"]


@covers("CC-BOT-09")
def test_a_group_that_has_moved_is_weighed_anew_and_its_friends_are_not() -> None:
    state = state_of({"A1": foot(10, 10), "A2": foot(40, 10), "B1": group("Elite Foot", 10, 24)})
    before = rows(state, 0)
    state.groups["A1"].models = tuple((x, y + 9.0) for x, y in state.groups["A1"].models)
    after = rows(state, 0)
    assert after["A1"] != before["A1"]
    assert after["A2"] is before["A2"]
