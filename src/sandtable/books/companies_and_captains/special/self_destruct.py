"""Self-Destruct: an order that hits every Group around and ends the Group that is given it."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.books.companies_and_captains.chapters import resilience, shooting, testing_resilience
from sandtable.books.companies_and_captains.chapters.conventions import gap, inches, is_within, use_this_turn
from sandtable.books.companies_and_captains.chapters.testing_resilience import EXPLODING
from sandtable.books.companies_and_captains.orders import Order, order_kind
from sandtable.books.companies_and_captains.printed_tables import optional_traits
from sandtable.books.companies_and_captains.state import Battle, Cause, Group
from sandtable.kernel.check import Needed
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Candidate
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal


@rule("CC-OTR-12", "CC-OTR-29")
def blasted_groups(state: Battle, group: Group) -> list[Group]:
    """Every other Group within 6 inches, by rising gap, enemies before friends, then in roster order."""
    reach = optional_traits()["Self-Destruct"].numbers["reach_in"]
    hit = [
        (round(gap(group, other), 3), not state.are_enemies(group, other), place, other)
        for place, other in enumerate(state.groups_on_table())
        if other is not group
        and _can_be_blasted(state, group, other)
        and is_within(state, group, other, reach)
    ]
    return [other for _, _, _, other in sorted(hit, key=lambda one: one[:3])]


def _can_be_blasted(state: Battle, group: Group, other: Group) -> bool:
    # Ruling CC-OTR-12: what cannot be Shot is not hit; a Stealthy friend is.
    if other.is_under("Obscure"):
        return False
    return not (other.has("Stealthy") and state.are_enemies(group, other))


@order_kind
class SelfDestruct:
    """The order to explode: every Group within 6 inches is hit, then the Group is Routed."""

    name = "Self-Destruct"

    def is_for(self, state: Battle, group: Group) -> bool:
        """Whether the Group has the trait."""
        return group.has("Self-Destruct")

    def candidates(self, state: Battle, group: Group) -> Sequence[Candidate]:
        """The order, if at least one Group would be hit."""
        order = Order(self.name)
        rules = ("CC-OTR-12", "CC-OTR-13")
        return [
            Candidate(
                order.key, "self-destruct", order, rules=rules, check=lambda: self._why_not(state, group)
            )
        ]

    likely = candidates

    def _why_not(self, state: Battle, group: Group) -> Refusal | None:
        if blasted_groups(state, group):
            return None
        reach = inches(state, optional_traits()["Self-Destruct"].numbers["reach_in"])
        return Refusal(
            "CC-OTR-12",
            f"No Group that could be hit is within {reach:g} inches of {group.name}.",
            "Move nearer first.",
        )

    @rule("CC-OTR-12", "CC-ACT-07")
    def needed(self, state: Battle, group: Group, order: Order) -> Needed:
        """5+."""
        return Needed(optional_traits()["Self-Destruct"].numbers["activate"], "CC-OTR-12")

    @rule("CC-OTR-12", "CC-OTR-13", "CC-OTR-29")
    async def carry_out(self, play: Play[Battle], group: Group, order: Order) -> None:
        """Each blast is settled with all that follows before the next; at last the Group is Routed."""
        targets = blasted_groups(play.state, group)
        use_this_turn(group, EXPLODING)
        rules = ("CC-OTR-12", "CC-OTR-29")
        play.tell("group self-destructs", *rules, group=group.id, targets=[one.id for one in targets])
        need = Needed(optional_traits()["Self-Destruct"].numbers["hit"], "CC-OTR-12")
        for target in targets:
            if target.on_table:
                await shooting.shoot(play, group, target, need, "blast", "CC-OTR-12")
                await testing_resilience.settle_company_tests(play)
        await resilience.rout(play, group, Cause("self-destruct", "CC-OTR-13"), "CC-OTR-13")
