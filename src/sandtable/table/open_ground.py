"""Open ground: the points of a fine grid on which bases may be set down, and groups that grow over them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import hypot

import numpy
from numpy.typing import NDArray

from sandtable.table.groups import bodies_near, group_array, group_box
from sandtable.table.measure import NEAR, OVERLAP, Body, Models
from sandtable.table.paths import Going, Surroundings
from sandtable.table.spread import grid_within
from sandtable.table.terrain import Ground
from sandtable.table.zones import Zone, whole_table

GRID = 0.25
"""The search for places tries base centres this far apart; a power of two, so that sums are exact."""
COARSE = 1.0
"""The grid on which room is estimated, in inches."""
WIDEST_SPIRAL = 48
"""In rooms up to this many steps the order of points is the same for everybody and is remembered."""
LARGEST_POCKET = 300
"""Where so many points are added to a pocket at once it is none."""
MOST_AT_ONCE = 20_000
"""More distances than this are not all measured, only those along the rim."""
Flags = NDArray[numpy.bool_]
Numbers = NDArray[numpy.float64]
Places = NDArray[numpy.intp]
Cell = tuple[int, int]
"""A point of the grid by its column and its row."""
Size = tuple[int, float, float]
"""How many models a group has, how wide their bases are, and the largest gap that keeps cohesion."""


class OpenGround:
    """The points of a grid in a zone on which the ground lets a base of one size stand."""

    __slots__ = ("_outward", "count", "free", "middle", "south", "west")

    def __init__(self, ground: Ground, zone: Zone, radius: float, going: Going, step: float = GRID) -> None:
        table, wanted = whole_table(ground).box, zone.box
        west, south = max(table[0], wanted[0]) + radius, max(table[1], wanted[1]) + radius
        east, north = min(table[2], wanted[2]) - radius, min(table[3], wanted[3]) - radius
        xs, ys = _steps(west, east, step), _steps(south, north, step)
        self.west = float(xs[0]) if len(xs) else 0.0
        self.south = float(ys[0]) if len(ys) else 0.0
        self.middle = (ground.width / 2, ground.depth / 2)
        # One row for each x, so that points come in order of x and then y.
        held = zone.holds(xs[:, None], ys[None, :], radius)
        self.free: Flags = numpy.broadcast_to(held, (len(xs), len(ys))).copy()
        if self.free.any():
            self._bar(Surroundings(ground, (west, south, east, north), radius, going), xs, ys)
        self.count = int(numpy.count_nonzero(self.free))
        self._outward: Numbers | None = None

    def _bar(self, around: Surroundings, xs: Numbers, ys: Numbers) -> None:
        for area in (*around.solids, *around.obstacles):
            columns, rows, within = grid_within(area, xs, ys, around.radius - OVERLAP)
            self.free[columns, rows] &= ~within

    @property
    def outward(self) -> Numbers:
        """How far each free point of a fine grid is from the middle of the table, squared; else -1."""
        if self._outward is None:
            columns, rows = self.free.shape
            x = (numpy.arange(columns) * GRID + self.west - self.middle[0]) ** 2
            y = (numpy.arange(rows) * GRID + self.south - self.middle[1]) ** 2
            self._outward = x[:, None] + y
            if any(one * 8 % 1 for one in self.middle):
                # Otherwise all of them are exact.
                self._outward = self._outward.round(6)
            self._outward[~self.free] = -1.0
        return self._outward


def _steps(low: float, high: float, step: float) -> Numbers:
    first = numpy.ceil((low - NEAR) / step)
    last = numpy.floor((high + NEAR) / step)
    return numpy.arange(first, last + 1) * step


def open_ground(ground: Ground, zone: Zone, radius: float, going: Going) -> OpenGround:
    """Where the ground of a zone lets a base of one size stand, remembered for the ground."""
    known = ground.remembered("open ground")
    key = (zone, radius, going.difficult)
    found: OpenGround | None = known.get(key)
    if found is None:
        found = known[key] = OpenGround(ground, zone, radius, going)
    return found


def room_in(ground: Ground, zone: Zone, radius: float, going: Going) -> float:
    """About how many square inches the ground of a zone leaves for the middles of bases of one size."""
    known = ground.remembered("room")
    key = (zone, radius, going.difficult)
    if key not in known:
        known[key] = OpenGround(ground, zone, radius, going, COARSE).count * COARSE**2
    room: float = known[key]
    return room


class FreeGround:
    """Open ground less the points too near to others, which are taken away where somebody looks."""

    __slots__ = ("_cells", "_left", "_waiting", "free", "points")

    def __init__(self, points: OpenGround, others: Sequence[Body]) -> None:
        self.points = points
        self.free = points.free.copy()
        self._left: Numbers | None = None
        self._waiting = [body for body in others if body[0]]
        self._cells: tuple[Places, Places] | None = None

    @property
    def left(self) -> Numbers:
        """How far out each point is that is free and has not been tried; else -1."""
        if self._left is None:
            self._left = numpy.where(self.free, self.points.outward, -1.0)
        return self._left

    def keep_from(self, models: Models, reach: float) -> None:
        """Take away the points nearer to some models than a reach, when somebody looks there."""
        self._waiting.append((models, reach))

    def look(self, cell: Cell, steps: int) -> None:
        """Make the free points so many steps round a point known."""
        if self._waiting:
            x, y = self.points.west + cell[0] * GRID, self.points.south + cell[1] * GRID
            far = steps * GRID
            near = bodies_near((x - far, y - far, x + far, y + far), 0.0, self._waiting)
            if near:
                self._waiting = [body for body in self._waiting if not any(body is one for one in near)]
                for body in near:
                    self._take_away(body)

    def cells(self) -> tuple[Places, Places]:
        """Every free point, by columns and rows, in order of x and then y."""
        for body in self._waiting:
            self._take_away(body)
        self._waiting.clear()
        if self._cells is None:
            columns, rows = self.free.nonzero()
            self._cells = (columns, rows)
        return self._cells

    def _take_away(self, body: Body) -> None:
        self._cells = None
        models, reach = body
        box, (columns, rows) = group_box(models), self.free.shape
        west, south = self.points.west, self.points.south
        first = max(int((box[0] - reach - west) / GRID), 0)
        last = min(int((box[2] + reach - west) / GRID) + 1, columns - 1)
        low = max(int((box[1] - reach - south) / GRID), 0)
        high = min(int((box[3] + reach - south) / GRID) + 1, rows - 1)
        if first <= last and low <= high:
            at = group_array(models) - (west, south)
            part = (slice(first, last + 1), slice(low, high + 1))
            near = _near(at, reach, first, low, self.free[part].shape)
            self.free[part] &= ~near
            if self._left is not None:
                self._left[part][near] = -1.0


def _near(at: Numbers, reach: float, first: int, low: int, shape: Cell) -> Flags:
    """Which points of a part of the grid are nearer to one of some places than a reach."""
    columns, rows = shape
    if len(at) * columns * rows < MOST_AT_ONCE:
        across = (numpy.arange(first, first + columns) * GRID - at[:, :1]) ** 2
        along = (numpy.arange(low, low + rows) * GRID - at[:, 1:]) ** 2
        near: Flags = numpy.logical_or.reduce(across[:, :, None] + along[:, None, :] < reach * reach)
        return near
    steps = numpy.arange(first, first + columns) * GRID
    across = (steps - at[:, :1]) ** 2
    squared = reach * reach
    which, column = (across < squared).nonzero()
    across, y = across[which, column], at[which, 1]

    def is_near(step: Numbers) -> Flags:
        close: Flags = across + (step * GRID - y) ** 2 < squared
        return close

    # In each column the points from one step to another are too near; a root is off by a hair at most.
    half = numpy.sqrt(squared - across)
    start, end = numpy.ceil((y - half) / GRID), numpy.floor((y + half) / GRID)
    start += 1.0 - is_near(start) - is_near(start - 1.0)
    end += is_near(end) + is_near(end + 1.0)
    start = numpy.clip(start - low, 0, rows).astype(numpy.intp)
    end = numpy.maximum(numpy.clip(end - low, 0, rows).astype(numpy.intp), start)
    cells = columns * (rows + 1)
    begun = numpy.bincount(column * (rows + 1) + start, minlength=cells)
    ended = numpy.bincount(column * (rows + 1) + end, minlength=cells)
    flags: Flags = (begun - ended).cumsum().reshape(columns, rows + 1)[:, :rows] > 0
    return flags


class Growth:
    """Groups of one size that grow over free points, from one of them to the nearest that keep cohesion."""

    __slots__ = ("_flat", "_margin", "_pockets", "_room", "_size", "count", "ground", "link", "radius")

    def __init__(self, ground: FreeGround, count: int, radius: float, link: float) -> None:
        self._flat = b""
        """All points one after the other, once they are asked for."""
        self._pockets: dict[Cell, tuple[Places, Places]] = {}
        """For points of pockets from which somebody could not grow all points of the same pocket."""
        self.ground = ground
        self.count = count
        self.radius = radius
        self.link = link
        self._size = (count, radius, link)
        self._room = _steps_of_room(self._size)
        self._margin = _margin(self._size)

    def first(self) -> Models | None:
        """The group that grows from the point farthest out, or from the next from which one grows."""
        left, free = self.ground.left, self.ground.free
        if not left.size:
            return None
        while True:
            # Of equally far points the first is the most western, then the most southern.
            column, row = divmod(int(left.argmax()), left.shape[1])
            if left[column, row] < 0.0:
                return None
            self.ground.look((column, row), self._room)
            if free[column, row]:
                models = self.grown_from((column, row))
                if models is not None:
                    return models
                left[column, row] = -1.0

    def _look_for_pocket(self, cell: Cell) -> None:
        """Where a pocket of free points is too small for the group, no other point of it is tried."""
        columns, rows = self.ground.cells()
        pocket = _pocket(columns, rows, cell, (2 * self.radius + self.link) / GRID)
        if pocket is None:
            return
        columns, rows = columns[pocket], rows[pocket]
        self._pockets.update(
            dict.fromkeys(zip(columns.tolist(), rows.tolist(), strict=True), (columns, rows))
        )
        # Of points so close together that bases on them would overlap only one can be taken.
        side = int((2 * self.radius - 1e-6) / (GRID * 2**0.5)) + 1
        for east in range(side):
            for north in range(side):
                blocks = ((columns + east) // side) * 2**20 + (rows + north) // side
                if len(set(blocks.tolist())) < self.count:
                    self.ground.left[columns, rows] = -1.0
                    return

    def grown_from(self, cell: Cell) -> Models | None:
        """A group grows from one free point by the nearest free points that keep cohesion."""
        room = self._room
        is_near = cell not in self._pockets and room <= WIDEST_SPIRAL
        models = self._grown_near(cell, room) if is_near else self._grown_over(cell, room)
        if models is None:
            if cell not in self._pockets:
                self._look_for_pocket(cell)
            models = self._grown_over(cell, int(self.count * (2 * self.radius + self.link) / GRID))
        return models

    def _grown_near(self, cell: Cell, room: int) -> Models | None:
        """The same in a room round the point."""
        self.ground.look(cell, room)
        margin = room + self._margin
        free, width = self.ground.free, 2 * margin + 1
        west, south = cell[0] - margin, cell[1] - margin
        part = free[max(west, 0) : west + width, max(south, 0) : south + width]
        wide = numpy.zeros((width, width), dtype=numpy.uint8)
        column, row = max(-west, 0), max(-south, 0)
        wide[column : column + part.shape[0], row : row + part.shape[1]] = part
        start = margin * width + margin
        cells = _chosen(self._size, bytearray(wide.tobytes()), start, _spiral(room, width), width)
        return self._at(cells, width, (west, south))

    def _grown_over(self, cell: Cell, room: int) -> Models | None:
        """The same, slower, in a room of any size or in the pocket of the point."""
        margin = self._margin
        width = self.ground.free.shape[1] + 2 * margin
        start = (cell[0] + margin) * width + cell[1] + margin
        bound = 2.0 * margin
        while True:
            ways = self._ways(cell, room, bound, width)
            cells = _chosen(self._size, bytearray(self._flat), start, ways, width)
            far = max([hypot(one // width - start // width, one % width - start % width) for one in cells])
            # Whoever is farther away than this is linked to none of the chosen.
            if len(cells) == self.count or far + margin <= bound:
                return self._at(cells, width, (-margin, -margin))
            bound = max(far + margin, 1.5 * bound)

    def _ways(self, cell: Cell, room: int, bound: float, width: int) -> list[int]:
        """The ways to the points in a room and no farther away than a bound, the nearest first."""
        columns, rows = self._pockets.get(cell) or self.ground.cells()
        self._flat = self._flat or numpy.pad(self.ground.free, self._margin).tobytes()
        low, high = columns.searchsorted((cell[0] - bound, cell[0] + bound + 1)).tolist()
        east, north = columns[low:high] - cell[0], rows[low:high] - cell[1]
        far = east * east + north * north
        kept = (abs(east) <= room) & (abs(north) <= room) & (far <= bound * bound)
        order = far[kept].argsort(kind="stable")
        ways: list[int] = (east * width + north)[kept][order].tolist()
        return ways

    def _at(self, cells: list[int], width: int, corner: Cell) -> Models | None:
        if len(cells) < self.count:
            return None
        points = self.ground.points
        west, south = points.west + corner[0] * GRID, points.south + corner[1] * GRID
        return tuple([(west + cell // width * GRID, south + cell % width * GRID) for cell in cells])


@lru_cache(maxsize=256)
def spread_of(count: int, radius: float, link: float) -> float | None:
    """How far from its first point a group reaches that grows on open ground; None where it is very large."""
    size = (count, radius, link)
    room = _steps_of_room(size)
    if room > WIDEST_SPIRAL:
        return None
    half = room + _margin(size)
    width = 2 * half + 1
    start = half * width + half
    cells = _chosen(size, bytearray(b"\1") * (width * width), start, _spiral(room, width), width)
    if len(cells) < count:
        return None
    return max([hypot(one // width - half, one % width - half) for one in cells]) * GRID


def _steps_of_room(size: Size) -> int:
    """A room that is enough on open ground."""
    count, radius, _ = size
    return int((2.5 * radius * count**0.5 + 2 * radius + 1.0) / GRID)


def _margin(size: Size) -> int:
    """How far from a base others are linked to it; beyond, the end of one column is not near the next."""
    _, radius, link = size
    return int((2 * radius + link) / GRID) + 1


def _chosen(size: Size, free: bytearray, start: int, ways: Sequence[int], width: int) -> list[int]:
    """Points for as many of the group as find one; the ways to all points come nearest first."""
    count, radius, link = size
    overlapped = _overlapped(2 * radius, width)
    linked = _linked(2 * radius + link, width)
    chosen: list[int] = []
    apart: list[int] = []
    for way in ways:
        cell = start + way
        if not free[cell]:
            continue
        if chosen and cell - chosen[-1] not in linked and not _is_linked(cell, chosen, linked):
            apart.append(cell)
            continue
        found: int | None = cell
        while found is not None:
            chosen.append(found)
            if len(chosen) == count:
                return chosen
            for one in overlapped:
                free[found + one] = 0
            # Points that were passed over come first, now that somebody stands near them.
            near = [one for one in apart if free[one] and _is_linked(one, chosen, linked)]
            found = near[0] if near else None
    return chosen


def _pocket(columns: Places, rows: Places, cell: Cell, reach: float) -> Places | None:
    """The points that can be got to from one of them by hops within a reach; None where they are many."""
    seen = numpy.zeros(len(columns), dtype=bool)
    fresh = ((columns == cell[0]) & (rows == cell[1])).nonzero()[0]
    while len(fresh):
        seen[fresh] = True
        if len(fresh) > LARGEST_POCKET:
            return None
        x, y = columns[fresh], rows[fresh]
        low, high = columns.searchsorted((x.min() - reach, x.max() + reach + 1)).tolist()
        far = (columns[low:high, None] - x) ** 2 + (rows[low:high, None] - y) ** 2
        fresh = low + ((far <= reach * reach).any(axis=1) & ~seen[low:high]).nonzero()[0]
    return seen.nonzero()[0]


def _is_linked(cell: int, chosen: Sequence[int], linked: frozenset[int]) -> bool:
    return any(cell - one in linked for one in chosen)


@lru_cache(maxsize=64)
def _spiral(room: int, width: int) -> tuple[int, ...]:
    """The ways to all points in a room, the nearest first, then from west to east and from south to north."""
    sides = range(-room, room + 1)
    ways = sorted((east * east + north * north, east, north) for east in sides for north in sides)
    return tuple([east * width + north for _, east, north in ways])


@lru_cache(maxsize=64)
def _overlapped(reach: float, width: int) -> tuple[int, ...]:
    """The ways to the points at which a base would overlap one that stands here."""
    return tuple(way for far, way in _round_about(reach, width) if far < reach * reach - 1e-9)


@lru_cache(maxsize=64)
def _linked(reach: float, width: int) -> frozenset[int]:
    """The ways to the points at which a base would be linked to one that stands here."""
    return frozenset(way for far, way in _round_about(reach, width) if far <= reach**2)


def _round_about(reach: float, width: int) -> Iterator[tuple[float, int]]:
    """The ways to all points within a reach and a little more, with their distances squared."""
    steps = int(reach / GRID) + 1
    for east in range(-steps, steps + 1):
        for north in range(-steps, steps + 1):
            yield (east * east + north * north) * (GRID * GRID), east * width + north
