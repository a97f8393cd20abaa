"""Links: the ways of a grid that are no plain steps, and what tells whether a piece lies between places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy

from sandtable.table.figures.terrain import TOUCHING, Planes
from sandtable.table.measure import Point
from sandtable.table.shapes import spans_inside
from sandtable.table.terrain import Area

if TYPE_CHECKING:
    from sandtable.table.figures.grid import Floats, Grid, Places


class Links:
    """The ways of a grid that are no plain steps, those to one place beside one another."""

    def __init__(self, grid: Grid) -> None:
        order = numpy.argsort(grid.ends, kind="stable")
        self.starts: Places = grid.starts[order]
        self.ends: Places = grid.ends[order]
        self.costs: Floats = grid.costs[order]
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


def each_once(links: Sequence[tuple[int, int, float]]) -> tuple[Places, Places, Floats]:
    """Where links start and end and what they cost, in order, without those that are told twice."""
    starts = numpy.array([start for start, _, _ in links], dtype=numpy.int64)
    ends = numpy.array([end for _, end, _ in links], dtype=numpy.int64)
    costs = numpy.array([cost for _, _, cost in links], dtype=numpy.float64)
    order = numpy.lexsort((costs, ends, starts))
    starts, ends, costs = starts[order], ends[order], costs[order]
    new = numpy.ones(len(order), dtype=bool)
    new[1:] = (starts[1:] != starts[:-1]) | (ends[1:] != ends[:-1]) | (costs[1:] != costs[:-1])
    return starts[new], ends[new], costs[new]


def wall_line_of(opening: Area) -> Any:
    """The wall line of an opening: plain steps do not lead through it, only its own ways do."""
    import shapely

    return shapely.Polygon(opening.piece.outline)


def passes_through(area: Area, a: Point, b: Point) -> bool:
    """Whether a straight line leads through a piece."""
    return bool(spans_inside(a, b, area.edges))


def is_before(planes: Planes | None, a: Point, b: Point) -> bool:
    """Whether two places lie before the same side of a convex piece: nothing of it is between them."""
    return planes is not None and any(
        nx * a[0] + ny * a[1] > far + TOUCHING and nx * b[0] + ny * b[1] > far + TOUCHING
        for nx, ny, far in planes
    )


Cut = tuple[slice, slice]


def shifted(shape: tuple[int, int], di: int, dj: int) -> tuple[Cut, Cut]:
    """The parts of a grid from which and to which a shift leads."""
    wide, deep = shape
    a = (slice(0, wide - di), slice(max(0, -dj), deep - max(0, dj)))
    b = (slice(di, wide), slice(max(0, dj), deep - max(0, -dj)))
    return a, b
