"""The nearest legal place to a point that somebody meant."""

from __future__ import annotations

from collections.abc import Iterator
from math import pi
from typing import NamedTuple

from sandtable.kernel.arithmetic import cos, hypot, sin
from sandtable.kernel.decision.measured import Move, Place, TargetArea
from sandtable.kernel.decision.question import Answer
from sandtable.kernel.refusal import Refusal

FARTHEST_SNAP = 3.0
"""So many inches at most lie between the point that was meant and the legal place that is taken for it."""
Point = tuple[float, float]


class Landing(NamedTuple):
    """A legal answer at or near a point."""

    answer: Answer
    at: Point
    off: float


STEP, TURNS = 0.25, 16
"""How far apart rings about a point are tried, and how many places on each."""


def land(question: Move | Place | TargetArea, at: Point) -> Landing | Refusal:
    """The answer that leads to a point, or else to the nearest legal place; beyond three inches why not."""
    find = getattr(question.planner, "answer_at", None)
    if find is None:
        return Refusal(question.rule, "This is not answered by a point.", "Choose one of the answers.")
    first = find(at)
    why = Refusal(question.rule, "Somebody stands there.", "Choose another place.")
    if first is not None:
        refusal = question.legal(first)
        if refusal is None:
            return Landing(first, at, 0.0)
        why = refusal
    for place in _places_near(question, at):
        answer = find(place)
        if answer is not None and question.legal(answer) is None:
            return Landing(answer, place, round(hypot(place[0] - at[0], place[1] - at[1]), 2))
    return why


def _places_near(question: Move | Place | TargetArea, at: Point) -> Iterator[Point]:
    """Where the planner would go instead, then rings, the nearest first."""
    nearest = getattr(question.planner, "nearest_to", None)
    hint: Point | None = None if nearest is None else nearest(at)
    if hint is not None and hypot(hint[0] - at[0], hint[1] - at[1]) <= FARTHEST_SNAP:
        yield (round(hint[0], 3), round(hint[1], 3))
    for ring in range(1, int(FARTHEST_SNAP / STEP) + 1):
        for turn in range(TURNS):
            angle = 2 * pi * turn / TURNS
            x, y = at[0] + ring * STEP * cos(angle), at[1] + ring * STEP * sin(angle)
            yield (round(x, 2), round(y, 2))
