"""Rays: which pieces of terrain stop which of the lines from an eye to the limits of a base."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, sqrt
from typing import Any

import msgspec

from sandtable.kernel.arithmetic import hypot, square
from sandtable.table.figures.bases import Base
from sandtable.table.figures.lanes import DEPTH, Lane
from sandtable.table.figures.terrain import TOUCHING, Building, Terrain, overlaps
from sandtable.table.measure import Point
from sandtable.table.shapes import Span, border_distance, crossing, spans_strictly_inside
from sandtable.table.terrain import Area, Ground

ALL_RAYS = 0b111111
"""Left, centre and right limit of the base, each at foot level and at full height."""
TO_THE_CENTRE = 0b001100
"""Those of them that lead to the centre."""
PASSES = 2.0
"""As a share of a ray: it would meet a piece only beyond its end."""


class Stand(msgspec.Struct, frozen=True):
    """A place that sees or is seen: the centre of a base, its height over the table, its size."""

    at: Point
    elevation: float
    radius: float
    height: float

    @property
    def eye(self) -> float:
        """How high the eye is over the table."""
        return self.elevation + self.height


class Sight(msgspec.Struct, frozen=True, eq=False):
    """How a book lets figures see: the same one for all who look, as what they saw is remembered with it."""

    terrain_of: Callable[[Ground], Terrain]
    """What pieces are to figures."""
    within: float
    """How far figures see each other inside one piece of dense ground."""
    into: float
    """How far a ray may run through dense ground beyond the base of a figure at its edge."""
    at_opening: float
    """How near to a door or window a figure inside must be to see out and be seen."""


Views = dict[str, int]
"""For each piece that stops rays, which of the six it stops."""


def stand_of(figure: Base) -> Stand:
    """Where a figure stands."""
    return Stand(figure.at, figure.elevation, figure.radius, figure.height)


def targets(observer: Point, target: Stand) -> tuple[Point, Point, Point]:
    """The left limit, the centre and the right limit of a base as seen by an observer."""
    (x, y), r = target.at, target.radius
    dx, dy = x - observer[0], y - observer[1]
    far = hypot(dx, dy)
    if far <= TOUCHING or r <= 0.0:
        return (target.at, target.at, target.at)
    nx, ny = -dy / far * r, dx / far * r
    return ((x + nx, y + ny), target.at, (x - nx, y - ny))


def views(ground: Ground, observer: Stand, target: Stand, sight: Sight) -> Views:
    """Which pieces stop which of the six rays from the observer's eye to the target."""
    key = (observer, target, sight)
    return ground.answered("views of figures", key, lambda: _views(ground, observer, target, sight))


def _views(
    ground: Ground, observer: Stand, target: Stand, sight: Sight, *, until_hidden: bool = False
) -> Views:
    terrain = sight.terrain_of(ground)
    points = targets(observer.at, target)
    (left, bottom), (middle, centre), (right, top) = points
    x, y = observer.at
    west, south = min(x, left, middle, right), min(y, bottom, centre, top)
    east, north = max(x, left, middle, right), max(y, bottom, centre, top)
    at, wide = target.at, target.radius
    found: Views = {}
    total = 0
    dx, dy = at[0] - x, at[1] - y
    length = dx * dx + dy * dy
    for area, form, u, v, r in terrain.hiding_in(west, south, east, north):
        if area.west > east or west > area.east or area.south > north or south > area.north:
            continue
        # The circle around a piece must come near to the line of sight.
        ex, ey, near = u - x, v - y, r + wide + TOUCHING
        along = ex * dx + ey * dy
        if along >= length:
            ex, ey = ex - dx, ey - dy
        if along <= 0.0 or along >= length:
            if ex * ex + ey * ey > near * near:
                continue
        elif square(ex * dy - ey * dx) > near * near * length:
            continue
        if form == "dense":
            stopped = _stopped_by_dense_ground(terrain, area, observer, target, points, sight)
        elif form == "building":
            stopped = _stopped_by_building(terrain.building[area.id], observer, target, points, sight)
        else:
            stopped = _stopped_by_body(terrain, area, observer, target, points)
        if stopped:
            found[area.id] = stopped
            total |= stopped
            if until_hidden and total == ALL_RAYS:
                break
    return found


def is_hidden(ground: Ground, observer: Stand, target: Stand, sight: Sight) -> bool:
    """Whether terrain stops all six rays; it is not looked further once they are."""
    known: dict[Any, bool] = ground.remembered("hidden from figures")
    key = (observer, target, sight)
    found = known.get(key)
    if found is None:
        eyes = max(observer.eye, target.eye)
        lane = Lane(observer.at, observer.radius, target.at, target.radius, eyes)
        if lane.is_cut_off(sight.terrain_of(ground), ground.remembered("what hid figures")):
            found = known[key] = known[target, observer, sight] = True
        else:
            found = known[key] = _is_out_of_sight(ground, observer, target, sight)
    return found


def _is_out_of_sight(ground: Ground, observer: Stand, target: Stand, sight: Sight) -> bool:
    whole = ground.remembered("views of figures").get((observer, target, sight))
    if whole is None:
        whole = _views(ground, observer, target, sight, until_hidden=True)
    stopped = 0
    for id, rays in whole.items():
        stopped |= rays
        if rays == ALL_RAYS:
            hiders = ground.remembered("what hid figures")
            hiders[observer.at] = hiders[target.at] = id
    return stopped == ALL_RAYS


def _stopped_by_body(
    terrain: Terrain, area: Area, observer: Stand, target: Stand, points: tuple[Point, Point, Point]
) -> int:
    """A barrier or a solid piece stops a ray that passes through its body."""
    if area.height <= min(observer.eye, target.elevation):
        return 0
    stopped = 0
    for place, spans in enumerate(_spans_of_all(terrain, area, observer.at, points)):
        for start, end in spans:
            stopped |= _low_rays(observer.eye, target, start, end, area.height) << (2 * place)
    return stopped


def _spans_of_all(
    terrain: Terrain, area: Area, eye: Point, points: tuple[Point, Point, Point]
) -> Sequence[Sequence[Span]]:
    """For each of three rays its parts in a footprint, deeper than a hair; nothing if all of them pass it."""
    planes = terrain.planes[area.id]
    if planes is None:
        return [spans_strictly_inside(eye, point, area.edges, DEPTH) for point in points]
    (x, y), ((au, av), (bu, bv), (cu, cv)) = eye, points
    a_start = b_start = c_start = 0.0
    a_end = b_end = c_end = 1.0
    for nx, ny, far in planes:
        here = nx * x + ny * y - far + DEPTH
        a, b, c = (
            nx * au + ny * av - far + DEPTH,
            nx * bu + ny * bv - far + DEPTH,
            nx * cu + ny * cv - far + DEPTH,
        )
        if here > 0.0:
            if a >= 0.0 and b >= 0.0 and c >= 0.0:
                return ()
            a_start = max(a_start, here / (here - a) if a < 0.0 else PASSES)
            b_start = max(b_start, here / (here - b) if b < 0.0 else PASSES)
            c_start = max(c_start, here / (here - c) if c < 0.0 else PASSES)
        else:
            if a > 0.0:
                a_end = min(a_end, here / (here - a))
            if b > 0.0:
                b_end = min(b_end, here / (here - b))
            if c > 0.0:
                c_end = min(c_end, here / (here - c))
    rays = ((a_start, a_end), (b_start, b_end), (c_start, c_end))
    return [((start, end),) if start < end else () for start, end in rays]


def _low_rays(eye: float, target: Stand, start: float, end: float, height: float) -> int:
    """Which of the two rays, to the foot and to the head, runs below a height in a part of its way."""
    foot, head, low = target.elevation - eye, target.elevation + target.height - eye, height - DEPTH
    stopped = 1 if eye + foot * start < low or eye + foot * end < low else 0
    if eye + head * start < low or eye + head * end < low:
        stopped |= 2
    return stopped


# ---- buildings -------------------------------------------------------------------------------------------


def _stopped_by_building(
    building: Building, observer: Stand, target: Stand, points: tuple[Point, Point, Point], sight: Sight
) -> int:
    """Walls stop rays; an opening lets them through where a figure inside is near to it."""
    top = building.height or inf
    inside = [
        one
        for one in (observer, target)
        if one.elevation < top - TOUCHING and overlaps(one.at, one.radius, building.area)
    ]
    insider = inside[0] if len(inside) == 1 else None
    stopped = 0
    for place, point in enumerate(points):
        both = 3 << (2 * place)
        for wall in building.wall_edges:
            share = crossing(observer.at, point, wall)
            if share is not None and 0.0 < share < 1.0:
                if insider is not None:
                    stopped |= both
                else:
                    stopped |= _low_rays(observer.eye, target, share, share, top) << (2 * place)
        if insider is not None and stopped & both != both:
            for opening in building.openings:
                far = opening.area.distance(*insider.at) - insider.radius
                if far > sight.at_opening + TOUCHING and spans_strictly_inside(
                    observer.at, point, opening.area.edges, DEPTH
                ):
                    stopped |= both
        if building.is_roofed:
            stopped |= _through_the_roof(building, observer, target, point) << (2 * place)
    return stopped


def _through_the_roof(building: Building, observer: Stand, target: Stand, point: Point) -> int:
    stopped = 0
    for bit, aim in ((1, target.elevation), (2, target.elevation + target.height)):
        rise = aim - observer.eye
        if abs(rise) < DEPTH:
            continue
        share = (building.height - observer.eye) / rise
        if DEPTH < share < 1.0 - DEPTH:
            x = observer.at[0] + (point[0] - observer.at[0]) * share
            y = observer.at[1] + (point[1] - observer.at[1]) * share
            if building.area.holds(x, y) and border_distance(x, y, building.area.edges) > DEPTH:
                stopped |= bit
    return stopped


# ---- dense ground ----------------------------------------------------------------------------------------


def _stopped_by_dense_ground(
    terrain: Terrain,
    area: Area,
    observer: Stand,
    target: Stand,
    points: tuple[Point, Point, Point],
    sight: Sight,
) -> int:
    """Dense ground stops rays that run through it, except near its edge and over short ways inside it."""
    rays = _spans_of_all(terrain, area, observer.at, points)
    if not any(rays):
        return 0
    one_in = overlaps(observer.at, observer.radius, area)
    other_in = overlaps(target.at, target.radius, area)
    if one_in and other_in:
        far = hypot(observer.at[0] - target.at[0], observer.at[1] - target.at[1])
        if far - observer.radius - target.radius <= sight.within + TOUCHING:
            return 0
    stopped = 0
    for place, spans in enumerate(rays):
        if not spans:
            continue
        point = points[place]
        if not one_in and not other_in:
            hidden = spans
        else:
            hidden = _hidden_spans(area, observer, target, point, spans, (one_in, other_in), sight)
        for start, end in hidden:
            if area.height <= 0.0:
                stopped |= 3 << (2 * place)
            else:
                stopped |= _low_rays(observer.eye, target, start, end, area.height) << (2 * place)
    return stopped


def _hidden_spans(
    area: Area,
    observer: Stand,
    target: Stand,
    point: Point,
    spans: Sequence[Span],
    inside: tuple[bool, bool],
    sight: Sight,
) -> Sequence[Span]:
    """The parts of a ray inside dense ground that stop it."""
    length = hypot(point[0] - observer.at[0], point[1] - observer.at[1])
    if length <= TOUCHING:
        return []
    out = min(1.0, observer.radius / length)
    arrives = _disc_span(observer.at, point, target.at, target.radius)
    there = arrives[0] if arrives is not None else 1.0
    allowed = (sight.into + TOUCHING) / length
    at_edge = (
        inside[0] and not inside[1] and _is_at_edge(observer, area),
        inside[1] and not inside[0] and _is_at_edge(target, area),
    )
    hidden: list[Span] = []
    for start, end in spans:
        begin, stop = max(start, out), min(end, there)
        if (stop - begin) * length <= TOUCHING:
            continue
        if at_edge[0] and start <= out + 1e-9 and stop - begin <= allowed:
            continue
        if at_edge[1] and end >= there - 1e-9 and stop - begin <= allowed:
            continue
        hidden.append((begin, stop))
    return hidden


def _is_at_edge(stand: Stand, area: Area) -> bool:
    return border_distance(*stand.at, area.edges) <= stand.radius + TOUCHING


def _disc_span(a: Point, b: Point, centre: Point, radius: float) -> Span | None:
    """The part of a segment that lies in a disc."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    ex, ey = a[0] - centre[0], a[1] - centre[1]
    length = dx * dx + dy * dy
    along = ex * dx + ey * dy
    root = along * along - length * (ex * ex + ey * ey - radius * radius)
    if length <= 0.0 or root <= 0.0:
        return None
    half = sqrt(root)
    start, end = max(0.0, (-along - half) / length), min(1.0, (half - along) / length)
    return (start, end) if start < end else None


def stops_a_ray(body: Stand, observer: Stand, target: Stand) -> bool:
    """The cylinder of another figure stops at least one of the six rays; touching it is not enough."""
    for point in targets(observer.at, target):
        span = _disc_span(observer.at, point, body.at, body.radius - TOUCHING)
        if span is None:
            continue
        for aim in (target.elevation, target.elevation + target.height):
            rise = aim - observer.eye
            ends = (observer.eye + rise * span[0], observer.eye + rise * span[1])
            if min(ends) < body.eye - DEPTH and max(ends) > body.elevation + DEPTH:
                return True
    return False
