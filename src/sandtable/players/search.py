"""A player who looks ahead on what it believes, within a budget, with an answer always ready."""

from __future__ import annotations

import random
import time
from math import inf, log, sqrt
from typing import Any

from sandtable.kernel.advice import Advice, Adviser
from sandtable.kernel.decision import Decision
from sandtable.kernel.game import Game
from sandtable.players.greedy import Greedy
from sandtable.players.player import Reply, View


class Budget:
    """How long a player may think about one question: seconds, playouts, or both."""

    def __init__(self, seconds: float | None = 0.2, playouts: int | None = None) -> None:
        if seconds is None and playouts is None:
            raise ValueError("a budget needs seconds or playouts")
        self.seconds = seconds
        self.playouts = playouts

    def start(self) -> Clock:
        """Start the clock for one question."""
        return Clock(self)


class Clock:
    """The budget of one question as it runs out."""

    def __init__(self, budget: Budget) -> None:
        self._deadline = inf if budget.seconds is None else time.monotonic() + budget.seconds
        self._left = budget.playouts

    def has_time(self) -> bool:
        """Whether another playout may begin."""
        if self._left is not None:
            self._left -= 1
            if self._left < 0:
                return False
        return time.monotonic() < self._deadline


class _Arm:
    """One answer under consideration and what its playouts were worth."""

    __slots__ = ("advice", "tries", "worth")

    def __init__(self, advice: Advice) -> None:
        self.advice = advice
        self.tries = 0
        self.worth = 0.0

    @property
    def mean(self) -> float:
        return self.worth / self.tries if self.tries else 0.0


class Search:
    """Plays the best few answers out on imagined games and takes the one that fares best."""

    name = "search"

    def __init__(
        self, seed: int | str = 0, budget: Budget | None = None, *, width: int = 6, horizon: int = 60
    ) -> None:
        self._chance = random.Random(seed)  # noqa: S311 - a player's whim, not a die
        self._greedy = Greedy(seed)
        self._budget = budget or Budget()
        self._width = width
        self._horizon = horizon

    def reply(self, view: View, decision: Decision) -> Reply:
        """The answer whose playouts end best; the greedy one until the playouts say otherwise."""
        clock = self._budget.start()
        adviser = view.adviser
        if adviser is None or not adviser.matters(decision):
            return self._greedy.reply(view, decision)
        arms = self._arms(view, decision, adviser)
        if len(arms) < 2:
            return self._greedy.reply(view, decision)
        playouts = 0
        while clock.has_time():
            arm = _most_promising(arms, playouts)
            arm.worth += self._playout(view, arm.advice, adviser)
            arm.tries += 1
            playouts += 1
        best = max(arms, key=lambda arm: (arm.tries, arm.mean))
        looked = f"looked ahead {playouts} times; this answer stood at {best.mean:+.2f} after {best.tries}"
        return Reply(best.advice.answer, (*best.advice.reasons, looked), best.advice.rules)

    def _arms(self, view: View, decision: Decision, adviser: Adviser) -> list[_Arm]:
        arms: list[_Arm] = []
        for advice in adviser.advise(view.state, view.seat, decision):
            if decision.legal(advice.answer) is None:
                arms.append(_Arm(advice))
            if len(arms) == self._width:
                break
        return arms

    def _playout(self, view: View, advice: Advice, adviser: Adviser) -> float:
        game = view.imagine(self._chance, self._chance.getrandbits(48))
        game.answer(advice.answer, seat=view.seat)
        self._play_on(game)
        return adviser.judge(game.state, view.seat)

    def _play_on(self, game: Game[Any]) -> None:
        """Both sides play the best advice for a while."""
        for _ in range(self._horizon):
            if game.decision is None:
                return
            seat = game.waiting_for[0]
            part = game.decision_for(seat)
            assert part is not None
            own = View(game.book, seat, game.state, None)
            game.answer(self._greedy.reply(own, part).answer, seat=seat)


def _most_promising(arms: list[_Arm], playouts: int) -> _Arm:
    """The arm to try next: an untried one, else the best by its mean and by how little is known of it."""
    for arm in arms:
        if arm.tries == 0:
            return arm
    spread = max(arm.mean for arm in arms) - min(arm.mean for arm in arms) + 0.1
    return max(arms, key=lambda arm: arm.mean + spread * sqrt(log(playouts + 1) / arm.tries))
