"""Leaving the table where the scenario allows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.books.companies_and_captains.chapters.geometry.standing import why_blocked
from sandtable.books.companies_and_captains.scenarios.scenario import scenario_of
from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.kernel import Refusal, Refused, rule
from sandtable.table import NEAR, Point
from sandtable.table.edges import EDGES
from sandtable.table.units.edges import at_edge, base_to_edge
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
        any(base_to_edge(ground, at, radius, edge) * planner.going.cheapest <= reach for edge in edges)
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
            remedy = "End with every base wholly on the table."
            if planner.exits:
                remedy = f"It may leave over: {', '.join(planner.exits)}."
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
    nearest = sorted(edges, key=lambda edge: base_to_edge(ground, at, radius, edge))
    first: Blocked | None = None
    straight: Path = (at, at)
    for edge in nearest:
        for aside in ASIDE:
            end = at_edge(ground, at, radius, edge, aside * 2 * radius)
            fault = around.check((at, end), planner.limit)
            if fault is None:
                return (at, end)
            if first is None:
                first, straight = fault, (at, end)
    for edge in nearest:
        path = way_through(around, at, at_edge(ground, at, radius, edge, 0.0), planner.limit)
        if path is not None:
            return path
    assert first is not None
    fault = Blocked(first.what, first.name, first.at, number)
    refusal = why_blocked(planner.state, planner.group, fault, planner.limit, planner.going, straight)
    raise Refused(
        Refusal("CC-GEO-30", refusal.reason, "Every model must reach or cross the edge in this Move.")
    )
