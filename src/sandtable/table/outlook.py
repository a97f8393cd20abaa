"""The outlook of one unit: where it can go, whom it sees and past what, and who threatens it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from sandtable.table.arrays import runs
from sandtable.table.measure import Body, Models, Point

SMOOTH = 0.4
"""Inches by which borders for the eye are rounded; the rules measure exactly."""
FEW = 0.06
"""Corners that lie no farther than this from a straight border are left out."""


class Look(msgspec.Struct, frozen=True, omit_defaults=True):
    """The line from a unit to one enemy: how far, and whether anything is in the way."""

    unit: str
    """The enemy looked at."""
    start: Point
    end: Point
    inches: float
    """From rim to rim."""
    how: Literal["clear", "cover", "hidden"] = "clear"
    words: str = ""
    """The reason, after the distance: "cover: wall", "hidden by the wood"."""
    stop: Point | None = None
    """Where sight ends, if it does."""
    can: tuple[str, ...] = ()
    """What the unit could do to that enemy from where it stands: "attack", "shoot"."""
    rules: tuple[str, ...] = ()


class Sweep(msgspec.Struct, frozen=True, omit_defaults=True):
    """Ground that a unit can get to, or hit, with the word and the number behind it."""

    unit: str
    kind: Literal["move", "shoot"]
    inches: float
    outlines: tuple[Models, ...]
    """Borders of the area, inner ones too; drawn by the even-odd rule."""
    words: str = ""
    rules: tuple[str, ...] = ()


class Outlook(msgspec.Struct, frozen=True):
    """Everything about one unit that a player would measure before deciding."""

    unit: str
    looks: tuple[Look, ...] = ()
    reach: tuple[Sweep, ...] = ()
    threats: tuple[Sweep, ...] = ()
    """What nearby enemies could reach or hit."""


def ground_about(points: Sequence[Point], step: float) -> Any:
    """The ground about points of a grid of this step, as one area."""
    # Reading shapely takes long, and most games need none of it.
    from shapely import box, union_all

    rows: dict[int, set[int]] = {}
    for x, y in points:
        rows.setdefault(round(y / step), set()).add(round(x / step))
    cells = []
    for row, columns in sorted(rows.items()):
        for first, after in runs(sorted(columns)):
            west, south = (first - 0.5) * step, (row - 0.5) * step
            cells.append(box(west, south, (after - 0.5) * step, south + step))
    return union_all(cells)


def ground_within(body: Body, inches: float) -> tuple[Models, ...]:
    """The ground within so many inches of the rims of a group."""
    # Reading shapely takes long, and most games need none of it.
    from shapely import MultiPoint

    return outlines_of(MultiPoint(body[0]).buffer(body[1] + inches))


def outlines_of(area: Any) -> tuple[Models, ...]:
    """The borders of an area as the eye wants them: rounded, with few corners."""
    smooth = area.buffer(SMOOTH).buffer(-1.5 * SMOOTH).buffer(0.5 * SMOOTH).simplify(FEW)
    parts = getattr(smooth, "geoms", [smooth])
    return tuple(
        tuple((round(x, 2), round(y, 2)) for x, y in ring.coords[:-1])
        for part in parts
        if not part.is_empty
        for ring in (part.exterior, *part.interiors)
    )
