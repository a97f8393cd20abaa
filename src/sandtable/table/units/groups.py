"""Groups of models: how far apart, how close together, and what they stand on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, sqrt
from typing import Protocol, TypeVar

import numpy

from sandtable.kernel.arithmetic import hypot, square, total
from sandtable.table.arrays import Numbers
from sandtable.table.measure import CONTACT, NEAR, OVERLAP, Body, Box, Models, Point
from sandtable.table.terrain import Area, Ground

Measured = TypeVar("Measured")

_MOST_MEASURED = 4096


def _remembered(
    measure: Callable[[Models], Measured], kept: dict[int, tuple[Models, Measured]]
) -> Callable[[Models], Measured]:
    """A measure of models by their identity; they are kept beside it, so that no identity is ever reused."""

    def measured(models: Models) -> Measured:
        known = kept.get(id(models))
        if known is None:
            if len(kept) >= _MOST_MEASURED:
                kept.clear()
            known = kept[id(models)] = (models, measure(models))
        return known[1]

    return measured


def _box_around(models: Models) -> Box:
    xs, ys = zip(*models, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _middle_of(models: Models) -> Point:
    return total([x for x, _ in models]) / len(models), total([y for _, y in models]) / len(models)


_BOXES: dict[int, tuple[Models, Box]] = {}
group_box = _remembered(_box_around, _BOXES)
"""The smallest upright box around the base centres of a group, remembered for the same models."""
group_array: Callable[[Models], Numbers] = _remembered(numpy.array, {})
"""The base centres of a group as an array, remembered for the same models; not to be written to."""
centroid = _remembered(_middle_of, {})
"""The middle of a group: the mean of its base centres, remembered for the same models."""


def squares(east: Numbers, north: Numbers) -> Numbers:
    """How far ways to the east and to the north lead together, squared, written over the ways themselves."""
    east *= east
    north *= north
    east += north
    return east


def box_gap(a: Box, b: Box) -> float:
    """The distance between two boxes; 0 where they meet."""
    dx = max(a[0] - b[2], b[0] - a[2], 0.0)
    dy = max(a[1] - b[3], b[1] - a[3], 0.0)
    return hypot(dx, dy)


def closest_pair(a: Models, b: Models) -> tuple[int, int, float]:
    """Which two models of two groups stand nearest to each other, and how far apart their centres are."""
    near = [(ax - bx) * (ax - bx) + (ay - by) * (ay - by) for ax, ay in a for bx, by in b]
    if not near:
        return 0, 0, inf
    best = min(near)
    first, second = divmod(near.index(best), len(b))
    return first, second, sqrt(best)


def gap(a: Models, radius_a: float, b: Models, radius_b: float) -> float:
    """The gap between two groups is the least gap between any two of their models, never below 0."""
    if len(a) * len(b) < FEW_PAIRS:
        best = min(
            [(ax - bx) * (ax - bx) + (ay - by) * (ay - by) for ax, ay in a for bx, by in b], default=inf
        )
    else:
        best = _least_squared(a, b)
    return max(0.0, sqrt(best) - radius_a - radius_b)


FEW_PAIRS = 30
"""So few pairs are measured all; of more only those that a box round the others does not rule out."""


def _least_squared(a: Models, b: Models) -> float:
    """The least distance between models of two groups, squared; the nearest to the others' box come first."""
    west, south, east, north = group_box(b)
    waiting: list[tuple[float, float, float]] = []
    for x, y in a:
        dx = west - x if x < west else x - east if x > east else 0.0
        dy = south - y if y < south else y - north if y > north else 0.0
        waiting.append((dx * dx + dy * dy, x, y))
    waiting.sort()
    best = inf
    for least, x, y in waiting:
        if least >= best:
            break
        near = min([(x - bx) * (x - bx) + (y - by) * (y - by) for bx, by in b])
        if near < best:
            best = near
    return best


_GAPS: dict[tuple[int, float, int, float], tuple[Models, Models, float]] = {}
_MOST_GAPS = 8192


def known_gap(a: Models, radius_a: float, b: Models, radius_b: float) -> float:
    """The gap between two groups, remembered for the same models; most stand still while others move."""
    key = (id(a), radius_a, id(b), radius_b)
    known = _GAPS.get(key)
    if known is None:
        if len(_GAPS) >= _MOST_GAPS:
            _GAPS.clear()
        known = _GAPS[key] = (a, b, gap(a, radius_a, b, radius_b))
    return known[2]


def gap_above(a: Models, radius_a: float, b: Models, radius_b: float, limit: float) -> bool:
    """The gap between two groups is above a limit; where their boxes settle that, nothing is measured."""
    if _least_gap(group_box(a), radius_a, b, radius_b) > limit + NEAR:
        return True
    return known_gap(a, radius_a, b, radius_b) > limit


def nearest(models: Models, radius: float, others: Sequence[Body]) -> int:
    """Which of some other groups has the least gap to a group; of equals the first."""
    box = group_box(models)
    waiting = [(_least_gap(box, radius, *body), place) for place, body in enumerate(others)]
    waiting.sort()
    best, found = inf, -1
    for least, place in waiting:
        if least > best + NEAR:
            break
        far = known_gap(models, radius, *others[place])
        if far < best or (far == best and place < found):
            best, found = far, place
    return found


def _least_gap(box: Box, radius_a: float, b: Models, radius_b: float) -> float:
    """No gap between the models in a box and another group is less than this."""
    return box_gap(box, group_box(b)) - radius_a - radius_b


def gap_below(a: Models, radius_a: float, b: Models, radius_b: float, limit: float) -> bool:
    """Some two models of two groups have a gap below a limit."""
    reach = limit + radius_a + radius_b
    known = _BOXES.get(id(a))
    west, south, east, north = known[1] if known is not None else group_box(a)
    known = _BOXES.get(id(b))
    other_west, other_south, other_east, other_north = known[1] if known is not None else group_box(b)
    dx = west - other_east if west > other_east else other_west - east
    dy = south - other_north if south > other_north else other_south - north
    if dx >= reach or dy >= reach or reach <= 0.0:
        return False
    if dx > 0.0 and dy > 0.0 and hypot(dx, dy) >= reach:
        return False
    reach *= reach
    for ax, ay in a:
        for bx, by in b:
            if (ax - bx) * (ax - bx) + (ay - by) * (ay - by) < reach:
                return True
    return False


def is_within(a: Models, radius_a: float, b: Models, radius_b: float, limit: float) -> bool:
    """The gap between two groups is at most a limit."""
    return gap_below(a, radius_a, b, radius_b, limit + NEAR)


def point_gap(models: Models, radius: float, point: Point) -> float:
    """How far a point is from the nearest base rim of a group, never below 0."""
    px, py = point
    return max(0.0, min([hypot(x - px, y - py) for x, y in models]) - radius)


def is_point_below(models: Models, radius: float, point: Point, limit: float) -> bool:
    """Some base rim of a group is closer to a point than a limit."""
    px, py = point
    west, south, east, north = group_box(models)
    reach = limit + radius + NEAR
    if px < west - reach or px > east + reach or py < south - reach or py > north + reach:
        return False
    return point_gap(models, radius, point) < limit


def in_contact(a: Models, radius_a: float, b: Models, radius_b: float) -> bool:
    """Two groups have two models in base contact."""
    return gap_below(a, radius_a, b, radius_b, CONTACT + 1e-9)


def models_in_contact(a: Models, radius_a: float, b: Models, radius_b: float) -> tuple[int, ...]:
    """Which models of the first group touch a base of the second."""
    reach = square(CONTACT + radius_a + radius_b + 1e-9)
    return tuple(
        i
        for i, (ax, ay) in enumerate(a)
        if any((ax - bx) * (ax - bx) + (ay - by) * (ay - by) <= reach for bx, by in b)
    )


def components(models: Models, radius: float, link: float) -> list[list[int]]:
    """The parts of a group that links of at most some gap join together, the largest first."""
    reach = square(link + 2 * radius + NEAR)
    waiting = list(range(len(models)))
    parts: list[list[int]] = []
    while waiting:
        part = [waiting.pop(0)]
        for one in part:
            x, y = models[one]
            apart: list[int] = []
            for other in waiting:
                ox, oy = models[other]
                if (ox - x) * (ox - x) + (oy - y) * (oy - y) <= reach:
                    part.append(other)
                else:
                    apart.append(other)
            waiting = apart
        parts.append(sorted(part))
    parts.sort(key=lambda part: (-len(part), part[0]))
    return parts


def is_in_cohesion(models: Models, radius: float, link: float) -> bool:
    """Links of at most some gap join all models of a group into one body."""
    if len(models) < 2:
        return True
    west, south, east, north = group_box(models)
    reach = link + 2 * radius + NEAR
    if (east - west) * (east - west) + (north - south) * (north - south) <= reach * reach:
        return True
    return _is_a_chain(models, reach * reach) or len(components(models, radius, link)) == 1


def _is_a_chain(models: Models, reach: float) -> bool:
    """Whether each model but the first has one before it in reach, squared; mostly the one just before."""
    bx, by = models[0]
    for place in range(1, len(models)):
        ax, ay = bx, by
        bx, by = models[place]
        if (bx - ax) * (bx - ax) + (by - ay) * (by - ay) > reach:
            for ax, ay in models[:place]:
                if (bx - ax) * (bx - ax) + (by - ay) * (by - ay) <= reach:
                    break
            else:
                return False
    return True


def each_has_a_comrade(models: Models, radius: float, link: float) -> bool:
    """Each model of a group has a link of at most some gap to another one."""
    return len(models) < 2 or all(len(part) > 1 for part in components(models, radius, link))


def is_one_body(models: Models, radius: float) -> bool:
    """All models of a group are joined by a chain of base contacts."""
    return len(models) < 2 or len(components(models, radius, CONTACT - NEAR + 1e-9)) == 1


def overlapping_pair(models: Models, radius: float) -> tuple[int, int] | None:
    """Two models of one group whose bases overlap, if there are any."""
    reach = 2 * radius - OVERLAP
    squared = reach * reach
    order = sorted(range(len(models)), key=[x for x, _ in models].__getitem__)
    for place, i in enumerate(order, 1):
        x, y = models[i]
        for j in order[place:]:
            ox, oy = models[j]
            if ox - x >= reach:
                break
            if (ox - x) * (ox - x) + (oy - y) * (oy - y) < squared:
                return (i, j) if i < j else (j, i)
    return None


def overlaps(a: Models, radius_a: float, b: Models, radius_b: float) -> bool:
    """Some bases of two groups overlap."""
    return gap_below(a, radius_a, b, radius_b, -OVERLAP)


def bodies_near(box: Box, margin: float, bodies: Sequence[Body]) -> list[Body]:
    """The groups with bases that may come within a margin of a box."""
    west, south, east, north = box
    near: list[Body] = []
    known = _BOXES.get
    for body in bodies:
        models, radius = body
        if not models:
            continue
        entry = known(id(models))
        bx0, by0, bx1, by1 = entry[1] if entry is not None else group_box(models)
        reach = radius + margin
        if bx0 - reach <= east and west <= bx1 + reach and by0 - reach <= north and south <= by1 + reach:
            near.append(body)
    return near


class Standing(Protocol):
    """A body with models on the table, and bases of one size."""

    @property
    def models(self) -> Models: ...

    @property
    def radius(self) -> float: ...


Stood = TypeVar("Stood", bound=Standing)


def those_near(box: Box, margin: float, groups: Sequence[Stood]) -> list[Stood]:
    """Those of some groups whose bases may come within a margin of a box."""
    west, south, east, north = box
    near: list[Stood] = []
    known = _BOXES.get
    for one in groups:
        models = one.models
        entry = known(id(models))
        bx0, by0, bx1, by1 = entry[1] if entry is not None else group_box(models)
        reach = one.radius + margin
        if bx0 - reach <= east and west <= bx1 + reach and by0 - reach <= north and south <= by1 + reach:
            near.append(one)
    return near


def is_in_any(areas: Sequence[Area], models: Models) -> bool:
    """Some model of a group stands in one of several areas."""
    if not areas:
        return False
    west, south, east, north = group_box(models)
    return any(
        area.holds(x, y)
        for area in areas
        if area.west <= east and west <= area.east and area.south <= north and south <= area.north
        for x, y in models
    )


def models_near(areas: Sequence[Area], models: Models, radius: float, limit: float) -> tuple[int, ...]:
    """Which models have the rim of their base within a limit of one of several areas."""
    reach = radius + limit + NEAR
    return tuple(
        i
        for i, (x, y) in enumerate(models)
        if any(area.is_near(x, y, reach) and area.distance(x, y) <= reach for area in areas)
    )


def is_on_table(ground: Ground, models: Models, radius: float) -> bool:
    """All bases of a group lie wholly on the table."""
    west, south, east, north = group_box(models)
    slack = radius - OVERLAP
    return west >= slack and south >= slack and east <= ground.width - slack and north <= ground.depth - slack
