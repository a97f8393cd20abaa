"""Open ground: the points of a fine grid on which bases may be set down."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache, partial
from typing import NamedTuple

import numpy
from numpy.typing import NDArray

from sandtable.table.arrays import Flags, Numbers, Places
from sandtable.table.measure import NEAR, OVERLAP, Body, Box, Models
from sandtable.table.spread import grid_within
from sandtable.table.terrain import Area, Ground
from sandtable.table.units.going import Going
from sandtable.table.units.groups import bodies_near, group_array, group_box
from sandtable.table.units.paths import Surroundings
from sandtable.table.zones import Zone

GRID = 0.25
"""The search for places tries base centres this far apart; a power of two, so that sums are exact."""
COARSE = 1.0
"""The grid on which room is estimated, in inches."""
WIDEST_EXACT = 90.0
"""Up to this many inches from the middle of a table squares of eighths have few digits."""
MOST_AT_ONCE = 60_000
"""More distances than this are not all measured, only those along the rim."""
SEEN = 4
"""Every so many points are enough to see where much ground is free."""
Far = Numbers | NDArray[numpy.float32]
Cell = tuple[int, int]
"""A point of the grid by its column and its row."""
Aloof = tuple[Models, float, float]
"""A group from which to keep away: its models, the radius of their bases, and the least gap."""


class Site(NamedTuple):
    """Where a group is to be set down: on which ground, in which zone, and among whom."""

    ground: Ground
    zone: Zone
    size: tuple[int, float, Going]
    """How many models it has, the radius of their bases, and how they take ground."""
    link: float
    """The largest gap that keeps cohesion."""
    blockers: Sequence[Body] = ()
    aloof: Sequence[Aloof] = ()

    @property
    def kept(self) -> list[Body]:
        """From whose models a base keeps how far, middle from middle."""
        radius = self.size[1]
        kept = [(models, radius + other + least - NEAR) for models, other, least in self.aloof]
        # A body that keeps away from a group does not stand on it.
        avoided = {id(models) for models, _, least in self.aloof if least >= 0.0}
        blockers = [(models, other) for models, other in self.blockers if id(models) not in avoided]
        return kept + [(models, radius + other - OVERLAP) for models, other in blockers]

    @property
    def key(self) -> tuple[Zone, float, float]:
        """By what the open ground of the zone is remembered."""
        _, radius, going = self.size
        return (self.zone, radius, going.difficult)


class Grid:
    """The points of a grid on which a base of one size lies wholly in a zone of a bare table."""

    def __init__(self, zone: Zone, width: float, depth: float, radius: float, step: float) -> None:
        wanted = zone.box
        west, south = max(0.0, wanted[0]) + radius, max(0.0, wanted[1]) + radius
        east, north = min(width, wanted[2]) - radius, min(depth, wanted[3]) - radius
        self.box: Box = (west, south, east, north)
        self.middle = (width / 2, depth / 2)
        self.xs, self.ys = _steps(west, east, step), _steps(south, north, step)
        # One row for each x, so that points come in order of x and then y.
        held = zone.holds(self.xs[:, None], self.ys[None, :], radius)
        self.held: Flags = numpy.broadcast_to(held, (len(self.xs), len(self.ys))).copy()
        self.count = int(numpy.count_nonzero(self.held))

    @cached_property
    def outward(self) -> Far:
        """How far each point in the zone is from the middle of the table, squared; else -1."""
        x, y = (self.xs - self.middle[0]) ** 2, (self.ys - self.middle[1]) ** 2
        if any(one * 8 % 1 or one > WIDEST_EXACT for one in self.middle):
            far: Far = (x[:, None] + y).round(6)
        else:
            # Few digits say exactly how far it is.
            far = x.astype(numpy.float32)[:, None] + y.astype(numpy.float32)
        far[~self.held] = -1.0
        return far


def _steps(low: float, high: float, step: float) -> Numbers:
    first = numpy.ceil((low - NEAR) / step)
    last = numpy.floor((high + NEAR) / step)
    return numpy.arange(first, last + 1) * step


grid_of = lru_cache(maxsize=32)(Grid)
"""The grid of a zone on a bare table, which many battles share; not to be written to."""


class OpenGround:
    """The points of a grid in a zone on which the ground lets a base of one size stand."""

    def __init__(self, ground: Ground, zone: Zone, radius: float, going: Going, step: float = GRID) -> None:
        self.grid = grid = grid_of(zone, ground.width, ground.depth, radius, step)
        self.west = float(grid.xs[0]) if len(grid.xs) else 0.0
        self.south = float(grid.ys[0]) if len(grid.ys) else 0.0
        self.reach = radius - OVERLAP
        self.areas: tuple[Area, ...] = ()
        if grid.count:
            around = Surroundings(ground, grid.box, radius, going)
            self.areas = (*around.solids, *around.obstacles)
        self._barred: dict[int, tuple[slice, slice, Flags]] = {}
        self._free: Flags | None = None

    def barred_by(self, number: int) -> tuple[slice, slice, Flags]:
        """The part of the grid that one of the areas can bar, and which of its points it does bar."""
        found = self._barred.get(number)
        if found is None:
            found = grid_within(self.areas[number], self.grid.xs, self.grid.ys, self.reach)
            self._barred[number] = found
        return found

    @property
    def is_known(self) -> bool:
        """Whether somebody has asked for all free points."""
        return self._free is not None

    @property
    def free(self) -> Flags:
        """Which points are free."""
        if self._free is None:
            self._free = self.grid.held.copy()
            for number in range(len(self.areas)):
                columns, rows, within = self.barred_by(number)
                self._free[columns, rows] &= ~within
            self._barred.clear()
        return self._free


def open_ground(site: Site) -> OpenGround:
    """Where the ground of a zone lets a base of one size stand, remembered for the ground."""
    make = partial(OpenGround, site.ground, site.zone, *site.size[1:])
    return site.ground.answered("open ground", site.key, make)


def has_room(site: Site, wanted: float) -> bool:
    """Whether a zone has about so many square inches of open ground for the middles of bases of one size."""
    known = site.ground.remembered("room")
    if site.key not in known:
        points = OpenGround(site.ground, site.zone, *site.size[1:], COARSE)
        barred = sum(_most_barred(points, area) for area in points.areas)
        known[site.key] = (points, points.grid.count - barred)
    points, least = known[site.key]
    if least * COARSE * COARSE >= wanted:
        return True
    if points.grid.count * COARSE * COARSE < wanted:
        return False
    return int(numpy.count_nonzero(points.free)) * COARSE * COARSE >= wanted


def _most_barred(points: OpenGround, area: Area) -> int:
    """How many points of a coarse grid an area can bar, judged by its box."""
    reach = points.reach + NEAR
    west, south, east, north = points.grid.box
    width = min(area.east + reach, east) - max(area.west - reach, west)
    depth = min(area.north + reach, north) - max(area.south - reach, south)
    return max(0, int(width / COARSE) + 1) * max(0, int(depth / COARSE) + 1)


class FreeGround:
    """Open ground less the points too near to others, which are taken away where somebody looks.

    Where some others have been taken away before, what they left is known.
    """

    def __init__(self, points: OpenGround, others: Sequence[Body], known: Flags | None = None) -> None:
        self.points = points
        self._areas: list[int] = []
        if known is not None:
            self.free = known.copy()
        elif points.is_known:
            self.free = points.free.copy()
        else:
            self.free = points.grid.held.copy()
            self._areas = list(range(len(points.areas)))
        self._left: Far | None = None
        self._waiting = [body for body in others if body[0]]
        self._cells: tuple[Places, Places] | None = None
        self._rising: Places | None = None

    @property
    def left(self) -> Far:
        """How far out each point is that is free and has not been tried; else -1."""
        if self._left is None:
            outward = self.points.grid.outward
            self._left = numpy.where(self.free, outward, outward.dtype.type(-1.0))
        return self._left

    def keep_from(self, models: Models, reach: float) -> None:
        """Take away the points nearer to some models than a reach, when somebody looks there."""
        self._waiting.append((models, reach))

    def look(self, cell: Cell, steps: int) -> None:
        """Make the free points so many steps round a point known."""
        if not self._areas and not self._waiting:
            return
        x, y = self.points.west + cell[0] * GRID, self.points.south + cell[1] * GRID
        far = steps * GRID
        if self._areas:
            reach = far + self.points.reach + NEAR
            for number in [one for one in self._areas if self.points.areas[one].is_near(x, y, reach)]:
                self._areas.remove(number)
                self._bar(number)
        near = bodies_near((x - far, y - far, x + far, y + far), 0.0, self._waiting)
        if near:
            self._waiting = [body for body in self._waiting if not any(body is one for one in near)]
            for body in near:
                self._take_away(body)

    def look_everywhere(self) -> None:
        """Make every free point known."""
        if self._areas:
            self._areas.clear()
            self._cells = self._rising = None
            self.free &= self.points.free
            if self._left is not None:
                self._left[~self.free] = -1.0
        for body in self._waiting:
            self._take_away(body)
        self._waiting.clear()

    def cells(self) -> tuple[Places, Places]:
        """Every free point, by columns and rows, in order of x and then y."""
        self.look_everywhere()
        if self._cells is None:
            columns, rows = self.free.nonzero()
            self._cells = (columns, rows)
        return self._cells

    @property
    def count(self) -> int:
        """How many points are free."""
        self.look_everywhere()
        if self._rising is None:
            self._rising = numpy.count_nonzero(self.free, axis=1).cumsum()
        return int(self._rising[-1]) if len(self._rising) else 0

    def cell(self, number: int) -> Cell:
        """One of the free points, counted from 0 in order of x and then y."""
        assert 0 <= number < self.count
        assert self._rising is not None
        column = int(self._rising.searchsorted(number, "right"))
        before = int(self._rising[column - 1]) if column else 0
        return column, int(self.free[column].nonzero()[0][number - before])

    def roomiest(self, reach: float) -> Cell | None:
        """A free point with much free ground within a reach, as seen by every fourth point; None for none."""
        self.look_everywhere()
        seen = self.free[::SEEN, ::SEEN]
        steps, (columns, rows) = int(reach / (SEEN * GRID)) + 1, seen.shape
        about = numpy.zeros((columns + 2 * steps + 1, rows + 2 * steps + 1), dtype=numpy.int32)
        about[steps + 1 : steps + 1 + columns, steps + 1 : steps + 1 + rows] = seen
        about = about.cumsum(axis=0).cumsum(axis=1)
        wide = 2 * steps + 1
        about = about[wide:] - about[:-wide]
        about = (about[:, wide:] - about[:, :-wide]) * seen
        column, row = divmod(int(about.argmax()), rows)
        return (column * SEEN, row * SEEN) if seen[column, row] else None

    def _bar(self, number: int) -> None:
        self._cells = self._rising = None
        columns, rows, within = self.points.barred_by(number)
        self.free[columns, rows] &= ~within
        if self._left is not None:
            self._left[columns, rows][within] = -1.0

    def _take_away(self, body: Body) -> None:
        self._cells = self._rising = None
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


def free_ground(site: Site) -> FreeGround:
    """The free ground of a zone, all of it known; what was taken away for the last group is not again."""
    known, kept = site.ground.remembered("free ground"), site.kept
    points = open_ground(site)
    before, flags = known.get(site.key, ((), None))
    if all(any(one[0] is body[0] and one[1] == body[1] for body in kept) for one in before):
        came = [body for body in kept if not any(one[0] is body[0] and one[1] == body[1] for one in before)]
        free = FreeGround(points, came, flags)
    else:
        free = FreeGround(points, kept)
    free.look_everywhere()
    known[site.key] = (tuple(kept), free.free)
    return free


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
