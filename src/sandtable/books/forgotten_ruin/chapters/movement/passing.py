"""Passing: what a figure comes to somewhere on its way, not only at the end of it."""

from __future__ import annotations

from itertools import pairwise

from sandtable.books.forgotten_ruin.chapters.principles.conventions import within
from sandtable.books.forgotten_ruin.windows import Movement
from sandtable.kernel.citation import rule
from sandtable.table.measure import Point
from sandtable.table.shapes import segment_point_distance

AIRBORNE = ("flight", "leap", "glide")
"""Movements that touch the ground only where they end."""
INVOLUNTARY = ("push", "random")
"""Movements that a soldier suffers and does not make (ruling of FR-INV-03)."""


@rule("FR-PRN-28")
def comes_to(now: Movement, at: Point, far: float = 0.0) -> bool:
    """Whether the base comes so near to a point on the way, or at the place where it was stopped or lands."""
    here = now.figure.at
    # Ruling of FR-SPM-18: who goes through the air touches nothing on the way.
    is_here = now.is_stopped or (far == 0.0 and now.how in AIRBORNE)
    path = (here, here) if is_here else (*now.path, here)
    reach = now.figure.radius + far
    return any(within(segment_point_distance(a, b, at), reach) for a, b in pairwise(path))
