"""Placing: setting a group down in a zone, clear of everybody and of bad ground."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import pi

from sandtable.kernel.arithmetic import square, total
from sandtable.table.measure import NEAR, OVERLAP, Body, Box, Models, Point
from sandtable.table.terrain import Ground
from sandtable.table.units.corners import squeezed
from sandtable.table.units.formations import Formation, extent, holds_together, slots
from sandtable.table.units.going import Going
from sandtable.table.units.groups import bodies_near, gap_below, group_box, is_in_cohesion, overlapping_pair
from sandtable.table.units.growth import Growth, spread_of
from sandtable.table.units.open_ground import (
    GRID,
    Aloof,
    FreeGround,
    Site,
    free_ground,
    has_room,
    open_ground,
)
from sandtable.table.units.paths import Blocked, Mover, Surroundings, check_place
from sandtable.table.zones import Zone


def why_not_place(site: Site, models: Models) -> Blocked | None:
    """A group may be placed wholly in its zone, in cohesion, on free ground, away from whom it must avoid."""
    _, radius, going = site.size
    fault = _why_not_in(site.zone, models, radius)
    fault = fault or check_place(Mover(site.ground, models, radius, going, site.blockers))
    if fault is not None:
        return fault
    pair = overlapping_pair(models, radius)
    if pair is not None:
        return Blocked("comrade", "", models[pair[1]], pair[1])
    fault = _why_not_apart(models, radius, site.aloof)
    if fault is None and not is_in_cohesion(models, radius, site.link):
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


def place_group(site: Site) -> Models | None:
    """A fixed search sets a group down: the free place farthest from the centre, and those nearest to it.

    Where no point of its grid will do, it looks into the corners.
    """
    free = FreeGround(open_ground(site), site.kept)
    return Growth(free, spacing(site)).first() or squeezed(site)


def spacing(site: Site) -> tuple[int, float, float]:
    """How many models a group has, how wide their bases are, and the largest gap that keeps cohesion."""
    count, radius, _ = site.size
    return (count, radius, site.link)


ANCHORS_ALONG = (0.5, 0.2, 0.8, 0.35, 0.65, 0.1, 0.9)
ANCHORS_ACROSS = (0.5, 0.25, 0.75, 0.12, 0.88)
"""Where in a zone open ground is looked for, as shares of its width and depth."""
SPARE = 0.01
"""A little more room than needed, so that rounding never counts."""


def surely_fits(site: Site) -> bool:
    """Some point of the zone has so much open ground about it that a group grows there as on a bare table."""
    ground, zone, (_, radius, going) = site[:3]
    spread = spread_of(*spacing(site))
    if spread is None:
        return False
    whole = radius + spread + SPARE
    west, south, east, north = zone.box
    if min(east - west, north - south) < 2 * (radius + spread):
        return False
    bodies = [*site.blockers, *((models, other + least) for models, other, least in site.aloof)]
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


def has_place(site: Site) -> bool:
    """Whether the fixed search would set a group down somewhere; it is tried first where most room is."""
    if surely_fits(site):
        return True
    free = free_ground(site)
    growth = Growth(free, spacing(site))
    at = free.roomiest(spread_of(*spacing(site)) or 0.0) if free.free.size else None
    if at is not None and growth.grown_from(at) is not None:
        return True
    return growth.first() is not None or squeezed(site) is not None


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


def place_side(sites: Sequence[Site]) -> tuple[Models, ...] | int:
    """Groups of one side are set down in one zone, the largest bases first; or the first without room.

    This is a search on a fixed grid and no proof: a body that finds no room might still be squeezed in.
    """
    placed: dict[int, Models] = {}
    room: dict[tuple[float, float], FreeGround] = {}
    for index in sorted(range(len(sites)), key=lambda one: (-sites[one].size[1], one)):
        site = sites[index]
        _, radius, going = site.size
        kind = (radius, going.difficult)
        if kind not in room:
            comrades = [(models, sites[one].size[1]) for one, models in placed.items()]
            among = site._replace(blockers=[*site.blockers, *comrades])
            room[kind] = FreeGround(open_ground(site), among.kept)
        models = Growth(room[kind], spacing(site)).first()
        if models is None:
            return index
        placed[index] = models
        for (size, _), free in room.items():
            free.keep_from(models, size + radius - OVERLAP)
    return tuple(placed[index] for index in range(len(sites)))


ROOMY = 1.25
"""So many times the room that others can take is enough for the search, whatever the ground is like.

A base that stands beside its comrades takes a third of what is reckoned for it; on thousands of tables laid
at random the search never failed with more than three quarters.
"""


def has_room_for_all(sites: Sequence[Site]) -> bool:
    """Whether the fixed search finds a place for each of some groups of one side in one zone.

    For one model the answer is a proof (`corners`). For several it is that search: there may be no room for
    groups that could just have been squeezed in.
    """
    if len(sites) == 1:
        return has_place(sites[0])
    sizes = [one.size for one in sites]
    for site in {site.size[1:]: site for site in sites}.values():
        radius = site.size[1]
        # The search sets the largest bases down first, so smaller ones take nothing away.
        taken = total(count * pi * square(other + radius) for count, other, _ in sizes if other >= radius)
        if not has_room(site, ROOMY * (_taken_by_others(site) + taken)):
            return not isinstance(place_side(sites), int)
    return True


def _taken_by_others(site: Site) -> float:
    """The most room for bases of a size that the models on the table can take from the zone."""
    radius, avoided = site.size[1], {id(models): least for models, _, least in site.aloof}
    taken = 0.0
    west, south, east, north = site.zone.box
    for models, other in site.blockers:
        reach = other + radius + avoided.get(id(models), 0.0)
        left, low, right, high = group_box(models)
        width = min(right + reach, east) - max(left - reach, west)
        depth = min(high + reach, north) - max(low - reach, south)
        if width > 0 and depth > 0:
            taken += min(width * depth, len(models) * pi * (reach * reach))
    return taken


def formed(site: Site, formation: Formation, at: Point, facing: Point) -> Models | None:
    """A group set down in a formation about a place, its front in a direction; None where it may not be."""
    count, radius, going = site.size
    if _sticks_out(site.zone.box, at, extent(formation, count, radius, facing), radius):
        return None
    models = slots(formation, ((0.0, 0.0),) * count, radius, at, facing)
    if not site.zone.holds_all(group_box(models), radius) and not lies_in(site.zone, models, radius):
        return None
    fault = check_place(Mover(site.ground, models, radius, going, site.blockers))
    fault = fault or _why_not_apart(models, radius, site.aloof)
    return models if fault is None and holds_together(formation, *spacing(site)) else None


def lies_in(zone: Zone, models: Models, radius: float) -> bool:
    """Whether a formation lies in a zone; its first and its last model stand at its corners."""
    if not zone.holds(*models[0], radius) or not zone.holds(*models[-1], radius):
        return False
    return all(zone.holds(x, y, radius) for x, y in models)


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
