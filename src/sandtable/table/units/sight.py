"""Sight: who sees whom, past bases and through obscuring ground."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy

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
    key = (viewers, targets, tuple(third), depth)
    return ground.answered("sees", key, lambda: look(ground, viewers, targets, third, depth).is_clear)
