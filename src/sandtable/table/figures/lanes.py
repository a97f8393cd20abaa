"""Lanes of sight: whether one piece cuts off two places from each other, from either side."""

from __future__ import annotations

from sandtable.kernel.arithmetic import hypot
from sandtable.table.figures.terrain import TOUCHING, Terrain
from sandtable.table.lines import Planes
from sandtable.table.measure import Point

DEPTH = 0.001
"""A ray that only grazes an outline does not pass through the body."""
A_HAIR = 1e-6
"""What rounding may leave over."""


class Lane:
    """The lane between two bases, from rim to rim: all rays from either eye to the other base lie in it."""

    def __init__(self, here: Point, near: float, there: Point, wide: float, eyes: float) -> None:
        self.here, self.near = here, near
        self.there, self.wide = there, wide
        """Where the two stand, and the radius of each."""
        self.eyes = eyes
        """How high the higher of the two eyes is."""

    def is_cut_off(self, terrain: Terrain, hiders: dict[Point, str]) -> bool:
        """Whether the piece that hid either of the two before cuts the whole lane off; it often does."""
        one, other = hiders.get(self.here), hiders.get(self.there)
        for id in (one,) if one == other else (one, other):
            if id is not None and self._is_cut_off_by(terrain, id):
                hiders[self.here] = hiders[self.there] = id
                return True
        return False

    def _is_cut_off_by(self, terrain: Terrain, id: str) -> bool:
        height, form, planes = terrain.of[id].height, terrain.form[id], terrain.planes[id]
        if planes is None or form == "building":
            return False
        # No ray may lead over it; dense ground without a height has no top.
        is_tall = height > self.eyes + 2 * DEPTH or (form == "dense" and height <= 0.0)
        return is_tall and self._leads_through(planes)

    def _leads_through(self, planes: Planes) -> bool:
        """Whether both rims of the lane lead through a convex piece in which neither of the two stands."""
        (x, y), (u, v), near, wide = self.here, self.there, self.near, self.wide
        dx, dy = u - x, v - y
        far = hypot(dx, dy)
        if far <= TOUCHING:
            return False
        left_in = right_in = 0.0
        left_out = right_out = 1.0
        before = beyond = False
        for nx, ny, out in planes:
            here, there, across = nx * x + ny * y - out, nx * u + ny * v - out, (ny * dx - nx * dy) / far
            before, beyond = before or here > near, beyond or there > wide
            here, there = here + DEPTH + A_HAIR, there + DEPTH + A_HAIR
            a, b = here + across * near, there + across * wide
            if a > 0.0:
                if b >= 0.0:
                    return False
                left_in = max(left_in, a / (a - b))
            elif b > 0.0:
                left_out = min(left_out, a / (a - b))
            a, b = here - across * near, there - across * wide
            if a > 0.0:
                if b >= 0.0:
                    return False
                right_in = max(right_in, a / (a - b))
            elif b > 0.0:
                right_out = min(right_out, a / (a - b))
        return before and beyond and left_in < left_out and right_in < right_out
