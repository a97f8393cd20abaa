"""One random game is played, then played again while every law looks on."""

from __future__ import annotations

import os
import random  # noqa: TID251 - to forbid it to the rules
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from unittest import mock

import msgspec

from sandtable.kernel.contract.tools import (
    Broken,
    Draw,
    Make,
    Moment,
    Stand,
    answer_by_chance,
    moment,
    stand,
)
from sandtable.kernel.dice import Dice, Seeded
from sandtable.kernel.event import Event
from sandtable.kernel.game import Game
from sandtable.kernel.journal import Answered

PLACES = 8
"""At how many moments of a game the costly checks are made."""


class Played(msgspec.Struct, frozen=True):
    """A random game to its end, or as far as it was followed."""

    seed: int | str
    given: list[Answered]
    trail: list[Stand]
    """Where it stood before the first answer and after each."""
    last: Moment

    def some_places(self, law: str) -> Collection[int]:
        """At which answers a law makes its costly checks."""
        length, chance = len(self.given), Draw(f"{self.seed} {law}")
        if length <= PLACES:
            return range(length)
        return sorted({chance.below(length) for _ in range(PLACES)})


class Law:
    """Looks over a game that is played again; raises `Broken` where the book does not keep the law."""

    def begin(self, game: Game[Any], played: Played) -> None:
        """Nothing has been answered yet."""

    def asked(self, game: Game[Any], place: int, one: Answered) -> None:
        """This answer is going to be given."""

    def answered(self, game: Game[Any], place: int, one: Answered, events: Sequence[Event]) -> None:
        """It was given, and this was told."""

    def end(self, game: Game[Any]) -> None:
        """No more is going to be answered."""


def watch(make: Make, seed: int | str, most: int, *laws: Law) -> None:
    """Play a random game, then give the same answers again while the laws look on."""
    played = play_by_chance(make, seed, most)
    game = make(Dice(Seeded(seed)))
    for law in laws:
        law.begin(game, played)
    for place, one in enumerate(played.given):
        for law in laws:
            law.asked(game, place, one)
        events = game.answer(one.answer, seat=one.seat)
        for law in laws:
            law.answered(game, place, one, events)
    for law in laws:
        law.end(game)


def play_by_chance(make: Make, seed: int | str, most: int) -> Played:
    """A random game, in which nobody may ask for the time or for chance that is no die of the game."""
    with no_clock_and_no_chance():
        game, chance = make(Dice(Seeded(seed))), Draw(seed)
        given: list[Answered] = []
        trail = [stand(game)]
        while game.decision is not None and len(given) < most:
            given.append(answer_by_chance(game, chance))
            trail.append(stand(game))
    return Played(seed, given, trail, moment(game))


@contextmanager
def no_clock_and_no_chance() -> Iterator[None]:
    """Code that asks for the time or for a random number in here breaks a law."""

    def broken(*_: object, **__: object) -> Any:
        raise Broken("2", "a rule uses the clock or a random number that is no die of the game")

    names = {
        random: (
            "random",
            "randint",
            "randrange",
            "choice",
            "choices",
            "shuffle",
            "sample",
            "uniform",
            "gauss",
        ),
        time: ("time", "time_ns", "monotonic", "perf_counter", "localtime", "gmtime"),
        os: ("urandom",),
    }
    patches = [mock.patch.object(module, name, broken) for module, all in names.items() for name in all]
    for one in patches:
        one.start()
    try:
        yield
    finally:
        for one in patches:
            one.stop()
