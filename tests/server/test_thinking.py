"""Thinking beside the loop: a forecast that takes too long stops, and advice does not wait for it."""

from __future__ import annotations

import asyncio

import pytest

import sandtable
from sandtable.kernel.refusal import Refused
from sandtable.lab.forecast import believed, prospect
from sandtable.server.thinking import Thinkers

MOMENT = 0.001
"""Seconds in which no forecast is finished."""


def a_battle():
    """A battle at its first question."""
    return sandtable.new("forgotten-ruin", scenario="exercise-1", seats={"A": "red-squad"}, seed=7)


def test_a_forecast_for_which_nobody_waits_ends_by_itself():
    game = a_battle()

    def still() -> None:
        raise TimeoutError

    answer = game.decision_for("A").options()[0].answer
    with pytest.raises(TimeoutError):
        prospect(believed(game, "A"), "A", [answer], still)


def test_a_forecast_without_time_is_refused_and_advice_is_still_given():
    async def ask() -> None:
        hurried, patient = Thinkers(1, MOMENT), Thinkers(1, 60.0)
        game = a_battle()
        answer = game.decision_for("A").options()[0].answer
        with pytest.raises(Refused, match="no time"):
            await hurried.odds(game, "A", answer)
        assert await patient.advice(game, "A")
        hurried.close()
        patient.close()

    asyncio.run(ask())
