"""Many points at once: which of them lie in an area or near it."""

from __future__ import annotations

import numpy
from numpy.typing import NDArray

from sandtable.table.terrain import Area

Numbers = NDArray[numpy.float64]
Flags = NDArray[numpy.bool_]


def grid_within(area: Area, xs: Numbers, ys: Numbers, reach: float) -> tuple[slice, slice, Flags]:
    """The part of a grid that can lie in an area or within reach of it, and which of its points do."""
    margin = reach + 1e-6
    columns = slice(*xs.searchsorted((area.west - margin, area.east + margin)).tolist())
    rows = slice(*ys.searchsorted((area.south - margin, area.north + margin)).tolist())
    ax, ay, dx, dy, length = area.columns[:, :, :, None]
    ex, ey = xs[columns][:, None] - ax, ys[rows] - ay
    cross = dx * ey - dy * ex
    inside = numpy.logical_xor.reduce(((ey < 0.0) != (ey < dy)) & ((cross > 0.0) == (dy > 0.0)))
    share = ((ex * dx + ey * dy) / length).clip(0.0, 1.0)
    close = (ex - share * dx) ** 2 + (ey - share * dy) ** 2 < reach * reach + 1e-12
    return columns, rows, inside | close.any(axis=0)


def points_within(area: Area, x: Numbers, y: Numbers, reach: float) -> Flags:
    """Which points lie in an area, its border included, or nearer to it than a reach."""
    found = numpy.zeros(x.shape, dtype=bool)
    margin = reach + 1e-6
    near = (
        (x >= area.west - margin)
        & (x <= area.east + margin)
        & (y >= area.south - margin)
        & (y <= area.north + margin)
    )
    px, py = x[near], y[near]
    if not px.size:
        return found
    ax, ay, dx, dy, length = area.columns
    ey = py - ay
    cross = dx * ey - dy * (px - ax)
    inside = numpy.logical_xor.reduce(((ey < 0.0) != (ey < dy)) & ((cross > 0.0) == (dy > 0.0)))
    # Only those outside need measuring to the border.
    left = numpy.flatnonzero(~inside)
    ex, ey = px[left] - ax, py[left] - ay
    share = numpy.clip((ex * dx + ey * dy) / length, 0.0, 1.0)
    close = ((ex - share * dx) ** 2 + (ey - share * dy) ** 2 < reach * reach + 1e-12).any(axis=0)
    inside[left[close]] = True
    found[near] = inside
    return found
