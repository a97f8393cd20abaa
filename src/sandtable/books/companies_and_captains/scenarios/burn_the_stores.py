"""Burn the Stores: three stores in the defender's half."""

from __future__ import annotations

from sandtable.books.companies_and_captains.scenarios.ours import Ours, unshaken_near
from sandtable.books.companies_and_captains.scenarios.scenario import scenario
from sandtable.books.companies_and_captains.state import Battle
from sandtable.kernel.citation import rule, written_here
from sandtable.kernel.play import Play

written_here(__name__, "CC-BRN-01", "CC-BRN-02", "CC-BRN-05")


@scenario
class BurnTheStores(Ours):
    """Stores burn where the attacker stands and nobody guards them."""

    id = "burn-the-stores"

    @rule("CC-BRN-03")
    async def turn_rules(self, play: Play[Battle]) -> None:
        """At the end of an attacker turn a store burns that a free attacker reaches and nobody guards."""
        state, numbers = play.state, self.plan.numbers
        if state.active != state.attacker:
            return
        for token in state.tokens.values():
            if token.gone:
                continue
            near = unshaken_near(state, state.attacker, token, numbers["held_within"])
            burners = [one for one in near if not one.in_melee]
            if burners and not unshaken_near(state, state.defender, token, numbers["guarded_within"]):
                token.gone = "burnt"
                play.tell("store burnt", "CC-BRN-03", token=token.id, groups=[one.id for one in burners])

    @rule("CC-BRN-04")
    def closing_condition(self, state: Battle) -> tuple[str, ...] | None:
        """The game ends when all three stores have burnt."""
        if all(one.gone for one in state.tokens.values()):
            return ("all stores have burnt", "CC-BRN-04")
        return super().closing_condition(state)
