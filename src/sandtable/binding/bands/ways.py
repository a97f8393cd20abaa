"""Ways of bands: along the table edges, where they come on, and cut after so many inches."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sandtable.table.measure import Point
from sandtable.table.shapes import distance, part_way
from sandtable.table.terrain import Ground


def first_inches(path: Sequence[Point], inches: float) -> tuple[Point, ...]:
    """The part of a way that so many inches are enough for."""
    found = [path[0]]
    for a, b in pairwise(path):
        far = distance(a, b)
        if far >= inches:
            x, y = part_way(a, b, inches / far)
            return (*found, (round(x, 6), round(y, 6)))
        found.append(b)
        inches -= far
    return tuple(found)


def way_round(ground: Ground, radius: float) -> float:
    """How long the way is of a base that touches the edges of the table from inside."""
    return 2 * (ground.width + ground.depth - 4 * radius)


def place_on_the_way_round(ground: Ground, radius: float, along: float) -> Point:
    """Where such a base stands, so far from the south-west corner, eastward round."""
    wide, deep = ground.width - 2 * radius, ground.depth - 2 * radius
    left = along % way_round(ground, radius)
    if left < wide:
        return (round(radius + left, 6), radius)
    if left < wide + deep:
        return (radius + wide, round(radius + left - wide, 6))
    if left < 2 * wide + deep:
        return (round(radius + 2 * wide + deep - left, 6), radius + deep)
    return (radius, round(radius + 2 * wide + 2 * deep - left, 6))


def how_far_round(ground: Ground, radius: float, at: Point) -> float:
    """How far along it a point of the edge lies."""
    wide, deep = ground.width - 2 * radius, ground.depth - 2 * radius
    x, y = min(max(at[0] - radius, 0.0), wide), min(max(at[1] - radius, 0.0), deep)
    if at[1] <= 0.0:
        return x
    if at[0] >= ground.width:
        return wide + y
    return 2 * wide + deep - x if at[1] >= ground.depth else 2 * wide + 2 * deep - y
