"""Attacks: bringing models into base contact with a target, and seeing whether any can get there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import inf

import msgspec
import numpy

from sandtable.kernel.arithmetic import hypot
from sandtable.table.arrays import Flags, Numbers, Places, hypots
from sandtable.table.measure import NEAR, OVERLAP, Models, Point
from sandtable.table.shapes import box_of
from sandtable.table.terrain import Ground, kept
from sandtable.table.units.apart import packed_apart
from sandtable.table.units.contact import across_places, models_touching
from sandtable.table.units.followers import FINE, HUG, Attack, bring_up, compass, crowding_of, touches_others
from sandtable.table.units.going import Path
from sandtable.table.units.groups import (
    box_gap,
    closest_pair,
    group_array,
    group_box,
    models_in_contact,
    overlapping_pair,
    squares,
)
from sandtable.table.units.paths import Blocked, Mover, Surroundings, check_paths
from sandtable.table.units.planner import free_of_bases, way_to_any

__all__ = ["Assault", "Attack", "check_assault", "first_contact", "place_attackers"]

MOST_DETOURS = 6
"""Ways round are looked for to this many places before a model is said to find none."""
MOST_FAILURES = 3
"""Once somebody is in contact and so many in a row found no way round, the others are not sent round."""
MOST_STRAIGHT = 8
"""So many attackers are tried on straight ways before all places round the target are looked at."""
MOST_ASSAULTS = 64
"""How many assaults are remembered on one ground; each holds a path for every model."""


class Assault(msgspec.Struct, frozen=True):
    """How an attack goes in: each model's path and end, and who stands in contact."""

    paths: tuple[Path, ...]
    ends: Models
    touching: tuple[int, ...]


class ContactPlaces:
    """The free places in contact with a target, the ones apart from other enemies first."""

    def __init__(self, ground: Ground, attack: Attack, longest: float) -> None:
        self.attack = attack
        self.ground = ground
        box = group_box(attack.target[0])
        mine = group_box(attack.attackers)
        reach = attack.radius + attack.target[1] + 1.0
        near = (box[0] - reach, box[1] - reach, box[2] + reach, box[3] + reach)
        wide = (min(near[0], mine[0]), min(near[1], mine[1]), max(near[2], mine[2]), max(near[3], mine[3]))
        self.around = attack.around(ground, wide)
        spare = min(longest / 2, max(ground.width, ground.depth))
        self.wide_box = (wide[0] - spare, wide[1] - spare, wide[2] + spare, wide[3] + spare)
        self.failures = 0
        self.most_failures = 2 * len(attack.attackers)
        points = _contact_points(attack, longest)
        across = across_places(ground, attack.target, attack.radius)
        if across:
            points = numpy.vstack((points, numpy.array(across)))
        points = numpy.ascontiguousarray(points.T)
        points = points[:, free_of_bases(self.around, points[0], points[1], self.around.discs)]
        starts = group_array(attack.attackers)
        costs = hypots(starts[:, 0:1] - points[0], starts[:, 1:2] - points[1])
        costs *= attack.going.cheapest
        good = self._good(points, numpy.minimum.reduce(costs, axis=0) <= attack.limit + NEAR)
        points = points[:, good]
        # Of places that cost the same the first is the most western, then the most southern.
        order = numpy.lexsort((points[1], points[0]))
        points = points[:, order]
        crowding = crowding_of(ground, attack, points, near)
        self.crowded: Flags | None = None
        if crowding is not None:
            apart = crowding < 2
            order, points = order[apart], points[:, apart]
            crowded = crowding[apart] > 0
            self.crowded = crowded if crowded.any() else None
        self.points = points
        """The eastings of the free places, and their northings."""
        self.costs = costs[:, good[order]]
        self.payable = numpy.where(self.costs <= attack.limit + NEAR, numpy.rint(self.costs * FINE), inf)
        """What each free place costs each attacker; infinite where it cannot pay or the place is taken."""

    @cached_property
    def wide(self) -> Surroundings:
        """The surroundings in which ways round are looked for, gathered only when one is needed."""
        return self.attack.around(self.ground, self.wide_box)

    def _good(self, points: Numbers, payable: Flags) -> Places:
        """Which of some free places are on good ground and can be paid for."""
        good = payable.nonzero()[0]
        if self.around.solids or self.around.obstacles:
            what_is_on = self.around.what_is_on
            kept = [
                number
                for number, at in zip(good.tolist(), zip(*points[:, good].tolist(), strict=True), strict=True)
                if what_is_on(at) is None
            ]
            good = numpy.array(kept, dtype=numpy.intp)
        return good

    def ranked(self, index: int, is_crowded: bool) -> Iterator[int]:
        """The places one attacker could pay for, the cheapest first, then the most western, then southern."""
        costs = self.payable[index]
        if self.crowded is not None:
            costs = numpy.where(self.crowded == is_crowded, costs, inf)
        elif is_crowded:
            return
        first = int(costs.argmin())
        if costs[first] == inf:
            return
        # Mostly the first will do, and the others need not be put in order.
        yield first
        for number in costs.argsort(kind="stable")[1:].tolist():
            if costs[number] == inf:
                return
            yield number

    def drop_near(self, at: Point) -> None:
        """A comrade has taken a place: those that it overlaps are no longer free."""
        reach = 2 * self.attack.radius - OVERLAP
        near = squares(self.points[0] - at[0], self.points[1] - at[1])
        self.payable[:, near < reach * reach] = inf

    def take(self, order: Sequence[int], is_crowded: bool, paths: dict[int, Path]) -> None:
        """Those without a place yet take one, apart from other enemies or near them, in their order."""
        self.failures, self.most_failures = 0, MOST_FAILURES if paths else 2 * len(order)
        for index in order:
            if index not in paths:
                path = self.path_to(index, self.ranked(index, is_crowded))
                if path is not None:
                    paths[index] = path
                    self.drop_near(path[-1])
                    self.most_failures = MOST_FAILURES

    def path_of(self, index: int) -> Path | None:
        """The way of one attacker into contact, at a place apart from other enemies if it can reach one."""
        path = self.path_to(index, self.ranked(index, False))
        if path is None and self.crowded is not None:
            path = self.path_to(index, self.ranked(index, True))
        return path

    def path_to(self, index: int, candidates: Iterator[int]) -> Path | None:
        """The cheapest way of one attacker to one of some free places."""
        start = self.attack.attackers[index]
        hidden: list[Point] = []
        best: Path | None = None
        best_cost = self.attack.limit + NEAR
        for number in candidates:
            if best is not None and self.costs[index, number] >= best_cost:
                break
            at = x, y = (self.points[0, number].item(), self.points[1, number].item())
            if self.around.is_open_way(start, at, self.attack.limit):
                if not self.around.difficult:
                    return (start, at)
                cost = self.around.cost(start, at)
                if best is None or cost < best_cost:
                    best, best_cost = (start, at), cost
            elif len(hidden) < MOST_DETOURS and all(
                hypot(x - ox, y - oy) > self.attack.radius for ox, oy in hidden
            ):
                hidden.append(at)
        if best is None and hidden and self.failures < self.most_failures:
            best = way_to_any(self.wide, start, hidden, self.attack.limit)
            self.failures = 0 if best is not None else self.failures + 1
        return best


def _contact_points(attack: Attack, longest: float) -> Numbers:
    """The places round each near target model: the points of the compass, and the nearest to attackers."""
    reach = attack.radius + attack.target[1] + HUG
    centres = group_array(attack.target[0])[:, None, :]
    ways = group_array(attack.attackers) - centres
    far = hypots(ways[:, :, 0], ways[:, :, 1])
    near = far.min(axis=1) - reach <= longest + NEAR
    if not near.all():
        centres, ways, far = centres[near], ways[near], far[near]
    far = numpy.where(far > 1e-9, far, 1.0)
    found = numpy.concatenate(
        (numpy.array(compass(reach)) + centres, centres + ways / far[:, :, None] * reach), axis=1
    )
    return found.reshape(-1, 2)


def first_contact(ground: Ground, attack: Attack) -> Path | None:
    """The path by which some attacking model reaches the target, if any can."""
    longest = attack.limit / attack.going.cheapest
    theirs, other = attack.target
    if box_gap(group_box(attack.attackers), group_box(theirs)) > longest + attack.radius + other + 1.0:
        return None
    pair = closest_pair(attack.attackers, theirs)
    quick = _straight_contact(ground, attack, pair)
    if quick is not None or attack.going.cheapest == inf:
        return quick
    reach = attack.radius + other + HUG
    if pair[2] - reach > longest + NEAR and not across_places(ground, attack.target, attack.radius):
        return None
    quick = _other_straight_contact(ground, attack, longest)
    if quick is not None:
        return quick
    places = ContactPlaces(ground, attack, longest)
    if not places.points.size:
        return None
    for index in numpy.argsort(places.costs.min(axis=1), kind="stable").tolist():
        path = places.path_of(index)
        if path is not None:
            return path
    return None


def _straight_contact(ground: Ground, attack: Attack, pair: tuple[int, int, float]) -> Path | None:
    """The two nearest models often settle it."""
    theirs, other = attack.target
    mine, yours, far = pair
    reach = attack.radius + other + HUG
    start, aim = attack.attackers[mine], theirs[yours]
    if far <= reach:
        return (start, start)
    share = (far - reach) / far
    end = (start[0] + (aim[0] - start[0]) * share, start[1] + (aim[1] - start[1]) * share)
    if (far - reach) * attack.going.cheapest > attack.limit + NEAR:
        return None
    if touches_others(ground, attack, end):
        return None
    around = attack.around(ground, box_of((start, end)))
    return (start, end) if around.is_open_way(start, end, attack.limit) else None


def _other_straight_contact(ground: Ground, attack: Attack, longest: float) -> Path | None:
    """If the two nearest are kept apart, somebody else may have a straight way to whom it is nearest."""
    theirs, other = attack.target
    reach = attack.radius + other + HUG
    pairs: list[tuple[float, Point, Point]] = []
    for start in attack.attackers:
        x, y = start
        far, aim = min([(hypot(tx - x, ty - y), (tx, ty)) for tx, ty in theirs])
        if reach < far <= longest + reach:
            pairs.append((far, start, aim))
    pairs.sort()
    ends: list[tuple[Point, Point]] = []
    for far, start, aim in pairs[:MOST_STRAIGHT]:
        share = (far - reach) / far
        ends.append((start, (start[0] + (aim[0] - start[0]) * share, start[1] + (aim[1] - start[1]) * share)))
    if not ends:
        return None
    around = attack.around(ground, box_of(tuple([at for pair in ends for at in pair])))
    for path in ends:
        if around.is_open_way(*path, attack.limit) and around.base_on(path[1]) is None:
            if not touches_others(ground, attack, path[1]):
                return path
    return None


def place_attackers(ground: Ground, attack: Attack) -> Assault | None:
    """As many attackers as possible go into contact, the nearest first; the others follow close behind."""
    # The same attack goes in again and again when a game is run again from its journal, or for its odds.
    known: dict[Attack, tuple[Assault | None]] = ground.remembered("assaults")
    return kept(known, attack, MOST_ASSAULTS, lambda: (_placed(ground, attack),))[0]


def _placed(ground: Ground, attack: Attack) -> Assault | None:
    if attack.going.cheapest == inf:
        return _rooted(ground, attack)
    places = ContactPlaces(ground, attack, attack.limit / attack.going.cheapest)
    if not places.points.size:
        return None
    order: list[int] = numpy.argsort(places.costs.min(axis=1), kind="stable").tolist()
    payable = places.payable.copy()
    paths: dict[int, Path] = {}
    places.take(order, False, paths)
    if places.crowded is not None:
        if len(paths) < len(order):
            paths = packed_apart(places, order, paths, payable)
        places.take(order, True, paths)
    if not paths:
        return None
    bring_up(ground, attack, paths)
    ordered = tuple(paths[index] for index in range(len(attack.attackers)))
    ends = tuple(path[-1] for path in ordered)
    # Somebody who only followed may stand in contact too.
    touching = models_touching(ground, ends, attack.radius, attack.target)
    return Assault(ordered, ends, touching) if touching else None


def _rooted(ground: Ground, attack: Attack) -> Assault | None:
    """Attackers that cannot move fight only whom they touch already."""
    touching = models_touching(ground, attack.attackers, attack.radius, attack.target)
    paths = tuple((one, one) for one in attack.attackers)
    return Assault(paths, attack.attackers, touching) if touching else None


def check_assault(ground: Ground, attack: Attack, paths: Sequence[Path]) -> Blocked | None:
    """The owner may bring attackers in otherwise if every path is legal and no fewer touch the target."""
    mover = Mover(ground, attack.attackers, attack.radius, attack.going, attack.bodies)
    fault = check_paths(mover, paths, attack.limit)
    if fault is not None:
        return fault
    ends = tuple(path[-1] for path in paths)
    pair = overlapping_pair(ends, attack.radius)
    if pair is not None:
        return Blocked("comrade", "", ends[pair[1]], pair[1])
    for number, (models, radius) in enumerate(attack.other_enemies):
        met = models_in_contact(ends, attack.radius, models, radius)
        if any(
            index not in models_in_contact(attack.attackers, attack.radius, models, radius) for index in met
        ):
            return Blocked("enemy", str(number), ends[met[0]], met[0])
    proposed = place_attackers(ground, attack)
    least = len(proposed.touching) if proposed is not None else 1
    if len(models_touching(ground, ends, attack.radius, attack.target)) < least:
        return Blocked("contact", str(least), attack.target[0][0])
    return None
