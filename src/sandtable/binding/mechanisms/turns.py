"""Turns that are all played in the same steps, and a game that is over after the last of them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, ClassVar, TypeVar

from sandtable.kernel.book import Book, Result
from sandtable.kernel.play import Play
from sandtable.kernel.state import State

Step = Callable[[Play[Any]], Coroutine[Any, Any, None]]


class InTurns(State, kw_only=True, omit_defaults=True):
    """A state that knows which step of which turn comes next."""

    steps: tuple[str, ...] = ()
    """The names of the steps of a turn, in their order."""
    step: int = 0
    turn: int = 1
    last_turn: int = 1
    closed: str = ""
    """Why the game has ended before its last turn; empty while it goes on."""


S = TypeVar("S", bound=InTurns)


class BookInTurns(Book[S]):
    """A book whose turns are played in steps, and in which the seat with most points wins in the end."""

    turn_rule: ClassVar[str]
    """The rule by which turns follow each other and the game ends."""

    @abstractmethod
    def steps(self) -> Mapping[str, Step]:
        """The steps by the names that a state gives them."""

    @abstractmethod
    def points(self, state: S) -> dict[str, int]:
        """The points of each seat, if the game ended now."""

    async def step(self, play: Play[S]) -> None:
        """Play the step that comes next; after the last one tell that the turn is over."""
        state = play.state
        if state.step < len(state.steps):
            name = state.steps[state.step]
            state.step += 1
            await self.steps()[name](play)
        else:
            state.step = 0
            state.turn += 1
            play.tell("turn over", self.turn_rule, turn=state.turn - 1)

    def result(self, state: S) -> Result | None:
        """The seat with most points wins after the last turn, or when the game is closed before."""
        if not state.closed and state.turn <= state.last_turn:
            return None
        return Result.by_points(self.points(state), state.closed or "the last turn is over", self.turn_rule)
