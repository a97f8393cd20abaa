"""Placing: setting a group down in a zone, clear of everybody and of bad ground."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sandtable.kernel.arithmetic import square
from sandtable.table.measure import NEAR, OVERLAP, Body, Box, Models, Point
from sandtable.table.terrain import Ground
from sandtable.table.units.corners import squeezed
from sandtable.table.units.formations import Aloof, Formation, extent, holds_together, slots
from sandtable.table.units.going import Going
from sandtable.table.units.groups import bodies_near, gap_below, group_box, is_in_cohesion, overlapping_pair
from sandtable.table.units.growth import Growth, spread_of
from sandtable.table.units.open_ground import GRID, FreeGround, free_ground, open_ground
from sandtable.table.units.paths import Blocked, Surroundings, check_place
from sandtable.table.zones import Zone


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
    fault = _why_not_in(zone, models, radius) or check_place(ground, models, radius, going, blockers)
    if fault is not None:
        return fault
    pair = overlapping_pair(models, radius)
    if pair is not None:
        return Blocked("comrade", "", models[pair[1]], pair[1])
    fault = _why_not_apart(models, radius, aloof)
    if fault is None and not is_in_cohesion(models, radius, link):
        return Blocked("cohesion", "", models[0])
    return fault


def _why_not_in(zone: Zone, models: Models, radius: float) -> Blocked | None:
    if not zone.holds_all(group_box(models), radius):
        for index, (x, y) in enumerate(models):
            if not zone.holds(x, y, radius):
                return Blocked("zone", "", (x, y), index)
    return None


def _why_not_apart(models: Models, radius: float, aloof: Sequence[Aloof]) -> Blocked | None:
    for number, (theirs, other, least) in enumerate(aloof):
        if theirs and gap_below(models, radius, theirs, other, least - NEAR):
            return Blocked("enemy", str(number), theirs[0])
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
    """A fixed search sets a group down: the free place farthest from the centre, and those nearest to it.

    Where no point of its grid will do, it looks into the corners.
    """
    points, kept = open_ground(ground, zone, radius, going), kept_from(radius, blockers, aloof)
    models = Growth(FreeGround(points, kept), count, radius, link).first()
    return models or squeezed(ground, zone, (count, radius, going), link, kept)


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
    west, south, east, north = zone.box
    if min(east - west, north - south) < 2 * (radius + spread):
        return False
    bodies = [*blockers, *((models, other + least) for models, other, least in aloof)]
    known = _open_anchors(ground, zone, whole, going)
    for at, is_open in known.items():
        if is_open and not _is_taken(at, whole, bodies):
            return True
    for at in _anchors((west, south, east, north), whole):
        if at not in known:
            known[at] = zone.surrounds(*at, whole) and _is_bare(ground, at, whole, going)
            if known[at] and not _is_taken(at, whole, bodies):
                return True
    return False


def has_place(
    ground: Ground,
    zone: Zone,
    group: tuple[int, float, Going],
    link: float,
    blockers: Sequence[Body] = (),
    aloof: Sequence[Aloof] = (),
) -> bool:
    """Whether the fixed search would set a group down somewhere; it is tried first where most room is."""
    if surely_fits(ground, zone, group, link, blockers, aloof):
        return True
    count, radius, going = group
    kept = kept_from(radius, blockers, aloof)
    free = free_ground(ground, zone, radius, going, kept)
    growth = Growth(free, count, radius, link)
    at = free.roomiest(spread_of(count, radius, link) or 0.0) if free.free.size else None
    if at is not None and growth.grown_from(at) is not None:
        return True
    return growth.first() is not None or squeezed(ground, zone, group, link, kept) is not None


def _open_anchors(ground: Ground, zone: Zone, whole: float, going: Going) -> dict[Point, bool]:
    """Which of the anchors of a zone are known to have open ground about them, or not, others left aside."""
    key = (zone, whole, going.difficult)
    known: dict[Point, bool] = ground.remembered("open anchors").setdefault(key, {})
    return known


@lru_cache(maxsize=256)
def _anchors(box: Box, whole: float) -> Models:
    """The anchors of a box about which a large base does not plainly stick out of it."""
    west, south, east, north = box
    anchors = [
        (
            round((west + (east - west) * along) / GRID) * GRID,
            round((south + (north - south) * across) / GRID) * GRID,
        )
        for across in ANCHORS_ACROSS
        for along in ANCHORS_ALONG
    ]
    slack = whole - 2 * NEAR
    return tuple(
        (x, y)
        for x, y in dict.fromkeys(anchors)
        if west + slack <= x <= east - slack and south + slack <= y <= north - slack
    )


def _is_bare(ground: Ground, at: Point, whole: float, going: Going) -> bool:
    """Whether the ground lets a large base rest at a place."""
    x, y = at
    return Surroundings(ground, (x, y, x, y), whole, going).what_is_on(at) is None


def _is_taken(at: Point, whole: float, bodies: Sequence[Body]) -> bool:
    """Whether some base overlaps a large one at a place."""
    x, y = at
    for models, other in bodies_near((x, y, x, y), whole, bodies):
        reach = square(whole + other - OVERLAP)
        for ox, oy in models:
            if (ox - x) * (ox - x) + (oy - y) * (oy - y) < reach:
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
    """Groups of (models, radius, going) are set down, the largest bases first; or the first without room.

    This is a search on a fixed grid and no proof: whoever finds no room might still be squeezed in.
    """
    placed: dict[int, Models] = {}
    room: dict[tuple[float, float], FreeGround] = {}
    for index in sorted(range(len(groups)), key=lambda one: (-groups[one][1], one)):
        count, radius, going = groups[index]
        kind = (radius, going.difficult)
        if kind not in room:
            others = [*blockers, *((models, groups[one][1]) for one, models in placed.items())]
            points = open_ground(ground, zone, radius, going)
            room[kind] = FreeGround(points, kept_from(radius, others, aloof))
        models = Growth(room[kind], count, radius, link).first()
        if models is None:
            return index
        placed[index] = models
        for (size, _), free in room.items():
            free.keep_from(models, size + radius - OVERLAP)
    return tuple(placed[index] for index in range(len(groups)))


def formed(
    ground: Ground,
    zone: Zone,
    group: tuple[int, float, Going],
    link: float,
    shape: tuple[Formation, Point, Point],
    blockers: Sequence[Body] = (),
    aloof: Sequence[Aloof] = (),
) -> Models | None:
    """A group set down in a formation about a place, its front in a direction; None where it may not be."""
    count, radius, going = group
    formation, at, facing = shape
    if _sticks_out(zone.box, at, extent(formation, count, radius, facing), radius):
        return None
    models = slots(formation, ((0.0, 0.0),) * count, radius, at, facing)
    if not _is_in(zone, models, radius):
        return None
    fault = check_place(ground, models, radius, going, blockers) or _why_not_apart(models, radius, aloof)
    return models if fault is None and holds_together(formation, count, radius, link) else None


def _is_in(zone: Zone, models: Models, radius: float) -> bool:
    """Whether a formation lies in a zone; its first and its last model stand at its corners."""
    if zone.holds_all(group_box(models), radius):
        return True
    if not zone.holds(*models[0], radius) or not zone.holds(*models[-1], radius):
        return False
    return _why_not_in(zone, models, radius) is None


def _sticks_out(box: Box, at: Point, wide: Box, radius: float) -> bool:
    """Whether bases all over a box about a place plainly reach out of another box."""
    x, y = at
    slack = radius - NEAR - SPARE
    return (
        x + wide[0] - slack < box[0]
        or y + wide[1] - slack < box[1]
        or x + wide[2] + slack > box[2]
        or y + wide[3] + slack > box[3]
    )


def kept_from(radius: float, blockers: Sequence[Body], aloof: Sequence[Aloof]) -> list[Body]:
    """From whose models a base of a size keeps how far, middle from middle."""
    kept = [(models, radius + other + least - NEAR) for models, other, least in aloof]
    # Whoever keeps away from a group does not stand on it.
    avoided = {id(models) for models, _, least in aloof if least >= 0.0}
    kept += [(models, radius + other - OVERLAP) for models, other in blockers if id(models) not in avoided]
    return kept
