"""The planner of a figure's move: every way that it can go; its book says what bars one, and why."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from math import inf

import msgspec

from sandtable.binding.figures.drawing import draw_move
from sandtable.binding.figures.plots import Plot, read_plot
from sandtable.binding.planners import Planner
from sandtable.kernel.arithmetic import hypot
from sandtable.kernel.decision import Answer, Chance
from sandtable.kernel.refusal import Refusal, Refused
from sandtable.table.edges import Edge, distance_to_edge
from sandtable.table.figures.bases import Mover
from sandtable.table.figures.footing import Footing, Stop
from sandtable.table.figures.legs import Budget, Leg, Route, cut_leg, pay, standing
from sandtable.table.figures.routes import route, who_bars_a_flight
from sandtable.table.figures.searching import Search, search_of
from sandtable.table.figures.terrain import TOUCHING
from sandtable.table.figures.tracing import Trace
from sandtable.table.measure import Point

ASIDE = (0.0, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0)
"""How far aside of the straight way, in inches, an edge is made for."""


class Planned(msgspec.Struct, frozen=True):
    """A move that was accepted."""

    route: Route
    leave: Edge | None = None


class FigurePlanner(Planner[Planned]):
    """What one figure may do with so many inches of movement."""

    def __init__(self, rule: str, mover: Mover, limit: float, may_contact: bool, may_leave: bool) -> None:
        super().__init__(rule)
        self.mover = mover
        self.limit = limit
        self.may_contact = may_contact
        self.may_leave = may_leave
        self.footing = self.footing_for(may_contact)
        self.rates = self.footing.prices.rates
        self._search: Search | None = None

    # ---- what the book says --------------------------------------------------------------------

    @abstractmethod
    def footing_for(self, may_contact: bool) -> Footing:
        """The figure among everybody who is in its way now."""

    @property
    @abstractmethod
    def farthest(self) -> float:
        """The most inches that this move can have."""

    @property
    @abstractmethod
    def round_corners(self) -> float:
        """The inches that it has even if it turns."""

    @property
    @abstractmethod
    def budget(self) -> Budget:
        """What may be used up."""

    @abstractmethod
    def charge(self, id: str, willing: frozenset[str]) -> Route:
        """The way into contact with an opponent; refused where there is none."""

    @abstractmethod
    def can_fight(self, id: str) -> bool:
        """Whether contact with somebody on the way is a charge; else that figure is merely in the way."""

    @abstractmethod
    def why_too_far(self, found: Route) -> Refusal | None:
        """What bars a way that the inches are enough for."""

    @abstractmethod
    def why_not_end(self, at: Point, height: float) -> Refusal | None:
        """What bars the figure from ending its move at a place."""

    @abstractmethod
    def why_not(self, found: Route | Stop, to: Point, height: float) -> Refusal:
        """Why a way that ended early, or was stopped, does not lead to a place at a height."""

    @abstractmethod
    def why_not_leave(self, edge: Edge) -> Refusal:
        """Why the figure does not leave over an edge."""

    # ---- reading -------------------------------------------------------------------------------

    def look_again(self) -> None:
        """Somebody stands elsewhere than before: everything is worked out anew."""
        self.footing = self.footing_for(self.may_contact)
        self._search = None
        super().look_again()

    @property
    def search(self) -> Search:
        """The cheapest ways round everything, worked out when somebody needs them."""
        if self._search is None:
            self._search = search_of(self.footing_for(False), self.farthest)
        return self._search

    def plan_of(self, answer: Answer) -> Planned:
        """The move that the answer stands for, checked exactly."""
        plot = self._short_of_edges(read_plot(answer, self.rule))
        if plot.leave is not None:
            return Planned(self._off_the_table(plot.leave), plot.leave)
        if plot.fight:
            return Planned(self.charge(plot.fight, plot.willing))
        if plot.path:
            return Planned(self._along(plot.path, plot))
        if plot.towards is not None:
            return Planned(self.as_far_as(plot.towards) or self._stay())
        if plot.to is None:
            return Planned(self._stay())
        return Planned(self._to(plot.to, plot))

    def _short_of_edges(self, plot: Plot) -> Plot:
        """A move that would touch an edge, without a word about leaving, is stopped just short of it."""
        keep, ground = self.footing.margin, self.footing.ground
        wide, deep = ground.width - keep, ground.depth - keep

        def inside(at: Point) -> Point:
            return (min(max(at[0], keep), wide), min(max(at[1], keep), deep))

        if plot.to is not None and plot.to != self.mover.at:
            return msgspec.structs.replace(plot, to=inside(plot.to))
        return (
            msgspec.structs.replace(plot, path=tuple(inside(one) for one in plot.path)) if plot.path else plot
        )

    def _stay(self) -> Route:
        return standing(self.mover.at, self.mover.elevation, self.mover.rough)

    def _height(self, at: Point, plot: Plot) -> float:
        terrain = self.footing.terrain
        return terrain.surface_at(at) if plot.climb else terrain.level_at(at)

    def _to(self, to: Point, plot: Plot) -> Route:
        """Straight if that is open, else round what is in the way."""
        height = self.mover.elevation if to == self.mover.at else self._height(to, plot)
        touched = self._opponent_at(to)
        if touched:
            return self.charge(touched, frozenset())
        first = self._traced([(to, height)], plot)
        if isinstance(first, Route) and not first.ran_out:
            return self._checked(first)
        refusal = self.why_not_end(to, height)
        if refusal is not None:
            raise Refused(refusal)
        if not self.footing.flies:
            ways = (route(search.footing, to, height, self.farthest, search) for search in self.searches())
            found = next((way for way in ways if way is not None), None)
            if found is not None:
                again = pay(found.legs, self.budget, self.rates) if found.legs else found
                if not again.ran_out:
                    stop = first if isinstance(first, Stop) else None
                    return msgspec.structs.replace(self._checked(again), stop=stop)
        raise Refused(self.why_not(first, to, height))

    def searches(self) -> Iterator[Search]:
        """The search, and one as much farther as rough ground may cost less than it is rated there."""
        yield self.search
        if self.footing.terrain.rough:
            yield search_of(self.footing_for(False), self.farthest + self.rates.rough_due)

    def way_to(self, to: Point) -> Route:
        """The way to a place on the table; refused where there is none."""
        return self._to(to, Plot(to=to))

    def _opponent_at(self, to: Point) -> str:
        for disc in self.footing.discs:
            if disc.is_opponent and hypot(disc.x - to[0], disc.y - to[1]) < disc.reach - self.mover.radius:
                return disc.id
        return ""

    def _traced(self, points: Sequence[tuple[Point, float]], plot: Plot) -> Route | Stop:
        """The way through points, as far as it can be paid for; or what stops it."""
        if self.footing.flies:
            legs = self._flown(points)
            barred = (who_bars_a_flight(self.footing, leg) for leg in legs)
            if (stop := next((one for one in barred if one is not None), None)) is not None:
                return stop
        else:
            trace = self._trace(plot.willing)
            for to, height in points:
                if not trace.go(to, height):
                    stop = trace.stop
                    is_contact = stop is not None and stop.what == "contact"
                    if stop is not None and is_contact and self.can_fight(stop.id):
                        return self._contact(trace, stop.id)
                    end = points[-1][0]
                    # It was to end where it touches somebody whom nobody can fight.
                    if is_contact and hypot(trace.at[0] - end[0], trace.at[1] - end[1]) <= TOUCHING:
                        break
                    return stop or Stop(0.0, "piece")
            legs = trace.legs
        return pay(legs, self.budget, self.rates) if legs else self._stay()

    def _trace(self, willing: frozenset[str] = frozenset()) -> Trace:
        return Trace(self.footing, self.mover.at, self.mover.elevation, willing)

    def _contact(self, trace: Trace, id: str) -> Route:
        found = pay(trace.legs, self.budget, self.rates) if trace.legs else self._stay()
        return found if found.ran_out else msgspec.structs.replace(found, contact=id)

    def _flown(self, points: Sequence[tuple[Point, float]]) -> list[Leg]:
        """A flyer goes straight over everything."""
        legs: list[Leg] = []
        at, foot = self.mover.at, self.mover.elevation
        for to, height in points:
            far = hypot(to[0] - at[0], to[1] - at[1])
            if far > 1e-9:
                legs.append(Leg("fly", at, to, foot, height, far))
            at, foot = to, height
        return legs

    def _checked(self, found: Route) -> Route:
        """The end must be a place to stand, and the book may bar it."""
        refusal = self.why_too_far(found)
        at, height = found.end, found.elevation
        if refusal is None and found.legs and not self.footing.can_end(at, height):
            refusal = self.why_not_end(at, height)
        if refusal is not None:
            raise Refused(refusal)
        return found

    def _along(self, path: tuple[Point, ...], plot: Plot) -> Route:
        (x, y), at = path[0], self.mover.at
        points = path[1:] if len(path) > 1 and hypot(x - at[0], y - at[1]) < 0.01 else path
        found = self._traced([(one, self._height(one, plot)) for one in points], plot)
        if isinstance(found, Stop) or found.ran_out:
            raise Refused(self.why_not(found, points[-1], self._height(points[-1], plot)))
        return self._checked(found)

    # ---- answers that somebody points at ---------------------------------------------------------

    def answer_at(self, at: Point) -> Answer | None:
        """The answer that leads to a place; None where it would be a charge, which nobody has meant."""
        answer = {"models": [[*at]]}
        return None if self.accepts(answer) and self.read(answer).route.contact else answer

    def answer_upon(self, id: str) -> Answer:
        """The answer that leads into contact with somebody."""
        return {"fight": id}

    def nearest_to(self, at: Point) -> Point | None:
        """Where a way to a place ends that may be too far off."""
        found = self.as_far_as(at)
        return None if found is None else found.end

    # ---- as far as it goes ---------------------------------------------------------------------

    def as_far_as(self, to: Point) -> Route | None:
        """The way to a place, cut where the allowance ends; None where there is no way at all."""
        footing = self.footing
        height = footing.terrain.level_at(to)
        trace = self._trace()
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
        budget = Budget(self.round_corners, self.budget.climbing, self.mover.rough)
        return self.ended_well(pay(found.legs, budget, self.rates))

    def _whole_way(self, to: Point, height: float) -> Route | None:
        """The way round everything to a place or near to it, however long; looked for once for all moves."""
        probe = search_of(self.footing_for(False), inf)
        key = (to, height, self.mover.rough)
        if key not in probe.ways:
            found = route(probe.footing, to, height, inf, probe)
            if found is None and (spot := probe.nearest_to(to)) is not None:
                found = route(probe.footing, spot, probe.footing.terrain.level_at(spot), inf, probe)
            probe.ways[key] = found
        known: Route | None = probe.ways[key]
        return known

    def ended_well(self, found: Route) -> Route | None:
        """A way shortened until its end is a place where the figure can stand."""
        inches_left = found.cost
        for _ in range(12):
            if not found.legs:
                return self._stay()
            if self.footing.can_end(found.end, found.elevation):
                return found
            inches_left -= self.rates.inch / 4
            if inches_left <= 0.0:
                break
            found = pay(found.legs, Budget(inches_left, rough=self.mover.rough), self.rates)
        return self._stay()

    def straight_ahead(self, to: Point, willing: frozenset[str]) -> Point | None:
        """Where a straight way towards a place ends, stopped or used up; None if at once."""
        trace = self._trace(willing)
        trace.go(to, self.footing.terrain.level_at(to))
        if not trace.legs:
            return None
        budget = Budget(self.farthest, self.budget.climbing, self.mover.rough)
        found = pay(trace.legs, budget, self.rates)
        return found.end if found.legs else None

    def sample(self, chance: Chance) -> Answer:
        """A legal move at random."""
        return draw_move(self, chance)

    # ---- leaving -------------------------------------------------------------------------------

    def _off_the_table(self, edge: Edge) -> Route:
        """The shortest way into contact with an edge, if the allowance is enough."""
        mover = self.mover
        far = distance_to_edge(self.footing.ground, mover.at, edge) - mover.radius
        for aside in ASIDE if self.may_leave and far <= self.farthest + TOUCHING else ():
            to = self._at_edge(edge, aside * self.rates.inch)
            if hypot(to[0] - mover.at[0], to[1] - mover.at[1]) > self.farthest:
                continue
            try:
                return self.way_to(to)
            except Refused:
                continue
        raise Refused(self.why_not_leave(edge))

    def _at_edge(self, edge: Edge, by: float) -> Point:
        ground, (x, y), keep = self.footing.ground, self.mover.at, self.footing.margin
        return {
            "south": (x + by, keep),
            "north": (x + by, ground.depth - keep),
            "west": (keep, y + by),
            "east": (ground.width - keep, y + by),
        }[edge]
