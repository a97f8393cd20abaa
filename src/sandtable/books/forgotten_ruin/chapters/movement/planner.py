"""The planner of a soldier's move: what the player may answer, and what is drawn at random."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf

import msgspec

from sandtable.binding.planners import Planner
from sandtable.books.forgotten_ruin.chapters.movement import proposals as move_proposals
from sandtable.books.forgotten_ruin.chapters.movement.answers import Plot, read_plot
from sandtable.books.forgotten_ruin.chapters.movement.charging import charge, jump_upon, why_no_charge
from sandtable.books.forgotten_ruin.chapters.movement.footing import DUE, footing_of, rates
from sandtable.books.forgotten_ruin.chapters.movement.leaving import way_out
from sandtable.books.forgotten_ruin.chapters.movement.routes import route
from sandtable.books.forgotten_ruin.chapters.movement.sampling import draw_move
from sandtable.books.forgotten_ruin.chapters.movement.standing import why_not_end, why_stopped
from sandtable.books.forgotten_ruin.chapters.movement.walking import dash_inches
from sandtable.books.forgotten_ruin.chapters.movement.way_in_words import in_words
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    TOLERANCE,
    distance_to_edge,
    inches,
    told,
)
from sandtable.books.forgotten_ruin.chapters.shooting.targets import why_no_melee
from sandtable.books.forgotten_ruin.chapters.terrain import level_at, surface_at
from sandtable.books.forgotten_ruin.modifiers import STRAIGHT_SPEED
from sandtable.books.forgotten_ruin.state import Battle, Edge, Soldier
from sandtable.kernel.arithmetic import hypot, total
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Answer, Chance, Option
from sandtable.kernel.refusal import Refusal, Refused, refuse
from sandtable.table.figures.footing import Stop
from sandtable.table.figures.legs import Budget, Leg, Route, cut_leg, is_one_line, pay, standing
from sandtable.table.figures.routes import who_bars_a_flight
from sandtable.table.figures.searching import Search, search_of
from sandtable.table.figures.terrain import TOUCHING
from sandtable.table.figures.tracing import Trace
from sandtable.table.measure import Point


class Planned(msgspec.Struct, frozen=True):
    """A move that was accepted."""

    route: Route
    leave: Edge | None = None


class MovePlanner(Planner[Planned]):
    """What one soldier may do with so many inches of movement."""

    def __init__(
        self,
        state: Battle,
        soldier: Soldier,
        limit: float,
        kind: str,
        may_contact: bool,
        may_leave: bool,
        why_no_contact: Refusal | None = None,
    ) -> None:
        super().__init__({"dash": "FR-MOV-11"}.get(kind, "FR-MOV-01"))
        self.state = state
        self.soldier = soldier
        self.limit = limit
        self.kind = kind
        self.may_contact = may_contact
        self.why_no_contact = why_no_contact or why_no_charge(soldier, kind)
        self.may_leave = may_leave
        self.bent, self.straight = dash_inches(state, soldier) if kind == "dash" else (0.0, 0.0)
        lifts = STRAIGHT_SPEED.all(state, soldier) if kind in ("move", "dash") else []
        self.lift: float = inches(state, total(one.value for one in lifts))
        """What the Move has more if it is one straight line."""
        self.rates = rates(state)
        self.footing = footing_of(state, soldier, may_contact=may_contact)
        self._search: Search | None = None

    def look_again(self) -> None:
        """Somebody stands elsewhere than before: everything is worked out anew."""
        self.footing = footing_of(self.state, self.soldier, may_contact=self.may_contact)
        self._search = None
        super().look_again()

    @property
    def search(self) -> Search:
        """The cheapest ways round everything, worked out when somebody needs them."""
        if self._search is None:
            footing = footing_of(self.state, self.soldier, may_contact=False)
            self._search = search_of(footing, self.farthest)
        return self._search

    @property
    def farthest(self) -> float:
        """The most inches that this move can have."""
        return self.limit + self.lift + max(self.bent, self.straight)

    @property
    def budget(self) -> Budget:
        """What may be used up; the extra inches of a Dash are not for climbing (FR-MOV-16)."""
        climbing = self.limit if self.kind == "dash" else self.farthest
        return Budget(self.farthest, climbing, self.soldier.rough)

    # ---- reading -------------------------------------------------------------------------------

    def plan_of(self, answer: Answer) -> Planned:
        """The move that the answer stands for, checked exactly."""
        plot = self._short_of_edges(read_plot(answer, self.rule))
        if plot.leave is not None:
            return self._leaves(plot.leave)
        if plot.fight:
            jumped = jump_upon(self, plot.fight) if "drop" in plot.willing else None
            return Planned(jumped or charge(self, plot.fight))
        if plot.path:
            return Planned(self._along(plot.path, plot))
        if plot.towards is not None:
            return Planned(self._towards(plot.towards, plot))
        if plot.to is None:
            return Planned(self._stay())
        return Planned(self._to(plot.to, plot))

    @rule("FR-MOV-29")
    def _short_of_edges(self, plot: Plot) -> Plot:
        """A move that would touch an edge, without a word about leaving, is stopped just short of it."""
        keep = self.footing.margin
        wide, deep = self.state.ground.width - keep, self.state.ground.depth - keep

        def inside(at: Point) -> Point:
            return (min(max(at[0], keep), wide), min(max(at[1], keep), deep))

        if plot.to is not None and plot.to != self.soldier.at:
            return msgspec.structs.replace(plot, to=inside(plot.to))
        return (
            msgspec.structs.replace(plot, path=tuple(inside(one) for one in plot.path)) if plot.path else plot
        )

    def _stay(self) -> Route:
        return standing(self.soldier.at, self.soldier.elevation, self.soldier.rough)

    def _height(self, at: Point, plot: Plot) -> float:
        return surface_at(self.state, at) if plot.climb else level_at(self.state, at)

    def _to(self, to: Point, plot: Plot) -> Route:
        """Straight if that is open, else round what is in the way."""
        soldier = self.soldier
        height = soldier.elevation if to == soldier.at else self._height(to, plot)
        touched = self._opponent_at(to)
        if touched:
            return charge(self, touched)
        first = self._traced([(to, height)], plot)
        if isinstance(first, Route) and not first.ran_out:
            return self._checked(first)
        refusal = self._why_not_end(to, height)
        if refusal is not None:
            raise Refused(refusal)
        if not self.footing.flies:
            found = self._round_about(to, height)
            if found is not None:
                again = pay(found.legs, self.budget, self.rates) if found.legs else found
                if not again.ran_out:
                    stop = first if isinstance(first, Stop) else None
                    return msgspec.structs.replace(self._checked(again), stop=stop)
        raise Refused(self._why_not(first, to))

    def _round_about(self, to: Point, height: float) -> Route | None:
        """A way round what is in the straight one."""
        ways = (
            route(self.state, self.soldier, to, self.farthest, elevation=height, search=search)
            for search in self.searches()
        )
        return next((way for way in ways if way is not None), None)

    @rule("FR-MOV-04", "FR-MOV-06")
    def searches(self) -> Iterator[Search]:
        """The search, and one as much farther as Difficult terrain may cost less than it is rated there."""
        yield self.search
        if self.footing.terrain.rough:
            footing = footing_of(self.state, self.soldier, may_contact=False)
            yield search_of(footing, self.farthest + DUE * self.rates.inch)

    def way_to(self, to: Point) -> Route:
        """The way to a place on the table; refused where there is none."""
        return self._to(to, Plot(to=to))

    def _opponent_at(self, to: Point) -> str:
        for disc in self.footing.discs:
            if disc.is_opponent and hypot(disc.x - to[0], disc.y - to[1]) < disc.reach - self.soldier.radius:
                return disc.id
        return ""

    def _traced(self, points: Sequence[tuple[Point, float]], plot: Plot) -> Route | Stop:
        """The way through points, as far as it can be paid for; or what stops it."""
        soldier = self.soldier
        if self.footing.flies:
            legs = self._flown(points)
            barred = (who_bars_a_flight(self.footing, leg) for leg in legs)
            if (stop := next((one for one in barred if one is not None), None)) is not None:
                return stop
        else:
            trace = Trace(self.footing, soldier.at, soldier.elevation, plot.willing)
            for to, height in points:
                if not trace.go(to, height):
                    if trace.stop is not None and self._is_fight(trace.stop):
                        return self._contact(trace, trace.stop)
                    if self._ends_at(trace, points[-1][0]):
                        break
                    return trace.stop or Stop(0.0, "piece")
            legs = trace.legs
        return pay(legs, self.budget, self.rates) if legs else self._stay()

    @rule("FR-MON-26", "FR-MOV-07")
    def _is_fight(self, stop: Stop) -> bool:
        """Contact on the way is a charge; whom nobody can fight, such as a Swarm, is merely in the way."""
        state = self.state
        return stop.what == "contact" and why_no_melee(state, self.soldier, state.figure(stop.id)) is None

    def _ends_at(self, trace: Trace, to: Point) -> bool:
        """Whether a way was to end where it touches somebody whom nobody can fight."""
        touches = trace.stop is not None and trace.stop.what == "contact"
        return touches and hypot(trace.at[0] - to[0], trace.at[1] - to[1]) <= TOLERANCE

    def _contact(self, trace: Trace, stop: Stop) -> Route:
        if not trace.legs:
            return msgspec.structs.replace(self._stay(), contact=stop.id)
        found = pay(trace.legs, self.budget, self.rates)
        return found if found.ran_out else msgspec.structs.replace(found, contact=stop.id)

    @rule("FR-TER-11")
    def _flown(self, points: Sequence[tuple[Point, float]]) -> list[Leg]:
        """A flyer goes straight over everything."""
        legs: list[Leg] = []
        at, foot = self.soldier.at, self.soldier.elevation
        for to, height in points:
            far = hypot(to[0] - at[0], to[1] - at[1])
            if far > 1e-9:
                legs.append(Leg("fly", at, to, foot, height, far))
            at, foot = to, height
        return legs

    @rule("FR-MOV-34", "FR-MOV-11")
    def _checked(self, found: Route) -> Route:
        """The end must be a place to stand, and long moves must be straight."""
        refusal = self.why_too_far(found)
        at, height = found.end, found.elevation
        if refusal is None and found.legs and not self.footing.can_end(at, height):
            refusal = self._why_not_end(at, height)
        if refusal is not None:
            raise Refused(refusal)
        return found

    def _why_not_end(self, at: Point, height: float) -> Refusal | None:
        may, why = self.may_contact, self._barred_contact
        return why_not_end(self.state, self.soldier, at, height, may_contact=may, why_no_contact=why)

    @property
    def _barred_contact(self) -> Refusal | None:
        """What bars contact for this move, where it is not that the soldier Dashes."""
        return None if self.kind == "dash" else self.why_no_contact

    @rule("FR-MOV-11")
    def why_too_far(self, found: Route) -> Refusal | None:
        """The extra inch of a straight Dash is given only if all the extra movement is one straight line."""
        if found.cost <= self.limit + self.bent + TOLERANCE or self._dashes_within(found, self.limit):
            return None
        if self.lift and is_one_line(self._part(found, self.limit + self.lift)[0]):
            longer = self.limit + self.lift
            if found.cost <= longer + self.bent + TOLERANCE or self._dashes_within(found, longer):
                return None
        if self.kind == "dash":
            reason = f"The last {self._told(found.cost - self.limit)} are not one straight line."
            remedy = f"Use at most {self._told(self.limit + self.bent)}, or make the extra movement straight."
            return Refusal("FR-MOV-11", reason, remedy)
        reason = f"{self._told(found.cost)} are too far round a corner."
        return Refusal("FR-MOV-01", reason, f"Go straight or at most {self._told(self.limit)}.")

    def _dashes_within(self, found: Route, move: float) -> bool:
        """Whether all that goes beyond the Move is one straight line and no longer than that allows."""
        if found.cost > move + self.straight + TOLERANCE:
            return False
        return is_one_line(self._part(found, move)[1])

    def _part(self, found: Route, move: float) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
        """The paths of the Move and of what a Dash adds, with its heading where that must be kept."""
        own = pay(found.legs, Budget(move, rough=self.soldier.rough), self.rates)
        done = len(own.legs)
        is_whole = bool(own.legs) and own.legs[-1] == found.legs[done - 1]
        rest = found.legs[done if is_whole else max(0, done - 1) :]
        extra = (own.end, *(leg.end for leg in rest))
        if self.state.switches.dash_straight == "keep_heading" and own.legs:
            extra = (own.legs[-1].start, *extra)
        return own.path, extra

    def _along(self, path: tuple[Point, ...], plot: Plot) -> Route:
        points = list(path)
        if (
            len(points) > 1
            and hypot(points[0][0] - self.soldier.at[0], points[0][1] - self.soldier.at[1]) < 0.01
        ):
            points = points[1:]
        found = self._traced([(at, self._height(at, plot)) for at in points], plot)
        if isinstance(found, Stop) or found.ran_out:
            raise Refused(self._why_not(found, points[-1]))
        return self._checked(found)

    def _towards(self, to: Point, plot: Plot) -> Route:
        """As far towards a place as the allowance goes, by the shortest way."""
        found = self.as_far_as(to)
        return found if found is not None else self._stay()

    def as_far_as(self, to: Point) -> Route | None:
        """The way to a place, cut where the allowance ends; None where there is no way at all."""
        soldier = self.soldier
        limit = self.limit + self.bent
        footing = self.footing
        height = level_at(self.state, to)
        trace = Trace(footing, soldier.at, soldier.elevation)
        if footing.flies:
            flown = self._flown([(to, height)])
            if flown and (stop := who_bars_a_flight(footing, flown[0])) is not None:
                flown = [cut_leg(flown[0], stop.share)] if stop.share > 0.0 else []
            found: Route | None = pay(flown, self.budget, self.rates) if flown else self._stay()
        elif (trace.go(to, height) or (trace.stop and trace.stop.what == "edge")) and trace.legs:
            found = pay(trace.legs, Budget(inf), self.rates)
        else:
            found = self._whole_way(to, height)
        if found is None or not found.legs:
            return found
        part = pay(found.legs, Budget(limit, self.budget.climbing, soldier.rough), self.rates)
        return self.ended_well(part)

    def _whole_way(self, to: Point, height: float) -> Route | None:
        """The way round everything to a place or near to it, however long; looked for once for all moves."""
        probe = search_of(footing_of(self.state, self.soldier, may_contact=False), inf)
        key = (to, height, self.soldier.rough)
        if key not in probe.ways:
            found = route(self.state, self.soldier, to, elevation=height, search=probe)
            probe.ways[key] = found or self._nearest_way(probe, to)
        known: Route | None = probe.ways[key]
        return known

    def _nearest_way(self, probe: Search, to: Point) -> Route | None:
        """The way to the place nearest to a point that cannot itself be got to."""
        spot = probe.nearest_to(to)
        return None if spot is None else route(self.state, self.soldier, spot, search=probe)

    def ended_well(self, found: Route) -> Route | None:
        """A way shortened until its end is a place where the soldier can stand."""
        inches_left = found.cost
        for _ in range(12):
            if not found.legs:
                return self._stay()
            if self.footing.can_end(found.end, found.elevation):
                return found
            inches_left -= self.rates.inch / 4
            if inches_left <= 0.0:
                break
            found = pay(found.legs, Budget(inches_left, rough=self.soldier.rough), self.rates)
        return self._stay()

    def straight_ahead(self, to: Point, willing: frozenset[str]) -> Point | None:
        """Where a straight way towards a place ends, stopped or used up; None if at once."""
        soldier = self.soldier
        trace = Trace(self.footing, soldier.at, soldier.elevation, willing)
        trace.go(to, level_at(self.state, to))
        if not trace.legs:
            return None
        found = pay(trace.legs, Budget(self.farthest, self.budget.climbing, soldier.rough), self.rates)
        return found.end if found.legs else None

    def _told(self, distance: float) -> str:
        return told(self.state, round(distance, 1))

    def _why_not(self, found: Route | Stop, to: Point) -> Refusal:
        if isinstance(found, Stop):
            return why_stopped(self.state, self.soldier, found, self._barred_contact)
        far = hypot(to[0] - self.soldier.at[0], to[1] - self.soldier.at[1])
        reason = (
            f"{self.soldier.name} has {self._told(self.farthest)}; the way there is longer"
            f" ({self._told(far)} straight)."
        )
        if found.unpaid in ("climb", "cross"):
            if self.kind == "dash":
                reason = f"A Dash is no climb, and the {self._told(self.limit)} of the Move do not cover it."
                return Refusal("FR-MOV-16", reason, "Climb with the Move, and Dash from there.")
            remedy = "Climb only what the allowance covers to the top or to a ledge."
            if self.soldier.elevation > TOUCHING:
                remedy = 'Jump down instead, with "drop": true in the answer.'
            return Refusal("FR-MOV-18", "The allowance does not cover that climb.", remedy)
        x, y = found.end
        remedy = f"That way leads at most to {x:.1f}, {y:.1f}."
        if found.halts:
            reason = f"{self.soldier.name} cannot pay the next inch of Difficult terrain and stops there."
            return Refusal("FR-MOV-05", reason, remedy)
        return Refusal(self.rule, reason, remedy)

    # ---- leaving -------------------------------------------------------------------------------

    @rule("FR-MOV-29")
    def _leaves(self, edge: Edge) -> Planned:
        """A soldier who is said to leave moves into contact with an edge."""
        if not self.may_leave:
            raise refuse("FR-MOV-29", "This move leads nobody off the table.", "End on the table.")
        found = way_out(self, edge)
        if found is None:
            far = distance_to_edge(self.state, self.soldier.at, edge) - self.soldier.radius
            reason = f"The {edge} edge is {self._told(far)} away and cannot be reached."
            raise refuse("FR-MOV-29", reason, f"Come nearer; this move has {self._told(self.farthest)}.")
        return Planned(found, edge)

    def cost_in_words(self, answer: Answer) -> str:
        """What the move takes of what there is."""
        return in_words(self.state, self.soldier, self.read(answer).route, self.farthest)

    # ---- proposing -----------------------------------------------------------------------------

    def proposals(self) -> Sequence[Option]:
        """Moves that are accepted: staying, Cover, enemies, markers, off the table."""
        return move_proposals.worth_trying(self)

    def sample(self, chance: Chance) -> Answer:
        """A legal move at random."""
        return draw_move(self, chance)
