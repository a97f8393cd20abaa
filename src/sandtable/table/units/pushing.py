"""Pushing: friends on whom a retreating group would end make room."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from sandtable.kernel.arithmetic import square
from sandtable.table.measure import NEAR, OVERLAP, Body, Models, Point
from sandtable.table.units.going import Going
from sandtable.table.units.groups import bodies_near, overlaps
from sandtable.table.units.paths import Mover, Surroundings

Disc = tuple[float, float, float]
"""Centre and radius of a base."""

CLEARANCE = 1e-6
"""A pushed base is set down this much beyond the touch, so that rounding never leaves an overlap."""


def push(
    movers: Mover,
    direction: Point,
    friends: Sequence[Body],
    enemies: Sequence[Body],
    apart: float,
    goings: Sequence[Going] = (),
) -> tuple[tuple[int, Models], ...] | None:
    """Friends in the way are pushed by the least distance that clears them, others in turn; or nobody is.

    A pushed base may not leave the table, enter ground that is closed to it, rest on an obstacle,
    run into whoever bars the movers or come within a distance of an enemy; if one would, nothing is pushed
    and the answer is None. `goings` tells how each of the friends takes ground.
    """
    if not any(overlaps(movers.models, movers.radius, *body) for body in friends):
        return ()
    settled: list[Disc] = [(x, y, movers.radius) for x, y in movers.models]
    # The hindmost first, so that a model that is pushed pushes only those before it.
    waiting = sorted(
        (x * direction[0] + y * direction[1], number, index)
        for number, (models, _) in enumerate(friends)
        for index, (x, y) in enumerate(models)
    )
    changed: dict[tuple[int, int], Point] = {}
    while (hit := _first_hit(waiting, friends, settled, changed)) is not None:
        number, index = hit
        models, radius = friends[number]
        at = _cleared(models[index], radius, direction, settled)
        going = goings[number] if goings else Going()
        around = Surroundings(movers.ground, (*at, *at), radius, going, movers.blockers)
        if not _may_stand(around, models[index], at, enemies, apart):
            return None
        changed[hit] = at
        settled.append((*at, radius))
    return _as_groups(friends, changed)


def _first_hit(
    waiting: list[tuple[float, int, int]],
    friends: Sequence[Body],
    settled: list[Disc],
    changed: dict[tuple[int, int], Point],
) -> tuple[int, int] | None:
    for _, number, index in waiting:
        if (number, index) in changed:
            continue
        models, mine = friends[number]
        x, y = models[index]
        for ox, oy, other in settled:
            reach = mine + other - OVERLAP
            if (ox - x) * (ox - x) + (oy - y) * (oy - y) < reach * reach:
                return number, index
    return None


def _cleared(at: Point, radius: float, direction: Point, settled: list[Disc]) -> Point:
    """The nearest place along the direction where a base overlaps none of those already set down."""
    x, y = at
    dx, dy = direction
    while True:
        farthest = 0.0
        for ox, oy, other in settled:
            reach = radius + other
            ex, ey = ox - x, oy - y
            if ex * ex + ey * ey >= square(reach - CLEARANCE / 2):
                continue
            along = ex * dx + ey * dy
            aside = ex * dy - ey * dx
            farthest = max(farthest, along + sqrt(max(reach * reach - aside * aside, 0.0)))
        if farthest <= 0.0:
            return (x, y)
        x += dx * (farthest + CLEARANCE)
        y += dy * (farthest + CLEARANCE)


def _may_stand(around: Surroundings, before: Point, at: Point, enemies: Sequence[Body], apart: float) -> bool:
    radius = around.radius
    if around.what_is_on(at) is not None or around.base_on(at) is not None:
        return False
    for models, other in bodies_near((at[0], at[1], at[0], at[1]), radius + apart, enemies):
        reach = square(radius + other + apart - NEAR)
        for x, y in models:
            after = square(x - at[0]) + square(y - at[1])
            if after < reach and after < square(x - before[0]) + square(y - before[1]) - 1e-9:
                return False
    return True


def _as_groups(
    friends: Sequence[Body], changed: dict[tuple[int, int], Point]
) -> tuple[tuple[int, Models], ...]:
    numbers = sorted({number for number, _ in changed})
    return tuple(
        (number, tuple(changed.get((number, index), at) for index, at in enumerate(friends[number][0])))
        for number in numbers
    )
