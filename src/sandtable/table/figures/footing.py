"""Footing: where a base can stand among others, and what a straight way of it runs into."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Literal

import msgspec

from sandtable.kernel.arithmetic import hypot, square
from sandtable.table.figures.bases import Disc, Mover, Standing
from sandtable.table.figures.prices import Prices
from sandtable.table.figures.terrain import BARRIER, FLAT, TOUCHING, Building, Terrain
from sandtable.table.lines import lies_beyond
from sandtable.table.measure import Point
from sandtable.table.shapes import (
    HAIR,
    Span,
    border_distance,
    crossing,
    first_touch,
    first_touch_of_disc,
    merged,
    part_way,
    spans_inside,
)
from sandtable.table.terrain import Area, Ground

How = Literal["walk", "climb", "cross", "door", "window", "drop", "leap", "fly"]

APART = 0.02
"""How far a move that may not enter contact keeps from opponents; just beyond where bases touch."""
SHORT = 0.005
"""How far a base stops short of what is in its way, so that rounding never lays it upon it."""
NOTHING: frozenset[str] = frozenset()


class Stop(msgspec.Struct, frozen=True):
    """What ends a straight way: after which share of it, what it is, and its id."""

    share: float
    what: Literal["edge", "piece", "wall", "figure", "contact", "ledge", "barrier", "opening"]
    id: str = ""


@dataclass(eq=False)
class Footing:
    """One figure that is about to move, and everything that bears on its way."""

    ground: Ground
    terrain: Terrain
    mover: Mover
    discs: Sequence[Disc]
    """The other figures on the table; who is left out of them is not in the way."""
    prices: Prices
    may_contact: bool = True

    def __post_init__(self) -> None:
        self.radius, self.height = self.mover.radius, self.mover.height
        self.flies = self.prices.flies
        self._untroubled: dict[str, bool] = {}
        self.margin = self.radius + (TOUCHING + SHORT)
        """How far the middle of its base keeps from the edges of the table."""
        self._farthest = _farthest(self.discs)
        """No disc reaches farther than this."""

    def ignores(self, area: Area) -> bool:
        """Whether a piece neither slows nor stops the figure; each is looked at when the figure meets it."""
        if self.prices.heeds_all:
            return False
        found = self._untroubled.get(area.id)
        if found is None:
            found = self._untroubled[area.id] = self.prices.ignores(area.piece)
        return found

    @cached_property
    def ignored(self) -> frozenset[str]:
        """Every piece that neither slows nor stops the figure."""
        if self.prices.heeds_all:
            return NOTHING
        return frozenset(one.id for one in self.terrain.features if self.ignores(one))

    # ---- places --------------------------------------------------------------------------------

    def what_is_at(self, at: Point, elevation: float) -> Stop | None:
        """What keeps the base from standing at a place, other figures left aside."""
        x, y = at
        r, ground = self.radius, self.ground
        least = r - TOUCHING
        if x < least or y < least or x > ground.width - least or y > ground.depth - least:
            return Stop(1.0, "edge")
        slack = r - TOUCHING
        for area, sort in self.terrain.hindering(x, y, x, y, slack):
            if area.is_near(x, y, slack) and area.distance(x, y) < slack:
                if sort == FLAT:
                    if elevation <= TOUCHING and not self._stands_in(area, at):
                        return Stop(1.0, "piece", area.id)
                elif area.height <= 0.0 or elevation < area.height - TOUCHING:
                    return Stop(1.0, "piece", area.id)
        for building in self.terrain.buildings:
            if elevation < (building.height or inf) - TOUCHING and building.area.is_near(x, y, slack):
                if building.wall_distance(x, y) < slack:
                    return Stop(1.0, "wall", building.id)
        if elevation > TOUCHING and not self.is_supported(at, elevation):
            return Stop(1.0, "ledge")
        return None

    def _stands_in(self, area: Area, at: Point) -> bool:
        """A figure that has fallen into a gap stands in it, and one at home in such ground stays there."""
        nature = self.terrain.nature[area.id]
        if nature.is_gap:
            return area.holds(*at)
        return nature.may_stay and self.ignores(area)

    def is_supported(self, at: Point, elevation: float) -> bool:
        """Whether the centre of the base is over a block or roof of that height."""
        return any(abs(one.height - elevation) <= TOUCHING and one.holds(*at) for one in self.terrain.tops)

    def who_is_at(self, at: Point, elevation: float) -> Disc | None:
        """A figure whose base would be overlapped, or, where contact is barred, an opponent touched."""
        x, y = at
        most, top = self._farthest * self._farthest, elevation + self.height
        for disc in self.discs:
            _, u, v, reach, foot, head, is_opponent = disc
            dx, dy = u - x, v - y
            far = dx * dx + dy * dy
            if far > most:
                continue
            near = reach - TOUCHING
            if is_opponent and not self.may_contact:
                near = reach + TOUCHING + 1e-6
            if far < near * near and foot < top and elevation < head:
                return disc
        return None

    def touched(self, at: Point, elevation: float) -> list[Disc]:
        """Every opponent whose base the base touches at a place."""
        return [
            disc
            for disc in self.discs
            if disc.is_opponent
            and hypot(disc.x - at[0], disc.y - at[1]) <= disc.reach + TOUCHING
            and self._meets(disc, elevation)
        ]

    def can_end(self, at: Point, elevation: float) -> bool:
        """Whether the base may stand at a place."""
        return self.what_is_at(at, elevation) is None and self.who_is_at(at, elevation) is None

    def _meets(self, disc: Disc, elevation: float) -> bool:
        return disc.foot < elevation + self.height and elevation < disc.head

    # ---- straight ways -------------------------------------------------------------------------

    def first_stop(self, a: Point, b: Point, elevation: float, *, crossing: str = "") -> Stop | None:
        """The first thing that ends the straight way of the base over ground of one height."""
        best = self._first_edge(a, b)
        for found in (
            self._first_piece(a, b, elevation, crossing),
            self._first_figure(a, b, elevation),
            self._first_wall(a, b, elevation) if self.terrain.buildings else None,
            self._first_ledge(a, b, elevation) if elevation > TOUCHING else None,
        ):
            if found is not None and (best is None or found.share < best.share):
                best = found
        return best

    def is_clear(self, a: Point, b: Point, elevation: float) -> bool:
        """Whether nothing ends the straight way of the base."""
        return (
            self._first_edge(a, b) is None
            and self._first_figure(a, b, elevation) is None
            and self._first_piece(a, b, elevation, "") is None
            and (not self.terrain.buildings or self._first_wall(a, b, elevation) is None)
            and (elevation <= TOUCHING or self._first_ledge(a, b, elevation) is None)
        )

    def _first_edge(self, a: Point, b: Point) -> Stop | None:
        keep, ground = self.margin, self.ground
        best = 1.0
        for start, end, far in ((a[0], b[0], ground.width), (a[1], b[1], ground.depth)):
            if end < keep and end < start:
                best = min(best, max(0.0, (start - keep) / (start - end)))
            elif end > far - keep and end > start:
                best = min(best, max(0.0, (far - keep - start) / (end - start)))
        return Stop(best, "edge") if best < 1.0 else None

    def _first_piece(self, a: Point, b: Point, elevation: float, crossing: str) -> Stop | None:
        reach = self.radius - TOUCHING
        west, east = (a[0], b[0]) if a[0] < b[0] else (b[0], a[0])
        south, north = (a[1], b[1]) if a[1] < b[1] else (b[1], a[1])
        best: Stop | None = None
        planes = self.terrain.planes
        for area, sort in self.terrain.hindering(west, south, east, north, reach):
            if (
                area.west - reach >= east
                or west >= area.east + reach
                or area.south - reach >= north
                or south >= area.north + reach
                or area.id == crossing
                or not _hinders(area, elevation, sort == FLAT)
                or self.ignores(area)
                or lies_beyond(planes[area.id], a, b, reach + TOUCHING)
            ):
                continue
            share = first_touch(a, b, reach, area.edges)
            if share is None or (best is not None and share >= best.share):
                continue
            if share <= 0.0 and self._leaves(area, a, b):
                continue
            best = Stop(share, "barrier" if sort == BARRIER else "piece", area.id)
        return best

    def _leaves(self, area: Area, a: Point, b: Point) -> bool:
        """A base that lies on a piece, however it came there, may go away from it."""
        start = area.distance(*a)
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        if start <= 0.0:
            return area.distance(*b) > 0.0 or border_distance(*b, area.edges) < border_distance(
                *a, area.edges
            )
        return area.distance(*b) > start and area.distance(*middle) > start

    def _first_figure(self, a: Point, b: Point, elevation: float) -> Stop | None:
        """Nobody walks through figures; the touch of an opponent is contact; who touches may walk away."""
        ax, ay = a
        dx, dy = b[0] - ax, b[1] - ay
        most, top = square(hypot(dx, dy) + self._farthest), elevation + self.height
        best: Stop | None = None
        for id, x, y, reach, foot, head, is_opponent in self.discs:
            ex, ey = x - ax, y - ay
            if ex * ex + ey * ey > most or ex * dx + ey * dy <= 0.0 or foot >= top or elevation >= head:
                continue
            if not is_opponent:
                reach -= TOUCHING
            elif not self.may_contact:
                reach += APART
            share = first_touch_of_disc(a, b, (x, y), reach)
            if share is not None and (best is None or share < best.share):
                contact = is_opponent and self.may_contact
                best = Stop(share, "contact" if contact else "figure", id)
        return best

    def _first_wall(self, a: Point, b: Point, elevation: float) -> Stop | None:
        """A building is entered and left through its openings alone."""
        best: Stop | None = None
        for building in self.terrain.buildings:
            if elevation >= (building.height or inf) - TOUCHING:
                continue
            for share, opening in crossings(building, a, b):
                if self.ignores(building.area):
                    break
                if best is not None and share >= best.share:
                    continue
                if opening:
                    best = Stop(share, "opening", opening)
                else:
                    far = hypot(b[0] - a[0], b[1] - a[1])
                    best = Stop(max(0.0, share - (self.radius + SHORT) / far), "wall", building.id)
        return best

    def _first_ledge(self, a: Point, b: Point, elevation: float) -> Stop | None:
        """On top of something the centre of the base stays over it."""
        spans: list[Span] = []
        for area in self.terrain.tops:
            if abs(area.height - elevation) <= TOUCHING:
                spans += spans_inside(a, b, area.edges)
        for start, end in merged(spans):
            if start <= HAIR:
                return Stop(end, "ledge") if end < 1.0 - HAIR else None
        return Stop(0.0, "ledge")

    def is_on_open_ground(self, reach: float) -> bool:
        """Whether no terrain and no edge of the table bears on a short step from where the figure stands."""
        (x, y), keep = self.mover.at, self.margin + reach
        ground = self.ground
        if x < keep or y < keep or x > ground.width - keep or y > ground.depth - keep:
            return False
        terrain, wide = self.terrain, self.radius + reach
        near = terrain.hindering(x - reach, y - reach, x + reach, y + reach, self.radius)
        if any(area.is_near(x, y, wide) for area, _ in near):
            return False
        return not any(area.is_near(x, y, wide) for area in (*terrain.rough, *terrain.walled))

    def close_by(self, reach: float) -> Footing:
        """The same figure, heeding only those to whom a short step may lead, askew or not."""
        (x, y), far = self.mover.at, 1.5 * reach + self._farthest
        near = copy(self)
        near.discs = [one for one in self.discs if -far <= one.x - x <= far and -far <= one.y - y <= far]
        return near

    def among(self, discs: Sequence[Disc]) -> Footing:
        """The same figure with only these in its way."""
        other = copy(self)
        other.discs, other._farthest = discs, _farthest(discs)
        return other

    def standing_at(self, at: Point, elevation: float) -> Footing:
        """The same figure as if it stood somewhere else."""
        other, mover = copy(self), self.mover
        other.mover = Standing(mover.id, at, elevation, mover.radius, mover.height, mover.rough)
        return other

    def allowing_contact(self) -> Footing:
        """The same figure where it may touch opponents."""
        other = copy(self)
        other.may_contact = True
        return other

    def meets_somebody(self, a: Point, b: Point, elevation: float) -> bool:
        """Whether another figure ends a straight way."""
        return bool(self.discs) and self._first_figure(a, b, elevation) is not None

    # ---- what it costs -------------------------------------------------------------------------

    def rough_spans(self, a: Point, b: Point, elevation: float) -> tuple[Span, ...]:
        """The parts of a straight way on which the centre of the base is in rough ground."""
        if not self.terrain.rough or elevation > TOUCHING or self.flies:
            return ()
        west, east = (a[0], b[0]) if a[0] < b[0] else (b[0], a[0])
        south, north = (a[1], b[1]) if a[1] < b[1] else (b[1], a[1])
        spans: list[Span] = []
        for area in self.terrain.rough:
            meets = area.west <= east and west <= area.east and area.south <= north and south <= area.north
            if meets and not self.ignores(area):
                spans += spans_inside(a, b, area.edges)
        return tuple(merged(spans))


def _farthest(discs: Sequence[Disc]) -> float:
    return max([one.reach for one in discs], default=0.0) + 2 * APART


def _hinders(area: Area, elevation: float, is_flat: bool) -> bool:
    if is_flat:
        return elevation <= TOUCHING
    return area.height <= 0.0 or elevation < area.height - TOUCHING


def crossings(building: Building, a: Point, b: Point) -> list[tuple[float, str]]:
    """Where a straight way crosses the outline of a building: the share, and the opening or ""."""
    area = building.area
    if (
        area.west > max(a[0], b[0])
        or area.east < min(a[0], b[0])
        or area.south > max(a[1], b[1])
        or area.north < min(a[1], b[1])
    ):
        return []
    found: list[tuple[float, str]] = []
    for edge in area.edges:
        share = crossing(a, b, edge)
        if share is not None and HAIR < share < 1.0 - HAIR:
            x, y = part_way(a, b, share)
            through = next((one.id for one in building.openings if one.area.distance(x, y) <= TOUCHING), "")
            found.append((share, through))
    return sorted(found)
