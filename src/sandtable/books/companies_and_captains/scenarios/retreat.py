"""Retreat: a shaken defender makes for the far edge."""

from __future__ import annotations

from sandtable.books.companies_and_captains.scenarios.published import LastSideStanding
from sandtable.books.companies_and_captains.scenarios.scenario import scenario
from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.kernel.citation import rule, written_here

written_here(__name__, "CC-RTR-01", "CC-RTR-02", "CC-RTR-05", "CC-RTR-06")

FAR_EDGE = "north"
"""The edge opposite the one at which both sides deploy (CC-RTR-04)."""


@scenario
class Retreat(LastSideStanding):
    """Defenders may Escape over the far edge, and start with a test of their nerve."""

    id = "retreat"

    @rule("CC-RTR-03")
    def groups_that_test(self, state: Battle) -> list[Group]:
        """Every deployed defending Group tests once."""
        return [one for one in state.groups_of_side(state.defender) if one.on_table]

    @rule("CC-RTR-04", "CC-PUB-07", "CC-PUB-09")
    def may_leave(self, state: Battle, group: Group, edge: str, *, by_retreat: bool) -> str:
        """A defending Group Escapes over the far edge and over no other."""
        return "CC-RTR-04" if edge == FAR_EDGE and state.side_of(group) == state.defender else ""
