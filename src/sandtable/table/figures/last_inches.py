"""The last inches of a move: what a way over the grid leaves of the allowance is walked too."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf, radians
from typing import Protocol

from sandtable.kernel.arithmetic import atan2, cos, hypot, sin
from sandtable.table.figures.footing import Footing
from sandtable.table.figures.legs import Budget, Leg, Route, pay
from sandtable.table.measure import Point

HARDLY = 0.02
"""What is left of an allowance that is used up, in inches."""
TURNS = (0, 10, -10, 20, -20, 30, -30, 40, -40, 50, -50, 60, -60, 70, -70, 80, -80)
"""By how many degrees the last step turns aside where the goal is not straight ahead."""
SHARES = (1.0, 0.75, 0.5, 0.25)
"""How much of what is left is tried."""


class Bound(Protocol):
    """Where a figure is bound for."""

    def left_from(self, at: Point) -> float:
        """How far it is still to go from a place."""

    def is_for(self, at: Point) -> bool:
        """Whether the figure may end its move at a place."""

    def on_from(self, at: Point, far: float) -> Point:
        """Where so many inches from a place lead."""

    off: float


def walked_out(footing: Footing, way: Route, allowance: float, bound: Bound) -> Route:
    """A way with what is left of the allowance, straight on towards the goal or as little aside as can be."""
    end = way.end
    left = bound.left_from(end)
    far = min(allowance - way.cost, left - bound.off)
    is_used_up = far <= HARDLY * footing.prices.rates.inch or way.halts
    if is_used_up or way.contact or (way.legs and way.legs[-1].how == "drop"):
        return way
    for at in _steps(bound, end, far):
        if bound.left_from(at) >= left or not bound.is_for(at):
            continue
        found = _with_step(footing, way, at, allowance)
        if found is not None:
            return found
    return way


def _steps(bound: Bound, end: Point, far: float) -> Iterator[Point]:
    """Places to which the rest may lead, the longest step and the least turn first."""
    u, v = bound.on_from(end, far)
    ahead = atan2(v - end[1], u - end[0])
    for share in SHARES:
        for turn in TURNS:
            angle = ahead + radians(turn)
            yield end[0] + cos(angle) * far * share, end[1] + sin(angle) * far * share


def _with_step(footing: Footing, way: Route, at: Point, allowance: float) -> Route | None:
    """The way and one step more, where it is open, paid for and ends where the figure can stand."""
    height, end = way.elevation, way.end
    if not footing.can_end(at, height):
        return None
    if footing.flies:
        start, foot = footing.mover.at, footing.mover.elevation
        over = Leg("fly", start, at, foot, height, hypot(at[0] - start[0], at[1] - start[1]))
        found = pay([over], Budget(allowance), footing.prices.rates)
        return None if found.ran_out else found
    if not footing.is_clear(end, at, height):
        return None
    length, spans = hypot(at[0] - end[0], at[1] - end[1]), footing.rough_spans(end, at, height)
    step = Leg("walk", end, at, height, height, length, 0.0, spans)
    found = pay([*way.legs, step], Budget(allowance, inf, footing.mover.rough), footing.prices.rates)
    return None if found.ran_out else found
