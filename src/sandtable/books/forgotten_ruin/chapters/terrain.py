"""Terrain: the six categories, their flags, and when a figure is in a feature or touches it."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal, TypeVar

import msgspec

from sandtable.books.forgotten_ruin.data import read_data
from sandtable.books.forgotten_ruin.state import Battle, Figure
from sandtable.kernel.arithmetic import hypot
from sandtable.kernel.citation import rule
from sandtable.table.measure import Box, Models, Point
from sandtable.table.shapes import HAIR, Edges, border_distance, boxes_meet, edges_of, spans_inside
from sandtable.table.terrain import Area, Ground, Piece

Category = Literal["linear", "individual", "area", "field", "block", "interior"]
CATEGORIES: tuple[Category, ...] = ("linear", "individual", "area", "field", "block", "interior")
DIFFICULT = "difficult"
IMPASSABLE = "impassable"
UNCLIMBABLE = "unclimbable"
OPENING = "opening"
WINDOW = "window"
ROOFED = "roofed"
WATER = "water"
GAP = "gap"
"""A trench or pit that can be leapt over; the height of the piece is how deep it is."""
TOUCHING = 0.01
"""Bases and outlines nearer than this touch (FR-PRN-32)."""


class Kind(msgspec.Struct, frozen=True):
    """What a common piece of terrain is unless the player says otherwise (FR-TER-13)."""

    kind: str
    category: Category
    height: float = 0.0
    flags: tuple[str, ...] = ()


class Properties(msgspec.Struct, frozen=True):
    """What a category allows, and how it treats sight and Cover (FR-TER-02)."""

    enter: bool
    climb: bool
    stand_on: bool
    sight: str
    cover: bool
    examples: str


class _Tables(msgspec.Struct, frozen=True):
    pieces: tuple[Kind, ...]
    categories: dict[Category, Properties]


@cache
def _tables() -> _Tables:
    return read_data("terrain.yaml", _Tables)


@rule("FR-TER-13")
def common_kinds() -> dict[str, Kind]:
    """The pieces whose category and flags are suggested, by name."""
    return {one.kind: one for one in _tables().pieces}


@rule("FR-TER-02")
def properties(of: Category) -> Properties:
    """What a category allows."""
    return _tables().categories[of]


@rule("FR-TER-01", "FR-TER-13")
def category(piece: Piece) -> Category | None:
    """The one category of a piece: as it is flagged, else as its kind is by default; None for an opening."""
    for one in CATEGORIES:
        if one in piece.traits:
            return one
    if OPENING in piece.traits:
        return None
    known = common_kinds().get(piece.kind)
    return known.category if known is not None else "area"


@rule("FR-TER-13")
def piece_of(id: str, kind: str, outline: Models, height: float | None = None, *flags: str) -> Piece:
    """A piece of a common kind with the suggested category, flags and height, and what is flagged besides."""
    known = common_kinds()[kind]
    traits = (known.category, *known.flags, *flags)
    return Piece(id, kind, outline, known.height if height is None else height, tuple(dict.fromkeys(traits)))


Segment = tuple[Point, Point]


class Opening:
    """A door, window or hole in the wall of an Interior."""

    __slots__ = ("area", "id", "interior", "is_window", "width")

    def __init__(self, area: Area, interior: str) -> None:
        self.area = area
        self.id = area.id
        self.interior = interior
        self.is_window = WINDOW in area.piece.traits or area.piece.kind == WINDOW
        self.width = max(area.east - area.west, area.north - area.south)


class Interior:
    """An enclosed piece: its walls run along its outline except where there are openings."""

    __slots__ = ("_edges", "area", "height", "id", "is_roofed", "openings", "walls")

    def __init__(self, area: Area, openings: list[Opening]) -> None:
        self.area = area
        self.id = area.id
        self.height = area.height
        self.openings = openings
        self.is_roofed = ROOFED in area.piece.traits
        self.walls: tuple[Segment, ...] = tuple(_walls(area, openings))
        self._edges = _edges_of_walls(self)

    def wall_distance(self, x: float, y: float) -> float:
        """How far a point is from the nearest stretch of wall."""
        return border_distance(x, y, self._edges) if self._edges else float("inf")


def _walls(area: Area, openings: list[Opening]) -> list[Segment]:
    found: list[Segment] = []
    for ax, ay, dx, dy, _ in area.edges:
        a, b = (ax, ay), (ax + dx, ay + dy)
        holes = sorted(span for one in openings for span in spans_inside(a, b, one.area.edges))
        start = 0.0
        for begin, end in [*holes, (1.0, 1.0)]:
            if begin - start > HAIR:
                found.append(((ax + dx * start, ay + dy * start), (ax + dx * begin, ay + dy * begin)))
            start = max(start, end)
    return found


def _edges_of_walls(interior: Interior) -> Edges:
    edges: Edges = ()
    for a, b in interior.walls:
        edges += edges_of((a, b))[:1]
    return edges


class Terrain:
    """The pieces of a ground as the rules of this book use them."""

    def __init__(self, ground: Ground) -> None:
        by_category: dict[Category | None, list[Area]] = {one: [] for one in (*CATEGORIES, None)}
        self.of: dict[str, Area] = {}
        self.category: dict[str, Category | None] = {}
        for area in ground.areas:
            kind = category(area.piece)
            self.of[area.id] = area
            self.category[area.id] = kind
            by_category[kind].append(area)
        self.linear = by_category["linear"]
        self.individual = by_category["individual"]
        self.areas = by_category["area"]
        self.fields = by_category["field"]
        self.blocks = by_category["block"]
        doors = by_category[None]
        self.interiors = [_interior(one, doors) for one in by_category["interior"]]
        self.interior = {one.id: one for one in self.interiors}
        self.walled = [one.area for one in self.interiors]
        self.circle = {one.id: _circle(one) for one in ground.areas}
        """The middle of each piece, and how far its corners are from there."""
        self.planes = {one.id: half_planes(one.piece.outline) for one in ground.areas}
        """The sides of each piece that is convex, as half planes; None for the others."""
        self.roofs = [one.area for one in self.interiors if one.is_roofed]
        self.stands = [*self.blocks, *self.roofs]
        """What figures can stand on top of."""
        self.solids = [*self.individual, *self.blocks]
        """What no base can be in."""
        self.gaps = [one for one in self.fields if GAP in one.piece.traits]
        enterable = (*self.areas, *self.fields, *(one.area for one in self.interiors))
        self.difficult = [one for one in enterable if DIFFICULT in one.piece.traits]
        self.impassable = [one for one in enterable if IMPASSABLE in one.piece.traits]
        self.features = [one for one in ground.areas if self.category[one.id] is not None]
        self.by_size = sorted(self.features, key=lambda one: -self.circle[one.id][2])
        """The largest first: what most likely hides something."""
        self.hiding = [
            (one, kind, *self.circle[one.id])
            for one in self.by_size
            if (kind := self.category[one.id]) is not None and kind != "field"
        ]
        self._hindering: dict[tuple[float, ...], list[tuple[Area, int]]] = {}
        self._hiding: dict[tuple[float, ...], list[Hiding]] = {}

    def hindering(
        self, west: float, south: float, east: float, north: float, reach: float
    ) -> list[tuple[Area, int]]:
        """What may stop a base in a box and within reach of it, each with its sort, in a lasting order."""
        key = (west // NEARBY, south // NEARBY, east // NEARBY, north // NEARBY, reach)
        found = self._hindering.get(key)
        if found is None:
            box = _widened(key, reach + HAIR)
            sorts = ((self.solids, SOLID), (self.linear, LINEAR), (self.impassable, FLAT))
            found = [(area, sort) for areas, sort in sorts for area in areas if boxes_meet(area.box, box)]
            _keep(self._hindering, key, found)
        return found

    def hiding_in(self, west: float, south: float, east: float, north: float) -> list[Hiding]:
        """What may stop sight in a box, the largest first."""
        key = (west // WIDELY, south // WIDELY, east // WIDELY, north // WIDELY)
        found = self._hiding.get(key)
        if found is None:
            box = _widened(key, HAIR, WIDELY)
            found = [one for one in self.hiding if boxes_meet(one[0].box, box)]
            _keep(self._hiding, key, found)
        return found


Hiding = tuple[Area, Category, float, float, float]
"""A piece that may stop sight, its category, and the circle around it: middle and radius."""
Kept = TypeVar("Kept")
SOLID, LINEAR, FLAT = 0, 1, 2
"""The sorts of pieces that stop a base: bodies, Linear pieces, and Impassable ground."""
NEARBY, WIDELY = 2.0, 4.0
"""Pieces are looked up by boxes whose corners are rounded to so many inches."""
MOST_BOXES = 4000


def _widened(key: tuple[float, ...], margin: float, size: float = NEARBY) -> Box:
    """The box of a key, with everything that rounds to it."""
    west, south, east, north = key[:4]
    return (
        west * size - margin,
        south * size - margin,
        (east + 1.0) * size + margin,
        (north + 1.0) * size + margin,
    )


def _keep(known: dict[tuple[float, ...], list[Kept]], key: tuple[float, ...], found: list[Kept]) -> None:
    if len(known) >= MOST_BOXES:
        known.clear()
    known[key] = found


def _interior(area: Area, doors: list[Area]) -> Interior:
    near = [one for one in doors if area.is_near(*one.piece.centre, 1.0)]
    touching = [one for one in near if border_distance(*one.piece.centre, area.edges) <= _half(one)]
    return Interior(area, [Opening(one, area.id) for one in touching])


Planes = tuple[tuple[float, float, float], ...]
"""For each side of a convex outline its outward normal, and how far out the side lies along it."""


def half_planes(outline: Models) -> Planes | None:
    """The half planes whose common part a convex outline encloses; None where it is not convex."""
    count = len(outline)
    turns: list[float] = []
    for place in range(count):
        (ax, ay), (bx, by), (cx, cy) = (outline[(place + one) % count] for one in range(3))
        turns.append((bx - ax) * (cy - by) - (by - ay) * (cx - bx))
    if all(turn >= -HAIR for turn in turns):
        way = 1.0
    elif all(turn <= HAIR for turn in turns):
        way = -1.0
    else:
        return None
    planes: list[tuple[float, float, float]] = []
    for place in range(count):
        (ax, ay), (bx, by) = outline[place], outline[(place + 1) % count]
        far = hypot(bx - ax, by - ay)
        if far > HAIR:
            nx, ny = way * (by - ay) / far, -way * (bx - ax) / far
            planes.append((nx, ny, nx * ax + ny * ay))
    return tuple(planes)


def _circle(area: Area) -> tuple[float, float, float]:
    x, y = area.piece.centre
    return x, y, max(hypot(u - x, v - y) for u, v in area.piece.outline)


def _half(area: Area) -> float:
    return hypot(area.east - area.west, area.north - area.south) / 2


def terrain_of(ground: Ground) -> Terrain:
    """The terrain of a ground, worked out once."""
    known: dict[Any, Terrain] = ground.remembered("FR terrain")
    if 0 not in known:
        known[0] = Terrain(ground)
    return known[0]


def rubble_of(piece: Piece) -> Piece:
    """What is left of a feature that has crumbled: Difficult ground."""
    return msgspec.structs.replace(piece, kind="rubble", height=0.0, traits=("area", "difficult"))


def openings_of(ground: Ground, *ids: str) -> tuple[str, ...]:
    """The doors and windows in the walls of features, which crumble with them."""
    return tuple(hole.id for one in terrain_of(ground).interiors if one.id in ids for hole in one.openings)


@rule("FR-TER-14")
def overlaps(at: Point, radius: float, area: Area) -> bool:
    """Any part of a base lies in the footprint; touching from outside is not enough."""
    x, y = at
    return area.is_near(x, y, radius) and area.distance(x, y) < radius - TOUCHING


@rule("FR-TER-14")
def is_in(figure: Figure, area: Area) -> bool:
    """A figure is in an Area, Field or Interior if any part of its base overlaps the footprint."""
    return figure.elevation < _top(area) and overlaps(figure.at, figure.radius, area)


def _top(area: Area) -> float:
    """Whoever stands on a roof is not in the building under it; an Area has no top."""
    return area.height - TOUCHING if category(area.piece) == "interior" and area.height > 0 else float("inf")


@rule("FR-TER-14")
def touches(figure: Figure, area: Area) -> bool:
    """A base that overlaps or touches the outline touches the edge."""
    x, y = figure.at
    reach = figure.radius + TOUCHING
    return area.is_near(x, y, reach) and border_distance(x, y, area.edges) <= reach


def touches_feature(figure: Figure, area: Area) -> bool:
    """A figure is in a feature, on it, or its base touches it."""
    x, y = figure.at
    reach = figure.radius + TOUCHING
    return area.is_near(x, y, reach) and area.distance(x, y) <= reach


def interior_of(state: Battle, figure: Figure) -> Interior | None:
    """The building in which a figure is."""
    for one in terrain_of(state.ground).interiors:
        if is_in(figure, one.area):
            return one
    return None


def area_of(state: Battle, id: str) -> Area:
    """A piece of this ground, ready for measuring."""
    return terrain_of(state.ground).of[id]


@rule("FR-MOV-20", "FR-TER-02")
def is_climbable(piece: Piece) -> bool:
    """Linear and Block pieces and flat roofs can be climbed unless they are flagged Unclimbable."""
    if UNCLIMBABLE in piece.traits:
        return False
    kind = category(piece)
    if kind == "interior":
        return ROOFED in piece.traits
    return kind is not None and properties(kind).climb


def surface_at(state: Battle, at: Point) -> float:
    """The height of the highest place to stand at a point: the top of a Block or roof, else the ground."""
    return max(
        (one.height for one in terrain_of(state.ground).stands if one.holds(*at)),
        default=0.0,
    )
