"""Going: how a mover takes the ground, and what a way over it costs."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

import msgspec

from sandtable.kernel.arithmetic import hypot, total
from sandtable.table.measure import Point
from sandtable.table.shapes import Span, merged, spans_inside
from sandtable.table.terrain import Area, Ground

Path = tuple[Point, ...]
"""The places of a base centre, from where it starts to where it ends, joined by straight lines."""


class Going(msgspec.Struct, frozen=True):
    """How a mover takes the ground: what an inch costs, and whether anything hinders it on the way."""

    open: float = 1.0
    """What an inch over open ground costs."""
    difficult: float = 1.0
    """What an inch through difficult ground costs; infinite where the mover may not be in it."""
    hindered: bool = True
    """Models, impassable ground and obstacles hinder on the way; if not, only the end must be free."""

    @property
    def minds_only_ends(self) -> bool:
        """Nothing hinders it on the way, yet it may not end on difficult ground."""
        return not self.hindered and self.difficult == inf

    @property
    def is_dear(self) -> bool:
        """Difficult ground costs something else on the way than open ground."""
        return self.difficult != self.open and not self.minds_only_ends

    @property
    def cheapest(self) -> float:
        """The least that an inch can cost."""
        return self.open if self.open < self.difficult else self.difficult


def share_inside(a: Point, b: Point, areas: Sequence[Area]) -> float:
    west, east = (a[0], b[0]) if a[0] < b[0] else (b[0], a[0])
    south, north = (a[1], b[1]) if a[1] < b[1] else (b[1], a[1])
    spans: list[Span] = []
    for area in areas:
        if area.west <= east and west <= area.east and area.south <= north and south <= area.north:
            spans += spans_inside(a, b, area.edges)
    if not spans:
        return 0.0
    if len(spans) == 1:
        return spans[0][1] - spans[0][0]
    return total([end - start for start, end in merged(spans)])


def path_length(path: Path) -> float:
    """How long a path is."""
    return total(hypot(b[0] - a[0], b[1] - a[1]) for a, b in zip(path, path[1:], strict=False))


def path_cost(ground: Ground, path: Path, going: Going) -> float:
    """A path costs its length on open ground and more on difficult ground, once where pieces overlap."""
    cost = 0.0
    areas = ground.difficult if going.is_dear else ()
    for a, b in zip(path, path[1:], strict=False):
        length = hypot(b[0] - a[0], b[1] - a[1])
        if length <= 0.0:
            continue
        share = share_inside(a, b, areas) if areas else 0.0
        if share < 1.0:
            cost += length * going.open * (1.0 - share)
        if share > 0.0:
            cost += length * going.difficult * share
    return cost


def is_dearer(path: Path, areas: Sequence[Area], going: Going) -> bool:
    """Whether a path costs more because of difficult ground in some areas than it would without."""
    if not going.is_dear:
        return False
    legs = [(hypot(b[0] - a[0], b[1] - a[1]), a, b) for a, b in zip(path, path[1:], strict=False)]
    inside = total([far * share_inside(a, b, areas) for far, a, b in legs if far > 0.0])
    return inside > 0.0 and inside * (going.difficult - going.open) > 1e-6
