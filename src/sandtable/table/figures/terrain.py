"""Terrain for figures: what pieces are to a base that comes to them, ready for asking often."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Literal, TypeVar

import msgspec

from sandtable.kernel.arithmetic import hypot
from sandtable.table.lines import half_planes_of
from sandtable.table.measure import Box, Point
from sandtable.table.shapes import HAIR, Edges, border_distance, boxes_meet, edges_of, spans_inside
from sandtable.table.terrain import Area, Ground, Piece

Form = Literal["barrier", "solid", "block", "dense", "flat", "building", "opening"]
"""What a piece is to bases and to eyes.

A barrier is crossed and never stood on. Nobody enters what is solid; a block can besides be stood on. Dense
and flat ground is walked in, and only the dense one hides. A building has walls along its outline, and an
opening in such a wall lets through.
"""
TOUCHING = 0.01
"""Bases and outlines nearer than this touch."""


class Nature(msgspec.Struct, frozen=True):
    """What a book makes of a piece of terrain."""

    form: Form
    is_climbable: bool = False
    is_rough: bool = False
    """Walking in it costs more."""
    is_barred: bool = False
    """Nobody walks in it, unless it does not trouble them."""
    is_gap: bool = False
    """A barred trench or pit that can be leapt over; the height of the piece is how deep it is."""
    may_stay: bool = False
    """Whom it does not trouble may stand in it as well, though it is barred to others."""
    is_roofed: bool = False
    """A building on whose roof one can stand."""
    is_window: bool = False
    """An opening that is no door."""


class Opening:
    """A door, window or hole in the wall of a building."""

    def __init__(self, area: Area, building: str, is_window: bool) -> None:
        self.area = area
        self.id = area.id
        self.building = building
        self.is_window = is_window
        self.width = max(area.east - area.west, area.north - area.south)


Segment = tuple[Point, Point]


class Building:
    """An enclosed piece: its walls run along its outline except where there are openings."""

    def __init__(self, area: Area, openings: list[Opening], is_roofed: bool) -> None:
        self.area = area
        self.id = area.id
        self.height = area.height
        self.openings = openings
        self.is_roofed = is_roofed
        self.walls: tuple[Segment, ...] = tuple(_walls(area, openings))
        self.wall_edges: Edges = tuple(edges_of(wall)[0] for wall in self.walls)

    def wall_distance(self, x: float, y: float) -> float:
        """How far a point is from the nearest stretch of wall."""
        return border_distance(x, y, self.wall_edges) if self.wall_edges else inf


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


Hiding = tuple[Area, Form, float, float, float]
"""A piece that may stop sight, its form, and the circle around it: middle and radius."""
Kept = TypeVar("Kept")
SOLID, BARRIER, FLAT = 0, 1, 2
"""The sorts of pieces that stop a base: bodies, barriers, and barred ground."""
NEARBY, WIDELY = 2.0, 4.0
"""Pieces are looked up by boxes whose corners are rounded to so many inches."""
MOST_BOXES = 4000


class Terrain:
    """The pieces of a ground by what they are to figures."""

    def __init__(self, ground: Ground, nature_of: Callable[[Piece], Nature]) -> None:
        self.of: dict[str, Area] = {one.id: one for one in ground.areas}
        self.nature: dict[str, Nature] = {one.id: nature_of(one.piece) for one in ground.areas}
        self.form: dict[str, Form] = {id: one.form for id, one in self.nature.items()}
        self.barriers = self._areas("barrier")
        self.blocks = self._areas("block")
        self.dense = self._areas("dense")
        self.flats = self._areas("flat")
        self.lone = self._areas("solid")
        """Solid pieces on which nobody stands."""
        self.buildings = [self._building(one) for one in self._areas("building")]
        self.building = {one.id: one for one in self.buildings}
        self.circle = {one.id: _circle(one) for one in ground.areas}
        """The middle of each piece, and how far its corners are from there."""
        self.planes = {one.id: half_planes_of(one) for one in ground.areas}
        """The sides of each piece that is convex, as half planes; None for the others."""
        self.roofs = [one.area for one in self.buildings if one.is_roofed]
        self.tops = [*self.blocks, *self.roofs]
        """What figures can stand on top of."""
        self.solids = [*self.lone, *self.blocks]
        """What no base can be in."""
        climbed = (one.height for one in (*self.barriers, *self.tops) if self.nature[one.id].is_climbable)
        self.highest_climb = max(climbed, default=0.0)
        """How high the highest piece is that can be climbed."""
        self.gaps = [one for one in self.flats if self.nature[one.id].is_gap]
        self.walled = [one.area for one in self.buildings]
        entered = (*self.dense, *self.flats, *self.walled)
        self.rough = [one for one in entered if self.nature[one.id].is_rough]
        self.barred = [one for one in entered if self.nature[one.id].is_barred]
        self.features = [one for one in ground.areas if self.form[one.id] != "opening"]
        """Every piece but the openings in others."""
        by_size = sorted(self.features, key=lambda one: -self.circle[one.id][2])
        self._may_hide: list[Hiding] = [
            (one, form, *self.circle[one.id]) for one in by_size if (form := self.form[one.id]) != "flat"
        ]
        """The largest first: what most likely hides something."""
        self._hindering: dict[tuple[float, ...], list[tuple[Area, int]]] = {}
        self._hiding: dict[tuple[float, ...], list[Hiding]] = {}

    def _areas(self, form: Form) -> list[Area]:
        return [area for id, area in self.of.items() if self.form[id] == form]

    def _building(self, area: Area) -> Building:
        near = [one for one in self._areas("opening") if area.is_near(*one.piece.centre, 1.0)]
        openings = [
            Opening(one, area.id, self.nature[one.id].is_window)
            for one in near
            if border_distance(*one.piece.centre, area.edges) <= _half(one)
        ]
        return Building(area, openings, self.nature[area.id].is_roofed)

    def opening(self, id: str) -> Opening:
        """A door or window by its id."""
        return next(one for building in self.buildings for one in building.openings if one.id == id)

    def level_at(self, at: Point) -> float:
        """The height at which a figure stands at a point: on top of a block, else on the ground or floor."""
        return max((one.height for one in self.blocks if one.holds(*at)), default=0.0)

    def surface_at(self, at: Point, below: float = inf) -> float:
        """The height of the highest place to stand at a point, roofs included, under another height."""
        return max((one.height for one in self.tops if one.height < below and one.holds(*at)), default=0.0)

    def hindering(
        self, west: float, south: float, east: float, north: float, reach: float
    ) -> list[tuple[Area, int]]:
        """What may stop a base in a box and within reach of it, each with its sort, in a lasting order."""
        key = (west // NEARBY, south // NEARBY, east // NEARBY, north // NEARBY, reach)
        found = self._hindering.get(key)
        if found is None:
            box = _widened(key, reach + HAIR)
            sorts = ((self.solids, SOLID), (self.barriers, BARRIER), (self.barred, FLAT))
            found = [(area, sort) for areas, sort in sorts for area in areas if boxes_meet(area.box, box)]
            _keep(self._hindering, key, found)
        return found

    def hiding_in(self, west: float, south: float, east: float, north: float) -> list[Hiding]:
        """What may stop sight in a box, the largest first."""
        key = (west // WIDELY, south // WIDELY, east // WIDELY, north // WIDELY)
        found = self._hiding.get(key)
        if found is None:
            box = _widened(key, HAIR, WIDELY)
            found = [one for one in self._may_hide if boxes_meet(one[0].box, box)]
            _keep(self._hiding, key, found)
        return found


def terrain_of(ground: Ground, nature_of: Callable[[Piece], Nature]) -> Terrain:
    """The terrain of a ground as a book sees it, worked out once."""
    return ground.answered("terrain for figures", nature_of, lambda: Terrain(ground, nature_of))


def overlaps(at: Point, radius: float, area: Area) -> bool:
    """Any part of a base lies in a footprint; touching from outside is not enough."""
    x, y = at
    return area.is_near(x, y, radius) and area.distance(x, y) < radius - TOUCHING


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


def _circle(area: Area) -> tuple[float, float, float]:
    x, y = area.piece.centre
    return x, y, max(hypot(u - x, v - y) for u, v in area.piece.outline)


def _half(area: Area) -> float:
    return hypot(area.east - area.west, area.north - area.south) / 2
