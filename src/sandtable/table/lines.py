"""Lines of sight: what hides two points from each other, for one line or for many at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt

import numpy

from sandtable.kernel.arithmetic import hypot
from sandtable.table.arrays import Flags, Numbers, Places, hypots
from sandtable.table.measure import NEAR, Point
from sandtable.table.shapes import HAIR, spans_strictly_inside
from sandtable.table.terrain import Area, Ground

Planes = tuple[tuple[float, float, float], ...]
"""For each side of a convex outline its outward normal, and how far out the side lies along it."""
Disc = tuple[float, float, float, int]
"""A base in the way: its centre, its radius squared, and the number of its group."""


def obscured_by(a: Point, b: Point, areas: Sequence[Area], depth: float) -> Area | None:
    """The obscuring area that hides two points from each other.

    A line may not pass right through an area, nor run through more than a depth of the area that holds one
    of its ends.
    """
    length = hypot(b[0] - a[0], b[1] - a[1])
    if length <= NEAR:
        return None
    west, east = (a[0], b[0]) if a[0] < b[0] else (b[0], a[0])
    south, north = (a[1], b[1]) if a[1] < b[1] else (b[1], a[1])
    least = NEAR / length
    for area in areas:
        if not (area.west <= east and west <= area.east and area.south <= north and south <= area.north):
            continue
        inside = 0.0
        for start, end in spans_strictly_inside(a, b, area.edges, 1e-6):
            if end - start <= least:
                continue
            if start > least and end < 1.0 - least:
                return area
            inside += end - start
        if inside * length > depth + NEAR:
            return area
    return None


def base_between(a: Point, b: Point, discs: Sequence[Disc]) -> int | None:
    """The group, by its number, with a base that a line crosses; touching a rim is not crossing."""
    ax, ay = a
    dx, dy = b[0] - ax, b[1] - ay
    length = dx * dx + dy * dy
    for x, y, squared, number in discs:
        ex, ey = x - ax, y - ay
        along = ex * dx + ey * dy
        if along <= 0.0:
            near = ex * ex + ey * ey
        elif along >= length:
            ex -= dx
            ey -= dy
            near = ex * ex + ey * ey
        else:
            cross = ex * dy - ey * dx
            near = cross * cross / length
        if near < squared:
            return number
    return None


class HalfPlanes:
    """The convex obscuring areas of a ground as lists of half-planes of equal length, and the others."""

    def __init__(self, areas: Sequence[Area]) -> None:
        convex = [(area, planes) for area in areas if (planes := half_planes_of(area)) is not None]
        self.others = [area for area in areas if all(area is not one for one, _ in convex)]
        longest = max((len(planes) for _, planes in convex), default=0)
        table = numpy.zeros((len(convex), longest, 3))
        for index, (_, planes) in enumerate(convex):
            table[index, : len(planes)] = planes
            table[index, len(planes) :] = planes[-1]
        self.east, self.north, self.limit = table[:, :, 0], table[:, :, 1], table[:, :, 2]
        self.boxes = numpy.array([area.box for area, _ in convex]).reshape(-1, 4)


@lru_cache(maxsize=1024)
def half_planes_of(area: Area) -> Planes | None:
    """The half-planes whose common part a convex area is; None for an area that is not convex."""
    edges = area.edges
    turns = [
        dx * edges[(i + 1) % len(edges)][3] - dy * edges[(i + 1) % len(edges)][2]
        for i, (_, _, dx, dy, _) in enumerate(edges)
    ]
    if min(turns) < -1e-9 and max(turns) > 1e-9:
        return None
    way = 1.0 if max(turns) > 1e-9 else -1.0
    planes: list[tuple[float, float, float]] = []
    for ax, ay, dx, dy, length in edges:
        nx, ny = way * dy / sqrt(length), -way * dx / sqrt(length)
        planes.append((nx, ny, nx * ax + ny * ay))
    if any(nx * ax + ny * ay > limit + 1e-6 for nx, ny, limit in planes for ax, ay, *_ in edges):
        return None
    return tuple(planes)


def is_beyond(area: Area, a: Point, b: Point, reach: float) -> bool:
    """A segment lies beyond one side of a convex area, and farther off than a reach; quick to see."""
    return lies_beyond(half_planes_of(area), a, b, reach + HAIR)


def lies_beyond(planes: Planes | None, a: Point, b: Point, reach: float) -> bool:
    """The same by the half-planes of the area."""
    if planes is None:
        return False
    ax, ay = a
    bx, by = b
    for nx, ny, limit in planes:
        limit += reach
        if nx * ax + ny * ay > limit and nx * bx + ny * by > limit:
            return True
    return False


def half_planes(ground: Ground) -> HalfPlanes:
    """The obscuring areas of a ground made ready for many lines, worked out once."""
    return ground.answered("half planes", "", lambda: HalfPlanes(ground.obscuring))


def obscured_lines(ground: Ground, starts: Numbers, ends: Numbers, depth: float) -> Flags:
    """Which of many lines are hidden by obscuring ground."""
    hidden = numpy.zeros(len(starts), dtype=bool)
    planes = half_planes(ground)
    if len(planes.boxes):
        low, high = numpy.minimum(starts, ends), numpy.maximum(starts, ends)
        boxes = planes.boxes
        meets = (
            (low[:, 0:1] <= boxes[:, 2])
            & (boxes[:, 0] <= high[:, 0:1])
            & (low[:, 1:2] <= boxes[:, 3])
            & (boxes[:, 1] <= high[:, 1:2])
        )
        line, area = numpy.nonzero(meets)
        if len(line):
            blocked = _blocked_by_convex(planes, starts[line], ends[line], area, depth)
            hidden[line[blocked]] = True
    if planes.others:
        for index in numpy.flatnonzero(~hidden).tolist():
            a, b = starts[index].tolist(), ends[index].tolist()
            hidden[index] = obscured_by((a[0], a[1]), (b[0], b[1]), planes.others, depth) is not None
    return hidden


def _blocked_by_convex(
    planes: HalfPlanes, starts: Numbers, ends: Numbers, area: Places, depth: float
) -> Flags:
    """For each line and its area: the line passes through, or runs too deep from an end that lies inside."""
    east, north, limit = planes.east[area], planes.north[area], planes.limit[area]
    way = ends - starts
    room = limit - (east * starts[:, 0:1] + north * starts[:, 1:2])
    speed = east * way[:, 0:1] + north * way[:, 1:2]
    is_slow = abs(speed) < 1e-12
    share = room / numpy.where(is_slow, 1.0, speed)
    entering = numpy.where(speed < 0.0, share, -numpy.inf)
    leaving = numpy.where(speed > 0.0, share, numpy.inf)
    # A line along a border, or outside one it never crosses, is not inside.
    entering[is_slow] = numpy.where(room[is_slow] <= 1e-6, numpy.inf, -numpy.inf)
    leaving[is_slow] = numpy.inf
    enter = numpy.maximum(entering.max(axis=1), 0.0)
    leave = numpy.minimum(leaving.min(axis=1), 1.0)
    length = numpy.maximum(hypots(way[:, 0], way[:, 1]), 1e-9)
    inside = (leave - enter) * length
    least = NEAR / numpy.maximum(length, NEAR)
    passes = (enter > least) & (leave < 1.0 - least)
    blocked: Flags = (inside > NEAR) & (passes | (inside > depth + NEAR))
    return blocked


def crossed_lines(starts: Numbers, ends: Numbers, discs: Numbers) -> Flags:
    """For many lines and bases (x, y, radius): which lines cross which bases."""
    way = ends - starts
    length = numpy.maximum(hypots(way[:, 0], way[:, 1]), 1e-9)
    x, y = discs[:, 0] - starts[:, 0:1], discs[:, 1] - starts[:, 1:2]
    dx, dy = way[:, 0:1], way[:, 1:2]
    reach = (discs[:, 2] - NEAR) * length[:, None]
    # Not as products of matrices: these are added up in an order that the processor chooses.
    ahead = x * dx + y * dy
    crossed: Flags = abs(y * dx - x * dy) < reach
    crossed &= ahead > -reach
    crossed &= ahead < reach + (length * length)[:, None]
    # Near the ends of a line the nearest point is the end itself.
    is_dot = (length <= 1e-9)[:, None]
    ends_only = crossed & ((ahead < 0.0) | (ahead > (length * length)[:, None]) | is_dot)
    line, disc = numpy.nonzero(ends_only)
    if len(line):
        end = numpy.where(ahead[line, disc] < 0.0, 0.0, 1.0)[:, None]
        near = starts[line] + way[line] * end - discs[disc, :2]
        crossed[line, disc] = hypots(near[:, 0], near[:, 1]) < discs[disc, 2] - NEAR
    return crossed
