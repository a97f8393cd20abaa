"""Bases: figures as the ground knows them, discs of some height, and how far they stand apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypeVar

import msgspec

from sandtable.kernel.arithmetic import hypot
from sandtable.table.figures.terrain import TOUCHING
from sandtable.table.measure import Point, clusters

A_HAIR = 1e-6
"""What rounding may leave over."""


class Base(Protocol):
    """A figure as it stands on the ground or on top of something."""

    @property
    def id(self) -> str:
        """Its name among the others."""

    @property
    def at(self) -> Point:
        """The middle of its base."""

    @property
    def elevation(self) -> float:
        """The height of its feet over the table."""

    @property
    def radius(self) -> float:
        """Half the width of its base."""

    @property
    def height(self) -> float:
        """How tall it is."""


class Mover(Base, Protocol):
    """A figure that is about to move."""

    @property
    def rough(self) -> float:
        """The inches in rough ground that are behind it and still count."""


class Disc(NamedTuple):
    """Another figure on the table, or whatever else stands in the way like one."""

    id: str
    x: float
    y: float
    reach: float
    """Both radii together."""
    foot: float
    head: float
    is_opponent: bool


class Standing(msgspec.Struct, frozen=True):
    """A figure as it would stand somewhere else."""

    id: str
    at: Point
    elevation: float
    radius: float
    height: float
    rough: float


def gap_from(at: Point, figure: Base, other: Base) -> float:
    """How far a figure would be from another if it stood at a place."""
    return max(0.0, hypot(at[0] - other.at[0], at[1] - other.at[1]) - figure.radius - other.radius)


def is_clear_of(at: Point, figure: Base, others: Sequence[Base], clear: float) -> bool:
    """Whether a figure at a place would be at least so far from everybody."""
    x, y = at
    wide = figure.radius + clear + A_HAIR
    for other in others:
        dx, dy, near = other.at[0] - x, other.at[1] - y, other.radius + wide
        if dx * dx + dy * dy <= near * near and gap_from(at, figure, other) < clear:
            return False
    return True


def is_near_any(at: Point, figure: Base, others: Sequence[Base], limit: float) -> bool:
    """Whether a figure at a place would be within a gap of at least one of the others."""
    x, y = at
    wide = figure.radius + limit + 2 * TOUCHING
    for other in others:
        dx, dy, near = other.at[0] - x, other.at[1] - y, other.radius + wide
        if dx * dx + dy * dy <= near * near and gap_from(at, figure, other) <= limit + TOUCHING:
            return True
    return False


def first_near(
    path: Sequence[Point], figure: Base, others: Sequence[Base], limit: float, step: float
) -> Point | None:
    """The first place of a way, looked at in steps, where a figure is within a gap of one of the others."""
    for a, b in zip(path, path[1:], strict=False):
        steps = max(1, int(hypot(b[0] - a[0], b[1] - a[1]) / step))
        for number in range(steps + 1):
            share = number / steps
            at = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
            if is_near_any(at, figure, others, limit):
                return at
    return None


Linked = TypeVar("Linked", bound=Base)


def linked(figures: Sequence[Linked], limit: float) -> list[list[Linked]]:
    """Figures as groups, each linked through gaps within a limit."""
    return clusters(figures, lambda one, other: gap_from(one.at, one, other) <= limit + TOUCHING)
