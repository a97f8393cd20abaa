"""Followers: the models of an attack that find no place in contact come up behind the others."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import repeat
from math import pi

import msgspec
import numpy
from numpy.typing import NDArray

from sandtable.kernel.arithmetic import cos, hypot, sin, square
from sandtable.table.arrays import hypots
from sandtable.table.measure import CONTACT, NEAR, OVERLAP, Body, Box, Models, Point
from sandtable.table.terrain import THICKEST_WALL, Ground
from sandtable.table.units.contact import groups_touch, models_touching
from sandtable.table.units.going import Going, Path
from sandtable.table.units.groups import bodies_near, group_array, overlapping_pair, squares
from sandtable.table.units.paths import Surroundings

Numbers = NDArray[numpy.float64]
Rank = tuple[int, float, float, float]
"""How crowded a place is, how far from the target in fine parts of an inch, and where it is."""

DIRECTIONS = 24
HUG = 0.002
"""Followers are set this far off a comrade's rim, so that rounding never leaves an overlap."""
FINE = 1e6
"""Places are equally good if they differ by less than one part in so many of an inch."""
QUARTERS = 40
"""Who must make room looks so many quarters of an inch far."""


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
    theirs, starts = group_array(attack.target[0]), group_array(attack.attackers)
    far = hypots(starts[:, 0:1] - theirs[:, 0], starts[:, 1:2] - theirs[:, 1]).min(axis=1).tolist()
    beside = _Beside(ground, attack, [path[-1] for path in paths.values()])
    waiting.sort(key=lambda one: (far[one], one))
    for index in waiting:
        start = attack.attackers[index]
        path = beside.path_from(start) or _straggle(beside, start)
        paths[index] = path
        if index != waiting[-1]:
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


def _box_of(points: Sequence[Point], margin: float) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin)


def _surroundings(ground: Ground, attack: Attack, points: Sequence[Point], margin: float) -> Surroundings:
    bodies = (attack.target, *attack.friends, *attack.other_enemies)
    return Surroundings(ground, _box_of(points, margin), attack.radius, attack.going, bodies)


@lru_cache(maxsize=64)
def _compass(reach: float) -> Models:
    turns = [2 * pi * side / DIRECTIONS for side in range(DIRECTIONS)]
    return tuple((reach * cos(turn), reach * sin(turn)) for turn in turns)


@lru_cache(maxsize=64)
def _compass_array(reach: float) -> Numbers:
    return numpy.array(_compass(reach)).T[:, None, :]


class _Beside:
    """The places beside the comrades who have theirs, as far as nobody stands in them, the best first."""

    __slots__ = (
        "_barred",
        "_bars",
        "_ranked",
        "_seen",
        "_theirs",
        "around",
        "attack",
        "ground",
        "step",
        "taken",
    )

    def __init__(self, ground: Ground, attack: Attack, places: list[Point]) -> None:
        self.ground = ground
        self.attack = attack
        self.step = 2 * attack.radius + HUG
        self.taken = list(places)
        self._theirs = group_array(attack.target[0]).T[:, :, None]
        self._look_round()
        self._ranked = sorted(self._round(places))

    def _look_round(self) -> None:
        """See what stands in the way of those who stop beside comrades, or one more step away from them."""
        attack = self.attack
        points = (*attack.attackers, *self.taken)
        self._seen = _box_of(points, self.step)
        self.around = _surroundings(self.ground, attack, points, 2 * self.step)
        clear = square(2 * attack.radius - OVERLAP)
        bars = [(x, y, bar) for x, y, _, bar in self.around.discs]
        bars += [(x, y, clear) for x, y in self.taken]
        self._barred = len(bars)
        # There is room for all who may still come.
        bars += [(0.0, 0.0, 0.0)] * len(attack.attackers)
        self._bars = numpy.array(bars).T[:, :, None]

    def take(self, at: Point) -> None:
        """Another comrade stands here now."""
        ax, ay = at
        clear = square(2 * self.attack.radius - OVERLAP)
        self.taken.append(at)
        self._bars[:, self._barred, 0] = (ax, ay, clear)
        self._barred += 1
        west, south, east, north = self._seen
        if ax < west or ax > east or ay < south or ay > north:
            self._look_round()
        left = [
            one
            for one in self._ranked
            if (one[2] - ax) * (one[2] - ax) + (one[3] - ay) * (one[3] - ay) >= clear
        ]
        left += self._round([at])
        left.sort()
        self._ranked = left

    def _round(self, comrades: list[Point]) -> list[Rank]:
        """The places in which nobody stands round some comrades."""
        places = numpy.array(comrades).T[:, :, None] + _compass_array(self.step)
        return self._open(places.reshape(2, -1), _box_of(comrades, self.step))

    def _open(self, places: Numbers, box: Box) -> list[Rank]:
        """Those of some places in which nobody stands: how crowded, how far from the target, and where."""
        bars = self._bars[:, : self._barred]
        near = squares(bars[0] - places[0], bars[1] - places[1])
        free = places[:, numpy.logical_and.reduce(near >= bars[2], axis=0)]
        if not free.size:
            return []
        far = squares(self._theirs[0] - free[0], self._theirs[1] - free[1])
        ranks = numpy.rint(numpy.sqrt(numpy.minimum.reduce(far, axis=0)) * FINE).tolist()
        crowding = crowding_of(self.ground, self.attack, free, box)
        if crowding is None:
            return list(zip(repeat(0), ranks, *free.tolist(), strict=False))
        found = zip(crowding.tolist(), ranks, *free.tolist(), strict=True)
        return [one for one in found if one[0] < 2]

    def path_from(self, start: Point) -> Path | None:
        """The way to the open place nearest to the target, or to where the model stands if near enough."""
        attack, ranked = self.attack, self._ranked
        gap = min([hypot(x - start[0], y - start[1]) for x, y in self.taken])
        if gap <= self.step + attack.link and (
            here := self._open(numpy.array(start)[:, None], (*start, *start))
        ):
            ranked = ranked.copy()
            insort(ranked, here[0])
        for x, y in self._in_order(start, ranked):
            if self.around.is_open_way(start, (x, y), attack.limit):
                return (start, (x, y))
        return None

    def _in_order(self, start: Point, ranked: list[Rank]) -> Iterator[Point]:
        """The places that a model can pay for; of equally good ones the cheapest, western, southern first."""
        cheapest, limit = self.attack.going.cheapest, self.attack.limit + NEAR
        sx, sy = start
        alike: list[tuple[int, float, float]] = []
        crowded, far = -1, 0.0
        for rank in ranked:
            if rank[1] != far or rank[0] != crowded:
                if alike:
                    for _, x, y in sorted(alike):
                        yield (x, y)
                    alike = []
                crowded, far = rank[0], rank[1]
            _, _, x, y = rank
            cost = hypot(x - sx, y - sy) * cheapest
            if cost <= limit:
                alike.append((int(cost * FINE + 0.5), x, y))
        for _, x, y in sorted(alike):
            yield (x, y)


def crowding_of(ground: Ground, attack: Attack, points: Numbers, box: Box) -> NDArray[numpy.int64] | None:
    """For each place in a box: 0 apart from other enemies, 1 too near, 2 in contact; None if all apart."""
    others = bodies_near(box, attack.radius + attack.apart, attack.other_enemies)
    if not others:
        return None
    worst = numpy.zeros(points.shape[1], dtype=numpy.int64)
    for models, radius in others:
        theirs = group_array(models).T[:, :, None]
        far = squares(theirs[0] - points[0], theirs[1] - points[1])
        near = numpy.sqrt(numpy.minimum.reduce(far, axis=0)) - (radius + attack.radius)
        numpy.maximum(worst, near < attack.apart - NEAR, out=worst)
        worst[near <= CONTACT] = 2
        if ground.obstacles:
            for place in (near <= THICKEST_WALL + CONTACT).nonzero()[0].tolist():
                at = (points[0, place].item(), points[1, place].item())
                if models_touching(ground, (at,), attack.radius, (models, radius), is_across_only=True):
                    worst[place] = 2
    return worst


def _straggle(beside: _Beside, start: Point) -> Path:
    """Who cannot come up goes towards the nearest comrade while the way is open, or stays, or makes room."""
    attack, taken = beside.attack, beside.taken
    far, aim = min([(hypot(x - start[0], y - start[1]), place) for place, (x, y) in enumerate(taken)])
    x, y = taken[aim]
    whole = min(attack.limit / attack.going.cheapest / max(far, 1e-9), 1.0)
    for tenth in range(10, -1, -1):
        share = whole * tenth / 10
        at = (start[0] + (x - start[0]) * share, start[1] + (y - start[1]) * share)
        if _is_open(beside, beside.around, start, at):
            return (start, at)
    around = _surroundings(beside.ground, attack, (start,), QUARTERS / 4)
    for quarter in range(1, QUARTERS):
        for dx, dy in _compass(quarter / 4):
            at = (start[0] + dx, start[1] + dy)
            if _is_open(beside, around, start, at):
                return (start, at)
    return (start, start)


def _is_open(beside: _Beside, around: Surroundings, start: Point, at: Point) -> bool:
    x, y = at
    attack = beside.attack
    clear = square(2 * attack.radius - OVERLAP)
    for ox, oy in beside.taken:
        if (ox - x) * (ox - x) + (oy - y) * (oy - y) < clear:
            return False
    return not touches_others(beside.ground, attack, at) and around.is_open_way(start, at, attack.limit)


def touches_others(ground: Ground, attack: Attack, at: Point) -> bool:
    """A base would stand in contact, directly or across an obstacle, with an enemy that is not the target."""
    x, y = at
    reach = attack.radius + CONTACT + (THICKEST_WALL if ground.obstacles else 0.0)
    return any(
        groups_touch(ground, (at,), attack.radius, models, radius)
        for models, radius in bodies_near((x, y, x, y), reach, attack.other_enemies)
    )
