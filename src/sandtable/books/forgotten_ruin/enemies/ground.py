"""How enemies find their way: the ground's answers, and what the behaviour rules make of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy

import numpy

from sandtable.books.forgotten_ruin.chapters.conventions import inches
from sandtable.books.forgotten_ruin.chapters.footing import footing_of, rates
from sandtable.books.forgotten_ruin.chapters.routes import reach, route, route_to_contact
from sandtable.books.forgotten_ruin.enemies.avoiding import (
    DETOUR,
    dangers,
    has_dangers,
    meets,
    never_entered,
)
from sandtable.books.forgotten_ruin.enemies.flying_round import FlightsRound
from sandtable.books.forgotten_ruin.modifiers import WHY_UNTROUBLED
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Soldier
from sandtable.kernel.arithmetic import hypot, total
from sandtable.kernel.citation import rule
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal
from sandtable.table.figures.grid import Floats, Grid, Places
from sandtable.table.figures.legs import Budget, Route, cut, halved, parted, pay, used_up
from sandtable.table.figures.routes import places_of
from sandtable.table.figures.searching import Search
from sandtable.table.figures.terrain import TOUCHING
from sandtable.table.figures.tracing import Trace
from sandtable.table.measure import Point

SHORT_OF_CONTACT = 0.1
"""How far a figure that may not touch a soldier stops short of it (FR-EAI-11)."""
A_HAIR = 1e-6
"""What rounding may leave over."""

__all__ = [
    "A_HAIR", "SHORT_OF_CONTACT", "Reach", "Route", "bent_dash_limit", "cut", "dash_along", "dash_limit",
    "dash_route", "halved", "keeps_off", "legs_until", "move_limit", "parted", "reached_places", "reaches",
    "route", "route_to_contact", "straight", "through_difficult", "used_up", "walk", "why_not_end",
]  # fmt: skip


def why_not_end(state: Battle, figure: Figure, at: Point, elevation: float) -> Refusal | None:
    """Why a figure cannot stand at a place."""
    from sandtable.books.forgotten_ruin.chapters import movement

    return movement.why_not_end(state, figure, at, elevation)


def move_limit(state: Battle, figure: Figure) -> float:
    """The inches of one Move."""
    from sandtable.books.forgotten_ruin.chapters import movement

    return movement.move_limit(state, figure)


def dash_limit(state: Battle, figure: Figure) -> float:
    """The inches that a straight Dash adds."""
    from sandtable.books.forgotten_ruin.chapters import movement

    return movement.dash_inches(state, figure)[1]


def bent_dash_limit(state: Battle, figure: Figure) -> float:
    """The inches that a Dash adds on a way with corners."""
    from sandtable.books.forgotten_ruin.chapters import movement

    return movement.dash_inches(state, figure)[0]


def dash_along(state: Battle, figure: Figure, way: Route) -> float:
    """The inches that a Dash adds along a way."""
    from sandtable.books.forgotten_ruin.chapters import movement

    return movement.dash_inches(state, figure)[1 if way.is_straight else 0]


async def walk(play: Play[Battle], figure: Soldier | Enemy, way: Route, how: str, *rules: str) -> None:
    """A figure goes along a way."""
    from sandtable.books.forgotten_ruin.chapters import movement

    await movement.walk(play, figure, way, how, *rules)


class Reach:
    """Everywhere a figure can get with an allowance, and how; looked for once."""

    def __init__(self, state: Battle, figure: Figure, limit: float, through: Sequence[str] = ()) -> None:
        self.state = state
        self.figure = figure
        self.limit = limit
        self.footing = footing_of(state, figure, may_contact=False)
        self._through = bool(through)
        if through:
            self.footing.discs = [one for one in self.footing.discs if one.id not in through]
        self._search: Search | None = None
        self._flights = FlightsRound(state, figure) if self.footing.flies else None
        self._is_cut = False

    def cut(self, limit: float) -> Reach:
        """What of it can be reached with a smaller allowance."""
        smaller = copy(self)
        smaller.limit = limit
        smaller._is_cut = True
        return smaller

    @property
    def search(self) -> Search | None:
        """What has been looked for; nothing for a flyer."""
        if self._search is None and not self.footing.flies:
            self._search = Search(self.footing, self.limit)
        return self._search

    def spots(self) -> list[tuple[Point, float]]:
        """The places, with what they cost."""
        found = self.search
        if found is None:
            flown = reach(self.state, self.figure, self.limit)
            return flown if self._flights is None else self._flights.within(flown, self.limit)
        return places_of(found, self.limit) if self._is_cut else places_of(found)

    def places(self, foes: Sequence[Figure]) -> tuple[Grid, Places, Floats] | None:
        """The places of the grid out of contact with every foe, with what they cost; nothing for a flyer."""
        found = self.search
        if found is None:
            return None
        grid, cost = found.grid, found.cost
        places = numpy.flatnonzero(cost <= self.limit + TOUCHING if self._is_cut else cost < numpy.inf)
        clear = inches(self.state, SHORT_OF_CONTACT) - A_HAIR + self.figure.radius
        x, y = self.figure.at
        near = [
            (u, v, far)
            for foe in foes
            for (u, v), far in [(foe.at, clear + foe.radius)]
            if abs(u - x) <= self.limit + far and abs(v - y) <= self.limit + far
        ]
        if near:
            xs, ys = grid.x[places], grid.y[places]
            free = numpy.ones(len(places), dtype=bool)
            for u, v, far in near:
                free &= (xs - u) ** 2 + (ys - v) ** 2 >= far * far
            places = places[free]
        return grid, places, cost[places]

    def is_open(self, at: Point) -> bool:
        """Whether the straight way to a place is open, costs nothing extra and ends where one can stand."""
        footing, start, height = self.footing, self.figure.at, self.figure.elevation
        if self._flights is not None and not self._flights.is_open(at):
            return False
        return (
            footing.can_end(at, height)
            and footing.is_clear(start, at, height)
            and not footing.rough_spans(start, at, height)
        )

    def can_end(self, at: Point) -> bool:
        """Whether the figure may stand at a place."""
        return self.footing.can_end(at, self.figure.elevation)

    def route(self, at: Point, limit: float) -> Route | None:
        """The way to a place."""
        return self.bent(route(self.state, self.figure, at, limit, search=self.search), limit)

    def bent(self, way: Route | None, limit: float) -> Route | None:
        """A flight as it leads round what no enemy enters; other ways are found so from the first."""
        return way if self._flights is None else self._flights.bent(way, limit)

    def with_care(self) -> Reach | None:
        """The same, round traps and gas; None where there is nothing to go around."""
        found = [] if self.footing.flies or not has_dangers(self.state) else dangers(self.state, self.figure)
        if not found:
            return None
        careful = Reach(self.state, self.figure, self.limit)
        careful.footing.discs = [*self.footing.discs, *found]
        return careful

    def route_to_contact(self, target: Figure) -> Route | None:
        """The way into contact with an opponent."""
        state, figure, limit = self.state, self.figure, self.limit
        known = self.search if self._through else self._search
        found = route_to_contact(state, figure, target, limit, search=known)
        if found is not None and found.legs and self._flights is not None:
            if not self._flights.is_open(found.end):
                return self._flights.to_contact(self.footing, target, limit)
        return self._round_dangers(
            found, lambda search: route_to_contact(state, figure, target, limit, search=search)
        )

    @rule("FR-SPM-20", "FR-SPL-27")
    def _round_dangers(self, found: Route | None, again: Callable[[Search], Route | None]) -> Route | None:
        """The way round traps, if it does not cost more than half a move; gas and sleepers at any cost."""
        if found is None or self.footing.flies or not has_dangers(self.state):
            return found
        careful = self.with_care()
        if careful is None or not meets(found.path, dangers(self.state, self.figure)):
            return found
        search = careful.search
        other = again(search) if search is not None else None
        if meets(found.path, never_entered(self.state, self.figure)):
            return other
        return other if other is not None and other.cost <= found.cost + DETOUR * self.limit else found


@rule("FR-MOV-04", "FR-MOV-05")
def through_difficult(reached: Reach, at: Point, move: float) -> Route | None:
    """As much of a straight way through Difficult terrain as the allowance pays for."""
    footing, figure, state = reached.footing, reached.figure, reached.state
    if footing.flies or not footing.rough_spans(figure.at, at, figure.elevation):
        return None
    trace = Trace(footing, figure.at, figure.elevation)
    trace.go(at, figure.elevation)
    if not trace.legs:
        return None
    found = pay(trace.legs, Budget(reached.limit, move, figure.rough), rates(state))
    return found if found.legs and found.ran_out else None


@rule("FR-SPM-20", "FR-SPM-21", "FR-SPL-27")
def reaches(state: Battle, figure: Figure, limit: float) -> list[Reach]:
    """Where a figure can get round what is dangerous; and after that over a trap, if that is all there is."""
    plain = Reach(state, figure, limit)
    careful = plain.with_care()
    if careful is None:
        return [plain]
    return [careful] if never_entered(state, figure) else [careful, plain]


def reached_places(reached: Reach) -> tuple[Floats, Floats, Floats]:
    """Where a figure can get out of contact with an allowance: across, along, and what it costs."""
    search = reached.search
    if search is None:
        x, y, cost = numpy.array([(*at, cost) for at, cost in reached.spots()]).reshape(-1, 3).T
        return x, y, cost
    near = numpy.flatnonzero(search.cost <= reached.limit + TOUCHING)
    return search.grid.x[near], search.grid.y[near], search.cost[near]


@rule("FR-EAI-10", "FR-EAI-11")
def dash_route(reached: Reach, at: Point) -> Route | None:
    """The way to a place with Move and Dash: the last inches straight, or one less, and nothing climbed."""
    from sandtable.books.forgotten_ruin.chapters import movement

    state, figure = reached.state, reached.figure
    limit = move_limit(state, figure)
    bent, straight_on = movement.dash_inches(state, figure)
    found = reached.route(at, limit + straight_on)
    if found is None or found.cost <= limit + A_HAIR:
        return found
    if cut(found, limit + straight_on, rates(state), climbing=limit, rough=figure.rough).ran_out:
        return None
    if found.cost <= limit + bent + A_HAIR or _ends_straight(found, found.cost - limit):
        return found
    return None


def _ends_straight(way: Route, inches_of_it: float) -> bool:
    """Whether the last inches of a way are one straight line."""
    if len(way.path) < 3:
        return True
    (x, y), (u, v) = way.path[-2], way.path[-1]
    return hypot(u - x, v - y) >= inches_of_it - A_HAIR


def straight(figure: Figure, at: Point, target: Figure) -> float:
    """How far a figure at a place would be from another."""
    return max(0.0, hypot(at[0] - target.at[0], at[1] - target.at[1]) - figure.radius - target.radius)


def keeps_off(state: Battle, figure: Figure, at: Point, foes: Sequence[Figure]) -> bool:
    """Whether a figure at a place is out of contact with every foe."""
    clear = inches(state, SHORT_OF_CONTACT) - 1e-6
    x, y = at
    wide = figure.radius + clear + A_HAIR
    for foe in foes:
        dx, dy, near = foe.at[0] - x, foe.at[1] - y, foe.radius + wide
        if dx * dx + dy * dy <= near * near and straight(figure, at, foe) < clear:
            return False
    return True


def rules_of_nature(state: Battle, figure: Figure, way: Route) -> tuple[str, ...]:
    """The rules by which pieces of terrain on a way did not hinder a figure."""
    found: dict[str, None] = {}
    if not WHY_UNTROUBLED.may_bear_on(figure):
        return ()
    for area in state.ground.areas:
        why = WHY_UNTROUBLED.first(state, figure, area.piece)
        if why is not None and any(
            area.distance_to_segment(a, b) <= figure.radius
            for a, b in zip(way.path, way.path[1:], strict=False)
        ):
            found[why.rule] = None
    return tuple(found)


def legs_until(way: Route, number: int) -> Route:
    """The first legs of a way, without contact at the end."""
    legs = way.legs[:number]
    length = total(leg.length for leg in legs)
    cost = length + total(leg.price for leg in legs)
    path = (way.path[0], *(leg.end for leg in legs))
    top = legs[-1].top if legs else way.legs[0].foot
    return Route(tuple(legs), path, cost, length, way.rough, top, ran_out=True)
