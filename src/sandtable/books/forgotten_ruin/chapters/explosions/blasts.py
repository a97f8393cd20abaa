"""Blasts: whom an explosion reaches, and what stands in its way."""

from __future__ import annotations

from math import pi
from typing import Literal

import msgspec

from sandtable.books.forgotten_ruin.chapters.principles.conventions import distance_to, inches, within
from sandtable.books.forgotten_ruin.chapters.terrain import surface_at, terrain_of
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Soldier
from sandtable.kernel import rule
from sandtable.kernel.arithmetic import acos, hypot
from sandtable.table import Area, Point
from sandtable.table.shapes import distance, part_way, segment_point_distance, segments_distance, spans_inside

HAIR = 1e-6
NEAR_SIDE = 0.01
"""How far before an obstacle a stopped point lies, so that it is on the near side."""
SCATTER_DIE = 6
"""A missed point moves by a die with so many faces, in inches (FR-EXP-04)."""

Way = Literal["open", "partial", "stopped"]


class Reached(msgspec.Struct, frozen=True):
    """A figure that a blast may Hit."""

    figure: Soldier | Enemy
    far: float
    need: int | None
    """The natural die on which it is Hit; None where it is Hit automatically."""
    rule: str
    """Why it needs a die, or why it needs none."""


@rule("FR-EXP-06", "FR-EXP-11", "FR-EXP-16")
def reached_by(state: Battle, at: Point, radius: float) -> list[Reached]:
    """Everybody, friend or foe, whose base is at least partly in the blast and not behind a wall."""
    found: list[Reached] = []
    level = surface_at(state, at)
    for figure in state.figures_on_table():
        far = distance_to(figure, at)
        if not within(far, radius) or abs(figure.elevation - level) > radius:
            continue
        way = way_of_blast(state, at, level, figure)
        if way != "stopped":
            need, why = _number(state, at, radius, figure, way)
            found.append(Reached(figure, far, need, why))
    return sorted(found, key=lambda one: (one.far, one.figure.id))


@rule("FR-EXP-06", "FR-EXP-07", "FR-EXP-14")
def _number(state: Battle, at: Point, radius: float, figure: Figure, way: Way) -> tuple[int | None, str]:
    """The die a figure in the blast is Hit on: 4 if it is protected, 6 if it is hardly inside besides."""
    partly = not within(hypot(figure.at[0] - at[0], figure.at[1] - at[1]) + figure.radius, radius)
    if state.switches.small_table_explosions and partly:
        return (6 if way == "partial" else 4), "FR-EXP-14"
    return (4, "FR-EXP-07") if way == "partial" else (None, "FR-EXP-06")


@rule("FR-EXP-07", "FR-EXP-08", "FR-HTH-07")
def way_of_blast(state: Battle, at: Point, level: float, figure: Figure) -> Way:
    """Whether the straight line from the impact point to a figure is open, partly blocked or stopped."""
    terrain = terrain_of(state.ground)
    # From half an inch on a figure stands on higher or lower ground.
    way: Way = "partial" if abs(figure.elevation - level) >= inches(state, 0.5) else "open"
    for area in (*terrain.barriers, *terrain.blocks):
        if _crosses(at, figure.at, area):
            over = area.height - figure.elevation
            if over >= figure.height - HAIR:
                return "stopped"
            way = "partial" if over > HAIR else way
    for interior in terrain.buildings:
        if figure.elevation >= interior.height - HAIR > 0:
            continue
        if any(segments_distance(at, figure.at, a, b) <= HAIR for a, b in interior.walls):
            return "stopped"
        if any(_crosses(at, figure.at, one.area) for one in interior.openings):
            way = "partial"
    if way == "open" and any(_crosses(at, figure.at, one) for one in (*terrain.lone, *terrain.dense)):
        way = "partial"
    return "partial" if way == "open" and _figure_between(state, at, level, figure) else way


def _crosses(a: Point, b: Point, area: Area) -> bool:
    return (
        area.west <= max(a[0], b[0])
        and min(a[0], b[0]) <= area.east
        and area.south <= max(a[1], b[1])
        and min(a[1], b[1]) <= area.north
        and area.distance_to_segment(a, b) <= HAIR
    )


@rule("FR-EXP-07")
def _figure_between(state: Battle, at: Point, level: float, figure: Figure) -> bool:
    """Another figure shields if the line to the centre of the base crosses its own, not above nor below."""
    top = max(level, figure.elevation + figure.height) - HAIR
    for one in state.figures_on_table():
        is_below = one.elevation + one.height <= figure.elevation + HAIR
        if one.id == figure.id or is_below or one.elevation >= top:
            continue
        if one.riding or one.id == figure.riding:
            continue  # FR-TRF-13: centaur and rider do not shield each other
        if hypot(one.at[0] - at[0], one.at[1] - at[1]) <= one.radius:
            # A figure on which the blast lies is no shield for those around it.
            continue
        if segment_point_distance(at, figure.at, one.at) < one.radius - HAIR:
            return True
    return False


@rule("FR-EXP-05")
def stopped_at(state: Battle, start: Point, end: Point, height: float) -> tuple[Point, str]:
    """Where a scattering point comes down: at the near side of the first obstacle taller than the target."""
    terrain = terrain_of(state.ground)
    best, by = 1.0, ""
    tall = [one for one in (*terrain.barriers, *terrain.solids) if one.height > height + HAIR]
    for area in tall:
        if not area.holds(*start) and _crosses(start, end, area):
            spans = spans_inside(start, end, area.edges)
            if spans and spans[0][0] < best:
                best, by = spans[0][0], area.id
    for interior in terrain.buildings:
        if interior.height > height + HAIR or interior.height <= 0.0:
            for a, b in interior.walls:
                part = _meeting(start, end, a, b)
                if part is not None and part < best:
                    best, by = part, interior.id
    length = distance(start, end)
    if not by or length <= HAIR:
        return end, ""
    return part_way(start, end, max(0.0, best - NEAR_SIDE / length)), by


def _meeting(a: Point, b: Point, c: Point, d: Point) -> float | None:
    """The part of the way from a to b at which it meets the segment from c to d."""
    rx, ry, sx, sy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    cross = rx * sy - ry * sx
    if abs(cross) < HAIR:
        return None
    part = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / cross
    other = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / cross
    return part if 0.0 <= part <= 1.0 and 0.0 <= other <= 1.0 else None


@rule("FR-EXP-04")
def chance_to_reach(apart: float, reach: float, inch: float) -> float:
    """The chance that a blast which scatters from a point reaches a figure so far from that point."""
    if apart > SCATTER_DIE * inch + reach:
        return 0.0
    share = 0.0
    for face in range(1, SCATTER_DIE + 1):
        moved = face * inch
        if moved + apart <= reach:
            share += 1.0
        elif abs(moved - apart) < reach:
            share += acos((moved * moved + apart * apart - reach * reach) / (2 * moved * apart)) / pi
    return share / SCATTER_DIE
