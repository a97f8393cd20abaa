"""The Supply Train: three wagons on the road to the east edge."""

from __future__ import annotations

from sandtable.books.companies_and_captains.scenarios.ours import Ours, unshaken_near
from sandtable.books.companies_and_captains.scenarios.scenario import scenario
from sandtable.books.companies_and_captains.state import Battle, Token
from sandtable.kernel.citation import rule, written_here
from sandtable.kernel.play import Play
from sandtable.table.measure import NEAR

written_here(__name__, "CC-TRA-01", "CC-TRA-02", "CC-TRA-06")


@scenario
class TheSupplyTrain(Ours):
    """Wagons roll on by themselves where nobody stops them."""

    id = "the-supply-train"

    async def turn_rules(self, play: Play[Battle]) -> None:
        """Wagons move at the end of a defender turn and are captured at the end of an attacker turn."""
        state = play.state
        for token in state.tokens.values():
            if token.gone:
                continue
            if state.active == state.defender:
                self.roll_on(play, token)
            else:
                self.capture(play, token)

    @rule("CC-TRA-03", "CC-SCN-06")
    def roll_on(self, play: Play[Battle], wagon: Token) -> None:
        """A wagon that no unshaken attacker holds up moves 6 inches east, in proportion to the road."""
        state, numbers = play.state, self.plan.numbers
        if unshaken_near(state, state.attacker, wagon, numbers["held_within"]):
            play.tell("wagon held", "CC-TRA-03", token=wagon.id)
            return
        # Ruling of CC-SCN-06: the rounds stay, so the wagons keep pace with the length of the road.
        scale = self.scale(state.switches.points_limit)
        moved = wagon.at[0] + numbers["pace"] * scale.wide
        if moved >= state.ground.width - NEAR:
            wagon.gone = "exited"
            play.tell("wagon exited", "CC-TRA-03", *scale.cited, token=wagon.id)
            return
        wagon.at = (moved, wagon.at[1])
        play.tell("wagon moved", "CC-TRA-03", "CC-SCN-07", *scale.cited, token=wagon.id, at=wagon.at)

    @rule("CC-TRA-04")
    def capture(self, play: Play[Battle], wagon: Token) -> None:
        """A wagon is captured by an unshaken attacker within 2 inches if no unshaken defender is within 6."""
        state, numbers = play.state, self.plan.numbers
        takers = unshaken_near(state, state.attacker, wagon, numbers["held_within"])
        if takers and not unshaken_near(state, state.defender, wagon, numbers["guarded_within"]):
            wagon.gone = "captured"
            play.tell("wagon captured", "CC-TRA-04", token=wagon.id, groups=[one.id for one in takers])

    @rule("CC-TRA-05")
    def closing_condition(self, state: Battle) -> tuple[str, ...] | None:
        """The game ends as soon as no wagon is left on the table."""
        if all(one.gone for one in state.tokens.values()):
            return ("no wagon is left on the table", "CC-TRA-05")
        return super().closing_condition(state)
