"""Standing: where a figure may end a move, and why not elsewhere."""

from __future__ import annotations

from sandtable.books.forgotten_ruin.chapters.movement.footing import HUMAN_BASE, footing_of
from sandtable.books.forgotten_ruin.chapters.principles.conventions import inches
from sandtable.books.forgotten_ruin.chapters.terrain import level_at, terrain_of
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Profile, Soldier
from sandtable.kernel.citation import rule
from sandtable.kernel.refusal import Refusal
from sandtable.table.figures.footing import Stop
from sandtable.table.figures.room import nearest_on_the_ground
from sandtable.table.measure import Point

FARTHEST = 36.0
"""How far away a free place is looked for, in inches."""


@rule("FR-MOV-34")
def why_not_end(
    state: Battle,
    figure: Figure,
    at: Point,
    elevation: float,
    *,
    may_contact: bool = True,
    why_no_contact: Refusal | None = None,
) -> Refusal | None:
    """Why a figure may not end its move at a place; what bars contact in this move may be another rule."""
    footing = footing_of(state, figure, may_contact=may_contact)
    stop = footing.what_is_at(at, elevation)
    if stop is not None:
        return why_stopped(state, figure, stop, why_no_contact)
    disc = footing.who_is_at(at, elevation)
    if disc is None:
        return None
    other = state.figure(disc.id)
    if disc.is_opponent and not may_contact:
        return why_no_contact or _would_touch(figure, other)
    return Refusal("FR-MOV-34", f"{other.name} stands there.", "End beside it.")


@rule("FR-MOV-07", "FR-TER-10", "FR-MOV-34", "FR-TER-04", "FR-MOV-20")
def why_stopped(state: Battle, figure: Figure, stop: Stop, why_no_contact: Refusal | None = None) -> Refusal:
    """What stands in the way of a figure, in words."""
    if stop.what == "edge":
        remedy = "Stay wholly on it, or say over which edge the soldier leaves."
        return Refusal("FR-MOV-34", f"{figure.name} would not be wholly on the table.", remedy)
    if stop.what in ("figure", "contact"):
        other = state.figure(stop.id)
        if stop.what == "figure" and other.side != figure.side:
            return why_no_contact or _would_touch(figure, other)
        return Refusal("FR-MOV-07", f"{other.name} is in the way.", "Go round.")
    if stop.what == "ledge":
        return Refusal("FR-MOV-34", "There is nothing to stand on at that height.", "End on top or below.")
    return _why_stopped_by_piece(state, stop)


def _would_touch(figure: Figure, other: Figure) -> Refusal:
    return Refusal("FR-MOV-15", f"{figure.name} would touch {other.name}.", "Stay out of contact.")


def _why_stopped_by_piece(state: Battle, stop: Stop) -> Refusal:
    area = terrain_of(state.ground).of.get(stop.id)
    if area is None:
        return Refusal("FR-MOV-34", "The way is not open.", "Go another way.")
    form, piece = terrain_of(state.ground).form[area.id], area.piece
    if form == "barrier":
        if "unclimbable" in piece.traits:
            return Refusal("FR-MOV-20", f"The {piece.kind} cannot be climbed.", "Go round it.")
        return Refusal("FR-MOV-19", f"Nobody stops on the {piece.kind}.", "End on one side of it.")
    if form == "solid":
        return Refusal("FR-TER-04", f"The {piece.kind} cannot be entered or climbed.", "Go round it.")
    if form == "block":
        if "unclimbable" in piece.traits:
            return Refusal("FR-MOV-20", f"The {piece.kind} cannot be climbed.", "Go round it.")
        return Refusal("FR-TER-07", f"The {piece.kind} cannot be entered.", "Go round it or climb it.")
    if stop.what == "wall" or form == "opening":
        return Refusal("FR-TER-08", "A wall is in the way.", "Go in and out by the openings.")
    return Refusal("FR-TER-10", f"The {piece.kind} is Impassable.", "Go round it.")


def nearest_standable(
    state: Battle, at: Point, figure: Figure | None = None, *, may_contact: bool = True
) -> Point:
    """The place nearest to a point where a figure, or any human-sized one, can stand on the ground."""
    probe = figure or Figure(id="", name="", profile=Profile(), radius=inches(state, HUMAN_BASE))
    footing = footing_of(state, probe, may_contact=may_contact, alone=figure is None)
    return nearest_on_the_ground(footing, at, FARTHEST) or at


@rule("FR-MOV-34")
def stand_at(state: Battle, figure: Soldier | Enemy, at: Point) -> None:
    """A figure stands at a place or, where it cannot, at the nearest one, on top of a Block or below."""
    figure.at, figure.elevation = at, level_at(state, at)
    if not footing_of(state, figure).can_end(figure.at, figure.elevation):
        figure.at, figure.elevation = nearest_standable(state, at, figure), 0.0
