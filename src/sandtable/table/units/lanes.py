"""Lanes: the straight strips of ground over which all models of a group move alike, and where they stop."""

from __future__ import annotations

from sandtable.kernel.arithmetic import hypot, square
from sandtable.table.measure import CONTACT, NEAR, OVERLAP, Body, Box, Models, Point
from sandtable.table.shapes import box_of, first_touch
from sandtable.table.terrain import Area, Ground, areas_near
from sandtable.table.units.going import Going, Path
from sandtable.table.units.groups import bodies_near, group_box
from sandtable.table.units.paths import Mover, Surroundings, ends_on_table


def lane_with_obstacles(mover: Mover, vector: Point) -> Surroundings | None:
    """What may matter to models that all move alike along a straight lane, if obstacles are in it."""
    swept = _swept(mover.models, vector)
    margin = mover.radius + NEAR
    wide = (swept[0] - margin, swept[1] - margin, swept[2] + margin, swept[3] + margin)
    if not areas_near(mover.ground.obstacles, wide):
        return None
    around = Surroundings(mover.ground, swept, mover.radius, mover.going, mover.blockers)
    lane = _in_lane(around, mover.models, vector)
    return lane if lane.obstacles else None


def _swept(models: Models, vector: Point) -> Box:
    """The box over which the middles of all models pass that move alike."""
    dx, dy = vector
    west, south, east, north = group_box(models)
    west, east = (west + dx, east) if dx < 0.0 else (west, east + dx)
    south, north = (south + dy, north) if dy < 0.0 else (south, north + dy)
    return (west, south, east, north)


def _in_lane(around: Surroundings, models: Models, vector: Point) -> Surroundings:
    """The same without the terrain beside the lane along which these models move."""
    length = hypot(*vector)
    way = ux, uy = vector[0] / length, vector[1] / length
    along = [x * ux + y * uy for x, y in models]
    aside = [x * uy - y * ux for x, y in models]
    margin = around.radius + CONTACT + NEAR
    lane = (min(along) - margin, max(along) + length + margin, min(aside) - margin, max(aside) + margin)
    return around.with_only(
        _meeting(around.solids, way, lane),
        _meeting(around.difficult, way, lane),
        _meeting(around.obstacles, way, lane),
        around.discs,
    )


def _meeting(areas: list[Area], way: Point, lane: Box) -> list[Area]:
    """The areas that may meet a lane along a way."""
    if not areas:
        return areas
    ux, uy = way
    found: list[Area] = []
    for area in areas:
        along = [x * ux + y * uy for x, y in area.piece.outline]
        if min(along) <= lane[1] and max(along) >= lane[0]:
            aside = [x * uy - y * ux for x, y in area.piece.outline]
            if min(aside) <= lane[3] and max(aside) >= lane[2]:
                found.append(area)
    return found


def can_translate(mover: Mover, vector: Point, limit: float) -> bool:
    """Whether all models may move alike, by a little at least, along a vector; what bars them is not told."""
    ground, models, radius, going, blockers = mover
    dx, dy = vector
    length, slack, most = hypot(dx, dy), radius - OVERLAP, limit + NEAR
    west, south, east, north = swept = _swept(models, vector)
    if west < slack or south < slack or east > ground.width - slack or north > ground.depth - slack:
        if not ends_on_table(mover, vector):
            return False
    if length * going.cheapest > most:
        return False
    # Mostly it is somebody's base that bars them, so those come first.
    near = bodies_near(swept, radius, blockers)
    if near and _meets_a_base(mover, near, vector, swept):
        return False
    if not _has_terrain(ground, swept, radius, going):
        return length * going.open <= most
    lane = _in_lane(Surroundings(ground, swept, radius, going), models, vector)
    if not _can_pay(lane, models, vector, length, most):
        return False
    if not (lane.solids or lane.obstacles):
        return True
    return all(lane.check(((x, y), (x + dx, y + dy))) is None for x, y in models)


def _has_terrain(ground: Ground, box: Box, radius: float, going: Going) -> bool:
    """Whether any terrain can matter to bases that move in a box; whose bases are there is not looked at."""
    margin = radius + NEAR
    west, south, east, north = box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin
    for areas in (ground.impassable, ground.obstacles, ground.difficult):
        if areas is ground.difficult and going.difficult == going.open:
            continue
        for area in areas:
            if area.west <= east and west <= area.east and area.south <= north and south <= area.north:
                return True
    return False


def _meets_a_base(mover: Mover, near: list[Body], vector: Point, swept: Box) -> bool:
    """Whether a base of another group is in the straight way of one of these that move alike."""
    models, radius = mover.models, mover.radius
    dx, dy = vector
    aside = [x * dy - y * dx for x, y in models]
    left, right, length = min(aside), max(aside), hypot(dx, dy)
    for others, other in near:
        reach = radius + other
        west, south, east, north = swept[0] - reach, swept[1] - reach, swept[2] + reach, swept[3] + reach
        first, last, clear = left - reach * length, right + reach * length, square(reach - OVERLAP)
        for x, y in others:
            if west <= x <= east and south <= y <= north and first <= x * dy - y * dx <= last:
                if _is_met((x, y), clear, models, vector, mover.going.hindered):
                    return True
    return False


def _is_met(base: Point, clear: float, models: Models, vector: Point, is_hindered: bool) -> bool:
    """Whether a base is in the straight way of one of these, as one way by itself is judged."""
    x, y = base
    for ax, ay in models:
        # From place to place: of a very short way nothing is left where it is added to a place.
        dx, dy = (ax + vector[0]) - ax, (ay + vector[1]) - ay
        length = dx * dx + dy * dy
        ex, ey = x - ax, y - ay
        if not is_hindered:
            if (ex - dx) * (ex - dx) + (ey - dy) * (ey - dy) < clear:
                return True
            continue
        along = ex * dx + ey * dy
        if along <= 0.0:
            continue
        cross = ex * dy - ey * dx
        if cross * cross >= clear * length:
            continue
        if along < length or (ex - dx) * (ex - dx) + (ey - dy) * (ey - dy) < clear:
            return True
    return False


def _can_pay(lane: Surroundings, models: Models, vector: Point, length: float, most: float) -> bool:
    """Whether all models can pay for a straight way of a length; mostly the length alone settles it."""
    going = lane.going
    if not lane.difficult:
        return length * going.open <= most
    if length * max(going.open, going.difficult) <= most:
        return True
    dx, dy = vector
    return all(lane.cost((x, y), (x + dx, y + dy)) <= most for x, y in models)


def stopped_in(around: Surroundings, path: Path) -> Path:
    """A path cut short where the base first touches an obstacle; the path itself where nothing stops it."""
    if not around.obstacles or not around.going.hindered:
        return path
    ignored, radius = around.ignored(path[0]), around.radius
    for index, (a, b) in enumerate(zip(path, path[1:], strict=False)):
        nearest: float | None = None
        for area in areas_near(around.obstacles, box_of((a, b), radius + NEAR)):
            if area not in ignored:
                share = first_touch(a, b, radius, area.edges)
                if share is not None and (nearest is None or share < nearest):
                    nearest = share
        if nearest is not None:
            return (*path[: index + 1], (a[0] + (b[0] - a[0]) * nearest, a[1] + (b[1] - a[1]) * nearest))
    return path
