"""Line of sight: some line from any part of one to any part of the other that nothing blocks."""

from __future__ import annotations

from sandtable.books.heroic_endeavors.chapters.ground import floor_of
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.books.heroic_endeavors.tables.bases import base_rows
from sandtable.kernel import rule
from sandtable.table.squares import sight

TALL, LOW = 2, 1
"""HE-LOS-09: how high a head usually is above the floor, and that of the small and the fallen."""


@rule("HE-LOS-09", "HE-BASE-01", "HE-BASE-03")
def tall_of(model: Model) -> int:
    """How high its head is above the floor while it stands."""
    return LOW if model.small else base_rows()[model.size].height


@rule("HE-LOS-09", "HE-BASE-01", "HE-BASE-03")
def stander(state: Adventure, model: Model) -> sight.Stander:
    """A model as the ground sees it."""
    tall = LOW if model.condition.fallen else tall_of(model)
    return sight.Stander(model.spaces, floor_of(state, model), tall)


@rule("HE-LOS-02", "HE-DMG-03")
def between(state: Adventure, one: Model, other: Model) -> list[Model]:
    """Everybody conscious who could stand in the way."""
    ends = (one, other)
    return [
        each
        for each in state.conscious()
        if not any(each.id == end.id or each.shares_base(end) for end in ends)
    ]


@rule("HE-LOS-01", "HE-LOS-02", "HE-LOS-03", "HE-LOS-04", "HE-LOS-10", "HE-BASE-11")
def sees(state: Adventure, one: Model, other: Model) -> bool:
    """Whether one has a line to the other that no model and no terrain blocks."""
    others = [stander(state, each) for each in between(state, one, other)]
    return sight.sees(state.board, stander(state, one), stander(state, other), others)
