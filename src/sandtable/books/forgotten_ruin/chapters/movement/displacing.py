"""Displacing: pushes, random moves, and figures that are shifted out of the way."""

from __future__ import annotations

from collections.abc import Iterator
from math import degrees, radians

import msgspec

from sandtable.books.forgotten_ruin.chapters.movement.falling import fall
from sandtable.books.forgotten_ruin.chapters.movement.footing import footing_of, rates
from sandtable.books.forgotten_ruin.chapters.movement.walking import walk
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    are_level,
    bearing,
    inches,
    remove,
    told,
    towards,
)
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Soldier
from sandtable.books.forgotten_ruin.windows import MOVED, WINDOWS, Movement
from sandtable.kernel import Candidate, ChooseOne, For, Play, rule
from sandtable.kernel.arithmetic import atan2, cos, hypot, sin
from sandtable.table import Point
from sandtable.table.figures.footing import SHORT, Footing, Stop
from sandtable.table.figures.legs import Budget, Leg, Route, pay, standing
from sandtable.table.figures.room import nearest_free
from sandtable.table.figures.terrain import TOUCHING
from sandtable.table.shapes import distance, part_way, segment_point_distance

# ---- pushes ----------------------------------------------------------------------------------------------


@rule("FR-HTH-33", "FR-HTH-16", "FR-HTH-17", "FR-MOV-33")
async def push(
    play: Play[Battle], figure: Soldier | Enemy, away_from: Figure | Point, far: float, *rules: str
) -> bool:
    """A figure is pushed straight away from another, or up to 45 degrees aside; False if it is Stuck."""
    state, footing = play.state, _shoved(play.state, figure)
    cited = ["FR-HTH-33", *rules]
    monster: Place | None = None
    for direction in _directions(figure, away_from):
        way = _pushed(footing, direction, inches(state, far))
        if way is None and _meets_table_edge(footing, direction, inches(state, far)):
            cited.append("FR-MOV-33")
        if way is not None and _is_at_monster(state, figure, way):
            monster, way = monster or way, None
        if way is not None:
            return await _come_to(play, figure, way, cited)
    past = None if monster is None else _past(state, figure, monster)
    if past is not None:
        return await _come_to(play, figure, past, [*cited, "FR-HTH-16"])
    why = "there is no room to be pushed back"
    play.tell("figure is Stuck", *dict.fromkeys(cited), figure=figure.id, why=why)
    return False


@rule("FR-HTH-33")
def has_room(state: Battle, figure: Soldier | Enemy, away_from: Point, far: float) -> bool:
    """Whether a push away from a point leads to where a figure can stand."""
    footing = _shoved(state, figure)
    ways = (_pushed(footing, one, inches(state, far)) for one in _directions(figure, away_from))
    return any(one is not None and not _is_at_monster(state, figure, one) for one in ways)


def _shoved(state: Battle, figure: Figure) -> Footing:
    """A figure that is pushed."""
    # FR-HTH-16: figures behind are moved out of the way.
    return footing_of(state, figure, may_contact=True, alone=True)


@rule("FR-HTH-33")
def _directions(figure: Figure, away_from: Figure | Point) -> Iterator[Point]:
    """The directions of a push, up to 45 degrees aside in steps of 5, the straightest first."""
    (x, y), (u, v) = figure.at, away_from.at if isinstance(away_from, Figure) else away_from
    straight = degrees(atan2(y - v, x - u))
    for turn in sorted(range(-45, 46, 5), key=lambda one: (abs(one), one)):
        angle = radians(straight + turn)
        yield cos(angle), sin(angle)


@rule("FR-MOV-33")
def _meets_table_edge(footing: Footing, direction: Point, far: float) -> bool:
    """The edge of the table counts like a wall: nothing pushes a figure over it."""
    (x, y), (u, v) = footing.mover.at, direction
    stop = footing.first_stop((x, y), (x + u * far, y + v * far), footing.mover.elevation)
    return stop is not None and stop.what == "edge"


Place = tuple[Point, float, float]
"""Where a push ends, the height there, and how far the figure falls."""


@rule("FR-HTH-33")
def _pushed(footing: Footing, direction: Point, far: float) -> Place | None:
    """Where a push in a direction ends, up to half an inch farther to find a place; None without room."""
    (x, y), elevation = footing.mover.at, footing.mover.elevation
    for more in (0.0, 0.1, 0.2, 0.3, 0.4, 0.5):
        distance = far + more * (0.5 * footing.prices.rates.inch) / 0.5
        to = (x + direction[0] * distance, y + direction[1] * distance)
        stop = footing.first_stop((x, y), to, elevation)
        if stop is not None and stop.what == "ledge":
            lower = footing.terrain.surface_at(to, elevation - TOUCHING)
            if footing.what_is_at(to, lower) is None:
                return to, lower, elevation - lower
            continue
        if stop is not None and stop.what != "opening":
            return None
        if footing.what_is_at(to, elevation) is None:
            return to, elevation, 0.0
    return None


@rule("FR-HTH-17")
async def _goes_over(play: Play[Battle], figure: Soldier | Enemy, height: float) -> bool:
    """A soldier chooses between the ledge and the fall; enemies always fall."""
    if not isinstance(figure, Soldier):
        return True
    options = [
        Candidate("fall", f"drop {told(play.state, height)}", rules=("FR-HTH-17", "FR-MOV-22")),
        Candidate("stay", "stay on the ledge and be Stuck", rules=("FR-HTH-17",)),
    ]
    prompt, seat = f"{figure.name} is pushed over a ledge.", figure.seat
    facts, about = {"figure": figure.id, "height": height}, (figure.id,)
    question = ChooseOne(seat, "fall or stay", prompt, ("FR-HTH-17",), lambda: options, facts, about=about)
    return bool(await play.ask(question) == "fall")


@rule("FR-HTH-16")
def _is_at_monster(state: Battle, figure: Figure, place: Place) -> bool:
    """Whether a monster stands where a figure would be pushed to; it is not moved out of the way."""
    there = msgspec.structs.replace(figure, at=place[0], elevation=place[1])
    return any(isinstance(one, Enemy) and one.is_monster for one in _in_the_way(state, there))


@rule("FR-HTH-16")
def _past(state: Battle, figure: Figure, place: Place) -> Place | None:
    """The nearest place on the other side of the monster behind a figure, or beside it; out of contact."""
    footing, through = footing_of(state, figure, may_contact=False), _shoved(state, figure)
    to, elevation, height = place
    there = msgspec.structs.replace(figure, at=to, elevation=elevation)
    monster = next(one for one in _in_the_way(state, there) if isinstance(one, Enemy) and one.is_monster)
    (x, y), (u, v) = figure.at, monster.at
    far = hypot(u - x, v - y)
    along = ((u - x) / far, (v - y) / far)
    clear = monster.radius + figure.radius + TOUCHING + SHORT

    def is_past(spot: Point) -> bool:
        beyond = (spot[0] - u) * along[0] + (spot[1] - v) * along[1]
        return beyond > 0.0 and (
            height > TOUCHING or through.first_stop(figure.at, spot, figure.elevation) is None
        )

    other_side = (u + along[0] * clear, v + along[1] * clear)
    at = nearest_free(footing, other_side, elevation, is_past) or nearest_free(footing, to, elevation)
    return None if at is None else (at, elevation, height)


async def _come_to(play: Play[Battle], figure: Soldier | Enemy, place: Place, rules: list[str]) -> bool:
    """A figure is where it was pushed to and others there make room; False if it stays on a ledge."""
    state, start = play.state, figure.at
    to, elevation, height = place
    if height > TOUCHING and not await _goes_over(play, figure, height):
        why = "it stays on the ledge"
        play.tell("figure is Stuck", "FR-HTH-17", *dict.fromkeys(rules), figure=figure.id, why=why)
        return False
    figure.at, figure.elevation = to, elevation
    play.tell("figure pushed", *dict.fromkeys(rules), figure=figure.id, path=(start, to))
    _clear_place(play, figure)
    forget_contacts(state, figure)
    moment = Movement(state.seat_of(figure), figure, (start, to), "push")
    if height > TOUCHING:
        await fall(play, figure, height, False, "FR-HTH-17")
    if figure.on_table:
        await WINDOWS.open(play, MOVED, moment)
    return True


@rule("FR-HTH-16")
def _clear_place(play: Play[Battle], figure: Soldier | Enemy) -> None:
    """A figure that stands where another was pushed to, or would touch it there, is moved out of the way."""
    state = play.state
    for other in _in_the_way(state, figure):
        start, footing = other.at, footing_of(state, other, may_contact=False)
        other.at = nearest_free(footing, start, other.elevation) or start
        forget_contacts(state, other)
        if other.at != start:
            play.tell("figure shifted", "FR-HTH-16", figure=other.id, path=(start, other.at))


def _in_the_way(state: Battle, figure: Figure) -> list[Soldier | Enemy]:
    """Whose base a figure stands on, and the opponents whom it touches."""
    others = [one for one in state.figures_on_table() if one.id != figure.id and not one.riding]
    overlapped = [
        one
        for one in others
        if are_level(one, figure) and distance(one.at, figure.at) < one.radius + figure.radius - TOUCHING
    ]
    touched = [one for one in state.opponents_of(figure) if not one.riding and _touch(figure, one)]
    return list({one.id: one for one in [*overlapped, *touched]}.values())


def _touch(one: Figure, other: Figure) -> bool:
    return distance(one.at, other.at) <= one.radius + other.radius + TOUCHING and are_level(one, other)


def forget_contacts(state: Battle, figure: Figure) -> None:
    """Contacts of a figure that was moved away are no more."""
    state.contacts = tuple(
        one
        for one in state.contacts
        if figure.id not in (one.mover, one.other) or _touch(state.figure(one.mover), state.figure(one.other))
    )


# ---- out of the way --------------------------------------------------------------------------------------


@rule("FR-MOV-08")
def make_way(play: Play[Battle], monster: Enemy, leg: Leg) -> None:
    """Human-sized figures of a monster's own side are shifted just out of its way, or from where it lands."""
    state = play.state
    # FR-TER-11: a flyer passes over them.
    start = leg.end if leg.how == "fly" else leg.start
    for other in state.figures_on_table():
        if other.id == monster.id or other.side != monster.side:
            continue
        if isinstance(other, Enemy) and other.is_monster:
            continue
        if abs(other.elevation - leg.top) >= max(other.height, monster.height):
            continue
        near = other.radius + monster.radius - TOUCHING
        if segment_point_distance(start, leg.end, other.at) < near:
            shift_aside(play, other, start, leg.end, monster.radius, "FR-MOV-08")


@rule("FR-MOV-08")
def shift_aside(
    play: Play[Battle], figure: Soldier | Enemy, start: Point, end: Point, width: float, *rules: str
) -> None:
    """A figure is shifted the shortest distance that clears a way, not into contact with an opponent."""
    state, stood = play.state, figure.at
    clear = figure.radius + width + SHORT
    spot = nearest_free(
        footing_of(state, figure, may_contact=False),
        stood,
        figure.elevation,
        lambda one: segment_point_distance(start, end, one) >= clear,
        first_ring=1,
        farthest=8.0,
    )
    if spot is not None:
        figure.at = spot
        forget_contacts(state, figure)
        play.tell("figure shifted", *rules, figure=figure.id, path=(stood, spot))


# ---- random movement -------------------------------------------------------------------------------------


@rule("FR-MOV-27", "FR-MOV-28", "FR-MOV-32")
async def random_move(
    play: Play[Battle], figure: Soldier | Enemy, far: float, *rules: str, stops_at_edge: bool = False
) -> Movement:
    """A figure goes so far in a random direction; terrain, figures and edges stop it."""
    state = play.state
    angle = await bearing(play, "FR-MOV-27", *rules, what=For("bearing", figure.id))
    goal = towards(state, angle, figure.at, inches(state, far))
    way, stop = straight_ahead(state, figure, goal, inches(state, far))
    if stop is None or stop.what != "edge" or stops_at_edge:
        return await walk(play, figure, way, "random", "FR-MOV-27", *rules)
    return await _meets_edge(play, figure, way, rules)


@rule("FR-MOV-27")
def straight_ahead(state: Battle, figure: Figure, goal: Point, limit: float) -> tuple[Route, Stop | None]:
    """Straight on until something stops it; nothing is climbed, and Difficult terrain costs."""
    footing = footing_of(state, figure, may_contact=True)
    stop = footing.first_stop(figure.at, goal, figure.elevation)
    end = goal
    if stop is not None:
        spare = 0.0 if stop.what in ("contact", "edge") else SHORT / max(distance(goal, figure.at), SHORT)
        end = part_way(figure.at, goal, max(0.0, stop.share - spare))
    length = distance(end, figure.at)
    if length <= TOUCHING:
        return standing(figure.at, figure.elevation, figure.rough), stop
    spans = footing.rough_spans(figure.at, end, figure.elevation)
    leg = Leg("walk", figure.at, end, figure.elevation, figure.elevation, length, 0.0, spans)
    found = pay([leg], Budget(limit, rough=figure.rough), rates(state))
    return found, None if found.ran_out else stop


@rule("FR-MOV-32")
async def _meets_edge(
    play: Play[Battle], figure: Soldier | Enemy, way: Route, rules: tuple[str, ...]
) -> Movement:
    """An enemy that touches an edge is removed, not killed; a soldier may stop half an inch short."""
    is_soldier = isinstance(figure, Soldier)
    leaves = not isinstance(figure, Soldier) or await _leaves(play, figure)
    if not leaves:
        short = inches(play.state, 0.5) / max(way.length, TOUCHING)
        end = part_way(way.path[0], way.end, max(0.0, 1.0 - short))
        way, _ = straight_ahead(play.state, figure, end, distance(end, way.path[0]) + 1.0)
    moment = await walk(play, figure, way, "random", "FR-MOV-27", "FR-MOV-32", *rules)
    if leaves and figure.on_table:
        cited = ("FR-MOV-32", "FR-MOV-30") if is_soldier else ("FR-MOV-32",)
        await remove(play, figure, "left" if is_soldier else "withdrawn", *cited)
    return moment


async def _leaves(play: Play[Battle], soldier: Soldier) -> bool:
    options = [
        Candidate("stop", "stop half an inch short of the edge", rules=("FR-MOV-32",)),
        Candidate("leave", "leave the battle", rules=("FR-MOV-32", "FR-MOV-30")),
    ]
    prompt, about = f"{soldier.name} is carried to the edge of the table.", (soldier.id,)
    question = ChooseOne(soldier.seat, "stop or leave", prompt, ("FR-MOV-32",), lambda: options, about=about)
    return bool(await play.ask(question) == "leave")
