"""Exact odds of an opposed pool, beside dyce."""

from __future__ import annotations

import time
from statistics import median

from dyce import H

from sandtable.kernel.dice import Wanted, each
from sandtable.lab.chances import outcomes


def ours(dice: int = 8, other: int = 5, need: int = 4) -> dict[int, float]:
    """The difference of successes between two pools, from the engine's own outcomes."""
    first = _successes(dice, need)
    second = _successes(other, need)
    found: dict[int, float] = {}
    for mine, chance in first.items():
        for theirs, part in second.items():
            found[mine - theirs] = found.get(mine - theirs, 0.0) + chance * part
    return found


def _successes(dice: int, need: int) -> dict[int, float]:
    found: dict[int, float] = {}
    for faces, weight in outcomes(Wanted(dice, "bench", reading=each(need))):
        hits = sum(1 for face in faces if face >= need)
        found[hits] = found.get(hits, 0.0) + float(weight)
    return found


def theirs(dice: int = 8, other: int = 5, need: int = 4) -> dict[int, float]:
    """The same with dyce."""
    success = H(6).ge(need)
    difference = (dice @ success) - (other @ success)
    return {int(outcome): float(chance) for outcome, chance in difference.probability_items()}


def opposed_pool_over_dyce(rounds: int = 15) -> float:
    """How many times faster ours is; both must agree."""
    mine, other = ours(), theirs()
    assert all(abs(mine[key] - other[key]) < 1e-9 for key in other)
    ratios = []
    for _ in range(rounds):
        started = time.process_time()
        for _ in range(40):
            ours()
        middle = time.process_time()
        for _ in range(40):
            theirs()
        ratios.append((time.process_time() - middle) / max(middle - started, 1e-9))
    return median(ratios)
