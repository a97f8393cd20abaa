"""Defences Overrun: one side in a fortified section, the other before it."""

from __future__ import annotations

from sandtable.books.lands_of_ruin.scenarios.scenario import Goal, Kind, scenario
from sandtable.books.lands_of_ruin.state import Battle, Seat
from sandtable.books.lands_of_ruin.surface import barricades, surface
from sandtable.books.lands_of_ruin.surface.placing import Zone
from sandtable.books.lands_of_ruin.tables.places import map_of
from sandtable.books.lands_of_ruin.windows import TURN_ENDED, WINDOWS
from sandtable.kernel import Moment, Play, rule

BARRICADES, CLEAN_ROUNDS = 4, 3
"""LR-SCN-12"""


def centre_section(state: Battle) -> int:
    """The section that contains the point centre."""
    return map_of(state.map).section_at(map_of(state.map).points["centre"])


@rule("LR-SCN-12", "LR-SCN-10")
def holds(state: Battle, seat: Seat, section: int) -> bool:
    """Whether of all who stand in a section somebody is of one side, nobody of the other, and no Rotter."""
    there = {card.seat for card, model in state.models_on_table() if card.stands and model.section == section}
    return there == {seat} and all(one.section != section for one in state.rotters.values())


@scenario
class DefencesOverrun(Kind):
    """An attacker storms a fortified section held by a defender (LR-SCN-12)."""

    id = "defences-overrun"

    @rule("LR-SCN-12", "LR-PRE-08")
    def zone(self, state: Battle, seat: Seat) -> Zone | None:
        """The Defender's whole team stands in the section."""
        if self.role(state, seat).role != "Defender":
            return None
        return Zone(sections=(centre_section(state),))

    @rule("LR-SCN-12")
    async def prepares(self, play: Play[Battle]) -> None:
        """The Defender places four free barricades in the section."""
        state = play.state
        for number in range(1, BARRICADES + 1) if surface(state).knows_places else ():
            await barricades.place(play, self.seat_of(state, "Defender"), centre_section(state), number)

    def is_decided(self, state: Battle) -> bool:
        """One side has held it long enough."""
        return any(state.scenario.counted.get(f"reached {one}") for one in state.sides)

    @rule("LR-SCN-12", "LR-SCN-26")
    def goals(self, state: Battle, seat: Seat) -> list[Goal]:
        """Three clean rounds in a row, once."""
        role = self.role(state, seat)
        return [Goal(role.objective, role.points)] if state.scenario.counted.get(f"reached {seat}") else []


@WINDOWS.consequence(
    TURN_ENDED,
    "clean rounds",
    "LR-SCN-12",
    lambda play, seat, now: (
        seat == now.seat != play.state.first and play.state.scenario.id == DefencesOverrun.id
    ),
)
@rule("LR-SCN-12", "LR-SCN-19", "LR-SCN-20")
async def count_rounds(play: Play[Battle], seat: Seat, now: Moment) -> None:
    """At the end of a round the side that holds the section has one more; the other begins anew."""
    state, section = play.state, centre_section(play.state)
    counted = dict(state.scenario.counted)
    for one, side in state.sides.items():
        is_clean = holds(state, one, section) and not side.panicked
        counted[f"clean {one}"] = counted.get(f"clean {one}", 0) + 1 if is_clean else 0
        if is_clean:
            play.tell("clean round", "LR-SCN-12", seat=one, rounds=counted[f"clean {one}"], section=section)
            DefencesOverrun().achieve(play, one, "a clean round", "section")
        if counted[f"clean {one}"] >= CLEAN_ROUNDS:
            counted[f"reached {one}"] = 1
    state.scenario.counted = counted
