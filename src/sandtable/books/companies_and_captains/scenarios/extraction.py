"""Extraction: one Group must get off the table."""

from __future__ import annotations

from sandtable.books.companies_and_captains.scenarios.published import Published
from sandtable.books.companies_and_captains.scenarios.scenario import (
    can_go_on,
    is_in_play,
    routed_enemies,
    scenario,
)
from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.kernel.citation import rule, written_here

written_here(__name__, "CC-EXT-01", "CC-EXT-02", "CC-EXT-03", "CC-EXT-06")

ROLE = "extractees"


def extractees(state: Battle) -> Group:
    """The Group that must get away."""
    return state.groups[state.roles[ROLE]]


@rule("CC-EXT-05")
def have_escaped(state: Battle) -> bool:
    """The Extractees are away, or nobody is left to stop them."""
    group = extractees(state)
    return group.where == "escaped" or (group.on_table and not can_go_on(state, state.attacker))


@scenario
class Extraction(Published):
    """The Extractees Escape over any edge."""

    id = "extraction"
    counters = {
        "Extractees Escaped": lambda state, side: int(have_escaped(state)),
        "Extractees Routed": lambda state, side: int(extractees(state).where == "routed"),
        "other enemy Groups Routed": lambda state, side: sum(
            one.id != state.roles[ROLE] for one in routed_enemies(state, side)
        ),
    }
    rules_of_role = ("CC-EXT-04",)

    @rule("CC-EXT-04", "CC-PUB-07", "CC-PUB-09")
    def may_leave(self, state: Battle, group: Group, edge: str, *, by_retreat: bool) -> str:
        """The Extractees have Escaped once they leave over any edge; for all others the usual rules hold."""
        return "CC-EXT-04" if group.id == state.roles.get(ROLE) else ""

    @rule("CC-EXT-05")
    def closing_condition(self, state: Battle) -> tuple[str, ...] | None:
        """The game ends at once when the Extractees Escape or are Routed."""
        group = extractees(state)
        if group.where in _GONE:
            return (f"the Extractees have {_GONE[group.where]}", "CC-EXT-05")
        if not is_in_play(state, state.attacker) and have_escaped(state):
            return ("nobody is left to stop the Extractees", "CC-EXT-05")
        return None if group.on_table else super().closing_condition(state)  # they may have deserted


_GONE = {"escaped": "Escaped", "routed": "been Routed"}
