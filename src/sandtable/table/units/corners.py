"""Corners: the tightest places for bases, off every grid.

Where there is room for a base at all it can be pushed until two things hem it in, or one on its outermost
point. So a search of all those places finds room for one base whenever there is any. Several bases are
set into corners one after the other, each counting as a thing for the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from typing import NamedTuple

import numpy

from sandtable.kernel.arithmetic import hypot, square
from sandtable.table.arrays import Flags, Numbers
from sandtable.table.measure import NEAR, OVERLAP, Models, Point
from sandtable.table.spread import points_within
from sandtable.table.terrain import Area, Ground
from sandtable.table.units.open_ground import GRID, Grid, Site
from sandtable.table.units.paths import Surroundings
from sandtable.table.zones import (
    Every,
    FarFromPoint,
    Field,
    HalfPlane,
    MiddleIn,
    NearGroup,
    NearPoint,
    Some,
    Zone,
)

INSIDE = 2e-5
"""How far inside every limit corners lie, so that rounding never counts."""
DIGITS = 6
SLACK = GRID * sqrt(2.0) / 2 + NEAR
"""No point is farther than this from the next point of the grid."""
MOST_STARTS = 60
"""From so many corners several bases are tried."""


class Curves(NamedTuple):
    """What may hem a base in: circles round its middle, and straight lines."""

    circles: Numbers
    """Rows of x, y and radius."""
    lines: Numbers
    """Rows of east, north and limit: the points with east * x + north * y = limit; of length 1."""


class Tight:
    """The room of a zone for bases of one size, to the last digit."""

    def __init__(self, site: Site) -> None:
        ground, zone = site.ground, site.zone
        _, radius, going = site.size
        self.zone, self.radius = zone, radius
        self.kept = [(numpy.array(models), reach) for models, reach in site.kept if models]
        box = Grid(zone, ground.width, ground.depth, radius, GRID).box
        self.areas: tuple[Area, ...] = ()
        if box[0] <= box[2] + NEAR and box[1] <= box[3] + NEAR:
            around = Surroundings(ground, box, radius, going)
            self.areas = (*around.solids, *around.obstacles)
        self.hopeful = self._hopeful(ground)
        """The points of the grid near which a base may find room; where there are none there is none."""

    def _hopeful(self, ground: Ground) -> Numbers:
        smaller = max(self.radius - SLACK, 0.0)
        # A smaller base lies in zones that need not reach so far, and a wider zone makes up for it.
        grid = Grid(self.zone.widened(2 * SLACK), ground.width, ground.depth, smaller, GRID)
        columns, rows = grid.held.nonzero()
        x, y = grid.xs[columns], grid.ys[rows]
        free = self._clear(x, y, SLACK)
        return numpy.column_stack((x[free], y[free]))

    def _clear(self, x: Numbers, y: Numbers, slack: float = 0.0) -> Flags:
        """Which points are on open ground and away from everybody."""
        free = numpy.ones(len(x), dtype=bool)
        reach = self.radius - OVERLAP - slack
        for area in self.areas if reach > 0.0 else ():
            free &= ~points_within(area, x, y, reach)
        for at, far in self.kept:
            limit = square(max(far - slack, 0.0))
            for ox, oy in at.tolist():
                free &= (x - ox) ** 2 + (y - oy) ** 2 >= limit
        return free

    def free(self, at: Numbers) -> Numbers:
        """Those of some points at which a base may stand, each once, in order of x and then y."""
        at = numpy.unique(at.round(DIGITS), axis=0) if len(at) else at.reshape(0, 2)
        at = at[numpy.broadcast_to(self.zone.holds(at[:, 0], at[:, 1], self.radius), (len(at),))]
        return at[self._clear(at[:, 0], at[:, 1])]

    def curves(self) -> Curves:
        """Everything that can hem a base in near a point that is left to hope for."""
        circles, lines = list(_circles_of(self.zone, self.radius)), list(_lines_of(self.zone, self.radius))
        for at, far in self.kept:
            circles += [(x, y, far + INSIDE) for x, y in at.tolist()]
        reach = self.radius - OVERLAP + INSIDE
        for area in self.areas:
            for ax, ay, dx, dy, length in area.edges:
                circles.append((ax, ay, reach))
                long = sqrt(length)
                east, north = dy / long, -dx / long
                limit = east * ax + north * ay
                lines += [(east, north, limit + reach), (east, north, limit - reach)]
        return Curves(self._near(_rows(circles), _from_circle), self._near(_rows(lines), _from_line))

    def _near(self, rows: Numbers, distance: Callable[[Numbers, Numbers], Numbers]) -> Numbers:
        near = [row for row in rows if (distance(row, self.hopeful) <= 2 * SLACK).any()]
        return _rows(near)


def squeezed(site: Site) -> Models | None:
    """A place for a group in the tightest corners of a zone; None where none was found.

    For one base that is a proof that there is none.
    """
    tight, count = Tight(site), site.size[0]
    if not len(tight.hopeful):
        return None
    curves = tight.curves()
    starts = tight.free(_meetings(curves))
    if not len(starts):
        return None
    if count == 1:
        return ((float(starts[0][0]), float(starts[0][1])),)
    step = max(1, len(starts) // MOST_STARTS)
    for start in starts[::step]:
        for order in _ORDERS:
            models = _grown(tight, curves, starts, start, count, site.link, order)
            if models is not None:
                return models
    return None


_ORDERS = ((1.0, 1.0), (1.0, 0.01), (0.01, 1.0))
"""How much aside and up count when the next corner is chosen: the nearest, or along a row or a column."""


def _grown(
    tight: Tight, curves: Curves, known: Numbers, start: Numbers, count: int, link: float, order: Point
) -> Models | None:
    """A group of which each base stands in a corner beside those before it."""
    apart, linked = 2 * tight.radius - OVERLAP, 2 * tight.radius + link + NEAR
    chosen, left = start.reshape(1, 2), known
    while len(chosen) < count:
        x, y = chosen[-1]
        own = _rows([(x, y, apart + INSIDE), (x, y, linked - INSIDE)])
        mates = _rows([(ox, oy, apart + INSIDE) for ox, oy in chosen[:-1].tolist()])
        beside = Curves(numpy.concatenate((curves.circles, mates)), curves.lines)
        left = numpy.concatenate((left, tight.free(_meetings_of(own, beside))))
        left = left[_squares(left, chosen).min(axis=1) >= apart * apart]
        near = left[_squares(left, chosen).min(axis=1) <= linked * linked]
        if not len(near):
            return None
        far = order[0] * (near[:, 0] - start[0]) ** 2 + order[1] * (near[:, 1] - start[1]) ** 2
        chosen = numpy.concatenate((chosen, near[far.argmin()].reshape(1, 2)))
    return tuple([(float(x), float(y)) for x, y in chosen.tolist()])


# ---- curves ------------------------------------------------------------------------------------------------


def _circles_of(zone: Zone, radius: float) -> Iterator[tuple[float, float, float]]:
    """The circles on which the middle of a base lies just inside a zone."""
    if isinstance(zone, Every | Some):
        for one in zone.zones:
            yield from _circles_of(one, radius)
    elif isinstance(zone, MiddleIn):
        yield from _circles_of(zone.zone, 0.0)
    elif isinstance(zone, NearPoint):
        yield (*zone.point, max(zone.distance - radius, 0.0))
    elif isinstance(zone, FarFromPoint):
        yield (*zone.point, zone.distance + radius)
    elif isinstance(zone, NearGroup):
        for x, y in zone.models:
            yield (x, y, zone.distance + zone.radius + radius)


def _lines_of(zone: Zone, radius: float) -> Iterator[tuple[float, float, float]]:
    """The lines on which the middle of a base lies just inside a zone."""
    if isinstance(zone, Every | Some):
        for one in zone.zones:
            yield from _lines_of(one, radius)
    elif isinstance(zone, MiddleIn):
        yield from _lines_of(zone.zone, 0.0)
    elif isinstance(zone, Field):
        slack = radius - NEAR + INSIDE
        yield from ((1.0, 0.0, zone.west + slack), (1.0, 0.0, zone.east - slack))
        yield from ((0.0, 1.0, zone.south + slack), (0.0, 1.0, zone.north - slack))
    elif isinstance(zone, HalfPlane):
        length = hypot(zone.east, zone.north)
        yield (zone.east / length, zone.north / length, zone.limit / length - radius)


def _rows(rows: Sequence[Sequence[float] | Numbers]) -> Numbers:
    return numpy.array(rows, dtype=float).reshape(len(rows), 3)


def _squares(at: Numbers, others: Numbers) -> Numbers:
    found: Numbers = (at[:, None, 0] - others[:, 0]) ** 2 + (at[:, None, 1] - others[:, 1]) ** 2
    return found


def _from_circle(row: Numbers, at: Numbers) -> Numbers:
    x, y, far = row
    found: Numbers = abs(numpy.sqrt((at[:, 0] - x) ** 2 + (at[:, 1] - y) ** 2) - far)
    return found


def _from_line(row: Numbers, at: Numbers) -> Numbers:
    east, north, limit = row
    found: Numbers = abs(at[:, 0] * east + at[:, 1] * north - limit)
    return found


def _meetings(curves: Curves) -> Numbers:
    """Every point at which two curves meet, and the outermost points of each circle."""
    x, y, far = curves.circles.T
    outermost = [numpy.column_stack((x + dx * far, y + dy * far)) for dx, dy in _COMPASS]
    met = _meetings_of(curves.circles, curves)
    return numpy.concatenate((*outermost, met, _crossings(curves.lines)))


_COMPASS = ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0))


def _meetings_of(circles: Numbers, others: Curves) -> Numbers:
    """Every point at which one of some circles meets another curve."""
    found = [numpy.zeros((0, 2))]
    for x, y, far in circles.tolist():
        found.append(_with_circles(x, y, far, others.circles))
        found.append(_with_lines(x, y, far, others.lines))
    return numpy.concatenate(found)


def _with_circles(x: float, y: float, far: float, others: Numbers) -> Numbers:
    dx, dy, reach = others[:, 0] - x, others[:, 1] - y, others[:, 2]
    squared = dx * dx + dy * dy
    is_met = (squared > 0.0) & (squared <= (far + reach) ** 2) & (squared >= (far - reach) ** 2)
    dx, dy, reach, squared = dx[is_met], dy[is_met], reach[is_met], squared[is_met]
    along = (far * far - reach * reach + squared) / (2 * squared)
    aside = numpy.sqrt(numpy.maximum(far * far / squared - along * along, 0.0))
    east, north = x + along * dx, y + along * dy
    return numpy.concatenate(
        (
            numpy.column_stack((east - aside * dy, north + aside * dx)),
            numpy.column_stack((east + aside * dy, north - aside * dx)),
        )
    )


def _with_lines(x: float, y: float, far: float, lines: Numbers) -> Numbers:
    east, north, limit = lines.T
    away = limit - (east * x + north * y)
    is_met = abs(away) <= far
    east, north, away = east[is_met], north[is_met], away[is_met]
    aside = numpy.sqrt(numpy.maximum(far * far - away * away, 0.0))
    at_x, at_y = x + away * east, y + away * north
    return numpy.concatenate(
        (
            numpy.column_stack((at_x - aside * north, at_y + aside * east)),
            numpy.column_stack((at_x + aside * north, at_y - aside * east)),
        )
    )


def _crossings(lines: Numbers) -> Numbers:
    """Every point at which two lines cross."""
    first, second = numpy.triu_indices(len(lines), 1)
    (a, b, c), (d, e, f) = lines[first].T, lines[second].T
    across = a * e - b * d
    cross = abs(across) > 1e-9
    a, b, c, d, e, f, across = (one[cross] for one in (a, b, c, d, e, f, across))
    return numpy.column_stack(((c * e - b * f) / across, (a * f - c * d) / across))
