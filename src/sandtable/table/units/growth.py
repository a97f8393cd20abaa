"""Growing: groups that spread from one free point over the nearest ones, as long as they keep cohesion."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from math import sqrt

import numpy

from sandtable.kernel.arithmetic import hypot, square
from sandtable.table.arrays import Flags, Places, runs
from sandtable.table.measure import Models
from sandtable.table.units.open_ground import GRID, Cell, FreeGround

WIDEST_SPIRAL = 48
"""In rooms up to this many steps the order of points is the same for everybody and is remembered."""
LARGEST_POCKET = 300
"""Where so many points are added to a pocket at once it is none."""
MOST_FAILURES = 6
"""After so many failures in a pocket all its points are tried at once."""
Spans = tuple[tuple[int, int, bytes], ...]
"""Runs of points round a point: the first, the one after the last, and what is written there."""
Size = tuple[int, float, float]
"""How many models a group has, how wide their bases are, and the largest gap that keeps cohesion."""


class Growth:
    """Groups of one size that grow over free points, from one of them to the nearest that keep cohesion."""

    def __init__(self, ground: FreeGround, size: Size) -> None:
        self._pockets: dict[Cell, tuple[Places, Places]] = {}
        """For points of pockets from which somebody could not grow all points of the same pocket."""
        self._failures: dict[Cell, int] = {}
        """How often nobody grew in a pocket, by its first point."""
        self._hopeless: list[tuple[Places, Places]] = []
        """Points of pockets from which nobody could grow, by pocket."""
        self.ground = ground
        self.count, self.radius, self.link = self._size = size
        self._room = _steps_of_room(self._size)
        self._margin = _margin(self._size)

    def first(self) -> Models | None:
        """The group that grows from the point farthest out, or from the next from which one grows."""
        left, free = self.ground.left, self.ground.free
        if not left.size:
            return None
        hope = left
        while True:
            # Of equally far points the first is the most western, then the most southern.
            column, row = cell = divmod(int(hope.argmax()), left.shape[1])
            if hope[cell] < 0.0:
                self._pass_over(-1.0, 0)
                return None
            self.ground.look(cell, self._room)
            if free[cell]:
                models = self.grown_from(cell)
                if models is not None:
                    self._pass_over(float(left[cell]), column * left.shape[1] + row)
                    return models
                left[cell] = -1.0
                if self._hopeless:
                    hope = left.copy()
                    for columns, rows in self._hopeless:
                        hope[columns, rows] = -1.0

    def _pass_over(self, far: float, place: int) -> None:
        """Of the points from which nobody could grow those farther out than a point count as tried."""
        left = self.ground.left
        for columns, rows in self._hopeless:
            value = left[columns, rows]
            before = (value > far) | ((value == far) & (columns * left.shape[1] + rows < place))
            left[columns[before], rows[before]] = -1.0

    def _is_in_tight_pocket(self, cell: Cell) -> bool:
        """Whether the pocket of free points round a point is too small; then nobody tries another of them."""
        columns, rows = self.ground.cells()
        pocket = _pocket(columns, rows, cell, (2 * self.radius + self.link) / GRID)
        if pocket is None:
            return False
        columns, rows = columns[pocket], rows[pocket]
        self._pockets.update(
            dict.fromkeys(zip(columns.tolist(), rows.tolist(), strict=True), (columns, rows))
        )
        # Of points so close together that bases on them would overlap only one can be taken.
        side = int((2 * self.radius - 1e-6) / (GRID * sqrt(2))) + 1
        if _fewest_blocks(columns, rows, side, side) < self.count:
            self.ground.left[columns, rows] = -1.0
            return True
        if hypot(side, side - 1) * GRID < 2 * self.radius - 1e-6:
            blocks = (side + 1, side), (side, side + 1)
            if any(_fewest_blocks(columns, rows, wide, deep) < self.count for wide, deep in blocks):
                self._hopeless.append((columns, rows))
                return True
        return False

    def _note_failure(self, cell: Cell) -> None:
        """After several failures in a pocket nobody tries a point from which the group does not grow."""
        columns, rows = self._pockets[cell]
        first = (int(columns[0]), int(rows[0]))
        self._failures[first] = self._failures.get(first, 0) + 1
        if self._failures[first] == MOST_FAILURES and len(columns) <= LARGEST_POCKET:
            hopeless = ~self._growing(columns, rows)
            self._hopeless.append((columns[hopeless], rows[hopeless]))

    def _growing(self, columns: Places, rows: Places) -> Flags:
        """From which points of a pocket the group grows, in a room or in a wide one."""
        aside = numpy.maximum(abs(columns[:, None] - columns), abs(rows[:, None] - rows))
        growing = _growing(self._size, columns, rows, aside <= self._room)
        if aside.max() > self._room:
            growing |= _growing(self._size, columns, rows, aside <= self._wide_room)
        return growing

    def grown_from(self, cell: Cell) -> Models | None:
        """A group grows from one free point by the nearest free points that keep cohesion."""
        room = self._room
        if cell in self._pockets:
            models = self._grown_in_pocket(cell, room) or self._grown_in_pocket(cell, self._wide_room, room)
            if models is None:
                self._note_failure(cell)
            return models
        models = self._grown_near(cell, room) if room <= WIDEST_SPIRAL else self._grown_over(cell, room)
        if models is None and not self._is_in_tight_pocket(cell):
            if cell in self._pockets:
                return self._grown_in_pocket(cell, self._wide_room, room)
            return self._grown_over(cell, self._wide_room)
        return models

    @property
    def _wide_room(self) -> int:
        """A room that no group can leave."""
        return int(self.count * (2 * self.radius + self.link) / GRID)

    def _grown_near(self, cell: Cell, room: int) -> Models | None:
        """The same in a room round the point."""
        self.ground.look(cell, room)
        side = 2 * room + 1
        west, south = cell[0] - room, cell[1] - room
        part = self.ground.free[max(west, 0) : west + side, max(south, 0) : south + side]
        if part.shape != (side, side):
            whole = numpy.zeros((side, side), dtype=bool)
            column, row = max(-west, 0), max(-south, 0)
            whole[column : column + part.shape[0], row : row + part.shape[1]] = part
            part = whole
        cells = _grown_in_room(self._size, room, part.tobytes())
        return self._at(cells, side, (west, south))

    def _grown_in_pocket(self, cell: Cell, room: int, tried: int = 0) -> Models | None:
        """The same over the points of its pocket, unless all of them lie in a room that was tried."""
        columns, rows = self._pockets[cell]
        east, north = columns - cell[0], rows - cell[1]
        aside = numpy.maximum(abs(east), abs(north))
        farthest = int(aside.max())
        if farthest <= tried:
            return None
        margin = self._margin
        width = self.ground.free.shape[1] + 2 * margin
        start = (cell[0] + margin) * width + cell[1] + margin
        order = (east * east + north * north).argsort(kind="stable")
        if farthest > room:
            order = order[aside[order] <= room]
        ways: list[int] = (east * width + north)[order].tolist()
        cells = _chosen(self._size, bytearray(self._all), start, ways, width)
        return self._at(cells, width, (-margin, -margin))

    def _grown_over(self, cell: Cell, room: int) -> Models | None:
        """The same, slower, in a room of any size."""
        margin = self._margin
        width = self.ground.free.shape[1] + 2 * margin
        start = (cell[0] + margin) * width + cell[1] + margin
        bound = 2.0 * margin
        while True:
            ways = self._ways(cell, room, bound, width)
            cells = _chosen(self._size, bytearray(self._all), start, ways, width)
            far = max([hypot(one // width - start // width, one % width - start % width) for one in cells])
            # A model farther away than this is linked to none of the chosen.
            if len(cells) == self.count or far + margin <= bound:
                return self._at(cells, width, (-margin, -margin))
            bound = max(far + margin, 1.5 * bound)

    @cached_property
    def _all(self) -> bytes:
        """All points, one column after the other, with a margin all round."""
        self.ground.look_everywhere()
        return numpy.pad(self.ground.free, self._margin).tobytes()

    def _ways(self, cell: Cell, room: int, bound: float, width: int) -> list[int]:
        """The ways to the points in a room and no farther away than a bound, the nearest first."""
        columns, rows = self.ground.cells()
        low, high = columns.searchsorted((cell[0] - bound, cell[0] + bound + 1)).tolist()
        east, north = columns[low:high] - cell[0], rows[low:high] - cell[1]
        far = east * east + north * north
        kept = (abs(east) <= room) & (abs(north) <= room) & (far <= bound * bound)
        order = far[kept].argsort(kind="stable")
        ways: list[int] = (east * width + north)[kept][order].tolist()
        return ways

    def _at(self, cells: Sequence[int], width: int, corner: Cell) -> Models | None:
        if len(cells) < self.count:
            return None
        points = self.ground.points
        west, south = points.west + corner[0] * GRID, points.south + corner[1] * GRID
        return tuple([(west + cell // width * GRID, south + cell % width * GRID) for cell in cells])


@lru_cache(maxsize=128)
def _grown_in_room(size: Size, room: int, free: bytes) -> tuple[int, ...]:
    """The points of a group that grows from the middle of a room, of which some points are free."""
    side = 2 * room + 1
    margin = _margin(size)
    width = side + 2 * margin
    wide = bytearray(width * width)
    for column in range(side):
        start = (column + margin) * width + margin
        wide[start : start + side] = free[column * side : (column + 1) * side]
    middle = (room + margin) * width + room + margin
    cells = _chosen(size, wide, middle, _spiral(room, width), width)
    return tuple([(one // width - margin) * side + one % width - margin for one in cells])


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
    return int((2.5 * radius * sqrt(count) + 2 * radius + 1.0) / GRID)


def _margin(size: Size) -> int:
    """How far from a base others are linked to it; beyond, the end of one column is not near the next."""
    _, radius, link = size
    return int((2 * radius + link) / GRID) + 1


def _chosen(size: Size, free: bytearray, start: int, ways: Sequence[int], width: int) -> list[int]:
    """Points for as many of the group as find one; the ways to all points come nearest first."""
    count, radius, link = size
    overlapped = _overlapped(2 * radius, width)
    linked = _linked(2 * radius + link, width)
    spans = _spans(2 * radius + link, width)
    chosen: list[int] = []
    apart: list[int] = []
    tied, knots = bytearray(), 0
    for way in ways:
        cell = start + way
        if not free[cell]:
            continue
        if chosen and cell - chosen[-1] not in linked:
            if knots < len(chosen):
                tied = tied or bytearray(len(free))
                knots = _tie(tied, chosen, knots, spans)
            if not tied[cell]:
                apart.append(cell)
                continue
        found: int | None = cell
        while found is not None:
            chosen.append(found)
            if len(chosen) == count:
                return chosen
            for first, after, nothing in overlapped:
                free[found + first : found + after] = nothing
            found = None
            if apart:
                # Points that were passed over come first, now that somebody stands near them.
                knots = _tie(tied, chosen, knots, spans)
                found = next((one for one in apart if free[one] and tied[one]), None)
    return chosen


def _tie(tied: bytearray, chosen: Sequence[int], knots: int, spans: Spans) -> int:
    """Mark the points that are linked to those of the chosen who are not tied yet; how many now are."""
    for here in chosen[knots:]:
        for first, after, ones in spans:
            tied[here + first : here + after] = ones
    return len(chosen)


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
        level = rows[low:high]
        near = low + ((level >= y.min() - reach) & (level <= y.max() + reach) & ~seen[low:high]).nonzero()[0]
        far = (columns[near, None] - x) ** 2 + (rows[near, None] - y) ** 2
        fresh = near[(far <= reach * reach).any(axis=1)]
    return seen.nonzero()[0]


def _fewest_blocks(columns: Places, rows: Places, wide: int, deep: int) -> int:
    """Into how few blocks of a size some points fall, wherever the first block begins."""
    east, north = numpy.divmod(numpy.arange(wide * deep)[:, None], deep)
    blocks = ((columns + east) // wide) * 2**20 + (rows + north) // deep
    blocks.sort(axis=1)
    return 1 + int(numpy.count_nonzero(blocks[:, 1:] != blocks[:, :-1], axis=1).min())


def _growing(size: Size, columns: Places, rows: Places, rooms: Flags) -> Flags:
    """From which of some points a group grows over the others in the room of each, all tried at once."""
    count, radius, link = size
    number = len(columns)
    squared = (columns[:, None] - columns) ** 2 + (rows[:, None] - rows) ** 2
    # The nearest come first, then from west to east and from south to north.
    order = (squared * number + numpy.arange(number)).astype(numpy.int32)
    far = squared * (GRID * GRID)
    overlapped = far < square(2 * radius) - 1e-9
    linked = far <= square(2 * radius + link)
    none = numpy.int32(order.max() + 1)
    starts = now = numpy.arange(number)
    free, near = rooms.copy(), numpy.zeros_like(rooms)
    growing = numpy.ones(number, dtype=bool)
    for _ in range(count - 1):
        free &= ~overlapped[now]
        near |= linked[now]
        ranked = numpy.where(free & near, order, none)
        now = ranked.argmin(axis=1)
        growing &= ranked[starts, now] < none
        if not growing.any():
            break
    return growing


@lru_cache(maxsize=64)
def _spiral(room: int, width: int) -> tuple[int, ...]:
    """The ways to all points in a room, the nearest first, then from west to east and from south to north."""
    sides = range(-room, room + 1)
    ways = sorted((east * east + north * north, east, north) for east in sides for north in sides)
    return tuple([east * width + north for _, east, north in ways])


@lru_cache(maxsize=64)
def _overlapped(reach: float, width: int) -> Spans:
    """The points at which a base would overlap one that stands here: in each column from where how many."""
    ways = [way for far, way in _round_about(reach, width) if far < reach * reach - 1e-9]
    return tuple([(first, after, bytes(after - first)) for first, after in runs(ways)])


@lru_cache(maxsize=64)
def _spans(reach: float, width: int) -> Spans:
    """The points at which a base would be linked to one here: in each column from where how many."""
    ways = [way for far, way in _round_about(reach, width) if far <= reach * reach]
    return tuple([(first, after, b"\1" * (after - first)) for first, after in runs(ways)])


@lru_cache(maxsize=64)
def _linked(reach: float, width: int) -> frozenset[int]:
    """The ways to the points at which a base would be linked to one that stands here."""
    return frozenset(way for far, way in _round_about(reach, width) if far <= reach * reach)


def _round_about(reach: float, width: int) -> Iterator[tuple[float, int]]:
    """The ways to all points within a reach and a little more, with their distances squared."""
    steps = int(reach / GRID) + 1
    for east in range(-steps, steps + 1):
        for north in range(-steps, steps + 1):
            yield (east * east + north * north) * (GRID * GRID), east * width + north
