"""Sprays: along which lines a template is laid, and who is under it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from sandtable.books.heroic_endeavors.chapters.ground import distance_between
from sandtable.books.heroic_endeavors.chapters.ranged.sight import stander
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.kernel import rule
from sandtable.table.squares import sight
from sandtable.table.squares.arcs import Arc
from sandtable.table.squares.spaces import Space, laid, largest_joined
from sandtable.table.squares.templates import lies_in_arc, starts, wedge

Length = Literal["small", "large"]
LENGTHS: dict[Length, int] = {"small": 3, "large": 6}
"""HE-SPR-04: from the middle of the attacker's space."""
AXES: dict[Space, str] = {
    (0, 1): "straight ahead",
    (1, 2): "a little to the right", (-1, 2): "a little to the left",
    (1, 1): "half right", (-1, 1): "half left",
    (2, 1): "far to the right", (-2, 1): "far to the left",
    (3, 1): "to the right", (-3, 1): "to the left",
}  # fmt: skip
"""HE-SPR-04: along these a template may be laid, told for who faces north."""


class Laid(NamedTuple):
    """A template as it would lie."""

    size: Length
    axis: Space
    start: Space
    spaces: tuple[Space, ...]
    """Those that it reaches."""


@rule("HE-SPR-03", "HE-SPR-04", "HE-SPR-05", "HE-SPR-12")
def sprays(state: Adventure, model: Model, length: Length, arc: Arc) -> Iterator[Laid]:
    """Every way to lay a template so that all of it lies in an arc."""
    assert model.at is not None
    for axis in AXES:
        offsets = wedge(axis, LENGTHS[length])
        for start in starts(model.base, axis):
            if not lies_in_arc(offsets, model.base, start, arc):
                continue
            moved = ((start[0] + dx, start[1] + dy) for dx, dy in offsets)
            spaces = laid(moved, model.at, model.facing)
            yield Laid(length, axis, start, tuple(at for at in spaces if _is_reached(state, model, at)))


@rule("HE-SPR-07", "HE-SPR-08")
def _is_reached(state: Adventure, model: Model, at: Space) -> bool:
    """On the board, and in sight past terrain; models are no hindrance."""
    if not state.board.has(at) or at in model.spaces:
        return False
    there = sight.Stander((at,), state.board.floor(at), stander(state, model).tall)
    return sight.sees(state.board, stander(state, model), there)


@rule("HE-SPR-06", "HE-SPR-08", "HE-BASE-12")
def victims_of(state: Adventure, model: Model, spaces: Sequence[Space]) -> list[tuple[Model, int]]:
    """Friends too, the nearest first; a large model once for each of its spaces that hang together."""
    found = []
    for one in state.on_board():
        hit = largest_joined(at for at in one.spaces if at in spaces)
        if hit and one.id != model.id and not one.shares_base(model):
            found.append((one, len(hit)))
    return sorted(found, key=lambda each: (distance_between(model, each[0]), each[0].id))
