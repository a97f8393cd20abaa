"""Summon: an order that brings an undeployed Group of the own Company into play."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sandtable.books.companies_and_captains.chapters.conventions import inches
from sandtable.books.companies_and_captains.chapters.geometry.placing import has_room, place_group
from sandtable.books.companies_and_captains.orders import Order, order_kind
from sandtable.books.companies_and_captains.printed_tables import optional_traits
from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.kernel.check import Needed
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Candidate, ChooseOne
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal
from sandtable.table.zones import NearGroup, Zone


@rule("CC-OTR-17", "CC-OTR-28")
def undeployed_groups(state: Battle, group: Group) -> list[Group]:
    """The Groups of the same Company that are not on the table yet."""
    groups = state.groups
    return [
        other for one in state.companies[group.company].groups if (other := groups[one]).where == "undeployed"
    ]


@order_kind
class Summon:
    """The order to bring an undeployed Group of the own Company into play."""

    name = "Summon"

    def is_for(self, state: Battle, group: Group) -> bool:
        """Whether the Group is a Summoner."""
        return group.has("Summoner")

    def candidates(self, state: Battle, group: Group) -> Sequence[Candidate]:
        """The order, if there is somebody to summon and a place for them."""
        order = Order(self.name)
        rules = ("CC-OTR-17", "CC-OTR-26")
        return [
            Candidate(
                order.key, "summon a Group", order, rules=rules, check=lambda: self._why_not(state, group)
            )
        ]

    likely = candidates

    @rule("CC-OTR-17", "CC-OTR-26")
    def _why_not(self, state: Battle, group: Group) -> Refusal | None:
        waiting = undeployed_groups(state, group)
        if not waiting:
            return Refusal("CC-OTR-17", "No Group of the Company is undeployed.", "Give another order.")
        if not any(can_be_summoned(state, group, one) for one in waiting):
            reach = inches(state, optional_traits()["Summoner"].numbers["reach_in"])
            return Refusal(
                "CC-OTR-26",
                f"There is no room for a summoned Group within {reach:g} inches of {group.name}.",
                "Move first.",
            )
        return None

    @rule("CC-OTR-17", "CC-ACT-07")
    def needed(self, state: Battle, group: Group, order: Order) -> Needed:
        """6+."""
        return Needed(optional_traits()["Summoner"].numbers["activate"], "CC-OTR-17")

    @rule("CC-OTR-17", "CC-OTR-26", "CC-OTR-27")
    async def carry_out(self, play: Play[Battle], group: Group, order: Order) -> None:
        """The owner says who comes and where; the summoned Group may act in this same turn."""
        summoned = await self._choose(play, group)
        await _place_summoned(play, group, summoned)
        summoned.done = False
        rules = ("CC-OTR-17", "CC-OTR-26", "CC-OTR-27", "CC-OTR-28")
        play.tell("group summoned", *rules, group=summoned.id, summoner=group.id)

    async def _choose(self, play: Play[Battle], group: Group) -> Group:
        state = play.state

        def candidates() -> list[Candidate]:
            return [
                Candidate(
                    one.id,
                    one.name,
                    one,
                    check=partial(_why_no_room, state, group, one),
                    about=(one.id,),
                )
                for one in undeployed_groups(state, group)
            ]

        question = ChooseOne(
            group.company,
            "choose whom to summon",
            f"Whom does {group.name} summon?",
            ("CC-OTR-17", "CC-ACT-11"),
            candidates,
            about=(group.id,),
        )
        chosen: Group = await play.ask(question)
        return chosen


def _summoning_zone(state: Battle, summoner: Group) -> Zone:
    reach = inches(state, optional_traits()["Summoner"].numbers["reach_in"])
    return NearGroup(summoner.models, summoner.radius, reach)


def _from_enemies(state: Battle) -> float:
    return inches(state, optional_traits()["Summoner"].numbers["enemy_in"])


@rule("CC-OTR-26")
def can_be_summoned(state: Battle, summoner: Group, group: Group) -> bool:
    """There is a legal place for all its models: near the Summoner, away from enemies, in cohesion, clear."""
    return has_room(state, group, _summoning_zone(state, summoner), _from_enemies(state))


def _why_no_room(state: Battle, summoner: Group, group: Group) -> Refusal | None:
    if can_be_summoned(state, summoner, group):
        return None
    return Refusal("CC-OTR-26", f"There is no room for {group.name}.", "Summon a smaller Group.")


async def _place_summoned(play: Play[Battle], summoner: Group, group: Group) -> None:
    reach = inches(play.state, optional_traits()["Summoner"].numbers["reach_in"])
    prompt = f"Where does {group.name} appear, within {reach:g} inches of {summoner.name}?"
    rules = ("CC-OTR-26", "CC-OTR-17", "CC-GEO-26")
    zone = _summoning_zone(play.state, summoner)
    await place_group(play, group, zone, prompt, rules, _from_enemies(play.state))
