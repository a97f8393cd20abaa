"""Displacing: a whole group pushed along one line in small steps, until something stops it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from math import inf
from typing import NamedTuple

import msgspec

from sandtable.table.measure import CONTACT, NEAR, OVERLAP, Body, Models, Point
from sandtable.table.units.going import Going
from sandtable.table.units.groups import closest_pair, gap, gap_below, overlaps
from sandtable.table.units.marching import March, distance_for, moved, unit
from sandtable.table.units.paths import Blocked, Mover, Surroundings
from sandtable.table.units.pushing import push

__all__ = ["Displacement", "Others", "Outcome", "advance", "distance_for", "meet", "moved", "retreat", "unit"]


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


class Others(NamedTuple):
    """Who stands about a group that falls back."""

    enemies: Sequence[Body] = ()
    """Those from whom it keeps apart."""
    excepted: Sequence[Body] = ()
    """Enemies from whom it need not keep apart, and on whom it may not end."""
    friends: Sequence[Body] = ()
    """Those who make room for it."""
    fixed: Sequence[Body] = ()
    """Friends who do not."""
    apart: float = 0.0
    goings: Sequence[Going] = ()
    """How each of the friends takes ground."""


NOBODY = Others()


def retreat(
    mover: Mover, direction: Point, limit: float, others: Others = NOBODY, obstacles_block: bool = True
) -> Displacement:
    """A group falls back along a line until its slowest model has spent the limit, or something blocks it.

    It keeps apart from enemies other than the excepted ones, leaves the table if a base crosses the edge,
    pushes friends on whom it would end, and may not end on fixed friends, excepted enemies or obstacles.
    """
    far = distance_for(mover, direction, limit)
    if far <= 1e-9:
        by = Blocked("impassable", "", mover.models[0]) if limit > 0.0 else None
        return Displacement(Outcome.COMPLETED if by is None else Outcome.BLOCKED, mover.models, 0.0, by)
    march = _Retreat(mover, direction, far)
    march.others = others
    return march.run(obstacles_block)


class _Retreat(March):
    """A retreat under way."""

    others: Others

    def run(self, obstacles_block: bool) -> Displacement:
        """Go as far as nothing blocks, then back to where the group may rest."""
        if self.going.hindered:
            self.note_terrain(obstacles_block)
            self.note_bodies(self.others.enemies, self.others.apart, "enemy")
        edge = self.step_off_table()
        if edge < len(self.steps) and edge <= self.open_steps:
            far = self.steps[edge]
            return Displacement(Outcome.OFF_TABLE, self.at(far), far, Blocked("table edge"))
        return self._settle()

    def _settle(self) -> Displacement:
        """The group goes back step by step to the last place where it may rest."""
        outcome, by = _outcome(self), self.by
        last_fault: Blocked | None = None
        held, stuck = self.near(self.others.excepted), self.near(self.others.fixed)
        friends = self.others.friends if self.near(self.others.friends) else ()
        for count in range(self.open_steps, 0, -1):
            far = self.steps[count - 1]
            here = self.at(far)
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
        _, _, _, fixed, apart, goings = self.others
        foes = (*self.others.enemies, *self.others.excepted)
        movers = Mover(self.ground, here, self.radius, self.going, fixed)
        return push(movers, self.direction, friends, foes, apart, goings)

    def _why_not_rest(self, here: Models, held: Sequence[Body]) -> Blocked | None:
        for body in held:
            if overlaps(here, self.radius, *body):
                return Blocked("enemy", "", body[0][0])
        fault = _bad_ground(self.around, here)
        if fault is None and not self.going.hindered:
            for number, body in enumerate(self.others.enemies):
                if gap_below(here, self.radius, *body, self.others.apart - NEAR):
                    return Blocked("enemy", str(number), body[0][0])
        return fault


def _outcome(march: March) -> Outcome:
    return Outcome.COMPLETED if march.by is None else Outcome.BLOCKED


def _is_on_any(here: Models, radius: float, bodies: Sequence[Body]) -> bool:
    return any(overlaps(here, radius, *body) for body in bodies)


def _bad_ground(around: Surroundings, here: Models) -> Blocked | None:
    """Nobody rests on an obstacle; who was not hindered rests on no other bad ground."""
    if around.obstacles or (around.solids and not around.going.hindered):
        for at in here:
            fault = around.what_is_on(at)
            if fault is not None and fault.what != "table edge":
                return fault
    return None


def meet(
    mover: Mover, attackers: Body, limit: float, friends: Sequence[Body] = (), enemies: Sequence[Body] = ()
) -> Displacement:
    """A defending group comes half the gap towards its attacker, by no more than a limit.

    It stops before a step onto a base of a third group, into touch with a third enemy, into impassable ground
    or off the table; other ground and obstacles do not matter on the way, but nobody rests on obstacles.
    Whom nothing hinders only has to end clear of all that.
    """
    direction, apart = _towards(mover.models, attackers[0])
    far = min(max(0.0, apart - mover.radius - attackers[1]) / 2, limit)
    if direction is None or mover.going.open == inf or far <= 1e-9:
        return Displacement(Outcome.COMPLETED, mover.models, 0.0)
    march = March(mover, direction, far)
    if mover.going.hindered:
        march.note_terrain(is_obstacle_blocking=False)
        march.note_bodies(friends, -OVERLAP, "base")
        march.note_bodies(enemies, CONTACT, "enemy")
    return _ended(march, friends, enemies, CONTACT)


def _towards(models: Models, others: Models) -> tuple[Point | None, float]:
    """From the nearest model of a group to the nearest of another: the direction, and how far that is."""
    mine, theirs, apart = closest_pair(models, others)
    return unit(others[theirs][0] - models[mine][0], others[theirs][1] - models[mine][1]), apart


def advance(
    mover: Mover,
    target: Body,
    limit: float,
    enemies: Sequence[Body] = (),
    friends: Sequence[Body] = (),
    apart: float = 0.0,
) -> Displacement:
    """A group comes on towards a target out of its reach, keeping apart from it and all other enemies.

    Whom nothing hinders passes other enemies, and only has to end apart from them.
    """
    direction, _ = _towards(mover.models, target[0])
    far = 0.0 if direction is None else distance_for(mover, direction, limit)
    if direction is None or far <= 1e-9:
        return Displacement(Outcome.COMPLETED, mover.models, 0.0)
    march = March(mover, direction, far)
    if mover.going.hindered:
        march.note_terrain(is_obstacle_blocking=True)
        march.note_bodies(friends, -OVERLAP, "base")
        march.note_bodies(enemies, apart, "enemy")
    march.note_bodies((target,), apart, "enemy")
    return _ended(march, friends, enemies, apart)


def _ended(march: March, friends: Sequence[Body], enemies: Sequence[Body], apart: float) -> Displacement:
    """The group stands at the last place before the hindrance where it may rest."""
    march.note(march.step_off_table(), Blocked("table edge"))
    radius, is_hindered = march.radius, march.going.hindered
    # A model that began nearer to somebody comes no nearer to them.
    kept = [
        (body, min(apart - NEAR, gap(march.models, radius, *body) - 1e-9))
        for body in ([] if is_hindered else enemies)
    ]
    for count in range(march.open_steps, 0, -1):
        far = march.steps[count - 1]
        here = march.at(far)
        # Who was not hindered on the way rests on no friends either.
        is_free = is_hindered or not _is_on_any(here, radius, friends)
        if is_free and _bad_ground(march.around, here) is None:
            if not any(gap_below(here, radius, *body, least) for body, least in kept):
                return Displacement(_outcome(march), here, far, march.by)
    return Displacement(_outcome(march), march.models, 0.0, march.by)
