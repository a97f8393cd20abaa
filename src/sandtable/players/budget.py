"""How long a player may think, and how much of that is left."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf

RESERVE = 0.05
"""The share of its seconds that a player keeps for saying its answer, so that it is never late."""


class Budget:
    """How long a player may think about one question: seconds, playouts, or both."""

    def __init__(
        self,
        seconds: float | None = 0.2,
        playouts: int | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        if seconds is None and playouts is None:
            raise ValueError("a budget needs seconds or playouts")
        self.seconds = seconds
        self.playouts = playouts
        self.now = now
        """People wait by the clock on the wall; a bench may count the time of the processor instead."""

    def start(self) -> Clock:
        """Start the clock for one question."""
        return Clock(self)


class Clock:
    """The budget of one question as it runs out."""

    def __init__(self, budget: Budget) -> None:
        self._now = budget.now
        self._seconds = inf if budget.seconds is None else budget.seconds * (1 - RESERVE)
        self._deadline = inf if budget.seconds is None else self._now() + self._seconds
        self._playouts = self._left = budget.playouts

    def begins_playout(self) -> bool:
        """Whether another playout may begin; it is counted."""
        if self._left is not None:
            self._left -= 1
            if self._left < 0:
                return False
        return self.has_time()

    def has_time(self) -> bool:
        """Whether there are seconds left."""
        return self._deadline == inf or self._now() < self._deadline

    def share_left(self) -> float:
        """How much of the budget is left, from 1 to 0; of whatever runs out first."""
        time = 1.0 if self._deadline == inf else (self._deadline - self._now()) / self._seconds
        playouts = 1.0 if not self._playouts or self._left is None else self._left / self._playouts
        return max(0.0, min(time, playouts))
