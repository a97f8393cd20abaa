"""Terrain as people write it down: kinds with a shape, flags where they are not the usual ones, openings."""

from __future__ import annotations

from collections.abc import Sequence
from math import degrees

import msgspec

from sandtable.binding.positions import Place
from sandtable.binding.terrain_forms import outline_of
from sandtable.books.forgotten_ruin.chapters.terrain import CATEGORIES, OPENING, common_kinds
from sandtable.books.forgotten_ruin.missions.features import (
    data,
    usual_height,
    usual_traits,
)
from sandtable.books.forgotten_ruin.missions.laying_out import DOOR_WIDTH, THICK, WINDOW_WIDTH
from sandtable.kernel.arithmetic import atan2, hypot
from sandtable.kernel.citation import rule
from sandtable.kernel.refusal import refuse
from sandtable.table.measure import Models, Point
from sandtable.table.terrain import Piece, rectangle

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
        if len(given) != 1 and OPENING not in traits:
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
                hole = _hole(outline, at, width)
                pieces.append(Piece(f"{id} {word} {place}", word, hole, 0.0, (OPENING, word)))
    return tuple(pieces)


def _hole(outline: Models, at: Point, width: float) -> Models:
    """An opening in the wall nearest to a point."""
    best: tuple[float, Point, float] | None = None
    for place, (ax, ay) in enumerate(outline):
        bx, by = outline[(place + 1) % len(outline)]
        length = hypot(bx - ax, by - ay)
        if length <= 0.0:
            continue
        share = ((at[0] - ax) * (bx - ax) + (at[1] - ay) * (by - ay)) / (length * length)
        share = min(1.0, max(0.0, share))
        foot = (ax + (bx - ax) * share, ay + (by - ay) * share)
        far = hypot(foot[0] - at[0], foot[1] - at[1])
        if best is None or far < best[0]:
            best = (far, foot, degrees(atan2(by - ay, bx - ax)))
    assert best is not None
    return rectangle(best[1], width, THICK, best[2])


def kinds() -> tuple[str, ...]:
    """Every kind of piece that has a usual category, in order."""
    named = (name for region in data().regions.values() for names in region.values() for name in names)
    return tuple(dict.fromkeys((*common_kinds(), *named)))
