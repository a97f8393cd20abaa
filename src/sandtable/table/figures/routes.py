"""Routes: how a figure gets somewhere, into contact, or as far as it can."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from math import inf, pi

import msgspec
import numpy

from sandtable.kernel.arithmetic import atan2, cos, hypot, sin
from sandtable.table.figures.bases import Base
from sandtable.table.figures.footing import Footing, Stop
from sandtable.table.figures.legs import Budget, Leg, Route, pay, standing
from sandtable.table.figures.searching import NEAR_GOAL, Search, cost_of, search_of
from sandtable.table.figures.terrain import TOUCHING
from sandtable.table.figures.tracing import Trace
from sandtable.table.measure import Point
from sandtable.table.shapes import first_touch_of_disc

CLEARLY = 0.05
"""By how much a way round must be cheaper than the straight way to be taken; ours."""
PLACES_TRIED = 10
"""How many places of contact a way round is looked for to; ours."""
ROUND_ABOUT = 24
"""The directions in which free places around a figure are looked for."""
Spot = tuple[Point, float]
"""A place to stand and its height."""


def route(
    footing: Footing, to: Point, height: float, limit: float = inf, search: Search | None = None
) -> Route | None:
    """The way of a figure to a place it can stand at, out of contact, if it costs no more than a limit."""
    if not footing.can_end(to, height):
        return None
    if footing.flies:
        return _flight(footing, to, height, limit)
    found, stop = straight(footing, to, height, limit)
    if found is not None and (limit < inf or found.cost <= found.length + TOUCHING):
        return found
    at = footing.mover.at
    if hypot(to[0] - at[0], to[1] - at[1]) > limit + TOUCHING + _free_inches(footing):
        return None
    other = _round_about(search or search_of(footing, limit), to, height, limit)
    if found is None or (other is not None and other.cost < found.cost - CLEARLY):
        return other if other is None or stop is None else msgspec.structs.replace(other, stop=stop)
    return found


def _free_inches(footing: Footing) -> float:
    """Climbing and crossing bring a figure as far as its base is wide without counting."""
    return 4 * footing.radius


def straight(
    footing: Footing, to: Point, height: float, limit: float = inf
) -> tuple[Route | None, Stop | None]:
    """The straight way to a place, if it leads there within a limit; else what is in the way, if anything."""
    mover = footing.mover
    if to == mover.at:
        return standing(mover.at, mover.elevation, mover.rough), None
    trace = Trace(footing, mover.at, mover.elevation)
    if not trace.go(to, height):
        return None, trace.stop
    found = paid(footing, trace.legs, limit)
    return (None if found.ran_out else found), None


def _flight(footing: Footing, to: Point, height: float, limit: float) -> Route | None:
    """A flyer goes straight over everything and comes down where it can stand."""
    mover = footing.mover
    far = hypot(to[0] - mover.at[0], to[1] - mover.at[1])
    if far > limit + TOUCHING:
        return None
    if far <= 0.0:
        return standing(mover.at, mover.elevation, mover.rough)
    leg = Leg("fly", mover.at, to, mover.elevation, height, far)
    if who_bars_a_flight(footing, leg) is not None:
        return None
    return pay([leg], Budget(inf), footing.prices.rates)


def who_bars_a_flight(footing: Footing, leg: Leg) -> Stop | None:
    """A flyer passes over everybody, but for those whom its book names."""
    for disc in footing.discs:
        if not footing.prices.passes_over(disc.id):
            share = first_touch_of_disc(leg.start, leg.end, (disc.x, disc.y), disc.reach - TOUCHING)
            if share is not None and min(leg.foot, leg.top) < disc.head:
                return Stop(share, "contact", disc.id)
    return None


def paid(footing: Footing, legs: Sequence[Leg], limit: float) -> Route:
    """As much of some legs as a limit is enough for."""
    mover = footing.mover
    if not legs:
        return standing(mover.at, mover.elevation, mover.rough)
    return pay(legs, Budget(limit, inf, mover.rough), footing.prices.rates)


def _round_about(search: Search, to: Point, height: float, limit: float) -> Route | None:
    footing = search.footing
    near = search.places_near(to, height, NEAR_GOAL * search.inch)[:12]
    clear = (place for place in near if footing.is_clear(search.grid.at(place), to, height))
    goals = list(islice(clear, 4))
    way = search.cheapest_to(goals, to, NEAR_GOAL * 1.5 * search.inch) if goals else None
    legs = _legs_along(search, way, to, height) if way is not None else None
    if legs is None:
        return None
    found = paid(footing, legs, limit)
    return None if found.ran_out else found


def _legs_along(search: Search, way: Sequence[int], to: Point, height: float) -> list[Leg] | None:
    """The exact legs of a way over the grid, with corners pulled straight."""
    grid, footing = search.grid, search.footing
    points = [(search.start, search.elevation)]
    points += [(search.bends[n], search.elevation) for n in way[:1] if n in search.bends]
    points += [(grid.at(n), float(grid.z[n])) for n in way]
    points.append((to, height))
    trace = Trace(footing, search.start, search.elevation)
    here = 0
    while here < len(points) - 1:
        there = _farthest(footing, points, here)
        if not trace.go(*points[there]):
            return None
        here = there
    return trace.legs


def _farthest(footing: Footing, points: Sequence[tuple[Point, float]], here: int) -> int:
    """The last point of a way to which one can go straight from here, as cheaply as along the way."""
    start, height = points[here]
    last = here + 1
    while last < len(points) - 1 and abs(points[last + 1][1] - height) <= TOUCHING:
        last += 1
    if abs(points[here + 1][1] - height) > TOUCHING:
        return here + 1
    along = [0.0]
    for n in range(here, last):
        along.append(along[-1] + cost_of(footing, points[n][0], points[n + 1][0], height))
    low, high = here + 1, last
    best = here + 1
    tried = high
    while low <= high:
        goal = points[tried][0]
        if (
            footing.is_clear(start, goal, height)
            and cost_of(footing, start, goal, height) <= along[tried - here] + TOUCHING
        ):
            best, low = tried, tried + 1
        else:
            high = tried - 1
        tried = (low + high) // 2
    return best


# ---- into contact ----------------------------------------------------------------------------------------


def contact_places(footing: Footing, target: Base, taken: Sequence[Point] = ()) -> list[Spot]:
    """Free places around a figure at which the base touches it, the nearest first; also a little below."""
    x, y = footing.mover.at
    u, v = target.at
    first = atan2(y - v, x - u)
    far = target.radius + footing.radius
    tall = max(target.height, footing.height)
    levels = dict.fromkeys((target.elevation, footing.mover.elevation, 0.0))
    heights = [one for one in levels if abs(one - target.elevation) < tall]
    touching = footing.allowing_contact()
    found: list[Spot] = []
    for number in range(ROUND_ABOUT):
        turn = (number + 1) // 2 * (1 if number % 2 else -1)
        angle = first + 2 * pi * turn / ROUND_ABOUT
        at = (u + far * cos(angle), v + far * sin(angle))
        if any(hypot(at[0] - p, at[1] - q) < 2 * footing.radius - TOUCHING for p, q in taken):
            continue
        found += [(at, height) for height in heights if touching.can_end(at, height)][:1]
    return sorted(found, key=lambda spot: hypot(spot[0][0] - x, spot[0][1] - y))


def is_too_far_to_touch(mover: Base, target: Base, limit: float) -> bool:
    """Whether no way within a limit can lead into contact with a figure."""
    (x, y), (u, v) = mover.at, target.at
    return hypot(u - x, v - y) > limit + 6 * (mover.radius + target.radius)


def route_to_touch(
    footing: Footing,
    target: Base,
    places: Sequence[Spot],
    limit: float = inf,
    search: Search | None = None,
) -> Route | None:
    """The cheapest way that brings a base to one of several places of contact with a figure."""
    x, y = footing.mover.at
    past = footing.among([one for one in footing.discs if one.id != target.id])
    best: Route | None = None
    for to, height in places:
        if best is not None and hypot(to[0] - x, to[1] - y) >= best.cost:
            break
        most = min(limit, best.cost if best is not None else limit)
        found = _touching(footing, past, target, (to, height), most)
        if found is not None and (best is None or found.cost < best.cost - TOUCHING):
            best = found
    if best is None and places and not footing.flies:
        best = _round_about_to_touch(search or search_of(footing, limit), past, target, places, limit)
    return best


def _touching(footing: Footing, past: Footing, target: Base, spot: Spot, limit: float) -> Route | None:
    """The straight way to a place of contact; who passes another opponent does not get there."""
    mover = footing.mover
    if footing.flies:
        found = _flight(footing, *spot, limit)
    else:
        legs = _last_step(past, (mover.at, mover.elevation), spot)
        if legs is None:
            return None
        found = paid(footing, legs, limit)
        if found.ran_out:
            return None
    return None if found is None else msgspec.structs.replace(found, contact=target.id)


def _last_step(past: Footing, start: Spot, spot: Spot) -> list[Leg] | None:
    """The legs straight to a place of contact, with the target itself not in the way."""
    trace = Trace(past, *start)
    # A drop that ends the way ends it short of the place.
    return trace.legs if trace.go(*spot) and not trace.is_over else None


def _round_about_to_touch(
    search: Search, past: Footing, target: Base, places: Sequence[Spot], limit: float
) -> Route | None:
    """The cheapest way over the grid to one of several places of contact."""
    footing = search.footing
    last: dict[int, tuple[list[Leg], float]] = {}
    for to, height in places[:PLACES_TRIED]:
        for place in search.places_near(to, height, NEAR_GOAL * search.inch)[:3]:
            if place not in last:
                legs = _last_step(past, (search.grid.at(place), height), (to, height))
                if legs is not None:
                    last[place] = legs, height
    if not last:
        return None
    spare = target.radius + footing.radius + NEAR_GOAL * 1.5 * search.inch
    way = search.cheapest_to(list(last), target.at, spare)
    if way is None:
        return None
    legs, height = last[way[-1]]
    first = _legs_along(search, way, search.grid.at(way[-1]), height)
    if first is None:
        return None
    found = paid(footing, [*first, *legs], limit)
    return None if found.ran_out else msgspec.structs.replace(found, contact=target.id)


# ---- how far -----------------------------------------------------------------------------------------------


def reach(footing: Footing, limit: float) -> list[tuple[Point, float]]:
    """Every place of the grid where a figure can stand out of contact, with what it costs to get there."""
    if footing.flies:
        return _flown_to(footing, limit)
    return places_of(search_of(footing, limit), limit)


def places_of(search: Search, limit: float = inf) -> list[tuple[Point, float]]:
    """The places that a search has found, with their costs; where the figure stands comes first."""
    grid = search.grid
    found: list[tuple[Point, float]] = [(search.start, 0.0)]
    near = numpy.flatnonzero((search.cost < inf) & (search.cost <= limit + TOUCHING))
    found += [(grid.at(n), cost) for n, cost in zip(near.tolist(), search.cost[near].tolist(), strict=True)]
    return found


def _flown_to(footing: Footing, limit: float) -> list[tuple[Point, float]]:
    terrain, (x, y) = footing.terrain, footing.mover.at
    step = footing.prices.rates.inch / 2
    count = int(limit / step)
    found: list[tuple[Point, float]] = [((x, y), 0.0)]
    is_barred = not all(footing.prices.passes_over(one.id) for one in footing.discs)
    for i in range(-count, count + 1):
        for j in range(-count, count + 1):
            at = (x + i * step, y + j * step)
            far = hypot(i, j) * step
            if 0.0 < far <= limit and footing.can_end(at, terrain.level_at(at)):
                if not is_barred or _flight(footing, at, terrain.level_at(at), limit) is not None:
                    found.append((at, far))
    return found
