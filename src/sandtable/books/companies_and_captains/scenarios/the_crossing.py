"""The Crossing: a shallow river, and one bridge over it."""

from __future__ import annotations

from sandtable.books.companies_and_captains.scenarios.ours import Ours
from sandtable.books.companies_and_captains.scenarios.plan import ScoreRow, plan_of
from sandtable.books.companies_and_captains.scenarios.scaling import our_scale
from sandtable.books.companies_and_captains.scenarios.scenario import scenario
from sandtable.books.companies_and_captains.state import Battle, Group, Side
from sandtable.kernel.citation import rule, written_here

written_here(__name__, "CC-XNG-01", "CC-XNG-02", "CC-XNG-04", "CC-XNG-05")


@rule("CC-XNG-03")
def is_across(state: Battle, group: Group) -> bool:
    """An attacking Group is across if all its models are north of the river."""
    bank = plan_of(TheCrossing.id).numbers["far_bank"] * our_scale(state.switches.points_limit).deep
    return group.on_table and all(y > bank for _, y in group.models)


def _groups_across(state: Battle, side: Side) -> int:
    return sum(is_across(state, one) for one in state.groups_of_side(state.attacker))


@scenario
class TheCrossing(Ours):
    """The attacker crosses, the defender holds."""

    id = "the-crossing"
    counters = {
        "Groups across": _groups_across,
        "no Group across": lambda state, side: int(_groups_across(state, side) == 0),
    }

    def rules_of_row(self, row: ScoreRow) -> tuple[str, ...]:
        """The rules behind a line of the VP table."""
        return (*super().rules_of_row(row), *(("CC-XNG-03",) if "across" in row.count else ()))
