"""What a scenario must say of itself: table, deployment, first turn, special rules, end and victory points."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from sandtable.books.companies_and_captains.state import Battle, Group, Side
from sandtable.kernel.play import Play


class Scored(msgspec.Struct, frozen=True):
    """Victory points that a side, or a player, has earned."""

    side: Side
    vp: int
    reason: str
    rule: str


class Scenario:
    """The base of every scenario: what holds where a scenario says nothing else."""

    id: ClassVar[str]
    title: ClassVar[str]

    async def closing_roll(self, play: Play[Battle]) -> None:
        """The roll at the very start of a turn that may end the game (Pitched Battle, Ritual)."""

    async def bring_reserves(self, play: Play[Battle]) -> None:
        """Groups that arrive at the start of the turn (CC-SCN-05)."""

    async def end_of_turn(self, play: Play[Battle]) -> None:
        """What happens at the end of a turn; may close the game."""

    def closing_condition(self, state: Battle) -> tuple[str, ...] | None:
        """Why the game is over now, followed by the rules; None while it goes on."""
        return None

    def victory_points(self, state: Battle) -> list[Scored]:
        """The VP of the scenario as they stand."""
        return []

    def may_leave(self, state: Battle, group: Group, edge: str, *, by_retreat: bool) -> str:
        """The rule by which the Group may leave over this edge ("north" ...) and has Escaped or exited; "" if it may not."""
        return ""


SCENARIOS: dict[str, Scenario] = {}


def scenario(kind: type[Scenario]) -> type[Scenario]:
    """Make a scenario known by its id."""
    SCENARIOS[kind.id] = kind()
    return kind


def scenario_of(state: Battle) -> Scenario:
    """The scenario that is played."""
    return SCENARIOS[state.scenario]
