"""Line of Sight: who sees whom, how much of them, and who sees which point."""

from __future__ import annotations

from math import hypot
from typing import Literal

from sandtable.books.forgotten_ruin.chapters.conventions import beyond, distance_to, gap, inches, within
from sandtable.books.forgotten_ruin.chapters.sight_rays import (
    ALL_RAYS,
    Stand,
    stand_of,
    stops_a_ray,
    views,
)
from sandtable.books.forgotten_ruin.chapters.terrain import surface_at, terrain_of
from sandtable.books.forgotten_ruin.modifiers import VISIBILITY, WHY_NOT_SEE
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure
from sandtable.kernel.check import Modifier
from sandtable.kernel.citation import rule
from sandtable.table.measure import Point
from sandtable.table.shapes import segment_point_distance
from sandtable.table.terrain import Piece

Visibility = Literal["whole", "part", "none"]

BASE = 0.5
"""Half the base of a human-sized figure (FR-PRN-30)."""
AT_THE_PIECE = 1.0
"""How near to a Linear piece one must be to look over it where the diagram is followed (FR-LOS-05)."""


@rule("FR-LOS-14")
def visibility_limit(state: Battle) -> Modifier | None:
    """The shortest distance to which visibility is limited, if it is."""
    limits = VISIBILITY.all(state)
    return min(limits, key=lambda one: one.value) if limits else None


@rule("FR-LOS-03", "FR-LOS-01")
def sees(state: Battle, one: Figure, other: Figure) -> bool:
    """Two figures see each other if the test succeeds in either direction."""
    return visibility_of(state, one, other) != "none"


@rule("FR-LOS-01", "FR-LOS-02", "FR-LOS-03", "FR-LOS-04", "FR-LOS-14")
def visibility_of(state: Battle, observer: Figure, target: Figure) -> Visibility:
    """How much of a target an observer sees."""
    if observer is target or observer.id == target.id:
        return "whole"
    limit = visibility_limit(state)
    if limit is not None and beyond(gap(observer, target), inches(state, limit.value)):
        return "none"
    if WHY_NOT_SEE.first(state, observer, target.at) is not None:
        return "none"
    seen = one_way(state, observer, target)
    if seen == "none" and one_way(state, target, observer) != "none":
        # What is only seen the other way round is a doubtful case: visible, but in Cover (FR-LOS-04).
        return "part"
    return seen


def one_way(state: Battle, observer: Figure, target: Figure) -> Visibility:
    """How much of a target an observer sees, without the favour of mutual sight."""
    eye, seen = stand_of(observer), stand_of(target)
    found = views(state.ground, eye, seen, inches(state, 1.0))
    stopped = 0
    for id, rays in found.items():
        stopped |= ALL_RAYS if _is_too_far_from(state, id, observer, target) else rays
    if stopped == ALL_RAYS or figure_in_the_way(state, observer, target) is not None:
        return "none"
    return "part" if stopped else "whole"


@rule("FR-LOS-05")
def _is_too_far_from(state: Battle, id: str, observer: Figure, target: Figure) -> bool:
    """By the diagram a Linear piece hides what nobody near to it sees wholly over it."""
    if state.switches.linear_los == "text":
        return False
    terrain = terrain_of(state.ground)
    if terrain.category[id] != "linear":
        return False
    area, near = terrain.of[id], inches(state, AT_THE_PIECE)
    return all(beyond(max(0.0, area.distance(*one.at) - one.radius), near) for one in (observer, target))


@rule("FR-LOS-08")
def figure_in_the_way(state: Battle, observer: Figure, target: Figure) -> Figure | None:
    """Another figure that obscures any part of the view, friend or foe, unless it lies down."""
    eye, seen = stand_of(observer), stand_of(target)
    a, b = observer.at, target.at
    spare = target.radius
    west, east = min(a[0], b[0]) - spare, max(a[0], b[0]) + spare
    south, north = min(a[1], b[1]) - spare, max(a[1], b[1]) + spare
    over_monster = state.switches.monsters_seen_over_figures and (_is_big(observer) or _is_big(target))
    for one in state.figures_on_table():
        (x, y), r = one.at, one.radius
        if x + r <= west or x - r >= east or y + r <= south or y - r >= north:
            continue
        if one.knocked_down or one.id in (observer.id, target.id) or (over_monster and not _is_big(one)):
            continue
        if segment_point_distance(a, b, one.at) < r + spare and stops_a_ray(stand_of(one), eye, seen):
            return one
    return None


def _is_big(figure: Figure) -> bool:
    return isinstance(figure, Enemy) and figure.is_monster


@rule("FR-LOS-15")
def sees_point(state: Battle, figure: Figure, point: Point, elevation: float | None = None) -> bool:
    """A point is in sight if the ray to it is not stopped by terrain; figures do not matter."""
    limit = visibility_limit(state)
    if limit is not None and not within(distance_to(figure, point), inches(state, limit.value)):
        return False
    if WHY_NOT_SEE.first(state, figure, point) is not None:
        return False
    height = surface_at(state, point) if elevation is None else elevation
    spot = Stand(point, height, inches(state, BASE), 0.0)
    found = views(state.ground, stand_of(figure), spot, inches(state, 1.0))
    return not any(rays & 0b001100 for rays in found.values())


@rule("FR-EXP-03")
def ground_between(state: Battle, one: Figure | Point, other: Figure | Point) -> list[Piece]:
    """Every piece, Fields left out, whose footprint the straight line between two places touches."""
    a = one.at if isinstance(one, Figure) else one
    b = other.at if isinstance(other, Figure) else other
    terrain = terrain_of(state.ground)
    west, east = min(a[0], b[0]), max(a[0], b[0])
    south, north = min(a[1], b[1]), max(a[1], b[1])
    return [
        area.piece
        for area in terrain.features
        if area.west <= east
        and west <= area.east
        and area.south <= north
        and south <= area.north
        and terrain.category[area.id] != "field"
        and area.distance_to_segment(a, b) <= 0.0
    ]


def visible_opponents(state: Battle, figure: Figure) -> list[Figure]:
    """Every opponent in sight, the nearest first."""
    found = [one for one in state.opponents_of(figure) if sees(state, figure, one)]
    return sorted(found, key=lambda one: hypot(one.at[0] - figure.at[0], one.at[1] - figure.at[1]))
