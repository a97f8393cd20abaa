"""Interleaved rounds of CPU time: every contender runs in every round, and medians are compared."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from statistics import median

Contender = Callable[[int], float]
"""Given the number of the round, do some work and tell how much of it was done."""


def rates(
    contenders: Mapping[str, Contender], rounds: int, progress: Callable[[], None] | None = None
) -> dict[str, float]:
    """Work per second of CPU time, the median over the rounds."""
    seen: dict[str, list[float]] = {name: [] for name in contenders}
    for number in range(rounds):
        for name, work in contenders.items():
            start = time.process_time()
            done = work(number)
            seen[name].append(done / max(time.process_time() - start, 1e-9))
            if progress is not None:
                progress()
    return {name: median(values) for name, values in seen.items()}
