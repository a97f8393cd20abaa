"""How a figure goes towards a target it cannot charge: as near as it may, in Cover, beside its comrades."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from math import inf

import msgspec
import numpy

from sandtable.books.forgotten_ruin.chapters.cover import is_in_cover_at
from sandtable.books.forgotten_ruin.chapters.movement import routes, walking
from sandtable.books.forgotten_ruin.chapters.movement.walking import dash_inches
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    TOLERANCE,
    inches,
    nearest_of,
    within,
)
from sandtable.books.forgotten_ruin.chapters.terrain import level_at
from sandtable.books.forgotten_ruin.enemies.movement.avoiding import DETOUR, never_entered
from sandtable.books.forgotten_ruin.enemies.movement.dropping import landings, stands_high
from sandtable.books.forgotten_ruin.enemies.movement.moving import (
    SHORT_OF_CONTACT,
    Reach,
    dash_route,
    keeps_off,
    through_difficult,
    way_to,
)
from sandtable.books.forgotten_ruin.enemies.movement.placing import COHESION
from sandtable.books.forgotten_ruin.enemies.planning import Plan, can_dash, is_near_any, why_not_charge
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Soldier
from sandtable.kernel.arithmetic import hypot
from sandtable.kernel.citation import rule
from sandtable.table.figures.bases import A_HAIR, gap_from
from sandtable.table.figures.last_inches import walked_out
from sandtable.table.figures.legs import Route
from sandtable.table.figures.long_ways import Way
from sandtable.table.figures.ranking import Ranked, RankedPlaces
from sandtable.table.measure import Point

SIDESTEP = 1.0
"""How far to the side a figure looks for Cover at the end of a move (FR-EAI-17)."""
PROGRESS = 0.5
"""The share of its Speed by which a figure must come nearer from Cover to Cover (FR-EAI-08)."""
LOOKS_AHEAD = 30
"""At how many later places of its way a figure looks for Cover (FR-EAI-10)."""
TRIES = 6
"""How many places are tried before a figure stays where it is."""
LOOKED_AT = 40
"""At how many places a figure looks for Cover."""

Foe = Soldier | Enemy

_H = 0.7071067811865476
AROUND = ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (_H, _H), (_H, -_H), (-_H, _H), (-_H, -_H))


def gives_cover(state: Battle) -> bool:
    """Whether anything on the table can give Cover."""
    return any("field" not in one.traits for one in state.ground.pieces)


class Approach:
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
        self.target, self.off, height = "", 0.0, 0.0
        """Whom it means, and how far from the goal it stops at the nearest."""
        if isinstance(target, Figure):
            self.target, goal, height = target.id, target.at, target.elevation
            self.off = figure.radius + target.radius + inches(state, SHORT_OF_CONTACT)
        else:
            goal = target
        self.foes = foes
        self.moved = moved
        """Comrades who have moved before; it ends beside one of them, if there is any."""
        self.limit = walking.move_limit(state, figure)
        self.landings = landings(state, figure, self.limit) if stands_high(state, figure) else []
        """Where it may drop to from what it cannot climb."""
        if self.landings:
            below = msgspec.structs.replace(figure, at=self.landings[0][0], elevation=0.0)
            way = way_to(state, below, goal, height)
        self.way = way or way_to(state, figure, goal, height)
        self.near = inches(state, COHESION)
        self._spots: dict[float, RankedPlaces] = {}
        self._reaches: dict[float, Reach] = {}
        self._plain: list[Reach] = []

    # ---- places --------------------------------------------------------------------------------

    def left_from(self, at: Point) -> float:
        """How far it is still to go from a place."""
        return self.way.left_from(at)

    def reach(self, farthest: float) -> Reach:
        """Everywhere it can get with an allowance."""
        found = self._reaches.get(farthest)
        if found is None:
            wider = next((one for one in self._plain if one.limit > farthest), None)
            found = wider.cut(farthest) if wider else Reach(self.state, self.figure, farthest)
            self._plain.append(found)
            careful = found.with_care()
            if careful is not None and self._is_worth_it(found, careful):
                found = careful
            self._reaches[farthest] = found
        return found

    @rule("FR-SPM-20", "FR-SPL-27")
    def _is_worth_it(self, plain: Reach, careful: Reach) -> bool:
        """Whether going around what is dangerous costs no more than half a move."""
        if never_entered(self.state, self.figure):
            return True
        best = min((self.left_from(at) for at, _ in plain.places()), default=0.0)
        around = min((self.left_from(at) for at, _ in careful.places()), default=inf)
        return around <= best + DETOUR * self.limit

    def spots(self, farthest: float) -> RankedPlaces:
        """The places it can get to out of contact, the one nearest to the target first."""
        found = self._spots.get(farthest)
        if found is None:
            found = self._spots[farthest] = self._looked_for(farthest)
        return found

    def _looked_for(self, farthest: float) -> RankedPlaces:
        state, figure, reached = self.state, self.figure, self.reach(farthest)
        exact = list(self._exact(farthest))
        known = reached.places_off(self.foes)
        if known is not None:
            grid, places, costs = known
            left, sure = self.way.left_for_sure(grid, places)
            rest = partial(self.way.left_from_places, grid, places)
            where = (grid.x[places], grid.y[places])
            return RankedPlaces(left, sure, costs, where, places, exact, self._holds(reached), rest)
        flown = [one for one in reached.places() if keeps_off(state, figure, one[0], self.foes)]
        left, costs = numpy.array([(self.left_from(at), cost) for at, cost in flown]).reshape(-1, 2).T
        x, y = numpy.array([at for at, _ in flown]).reshape(-1, 2).T
        return RankedPlaces(left, inf, costs, (x, y), None, exact, self._holds(reached), lambda: left)

    def _holds(self, reached: Reach) -> Callable[[Point], bool]:
        """Whether it can stand at a place out of contact."""
        state, figure, foes = self.state, self.figure, self.foes
        return lambda at: reached.can_end(at) and keeps_off(state, figure, at, foes)

    def _exact(self, farthest: float) -> Iterator[Ranked]:
        """The place to which the whole allowance leads, and places right beside comrades."""
        x, y = self.figure.at
        far = min(farthest, self.left_from(self.figure.at) - self.off)
        if far > A_HAIR:
            at = self.way.point_after(self.figure.at, far)
            yield self.left_from(at), far, at
            part = through_difficult(self.reach(farthest), at, self.limit)
            if part is not None:
                yield self.left_from(part.end), part.cost, part.end
        for one in self.moved:
            apart = one.radius + self.figure.radius + inches(self.state, SHORT_OF_CONTACT)
            if hypot(one.at[0] - x, one.at[1] - y) <= farthest + apart:
                for dx, dy in AROUND:
                    at = (one.at[0] + apart * dx, one.at[1] + apart * dy)
                    far = hypot(at[0] - x, at[1] - y)
                    if far <= farthest:
                        yield self.left_from(at), far, at

    def together(self, spots: RankedPlaces) -> Iterator[Ranked]:
        """Those of the places that keep the mob together."""
        if not self.moved:
            return iter(spots)
        wide = self.figure.radius + self.near + 2 * TOLERANCE + A_HAIR
        around = [(one.at, one.radius + wide) for one in self.moved]
        return (one for one in spots.near(around) if self.is_beside(one[2]))

    def is_beside(self, at: Point) -> bool:
        """Whether a place keeps the mob together; the first who moves is free."""
        return not self.moved or is_near_any(self.figure, at, self.moved, self.near)

    def dash_limit(self) -> float:
        """The allowance of Move and straight Dash."""
        return self.limit + dash_inches(self.state, self.figure)[1]

    def route(self, at: Point, dashes: bool) -> Route | None:
        """The way to a place within the allowance."""
        if not dashes:
            return self.reach(self.limit).route(at, self.limit)
        return dash_route(self.reach(self.dash_limit()), at)

    def plan(self, way: Route, purpose: str, why: str, *rules: str) -> Plan:
        """A plan for a way; who uses more than the Move Dashes."""
        dashes = way.cost > self.limit + A_HAIR
        return Plan(self.figure, purpose, way, self.target, rules, why, dashes=dashes)

    def stays(self, why: str, *rules: str) -> Plan:
        """A plan to stay."""
        return Plan(self.figure, "stay", None, self.target, rules, why)

    def within(self, left: float) -> Plan:
        """As near to the target as what is left of an allowance goes."""
        self.limit = left
        return self.go(False, "advance", "towards the nearest soldier")

    # ---- going ---------------------------------------------------------------------------------

    @rule("FR-EAI-21", "FR-EAI-03", "FR-BIG-12")
    def go(self, dashes: bool, purpose: str, why: str, *rules: str) -> Plan:
        """As near to the target as the allowance goes, beside a comrade who has moved."""
        farthest = self.dash_limit() if dashes else self.limit
        dropped = self._down()
        if dropped is not None:
            return self.plan(dropped, purpose, why, *rules, "FR-EAI-23", *self._cohesion())
        straight = self.straight_on(farthest)
        if straight is not None:
            return self.plan(straight, purpose, why, *rules, "FR-EAI-21", *self._cohesion())
        here = self.left_from(self.figure.at)
        spots = self.spots(farthest)
        for wanted in (self._together, self._nearest_to_comrade):
            found = self._first_way(wanted(spots, here), dashes)
            if found is not None:
                longer = walked_out(self.reach(farthest).footing, found, self._bent(dashes), self)
                found = self.reach(farthest).bent(longer, self._bent(dashes)) or found
                return self.plan(found, purpose, why, *rules, "FR-EAI-21", *self._cohesion())
        if dashes:
            # The nearest places may all be too far round a corner for a Dash.
            return self.go(False, purpose, why, *rules)
        return self.stays("there is no better place to go to", *rules, "FR-EAI-23")

    @rule("FR-EAI-21", "FR-EAI-11")
    def _first_way(self, places: Iterable[Ranked], dashes: bool) -> Route | None:
        """The way to the first place it can get to."""
        # A few are tried of those that a Move pays for, that any Dash does, and that only a straight one may.
        allowances = (self.limit, self._bent(dashes), inf)
        tries = [TRIES, TRIES, TRIES]
        for _, cost, at in places:
            dear = next(place for place, most in enumerate(allowances) if cost <= most + A_HAIR)
            if tries[0] == 0:
                return None
            # Who skitters over a wall may pass places where nobody stands.
            if tries[dear] == 0 or not self.can_stand(at):
                continue
            tries[dear] -= 1
            found = self.route(at, dashes)
            if found is not None and found.length > A_HAIR:
                return found
        return None

    def can_stand(self, at: Point) -> bool:
        """Whether nothing and nobody is where it would end."""
        return self._plain[0].footing.can_end(at, level_at(self.state, at))

    def _bent(self, dashes: bool) -> float:
        """The allowance for a way with corners."""
        return self.limit + (dash_inches(self.state, self.figure)[0] if dashes else 0.0)

    def is_for(self, at: Point) -> bool:
        """Whether it may end its move at a place."""
        return self.is_beside(at) and keeps_off(self.state, self.figure, at, self.foes)

    def on_from(self, at: Point, far: float) -> Point:
        """Where so many inches from a place lead on the way to the goal."""
        return self.way.point_after(at, far)

    @rule("FR-EAI-23")
    def _down(self) -> Route | None:
        """The way over the edge from whose foot the least is left; beside a comrade if possible."""
        order = sorted(
            (not self.is_beside(at), self.left_from(at), cost, at)
            for at, cost in self.landings
            if keeps_off(self.state, self.figure, at, self.foes)
        )
        ways = (routes.route(self.state, self.figure, at, self.limit) for _, _, _, at in order)
        return next((way for way in ways if way is not None), None)

    def _cohesion(self) -> tuple[str, ...]:
        return ("FR-EAI-03",) if self.moved else ()

    def straight_on(self, farthest: float) -> Route | None:
        """The whole allowance straight towards the goal, where nothing is nearer than that and it is open."""
        if type(self.way) is not Way:
            return None
        start = self.figure.at
        far = min(farthest, self.left_from(start) - self.off)
        if far <= A_HAIR:
            return None
        at = self.way.point_after(start, far)
        if not self.is_for(at):
            return None
        reached = self.reach(farthest)
        return routes.route(self.state, self.figure, at, farthest) if reached.is_open(at) else None

    def _together(self, spots: RankedPlaces, here: float) -> Iterator[Ranked]:
        if self.moved:
            return self.together(spots)
        return (one for one in spots if one[0] < here - A_HAIR)

    def _nearest_to_comrade(self, spots: RankedPlaces, here: float) -> Iterator[Ranked]:
        """Where there is no place beside a comrade, the places nearest to one."""
        if not self.moved or self.is_beside(self.figure.at):
            return iter(())
        far = [(min(gap_from(at, self.figure, one) for one in self.moved), cost, at) for _, cost, at in spots]
        return iter(sorted(far))


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
    return Approach(state, figure, target, foes, (), way).go(can_dash(state, figure), "close in", why, *cited)


@rule("FR-EAI-08", "FR-EAI-10", "FR-EAI-17", "FR-EAI-21")
def advance(
    state: Battle,
    figure: Enemy,
    target: Foe,
    foes: Sequence[Foe],
    moved: Sequence[Enemy] = (),
    way: Way | None = None,
) -> Plan:
    """Towards the target, from Cover to Cover where the way allows it, beside whoever has moved."""
    approach = Approach(state, figure, target, foes, moved, way)
    why = f"towards the nearest {'opponent' if isinstance(target, Enemy) else 'soldier'}"
    if not gives_cover(state):
        return approach.go(False, "advance", why, "FR-EAI-06")
    watcher = nearest_of(figure, foes)[0]
    in_the_open = not is_in_cover_at(state, watcher, figure, figure.at, figure.elevation)
    dashes = in_the_open and can_dash(state, figure)
    plan = _to_cover(approach, watcher, dashes)
    if plan is not None:
        return plan
    if dashes and _passes_cover(approach, watcher):
        why = "it is in the open and its way leads to Cover"
        return approach.go(True, "advance", why, "FR-EAI-06", "FR-EAI-10")
    return _sidestepped(approach, approach.go(False, "advance", why, "FR-EAI-06"), watcher)


@rule("FR-EAI-08", "FR-EAI-10")
def _to_cover(approach: Approach, watcher: Foe, dashes: bool) -> Plan | None:
    """A place in Cover that lies at least half its Speed nearer to the target, with the most progress."""
    state, figure = approach.state, approach.figure
    farthest = approach.dash_limit() if dashes else approach.limit
    straight = approach.straight_on(farthest)
    if straight is not None and is_in_cover_at(state, watcher, figure, straight.end, straight.elevation):
        return _covered(approach, straight)
    enough = approach.left_from(figure.at) - PROGRESS * approach.limit + A_HAIR
    looked = 0
    for left, _, at in approach.together(approach.spots(farthest)):
        if left > enough or looked >= LOOKED_AT:
            break
        looked += 1
        if not is_in_cover_at(state, watcher, figure, at, figure.elevation):
            continue
        found = approach.route(at, dashes)
        if found is None:
            continue
        return _covered(approach, found)
    return None


def _covered(approach: Approach, found: Route) -> Plan:
    """A plan to go to a place in Cover; who uses more than the Move Dashes."""
    rules = ("FR-EAI-06", "FR-EAI-08", "FR-EAI-21")
    if found.cost > approach.limit + A_HAIR:
        return approach.plan(found, "take cover", "out of the open into Cover", *rules, "FR-EAI-10")
    return approach.plan(found, "take cover", "from Cover to Cover", *rules)


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
    state, figure = approach.state, approach.figure
    if plan.route is None or is_in_cover_at(state, watcher, figure, plan.end, plan.route.elevation):
        return plan
    if any(leg.how == "drop" for leg in plan.route.legs):
        # A place to the side of the foot would be one at the top of the edge.
        return plan
    far = inches(state, SIDESTEP)
    for share in (0.5, 1.0):
        for dx, dy in AROUND:
            at = (plan.end[0] + far * share * dx, plan.end[1] + far * share * dy)
            if not approach.is_beside(at) or not keeps_off(state, figure, at, approach.foes):
                continue
            if not is_in_cover_at(state, watcher, figure, at, plan.route.elevation):
                continue
            found = approach.route(at, False)
            if found is not None:
                return approach.plan(
                    found, "take cover", "Cover is a step to the side", *plan.rules, "FR-EAI-17"
                )
    return plan


@rule("FR-EAI-22", "FR-EAI-04")
def join(state: Battle, figure: Enemy, core: Sequence[Figure], foes: Sequence[Foe]) -> Plan:
    """A scattered figure goes back to the nearest figure of its mob's largest group, without a Dash."""
    near = inches(state, COHESION)
    if not core or is_near_any(figure, figure.at, core, near):
        return Plan(figure, "stay", None, "", ("FR-EAI-22",), "it is with its mob again")
    friend = nearest_of(figure, core)[0]
    approach = Approach(state, figure, friend, foes)
    wide = figure.radius + friend.radius + near + 2 * TOLERANCE
    reached = [
        one
        for one in approach.spots(approach.limit).near([(friend.at, wide)])
        if within(gap_from(one[2], figure, friend), near)
    ]
    reached.sort(key=lambda one: one[1])
    for _, _, at in reached[:TRIES]:
        found = approach.route(at, False)
        if found is not None:
            return approach.plan(found, "regroup", "back to its mob", "FR-EAI-22", "FR-EAI-04")
    return approach.go(False, "regroup", "back to its mob", "FR-EAI-22", "FR-EAI-04")
