"""Dropping: how an enemy gets down from what it cannot climb, where that does not hurt it."""

from __future__ import annotations

from math import pi

from sandtable.books.forgotten_ruin.chapters.movement.footing import HARMLESS, INTENDED, footing_of
from sandtable.books.forgotten_ruin.chapters.principles.conventions import inches
from sandtable.books.forgotten_ruin.state import Battle, Enemy
from sandtable.kernel.arithmetic import cos, sin, total
from sandtable.kernel.citation import rule
from sandtable.table.figures.tracing import Trace
from sandtable.table.measure import Point

DIRECTIONS = 24
"""In how many directions an enemy looks for an edge to drop from; ours."""


def stands_high(state: Battle, figure: Enemy) -> bool:
    """Whether getting down by a jump would end its activation (FR-MOV-23)."""
    return figure.elevation > inches(state, INTENDED + HARMLESS)


@rule("FR-EAI-23", "FR-MOV-22")
def landings(state: Battle, figure: Enemy, farthest: float) -> list[tuple[Point, float]]:
    """The places at the foot of an edge to which it may drop unhurt, with what the way to the edge costs."""
    footing = footing_of(state, figure, may_contact=False)
    if footing.flies or not stands_high(state, figure):
        return []
    found = []
    for number in range(DIRECTIONS):
        angle = 2 * pi * number / DIRECTIONS
        goal = (figure.at[0] + farthest * sin(angle), figure.at[1] + farthest * cos(angle))
        trace = Trace(footing, figure.at, figure.elevation)
        if trace.go(goal, 0.0) and trace.is_over:
            cost = total(leg.length + leg.price for leg in trace.legs)
            if cost <= farthest:
                found.append((trace.at, cost))
    return found
