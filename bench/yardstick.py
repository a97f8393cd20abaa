"""The yardstick that travels to any machine: python-chess playing random games."""

from __future__ import annotations

import random

import chess

LONGEST = 400
"""Plies after which a random game is given up."""


def random_plies(number: int, games: int = 8) -> float:
    """Play a few random games; how many plies they took."""
    chance = random.Random(number)  # noqa: S311
    return sum(_random_game(chance) for _ in range(games))


def random_games(number: int, games: int = 8) -> float:
    """Play a few random games; how many they were."""
    random_plies(number, games)
    return games


def _random_game(chance: random.Random) -> int:
    board = chess.Board()
    plies = 0
    while not board.is_game_over(claim_draw=False) and plies < LONGEST:
        board.push(chance.choice(list(board.legal_moves)))
        plies += 1
    return plies
