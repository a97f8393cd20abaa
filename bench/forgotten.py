"""Forgotten Ruin: decisions and missions a second, nine soldiers against fifteen enemies or more."""

from __future__ import annotations

from typing import Any

import sandtable
from sandtable.kernel.game import Game
from sandtable.players.asking import play_out
from sandtable.players.registry import make_player

BOOK = "forgotten-ruin"
SQUADS = ("red-squad", "old-hands")
ENEMIES = ("Orcs", "Goblins", "Skeletons", "Hobgoblins", "Beast folk")
SOLDIERS, FEWEST_ENEMIES = 9, 15


def start(number: int) -> Game[Any]:
    """A mission that differs with its number."""
    options = {"campaign_turn": 5 + number % 4, "enemy_type": ENEMIES[number % len(ENEMIES)]}
    seats = {"A": SQUADS[number % len(SQUADS)]}
    return sandtable.new(BOOK, scenario="mission", seats=seats, options=options, seed=number)


def uniform_decisions(number: int, games: int = 2) -> float:
    """Play missions at random; how many decisions they took."""
    return _play("uniform", range(games * number, games * (number + 1)))


def greedy_games(number: int, games: int = 1) -> float:
    """Play missions as well as the book's adviser can; how many they were."""
    _play("greedy", range(games * number, games * (number + 1)))
    return games


def _play(player: str, numbers: range) -> int:
    """Play these missions; how many decisions they took. They must be of a real size, and be fought."""
    decisions = fights = 0
    for number in numbers:
        game = start(number)
        decisions += play_out(game, {"A": make_player(player, f"{number}A")})
        fights += sum(event.kind in ("shots hit", "combat won") for event in game.events(all_seats=True))
        met = len(game.state.enemies)
        assert len(game.state.soldiers) >= SOLDIERS, f"mission {number} has too few soldiers"
        assert met >= FEWEST_ENEMIES, f"mission {number} has {met} enemies"
    assert fights >= len(numbers), f"{player} missions {numbers} have {fights} fights"
    return decisions
