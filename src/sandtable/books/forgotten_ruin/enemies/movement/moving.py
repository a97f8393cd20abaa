"""Moving: how far enemies get, how they Dash, what they stay clear of, and what they go around."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sandtable.books.forgotten_ruin.chapters.movement.footing import footing_of, rates
from sandtable.books.forgotten_ruin.chapters.movement.routes import route_to_contact
from sandtable.books.forgotten_ruin.chapters.movement.walking import dash_inches, move_limit
from sandtable.books.forgotten_ruin.chapters.principles.conventions import inches
from sandtable.books.forgotten_ruin.enemies.movement.avoiding import (
    DETOUR,
    dangers,
    has_dangers,
    meets,
    never_entered,
)
from sandtable.books.forgotten_ruin.enemies.movement.flying_round import FlightsRound
from sandtable.books.forgotten_ruin.modifiers import WHY_UNTROUBLED
from sandtable.books.forgotten_ruin.state import Battle, Figure
from sandtable.kernel.citation import rule
from sandtable.table.figures import long_ways, reach
from sandtable.table.figures.bases import A_HAIR, is_clear_of
from sandtable.table.figures.grid import Floats, Grid, Places
from sandtable.table.figures.legs import Budget, Route, cut, pay
from sandtable.table.figures.long_ways import Way
from sandtable.table.figures.searching import Search
from sandtable.table.figures.tracing import Trace
from sandtable.table.measure import Point

SHORT_OF_CONTACT = 0.1
"""How far a figure that may not touch a soldier stops short of it (FR-EAI-11)."""


@rule("FR-EAI-11")
def clearance(state: Battle) -> float:
    """The distance from every opponent at which a move out of contact ends, or a hair less."""
    return inches(state, SHORT_OF_CONTACT) - A_HAIR


def keeps_off(state: Battle, figure: Figure, at: Point, foes: Sequence[Figure]) -> bool:
    """Whether a figure at a place is out of contact with every foe."""
    return is_clear_of(at, figure, foes, clearance(state))


@rule("FR-EAI-06", "FR-EAI-23", "FR-SPL-27")
def way_to(state: Battle, figure: Figure, goal: Point, elevation: float = 0.0) -> Way:
    """The shortest passable way to a goal; each move goes round whoever stands there now."""
    footing = footing_of(state, figure, may_contact=False, alone=True).among(never_entered(state, figure))
    return long_ways.way_to(footing, goal, elevation)


class Reach(reach.Reach):
    """Everywhere a figure can get with an allowance, round what it fears."""

    def __init__(self, state: Battle, figure: Figure, limit: float, through: Sequence[str] = ()) -> None:
        footing = footing_of(state, figure, may_contact=False)
        if through:
            footing = footing.among([one for one in footing.discs if one.id not in through])
        super().__init__(footing, limit)
        self.state = state
        self.figure = figure
        self._through = bool(through)
        self._flights = FlightsRound(state, figure) if footing.flies else None

    def places(self) -> list[tuple[Point, float]]:
        """The places, with what they cost."""
        found = super().places()
        return found if self._flights is None else self._flights.within(found, self.limit)

    def is_open(self, at: Point) -> bool:
        """Whether the straight way to a place is open, costs nothing extra and ends where one can stand."""
        return (self._flights is None or self._flights.is_open(at)) and super().is_open(at)

    def route(self, at: Point, limit: float) -> Route | None:
        """The way to a place."""
        return self.bent(super().route(at, limit), limit)

    def bent(self, way: Route | None, limit: float) -> Route | None:
        """A flight as it leads round what no enemy enters; other ways are found so from the first."""
        return way if self._flights is None else self._flights.bent(way, limit)

    def places_off(self, foes: Sequence[Figure]) -> tuple[Grid, Places, Floats] | None:
        """The places of the grid out of contact with every foe, with what they cost; nothing for a flyer."""
        return self.places_clear_of(foes, clearance(self.state))

    def with_care(self) -> Reach | None:
        """The same, round traps and gas; None where there is nothing to go around."""
        found = [] if self.footing.flies or not has_dangers(self.state) else dangers(self.state, self.figure)
        if not found:
            return None
        careful = Reach(self.state, self.figure, self.limit)
        careful.footing = self.footing.among([*self.footing.discs, *found])
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


@rule("FR-SPM-20", "FR-SPM-21", "FR-SPL-27")
def reaches(state: Battle, figure: Figure, limit: float) -> list[Reach]:
    """Where a figure can get round what is dangerous; and after that over a trap, if that is all there is."""
    plain = Reach(state, figure, limit)
    careful = plain.with_care()
    if careful is None:
        return [plain]
    return [careful] if never_entered(state, figure) else [careful, plain]


@rule("FR-MOV-04", "FR-MOV-05")
def through_difficult(reached: Reach, at: Point, move: float) -> Route | None:
    """As much of a straight way through Difficult terrain as the allowance pays for."""
    footing, figure = reached.footing, reached.figure
    if footing.flies or not footing.rough_spans(figure.at, at, figure.elevation):
        return None
    trace = Trace(footing, figure.at, figure.elevation)
    trace.go(at, figure.elevation)
    if not trace.legs:
        return None
    found = pay(trace.legs, Budget(reached.limit, move, figure.rough), footing.prices.rates)
    return found if found.legs and found.ran_out else None


@rule("FR-MOV-11")
def dash_along(state: Battle, figure: Figure, way: Route) -> float:
    """The inches that a Dash adds along a way."""
    return dash_inches(state, figure)[1 if way.is_straight else 0]


@rule("FR-EAI-10", "FR-EAI-11")
def dash_route(reached: Reach, at: Point) -> Route | None:
    """The way to a place with Move and Dash: the last inches straight, or one less, and nothing climbed."""
    state, figure = reached.state, reached.figure
    limit = move_limit(state, figure)
    bent, straight = dash_inches(state, figure)
    found = reached.route(at, limit + straight)
    if found is None or found.cost <= limit + A_HAIR:
        return found
    if cut(found, limit + straight, rates(state), climbing=limit, rough=figure.rough).ran_out:
        return None
    if found.cost <= limit + bent + A_HAIR or found.ends_straight(found.cost - limit):
        return found
    return None


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
