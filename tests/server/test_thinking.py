"""Thinking beside the loop: a forecast that takes too long stops, and advice does not wait for it."""

from __future__ import annotations

import asyncio

import pytest

import sandtable
from sandtable.kernel.decision.intention import PlannedAnswer
from sandtable.kernel.decision.standing import StandingOrders
from sandtable.kernel.refusal import Refused
from sandtable.lab.forecast import Prospect, advised, believed, prospect
from sandtable.lab.odds import FEWEST_SAMPLES
from sandtable.server.rooms.thinking import Thinkers

MOMENT = 0.001
"""Seconds in which no forecast is finished."""
LIKELY, ABOUT = ("M1", "strength 4 to 3"), 0.2
"""What mostly follows from the shot, and how well a few trials know its chance."""


def a_battle():
    """A battle at its first question."""
    return sandtable.new("forgotten-ruin", scenario="exercise-1", seats={"A": "red-squad"}, seed=7)


def test_a_forecast_for_which_nobody_waits_ends_by_itself():
    game = a_battle()
    answer = game.decision_for("A").options()[0].answer
    with pytest.raises(TimeoutError):
        prospect(believed(game, "A"), "A", [answer], lambda: 0.0)


def chance_in(forecast: Prospect) -> float:
    """How likely the likely thing is by a forecast."""
    return next(one.chance for one in forecast.lines if (one.unit, one.words) == LIKELY)


def test_a_forecast_with_little_time_is_tried_out_less_often():
    game, moments = a_battle(), iter(range(10_000))
    while "at whom" not in game.decision.prompt:
        game.answer(advised(game, game.decision), seat=game.waiting_for[0])
    answer = game.decision_for("A").options()[0].answer
    many = prospect(believed(game, "A"), "A", [answer])
    few = prospect(believed(game, "A"), "A", [answer], lambda: 1 - next(moments) / 100)
    assert FEWEST_SAMPLES <= few.ways < many.ways / 4
    assert abs(chance_in(few) - chance_in(many)) < ABOUT


def test_a_forecast_without_time_is_refused_and_advice_is_still_given():
    async def ask() -> None:
        hurried, patient = Thinkers(1, MOMENT), Thinkers(1, 60.0)
        game = a_battle()
        answer = game.decision_for("A").options()[0].answer
        with pytest.raises(Refused, match="no time"):
            await hurried.odds(game, "A", (PlannedAnswer(answer),), StandingOrders())
        assert await patient.advice(game, "A")
        hurried.close()
        patient.close()

    asyncio.run(ask())
