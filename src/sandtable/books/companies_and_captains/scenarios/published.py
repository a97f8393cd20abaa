"""The published scenarios: what all seven have in common."""

from __future__ import annotations

from sandtable.books.companies_and_captains.scenarios.plan import ScoreRow
from sandtable.books.companies_and_captains.scenarios.scaling import Scale, published_scale
from sandtable.books.companies_and_captains.scenarios.scenario import Scenario, is_in_play
from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.kernel.citation import rule
from sandtable.kernel.play import Play


class Published(Scenario):
    """A scenario of the published edition."""

    def scale(self, points_limit: int) -> Scale:
        """Table and zones are multiplied by one factor."""
        return published_scale(points_limit)

    @rule("CC-PUB-12")
    def why_time_is_up(self, state: Battle) -> tuple[str, ...] | None:
        """The players may agree a cap on the rounds; events that have not happened by then score nothing."""
        cap = state.switches.published_round_cap
        if cap and state.turn >= 2 * cap:
            return (f"round {cap} is over", "CC-PUB-12")
        return None

    @rule("CC-PUB-08")
    def group_left(self, play: Play[Battle], group: Group) -> None:
        """A Group that got away is not lost: nobody tests for it, it keeps its R, and it cannot come back."""
        if group.where in ("escaped", "exited"):
            play.tell("group is safe", "CC-PUB-08", group=group.id, r=group.r)

    def rules_of_row(self, row: ScoreRow) -> tuple[str, ...]:
        """The rules behind a line of the VP table."""
        routed = ("CC-PUB-10",) if "Routed" in row.count else ()
        return (row.rule, *routed, "CC-PUB-15")


class LastSideStanding(Published):
    """A published scenario that ends when a side has nobody left in play."""

    @rule("CC-PUB-11", "CC-AMU-04", "CC-RTR-05", "CC-RAI-11")
    def closing_condition(self, state: Battle) -> tuple[str, ...] | None:
        """The game ends at once when either side has no Groups left in play."""
        for side in (state.attacker, state.defender):
            if not is_in_play(state, side):
                why = f"the {state.role(side)} has no Group left in play"
                return (why, self.plan.closing_rule, "CC-PUB-11")
        return None
