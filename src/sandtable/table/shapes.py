"""Points, segments and outlines: the plain geometry under everything on the table."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt

from sandtable.kernel.arithmetic import hypot
from sandtable.table.measure import Box, Point

Edge = tuple[float, float, float, float, float]
"""One side of an outline: start x and y, the way to its end in x and y, and its length squared."""
Edges = tuple[Edge, ...]
Span = tuple[float, float]
"""From where to where along a segment, as shares of its length."""

HAIR = 1e-9
"""Below this a length is a rounding error."""
SLANT = 1e-6
"""Who crosses a side so nearly along it or at its corner, as a share of lengths, is looked at with care."""


def distance(a: Point, b: Point) -> float:
    """How far two points are apart."""
    return hypot(a[0] - b[0], a[1] - b[1])


def part_way(a: Point, b: Point, share: float) -> Point:
    """The point after a share of the straight way from one point to another."""
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)


def edges_of(outline: tuple[Point, ...]) -> Edges:
    """The sides of an outline, one after the other, the last one back to the start."""
    edges: list[Edge] = []
    for index, (ax, ay) in enumerate(outline):
        bx, by = outline[(index + 1) % len(outline)]
        dx, dy = bx - ax, by - ay
        length = dx * dx + dy * dy
        if length > HAIR * HAIR:
            edges.append((ax, ay, dx, dy, length))
    return tuple(edges)


def box_of(points: Sequence[Point], margin: float = 0.0) -> Box:
    """The smallest upright box around points, widened by a margin."""
    xs = [p[0] for p in points]
    ys = [p[1] for p in points]
    return (min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin)


def boxes_meet(a: Box, b: Box, margin: float = 0.0) -> bool:
    """Two boxes come within a margin of each other."""
    return a[0] <= b[2] + margin and b[0] <= a[2] + margin and a[1] <= b[3] + margin and b[1] <= a[3] + margin


def segment_point_distance(a: Point, b: Point, p: Point) -> float:
    """How far a point is from a segment."""
    ax, ay = a
    dx, dy = b[0] - ax, b[1] - ay
    ex, ey = p[0] - ax, p[1] - ay
    along = ex * dx + ey * dy
    length = dx * dx + dy * dy
    if along <= 0.0 or length <= HAIR * HAIR:
        return hypot(ex, ey)
    if along >= length:
        return hypot(ex - dx, ey - dy)
    return abs(ex * dy - ey * dx) / sqrt(length)


def side_of_outline(x: float, y: float, edges: Edges, slack: float = HAIR) -> int:
    """Where a point lies: 1 inside the outline, 0 on its border, -1 outside."""
    inside = False
    slack_squared = slack * slack
    for ax, ay, dx, dy, length in edges:
        ex, ey = x - ax, y - ay
        cross = dx * ey - dy * ex
        if cross * cross <= slack_squared * length:
            along = ex * dx + ey * dy
            if -slack * (1.0 + length) <= along <= length + slack * (1.0 + length):
                return 0
        if (ey < 0.0) != (ey < dy) and (cross > 0.0) == (dy > 0.0):
            inside = not inside
    return 1 if inside else -1


def is_inside(x: float, y: float, edges: Edges) -> bool:
    """A point is inside an outline, the border included."""
    return side_of_outline(x, y, edges) >= 0


def border_distance(x: float, y: float, edges: Edges) -> float:
    """How far a point is from the nearest side of an outline."""
    best = inf
    for ax, ay, dx, dy, length in edges:
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
        if near < best:
            best = near
    return sqrt(best)


def outline_distance(x: float, y: float, edges: Edges) -> float:
    """How far a point is from the nearest part of an outlined area; 0 inside it."""
    if side_of_outline(x, y, edges) >= 0:
        return 0.0
    return border_distance(x, y, edges)


def segments_distance(a: Point, b: Point, c: Point, d: Point) -> float:
    """How far two segments are apart; 0 where they cross or touch."""
    if _cross(a, b, c, d):
        return 0.0
    return min(
        segment_point_distance(a, b, c),
        segment_point_distance(a, b, d),
        segment_point_distance(c, d, a),
        segment_point_distance(c, d, b),
    )


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    dx, dy = b[0] - a[0], b[1] - a[1]
    ex, ey = d[0] - c[0], d[1] - c[1]
    first = dx * (c[1] - a[1]) - dy * (c[0] - a[0])
    second = dx * (d[1] - a[1]) - dy * (d[0] - a[0])
    third = ex * (a[1] - c[1]) - ey * (a[0] - c[0])
    fourth = ex * (b[1] - c[1]) - ey * (b[0] - c[0])
    return first * second < 0.0 and third * fourth < 0.0


def crossing(a: Point, b: Point, edge: Edge) -> float | None:
    """The share of the endless line from one point to another at which it crosses a side, if it does."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    cx, cy, ex, ey, _ = edge
    turn = dx * ey - dy * ex
    if abs(turn) < 1e-12:
        return None
    fx, fy = cx - a[0], cy - a[1]
    across = (fx * dy - fy * dx) / turn
    return (fx * ey - fy * ex) / turn if 0.0 <= across <= 1.0 else None


def segment_outline_distance(a: Point, b: Point, edges: Edges) -> float:
    """How far a segment is from an outlined area; 0 where it touches or enters it."""
    if side_of_outline(a[0], a[1], edges) >= 0:
        return 0.0
    best = inf
    for ax, ay, dx, dy, _ in edges:
        near = segments_distance(a, b, (ax, ay), (ax + dx, ay + dy))
        if near < best:
            if near <= 0.0:
                return 0.0
            best = near
    return best


def spans_inside(a: Point, b: Point, edges: Edges) -> list[Span]:
    """The parts of a segment that lie in an outlined area, its border included."""
    ax, ay = a
    dx, dy = b[0] - ax, b[1] - ay
    length = dx * dx + dy * dy
    cuts: list[float] = []
    for cx, cy, ex, ey, side in edges:
        fx, fy = cx - ax, cy - ay
        turn = dx * ey - dy * ex
        if turn * turn <= SLANT * length * side:
            return _spans(a, b, edges, 0, HAIR)
        along = (fx * ey - fy * ex) / turn
        if -SLANT < along < 1.0 + SLANT:
            across = (fx * dy - fy * dx) / turn
            if -SLANT < across < 1.0 + SLANT:
                if not (SLANT < along < 1.0 - SLANT and SLANT < across < 1.0 - SLANT):
                    return _spans(a, b, edges, 0, HAIR)
                cuts.append(along)
    # Where the segment crosses sides plainly and no corner is near, each crossing leads in or out.
    if not cuts:
        half = side_of_outline(ax + dx * 0.5, ay + dy * 0.5, edges)
        return [(0.0, 1.0)] if half >= 0 else []
    cuts.sort()
    first = cuts[0] * 0.5
    if side_of_outline(ax + dx * first, ay + dy * first, edges) >= 0:
        cuts.insert(0, 0.0)
    if len(cuts) % 2:
        cuts.append(1.0)
    if len(cuts) == 2 and cuts[1] - cuts[0] > SLANT:
        return [(cuts[0], cuts[1])]
    return _spans(a, b, edges, 0, HAIR)


def spans_strictly_inside(a: Point, b: Point, edges: Edges, slack: float) -> list[Span]:
    """The parts of a segment that lie in an outlined area and deeper than a slack below its border."""
    return _spans(a, b, edges, 1, slack)


def _spans(a: Point, b: Point, edges: Edges, lowest_side: int, slack: float) -> list[Span]:
    ax, ay = a
    dx, dy = b[0] - ax, b[1] - ay
    length = dx * dx + dy * dy
    if length <= HAIR * HAIR:
        return [(0.0, 1.0)] if side_of_outline(ax, ay, edges, slack) >= lowest_side else []
    cuts = [0.0, 1.0]
    for cx, cy, ex, ey, _ in edges:
        fx, fy = cx - ax, cy - ay
        turn = dx * ey - dy * ex
        if turn * turn > 1e-20 * length:
            along = (fx * ey - fy * ex) / turn
            if 0.0 < along < 1.0:
                across = (fx * dy - fy * dx) / turn
                if -1e-9 <= across <= 1.0 + 1e-9:
                    cuts.append(along)
        else:
            for gx, gy in ((fx, fy), (fx + ex, fy + ey)):
                along = (gx * dx + gy * dy) / length
                if 0.0 < along < 1.0:
                    cuts.append(along)
    if len(cuts) == 2:
        half = side_of_outline(ax + dx * 0.5, ay + dy * 0.5, edges, slack)
        return [(0.0, 1.0)] if half >= lowest_side else []
    cuts.sort()
    least = HAIR / sqrt(length)
    spans: list[Span] = []
    start = 0.0
    for cut in cuts[1:]:
        if cut - start <= least:
            continue
        middle = (start + cut) * 0.5
        if side_of_outline(ax + dx * middle, ay + dy * middle, edges, slack) >= lowest_side:
            if spans and spans[-1][1] >= start - least:
                spans[-1] = (spans[-1][0], cut)
            else:
                spans.append((start, cut))
        start = cut
    return spans


def first_touch_of_disc(a: Point, b: Point, centre: Point, reach: float) -> float | None:
    """The share of a segment after which it first comes within reach of a point, if it does."""
    ex, ey = a[0] - centre[0], a[1] - centre[1]
    gap = ex * ex + ey * ey - reach * reach
    if gap <= 0.0:
        return 0.0
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = ex * dx + ey * dy
    if along >= 0.0:
        return None
    length = dx * dx + dy * dy
    root = along * along - length * gap
    if root < 0.0:
        return None
    share = (-along - sqrt(root)) / length
    return share if share <= 1.0 else None


def first_touch(a: Point, b: Point, reach: float, edges: Edges) -> float | None:
    """The share of a segment after which it first comes within reach of an outlined area, if it does."""
    if side_of_outline(a[0], a[1], edges) >= 0:
        return 0.0
    best = inf
    px, py = a
    qx, qy = b
    for ax, ay, ex, ey, length in edges:
        # Who stays on one hand of the side, and farther off than its reach, does not touch it.
        first = ex * (py - ay) - ey * (px - ax)
        last = ex * (qy - ay) - ey * (qx - ax)
        margin = reach * sqrt(length) + HAIR
        if (first > margin and last > margin) or (first < -margin and last < -margin):
            continue
        share = _first_touch_of_side(a, b, reach, (ax, ay), ex, ey, length)
        if share is not None and share < best:
            best = share
    return best if best <= 1.0 else None


def _first_touch_of_side(
    a: Point, b: Point, reach: float, c: Point, ex: float, ey: float, length: float
) -> float | None:
    best = inf
    for end in (c, (c[0] + ex, c[1] + ey)):
        share = first_touch_of_disc(a, b, end, reach)
        if share is not None and share < best:
            best = share
    side = sqrt(length)
    nx, ny = -ey / side, ex / side
    away = (a[0] - c[0]) * nx + (a[1] - c[1]) * ny
    closing = (b[0] - a[0]) * nx + (b[1] - a[1]) * ny
    if away < 0.0:
        away, closing = -away, -closing
    if away <= reach:
        share = 0.0
    elif closing < 0.0:
        share = (reach - away) / closing
    else:
        share = inf
    if share <= 1.0 and share < best:
        x = a[0] + (b[0] - a[0]) * share - c[0]
        y = a[1] + (b[1] - a[1]) * share - c[1]
        if 0.0 <= x * ex + y * ey <= length:
            best = share
    return best if best <= 1.0 else None


def outlines_distance(a: Edges, b: Edges) -> float:
    """How far two outlined areas are apart; 0 where they touch or overlap."""
    if is_inside(a[0][0], a[0][1], b) or is_inside(b[0][0], b[0][1], a):
        return 0.0
    best = inf
    for ax, ay, dx, dy, _ in a:
        for bx, by, ex, ey, _ in b:
            near = segments_distance((ax, ay), (ax + dx, ay + dy), (bx, by), (bx + ex, by + ey))
            if near < best:
                best = near
    return best


def merged(spans: list[Span]) -> list[Span]:
    """Spans joined where they overlap, in order."""
    if len(spans) < 2:
        return spans
    joined: list[Span] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            if end > joined[-1][1]:
                joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined
