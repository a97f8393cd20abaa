"""Measuring: inches, points, and how exact the table is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import ceil, floor
from typing import NewType, TypeVar

Thing = TypeVar("Thing")
Inches = NewType("Inches", float)

Point = tuple[float, float]
"""East from the west edge, north from the south edge, in inches."""
Models = tuple[Point, ...]
"""The base centres of a group's models, in model order."""
Body = tuple[Models, float]
"""The models of a group and the radius of their bases."""
Box = tuple[float, float, float, float]
"""West, south, east and north limits."""

NEAR = 0.001
"""A measured distance counts as equal to a limit when it differs by no more than this."""
OVERLAP = 0.01
"""Bases that overlap by no more than this count as side by side."""
CONTACT = 0.05
"""Bases with a gap of no more than this touch."""


def within(distance: float, limit: float) -> bool:
    """A distance is within a limit when it is at most the limit."""
    return distance <= limit + NEAR


def at_least(distance: float, limit: float) -> bool:
    """A distance is at least a limit when it is not short of it."""
    return distance >= limit - NEAR


def clusters(things: Iterable[Thing], are_linked: Callable[[Thing, Thing], bool]) -> list[list[Thing]]:
    """Things as groups that links hold together."""
    left, groups = list(things), []
    while left:
        group = [left.pop(0)]
        for one in group:
            near = [other for other in left if are_linked(one, other)]
            group += near
            left = [other for other in left if other not in near]
        groups.append(group)
    return groups


def said_over(inches: float) -> str:
    """A distance that is too long, to a hundredth: rounded up, so that it never reads as the limit."""
    return f"{ceil(inches * 100 - 1e-6) / 100:.2f}"


def said_under(inches: float) -> str:
    """A distance that is too short, to a hundredth: rounded down, so that it never reads as the limit."""
    return f"{floor(inches * 100 + 1e-6) / 100:.2f}"
