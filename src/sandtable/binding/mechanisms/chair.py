"""The chair of a Game Master in which the program sits: a rule for each question that it answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from sandtable.binding.registry import Registry
from sandtable.kernel.advice import Advice
from sandtable.kernel.citation import rule as cite
from sandtable.kernel.decision import Decision
from sandtable.kernel.play import Play

S = TypeVar("S")

Decides = Callable[[S, Decision], Advice]
"""From the state and a question: the answer, and the reasons and rules behind it."""


class Chair(Generic[S]):
    """Puts a question to the seat that plays somebody; where nobody sits, a rule of the book answers it."""

    def __init__(self, told: str) -> None:
        self._told = told
        """The kind of event by which a reasoned answer is told."""
        self._by_topic: Registry[Decides[S]] = Registry("a rule of the Game Master on")

    def decides(self, topic: str, *rules: str) -> Callable[[Decides[S]], Decides[S]]:
        """Mark a function as what answers a topic, by these rules."""

        def register(decide: Decides[S]) -> Decides[S]:
            self._by_topic[topic] = decide
            return cite(*rules)(decide)

        return register

    def advice(self, state: S, decision: Decision) -> Advice:
        """What the program answers in the chair."""
        return self._by_topic[decision.topic](state, decision)

    async def ask(self, play: Play[Any], decision: Decision) -> Any:
        """The meaning of the answer, whoever gives it; who is asked about stands first among `about`."""
        if decision.seat:
            return await play.ask(decision)
        advice = self.advice(play.state, decision)
        meant = decision.read(advice.answer)
        if advice.reasons:
            # What the program does shows what it knew, which may have been hidden.
            facts: dict[str, Any] = {"model": decision.about[0], "reasons": list(advice.reasons)}
            play.tell(self._told, *advice.rules, reveals=True, **facts)
        return meant
