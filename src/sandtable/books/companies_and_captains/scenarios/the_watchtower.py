"""The Watchtower: a small garrison holds a ruin while help is on the way."""

from __future__ import annotations

import msgspec

from sandtable.books.companies_and_captains.scenarios.ours import Ours
from sandtable.books.companies_and_captains.scenarios.plan import Edge, NearEdges, Stage
from sandtable.books.companies_and_captains.scenarios.scenario import scenario
from sandtable.books.companies_and_captains.scenarios.zones import zone_from
from sandtable.books.companies_and_captains.state import Battle, Group, Side
from sandtable.kernel.citation import rule, written_here
from sandtable.table.zones import Zone

written_here(__name__, "CC-WTW-01", "CC-WTW-03", "CC-WTW-04", "CC-WTW-05")


@scenario
class TheWatchtower(Ours):
    """The attacker comes from two sides."""

    id = "the-watchtower"

    @rule("CC-WTW-02")
    def zone(self, state: Battle, stage: Stage, side: Side, wider: int, group: Group | None = None) -> Zone:
        """At least one third of the attacking Groups, rounded down, deploys at each of two edges."""
        row = stage.zones.attacker
        if side != state.attacker or group is None or not isinstance(row, NearEdges):
            return super().zone(state, stage, side, wider, group)
        edges = self.open_edges(state, group)
        scale = self.scale(state.switches.points_limit)
        return zone_from(msgspec.structs.replace(row, edges=edges), state, scale, wider)

    def open_edges(self, state: Battle, group: Group) -> tuple[Edge, ...]:
        """The edges at which this Group may deploy, so that both still get their share."""
        own = state.groups_of_side(state.attacker)
        waiting = 1 + sum(one.id in state.to_do and one is not group for one in own)
        deployed = [one for one in own if one.on_table]
        # Groups held back are not deployed, so the share is one third of those that are.
        share = (len(deployed) + waiting) // int(self.plan.numbers["share"])
        middle = state.ground.depth / 2
        missing: dict[Edge, int] = {
            "north": share - sum(one.models[0][1] > middle for one in deployed),
            "south": share - sum(one.models[0][1] < middle for one in deployed),
        }
        short: tuple[Edge, ...] = tuple(edge for edge in missing if missing[edge] > 0)
        if short and sum(missing[edge] for edge in short) >= waiting:
            return short
        return ("north", "south")
