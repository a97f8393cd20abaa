"""Reach: everywhere a base can get to with so much movement."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from heapq import heapify, heappop, heappush
from math import ceil, floor, inf, pi
from typing import TypeVar

import msgspec
import numpy

from sandtable.kernel.arithmetic import asin, atan2, hypot, square
from sandtable.table.arrays import Flags, Numbers, Places, directions, hypots
from sandtable.table.lines import half_planes_of
from sandtable.table.measure import NEAR, OVERLAP, Body, Models, Point
from sandtable.table.outlook import ground_about, outlines_of
from sandtable.table.spread import points_within
from sandtable.table.terrain import Area, Ground
from sandtable.table.units.going import Going
from sandtable.table.units.paths import Surroundings

STEP = 0.25
"""The grid on which reach is worked out."""
BINS = 720
"""Directions told apart when looking for what is open straight from the start."""
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


def reachable(
    ground: Ground,
    start: Point,
    radius: float,
    going: Going,
    blockers: Sequence[Body],
    limit: float,
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


def reach_of_all(
    ground: Ground,
    body: Body,
    going: Going,
    blockers: Sequence[Body],
    limit: float,
    kept_from: Sequence[tuple[Body, float]] = (),
) -> tuple[Models, ...]:
    """The ground that the bases of a group can cover with so much movement, less what it must keep from."""
    # Reading shapely takes long, and most games need none of it.
    from shapely import MultiPoint

    models, radius = body
    reaches = [reachable(ground, start, radius, going, blockers, limit) for start in models]
    area = ground_about([point for one in reaches for point in one.points()], STEP)
    for (others, other_radius), distance in kept_from:
        area = area.difference(MultiPoint(others).buffer(distance + radius + other_radius - NEAR))
    return outlines_of(area.buffer(radius))


class Wheel:
    """The grid points about a start, for any model there: how far each lies, and in which direction."""

    def __init__(self, count: int, step: float) -> None:
        self.way = numpy.arange(-count, count + 1) * step
        self.dx, self.dy = numpy.meshgrid(self.way, self.way)
        self.length = hypots(self.dx, self.dy)
        self.bins = ((directions(self.dy, self.dx) / (2 * pi) + 0.5) * BINS).astype(int) % BINS


_wheel = lru_cache(maxsize=64)(Wheel)


def _costs(around: Surroundings, start: Point, count: int, step: float, limit: float) -> Numbers:
    wheel = _wheel(count, step)
    going = around.going
    x, y = wheel.dx + start[0], wheel.dy + start[1]
    ignored = around.ignored(start) if around.obstacles else []
    hindering = [area for area in around.obstacles if area not in ignored]
    free = _free(around, hindering, wheel, start, x, y)
    free &= wheel.length <= limit / going.cheapest + NEAR
    free[count, count] = True
    costs = numpy.where(free, wheel.length * going.open, inf)
    if not around.is_open and (going.hindered or around.difficult):
        is_wooded = _add_difficult(around, wheel, start, costs)
        hidden = wheel.length > _shadows(around, hindering, start)[wheel.bins]
        hidden[count, count] = False
        hidden &= free
        costs[hidden] = inf
        dear: Flags = (hidden | is_wooded) & free
        if dear.any():
            _relax(costs, dear, _factors(around, x, y), going.open, step, limit + NEAR)
        for area in around.obstacles if not going.hindered else ignored:
            costs[points_within(area, x, y, around.radius - OVERLAP)] = inf
    costs[costs > limit + NEAR] = inf
    return costs


def _add_difficult(around: Surroundings, wheel: Wheel, start: Point, costs: Numbers) -> Flags:
    """Add what difficult ground costs on the straight way to each point; which points that makes dearer."""
    dearer = numpy.zeros(costs.shape, dtype=bool)
    for area in around.difficult:
        planes = half_planes_of(area)
        if planes is None:
            continue
        enter, leave = numpy.zeros(costs.shape), numpy.ones(costs.shape)
        for east, north, limit in planes:
            room = limit - east * start[0] - north * start[1]
            speed = east * wheel.dx + north * wheel.dy
            share = room / numpy.where(abs(speed) < 1e-12, 1e-12, speed)
            numpy.copyto(leave, share, where=(speed > 0.0) & (share < leave))
            numpy.copyto(enter, share, where=(speed < 0.0) & (share > enter))
            if room < 0.0:
                leave[speed >= 0.0] = -1.0
        inside = numpy.maximum(leave - enter, 0.0)
        costs += inside * wheel.length * (around.going.difficult - around.going.open)
        dearer |= inside > 0.0
    return dearer


def _free(
    around: Surroundings, hindering: Sequence[Area], wheel: Wheel, start: Point, x: Numbers, y: Numbers
) -> Flags:
    """The grid points on which a base may stand on its way."""
    slack = around.radius - OVERLAP
    free: Flags = (x >= slack) & (y >= slack) & (x <= around.width - slack) & (y <= around.depth - slack)
    if not around.going.hindered:
        return free
    for area in (*around.solids, *hindering):
        free &= ~points_within(area, x, y, slack)
    size, step = len(wheel.way), float(wheel.way[1] - wheel.way[0]) if len(wheel.way) > 1 else 1.0
    for ox, oy, reach, _ in around.discs:
        dx, dy = ox - start[0], oy - start[1]
        if dx * dx + dy * dy > (wheel.way[-1] + reach) ** 2:
            continue
        columns = slice(*_cells(dx, reach, size, step))
        rows = slice(*_cells(dy, reach, size, step))
        near = ((wheel.way[columns] - dx) ** 2)[None, :] + ((wheel.way[rows] - dy) ** 2)[:, None]
        free[rows, columns] &= near >= square(reach - OVERLAP)
    return free


def _cells(middle: float, reach: float, size: int, step: float) -> tuple[int, int]:
    first = ceil((middle - reach) / step) + size // 2
    last = floor((middle + reach) / step) + size // 2
    return max(0, min(first, size)), max(0, min(last + 1, size))


def _factors(around: Surroundings, x: Numbers, y: Numbers) -> Numbers | None:
    """What an inch costs at each point; None where it is the same everywhere."""
    if not around.difficult:
        return None
    factor = numpy.full(x.shape, around.going.open)
    for area in around.difficult:
        factor[points_within(area, x, y, 0.0)] = around.going.difficult
    return factor


def _shadows(around: Surroundings, hindering: Sequence[Area], start: Point) -> Numbers:
    """How far the view is open in each direction; to be safe, a little less far than it is."""
    open_to = numpy.full(BINS, inf)
    if around.going.hindered:
        for ox, oy, reach, _ in around.discs:
            dx, dy = ox - start[0], oy - start[1]
            far = hypot(dx, dy)
            half = asin(reach / far) if far > reach else pi / 2
            _shade(open_to, atan2(dy, dx), half, far - reach)
        for area in (*around.solids, *hindering):
            _shade_box(open_to, area, start, around.radius)
    for area in around.difficult:
        if half_planes_of(area) is None:
            _shade_box(open_to, area, start, 0.0)
    return open_to


def _shade_box(open_to: Numbers, area: Area, start: Point, reach: float) -> None:
    west, east = area.west - reach - start[0], area.east + reach - start[0]
    south, north = area.south - reach - start[1], area.north + reach - start[1]
    far = hypot(max(west, -east, 0.0), max(south, -north, 0.0))
    if far <= 0.0:
        numpy.minimum(open_to, 0.0, out=open_to)
        return
    middle = atan2((south + north) / 2, (west + east) / 2)
    turns = [_turn(atan2(y, x) - middle) for x in (west, east) for y in (south, north)]
    low, high = min(turns), max(turns)
    _shade(open_to, middle + (low + high) / 2, (high - low) / 2, far)


def _turn(angle: float) -> float:
    """An angle from half a turn right to half a turn left."""
    return (angle + pi) % (2 * pi) - pi


def _shade(open_to: Numbers, middle: float, half: float, far: float) -> None:
    first = floor(((middle - half) / (2 * pi) + 0.5) * BINS) - 1
    last = floor(((middle + half) / (2 * pi) + 0.5) * BINS) + 1
    shift = first // BINS * BINS
    first, last = first - shift, last - shift
    for low, high in ((first, min(last, BINS - 1)), (0, min(last - BINS, BINS - 1))):
        if high >= low:
            part = open_to[low : high + 1]
            numpy.minimum(part, far, out=part)


def _relax(
    costs: Numbers, dear: Flags, factor: Numbers | None, plain: float, step: float, limit: float
) -> None:
    """Find the cheapest ways from point to neighbouring point to those that are not reached straight."""
    rows = _window(numpy.flatnonzero(dear.any(axis=1)))
    columns = _window(numpy.flatnonzero(dear.any(axis=0)))
    # A rim of points that nobody reaches saves asking where the grid ends.
    part = _rimmed(costs[rows, columns], inf)
    marked = _rimmed(dear[rows, columns], False)
    halves = _rimmed(factor[rows, columns] / 2, 0.0) if factor is not None else None
    _step_in(part, marked, halves, plain, step)
    starts = numpy.flatnonzero(marked & (part <= limit))
    known: list[float] = part.ravel().tolist()
    waiting = [(known[here], here) for here in starts.tolist()]
    heapify(waiting)
    _spread(known, marked.ravel().tolist(), halves, waiting, part.shape[1], plain, step, limit)
    costs[rows, columns] = numpy.array(known).reshape(part.shape)[1:-1, 1:-1]


Grid = TypeVar("Grid", Numbers, Flags)


def _rimmed(part: Grid, rim: float) -> Grid:
    """A grid with a rim of one value around it."""
    whole = numpy.full((part.shape[0] + 2, part.shape[1] + 2), rim, dtype=part.dtype)
    whole[1:-1, 1:-1] = part
    return whole


def _step_in(part: Numbers, marked: Flags, halves: Numbers | None, plain: float, step: float) -> None:
    """Each dear point may be reached from a neighbour that was reached straight."""
    reached = numpy.where(marked, inf, part)
    inner = part[1:-1, 1:-1]
    height, width = part.shape
    for east, north in WAYS:
        of = (slice(1 + north, height - 1 + north), slice(1 + east, width - 1 + east))
        length = step * hypot(east, north)
        price = length * plain if halves is None else length * (halves[1:-1, 1:-1] + halves[of])
        numpy.minimum(inner, numpy.where(marked[1:-1, 1:-1], reached[of] + price, inf), out=inner)


def _spread(
    known: list[float],
    is_dear: list[bool],
    halves: Numbers | None,
    waiting: list[tuple[float, int]],
    width: int,
    plain: float,
    step: float,
    limit: float,
) -> None:
    rate: list[float] | None = halves.ravel().tolist() if halves is not None else None
    moves = [(north * width + east, step * hypot(east, north)) for east, north in WAYS]
    while waiting:
        cost, here = heappop(waiting)
        if cost > known[here]:
            continue
        mine = rate[here] if rate is not None else 0.0
        for offset, length in moves:
            there = here + offset
            if is_dear[there]:
                total = cost + (length * plain if rate is None else length * (mine + rate[there]))
                if total < known[there] and total <= limit:
                    known[there] = total
                    heappush(waiting, (total, there))


def _window(places: Places) -> slice:
    """From the first row or column to the last, and one more on each side."""
    return slice(max(int(places[0]) - 1, 0), int(places[-1]) + 2)
