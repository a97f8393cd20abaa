"""Enemies that are driven: the enraged go for a caster, and whoever has an item makes off with it."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.books.forgotten_ruin.chapters.movement import walking as movement
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    distance_to_edge,
    gap,
    opposite,
    remove,
)
from sandtable.books.forgotten_ruin.enemies.activating import carry_out_moves
from sandtable.books.forgotten_ruin.enemies.movement.approaching import Approach, hurry
from sandtable.books.forgotten_ruin.enemies.movement.moving import Reach
from sandtable.books.forgotten_ruin.enemies.planning import (
    Plan,
    Sketch,
    can_dash,
    can_move,
    foes_of,
    may_attack,
)
from sandtable.books.forgotten_ruin.state import Battle, Effect, Enemy, Mob, Soldier
from sandtable.kernel.citation import rule
from sandtable.kernel.play import Play
from sandtable.table.measure import Point
from sandtable.table.shapes import segment_point_distance

ENRAGE = "Enrage"
"""The effect of the spell, by its caster (FR-SPL-30)."""
MAKES_OFF = "makes off"
"""The effect on a unit that carries an item away, by its holder (FR-OBJ-14)."""
AT_THE_EDGE = 0.1
"""As near to an edge as a figure that leaves over it comes before it is gone."""

Foe = Soldier | Enemy


def enraged_at(state: Battle, figure: Enemy) -> Foe | None:
    """The caster whom an enraged figure must go for, if still there."""
    for one in figure.effects:
        if one.name == ENRAGE and (one.by in state.soldiers or one.by in state.enemies):
            caster = state.figure(one.by)
            return caster if caster.on_table else None
    return None


@rule("FR-SPL-30")
def with_the_enraged(state: Battle, plans: Sequence[Plan]) -> list[Plan]:
    """The plans of a unit in which enraged figures go their own way."""
    if not any(enraged_at(state, plan.figure) is not None for plan in plans):
        return list(plans)
    sketch = Sketch()
    for plan in plans:
        caster = enraged_at(state, plan.figure)
        if caster is not None and can_move(state, plan.figure):
            with sketch.laid_out():
                plan = _plan_enraged(state, plan.figure, caster)
        sketch.add(plan)
    return sketch.plans


def _plan_enraged(state: Battle, figure: Enemy, caster: Foe) -> Plan:
    """Into contact with the caster or whoever blocks the straight way, or as near as a Dash brings it."""
    foes = foes_of(state, figure)
    limit = movement.move_limit(state, figure)
    reached = Reach(state, figure, limit)
    for foe in [*who_blocks(figure, caster, foes), caster]:
        if gap(figure, foe) <= limit + 0.01 and may_attack(state, figure):
            route = reached.route_to_contact(foe)
            if route is not None:
                return Plan(figure, "charge", route, foe.id, ("FR-SPL-30",), "it is enraged")
    return hurry(state, figure, caster, foes, ("FR-SPL-30",))


def who_blocks(figure: Enemy, caster: Foe, foes: Sequence[Foe]) -> list[Foe]:
    """Whoever stands in the straight way of an enraged figure to the caster, the nearest first."""
    blocking = [
        one
        for one in foes
        if one is not caster
        and segment_point_distance(figure.at, caster.at, one.at) < figure.radius + one.radius
    ]
    return sorted(blocking, key=lambda one: gap(figure, one))


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
