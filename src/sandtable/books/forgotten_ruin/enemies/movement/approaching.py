"""How a figure goes towards a target it cannot charge: as near as it may, in Cover, beside its comrades."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from math import inf

import msgspec

from sandtable.books.forgotten_ruin.chapters.cover import is_in_cover_at
from sandtable.books.forgotten_ruin.chapters.movement import routes
from sandtable.books.forgotten_ruin.chapters.movement.footing import footing_of, rates
from sandtable.books.forgotten_ruin.chapters.movement.walking import dash_inches, move_limit
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    TOLERANCE,
    inches,
    nearest_of,
    within,
)
from sandtable.books.forgotten_ruin.enemies.movement.moving import DETOUR, Reach, never_entered, way_to
from sandtable.books.forgotten_ruin.enemies.movement.placing import COHESION
from sandtable.books.forgotten_ruin.enemies.planning import Foe, Plan, can_dash_to_fight, why_not_charge
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure
from sandtable.kernel import rule
from sandtable.table import Point
from sandtable.table.figures import approach
from sandtable.table.figures.approach import AROUND, TRIES
from sandtable.table.figures.bases import A_HAIR, gap_from, is_near_any
from sandtable.table.figures.legs import Route, cut
from sandtable.table.figures.long_ways import Way
from sandtable.table.figures.tracing import drops_around

SHORT_OF_CONTACT = 0.1
"""How far a figure that may not touch a soldier stops short of it (FR-EAI-11)."""
LOOKS_AHEAD = 30
"""At how many later places of its way a figure looks for Cover (FR-EAI-10)."""
LOOKED_AT = 40
"""At how many places a figure looks for Cover."""


@rule("FR-EAI-11")
def clearance(state: Battle) -> float:
    """The distance from every opponent at which a move out of contact ends, or a hair less."""
    return inches(state, SHORT_OF_CONTACT) - A_HAIR


def gives_cover(state: Battle) -> bool:
    """Whether anything on the table can give Cover."""
    return any("field" not in one.traits for one in state.ground.pieces)


class Approach(approach.Approach[Reach]):
    """A figure that goes towards a target, with what it has to heed on the way."""

    def __init__(
        self,
        state: Battle,
        figure: Enemy,
        target: Figure | Point,
        foes: Sequence[Foe],
        moved: Sequence[Enemy] = (),
        way: Way | None = None,
    ) -> None:
        self.state = state
        self.figure = figure
        short, limit = inches(state, SHORT_OF_CONTACT), move_limit(state, figure)
        if isinstance(target, Figure):
            self.target, goal, height = target.id, target.at, target.elevation
            off = figure.radius + target.radius + short
        else:
            self.target, goal, height, off = "", target, 0.0, 0.0
        is_high = figure.elevation > rates(state).easy_drop
        self.landings = drops_around(footing_of(state, figure, may_contact=False), limit) if is_high else []
        """Where it may drop to from what it cannot climb."""
        if self.landings:
            below = msgspec.structs.replace(figure, at=self.landings[0][0], elevation=0.0)
            way = way_to(state, below, goal, height)
        way = way or way_to(state, figure, goal, height)
        near = inches(state, COHESION)
        super().__init__(figure, way, limit, foes, moved, off=off, short=short, near=near)

    def look(self, farthest: float) -> Reach:
        """Everywhere it could get with an allowance, over traps too."""
        return Reach(self.state, self.figure, farthest)

    @rule("FR-SPM-20", "FR-SPL-27")
    def heeding(self, plain: Reach) -> Reach:
        """Round what is dangerous, if that costs no more than half a move; round gas and sleepers anyway."""
        careful = plain.with_care()
        if careful is None or never_entered(self.state, self.figure):
            return careful or plain
        best = min((self.left_from(at) for at, _ in plain.places()), default=0.0)
        around = min((self.left_from(at) for at, _ in careful.places()), default=inf)
        return careful if around <= best + DETOUR * self.limit else plain

    def allowance(self, dashes: bool) -> float:
        """What Move and straight Dash pay for."""
        return self.limit + (dash_inches(self.state, self.figure)[1] if dashes else 0.0)

    @rule("FR-EAI-10", "FR-EAI-11")
    def route(self, at: Point, dashes: bool) -> Route | None:
        """The way to a place: of a Dash the last inches straight, or one less, and nothing climbed."""
        reached, limit = self.reach(self.allowance(dashes)), self.limit
        found = reached.route(at, reached.limit)
        if found is None or not dashes or found.cost <= limit + A_HAIR:
            return found
        if cut(found, reached.limit, rates(self.state), climbing=limit, rough=self.figure.rough).ran_out:
            return None
        bent = limit + dash_inches(self.state, self.figure)[0]
        return found if found.cost <= bent + A_HAIR or found.ends_straight(found.cost - limit) else None

    def plan(self, way: Route, purpose: str, why: str, *rules: str) -> Plan:
        """A plan for a way; a figure that uses more than the Move Dashes."""
        return Plan(self.figure, purpose, way, self.target, rules, why, way.cost > self.limit + A_HAIR)

    def within(self, left: float) -> Plan:
        """As near to the target as what is left of an allowance goes."""
        self.limit = left
        return self.go(False, "advance", "towards the nearest soldier")

    @rule("FR-EAI-21", "FR-EAI-03", "FR-BIG-12")
    def go(self, dashes: bool, purpose: str, why: str, *rules: str) -> Plan:
        """As near to the target as the allowance goes, beside a comrade who has moved."""
        cohesion = ("FR-EAI-03",) if self.comrades else ()
        dropped = self._down()
        if dropped is not None:
            return self.plan(dropped, purpose, why, *rules, "FR-EAI-23", *cohesion)
        farthest = self.allowance(dashes)
        bent = self.limit + (dash_inches(self.state, self.figure)[0] if dashes else 0.0)
        found = self.straight_on(farthest)
        found = found or self.nearest_way(farthest, bent, lambda at: self.route(at, dashes))
        if found is not None:
            return self.plan(found, purpose, why, *rules, "FR-EAI-21", *cohesion)
        if dashes:
            # The nearest places may all be too far round a corner for a Dash.
            return self.go(False, purpose, why, *rules)
        stays = "there is no better place to go to"
        return Plan(self.figure, "stay", None, self.target, (*rules, "FR-EAI-23"), stays)

    @rule("FR-EAI-23")
    def _down(self) -> Route | None:
        """The way over the edge from whose foot the least is left; beside a comrade if possible."""
        order = sorted(
            (not self.is_beside(at), self.left_from(at), cost, at)
            for at, cost in self.landings
            if self.keeps_off(at)
        )
        ways = (routes.route(self.state, self.figure, at, self.limit) for _, _, _, at in order)
        return next((way for way in ways if way is not None), None)


@rule("FR-EAI-09", "FR-EAI-11", "FR-EAI-23")
def hurry(
    state: Battle,
    figure: Enemy,
    target: Foe,
    foes: Sequence[Foe],
    rules: tuple[str, ...],
    way: Way | None = None,
) -> Plan:
    """Straight at the soldiers with Move and Dash, ending out of contact."""
    refused = why_not_charge(state, figure)
    why = "it cannot reach contact by a Move" if refused is None else refused.reason.rstrip(".")
    cited = (*rules, "FR-EAI-11", *(() if refused is None else (refused.rule,)))
    dashes = can_dash_to_fight(state, figure)
    return Approach(state, figure, target, foes, (), way).go(dashes, "close in", why, *cited)


@rule("FR-EAI-08", "FR-EAI-10", "FR-EAI-17", "FR-EAI-21")
def advance(
    state: Battle,
    figure: Enemy,
    target: Foe,
    foes: Sequence[Foe],
    moved: Sequence[Enemy] = (),
    way: Way | None = None,
) -> Plan:
    """Towards the target, from Cover to Cover where the way allows it, beside a comrade who has moved."""
    approach = Approach(state, figure, target, foes, moved, way)
    why = f"towards the nearest {'opponent' if isinstance(target, Enemy) else 'soldier'}"
    if not gives_cover(state):
        return approach.go(False, "advance", why, "FR-EAI-06")
    watcher = nearest_of(figure, foes)[0]
    in_the_open = not is_in_cover_at(state, watcher, figure, figure.at, figure.elevation)
    dashes = in_the_open and can_dash_to_fight(state, figure)
    covered = _to_cover(approach, watcher, dashes)
    if covered is not None:
        rules = ["FR-EAI-06", "FR-EAI-08", "FR-EAI-21"]
        if covered.cost <= approach.limit + A_HAIR:
            return approach.plan(covered, "take cover", "from Cover to Cover", *rules)
        return approach.plan(covered, "take cover", "out of the open into Cover", *rules, "FR-EAI-10")
    if dashes and _passes_cover(approach, watcher):
        why = "it is in the open and its way leads to Cover"
        return approach.go(True, "advance", why, "FR-EAI-06", "FR-EAI-10")
    return _sidestepped(approach, approach.go(False, "advance", why, "FR-EAI-06"), watcher)


@rule("FR-EAI-08", "FR-EAI-10")
def _to_cover(approach: Approach, watcher: Foe, dashes: bool) -> Route | None:
    """The way into Cover that lies at least half its Speed nearer to the target, with the most progress."""
    state, figure = approach.state, approach.figure
    farthest = approach.allowance(dashes)
    straight = approach.straight_on(farthest)
    if straight is not None and is_in_cover_at(state, watcher, figure, straight.end, straight.elevation):
        return straight
    enough = approach.left_from(figure.at) - approach.limit / 2 + A_HAIR
    for left, _, at in islice(approach.together(approach.ranked(farthest)), LOOKED_AT):
        if left > enough:
            break
        if is_in_cover_at(state, watcher, figure, at, figure.elevation):
            found = approach.route(at, dashes)
            if found is not None:
                return found
    return None


@rule("FR-EAI-10")
def _passes_cover(approach: Approach, watcher: Foe) -> bool:
    """Whether a later place of the way is in Cover from the nearest soldier."""
    later = approach.way.later_than(approach.figure.at, approach.limit)
    step = max(1, -(-len(later) // LOOKS_AHEAD))
    state, figure = approach.state, approach.figure
    return any(is_in_cover_at(state, watcher, figure, at, figure.elevation) for at in later[::step])


@rule("FR-EAI-17")
def _sidestepped(approach: Approach, plan: Plan, watcher: Foe) -> Plan:
    """A move that would end in the open ends up to 1 in to the side if that is in Cover."""
    state, figure, route = approach.state, approach.figure, plan.route
    if route is None or is_in_cover_at(state, watcher, figure, plan.end, route.elevation):
        return plan
    if any(leg.how == "drop" for leg in route.legs):
        # A place to the side of the foot would be one at the top of the edge.
        return plan
    (x, y), far = plan.end, inches(state, 1.0)
    for at in [(x + far * share * dx, y + far * share * dy) for share in (0.5, 1.0) for dx, dy in AROUND]:
        if approach.is_for(at) and is_in_cover_at(state, watcher, figure, at, route.elevation):
            found = approach.route(at, False)
            if found is not None:
                why = "Cover is a step to the side"
                return approach.plan(found, "take cover", why, *plan.rules, "FR-EAI-17")
    return plan


@rule("FR-EAI-22", "FR-EAI-04")
def join(state: Battle, figure: Enemy, core: Sequence[Figure], foes: Sequence[Foe]) -> Plan:
    """A scattered figure goes back to the nearest figure of its mob's largest group, without a Dash."""
    near, rules, why = inches(state, COHESION), ("FR-EAI-22", "FR-EAI-04"), "back to its mob"
    if not core or is_near_any(figure.at, figure, core, near):
        return Plan(figure, "stay", None, "", ("FR-EAI-22",), "it is with its mob again")
    friend = nearest_of(figure, core)[0]
    approach = Approach(state, figure, friend, foes)
    wide = figure.radius + friend.radius + near + 2 * TOLERANCE
    reached = [
        one
        for one in approach.ranked(approach.limit).near([(friend.at, wide)])
        if within(gap_from(one[2], figure, friend), near)
    ]
    reached.sort(key=lambda one: one[1])
    for _, _, at in reached[:TRIES]:
        found = approach.route(at, False)
        if found is not None:
            return approach.plan(found, "regroup", why, *rules)
    return approach.go(False, "regroup", why, *rules)
