"""The planner: a way round what is in the way."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from heapq import heappop, heappush
from math import ceil, inf, pi, sqrt
from typing import NamedTuple

import numpy

from sandtable.kernel.arithmetic import acos, atan2, cos, hypot, sin
from sandtable.table.arrays import Flags, Numbers
from sandtable.table.measure import NEAR, OVERLAP, Body, Point
from sandtable.table.spread import in_box
from sandtable.table.terrain import Area, Ground
from sandtable.table.units.going import Going, Path
from sandtable.table.units.groups import squares
from sandtable.table.units.paths import Disc, Surroundings

SLACK = 0.004
"""How far the planner keeps clear of what must not be touched."""
WIDEST_TURN = pi / 4
"""A way round a corner turns by no more than this at once."""


def find_path(
    ground: Ground,
    start: Point,
    goal: Point,
    radius: float,
    going: Going,
    blockers: Sequence[Body] = (),
    limit: float = inf,
) -> Path | None:
    """A cheap way for a base to a place within a limit: straight if that is open, else round the corners."""
    far = hypot(goal[0] - start[0], goal[1] - start[1])
    if far <= 0.0:
        return (start, goal)
    if far * going.cheapest > limit + NEAR:
        return None
    box = _search_box(ground, start, goal, far, limit / going.cheapest)
    around = Surroundings(ground, box, radius, going, blockers)
    return way_through(around, start, goal, limit)


def way_through(around: Surroundings, start: Point, goal: Point, limit: float = inf) -> Path | None:
    """A cheap way through known surroundings to a place within a limit of cost."""
    straight = (start, goal)
    fault = around.check(straight, limit)
    if fault is None and not around.difficult:
        return straight
    if around.is_open or (not around.going.hindered and not around.difficult):
        return None if fault is not None else straight
    if around.what_is_on(goal) is not None or around.base_on(goal) is not None:
        return None
    if fault is None:
        cost = around.cost(start, goal)
        far = hypot(goal[0] - start[0], goal[1] - start[1])
        if cost <= far * around.going.cheapest + NEAR:
            return straight
        if cost <= around.least(far, around.depth_of(start) + around.depth_of(goal)) + NEAR:
            return straight
        # Only a way that is cheaper is worth looking for.
        limit = min(limit, cost)
    return way_to_any(around, start, (goal,), limit)


def _search_box(
    ground: Ground, start: Point, goal: Point, far: float, longest: float
) -> tuple[float, float, float, float]:
    spare = min((longest - far) / 2, max(ground.width, ground.depth)) + NEAR
    return (
        max(min(start[0], goal[0]) - spare, 0.0),
        max(min(start[1], goal[1]) - spare, 0.0),
        min(max(start[0], goal[0]) + spare, ground.width),
        min(max(start[1], goal[1]) + spare, ground.depth),
    )


def way_to_any(around: Surroundings, start: Point, goals: Sequence[Point], limit: float = inf) -> Path | None:
    """The cheapest way round corners to the cheapest of several free places within a limit of cost."""
    ignored = around.ignored(start) if around.obstacles else []
    return _cheapest_way(around, _stations(around, start, goals, limit, ignored), ignored, limit + NEAR)


class _Stations(NamedTuple):
    """The places between which a way may lead: the start, then the goals, then those at which it may turn."""

    at: list[Point]
    homeward: list[float]
    """What the way from each to the nearest goal costs at least."""
    shared: list[int]
    """The place of each among the corners, whose legs are remembered; -1 for the others."""
    corners: list[Point]
    goals: int
    """How many goals there are."""
    deep: float
    """How far the start is from where difficult ground ends."""


def _stations(
    around: Surroundings, start: Point, goals: Sequence[Point], limit: float, ignored: Sequence[Area]
) -> _Stations:
    """The places by which a way to one of some goals may lead within a limit of cost."""
    cheapest, most = around.going.cheapest, limit + NEAR
    deep = around.depth_of(start) if around.difficult else 0.0
    home_deep = around.depth_of(goals[0]) if around.difficult and len(goals) == 1 else 0.0
    at = [start, *goals]
    homeward = [around.least(_nearest(start, goals), home_deep), *([0.0] * len(goals))]
    shared = [-1] * len(at)
    corners = _corner_points(around)
    turns = [*corners, *(_crossings(around, at) if around.difficult else ())]
    for place, far, home in _on_the_way(turns, start, goals, limit / cheapest + NEAR):
        if place < len(corners) and not _is_firm(around, place, corners[place]):
            continue
        if home_deep:
            home = around.least(home, home_deep)
        else:
            home *= cheapest
        if not deep or around.least(far, deep) + home <= most:
            at.append(turns[place])
            homeward.append(home)
            shared.append(place if place < len(corners) and not ignored else -1)
    return _Stations(at, homeward, shared, corners, len(goals), deep)


def _cheapest_way(
    around: Surroundings, stations: _Stations, ignored: Sequence[Area], most: float
) -> Path | None:
    """The cheapest way from the start to a goal; a leg is only looked at when it could be the best."""
    nodes, homeward, shared, corners, last_goal, deep = stations
    cheapest = around.going.cheapest
    settled = [False] * len(nodes)
    before = [-1] * len(nodes)
    best = [inf] * len(nodes)
    known = [inf] * len(nodes)
    # Entries: least cost of a whole way by here, node, cost so far, node before, leg looked at.
    waiting: list[tuple[float, int, float, int, bool]] = [(homeward[0], 0, 0.0, -1, True)]
    while waiting:
        _, here, cost, origin, is_known = heappop(waiting)
        if settled[here]:
            continue
        if not is_known:
            first, second = shared[origin], shared[here]
            if first >= 0 and second >= 0:
                leg = _known_leg(around, corners, first, second)
            else:
                leg = _leg(around, nodes[origin], nodes[here], ignored, here <= last_goal)
            if leg == inf:
                continue
            cost = best[origin] + leg
            total = cost + homeward[here]
            if total <= most and cost < known[here]:
                known[here] = cost
                heappush(waiting, (total, here, cost, origin, True))
            continue
        settled[here] = True
        before[here] = origin
        best[here] = cost
        if 0 < here <= last_goal:
            return _traced(nodes, before, here)
        x, y = nodes[here]
        for there, (tx, ty) in enumerate(nodes):
            if cost < known[there] and not settled[there]:
                far = hypot(tx - x, ty - y)
                guess = cost + (far * cheapest if here or not deep else around.least(far, deep))
                if guess < known[there] and (total := guess + homeward[there]) <= most:
                    heappush(waiting, (total, there, guess, here, False))
    return None


def _on_the_way(
    turns: list[Point], start: Point, goals: Sequence[Point], longest: float
) -> list[tuple[int, float, float]]:
    """The places by which a short enough way may lead: which, how far, and how far the nearest goal."""
    sx, sy = start
    gx, gy = goals[0]
    # No goal is nearer than the first less this.
    spread = max([hypot(x - gx, y - gy) for x, y in goals])
    found: list[tuple[int, float, float]] = []
    for place, at in enumerate(turns):
        x, y = at
        far = hypot(x - sx, y - sy)
        if far <= longest:
            home = hypot(gx - x, gy - y)
            if spread and home + far <= longest + spread:
                home = _nearest(at, goals)
            if home + far <= longest:
                found.append((place, far, home))
    return found


def _leg(around: Surroundings, a: Point, b: Point, ignored: Sequence[Area], is_last: bool) -> float:
    """What the straight way between two places costs; infinite if something is in it."""
    if around.going.hindered and around.what_stops(a, b, ignored, is_last) is not None:
        return inf
    return around.cost(a, b)


def _known_leg(around: Surroundings, corners: list[Point], first: int, second: int) -> float:
    key = first * len(corners) + second if first < second else second * len(corners) + first
    cost = around.legs.get(key)
    if cost is None:
        cost = around.legs[key] = _leg(around, corners[first], corners[second], (), False)
    return cost


def _nearest(at: Point, goals: Sequence[Point]) -> float:
    x, y = at
    if len(goals) == 1:
        return hypot(goals[0][0] - x, goals[0][1] - y)
    return min([hypot(gx - x, gy - y) for gx, gy in goals])


def _traced(nodes: list[Point], before: list[int], here: int) -> Path:
    path: list[Point] = []
    while here >= 0:
        path.append(nodes[here])
        here = before[here]
    return tuple(reversed(path))


def _corner_points(around: Surroundings) -> list[Point]:
    """The places at which a way round something may turn."""
    if around.corners is not None:
        return around.corners
    points: list[Point] = []
    rings = numpy.empty((0, 2))
    if around.going.hindered:
        reach = around.radius + SLACK
        for area in around.solids:
            points += _round_corners(area, reach)
        for area in around.obstacles:
            points += _round_corners(area, reach)
        if around.discs:
            discs = numpy.array(around.discs)
            wide = (discs[:, 2] + SLACK) / cos(pi / RING)
            rings = (discs[:, None, :2] + wide[:, None, None] * _RING).reshape(-1, 2)
    last: list[Point] = []
    for area in around.difficult:
        last += _round_corners(area, SLACK)
    places = numpy.concatenate([numpy.array(points).reshape(-1, 2), rings, numpy.array(last).reshape(-1, 2)])
    around.corners = _standable(around, places)
    return around.corners


def _standable(around: Surroundings, places: Numbers) -> list[Point]:
    """Those of some places on the table in which nobody stands who hinders."""
    x, y = places[:, 0], places[:, 1]
    good = free_of_bases(around, x, y, around.discs if around.going.hindered else ())
    return list(zip(x[good].tolist(), y[good].tolist(), strict=True))


def free_of_bases(around: Surroundings, x: Numbers, y: Numbers, bases: Sequence[Disc]) -> Flags:
    """Which places are on the table and overlapped by none of some bases."""
    slack = around.radius - OVERLAP
    free = in_box(x, y, (slack, slack, around.width - slack, around.depth - slack))
    if bases:
        discs = numpy.array(bases).T[:, :, None]
        near = squares(discs[0] - x, discs[1] - y)
        free &= numpy.logical_and.reduce(near >= discs[3], axis=0)
    return free


def _is_firm(around: Surroundings, place: int, at: Point) -> bool:
    """Whether no ground keeps a base from turning at a place; asked only where a way may lead by it."""
    if not around.going.hindered or not (around.solids or around.obstacles):
        return True
    is_firm = around.firm.get(place)
    if is_firm is None:
        is_firm = around.firm[place] = around.what_is_on(at) is None
    return is_firm


def _crossings(around: Surroundings, ends: Sequence[Point]) -> list[Point]:
    """Where a way may best leave or enter difficult ground: straight across its border, or aslant.

    Aslant is the angle at which a way bends that goes on along the border outside, as light bends in water.
    """
    share = around.going.open / around.going.difficult
    slant = share / sqrt(1.0 - share * share) if share < 1.0 else 0.0
    points: list[Point] = []
    for area in around.difficult:
        inside = [at for at in ends if area.holds(*at)]
        if not inside:
            continue
        for ax, ay, ux, uy, side, outward in _sides(area):
            for x, y in inside:
                along = (x - ax) * ux + (y - ay) * uy
                deep = abs((x - ax) * uy - (y - ay) * ux)
                for at in (along - deep * slant, along, along + deep * slant):
                    if 0.0 <= at <= side:
                        points.append((ax + ux * at + uy * outward, ay + uy * at - ux * outward))
    return points


@lru_cache(maxsize=1024)
def _sides(area: Area) -> tuple[tuple[float, float, float, float, float, float], ...]:
    """The sides of an area: where each starts, its direction and length, and on which hand outside is."""
    sides: list[tuple[float, float, float, float, float, float]] = []
    for ax, ay, dx, dy, length in area.edges:
        side = sqrt(length)
        ux, uy = dx / side, dy / side
        outward = SLACK if not area.holds(ax + dx / 2 + uy * 1e-5, ay + dy / 2 - ux * 1e-5) else -SLACK
        sides.append((ax, ay, ux, uy, side, outward))
    return tuple(sides)


RING = 8
"""A way round a base turns at so many points."""
_RING = numpy.array([(cos(2 * pi * side / RING), sin(2 * pi * side / RING)) for side in range(RING)])


@lru_cache(maxsize=1024)
def _round_corners(area: Area, reach: float) -> tuple[Point, ...]:
    """Points round the outward corners of an area, at least a reach away from it."""
    points: list[Point] = []
    for x, y, first, turn in corners_of(area):
        count = max(1, ceil(turn / WIDEST_TURN - 1e-9))
        step = turn / count
        wide = reach / cos(step / 2)
        for index in range(count):
            way = first + step * (index + 0.5)
            points.append((x + wide * cos(way), y + wide * sin(way)))
    return tuple(points)


def corners_of(area: Area) -> list[tuple[float, float, float, float]]:
    """The outward corners of an area: where, the way out of the first side, and the turn to the second."""
    corners: list[tuple[float, float, float, float]] = []
    edges = area.edges
    ring_start = 0
    for index, (ax, ay, dx, dy, length) in enumerate(edges):
        after = index + 1
        if after == len(edges) or hypot(edges[after][0] - ax - dx, edges[after][1] - ay - dy) > 1e-6:
            after, ring_start = ring_start, index + 1
        _, _, ex, ey, other = edges[after]
        side = sqrt(length)
        nx, ny = dy / side, -dx / side
        middle = (ax + dx / 2, ay + dy / 2)
        outward = 1.0 if not area.holds(middle[0] + nx * 1e-5, middle[1] + ny * 1e-5) else -1.0
        if (dx * ey - dy * ex) * outward <= 1e-9:
            continue
        cosine = (dx * ex + dy * ey) / (side * sqrt(other))
        turn = acos(max(-1.0, min(1.0, cosine)))
        first = atan2(ny * outward, nx * outward)
        if outward < 0.0:
            first -= turn
        corners.append((ax + dx, ay + dy, first, turn))
    return corners
