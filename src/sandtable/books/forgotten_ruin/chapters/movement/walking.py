"""Walking: how far figures may go, where they may end, and the walking itself."""

from __future__ import annotations

from math import inf

from sandtable.books.forgotten_ruin.chapters.movement.falling import land
from sandtable.books.forgotten_ruin.chapters.movement.footing import DUE, footing_of, rates
from sandtable.books.forgotten_ruin.chapters.movement.rules_of_ways import rules_of_haste, rules_of_way
from sandtable.books.forgotten_ruin.chapters.movement.standing import nearest_standable
from sandtable.books.forgotten_ruin.chapters.principles.conventions import TOLERANCE, gap, inches
from sandtable.books.forgotten_ruin.chapters.shooting.targets import why_no_melee
from sandtable.books.forgotten_ruin.chapters.terrain import terrain_of
from sandtable.books.forgotten_ruin.instructions import measured
from sandtable.books.forgotten_ruin.modifiers import (
    DASH,
    DASH_BASE,
    HALF_SPEED,
    SPEED,
    WHY_FOUR_LEGGED,
    speed,
)
from sandtable.books.forgotten_ruin.state import Battle, Contact, Enemy, Figure, Soldier
from sandtable.books.forgotten_ruin.windows import (
    MOVED,
    WINDOWS,
    Movement,
)
from sandtable.kernel.arithmetic import hypot, total
from sandtable.kernel.check import Modifier
from sandtable.kernel.citation import rule
from sandtable.kernel.play import Play
from sandtable.table.figures.legs import Budget, Leg, Route, pay
from sandtable.table.figures.room import nearest_free
from sandtable.table.measure import Point

DASH_BENT, DASH_STRAIGHT = 2, 3
"""What a Dash adds to the Move, and what it adds in one straight line (FR-MOV-11)."""
FOUR_LEGS = 1
"""What four or more legs add to a Dash (FR-MOV-12)."""
OWN_MOVES = ("move", "dash", "flight")
"""The ways of moving that count for the activation (FR-SHT-03)."""


@rule("FR-MOV-01", "FR-MOV-03")
def move_limit(state: Battle, figure: Figure, share: float = 1.0) -> float:
    """The allowance of a Move in the units of the table; half pace is exact."""
    return inches(state, speed(state, figure)) * share


@rule("FR-MOV-11", "FR-MOV-12")
def dash_inches(state: Battle, figure: Figure) -> tuple[float, float]:
    """What a Dash adds to the Move of a figure: anyhow, and in one straight line."""
    set_ = DASH_BASE.all(state, figure)
    added = sum(one.value for one in DASH.all(state, figure))
    least = max((one.value for one in set_), default=0)
    bent, straight = max(DASH_BENT, least), max(DASH_STRAIGHT, least)
    return inches(state, bent + added), inches(state, straight + added)


@DASH.source("FR-MOV-12", rank=-1)
def _four_legs(state: Battle, figure: Figure) -> Modifier | None:
    """Figures with four or more legs add 1 in to every Dash."""
    if "four legs" in getattr(figure, "traits", ()) or WHY_FOUR_LEGGED.first(state, figure) is not None:
        return Modifier(FOUR_LEGS, "four legs", "FR-MOV-12")
    return None


# ---- walking ---------------------------------------------------------------------------------------------


@rule("FR-MOV-01", "FR-MOV-13", "FR-ACT-04")
async def walk(play: Play[Battle], figure: Soldier | Enemy, way: Route, how: str, *rules: str) -> Movement:
    """A figure goes along a way and is in contact with every opponent whose base it then touches."""
    # Whoever makes way walks.
    from sandtable.books.forgotten_ruin.chapters.movement.displacing import make_way

    state = play.state
    legs = legs_from(way, figure.at)
    moment = Movement(state.seat_of(figure), figure, (figure.at,), how)
    if not legs:
        if way.contact:
            _meet(play, figure, way, how)
        return moment
    # What changes the Speed is asked where the move starts (FR-MIS-36).
    paces = [one.rule for one in SPEED.all(state, figure)] + [
        one.rule for one in HALF_SPEED.all(state, figure)
    ]
    changed = tuple(paces) if how in OWN_MOVES else ()
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
    _settle(play, figure)
    cost = _cost_of(state, figure, way, legs[: len(path) - 1])
    # Whoever had to step aside at the end is told where it stands.
    path[-1] = figure.at
    moment.path, moment.cost = tuple(path), cost
    if how in OWN_MOVES:
        # Ruling of FR-ARM-05: climbs, openings and Difficult terrain count with what they cost.
        figure.moved += max(length, cost, 2 * TOLERANCE) if isinstance(figure, Soldier) else length
        figure.rough += rough
    hurried = rules_of_haste(state, figure, way, how)
    cited = dict.fromkeys((*rules, *changed, *hurried, *rules_of_way(state, figure, way, legs)))
    walked = {
        "path": moment.path,
        "how": how,
        "inches": length,
        "cost": cost,
        **measured(state, figure, path),
    }
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
    return paid - inches(state, DUE) if way.halts and legs[-1] == way.legs[-1] else paid


def legs_from(way: Route, at: Point) -> list[Leg]:
    """The legs of a way that are still ahead of somebody who stands on it."""
    if not way.legs or hypot(way.path[0][0] - at[0], way.path[0][1] - at[1]) <= 0.05:
        return list(way.legs)
    for place, leg in enumerate(way.legs):
        if hypot(leg.end[0] - at[0], leg.end[1] - at[1]) <= 0.05:
            return list(way.legs[place + 1 :])
    return list(way.legs)


def _settle(play: Play[Battle], figure: Soldier | Enemy) -> None:
    """Where the way was cut so that the figure cannot stand there, it stands at the nearest free place."""
    state = play.state
    if not figure.on_table:
        return
    footing = footing_of(state, figure)
    stop = footing.what_is_at(figure.at, figure.elevation)
    if stop is None and footing.who_is_at(figure.at, figure.elevation) is None:
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
        one for one in state.contacts if figure.id not in (one.mover, one.other) or _still(state, one)
    )
    if how in ("push", "luck", "follow-up", "placed", "shift"):
        return
    opponents = [one for one in state.opponents_of(figure) if why_no_melee(state, figure, one) is None]
    for other in opponents:
        if gap(figure, other) <= TOLERANCE and _levels_meet(figure, other):
            _add(play, Contact(figure.id, other.id), how)
    # Whoever set out for somebody behind a wall may find nobody there any more: an image vanishes.
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


def _still(state: Battle, contact: Contact) -> bool:
    one, other = state.figure(contact.mover), state.figure(contact.other)
    return not contact.across and gap(one, other) <= TOLERANCE and _levels_meet(one, other)


def _levels_meet(one: Figure, other: Figure) -> bool:
    return abs(one.elevation - other.elevation) < max(one.height, other.height)
