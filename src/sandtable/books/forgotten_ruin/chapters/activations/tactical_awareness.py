"""Tactical Awareness: an Action by which the Aggression score falls."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from sandtable.binding.limits import once, use
from sandtable.books.forgotten_ruin.chapters.activations.actions import (
    Action,
    action,
    why_used_in_round,
)
from sandtable.books.forgotten_ruin.chapters.aggression.score import aggression_is_used, reduce_aggression
from sandtable.books.forgotten_ruin.state import NO_SOLDIERS, Battle, Soldier
from sandtable.books.forgotten_ruin.windows import Activation
from sandtable.kernel import Candidate, Play


@action("Tactical Awareness", "FR-ACT-11", "FR-ACT-12")
class TacticalAwareness(Action):
    """The Aggression score falls by 1, without a roll; once a round for the whole force."""

    def candidates(self, state: Battle, soldier: Soldier, activation: Activation) -> Sequence[Candidate]:
        """Where the Aggression rule is used."""
        if not aggression_is_used(state) or soldier.position in NO_SOLDIERS:
            return ()
        score, rules = state.aggression, ("FR-ACT-11", "FR-ACT-12")
        label = f"Tactical Awareness (Aggression {score} becomes {max(0, score - 1)})"
        check = partial(why_used_in_round, state, self.name)
        return [Candidate("tactical awareness", label, rules=rules, check=check)]

    async def carry_out(self, play: Play[Battle], soldier: Soldier, chosen: Any) -> None:
        """One point less."""
        use(play.state, once("round", self.name))
        reduce_aggression(play, 1, "FR-ACT-11", "FR-ACT-12", by=soldier.id)
