"""Breakthrough: the attacker wants to get off the north edge."""

from __future__ import annotations

from sandtable.books.companies_and_captains.chapters import resilience
from sandtable.books.companies_and_captains.chapters.shaken import counts_as_shaken
from sandtable.books.companies_and_captains.scenarios.ours import Ours
from sandtable.books.companies_and_captains.scenarios.plan import plan_of
from sandtable.books.companies_and_captains.scenarios.scenario import is_in_play, scenario
from sandtable.books.companies_and_captains.state import Battle, Group, Side
from sandtable.kernel.citation import rule, written_here
from sandtable.kernel.play import Play
from sandtable.table.measure import within

written_here(__name__, "CC-BRK-01", "CC-BRK-02", "CC-BRK-05")


def _points_exited(state: Battle, side: Side) -> int:
    return sum(one.cost for one in state.groups_of_side(state.attacker) if one.where == "exited")


@rule("CC-BRK-05")
def _few_exited(state: Battle, side: Side) -> int:
    return int(_points_exited(state, side) < plan_of(Breakthrough.id).numbers["few_points"])


@scenario
class Breakthrough(Ours):
    """Attackers near the north edge exit at the end of their turn."""

    id = "breakthrough"
    leaves_as = "exited"
    counters = {
        "points of own Groups exited": _points_exited,
        "few exited": _few_exited,
    }

    @rule("CC-BRK-03", "CC-GEO-30")
    async def turn_rules(self, play: Play[Battle]) -> None:
        """Each attacking Group that is not Shaken, not in melee and near the north edge exits."""
        state = play.state
        if state.active != state.attacker:
            return
        for group in state.groups_of_side(state.attacker):
            if self.exits(state, group):
                play.tell("group exited", "CC-BRK-03", "CC-GEO-30", group=group.id, points=group.cost)
                resilience.leave_play(play, group, "exited")

    def exits(self, state: Battle, group: Group) -> bool:
        """Whether the Group may leave over the north edge now."""
        if not group.on_table or group.in_melee or counts_as_shaken(group):
            return False
        nearest = min(state.ground.depth - y for _, y in group.models) - group.radius
        return within(nearest, self.plan.numbers["exit_within"])

    @rule("CC-BRK-04")
    def closing_condition(self, state: Battle) -> tuple[str, ...] | None:
        """The game ends when no attacking Group is on the table."""
        if not is_in_play(state, state.attacker):
            return ("no attacking Group is on the table", "CC-BRK-04")
        return super().closing_condition(state)
