"""Leaving the table where the scenario allows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.books.companies_and_captains.chapters.geometry.answers import EDGES
from sandtable.books.companies_and_captains.chapters.geometry.refusals import why_blocked
from sandtable.books.companies_and_captains.scenarios.scenario import scenario_of
from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.kernel.citation import rule
from sandtable.kernel.refusal import Refusal, Refused
from sandtable.table.measure import NEAR, OVERLAP, Models, Point
from sandtable.table.terrain import Ground
from sandtable.table.units.going import Path
from sandtable.table.units.groups import group_box
from sandtable.table.units.paths import Blocked, Surroundings
from sandtable.table.units.planner import way_through

if TYPE_CHECKING:
    from sandtable.books.companies_and_captains.chapters.geometry.move_planner import MovePlanner

ASIDE = (0.0, 1.0, -1.0, 2.0, -2.0)
"""Where along the edge a model may cross it: straight ahead, or some bases to the side."""


@rule("CC-GEO-30", "CC-MOV-07", "CC-PUB-09")
def edges_allowed(state: Battle, group: Group) -> tuple[str, ...]:
    """The edges over which the scenario lets the Group Move off the table."""
    may_leave = scenario_of(state).may_leave
    return tuple([edge for edge in EDGES if may_leave(state, group, edge, by_retreat=False)])


@rule("CC-GEO-21", "CC-PUB-09")
def edge_left(ground: Ground, models: Models, radius: float) -> str:
    """The edge over which a Group hangs; at a corner the one it has crossed farthest, "" if none."""
    west, south, east, north = group_box(models)
    over = {
        "north": north + radius - ground.depth,
        "east": east + radius - ground.width,
        "south": radius - south,
        "west": radius - west,
    }
    edge = max(EDGES, key=lambda one: over[one])
    return edge if over[edge] > OVERLAP else ""


def distance_to_edge(ground: Ground, at: Point, radius: float, edge: str) -> float:
    """How far the rim of a base is from an edge, never below 0."""
    room = {
        "north": ground.depth - at[1],
        "east": ground.width - at[0],
        "south": at[1],
        "west": at[0],
    }[edge]
    return max(0.0, room - radius)


def edges_in_reach(planner: MovePlanner) -> list[str | list[str]]:
    """The edges, or at a corner the pairs of edges, over which the whole Group can leave with this Move."""
    found: list[str | list[str]] = []
    for edge in planner.exits:
        if _may_reach(planner, (edge,)) and _way_off(planner, (edge,)) is not None:
            found.append(edge)
    if not found and len(planner.exits) > 1 and _may_reach(planner, planner.exits):
        if _way_off(planner, planner.exits) is not None:
            found.append(list(planner.exits))
    return found


def _may_reach(planner: MovePlanner, edges: tuple[str, ...]) -> bool:
    ground, radius = planner.state.ground, planner.group.radius
    reach = planner.limit + NEAR
    return all(
        any(distance_to_edge(ground, at, radius, edge) * planner.going.cheapest <= reach for edge in edges)
        for at in planner.group.models
    )


def _way_off(planner: MovePlanner, edges: tuple[str, ...]) -> tuple[Path, ...] | None:
    try:
        return paths_off_the_table(planner, edges)
    except Refused:
        return None


def paths_off_the_table(planner: MovePlanner, edges: tuple[str, ...]) -> tuple[Path, ...]:
    """The path of each model to one of these edges; refused if one is barred or a model reaches none."""
    for edge in edges:
        if edge not in planner.exits:
            reason = f"{planner.group.name} may not leave the table over the {edge} edge."
            allowed = f"over: {', '.join(planner.exits)}" if planner.exits else "at all"
            remedy = (
                f"It may leave {allowed}." if planner.exits else "End with every base wholly on the table."
            )
            raise Refused(Refusal("CC-MOV-07", reason, remedy))
    ground, group, limit = planner.state.ground, planner.group, planner.limit
    west, south, east, north = group_box(group.models)
    wide = (west - limit, south - limit, east + limit, north + limit)
    around = Surroundings(ground, wide, group.radius, planner.going, planner.blockers)
    return tuple(_path_off(planner, around, number, at, edges) for number, at in enumerate(group.models))


def _path_off(
    planner: MovePlanner, around: Surroundings, number: int, at: Point, edges: tuple[str, ...]
) -> Path:
    ground, radius = planner.state.ground, planner.group.radius
    nearest = sorted(edges, key=lambda edge: distance_to_edge(ground, at, radius, edge))
    first: Blocked | None = None
    straight: Path = (at, at)
    for edge in nearest:
        for aside in ASIDE:
            end = _on_edge(ground, at, radius, edge, aside * 2 * radius)
            fault = around.check((at, end), planner.limit)
            if fault is None:
                return (at, end)
            if first is None:
                first, straight = fault, (at, end)
    for edge in nearest:
        path = way_through(around, at, _on_edge(ground, at, radius, edge, 0.0), planner.limit)
        if path is not None:
            return path
    assert first is not None
    fault = Blocked(first.what, first.name, first.at, number)
    refusal = why_blocked(planner.state, planner.group, fault, planner.limit, planner.going, straight)
    raise Refused(
        Refusal("CC-GEO-30", refusal.reason, "Every model must reach or cross the edge in this Move.")
    )


def _on_edge(ground: Ground, at: Point, radius: float, edge: str, aside: float) -> Point:
    x = min(max(at[0] + aside, radius), ground.width - radius)
    y = min(max(at[1] + aside, radius), ground.depth - radius)
    if edge == "north":
        return (x, max(at[1], ground.depth - radius))
    if edge == "south":
        return (x, min(at[1], radius))
    if edge == "east":
        return (max(at[0], ground.width - radius), y)
    return (min(at[0], radius), y)
