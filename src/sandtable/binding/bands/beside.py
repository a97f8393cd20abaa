"""Places beside somebody, and the ways that lead there."""

from __future__ import annotations

from math import pi

from sandtable.binding.figures.planner import FigurePlanner
from sandtable.binding.plotting import written
from sandtable.kernel.arithmetic import cos, sin
from sandtable.kernel.refusal import Refused
from sandtable.table.figures.terrain import TOUCHING
from sandtable.table.measure import Point
from sandtable.table.shapes import distance

ROUND = 12
"""How many places round a point are looked at."""


def round_about(at: Point, far: float) -> list[Point]:
    """Places round a point, at the thousandth of an inch."""
    turns = [2 * pi * step / ROUND for step in range(ROUND)]
    return [(round(at[0] + far * cos(one), 3), round(at[1] + far * sin(one), 3)) for one in turns]


def towards(planner: FigurePlanner, to: Point) -> Point | None:
    """The place nearest to another that a figure's inches are enough for."""
    flies = planner.footing.flies
    return planner.nearest_to(to) if flies else planner.search.nearest_to(to, planner.limit)


def beside(planner: FigurePlanner, to: Point) -> Point | None:
    """The place beside another figure, or nearest to it, to which a way leads; None where none does."""
    if planner.limit <= TOUCHING:
        return None
    ring = 2 * (planner.mover.radius + TOUCHING)
    places = [one for far in (ring, 2 * ring) for one in round_about(to, far)]
    spots = (towards(planner, one) for one in (*places, to))
    return next((one for one in spots if one is not None and _leads_to(planner, one)), None)


def _leads_to(planner: FigurePlanner, spot: Point) -> bool:
    try:
        end = FigurePlanner.plan_of(planner, {"models": [written(spot)]}).route.end
    except Refused:
        return False
    return distance(end, spot) < TOUCHING  # and not into the arms of somebody on the way
