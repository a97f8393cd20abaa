"""Terrain: pieces with an outline and traits, and the ground they lie on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache, partial
from math import isfinite, pi, radians, sqrt
from threading import local
from typing import Any, TypeVar
from weakref import ref

import msgspec
import numpy
from numpy.typing import NDArray

from sandtable.kernel.arithmetic import cos, sin
from sandtable.kernel.refusal import Refusal, Refused
from sandtable.table.measure import Box, Models, Point
from sandtable.table.shapes import (
    Edges,
    box_of,
    boxes_meet,
    edges_of,
    is_inside,
    outline_distance,
    segment_outline_distance,
)

Key = TypeVar("Key")
Kept = TypeVar("Kept")

DIFFICULT = "difficult"
OBSTACLE = "obstacle"
OBSCURING = "obscuring"
COVER = "cover"
IMPASSABLE = "impassable"
HILL = "hill"
CLEAR = "clear"
"""Lies as normal ground over the pieces listed before it, as a bridge over a river does."""

HUGE = 10_000.0
"""No table and no piece reaches farther than this, in inches."""
DIGITS = 9
"""So many digits of an inch are kept of corners that are worked out."""
THICKEST_WALL = 1.0
"""A wall is a line with at most this thickness."""


class Piece(msgspec.Struct, frozen=True):
    """A piece of terrain."""

    id: str
    kind: str
    outline: Models
    height: float = 0.0
    traits: tuple[str, ...] = ()

    @property
    def centre(self) -> Point:
        """The middle of the smallest upright box around the piece."""
        west, south, east, north = box_of(self.outline)
        return ((west + east) / 2, (south + north) / 2)


Frame = tuple[float, float, float, float, float, float]
"""Of a rectangle: its middle, the direction of one side, half of its length, and half of the other's."""


class Area:
    """A piece made ready for measuring; its outline may have holes where other ground lies over it."""

    def __init__(self, piece: Piece, edges: Edges, box: Box) -> None:
        self.piece = piece
        self.id = piece.id
        self.height = piece.height
        self.edges = edges
        self.box = box
        self.west, self.south, self.east, self.north = box

    @cached_property
    def columns(self) -> NDArray[numpy.float64]:
        """The numbers of all sides, each in a column of its own, for measuring many points at once."""
        return numpy.array(self.edges).T[:, :, None]

    @cached_property
    def frame(self) -> Frame | None:
        """Its middle, the direction of one side and half its two lengths, if it is a rectangle."""
        return _frame_of(self.edges)

    def holds(self, x: float, y: float) -> bool:
        """A point lies in the area, its border included."""
        return self.west <= x <= self.east and self.south <= y <= self.north and is_inside(x, y, self.edges)

    def is_near(self, x: float, y: float, reach: float) -> bool:
        """A point may lie within reach of the area, judged by its box alone."""
        return self.west - reach <= x <= self.east + reach and self.south - reach <= y <= self.north + reach

    def is_within(self, at: Point, reach: float) -> bool:
        """A point lies within reach of the area."""
        return self.is_near(*at, reach) and self.distance(*at) <= reach

    def distance(self, x: float, y: float) -> float:
        """How far a point is from the nearest part of the area; 0 inside."""
        return outline_distance(x, y, self.edges)

    def distance_to_segment(self, a: Point, b: Point) -> float:
        """How far a segment is from the area; 0 where it touches it."""
        return segment_outline_distance(a, b, self.edges)


def _frame_of(edges: Edges) -> Frame | None:
    """The frame of an outline that is a rectangle but for a hair, such as rounding leaves."""
    if len(edges) != 4:
        return None
    ax, ay, dx, dy, length = edges[0]
    _, _, ex, ey, other = edges[1]
    bx, by = ax + dx + ex, ay + dy + ey
    long, wide = sqrt(length), sqrt(other)
    ux, uy = dx / long, dy / long
    for x, y, *_ in edges:
        px, py = x - (ax + bx) / 2, y - (ay + by) / 2
        if abs(abs(px * ux + py * uy) - long / 2) > 1e-5 or abs(abs(py * ux - px * uy) - wide / 2) > 1e-5:
            return None
    return ((ax + bx) / 2, (ay + by) / 2, ux, uy, long / 2, wide / 2)


_AREAS: dict[int, Area] = {}
"""Areas by the identity of their pieces, which they hold, so that no identity is ever reused."""
_MOST_AREAS = 1024


def area_of(piece: Piece) -> Area:
    """A piece made ready for measuring, remembered for the same piece."""
    area = _AREAS.get(id(piece))
    if area is None:
        if len(_AREAS) >= _MOST_AREAS:
            _AREAS.clear()
        area = _AREAS[id(piece)] = Area(piece, edges_of(piece.outline), box_of(piece.outline))
    return area


class Memory(local):
    """What one thread has measured on a ground.

    Copies of a game share its ground, and people, players and forecasters think about them side by side:
    a thread that looked at what another is still working out would play another game.
    """

    def __init__(self) -> None:
        self.answers = Answers()


class Answers(dict[str, dict[Any, Any]]):
    """Answers by kind of question and by position."""

    __slots__ = ("__weakref__",)


class _Lately(local):
    """The grounds on which one thread has measured lately."""

    def __init__(self) -> None:
        self.measured: list[ref[Answers]] = []

    def add(self, answers: Answers) -> None:
        """One more ground; whatever was measured on the one that has been there longest is forgotten."""
        others = [one for one in self.measured if one()]
        while len(others) >= MOST_GROUNDS:
            forgotten = others.pop(0)()
            if forgotten is not None:
                forgotten.clear()
        self.measured = [*others, ref(answers)]


_LATELY = _Lately()


def kept(known: dict[Key, Kept], key: Key, most: int, make: Callable[[], Kept]) -> Kept:
    """What is remembered under a key, or made now; then the one is forgotten that nobody wanted longest."""
    found = known.pop(key, None)
    if found is None:
        found = make()
        while len(known) >= most:
            del known[next(iter(known))]
    known[key] = found
    return found


class Ground(msgspec.Struct, frozen=True, dict=True):
    """The table: its width from west to east, its depth from south to north, and the pieces on it."""

    width: float
    depth: float
    pieces: tuple[Piece, ...] = ()

    def __post_init__(self) -> None:
        reasons = [] if _is_plainly_sound(self) else _what_is_wrong(self)
        if reasons:
            raise Refused(*reasons)

    @cached_property
    def areas(self) -> tuple[Area, ...]:
        """Every piece, ready for measuring, in order."""
        return tuple([area_of(one) for one in self.pieces])

    def areas_with(self, trait: str) -> tuple[Area, ...]:
        """The areas of all pieces with a trait."""
        return tuple(area for area in self.areas if trait in area.piece.traits)

    obstacles = cached_property(partial(areas_with, trait=OBSTACLE))
    obscuring = cached_property(partial(areas_with, trait=OBSCURING))
    """The pieces that hinder sight."""
    cover = cached_property(partial(areas_with, trait=COVER))
    """The pieces that give cover to models that stand in them."""
    hills = cached_property(partial(areas_with, trait=HILL))
    """The hills, from which one sees over groups."""
    difficult = cached_property(lambda ground: _uncovered(ground, DIFFICULT))
    """The difficult ground, less what clear ground lies over."""
    impassable = cached_property(lambda ground: _uncovered(ground, IMPASSABLE))
    """The impassable ground, less what clear ground lies over."""

    @cached_property
    def memory(self) -> Memory:
        """What was measured on this ground."""
        return Memory()

    def remembered(self, question: str) -> dict[Any, Any]:
        """The answers to one kind of question, dropped when there are too many of them."""
        answers = self.memory.answers
        found = answers.get(question)
        if found is None:
            if not answers:
                _LATELY.add(answers)
            found = answers[question] = {}
        elif len(found) > MOST_REMEMBERED:
            found.clear()
        return found

    def answered(self, question: str, key: Any, make: Callable[[], Kept]) -> Kept:
        """The answer to one question, worked out once and then remembered."""
        known = self.remembered(question)
        found: Kept | None = known.get(key)
        if found is None:
            found = known[key] = make()
        return found

    @cached_property
    def _others(self) -> dict[str, Ground]:
        return {}

    def apart(self, whose: str) -> Ground:
        """The same ground with a memory of its own, for code that must not touch what others remember."""
        if whose not in self._others:
            # What is measured of a piece is remembered with it.
            pieces = tuple([msgspec.structs.replace(one) for one in self.pieces])
            self._others[whose] = Ground(self.width, self.depth, pieces)
        return self._others[whose]

    def piece(self, id: str) -> Piece:
        """The piece of that name."""
        for one in self.pieces:
            if one.id == id:
                return one
        raise KeyError(id)


MOST_REMEMBERED = 8_000
"""Answers kept for one kind of question on one ground."""
MOST_GROUNDS = 8
"""On how many grounds a thread remembers what it has measured; of large tables it is some megabytes each."""


def areas_near(areas: Sequence[Area], box: Box) -> list[Area]:
    """The areas whose boxes meet a box."""
    west, south, east, north = box
    return [
        area
        for area in areas
        if area.west <= east and west <= area.east and area.south <= north and south <= area.north
    ]


def _uncovered(ground: Ground, trait: str) -> tuple[Area, ...]:
    areas: list[Area] = []
    for index, area in enumerate(ground.areas):
        if trait not in area.piece.traits:
            continue
        over = [
            later
            for later in ground.areas[index + 1 :]
            if CLEAR in later.piece.traits and boxes_meet(area.box, later.box)
        ]
        areas.extend(_less(area, over) if over else [area])
    return tuple(areas)


def _less(area: Area, over: list[Area]) -> list[Area]:
    # Reading shapely takes long, and most games need none of it.
    from shapely.geometry import Polygon

    rest = Polygon(area.piece.outline)
    for one in over:
        rest = rest.difference(Polygon(one.piece.outline))
    left: list[Area] = []
    # Where outlines cross, versions of the library differ in the order of corners and in the last bits.
    rest = rest.normalize()
    for polygon in getattr(rest, "geoms", [rest]):
        if polygon.is_empty or polygon.geom_type != "Polygon":
            continue
        rings = [
            tuple((round(x, DIGITS), round(y, DIGITS)) for x, y in ring.coords[:-1])
            for ring in (polygon.exterior, *polygon.interiors)
        ]
        edges: Edges = tuple(edge for ring in rings for edge in edges_of(ring))
        left.append(Area(area.piece, edges, box_of(rings[0])))
    return left


def _is_plainly_sound(ground: Ground) -> bool:
    """A table of a usual size, all of whose pieces are sound and lie on it, each under a name of its own."""
    width, depth = ground.width, ground.depth
    if not (0.0 < width <= HUGE and 0.0 < depth <= HUGE):
        return False
    for piece in ground.pieces:
        area = _SOUND.get(id(piece))
        if area is None:
            if what_is_wrong_with(piece) is not None:
                return False
            area = area_of(piece)
        if area.west > width or area.east < 0.0 or area.south > depth or area.north < 0.0:
            return False
    return len({piece.id for piece in ground.pieces}) == len(ground.pieces)


def _what_is_wrong(ground: Ground) -> list[Refusal]:
    reasons: list[Refusal] = []
    for name, size in (("width", ground.width), ("depth", ground.depth)):
        if not isfinite(size) or not 0.0 < size <= HUGE:
            reasons.append(
                Refusal("", f"The table's {name} is {size}.", f"Give inches above 0 and up to {HUGE:g}.")
            )
    seen: list[str] = []
    for piece in ground.pieces:
        if piece.id in seen:
            reasons.append(Refusal("", f"Two pieces are called {piece.id!r}.", "Give each its own id."))
        seen.append(piece.id)
        fault = what_is_wrong_with(piece)
        if fault is None and not boxes_meet(area_of(piece).box, (0.0, 0.0, ground.width, ground.depth)):
            fault = Refusal(
                "", f"Piece {piece.id!r} lies off the table.", "Lay at least a part of it on the table."
            )
        if fault is not None:
            reasons.append(fault)
    return reasons


_SOUND: dict[int, Area] = {}
"""The areas of pieces with which nothing is wrong, by the identity of the pieces, which they hold."""


def what_is_wrong_with(piece: Piece) -> Refusal | None:
    """A piece needs three points or more, sensible numbers and an outline that does not cross itself."""
    if id(piece) in _SOUND:
        return None
    fault = None if _is_plain(piece) else _fault_of(piece)
    if fault is None:
        if len(_SOUND) >= _MOST_AREAS:
            _SOUND.clear()
        _SOUND[id(piece)] = area_of(piece)
    return fault


@lru_cache(maxsize=1024)
def _fault_of(piece: Piece) -> Refusal | None:
    named = f"Piece {piece.id!r}"
    if len(piece.outline) < 3:
        return Refusal("", f"{named} has only {len(piece.outline)} points.", "Give three points or more.")
    numbers = [piece.height, *(one for point in piece.outline for one in point)]
    if not all(isfinite(one) and abs(one) <= HUGE for one in numbers):
        return Refusal(
            "", f"{named} has a number that is no place on a table.", f"Stay within {HUGE:g} inches."
        )
    # Reading shapely takes long, and most games need none of it.
    from shapely.geometry import Polygon
    from shapely.validation import explain_validity

    polygon = Polygon(piece.outline)
    if not polygon.is_valid:
        why = explain_validity(polygon)
        return Refusal(
            "", f"The outline of piece {piece.id!r} crosses itself: {why}.", "Give a simple outline."
        )
    if polygon.area < 1e-6:
        return Refusal("", f"{named} covers no ground.", "Give points that are not in one line.")
    return None


def _is_plain(piece: Piece) -> bool:
    """Three or four corners with sensible numbers, a turn the same way at each, and never slightly."""
    outline = piece.outline
    if not 3 <= len(outline) <= 4 or not 0.0 <= piece.height <= HUGE:
        return False
    if not all(-HUGE <= x <= HUGE and -HUGE <= y <= HUGE for x, y in outline):
        return False
    turns: list[float] = []
    for index, (x, y) in enumerate(outline):
        ax, ay = outline[index - 1]
        bx, by = outline[index - 2]
        turns.append((ax - bx) * (y - ay) - (ay - by) * (x - ax))
    return min(turns) > 1e-3 or max(turns) < -1e-3


def rectangle(centre: Point, width: float, depth: float, turn: float = 0.0) -> Models:
    """The outline of a rectangle about its centre, turned anticlockwise by degrees."""
    angle = radians(turn)
    c, s = cos(angle), sin(angle)
    halves = (
        (-width / 2, -depth / 2),
        (width / 2, -depth / 2),
        (width / 2, depth / 2),
        (-width / 2, depth / 2),
    )
    return tuple((centre[0] + x * c - y * s, centre[1] + x * s + y * c) for x, y in halves)


def box_outline(west: float, south: float, east: float, north: float) -> Models:
    """The outline of an upright rectangle given by its limits."""
    return ((west, south), (east, south), (east, north), (west, north))


def circle(centre: Point, radius: float, sides: int = 24) -> Models:
    """The outline of a round piece, as a polygon of many sides."""
    turns = (2 * pi * side / sides for side in range(sides))
    return tuple((centre[0] + radius * cos(turn), centre[1] + radius * sin(turn)) for turn in turns)


def wall(start: Point, end: Point, thickness: float = 0.5) -> Models:
    """The outline of a wall or hedge along a line."""
    if not 0.0 < thickness <= THICKEST_WALL:
        raise Refused(
            Refusal("", f"A wall is {thickness} inches thick.", f"Give a thickness up to {THICKEST_WALL:g}.")
        )
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = sqrt(dx * dx + dy * dy)
    if length <= 0.0:
        raise Refused(Refusal("", "A wall has no length.", "Give two different ends."))
    nx, ny = -dy / length * thickness / 2, dx / length * thickness / 2
    return (
        (start[0] - nx, start[1] - ny),
        (end[0] - nx, end[1] - ny),
        (end[0] + nx, end[1] + ny),
        (start[0] + nx, start[1] + ny),
    )
