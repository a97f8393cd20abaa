"""Followers: the models of an attack that find no place in contact come up behind the others."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator
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
Rank = tuple[int, float, float, float]
"""How crowded a place is, how far from the target, and where it is."""

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
    waiting.sort(key=lambda one: (far[one], one))
    for index in waiting:
        start = attack.attackers[index]
        path = beside.path_from(start) or _straggle(around, attack, start, numpy.array(beside.taken))
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


def _surroundings(ground: Ground, attack: Attack, places: list[Point]) -> Surroundings:
    points = (*attack.attackers, *places)
    margin = 4 * attack.radius + len(points) * 2 * attack.radius
    xs, ys = [x for x, _ in points], [y for _, y in points]
    box = (min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin)
    bodies = (attack.target, *attack.friends, *attack.other_enemies)
    return Surroundings(ground, box, attack.radius, attack.going, bodies)


@lru_cache(maxsize=64)
def _compass(reach: float) -> Models:
    turns = [2 * pi * side / DIRECTIONS for side in range(DIRECTIONS)]
    return tuple((reach * cos(turn), reach * sin(turn)) for turn in turns)


class _Beside:
    """The places beside the comrades who have theirs, as far as nobody stands in them, the best first."""

    __slots__ = ("_ranked", "around", "attack", "taken")

    def __init__(self, around: Surroundings, attack: Attack, places: list[Point]) -> None:
        self.around = around
        self.attack = attack
        self.taken = list(places)
        self._ranked = sorted(rank for at in places for rank in self._round(at))

    @property
    def _step(self) -> float:
        return 2 * self.attack.radius + HUG

    def take(self, at: Point) -> None:
        """Another comrade stands here now."""
        self.taken.append(at)
        reach = (2 * self.attack.radius - OVERLAP) ** 2
        ax, ay = at
        left = [one for one in self._ranked if (one[2] - ax) ** 2 + (one[3] - ay) ** 2 >= reach]
        self._ranked = sorted(left + self._round(at))

    def _round(self, at: Point) -> list[Rank]:
        """The places in which nobody stands round a comrade."""
        x, y = at
        return self._open(at, self._step, [(x + dx, y + dy) for dx, dy in _compass(self._step)])

    def _open(self, middle: Point, spread: float, places: list[Point]) -> list[Rank]:
        """Those of some places about a middle in which nobody stands: how crowded, how far, and where."""
        x, y = middle
        radius = self.attack.radius
        apart = spread + 2 * radius
        near = [
            (ox, oy, (2 * radius - OVERLAP) ** 2)
            for ox, oy in self.taken
            if abs(ox - x) < apart and abs(oy - y) < apart
        ]
        near += [
            (ox, oy, (reach - OVERLAP) ** 2)
            for ox, oy, reach in self.around.discs
            if abs(ox - x) < spread + reach and abs(oy - y) < spread + reach
        ]
        free: list[Point] = []
        for px, py in places:
            for ox, oy, reach in near:
                if (px - ox) * (px - ox) + (py - oy) * (py - oy) < reach:
                    break
            else:
                free.append((px, py))
        box = (x - spread, y - spread, x + spread, y + spread)
        crowding = [0] * len(free)
        if free and bodies_near(box, radius + self.attack.apart, self.attack.other_enemies):
            crowding = crowding_of(self.attack, numpy.array(free)).tolist()
        theirs = self._nearest(middle, spread) if len(free) > 1 else self.attack.target[0]
        return [
            (crowded, round(min([hypot(px - tx, py - ty) for tx, ty in theirs]), 6), px, py)
            for crowded, (px, py) in zip(crowding, free, strict=True)
            if crowded < 2
        ]

    def _nearest(self, middle: Point, spread: float) -> list[Point]:
        """The target models that may be the nearest to some place no farther from a middle than a spread."""
        x, y = middle
        theirs = self.attack.target[0]
        far = [hypot(x - tx, y - ty) for tx, ty in theirs]
        most = min(far) + 2 * spread + NEAR
        return [at for at, one in zip(theirs, far, strict=True) if one <= most]

    def path_from(self, start: Point) -> Path | None:
        """The way to the open place nearest to the target, or to where the model stands if near enough."""
        attack, ranked = self.attack, self._ranked
        gap = min([hypot(x - start[0], y - start[1]) for x, y in self.taken])
        if gap <= self._step + attack.link and (here := self._open(start, 0.0, [start])):
            ranked = ranked.copy()
            insort(ranked, here[0])
        for x, y in self._in_order(start, ranked):
            if self.around.check((start, (x, y)), attack.limit) is None:
                return (start, (x, y))
        return None

    def _in_order(self, start: Point, ranked: list[Rank]) -> Iterator[Point]:
        """The places that a model can pay for; of equally good ones the cheapest, western, southern first."""
        cheapest, limit = self.attack.going.cheapest, self.attack.limit + NEAR
        sx, sy = start
        alike: list[tuple[float, float, float]] = []
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
                alike.append((round(cost, 6), x, y))
        for _, x, y in sorted(alike):
            yield (x, y)


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
        for dx, dy in _compass(quarter * 0.25):
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
