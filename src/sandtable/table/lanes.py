"""Lanes: the straight strips of ground over which all models of a group move alike."""

from __future__ import annotations

from math import hypot

from sandtable.table.groups import group_box
from sandtable.table.measure import CONTACT, NEAR, OVERLAP, Box, Models, Point
from sandtable.table.paths import Surroundings
from sandtable.table.terrain import Area, areas_near


def lane_of(around: Surroundings, models: Models, vector: Point, length: float) -> Surroundings:
    """The surroundings without what lies beside the straight lane along which all these models move."""
    dx, dy = vector
    west, south, east, north = group_box(models)
    west, east = (west + dx, east) if dx < 0.0 else (west, east + dx)
    south, north = (south + dy, north) if dy < 0.0 else (south, north + dy)
    margin = around.radius + CONTACT + NEAR
    swept = (west - margin, south - margin, east + margin, north + margin)
    solids = areas_near(around.solids, swept) if around.solids else []
    difficult = areas_near(around.difficult, swept) if around.difficult else []
    obstacles = areas_near(around.obstacles, swept) if around.obstacles else []
    margin = around.widest
    west, south, east, north = west - margin, south - margin, east + margin, north + margin
    discs = [disc for disc in around.discs if west <= disc[0] <= east and south <= disc[1] <= north]
    if not (solids or difficult or obstacles or discs):
        return around.with_only(solids, difficult, obstacles, discs)
    ux, uy = dx / length, dy / length
    along = [x * ux + y * uy for x, y in models]
    aside = [x * uy - y * ux for x, y in models]
    low, high, left, right = lane = (min(along), max(along) + length, min(aside), max(aside))
    discs = [
        disc
        for disc in discs
        if low - disc[2] <= disc[0] * ux + disc[1] * uy <= high + disc[2]
        and left - disc[2] <= disc[0] * uy - disc[1] * ux <= right + disc[2]
    ]
    margin = around.radius + CONTACT + NEAR
    way = (ux, uy)
    return around.with_only(
        _in_lane(solids, way, lane, margin),
        _in_lane(difficult, way, lane, margin),
        _in_lane(obstacles, way, lane, margin),
        discs,
    )


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
    length, slack = hypot(dx, dy), around.radius - OVERLAP
    west, south, east, north = group_box(models)
    if west + dx < slack or south + dy < slack:
        return False
    if east + dx > around.width - slack or north + dy > around.depth - slack:
        return False
    if length * around.going.cheapest > limit + NEAR:
        return False
    lane = around if around.is_open else lane_of(around, models, vector, length)
    if lane.solids or lane.difficult or lane.obstacles:
        return all(lane.check(((x, y), (x + dx, y + dy)), limit) is None for x, y in models)
    if length * around.going.open > limit + NEAR:
        return False
    if lane.is_open:
        return True
    if not lane.going.hindered:
        return all(lane.base_on((x + dx, y + dy)) is None for x, y in models)
    return all(lane.base_between((x, y), (x + dx, y + dy)) is None for x, y in models)
