"""Walking: how far figures may go, the walking itself, and the rules that a way stands on."""

from __future__ import annotations

from math import inf
from typing import Any

from sandtable.books.forgotten_ruin.chapters.movement.falling import land
from sandtable.books.forgotten_ruin.chapters.movement.footing import (
    footing_of,
    nearest_standable,
    rates,
    why_stopped,
)
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    TOLERANCE,
    bases_touch,
    inches,
)
from sandtable.books.forgotten_ruin.chapters.shooting.targets import why_no_melee
from sandtable.books.forgotten_ruin.chapters.terrain import terrain_of
from sandtable.books.forgotten_ruin.instructions import measured
from sandtable.books.forgotten_ruin.modifiers import (
    DASH,
    DASH_BASE,
    HALF_SPEED,
    SPEED,
    STRAIGHT_SPEED,
    WHY_FLYING,
    WHY_FOUR_LEGGED,
    WHY_UNTROUBLED,
    speed,
)
from sandtable.books.forgotten_ruin.state import Battle, Contact, Enemy, Figure, Soldier
from sandtable.books.forgotten_ruin.windows import MOVED, WINDOWS, Movement
from sandtable.kernel import Modifier, Play, rule
from sandtable.kernel.arithmetic import total
from sandtable.table import Point
from sandtable.table.figures.legs import Budget, Leg, Route, pay
from sandtable.table.figures.room import nearest_free
from sandtable.table.shapes import distance, part_way

OWN_MOVES = ("move", "dash", "flight")
"""The ways of moving that count for the activation (FR-SHT-03)."""
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


@rule("FR-MOV-01", "FR-MOV-03")
def move_limit(state: Battle, figure: Figure, share: float = 1.0) -> float:
    """The allowance of a Move in the units of the table; half pace is exact."""
    return inches(state, speed(state, figure)) * share


@rule("FR-MOV-11", "FR-MOV-12")
def dash_inches(state: Battle, figure: Figure) -> tuple[float, float]:
    """What a Dash adds to the Move of a figure: 2 in anyhow, and 3 in one straight line, or more."""
    added = sum(one.value for one in DASH.all(state, figure))
    least = max((one.value for one in DASH_BASE.all(state, figure)), default=0)
    return inches(state, max(2, least) + added), inches(state, max(3, least) + added)


@DASH.source("FR-MOV-12", rank=-1)
def _four_legs(state: Battle, figure: Figure) -> Modifier | None:
    """Figures with four or more legs add 1 in to every Dash."""
    if "four legs" in getattr(figure, "traits", ()) or WHY_FOUR_LEGGED.first(state, figure) is not None:
        return Modifier(1, "four legs", "FR-MOV-12")
    return None


# ---- walking ---------------------------------------------------------------------------------------------


@rule("FR-MOV-01", "FR-MOV-13", "FR-ACT-04")
async def walk(play: Play[Battle], figure: Soldier | Enemy, way: Route, how: str, *rules: str) -> Movement:
    """A figure goes along a way and is in contact with every opponent whose base it then touches."""
    # A figure that makes way walks.
    from sandtable.books.forgotten_ruin.chapters.movement.displacing import make_way

    state = play.state
    legs = legs_from(way, figure.at)
    moment = Movement(state.seat_of(figure), figure, (figure.at,), how)
    if not legs:
        if way.contact:
            _meet(play, figure, way, how)
        return moment
    # What changes the Speed is asked where the move starts (FR-MIS-36).
    changed: list[str] = []
    if how in OWN_MOVES:
        changed += (one.rule for one in SPEED.all(state, figure))
        changed += (one.rule for one in HALF_SPEED.all(state, figure))
    path: list[Point] = [figure.at]
    length = rough = 0.0
    for leg in legs:
        if isinstance(figure, Enemy) and figure.is_monster:
            make_way(play, figure, leg)
        figure.at, figure.elevation = leg.end, leg.top
        path.append(leg.end)
        length += leg.length
        rough += total((b - a) * leg.length for a, b in leg.rough)
        if leg.how in ("drop", "leap") and not await land(play, figure, leg, moment):
            if path[-1] != figure.at:
                path.append(figure.at)
            break
    settle(state, figure)
    cost = _cost_of(state, figure, way, legs[: len(path) - 1])
    # Of a figure that had to step aside at the end it is told where it stands.
    path[-1] = figure.at
    moment.path, moment.cost = tuple(path), cost
    if how in OWN_MOVES:
        # Ruling of FR-ARM-05: climbs, openings and Difficult terrain count with what they cost.
        figure.moved += max(length, cost, 2 * TOLERANCE) if isinstance(figure, Soldier) else length
        figure.rough += rough
    hurried = rules_of_haste(state, figure, way, how)
    cited = dict.fromkeys((*rules, *changed, *hurried, *rules_of_way(state, figure, way, legs)))
    walked: dict[str, Any] = {"path": moment.path, "how": how, "inches": length, "cost": cost}
    walked |= measured(state, figure, path)
    play.tell("figure moved", *cited, figure=figure.id, **walked)
    if figure.on_table:
        _meet(play, figure, way, how)
        await WINDOWS.open(play, MOVED, moment)
    return moment


def _cost_of(state: Battle, figure: Figure, way: Route, legs: list[Leg]) -> float:
    """The allowance that a way has used up; a due that could not be paid was not."""
    if not legs:
        return 0.0
    paid = pay(legs, Budget(inf, rough=figure.rough), rates(state)).cost
    return paid - rates(state).rough_due if way.halts and legs[-1] == way.legs[-1] else paid


def legs_from(way: Route, at: Point) -> list[Leg]:
    """The legs of a way that are still ahead of somebody who stands on it."""
    for place, reached in enumerate(way.path if way.legs else ()):
        if distance(reached, at) <= 0.05:
            return list(way.legs[place:])
    return list(way.legs)


def settle(state: Battle, figure: Soldier | Enemy) -> None:
    """Where the way was cut so that the figure cannot stand there, it stands at the nearest free place."""
    if not figure.on_table:
        return
    footing = footing_of(state, figure)
    if footing.can_end(figure.at, figure.elevation):
        return
    spot = nearest_free(footing, figure.at, figure.elevation)
    if spot is None:
        spot, figure.elevation = nearest_standable(state, figure.at, figure), 0.0
    figure.at = spot


@rule("FR-MOV-13", "FR-MOV-28")
def _meet(play: Play[Battle], figure: Soldier | Enemy, way: Route, how: str) -> None:
    """Contact by movement starts a hand-to-hand combat; contacts that are no more are forgotten."""
    state = play.state
    state.contacts = tuple(
        one
        for one in state.contacts
        if figure.id not in (one.mover, one.other)
        or (not one.across and bases_touch(state.figure(one.mover), state.figure(one.other)))
    )
    if how in ("push", "luck", "follow-up", "placed", "shift"):
        return
    opponents = [one for one in state.opponents_of(figure) if why_no_melee(state, figure, one) is None]
    for other in opponents:
        if bases_touch(figure, other):
            _add(play, Contact(figure.id, other.id), how)
    # A figure that set out for somebody behind a wall may find nobody there any more: an image vanishes.
    if way.across and any(other.id == way.contact for other in opponents):
        _add(play, Contact(figure.id, way.contact, way.across), how)


def _add(play: Play[Battle], contact: Contact, how: str) -> None:
    state = play.state
    if any({one.mover, one.other} == {contact.mover, contact.other} for one in state.contacts):
        return
    state.contacts = (*state.contacts, contact)
    rules = ["FR-MOV-28" if how == "random" else "FR-MOV-13"]
    if contact.across:
        is_linear = terrain_of(state.ground).form[contact.across] == "barrier"
        rules.append("FR-HTH-08" if is_linear else "FR-PRN-09")
    play.tell("moved into contact", *rules, figure=contact.mover, other=contact.other, across=contact.across)


# ---- for the events that tell of moves -------------------------------------------------------------------


@rule("FR-MOV-02", "FR-MOV-31")
def rules_of_way(state: Battle, figure: Figure, way: Route, legs: list[Leg]) -> list[str]:
    """The rules that a way stands on; an enemy within 1 in of an edge keeps from it."""
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
    ground, near = state.ground, inches(state, 1.0) + figure.radius
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
    paid = figure.rough >= rates(state).rough_stretch - TOLERANCE
    found += ["FR-TER-09", "FR-MOV-04"] if paid else ["FR-MOV-06"]
    if way.halts:
        found.append("FR-MOV-05")
    for leg in legs:
        for start, end in leg.rough:
            at = part_way(leg.start, leg.end, (start + end) / 2)
            inside = [area for area in terrain.rough if area.holds(*at)]
            found += ["FR-TER-06" if terrain.form[area.id] == "flat" else "FR-TER-05" for area in inside]
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
