"""Terrain: the six categories, their flags, and when a figure is in a feature or touches it."""

from __future__ import annotations

from typing import Literal

import msgspec

from sandtable.books.forgotten_ruin.data import read_data
from sandtable.books.forgotten_ruin.state import Battle, Figure, Marker
from sandtable.kernel import rule
from sandtable.table import Area, Ground, Piece, Point
from sandtable.table.figures import terrain as figures
from sandtable.table.figures.terrain import TOUCHING, Building, Form, Nature, Terrain, overlaps
from sandtable.table.shapes import border_distance

Category = Literal["linear", "individual", "area", "field", "block", "interior"]
CATEGORIES: tuple[Category, ...] = ("linear", "individual", "area", "field", "block", "interior")


class Kind(msgspec.Struct, frozen=True):
    """What a common piece of terrain is unless the player says otherwise (FR-TER-13)."""

    kind: str
    category: Category
    height: float = 0.0
    flags: tuple[str, ...] = ()


class Properties(msgspec.Struct, frozen=True):
    """What a category allows, and how it treats sight and Cover (FR-TER-02)."""

    enter: bool
    climb: bool
    stand_on: bool
    sight: str
    cover: bool
    examples: str


class _Tables(msgspec.Struct, frozen=True):
    pieces: tuple[Kind, ...]
    categories: dict[Category, Properties]


_tables = read_data.later("terrain.yaml", _Tables)


@rule("FR-TER-13")
def common_kinds() -> dict[str, Kind]:
    """The pieces whose category and flags are suggested, by name."""
    return {one.kind: one for one in _tables().pieces}


@rule("FR-TER-02")
def properties(of: Category) -> Properties:
    """What a category allows."""
    return _tables().categories[of]


@rule("FR-TER-01", "FR-TER-13")
def category(piece: Piece) -> Category | None:
    """The one category of a piece: as it is flagged, else as its kind is by default; None for an opening."""
    for one in CATEGORIES:
        if one in piece.traits:
            return one
    if "opening" in piece.traits:
        return None
    known = common_kinds().get(piece.kind)
    return known.category if known is not None else "area"


FORMS: dict[Category | None, Form] = {
    "linear": "barrier",
    "individual": "solid",
    "area": "dense",
    "field": "flat",
    "block": "block",
    "interior": "building",
    None: "opening",
}
"""What the categories are to bases and to eyes."""


@rule("FR-TER-03", "FR-TER-04", "FR-TER-05", "FR-TER-06", "FR-TER-07", "FR-TER-08", "FR-TER-09", "FR-TER-10")
def nature_of(piece: Piece) -> Nature:
    """What a piece is to a figure that comes to it, by its category and its flags."""
    kind, traits = category(piece), piece.traits
    return Nature(
        FORMS[kind],
        is_climbable=is_climbable(piece),
        is_rough="difficult" in traits,
        is_barred="impassable" in traits,
        # A trench or pit that can be leapt over; the height of the piece is how deep it is.
        is_gap="gap" in traits,
        may_stay="water" in traits,
        is_roofed="roofed" in traits,
        is_window="window" in traits or piece.kind == "window",
    )


def terrain_of(ground: Ground) -> Terrain:
    """The terrain of a ground, worked out once."""
    return figures.terrain_of(ground, nature_of)


def rubble_of(piece: Piece) -> Piece:
    """What is left of a feature that has crumbled: Difficult ground."""
    return msgspec.structs.replace(piece, kind="rubble", height=0.0, traits=("area", "difficult"))


def openings_of(ground: Ground, *ids: str) -> tuple[str, ...]:
    """The doors and windows in the walls of features, which crumble with them."""
    return tuple(hole.id for one in terrain_of(ground).buildings if one.id in ids for hole in one.openings)


@rule("FR-TER-14")
def is_in(figure: Figure, area: Area) -> bool:
    """A figure is in an Area, Field or Interior if any part of its base overlaps the footprint."""
    return figure.elevation < _top(area) and overlaps(figure.at, figure.radius, area)


def _top(area: Area) -> float:
    """A figure on a roof is not in the building under it; an Area has no top."""
    return area.height - TOUCHING if category(area.piece) == "interior" and area.height > 0 else float("inf")


@rule("FR-TER-14")
def touches(figure: Figure, area: Area) -> bool:
    """A base that overlaps or touches the outline touches the edge."""
    x, y = figure.at
    reach = figure.radius + TOUCHING
    return area.is_near(x, y, reach) and border_distance(x, y, area.edges) <= reach


def interior_of(state: Battle, figure: Figure) -> Building | None:
    """The building in which a figure is."""
    for one in terrain_of(state.ground).buildings:
        if is_in(figure, one.area):
            return one
    return None


@rule("FR-MOV-20", "FR-TER-02")
def is_climbable(piece: Piece) -> bool:
    """Linear and Block pieces and flat roofs can be climbed unless they are flagged Unclimbable."""
    if "unclimbable" in piece.traits:
        return False
    kind = category(piece)
    if kind == "interior":
        return "roofed" in piece.traits
    return kind is not None and properties(kind).climb


def surface_at(state: Battle, at: Point) -> float:
    """The height of the highest place to stand at a point: the top of a Block or roof, else the ground."""
    return terrain_of(state.ground).surface_at(at)


@rule("FR-PRN-08")
def is_as_high(state: Battle, figure: Figure, thing: Marker) -> bool:
    """Whether a figure is as high as a thing lies; only where there is a roof it may not be."""
    has_one_level = surface_at(state, thing.at) == level_at(state, thing.at)
    return has_one_level or abs(figure.elevation - thing.elevation) < figure.height


def level_at(state: Battle, at: Point) -> float:
    """The height at which a figure stands at a point: on top of a Block, else on the ground or floor."""
    return terrain_of(state.ground).level_at(at)
