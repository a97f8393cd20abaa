"""Many points at once: which of them lie in an area or near it."""

from __future__ import annotations

import numpy

from sandtable.table.arrays import Flags, Numbers
from sandtable.table.measure import Box
from sandtable.table.terrain import Area, Frame

DOUBT = 1e-3
"""Squared distances that differ by less from a limit are measured exactly."""


def grid_within(area: Area, xs: Numbers, ys: Numbers, reach: float) -> tuple[slice, slice, Flags]:
    """The part of a grid that can lie in an area or within reach of it, and which of its points do."""
    margin = reach + 1e-6
    columns = slice(*xs.searchsorted((area.west - margin, area.east + margin)).tolist())
    rows = slice(*ys.searchsorted((area.south - margin, area.north + margin)).tolist())
    if area.frame is not None:
        return columns, rows, _within_rectangle(area, area.frame, xs[columns], ys[rows], reach)
    return columns, rows, _within(area, xs[columns][:, None], ys[rows], reach)


def _within(area: Area, x: Numbers, y: Numbers, reach: float) -> Flags:
    ax, ay, dx, dy, length = area.columns[:, :, :, None]
    ex, ey = x - ax, y - ay
    cross = dx * ey - dy * ex
    inside = numpy.logical_xor.reduce(((ey < 0.0) != (ey < dy)) & ((cross > 0.0) == (dy > 0.0)))
    share = ((ex * dx + ey * dy) / length).clip(0.0, 1.0)
    close = (ex - share * dx) ** 2 + (ey - share * dy) ** 2 < reach * reach + 1e-12
    found: Flags = inside | close.any(axis=0)
    return found


def _within_rectangle(area: Area, frame: Frame, xs: Numbers, ys: Numbers, reach: float) -> Flags:
    """The same for a rectangle by its middle and its sides; only points at the very rim are measured so."""
    x, y, ux, uy, half, other = frame
    east, north = xs - x, ys - y
    out = abs((east * ux)[:, None] + north * uy) - half
    aside = abs((north * ux) - (east * uy)[:, None]) - other
    far = numpy.maximum(out, 0.0) ** 2 + numpy.maximum(aside, 0.0) ** 2
    within: Flags = far < reach * reach
    doubtful = (abs(far - reach * reach) < DOUBT).nonzero()
    if len(doubtful[0]):
        exact = _within(area, xs[doubtful[0]][None, :], ys[doubtful[1]][None, :], reach)
        within[doubtful] = exact[0]
    return within


def in_box(x: Numbers, y: Numbers, box: Box, margin: float = 0.0) -> Flags:
    """Which points lie in a box or within a margin of it."""
    west, south, east, north = box
    inside: Flags = x >= west - margin
    inside &= x <= east + margin
    inside &= y >= south - margin
    inside &= y <= north + margin
    return inside


def points_within(area: Area, x: Numbers, y: Numbers, reach: float) -> Flags:
    """Which points lie in an area, its border included, or nearer to it than a reach."""
    found = numpy.zeros(x.shape, dtype=bool)
    near = in_box(x, y, area.box, reach + 1e-6)
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
