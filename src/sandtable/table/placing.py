"""Placing: setting a group down in a zone, clear of everybody and of bad ground."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import numpy
from numpy.typing import NDArray

from sandtable.table.formations import Aloof, Formation, slots
from sandtable.table.groups import gap_below, is_in_cohesion, overlapping_pair
from sandtable.table.measure import NEAR, OVERLAP, Body, Box, Models, Point
from sandtable.table.paths import Blocked, Going, Surroundings, check_place
from sandtable.table.shapes import Edges
from sandtable.table.terrain import Ground
from sandtable.table.zones import Zone, whole_table

GRID = 0.25
"""The search for places tries base centres this far apart."""
RANDOM_TRIES = 6

Points = NDArray[numpy.float64]


class Random(Protocol):
    """Whatever gives random numbers from 0 up to 1."""

    def random(self) -> float:
        """The next number."""
        ...


def why_not_place(
    ground: Ground,
    zone: Zone,
    models: Models,
    radius: float,
    link: float,
    going: Going,
    blockers: Sequence[Body] = (),
    aloof: Sequence[Aloof] = (),
) -> Blocked | None:
    """A group may be placed wholly in its zone, in cohesion, on free ground, away from whom it must avoid."""
    for index, (x, y) in enumerate(models):
        if not zone.holds(x, y, radius):
            return Blocked("zone", "", (x, y), index)
    fault = check_place(ground, models, radius, going, blockers)
    if fault is not None:
        return fault
    pair = overlapping_pair(models, radius)
    if pair is not None:
        return Blocked("comrade", "", models[pair[1]], pair[1])
    for number, (theirs, other, least) in enumerate(aloof):
        if theirs and gap_below(models, radius, theirs, other, least - NEAR):
            return Blocked("enemy", str(number), theirs[0])
    if not is_in_cohesion(models, radius, link):
        return Blocked("cohesion", "", models[0])
    return None


def place_group(
    ground: Ground,
    zone: Zone,
    count: int,
    radius: float,
    link: float,
    going: Going,
    blockers: Sequence[Body] = (),
    aloof: Sequence[Aloof] = (),
) -> Models | None:
    """A fixed search sets a group down: the free place farthest from the centre, and those nearest to it."""
    points = free_points(ground, zone, radius, going, blockers, aloof)
    if len(points) < count:
        return None
    middle = (ground.width / 2, ground.depth / 2)
    outward = (points[:, 0] - middle[0]) ** 2 + (points[:, 1] - middle[1]) ** 2
    for start in numpy.lexsort((points[:, 1], points[:, 0], -numpy.round(outward, 6))):
        models = grown_from(points, int(start), count, radius, link)
        if models is not None:
            return models
    return None


def place_side(
    ground: Ground,
    zone: Zone,
    groups: Sequence[tuple[int, float, Going]],
    link: float,
    blockers: Sequence[Body] = (),
    aloof: Sequence[Aloof] = (),
) -> tuple[Models, ...] | int:
    """Groups of (models, radius, going) are set down, the largest bases first; or the first without room."""
    placed: dict[int, Models] = {}
    for index in sorted(range(len(groups)), key=lambda one: (-groups[one][1], one)):
        count, radius, going = groups[index]
        others = [*blockers, *((models, groups[one][1]) for one, models in placed.items())]
        models = place_group(ground, zone, count, radius, link, going, others, aloof)
        if models is None:
            return index
        placed[index] = models
    return tuple(placed[index] for index in range(len(groups)))


def sample_place(
    ground: Ground,
    zone: Zone,
    count: int,
    radius: float,
    link: float,
    going: Going,
    rng: Random,
    blockers: Sequence[Body] = (),
    aloof: Sequence[Aloof] = (),
) -> Models | None:
    """A group is set down somewhere at random in its zone."""
    points = free_points(ground, zone, radius, going, blockers, aloof)
    if len(points) < count:
        return None
    shapes = (Formation.BLOCK, Formation.LINE, Formation.COLUMN)
    for _ in range(RANDOM_TRIES):
        x, y = points[int(rng.random() * len(points))]
        shape = shapes[int(rng.random() * len(shapes))]
        facing = ((0.0, 1.0), (1.0, 0.0))[int(rng.random() * 2)]
        models = slots(shape, ((0.0, 0.0),) * count, radius, (float(x), float(y)), facing)
        if why_not_place(ground, zone, models, radius, link, going, blockers, aloof) is None:
            return models
    grown = grown_from(points, int(rng.random() * len(points)), count, radius, link)
    return grown or place_group(ground, zone, count, radius, link, going, blockers, aloof)


def free_points(
    ground: Ground,
    zone: Zone,
    radius: float,
    going: Going,
    blockers: Sequence[Body] = (),
    aloof: Sequence[Aloof] = (),
) -> Points:
    """The points of a fine grid on which one base of a size may be set down."""
    known = ground.remembered("open points")
    key = (zone, radius, going.difficult)
    points: Points | None = known.get(key)
    if points is None:
        points = known[key] = _open_points(ground, zone, radius, going)
    keep = numpy.ones(len(points), dtype=bool)
    for theirs, other, least in (*((models, other, -OVERLAP) for models, other in blockers), *aloof):
        reach = radius + other + least - (NEAR if least > 0.0 else 0.0)
        for x, y in theirs:
            # The points run from west to east, so that only a strip of them is looked at.
            first, last = numpy.searchsorted(points[:, 0], (x - reach, x + reach))
            strip = points[first:last]
            keep[first:last] &= (strip[:, 0] - x) ** 2 + (strip[:, 1] - y) ** 2 >= reach * reach
    return points if keep.all() else points[keep]


def _open_points(ground: Ground, zone: Zone, radius: float, going: Going) -> Points:
    table, wanted = whole_table(ground).box, zone.box
    west, south = max(table[0], wanted[0]) + radius, max(table[1], wanted[1]) + radius
    east, north = min(table[2], wanted[2]) - radius, min(table[3], wanted[3]) - radius
    xs, ys = _grid(west, east), _grid(south, north)
    if not len(xs) or not len(ys):
        return numpy.empty((0, 2))
    grid_x, grid_y = numpy.meshgrid(xs, ys, indexing="ij")
    points = numpy.column_stack((grid_x.ravel(), grid_y.ravel()))
    points = points[zone.holds(points[:, 0], points[:, 1], radius)]
    around = Surroundings(ground, (west, south, east, north), radius, going)
    slack = radius - OVERLAP
    for area in (*around.solids, *around.obstacles):
        box: Box = (area.west - slack, area.south - slack, area.east + slack, area.north + slack)
        near = numpy.flatnonzero(
            (points[:, 0] > box[0])
            & (points[:, 0] < box[2])
            & (points[:, 1] > box[1])
            & (points[:, 1] < box[3])
        )
        points = numpy.delete(points, near[_are_near(points[near], area.edges, slack)], axis=0)
    return points


def _are_near(points: Points, edges: Edges, reach: float) -> NDArray[numpy.bool_]:
    """Which points lie in an outlined area, or closer to it than a reach."""
    x, y = points[:, 0], points[:, 1]
    inside = numpy.zeros(len(points), dtype=bool)
    near = numpy.zeros(len(points), dtype=bool)
    for ax, ay, dx, dy, length in edges:
        along = numpy.clip(((x - ax) * dx + (y - ay) * dy) / length, 0.0, 1.0)
        near |= (x - ax - along * dx) ** 2 + (y - ay - along * dy) ** 2 < reach * reach
        if dy != 0.0:
            crosses = (ay > y) != (ay + dy > y)
            inside ^= crosses & (x < ax + (y - ay) / dy * dx)
    return inside | near


def _grid(low: float, high: float) -> NDArray[numpy.float64]:
    first = numpy.ceil((low - NEAR) / GRID)
    last = numpy.floor((high + NEAR) / GRID)
    return numpy.arange(first, last + 1) * GRID


def grown_from(points: Points, start: int, count: int, radius: float, link: float) -> Models | None:
    """A group grows from one free point by the nearest free points that keep cohesion."""
    x, y = points[start]
    reach = 2 * radius
    for room in _rooms(count, radius, link):
        kept = points[(abs(points[:, 0] - x) <= room) & (abs(points[:, 1] - y) <= room)]
        far = (kept[:, 0] - x) ** 2 + (kept[:, 1] - y) ** 2
        kept = kept[numpy.lexsort((kept[:, 1], kept[:, 0], numpy.round(far, 6)))]
        chosen: list[Point] = [(float(x), float(y))]
        free: Any = numpy.ones(len(kept), dtype=bool)
        linked: Any = numpy.zeros(len(kept), dtype=bool)
        while len(chosen) < count:
            near = (kept[:, 0] - chosen[-1][0]) ** 2 + (kept[:, 1] - chosen[-1][1]) ** 2
            free &= near >= reach * reach - 1e-9
            linked |= near <= (reach + link) ** 2
            candidates = numpy.flatnonzero(free & linked)
            if not len(candidates):
                break
            best = kept[candidates[0]]
            chosen.append((float(best[0]), float(best[1])))
        if len(chosen) == count:
            return tuple(chosen)
    return None


def _rooms(count: int, radius: float, link: float) -> Iterator[float]:
    """First a room that is enough on open ground, then one that is enough for the longest chain."""
    yield 2.5 * radius * count**0.5 + 2 * radius + 1.0
    yield count * (2 * radius + link)
