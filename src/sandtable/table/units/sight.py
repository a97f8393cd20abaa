"""Sight: who sees whom, past bases and through obscuring ground."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy

from sandtable.table.arrays import Flags, Numbers, hypots
from sandtable.table.lines import (
    Disc,
    base_between,
    crossed_lines,
    obscured_by,
    obscured_lines,
)
from sandtable.table.measure import NEAR, Body, Models
from sandtable.table.terrain import Area, Ground, areas_near
from sandtable.table.units.groups import closest_pair, group_array, group_box, is_in_any

MANY = 2000
"""From this much work on, all lines between two groups are judged at once."""

FEW = 6
"""So many lines are looked along before all are judged at once; mostly one of them is clear."""


class Sighting(msgspec.Struct, frozen=True):
    """What came of looking from one group at another: the clear line, or what is in the way."""

    is_clear: bool
    viewer: int = 0
    """The viewing model of the clear line, or of the shortest line if none is clear."""
    target: int = 0
    """The model looked at on that line."""
    blocked_by: str = ""
    """"base" or "obscuring" where no line is clear."""
    name: str = ""
    """The piece in the way, or the place of the group in the way among the third groups given."""

    def __bool__(self) -> bool:
        return self.is_clear


class Lookout:
    """What may hinder sight between two groups, gathered once for all lines between them."""

    def __init__(
        self,
        ground: Ground,
        viewers: Models,
        targets: Models,
        third: Sequence[Body],
        depth: float,
        hills: Sequence[Area],
    ) -> None:
        v, t = group_box(viewers), group_box(targets)
        box = (min(v[0], t[0]), min(v[1], t[1]), max(v[2], t[2]), max(v[3], t[3]))
        self.depth = depth
        self.areas = areas_near(ground.obscuring, box)
        self.discs: list[Disc] = []
        for number, (models, radius) in enumerate(third):
            reach = radius - NEAR
            west, south, east, north = box[0] - reach, box[1] - reach, box[2] + reach, box[3] + reach
            around = group_box(models) if models else None
            if around and around[0] < east and west < around[2] and around[1] < north and south < around[3]:
                self.discs += [
                    (x, y, reach * reach, number) for x, y in models if west < x < east and south < y < north
                ]
        # From a hill one sees over groups and is seen over them.
        hills = hills if self.discs else ()
        self.overlooked_viewers = _on_hills(hills, viewers)
        self.overlooked_targets = _on_hills(hills, targets)

    def blocks(self, viewers: Models, i: int, targets: Models, j: int) -> tuple[str, str] | None:
        """What blocks the line between two models."""
        a, b = viewers[i], targets[j]
        if self.areas:
            area = obscured_by(a, b, self.areas, self.depth)
            if area is not None:
                return ("obscuring", area.id)
        if self.discs and not (self.overlooked_viewers[i] or self.overlooked_targets[j]):
            number = base_between(a, b, self.discs)
            if number is not None:
                return ("base", str(number))
        return None


def _on_hills(hills: Sequence[Area], models: Models) -> list[bool]:
    if not hills or not is_in_any(hills, models):
        return [False] * len(models)
    return [any(hill.holds(x, y) for hill in hills) for x, y in models]


def look(
    ground: Ground,
    viewers: Models,
    targets: Models,
    third: Sequence[Body],
    depth: float,
    hills: Sequence[Area] | None = None,
) -> Sighting:
    """A group sees another if some line between centres crosses no third base and no ground that hides.

    From hills one looks over bases: from those of the ground, unless others are given, or none.
    """
    lookout = Lookout(ground, viewers, targets, third, depth, ground.hills if hills is None else hills)
    if not lookout.areas and not lookout.discs:
        return Sighting(True)
    first, second, _ = closest_pair(viewers, targets)
    hidden = lookout.blocks(viewers, first, targets, second)
    if hidden is None:
        return Sighting(True, first, second)
    found = _first_clear(ground, lookout, viewers, targets)
    return Sighting(True, *found) if found is not None else Sighting(False, first, second, *hidden)


def _first_clear(
    ground: Ground, lookout: Lookout, viewers: Models, targets: Models
) -> tuple[int, int] | None:
    """The first clear line in model order, looked for one by one, or all at once where there are many."""
    count = len(viewers) * len(targets)
    if count * (len(lookout.discs) + 20 * len(lookout.areas)) < MANY:
        for i in range(len(viewers)):
            for j in range(len(targets)):
                if lookout.blocks(viewers, i, targets, j) is None:
                    return i, j
        return None
    for j in range(min(FEW, len(targets))):
        if lookout.blocks(viewers, 0, targets, j) is None:
            return 0, j
    starts = numpy.repeat(group_array(viewers), len(targets), axis=0)
    ends = numpy.tile(group_array(targets), (len(viewers), 1))
    clear = numpy.ones(count, dtype=bool)
    if lookout.discs:
        discs = numpy.array(lookout.discs)[:, :3]
        discs[:, 2] = numpy.sqrt(discs[:, 2]) + NEAR
        over = numpy.logical_or.outer(lookout.overlooked_viewers, lookout.overlooked_targets).ravel()
        clear = over | ~crossed_lines(starts, ends, discs).any(axis=1)
    if lookout.areas:
        left = numpy.flatnonzero(clear)
        clear[left] = ~obscured_lines(ground, starts[left], ends[left], lookout.depth)
    found = int(clear.argmax())
    return divmod(found, len(targets)) if clear[found] else None


def sees(ground: Ground, viewers: Models, targets: Models, third: Sequence[Body], depth: float) -> bool:
    """A group sees another; the answer is remembered by where everybody stands."""
    answers = ground.remembered("sees")
    key = (viewers, targets, tuple(third), depth)
    known: bool | None = answers.get(key)
    if known is None:
        known = look(ground, viewers, targets, third, depth).is_clear
        answers[key] = known
    return known


def who_sees_whom(ground: Ground, groups: Sequence[Body], depth: float) -> Flags:
    """For each two groups whether they see each other, every other group standing in the way as it does."""
    count = len(groups)
    seen = numpy.eye(count, dtype=bool)
    pairs = [(i, j) for i in range(count) for j in range(i + 1, count)]
    if not pairs:
        return seen
    starts, ends = _nearest_lines(groups, pairs)
    crossed = crossed_groups(starts, ends, groups)
    numbers, row = numpy.array(pairs), numpy.arange(len(pairs))
    crossed[row, numbers[:, 0]] = crossed[row, numbers[:, 1]] = False
    hidden = obscured_lines(ground, starts, ends, depth) | crossed.any(axis=1)
    for (i, j), is_hidden in zip(pairs, hidden.tolist(), strict=True):
        clear = not is_hidden
        if is_hidden:
            third = [body for k, body in enumerate(groups) if k not in (i, j)]
            clear = look(ground, groups[i][0], groups[j][0], third, depth).is_clear
        seen[i, j] = seen[j, i] = clear
    return seen


def _nearest_lines(groups: Sequence[Body], pairs: Sequence[tuple[int, int]]) -> tuple[Numbers, Numbers]:
    points = [group_array(models) for models, _ in groups]
    starts, ends = numpy.empty((len(pairs), 2)), numpy.empty((len(pairs), 2))
    for row, (i, j) in enumerate(pairs):
        a, b = points[i], points[j]
        far = (a[:, 0:1] - b[:, 0]) ** 2 + (a[:, 1:2] - b[:, 1]) ** 2
        first, second = divmod(int(far.argmin()), len(b))
        starts[row], ends[row] = a[first], b[second]
    return starts, ends


class Crowd:
    """The bases of several groups side by side in arrays, the groups padded to equal length."""

    def __init__(self, groups: Sequence[Body]) -> None:
        most = max(len(models) for models, _ in groups)
        self.groups = tuple(models for models, _ in groups)
        self.x, self.y = numpy.empty((2, len(groups), most))
        for row, (models, _) in enumerate(groups):
            array = group_array(models)
            self.x[row, : len(models)], self.y[row, : len(models)] = array[:, 0], array[:, 1]
            self.x[row, len(models) :], self.y[row, len(models) :] = models[0]
        self.radii = numpy.array([radius for _, radius in groups])
        self.low = numpy.stack((self.x.min(axis=1), self.y.min(axis=1))) - self.radii
        self.high = numpy.stack((self.x.max(axis=1), self.y.max(axis=1))) + self.radii
        self.centre, self.half = (self.low + self.high) / 2, (self.high - self.low) / 2

    def met_by(self, a: Numbers, b: Numbers, way: Numbers) -> Flags:
        """Which lines meet the upright box around which group; lines as columns of x and y."""
        low, high = numpy.minimum(a, b), numpy.maximum(a, b)
        meet: Flags = low[0][:, None] <= self.high[0]
        meet &= high[0][:, None] >= self.low[0]
        meet &= low[1][:, None] <= self.high[1]
        meet &= high[1][:, None] >= self.low[1]
        line, group = numpy.nonzero(meet)
        wx, wy = way[0][line], way[1][line]
        aside = wy * (self.centre[0][group] - a[0][line]) - wx * (self.centre[1][group] - a[1][line])
        room = abs(wy) * self.half[0][group] + abs(wx) * self.half[1][group]
        meet[line, group] = abs(aside) <= room
        return meet


_CROWDS: dict[tuple[tuple[int, float], ...], Crowd] = {}
_MOST_CROWDS = 64


def crowd_of(groups: Sequence[Body]) -> Crowd:
    """The bases of several groups in arrays, remembered for the same models."""
    # A crowd keeps its groups, so that no identity is ever reused while it is remembered.
    key = tuple((id(models), radius) for models, radius in groups)
    crowd = _CROWDS.get(key)
    if crowd is None:
        if len(_CROWDS) >= _MOST_CROWDS:
            _CROWDS.clear()
        crowd = _CROWDS[key] = Crowd(groups)
    return crowd


def crossed_groups(starts: Numbers, ends: Numbers, groups: Sequence[Body]) -> Flags:
    """For many lines and groups: which lines cross a base of which groups."""
    crowd = crowd_of(groups)
    a, b = starts.T, ends.T
    way = b - a
    crossed = crowd.met_by(a, b, way)
    line, group = numpy.nonzero(crossed)
    if not len(line):
        return crossed
    wx, wy = way[0][line][:, None], way[1][line][:, None]
    ex = crowd.x[group] - a[0][line][:, None]
    ey = crowd.y[group] - a[1][line][:, None]
    reach = (crowd.radii[group] - NEAR)[:, None]
    beside = abs(ex * wy - ey * wx) <= reach * hypots(wx, wy)
    # Only the few bases beside the endless line are measured exactly.
    pair, model = numpy.nonzero(beside)
    crossed[line, group] = False
    far = _rest(ex[pair, model], ey[pair, model], wx[pair, 0], wy[pair, 0])
    pair = pair[far < reach[pair, 0]]
    crossed[line[pair], group[pair]] = True
    return crossed


def _rest(ex: Numbers, ey: Numbers, wx: Numbers, wy: Numbers) -> Numbers:
    """How far points are from their lines, given from the start of each line."""
    length = numpy.maximum(wx * wx + wy * wy, 1e-18)
    share = numpy.clip((ex * wx + ey * wy) / length, 0.0, 1.0)
    far: Numbers = hypots(ex - share * wx, ey - share * wy)
    return far


def clear_lines(
    ground: Ground, starts: Numbers, ends: Numbers, groups: Sequence[Body], depth: float
) -> Flags:
    """Which of many lines cross neither ground that hides nor a base of any of some groups."""
    clear = ~obscured_lines(ground, starts, ends, depth)
    left = numpy.flatnonzero(clear)
    if len(left) and groups:
        clear[left] = ~crossed_groups(starts[left], ends[left], groups).any(axis=1)
    return clear
