"""Maps, their sections and named points, and the scenarios with their roles."""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from sandtable.binding.tables import Row
from sandtable.books.lands_of_ruin.data import read_data
from sandtable.kernel import rule
from sandtable.table import Ground, Piece, Point
from sandtable.table.shapes import Edges, box_of, edges_of, is_inside, outline_distance, part_way


class TerrainRow(Row, frozen=True):
    """A type of terrain (LR-MAP-08)."""

    type: str
    height: float
    solid: bool
    movement: Literal["free", "difficult", "obstacle", "impassable"]
    blocks_sight: bool
    soft: bool
    rule: str

    @property
    def traits(self) -> tuple[str, ...]:
        """What a piece of it is to models and to rays."""
        found = [] if self.movement == "free" else [self.movement]
        return (*found, *["solid"] * self.solid, *["hides"] * self.blocks_sight, *["soft"] * self.soft)


class Section(Row, frozen=True):
    """A section of a map (LR-MAP-01)."""

    number: int
    name: str
    polygon: tuple[Point, ...]
    centre: Point
    neighbours: tuple[int, ...]
    rule: str
    kind: str = "building block"


class MapPiece(Row, frozen=True):
    """A piece of terrain of a map."""

    id: str
    type: str
    polygon: tuple[Point, ...]
    rule: str
    ladder: Point | None = None


class Map(Row, frozen=True):
    """A map for the virtual table (LR-MAP-07)."""

    map: str
    title: str
    size: Point
    sections: tuple[Section, ...]
    pieces: tuple[MapPiece, ...]
    points: dict[str, Point]

    @rule("LR-MAP-02")
    def section_at(self, at: Point) -> int:
        """The section that holds a point; on a boundary the one with the lower number."""
        for one in self.sections:
            if is_inside(*at, section_edges(one)):
                return one.number
        return min(self.sections, key=lambda one: outline_distance(*at, section_edges(one))).number


class PlanSection(Row, frozen=True):
    """A section of a plan for a physical table."""

    name: str
    kind: str
    polygon: tuple[Point, ...]
    rule: str


class Plan(Row, frozen=True):
    """A section plan of the original (LR-MAP-18)."""

    map: str
    title: str
    size: Point
    sections: tuple[PlanSection, ...]

    @rule("LR-MAP-18", "LR-MAP-07", "LR-SCN-07")
    def as_map(self) -> Map:
        """The plan on a table as wide as the maps, seen from the south; points are middles of sections."""
        scale, deep = TABLE / max(self.size), self.size[1]
        outlines = [tuple((x * scale, (deep - y) * scale) for x, y in one.polygon) for one in self.sections]
        sections = tuple(
            Section(
                number, one.name, outlines[number - 1], box_middle(outlines[number - 1]),
                tuple(
                    other for other in range(1, len(outlines) + 1)
                    if other != number and share_an_edge(outlines[number - 1], outlines[other - 1])
                ),
                one.rule, one.kind,
            )
            for number, one in enumerate(self.sections, 1)
        )  # fmt: skip
        middle = (self.size[0] * scale / 2, deep * scale / 2)
        names = [f"cache_{number}" for number in range(1, 6)] + [f"site_{number}" for number in range(1, 4)]
        spots = {name: sections[place % len(sections)].centre for place, name in enumerate(names)}
        size = (self.size[0] * scale, deep * scale)
        return Map(self.map, self.title, size, sections, (), {"centre": middle, **spots})


@rule("LR-MAP-07")
def share_an_edge(one: tuple[Point, ...], other: tuple[Point, ...]) -> bool:
    """Whether two outlines have more than a corner in common."""
    for a, b in ((one, other), (other, one)):
        sides, legs = edges_of(b), zip(a, (*a[1:], a[0]), strict=True)
        inner = (part_way(start, end, share) for start, end in legs for share in (0.1, 0.5, 0.9))
        if any(outline_distance(*at, sides) < NEAR for at in inner):
            return True
    return False


def box_middle(outline: tuple[Point, ...]) -> Point:
    """The middle of the box round an outline."""
    west, south, east, north = box_of(outline)
    return ((west + east) / 2, (south + north) / 2)


class Role(Row, frozen=True, omit_defaults=True):
    """A role of a scenario (LR-SCN-25)."""

    role: str
    objective: str
    points: int
    most: int = 1
    max_value: int = 2000
    deploys: Literal["edge", "any edge", "section", "site", "middle"] = "edge"
    infiltrators: bool = False
    priority: int = 1
    marks: int = 1
    """How often its objective can be marked (LR-SCN-26)."""
    tribe: str = ""


class ScenarioRow(Row, frozen=True):
    """A scenario (LR-SCN-11)."""

    scenario: str
    title: str
    rounds: int
    threat: int
    danger: int
    rule: str
    roles: tuple[Role, ...]
    archive: bool = False
    """Whether it is played with its switch alone (LR-SCN-24)."""

    @property
    def is_solo(self) -> bool:
        """Whether one player plays it against the Rotters."""
        return len(self.roles) == 1 and self.roles[0].most == 1

    def role_of(self, seat_number: int) -> Role:
        """The role of the first or the second player."""
        return self.roles[min(seat_number, len(self.roles) - 1)]


TABLE, NEAR = 48.0, 0.01
"""LR-MAP-18: inches to which a plan is scaled; and so near sections touch."""
MAPS = ("crossroads", "container-yard", "drowned-suburb", "open-waste")


@rule("LR-MAP-19")
def base_danger(section: Section) -> int:
    """Kept for designers of scenarios; no rule asks for it."""
    return {"street": 2, "building block": 7}[section.kind]


@cache
def section_edges(section: Section) -> Edges:
    """The outline of a section, ready for asking."""
    return edges_of(section.polygon)


@cache
@rule("LR-MAP-07", "LR-MAP-10", "LR-MAP-12", "LR-MAP-14", "LR-MAP-16")
def map_of(id: str) -> Map:
    """The map of that id, or one made of a section plan."""
    return plans()[id].as_map() if id in plans() else read_data(f"maps/{id}.yaml", Map)


@cache
@rule("LR-MAP-18")
def plans() -> dict[str, Plan]:
    """The section plans for physical tables by id."""
    return {one.map: one for one in read_data("maps/plans.yaml", tuple[Plan, ...])}


@cache
@rule("LR-MAP-08")
def terrain_types() -> dict[str, TerrainRow]:
    """The types of terrain by name."""
    return {one.type: one for one in read_data("terrain.yaml", tuple[TerrainRow, ...])}


@cache
@rule("LR-MAP-11", "LR-MAP-13", "LR-MAP-15", "LR-MAP-17", "LR-MODE-11")
def ground_of(id: str) -> Ground:
    """The ground of a map with its pieces."""
    map = map_of(id)
    types = terrain_types()
    return Ground(
        *map.size,
        tuple(
            Piece(one.id, one.type, one.polygon, types[one.type].height, types[one.type].traits)
            for one in map.pieces
        ),
    )


def fresh_ground(id: str) -> Ground:
    """The ground of a map with a memory of its own, for one game."""
    return msgspec.structs.replace(ground_of(id))


@cache
@rule("LR-SCN-01", "LR-SCN-11", "LR-SCN-25", "LR-SCN-26")
def scenarios() -> dict[str, ScenarioRow]:
    """Every scenario by id."""
    return {one.scenario: one for one in read_data("scenarios.yaml", tuple[ScenarioRow, ...])}
