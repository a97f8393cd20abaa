"""The grid: places to stand half an inch apart, and what it takes to get from one to the next."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy

from sandtable.kernel.arithmetic import hypot
from sandtable.table.arrays import Flags, Numbers, Places
from sandtable.table.figures.bases import A_HAIR
from sandtable.table.figures.footing import SHORT
from sandtable.table.figures.links import LONGEST, Link, Linking, Links, each_once, shifted
from sandtable.table.figures.prices import Rates
from sandtable.table.figures.terrain import TOUCHING, Terrain
from sandtable.table.measure import Point
from sandtable.table.shapes import boxes_meet
from sandtable.table.spread import in_box
from sandtable.table.terrain import Area, Ground, kept

STEP = 0.5
"""The distance between neighbouring places, in inches."""
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1), (1, 2), (2, 1), (1, -2), (2, -1))
"""Half of the sixteen neighbours; the others are the same ways backwards."""
AROUND: tuple[tuple[int, int], ...] = (
    *((di, dj) for di in (-1, 1) for dj in (-2, -1, 0, 1, 2)),
    *((0, dj) for dj in (-1, 1)),
    *((di, dj) for di in (-2, 2) for dj in (-1, 1)),
)
"""All sixteen, in an order that makes regular patterns for spreading out."""
SPARE = 2
"""How many places a step leads at most in one direction; so wide is the rim around a window."""
Body = tuple[float, float, float, float, float, float, float]
"""A figure in the way: its middle, how near short and long steps come, foot and head, how tall who passes."""
MOST_BODIES = 4000


class Grid:
    """Every place where a base of one size can stand on a ground, figures left aside."""

    def __init__(
        self,
        ground: Ground,
        terrain: Terrain,
        radius: float,
        ignored: frozenset[str],
        rates: Rates,
        known: Grid | None = None,
    ) -> None:
        self._known = known
        """The same grid with nothing ignored, of which everything is taken that stays as it is."""
        self.rates = rates
        self.step = STEP * rates.inch
        self.radius = radius
        self.terrain = terrain
        self.ignored = ignored
        self.columns = int(ground.width / self.step) + 1
        self.rows = int(ground.depth / self.step) + 1
        self.floor = self.columns * self.rows
        """How many places are on the floor; places on top of things come after them."""
        across, along = numpy.arange(self.columns) * self.step, numpy.arange(self.rows) * self.step
        self.xs: list[float] = across.tolist()
        self.ys: list[float] = along.tolist()
        xs, ys = numpy.meshgrid(across, along, indexing="ij")
        self.x: Numbers = xs.ravel()
        self.y: Numbers = ys.ravel()
        self.z: Numbers = numpy.zeros(self.floor)
        self._changed: Flags | None = self._near_ignored() if known is not None else None
        self.free: Flags = self._free_floor(ground)
        self._ways()
        self._build_tops()
        self._link()
        self._near: dict[int, list[tuple[int, float, bool]]] = {}
        self._from: dict[int, list[tuple[int, float, bool]]] = {}
        self.places: Places = numpy.arange(len(self.x))
        self._at: list[Point] = list(zip(self.x.tolist(), self.y.tolist(), strict=True))
        self._known = None

    def _near_ignored(self) -> Flags:
        """The places that what is ignored may bear on."""
        near = numpy.zeros(self.floor, dtype=bool)
        reach = self.radius + (LONGEST + 1.0) * self.step
        for id in self.ignored:
            near |= in_box(self.x, self.y, self.terrain.of[id].box, reach)
        return near

    def at(self, place: int) -> Point:
        """Where a place is."""
        return self._at[place]

    def near(self, at: Point, elevation: float, reach: float) -> list[int]:
        """The places in a square around a point, at its height."""
        x, y = at
        found: list[int] = []
        if abs(elevation) <= TOUCHING:
            columns = self._lines_near(self.xs, x, reach)
            rows = self._lines_near(self.ys, y, reach)
            found = [i * self.rows + j for i in columns for j in rows]
        if elevation >= self._lowest:
            tops = slice(self.floor, None)
            level = abs(self.z[tops] - elevation) <= TOUCHING
            if level.any():
                near = level & (abs(self.x[tops] - x) <= reach) & (abs(self.y[tops] - y) <= reach)
                found += [self.floor + one for one in numpy.flatnonzero(near).tolist()]
        return found

    def _lines_near(self, lines: list[float], at: float, reach: float) -> list[int]:
        first = max(0, int((at - reach) / self.step))
        last = min(len(lines), int((at + reach) / self.step) + 2)
        return [n for n in range(first, last) if abs(lines[n] - at) <= reach]

    def neighbours(self, place: int) -> list[tuple[int, float, bool]]:
        """The places to which one can go from a place, at what cost, and whether it is a long step."""
        found = self._near.get(place)
        if found is None:
            found = self._near[place] = self._neighbours(place)
        return found

    def origins(self, place: int) -> list[tuple[int, float, bool]]:
        """The places from which one can come to a place; on the floor ways lead both ways."""
        found = self._from.get(place)
        if found is None:
            plain = [one for one in self.neighbours(place) if place < self.floor and one[0] < self.floor]
            steps = [(there, cost, long) for there, cost, long in plain if self._is_step(place, there)]
            links = [(start, cost, False) for start, cost in self.links.to_place(place)]
            found = self._from[place] = [*steps, *links]
        return found

    def _is_step(self, a: int, b: int) -> bool:
        (i, j), (u, v) = divmod(a, self.rows), divmod(b, self.rows)
        return abs(i - u) <= 2 and abs(j - v) <= 2

    def _neighbours(self, place: int) -> list[tuple[int, float, bool]]:
        found: list[tuple[int, float, bool]] = []
        if place < self.floor:
            i, j = divmod(place, self.rows)
            # What it takes to come from a neighbour on the floor is what it takes to go there.
            for (di, dj), cost in zip(AROUND, self.around[:, i, j].tolist(), strict=True):
                if cost < inf:
                    found.append((place + di * self.rows + dj, cost, abs(di) + abs(dj) > 2))
        first, last = numpy.searchsorted(self.starts, (place, place + 1)).tolist()
        if first < last:
            ends, costs = self.ends[first:last].tolist(), self.costs[first:last].tolist()
            found += [(end, cost, False) for end, cost in zip(ends, costs, strict=True)]
        return found

    def under(self, body: Body) -> tuple[Places, Places]:
        """The places that a figure takes up, and those too near to it for long steps; remembered."""
        found = self._under.get(body)
        if found is None:
            if len(self._under) >= MOST_BODIES:
                self._under.clear()
            found = self._under[body] = self._covered(body)
        return found

    def _covered(self, body: Body) -> tuple[Places, Places]:
        x, y, short, long, foot, head, height = body
        taken: list[int] = []
        close: list[int] = []
        if foot < height:
            i0, j0 = max(0, int((x - long) / self.step)), max(0, int((y - long) / self.step))
            j1 = min(self.rows, int((y + long) / self.step) + 2)
            along = [(j, (self.ys[j] - y) * (self.ys[j] - y)) for j in range(j0, j1)]
            for i in range(i0, min(self.columns, int((x + long) / self.step) + 2)):
                across = (self.xs[i] - x) * (self.xs[i] - x)
                for j, far in along:
                    if across + far < long * long:
                        close.append(i * self.rows + j)
                        if across + far < short * short:
                            taken.append(i * self.rows + j)
        if any(abs(u - x) <= r + long and abs(v - y) <= r + long for u, v, r in self._tops):
            tops = slice(self.floor, None)
            level = (foot < self.z[tops] + height) & (self.z[tops] < head)
            away = (self.x[tops] - x) ** 2 + (self.y[tops] - y) ** 2
            taken += (numpy.flatnonzero(level & (away < short * short)) + self.floor).tolist()
            close += (numpy.flatnonzero(level & (away < long * long)) + self.floor).tolist()
        return numpy.array(taken, dtype=numpy.int64), numpy.array(close, dtype=numpy.int64)

    # ---- the floor -----------------------------------------------------------------------------

    def _free_floor(self, ground: Ground) -> Flags:
        # Slow to read, and not needed before the first grid.
        import shapely

        keep = self.radius + TOUCHING + SHORT
        x, y = self.x, self.y
        free = (x >= keep) & (x <= ground.width - keep) & (y >= keep) & (y <= ground.depth - keep)
        bodies = self._bodies()
        self._union: Any = shapely.union_all(bodies) if bodies else None
        self._apart: Numbers = numpy.full(self.floor, inf)
        """How far each place is from what no base can be in, if it is near."""
        looked = numpy.arange(self.floor)
        if self._known is not None and self._changed is not None:
            free = numpy.where(self._changed, free, self._known.free[: self.floor])
            self._apart = numpy.where(self._changed, inf, self._known._apart)
            looked = numpy.flatnonzero(self._changed)
        if self._union is not None:
            shapely.prepare(self._union)
            reach = self.radius + LONGEST / 2 * self.step
            looked = looked[self._in_boxes(shapely.bounds(bodies), reach + self.step)[looked]]
            apart = shapely.distance(self._union, shapely.points(x[looked], y[looked]))
            self._apart[looked] = apart
            free[looked] &= apart > self.radius - 1e-9
        self.rough: Numbers = numpy.zeros(self.floor)
        uneven = [one for one in self.terrain.rough if one.id not in self.ignored]
        if uneven:
            patches = shapely.union_all([shapely.Polygon(one.piece.outline) for one in uneven])
            shapely.prepare(patches)
            self.rough = shapely.contains_xy(patches, x, y).astype(float)
        return free

    def _in_boxes(self, boxes: Numbers, reach: float) -> Flags:
        """Which places lie within reach of any of several boxes, or a little beyond."""
        inside = numpy.zeros((self.columns, self.rows), dtype=bool)
        for west, south, east, north in boxes.tolist():
            i0, j0 = max(0, int((west - reach) / self.step)), max(0, int((south - reach) / self.step))
            i1, j1 = int((east + reach) / self.step) + 2, int((north + reach) / self.step) + 2
            inside[i0 : max(0, i1), j0 : max(0, j1)] = True
        return inside.ravel()

    def _bodies(self) -> list[Any]:
        # Slow to read, and not needed before the first grid.
        import shapely

        terrain = self.terrain
        solid: list[Area] = [*terrain.solids, *terrain.barriers, *terrain.barred]
        bodies: list[Any] = [
            shapely.Polygon(one.piece.outline) for one in solid if one.id not in self.ignored
        ]
        for building in terrain.buildings:
            if building.id not in self.ignored:
                bodies += [shapely.LineString(wall) for wall in building.walls]
                # Plain steps do not lead through an opening, only its own ways do.
                bodies += [shapely.Polygon(one.area.piece.outline) for one in building.openings]
        return bodies

    def _ways(self) -> None:
        """What it takes to step to each neighbour on the floor; infinite where something is between."""
        # Slow to read, and not needed before the first grid.
        import shapely

        shape = (self.columns, self.rows)
        free, apart = self.free.reshape(shape), self._apart.reshape(shape)
        keep = self.radius - TOUCHING
        rough = self.rough.reshape(shape)
        x, y = self.x.reshape(shape), self.y.reshape(shape)
        self.ways: list[tuple[int, int, Numbers]] = []
        for di, dj in DIRECTIONS:
            a, b = shifted(shape, di, dj)
            far = hypot(di, dj) * self.step
            open_ = free[a] & free[b]
            # Nowhere between two places anything is nearer than this.
            doubtful = open_ & ((apart[a] + apart[b] - far) / 2 <= keep + A_HAIR)
            if self._known is not None and self._changed is not None:
                changed = self._changed.reshape(shape)
                same = ~(changed[a] | changed[b])
                open_ &= ~same | (self._known.ways[len(self.ways)][2] < inf)
                doubtful &= ~same
            if self._union is not None and doubtful.any():
                ends = numpy.stack(
                    [
                        numpy.stack([x[a][doubtful], y[a][doubtful]], axis=1),
                        numpy.stack([x[b][doubtful], y[b][doubtful]], axis=1),
                    ],
                    axis=1,
                )
                lines = shapely.linestrings(ends)
                open_[doubtful] = ~shapely.dwithin(self._union, lines, keep)
            due = far * (rough[a] + rough[b]) / 2 * self.rates.rough_share
            self.ways.append((di, dj, numpy.where(open_, far + due, inf)))
        self.around: Numbers = numpy.full((len(AROUND), *shape), inf)
        """For each of the sixteen neighbours what it takes to come from it to each place."""
        for di, dj, ways in self.ways:
            a, b = shifted(shape, di, dj)
            self.around[AROUND.index((di, dj))][a] = ways
            self.around[AROUND.index((-di, -dj))][b] = ways
        turned = [self.around[AROUND.index((dj, di))].T for di, dj in AROUND]
        self.turned: Numbers = numpy.full((len(AROUND), self.rows, self.columns + SPARE), inf)
        """The same by rows and then columns, with a rim; sides meet along the rows."""
        self.turned[:, :, : self.columns] = turned

    # ---- on top of things, and the ways between heights ----------------------------------------

    def _build_tops(self) -> None:
        xs, ys, zs = [self.x], [self.y], [self.z]
        self.top_of: dict[str, Places] = {}
        count = self.floor
        for area in self.terrain.tops:
            if area.id in self.ignored or area.height <= 0.0:
                continue
            inside = in_box(self.x[: self.floor], self.y[: self.floor], area.box)
            taller = self._taller_at(area)
            slack = self.radius - TOUCHING
            chosen = [
                n
                for n in numpy.flatnonzero(inside).tolist()
                for x, y in [(self.x.item(n), self.y.item(n))]
                if area.holds(x, y)
                and not any(one.is_near(x, y, slack) and one.distance(x, y) < slack for one in taller)
            ]
            self.top_of[area.id] = numpy.arange(count, count + len(chosen))
            count += len(chosen)
            xs.append(self.x[chosen])
            ys.append(self.y[chosen])
            zs.append(numpy.full(len(chosen), area.height))
        self.x, self.y, self.z = numpy.concatenate(xs), numpy.concatenate(ys), numpy.concatenate(zs)
        self._lowest = min(self.z[self.floor :].tolist(), default=inf) - TOUCHING
        """Below this no place lies on top of anything."""
        tops = numpy.ones(count - self.floor, dtype=bool)
        self.free = numpy.concatenate([self.free, tops])
        self.taken: Flags = ~self.free
        self.free_floor: Flags = self.free[: self.floor].reshape(self.columns, self.rows)
        self._under: dict[Body, tuple[Places, Places]] = {}
        self._tops = [self.terrain.circle[id] for id in self.top_of]
        """Circles around whatever has places on top of it."""

    def _taller_at(self, area: Area) -> list[Area]:
        """What stands so near to a piece that it may be in the way on top of it."""
        return [
            other
            for other in (*self.terrain.solids, *self.terrain.roofs)
            if other is not area
            and other.height > area.height + TOUCHING
            and boxes_meet(area.box, other.box, self.radius)
        ]

    def _link(self) -> None:
        """The ways that are no plain steps on the floor."""
        plain = self._known if self._known and self._known.top_of.keys() == self.top_of.keys() else None
        self.links_of: dict[str, list[Link]] = Linking(self).links_of({} if plain is None else plain.links_of)
        found = [link for links in self.links_of.values() for link in links]
        self.starts, self.ends, self.costs = each_once(found)
        """From where and to where each of them leads and what it costs, in order."""
        self.links = Links(self)


def grid_of(ground: Ground, terrain: Terrain, radius: float, ignored: frozenset[str], rates: Rates) -> Grid:
    """The grid of a ground for bases of one size, worked out once."""
    known: dict[Any, Grid] = ground.remembered("grids for figures")

    def make() -> Grid:
        plain = grid_of(ground, terrain, radius, frozenset(), rates) if ignored else None
        return Grid(ground, terrain, radius, ignored, rates, plain)

    return kept(known, (radius, ignored, rates), MOST_GRIDS, make)


MOST_GRIDS = 3
"""How many grids are remembered for one ground; each takes some megabytes."""
