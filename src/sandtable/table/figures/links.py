"""Links: the ways of a grid that are no plain steps, and what tells whether a piece lies between places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import TYPE_CHECKING

import numpy

from sandtable.kernel.arithmetic import hypot
from sandtable.table.arrays import Numbers, Places, hypots
from sandtable.table.figures.footing import crossings
from sandtable.table.figures.terrain import TOUCHING, Building, Opening
from sandtable.table.figures.tracing import is_wide_enough
from sandtable.table.lines import lies_beyond
from sandtable.table.shapes import boxes_meet, spans_inside
from sandtable.table.spread import in_box
from sandtable.table.terrain import Area

if TYPE_CHECKING:
    from sandtable.table.figures.grid import Grid

Link = tuple[int, int, float]
"""A way that is no plain step: from where to where, and what it costs."""
LONGEST = sqrt(5)
"""The longest step, in steps of the grid."""


class Linking:
    """Finds the ways of a grid that are no plain steps."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid

    def links_of(self, known: Mapping[str, list[Link]]) -> dict[str, list[Link]]:
        """The links by the piece over or through which they lead; known ones are taken where they hold."""
        grid, found = self.grid, dict[str, list[Link]]()
        terrain = grid.terrain
        for area in terrain.tops:
            if area.id in grid.top_of:
                is_known = area.id in known and self._is_as_before(area)
                found[area.id] = known[area.id] if is_known else self._over_top(area, grid.top_of[area.id])
        for area in terrain.barriers:
            if area.height > grid.rates.most_climb:
                continue
            if area.id not in grid.ignored and terrain.nature[area.id].is_climbable:
                is_known = area.id in known and self._is_as_before(area)
                found[area.id] = known[area.id] if is_known else self._across(area)
        for building in terrain.buildings:
            if building.id not in grid.ignored:
                for opening in building.openings:
                    if is_wide_enough(opening, grid.radius, grid.rates):
                        found[opening.id] = self._through(opening, building)
        return found

    def _is_as_before(self, area: Area) -> bool:
        """Whether nothing that is ignored bears on the ways over a piece."""
        grid = self.grid
        reach = grid.radius + 2 * (LONGEST + 1.0) * grid.step
        others = (grid.terrain.of[id].box for id in grid.ignored)
        return not any(boxes_meet(area.box, box, 2 * reach) for box in others)

    def _over_top(self, area: Area, tops: Places) -> list[Link]:
        """On top from place to place, up from beside and down again."""
        grid, links = self.grid, list[Link]()
        where = {(float(grid.x[n]), float(grid.y[n])): n for n in tops.tolist()}
        reach = grid.step * 1.01
        columns = {x: [u for u in grid.xs if abs(u - x) <= reach] for x in {x: 0 for x, _ in where}}
        rows = {y: [v for v in grid.ys if abs(v - y) <= reach] for y in {y: 0 for _, y in where}}
        for (x, y), n in where.items():
            for u in columns[x]:
                for v in rows[y]:
                    m = where.get((u, v), n)
                    if m != n:
                        links.append((n, m, hypot(u - x, v - y)))
        if not len(tops):
            return links
        climbable = grid.terrain.nature[area.id].is_climbable
        xs, ys = grid.x[tops], grid.y[tops]
        for u in self._around(area, grid.radius + grid.step):
            if grid.z[u] >= area.height - TOUCHING:
                continue
            x, y = grid.x[u], grid.y[u]
            away = hypots(xs - x, ys - y)
            nearest = int(away.argmin())
            v = int(tops[nearest])
            spare = max(0.0, float(away[nearest]) - grid.radius)
            height = area.height - float(grid.z[u])
            if climbable and height <= grid.rates.most_climb:
                links.append((u, v, height + grid.rates.climb + spare))
            if height <= grid.rates.easy_drop + TOUCHING:
                links.append((v, u, spare))
            elif climbable:
                links.append((v, u, height + grid.rates.climb + spare))
        return links

    def _around(self, area: Area, reach: float) -> list[int]:
        """The free places whose base comes near to a piece; within a step there is always one."""
        grid = self.grid
        box = in_box(grid.x, grid.y, area.box, reach) & grid.free
        return [
            n
            for n in numpy.flatnonzero(box).tolist()
            if grid.radius - TOUCHING <= area.distance(float(grid.x[n]), float(grid.y[n])) <= reach
        ]

    def _across(self, area: Area) -> list[Link]:
        """From each side of a barrier to the nearest place on the other."""
        grid, links = self.grid, list[Link]()
        near = [n for n in self._around(area, grid.radius + grid.step) if n < grid.floor]
        price = area.height + grid.rates.climb
        planes = grid.terrain.planes[area.id]
        for u in near:
            a = (float(grid.x[u]), float(grid.y[u]))
            best: tuple[float, int] | None = None
            for v in near:
                b = (float(grid.x[v]), float(grid.y[v]))
                far = hypot(a[0] - b[0], a[1] - b[1])
                if far > 2 * grid.radius + 3 * grid.step or (best is not None and far >= best[0]):
                    continue
                if not lies_beyond(planes, a, b, TOUCHING) and spans_inside(a, b, area.edges):
                    best = (far, v)
            if best is not None:
                a_spare = max(0.0, area.distance(*a) - grid.radius)
                b_spare = max(0.0, area.distance(grid.x[best[1]], grid.y[best[1]]) - grid.radius)
                links.append((u, best[1], price + a_spare + b_spare))
        return links

    def _through(self, opening: Opening, building: Building) -> list[Link]:
        """In and out by a door or window."""
        grid, links = self.grid, list[Link]()
        price = grid.rates.window if opening.is_window else grid.rates.door
        reach = grid.radius + 1.5 * grid.step
        near = [n for n in self._around(opening.area, reach) if n < grid.floor]
        inside = [n for n in near if building.area.holds(grid.x[n], grid.y[n])]
        outside = [n for n in near if n not in inside]
        for u in outside:
            a = (float(grid.x[u]), float(grid.y[u]))
            for v in inside:
                b = (float(grid.x[v]), float(grid.y[v]))
                met = crossings(building, a, b)
                if len(met) == 1 and met[0][1] == opening.id:
                    cost = hypot(a[0] - b[0], a[1] - b[1]) + price
                    links += [(u, v, cost), (v, u, cost)]
        return links


class Links:
    """The ways of a grid that are no plain steps, those to one place beside one another."""

    def __init__(self, grid: Grid) -> None:
        order = numpy.argsort(grid.ends, kind="stable")
        self.starts: Places = grid.starts[order]
        self.ends: Places = grid.ends[order]
        self.costs: Numbers = grid.costs[order]
        columns = numpy.rint(grid.x / grid.step).astype(numpy.int64)
        rows = numpy.rint(grid.y / grid.step).astype(numpy.int64)
        self.start_at = (columns[self.starts], rows[self.starts], self.starts - grid.floor)
        self.end_at = (columns[self.ends], rows[self.ends], self.ends - grid.floor)
        """Column, row, and number among the tops of things, which is below 0 for the floor."""
        self.west: Places = numpy.minimum(columns[self.starts], columns[self.ends])
        self.east: Places = numpy.maximum(columns[self.starts], columns[self.ends])
        self.south: Places = numpy.minimum(rows[self.starts], rows[self.ends])
        self.north: Places = numpy.maximum(rows[self.starts], rows[self.ends])
        """Between which columns and rows each of them lies."""

    def to_place(self, place: int) -> list[tuple[int, float]]:
        """From where links lead to a place, and what they cost."""
        first, last = numpy.searchsorted(self.ends, (place, place + 1)).tolist()
        starts, costs = self.starts[first:last].tolist(), self.costs[first:last].tolist()
        return list(zip(starts, costs, strict=True))


def each_once(links: Sequence[tuple[int, int, float]]) -> tuple[Places, Places, Numbers]:
    """Where links start and end and what they cost, in order, without those that are told twice."""
    starts = numpy.array([start for start, _, _ in links], dtype=numpy.int64)
    ends = numpy.array([end for _, end, _ in links], dtype=numpy.int64)
    costs = numpy.array([cost for _, _, cost in links], dtype=numpy.float64)
    order = numpy.lexsort((costs, ends, starts))
    starts, ends, costs = starts[order], ends[order], costs[order]
    new = numpy.ones(len(order), dtype=bool)
    new[1:] = (starts[1:] != starts[:-1]) | (ends[1:] != ends[:-1]) | (costs[1:] != costs[:-1])
    return starts[new], ends[new], costs[new]


Cut = tuple[slice, slice]


def shifted(shape: tuple[int, int], di: int, dj: int) -> tuple[Cut, Cut]:
    """The parts of a grid from which and to which a shift leads."""
    wide, deep = shape
    a = (slice(0, wide - di), slice(max(0, -dj), deep - max(0, dj)))
    b = (slice(di, wide), slice(max(0, dj), deep - max(0, -dj)))
    return a, b
