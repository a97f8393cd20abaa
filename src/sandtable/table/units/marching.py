"""Marching: how far a group can go along one line, and what it would run into on the way."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from sandtable.kernel.arithmetic import hypot
from sandtable.table.measure import CONTACT, NEAR, OVERLAP, Body, Box, Models, Point
from sandtable.table.shapes import first_touch, first_touch_of_disc, merged, spans_inside
from sandtable.table.terrain import Area, Ground, areas_near
from sandtable.table.units.going import Going
from sandtable.table.units.groups import bodies_near, gap, group_box
from sandtable.table.units.paths import Blocked, Surroundings

STEP = 0.1
"""The step in which whole groups are displaced, in inches."""


def moved(models: Models, direction: Point, far: float) -> Models:
    """All models displaced alike along a direction of length 1."""
    dx, dy = direction[0] * far, direction[1] * far
    return tuple([(x + dx, y + dy) for x, y in models])


def unit(dx: float, dy: float) -> Point | None:
    """The direction of a way, with length 1; nothing if the way has no length."""
    length = hypot(dx, dy)
    return (dx / length, dy / length) if length > 1e-9 else None


def distance_for(ground: Ground, models: Models, direction: Point, limit: float, going: Going) -> float:
    """How far a group can go along a direction until its slowest model has spent a limit of cost."""
    if going.open == inf:
        return 0.0
    if not ground.difficult or going.difficult in (going.open, inf):
        return limit / going.open
    far = limit / going.cheapest
    areas = areas_near(ground.difficult, swept_box(models, direction, far))
    if not areas:
        return limit / going.open
    return min(_affordable(one, direction, limit, far, going, areas) for one in models)


def _affordable(
    start: Point, direction: Point, limit: float, far: float, going: Going, areas: list[Area]
) -> float:
    end = (start[0] + direction[0] * far, start[1] + direction[1] * far)
    spent = here = 0.0
    for enter, leave in merged([span for area in areas for span in spans_inside(start, end, area.edges)]):
        open_way = enter * far - here
        if spent + open_way * going.open >= limit:
            break
        spent += open_way * going.open
        inside = (leave - enter) * far
        if spent + inside * going.difficult >= limit:
            return enter * far + (limit - spent) / going.difficult
        spent += inside * going.difficult
        here = leave * far
    return min(here + (limit - spent) / going.open, far) if going.open > 0 else far


def swept_box(models: Models, direction: Point, far: float) -> Box:
    """The box around the base centres of a group on a straight way."""
    west, south, east, north = group_box(models)
    dx, dy = direction[0] * far, direction[1] * far
    return (min(west, west + dx), min(south, south + dy), max(east, east + dx), max(north, north + dy))


def steps_to(far: float) -> list[float]:
    """The distances after each step; the last step is shorter if need be."""
    count = int(far / STEP + 1e-9)
    distances = [STEP * (k + 1) for k in range(count)]
    if far - count * STEP > 1e-9:
        distances.append(far)
    return distances


def step_beyond(steps: list[float], open_way: float) -> int:
    """The first step that would go beyond a distance; the number of steps if none does."""
    if not steps or open_way >= steps[-1] - 1e-9:
        return len(steps)
    return min(int(open_way / STEP + 1e-6), len(steps) - 1)


def way_on_table(ground: Ground, models: Models, radius: float, direction: Point) -> float:
    """How far a group can go before a base hangs over the edge."""
    west, south, east, north = group_box(models)
    slack = radius - OVERLAP
    far = inf
    for room, speed in (
        (west - slack, -direction[0]),
        (south - slack, -direction[1]),
        (ground.width - slack - east, direction[0]),
        (ground.depth - slack - north, direction[1]),
    ):
        if speed > 1e-12:
            far = min(far, max(room, 0.0) / speed)
    return far


def _way_to_area(
    models: Models, radius: float, direction: Point, far: float, area: Area
) -> tuple[float, Point]:
    """How far a group can go before a base overlaps an area, and where that base is then."""
    reach = radius - OVERLAP
    best, at = inf, models[0]
    for x, y in models:
        end = (x + direction[0] * far, y + direction[1] * far)
        share = first_touch((x, y), end, reach, area.edges)
        if share is None:
            continue
        if share == 0.0:
            ahead = area.distance(x + direction[0] * STEP, y + direction[1] * STEP)
            if ahead >= area.distance(x, y) and ahead > 0.0:
                continue
        if share * far < best:
            best, at = share * far, (x + direction[0] * far * share, y + direction[1] * far * share)
    return best, at


def _way_to_body(
    models: Models, radius: float, direction: Point, far: float, body: Body, least: float
) -> float:
    """How far a group can go until its gap to another group falls below a least gap."""
    ux, uy = direction
    reach = radius + body[1] + least
    wide, best, most = reach + NEAR, inf, far + reach + NEAR
    for x, y in models:
        end = (x + ux * far, y + uy * far)
        for ox, oy in body[0]:
            # Whoever is already too near may always draw away; who is farther off than the nearest, or aside,
            # need not be measured.
            if not 0.0 < (ox - x) * ux + (oy - y) * uy <= most:
                continue
            if not -wide <= (ox - x) * uy - (oy - y) * ux <= wide:
                continue
            share = first_touch_of_disc((x, y), end, (ox, oy), reach)
            if share is not None and share * far < best:
                best = share * far
                most = best + wide
    return best


def steps_from(
    models: Models, radius: float, direction: Point, steps: list[float], body: Body, least: float
) -> int:
    """The first step that would bring a group below a least gap from another and nearer than before."""
    theirs, other = body
    before = gap(models, radius, theirs, other)
    if before >= least - NEAR:
        far = _way_to_body(models, radius, direction, steps[-1], body, least - NEAR)
        return step_beyond(steps, far)
    if _is_behind(models, direction, theirs):
        return len(steps)
    for index, far in enumerate(steps):
        after = gap(moved(models, direction, far), radius, theirs, other)
        if after < least - NEAR and after < before - 1e-9:
            return index
        before = after
    return len(steps)


def _is_behind(models: Models, direction: Point, others: Models) -> bool:
    """Whether a group that goes in a direction draws away from each model of another."""
    ux, uy = direction
    return max([x * ux + y * uy for x, y in others]) <= min([x * ux + y * uy for x, y in models])


class Hindrance:
    """The first step that is not possible, and why."""

    __slots__ = ("by", "step")

    def __init__(self, steps: int) -> None:
        self.step = steps
        self.by: Blocked | None = None

    def note(self, step: int, by: Blocked) -> None:
        """Something makes a step impossible; the earliest such step counts."""
        if step < self.step:
            self.step, self.by = step, by


def note_terrain(
    found: Hindrance,
    around: Surroundings,
    models: Models,
    direction: Point,
    steps: list[float],
    is_obstacle_blocking: bool,
) -> None:
    """Note the first step that would bring a base onto impassable ground or onto an obstacle."""
    for area in around.solids:
        open_way, at = _way_to_area(models, around.radius, direction, steps[-1], area)
        found.note(step_beyond(steps, open_way), Blocked("impassable", area.id, at))
    if not is_obstacle_blocking:
        return
    for area in around.obstacles:
        # Each model ignores the obstacles that it touches itself where it starts.
        free = tuple(one for one in models if area.distance(*one) > around.radius + CONTACT)
        if free:
            open_way, at = _way_to_area(free, around.radius, direction, steps[-1], area)
            found.note(step_beyond(steps, open_way), Blocked("obstacle", area.id, at))


def note_bodies(
    found: Hindrance,
    models: Models,
    radius: float,
    direction: Point,
    steps: list[float],
    bodies: Sequence[Body],
    least: float,
    what: str,
) -> None:
    """Note the first step that would bring a group below a least gap from others and nearer than before."""
    box = swept_box(models, direction, steps[-1])
    for body in bodies_near(box, radius + max(least, 0.0), bodies):
        if least < 0.0:
            far = _way_to_body(models, radius, direction, steps[-1], body, least)
            step = step_beyond(steps, far)
        else:
            step = steps_from(models, radius, direction, steps, body, least)
        found.note(step, Blocked(what, str(place_of(bodies, body)), body[0][0]))


def place_of(bodies: Sequence[Body], body: Body) -> int:
    """The place of a group in a list."""
    return next(index for index, one in enumerate(bodies) if one is body)
