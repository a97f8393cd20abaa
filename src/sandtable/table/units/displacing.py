"""Displacing: a whole group pushed along one line in small steps, until something stops it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from math import inf

import msgspec

from sandtable.table.measure import CONTACT, NEAR, OVERLAP, Body, Models, Point
from sandtable.table.terrain import Ground
from sandtable.table.units.going import Going
from sandtable.table.units.groups import bodies_near, closest_pair, gap, gap_below, overlaps
from sandtable.table.units.marching import (
    Hindrance,
    distance_for,
    moved,
    note_bodies,
    note_terrain,
    place_of,
    step_beyond,
    steps_from,
    steps_to,
    swept_box,
    unit,
    way_on_table,
)
from sandtable.table.units.paths import Blocked, Surroundings
from sandtable.table.units.pushing import push

__all__ = ["Displacement", "Outcome", "advance", "distance_for", "meet", "moved", "retreat", "unit"]


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
    goings: Sequence[Going] = (),
) -> Displacement:
    """A group falls back along a line until its slowest model has spent the limit, or something blocks it.

    It keeps apart from enemies other than the excepted ones, leaves the table if a base crosses the edge,
    pushes friends on whom it would end, and may not end on fixed friends, excepted enemies or obstacles.
    `goings` tells how each of the friends takes ground.
    """
    far = distance_for(ground, models, direction, limit, going)
    if far <= 1e-9:
        by = Blocked("impassable", "", models[0]) if limit > 0.0 else None
        return Displacement(Outcome.COMPLETED if by is None else Outcome.BLOCKED, models, 0.0, by)
    march = _Retreat(ground, models, radius, direction, far, going, apart)
    march.enemies, march.excepted, march.friends, march.fixed = enemies, excepted, friends, fixed
    march.goings = goings
    return march.run(obstacles_block)


class _Retreat:
    """A retreat under way."""

    __slots__ = (
        "apart",
        "around",
        "direction",
        "enemies",
        "excepted",
        "far",
        "fixed",
        "friends",
        "going",
        "goings",
        "ground",
        "models",
        "radius",
        "steps",
    )

    def __init__(
        self,
        ground: Ground,
        models: Models,
        radius: float,
        direction: Point,
        far: float,
        going: Going,
        apart: float,
    ) -> None:
        self.ground, self.models, self.radius = ground, models, radius
        self.direction, self.far, self.going, self.apart = direction, far, going, apart
        self.steps = steps_to(far)
        self.around = Surroundings(ground, swept_box(models, direction, far), radius, going)
        self.enemies: Sequence[Body] = ()
        self.excepted: Sequence[Body] = ()
        self.friends: Sequence[Body] = ()
        self.fixed: Sequence[Body] = ()
        self.goings: Sequence[Going] = ()

    def run(self, obstacles_block: bool) -> Displacement:
        """Go as far as nothing blocks, then back to where the group may rest."""
        found = Hindrance(len(self.steps))
        if self.going.hindered:
            note_terrain(found, self.around, self.models, self.direction, self.steps, obstacles_block)
            for body in self._near(self.enemies, self.apart):
                step = steps_from(self.models, self.radius, self.direction, self.steps, body, self.apart)
                found.note(step, Blocked("enemy", str(place_of(self.enemies, body)), body[0][0]))
        edge = step_beyond(self.steps, way_on_table(self.ground, self.models, self.radius, self.direction))
        if edge < len(self.steps) and edge <= found.step:
            off = moved(self.models, self.direction, self.steps[edge])
            return Displacement(Outcome.OFF_TABLE, off, self.steps[edge], Blocked("table edge"))
        return self._settle(found)

    def _near(self, bodies: Sequence[Body], margin: float = 0.0) -> list[Body]:
        box = swept_box(self.models, self.direction, self.far)
        return bodies_near(box, self.radius + margin, bodies)

    def _settle(self, found: Hindrance) -> Displacement:
        """The group goes back step by step to the last place where it may rest."""
        outcome = Outcome.COMPLETED if found.by is None else Outcome.BLOCKED
        by = found.by
        last_fault: Blocked | None = None
        held, stuck = self._near(self.excepted), self._near(self.fixed)
        friends = self.friends if self._near(self.friends) else ()
        for count in range(found.step, 0, -1):
            far = self.steps[count - 1]
            here = moved(self.models, self.direction, far)
            fault = self._why_not_rest(here, held)
            if fault is not None:
                if not self.going.hindered and outcome is not Outcome.BLOCKED:
                    outcome, by = Outcome.BLOCKED, fault
                last_fault = fault
                continue
            pushed = self._pushed(here, friends) if not _is_on_any(here, self.radius, stuck) else None
            if pushed is not None:
                return Displacement(outcome, here, far, by, pushed)
            outcome = Outcome.STOPPED if outcome is Outcome.COMPLETED else outcome
        if outcome is Outcome.COMPLETED:
            outcome, by = Outcome.BLOCKED, last_fault
        return Displacement(outcome, self.models, 0.0, by)

    def _pushed(self, here: Models, friends: Sequence[Body]) -> tuple[tuple[int, Models], ...] | None:
        if not friends:
            return ()
        foes = (*self.enemies, *self.excepted)
        return push(
            self.ground,
            here,
            self.radius,
            self.direction,
            friends,
            foes,
            self.fixed,
            self.apart,
            self.goings,
        )

    def _why_not_rest(self, here: Models, held: Sequence[Body]) -> Blocked | None:
        for body in held:
            if overlaps(here, self.radius, *body):
                return Blocked("enemy", "", body[0][0])
        if self.around.obstacles or (self.around.solids and not self.going.hindered):
            for at in here:
                fault = self.around.what_is_on(at)
                if fault is not None and fault.what != "table edge":
                    return fault
        if not self.going.hindered:
            for body in self.enemies:
                if gap_below(here, self.radius, *body, self.apart - NEAR):
                    return Blocked("enemy", str(place_of(self.enemies, body)), body[0][0])
        return None


def _is_on_any(here: Models, radius: float, bodies: Sequence[Body]) -> bool:
    return any(overlaps(here, radius, *body) for body in bodies)


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
    or off the table; other ground and obstacles do not matter on the way, but nobody rests on obstacles.
    Whom nothing hinders only has to end clear of all that.
    """
    mine, theirs, apart = closest_pair(models, attackers[0])
    far = min(max(0.0, apart - radius - attackers[1]) / 2, limit)
    to = attackers[0][theirs]
    direction = unit(to[0] - models[mine][0], to[1] - models[mine][1])
    steps = steps_to(far) if direction is not None and going.open < inf else []
    if direction is None or not steps:
        return Displacement(Outcome.COMPLETED, models, 0.0)
    found = Hindrance(len(steps))
    around = Surroundings(ground, swept_box(models, direction, far), radius, going)
    if going.hindered:
        note_terrain(found, around, models, direction, steps, is_obstacle_blocking=False)
        note_bodies(found, models, radius, direction, steps, third_friends, -OVERLAP, "base")
        note_bodies(found, models, radius, direction, steps, third_enemies, CONTACT, "enemy")
    edge = step_beyond(steps, way_on_table(ground, models, radius, direction))
    found.note(edge, Blocked("table edge"))
    return _ended(models, direction, steps, found, around, third_friends, third_enemies, CONTACT)


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
    """A group comes on towards a target out of its reach, keeping apart from it and all other enemies.

    Whom nothing hinders passes other enemies, and only has to end apart from them.
    """
    mine, theirs, _ = closest_pair(models, target[0])
    to = target[0][theirs]
    direction = unit(to[0] - models[mine][0], to[1] - models[mine][1])
    if direction is None:
        return Displacement(Outcome.COMPLETED, models, 0.0)
    far = distance_for(ground, models, direction, limit, going)
    steps = steps_to(far)
    if not steps:
        return Displacement(Outcome.COMPLETED, models, 0.0)
    found = Hindrance(len(steps))
    around = Surroundings(ground, swept_box(models, direction, far), radius, going)
    if going.hindered:
        note_terrain(found, around, models, direction, steps, is_obstacle_blocking=True)
        note_bodies(found, models, radius, direction, steps, friends, -OVERLAP, "base")
        note_bodies(found, models, radius, direction, steps, enemies, apart, "enemy")
    note_bodies(found, models, radius, direction, steps, (target,), apart, "enemy")
    found.note(step_beyond(steps, way_on_table(ground, models, radius, direction)), Blocked("table edge"))
    return _ended(models, direction, steps, found, around, friends, enemies, apart)


def _ended(
    models: Models,
    direction: Point,
    steps: list[float],
    found: Hindrance,
    around: Surroundings,
    friends: Sequence[Body],
    enemies: Sequence[Body],
    apart: float,
) -> Displacement:
    """The group stands at the last place before the hindrance where it may rest."""
    outcome = Outcome.COMPLETED if found.by is None else Outcome.BLOCKED
    # Whoever began nearer to somebody comes no nearer to them.
    kept = [
        (body, min(apart - NEAR, gap(models, around.radius, *body) - 1e-9))
        for body in ([] if around.going.hindered else enemies)
    ]
    for count in range(found.step, 0, -1):
        far = steps[count - 1]
        here = moved(models, direction, far)
        if _may_rest(here, around, friends) and not any(
            gap_below(here, around.radius, *body, least) for body, least in kept
        ):
            return Displacement(outcome, here, far, found.by)
    return Displacement(outcome, models, 0.0, found.by)


def _may_rest(here: Models, around: Surroundings, friends: Sequence[Body]) -> bool:
    """Nobody rests on an obstacle; who was not hindered rests on no other bad ground and on no friends."""
    if around.obstacles or (around.solids and not around.going.hindered):
        faults = (around.what_is_on(at) for at in here)
        if any(fault is not None and fault.what != "table edge" for fault in faults):
            return False
    return around.going.hindered or not _is_on_any(here, around.radius, friends)
