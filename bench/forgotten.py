"""Forgotten Ruin: decisions and games a second, a squad of nine against the enemy of a mission."""

from __future__ import annotations

from typing import Any

import sandtable
from sandtable.kernel.game import Game
from sandtable.players.player import play_out
from sandtable.players.registry import make_player

BOOK = "forgotten-ruin"
SQUADS = ("red-squad", "blue-squad", "green-squad", "old-hands")
TURN = 6
"""The campaign turn: from here on the enemy comes with 15 to 25 figures."""


def start(number: int) -> Game[Any]:
    """A mission that differs with its number."""
    squad = SQUADS[number % len(SQUADS)]
    options = {"campaign_turn": TURN}
    return sandtable.new(BOOK, scenario="mission", seats={"A": squad}, options=options, seed=number)


def uniform_decisions(number: int, games: int = 2) -> float:
    """Play missions at random; how many decisions they took."""
    return _play("uniform", range(games * number, games * (number + 1)))


def greedy_games(number: int, games: int = 1) -> float:
    """Play missions with the greedy player; how many games they were."""
    _play("greedy", range(games * number, games * (number + 1)))
    return games


def _play(player: str, numbers: range) -> int:
    """Play these missions; how many decisions they took. The enemy must be there in them."""
    decisions = 0
    for number in numbers:
        game = start(number)
        decisions += play_out(game, {"A": make_player(player, f"{number}A")})
        assert len(game.state.enemies) >= len(game.state.soldiers), f"nobody to fight in game {number}"
    return decisions
