"""Placing: setting a group down in a zone, clear of everybody and of bad ground."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Protocol

from sandtable.table.formations import Aloof, Formation, slots
from sandtable.table.groups import gap_below, group_box, is_in_cohesion, overlapping_pair
from sandtable.table.measure import NEAR, OVERLAP, Body, Models
from sandtable.table.open_ground import GRID, FreeGround, Growth, open_ground, spread_of
from sandtable.table.paths import Blocked, Going, Surroundings, check_place
from sandtable.table.terrain import Ground
from sandtable.table.zones import Zone

RANDOM_TRIES = 6


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
    if not _is_surrounded(zone, models, radius):
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


def _is_surrounded(zone: Zone, models: Models, radius: float) -> bool:
    """One large base round all models would lie in the zone, and so do they."""
    west, south, east, north = group_box(models)
    half = hypot(east - west, north - south) / 2 + radius + NEAR
    return zone.surrounds((west + east) / 2, (south + north) / 2, half)


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
    points = open_ground(ground, zone, radius, going)
    free = FreeGround(points, _kept_from(radius, blockers, aloof))
    return Growth(free, count, radius, link).first()


ANCHORS_ALONG = (0.5, 0.2, 0.8, 0.35, 0.65, 0.1, 0.9)
ANCHORS_ACROSS = (0.5, 0.25, 0.75, 0.12, 0.88)
"""Where in a zone open ground is looked for, as shares of its width and depth."""
SPARE = 0.01
"""A little more room than needed, so that rounding never counts."""


def surely_fits(
    ground: Ground,
    zone: Zone,
    group: tuple[int, float, Going],
    link: float,
    blockers: Sequence[Body] = (),
    aloof: Sequence[Aloof] = (),
) -> bool:
    """Some point of the zone has so much open ground about it that a group grows there as on a bare table."""
    count, radius, going = group
    spread = spread_of(count, radius, link)
    if spread is None:
        return False
    whole = radius + spread + SPARE
    bodies = [*blockers, *((models, other + least) for models, other, least in aloof)]
    west, south, east, north = zone.box
    around = Surroundings(ground, (west, south, east, north), whole, going, bodies)
    for down in ANCHORS_ACROSS:
        for along in ANCHORS_ALONG:
            x = round((west + (east - west) * along) / GRID) * GRID
            y = round((south + (north - south) * down) / GRID) * GRID
            if zone.surrounds(x, y, whole):
                if around.what_is_on((x, y)) is None and around.base_on((x, y)) is None:
                    return True
    return False


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
    room: dict[tuple[float, float], FreeGround] = {}
    for index in sorted(range(len(groups)), key=lambda one: (-groups[one][1], one)):
        count, radius, going = groups[index]
        kind = (radius, going.difficult)
        if kind not in room:
            others = [*blockers, *((models, groups[one][1]) for one, models in placed.items())]
            points = open_ground(ground, zone, radius, going)
            room[kind] = FreeGround(points, _kept_from(radius, others, aloof))
        models = Growth(room[kind], count, radius, link).first()
        if models is None:
            return index
        placed[index] = models
        for (size, _), free in room.items():
            free.keep_from(models, size + radius - OVERLAP)
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
    points = open_ground(ground, zone, radius, going)
    free = FreeGround(points, _kept_from(radius, blockers, aloof))
    columns, rows = free.cells()
    if len(columns) < count:
        return None
    for _ in range(RANDOM_TRIES):
        drawn = int(rng.random() * len(columns))
        x, y = points.west + int(columns[drawn]) * GRID, points.south + int(rows[drawn]) * GRID
        models = formed_at(x, y)
        if models is not None:
            return models
    growth = Growth(free, count, radius, link)
    drawn = int(rng.random() * len(columns))
    return growth.grown_from((int(columns[drawn]), int(rows[drawn]))) or growth.first()


_RANDOM_SHAPES = (Formation.BLOCK, Formation.LINE, Formation.COLUMN)


def _kept_from(radius: float, blockers: Sequence[Body], aloof: Sequence[Aloof]) -> list[Body]:
    """From whose models a base of a size keeps how far, middle from middle."""
    kept = [(models, radius + other - OVERLAP) for models, other in blockers]
    kept += [(models, radius + other + least - NEAR) for models, other, least in aloof]
    return kept
