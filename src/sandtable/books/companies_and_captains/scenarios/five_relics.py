"""Five Relics: five markers on the centre line, claimed by whoever stands by them."""

from __future__ import annotations

from sandtable.books.companies_and_captains.scenarios.ours import Ours, unshaken_near
from sandtable.books.companies_and_captains.scenarios.scenario import scenario
from sandtable.books.companies_and_captains.state import Battle, Side
from sandtable.kernel.citation import rule, written_here
from sandtable.kernel.play import Play

written_here(__name__, "CC-REL-01", "CC-REL-02", "CC-REL-04")


def _value_claimed(state: Battle, side: Side) -> int:
    return sum(one.value for one in state.tokens.values() if one.owner == state.role(side))


@scenario
class FiveRelics(Ours):
    """A claim lasts until the other side claims the relic."""

    id = "five-relics"
    counters = {"value of relics claimed": _value_claimed}

    @rule("CC-REL-03")
    async def turn_rules(self, play: Play[Battle]) -> None:
        """The active side claims each relic with an own Group within 1 inch and no enemy within 3."""
        state, numbers = play.state, self.plan.numbers
        claimant = state.role(state.active)
        for token in state.tokens.values():
            if token.owner == claimant:
                continue
            near = unshaken_near(state, state.active, token, numbers["held_within"])
            if near and not unshaken_near(state, 1 - state.active, token, numbers["guarded_within"]):
                token.owner = claimant
                groups = [one.id for one in near]
                play.tell("relic claimed", "CC-REL-03", token=token.id, side=claimant, groups=groups)

    @rule("CC-REL-05")
    def first_side(self, state: Battle) -> Side:
        """The attacker starts unless the players let the defender."""
        return state.defender if state.switches.relics_defender_first else state.attacker

    def first_turn_rules(self, state: Battle) -> tuple[str, ...]:
        """Who lets the defender start does so by the switch."""
        return ("CC-REL-05",) if state.switches.relics_defender_first else super().first_turn_rules(state)
