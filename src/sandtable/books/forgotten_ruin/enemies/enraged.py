"""The enraged: they go for the caster of the spell, whatever they had planned."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.books.forgotten_ruin.chapters.movement import walking
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    gap,
)
from sandtable.books.forgotten_ruin.enemies.movement.approaching import hurry
from sandtable.books.forgotten_ruin.enemies.movement.moving import Reach
from sandtable.books.forgotten_ruin.enemies.planning import (
    Plan,
    Sketch,
    can_move,
    foes_of,
    may_attack,
)
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Soldier
from sandtable.kernel.citation import rule
from sandtable.table.shapes import segment_point_distance

ENRAGE = "Enrage"
"""The effect of the spell, by its caster (FR-SPL-30)."""

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
    limit = walking.move_limit(state, figure)
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
