"""Who decides for a model: the player whose it is, a person as Game Master, or a rule for each topic."""

from __future__ import annotations

from typing import Any

from sandtable.binding.mechanisms.chair import Chair
from sandtable.books.heroic_endeavors.state import Adventure
from sandtable.kernel import Decision, Play


class BehindTheScreen(Chair[Adventure]):
    """What a person in the chair is asked, and answers, is nobody else's business: deeds will show it."""

    async def ask(self, play: Play[Any], decision: Decision) -> Any:
        """The meaning of the answer, whoever gives it."""
        if decision.seat and decision.seat == play.state.master:
            decision = decision.secretly()
        return await super().ask(play, decision)


CHAIR = BehindTheScreen("Game Master decided")
"""HE-AGM-01: every question about a model goes through it; a topic's rule stands in this folder."""
