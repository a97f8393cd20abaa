"""Cover: which terrain protects a target from which shooter."""

from __future__ import annotations

from sandtable.books.forgotten_ruin.chapters.line_of_sight import one_way, sight_on
from sandtable.books.forgotten_ruin.chapters.principles.conventions import closer_than, inches, within
from sandtable.books.forgotten_ruin.chapters.terrain import terrain_of
from sandtable.books.forgotten_ruin.state import Battle, Figure
from sandtable.kernel import Modifier, rule
from sandtable.table import Area, Point
from sandtable.table.figures.rays import Stand, stand_of, views
from sandtable.table.figures.terrain import overlaps


@rule("FR-COV-01", "FR-COV-02", "FR-COV-06", "FR-COV-08")
def in_cover(state: Battle, shooter: Figure, target: Figure) -> Modifier | None:
    """Why a target is in Cover from a shooter, with the rule; None in the open. Its value is always 0."""
    if target.knocked_down:
        return Modifier(0, "Knocked Down", "FR-COV-08")
    found = _cover(state, stand_of(shooter), stand_of(target))
    if found is None and one_way(state, shooter, target) == "none":
        if one_way(state, target, shooter) != "none":
            return Modifier(0, "hardly visible", "FR-LOS-04")
    return found


def is_in_cover_at(state: Battle, shooter: Figure, target: Figure, at: Point, elevation: float = 0.0) -> bool:
    """Whether a target would be in Cover of terrain from a shooter if it stood somewhere else."""
    spot = Stand(at, elevation, target.radius, target.height)
    return _cover(state, stand_of(shooter), spot) is not None


def _cover(state: Battle, shooter: Stand, target: Stand) -> Modifier | None:
    """Why terrain protects a place from another, or None."""
    terrain = terrain_of(state.ground)
    inside = _inside_something(state, shooter, target)
    if inside is not None:
        return inside
    found = views(state.ground, shooter, target, sight_on(state))
    for id in found:
        area, form = terrain.of[id], terrain.form[id]
        if form == "barrier":
            cover = _behind_linear(state, area, shooter, target)
        elif form in ("solid", "block"):
            cover = _behind_piece(state, area, shooter, target)
        else:
            cover = _past_the_edge(area, shooter)
        if cover is not None:
            return cover
    return None


@rule("FR-COV-04", "FR-TER-12")
def _inside_something(state: Battle, shooter: Stand, target: Stand) -> Modifier | None:
    """A target in an Area has Cover from everybody, one in a building from all who are outside it."""
    terrain = terrain_of(state.ground)
    for area in terrain.dense:
        if overlaps(target.at, target.radius, area):
            return Modifier(0, f"in the {area.piece.kind}", "FR-COV-04")
    for building in terrain.buildings:
        area, top = building.area, building.height or float("inf")
        if target.elevation < top and overlaps(target.at, target.radius, area):
            if not (shooter.elevation < top and overlaps(shooter.at, shooter.radius, area)):
                return Modifier(0, f"inside the {area.piece.kind}", "FR-TER-12")
    return None


@rule("FR-COV-03", "FR-COV-07")
def _behind_linear(state: Battle, area: Area, shooter: Stand, target: Stand) -> Modifier | None:
    """A Linear piece between them covers, unless only the shooter is within 1 in of it."""
    near = inches(state, 1.0)
    if within(_distance(area, shooter), near) and not within(_distance(area, target), near):
        return None
    return Modifier(0, f"behind the {area.piece.kind}", "FR-COV-03")


@rule("FR-COV-05", "FR-COV-02")
def _behind_piece(state: Battle, area: Area, shooter: Stand, target: Stand) -> Modifier | None:
    """A lone piece covers what is nearer to it than the shooter, or within 1 in of it."""
    there = _distance(area, target)
    if within(there, inches(state, 1.0)):
        return Modifier(0, f"partly behind the {area.piece.kind}", "FR-COV-02")
    if closer_than(there, _distance(area, shooter)):
        return Modifier(0, f"partly behind the {area.piece.kind}", "FR-COV-05")
    return None


@rule("FR-COV-02", "FR-COV-04")
def _past_the_edge(area: Area, shooter: Stand) -> Modifier | None:
    """A target partly hidden by an Area or a building has Cover, but not from those who are in it."""
    if overlaps(shooter.at, shooter.radius, area):
        return None
    return Modifier(0, f"partly behind the {area.piece.kind}", "FR-COV-02")


def _distance(area: Area, stand: Stand) -> float:
    return max(0.0, area.distance(*stand.at) - stand.radius)
