"""Displacing: a whole group pushed along one line in small steps, until something stops it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from math import hypot, inf

import msgspec

from sandtable.table.groups import bodies_near, closest_pair, gap, gap_below, group_box, overlaps
from sandtable.table.measure import CONTACT, NEAR, OVERLAP, STEP, Body, Box, Models, Point
from sandtable.table.paths import Blocked, Going, Surroundings
from sandtable.table.pushing import push
from sandtable.table.shapes import first_touch, first_touch_of_disc, merged, spans_inside
from sandtable.table.terrain import Area, Ground


class Outcome(Enum):
    """How a displacement ended."""

    COMPLETED = "completed"
    BLOCKED = "blocked"
    OFF_TABLE = "off the table"
    STOPPED = "stopped by friends"


class Displacement(msgspec.Struct, frozen=True):
    """Where a displaced group stands, how it got no farther, and which friends it pushed."""

    outcome: Outcome
    models: Models
    distance: float
    by: Blocked | None = None
    """What blocked it; what is "impassable", "obstacle" or "enemy"."""
    pushed: tuple[tuple[int, Models], ...] = ()
    """The friends that were pushed, by their place in the list given, and where they stand now."""


def moved(models: Models, direction: Point, far: float) -> Models:
    """All models displaced alike along a direction of length 1."""
    dx, dy = direction[0] * far, direction[1] * far
    return tuple((x + dx, y + dy) for x, y in models)


def unit(dx: float, dy: float) -> Point | None:
    """The direction of a way, with length 1; nothing if the way has no length."""
    length = hypot(dx, dy)
    return (dx / length, dy / length) if length > 1e-9 else None


def distance_for(ground: Ground, models: Models, direction: Point, limit: float, going: Going) -> float:
    """How far a group can go along a direction until its slowest model has spent a limit of cost."""
    if going.open == inf:
        return 0.0
    far = limit / going.cheapest
    areas = (
        [area for area in ground.difficult if _meets(area, _swept_box(models, direction, far))]
        if going.difficult not in (going.open, inf)
        else []
    )
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


def _swept_box(models: Models, direction: Point, far: float) -> Box:
    west, south, east, north = group_box(models)
    dx, dy = direction[0] * far, direction[1] * far
    return (min(west, west + dx), min(south, south + dy), max(east, east + dx), max(north, north + dy))


def _meets(area: Area, box: Box) -> bool:
    return area.west <= box[2] and box[0] <= area.east and area.south <= box[3] and box[1] <= area.north


def steps_to(far: float) -> list[float]:
    """The distances after each step; the last step is shorter if need be."""
    count = int(far / STEP + 1e-9)
    distances = [STEP * (k + 1) for k in range(count)]
    if far - count * STEP > 1e-9:
        distances.append(far)
    return distances


def _step_beyond(steps: list[float], open_way: float) -> int:
    """The first step that would go beyond a distance; the number of steps if none does."""
    if not steps or open_way >= steps[-1] - 1e-9:
        return len(steps)
    return min(int(open_way / STEP + 1e-6), len(steps) - 1)


def _way_on_table(ground: Ground, models: Models, radius: float, direction: Point) -> float:
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
    reach = radius + body[1] + least
    best = inf
    for x, y in models:
        end = (x + direction[0] * far, y + direction[1] * far)
        for ox, oy in body[0]:
            ahead = (ox - x) * direction[0] + (oy - y) * direction[1]
            # Whoever is already too near may always draw away.
            if ahead > 0.0:
                share = first_touch_of_disc((x, y), end, (ox, oy), reach)
                if share is not None and share * far < best:
                    best = share * far
    return best


def _steps_from(
    models: Models, radius: float, direction: Point, steps: list[float], body: Body, least: float
) -> int:
    """The first step that would bring a group below a least gap from another and nearer than before."""
    theirs, other = body
    before = gap(models, radius, theirs, other)
    if before >= least - NEAR:
        far = _way_to_body(models, radius, direction, steps[-1], body, least - NEAR)
        return _step_beyond(steps, far)
    for index, far in enumerate(steps):
        after = gap(moved(models, direction, far), radius, theirs, other)
        if after < least - NEAR and after < before - 1e-9:
            return index
        before = after
    return len(steps)


class _Hindrance:
    """The first step that is not possible, and why."""

    __slots__ = ("by", "step")

    def __init__(self, steps: int) -> None:
        self.step = steps
        self.by: Blocked | None = None

    def note(self, step: int, by: Blocked) -> None:
        if step < self.step:
            self.step, self.by = step, by


def _areas_ahead(
    ground: Ground, models: Models, radius: float, direction: Point, far: float, going: Going
) -> Surroundings:
    return Surroundings(ground, _swept_box(models, direction, far), radius, going)


def _note_terrain(
    found: _Hindrance,
    around: Surroundings,
    models: Models,
    direction: Point,
    steps: list[float],
    is_obstacle_blocking: bool,
) -> None:
    for area in around.solids:
        open_way, at = _way_to_area(models, around.radius, direction, steps[-1], area)
        found.note(_step_beyond(steps, open_way), Blocked("impassable", area.id, at))
    if not is_obstacle_blocking:
        return
    for area in around.obstacles:
        # Each model ignores the obstacles that it touches itself where it starts.
        free = tuple(one for one in models if area.distance(*one) > around.radius + CONTACT)
        if free:
            open_way, at = _way_to_area(free, around.radius, direction, steps[-1], area)
            found.note(_step_beyond(steps, open_way), Blocked("obstacle", area.id, at))


def retreat(
    ground: Ground,
    models: Models,
    radius: float,
    direction: Point,
    limit: float,
    going: Going,
    enemies: Sequence[Body] = (),
    excepted: Sequence[Body] = (),
    friends: Sequence[Body] = (),
    fixed: Sequence[Body] = (),
    apart: float = 0.0,
    obstacles_block: bool = True,
) -> Displacement:
    """A group falls back along a line until its slowest model has spent the limit, or something blocks it.

    It keeps apart from enemies other than the excepted ones, leaves the table if a base crosses the edge,
    pushes friends on whom it would end, and may not end on fixed friends, excepted enemies or obstacles.
    """
    far = distance_for(ground, models, direction, limit, going)
    steps = steps_to(far)
    if not steps:
        rooted = limit > 0.0
        by = Blocked("impassable", "", models[0]) if rooted else None
        return Displacement(Outcome.BLOCKED if rooted else Outcome.COMPLETED, models, 0.0, by)
    around = _areas_ahead(ground, models, radius, direction, far, going)
    box = _swept_box(models, direction, far)
    foes = bodies_near(box, radius + apart, enemies)
    held = bodies_near(box, radius, excepted)
    found = _Hindrance(len(steps))
    if going.hindered:
        _note_terrain(found, around, models, direction, steps, obstacles_block)
        for body in foes:
            step = _steps_from(models, radius, direction, steps, body, apart)
            found.note(step, Blocked("enemy", str(_place_of(enemies, body)), body[0][0]))
    edge = _step_beyond(steps, _way_on_table(ground, models, radius, direction))
    if edge < len(steps) and edge <= found.step:
        return Displacement(
            Outcome.OFF_TABLE, moved(models, direction, steps[edge]), steps[edge], Blocked("table edge")
        )
    near = bodies_near(box, radius, friends)
    stuck = bodies_near(box, radius, fixed)
    if found.by is None and not (around.solids or around.obstacles or held or near or stuck or foes):
        return Displacement(Outcome.COMPLETED, moved(models, direction, far), far)
    return _settle(
        ground,
        models,
        radius,
        direction,
        steps,
        found,
        going,
        around,
        foes,
        held,
        friends,
        fixed,
        (*enemies, *excepted),
        apart,
    )


def _place_of(bodies: Sequence[Body], body: Body) -> int:
    return next(index for index, one in enumerate(bodies) if one is body)


def _settle(
    ground: Ground,
    models: Models,
    radius: float,
    direction: Point,
    steps: list[float],
    found: _Hindrance,
    going: Going,
    around: Surroundings,
    foes: Sequence[Body],
    held: Sequence[Body],
    friends: Sequence[Body],
    fixed: Sequence[Body],
    all_enemies: Sequence[Body],
    apart: float,
) -> Displacement:
    """The group goes back step by step to the last place where it may rest."""
    outcome = Outcome.COMPLETED if found.by is None else Outcome.BLOCKED
    by = found.by
    last_fault: Blocked | None = None
    for count in range(found.step, 0, -1):
        far = steps[count - 1]
        here = moved(models, direction, far)
        fault = _why_not_rest(here, radius, going, around, foes, held, apart)
        if fault is not None:
            if not going.hindered and outcome is not Outcome.BLOCKED:
                outcome, by = Outcome.BLOCKED, fault
            last_fault = fault
            continue
        if any(overlaps(here, radius, *body) for body in fixed):
            outcome = Outcome.STOPPED if outcome is Outcome.COMPLETED else outcome
            continue
        pushed = push(ground, here, radius, direction, friends, all_enemies, fixed, apart)
        if pushed is None:
            outcome = Outcome.STOPPED if outcome is Outcome.COMPLETED else outcome
            continue
        return Displacement(outcome, here, far, by, pushed)
    if outcome is Outcome.COMPLETED:
        outcome, by = Outcome.BLOCKED, last_fault
    return Displacement(outcome, models, 0.0, by)


def _why_not_rest(
    here: Models,
    radius: float,
    going: Going,
    around: Surroundings,
    foes: Sequence[Body],
    held: Sequence[Body],
    apart: float,
) -> Blocked | None:
    for body in held:
        if overlaps(here, radius, *body):
            return Blocked("enemy", "", body[0][0])
    if around.obstacles or (around.solids and not going.hindered):
        for at in here:
            fault = around.what_is_on(at)
            if fault is not None and fault.what != "table edge":
                return fault
    if not going.hindered:
        for body in foes:
            if gap_below(here, radius, *body, apart - NEAR):
                return Blocked("enemy", "", body[0][0])
    return None


def meet(
    ground: Ground,
    models: Models,
    radius: float,
    attackers: Body,
    limit: float,
    going: Going,
    third_friends: Sequence[Body] = (),
    third_enemies: Sequence[Body] = (),
) -> Displacement:
    """A defending group comes half the gap towards its attacker, by no more than a limit.

    It stops before a step onto a base of a third group, into touch with a third enemy, into impassable ground
    or off the table; other ground and obstacles do not matter.
    """
    mine, theirs, apart = closest_pair(models, attackers[0])
    far = min(max(0.0, apart - radius - attackers[1]) / 2, limit)
    to = attackers[0][theirs]
    direction = unit(to[0] - models[mine][0], to[1] - models[mine][1])
    steps = steps_to(far) if direction is not None and going.open < inf else []
    if direction is None or not steps:
        return Displacement(Outcome.COMPLETED, models, 0.0)
    found = _Hindrance(len(steps))
    around = _areas_ahead(ground, models, radius, direction, far, going)
    _note_terrain(found, around, models, direction, steps, is_obstacle_blocking=False)
    _note_bodies(found, models, radius, direction, steps, third_friends, -OVERLAP, "base")
    _note_bodies(found, models, radius, direction, steps, third_enemies, CONTACT, "enemy")
    edge = _step_beyond(steps, _way_on_table(ground, models, radius, direction))
    found.note(edge, Blocked("table edge"))
    return _ended(models, direction, steps, found)


def advance(
    ground: Ground,
    models: Models,
    radius: float,
    target: Body,
    limit: float,
    going: Going,
    enemies: Sequence[Body] = (),
    friends: Sequence[Body] = (),
    apart: float = 0.0,
) -> Displacement:
    """A group comes on towards a target out of its reach, keeping apart from it and all other enemies."""
    mine, theirs, _ = closest_pair(models, target[0])
    to = target[0][theirs]
    direction = unit(to[0] - models[mine][0], to[1] - models[mine][1])
    if direction is None:
        return Displacement(Outcome.COMPLETED, models, 0.0)
    far = distance_for(ground, models, direction, limit, going)
    steps = steps_to(far)
    if not steps:
        return Displacement(Outcome.COMPLETED, models, 0.0)
    found = _Hindrance(len(steps))
    around = _areas_ahead(ground, models, radius, direction, far, going)
    if going.hindered:
        _note_terrain(found, around, models, direction, steps, is_obstacle_blocking=True)
        _note_bodies(found, models, radius, direction, steps, friends, -OVERLAP, "base")
    _note_bodies(found, models, radius, direction, steps, (target, *enemies), apart, "enemy")
    found.note(_step_beyond(steps, _way_on_table(ground, models, radius, direction)), Blocked("table edge"))
    return _ended(models, direction, steps, found)


def _note_bodies(
    found: _Hindrance,
    models: Models,
    radius: float,
    direction: Point,
    steps: list[float],
    bodies: Sequence[Body],
    least: float,
    what: str,
) -> None:
    box = _swept_box(models, direction, steps[-1])
    for body in bodies_near(box, radius + max(least, 0.0), bodies):
        if least < 0.0:
            far = _way_to_body(models, radius, direction, steps[-1], body, least)
            step = _step_beyond(steps, far)
        else:
            step = _steps_from(models, radius, direction, steps, body, least)
        found.note(step, Blocked(what, str(_place_of(bodies, body)), body[0][0]))


def _ended(models: Models, direction: Point, steps: list[float], found: _Hindrance) -> Displacement:
    far = steps[found.step - 1] if found.step else 0.0
    outcome = Outcome.COMPLETED if found.by is None else Outcome.BLOCKED
    return Displacement(outcome, moved(models, direction, far) if far else models, far, found.by)
