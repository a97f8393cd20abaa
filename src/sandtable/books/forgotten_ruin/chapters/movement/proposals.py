"""Moves worth trying: Cover, enemies, markers and edges; and a move as it is told while it is planned."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, NamedTuple

import numpy

from sandtable.binding.plotting import HOLD, written
from sandtable.books.forgotten_ruin.chapters.cover import is_in_cover_at
from sandtable.books.forgotten_ruin.chapters.principles.conventions import gap
from sandtable.books.forgotten_ruin.naming import name_of, unit_called
from sandtable.books.forgotten_ruin.state import Battle, Soldier
from sandtable.kernel import Answer, Option
from sandtable.kernel.arithmetic import total
from sandtable.table import Point
from sandtable.table.edges import EDGES
from sandtable.table.figures.legs import Route
from sandtable.table.figures.terrain import TOUCHING
from sandtable.table.shapes import distance

if TYPE_CHECKING:
    from sandtable.books.forgotten_ruin.chapters.movement.planner import MovePlanner

MOST = 12
"""How many moves are proposed at most."""
HARDLY = 0.3
"""Inches that nobody calls a move; ours."""
MOST_TRIED = 60
"""How many places are tried in a search for Cover."""
CLOSE_ENOUGH = 0.05
"""Inches that are not worth a word."""
DEEDS = {"climb": "a climb", "cross": "an obstacle", "drop": "a drop", "door": "a door", "leap": "a leap"}
"""What makes a way dearer than it is long."""


class Idea(NamedTuple):
    """A move that may be worth trying."""

    answer: Answer
    label: str
    rules: tuple[str, ...]
    about: tuple[str, ...] = ()
    foe: str = ""
    """Which kind of enemy is fought."""


def worth_trying(planner: MovePlanner) -> list[Option]:
    """A handful of moves that are accepted; the last one is to stay."""
    found: list[Idea] = []
    soldier = planner.soldier
    if planner.farthest > TOUCHING:
        for idea in _ideas(planner):
            # One fight with each kind of enemy is enough of a proposal.
            known = any(one.label == idea.label or (idea.foe and one.foe == idea.foe) for one in found)
            if len(found) < MOST and not known and planner.accepts(idea.answer):
                found.append(idea)
    moves = [Option(one.answer, one.label, one.rules, about=one.about) for one in found]
    return [*moves, Option(HOLD, f"{name_of(planner.state, soldier)} stays", (planner.rule,))]


def _ideas(planner: MovePlanner) -> list[Idea]:
    state, soldier = planner.state, planner.soldier
    x, y = soldier.at
    foes = sorted(state.opponents_of(soldier), key=lambda one: distance(one.at, soldier.at))
    ideas: list[Idea] = []
    if planner.may_contact:
        for foe in foes[:3]:
            if distance(foe.at, soldier.at) - foe.radius - soldier.radius <= planner.farthest:
                kind = foe.name if foe.name != foe.id else type(foe).__name__
                label = f"fight {name_of(state, foe)}"
                ideas.append(Idea({"fight": foe.id}, label, ("FR-MOV-13",), (foe.id,), kind))
    if foes:
        spot = _cover_near(planner, foes[0].id)
        if spot is not None:
            stays = distance(spot, soldier.at) < HARDLY
            label = f"{'stay in' if stays else 'into'} Cover from {unit_called(state, foes[0])}"
            whom = (foes[0].id,)
            ideas.append(Idea({"models": [written(spot)]}, label, ("FR-MOV-01", "FR-COV-02"), whom))
        ideas += _stretch(planner, foes[0].at, f"towards {unit_called(state, foes[0])}", foes[0].id)
        away = (2 * x - foes[0].at[0], 2 * y - foes[0].at[1])
        ideas += _stretch(planner, away, f"away from {unit_called(state, foes[0])}", foes[0].id)
    for at, label, id in _places(planner):
        ideas += _stretch(planner, at, label, id)
    if planner.may_leave:
        for edge in EDGES:
            ideas.append(Idea({"leave": edge}, f"leave over the {edge} edge", ("FR-MOV-29",)))
    return ideas


def _places(planner: MovePlanner) -> list[tuple[Point, str, str]]:
    """Where the mission leads: markers and features of Objectives, with their ids."""
    state = planner.state
    found: list[tuple[Point, str, str]] = []
    for marker in state.markers.values():
        if not marker.gone and not marker.checked:
            label = f"towards the {marker.kind} marker, {_far(planner, marker.at)}"
            found.append((marker.at, label, marker.id))
    pieces = {one.id: one for one in state.ground.pieces}
    for objective in state.objectives.values():
        if objective.state != "open":
            continue
        for id in objective.features:
            if id in pieces and id not in objective.scouted:
                at, name = pieces[id].centre, f"the {pieces[id].kind} for {objective.type}"
                found.append((at, f"towards {name}, {_far(planner, at)}", id))
    found.sort(key=lambda one: distance(one[0], planner.soldier.at))
    return found[:3]


def _far(planner: MovePlanner, at: Point) -> str:
    """How far it is to a place, which tells it from others of its kind."""
    measure = " cm" if planner.state.switches.units == "metric" else "″"
    return f"{distance(at, planner.soldier.at):.1f}{measure} away"


def _stretch(planner: MovePlanner, to: Point, label: str, id: str) -> list[Idea]:
    """As far as the search got towards a point; for a Dash round a corner, as far as that allows."""
    ideas: list[Idea] = []
    for limit in dict.fromkeys((planner.farthest, planner.limit + planner.bent)):
        spot = planner.search.nearest_to(to, limit)
        if spot is not None and distance(spot, planner.soldier.at) >= HARDLY:
            ideas.append(Idea({"models": [written(spot)]}, label, ("FR-MOV-01",), (id,)))
    return ideas


def _cover_near(planner: MovePlanner, foe: str) -> Point | None:
    """The nearest place in Cover from an opponent that the move reaches."""
    state, soldier = planner.state, planner.soldier
    search = planner.search
    grid = search.grid
    features = [one for one in planner.footing.terrain.features if "field" not in one.piece.traits]
    x, y = soldier.at
    near = [one for one in features if one.is_near(x, y, planner.farthest + 1.0)]
    if not near:
        return None
    order = numpy.flatnonzero(search.cost < inf)
    order = order[numpy.argsort(search.cost[order], kind="stable")]
    enemy = state.figure(foe)
    tried = 0
    for place in order:
        at = (float(grid.x[place]), float(grid.y[place]))
        if not any(one.is_near(*at, soldier.radius + 0.5) for one in near):
            continue
        tried += 1
        if tried > MOST_TRIED:
            return None
        if is_in_cover_at(state, enemy, soldier, at, float(grid.z[place])):
            return at
    return None


def in_words(state: Battle, soldier: Soldier, route: Route, limit: float) -> str:
    """The length of a way, its cost of what there is with the reason, and what it ends at."""
    far = total(leg.length for leg in route.legs)
    dear = f", costs {route.cost:.1f}" if route.cost > far + CLOSE_ENOUGH else ""
    reasons = dict.fromkeys(DEEDS[leg.how] for leg in route.legs if leg.how in DEEDS)
    rough = ["Difficult ground"] if any(leg.rough for leg in route.legs) else []
    why = f" ({', '.join([*rough, *reasons])})" if dear and (rough or reasons) else ""
    return f"{far:.1f}″{dear} of {limit:g}″{why}{_end(state, soldier, route)}"


def _end(state: Battle, soldier: Soldier, route: Route) -> str:
    """In contact, in Cover from the nearest enemy, or in the open."""
    if route.contact:
        return f", into hand-to-hand combat with {name_of(state, state.figure(route.contact))}"
    foes = state.opponents_of(soldier)
    if not route.legs or not foes:
        return ""
    near = min(foes, key=lambda one: (gap(soldier, one), one.id))
    height = f", up at {route.elevation:g}″" if route.elevation > TOUCHING else ""
    if is_in_cover_at(state, near, soldier, route.end, route.elevation):
        return f"{height}, in Cover from {name_of(state, near)}"
    return height
