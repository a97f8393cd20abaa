"""Laying out: where features lie, at random and apart from one another, and what is done to make room."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import pi, radians

import msgspec
import shapely

from sandtable.books.forgotten_ruin.chapters.principles.conventions import inches
from sandtable.books.forgotten_ruin.chapters.terrain import Category
from sandtable.books.forgotten_ruin.missions.features import Size, data, flags_of_name, usual_height
from sandtable.books.forgotten_ruin.state import Battle
from sandtable.kernel.arithmetic import cos, hypot, sin, square
from sandtable.kernel.citation import rule
from sandtable.table.measure import NEAR, Box, Models, Point
from sandtable.table.shapes import box_of, boxes_meet, segment_point_distance
from sandtable.table.terrain import Piece, circle, rectangle

APART, FROM_EDGE = 1.0, 2.0
"""How far features lie from one another and from the edges of the table, in inches (FR-MIS-24)."""
HALF = 0.5
"""Sizes are rounded to half inches (FR-MIS-24)."""
TRIES = 30
"""How many places are tried for a feature of one size; ours."""
THICK = 0.4
"""How thick a Linear piece is, in inches; ours."""
DOOR_WIDTH, WINDOW_WIDTH = 1.2, 1.0
"""How wide openings are, in inches; ours."""
SMALL, SMALLER = 0.4, 0.3
"""The radius of an Individual piece, and of one among so many that they would not be apart else; ours."""
ROUND_A_CIRCLE = 5
"""So many Individual pieces of the usual size are apart from one another on the circle of a cluster."""
SHARES = (1.0, 0.75, 0.5, 0.25, 0.0)
"""How much of what a feature is larger than it must be is left to it where there is no room; ours."""
DRIFT = 1.0
"""How far similar features of neighbouring squares are moved towards each other, in inches; ours."""
RING = circle((0.0, 0.0), 0.5, 12)
"""Oval pieces are drawn with so many sides; ours."""
INNER = cos(pi / len(RING))
"""How much of half its shorter diameter the circle has that lies wholly in one of them."""


class Wanted(msgspec.Struct, frozen=True):
    """A feature that is to be laid; the length of a cluster is the number of its pieces."""

    kind: Category
    size: Size
    flag: str
    name: str
    long: float
    short: float

    def shrunk(self, share: float, scale: float) -> Wanted:
        """The same with a share of what it is larger than it must be, in half inches or whole pieces."""
        least, _, step = _limits(self.size)

        def smaller(size: float) -> float:
            return (least + step * int((size / scale - least) * share / step + NEAR)) * scale

        return msgspec.structs.replace(self, long=smaller(self.long), short=smaller(self.short))


def _limits(size: Size) -> tuple[float, float, float]:
    """The least and the most that a feature of a size measures, and in what steps."""
    return (*data().cluster.pieces, 1.0) if size == "cluster" else (*data().sizes[size], HALF)


SIZES: tuple[Size, ...] = ("large", "medium", "linear", "cluster")
"""In which order features are laid: what needs most room first."""


def _loss(left: Sequence[Wanted]) -> tuple[int, int]:
    """How much it is if features are left out: how many, and then how large."""
    return len(left), -sum(SIZES.index(one.size) for one in left)


Tried = tuple[tuple[Models, ...], Point]
"""The outlines of a feature around the origin, and how far they are moved from there."""
Places = Callable[[Wanted, Box], Iterator[Tried]]
"""Where a feature may be tried, one place after the other."""


class Builder:
    """A battlefield while it is being laid out; its chances come from dice that were rolled."""

    def __init__(self, state: Battle) -> None:
        self.scale = inches(state, 1.0)
        self.wide, self.deep = state.ground.width, state.ground.depth
        names = data().regions
        self.names = names.get(state.mission.region, names["Plains"])
        self.pieces: list[Piece] = []
        self.square_of: dict[str, Box] = {}
        self._seed = 1
        self._laid: dict[str, _Footprint] = {}

    def shake(self, faces: Sequence[int]) -> None:
        """Take dice into the chances that follow."""
        for face in faces:
            self._seed = (self._seed * 101 + face) % 2147483647 or 1

    def chance(self) -> float:
        """A number from 0 to 1 that follows from the dice."""
        self._seed = self._seed * 48271 % 2147483647
        return self._seed / 2147483647

    def _between(self, low: float, high: float, step: float) -> float:
        steps = int((high - low) / step)
        return (low + step * min(steps, int(self.chance() * (steps + 1)))) * self.scale

    def wanted(self, kind: Category, size: Size, flag: str = "", name: str = "") -> Wanted:
        """A feature that is to be laid, with its size and name."""
        least, most, step = _limits(size)
        long, short = (self._between(least, most, step) for _ in range(2))
        names = self.names[kind]
        return Wanted(kind, size, flag, name or names[int(self.chance() * len(names))], long, short)

    @rule("FR-MIS-23", "FR-MIS-24")
    def fill(self, square: Box, features: Sequence[Wanted]) -> list[Wanted]:
        """The features of a square at random places, else smaller, else side by side; what has no room."""
        order = sorted(features, key=lambda one: SIZES.index(one.size))
        start, best, least = self._layout(), self._layout(), list(features)
        for places in (self._at_random, self._side_by_side):
            for share in SHARES:
                self._lay_again(start)
                left = [one for one in order if not self._lay(one.shrunk(share, self.scale), square, places)]
                if _loss(left) < _loss(least):
                    best, least = self._layout(), left
                if not left:
                    return []
        self._lay_again(best)
        return least

    def _layout(self) -> tuple[list[Piece], dict[str, Box], dict[str, _Footprint]]:
        return self.pieces.copy(), self.square_of.copy(), self._laid.copy()

    def _lay_again(self, layout: tuple[list[Piece], dict[str, Box], dict[str, _Footprint]]) -> None:
        """The table is as it was."""
        self.pieces, self.square_of, self._laid = (one.copy() for one in layout)  # type: ignore[assignment]

    @rule("FR-MIS-24")
    def add(self, kind: Category, size: Size, square: Box, flag: str, name: str = "") -> bool:
        """One feature in a square; whether there was room."""
        return not self.fill(square, [self.wanted(kind, size, flag, name)])

    def _lay(self, one: Wanted, square: Box, places: Places) -> bool:
        for shapes, by in places(one, square):
            if any(self._is_crowded(x + by[0], y + by[1], inner) for (x, y), inner in map(_core, shapes)):
                continue
            outlines = [tuple((u + by[0], v + by[1]) for u, v in shape) for shape in shapes]
            if all(self._fits(outline) for outline in outlines):
                for outline in outlines:
                    self.put(one.kind, one.name, outline, square, one.flag)
                return True
        return False

    def _at_random(self, one: Wanted, square: Box) -> Iterator[Tried]:
        """A feature here and there in its square, however it is turned."""
        for _ in range(TRIES):
            shapes = self._shapes(one, 180.0 * self.chance())
            for wide, deep, at in self._rooms(shapes, square):
                yield shapes, (at[0] + wide * self.chance(), at[1] + deep * self.chance())

    def _side_by_side(self, one: Wanted, square: Box) -> Iterator[Tried]:
        """A feature at every half inch of its square, lengthwise and crosswise, from one corner on."""
        step = HALF * self.scale
        across, along = self.chance() < 0.5, self.chance() < 0.5
        for turn in (0.0, 90.0):
            shapes = self._shapes(one, turn)
            for wide, deep, (x, y) in self._rooms(shapes, square):
                for row in range(int(deep / step + NEAR) + 1):
                    v = row * step if along else deep - row * step
                    for column in range(int(wide / step + NEAR) + 1):
                        yield shapes, (x + (column * step if across else wide - column * step), y + v)

    def _rooms(self, shapes: tuple[Models, ...], square: Box) -> Iterator[tuple[float, float, Point]]:
        """How far a feature can be moved about in its square and where that begins; nothing if not at all."""
        west, south, east, north = box_of(tuple(point for one in shapes for point in one))
        left, below, right, above = self._room(square)
        wide, deep = (right - left) - (east - west), (above - below) - (north - south)
        if wide >= 0.0 and deep >= 0.0:
            yield wide, deep, (left - west, below - south)

    def _shapes(self, one: Wanted, turn: float) -> tuple[Models, ...]:
        """The outlines of a feature around the origin."""
        if one.size == "cluster":
            return self._ring(one, turn)
        if one.kind == "linear":
            return (rectangle((0.0, 0.0), one.long, THICK * self.scale, turn),)
        if one.kind in ("area", "field"):
            return (_rounded(one.long, one.short, turn),)
        return (rectangle((0.0, 0.0), one.long, one.short, 0.0 if one.kind == "interior" else turn),)

    @rule("FR-MIS-23", "FR-MIS-24")
    def _ring(self, one: Wanted, turn: float) -> tuple[Models, ...]:
        """Four to six Individual pieces spread over a circle."""
        count = round(one.long / self.scale)
        radius = (SMALL if count <= ROUND_A_CIRCLE else SMALLER) * self.scale
        far = data().cluster.circle / 2 * self.scale - radius
        angles = (radians(turn) + 2 * pi * number / count for number in range(count))
        return tuple(circle((far * cos(angle), far * sin(angle)), radius, 8) for angle in angles)

    def _is_crowded(self, x: float, y: float, inner: float) -> bool:
        """Whether a circle comes nearer to the circle within another feature than features may lie."""
        near = inner + APART * self.scale - NEAR
        for one in self._laid.values():
            u, v = one.at
            if square(u - x) + square(v - y) < square(near + one.inner):
                return True
        return False

    def _room(self, square: Box) -> Box:
        edge = FROM_EDGE * self.scale
        return (
            max(square[0], edge),
            max(square[1], edge),
            min(square[2], self.wide - edge),
            min(square[3], self.deep - edge),
        )

    def _fits(self, outline: Models, besides: str = "") -> bool:
        box = west, south, east, north = box_of(outline)
        edge, apart = FROM_EDGE * self.scale - NEAR, APART * self.scale
        if west < edge or south < edge or east > self.wide - edge or north > self.deep - edge:
            return False
        near = [
            one.shape
            for id, one in self._laid.items()
            if id != besides and boxes_meet(box, one.box, apart + NEAR)
        ]
        return not near or not shapely.dwithin(shapely.Polygon(outline), near, apart - NEAR).any()

    def put(self, kind: Category, name: str, outline: Models, square: Box, flag: str) -> None:
        """A feature with this outline, whatever lies there."""
        id = f"T{len(self.square_of) + 1}"
        traits = (kind, *([flag] if flag else []), *flags_of_name(name))
        height = usual_height(name, kind) * self.scale
        self.pieces.append(Piece(id, name, outline, height, traits))
        self.square_of[id] = square
        self._laid[id] = _Footprint(outline)
        if kind == "interior":
            self._open(id, outline)

    def _open(self, id: str, outline: Models) -> None:
        """A door in one wall and a window in the one across."""
        first = int(self.chance() * 4) % 4
        for number, (word, width) in enumerate((("door", DOOR_WIDTH), ("window", WINDOW_WIDTH))):
            side = (first + 2 * number) % 4
            (ax, ay), (bx, by) = outline[side], outline[(side + 1) % 4]
            share = 0.3 + 0.4 * self.chance()
            at = (ax + (bx - ax) * share, ay + (by - ay) * share)
            level = abs(bx - ax) > abs(by - ay)
            wide, deep = (width, THICK) if level else (THICK, width)
            hole = rectangle(at, wide * self.scale, deep * self.scale)
            self.pieces.append(Piece(f"{id} {word}", word, hole, 0.0, ("opening", word)))

    @rule("FR-MIS-24")
    def gather(self) -> None:
        """Similar features of neighbouring squares are moved towards each other where there is room."""
        for place, piece in enumerate(self.pieces):
            if piece.traits[0] in ("interior", "individual", "opening"):
                continue
            alike = [
                one
                for one in self.pieces
                if one.kind == piece.kind
                and one.id != piece.id
                and self.square_of.get(one.id) != self.square_of[piece.id]
            ]
            if not alike:
                continue
            x, y = piece.centre
            near = min(alike, key=lambda one: hypot(one.centre[0] - x, one.centre[1] - y))
            far = hypot(near.centre[0] - x, near.centre[1] - y)
            if far > 1.5 * data().square * self.scale or far <= 0.0:
                continue
            by = DRIFT * self.scale / far
            dx, dy = (near.centre[0] - x) * by, (near.centre[1] - y) * by
            moved = tuple((u + dx, v + dy) for u, v in piece.outline)
            if self._fits(moved, piece.id):
                self.pieces[place] = msgspec.structs.replace(piece, outline=moved)
                self._laid[piece.id] = _Footprint(moved)


@lru_cache(maxsize=64)
def _core(outline: Models) -> tuple[Point, float]:
    """The middle of an outline, and the radius of the circle around it that is wholly in it."""
    west, south, east, north = box_of(outline)
    middle = (west + east) / 2, (south + north) / 2
    following = (*outline[1:], outline[0])
    return middle, min(segment_point_distance(a, b, middle) for a, b in zip(outline, following, strict=True))


class _Footprint:
    """What a feature covers: its box, a circle that is wholly in it, and its exact shape."""

    def __init__(self, outline: Models) -> None:
        self.box = box_of(outline)
        self.at, self.inner = _core(outline)
        self.shape = shapely.Polygon(outline)


def _rounded(long: float, short: float, turn: float) -> Models:
    """The outline of an oval piece."""
    c, s = cos(radians(turn)), sin(radians(turn))
    return tuple((x * long * c - y * short * s, x * long * s + y * short * c) for x, y in RING)
