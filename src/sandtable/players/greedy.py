"""A player who takes the answer that the book's own reckoning finds best now."""

from __future__ import annotations

import random

from sandtable.kernel.advice import accepted
from sandtable.kernel.decision import Decision
from sandtable.players.player import Look, Reply


class Greedy:
    """Takes the best advice; where there is none, answers at random."""

    name = "greedy"

    def __init__(self, seed: int | str = 0) -> None:
        self._chance = random.Random(seed)  # noqa: S311 - a player's whim, not a die

    def reply(self, view: Look, decision: Decision) -> Reply:
        """The best advice that the rules accept."""
        for advice in accepted(view.adviser, view.state, view.seat, decision):
            return Reply(advice.answer, advice.reasons, advice.rules)
        return Reply(decision.sample(self._chance), ("nothing speaks for one answer or another",))
