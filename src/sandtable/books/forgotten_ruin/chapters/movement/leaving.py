"""Leaving the table: the shortest way of a soldier into contact with an edge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.books.forgotten_ruin.chapters.principles.conventions import TOLERANCE, distance_to_edge
from sandtable.books.forgotten_ruin.state import Edge
from sandtable.kernel.arithmetic import hypot
from sandtable.kernel.citation import rule
from sandtable.kernel.refusal import Refused
from sandtable.table.measure import Point

if TYPE_CHECKING:
    from sandtable.books.forgotten_ruin.chapters.movement.planner import MovePlanner
    from sandtable.table.figures.legs import Route

ASIDE = (0.0, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0)
"""How far aside of the straight way, in inches, the edge is made for; ours."""


@rule("FR-MOV-29")
def way_out(planner: MovePlanner, edge: Edge) -> Route | None:
    """The shortest way into contact with an edge, if the allowance is enough."""
    state, soldier = planner.state, planner.soldier
    far = distance_to_edge(state, soldier.at, edge) - soldier.radius
    if far > planner.farthest + TOLERANCE:
        return None
    for aside in ASIDE:
        to = _at_edge(planner, edge, aside * planner.rates.inch)
        if hypot(to[0] - soldier.at[0], to[1] - soldier.at[1]) > planner.farthest:
            continue
        try:
            return planner.way_to(to)
        except Refused:
            continue
    return None


def _at_edge(planner: MovePlanner, edge: Edge, by: float) -> Point:
    ground, (x, y) = planner.state.ground, planner.soldier.at
    keep = planner.footing.margin
    return {
        "south": (x + by, keep),
        "north": (x + by, ground.depth - keep),
        "west": (keep, y + by),
        "east": (ground.width - keep, y + by),
    }[edge]
