"""Followers: the models of an attack that find no place in contact come up behind the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import groupby, repeat
from math import pi
from operator import itemgetter

import msgspec
import numpy

from sandtable.kernel.arithmetic import cos, hypot, sin, square
from sandtable.table.arrays import Numbers, Places, hypots
from sandtable.table.measure import CONTACT, NEAR, OVERLAP, Body, Box, Models, Point
from sandtable.table.shapes import box_of
from sandtable.table.terrain import THICKEST_WALL, Ground
from sandtable.table.units.contact import groups_touch, models_touching
from sandtable.table.units.going import Going, Path
from sandtable.table.units.groups import bodies_near, group_array, overlapping_pair, squares
from sandtable.table.units.paths import Surroundings
from sandtable.table.units.planner import way_to_any

Rank = tuple[int, float, float, float]
"""How crowded a place is, how far from the target in fine parts of an inch, and where it is."""

DIRECTIONS = 24
"""Contact is tried this many ways round a model, and so is a place beside a comrade."""
HUG = 0.002
"""Bases are set this far off the rim of another, so that rounding never leaves an overlap."""
FINE = 1e6
"""Places are equally good if they differ by less than one part in so many of an inch."""
PARTS = 3
"""In so many rings within cohesion a place is looked for where none beside a comrade is."""
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

    @property
    def bodies(self) -> tuple[Body, ...]:
        """Everybody who may be in the way."""
        return (self.target, *self.friends, *self.other_enemies)

    def around(self, ground: Ground, box: Box) -> Surroundings:
        """What can matter to attackers who move about in a box."""
        return Surroundings(ground, box, self.radius, self.going, self.bodies)


def bring_up(ground: Ground, attack: Attack, paths: dict[int, Path]) -> None:
    """Models without a place in contact come up to a comrade, as close to the target as they can."""
    waiting = [index for index in range(len(attack.attackers)) if index not in paths]
    if not waiting:
        return
    theirs, starts = group_array(attack.target[0]), group_array(attack.attackers)
    far = hypots(starts[:, 0:1] - theirs[:, 0], starts[:, 1:2] - theirs[:, 1]).min(axis=1).tolist()
    beside = _Beside(ground, attack, [path[-1] for path in paths.values()])
    waiting.sort(key=lambda one: (far[one], one))
    behind = waiting.copy()
    # Twice, since who has come up may be one whom the rest can reach; near other enemies only then.
    for most_crowded in (0, 1):
        for index in tuple(behind):
            path = _come_up(beside, attack.attackers[index], 0)
            if path is None and most_crowded:
                path = _come_up(beside, attack.attackers[index], 1)
            if path is not None:
                paths[index] = path
                behind.remove(index)
                if behind:
                    beside.take(path[-1])
    for index in behind:
        paths[index] = _straggle(beside, attack.attackers[index])
        beside.take(paths[index][-1])
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


@lru_cache(maxsize=64)
def compass(reach: float) -> Models:
    """Ways of one length in all directions."""
    turns = [2 * pi * side / DIRECTIONS for side in range(DIRECTIONS)]
    return tuple((reach * cos(turn), reach * sin(turn)) for turn in turns)


@lru_cache(maxsize=64)
def _compass_array(reach: float) -> Numbers:
    return numpy.array(compass(reach)).T[:, None, :]


class _Beside:
    """The places beside the comrades who have theirs, as far as nobody stands in them, the best first."""

    def __init__(self, ground: Ground, attack: Attack, places: list[Point]) -> None:
        self.ground = ground
        self.attack = attack
        self.step = 2 * attack.radius + HUG
        self.taken = list(places)
        self._theirs = group_array(attack.target[0]).T[:, :, None]
        self._look_round()
        self._ranked = sorted(self.round(places, self.step))

    @cached_property
    def wide(self) -> Surroundings:
        """The surroundings in which ways round are looked for, gathered only when one is needed."""
        attack = self.attack
        points = (*attack.attackers, *attack.target[0])
        return attack.around(self.ground, box_of(points, attack.link + attack.limit / 2))

    def _look_round(self) -> None:
        """See what stands in the way of those who stop beside comrades, or one more step away from them."""
        attack = self.attack
        points = (*attack.attackers, *self.taken)
        self._seen = box_of(points, self.step)
        self.around = attack.around(self.ground, box_of(points, 2 * self.step))
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
        left += self.round([at], self.step)
        left.sort()
        self._ranked = left

    def round(self, comrades: Sequence[Point], reach: float) -> list[Rank]:
        """The places in which nobody stands at a distance round some comrades."""
        places = numpy.array(comrades).T[:, :, None] + _compass_array(reach)
        return self._open(places.reshape(2, -1), box_of(comrades, reach))

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

    def path_from(self, start: Point, crowded: int) -> Path | None:
        """The way to the open place nearest to the target, or to where the model stands if near enough."""
        attack, ranked = self.attack, self._ranked
        if attack.other_enemies:
            ranked = [one for one in ranked if one[0] == crowded]
        gap = min([hypot(x - start[0], y - start[1]) for x, y in self.taken])
        if gap <= self.step + attack.link and (
            here := self._open(numpy.array(start)[:, None], (*start, *start))
        ):
            ranked = [*ranked, *(one for one in here if one[0] == crowded)]
            ranked.sort()
        for x, y in self._in_order(start, ranked):
            if self.around.is_open_way(start, (x, y), attack.limit):
                return (start, (x, y))
        return None

    def _in_order(self, start: Point, ranked: list[Rank]) -> Iterator[Point]:
        """The places that a model can pay for; of equally good ones the cheapest, western, southern first."""
        cheapest, limit = self.attack.going.cheapest, self.attack.limit + NEAR
        sx, sy = start
        for _, alike in groupby(ranked, itemgetter(0, 1)):
            costs = [(hypot(x - sx, y - sy) * cheapest, x, y) for _, _, x, y in alike]
            payable = sorted([(int(cost * FINE + 0.5), x, y) for cost, x, y in costs if cost <= limit])
            yield from ((x, y) for _, x, y in payable)


def crowding_of(ground: Ground, attack: Attack, points: Numbers, box: Box) -> Places | None:
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


def _come_up(beside: _Beside, start: Point, crowded: int) -> Path | None:
    """The way to a comrade's side, or else to within cohesion of one; None if none leads there."""
    path = (
        beside.path_from(start, crowded)
        or _way_round(beside, start, crowded, beside.step)
        or _straight_up(beside, start, crowded)
    )
    for part in range(1, PARTS + 1):
        far = beside.step + part * beside.attack.link / PARTS - 2 * HUG
        path = path or _way_round(beside, start, crowded, far)
    return path


def _straight_up(beside: _Beside, start: Point, crowded: int) -> Path | None:
    """The way straight towards a comrade, where it leads near enough to one."""
    path = _straggle(beside, start)
    x, y = path[-1]
    near = 2 * beside.attack.radius + beside.attack.link
    if all(hypot(ox - x, oy - y) > near for ox, oy in beside.taken):
        return None
    crowding = crowding_of(beside.ground, beside.attack, numpy.array(path[-1])[:, None], (x, y, x, y))
    return path if crowding is None or crowding[0] <= crowded else None


def _way_round(beside: _Beside, start: Point, crowded: int, reach: float) -> Path | None:
    """The way to a place at a distance from comrades: straight to the best, or the cheapest round corners."""
    if beside.around.is_open or (crowded and not beside.attack.other_enemies):
        return None
    places = [(x, y) for rank, _, x, y in _in_reach(beside, start, reach) if rank == crowded]
    for at in places:
        if beside.wide.is_open_way(start, at, beside.attack.limit):
            return (start, at)
    goals = _thinned(places, beside.attack.radius)
    return way_to_any(beside.wide, start, goals, beside.attack.limit) if goals else None


def _in_reach(beside: _Beside, start: Point, reach: float) -> list[Rank]:
    """The free places at a distance from comrades that a model might pay for, the best first."""
    sx, sy = start
    longest = beside.attack.limit / beside.attack.going.cheapest + NEAR
    wide = beside.wide
    return [
        one
        for one in sorted(beside.round(beside.taken, reach))
        if hypot(one[2] - sx, one[3] - sy) <= longest
        and wide.what_is_on(one[2:]) is None
        and wide.base_on(one[2:]) is None
    ]


def _thinned(places: Sequence[Point], apart: float) -> list[Point]:
    """Of places that lie close together only the first."""
    kept: list[Point] = []
    for x, y in places:
        if all(hypot(x - ox, y - oy) > apart for ox, oy in kept):
            kept.append((x, y))
    return kept


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
    around = attack.around(beside.ground, box_of((start,), QUARTERS / 4))
    for quarter in range(1, QUARTERS):
        for dx, dy in compass(quarter / 4):
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
