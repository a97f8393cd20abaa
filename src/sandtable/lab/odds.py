"""Exact odds from the rules' own code: where a rule wants dice, follow every outcome it can tell apart."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from typing import Any, Generic, TypeVar

import msgspec

from sandtable.kernel.decision import Answer, Decision
from sandtable.kernel.dice import Dice, Faces, Rolled, Seeded, Undecided, Wanted
from sandtable.kernel.game import Game
from sandtable.lab.chances import outcomes

Key = TypeVar("Key", bound=Hashable)
Policy = Callable[[Game[Any], Decision], Answer]
"""Who answers the questions that come up on the way."""

MOST_BRANCHES = 20_000
"""After so many ways to roll, the rest is sampled and the answer says so."""


class Odds(msgspec.Struct, Generic[Key]):
    """How likely each outcome is."""

    chances: dict[Any, float]
    exact: bool
    """Whether every way to roll was followed; otherwise the figures are sampled."""
    ways: int
    """How many different ways to roll were followed, or how many samples were taken."""

    def chance(self, wanted: Callable[[Any], bool]) -> float:
        """The chance of any outcome of this kind."""
        return sum(weight for outcome, weight in self.chances.items() if wanted(outcome))

    def mean(self, value: Callable[[Any], float]) -> float:
        """The expected value of something that each outcome has."""
        return sum(weight * value(outcome) for outcome, weight in self.chances.items())


class Followed:
    """Dice that were decided in advance; the first roll beyond them is undecided."""

    name = "followed"

    def __init__(self, path: tuple[Faces, ...]) -> None:
        self._left = list(reversed(path))

    def roll(self, wanted: Wanted) -> Rolled:
        """The next decided roll."""
        if not self._left:
            raise Undecided(wanted)
        return Rolled(wanted.why, self._left.pop(), self.name, 0, wanted.sides)


def odds_of(
    game: Game[Any],
    answers: Sequence[Answer],
    *,
    policy: Policy,
    outcome: Callable[[Game[Any]], Hashable],
    until: Callable[[Game[Any]], bool] | None = None,
    most: int = MOST_BRANCHES,
    samples: int = 2_000,
) -> Odds[Any]:
    """What follows from these answers until the present step of play is over, or until a given moment."""
    done = until or _step_is_over(game)

    def play_on(copy: Game[Any]) -> Hashable:
        for answer in answers:
            copy.answer(answer)
        while not done(copy) and (decision := copy.decision) is not None:
            copy.answer(policy(copy, decision), seat=copy.waiting_for[0])
        return outcome(copy)

    exact = _follow_all(game, play_on, most)
    return exact if exact is not None else _sample(game, play_on, samples)


def _step_is_over(game: Game[Any]) -> Callable[[Game[Any]], bool]:
    """A branch begins at the last checkpoint; the step is over when it has made another one."""
    return lambda copy: copy.decision is None or copy.last_checkpoint.entries > 0


def _follow_all(game: Game[Any], play_on: Callable[[Game[Any]], Hashable], most: int) -> Odds[Any] | None:
    chances: dict[Any, Fraction] = {}
    ways = 0
    waiting: list[tuple[tuple[Faces, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        path, weight = waiting.pop()
        try:
            key = play_on(game.branch(Dice(Followed(path))))
        except Undecided as undecided:
            waiting += [((*path, faces), weight * part) for faces, part in outcomes(undecided.wanted)]
            continue
        chances[key] = chances.get(key, Fraction(0)) + weight
        ways += 1
        if ways + len(waiting) > most:
            return None
    return Odds({key: float(weight) for key, weight in chances.items()}, True, ways)


def _sample(game: Game[Any], play_on: Callable[[Game[Any]], Hashable], samples: int) -> Odds[Any]:
    counts: dict[Any, int] = {}
    seeds = random.Random(0)  # noqa: S311 - the sample, not the game, is drawn here
    for _ in range(samples):
        key = play_on(game.branch(Dice(Seeded(seeds.getrandbits(64)))))
        counts[key] = counts.get(key, 0) + 1
    return Odds({key: count / samples for key, count in counts.items()}, False, samples)
