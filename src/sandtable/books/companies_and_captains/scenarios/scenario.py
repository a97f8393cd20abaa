"""What a scenario must say of itself: table, deployment, first turn, special rules, end and VP."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

import msgspec

from sandtable.binding.registry import Registry
from sandtable.books.companies_and_captains.printed_tables import usual_traits
from sandtable.books.companies_and_captains.scenarios.plan import Plan, Role, ScoreRow, Stage, plan_of
from sandtable.books.companies_and_captains.scenarios.scaling import Scale, scenario_ids
from sandtable.books.companies_and_captains.state import Battle, Group, Side, Token, Whereabouts
from sandtable.kernel import Play, Refusal, rule
from sandtable.kernel.citation import written_here
from sandtable.table import Ground, Models, Piece, Zone, within
from sandtable.table.shapes import edges_of, outline_distance
from sandtable.table.terrain import box_outline


class Scored(msgspec.Struct, frozen=True):
    """Victory points that a side, or a player, has earned."""

    side: Side
    vp: int
    reason: str
    rule: str


Counter = Callable[[Battle, Side], int]
"""Counts something of which a side has earned so many."""


class Scenario:
    """The base of every scenario: what holds where a scenario says nothing else."""

    id: ClassVar[str]
    orders: ClassVar[tuple[str, ...]] = ()
    """The orders that only this scenario has."""
    leaves_as: ClassVar[Whereabouts] = "escaped"
    """What becomes of a Group that leaves the table in a way the scenario allows."""
    counters: Mapping[str, Counter] = {}
    """What its VP table counts, besides what every scenario can count."""
    rules_of_role: ClassVar[tuple[str, ...]] = ()
    """What binds the Group that has a part in the scenario."""
    rules_of_table: ClassVar[tuple[str, ...]] = ()
    """Where the size of its table is written, besides in its own rules."""
    rules_of_deploying: ClassVar[tuple[str, ...]] = ()
    """What holds for who deploys and who may not, besides its stages."""
    rules_of_captains: ClassVar[tuple[str, ...]] = ()
    """What holds for the deploying of Captains' Groups alone."""
    rules_of_widening: ClassVar[tuple[str, ...]] = ("CC-PUB-04",)
    """By which rules a zone that is too small is widened."""

    @property
    def plan(self) -> Plan:
        """Its data."""
        return plan_of(self.id)

    @property
    def title(self) -> str:
        """Its name."""
        return self.plan.title

    # ---- before the first turn -------------------------------------------------------------------

    def scale(self, points_limit: int) -> Scale:
        """How the map is stretched at this points limit."""
        raise NotImplementedError

    def lay_out(self, state: Battle) -> None:
        """The table gets its size, its map and its markers."""
        plan, scale = self.plan, self.scale(state.switches.points_limit)
        pieces = [
            Piece(
                id=f"{row.piece} {number}",
                kind=row.piece,
                outline=box_outline(*scale.box(row.area)),
                traits=usual_traits()[row.piece] if row.traits is None else row.traits,
            )
            for number, row in enumerate(plan.pieces, 1)
        ]
        width, depth = scale.point((plan.table.width, plan.table.depth))
        state.ground = Ground(width, depth, tuple(pieces))
        state.tokens = {}
        for row in plan.tokens:
            self.put_token(state, row.token, scale.point(row.at), row.size, row.value)

    def put_token(
        self, state: Battle, kind: str, at: tuple[float, float], size: tuple[float, float], value: int = 1
    ) -> Token:
        """Another marker of a kind lies on the table."""
        number = 1 + sum(one.kind == kind for one in state.tokens.values())
        token = Token(f"{kind}{number}", kind, at, size, value)
        state.tokens[token.id] = token
        return token

    def zone(self, state: Battle, stage: Stage, side: Side, wider: int, group: Group | None = None) -> Zone:
        """Where the side deploys in this stage, its zone widened by so many inches (CC-PUB-04, CC-SCN-08)."""
        row = stage.zones.attacker if side == state.attacker else stage.zones.defender
        assert row is not None, f"{self.id} has no zone for the {state.role(side)}"
        return row.zone(state, self.scale(state.switches.points_limit), wider)

    def barred_for_terrain(self, state: Battle, piece: Piece) -> Refusal | None:
        """The limit of the scenario that a rolled or placed piece would break, if any."""
        for limit in self.plan.limits:
            if limit.trait not in piece.traits:
                continue
            x, y = self.scale(state.switches.points_limit).point(limit.at)
            if within(outline_distance(x, y, edges_of(piece.outline)), limit.within):  # CC-GEN-03
                near = f"within {limit.within:g} inches of ({x:g},{y:g})"
                reason = f"Nothing {limit.trait} may lie {near}, as the {piece.kind} would."
                return Refusal(limit.rule, reason, "Lay it farther away.")
        return None

    def first_side(self, state: Battle) -> Side:
        """The side that takes the first turn, or that chooses who does."""
        return state.attacker if self.plan.first_turn.side == "attacker" else state.defender

    def first_turn_rules(self, state: Battle) -> tuple[str, ...]:
        """The rules by which a side takes the first turn or chooses who does."""
        return (self.plan.first_turn.rule,)

    def groups_that_test(self, state: Battle) -> list[Group]:
        """The Groups that Test Resilience before the first turn."""
        return []

    # ---- during the game -------------------------------------------------------------------------

    async def closing_roll(self, play: Play[Battle]) -> None:
        """The roll at the very start of a turn that may end the game (Pitched Battle, Ritual)."""

    async def bring_reserves(self, play: Play[Battle]) -> None:
        """Groups that arrive at the start of the turn (CC-SCN-05)."""

    async def turn_rules(self, play: Play[Battle]) -> None:
        """What happens at the end of a turn; may close the game."""

    def may_leave(self, state: Battle, group: Group, edge: str, *, by_retreat: bool) -> str:
        """The rule by which the Group may leave over this edge ("north" ...); "" if it may not."""
        return ""

    def stands_fast(self, state: Battle, group: Group) -> str:
        """The rule by which the Group changes place for nothing; "" for every other Group."""
        return ""

    def brings_on(self, state: Battle, group: Group) -> bool:
        """Whether the scenario can still bring this undeployed Group into play."""
        return False

    def group_left(self, play: Play[Battle], group: Group) -> None:
        """A Group leaves the table; its models still stand where they last stood."""

    def group_routed_over_the_edge(self, play: Play[Battle], group: Group) -> None:
        """A Group is about to be Routed because its Retreat leads off the table."""

    def models_fell(self, play: Play[Battle], group: Group, before: Models) -> None:
        """A Group has lost models; before that they stood so."""

    # ---- the end ---------------------------------------------------------------------------------

    def closing_condition(self, state: Battle) -> tuple[str, ...] | None:
        """Why the game is over now, followed by the rules; None while it goes on."""
        for side in (state.attacker, state.defender):
            if not can_go_on(state, side):
                return (f"the {state.role(side)} has no Group left", "CC-END-03")
        return None

    def why_time_is_up(self, state: Battle) -> tuple[str, ...] | None:
        """Why the turn that ends is the last one, followed by the rules; None while there are more."""
        raise NotImplementedError

    def victory_points(self, state: Battle) -> list[Scored]:
        """The VP of the scenario as they stand, line by line."""
        return [scored for scored, _ in self.counted(state)]

    @rule("CC-PUB-15")
    def counted(self, state: Battle) -> list[tuple[Scored, tuple[str, ...]]]:
        """Every line of the VP table with its rules, worked out for each side as a whole."""
        shared = ("CC-PUB-15",) if len(state.companies) > 2 else ()
        return [
            (self.scored(state, row, side), (*self.rules_of_row(row), *shared))
            for side in (state.attacker, state.defender)
            for row in self.plan.score
            if row.side in ("both", state.role(side))
        ]

    def scored(self, state: Battle, row: ScoreRow, side: Side) -> Scored:
        """What one line of the VP table earns a side."""
        vp = self.counter(row.count)(state, side) // row.per * row.vp
        return Scored(side, vp if row.most is None else min(vp, row.most), row.reason, row.rule)

    def counter(self, name: str) -> Counter:
        """How something of the VP table is counted."""
        return self.counters.get(name) or COUNTERS[name]

    def rules_of_row(self, row: ScoreRow) -> tuple[str, ...]:
        """The rules behind a line of the VP table."""
        return (row.rule,)


@rule("CC-END-03")
def can_go_on(state: Battle, side: Side) -> bool:
    """Whether a side has a Group on the table, or one that can still arrive."""
    # Whether a Group can still arrive hangs on the scenario too.
    from sandtable.books.companies_and_captains.chapters.lost_groups import can_still_arrive

    if state.has_group_on_table(side):
        return True

    groups = state.groups_of_side(side)
    return any(one.where == "undeployed" and can_still_arrive(state, one) for one in groups)


@rule("CC-PUB-11")
def is_in_play(state: Battle, side: Side) -> bool:
    """Whether a side has a Group left in play: undeployed, Escaped and exited ones are not."""
    return state.has_group_on_table(side)


# ---- what VP tables count --------------------------------------------------------------------------------


@rule("CC-PUB-10")
def routed_enemies(state: Battle, side: Side) -> list[Group]:
    """The enemy Groups Routed, whatever Routed them; deserters are not Routed."""
    routed = [one for one in state.groups.values() if one.where == "routed"]
    return [one for one in routed if state.companies[one.company].side == 1 - side]


@rule("CC-SCN-04")
def points_of_enemies_lost(state: Battle, side: Side) -> int:
    """The effective costs of the enemy Groups lost."""
    # Whether a Group is lost hangs on the scenario too.
    from sandtable.books.companies_and_captains.chapters.lost_groups import is_lost

    return sum(one.cost for one in state.groups_of_side(1 - side) if is_lost(state, one))


def count_routed(which: Callable[[Battle, Group], bool]) -> Counter:
    """Counts the enemy Groups Routed that are such as these."""
    return lambda state, side: sum(which(state, one) for one in routed_enemies(state, side))


def _tokens_gone(how: str) -> Counter:
    return lambda state, side: sum(one.gone == how for one in state.tokens.values())


COUNTERS: dict[str, Counter] = {
    "own Groups Escaped": lambda state, side: sum(
        one.where == "escaped" for one in state.groups_of_side(side)
    ),
    "enemy Groups Routed": lambda state, side: len(routed_enemies(state, side)),
    "enemy Groups Routed but Captains'": count_routed(lambda state, one: not state.holds_captain(one)),
    "enemy Captains' Groups Routed": count_routed(Battle.holds_captain),
    "points of enemy Groups lost": points_of_enemies_lost,
    "tokens on the table": _tokens_gone(""),
    "tokens taken": _tokens_gone("taken"),
    "tokens destroyed": _tokens_gone("destroyed"),
    "tokens captured": _tokens_gone("captured"),
    "tokens exited": _tokens_gone("exited"),
    "tokens burnt": _tokens_gone("burnt"),
}
"""Counters that several scenarios use."""


# ---- every scenario by its id ----------------------------------------------------------------------------

SCENARIOS: Registry[Scenario] = Registry("a scenario", scenario_ids())


def scenario(*ids: str) -> Callable[[type[Scenario]], type[Scenario]]:
    """Make a scenario known by its id; these of its rules are carried out by its data."""

    def known(kind: type[Scenario]) -> type[Scenario]:
        SCENARIOS[kind.id] = kind()
        written_here(f"{kind.__module__}:{kind.__qualname__}", *ids)
        return kind

    return known


def scenario_of(state: Battle) -> Scenario:
    """The scenario that is played."""
    return SCENARIOS[state.scenario]


def side_of_role(state: Battle, role: Role) -> Side:
    """The side that has this role."""
    return state.attacker if role == "attacker" else state.defender
