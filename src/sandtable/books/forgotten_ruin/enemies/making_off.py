"""Making off: a unit that has an item makes for the enemy's edge with it."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    distance_to_edge,
    opposite,
    remove,
)
from sandtable.books.forgotten_ruin.enemies.movement.approaching import Approach
from sandtable.books.forgotten_ruin.enemies.movement.unit_moves import carry_out_moves
from sandtable.books.forgotten_ruin.enemies.planning import (
    Plan,
    Sketch,
    can_dash,
    can_move,
    foes_of,
)
from sandtable.books.forgotten_ruin.state import Battle, Effect, Enemy, Mob
from sandtable.kernel.citation import rule
from sandtable.kernel.play import Play
from sandtable.table.measure import Point

MAKES_OFF = "makes off"
"""The effect on a unit that carries an item away, by its holder (FR-OBJ-14)."""
AT_THE_EDGE = 0.1
"""As near to an edge as a figure that leaves over it comes before it is gone."""


def making_off(holder: Mob | Enemy) -> Effect | None:
    """Why a unit makes for its edge, if it does."""
    return next((one for one in holder.effects if one.name == MAKES_OFF), None)


@rule("FR-OBJ-14", "FR-MOV-31")
async def make_off(play: Play[Battle], figures: list[Enemy], effect: Effect) -> None:
    """A unit with an item makes for the enemy's edge, Dashing, and the holder leaves over it."""
    state = play.state
    play.tell(
        "enemy makes off", effect.rule, "FR-MOV-31", figure=effect.by, figures=[one.id for one in figures]
    )

    async def planned() -> list[Plan]:
        return _plan_making_off(state, [one for one in figures if one.on_table])

    await carry_out_moves(play, figures, planned)
    holder = state.enemies.get(effect.by)
    edge = opposite(state.edge)
    if holder is not None and holder.on_table and holder in figures and not holder.knocked_down:
        if distance_to_edge(state, holder.at, edge) - holder.radius <= AT_THE_EDGE:
            await remove(play, holder, "left", effect.rule, "FR-MOV-31")


def _plan_making_off(state: Battle, figures: Sequence[Enemy]) -> list[Plan]:
    sketch = Sketch()
    edge = opposite(state.edge)
    for figure in sorted(figures, key=lambda one: distance_to_edge(state, one.at, edge)):
        if not can_move(state, figure):
            continue
        foes = foes_of(state, figure)
        with sketch.laid_out():
            approach = Approach(state, figure, _edge_point(state, figure), foes)
            plan = approach.go(can_dash(state, figure), "make off", "with the item to its edge", "FR-OBJ-14")
        sketch.add(plan)
    return sketch.plans


def _edge_point(state: Battle, figure: Enemy) -> Point:
    """The place at the enemy's edge that is straight ahead."""
    off = figure.radius + AT_THE_EDGE / 2
    (x, y), wide, deep = figure.at, state.ground.width, state.ground.depth
    edge = opposite(state.edge)
    return {"south": (x, off), "north": (x, deep - off), "west": (off, y), "east": (wide - off, y)}[edge]
