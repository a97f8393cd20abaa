"""Companies and Captains: decisions and games a second, clones, and growth with the number of models."""

from __future__ import annotations

import copy
import time
from statistics import median
from typing import Any

import sandtable
from sandtable.kernel.game import Game
from sandtable.players.asking import ask, play_out
from sandtable.players.registry import make_player

BOOK = "companies-and-captains"
SCENARIOS = ("pitched-battle", "ambush", "retreat", "raid", "sortie", "extraction", "ritual")
COMPANIES = (
    "river-muster",
    "lance-household",
    "greenwood-kin",
    "iron-hold",
    "mire-tribes",
    "seafolk",
    "automata",
)


def start(number: int, **options: Any) -> Game[Any]:
    """A battle that differs with its number."""
    first = COMPANIES[number % len(COMPANIES)]
    second = COMPANIES[(number * 3 + 1) % len(COMPANIES)]
    scenario = SCENARIOS[number % len(SCENARIOS)]
    return sandtable.new(
        BOOK, scenario=scenario, seats={"A": first, "B": second}, options=options, seed=number
    )


def uniform_decisions(number: int, games: int = len(SCENARIOS)) -> float:
    """Play each scenario at random; how many decisions they took."""
    return _play("uniform", range(games * number, games * (number + 1)))


def greedy_games(number: int, games: int = len(SCENARIOS)) -> float:
    """Play each scenario, greedy against greedy; how many games they were."""
    _play("greedy", range(games * number, games * (number + 1)))
    return games


def _play(player: str, numbers: range) -> int:
    """Play these games; how many decisions they took. Somebody must fight in them."""
    decisions = fights = 0
    for number in numbers:
        game = start(number)
        decisions += play_out(game, {seat: make_player(player, f"{number}{seat}") for seat in "AB"})
        fights += sum(event.kind == "hits scored" for event in game.events(all_seats=True))
    assert fights >= len(numbers), f"{player} games {numbers} have {fights} fights"
    return decisions


def mid_game(number: int, answers: int = 120) -> Game[Any]:
    """A battle in the middle."""
    game = start(number)
    players = {seat: make_player("greedy", f"{number}{seat}") for seat in "AB"}
    for _ in range(answers):
        seat = game.waiting_for[0]
        reply = ask(players[seat], game, seat)
        game.answer(reply.answer, seat=seat)
        if game.result is not None:
            return mid_game(number + 1, answers)
    return game


def clone_against_deepcopy(games: int = 15) -> float:
    """How many times faster a clone is than a deep copy of the same state; the median of several."""
    ratios = []
    for number in range(games):
        game = mid_game(number, answers=60 + 9 * number)
        started = time.process_time()
        for _ in range(200):
            game.clone(1)
        cloning = (time.process_time() - started) / 200
        started = time.process_time()
        for _ in range(10):
            copy.deepcopy(game.state)
        ratios.append((time.process_time() - started) / 10 / cloning)
    return median(ratios)


def growth(sizes: tuple[int, ...] = (10, 20, 40, 80), turns: int = 12) -> list[tuple[int, float]]:
    """CPU time of a turn as the models of each side double, played by greedy on both sides."""
    found = []
    for size in sizes:
        costs = [_time_of_turns(size, number, turns) for number in range(3)]
        found.append((size, median(costs)))
    return found


def _time_of_turns(size: int, number: int, turns: int) -> float:
    groups = [
        {"id": profile, "models": min(24, max(1, size // 4)), "captain": place == 0}
        for place, profile in enumerate(("elitefoot", "heavyfoot", "lightfoot", "lightmissile"))
    ]
    company = {"name": f"{size} models", "groups": groups}
    seats = {"A": company, "B": company}
    options = {"terrain_mode": "rolled"}
    game = sandtable.new(BOOK, scenario="pitched-battle", seats=seats, options=options, seed=number)
    players = {seat: make_player("greedy", f"{number}{seat}") for seat in "AB"}
    started = None
    while game.decision is not None and game.state.turn <= turns:
        if started is None and game.state.turn >= 1:
            started = time.process_time()
        seat = game.waiting_for[0]
        game.answer(ask(players[seat], game, seat).answer, seat=seat)
    assert started is not None
    turns_played: int = max(1, game.state.turn)
    return (time.process_time() - started) / turns_played


def memory_of_a_game() -> int:
    """Bytes that one running game holds in the middle of a battle."""
    import tracemalloc

    mid_game(0)  # the caches of the ground are shared and filled first
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    game = mid_game(3)
    used = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert game.decision is not None
    return used
