"""Formations: where the models of a group stand, and how they get there."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from math import inf, pi

import msgspec

from sandtable.kernel.arithmetic import cos, hypot, sin, total
from sandtable.table.measure import NEAR, Box, Models, Point
from sandtable.table.units.assignment import best_assignment
from sandtable.table.units.going import Path
from sandtable.table.units.groups import centroid, group_box, is_in_cohesion, overlapping_pair
from sandtable.table.units.paths import Blocked, Mover, Surroundings, check_translation
from sandtable.table.units.planner import way_through

SPACING = 0.5
"""The gap between neighbours in an open formation."""
RANK = 4
"""How many models stand abreast in a block."""
FILES = 2
"""How many models stand abreast in a column."""


class Formation(Enum):
    """The shapes a group can be told to take."""

    LINE = "line"
    BLOCK = "block"
    COLUMN = "column"
    RING = "ring"
    CLOSE = "close"
    AS_THEY_STAND = "as they stand"


class Plan(msgspec.Struct, frozen=True):
    """A move that can be made: the path of each model, where they end, and the dearest path."""

    paths: tuple[Path, ...]
    ends: Models
    cost: float


def stay(models: Models) -> Plan:
    """Everybody stays."""
    return Plan(tuple((at, at) for at in models), models, 0.0)


def slots(formation: Formation, models: Models, radius: float, anchor: Point, direction: Point) -> Models:
    """The places of a formation about its middle, its front towards a direction."""
    if formation is Formation.AS_THEY_STAND:
        middle = centroid(models)
        dx, dy = anchor[0] - middle[0], anchor[1] - middle[1]
        return tuple((x + dx, y + dy) for x, y in models)
    length = hypot(*direction)
    ux, uy = (direction[0] / length, direction[1] / length) if length > 0.0 else (0.0, 1.0)
    x, y = anchor
    return tuple(
        [
            (x + forward * ux - left * uy, y + forward * uy + left * ux)
            for forward, left in _pattern(formation, len(models), radius)
        ]
    )


@lru_cache(maxsize=1024)
def extent(formation: Formation, count: int, radius: float, direction: Point) -> Box:
    """The box around the places of a formation, its middle at 0."""
    return group_box(slots(formation, ((0.0, 0.0),) * count, radius, (0.0, 0.0), direction))


@lru_cache(maxsize=1024)
def holds_together(formation: Formation, count: int, radius: float, link: float) -> bool:
    """No two places of a formation overlap, and links of at most some gap join them all."""
    places = slots(formation, ((0.0, 0.0),) * count, radius, (0.0, 0.0), (0.0, 1.0))
    return overlapping_pair(places, radius) is None and is_in_cohesion(places, radius, link)


@lru_cache(maxsize=1024)
def _pattern(formation: Formation, count: int, radius: float) -> tuple[Point, ...]:
    """Places as inches forward and inches to the left of the middle."""
    return tuple(_places(formation, count, radius))


def _places(formation: Formation, count: int, radius: float) -> list[Point]:
    pitch = 2 * radius + SPACING
    if formation is Formation.RING:
        if count == 1:
            return [(0.0, 0.0)]
        wide = pitch / (2 * sin(pi / count))
        return [(wide * cos(2 * pi * i / count), wide * sin(2 * pi * i / count)) for i in range(count)]
    if formation is Formation.LINE:
        return _ranks(count, count, pitch, True)
    if formation is Formation.COLUMN:
        return _ranks(count, FILES, pitch, True)
    if formation is Formation.CLOSE:
        # A last rank that is not full stands behind the left files, so that each touches the one before.
        return _ranks(count, RANK, 2 * radius, False)
    return _ranks(count, RANK, pitch, True)


def _ranks(count: int, abreast: int, pitch: float, is_centred: bool) -> list[Point]:
    abreast = min(abreast, count)
    ranks = -(-count // abreast)
    places: list[Point] = []
    for i in range(count):
        rank, file = divmod(i, abreast)
        here = min(abreast, count - rank * abreast) if is_centred else abreast
        places.append((((ranks - 1) / 2 - rank) * pitch, ((here - 1) / 2 - file) * pitch))
    return places


def same_shape(models: Models, places: Models) -> list[int] | None:
    """The place for each model if the places are the models' own, all displaced alike."""
    order = sorted(range(len(models)), key=lambda i: (round(models[i][0], 4), round(models[i][1], 4)))
    other = sorted(range(len(places)), key=lambda i: (round(places[i][0], 4), round(places[i][1], 4)))
    dx = places[other[0]][0] - models[order[0]][0]
    dy = places[other[0]][1] - models[order[0]][1]
    chosen = [0] * len(models)
    for mine, place in zip(order, other, strict=True):
        if abs(places[place][0] - models[mine][0] - dx) > NEAR:
            return None
        if abs(places[place][1] - models[mine][1] - dy) > NEAR:
            return None
        chosen[mine] = place
    return chosen


def plan_move(mover: Mover, places: Models, limit: float) -> Plan | Blocked:
    """A group takes its places if each model has a legal path; the dearest path is as cheap as can be."""
    models, radius = mover.models, mover.radius
    pair = overlapping_pair(places, radius)
    if pair is not None:
        return Blocked("comrade", "", places[pair[1]], pair[1])
    chosen = same_shape(models, places)
    if chosen is not None:
        first = places[chosen[0]]
        vector = (first[0] - models[0][0], first[1] - models[0][1])
        if check_translation(mover, vector, limit) is None:
            ends = tuple(places[i] for i in chosen)
            around = mover._replace(blockers=()).around(_common_box(models, ends))
            dear = max(around.cost(a, b) for a, b in zip(models, ends, strict=True))
            return Plan(tuple(zip(models, ends, strict=True)), ends, dear)
    return _plan_by_assignment(mover, places, limit)


def _common_box(a: Models, b: Models) -> Box:
    (west, south, east, north), (left, low, right, high) = group_box(a), group_box(b)
    return (min(west, left), min(south, low), max(east, right), max(north, high))


def _plan_by_assignment(mover: Mover, places: Models, limit: float) -> Plan | Blocked:
    models, ground = mover.models, mover.ground
    box = _common_box(models, places)
    spare = limit / 2 if limit < inf else max(ground.width, ground.depth)
    around = mover.around((box[0] - spare, box[1] - spare, box[2] + spare, box[3] + spare))
    for index, place in enumerate(places):
        fault = around.what_is_on(place) or around.base_on(place)
        if fault is not None:
            return Blocked(fault.what, fault.name, fault.at, index)
    costs = _least_costs(around, models, places, limit)
    paths: dict[tuple[int, int], Path] = {}
    chosen: list[int] = []
    # A model whose path turns out dearer than it had to be at least is assigned anew.
    for _ in range(len(models) * len(models) + 1):
        chosen = best_assignment(costs)
        is_settled = True
        for row_index, column in enumerate(chosen):
            if costs[row_index][column] == inf:
                return Blocked("distance", "", places[column], row_index)
            if (row_index, column) not in paths:
                path = way_through(around, models[row_index], places[column], limit)
                if path is None:
                    costs[row_index][column] = inf
                    is_settled = False
                    continue
                paths[row_index, column] = path
                cost = total(around.cost(a, b) for a, b in zip(path, path[1:], strict=False))
                if cost > costs[row_index][column] + NEAR:
                    is_settled = False
                costs[row_index][column] = cost
        if is_settled:
            break
    ends = tuple(places[column] for column in chosen)
    dearest = max(costs[row_index][column] for row_index, column in enumerate(chosen))
    return Plan(tuple(paths[row, column] for row, column in enumerate(chosen)), ends, dearest)


def _least_costs(around: Surroundings, models: Models, places: Models, limit: float) -> list[list[float]]:
    """What each place costs each model at least; infinite where that is more than it can pay."""
    if around.difficult:
        deep, deep_there = [around.depth_of(at) for at in models], [around.depth_of(at) for at in places]
        costs = [
            [
                around.least(hypot(px - x, py - y), depth + other)
                for (px, py), other in zip(places, deep_there, strict=True)
            ]
            for (x, y), depth in zip(models, deep, strict=True)
        ]
    else:
        cheapest = around.going.cheapest
        costs = [
            [hypot(px - x, py - y) * cheapest if (px, py) != (x, y) else 0.0 for px, py in places]
            for x, y in models
        ]
    most = limit + NEAR
    return [[cost if cost <= most else inf for cost in row] for row in costs]
