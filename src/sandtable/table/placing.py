"""Placing: setting a group down in a zone, clear of everybody and of bad ground."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor
from typing import Any, Protocol

import numpy
from numpy.typing import NDArray

from sandtable.table.formations import Aloof, Formation, slots
from sandtable.table.groups import gap_below, is_in_cohesion, overlapping_pair
from sandtable.table.measure import NEAR, OVERLAP, Body, Models, Point
from sandtable.table.paths import Blocked, Going, Surroundings, check_place
from sandtable.table.spread import points_within
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
    outward = numpy.round((points[:, 0] - middle[0]) ** 2 + (points[:, 1] - middle[1]) ** 2, 6)
    for _ in range(len(points)):
        # Of equally far points the first is the most western, then the most southern.
        start = int(outward.argmax())
        models = grown_from(points, start, count, radius, link)
        if models is not None:
            return models
        outward[start] = -1.0
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

    def formed_at(x: float, y: float) -> Models | None:
        shape = _RANDOM_SHAPES[int(rng.random() * len(_RANDOM_SHAPES))]
        facing = ((0.0, 1.0), (1.0, 0.0))[int(rng.random() * 2)]
        models = slots(shape, ((0.0, 0.0),) * count, radius, (x, y), facing)
        fault = why_not_place(ground, zone, models, radius, link, going, blockers, aloof)
        return models if fault is None else None

    # In a roomy zone a blind throw soon finds a place; only a crowded one is searched for free points.
    west, south, east, north = zone.box
    for _ in range(RANDOM_TRIES):
        models = formed_at(west + (east - west) * rng.random(), south + (north - south) * rng.random())
        if models is not None:
            return models
    points = free_points(ground, zone, radius, going, blockers, aloof)
    if len(points) < count:
        return None
    for _ in range(RANDOM_TRIES):
        x, y = points[int(rng.random() * len(points))]
        models = formed_at(float(x), float(y))
        if models is not None:
            return models
    grown = grown_from(points, int(rng.random() * len(points)), count, radius, link)
    return grown or place_group(ground, zone, count, radius, link, going, blockers, aloof)


COARSE = 1.0
"""The grid on which room is estimated, in inches."""
Disc = tuple[float, float, float]
"""A middle and a reach."""
_STEPS = numpy.arange(8192) * GRID
_RANDOM_SHAPES = (Formation.BLOCK, Formation.LINE, Formation.COLUMN)


class OpenGround:
    """The points of a fine grid in a zone on which the ground lets a base of one size stand."""

    __slots__ = ("count", "free", "south", "west")

    def __init__(self, ground: Ground, zone: Zone, radius: float, going: Going, step: float = GRID) -> None:
        table, wanted = whole_table(ground).box, zone.box
        west, south = max(table[0], wanted[0]) + radius, max(table[1], wanted[1]) + radius
        east, north = min(table[2], wanted[2]) - radius, min(table[3], wanted[3]) - radius
        xs, ys = _grid(west, east, step), _grid(south, north, step)
        self.west = float(xs[0]) if len(xs) else 0.0
        self.south = float(ys[0]) if len(ys) else 0.0
        x, y = numpy.meshgrid(xs, ys, indexing="ij")
        # One row for each x, so that points come in order of x and then y.
        self.free = numpy.broadcast_to(zone.holds(x, y, radius), x.shape).copy()
        if self.free.any():
            around = Surroundings(ground, (west, south, east, north), radius, going)
            for area in (*around.solids, *around.obstacles):
                self.free &= ~points_within(area, x, y, radius - OVERLAP)
        self.count = int(self.free.sum())

    def beyond(self, discs: Sequence[Disc]) -> Any:
        """Which points are farther from each of some bases than a reach (x, y, reach)."""
        free = self.free.copy()
        columns, rows = free.shape
        for x, y, reach in discs:
            dx, dy = x - self.west, y - self.south
            first, last = max(ceil((dx - reach) / GRID), 0), min(floor((dx + reach) / GRID), columns - 1)
            low, high = max(ceil((dy - reach) / GRID), 0), min(floor((dy + reach) / GRID), rows - 1)
            if first > last or low > high:
                continue
            across = (_STEPS[first : last + 1] - dx) ** 2
            along = (_STEPS[low : high + 1] - dy) ** 2
            free[first : last + 1, low : high + 1] &= across[:, None] + along >= reach * reach
        return free

    def points(self, discs: Sequence[Disc]) -> Points:
        """The points that are farther from each of some bases than a reach, in order of x and then y."""
        found: Points = numpy.argwhere(self.beyond(discs)) * GRID + numpy.array((self.west, self.south))
        return found


def open_ground(ground: Ground, zone: Zone, radius: float, going: Going) -> OpenGround:
    """Where the ground of a zone lets a base of one size stand, remembered for the ground."""
    known = ground.remembered("open ground")
    key = (zone, radius, going.difficult)
    found: OpenGround | None = known.get(key)
    if found is None:
        found = known[key] = OpenGround(ground, zone, radius, going)
    return found


def room_in(ground: Ground, zone: Zone, radius: float, going: Going) -> float:
    """About how many square inches the ground of a zone leaves for the middles of bases of one size."""
    known = ground.remembered("room")
    key = (zone, radius, going.difficult)
    if key not in known:
        known[key] = OpenGround(ground, zone, radius, going, COARSE).count * COARSE**2
    room: float = known[key]
    return room


def free_points(
    ground: Ground,
    zone: Zone,
    radius: float,
    going: Going,
    blockers: Sequence[Body] = (),
    aloof: Sequence[Aloof] = (),
) -> Points:
    """The points of a fine grid on which one base of a size may be set down, in order of x and then y."""
    return open_ground(ground, zone, radius, going).points(_discs(radius, blockers, aloof))


def _discs(radius: float, blockers: Sequence[Body], aloof: Sequence[Aloof]) -> list[Disc]:
    discs = [(x, y, radius + other - OVERLAP) for models, other in blockers for x, y in models]
    discs += [(x, y, radius + other + least - NEAR) for models, other, least in aloof for x, y in models]
    return discs


def _grid(low: float, high: float, step: float) -> NDArray[numpy.float64]:
    first = numpy.ceil((low - NEAR) / step)
    last = numpy.floor((high + NEAR) / step)
    return numpy.arange(first, last + 1) * step


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
