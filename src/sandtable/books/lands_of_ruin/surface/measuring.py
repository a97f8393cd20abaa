"""Measuring on the virtual table: gaps, bands, sections, who touches whom."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import msgspec

from sandtable.books.lands_of_ruin.state import Battle, Machine, Model, Rotter
from sandtable.books.lands_of_ruin.state.cards import HEIGHT, LYING, RADIUS
from sandtable.books.lands_of_ruin.tables.charts import Band, charts
from sandtable.books.lands_of_ruin.tables.places import map_of
from sandtable.kernel import rule
from sandtable.kernel.arithmetic import hypot
from sandtable.table import CONTACT, Point, within
from sandtable.table.figures.bases import Standing
from sandtable.table.shapes import distance, part_way, segment_point_distance

FINE = 0.05
"""How finely a way is looked at, in inches; ours."""


@rule("LR-MODE-10")
def standing(state: Battle, id: str) -> Standing | None:
    """A model, Rotter or machine on the table as the ground knows it; None where it is not there."""
    if (thing := state.rotters.get(id) or state.machines.get(id)) is not None:
        return Standing(id, thing.at, 0.0, RADIUS, HEIGHT, 0.0) if thing.at is not None else None
    found = state.find(id)
    if found is None or found[1].at is None:
        return None
    card, model = found
    assert model.at is not None
    return Standing(model.id, model.at, model.elevation, RADIUS, LYING if card.down else HEIGHT, 0.0)


@rule("LR-LOS-03", "LR-RNGE-04")
def as_if_at(state: Battle, id: str, at: Point | None) -> Standing | None:
    """A target where it stands, or as if it stood at a point of its way."""
    found = standing(state, id)
    return found if found is None or at is None else msgspec.structs.replace(found, at=at)


@rule("LR-LOS-03", "LR-LOS-05", "LR-LOS-06", "LR-MODE-02")
def points_of_way(state: Battle, id: str) -> list[Point]:
    """The points of the path that a character walked in its latest Action phase, an inch apart.

    Only of characters who stand, not of Rotters, and not in Basic mode; who did not move has none.
    """
    found = state.find(id)
    if state.switches.is_basic or found is None or not found[0].stands:
        return []
    points: list[Point] = []
    for a, b in pairwise(found[1].path):
        steps = max(1, int(distance(a, b) + 0.999))
        points += [part_way(a, b, step / steps) for step in range(steps)]
    return points


def everybody(state: Battle) -> list[Standing]:
    """All models that all can see, all Rotters and machines."""
    ids = [model.id for _, model in state.models_on_table()]
    found = (standing(state, one) for one in (*ids, *state.rotters, *state.machines))
    return [one for one in found if one is not None]


@rule("LR-MODE-09", "LR-RNGE-01")
def gap(one: Point, other: Point) -> float:
    """From the nearest point of one base to the nearest point of the other."""
    return max(0.0, distance(one, other) - 2 * RADIUS)


@rule("LR-RNGE-02")
def band_of(far: float) -> Band:
    """The range band of a distance: exactly 10 is short, exactly 20 is mid."""
    return next(one.band for one in charts().bands if one.up_to is None or within(far, one.up_to))


@rule("LR-MODE-10")
def touches(one: Standing, other: Standing) -> bool:
    """Bases are in contact if the gap between them is at most 0.05 inches."""
    return gap(one.at, other.at) <= CONTACT and abs(one.elevation - other.elevation) < HEIGHT


@rule("LR-GREN-19", "LR-MODE-09")
def reaches(at: Point, elevation: float, one: Standing, radius: float) -> bool:
    """Whether a base is within a radius of a point, measured in space; terrain does not shield."""
    return within(hypot(max(0.0, distance(at, one.at) - RADIUS), one.elevation - elevation), radius)


def on_its_way(path: Sequence[Point], at: Point, radius: float) -> bool:
    """Whether a base that walks a way comes within a radius of a point."""
    legs = zip(path, path[1:], strict=False)
    return any(within(max(0.0, segment_point_distance(a, b, at) - RADIUS), radius) for a, b in legs)


def first_within(path: Sequence[Point], at: Point, radius: float) -> Point | None:
    """The first place of a base on its way that is within a radius of a point, if there is one."""
    for a, b in zip(path, path[1:], strict=False):
        steps = max(1, int(distance(a, b) / FINE))
        for step in range(steps + 1):
            here = (a[0] + (b[0] - a[0]) * step / steps, a[1] + (b[1] - a[1]) * step / steps)
            if within(max(0.0, distance(here, at) - RADIUS), radius):
                return here
    return None


def placed(state: Battle) -> list[Standing]:
    """All models that are on the table, the hidden ones too."""
    ids = [one.id for card in state.cards.values() if card.where == "table" for one in card.models.values()]
    return [one for id in ids if (one := standing(state, id)) is not None]


def section_at(state: Battle, at: Point) -> int:
    """The section that holds a point."""
    return map_of(state.map).section_at(at)


def put(state: Battle, thing: Model | Rotter | Machine, at: Point) -> None:
    """Set something down at a place, in the section that holds it."""
    thing.at = at
    thing.section = section_at(state, at)
