"""Figures that keep together: a chain of links leads from each to the next while they move in turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from sandtable.table.measure import Point, within
from sandtable.table.shapes import distance

AS_NEAR = 0.25
"""So much farther than the nearest place still counts as near as it goes."""
Fault = Literal["", "apart", "not closed up"]


def is_chain(fixed: Sequence[Point], others: Sequence[Point], link: float) -> bool:
    """Whether links from middle to middle join everything that is fixed, perhaps by way of the others."""
    found, left = list(fixed[:1]), [*fixed[1:], *others]
    for at in found:
        near = [one for one in left if within(distance(at, one), link)]
        left = [one for one in left if one not in near]
        found += near
    return set(fixed) <= set(found)


class Keeping(NamedTuple):
    """What keeping together asks of the end of a figure's way; some have moved already, others may follow."""

    anchors: Sequence[Point]
    """Those to whom it must keep: who leads, and who has moved already."""
    waiting: Sequence[tuple[Point, float]]
    """Those who may still follow, with the inches that each has left."""
    start: Point | None
    link: float
    """From middle to middle."""

    def keeps(self, end: Point) -> bool:
        """Whether a chain is kept, or can be once the others have followed."""
        if self.anchors:
            return is_chain([*self.anchors, end], [at for at, _ in self.waiting], self.link)
        slack = self.link * max(1, len(self.waiting))
        return all(within(distance(end, at), left + slack) for at, left in self.waiting)

    def fault(self, end: Point, nearest: Callable[[Point], Point | None]) -> Fault:
        """The chain must be kept where that is possible; else the figure goes as near as it can."""
        if self.keeps(end) or (not self.anchors and end == self.start):
            return ""
        spots = [(one, nearest(one)) for one in self.anchors]
        found = [(anchor, spot) for anchor, spot in spots if spot is not None]
        if not self.anchors or any(self.keeps(spot) for _, spot in found):
            return "apart"
        near = any(distance(end, anchor) <= distance(spot, anchor) + AS_NEAR for anchor, spot in found)
        return "" if near or not found else "not closed up"
