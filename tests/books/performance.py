"""What comes of a rule that a test plays by itself, for the stages of all books."""

from __future__ import annotations

from typing import Any, Generic, Self, TypeVar

from sandtable.kernel.decision import Decision
from sandtable.kernel.dice import Scripted
from sandtable.kernel.event import Event
from sandtable.kernel.game import Game
from sandtable.kernel.state import State

S = TypeVar("S", bound=State)


class Performance(Generic[S]):
    """What came of a rule on the stage."""

    def __init__(self, game: Game[S], book: Any, dice: Scripted) -> None:
        self.game = game
        self.book = book
        self.dice = dice

    @property
    def state(self) -> S:
        return self.game.state

    @property
    def returned(self) -> Any:
        """What the rule gave back."""
        return self.book.returned

    @property
    def events(self) -> list[Event]:
        return self.game.events(all_seats=True)

    def told(self, kind: str) -> list[Event]:
        """The events of one kind."""
        return [event for event in self.events if event.kind == kind]

    def cited(self) -> set[str]:
        """Every rule that an event names."""
        return {one for event in self.events for one in event.rules}

    def rolled(self) -> list[tuple[str, tuple[int, ...]]]:
        """The dice in the order in which they fell, with what they were for."""
        return [(event.facts["why"], event.facts["faces"]) for event in self.told("dice rolled")]

    @property
    def question(self) -> Decision:
        """The open question."""
        assert self.game.decision is not None
        return self.game.decision

    def options(self) -> list[Any]:
        """What may be answered to the open question."""
        return [one.answer for one in self.question.options()]

    def answer(self, *answers: Any) -> Self:
        """Give further answers."""
        for one in answers:
            self.game.answer(one)
        return self

    def over(self) -> Self:
        """The rule has come to its end, and every die was rolled."""
        assert self.game.decision is None, f"still asked: {self.game.decision.prompt}"
        assert self.dice.unused() == {}
        return self
