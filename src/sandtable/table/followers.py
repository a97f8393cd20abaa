"""Followers: the models of an attack that find no place in contact come up behind the others."""

from __future__ import annotations

from functools import lru_cache
from math import cos, hypot, pi, sin

import msgspec
import numpy
from numpy.typing import NDArray

from sandtable.table.groups import bodies_near, group_array, overlapping_pair
from sandtable.table.measure import CONTACT, NEAR, OVERLAP, Body, Models, Point
from sandtable.table.paths import Going, Path, Surroundings
from sandtable.table.terrain import Ground

Numbers = NDArray[numpy.float64]

DIRECTIONS = 24
HUG = 0.002
"""Followers are set this far off a comrade's rim, so that rounding never leaves an overlap."""


class Attack(msgspec.Struct, frozen=True):
    """Who attacks whom over which ground, and who else is there."""

    attackers: Models
    radius: float
    limit: float
    going: Going
    target: Body
    friends: tuple[Body, ...] = ()
    """All other groups of the attacker's side."""
    other_enemies: tuple[Body, ...] = ()
    """All groups of the other side but the target."""
    apart: float = 0.0
    """The gap that is kept from other enemies where possible."""
    link: float = 0.0
    """The largest gap that keeps cohesion."""


def bring_up(ground: Ground, attack: Attack, paths: dict[int, Path]) -> None:
    """Models without a place in contact come up to a comrade, as close to the target as they can."""
    waiting = [index for index in range(len(attack.attackers)) if index not in paths]
    if not waiting:
        return
    places = [path[-1] for path in paths.values()]
    around = _surroundings(ground, attack, places)
    theirs, starts = group_array(attack.target[0]), group_array(attack.attackers)
    far = numpy.hypot(starts[:, 0:1] - theirs[:, 0], starts[:, 1:2] - theirs[:, 1]).min(axis=1)
    beside = _Beside(around, attack, places)
    for index in sorted(waiting, key=lambda one: (far[one], one)):
        start = attack.attackers[index]
        path = beside.path_from(start) or _straggle(around, attack, start, beside.taken)
        paths[index] = path
        beside.take(path[-1])
    _untangle(attack, paths, waiting)


def _untangle(attack: Attack, paths: dict[int, Path], followers: list[int]) -> None:
    """Where one finds no room but under a comrade, the comrade stays where it was, followers first."""
    for _ in range(len(paths)):
        pair = overlapping_pair(tuple(paths[index][-1] for index in range(len(paths))), attack.radius)
        if pair is None:
            return
        has_moved = [one for one in pair if paths[one][-1] != attack.attackers[one]]
        one = min(has_moved, key=lambda one: (one not in followers, -one))
        paths[one] = (attack.attackers[one], attack.attackers[one])


def _surroundings(ground: Ground, attack: Attack, places: list[Point]) -> Surroundings:
    points = (*attack.attackers, *places)
    margin = 4 * attack.radius + len(points) * 2 * attack.radius
    xs, ys = [x for x, _ in points], [y for _, y in points]
    box = (min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin)
    bodies = (attack.target, *attack.friends, *attack.other_enemies)
    return Surroundings(ground, box, attack.radius, attack.going, bodies)


@lru_cache(maxsize=64)
def _compass(reach: float) -> Numbers:
    turns = [2 * pi * side / DIRECTIONS for side in range(DIRECTIONS)]
    return numpy.array([(reach * cos(turn), reach * sin(turn)) for turn in turns])


class _Beside:
    """The places beside the comrades who have theirs, as far as nobody stands in them."""

    __slots__ = ("_discs", "around", "attack", "crowding", "far", "ring", "taken")

    def __init__(self, around: Surroundings, attack: Attack, places: list[Point]) -> None:
        self.around = around
        self.attack = attack
        self._discs = numpy.array(around.discs)
        self.taken = numpy.array(places)
        self.ring, self.crowding, self.far = self._open((self.taken[:, None, :] + self._step).reshape(-1, 2))

    @property
    def _step(self) -> Numbers:
        return _compass(2 * self.attack.radius + HUG)

    def take(self, at: Point) -> None:
        """Another comrade stands here now."""
        here = numpy.array([at])
        self.taken = numpy.vstack((self.taken, here))
        free = ((self.ring - here) ** 2).sum(axis=1) >= (2 * self.attack.radius - OVERLAP) ** 2
        ring, crowding, far = self._open(here + self._step)
        self.ring = numpy.vstack((self.ring[free], ring))
        self.crowding = numpy.concatenate((self.crowding[free], crowding))
        self.far = numpy.concatenate((self.far[free], far))

    def _open(self, ring: Numbers) -> tuple[Numbers, NDArray[numpy.int64], Numbers]:
        """Those of some places in which nobody stands; how crowded they are, and how far from the target."""
        near = (ring[:, 0:1] - self.taken[:, 0]) ** 2 + (ring[:, 1:2] - self.taken[:, 1]) ** 2
        ring = ring[near.min(axis=1) >= (2 * self.attack.radius - OVERLAP) ** 2]
        if len(self._discs) and len(ring):
            near = (ring[:, 0:1] - self._discs[:, 0]) ** 2 + (ring[:, 1:2] - self._discs[:, 1]) ** 2
            ring = ring[(near >= (self._discs[:, 2] - OVERLAP) ** 2).all(axis=1)]
        crowding = crowding_of(self.attack, ring)
        ring, crowding = ring[crowding < 2], crowding[crowding < 2]
        theirs = group_array(self.attack.target[0])
        far = numpy.hypot(ring[:, 0:1] - theirs[:, 0], ring[:, 1:2] - theirs[:, 1]).min(axis=1, initial=1e9)
        return ring, crowding, far.round(6)

    def path_from(self, start: Point) -> Path | None:
        """The way to the open place nearest to the target, or to where the model stands if near enough."""
        attack, ring, crowding, far = self.attack, self.ring, self.crowding, self.far
        step = 2 * attack.radius + HUG
        if numpy.hypot(self.taken[:, 0] - start[0], self.taken[:, 1] - start[1]).min() <= step + attack.link:
            here = self._open(numpy.array([start]))
            ring, crowding, far = (
                numpy.concatenate(both) for both in zip((ring, crowding, far), here, strict=True)
            )
        costs = numpy.hypot(ring[:, 0] - start[0], ring[:, 1] - start[1]) * attack.going.cheapest
        kept = (costs <= attack.limit + NEAR).nonzero()[0]
        ring = ring[kept]
        order = numpy.lexsort((ring[:, 1], ring[:, 0], costs[kept].round(6), far[kept], crowding[kept]))
        for x, y in ring[order].tolist():
            if self.around.check((start, (x, y)), attack.limit) is None:
                return (start, (x, y))
        return None


def crowding_of(attack: Attack, points: Numbers) -> NDArray[numpy.int64]:
    """For each place: 0 apart from other enemies, 1 too near to one, 2 in contact with one."""
    worst = numpy.zeros(len(points), dtype=numpy.int64)
    if not len(points):
        return worst
    low, high = points.min(axis=0), points.max(axis=0)
    box = (float(low[0]), float(low[1]), float(high[0]), float(high[1]))
    for models, radius in bodies_near(box, attack.radius + attack.apart, attack.other_enemies):
        others = group_array(models)
        near = numpy.hypot(points[:, 0:1] - others[:, 0], points[:, 1:2] - others[:, 1]).min(axis=1)
        near -= radius + attack.radius
        numpy.maximum(worst, near < attack.apart - NEAR, out=worst)
        worst[near <= CONTACT] = 2
    return worst


def _straggle(around: Surroundings, attack: Attack, start: Point, taken: Numbers) -> Path:
    """Who cannot come up goes towards the nearest comrade while the way is open, or stays, or makes room."""
    nearest = int(numpy.hypot(taken[:, 0] - start[0], taken[:, 1] - start[1]).argmin())
    aim = (float(taken[nearest, 0]), float(taken[nearest, 1]))
    far = max(hypot(aim[0] - start[0], aim[1] - start[1]), 1e-9)
    whole = min(attack.limit / attack.going.cheapest / far, 1.0)
    for tenth in range(10, -1, -1):
        share = whole * tenth / 10
        at = (start[0] + (aim[0] - start[0]) * share, start[1] + (aim[1] - start[1]) * share)
        if _is_open(around, attack, start, at, taken):
            return (start, at)
    for quarter in range(1, 40):
        for dx, dy in _compass(quarter * 0.25).tolist():
            at = (start[0] + dx, start[1] + dy)
            if _is_open(around, attack, start, at, taken):
                return (start, at)
    return (start, start)


def _is_open(around: Surroundings, attack: Attack, start: Point, at: Point, taken: Numbers) -> bool:
    reach = 2 * attack.radius - OVERLAP
    if ((taken[:, 0] - at[0]) ** 2 + (taken[:, 1] - at[1]) ** 2 < reach * reach).any():
        return False
    if crowding_of(attack, numpy.array([at]))[0] == 2:
        return False
    return around.check((start, at), attack.limit) is None
