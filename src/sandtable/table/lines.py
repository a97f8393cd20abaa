"""Many lines of sight at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy
from numpy.typing import NDArray

from sandtable.table.measure import NEAR, Body
from sandtable.table.sight import look, obscured_by
from sandtable.table.terrain import Area, Ground

Numbers = NDArray[numpy.float64]
Flags = NDArray[numpy.bool_]


class HalfPlanes:
    """The convex obscuring areas of a ground as lists of half-planes of equal length, and the others."""

    __slots__ = ("boxes", "east", "limit", "north", "others")

    def __init__(self, areas: Sequence[Area]) -> None:
        convex = [(area, planes) for area in areas if (planes := _half_planes(area)) is not None]
        self.others = [area for area in areas if all(area is not one for one, _ in convex)]
        longest = max((len(planes) for _, planes in convex), default=0)
        table = numpy.zeros((len(convex), longest, 3))
        for index, (_, planes) in enumerate(convex):
            table[index, : len(planes)] = planes
            table[index, len(planes) :] = planes[-1]
        self.east, self.north, self.limit = table[:, :, 0], table[:, :, 1], table[:, :, 2]
        self.boxes = numpy.array([area.box for area, _ in convex]).reshape(-1, 4)


def _half_planes(area: Area) -> list[tuple[float, float, float]] | None:
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
        nx, ny = way * dy / length**0.5, -way * dx / length**0.5
        planes.append((nx, ny, nx * ax + ny * ay))
    if any(nx * ax + ny * ay > limit + 1e-6 for nx, ny, limit in planes for ax, ay, *_ in edges):
        return None
    return planes


def half_planes(ground: Ground) -> HalfPlanes:
    """The obscuring areas of a ground made ready for many lines, worked out once."""
    known = ground.remembered("half planes")
    found: HalfPlanes | None = known.get("")
    if found is None:
        found = known[""] = HalfPlanes(ground.obscuring)
    return found


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
    planes: HalfPlanes, starts: Numbers, ends: Numbers, area: NDArray[numpy.intp], depth: float
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
    length = numpy.hypot(way[:, 0], way[:, 1])
    inside = (leave - enter) * length
    least = NEAR / numpy.maximum(length, NEAR)
    passes = (enter > least) & (leave < 1.0 - least)
    blocked: Flags = (inside > NEAR) & (passes | (inside > depth + NEAR))
    return blocked


def crossed_lines(starts: Numbers, ends: Numbers, discs: Numbers) -> Flags:
    """For many lines and bases (x, y, radius): which lines cross which bases."""
    way = ends - starts
    length = numpy.maximum(way[:, 0] ** 2 + way[:, 1] ** 2, 1e-18)[:, None]
    ex = discs[:, 0] - starts[:, 0:1]
    ey = discs[:, 1] - starts[:, 1:2]
    share = numpy.clip((ex * way[:, 0:1] + ey * way[:, 1:2]) / length, 0.0, 1.0)
    ex -= share * way[:, 0:1]
    ey -= share * way[:, 1:2]
    crossed: Flags = ex * ex + ey * ey < (discs[:, 2] - NEAR) ** 2
    return crossed


def who_sees_whom(ground: Ground, groups: Sequence[Body], depth: float) -> Flags:
    """For each two groups whether they see each other, every other group standing in the way as it does."""
    count = len(groups)
    seen = numpy.eye(count, dtype=bool)
    pairs = [(i, j) for i in range(count) for j in range(i + 1, count)]
    if not pairs:
        return seen
    starts, ends = _nearest_lines(groups, pairs)
    owner = numpy.repeat(numpy.arange(count), [len(models) for models, _ in groups])
    discs = numpy.array([(x, y, radius) for models, radius in groups for x, y in models])
    numbers = numpy.array(pairs)
    crossed = crossed_lines(starts, ends, discs)
    crossed &= (owner != numbers[:, 0:1]) & (owner != numbers[:, 1:2])
    hidden = obscured_lines(ground, starts, ends, depth) | crossed.any(axis=1)
    for (i, j), is_hidden in zip(pairs, hidden.tolist(), strict=True):
        clear = not is_hidden
        if is_hidden:
            third = [body for k, body in enumerate(groups) if k not in (i, j)]
            clear = look(ground, groups[i][0], groups[j][0], third, depth).is_clear
        seen[i, j] = seen[j, i] = clear
    return seen


def _nearest_lines(groups: Sequence[Body], pairs: Sequence[tuple[int, int]]) -> tuple[Numbers, Numbers]:
    points = [numpy.array(models) for models, _ in groups]
    starts, ends = numpy.empty((len(pairs), 2)), numpy.empty((len(pairs), 2))
    for row, (i, j) in enumerate(pairs):
        a, b = points[i], points[j]
        far = (a[:, 0:1] - b[:, 0]) ** 2 + (a[:, 1:2] - b[:, 1]) ** 2
        first, second = divmod(int(far.argmin()), len(b))
        starts[row], ends[row] = a[first], b[second]
    return starts, ends
