"""Table, grid and coordinates: distances between models, who is beside whom, and heights."""

from __future__ import annotations

import msgspec

from sandtable.books.heroic_endeavors.chapters.movement.dangling import height_on_climb
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.kernel import rule
from sandtable.table.squares.arcs import Zone, zone
from sandtable.table.squares.bases import Base
from sandtable.table.squares.contact import adjacent
from sandtable.table.squares.reach import Others, Place
from sandtable.table.squares.spaces import Facing, Space, gap, share_a_side


@rule("HE-GEO-06", "HE-GEO-07")
def distance_between(one: Model, other: Model) -> int:
    """From nearest space to nearest space, diagonals at one and a half, rounded down once."""
    return gap(one.spaces, other.spaces)


@rule("HE-GEO-06")
def distance_to(model: Model, space: Space) -> int:
    """From a model to a space."""
    return gap(model.spaces, (space,))


@rule("HE-LVL-01", "HE-SKL-12")
def floor_of(state: Adventure, model: Model) -> int:
    """How high it stands, or hovers."""
    assert model.at is not None
    return state.board.floor(model.at) + height_on_climb(state, model) + model.condition.hovers


@rule("HE-RNG-10", "HE-DICE-11")
def levels_between(state: Adventure, one: Model, other: Model) -> int:
    """The whole spaces of height between two models."""
    return abs(floor_of(state, one) - floor_of(state, other))


@rule("HE-GEO-08")
def is_adjacent(state: Adventure, one: Model, other: Model) -> bool:
    """Some space of one touches some space of the other, at most a space higher or lower, no wall between."""
    return any(adjacent(state.board, a, b) for a in one.spaces for b in other.spaces)


@rule("HE-GEO-08")
def is_beside(model: Model, space: Space) -> bool:
    """A space shares a side with one of the model's."""
    return any(share_a_side(at, space) for at in model.spaces)


@rule("HE-GEO-08")
def touches(state: Adventure, model: Model, space: Space) -> bool:
    """A space is the model's own or adjacent to it; what stands in it is no matter."""
    return any(max(abs(at[0] - space[0]), abs(at[1] - space[1])) <= 1 for at in model.spaces)


@rule("HE-BASE-02")
def face(model: Model, facing: Facing) -> None:
    """It turns where it stands: a square base keeps its spaces, and another of them names its place."""
    if model.at is None or not (model.footprint.is_square or model.squeezed):
        model.facing = facing
        return
    corner = model.base.corner(model.at, model.facing)
    model.facing = facing
    model.at = model.base.at(corner, facing)


@rule("HE-BASE-02", "HE-BASE-09")
def place_of(model: Model) -> Place:
    """Where it stands, as ways begin there."""
    assert model.at is not None
    if model.squeezed is not None:
        return Place(model.base.corner(model.at, model.facing), model.facing, model.squeezed)
    return Place(model.at, model.facing)


@rule("HE-BASE-02", "HE-BASE-09")
def put(model: Model, place: Place) -> None:
    """It stands at a place of a way, squeezed or not, and faces as it did if its base lets it."""
    whole = model.footprint
    model.squeezed = place.squeezed
    if place.squeezed is not None:
        model.at = model.base.at(place.at, model.facing)
    elif whole.is_square and not model.steers:
        model.at = whole.at(whole.corner(place.at, place.facing), model.facing)
    else:
        model.at, model.facing = place.at, place.facing


def standing_at(model: Model, place: Place) -> Model:
    """The model as it would stand there."""
    there = msgspec.structs.replace(model)
    put(there, place)
    return there


@rule("HE-MEL-02", "HE-MEL-09", "HE-GEO-05")
def side_of(model: Model, space: Space) -> Zone:
    """Whether a space lies before, beside or behind a model, near or far (HE-ARC-02 for the far ones)."""
    assert model.at is not None
    near = zone(model.base, model.at, model.facing, space)
    if near is not None:
        return near
    return "rear" if is_behind(model.base, model, space) else "front"


@rule("HE-ARC-02")
def is_behind(base: Base, model: Model, space: Space) -> bool:
    """A space lies outside the arc of 180 degrees."""
    assert model.at is not None
    return base.offset(model.at, model.facing, space)[1] < base.extent[1]


@rule("HE-MOV-04", "HE-DMG-03")
def others_than(state: Adventure, model: Model) -> Others:
    """Whom a model cannot pass, and whom it may step over."""
    standing: list[Space] = []
    lying: list[Space] = []
    for one in state.on_board():
        if one.id != model.id and not one.shares_base(model):
            is_down = one.is_unconscious and state.switches.bodies_block == "off"
            (lying if is_down else standing).extend(one.spaces)
    return Others(tuple(standing), tuple(lying))


def facing_to(start: Space, goal: Space, usual: Facing) -> Facing:
    """The side that looks most towards a place."""
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    if not dx and not dy:
        return usual
    if abs(dx) > abs(dy):
        return "E" if dx > 0 else "W"
    return "N" if dy > 0 else "S"
