"""Random places: a group set down anywhere in its zone where it may stand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

import msgspec

from sandtable.table.lines import is_beyond
from sandtable.table.measure import NEAR, OVERLAP, Body, Box, Models, Point
from sandtable.table.shapes import HAIR
from sandtable.table.terrain import Area, areas_near
from sandtable.table.units.corners import squeezed
from sandtable.table.units.formations import Formation, extent, holds_together, slots
from sandtable.table.units.groups import bodies_near
from sandtable.table.units.growth import Growth, spread_of
from sandtable.table.units.open_ground import GRID, Site, free_ground
from sandtable.table.units.paths import Surroundings
from sandtable.table.units.placing import lies_in, spacing

SHAPES = (Formation.BLOCK, Formation.LINE, Formation.COLUMN)
"""The formations that are drawn."""
FACINGS: tuple[Point, ...] = ((0.0, 1.0), (1.0, 0.0))
BLIND_TRIES = 12
"""So many places are drawn from all there are before free points are looked for."""
TRIES_ON_FREE_POINTS = 3


class Random(Protocol):
    """Whatever gives random numbers from 0 up to 1."""

    def random(self) -> float:
        """The next number."""
        ...


class Throw(msgspec.Struct, frozen=True, gc=False):
    """A formation that can be thrown down somewhere in a box."""

    formation: Formation
    facing: Point
    places: Models
    """Of its models, seen from its middle."""
    wide: Box
    """The box around these places."""
    middles: Box
    """Where its middle may come down."""
    room: float
    """How much room its middle has, and those of the formations listed before it."""


class Drawn(msgspec.Struct, frozen=True, gc=False):
    """Where a group comes down."""

    models: Models
    formation: Formation | None = None
    """The formation that it takes about a place, its front in a direction; None where it has none."""
    at: Point = (0.0, 0.0)
    facing: Point = (0.0, 1.0)


@lru_cache(maxsize=256)
def _throws(box: Box, count: int, radius: float, link: float) -> tuple[Throw, ...]:
    """The formations that a box can hold."""
    found: list[Throw] = []
    slack, room = radius - NEAR, 0.0
    for shape in SHAPES:
        if not holds_together(shape, count, radius, link):
            continue
        for facing in FACINGS:
            wide = extent(shape, count, radius, facing)
            west, south = box[0] - wide[0] + slack, box[1] - wide[1] + slack
            east, north = box[2] - wide[2] - slack, box[3] - wide[3] - slack
            if west < east and south < north:
                room += (east - west) * (north - south)
                places = slots(shape, ((0.0, 0.0),) * count, radius, (0.0, 0.0), facing)
                found.append(Throw(shape, facing, places, wide, (west, south, east, north), room))
    return tuple(found)


class RandomPlaces:
    """Where a group of some models with bases of one size may come down in a zone."""

    def __init__(self, site: Site) -> None:
        self.site, self.kept = site, site.kept
        around = Surroundings(site.ground, site.zone.box, *site.size[1:])
        self.areas = (*around.solids, *around.obstacles)

    def thrown(self, throw: Throw, x: float, y: float) -> Drawn | None:
        """The formation with its middle at a place, if it may stand there."""
        west, south, east, north = throw.wide
        box = (x + west, y + south, x + east, y + north)
        zone, radius = self.site.zone, self.site.size[1]
        models = tuple([(x + dx, y + dy) for dx, dy in throw.places])
        if not zone.holds_all(box, radius) and not lies_in(zone, models, radius):
            return None
        near = bodies_near(box, HAIR, self.kept)
        if near and _is_near(models, box, near):
            return None
        if self.areas:
            slack = radius - OVERLAP
            wide = (box[0] - slack, box[1] - slack, box[2] + slack, box[3] + slack)
            if _is_barred(models, slack, areas_near(self.areas, wide)):
                return None
        return Drawn(models, throw.formation, (x, y), throw.facing)


def _is_near(models: Models, box: Box, bodies: Sequence[Body]) -> bool:
    """Whether a model is too near to one of some others."""
    west, south, east, north = box
    for theirs, reach in bodies:
        reach += HAIR
        squared = reach * reach
        for x, y in theirs:
            if west - reach < x < east + reach and south - reach < y < north + reach:
                for ax, ay in models:
                    if (ax - x) * (ax - x) + (ay - y) * (ay - y) < squared:
                        return True
    return False


def _is_barred(models: Models, slack: float, areas: Sequence[Area]) -> bool:
    """Whether a base would lie on one of some areas."""
    for area in areas:
        west, south, east, north = (
            area.west - slack,
            area.south - slack,
            area.east + slack,
            area.north + slack,
        )
        for at in models:
            x, y = at
            if west <= x <= east and south <= y <= north and not is_beyond(area, at, at, slack):
                if area.distance(x, y) < slack + HAIR:
                    return True
    return False


def sample_place(site: Site, rng: Random) -> Drawn | None:
    """A group is set down somewhere at random in its zone."""
    places = RandomPlaces(site)
    west, south, east, north = site.zone.box
    box = (max(west, 0.0), max(south, 0.0), min(east, site.ground.width), min(north, site.ground.depth))
    throws = _throws(box, *spacing(site))
    # In a roomy zone a blind throw soon finds a place; only a crowded one is searched for free points.
    for _ in range(BLIND_TRIES if throws else 0):
        throw = _drawn(throws, rng)
        west, south, east, north = throw.middles
        models = places.thrown(
            throw, west + (east - west) * rng.random(), south + (north - south) * rng.random()
        )
        if models is not None:
            return models
    return _on_free_points(places, throws, rng)


def _drawn(throws: Sequence[Throw], rng: Random) -> Throw:
    """One of the formations, each as likely as it has room."""
    number = rng.random() * throws[-1].room
    for throw in throws:
        if number < throw.room:
            return throw
    return throws[-1]


def _on_free_points(places: RandomPlaces, throws: Sequence[Throw], rng: Random) -> Drawn | None:
    """A formation about a free point, or a group that grows from one."""
    size = spacing(places.site)
    free = free_ground(places.site)
    if free.count < size[0]:
        return _in_corners(places.site)
    for _ in range(TRIES_ON_FREE_POINTS if throws else 0):
        column, row = free.cell(int(rng.random() * free.count))
        throw = throws[int(rng.random() * len(throws))]
        drawn = places.thrown(throw, free.points.west + column * GRID, free.points.south + row * GRID)
        if drawn is not None:
            return drawn
    growth = Growth(free, size)
    models = growth.grown_from(free.cell(int(rng.random() * free.count)))
    if models is None:
        roomiest = free.roomiest(spread_of(*size) or 0.0)
        models = None if roomiest is None else growth.grown_from(roomiest)
    models = models or growth.first()
    return _in_corners(places.site) if models is None else Drawn(models)


def _in_corners(site: Site) -> Drawn | None:
    """The one place that is left where no point of the grid will do."""
    models = squeezed(site)
    return None if models is None else Drawn(models)
