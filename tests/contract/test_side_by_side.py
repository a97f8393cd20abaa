"""Copies of one game may be played at the same time, each in a thread of its own: none disturbs another."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.kernel.game import Game
from sandtable.players import make_player, play_out

AT_ONCE = 6
BOOKS: dict[str, tuple[str, dict[str, str]]] = {
    "companies-and-captains": ("raid", {"A": "seafolk", "B": "mire-tribes"}),
    "forgotten-ruin": ("exercise-3", {"A": "red-squad"}),
}
ANSWERS = 30
"""So many answers later the ground is laid, which all copies of a game share."""


@pytest.fixture
def hasty_threads() -> Iterator[None]:
    """Threads that take turns as often as they can, so that what they share is seen half done."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def begun(book: str) -> Game[Any]:
    """A game whose ground is laid and that nobody has copied yet."""
    scenario, seats = BOOKS[book]
    game = sandtable.new(book, scenario=scenario, seats=seats, seed=3)
    chance = Random(3)
    for _ in range(ANSWERS):
        seat = game.waiting_for[0]
        asked = game.decision_for(seat)
        assert asked is not None
        game.answer(asked.sample(chance), seat=seat)
    return game


def story(game: Game[Any], seed: int) -> list[tuple[str, Any]]:
    """What happens if a copy of the game is played to its end by chance."""
    copy = game.clone(seed)
    play_out(copy, {seat: make_player("uniform", f"{seat} {seed}") for seat in copy.seats})
    return [(event.kind, event.facts) for event in copy.events(all_seats=True)]


@pytest.mark.usefixtures("hasty_threads")
@pytest.mark.parametrize("book", BOOKS)
def test_copies_played_at_the_same_time_go_as_each_goes_alone(book: str) -> None:
    alone = [story(begun(book), seed // 2) for seed in range(AT_ONCE)]
    game = begun(book)
    with ThreadPoolExecutor(AT_ONCE) as threads:
        together = list(threads.map(lambda seed: story(game, seed // 2), range(AT_ONCE)))
    assert together == alone
