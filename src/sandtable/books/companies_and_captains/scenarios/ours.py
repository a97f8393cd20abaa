"""Our own scenarios: what all eight have in common, and what is special in each."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from sandtable.books.companies_and_captains.chapters import resilience
from sandtable.books.companies_and_captains.chapters.resilience import is_bloodied
from sandtable.books.companies_and_captains.chapters.shaken import counts_as_shaken
from sandtable.books.companies_and_captains.scenarios import reserves
from sandtable.books.companies_and_captains.scenarios.plan import ScoreRow, Stage, plan_of
from sandtable.books.companies_and_captains.scenarios.scaling import Scale, our_scale
from sandtable.books.companies_and_captains.scenarios.scenario import Counter, Scenario, is_in_play, scenario
from sandtable.books.companies_and_captains.scenarios.zones import Edge, NearEdges
from sandtable.books.companies_and_captains.state import Battle, Group, Side, Token
from sandtable.kernel import Play, rule
from sandtable.table import NEAR, Point, Zone, within
from sandtable.table.units.groups import point_gap


class Ours(Scenario):
    """A scenario of ours: so many rounds, and markers or places to hold."""

    rules_of_widening = ("CC-SCN-08", "CC-PUB-04")
    rules_of_table = ("CC-CON-06",)

    def scale(self, points_limit: int) -> Scale:
        """The map keeps its proportion to the table."""
        return our_scale(points_limit)

    @rule("CC-SCN-02")
    def why_time_is_up(self, state: Battle) -> tuple[str, ...] | None:
        """The game ends after the given number of rounds."""
        rounds = self.plan.rounds
        assert rounds is not None
        if state.turn >= 2 * rounds:
            return (f"round {rounds} is over", self.plan.closing_rule, "CC-SCN-02")
        return None

    async def bring_reserves(self, play: Play[Battle]) -> None:
        """Groups that wait roll to arrive, from the turn that the scenario names."""
        if self.plan.reserves is not None and play.state.active == play.state.defender:
            await reserves.bring_on(play, self.plan.reserves)

    def brings_on(self, state: Battle, group: Group) -> bool:
        """Whether the Group waits among the reserves."""
        return self.plan.reserves is not None and state.side_of(group) == state.defender

    def rules_of_row(self, row: ScoreRow) -> tuple[str, ...]:
        """The rules behind a line of the VP table."""
        behind = {"points of enemy Groups lost": "CC-SCN-04", "control": "CC-SCN-03"}.get(row.count)
        return (row.rule,) if behind is None else (row.rule, behind)

    def counter(self, name: str) -> Counter:
        """How something of the VP table is counted."""
        return self.control if name == "control" else super().counter(name)

    def control(self, state: Battle, side: Side) -> int:
        """1 if the side controls the point of the scenario, else 0."""
        numbers = self.plan.numbers
        scale = self.scale(state.switches.points_limit)
        at = scale.point((numbers["control_x"], numbers["control_y"]))
        return int(controls(state, side, at, numbers["control_within"]))


@rule("CC-SCN-03")
def controls(state: Battle, side: Side, at: Point, distance: float) -> bool:
    """A side controls a point if its unshaken Groups near it cost more than those of the other side."""
    near = [0, 0]
    for group in state.groups_on_table():
        # Ruling CC-SPL-14: control is asked for VP alone, for which being Confused is not being Shaken.
        if not group.shaken and within(point_gap(group.models, group.radius, at), distance):
            near[state.side_of(group)] += group.cost
    return near[side] > near[1 - side]


@rule("CC-SCN-07", "CC-GEO-31")
def gap_to_marker(group: Group, token: Token) -> float:
    """The gap between a Group and a marker, wagons too, is taken to the middle of the marker."""
    return point_gap(group.models, group.radius, token.at)


def unshaken_near(state: Battle, side: Side, token: Token, distance: float) -> list[Group]:
    """The unshaken Groups of a side within a distance of a marker."""
    return [
        group
        for group in state.groups_of_side(side)
        if group.on_table and not counts_as_shaken(group) and within(gap_to_marker(group, token), distance)
    ]


# ---- Broken Field --------------------------------------------------------------------------------------


@scenario("CC-FLD-01", "CC-FLD-02", "CC-FLD-03", "CC-FLD-04", "CC-FLD-05")
class BrokenField(Ours):
    """Enemy losses, the enemy Captain and the centre score."""

    id = "broken-field"


# ---- The Crossing --------------------------------------------------------------------------------------


@rule("CC-XNG-03")
def is_across(state: Battle, group: Group) -> bool:
    """An attacking Group is across if all its models are north of the river."""
    bank = plan_of(TheCrossing.id).numbers["far_bank"] * our_scale(state.switches.points_limit).deep
    return group.on_table and all(y > bank for _, y in group.models)


def _groups_across(state: Battle, side: Side) -> int:
    return sum(is_across(state, one) for one in state.groups_of_side(state.attacker))


@scenario("CC-XNG-01", "CC-XNG-02", "CC-XNG-04", "CC-XNG-05")
class TheCrossing(Ours):
    """The attacker crosses, the defender holds."""

    id = "the-crossing"
    counters = {
        "Groups across": _groups_across,
        "no Group across": lambda state, side: int(_groups_across(state, side) == 0),
    }

    def rules_of_row(self, row: ScoreRow) -> tuple[str, ...]:
        """The rules behind a line of the VP table."""
        return (*super().rules_of_row(row), *(("CC-XNG-03",) if "across" in row.count else ()))


# ---- The Supply Train ----------------------------------------------------------------------------------


@scenario("CC-TRA-01", "CC-TRA-02", "CC-TRA-06")
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
        play.tell("wagon moved", "CC-TRA-03", *scale.cited, token=wagon.id, at=wagon.at)

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


# ---- Burn the Stores -----------------------------------------------------------------------------------


@scenario("CC-BRN-01", "CC-BRN-02", "CC-BRN-05")
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
            burners = [one for one in near if not one.melee]
            if burners and not unshaken_near(state, state.defender, token, numbers["guarded_within"]):
                token.gone = "burnt"
                play.tell("store burnt", "CC-BRN-03", token=token.id, groups=[one.id for one in burners])

    @rule("CC-BRN-04")
    def closing_condition(self, state: Battle) -> tuple[str, ...] | None:
        """The game ends when all three stores have burnt."""
        if all(one.gone for one in state.tokens.values()):
            return ("all stores have burnt", "CC-BRN-04")
        return super().closing_condition(state)


# ---- Breakthrough --------------------------------------------------------------------------------------


def _points_exited(state: Battle, side: Side) -> int:
    return sum(one.cost for one in state.groups_of_side(state.attacker) if one.where == "exited")


@rule("CC-BRK-05")
def _few_exited(state: Battle, side: Side) -> int:
    return int(_points_exited(state, side) < plan_of(Breakthrough.id).numbers["few_points"])


@scenario("CC-BRK-01", "CC-BRK-02", "CC-BRK-05")
class Breakthrough(Ours):
    """Attackers near the north edge exit at the end of their turn."""

    id = "breakthrough"
    leaves_as = "exited"
    counters = {"points of own Groups exited": _points_exited, "few exited": _few_exited}

    @rule("CC-BRK-03", "CC-GEO-30")
    async def turn_rules(self, play: Play[Battle]) -> None:
        """Each attacking Group that is not Shaken, not in melee and near the north edge exits."""
        state = play.state
        if state.active != state.attacker:
            return
        for group in state.groups_of_side(state.attacker):
            if self.exits(state, group):
                play.tell("group exited", "CC-BRK-03", "CC-GEO-30", group=group.id, points=group.cost)
                resilience.leave_play(play, group, "exited")

    def exits(self, state: Battle, group: Group) -> bool:
        """Whether the Group may leave over the north edge now."""
        if not group.on_table or group.melee or counts_as_shaken(group):
            return False
        nearest = min(state.ground.depth - y for _, y in group.models) - group.radius
        return within(nearest, self.plan.numbers["exit_within"])

    @rule("CC-BRK-04")
    def closing_condition(self, state: Battle) -> tuple[str, ...] | None:
        """The game ends when no attacking Group is on the table."""
        if not is_in_play(state, state.attacker):
            return ("no attacking Group is on the table", "CC-BRK-04")
        return super().closing_condition(state)


# ---- The Watchtower ------------------------------------------------------------------------------------


@scenario("CC-WTW-01", "CC-WTW-03", "CC-WTW-04", "CC-WTW-05")
class TheWatchtower(Ours):
    """The attacker comes from two sides."""

    id = "the-watchtower"

    @rule("CC-WTW-02")
    def zone(self, state: Battle, stage: Stage, side: Side, wider: int, group: Group | None = None) -> Zone:
        """At least one third of the attacking Groups, rounded down, deploys at each of two edges."""
        row = stage.zones.attacker
        if side != state.attacker or group is None or not isinstance(row, NearEdges):
            return super().zone(state, stage, side, wider, group)
        edges = self.open_edges(state, group)
        scale = self.scale(state.switches.points_limit)
        return msgspec.structs.replace(row, edges=edges).zone(state, scale, wider)

    def open_edges(self, state: Battle, group: Group) -> tuple[Edge, ...]:
        """The edges at which this Group may deploy, so that both still get their share."""
        own = state.groups_of_side(state.attacker)
        waiting = 1 + sum(one.id in state.to_do and one is not group for one in own)
        deployed = [one for one in own if one.on_table]
        # Groups held back are not deployed, so the share is one third of those that are.
        share = (len(deployed) + waiting) // int(self.plan.numbers["share"])
        middle = state.ground.depth / 2
        missing: dict[Edge, int] = {
            "north": share - sum(one.models[0][1] > middle for one in deployed),
            "south": share - sum(one.models[0][1] < middle for one in deployed),
        }
        short: tuple[Edge, ...] = tuple(edge for edge in missing if missing[edge] > 0)
        if short and sum(missing[edge] for edge in short) >= waiting:
            return short
        return ("north", "south")


# ---- Five Relics ---------------------------------------------------------------------------------------


def _value_claimed(state: Battle, side: Side) -> int:
    return sum(one.value for one in state.tokens.values() if one.owner == state.role(side))


@scenario("CC-REL-01", "CC-REL-02", "CC-REL-04")
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


# ---- Hunt the Captain ----------------------------------------------------------------------------------


def captains_groups(state: Battle, side: Side) -> list[Group]:
    """The Captains' Groups of a side."""
    return [state.groups[state.companies[seat].captain] for seat in state.sides[side]]


def _is_routed(group: Group) -> bool:
    return group.where == "routed"


def _is_shaken(group: Group) -> bool:
    # Ruling CC-SPL-14: who is only Confused does not count as Shaken for VP.
    return group.shaken


_BEST_FIRST: tuple[Callable[[Group], bool], ...] = (_is_routed, _is_shaken, is_bloodied)


@rule("CC-HNT-05")
def worst_fate(state: Battle, side: Side) -> int:
    """The best line for the side that hunts this one: 0 Routed, 1 Shaken, 2 Bloodied, 3 none of them."""
    captains = captains_groups(state, side)
    return next(
        (line for line, test in enumerate(_BEST_FIRST) if any(test(one) for one in captains)),
        len(_BEST_FIRST),
    )


def _line(number: int) -> Counter:
    return lambda state, side: int(worst_fate(state, 1 - side) == number)


@scenario("CC-HNT-01", "CC-HNT-02", "CC-HNT-03")
class HuntTheCaptain(Ours):
    """Only the best of the lines about the enemy Captain counts."""

    id = "hunt-the-captain"
    counters = {
        "enemy Captain Routed": _line(0),
        "enemy Captain Shaken": _line(1),
        "enemy Captain Bloodied": _line(2),
    }
    rules_of_captains = ("CC-HNT-03",)

    @rule("CC-HNT-04")
    def closing_condition(self, state: Battle) -> tuple[str, ...] | None:
        """The game ends at once when both Captains' Groups are Routed."""
        if all(_is_routed(one) for side in (0, 1) for one in captains_groups(state, side)):
            return ("both Captains' Groups are Routed", "CC-HNT-04")
        return super().closing_condition(state)
