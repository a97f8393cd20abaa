"""Sight on the virtual table: 55 rays from the eyes to a grid on the target (LR-LOS-02)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from typing import NamedTuple

from sandtable.books.lands_of_ruin.state import Battle
from sandtable.books.lands_of_ruin.state.cards import EYES
from sandtable.books.lands_of_ruin.surface.measuring import everybody, touches
from sandtable.books.lands_of_ruin.tables.charts import Cover
from sandtable.kernel import rule
from sandtable.kernel.arithmetic import hypot, square
from sandtable.table import Ground, Point, areas_near, within
from sandtable.table.figures.bases import Standing
from sandtable.table.shapes import Span, box_of, segment_point_distance, spans_inside

COLUMNS, ROWS = 11, 5
"""LR-LOS-02"""
SMOKE = "Smoke Grenade"
"""LR-GREN-15"""
RAYS = COLUMNS * ROWS
Rays = tuple[bool, ...]
"""For each ray, column by column from below, whether something stops it."""


Aims = Mapping[str, Point]
"""At which point of its way a target is shot at; who is not named is shot at where it stands (LR-LOS-05)."""


class Glimpse(NamedTuple):
    """How much of a target is in sight, and whether it is shot at on its way (LR-LOS-08)."""

    cover: Cover
    on_the_way: bool = False


class Seen(NamedTuple):
    """How a target looks from somewhere."""

    free: int
    """How many of the rays reach it."""
    soft: bool
    """Whether any of them passes through soft terrain."""
    behind_models: bool = False
    """Whether models take some of them."""

    @property
    def is_seen(self) -> bool:
        """Sight exists if any ray arrives."""
        return self.free > 0


@rule("LR-LOS-01", "LR-LOS-02", "LR-LOS-07", "LR-HID-18")
def look(state: Battle, viewer: Standing, target: Standing, *, beside: Sequence[str] = ()) -> Seen:
    """How a target looks from the eyes of a viewer; hidden characters are not in the way."""
    known = state.ground.remembered("lands of ruin: terrain in the way")
    key = (viewer.at, viewer.elevation, target.at, target.elevation, target.height)
    if key not in known:
        known[key] = _terrain_in_the_way(state.ground, viewer, target)
    stopped, soft = known[key]
    if state.areas and _smoke_in_the_way(state, viewer, target):
        return Seen(0, soft)
    free = stopped.count(False)
    if state.switches.models_give_cover:
        stopped = _models_in_the_way(state, viewer, target, stopped, beside)
    return Seen(stopped.count(False), soft, stopped.count(False) < free)


@rule("LR-GREN-15")
def _smoke_in_the_way(state: Battle, viewer: Standing, target: Standing) -> bool:
    """A line through an area of smoke is blocked, but not between models in contact."""
    smoke = [one for one in state.areas.values() if one.item == SMOKE and one.radius > 0.0 and one.at]
    if not smoke or touches(viewer, target):
        return False
    lines = ((segment_point_distance(viewer.at, target.at, one.at), one.radius) for one in smoke if one.at)
    return any(within(far, radius) for far, radius in lines)


def cited_for(state: Battle, seen: Seen) -> tuple[str, ...]:
    """What has decided the cover: soft terrain, models in between, an even half, or just what is in sight."""
    if state.switches.is_basic:
        return ("LR-COV-01", "LR-LOS-04")
    soft, half = ("LR-COV-06",) * seen.soft, ("LR-COV-03",) * (RAYS // 2 <= seen.free <= RAYS // 2 + 1)
    return (*soft, *half, *("LR-COV-05",) * seen.behind_models) or ("LR-COV-02",)


@rule("LR-COV-01", "LR-COV-02", "LR-COV-03", "LR-COV-06")
def cover_of(state: Battle, seen: Seen) -> Cover:
    """Fully visible none, at least half visible light, less heavy; soft terrain alone is light cover."""
    if seen.free == RAYS and not seen.soft:
        return "none"
    if state.switches.is_basic:
        return "cover"
    return "light" if 2 * seen.free >= RAYS else "heavy"


def _ends(viewer: Standing, target: Standing) -> Iterator[Point]:
    """The eleven points across the target's base, square to the line of fire."""
    (x, y), (u, v) = viewer.at, target.at
    far = hypot(u - x, v - y) or 1.0
    nx, ny = -(v - y) / far, (u - x) / far
    for column in range(COLUMNS):
        aside = target.radius * (2.0 * column / (COLUMNS - 1) - 1.0)
        yield (u + nx * aside, v + ny * aside)


def _heights(target: Standing) -> list[float]:
    return [target.elevation + target.height * row / (ROWS - 1) for row in range(ROWS)]


def _lowest(eye: float, end: float, span: Span) -> float:
    """How low a ray runs at the lower end of a stretch of it."""
    return min(eye + (end - eye) * span[0], eye + (end - eye) * span[1])


def _terrain_in_the_way(ground: Ground, viewer: Standing, target: Standing) -> tuple[Rays, bool]:
    eye, heights = viewer.elevation + EYES, _heights(target)
    ends = list(_ends(viewer, target))
    near = areas_near(ground.areas, box_of([viewer.at, *ends]))
    hides = [one for one in near if "hides" in one.piece.traits]
    softens = [one for one in near if "soft" in one.piece.traits]
    stopped: list[bool] = []
    soft = False
    for end in ends:
        spans = [(area, span) for area in hides for span in spans_inside(viewer.at, end, area.edges)]
        through = [(area, span) for area in softens for span in spans_inside(viewer.at, end, area.edges)]
        for height in heights:
            stopped.append(any(_lowest(eye, height, span) < area.height for area, span in spans))
            soft = soft or any(_lowest(eye, height, span) < area.height for area, span in through)
    return tuple(stopped), soft


@rule("LR-COV-05")
def _models_in_the_way(
    state: Battle, viewer: Standing, target: Standing, stopped: Rays, beside: Sequence[str]
) -> Rays:
    """Other models in the line obscure like terrain, but not those that stand by the viewer."""
    (x, y), (u, v) = viewer.at, target.at
    reach = hypot(u - x, v - y)
    between = [
        one
        for one in everybody(state)
        if one.id not in (viewer.id, target.id)
        and one.id not in beside
        and hypot(one.at[0] - x, one.at[1] - y) < reach + 1.0
        and abs((one.at[0] - x) * (v - y) - (one.at[1] - y) * (u - x)) < reach * 2.0 * target.radius + 1e-9
    ]
    if not between:
        return stopped
    eye, heights, rays = viewer.elevation + EYES, _heights(target), list(stopped)
    for column, end in enumerate(_ends(viewer, target)):
        for one in between:
            span = _through(viewer.at, end, one)
            for row, height in enumerate(heights if span is not None else ()):
                assert span is not None
                low, high = _lowest(eye, height, span), one.elevation + one.height
                top = max(eye + (height - eye) * span[0], eye + (height - eye) * span[1])
                if low < high and top > one.elevation:
                    rays[column * ROWS + row] = True
    return tuple(rays)


def _through(a: Point, b: Point, one: Standing) -> Span | None:
    """The stretch of a line that runs through a model."""
    dx, dy, ex, ey = b[0] - a[0], b[1] - a[1], a[0] - one.at[0], a[1] - one.at[1]
    length = dx * dx + dy * dy
    half = ex * dx + ey * dy
    under = square(half) - length * (ex * ex + ey * ey - square(one.radius))
    if length <= 0.0 or under <= 0.0:
        return None
    root = sqrt(under)
    first, last = max(0.0, (-half - root) / length), min(1.0, (-half + root) / length)
    return (first, last) if first < last else None
