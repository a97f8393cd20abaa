"""Displacing: pushes, random moves, and figures that are shifted out of the way."""

from __future__ import annotations

from collections.abc import Iterator
from math import degrees, radians

import msgspec

from sandtable.books.forgotten_ruin.chapters.movement.falling import fall
from sandtable.books.forgotten_ruin.chapters.movement.footing import footing_of, rates
from sandtable.books.forgotten_ruin.chapters.movement.walking import walk
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    bearing,
    inches,
    remove,
    told,
    towards,
)
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Soldier
from sandtable.books.forgotten_ruin.windows import MOVED, WINDOWS, Movement
from sandtable.kernel.arithmetic import atan2, cos, hypot, sin
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Candidate, ChooseOne
from sandtable.kernel.dice import For
from sandtable.kernel.play import Play
from sandtable.table.figures.footing import SHORT, Footing, Stop
from sandtable.table.figures.legs import Budget, Leg, Route, pay, standing
from sandtable.table.figures.room import nearest_free
from sandtable.table.figures.terrain import TOUCHING
from sandtable.table.measure import Point
from sandtable.table.shapes import segment_point_distance

ASIDE = 45
"""The degrees by which a push may turn aside to find room (FR-HTH-33)."""
TURN = 5
"""The steps in which it is turned, in degrees; ours."""
FARTHER = 0.5
"""How much farther than 1 in a push may carry a figure so that it can stand, in inches (FR-HTH-33)."""
ASIDE_AT_MOST = 8.0
"""How far a figure is shifted out of the way at most, in inches; ours."""
SHORT_OF_EDGE = 0.5
"""Where a soldier moved at random may stop, in inches from the edge (FR-MOV-32)."""


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
    play.tell("figure is Stuck", *dict.fromkeys(cited), figure=figure.id)
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


def _directions(figure: Figure, away_from: Figure | Point) -> Iterator[Point]:
    """The directions of a push, the straightest first."""
    (x, y), (u, v) = figure.at, away_from.at if isinstance(away_from, Figure) else away_from
    straight = degrees(atan2(y - v, x - u))
    for turn in sorted(range(-ASIDE, ASIDE + 1, TURN), key=lambda one: (abs(one), one)):
        angle = radians(straight + turn)
        yield cos(angle), sin(angle)


@rule("FR-MOV-33")
def _meets_table_edge(footing: Footing, direction: Point, far: float) -> bool:
    """The edge of the table counts like a wall: nothing pushes a figure over it."""
    x, y = footing.mover.at
    stop = footing.first_stop(
        (x, y), (x + direction[0] * far, y + direction[1] * far), footing.mover.elevation
    )
    return stop is not None and stop.what == "edge"


Place = tuple[Point, float, float]
"""Where a push ends, the height there, and how far the figure falls."""


def _pushed(footing: Footing, direction: Point, far: float) -> Place | None:
    """Where a push in a direction ends; None without room."""
    (x, y), elevation = footing.mover.at, footing.mover.elevation
    steps = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5)
    for more in steps:
        distance = far + more * (FARTHER * footing.prices.rates.inch) / 0.5
        to = (x + direction[0] * distance, y + direction[1] * distance)
        stop = footing.first_stop((x, y), to, elevation)
        if stop is not None and stop.what == "ledge":
            lower = _lower(footing, to, elevation)
            if lower is not None:
                return to, lower, elevation - lower
            continue
        if stop is not None and stop.what != "opening":
            return None
        if footing.what_is_at(to, elevation) is None:
            return to, elevation, 0.0
    return None


def _lower(footing: Footing, to: Point, elevation: float) -> float | None:
    """The height of the place to stand below a ledge, if there is room."""
    lower = footing.terrain.surface_at(to, elevation - TOUCHING)
    return lower if footing.what_is_at(to, lower) is None else None


@rule("FR-HTH-17")
async def _goes_over(play: Play[Battle], figure: Soldier | Enemy, height: float) -> bool:
    """A soldier chooses between the ledge and the fall; enemies always fall."""
    if not isinstance(figure, Soldier):
        return True

    def candidates() -> list[Candidate]:
        return [
            Candidate("fall", f"drop {told(play.state, height)}", rules=("FR-HTH-17", "FR-MOV-22")),
            Candidate("stay", "stay on the ledge and be Stuck", rules=("FR-HTH-17",)),
        ]

    facts = {"figure": figure.id, "height": height}
    prompt = f"{figure.name} is pushed over a ledge."
    answer: str = await play.ask(
        ChooseOne(figure.seat, "fall or stay", prompt, ("FR-HTH-17",), candidates, facts, about=(figure.id,))
    )
    return answer == "fall"


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
    """A figure is where it was pushed to and whoever stood there makes room; False if it stays on a ledge."""
    state, start = play.state, figure.at
    to, elevation, height = place
    if height > TOUCHING and not await _goes_over(play, figure, height):
        play.tell("figure is Stuck", "FR-HTH-17", *dict.fromkeys(rules), figure=figure.id)
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
    """Whoever stands where a figure was pushed to, or would be in contact there, is moved out of the way."""
    state = play.state
    for other in _in_the_way(state, figure):
        start = other.at
        other.at = _apart(state, other)
        forget_contacts(state, other)
        if other.at != start:
            play.tell("figure shifted", "FR-HTH-16", figure=other.id, path=(start, other.at))


def _in_the_way(state: Battle, figure: Figure) -> list[Soldier | Enemy]:
    """Whose base a figure stands on, and the opponents whom it touches."""
    touched = [one for one in state.opponents_of(figure) if not one.riding and _touch(figure, one)]
    found = {one.id: one for one in [*_overlapping(state, figure), *touched]}
    return list(found.values())


def _overlapping(state: Battle, figure: Figure) -> list[Soldier | Enemy]:
    return [
        one
        for one in state.figures_on_table()
        if one.id != figure.id
        and not one.riding
        and hypot(one.at[0] - figure.at[0], one.at[1] - figure.at[1]) < one.radius + figure.radius - TOUCHING
        and abs(one.elevation - figure.elevation) < max(one.height, figure.height)
    ]


def _touch(one: Figure, other: Figure) -> bool:
    far = hypot(one.at[0] - other.at[0], one.at[1] - other.at[1])
    return far <= one.radius + other.radius + TOUCHING and abs(one.elevation - other.elevation) < max(
        one.height, other.height
    )


def _apart(state: Battle, figure: Figure) -> Point:
    """The nearest place where a figure stands just out of contact with every opponent."""
    footing = footing_of(state, figure, may_contact=False)
    return nearest_free(footing, figure.at, figure.elevation) or figure.at


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
        farthest=ASIDE_AT_MOST,
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
        far = hypot(goal[0] - figure.at[0], goal[1] - figure.at[1])
        spare = 0.0 if stop.what in ("contact", "edge") else SHORT / max(far, SHORT)
        share = max(0.0, stop.share - spare)
        (x, y), (u, v) = figure.at, goal
        end = (x + (u - x) * share, y + (v - y) * share)
    length = hypot(end[0] - figure.at[0], end[1] - figure.at[1])
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
    state = play.state
    if isinstance(figure, Soldier):
        if not await _leaves(play, figure):
            short = inches(state, SHORT_OF_EDGE) / max(way.length, TOUCHING)
            share = max(0.0, 1.0 - short)
            (x, y), (u, v) = way.path[0], way.end
            end = (x + (u - x) * share, y + (v - y) * share)
            way, _ = straight_ahead(state, figure, end, hypot(end[0] - x, end[1] - y) + 1.0)
            return await walk(play, figure, way, "random", "FR-MOV-27", "FR-MOV-32", *rules)
    moment = await walk(play, figure, way, "random", "FR-MOV-27", "FR-MOV-32", *rules)
    if figure.on_table:
        how: str = "left" if isinstance(figure, Soldier) else "withdrawn"
        cited = ("FR-MOV-32", "FR-MOV-30") if how == "left" else ("FR-MOV-32",)
        await remove(play, figure, "left" if how == "left" else "withdrawn", *cited)
    return moment


async def _leaves(play: Play[Battle], soldier: Soldier) -> bool:
    def candidates() -> list[Candidate]:
        return [
            Candidate("stop", "stop half an inch short of the edge", rules=("FR-MOV-32",)),
            Candidate("leave", "leave the battle", rules=("FR-MOV-32", "FR-MOV-30")),
        ]

    prompt = f"{soldier.name} is carried to the edge of the table."
    answer: str = await play.ask(
        ChooseOne(soldier.seat, "stop or leave", prompt, ("FR-MOV-32",), candidates, about=(soldier.id,))
    )
    return answer == "leave"
