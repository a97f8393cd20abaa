"""How much somebody may still do: it fills up with time and empties with every deed."""

from __future__ import annotations

import time
from collections.abc import Callable

Clock = Callable[[], float]

A_MINUTE = 60.0
REMEMBERED = 64
"""How many are remembered before somebody looks who can be forgotten."""


class Allowance:
    """So much on average, and so much at once."""

    def __init__(self, per_second: float, at_once: float, clock: Clock = time.monotonic) -> None:
        self._rate = per_second
        self._most = at_once
        self._clock = clock
        self._left = at_once
        self._since = clock()

    @property
    def is_full(self) -> bool:
        """Whether it is as good as new, so that nobody needs to remember it."""
        self._fill()
        return self._left >= self._most

    def take(self) -> bool:
        """Use it once; false, and nothing is used, where nothing is left."""
        self._fill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def owe(self) -> float:
        """Use it once in any case; the seconds to wait until that was allowed."""
        self._fill()
        self._left -= 1
        return max(0.0, -self._left / self._rate)

    def _fill(self) -> None:
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._since) * self._rate)
        self._since = now


class Allowances:
    """The same allowance for everybody, each by a name; a name that was not used for long is forgotten."""

    def __init__(self, per_second: float, at_once: float, clock: Clock = time.monotonic) -> None:
        self._per_second = per_second
        self._at_once = at_once
        self._clock = clock
        self._known: dict[str, Allowance] = {}
        self._look_at = REMEMBERED

    def of(self, name: str) -> Allowance:
        """The allowance of somebody."""
        if name not in self._known:
            if len(self._known) >= self._look_at:
                self._known = {one: left for one, left in self._known.items() if not left.is_full}
                # Not again before as many have come anew, so that a crowd costs no more than its size.
                self._look_at = max(REMEMBERED, 2 * len(self._known))
            self._known[name] = Allowance(self._per_second, self._at_once, self._clock)
        return self._known[name]
