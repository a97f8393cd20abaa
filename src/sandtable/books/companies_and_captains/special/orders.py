"""Orders that traits give: Self-Destruct hits every Group around, Summon brings an undeployed one on."""

from __future__ import annotations

from functools import partial

from sandtable.binding.limits import use
from sandtable.books.companies_and_captains.chapters import resilience, shooting, testing_resilience
from sandtable.books.companies_and_captains.chapters.conventions import gap, inches, is_within
from sandtable.books.companies_and_captains.chapters.geometry.placing import has_room, place_group
from sandtable.books.companies_and_captains.chapters.testing_resilience import EXPLODING
from sandtable.books.companies_and_captains.orders import Order, PlainOrder, order_kind
from sandtable.books.companies_and_captains.printed_tables import optional_traits
from sandtable.books.companies_and_captains.state import Battle, Cause, Group
from sandtable.kernel import Candidate, ChooseOne, Needed, Play, Refusal, rule
from sandtable.table import NearGroup

# ---- Self-Destruct ---------------------------------------------------------------------------------------


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
class SelfDestruct(PlainOrder):
    """The order to explode: every Group within 6 inches is hit, then the Group is Routed."""

    name = "Self-Destruct"
    label = "Self-Destruct"
    rules = ("CC-OTR-12", "CC-OTR-13")

    def is_for(self, state: Battle, group: Group) -> bool:
        """Whether the Group has the trait."""
        return group.has("Self-Destruct")

    def why_not(self, state: Battle, group: Group) -> Refusal | None:
        """At least one Group would be hit."""
        if blasted_groups(state, group):
            return None
        reach = inches(state, optional_traits()["Self-Destruct"].numbers["reach_in"])
        reason = f"No Group that could be hit is within {reach:g} inches of {group.name}."
        return Refusal("CC-OTR-12", reason, "Move nearer first.")

    @rule("CC-OTR-12", "CC-ACT-07")
    def needed(self, state: Battle, group: Group, order: Order) -> Needed:
        """5+."""
        return Needed(optional_traits()["Self-Destruct"].numbers["activate"], "CC-OTR-12")

    @rule("CC-OTR-12", "CC-OTR-13", "CC-OTR-29")
    async def carry_out(self, play: Play[Battle], group: Group, order: Order) -> None:
        """Each blast is settled with all that follows before the next; at last the Group is Routed."""
        targets = blasted_groups(play.state, group)
        use(group, EXPLODING)
        rules = ("CC-OTR-12", *(("CC-OTR-29",) if len(targets) > 1 else ()))
        play.tell("group self-destructs", *rules, group=group.id, targets=[one.id for one in targets])
        need = Needed(optional_traits()["Self-Destruct"].numbers["hit"], "CC-OTR-12")
        for target in targets:
            if target.on_table:
                await shooting.shoot(play, group, target, need, "blast", "CC-OTR-12")
                await testing_resilience.settle_company_tests(play)
        await resilience.rout(play, group, Cause("self-destruct", "CC-OTR-13"), "CC-OTR-13")


# ---- Summon ----------------------------------------------------------------------------------------------


class BringsOn(PlainOrder):
    """An order by which a Group brings an undeployed one into play, near itself and away from enemies."""

    topic: str
    asked_by: tuple[str, ...]
    """The rules of the question who comes, that of each who may first."""
    placed_by: tuple[str, ...]

    def waiting(self, state: Battle, group: Group) -> list[Group]:
        """The Groups that could come."""
        raise NotImplementedError

    def zone(self, state: Battle, group: Group) -> NearGroup:
        """Where they come."""
        raise NotImplementedError

    def from_enemies(self, state: Battle) -> float:
        """How far they stay from enemies, in table inches."""
        raise NotImplementedError

    def why_no_room(self, state: Battle, group: Group, one: Group) -> Refusal | None:
        """What is said where there is no place for one of them."""
        raise NotImplementedError

    def has_room(self, state: Battle, group: Group, one: Group) -> bool:
        """There is a legal place for all its models: near the Group, away from enemies, in cohesion."""
        return has_room(state, one, self.zone(state, group), self.from_enemies(state))

    async def bring_on(self, play: Play[Battle], group: Group, whom: str, where: str) -> Group:
        """The owner says who comes and where; the Group that comes may act in this same turn."""
        state = play.state
        candidates = [
            Candidate(
                one.id,
                one.name,
                one,
                self.asked_by[:1],
                partial(self.why_no_room, state, group, one),
                about=(one.id,),
            )
            for one in self.waiting(state, group)
        ]
        question = ChooseOne(group.company, self.topic, whom, self.asked_by, candidates, about=(group.id,))
        brought: Group = await play.ask(question)
        zone = self.zone(state, group)
        prompt = where.format(brought.name, f"within {zone.distance:g} inches of {group.name}")
        await place_group(play, brought, zone, prompt, self.placed_by, self.from_enemies(state))
        brought.done = False
        return brought


@order_kind
class Summon(BringsOn):
    """The order to bring an undeployed Group of the own Company into play."""

    name = "Summon"
    label = "Summon a Group"
    rules = ("CC-OTR-17", "CC-OTR-26")
    topic = "choose whom to summon"
    asked_by = ("CC-OTR-17", "CC-ACT-11")
    placed_by = ("CC-OTR-26", "CC-OTR-17", "CC-GEO-26")

    def is_for(self, state: Battle, group: Group) -> bool:
        """Whether the Group is a Summoner."""
        return group.has("Summoner")

    @rule("CC-OTR-17", "CC-OTR-26")
    def why_not(self, state: Battle, group: Group) -> Refusal | None:
        """There is somebody to summon and a place for them."""
        waiting = self.waiting(state, group)
        if not waiting:
            return Refusal("CC-OTR-17", "No Group of the Company is undeployed.", "Give another order.")
        if any(self.has_room(state, group, one) for one in waiting):
            return None
        reach = self.zone(state, group).distance
        reason = f"There is no room for a summoned Group within {reach:g} inches of {group.name}."
        return Refusal("CC-OTR-26", reason, "Move first.")

    @rule("CC-OTR-17", "CC-ACT-07")
    def needed(self, state: Battle, group: Group, order: Order) -> Needed:
        """6+."""
        return Needed(optional_traits()["Summoner"].numbers["activate"], "CC-OTR-17")

    @rule("CC-OTR-17", "CC-OTR-28")
    def waiting(self, state: Battle, group: Group) -> list[Group]:
        """The Groups of the same Company that are not on the table yet."""
        own = [state.groups[one] for one in state.companies[group.company].groups]
        return [one for one in own if one.where == "undeployed"]

    @rule("CC-OTR-26")
    def zone(self, state: Battle, group: Group) -> NearGroup:
        """Within 12 inches of the Summoner."""
        reach = inches(state, optional_traits()["Summoner"].numbers["reach_in"])
        return NearGroup(group.models, group.radius, reach)

    def from_enemies(self, state: Battle) -> float:
        """Away from enemies as the trait says."""
        return inches(state, optional_traits()["Summoner"].numbers["enemy_in"])

    def why_no_room(self, state: Battle, group: Group, one: Group) -> Refusal | None:
        """A Group for which there is no place cannot be summoned."""
        if self.has_room(state, group, one):
            return None
        return Refusal("CC-OTR-26", f"There is no room for {one.name}.", "Summon another Group.")

    @rule("CC-OTR-17", "CC-OTR-26", "CC-OTR-27")
    async def carry_out(self, play: Play[Battle], group: Group, order: Order) -> None:
        """The owner says who comes and where; the summoned Group may act in this same turn."""
        whom = f"Whom does {group.name} summon?"
        summoned = await self.bring_on(play, group, whom, "Where does {} appear, {}?")
        rules = ("CC-OTR-17", "CC-OTR-26", "CC-OTR-27")
        play.tell("group summoned", *rules, group=summoned.id, summoner=group.id)
