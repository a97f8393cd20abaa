"""Reach: everywhere a base can get to with so much movement."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, hypot, inf

import msgspec
import numpy
from numpy.typing import NDArray

from sandtable.table.measure import NEAR, OVERLAP, Body, Models, Point
from sandtable.table.paths import Going, Surroundings
from sandtable.table.terrain import Area, Ground

Numbers = NDArray[numpy.float64]
Flags = NDArray[numpy.bool_]

STEP = 0.25
"""The grid on which reach is worked out."""
WAYS = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))


class Reach(msgspec.Struct, frozen=True):
    """What it costs a base to get to each point of a grid about its start; infinite where it cannot."""

    start: Point
    limit: float
    step: float
    costs: Numbers
    """Rows from south to north, columns from west to east; the start is the middle one."""

    def cost_at(self, point: Point) -> float:
        """The cost of the grid point nearest to a point."""
        middle = len(self.costs) // 2
        column = middle + round((point[0] - self.start[0]) / self.step)
        row = middle + round((point[1] - self.start[1]) / self.step)
        if 0 <= row < len(self.costs) and 0 <= column < len(self.costs):
            return float(self.costs[row, column])
        return inf

    def points(self) -> Models:
        """All grid points in reach, row by row."""
        middle = len(self.costs) // 2
        rows, columns = numpy.nonzero(self.costs <= self.limit + NEAR)
        x0, y0 = self.start
        return tuple(
            (x0 + (column - middle) * self.step, y0 + (row - middle) * self.step)
            for row, column in zip(rows.tolist(), columns.tolist(), strict=True)
        )

    def outlines(self) -> tuple[Models, ...]:
        """The borders of the area in reach, for drawing."""
        from shapely import box, simplify, union_all

        half = self.step / 2
        middle = len(self.costs) // 2
        inside = self.costs <= self.limit + NEAR
        cells = []
        for row in range(len(inside)):
            for first, last in _runs(inside[row]):
                west = self.start[0] + (first - middle) * self.step - half
                south = self.start[1] + (row - middle) * self.step - half
                cells.append(box(west, south, west + (last - first + 1) * self.step, south + self.step))
        whole = simplify(union_all(cells), half)
        parts = getattr(whole, "geoms", [whole])
        return tuple(
            tuple((float(x), float(y)) for x, y in ring.coords[:-1])
            for part in parts
            for ring in (part.exterior, *part.interiors)
        )


def _runs(row: Flags) -> list[tuple[int, int]]:
    marked = numpy.flatnonzero(numpy.diff(numpy.concatenate(([0], row.view(numpy.int8), [0]))))
    return [(int(a), int(b) - 1) for a, b in zip(marked[::2], marked[1::2], strict=True)]


def reachable(
    ground: Ground,
    start: Point,
    radius: float,
    going: Going,
    blockers: Sequence[Body] = (),
    limit: float = 6.0,
    step: float = STEP,
) -> Reach:
    """Everywhere a base can get to within a limit of cost, remembered by where everybody stands."""
    known = ground.remembered("reach")
    if len(known) > 200:
        known.clear()
    key = (start, radius, going, tuple(blockers), limit, step)
    found: Reach | None = known.get(key)
    if found is None:
        count = floor(limit / going.cheapest / step + 1e-9)
        spare = count * step
        box = (start[0] - spare, start[1] - spare, start[0] + spare, start[1] + spare)
        around = Surroundings(ground, box, radius, going, blockers)
        found = known[key] = Reach(start, limit, step, _costs(around, start, count, step, limit))
    return found


def _costs(around: Surroundings, start: Point, count: int, step: float, limit: float) -> Numbers:
    way = numpy.arange(-count, count + 1) * step
    dx, dy = numpy.meshgrid(way, way)
    straight = numpy.hypot(dx, dy) * around.going.open
    x, y = dx + start[0], dy + start[1]
    slack = around.radius - OVERLAP
    free: Flags = (x >= slack) & (y >= slack) & (x <= around.width - slack) & (y <= around.depth - slack)
    free &= straight <= limit / around.going.cheapest * around.going.open + NEAR
    ignored = around.ignored(start) if around.obstacles else []
    hindering = [area for area in around.obstacles if area not in ignored]
    if not around.is_open and around.going.hindered:
        for area in (*around.solids, *hindering):
            free &= ~_within(area, x, y, slack)
        for ox, oy, reach in around.discs:
            free &= (x - ox) ** 2 + (y - oy) ** 2 >= (reach - OVERLAP) ** 2
    free[count, count] = True
    costs = numpy.where(free, straight, inf)
    if around.is_open or (not around.going.hindered and not around.difficult):
        costs[costs > limit + NEAR] = inf
        return costs
    costs[_hidden(around, hindering, start, dx, dy)] = inf
    costs[count, count] = 0.0
    _relax(costs, free, _factors(around, x, y), around.going.open, step)
    for area in around.obstacles if not around.going.hindered else ignored:
        costs[_within(area, x, y, slack)] = inf
    costs[costs > limit + NEAR] = inf
    return costs


def _factors(around: Surroundings, x: Numbers, y: Numbers) -> Numbers | None:
    """What an inch costs at each point; None where it is the same everywhere."""
    if not around.difficult:
        return None
    factor = numpy.full(x.shape, around.going.open)
    for area in around.difficult:
        factor[_within(area, x, y, 0.0)] = around.going.difficult
    return factor


def _near_cells(area: Area, x: Numbers, y: Numbers, reach: float) -> tuple[slice, slice]:
    columns = numpy.flatnonzero((x[0] >= area.west - reach) & (x[0] <= area.east + reach))
    rows = numpy.flatnonzero((y[:, 0] >= area.south - reach) & (y[:, 0] <= area.north + reach))
    if not len(columns) or not len(rows):
        return slice(0, 0), slice(0, 0)
    return slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)


def _within(area: Area, x: Numbers, y: Numbers, reach: float) -> Flags:
    """Which points lie in an area or nearer to it than a reach."""
    found = numpy.zeros(x.shape, dtype=bool)
    rows, columns = _near_cells(area, x, y, reach)
    px, py = x[rows, columns], y[rows, columns]
    if not px.size:
        return found
    inside = numpy.zeros(px.shape, dtype=bool)
    near = numpy.zeros(px.shape, dtype=bool)
    for ax, ay, dx, dy, length in area.edges:
        ex, ey = px - ax, py - ay
        cross = dx * ey - dy * ex
        inside ^= ((ey < 0.0) != (ey < dy)) & ((cross > 0.0) == (dy > 0.0))
        share = numpy.clip((ex * dx + ey * dy) / length, 0.0, 1.0)
        near |= (ex - share * dx) ** 2 + (ey - share * dy) ** 2 < reach * reach + 1e-12
    found[rows, columns] = inside | near
    return found


def _hidden(around: Surroundings, hindering: Sequence[Area], start: Point, dx: Numbers, dy: Numbers) -> Flags:
    """Which points cannot be reached straight from the start over open ground; to be safe, some that can."""
    hidden = numpy.zeros(dx.shape, dtype=bool)
    length = numpy.maximum(dx * dx + dy * dy, 1e-12)
    if around.going.hindered:
        for ox, oy, reach in around.discs:
            ex, ey = ox - start[0], oy - start[1]
            along = ex * dx + ey * dy
            cross = ex * dy - ey * dx
            hidden |= (
                (along > 0.0)
                & (cross * cross < (reach - OVERLAP) ** 2 * length)
                & (along > ex * ex + ey * ey - reach * numpy.sqrt(length))
            )
        for area in (*around.solids, *hindering):
            hidden |= _behind_box(area, start, dx, dy, around.radius)
    for area in around.difficult:
        hidden |= _behind_box(area, start, dx, dy, 0.0)
    return hidden


def _behind_box(area: Area, start: Point, dx: Numbers, dy: Numbers, reach: float) -> Flags:
    """Which lines from the start meet the widened box of an area."""
    with numpy.errstate(divide="ignore", invalid="ignore"):
        west = (area.west - reach - start[0]) / dx
        east = (area.east + reach - start[0]) / dx
        south = (area.south - reach - start[1]) / dy
        north = (area.north + reach - start[1]) / dy
    enter = numpy.fmax(numpy.fmax(numpy.fmin(west, east), numpy.fmin(south, north)), 0.0)
    leave = numpy.fmin(numpy.fmin(numpy.fmax(west, east), numpy.fmax(south, north)), 1.0)
    return enter <= leave


def _relax(costs: Numbers, free: Flags, factor: Numbers | None, plain: float, step: float) -> None:
    """Spread costs from point to neighbouring point until nothing gets cheaper."""
    size = len(costs)
    moves = []
    for east, north in WAYS:
        to = (slice(max(north, 0), size + min(north, 0)), slice(max(east, 0), size + min(east, 0)))
        of = (slice(max(-north, 0), size + min(-north, 0)), slice(max(-east, 0), size + min(-east, 0)))
        length = step * hypot(east, north)
        price = length * (factor[to] + factor[of]) / 2 if factor is not None else numpy.array(length * plain)
        moves.append((costs[to], costs[of], numpy.where(free[to], price, inf)))
    while True:
        before = costs.copy()
        for there, here, price in moves:
            numpy.minimum(there, here + price, out=there)
        if numpy.array_equal(before, costs):
            return
