"""Routes: how a figure gets somewhere, into contact, or as far as it can."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from math import inf, pi

import msgspec
import numpy

from sandtable.books.forgotten_ruin.chapters.conventions import TOLERANCE, gap, inches
from sandtable.books.forgotten_ruin.chapters.legs import (
    Budget,
    Leg,
    Route,
    cut,
    halved,
    parted,
    pay,
    standing,
)
from sandtable.books.forgotten_ruin.chapters.searching import NEAR_GOAL, Search, cost_of, search_of
from sandtable.books.forgotten_ruin.chapters.terrain import TOUCHING, is_climbable, terrain_of
from sandtable.books.forgotten_ruin.chapters.tracing import CLIMB, WILLING, Trace
from sandtable.books.forgotten_ruin.chapters.walking import SHORT, Disc, Stop, Walker
from sandtable.books.forgotten_ruin.modifiers import WHY_NOT_PASSED_OVER
from sandtable.books.forgotten_ruin.state import Battle, Figure
from sandtable.kernel.arithmetic import atan2, cos, hypot, sin
from sandtable.kernel.citation import rule
from sandtable.table.measure import Point
from sandtable.table.shapes import first_touch_of_disc

__all__ = ["Leg", "Route", "cut", "halved", "level_at", "parted", "reach", "route", "route_to_contact"]

ACROSS = 1.0
"""How near to a Linear piece the defender stands who can be fought across it (FR-HTH-08)."""
CLEARLY = 0.05
"""By how much a way round must be cheaper than the straight way to be taken; ours."""
PLACES_TRIED = 10
"""How many places of contact a way round is looked for to; ours."""
ROUND_ABOUT = 24
"""The directions in which free places around a figure are looked for."""


def level_at(state: Battle, at: Point) -> float:
    """The height at which a figure stands at a point: on top of a Block, else on the ground or floor."""
    return max((one.height for one in terrain_of(state.ground).blocks if one.holds(*at)), default=0.0)


def walker_of(state: Battle, figure: Figure, *, may_contact: bool = False) -> Walker:
    """A figure that is about to move."""
    return Walker(state, figure, may_contact=may_contact)


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
    walker = search.walker if search is not None else walker_of(state, figure)
    height = level_at(state, to) if elevation is None else elevation
    if not walker.can_end(to, height):
        return None
    if walker.flies:
        return _flight(walker, to, height, limit)
    found, stop = straight(walker, to, height, limit)
    if found is not None and (limit < inf or found.cost <= found.length + TOLERANCE):
        return found
    if hypot(to[0] - figure.at[0], to[1] - figure.at[1]) > limit + TOLERANCE + _free_inches(walker):
        return None
    other = _round_about(search or search_of(walker, limit), to, height, limit)
    if found is None or (other is not None and other.cost < found.cost - CLEARLY):
        return other if other is None or stop is None else msgspec.structs.replace(other, stop=stop)
    return found


def _free_inches(walker: Walker) -> float:
    """Climbing and crossing bring a figure as far as its base is wide without counting."""
    return 4 * walker.radius


def straight(
    walker: Walker, to: Point, height: float, limit: float = inf
) -> tuple[Route | None, Stop | None]:
    """The straight way to a place, if it leads there within a limit; else what is in the way, if anything."""
    figure = walker.figure
    if to == figure.at:
        return standing(figure.at, figure.elevation, figure.rough), None
    trace = Trace(walker, figure.at, figure.elevation, WILLING)
    if not trace.go(to, height):
        return None, trace.stop
    found = _paid(walker, trace.legs, limit)
    return (None if found.ran_out else found), None


def _flight(walker: Walker, to: Point, height: float, limit: float) -> Route | None:
    """A flyer goes straight over everything and comes down where it can stand (FR-TER-11)."""
    figure = walker.figure
    far = hypot(to[0] - figure.at[0], to[1] - figure.at[1])
    if far > limit + TOLERANCE:
        return None
    if far <= 0.0:
        return standing(figure.at, figure.elevation, figure.rough)
    leg = Leg("fly", figure.at, to, figure.elevation, height, far)
    if who_bars_a_flight(walker, leg) is not None:
        return None
    return pay([leg], Budget(inf), inches(walker.state, 1.0))


@rule("FR-MOV-07")
def who_bars_a_flight(walker: Walker, leg: Leg) -> Stop | None:
    """Whoever flies passes over everybody, but for those who are too big for what carries it."""
    for disc in _too_big(walker):
        share = first_touch_of_disc(leg.start, leg.end, (disc.x, disc.y), disc.reach - TOUCHING)
        if share is not None and min(leg.foot, leg.top) < disc.head:
            return Stop(share, "contact", disc.id)
    return None


def _too_big(walker: Walker) -> list[Disc]:
    """The figures that a flyer does not pass over."""
    state, figure = walker.state, walker.figure
    return [
        one
        for one in walker.discs
        if WHY_NOT_PASSED_OVER.first(state, figure, state.figure(one.id)) is not None
    ]


def _paid(walker: Walker, legs: Sequence[Leg], limit: float) -> Route:
    figure = walker.figure
    if not legs:
        return standing(figure.at, figure.elevation, figure.rough)
    return pay(legs, Budget(limit, inf, figure.rough), inches(walker.state, 1.0))


def _round_about(search: Search, to: Point, height: float, limit: float) -> Route | None:
    walker = search.walker
    near = search.places_near(to, height, NEAR_GOAL * search.scale)[:12]
    clear = (place for place in near if walker.is_clear(search.grid.at(place), to, height))
    goals = list(islice(clear, 4))
    way = search.cheapest_to(goals, to, NEAR_GOAL * 1.5 * search.scale) if goals else None
    legs = _legs_along(search, way, to, height) if way is not None else None
    if legs is None:
        return None
    found = _paid(walker, legs, limit)
    return None if found.ran_out else found


def _legs_along(search: Search, way: Sequence[int], to: Point, height: float) -> list[Leg] | None:
    """The exact legs of a way over the grid, with corners pulled straight."""
    grid, walker = search.grid, search.walker
    points = [(search.start, search.elevation)]
    points += [(grid.at(n), float(grid.z[n])) for n in way]
    points.append((to, height))
    trace = Trace(walker, search.start, search.elevation, WILLING)
    here = 0
    while here < len(points) - 1:
        there = _farthest(walker, points, here)
        if not trace.go(*points[there]):
            return None
        here = there
    return trace.legs


def _farthest(walker: Walker, points: Sequence[tuple[Point, float]], here: int) -> int:
    """The last point of a way to which one can go straight from here, as cheaply as along the way."""
    start, height = points[here]
    last = here + 1
    while last < len(points) - 1 and abs(points[last + 1][1] - height) <= TOUCHING:
        last += 1
    if abs(points[here + 1][1] - height) > TOUCHING:
        return here + 1
    along = [0.0]
    for n in range(here, last):
        along.append(along[-1] + cost_of(walker, points[n][0], points[n + 1][0], height))
    low, high = here + 1, last
    best = here + 1
    tried = high
    while low <= high:
        goal = points[tried][0]
        if (
            walker.is_clear(start, goal, height)
            and cost_of(walker, start, goal, height) <= along[tried - here] + TOLERANCE
        ):
            best, low = tried, tried + 1
        else:
            high = tried - 1
        tried = (low + high) // 2
    return best


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
    if hypot(target.at[0] - figure.at[0], target.at[1] - figure.at[1]) > limit + 6 * (
        figure.radius + target.radius
    ):
        return None
    if gap(figure, target) <= TOLERANCE and abs(figure.elevation - target.elevation) < target.height:
        return msgspec.structs.replace(standing(figure.at, figure.elevation), contact=target.id)
    walker = search.walker if search is not None else walker_of(state, figure)
    places = contact_places(walker, target, taken)
    best: Route | None = None
    for to, height in places:
        if best is not None and hypot(to[0] - figure.at[0], to[1] - figure.at[1]) >= best.cost:
            break
        most = min(limit, best.cost if best is not None else limit)
        found = _touching(walker, target, to, height, most)
        if found is not None and (best is None or found.cost < best.cost - TOLERANCE):
            best = found
    if best is None and places and not walker.flies:
        best = _round_about_to_touch(search or search_of(walker, limit), target, places, limit)
    if best is None and limit < inf:
        best = _across(walker, target, limit)
        if best is None and not places:
            best = _without_room(walker, target, limit)
    return best


Spot = tuple[Point, float]
"""A place to stand and its height."""


def contact_places(walker: Walker, target: Figure, taken: Sequence[Point] = ()) -> list[Spot]:
    """Free places around an opponent at which the base touches it, the nearest first; also a little below."""
    x, y = walker.figure.at
    u, v = target.at
    first = atan2(y - v, x - u)
    far = target.radius + walker.radius
    tall = max(target.height, walker.height)
    levels = dict.fromkeys((target.elevation, walker.figure.elevation, 0.0))
    heights = [one for one in levels if abs(one - target.elevation) < tall]
    barred, walker.may_contact = walker.may_contact, True
    found: list[Spot] = []
    for number in range(ROUND_ABOUT):
        turn = (number + 1) // 2 * (1 if number % 2 else -1)
        angle = first + 2 * pi * turn / ROUND_ABOUT
        at = (u + far * cos(angle), v + far * sin(angle))
        if any(hypot(at[0] - p, at[1] - q) < 2 * walker.radius - TOUCHING for p, q in taken):
            continue
        found += [(at, height) for height in heights if walker.can_end(at, height)][:1]
    walker.may_contact = barred
    return sorted(found, key=lambda spot: hypot(spot[0][0] - x, spot[0][1] - y))


def _touching(walker: Walker, target: Figure, to: Point, height: float, limit: float) -> Route | None:
    """The straight way to a place of contact; who passes another opponent does not get there."""
    figure = walker.figure
    if walker.flies:
        found = _flight(walker, to, height, limit)
    else:
        legs = _last_step(walker, (figure.at, figure.elevation), target, (to, height))
        if legs is None:
            return None
        found = _paid(walker, legs, limit)
        if found.ran_out:
            return None
    return None if found is None else msgspec.structs.replace(found, contact=target.id)


def _last_step(walker: Walker, start: Spot, target: Figure, spot: Spot) -> list[Leg] | None:
    """The legs straight to a place of contact, with the target itself not in the way."""
    others = walker.discs
    walker.discs = [one for one in others if one.id != target.id]
    try:
        trace = Trace(walker, *start, WILLING)
        # A drop that ends the activation ends the way short of the place (FR-MOV-23).
        return trace.legs if trace.go(*spot) and not trace.is_over else None
    finally:
        walker.discs = others


def _round_about_to_touch(
    search: Search, target: Figure, places: Sequence[Spot], limit: float
) -> Route | None:
    """The cheapest way over the grid to one of several places of contact."""
    walker = search.walker
    last: dict[int, tuple[list[Leg], float]] = {}
    for to, height in places[:PLACES_TRIED]:
        for place in search.places_near(to, height, NEAR_GOAL * search.scale)[:3]:
            if place not in last:
                legs = _last_step(walker, (search.grid.at(place), height), target, (to, height))
                if legs is not None:
                    last[place] = legs, height
    if not last:
        return None
    spare = target.radius + walker.radius + NEAR_GOAL * 1.5 * search.scale
    way = search.cheapest_to(list(last), target.at, spare)
    if way is None:
        return None
    legs, height = last[way[-1]]
    first = _legs_along(search, way, search.grid.at(way[-1]), height)
    if first is None:
        return None
    found = _paid(walker, [*first, *legs], limit)
    return None if found.ran_out else msgspec.structs.replace(found, contact=target.id)


@rule("FR-HTH-08")
def _across(walker: Walker, target: Figure, limit: float) -> Route | None:
    """Up to a Linear piece behind which the target stands, to fight across it without crossing."""
    state, figure = walker.state, walker.figure
    near = inches(state, ACROSS)
    for area in walker.terrain.linear:
        if max(0.0, area.distance(*target.at) - target.radius) > near + TOLERANCE:
            continue
        if area.distance_to_segment(figure.at, target.at) > 0.0:
            continue
        trace = Trace(walker, figure.at, figure.elevation, WILLING)
        trace.go(target.at, target.elevation)
        legs: list[Leg] = []
        for leg in trace.legs:
            if leg.how == "cross" and leg.piece == area.id:
                break
            legs.append(leg)
        found = _paid(walker, legs, limit)
        touching = area.distance(*found.end) <= walker.radius + TOUCHING + SHORT
        if not found.ran_out and touching and abs(found.elevation - target.elevation) <= TOUCHING:
            return msgspec.structs.replace(found, contact=target.id, across=area.id)
    return None


@rule("FR-PRN-09")
def _without_room(walker: Walker, target: Figure, limit: float) -> Route | None:
    """Up to the foot of a Block on which nobody else can be stood, with enough left for the climb."""
    state, figure = walker.state, walker.figure
    for area in walker.terrain.blocks:
        up = area.height - figure.elevation
        if abs(area.height - target.elevation) > TOUCHING or up <= TOUCHING or not area.holds(*target.at):
            continue
        if not is_climbable(area.piece):
            continue
        trace = Trace(walker, figure.at, figure.elevation, WILLING)
        trace.go(target.at, target.elevation)
        legs = [leg for leg in trace.legs if leg.how == "walk"]
        found = standing(figure.at, figure.elevation, figure.rough)
        if legs:
            found = _paid(walker, legs, limit - up - inches(state, CLIMB))
        elif up + inches(state, CLIMB) > limit + TOLERANCE:
            continue
        if not found.ran_out and area.distance(*found.end) <= walker.radius + TOUCHING + SHORT:
            return msgspec.structs.replace(found, contact=target.id, across=area.id)
    return None


# ---- how far -----------------------------------------------------------------------------------------------


def reach(state: Battle, figure: Figure, limit: float) -> list[tuple[Point, float]]:
    """Every place of the grid where a figure can stand out of contact, with what it costs to get there."""
    walker = walker_of(state, figure)
    if walker.flies:
        return _flown_to(walker, limit)
    return places_of(search_of(walker, limit), limit)


def places_of(search: Search, limit: float = inf) -> list[tuple[Point, float]]:
    """The places that a search has found, with their costs; where the figure stands comes first."""
    grid = search.grid
    found: list[tuple[Point, float]] = [(search.start, 0.0)]
    near = numpy.flatnonzero((search.cost < inf) & (search.cost <= limit + TOUCHING))
    found += [(grid.at(n), cost) for n, cost in zip(near.tolist(), search.cost[near].tolist(), strict=True)]
    return found


def _flown_to(walker: Walker, limit: float) -> list[tuple[Point, float]]:
    state, (x, y) = walker.state, walker.figure.at
    step = inches(state, 1.0) / 2
    count = int(limit / step)
    found: list[tuple[Point, float]] = [((x, y), 0.0)]
    is_barred = bool(_too_big(walker))
    for i in range(-count, count + 1):
        for j in range(-count, count + 1):
            at = (x + i * step, y + j * step)
            far = hypot(i, j) * step
            if 0.0 < far <= limit and walker.can_end(at, level_at(state, at)):
                if not is_barred or _flight(walker, at, level_at(state, at), limit) is not None:
                    found.append((at, far))
    return found
