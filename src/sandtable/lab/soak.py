"""Many games in a row over everything the book allows, looking for trouble."""

from __future__ import annotations

import importlib
import random
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

import sandtable
from sandtable.kernel.game import Game
from sandtable.players.player import View, view_of
from sandtable.players.registry import make_player

MOST_ANSWERS = 20_000
"""A game that takes more answers than this does not end."""


class Trouble(msgspec.Struct, frozen=True):
    """A game that went wrong, with everything needed to see it again."""

    number: int
    """The game by which `play_again` plays it again."""
    setup: dict[str, Any]
    answers: int
    """How many answers were given before it went wrong."""
    what: str
    where: str = ""
    """The last lines of our code on the way there."""


class Survey(msgspec.Struct):
    """What many games came to."""

    games: int = 0
    answers: int = 0
    endings: dict[str, dict[str, int]] = {}
    """How often each scenario ended in which way."""
    longest: int = 0
    """The most answers that a game took."""
    troubles: list[Trouble] = []

    def add(self, other: Survey) -> None:
        """Take in what other games came to."""
        self.games += other.games
        self.answers += other.answers
        self.longest = max(self.longest, other.longest)
        self.troubles += other.troubles
        for scenario, ways in other.endings.items():
            summed = Counter(self.endings.get(scenario, {})) + Counter(ways)
            self.endings[scenario] = dict(summed)


Setups = Callable[[random.Random], dict[str, Any]]
"""Draws the arguments of `sandtable.new` at random: scenario, seats, options."""
Check = Callable[[Any], str]
"""Looks at a state between two steps and says what is illegal in it, or nothing."""


def soak_book(book: str, first: int, games: int, *, player: str = "uniform") -> Survey:
    """Play so many random games of a book, counted from the first, and write down what went wrong."""
    module = importlib.import_module(f"{__package__}.soaks.{book.replace('-', '_')}")
    return soak(module.setup, module.what_is_wrong, games, first=first, player=player)


def soak(
    setups: Setups,
    check: Check,
    games: int,
    *,
    first: int = 0,
    player: str = "uniform",
    progress: Callable[[], None] | None = None,
) -> Survey:
    """Play so many random games and write down what went wrong."""
    survey = Survey()
    for number in range(first, first + games):
        survey.add(play_again(number, setups, check, player))
        if progress is not None:
            progress()
    return survey


def play_again(number: int, setups: Setups, check: Check, player: str = "uniform") -> Survey:
    """The random game with this number, always the same."""
    setup: dict[str, Any] = {}
    answers = 0
    try:
        setup = {**setups(random.Random(f"soak {number}")), "seed": number}  # noqa: S311 - draws no dice
        game: Game[Any] = sandtable.new(**setup)
        for what in _states(game, number, check, player):
            answers += 1
            if what or answers > MOST_ANSWERS:
                trouble = Trouble(number, setup, answers, what or "the game does not end")
                return Survey(1, answers, {}, answers, [trouble])
        result = game.result
        assert result is not None
        return Survey(1, answers, {game.state.scenario: {result.why: 1}}, answers)
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        where = "".join(traceback.format_tb(error.__traceback__)[-3:])
        return Survey(1, answers, {}, answers, [Trouble(number, setup, answers, what, where)])


def _states(game: Game[Any], number: int, check: Check, player: str) -> Iterator[str]:
    """After each answer what is wrong; a state is looked at where nothing is half done."""
    players = {seat: make_player(player, f"{number} {seat}") for seat in game.seats}
    seen = game.last_checkpoint
    while game.decision is not None:
        seat = game.waiting_for[0]
        part = game.decision_for(seat)
        assert part is not None
        view: View = view_of(game, seat)
        game.answer(players[seat].reply(view, part).answer, seat=seat)
        last = game.last_checkpoint
        yield "" if last is seen else check(last.state)
        seen = last
