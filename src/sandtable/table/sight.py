"""Sight: who sees whom, past bases and through obscuring ground."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

import msgspec

from sandtable.table.groups import bodies_near, closest_pair, group_box
from sandtable.table.measure import NEAR, Body, Models, Point
from sandtable.table.shapes import spans_strictly_inside
from sandtable.table.terrain import Area, Ground, areas_near


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


def obscured_by(a: Point, b: Point, areas: Sequence[Area], depth: float) -> Area | None:
    """The obscuring area that hides two points from each other.

    A line may not pass right through an area, nor run through more than a depth of the area that holds one
    of its ends.
    """
    length = hypot(b[0] - a[0], b[1] - a[1])
    if length <= NEAR:
        return None
    west, east = (a[0], b[0]) if a[0] < b[0] else (b[0], a[0])
    south, north = (a[1], b[1]) if a[1] < b[1] else (b[1], a[1])
    least = NEAR / length
    for area in areas:
        if not (area.west < east and west < area.east and area.south < north and south < area.north):
            if not (area.west <= east and west <= area.east and area.south <= north and south <= area.north):
                continue
        inside = 0.0
        for start, end in spans_strictly_inside(a, b, area.edges, 1e-6):
            if end - start <= least:
                continue
            if start > least and end < 1.0 - least:
                return area
            inside += end - start
        if inside * length > depth + NEAR:
            return area
    return None


def base_between(a: Point, b: Point, discs: Sequence[tuple[float, float, float, int]]) -> int | None:
    """The group, by its number, with a base that a line crosses; touching a rim is not crossing."""
    ax, ay = a
    dx, dy = b[0] - ax, b[1] - ay
    length = dx * dx + dy * dy
    for x, y, squared, number in discs:
        ex, ey = x - ax, y - ay
        along = ex * dx + ey * dy
        if along <= 0.0:
            near = ex * ex + ey * ey
        elif along >= length:
            ex -= dx
            ey -= dy
            near = ex * ex + ey * ey
        else:
            cross = ex * dy - ey * dx
            near = cross * cross / length
        if near < squared:
            return number
    return None


class Lookout:
    """What may hinder sight between two groups, gathered once for all lines between them."""

    __slots__ = ("areas", "depth", "discs", "hills", "overlooked_viewers", "overlooked_targets")

    def __init__(
        self,
        ground: Ground,
        viewers: Models,
        targets: Models,
        third: Sequence[Body],
        depth: float,
        viewer_height: float = 0.0,
        target_height: float = 0.0,
    ) -> None:
        v, t = group_box(viewers), group_box(targets)
        box = (min(v[0], t[0]), min(v[1], t[1]), max(v[2], t[2]), max(v[3], t[3]))
        lower = min(viewer_height, target_height)
        self.depth = depth
        self.areas = [
            area for area in areas_near(ground.obscuring, box) if area.height <= 0.0 or lower <= area.height
        ]
        self.discs: list[tuple[float, float, float, int]] = []
        for body in bodies_near(box, 0.0, third):
            reach = body[1] - NEAR
            number = next(index for index, one in enumerate(third) if one is body)
            west, south, east, north = box[0] - reach, box[1] - reach, box[2] + reach, box[3] + reach
            self.discs += [
                (x, y, reach * reach, number) for x, y in body[0] if west < x < east and south < y < north
            ]
        # From a hill one sees over groups and is seen over them.
        self.overlooked_viewers = [any(hill.holds(x, y) for hill in ground.hills) for x, y in viewers]
        self.overlooked_targets = [any(hill.holds(x, y) for hill in ground.hills) for x, y in targets]

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


def look(
    ground: Ground,
    viewers: Models,
    targets: Models,
    third: Sequence[Body],
    depth: float,
    viewer_height: float = 0.0,
    target_height: float = 0.0,
) -> Sighting:
    """A group sees another if some line between centres crosses no third base and no ground that hides."""
    lookout = Lookout(ground, viewers, targets, third, depth, viewer_height, target_height)
    if not lookout.areas and not lookout.discs:
        return Sighting(True)
    first, second, _ = closest_pair(viewers, targets)
    hidden = lookout.blocks(viewers, first, targets, second)
    if hidden is None:
        return Sighting(True, first, second)
    for i in range(len(viewers)):
        for j in range(len(targets)):
            if lookout.blocks(viewers, i, targets, j) is None:
                return Sighting(True, i, j)
    return Sighting(False, first, second, *hidden)


def sees(ground: Ground, viewers: Models, targets: Models, third: Sequence[Body], depth: float) -> bool:
    """A group sees another; the answer is remembered by where everybody stands."""
    answers = ground.remembered("sees")
    key = (viewers, targets, tuple(third), depth)
    known: bool | None = answers.get(key)
    if known is None:
        known = look(ground, viewers, targets, third, depth).is_clear
        answers[key] = known
    return known
