"""How enemies find their way: the ground's answers, and what the behaviour rules make of them."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, inf

from sandtable.books.forgotten_ruin.chapters.conventions import inches
from sandtable.books.forgotten_ruin.chapters.routes import Route, cut, halved, reach, route, route_to_contact
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Soldier
from sandtable.kernel.citation import rule
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal
from sandtable.table.measure import Point

SHORT_OF_CONTACT = 0.1
"""How far a figure that may not touch a soldier stops short of it (FR-EAI-11)."""
CUTS = 12
"""How often a way is cut back before another place is looked for."""
NEAREST_TRIED = 8
"""How many of the places nearest to a goal are tried."""

__all__ = [
    "Route", "cut", "dash_limit", "fitting", "halved", "hurrying", "keeps_off", "move_limit", "reach",
    "route", "route_near", "route_to_contact", "straight", "walk", "whole_way", "why_not_end",
]  # fmt: skip


def why_not_end(state: Battle, figure: Figure, at: Point, elevation: float) -> Refusal | None:
    """Why a figure cannot stand at a place."""
    from sandtable.books.forgotten_ruin.chapters import movement

    return movement.why_not_end(state, figure, at, elevation)


def move_limit(state: Battle, figure: Figure) -> float:
    """The inches of one Move."""
    from sandtable.books.forgotten_ruin.chapters import movement

    return movement.move_limit(state, figure)


def dash_limit(state: Battle, figure: Figure) -> float:
    """The inches that a straight Dash adds."""
    from sandtable.books.forgotten_ruin.chapters import movement

    return movement.dash_inches(state, figure)[1]


async def walk(play: Play[Battle], figure: Soldier | Enemy, way: Route, how: str, *rules: str) -> None:
    """A figure goes along a way."""
    from sandtable.books.forgotten_ruin.chapters import movement

    await movement.walk(play, figure, way, how, *rules)


@rule("FR-EAI-10", "FR-EAI-11")
def hurrying(state: Battle, figure: Figure, way: Route) -> Route:
    """As much of a way as a Move and a Dash allow: more if the last of it is one straight line."""
    from sandtable.books.forgotten_ruin.chapters import movement

    limit = move_limit(state, figure)
    bent, straight_on = movement.dash_inches(state, figure)
    long = cut(way, limit + straight_on, climbing=limit)
    if _ends_straight(long, long.cost - limit):
        return long
    return cut(way, limit + bent, climbing=limit)


def _ends_straight(way: Route, inches_of_it: float) -> bool:
    """Whether the last inches of a way are one straight line."""
    if inches_of_it <= 0.0 or len(way.path) < 3:
        return True
    (x, y), (u, v) = way.path[-2], way.path[-1]
    return hypot(u - x, v - y) >= inches_of_it - 1e-6


@rule("FR-EAI-23")
def whole_way(state: Battle, figure: Enemy, target: Figure) -> Route | None:
    """The shortest passable way to a target; where it is crowded, to the nearest place to it."""
    return route_to_contact(state, figure, target, inf) or route_near(state, figure, target.at)


@rule("FR-EAI-23")
def route_near(state: Battle, figure: Figure, at: Point) -> Route | None:
    """The way to the place nearest to a point that can be got to at all, if that is nearer than here."""
    now = hypot(figure.at[0] - at[0], figure.at[1] - at[1])
    places = [(hypot(x - at[0], y - at[1]), cost, (x, y)) for (x, y), cost in reach(state, figure, inf)]
    for far, _, place in sorted(places)[:NEAREST_TRIED]:
        if far < now - 1e-6:
            found = route(state, figure, place, inf)
            if found is not None:
                return found
    return None


def straight(figure: Figure, at: Point, target: Figure) -> float:
    """How far a figure at a place would be from another."""
    return max(0.0, hypot(at[0] - target.at[0], at[1] - target.at[1]) - figure.radius - target.radius)


def keeps_off(state: Battle, figure: Figure, at: Point, foes: Sequence[Figure]) -> bool:
    """Whether a figure at a place is out of contact with every foe."""
    clear = inches(state, SHORT_OF_CONTACT) - 1e-6
    return all(straight(figure, at, foe) >= clear for foe in foes)


@rule("FR-EAI-11", "FR-EAI-21")
def fitting(state: Battle, figure: Enemy, way: Route, foes: Sequence[Figure]) -> Route | None:
    """A way cut back until the figure can stand at its end, out of contact with every soldier."""
    back = 0.0
    for tried in range(CUTS):
        part = way if back == 0.0 else cut(way, way.cost - back)
        if part.length <= 0.0:
            return None
        if keeps_off(state, figure, part.end, foes) and not why_not_end(
            state, figure, part.end, part.elevation
        ):
            return part
        back += inches(state, SHORT_OF_CONTACT) * (1 + tried / 2)
    return None


def legs_until(way: Route, number: int) -> Route:
    """The first legs of a way, without contact at the end."""
    legs = way.legs[:number]
    length = sum(leg.length for leg in legs)
    cost = length + sum(leg.price for leg in legs)
    path = (way.path[0], *(leg.end for leg in legs))
    top = legs[-1].top if legs else way.legs[0].foot
    return Route(tuple(legs), path, cost, length, way.rough, top, ran_out=True)
