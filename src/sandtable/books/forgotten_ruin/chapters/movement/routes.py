"""Routes: how a figure gets somewhere, into contact, or as far as it can."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

import msgspec

from sandtable.books.forgotten_ruin.chapters.movement.footing import footing_of
from sandtable.books.forgotten_ruin.chapters.principles.conventions import TOLERANCE, gap, inches
from sandtable.books.forgotten_ruin.chapters.terrain import level_at
from sandtable.books.forgotten_ruin.state import Battle, Figure
from sandtable.kernel import rule
from sandtable.table import Point
from sandtable.table.figures import routes
from sandtable.table.figures.footing import SHORT, Footing
from sandtable.table.figures.legs import Leg, Route, standing
from sandtable.table.figures.searching import Search
from sandtable.table.figures.terrain import TOUCHING
from sandtable.table.figures.tracing import Trace

ACROSS = 1.0
"""How near to a Linear piece the defender stands who can be fought across it (FR-HTH-08)."""


@rule("FR-EAI-23", "FR-MOV-01")
def route(
    state: Battle,
    figure: Figure,
    to: Point,
    limit: float = inf,
    *,
    elevation: float | None = None,
    search: Search | None = None,
) -> Route | None:
    """The way of a figure to a place it can stand at, out of contact, if it costs no more than a limit."""
    footing = search.footing if search is not None else footing_of(state, figure, may_contact=False)
    height = level_at(state, to) if elevation is None else elevation
    return routes.route(footing, to, height, limit, search)


def reach(state: Battle, figure: Figure, limit: float) -> list[tuple[Point, float]]:
    """Every place of the grid where a figure can stand out of contact, with what it costs to get there."""
    return routes.reach(footing_of(state, figure, may_contact=False), limit)


# ---- into contact ----------------------------------------------------------------------------------------


@rule("FR-MOV-13", "FR-PRN-09", "FR-HTH-08")
def route_to_contact(
    state: Battle,
    figure: Figure,
    target: Figure,
    limit: float = inf,
    *,
    taken: Sequence[Point] = (),
    search: Search | None = None,
) -> Route | None:
    """The cheapest way that brings a base into contact with an opponent; places taken are kept free."""
    if routes.is_too_far_to_touch(figure, target, limit):
        return None
    if gap(figure, target) <= TOLERANCE and abs(figure.elevation - target.elevation) < target.height:
        return msgspec.structs.replace(standing(figure.at, figure.elevation), contact=target.id)
    footing = search.footing if search is not None else footing_of(state, figure, may_contact=False)
    places = routes.contact_places(footing, target, taken)
    best = routes.route_to_touch(footing, target, places, limit, search)
    if best is None and limit < inf:
        best = _across(state, footing, target, limit)
        if best is None and not places:
            best = _without_room(footing, target, limit)
    return best


@rule("FR-HTH-08")
def _across(state: Battle, footing: Footing, target: Figure, limit: float) -> Route | None:
    """Up to a Linear piece behind which the target stands, to fight across it without crossing."""
    start, near = footing.mover.at, inches(state, ACROSS)
    for area in footing.terrain.barriers:
        if max(0.0, area.distance(*target.at) - target.radius) > near + TOLERANCE:
            continue
        if area.distance_to_segment(start, target.at) > 0.0:
            continue
        legs: list[Leg] = []
        for leg in _straight_to(footing, target):
            if leg.how == "cross" and leg.piece == area.id:
                break
            legs.append(leg)
        found = routes.paid(footing, legs, limit)
        touching = area.distance(*found.end) <= footing.radius + TOUCHING + SHORT
        if not found.ran_out and touching and abs(found.elevation - target.elevation) <= TOUCHING:
            return msgspec.structs.replace(found, contact=target.id, across=area.id)
    return None


@rule("FR-PRN-09")
def _without_room(footing: Footing, target: Figure, limit: float) -> Route | None:
    """Up to the foot of a Block on which nobody else can be stood, with enough left for the climb."""
    climb = footing.prices.rates.climb
    for area in footing.terrain.blocks:
        up = area.height - footing.mover.elevation
        if abs(area.height - target.elevation) > TOUCHING or up <= TOUCHING or not area.holds(*target.at):
            continue
        if not footing.terrain.nature[area.id].is_climbable:
            continue
        legs = [leg for leg in _straight_to(footing, target) if leg.how == "walk"]
        if not legs and up + climb > limit + TOLERANCE:
            continue
        found = routes.paid(footing, legs, limit - up - climb)
        if not found.ran_out and area.distance(*found.end) <= footing.radius + TOUCHING + SHORT:
            return msgspec.structs.replace(found, contact=target.id, across=area.id)
    return None


def _straight_to(footing: Footing, target: Figure) -> list[Leg]:
    """The legs straight towards a figure, as far as they lead."""
    trace = Trace(footing, footing.mover.at, footing.mover.elevation)
    trace.go(target.at, target.elevation)
    return trace.legs
