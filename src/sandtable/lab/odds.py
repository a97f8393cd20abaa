"""Exact odds from the rules' own code: where a rule wants dice, follow every outcome it can tell apart."""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from sandtable.kernel.decision import Answer, Decision
from sandtable.kernel.dice import Dice, Faces, Rolled, Seeded, Undecided, Wanted
from sandtable.kernel.game import Game
from sandtable.lab.chances import Outcomes, outcomes

Key = TypeVar("Key", bound=Hashable)
Policy = Callable[[Game[Any], Decision], Answer]
"""Who answers the questions that come up on the way."""
Outcome = Callable[[Game[Any]], Hashable]
"""What is looked at in the end."""
Spread = Callable[[Wanted], Outcomes]
"""What a roll can show, and how likely each of it is."""

MOST_WAYS = 20_000
"""After so many ways to roll, what is left of the probability is sampled and the answer says so."""
SAMPLES = 2_000


class Odds(msgspec.Struct, Generic[Key]):
    """How likely each outcome is."""

    chances: dict[Any, float]
    exact: bool
    """Whether every way to roll was followed."""
    ways: int
    """How many ways to roll were followed to their end, samples included."""
    sampled: float = 0.0
    """How much of the probability was sampled, where it was too much to follow."""
    unknown: float = 0.0
    """How much of the probability was neither followed nor sampled, being so little."""

    def chance(self, wanted: Callable[[Any], bool]) -> float:
        """The chance of any outcome of this kind."""
        return sum(weight for outcome, weight in self.chances.items() if wanted(outcome))

    def mean(self, value: Callable[[Any], float]) -> float:
        """The expected value of something that each outcome has."""
        return sum(weight * value(outcome) for outcome, weight in self.chances.items())

    def of(self, part: Callable[[Any], Hashable]) -> dict[Any, float]:
        """The distribution of one part of the outcomes, the likeliest first."""
        found: dict[Any, float] = {}
        for outcome, weight in self.chances.items():
            key = part(outcome)
            found[key] = found.get(key, 0.0) + weight
        return dict(sorted(found.items(), key=lambda one: -one[1]))


TimeLeft: TypeAlias = Callable[[], float]
"""How much of the time is left, from 1 down to 0."""
FOR_SAMPLES, FOR_WORDS = 0.6, 0.1
"""The share of the time that is kept for trials, and for telling what they showed."""
FEWEST_SAMPLES = 12


def _always() -> float:
    return 1.0


def odds_of(
    game: Game[Any],
    answers: Sequence[Answer],
    *,
    policy: Policy,
    outcome: Outcome,
    until: Callable[[Game[Any]], bool] | None = None,
    most: int = MOST_WAYS,
    samples: int = SAMPLES,
    spread: Spread = outcomes,
    enough: float = 1.0,
    least: int = 0,
    time_left: TimeLeft | None = None,
) -> Odds[Any]:
    """What follows from these answers until the present step of play is over, or until a given moment.

    Once at least so many ways and so much of the probability as is `enough` have been followed, the rest is
    shared out like it. Where time is short fewer ways are followed and tried out.
    """
    search = _Search(game, answers, policy, outcome, until, spread, time_left)
    search.follow(least)
    search.follow(most, enough)
    left = search.left
    is_enough = 0 < left <= 1 - Fraction(enough)
    if left and not is_enough:
        search.sample(samples)
    whole = 1 - left if is_enough else Fraction(1)
    chances = {key: float(weight / whole) for key, weight in search.chances.items()}
    unknown, sampled = (float(left), 0.0) if is_enough else (0.0, float(left))
    return Odds(chances, not left, search.ways, sampled, unknown)


def odds_of_step(
    game: Game[Any],
    answers: Sequence[Answer],
    *,
    policy: Policy,
    most: int = MOST_WAYS,
    samples: int = SAMPLES,
    spread: Spread = outcomes,
    enough: float = 1.0,
) -> Odds[Any]:
    """What becomes of the battle in this step of play, in the terms of the book."""
    book, before = game.book, game.state

    def outcome(copy: Game[Any]) -> Hashable:
        return book.outcome(before, after_step(copy))

    limits: dict[str, Any] = {"most": most, "samples": samples, "spread": spread, "enough": enough}
    return odds_of(game, answers, policy=policy, outcome=outcome, **limits)


def after_step(copy: Game[Any]) -> Any:
    """The state of a branch when its step was over, before anything else happened."""
    made = copy.checkpoints
    return made[1].state if len(made) > 1 else copy.state


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


class _Branch(msgspec.Struct, order=True):
    """A way to roll that is not followed to its end yet; the likelier one comes first."""

    less: Fraction
    """Its weight below nothing, since the least branch is taken first."""
    number: int
    path: tuple[Faces, ...] = ()


class _Over(Undecided):
    """The step is over and somebody rolls for the next one."""


class _Search:
    """The tree of everything that may be rolled, followed from its likeliest branches."""

    def __init__(
        self,
        game: Game[Any],
        answers: Sequence[Answer],
        policy: Policy,
        outcome: Outcome,
        until: Callable[[Game[Any]], bool] | None,
        spread: Spread,
        time_left: TimeLeft | None = None,
    ) -> None:
        self._time_left = time_left or _always
        self._game = game
        self._answers = answers
        self._policy = policy
        self._outcome = outcome
        self._until = until
        self.spread = spread
        self.chances: dict[Any, Fraction] = {}
        self.ways = 0
        self._waiting = [_Branch(Fraction(-1), 0)]
        self._numbered = 0
        self._followed = Fraction(0)

    @property
    def left(self) -> Fraction:
        """How much of the probability nobody has followed."""
        return 1 - self._followed

    def wait(self, path: tuple[Faces, ...], weight: Fraction) -> None:
        """Leave a branch for later."""
        self._numbered += 1
        heapq.heappush(self._waiting, _Branch(-weight, self._numbered, path))

    def follow(self, most: int, enough: float = 1.0) -> None:
        """Follow the likeliest branches to their ends, until it is enough or there are too many."""
        while self._waiting and self.ways < most and (enough >= 1.0 or self._followed < enough):
            if self._time_left() < FOR_SAMPLES:
                return
            branch = heapq.heappop(self._waiting)
            dice = _Exploring(self, branch.path, -branch.less)
            key = self._end_of(dice)
            self._count(key, dice.weight)
            self._followed += dice.weight

    def sample(self, samples: int) -> None:
        """Roll the dice of the branches that are left, each as often as it is likely."""
        chance = random.Random(0)  # noqa: S311 - the sample, not the game, is drawn here
        left = self.left
        branches = chance.choices(self._waiting, [float(-one.less) for one in self._waiting], k=samples)
        keys: list[Hashable] = []
        for branch in branches:
            if len(keys) >= FEWEST_SAMPLES and self._time_left() < FOR_WORDS:
                break
            keys.append(self._end_of(_Trying(branch.path, chance.getrandbits(64))))
        for key in keys:
            self._count(key, left / len(keys))

    def _count(self, key: Hashable, weight: Fraction) -> None:
        self.chances[key] = self.chances.get(key, Fraction(0)) + weight
        self.ways += 1

    def _end_of(self, dice: _Exploring | _Trying) -> Hashable:
        """Play one branch to its end with these dice."""
        copy = dice.copy = self._game.branch(Dice(dice))
        dice.stops_with_step = self._until is None
        try:
            for answer in self._answers:
                copy.answer(answer)
            while not self._is_over(copy) and (decision := copy.decision) is not None:
                copy.answer(self._policy(copy, decision), seat=copy.waiting_for[0])
        except _Over:
            pass
        finally:
            # The game holds its dice: parted, both leave memory at once and by themselves.
            dice.copy = None
        return self._outcome(copy)

    def _is_over(self, copy: Game[Any]) -> bool:
        return self._until(copy) if self._until is not None else _has_ended(copy)


def _has_ended(copy: Game[Any]) -> bool:
    """A branch begins at the last checkpoint; its step is over when it has made another one."""
    return len(copy.checkpoints) > 1


class _Decided:
    """Dice of which the first were decided in advance."""

    name = "followed"
    copy: Game[Any] | None = None
    stops_with_step = True

    def __init__(self, path: tuple[Faces, ...]) -> None:
        self._path = path
        self._place = 0

    def roll(self, wanted: Wanted) -> Rolled:
        """The next decided roll, or what comes beyond."""
        if self.stops_with_step and self.copy is not None and _has_ended(self.copy):
            raise _Over(wanted)
        if self._place == len(self._path):
            self._path = (*self._path, self._beyond(wanted))
        self._place += 1
        return Rolled(wanted.why, self._path[self._place - 1], self.name, 0, wanted.sides)

    def _beyond(self, wanted: Wanted) -> Faces:
        raise NotImplementedError


class _Exploring(_Decided):
    """Beyond what was decided the likeliest outcome is rolled, and the others wait."""

    def __init__(self, search: _Search, path: tuple[Faces, ...], weight: Fraction) -> None:
        super().__init__(path)
        self._search = search
        self.weight = weight

    def _beyond(self, wanted: Wanted) -> Faces:
        spread = self._search.spread(wanted)
        best = max(range(len(spread)), key=lambda one: spread[one][1])
        for place, (faces, part) in enumerate(spread):
            if place != best and part:
                self._search.wait((*self._path, faces), self.weight * part)
        self.weight *= spread[best][1]
        return spread[best][0]


class _Trying(_Decided):
    """Beyond what was decided the dice are rolled."""

    def __init__(self, path: tuple[Faces, ...], seed: int) -> None:
        super().__init__(path)
        self._dice = Seeded(seed)

    def _beyond(self, wanted: Wanted) -> Faces:
        return self._dice.roll(wanted).faces
