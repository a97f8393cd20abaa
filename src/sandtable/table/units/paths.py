"""Paths: what stands in a way over the ground, and in a place."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from copy import copy
from math import inf
from typing import NamedTuple

import msgspec

from sandtable.kernel.arithmetic import hypot, total
from sandtable.table.lines import is_beyond
from sandtable.table.measure import CONTACT, NEAR, OVERLAP, Body, Box, Models, Point
from sandtable.table.shapes import border_distance, box_of, first_touch
from sandtable.table.terrain import Area, Ground, areas_near
from sandtable.table.units.going import Going, Path, path_cost, share_inside
from sandtable.table.units.groups import bodies_near, group_box


class Blocked(msgspec.Struct, frozen=True):
    """Why a way or a place is not open: what is there, its name if it has one, and where."""

    what: str
    """"table edge", "impassable", "obstacle", "base" or "distance"."""
    name: str = ""
    at: Point = (0.0, 0.0)
    path: int = 0
    """Which of several paths is meant, counted from 0."""

    def __str__(self) -> str:
        named = f" {self.name!r}" if self.name else ""
        return f"{self.what}{named} at ({self.at[0]:.2f}, {self.at[1]:.2f})"


Disc = tuple[float, float, float, float]
"""A base in the way: where it is, how far off a mover touches it, and that less what may overlap, squared."""


MANY = 12
"""So many bases in the way are put in order, so that only those beside a way need be looked at."""


class Surroundings:
    """Everything on a part of the table that can matter to bases of one size that move there."""

    def __init__(
        self, ground: Ground, box: Box, radius: float, going: Going, blockers: Sequence[Body] = ()
    ) -> None:
        self.width = ground.width
        self.depth = ground.depth
        self.radius = radius
        self.going = going
        margin = radius + NEAR
        wide = (box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin)
        self.solids = areas_near(ground.impassable, wide) if ground.impassable else []
        self.difficult: list[Area] = []
        if ground.difficult and going.difficult != going.open:
            if going.difficult == inf:
                self.solids += areas_near(ground.difficult, wide)
            else:
                self.difficult = areas_near(ground.difficult, box)
        self.obstacles = areas_near(ground.obstacles, wide) if ground.obstacles else []
        self.discs: list[Disc] = []
        self.widest = 0.0
        """How far off the largest of those bases is touched."""
        for models, other in bodies_near(box, radius, blockers):
            reach = radius + other
            self.widest = max(self.widest, reach)
            clear = (reach - OVERLAP) * (reach - OVERLAP)
            west, south, east, north = box[0] - reach, box[1] - reach, box[2] + reach, box[3] + reach
            self.discs += [
                (x, y, reach, clear) for x, y in models if west <= x <= east and south <= y <= north
            ]
        self.is_open = not (self.solids or self.difficult or self.obstacles or self.discs)
        self._from_west: list[Disc] | None = None
        self._touched: tuple[Point, list[Area]] | None = None
        self.corners: list[Point] | None = None
        """The places at which a way round something may turn, once the planner has worked them out."""
        self.firm: dict[int, bool] = {}
        """Whether a base may rest at those places, as far as it was asked."""
        self.legs: dict[int, float] = {}
        """What the straight ways between those places cost, infinite if blocked, as far as it was asked."""

    def with_only(
        self, solids: list[Area], difficult: list[Area], obstacles: list[Area], discs: list[Disc]
    ) -> Surroundings:
        """The same with nothing but these of what is there."""
        fewer = copy(self)
        fewer.solids, fewer.difficult, fewer.obstacles, fewer.discs = solids, difficult, obstacles, discs
        fewer.is_open = not (solids or difficult or obstacles or discs)
        fewer.corners, fewer.firm, fewer.legs = None, {}, {}
        fewer._from_west = fewer._touched = None
        return fewer

    def cost(self, a: Point, b: Point) -> float:
        """What the straight way between two points costs."""
        length = hypot(b[0] - a[0], b[1] - a[1])
        if length <= 0.0:
            return 0.0
        if not self.difficult:
            return length * self.going.open
        share = share_inside(a, b, self.difficult)
        return length * (self.going.open * (1.0 - share) + self.going.difficult * share)

    def depth_of(self, at: Point) -> float:
        """How far a point is from where difficult ground ends; 0 outside it."""
        deepest = 0.0
        for area in self.difficult:
            if area.holds(*at):
                deepest = max(deepest, border_distance(*at, area.edges))
        return deepest

    def least(self, far: float, deep: float) -> float:
        """What a way of some length costs at least, if its ends lie so deep in difficult ground together."""
        open, difficult = self.going.open, self.going.difficult
        if not deep or difficult <= open:
            return far * self.going.cheapest
        return far * open + min(far, deep) * (difficult - open)

    def ignored(self, start: Point) -> list[Area]:
        """The obstacles a base touches where it starts; asked again and again of the same start."""
        if self._touched is None or self._touched[0] != start:
            reach = self.radius + CONTACT
            found = [
                area
                for area in self.obstacles
                if area.is_near(start[0], start[1], reach) and area.distance(start[0], start[1]) <= reach
            ]
            self._touched = (start, found)
        return self._touched[1]

    def what_is_on(self, at: Point) -> Blocked | None:
        """What keeps a base from resting at a place, other models left aside."""
        x, y = at
        slack = self.radius - OVERLAP
        if x < slack or y < slack or x > self.width - slack or y > self.depth - slack:
            return Blocked("table edge", "", at)
        for area in self.solids:
            if area.is_near(x, y, slack) and not is_beyond(area, at, at, slack):
                if area.distance(x, y) < slack:
                    return Blocked("impassable", area.id, at)
        for area in self.obstacles:
            if area.is_near(x, y, slack) and not is_beyond(area, at, at, slack):
                if area.distance(x, y) < slack:
                    return Blocked("obstacle", area.id, at)
        return None

    def base_on(self, at: Point) -> Blocked | None:
        """A base of another group that a base would overlap at a place."""
        x, y = at
        for ox, oy, _, clear in self.discs:
            if (ox - x) * (ox - x) + (oy - y) * (oy - y) < clear:
                return Blocked("base", "", (ox, oy))
        return None

    def what_stops(self, a: Point, b: Point, ignored: Sequence[Area], is_last: bool) -> Blocked | None:
        """What is in the straight way of a base between two points."""
        fault = self._solid_between(a, b) if self.solids else None
        if fault is None and self.discs:
            fault = self.base_between(a, b)
        if fault is None and self.obstacles:
            fault = self._obstacle_between(a, b, ignored, is_last)
        return fault

    def _solid_between(self, a: Point, b: Point) -> Blocked | None:
        reach = self.radius - OVERLAP
        west, east = (a[0], b[0]) if a[0] < b[0] else (b[0], a[0])
        south, north = (a[1], b[1]) if a[1] < b[1] else (b[1], a[1])
        for area in self.solids:
            if (
                area.west - reach >= east
                or west >= area.east + reach
                or area.south - reach >= north
                or south >= area.north + reach
                or is_beyond(area, a, b, reach)
            ):
                continue
            near = area.distance_to_segment(a, b)
            if near >= reach:
                continue
            start = area.distance(a[0], a[1])
            leaving = start < reach and near >= start - 1e-9 and area.distance(b[0], b[1]) > start
            if not leaving and a != b:
                return Blocked("impassable", area.id, a if start < reach else b)
        return None

    def base_between(self, a: Point, b: Point) -> Blocked | None:
        """A base of another group in the straight way of a base between two points."""
        ax, ay = a
        dx, dy = b[0] - ax, b[1] - ay
        length = dx * dx + dy * dy
        for x, y, _, clear in self.discs if len(self.discs) < MANY else self._discs_beside(ax, b[0]):
            ex = x - ax
            ey = y - ay
            along = ex * dx + ey * dy
            # A base that already touches or overlaps another may always move apart from it.
            if along <= 0.0:
                continue
            cross = ex * dy - ey * dx
            if cross * cross >= clear * length:
                continue
            if along >= length:
                ex -= dx
                ey -= dy
                if ex * ex + ey * ey >= clear:
                    continue
            return Blocked("base", "", (x, y))
        return None

    def _discs_beside(self, one: float, other: float) -> list[Disc]:
        """The bases, from west to east, that are not plainly west or east of a way between two eastings."""
        if self._from_west is None:
            self._from_west = sorted(self.discs)
            self._eastings = [disc[0] for disc in self._from_west]
        west, east = (one, other) if one < other else (other, one)
        first = bisect_left(self._eastings, west - self.widest)
        return self._from_west[first : bisect_right(self._eastings, east + self.widest, first)]

    def _obstacle_between(self, a: Point, b: Point, ignored: Sequence[Area], is_last: bool) -> Blocked | None:
        reach = self.radius + NEAR
        west, east = (a[0], b[0]) if a[0] < b[0] else (b[0], a[0])
        south, north = (a[1], b[1]) if a[1] < b[1] else (b[1], a[1])
        for area in self.obstacles:
            if (
                area.west - reach > east
                or west > area.east + reach
                or area.south - reach > north
                or south > area.north + reach
                or area in ignored
                or is_beyond(area, a, b, reach)
            ):
                continue
            share = first_touch(a, b, reach, area.edges)
            if share is None:
                continue
            at = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
            if not is_last or hypot(b[0] - at[0], b[1] - at[1]) > CONTACT:
                return Blocked("obstacle", area.id, at)
        return None

    def check(self, path: Path, limit: float = inf) -> Blocked | None:
        """What keeps a base from taking a path within a limit of cost."""
        end = path[-1]
        if self.is_open:
            slack = self.radius - OVERLAP
            east, north = self.width - slack, self.depth - slack
            cost = 0.0
            before = path[0]
            for at in path[1:]:
                x, y = at
                if x < slack or y < slack or x > east or y > north:
                    return Blocked("table edge", "", at)
                cost += hypot(x - before[0], y - before[1])
                before = at
            return (
                Blocked("distance", "", end) if cost > 0.0 and cost * self.going.open > limit + NEAR else None
            )
        if end == path[0] and len(path) <= 2:
            return None
        if not self._can_pay(path, limit + NEAR):
            return Blocked("distance", "", end)
        if self.solids or self.obstacles:
            fault = self.what_is_on(end)
            if fault is not None:
                return fault
        else:
            x, y = end
            slack = self.radius - OVERLAP
            if x < slack or y < slack or x > self.width - slack or y > self.depth - slack:
                return Blocked("table edge", "", end)
            if len(path) == 2 and self.going.hindered:
                return self.base_between(path[0], end) if self.discs else None
        return self._check_way(path) if self.going.hindered else self.base_on(end)

    def is_open_way(self, a: Point, b: Point, limit: float) -> bool:
        """Whether nothing keeps a base from a straight way within a limit of cost; what does is not told."""
        x, y = b
        slack = self.radius - OVERLAP
        if self.is_open or a == b or not self.going.hindered:
            return self.check((a, b), limit) is None
        if x < slack or y < slack or x > self.width - slack or y > self.depth - slack:
            return False
        # Mostly it is a base that is in the way, and what the way costs takes longer to say.
        if self.discs and self.base_between(a, b) is not None:
            return False
        if not self._can_pay((a, b), limit + NEAR):
            return False
        if not (self.solids or self.obstacles):
            return True
        if self.what_is_on(b) is not None or (self.solids and self._solid_between(a, b) is not None):
            return False
        return not self.obstacles or self._obstacle_between(a, b, self.ignored(a), True) is None

    def _can_pay(self, path: Path, most: float) -> bool:
        if len(path) == 2:
            a, b = path
            going = self.going
            # Mostly the length alone settles it, whatever the ground is like.
            length = hypot(b[0] - a[0], b[1] - a[1])
            if not self.difficult:
                return length * going.open <= most
            if length * max(going.open, going.difficult) <= most:
                return True
            return self.cost(a, b) <= most
        cost = 0.0
        for a, b in zip(path, path[1:], strict=False):
            cost += self.cost(a, b)
        return cost <= most

    def _check_way(self, path: Path) -> Blocked | None:
        ignored = self.ignored(path[0]) if self.obstacles else []
        last = len(path) - 2
        if last == 0:
            return self.what_stops(path[0], path[1], ignored, True)
        slack = self.radius - OVERLAP
        for index in range(len(path) - 1):
            x, y = b = path[index + 1]
            if x < slack or y < slack or x > self.width - slack or y > self.depth - slack:
                return Blocked("table edge", "", b)
            fault = self.what_stops(path[index], b, ignored, index == last)
            if fault is not None:
                return fault
        return None


class Mover(NamedTuple):
    """A group that moves over a ground: its models, their bases, how it takes the ground, who may bar it."""

    ground: Ground
    models: Models
    radius: float
    going: Going
    blockers: Sequence[Body] = ()

    def around(self, box: Box) -> Surroundings:
        """What can matter to its bases when they move about in a box."""
        return Surroundings(self.ground, box, self.radius, self.going, self.blockers)


def check_paths(mover: Mover, paths: Sequence[Path], limit: float = inf) -> Blocked | None:
    """A base takes a path if it stays on the table, overlaps nothing, stops at obstacles and can pay.

    Each model of a group takes its own path; the first fault found is told.
    """
    around = mover.around(box_of(tuple([at for path in paths for at in path])))
    return _first_fault(around.check(path, limit) for path in paths)


def goes_alike(mover: Mover, paths: Sequence[Path], going: Going) -> bool:
    """Whether a group that took the ground in another way could have gone so too, at the same cost."""
    if mover.going is going:
        return True
    own, other = (total(path_cost(mover.ground, way, one) for way in paths) for one in (mover.going, going))
    return abs(own - other) <= NEAR and check_paths(mover._replace(going=going), paths) is None


def _first_fault(faults: Iterable[Blocked | None]) -> Blocked | None:
    """The first of some faults, with the number of the model whose it is."""
    for index, fault in enumerate(faults):
        if fault is not None:
            return Blocked(fault.what, fault.name, fault.at, index)
    return None


def check_translation(mover: Mover, vector: Point, limit: float = inf) -> Blocked | None:
    """All models of a group move alike along one vector."""
    west, south, east, north = group_box(mover.models)
    dx, dy = vector
    box = (min(west, west + dx), min(south, south + dy), max(east, east + dx), max(north, north + dy))
    around = mover.around(box)
    if around.is_open:
        if not ends_on_table(mover, vector):
            return Blocked("table edge", "", (west + dx, south + dy))
        length = hypot(dx, dy)
        is_too_far = length > 0.0 and length * mover.going.open > limit + NEAR
        return Blocked("distance", "", vector) if is_too_far else None
    return _first_fault(around.check(((x, y), (x + dx, y + dy)), limit) for x, y in mover.models)


def ends_on_table(mover: Mover, vector: Point) -> bool:
    """Whether all bases of a group lie on the table once they have moved alike."""
    (dx, dy), slack = vector, mover.radius - OVERLAP
    west, south, east, north = group_box(mover.models)
    if west + dx < slack or south + dy < slack:
        return False
    return east + dx <= mover.ground.width - slack and north + dy <= mover.ground.depth - slack


def check_place(mover: Mover) -> Blocked | None:
    """A group rests where it stands only if its bases are on the table, on open ground and on nobody else."""
    around = mover.around(group_box(mover.models))
    return _first_fault(around.what_is_on(at) or around.base_on(at) for at in mover.models)
