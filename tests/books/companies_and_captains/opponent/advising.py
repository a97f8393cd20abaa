"""What the automatic opponent says of a scene, for its tests."""

from __future__ import annotations

from typing import Any

from sandtable.books.companies_and_captains.book import BOOK
from sandtable.books.companies_and_captains.state import Battle
from sandtable.kernel.advice import Advice
from sandtable.kernel.game import Game


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
