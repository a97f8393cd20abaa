"""Many games in a row over everything the book allows, looking for trouble."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

import sandtable
from sandtable.kernel.game import Game
from sandtable.players.player import view_of
from sandtable.players.registry import make_player

MOST_ANSWERS = 20_000
"""A game that takes more answers than this does not end."""


class Trouble(msgspec.Struct, frozen=True):
    """A game that went wrong, with everything needed to see it again."""

    setup: dict[str, Any]
    answers: int
    what: str


class Survey(msgspec.Struct):
    """What many games came to."""

    games: int = 0
    answers: int = 0
    endings: dict[str, int] = {}
    troubles: list[Trouble] = []


Setups = Callable[[random.Random], dict[str, Any]]
"""Draws the arguments of `sandtable.new` at random: scenario, seats, options."""
Check = Callable[[Any], str]
"""Looks at a state and says what is illegal in it, or nothing."""


def soak(
    setups: Setups, check: Check, games: int, *, seed: int = 0, player: str = "uniform", progress: Callable[[], None] | None = None
) -> Survey:
    """Play so many random games and write down what went wrong."""
    survey = Survey()
    for number in range(seed, seed + games):
        chance = random.Random(f"soak {number}")  # noqa: S311 - draws test games, not dice
        setup = {**setups(chance), "seed": number}
        answers, what, ending = _play(setup, check, player)
        survey.games += 1
        survey.answers += answers
        if what:
            survey.troubles.append(Trouble(setup, answers, what))
        else:
            survey.endings[ending] = survey.endings.get(ending, 0) + 1
        if progress is not None:
            progress()
    return survey


def _play(setup: dict[str, Any], check: Check, player: str) -> tuple[int, str, str]:
    answers = 0
    try:
        game: Game[Any] = sandtable.new(**setup)
        players = {seat: make_player(player, f"{setup['seed']} {seat}") for seat in game.seats}
        for what in _states(game, players, check):
            answers += 1
            if what:
                return answers, what, ""
            if answers > MOST_ANSWERS:
                return answers, "the game does not end", ""
        result = game.result
        assert result is not None
        return answers, "", f"{setup.get('scenario')}: {result.why}"
    except Exception as error:  # noqa: BLE001 - whatever goes wrong is what we are looking for
        return answers, f"{type(error).__name__}: {error}", ""


def _states(game: Game[Any], players: dict[str, Any], check: Check) -> Iterator[str]:
    while game.decision is not None:
        seat = game.waiting_for[0]
        part = game.decision_for(seat)
        assert part is not None
        game.answer(players[seat].reply(view_of(game, seat), part).answer, seat=seat)
        yield check(game.state)
