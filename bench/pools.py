"""Exact odds of an opposed pool, beside dyce: worked out for the first time, and asked for again."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import NamedTuple

from dyce import H

from sandtable.lab.chances import chance_of_hits

TIMES = 40
"""How often each of them is asked before the clock is looked at."""


class OverDyce(NamedTuple):
    """How many times faster ours are than dyce."""

    cold: float
    """With nothing remembered."""
    warm: float
    """When the same roll has been asked about before."""


def ours(dice: int = 8, other: int = 5, need: int = 4) -> dict[int, float]:
    """The difference of successes between two pools, from the chances that the engine tells of each."""
    second = _successes(other, need)[::-1]
    found = [0.0] * (dice + other + 1)
    for mine, chance in enumerate(_successes(dice, need)):
        for place, part in enumerate(second, mine):
            found[place] += chance * part
    return dict(enumerate(found, -other))


def _successes(dice: int, need: int) -> list[float]:
    return [chance.numerator / chance.denominator for chance in chance_of_hits(dice, need)]


def ours_afresh() -> dict[int, float]:
    """The same as if nobody had ever asked."""
    chance_of_hits.cache_clear()
    return ours()


def theirs(dice: int = 8, other: int = 5, need: int = 4) -> dict[int, float]:
    """The same with dyce."""
    success = H(6).ge(need)
    difference = (dice @ success) - (other @ success)
    return {int(outcome): float(chance) for outcome, chance in difference.probability_items()}


def opposed_pool_over_dyce(rounds: int = 15) -> OverDyce:
    """How many times faster ours is; both must agree."""
    mine, other = ours_afresh(), theirs()
    assert mine.keys() == other.keys()
    assert all(abs(mine[key] - other[key]) < 1e-9 for key in other)
    cold, warm = [], []
    for _ in range(rounds):
        dyce = _seconds(theirs)
        cold.append(dyce / _seconds(ours_afresh))
        warm.append(dyce / _seconds(ours))
    return OverDyce(median(cold), median(warm))


def _seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    for _ in range(TIMES):
        work()
    return max(time.process_time() - started, 1e-9)
