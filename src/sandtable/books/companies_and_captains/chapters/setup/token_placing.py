"""Placing the markers of a scenario in their zone, clear of each other, of models and of bad ground."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from sandtable.binding.planners import ZonePlanner
from sandtable.books.companies_and_captains.chapters.conventions import rules_of_leading
from sandtable.books.companies_and_captains.chapters.geometry.standing import bodies_of
from sandtable.books.companies_and_captains.chapters.terrain import ORDINARY
from sandtable.books.companies_and_captains.scenarios.plan import Stage
from sandtable.books.companies_and_captains.scenarios.scenario import scenario_of
from sandtable.books.companies_and_captains.state import PUBLISHED_TOKENS, Battle, Side
from sandtable.kernel import Answer, Measuring, Option, Place, Play, Refusal, rule
from sandtable.table import OVERLAP, Box, Every, Ground, MiddleIn, Point, Zone, whole_table
from sandtable.table.shapes import distance
from sandtable.table.units.corners import squeezed
from sandtable.table.units.groups import bodies_near, is_point_below
from sandtable.table.units.open_ground import Site

_GRID = 0.5
"""How far apart the places are that the program tries by itself."""
_PROPOSED = 4.0
"""Proposals are looked for on a grid this coarse before every place is tried."""
MOST_PROPOSALS = 6


async def place_token(play: Play[Battle], side: Side, stage: Stage, zone: Zone) -> None:
    """The leader of the side puts a marker into the zone."""
    state = play.state
    planner = TokenPlanner(state, zone, stage.across, stage.rule)
    rules = (stage.rule, "CC-PUB-13", "CC-PUB-03", *rules_of_leading(state, side))
    number = 1 + sum(one.kind == stage.token for one in state.tokens.values())
    prompt = f"Place {PUBLISHED_TOKENS[stage.token]} {number} of {stage.count}."
    form = Measuring(radius=stage.across / 2)
    at: Point = await play.ask(Place(state.leader(side), "place marker", prompt, rules, planner, form))
    token = scenario_of(state).put_token(state, stage.token, at, (stage.across, stage.across))
    play.tell("token placed", *rules, token=token.id, at=at)


def has_place(state: Battle, zone: Zone, stage: Stage) -> bool:
    """Whether there is a place for another marker in the zone; where none is found there is none."""
    return TokenPlanner(state, zone, stage.across, stage.rule).first() is not None


@rule("CC-RAI-02", "CC-SOR-01", "CC-PUB-13")
class TokenPlanner(ZonePlanner):
    """Where a round marker may lie."""

    what_is_placed = "another token"
    tries, digits = 300, 2

    def __init__(self, state: Battle, zone: Zone, across: float, cited: str) -> None:
        super().__init__(cited)
        self.state = state
        self.zone = zone
        self.radius = across / 2
        self.bodies = bodies_of(state.groups_on_table())

    @property
    def box(self) -> Box:
        """An upright box around the zone, as far as it is on the table."""
        return Every((whole_table(self.state.ground), self.zone)).box

    def proposals(self) -> Sequence[Option]:
        """A handful of legal places, spread over the zone."""
        places = self.free_places()
        chosen = places[:: max(1, len(places) // MOST_PROPOSALS)][:MOST_PROPOSALS]
        return [self.option_at(at) for at in chosen]

    def proposed(self) -> Answer:
        """The first proposal; none of the others is looked for."""
        first = self.first()
        return super().proposed() if first is None else self.answer_at(first)

    def first(self) -> Point | None:
        """The first place that the program tries and finds legal; None only where there is no legal place."""
        return next(chain(self._grid(_PROPOSED), self._grid(), self._corner()), None)

    def _corner(self) -> Iterator[Point]:
        """The tightest place off the grid; one marker has room there whenever it has room anywhere."""
        ground, tokens = self.state.ground, self.state.tokens.values()
        # Nothing but impassable terrain is in the way of a marker.
        solid = Ground(ground.width, ground.depth, tuple(area.piece for area in ground.impassable))
        zone = Every((whole_table(ground), MiddleIn(self.zone)))
        bodies = [*self.bodies, *(((one.at,), one.size[0] / 2) for one in tokens)]
        found = squeezed(Site(solid, zone, (1, self.radius, ORDINARY), 0.0, bodies))
        if found is not None and self.why_not(found[0]) is None:
            yield found[0]

    def why_not(self, at: Point) -> Refusal | None:
        """What bars a marker with its middle here; zones are measured to that middle."""
        ground = self.state.ground
        # A marker is measured to its middle (CC-PUB-03), yet it must lie on the table.
        if not whole_table(ground).holds(at[0], at[1], self.radius):
            return self._refusal(at, "is not wholly on the table", "Lay it on the table.")
        if not self.zone.holds(at[0], at[1], 0.0):
            return self._refusal(at, "is outside the zone", "Lay its middle inside the zone.")
        for token in self.state.tokens.values():
            if distance(at, token.at) < self.radius + token.size[0] / 2 - OVERLAP:
                return self._refusal(at, f"overlaps {token.title}", "Lay it clear of other tokens.")
        for area in ground.impassable:
            if area.is_near(*at, self.radius) and area.distance(*at) < self.radius - OVERLAP:
                return self._refusal(at, f"overlaps the {area.piece.kind}", "Lay it on open ground.")
        if not bodies_near((*at, *at), self.radius, self.bodies):
            return None
        for group in self.state.groups_on_table():
            if is_point_below(group.models, group.radius, at, self.radius - OVERLAP):
                return self._refusal(at, f"overlaps a model of {group.name}", "Lay it clear of models.")
        return None

    def _refusal(self, at: Point, what: str, remedy: str) -> Refusal:
        return Refusal(self.rule, f"({at[0]:g},{at[1]:g}) {what}.", remedy)

    def free_places(self) -> list[Point]:
        """All places on the coarsest grid that has any, or the tightest one off every grid."""
        return list(self._grid(_PROPOSED)) or list(self._grid()) or list(self._corner())

    def _grid(self, step: float = _GRID) -> Iterator[Point]:
        west, south, east, north = self.box
        across, up = int((east - west) / step), int((north - south) / step)
        for x in range(across + 1):
            for y in range(up + 1):
                at = (round(west + x * step, 3), round(south + y * step, 3))
                if self.zone.holds(at[0], at[1], 0.0) and self.why_not(at) is None:
                    yield at
