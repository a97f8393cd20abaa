"""Where infiltrators hide on the virtual table, and where they stand when they are revealed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from sandtable.books.lands_of_ruin.state import Battle, Model, Seat
from sandtable.books.lands_of_ruin.state.cards import RADIUS
from sandtable.books.lands_of_ruin.surface.measuring import gap, put
from sandtable.books.lands_of_ruin.surface.placing import KEEP, OFF_ROTTERS, SpotPlanner
from sandtable.kernel import PASS, Chance, Option, Refusal, rule
from sandtable.kernel.decision import Answer
from sandtable.table import Box, Point
from sandtable.table.edges import distance_to_edge

OFF_THE_EDGE = 6.0
"""LR-HID-02"""
LATER = "later"
FINE, FAR = 0.25, 24
"""How closely, and how many steps far, a free place beside the spot is looked for; ours."""


class HidingPlanner(SpotPlanner):
    """Where an infiltrator may hide; or it enters later like anybody."""

    forms: ClassVar[str] = 'Answer {"at": [x, y]} or "later".'
    offered_as: ClassVar[str] = "hide here"

    def __init__(self, state: Battle, seat: Seat) -> None:
        super().__init__("LR-HID-02", state)
        self.edge = state.sides[state.other(seat)].edge

    @property
    def box(self) -> Box:
        """The whole table."""
        return (KEEP, KEEP, self.state.ground.width - KEEP, self.state.ground.depth - KEEP)

    @rule("LR-HID-02", "LR-PRE-11")
    def why_not(self, at: Point) -> Refusal | None:
        """Not within 6 inches of the enemy's edge, nor within 3 of a Rotter."""
        west, south, east, north = self.box
        if not (west <= at[0] <= east and south <= at[1] <= north):
            return Refusal("LR-HID-02", "That is off the table.", "Choose a place on it.")
        if distance_to_edge(self.state.ground, at, self.edge) - RADIUS < OFF_THE_EDGE:
            return Refusal(
                "LR-HID-02", "That is too near to the enemy's edge.", "Stay 6 inches away from it."
            )
        rotters = [one.at for one in self.state.rotters.values() if one.at is not None]
        if any(gap(one, at) < OFF_ROTTERS for one in rotters):
            return Refusal("LR-PRE-11", "A Rotter is too near.", "Stay 3 inches away from Rotters.")
        return self.why_no_room(at)

    def plan_of(self, answer: Answer) -> Any:
        """The place; None for one that enters later."""
        return None if answer == LATER else super().plan_of(answer)

    def proposals(self) -> Sequence[Option]:
        """To enter later, or one of the free places."""
        later = Option(LATER, "enter later from the edge", ("LR-PRE-07",), deed=PASS)
        return [later, *super().proposals()]

    def sample(self, chance: Chance) -> Answer:
        """Mostly a place."""
        return LATER if chance.random() < 0.2 else super().sample(chance)


@rule("LR-HID-13")
def put_nearest(state: Battle, seat: Seat, model: Model) -> None:
    """A revealed model stands on its spot, or as near to it as there is room."""
    assert model.at is not None
    planner = HidingPlanner(state, seat)
    x, y = model.at
    west, south, east, north = planner.box
    steps = range(-FAR, FAR + 1)
    nearest = sorted((i * i + j * j, i, j) for i in steps for j in steps)
    for _, i, j in nearest:
        at = (x + FINE * i, y + FINE * j)
        if west <= at[0] <= east and south <= at[1] <= north and planner.why_no_room(at) is None:
            put(state, model, at)
            return
