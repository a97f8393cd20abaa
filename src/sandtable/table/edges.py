"""The four edges of a table."""

from __future__ import annotations

from typing import Literal

from sandtable.table.measure import Point
from sandtable.table.terrain import Ground

Edge = Literal["south", "north", "west", "east"]
EDGES: tuple[Edge, ...] = ("north", "east", "south", "west")
"""All of them, clockwise."""
OPPOSITE: dict[Edge, Edge] = {"south": "north", "north": "south", "west": "east", "east": "west"}


def distance_to_edge(ground: Ground, at: Point, edge: Edge) -> float:
    """How far a point is from an edge of the table."""
    return {"south": at[1], "north": ground.depth - at[1], "west": at[0], "east": ground.width - at[0]}[edge]


def point_on_edge(ground: Ground, at: Point, edge: Edge) -> Point:
    """The point of an edge that lies straight ahead of a place."""
    wide, deep = ground.width, ground.depth
    return {"south": (at[0], 0.0), "north": (at[0], deep), "west": (0.0, at[1]), "east": (wide, at[1])}[edge]


def middle_of_edge(ground: Ground, edge: Edge) -> Point:
    """The midpoint of an edge."""
    return point_on_edge(ground, (ground.width / 2, ground.depth / 2), edge)


# ---- the way along all edges, for a base that touches them from inside


def way_round(ground: Ground, radius: float) -> float:
    """How long it is."""
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
