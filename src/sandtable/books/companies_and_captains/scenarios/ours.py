"""Our own scenarios: what all eight have in common."""

from __future__ import annotations

from sandtable.books.companies_and_captains.chapters.shaken import counts_as_shaken
from sandtable.books.companies_and_captains.scenarios import reserves
from sandtable.books.companies_and_captains.scenarios.plan import ScoreRow
from sandtable.books.companies_and_captains.scenarios.scaling import Scale, our_scale
from sandtable.books.companies_and_captains.scenarios.scenario import Counter, Scenario
from sandtable.books.companies_and_captains.state import Battle, Group, Side, Token
from sandtable.kernel.citation import rule
from sandtable.kernel.play import Play
from sandtable.table.measure import Point, within
from sandtable.table.units.groups import point_gap


class Ours(Scenario):
    """A scenario of ours: so many rounds, and markers or places to hold."""

    rules_of_widening = ("CC-SCN-08", "CC-PUB-04")
    rules_of_table = ("CC-CON-06",)

    def scale(self, points_limit: int) -> Scale:
        """The map keeps its proportion to the table."""
        return our_scale(points_limit)

    @rule("CC-SCN-02")
    def why_time_is_up(self, state: Battle) -> tuple[str, ...] | None:
        """The game ends after the given number of rounds."""
        rounds = self.plan.rounds
        assert rounds is not None
        if state.turn >= 2 * rounds:
            return (f"round {rounds} is over", self.plan.closing_rule, "CC-SCN-02")
        return None

    async def bring_reserves(self, play: Play[Battle]) -> None:
        """Groups that wait roll to arrive, from the turn that the scenario names."""
        if self.plan.reserves is not None and play.state.active == play.state.defender:
            await reserves.bring_on(play, self.plan.reserves)

    def brings_on(self, state: Battle, group: Group) -> bool:
        """Whether the Group waits among the reserves."""
        return self.plan.reserves is not None and state.side_of(group) == state.defender

    def rules_of_row(self, row: ScoreRow) -> tuple[str, ...]:
        """The rules behind a line of the VP table."""
        behind = {"points of enemy Groups lost": "CC-SCN-04", "control": "CC-SCN-03"}.get(row.count)
        return (row.rule,) if behind is None else (row.rule, behind)

    def counter(self, name: str) -> Counter:
        """How something of the VP table is counted."""
        return self.control if name == "control" else super().counter(name)

    def control(self, state: Battle, side: Side) -> int:
        """1 if the side controls the point of the scenario, else 0."""
        numbers = self.plan.numbers
        scale = self.scale(state.switches.points_limit)
        at = scale.point((numbers["control_x"], numbers["control_y"]))
        return int(controls(state, side, at, numbers["control_within"]))


@rule("CC-SCN-03")
def controls(state: Battle, side: Side, at: Point, distance: float) -> bool:
    """A side controls a point if its unshaken Groups near it cost more than those of the other side."""
    near = [0, 0]
    for group in state.groups_on_table():
        # Ruling CC-SPL-14: control is asked for VP alone, for which being Confused is not being Shaken.
        if not group.shaken and within(point_gap(group.models, group.radius, at), distance):
            near[state.side_of(group)] += group.cost
    return near[side] > near[1 - side]


@rule("CC-SCN-07", "CC-GEO-31")
def gap_to_marker(group: Group, token: Token) -> float:
    """The gap between a Group and a marker, wagons too, is taken to the middle of the marker."""
    return point_gap(group.models, group.radius, token.at)


def unshaken_near(state: Battle, side: Side, token: Token, distance: float) -> list[Group]:
    """The unshaken Groups of a side within a distance of a marker."""
    return [
        group
        for group in state.groups_of_side(side)
        if group.on_table and not counts_as_shaken(group) and within(gap_to_marker(group, token), distance)
    ]
