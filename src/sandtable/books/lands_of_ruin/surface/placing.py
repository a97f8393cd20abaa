"""Where something is put on the virtual table: a point of an edge, a Rotter in a section."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from sandtable.binding.bands.keeping import Keeping
from sandtable.binding.planners import ZonePlanner
from sandtable.books.lands_of_ruin.state import Battle, Card, Seat
from sandtable.books.lands_of_ruin.state.cards import RADIUS
from sandtable.books.lands_of_ruin.surface.formation import why_torn
from sandtable.books.lands_of_ruin.surface.measuring import everybody, gap, section_at
from sandtable.books.lands_of_ruin.surface.ways import Prices, terrain_of
from sandtable.books.lands_of_ruin.tables.places import map_of, section_edges
from sandtable.kernel import Chance, Option, Refusal, rule
from sandtable.kernel.decision import Answer
from sandtable.table import Box, Field, Point, within
from sandtable.table.edges import Edge, distance_to_edge
from sandtable.table.figures.bases import Standing
from sandtable.table.figures.footing import Footing
from sandtable.table.shapes import border_distance, box_of, distance, is_inside

STEPS = (1.0, 0.25)
"""How far apart the places are that a search looks at, and looks at where it has found none; ours."""
OFFERED = 8
"""So many places are proposed; ours."""
OFF_ROTTERS = 3.0
"""LR-PRE-11"""
KEEP = RADIUS + 0.02


class SpotPlanner(ZonePlanner):
    """A place for one base on the ground level, not in impassable terrain or another model."""

    def __init__(self, rule: str, state: Battle) -> None:
        super().__init__(rule)
        self.state = state
        self._free: list[Point] | None = None

    @property
    def zone(self) -> Field:
        """The box with room for a base, for screens."""
        west, south, east, north = self.box
        wide, deep = self.state.ground.width, self.state.ground.depth
        return Field(
            max(0.0, west - KEEP), max(0.0, south - KEEP), min(wide, east + KEEP), min(deep, north + KEEP)
        )

    def look_again(self) -> None:
        """Look at every place anew."""
        super().look_again()
        self._free = None
        self.__dict__.pop("_others", None)

    @cached_property
    def _others(self) -> list[Standing]:
        return everybody(self.state)

    def why_no_room(self, at: Point) -> Refusal | None:
        """What lies or stands there already."""
        ground = self.state.ground
        probe = Standing("", at, 0.0, RADIUS, RADIUS, 0.0)
        stop = Footing(ground, terrain_of(ground), probe, (), Prices(slow=True)).what_is_at(at, 0.0)
        if stop is not None:
            return Refusal(self.rule, "Nothing can stand there.", "Choose a place in the open.")
        if any(gap(one.at, at) <= 0.0 for one in self._others):
            return Refusal(self.rule, "Somebody is there already.", "Choose a free place.")
        return None

    def proposals(self) -> Sequence[Option]:
        """A few of the free places, spread over all of them."""
        free = self.free_places()
        return [self.option_at(at) for at in free[:: max(1, len(free) // OFFERED)]]

    def free_places(self) -> Sequence[Point]:
        """The free places of a grid."""
        if self._free is None:
            grids = ([one for one in self._grid(step) if self.is_free(one)] for step in STEPS)
            self._free = next((one for one in grids if one), [])
        return self._free

    def has_room(self) -> bool:
        """Whether a search finds any free place."""
        return any(self.is_free(one) for step in STEPS for one in self._grid(step))

    def _grid(self, step: float) -> Iterator[Point]:
        west, south, east, north = self.box
        for i in range(int((east - west) / step) + 1):
            for j in range(int((north - south) / step) + 1):
                yield (west + step * i, south + step * j)


class RotterPlanner(SpotPlanner):
    """Where a starting Rotter may stand (LR-PRE-06)."""

    def __init__(self, state: Battle, section: int) -> None:
        super().__init__("LR-PRE-06", state)
        self.section = map_of(state.map).sections[section - 1]
        self._edges = section_edges(self.section)

    @property
    def box(self) -> Box:
        """The box round the section."""
        return box_of(self.section.polygon, -RADIUS)

    @rule("LR-PRE-06", "LR-PRE-11")
    def why_not(self, at: Point) -> Refusal | None:
        """Inside the section, and 3 inches from openly deployed characters."""
        if not is_inside(*at, self._edges) or border_distance(*at, self._edges) <= 1e-9:
            return Refusal("LR-PRE-06", "That is outside the section.", f"Stay in {self.section.name}.")
        near = [one for one in self._others if one.id not in self.state.rotters]
        if any(gap(one.at, at) < OFF_ROTTERS for one in near):
            return Refusal("LR-PRE-11", "A character is within 3 inches.", "Choose a place farther off.")
        return self.why_no_room(at)


class Zone(NamedTuple):
    """Where a role deploys before the game: within so many inches of one of some points, or in a section."""

    points: tuple[Point, ...] = ()
    reach: float = 0.0
    sections: tuple[int, ...] = ()

    @rule("LR-PRE-08")
    def why_outside(self, state: Battle, at: Point, beyond: float) -> Refusal | None:
        """What bars a place from being in it, or so many inches beyond it."""
        if self.sections and section_at(state, at) not in self.sections:
            edges = (section_edges(map_of(state.map).sections[one - 1]) for one in self.sections)
            if not beyond or all(border_distance(*at, one) > beyond for one in edges):
                return Refusal("LR-PRE-08", "That is outside the role's section.", "Stay in the section.")
        reach = self.reach + beyond
        if self.points and not any(within(distance(at, one) - RADIUS, reach) for one in self.points):
            reason = f"That is more than {reach:g} inches from the point."
            return Refusal("LR-PRE-08", reason, f"Stay within {reach:g} inches of it.")
        return None

    def box(self, state: Battle, beyond: float) -> Box:
        """The box round all of it."""
        sections, far = map_of(state.map).sections, self.reach + RADIUS + beyond
        boxes = [box_of(sections[one - 1].polygon, beyond) for one in self.sections]
        boxes += [(x - far, y - far, x + far, y + far) for x, y in self.points]
        wests, souths, easts, norths = zip(*boxes, strict=True)
        return (min(wests), min(souths), max(easts), max(norths))


class DeployPlanner(SpotPlanner):
    """Where a character may be put before the game (LR-PRE-08)."""

    def __init__(self, state: Battle, card: Card, area: Zone, keeping: Keeping | None = None) -> None:
        super().__init__("LR-PRE-08", state)
        self.card, self.area, self.keeping = card, area, keeping
        self.beyond = 0.0
        """How far outside of its zone it may be put, inch by inch, since there is no room within."""
        while not self.has_room() and self.beyond < self.state.ground.width:
            self.beyond += self.keeping is None
            self.keeping = None

    @property
    def box(self) -> Box:
        """The box round all of the zone that is on the table."""
        west, south, east, north = self.area.box(self.state, self.beyond)
        wide, deep = self.state.ground.width - KEEP, self.state.ground.depth - KEEP
        return (max(KEEP, west), max(KEEP, south), min(wide, east), min(deep, north))

    @rule("LR-PRE-08", "LR-PRE-11")
    def why_not(self, at: Point) -> Refusal | None:
        """In the zone, and 3 inches from every Rotter."""
        if (why := self.area.why_outside(self.state, at, self.beyond)) is not None:
            return why
        if any(one.at is not None and gap(one.at, at) < OFF_ROTTERS for one in self.state.rotters.values()):
            return Refusal("LR-PRE-11", "A Rotter is within 3 inches.", "Choose a place farther off.")
        keeps = self.keeping is None or self.keeping.keeps(at)
        return self.why_no_room(at) or why_torn(self.card, "" if keeps else "apart")


class EdgePlanner(SpotPlanner):
    """A point of a player's own edge, or of any edge where the role says so (LR-TURN-06)."""

    def __init__(self, state: Battle, seat: Seat, edges: tuple[Edge, ...] = ()) -> None:
        super().__init__("LR-TURN-06", state)
        self.edges = edges or (state.sides[seat].edge,)

    @property
    def box(self) -> Box:
        """The box round the edges."""
        corners = [one for edge in self.edges for one in self._ends(edge)]
        return box_of(corners)

    def _ends(self, edge: Edge) -> tuple[Point, Point]:
        wide, deep = self.state.ground.width, self.state.ground.depth
        ends: dict[Edge, tuple[Point, Point]] = {
            "south": ((0.0, 0.0), (wide, 0.0)),
            "north": ((0.0, deep), (wide, deep)),
            "west": ((0.0, 0.0), (0.0, deep)),
            "east": ((wide, 0.0), (wide, deep)),
        }
        return ends[edge]

    @rule("LR-TURN-06", "LR-TURN-07", "LR-MAP-05")
    def why_not(self, at: Point) -> Refusal | None:
        """On the edge, where a base fits beside it."""
        if all(distance_to_edge(self.state.ground, at, one) > 2 * KEEP for one in self.edges):
            words = " or ".join(self.edges)
            return Refusal("LR-TURN-06", f"That is not on the {words} edge.", "Point at an edge of yours.")
        wide, deep = self.state.ground.width - KEEP, self.state.ground.depth - KEEP
        return self.why_no_room((min(max(at[0], KEEP), wide), min(max(at[1], KEEP), deep)))

    def sample(self, chance: Chance) -> Answer:
        """One of the free places."""
        found = self.free_places()
        return self.answer_at(found[int(chance.random() * len(found))])
