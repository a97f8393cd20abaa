"""The rules that a way stands on, for the events that tell of moves."""

from __future__ import annotations

from sandtable.books.forgotten_ruin.chapters.movement.footing import FULL
from sandtable.books.forgotten_ruin.chapters.movement.standing import why_stopped
from sandtable.books.forgotten_ruin.chapters.principles.conventions import TOLERANCE, inches
from sandtable.books.forgotten_ruin.chapters.terrain import terrain_of
from sandtable.books.forgotten_ruin.modifiers import (
    DASH,
    DASH_BASE,
    STRAIGHT_SPEED,
    WHY_FLYING,
    WHY_UNTROUBLED,
)
from sandtable.books.forgotten_ruin.state import Battle, Figure, Soldier
from sandtable.kernel.citation import rule
from sandtable.table.figures.legs import Leg, Route

WAYS: dict[str, tuple[str, ...]] = {
    "walk": (),
    "fly": ("FR-TER-11",),
    "climb": ("FR-MOV-17", "FR-MOV-18", "FR-TER-07"),
    "cross": ("FR-MOV-19", "FR-MOV-17", "FR-TER-03"),
    "door": ("FR-MOV-09", "FR-TER-08"),
    "window": ("FR-MOV-10", "FR-TER-08"),
    "drop": ("FR-MOV-22",),
    "leap": ("FR-MOV-25", "FR-MOV-26"),
}
"""The rules behind each kind of leg."""
AT_THE_EDGE = 1.0
"""So near to an edge an enemy is said to keep from it, in inches; ours."""


@rule("FR-MOV-02", "FR-MOV-31")
def rules_of_way(state: Battle, figure: Figure, way: Route, legs: list[Leg]) -> list[str]:
    """The rules that a way stands on."""
    found = ["FR-MOV-01"]
    if len(legs) > 1:
        found.append("FR-MOV-02")
    if any(leg.rough for leg in legs):
        found += _rules_of_rough(state, figure, way, legs)
    for leg in legs:
        found += WAYS[leg.how]
        if leg.how == "fly" and (flies := WHY_FLYING.first(state, figure)) is not None:
            found.append(flies.rule)
        if leg.how == "climb" and leg.top < leg.foot:
            found.append("FR-MOV-21")
    if isinstance(figure, Soldier):
        found += _rules_of_ease(state, figure, legs)
    if way.stop is not None:
        found.append(why_stopped(state, figure, way.stop).rule)
    x, y = figure.at
    ground, near = state.ground, inches(state, AT_THE_EDGE) + figure.radius
    at_edge = min(x, y, ground.width - x, ground.depth - y) < near
    if at_edge and figure.side != "squad":
        found.append("FR-MOV-31")
    return list(dict.fromkeys(found))


def _rules_of_ease(state: Battle, figure: Figure, legs: list[Leg]) -> list[str]:
    """Why pieces on the way, which would slow or stop others, do nothing to this figure."""
    found: list[str] = []
    if not WHY_UNTROUBLED.may_bear_on(figure):
        return found
    for area in terrain_of(state.ground).features:
        if any(area.distance_to_segment(leg.start, leg.end) <= 0.0 for leg in legs):
            why = WHY_UNTROUBLED.first(state, figure, area.piece)
            found += [why.rule] if why is not None else []
    return found


@rule("FR-TER-05", "FR-TER-06", "FR-TER-14")
def _rules_of_rough(state: Battle, figure: Figure, way: Route, legs: list[Leg]) -> list[str]:
    """Difficult terrain is an Area, a Field or a building; what it costs depends on how far it goes."""
    terrain = terrain_of(state.ground)
    found = ["FR-TER-14"]
    paid = figure.rough >= inches(state, FULL) - TOLERANCE
    found += ["FR-TER-09", "FR-MOV-04"] if paid else ["FR-MOV-06"]
    if way.halts:
        found.append("FR-MOV-05")
    for leg in legs:
        for start, end in leg.rough:
            share = (start + end) / 2
            at = (
                leg.start[0] + (leg.end[0] - leg.start[0]) * share,
                leg.start[1] + (leg.end[1] - leg.start[1]) * share,
            )
            for area in terrain.rough:
                if area.holds(*at):
                    found.append("FR-TER-06" if terrain.form[area.id] == "flat" else "FR-TER-05")
    return found


@rule("FR-MOV-16")
def rules_of_haste(state: Battle, figure: Figure, way: Route, how: str) -> list[str]:
    """What makes a Move or a Dash of this figure longer than usual; what is climbed is climbed before it."""
    found = ["FR-MOV-11"] if how == "dash" else []
    if how == "dash":
        found += ["FR-MOV-16"] if any(leg.how in ("climb", "cross") for leg in way.legs) else []
        found += [one.rule for one in (*DASH_BASE.all(state, figure), *DASH.all(state, figure))]
    if how in ("move", "dash") and way.is_straight:
        found += [one.rule for one in STRAIGHT_SPEED.all(state, figure)]
    return found
