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
