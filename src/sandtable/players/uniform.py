"""A player who answers at random, every legal answer as likely as its question makes it."""

from __future__ import annotations

import random

from sandtable.kernel.decision import Decision
from sandtable.players.player import Look, Reply


class Uniform:
    """Answers at random."""

    name = "uniform"

    def __init__(self, seed: int | str = 0) -> None:
        self._chance = random.Random(seed)  # noqa: S311 - a player's whim, not a die

    def reply(self, view: Look, decision: Decision) -> Reply:
        """Any legal answer."""
        return Reply(decision.sample(self._chance), ("drawn at random",))
