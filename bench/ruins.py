"""Lands of Ruin: decisions and battles a second, two ready bands among the Rotters of their scenario."""

from __future__ import annotations

from typing import Any

import sandtable
from sandtable.kernel.game import Game
from sandtable.players.asking import play_out
from sandtable.players.registry import make_player

BOOK = "lands-of-ruin"
UNIFORM, GREEDY = (0.02, 0.06), (0.05, 0.15)
"""What decisions and games a second must reach, and should, over those of python-chess."""
TEAMS = {"A": "reclaimer-starter", "B": "balean-starter"}
SCENARIOS = ("fight-to-the-death", "at-the-crossroads", "hold-until-dawn")
MAPS = ("crossroads", "container-yard", "drowned-suburb")
FEWEST_ROTTERS = 4


def start(number: int) -> Game[Any]:
    """A battle that differs with its number."""
    kind = number % len(SCENARIOS)
    options = {"map": MAPS[number // len(SCENARIOS) % len(MAPS)]}
    return sandtable.new(BOOK, scenario=SCENARIOS[kind], seats=TEAMS, options=options, seed=number)


def uniform_decisions(number: int, games: int = 3) -> float:
    """Play battles at random; how many decisions they took."""
    return _play("uniform", range(games * number, games * (number + 1)))


def greedy_games(number: int, games: int = 3) -> float:
    """Play battles as well as the book's adviser can; how many they were."""
    _play("greedy", range(games * number, games * (number + 1)))
    return games


def _play(player: str, numbers: range) -> int:
    """Play these battles; how many decisions they took. Rotters and somebody who fights must be in them."""
    decisions = fights = 0
    for number in numbers:
        game = start(number)
        decisions += play_out(game, {seat: make_player(player, f"{number}{seat}") for seat in game.seats})
        told = [event.kind for event in game.events(all_seats=True)]
        fights += told.count("attack declared") + told.count("claws hit")
        assert told.count("Rotter placed") >= FEWEST_ROTTERS, f"battle {number} has too few Rotters"
    assert fights >= len(numbers), f"{player} battles {numbers} have {fights} fights"
    return decisions
