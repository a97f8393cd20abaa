"""Terrain as people write it down: kinds with a shape, flags where they are not the usual ones, openings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from sandtable.binding.positions import Place
from sandtable.binding.terrain_forms import opening_in, outline_of
from sandtable.books.forgotten_ruin.chapters.terrain import CATEGORIES, Category, common_kinds
from sandtable.books.forgotten_ruin.data import read_data
from sandtable.kernel import refuse, rule
from sandtable.table import Models, Piece, Point

THICK = 0.4
"""How thick a Linear piece is, in inches; ours."""
DOOR_WIDTH, WINDOW_WIDTH = 1.2, 1.0
"""How wide openings are, in inches; ours."""
Size = Literal["large", "medium", "linear", "cluster"]


class Entry(msgspec.Struct, frozen=True):
    """A part of a row: so many features of a size, each of one of some categories."""

    count: int
    size: Size
    of: tuple[Category, ...]


class Cluster(msgspec.Struct, frozen=True):
    """Individual pieces that stand together."""

    pieces: tuple[int, int]
    circle: float


class Data(msgspec.Struct, frozen=True):
    """What the battlefield is built from."""

    square: float
    sizes: dict[str, tuple[float, float]]
    cluster: Cluster
    tables: dict[str, dict[int, tuple[Entry, ...]]]
    regions: dict[str, dict[Category, tuple[str, ...]]]
    heights: dict[str, float]
    heights_of: dict[str, float]
    unclimbable: tuple[str, ...]
    water: tuple[str, ...]
    built: tuple[str, ...]
    roofed: tuple[str, ...]


data = read_data.later("battlefield.yaml", Data)
"""The tables of FR-MIS-23 and FR-MIS-26."""


@rule("FR-MIS-26", "FR-TER-13")
def category_of_name(name: str) -> Category | None:
    """The category of a common piece or of a feature of some region; None for other names."""
    known = common_kinds().get(name)
    if known is not None:
        return known.category
    for region in data().regions.values():
        for kind, names in region.items():
            if name in names:
                return kind
    return None


def usual_height(name: str, kind: str) -> float:
    """How high a piece stands in inches; Areas and Fields have no height by default (FR-LOS-16)."""
    if kind in ("area", "field"):
        return 0.0
    known = common_kinds().get(name)
    if known is not None and known.category == kind:
        return known.height
    return data().heights_of.get(name, data().heights.get(kind, 0.0))


def usual_traits(name: str) -> tuple[str, ...]:
    """The category and flags of a piece that has a known name; empty for others."""
    known = common_kinds().get(name)
    if known is not None:
        return (known.category, *known.flags)
    kind = category_of_name(name)
    return () if kind is None else (kind, *flags_of_name(name))


def flags_of_name(name: str) -> tuple[str, ...]:
    """The flags that go with a name."""
    known = data()
    flags = ["unclimbable"] if name in known.unclimbable else []
    flags += ["water"] if name in known.water else []
    flags += ["natural"] if name not in known.built else []
    flags += ["roofed"] if name in known.roofed else []
    return tuple(flags)


MOST_PIECES = 200
"""A table with more pieces than this is none."""


class PieceForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A piece of terrain in a file: its kind, one shape, and what is unusual about it."""

    kind: str
    id: str = ""
    area: tuple[float, float, float, float] | None = None
    """West, south, east and north limits."""
    wall: tuple[Point, Point] | None = None
    circle: tuple[float, float, float] | None = None
    """East, north and radius."""
    outline: Models | None = None
    thickness: float = THICK
    height: float | None = None
    traits: tuple[str, ...] | None = None
    """The category and the flags; None for the usual ones of the kind."""
    doors: tuple[Point, ...] = ()
    windows: tuple[Point, ...] = ()
    """Where in the walls of a building its openings are."""


@rule("FR-TER-01", "FR-TER-13", "FR-MOV-20")
def read_pieces(forms: Sequence[PieceForm]) -> tuple[Piece, ...]:
    """The pieces that are written down; each has one category, given or suggested by its kind."""
    if len(forms) > MOST_PIECES:
        raise refuse("FR-TER-01", f"{len(forms)} pieces are too many.", f"Give at most {MOST_PIECES}.")
    pieces: list[Piece] = []
    for number, form in enumerate(forms, 1):
        id = form.id or f"T{number}"
        outline = outline_of(
            Place(whole=f"terrain[{number - 1}]"),
            form.kind,
            outline=form.outline,
            area=form.area,
            along=form.wall,
            thickness=form.thickness,
            disc=form.circle,
            rule="FR-TER-01",
        )
        traits = usual_traits(form.kind) if form.traits is None else form.traits
        given = [one for one in CATEGORIES if one in traits]
        if len(given) != 1 and "opening" not in traits:
            reason = f"terrain[{number - 1}]: the {form.kind} has {len(given)} categories."
            raise refuse("FR-TER-01", reason, f"Give one of {', '.join(CATEGORIES)} among its traits.")
        height = form.height
        if height is None:
            height = usual_height(form.kind, given[0]) if given else 0.0
        pieces.append(Piece(id, form.kind, outline, height, tuple(traits)))
        for word, places, width in (
            ("door", form.doors, DOOR_WIDTH),
            ("window", form.windows, WINDOW_WIDTH),
        ):
            for place, at in enumerate(places, 1):
                hole = opening_in(outline, at, width, THICK)
                pieces.append(Piece(f"{id} {word} {place}", word, hole, 0.0, ("opening", word)))
    return tuple(pieces)


def kinds() -> tuple[str, ...]:
    """Every kind of piece that has a usual category, in order."""
    named = (name for region in data().regions.values() for names in region.values() for name in names)
    return tuple(dict.fromkeys((*common_kinds(), *named)))
