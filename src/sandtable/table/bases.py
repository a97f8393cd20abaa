"""Bases: round ones, and rectangles for whoever needs them; and the gap between any two."""

from __future__ import annotations

from math import radians

import msgspec

from sandtable.kernel.arithmetic import cos, sin
from sandtable.table.measure import Models, Point
from sandtable.table.shapes import distance, edges_of, is_inside, outline_distance, outlines_distance


class Disc(msgspec.Struct, frozen=True, tag="disc"):
    """A round base."""

    radius: float


class Rectangle(msgspec.Struct, frozen=True, tag="rectangle"):
    """A base with corners: width across, depth along the way it faces, and that way in degrees from east."""

    width: float
    depth: float
    angle: float = 0.0


Base = Disc | Rectangle


def corners(base: Rectangle, at: Point) -> Models:
    """The four corners of a rectangular base."""
    turn = radians(base.angle)
    along = (cos(turn) * base.depth / 2, sin(turn) * base.depth / 2)
    across = (-sin(turn) * base.width / 2, cos(turn) * base.width / 2)
    return (
        (at[0] + along[0] + across[0], at[1] + along[1] + across[1]),
        (at[0] - along[0] + across[0], at[1] - along[1] + across[1]),
        (at[0] - along[0] - across[0], at[1] - along[1] - across[1]),
        (at[0] + along[0] - across[0], at[1] + along[1] - across[1]),
    )


def gap(base_a: Base, at_a: Point, base_b: Base, at_b: Point) -> float:
    """The distance between the rims of two bases, never below 0."""
    if isinstance(base_a, Disc):
        if isinstance(base_b, Disc):
            return max(0.0, distance(at_a, at_b) - base_a.radius - base_b.radius)
        near = outline_distance(at_a[0], at_a[1], edges_of(corners(base_b, at_b)))
        return max(0.0, near - base_a.radius)
    if isinstance(base_b, Disc):
        return gap(base_b, at_b, base_a, at_a)
    return outlines_distance(edges_of(corners(base_a, at_a)), edges_of(corners(base_b, at_b)))


def holds(base: Base, at: Point, point: Point) -> bool:
    """A point lies on a base, its rim included."""
    if isinstance(base, Disc):
        return distance(at, point) <= base.radius
    return is_inside(point[0], point[1], edges_of(corners(base, at)))
