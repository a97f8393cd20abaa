"""Laying features out at random: apart from one another, and smaller or side by side where room is short.

Chances follow from dice that were rolled. What a feature looks like and what it is made of, the book says.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from itertools import count
from math import radians
from typing import Generic, TypeVar

import msgspec
import shapely

from sandtable.kernel.arithmetic import cos, hypot, sin, square
from sandtable.table.measure import NEAR, Box, Models, Point
from sandtable.table.shapes import box_of, boxes_meet, edges_of, outlines_distance, segment_point_distance
from sandtable.table.terrain import Area, Ground, Piece, circle

TRIES = 30
"""How many places are tried for a feature of one size."""
SHARES = (1.0, 0.75, 0.5, 0.25, 0.0)
"""How much of what a feature is larger than it must be is left to it where there is no room."""
RING = circle((0.0, 0.0), 0.5, 12)
"""Oval pieces are drawn with so many sides."""

STEPS = 24
"""In how many steps of its way a piece is looked at for what stops it."""
A_HAIR = 1e-6
"""Pieces that overlap by less do not meet."""

Feature = TypeVar("Feature")
Tried = tuple[tuple[Models, ...], Point]
"""The outlines of a feature around the origin, and how far they are moved from there."""


class Layout(Generic[Feature]):
    """A table while features are laid out on it; a book says what they are like by a class of its own."""

    def __init__(self, wide: float, deep: float, apart: float, from_edge: float, step: float) -> None:
        self.wide, self.deep = wide, deep
        self.apart, self.from_edge = apart, from_edge
        self.step = step
        """How far apart the places are at which a feature is tried where chance finds none."""
        self.pieces: list[Piece] = []
        self.square_of: dict[str, Box] = {}
        self._seed = 1
        self._laid: dict[str, _Footprint] = {}

    def room_of(self, feature: Feature) -> int:
        """The place of a feature in the order in which they are laid: what needs most room first."""
        raise NotImplementedError

    def shrunk(self, feature: Feature, share: float) -> Feature:
        """The same with a share of what it is larger than it must be."""
        raise NotImplementedError

    def shapes(self, feature: Feature, turn: float) -> tuple[Models, ...]:
        """The outlines of a feature around the origin, turned by degrees."""
        raise NotImplementedError

    def lay_down(self, feature: Feature, outline: Models, square: Box) -> None:
        """A part of a feature with this outline becomes a piece."""
        raise NotImplementedError

    def shake(self, faces: Sequence[int]) -> None:
        """Take dice into the chances that follow."""
        for face in faces:
            self._seed = (self._seed * 101 + face) % 2147483647 or 1

    def chance(self) -> float:
        """A number from 0 to 1 that follows from the dice."""
        self._seed = self._seed * 48271 % 2147483647
        return self._seed / 2147483647

    def put(self, piece: Piece, square: Box) -> None:
        """A piece lies in a square of the table, whatever else lies there."""
        self.pieces.append(piece)
        self.square_of[piece.id] = square
        self._laid[piece.id] = _Footprint(piece.outline)

    def fill(self, square: Box, features: Sequence[Feature]) -> list[Feature]:
        """The features of a square at random places, else smaller, else side by side; what has no room."""
        order = sorted(features, key=self.room_of)
        start, best, least = self._layout(), self._layout(), list(features)
        for places in (self._at_random, self._side_by_side):
            for share in SHARES:
                self._lay_again(start)
                left = [one for one in order if not self._lay(self.shrunk(one, share), square, places)]
                if self._loss(left) < self._loss(least):
                    best, least = self._layout(), left
                if not left:
                    return []
        self._lay_again(best)
        return least

    def _loss(self, left: Sequence[Feature]) -> tuple[int, int]:
        """How much it is if features are left out: how many, and then how large."""
        return len(left), -sum(map(self.room_of, left))

    def _layout(self) -> tuple[list[Piece], dict[str, Box], dict[str, _Footprint]]:
        return self.pieces.copy(), self.square_of.copy(), self._laid.copy()

    def _lay_again(self, layout: tuple[list[Piece], dict[str, Box], dict[str, _Footprint]]) -> None:
        """The table is as it was."""
        self.pieces, self.square_of, self._laid = (one.copy() for one in layout)  # type: ignore[assignment]

    def _lay(self, one: Feature, square: Box, places: Callable[[Feature, Box], Iterator[Tried]]) -> bool:
        for shapes, by in places(one, square):
            if any(self._is_crowded(x + by[0], y + by[1], inner) for (x, y), inner in map(_core, shapes)):
                continue
            outlines = [shifted(shape, by) for shape in shapes]
            if all(self._fits(outline) for outline in outlines):
                for outline in outlines:
                    self.lay_down(one, outline, square)
                return True
        return False

    def _at_random(self, one: Feature, square: Box) -> Iterator[Tried]:
        """A feature here and there in its square, however it is turned."""
        for _ in range(TRIES):
            shapes = self.shapes(one, 180.0 * self.chance())
            for wide, deep, at in self._rooms(shapes, square):
                yield shapes, (at[0] + wide * self.chance(), at[1] + deep * self.chance())

    def _side_by_side(self, one: Feature, square: Box) -> Iterator[Tried]:
        """A feature at every step of its square, lengthwise and crosswise, from one corner on."""
        step = self.step
        across, along = self.chance() < 0.5, self.chance() < 0.5
        for turn in (0.0, 90.0):
            shapes = self.shapes(one, turn)
            for wide, deep, (x, y) in self._rooms(shapes, square):
                for row in range(int(deep / step + NEAR) + 1):
                    v = row * step if along else deep - row * step
                    for column in range(int(wide / step + NEAR) + 1):
                        yield shapes, (x + (column * step if across else wide - column * step), y + v)

    def _rooms(self, shapes: tuple[Models, ...], square: Box) -> Iterator[tuple[float, float, Point]]:
        """How far a feature can be moved about in its square and where that begins; nothing if not at all."""
        west, south, east, north = box_of(tuple(point for one in shapes for point in one))
        edge = self.from_edge
        left, below = max(square[0], edge), max(square[1], edge)
        right, above = min(square[2], self.wide - edge), min(square[3], self.deep - edge)
        wide, deep = (right - left) - (east - west), (above - below) - (north - south)
        if wide >= 0.0 and deep >= 0.0:
            yield wide, deep, (left - west, below - south)

    def _is_crowded(self, x: float, y: float, inner: float) -> bool:
        """Whether a circle comes nearer to the circle within another feature than features may lie."""
        near = inner + self.apart - NEAR
        for one in self._laid.values():
            u, v = one.at
            if square(u - x) + square(v - y) < square(near + one.inner):
                return True
        return False

    def _fits(self, outline: Models, besides: str = "") -> bool:
        box = west, south, east, north = box_of(outline)
        edge, apart = self.from_edge - NEAR, self.apart
        if west < edge or south < edge or east > self.wide - edge or north > self.deep - edge:
            return False
        near = [
            one.shape
            for id, one in self._laid.items()
            if id != besides and boxes_meet(box, one.box, apart + NEAR)
        ]
        return not near or not shapely.dwithin(shapely.Polygon(outline), near, apart - NEAR).any()

    def gather(self, by: float, farthest: float, kept: Sequence[str]) -> None:
        """Pieces of one kind in different squares are moved towards each other where there is room.

        Those whose first trait is among the kept ones stay, and so do those that lie too far apart.
        """
        for place, piece in enumerate(self.pieces):
            if piece.traits[0] in kept:
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
            if far > farthest or far <= 0.0:
                continue
            step = by / far
            moved = shifted(piece.outline, ((near.centre[0] - x) * step, (near.centre[1] - y) * step))
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


def shifted(outline: Models, by: Point) -> Models:
    """An outline that is moved."""
    dx, dy = by
    return tuple([(x + dx, y + dy) for x, y in outline])


def oval(long: float, short: float, turn: float) -> Models:
    """The outline of an oval piece around the origin."""
    c, s = cos(radians(turn)), sin(radians(turn))
    return tuple((x * long * c - y * short * s, x * long * s + y * short * c) for x, y in RING)


def openings_of(ground: Ground, piece: Piece, tolerance: float) -> list[Piece]:
    """The doors and windows in the walls of a piece."""
    edges = edges_of(piece.outline)
    return [
        one
        for one in ground.pieces
        if "opening" in one.traits and outlines_distance(edges_of(one.outline), edges) <= tolerance
    ]


def free_share(ground: Ground, pieces: Sequence[Piece], by: Point) -> float:
    """How much of a way a piece goes, with those that belong to it, until it meets an edge or another one."""
    outline, own = pieces[0].outline, {one.id for one in pieces}
    shape = shapely.Polygon(outline)
    others = [shapely.Polygon(one.outline) for one in ground.pieces if one.id not in own]
    # What lies in the piece or over it from the start does not stop it.
    others = [one for one in others if shapely.intersection(shape, one).area <= A_HAIR]
    for step in range(1, STEPS + 1):
        moved = shifted(outline, (by[0] * (step / STEPS), by[1] * (step / STEPS)))
        west, south, east, north = box_of(moved)
        if west < 0 or south < 0 or east > ground.width or north > ground.depth:
            return (step - 1) / STEPS
        if any(shapely.intersection(shapely.Polygon(moved), one).area > A_HAIR for one in others):
            return (step - 1) / STEPS
    return 1.0


def with_pieces_moved(ground: Ground, ids: Collection[str], by: Point) -> Ground:
    """The same ground with some of its pieces elsewhere."""
    pieces = tuple(
        msgspec.structs.replace(one, outline=shifted(one.outline, by)) if one.id in ids else one
        for one in ground.pieces
    )
    return Ground(ground.width, ground.depth, pieces)


def with_pieces_again(ground: Ground, own: Sequence[Piece]) -> tuple[Ground, list[Piece]]:
    """The same ground with a second piece like this, where the first lies, and all that belongs to it."""
    taken = {one.id for one in ground.pieces}
    id = next(name for number in count(1) if (name := f"T{number}") not in taken)
    copies = [msgspec.structs.replace(one, id=id + one.id.removeprefix(own[0].id)) for one in own]
    return Ground(ground.width, ground.depth, (*ground.pieces, *copies)), copies


def places_beside(area: Area, keep: float, slack: float) -> Iterator[Point]:
    """Places along the border of an area that are so far from it, about half an inch apart."""
    outline = area.piece.outline
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        length = hypot(bx - ax, by - ay)
        if length < 1e-9:
            continue
        nx, ny = (by - ay) / length, (ax - bx) / length
        steps = max(1, int(length / 0.5))
        for step in range(steps + 1):
            x, y = ax + (bx - ax) * step / steps, ay + (by - ay) * step / steps
            for side in (keep, -keep):
                at = (x + nx * side, y + ny * side)
                if abs(area.distance(*at) - keep) < slack:
                    yield at
