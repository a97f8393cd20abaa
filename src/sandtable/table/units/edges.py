"""The edges of a table: how far they are, and where somebody comes to them."""

from __future__ import annotations

from sandtable.table.edges import EDGES, distance_to_edge
from sandtable.table.measure import OVERLAP, Models, Point
from sandtable.table.terrain import Ground
from sandtable.table.units.groups import group_box


def to_edges(ground: Ground, at: Point) -> dict[str, float]:
    """How far a point is from each edge."""
    return {edge: distance_to_edge(ground, at, edge) for edge in EDGES}


def room_to_edges(ground: Ground, models: Models, radius: float) -> dict[str, float]:
    """How far the nearest base of a group is from each edge; below 0 where it hangs over."""
    west, south, east, north = group_box(models)
    return {
        "north": ground.depth - north - radius,
        "east": ground.width - east - radius,
        "south": south - radius,
        "west": west - radius,
    }


def edge_left(ground: Ground, models: Models, radius: float) -> str:
    """The edge over which a group hangs; at a corner the one it has crossed farthest, "" if none."""
    room = room_to_edges(ground, models, radius)
    edge = min(EDGES, key=lambda one: room[one])
    return edge if room[edge] < -OVERLAP else ""


def base_to_edge(ground: Ground, at: Point, radius: float, edge: str) -> float:
    """How far the rim of a base is from an edge, never below 0."""
    return max(0.0, to_edges(ground, at)[edge] - radius)


def at_edge(ground: Ground, at: Point, radius: float, edge: str, aside: float) -> Point:
    """Where a base touches an edge straight ahead, or so far to the side."""
    x = min(max(at[0] + aside, radius), ground.width - radius)
    y = min(max(at[1] + aside, radius), ground.depth - radius)
    if edge == "north":
        return (x, max(at[1], ground.depth - radius))
    if edge == "south":
        return (x, min(at[1], radius))
    if edge == "east":
        return (max(at[0], ground.width - radius), y)
    return (min(at[0], radius), y)
