"""Lanes: the straight strips of ground over which all models of a group move alike, and where they stop."""

from __future__ import annotations

from math import hypot

from sandtable.table.groups import group_box
from sandtable.table.measure import CONTACT, NEAR, OVERLAP, Box, Models, Point
from sandtable.table.paths import Disc, Path, Surroundings
from sandtable.table.shapes import box_of, first_touch
from sandtable.table.terrain import Area, areas_near


def lane_of(around: Surroundings, models: Models, vector: Point, length: float) -> Surroundings:
    """The surroundings without what lies beside the straight lane along which all these models move."""
    dx, dy = vector
    west, south, east, north = group_box(models)
    west, east = (west + dx, east) if dx < 0.0 else (west, east + dx)
    south, north = (south + dy, north) if dy < 0.0 else (south, north + dy)
    lane = _terrain_of_lane(around, models, vector, length, (west, south, east, north))
    margin = around.widest
    west, south, east, north = west - margin, south - margin, east + margin, north + margin
    discs = [disc for disc in around.discs if west <= disc[0] <= east and south <= disc[1] <= north]
    return around.with_only(lane.solids, lane.difficult, lane.obstacles, discs) if discs else lane


def _terrain_of_lane(
    around: Surroundings, models: Models, vector: Point, length: float, swept: Box
) -> Surroundings:
    """The terrain in the straight lane along which all these models move, and nobody's bases."""
    margin = around.radius + CONTACT + NEAR
    wide = (swept[0] - margin, swept[1] - margin, swept[2] + margin, swept[3] + margin)
    solids = areas_near(around.solids, wide) if around.solids else []
    difficult = areas_near(around.difficult, wide) if around.difficult else []
    obstacles = areas_near(around.obstacles, wide) if around.obstacles else []
    if solids or difficult or obstacles:
        way = ux, uy = vector[0] / length, vector[1] / length
        along = [x * ux + y * uy for x, y in models]
        aside = [x * uy - y * ux for x, y in models]
        lane = (min(along), max(along) + length, min(aside), max(aside))
        solids, difficult = _in_lane(solids, way, lane, margin), _in_lane(difficult, way, lane, margin)
        obstacles = _in_lane(obstacles, way, lane, margin)
    return around.with_only(solids, difficult, obstacles, [])


def _in_lane(areas: list[Area], way: Point, lane: Box, margin: float) -> list[Area]:
    """The areas that may come within a margin of a lane along a way."""
    if not areas:
        return areas
    ux, uy = way
    found: list[Area] = []
    for area in areas:
        along = [x * ux + y * uy for x, y in area.piece.outline]
        if min(along) <= lane[1] + margin and max(along) >= lane[0] - margin:
            aside = [x * uy - y * ux for x, y in area.piece.outline]
            if min(aside) <= lane[3] + margin and max(aside) >= lane[2] - margin:
                found.append(area)
    return found


def can_translate(around: Surroundings, models: Models, vector: Point, limit: float) -> bool:
    """Whether all models of a group may move alike, by a little at least, along one vector.

    The surroundings reach as far as the limit lets them go; what bars them is not told.
    """
    dx, dy = vector
    going, most = around.going, limit + NEAR
    length, slack = hypot(dx, dy), around.radius - OVERLAP
    west, south, east, north = group_box(models)
    if west + dx < slack or south + dy < slack:
        return False
    if east + dx > around.width - slack or north + dy > around.depth - slack:
        return False
    if length * (going.cheapest if around.difficult else going.open) > most:
        return False
    if around.is_open:
        return True
    west, east = (west + dx, east) if dx < 0.0 else (west, east + dx)
    south, north = (south + dy, north) if dy < 0.0 else (south, north + dy)
    swept = (west, south, east, north)
    # Mostly it is somebody's base that bars them, so those come first.
    if around.discs and _meets_a_base(around, models, vector, swept):
        return False
    if not (around.solids or around.difficult or around.obstacles):
        return True
    lane = _terrain_of_lane(around, models, vector, length, swept)
    if not _can_pay(lane, models, vector, length, most):
        return False
    if lane.is_open or not (lane.solids or lane.obstacles):
        return True
    return all(lane.check(((x, y), (x + dx, y + dy))) is None for x, y in models)


def _meets_a_base(around: Surroundings, models: Models, vector: Point, swept: Box) -> bool:
    """Whether a base of another group is in the straight way of one of these that move alike."""
    west, south, east, north = swept
    margin = around.widest
    west, south, east, north = west - margin, south - margin, east + margin, north + margin
    discs = [disc for disc in around.discs if west <= disc[0] <= east and south <= disc[1] <= north]
    if not discs:
        return False
    dx, dy = vector
    if not around.going.hindered:
        return any(around.base_on((x + dx, y + dy)) is not None for x, y in models)
    aside = [x * dy - y * dx for x, y in models]
    left, right, length = min(aside), max(aside), hypot(dx, dy)
    for disc in discs:
        off = disc[0] * dy - disc[1] * dx
        if left - disc[2] * length <= off <= right + disc[2] * length and _is_met(disc, models, vector):
            return True
    return False


def _is_met(disc: Disc, models: Models, vector: Point) -> bool:
    """Whether a base is in the straight way of one of these, as one way by itself is judged."""
    x, y, _, clear = disc
    dx, dy = vector
    length = dx * dx + dy * dy
    for ax, ay in models:
        ex, ey = x - ax, y - ay
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
