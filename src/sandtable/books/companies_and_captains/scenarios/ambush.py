"""Ambush: the defender, caught in the open, wants to get away."""

from __future__ import annotations

from sandtable.books.companies_and_captains.scenarios.published import LastSideStanding
from sandtable.books.companies_and_captains.scenarios.scenario import scenario
from sandtable.books.companies_and_captains.state import Battle, Group, Side
from sandtable.kernel.citation import rule, written_here

written_here(__name__, "CC-AMU-01", "CC-AMU-02", "CC-AMU-04")


@rule("CC-AMU-05", "CC-PUB-08")
def hurt_enemies(state: Battle, side: Side) -> int:
    """The enemy Groups, on the table or Escaped, whose R is below its start."""
    return sum(
        one.where in ("on the table", "escaped") and one.r < one.profile.r
        for one in state.groups_of_side(1 - side)
    )


@scenario
class Ambush(LastSideStanding):
    """Defenders may Escape over any edge."""

    id = "ambush"
    counters = {"enemy Groups hurt": hurt_enemies}

    @rule("CC-AMU-03", "CC-PUB-07", "CC-PUB-09")
    def may_leave(self, state: Battle, group: Group, edge: str, *, by_retreat: bool) -> str:
        """A defending Group may Move off any edge, and Escapes by a Retreat over any."""
        return "CC-AMU-03" if state.side_of(group) == state.defender else ""
