"""Marching: how far a group can go along one line, and what it would run into on the way."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, pi

from sandtable.kernel.arithmetic import cos, hypot, sin
from sandtable.table.measure import CONTACT, NEAR, OVERLAP, Body, Box, Models, Point
from sandtable.table.shapes import first_touch, first_touch_of_disc, merged, spans_inside
from sandtable.table.terrain import Area, areas_near
from sandtable.table.units.going import Going
from sandtable.table.units.groups import bodies_near, gap, group_box
from sandtable.table.units.paths import Blocked, Mover, Surroundings

STEP = 0.1
"""The step in which whole groups are displaced, in inches."""
DIRECTIONS, SHARES = 24, (1.0, 0.75, 0.5, 0.25)
"""The ways out that are tried, round the compass, and the parts of the whole movement in each."""


def moved(models: Models, direction: Point, far: float) -> Models:
    """All models displaced alike along a direction of length 1."""
    dx, dy = direction[0] * far, direction[1] * far
    return tuple([(x + dx, y + dy) for x, y in models])


def ways_away(middle: Point, threat: Point, far: float) -> list[Point]:
    """Shifts of a whole group, those straight away from a threat first, long before short."""
    ax, ay = middle[0] - threat[0], middle[1] - threat[1]
    length = hypot(ax, ay) or 1.0
    ways = [(ax / length, ay / length)] if length > NEAR else []
    turns = [2 * pi * side / DIRECTIONS for side in range(DIRECTIONS)]
    ways += sorted(((cos(turn), sin(turn)) for turn in turns), key=lambda way: -(way[0] * ax + way[1] * ay))
    return [(far * share * x, far * share * y) for x, y in ways for share in SHARES]


def unit(dx: float, dy: float) -> Point | None:
    """The direction of a way, with length 1; nothing if the way has no length."""
    length = hypot(dx, dy)
    return (dx / length, dy / length) if length > 1e-9 else None


def distance_for(mover: Mover, direction: Point, limit: float) -> float:
    """How far a group can go along a direction until its slowest model has spent a limit of cost."""
    ground, models, going = mover.ground, mover.models, mover.going
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


class March:
    """A group that goes along one line in small steps, and the first of them that is not possible."""

    def __init__(self, mover: Mover, direction: Point, far: float) -> None:
        self.ground, self.models, self.radius, self.going, _ = mover
        self.direction = direction
        self.steps = steps_to(far)
        self.box = swept_box(mover.models, direction, far)
        self.around = Surroundings(mover.ground, self.box, mover.radius, mover.going)
        """The ground on its way; who stands there is noted by who they are."""
        self.open_steps = len(self.steps)
        """How many steps are possible."""
        self.by: Blocked | None = None
        """What makes the next one impossible."""

    def at(self, far: float) -> Models:
        """Where the models stand after some inches."""
        return moved(self.models, self.direction, far)

    def near(self, bodies: Sequence[Body], margin: float = 0.0) -> list[Body]:
        """The groups that its bases may come within a margin of."""
        return bodies_near(self.box, self.radius + margin, bodies)

    def note(self, step: int, by: Blocked) -> None:
        """Something makes a step impossible; the earliest such step counts."""
        if step < self.open_steps:
            self.open_steps, self.by = step, by

    def step_off_table(self) -> int:
        """The first step after which a base would hang over the edge."""
        west, south, east, north = group_box(self.models)
        (dx, dy), slack = self.direction, self.radius - OVERLAP
        far = inf
        for room, speed in (
            (west - slack, -dx),
            (south - slack, -dy),
            (self.ground.width - slack - east, dx),
            (self.ground.depth - slack - north, dy),
        ):
            if speed > 1e-12:
                far = min(far, max(room, 0.0) / speed)
        return step_beyond(self.steps, far)

    def note_terrain(self, is_obstacle_blocking: bool) -> None:
        """Note the first step that would bring a base onto impassable ground or onto an obstacle."""
        for area in self.around.solids:
            self._note_area("impassable", area, self.models)
        for area in self.around.obstacles if is_obstacle_blocking else ():
            # Each model ignores the obstacles that it touches itself where it starts.
            free = tuple(one for one in self.models if area.distance(*one) > self.radius + CONTACT)
            if free:
                self._note_area("obstacle", area, free)

    def _note_area(self, what: str, area: Area, models: Models) -> None:
        """Note the first step on which a base overlaps an area, and where that base is then."""
        (ux, uy), far, reach = self.direction, self.steps[-1], self.radius - OVERLAP
        best, at = inf, models[0]
        for x, y in models:
            share = first_touch((x, y), (x + ux * far, y + uy * far), reach, area.edges)
            if share is None:
                continue
            if share == 0.0:
                ahead = area.distance(x + ux * STEP, y + uy * STEP)
                if ahead >= area.distance(x, y) and ahead > 0.0:
                    continue
            if share * far < best:
                best, at = share * far, (x + ux * far * share, y + uy * far * share)
        self.note(step_beyond(self.steps, best), Blocked(what, area.id, at))

    def note_bodies(self, bodies: Sequence[Body], least: float, what: str) -> None:
        """Note the first step that would bring it below a least gap from others and nearer than before."""
        for body in self.near(bodies, max(least, 0.0)):
            step = self._step_onto(body, least) if least < 0.0 else self._step_towards(body, least)
            self.note(step, Blocked(what, str(place_of(bodies, body)), body[0][0]))

    def _step_onto(self, body: Body, least: float) -> int:
        """The first step after which its gap to another group falls below a least gap."""
        (ux, uy), far = self.direction, self.steps[-1]
        reach = self.radius + body[1] + least
        wide, best, most = reach + NEAR, inf, far + reach + NEAR
        for x, y in self.models:
            end = (x + ux * far, y + uy * far)
            for ox, oy in body[0]:
                # A model already too near may always draw away; one farther off than the nearest, or aside,
                # need not be measured.
                if not 0.0 < (ox - x) * ux + (oy - y) * uy <= most:
                    continue
                if not -wide <= (ox - x) * uy - (oy - y) * ux <= wide:
                    continue
                share = first_touch_of_disc((x, y), end, (ox, oy), reach)
                if share is not None and share * far < best:
                    best = share * far
                    most = best + wide
        return step_beyond(self.steps, best)

    def _step_towards(self, body: Body, least: float) -> int:
        """The first step that would bring it below a least gap from another and nearer than before."""
        theirs, other = body
        before = gap(self.models, self.radius, theirs, other)
        if before >= least - NEAR:
            return self._step_onto(body, least - NEAR)
        if self._draws_away_from(theirs):
            return len(self.steps)
        for index, far in enumerate(self.steps):
            after = gap(self.at(far), self.radius, theirs, other)
            if after < least - NEAR and after < before - 1e-9:
                return index
            before = after
        return len(self.steps)

    def _draws_away_from(self, others: Models) -> bool:
        """Whether it goes away from each model of another group."""
        ux, uy = self.direction
        return max([x * ux + y * uy for x, y in others]) <= min([x * ux + y * uy for x, y in self.models])


def place_of(bodies: Sequence[Body], body: Body) -> int:
    """The place of a group in a list."""
    return next(index for index, one in enumerate(bodies) if one is body)
