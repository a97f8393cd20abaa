"""Forgotten Ruin: rounds of quick, enemy and slow actions; one squad against the book."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from sandtable.books.forgotten_ruin.state import Battle
from sandtable.kernel.book import Book, Result
from sandtable.kernel.play import Play
from sandtable.kernel.state import copy_state

STEPS: dict[str, Callable[[Play[Battle]], Coroutine[Any, Any, None]]] = {}
"""Every step of preparation and of a round, by the name that the state remembers."""


class ForgottenRuin(Book[Battle]):
    """The rulebook as the kernel plays it."""

    id = "forgotten-ruin"
    title = "Forgotten Ruin"
    prefix = "FR"
    state_type = Battle

    def set_up(self, scenario: str | None, seats: Mapping[str, Any], options: Mapping[str, Any]) -> Battle:
        """The battle before the first step of preparation."""
        from sandtable.books.forgotten_ruin.missions.preparing import prepare

        return prepare(scenario, seats, options)

    async def step(self, play: Play[Battle]) -> None:
        """Play the step that comes next."""
        await STEPS[play.state.step](play)

    def result(self, state: Battle) -> Result | None:
        """How the mission ended."""
        if not state.closed:
            return None
        squad = tuple(one for one in state.seats if one != state.enemy_seat)
        winners = squad if state.won else tuple(one for one in state.seats if one == state.enemy_seat)
        return Result(winners, {}, state.closed, state.closed_by)

    def seats(self, state: Battle) -> tuple[str, ...]:
        """The players of the squad, and the enemy player if there is one."""
        return state.seats

    def hide(self, state: Battle, seat: str | None) -> Battle:
        """Nothing on this table is secret."""
        return copy_state(state)


BOOK = ForgottenRuin()
