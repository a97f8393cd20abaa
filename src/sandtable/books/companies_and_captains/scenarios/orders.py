"""The orders that only a scenario has: Call, Pick up and Destroy."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sandtable.books.companies_and_captains.chapters.conventions import inches
from sandtable.books.companies_and_captains.chapters.geometry.placing import has_room, place_group
from sandtable.books.companies_and_captains.orders import Order, order_against, order_kind
from sandtable.books.companies_and_captains.scenarios.scenario import is_captains, scenario_of
from sandtable.books.companies_and_captains.state import Battle, Group, Token
from sandtable.kernel.check import Needed
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Candidate, ChooseOne
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal
from sandtable.table.measure import CONTACT
from sandtable.table.shapes import distance
from sandtable.table.units.groups import is_point_below, point_gap
from sandtable.table.zones import NearGroup

LISTED = 24.0
"""How far from a Group a token is still named among its orders, refused with the reason (CC-PUB-14); ours."""


@rule("CC-PUB-13")
def touches(group: Group, token: Token) -> bool:
    """A Group is in contact with a token if a base of it touches or covers part of it."""
    return point_gap(group.models, group.radius, token.at) - token.size[0] / 2 <= CONTACT + 1e-9


def _lying(state: Battle) -> list[Token]:
    """The tokens that lie on the table and that nobody carries."""
    return [one for one in state.tokens.values() if not one.gone and not one.holder]


@rule("CC-PUB-14")
def _has_order(state: Battle, group: Group, name: str, side: int) -> bool:
    return name in scenario_of(state).orders and state.side_of(group) == side


@order_kind
class Call:
    """A defending Group brings an undeployed one into play."""

    name = "Call"

    def is_for(self, state: Battle, group: Group) -> bool:
        """Whether the Group may be told to Call."""
        return _has_order(state, group, self.name, state.defender)

    @rule("CC-RAI-04")
    def candidates(self, state: Battle, group: Group) -> Sequence[Candidate]:
        """The one Call order, while anybody waits; who is called is said when it has succeeded."""
        if not _waiting(state):
            return []
        order = Order(self.name)
        check = partial(self._why_not, state, group)
        return [Candidate(order.key, "call a Group", order, rules=_CALL_RULES, check=check)]

    likely = candidates

    @rule("CC-RAI-05")
    def _why_not(self, state: Battle, group: Group) -> Refusal | None:
        first = None
        for one in _waiting(state):
            why = self._why_no_room(state, group, one)
            if why is None:
                return None
            first = first or why
        return first

    def _why_no_room(self, state: Battle, group: Group, called: Group) -> Refusal | None:
        if has_room(state, called, self._zone(state, group), self._enemy_distance(state)):
            return None
        reason = f"There is no legal place for {called.name} near {group.name}."
        return Refusal("CC-RAI-05", reason, "Call a smaller Group, or from elsewhere.")

    @rule("CC-RAI-04", "CC-PUB-14")
    def needed(self, state: Battle, group: Group, order: Order) -> Needed:
        """6+, or 4+ for the Captain's Group."""
        numbers = scenario_of(state).plan.numbers
        return Needed(int(numbers["captain_call" if is_captains(state, group) else "call"]), "CC-RAI-04")

    def _zone(self, state: Battle, group: Group) -> NearGroup:
        numbers = scenario_of(state).plan.numbers
        reach = numbers["captain_call_reach" if is_captains(state, group) else "call_reach"]
        return NearGroup(group.models, group.radius, reach)

    @rule("CC-RAI-05", "CC-GEN-13")
    def _enemy_distance(self, state: Battle) -> float:
        """The general 3 inches, which grow and shrink with all distances of the core rules."""
        return inches(state, scenario_of(state).plan.numbers["enemy_distance"])

    @rule("CC-RAI-05", "CC-RAI-04")
    async def carry_out(self, play: Play[Battle], group: Group, order: Order) -> None:
        """The called Group appears near the caller and may be activated later in this turn."""
        state = play.state
        called = await self._choose(play, group)
        zone = self._zone(state, group)
        prompt = f"Place {called.name} within {zone.distance:g} inches of {group.name}."
        await place_group(play, called, zone, prompt, _CALL_RULES, self._enemy_distance(state))
        called.done = False
        play.tell("group called", *_CALL_RULES, "CC-OTR-28", group=called.id, caller=group.id)

    @rule("CC-ACT-11")
    async def _choose(self, play: Play[Battle], group: Group) -> Group:
        """The caller's owner says which Group of the side comes."""
        state = play.state

        def candidates() -> list[Candidate]:
            return [
                Candidate(
                    one.id,
                    one.name,
                    one,
                    rules=("CC-RAI-04",),
                    check=partial(self._why_no_room, state, group, one),
                    about=(one.id,),
                )
                for one in _waiting(state)
            ]

        rules = ("CC-RAI-04", "CC-ACT-11", "CC-PUB-14")
        prompt = f"Whom does {group.name} call?"
        called: Group = await play.ask(
            ChooseOne(group.company, "choose whom to call", prompt, rules, candidates, about=(group.id,))
        )
        return called


def _waiting(state: Battle) -> list[Group]:
    """The defending Groups that are not on the table yet."""
    return [one for one in state.groups_of_side(state.defender) if one.where == "undeployed"]


_CALL_RULES = ("CC-RAI-05", "CC-RAI-04", "CC-PUB-14")


class _TokenOrder:
    """An order that names a token which the Group touches."""

    name: str
    rules: tuple[str, ...]
    number: str
    """Under this name the scenario keeps the number to roll."""

    def candidates(self, state: Battle, group: Group) -> Sequence[Candidate]:
        """Each token on the table that nobody carries."""
        found: list[Candidate] = []
        for token in _lying(state):
            # A token far away is no candidate at all; one just out of reach is refused with the reason.
            if is_point_below(group.models, 0.0, token.at, LISTED):
                key, _, order = order_against(self.name, token.id, token.id)
                check = partial(self.why_not, state, group, token)
                found.append(Candidate(key, key, order, self.rules, check, about=(token.id,)))
        return found

    likely = candidates

    def why_not(self, state: Battle, group: Group, token: Token) -> Refusal | None:
        """The Group must touch the token."""
        if touches(group, token):
            return None
        return Refusal("CC-PUB-13", f"{group.name} does not touch {token.id}.", "Move into contact with it.")

    def needed(self, state: Battle, group: Group, order: Order) -> Needed:
        """The number of the scenario."""
        return Needed(int(scenario_of(state).plan.numbers[self.number]), self.rules[0])


@order_kind
class PickUp(_TokenOrder):
    """An attacking Group picks up an Asset that it touches."""

    name = "Pick up"
    rules = ("CC-RAI-06", "CC-PUB-13", "CC-PUB-14")
    number = "pick_up"

    def is_for(self, state: Battle, group: Group) -> bool:
        """Attacking Groups may; defending Groups cannot pick up Assets."""
        return _has_order(state, group, self.name, state.attacker)

    @rule("CC-RAI-06")
    def why_not(self, state: Battle, group: Group, token: Token) -> Refusal | None:
        """A Group holds one Asset at most."""
        if group.asset:
            return Refusal("CC-RAI-06", f"{group.name} holds an Asset already.", "Carry that one away first.")
        return super().why_not(state, group, token)

    @rule("CC-RAI-06", "CC-RAI-08", "CC-RAI-10")
    async def carry_out(self, play: Play[Battle], group: Group, order: Order) -> None:
        """The model nearest to the Asset takes it; from now on the Group is slow."""
        token = play.state.tokens[order.target]
        places = range(len(group.models))
        token.bearer = min(places, key=lambda place: (distance(group.models[place], token.at), place))
        token.holder = group.id
        group.asset = token.id
        play.tell("Asset picked up", *self.rules, "CC-RAI-08", "CC-RAI-10", group=group.id, token=token.id)


@order_kind
class Destroy(_TokenOrder):
    """A defending Group destroys a Siege Token that it touches."""

    name = "Destroy"
    rules = ("CC-SOR-04", "CC-PUB-13", "CC-PUB-14")
    number = "destroy"

    def is_for(self, state: Battle, group: Group) -> bool:
        """Only defending Groups."""
        return _has_order(state, group, self.name, state.defender)

    @rule("CC-SOR-04")
    async def carry_out(self, play: Play[Battle], group: Group, order: Order) -> None:
        """The token is removed."""
        token = play.state.tokens[order.target]
        token.gone = "destroyed"
        play.tell("Siege Token destroyed", *self.rules, group=group.id, token=token.id)
