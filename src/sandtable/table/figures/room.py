"""Room: the nearest place at which a figure can stand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import pi

from sandtable.kernel.arithmetic import cos, sin
from sandtable.table.figures.footing import Footing
from sandtable.table.measure import Point
from sandtable.table.terrain import Ground


def rings(at: Point, step: float, rounds: range, each: int, most: int) -> Iterator[Point]:
    """Places in rings a step apart around a point: on each ring so many more, up to a number."""
    x, y = at
    for ring in rounds:
        count = max(1, min(each * ring, most))
        for number in range(count):
            angle = 2 * pi * number / count
            yield x + sin(angle) * ring * step, y + cos(angle) * ring * step


def points_on_ring(ground: Ground, at: Point, far: float, count: int) -> list[Point]:
    """Points so far away on all sides, clockwise from the north, as far as they lie on the table."""
    turns = (2 * pi * number / count for number in range(count))
    around = [(at[0] + far * sin(turn), at[1] + far * cos(turn)) for turn in turns]
    wide, deep = ground.width, ground.depth
    return [(round(x, 3), round(y, 3)) for x, y in around if 0.0 <= x <= wide and 0.0 <= y <= deep]


def places_around(at: Point, farthest: float = 60.0, step: float = 0.5) -> Iterator[Point]:
    """Places around a point, nearest first."""
    yield at
    ring = 1
    while ring * step <= farthest:
        far = ring * step
        count = max(6, round(2 * pi * ring))
        for turn in range(count):
            angle = 2 * pi * turn / count
            yield (at[0] + far * sin(angle), at[1] + far * cos(angle))
        ring += 1


def nearest_free(
    footing: Footing,
    at: Point,
    elevation: float,
    fits: Callable[[Point], bool] = lambda spot: True,
    *,
    first_ring: int = 0,
    farthest: float = 6.0,
) -> Point | None:
    """The nearest place at a height where a figure can stand and that fits; None if there is none near."""
    around = rings(at, footing.prices.rates.inch * 0.1, range(first_ring, round(farthest * 10) + 1), 6, 36)
    return next((one for one in around if footing.can_end(one, elevation) and fits(one)), None)


def nearest_on_the_ground(footing: Footing, at: Point, farthest: float) -> Point | None:
    """The nearest place on the ground where a figure can stand, looked for far and wide."""
    around = rings(at, footing.prices.rates.inch * 0.25, range(round(farthest * 4)), 8, 48)
    return next((one for one in around if footing.can_end(one, 0.0)), None)
