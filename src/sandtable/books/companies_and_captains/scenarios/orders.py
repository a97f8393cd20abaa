"""The orders that only a scenario has: Call, Pick up and Destroy."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sandtable.books.companies_and_captains.chapters.conventions import inches
from sandtable.books.companies_and_captains.orders import Order, order_against, order_kind
from sandtable.books.companies_and_captains.scenarios.scenario import scenario_of
from sandtable.books.companies_and_captains.special.orders import BringsOn
from sandtable.books.companies_and_captains.state import Battle, Group, Token
from sandtable.kernel import Candidate, Needed, Play, Refusal, rule
from sandtable.table import CONTACT, NearGroup
from sandtable.table.shapes import distance
from sandtable.table.units.groups import is_point_below, point_gap

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
class Call(BringsOn):
    """A defending Group brings an undeployed one into play."""

    name = "Call"
    label = "Call a Group"
    rules = placed_by = ("CC-RAI-05", "CC-RAI-04", "CC-PUB-14")
    topic = "choose whom to call"
    asked_by = ("CC-RAI-04", "CC-ACT-11", "CC-PUB-14")

    def is_for(self, state: Battle, group: Group) -> bool:
        """Whether the Group may be told to Call."""
        return _has_order(state, group, self.name, state.defender)

    @rule("CC-RAI-04", "CC-RAI-05")
    def why_not(self, state: Battle, group: Group) -> Refusal | None:
        """Somebody waits for whom there is a place; who is called is said when the order has succeeded."""
        if not self.waiting(state, group):
            return Refusal("CC-RAI-04", "No defending Group is undeployed.", "Give another order.")
        first = None
        for one in self.waiting(state, group):
            why = self.why_no_room(state, group, one)
            if why is None:
                return None
            first = first or why
        return first

    def why_no_room(self, state: Battle, group: Group, one: Group) -> Refusal | None:
        """A Group for which there is no place cannot be called."""
        if self.has_room(state, group, one):
            return None
        reason = f"There is no legal place for {one.name} near {group.name}."
        return Refusal("CC-RAI-05", reason, "Call another Group, or from elsewhere.")

    @rule("CC-RAI-04", "CC-PUB-14")
    def needed(self, state: Battle, group: Group, order: Order) -> Needed:
        """6+, or 4+ for the Captain's Group."""
        numbers = scenario_of(state).plan.numbers
        return Needed(int(numbers["captain_call" if state.holds_captain(group) else "call"]), "CC-RAI-04")

    def waiting(self, state: Battle, group: Group) -> list[Group]:
        """The defending Groups that are not on the table yet."""
        return [one for one in state.groups_of_side(state.defender) if one.where == "undeployed"]

    def zone(self, state: Battle, group: Group) -> NearGroup:
        """Near the caller; a Captain calls from farther away."""
        numbers = scenario_of(state).plan.numbers
        reach = numbers["captain_call_reach" if state.holds_captain(group) else "call_reach"]
        return NearGroup(group.models, group.radius, reach)

    @rule("CC-RAI-05", "CC-GEN-13")
    def from_enemies(self, state: Battle) -> float:
        """The general 3 inches, which grow and shrink with all distances of the core rules."""
        return inches(state, scenario_of(state).plan.numbers["enemy_distance"])

    @rule("CC-RAI-05", "CC-RAI-04", "CC-ACT-11")
    async def carry_out(self, play: Play[Battle], group: Group, order: Order) -> None:
        """The called Group appears near the caller and may be activated later in this turn."""
        called = await self.bring_on(play, group, f"Whom does {group.name} call?", "Place {} {}.")
        play.tell("group called", *self.rules, group=called.id, caller=group.id)


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
                label = f"{self.name} {token.title}"
                found.append(Candidate(key, label, order, self.rules, check, about=(token.id,)))
        return found

    likely = candidates

    def why_not(self, state: Battle, group: Group, token: Token) -> Refusal | None:
        """The Group must touch the token."""
        if touches(group, token):
            return None
        reason = f"{group.name} does not touch {token.title}."
        return Refusal("CC-PUB-13", reason, "Move into contact with it.")

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
        play.tell("Asset picked up", *self.rules, "CC-RAI-08", group=group.id, token=token.id)


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
