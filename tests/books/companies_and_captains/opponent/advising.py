"""What the automatic opponent says of a scene, for its tests."""

from __future__ import annotations

from typing import Any

from sandtable.books.companies_and_captains.book import BOOK
from sandtable.books.companies_and_captains.opponent.experience import experience
from sandtable.books.companies_and_captains.opponent.purposes import purposes
from sandtable.books.companies_and_captains.opponent.scores import scored_orders
from sandtable.books.companies_and_captains.state import Battle
from sandtable.kernel.advice import Advice
from sandtable.kernel.game import Game

STEADY = experience().tempers["steady"]


def chance(need: int) -> float:
    """The chance of two dice to reach a number, counted out."""
    return sum(1 for one in range(1, 7) for other in range(1, 7) if one + other >= need) / 36


def advice(game: Game[Battle]) -> list[Advice]:
    """Everything that the automatic opponent would say to whoever is asked, best first."""
    seat = game.waiting_for[0]
    decision = game.decision_for(seat)
    assert decision is not None
    return list(BOOK.adviser.advise(game.seen(seat), seat, decision))


def best(game: Game[Battle]) -> Any:
    """The answer that it would give."""
    return advice(game)[0].answer


def scores(game: Game[Battle]) -> dict[str, float]:
    """What each answer is worth to it."""
    return {str(one.answer): one.score for one in advice(game)}


def rules(game: Game[Battle]) -> set[str]:
    """The rules by which it would give that answer."""
    return set(advice(game)[0].rules)


def orders(state: Battle, group: str, temper: str = "steady") -> dict[str, float]:
    """What each order that it would consider is worth to one Group, before the chance to activate."""
    style = experience().tempers[temper]
    return {one.order: one.score for one in scored_orders(state, state.groups[group], style)}


def moves(state: Battle, group: str) -> dict[str, float]:
    """What a Move of one Group could be good for, with its worth."""
    mover = state.groups[group]
    return {one.why: one.score for one in purposes(state, mover, state.enemies_on_table(mover), STEADY)}
