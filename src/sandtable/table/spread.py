"""Many points at once: which of them lie in an area or near it."""

from __future__ import annotations

import numpy
from numpy.typing import NDArray

from sandtable.table.terrain import Area

Numbers = NDArray[numpy.float64]
Flags = NDArray[numpy.bool_]


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
    inside = numpy.zeros(px.shape, dtype=bool)
    for ax, ay, dx, dy, _ in area.edges:
        ex, ey = px - ax, py - ay
        cross = dx * ey - dy * ex
        inside ^= ((ey < 0.0) != (ey < dy)) & ((cross > 0.0) == (dy > 0.0))
    # Only those outside need measuring to the border.
    left = numpy.flatnonzero(~inside)
    qx, qy = px[left], py[left]
    close = numpy.zeros(left.shape, dtype=bool)
    for ax, ay, dx, dy, length in area.edges:
        ex, ey = qx - ax, qy - ay
        share = numpy.clip((ex * dx + ey * dy) / length, 0.0, 1.0)
        close |= (ex - share * dx) ** 2 + (ey - share * dy) ** 2 < reach * reach + 1e-12
    inside[left[close]] = True
    found[near] = inside
    return found
