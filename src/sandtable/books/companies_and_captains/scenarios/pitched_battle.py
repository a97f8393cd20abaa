"""Pitched Battle: two lines, and the points of the Groups they Rout."""

from __future__ import annotations

from sandtable.books.companies_and_captains.chapters.lost_groups import can_still_arrive
from sandtable.books.companies_and_captains.scenarios.published import Published
from sandtable.books.companies_and_captains.scenarios.scenario import routed_enemies, scenario
from sandtable.books.companies_and_captains.state import Battle, Side
from sandtable.kernel.citation import rule, written_here
from sandtable.kernel.dice import each
from sandtable.kernel.play import Play

written_here(__name__, "CC-PIT-01", "CC-PIT-02")


@rule("CC-PIT-04")
def _sum_routed(state: Battle, side: Side) -> int:
    """The effective costs of the enemy Groups Routed in the whole game."""
    return sum(one.cost for one in routed_enemies(state, side))


@rule("CC-PIT-03", "CC-OTR-28")
def groups_left(state: Battle) -> int:
    """The Groups left in all Companies: those on the table, and those that can still come."""
    return sum(
        one.on_table or (one.where == "undeployed" and can_still_arrive(state, one))
        for one in state.groups.values()
    )


@scenario
class PitchedBattle(Published):
    """The plain battle, taken by choice."""

    id = "pitched-battle"
    counters = {
        "higher sum of points Routed": lambda state, side: int(
            _sum_routed(state, side) > _sum_routed(state, 1 - side)
        ),
        "equal sums of points Routed": lambda state, side: int(
            _sum_routed(state, side) == _sum_routed(state, 1 - side)
        ),
    }

    @rule("CC-PIT-03")
    async def closing_roll(self, play: Play[Battle]) -> None:
        """With fewer than five Groups left a die higher than their number makes this turn the last."""
        state = play.state
        left, few = groups_left(state), self.plan.numbers["roll_below"]
        if left >= few or state.last_turn:
            return
        # Who fielded so few has a first turn without the roll; who lost them before it has not.
        if state.turn == 1 and len(state.groups) < few:
            return
        seat = state.leader(state.active)
        (face,) = await play.roll(
            1, "closing roll", "CC-PIT-03", "CC-GEN-15", seat=seat, reading=each(left + 1), left=left
        )
        if face > left:
            state.last_turn = True
            play.tell("last turn", "CC-PIT-03", left=left, face=face)

    @rule("CC-PIT-03")
    def why_time_is_up(self, state: Battle) -> tuple[str, ...] | None:
        """The last turn is played to its end."""
        if state.last_turn:
            return ("the last turn is over", "CC-PIT-03")
        return super().why_time_is_up(state)
