"""Ritual: the Bodyguards hold their ground until the rite is done."""

from __future__ import annotations

from sandtable.books.companies_and_captains.chapters import end_of_game
from sandtable.books.companies_and_captains.scenarios.published import Published
from sandtable.books.companies_and_captains.scenarios.scenario import can_go_on, scenario
from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.kernel.citation import rule, written_here
from sandtable.kernel.dice import total
from sandtable.kernel.play import Play

written_here(__name__, "CC-RIT-01", "CC-RIT-02", "CC-RIT-03", "CC-RIT-08")

ROLE = "bodyguards"
COMPLETED = "ritual completed"


@rule("CC-RIT-07")
def is_completed(state: Battle) -> bool:
    """The rite is done, or nobody is left to disturb it."""
    if state.counts.get(COMPLETED, 0):
        return True
    return bodyguards(state).where != "routed" and not can_go_on(state, state.attacker)


def bodyguards(state: Battle) -> Group:
    """The Group that guards the rite."""
    return state.groups[state.roles[ROLE]]


@scenario
class Ritual(Published):
    """The Bodyguards stay where they are, and each turn of the defender brings the rite nearer to its end."""

    id = "ritual"
    counters = {
        COMPLETED: lambda state, side: int(is_completed(state)),
        "Bodyguards Routed": lambda state, side: int(bodyguards(state).where == "routed"),
    }
    rules_of_role = ("CC-RIT-04",)

    @rule("CC-RIT-04", "CC-RIT-05")
    def stands_fast(self, state: Battle, group: Group) -> str:
        """The Bodyguards change place for nothing."""
        return "CC-RIT-04" if group.id == state.roles.get(ROLE) else ""

    @rule("CC-RIT-06")
    async def closing_roll(self, play: Play[Battle]) -> None:
        """At the start of each turn of the defender 2d6 below the number of the turn complete the ritual."""
        state = play.state
        if state.active != state.defender:
            return
        seat = state.leader(state.defender)
        number = self.number_of_turn(state)
        faces = await play.roll(
            2, "rite", "CC-RIT-06", "CC-GEN-15", seat=seat, reading=total(number), below=number
        )
        if sum(faces) < number:
            state.counts[COMPLETED] = 1
            play.tell("ritual completed", "CC-RIT-06", "CC-RIT-07")
            end_of_game.close(play, "the ritual is completed", "CC-RIT-07", "CC-RIT-06")

    @rule("CC-RIT-06")
    def number_of_turn(self, state: Battle) -> int:
        """The defender's own turns are counted, or those of both sides where that was agreed."""
        if state.switches.ritual_turn_count == "all":
            return state.turn
        return max(state.companies[seat].turns for seat in state.sides[state.defender])

    @rule("CC-RIT-07")
    def closing_condition(self, state: Battle) -> tuple[str, ...] | None:
        """The game ends at once when the ritual is completed or the Bodyguards are Routed."""
        if bodyguards(state).where == "routed":
            return ("the Bodyguards are gone", "CC-RIT-07")
        if is_completed(state):
            return ("nobody is left to stop the ritual", "CC-RIT-07")
        return super().closing_condition(state)  # only where the Bodyguards deserted
