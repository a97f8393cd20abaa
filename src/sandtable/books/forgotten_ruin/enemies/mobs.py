"""Mobs: melee mobs that advance from Cover to Cover, fall into bloodlust, charge and regroup."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sandtable.books.forgotten_ruin.chapters.movement.walking import move_limit
from sandtable.books.forgotten_ruin.chapters.principles.conventions import gap, inches, within
from sandtable.books.forgotten_ruin.enemies.archers import activate_archers, is_archer_mob
from sandtable.books.forgotten_ruin.enemies.movement.approaching import advance, hurry, join
from sandtable.books.forgotten_ruin.enemies.movement.moving import Reach, way_to
from sandtable.books.forgotten_ruin.enemies.movement.placing import groups_of
from sandtable.books.forgotten_ruin.enemies.movement.unit_moves import carry_out_moves
from sandtable.books.forgotten_ruin.enemies.planning import (
    Foe,
    Plan,
    Sketch,
    Told,
    announce,
    by_distance,
    can_move,
    fighters,
    foes_of,
    in_order,
    is_raging,
    may_charge,
    nearest_foe,
    ready_members,
)
from sandtable.books.forgotten_ruin.enemies.sorcery import cast_curses
from sandtable.books.forgotten_ruin.modifiers import speed
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Mob, Soldier
from sandtable.kernel import Play, rule
from sandtable.table.figures.meeting import paired

OTHER_CHARGES = 3
"""How many other soldiers a figure tries to charge where it cannot get to its own."""


@rule("FR-EAI-02")
async def activate_mob(play: Play[Battle], mob: Mob) -> None:
    """A mob that is Aware moves and then acts, as archers or hand-to-hand."""
    if is_archer_mob(mob):
        await activate_archers(play, mob)
    else:
        await carry_out_moves(play, ready_members(play.state, mob), partial(plan_melee, play, mob, []))
    await cast_curses(play, ready_members(play.state, mob))


@rule("FR-EAI-09")
def is_in_bloodlust(state: Battle, figures: Sequence[Enemy], foes: Sequence[Foe]) -> bool:
    """Whether any figure is within double its movement of any soldier; Cover is then ignored."""
    limits = [(one, inches(state, 2 * speed(state, one))) for one in figures]
    return any(within(gap(one, foe), limit) for one, limit in limits for foe in foes)


@rule("FR-EAI-04", "FR-EAI-06", "FR-EAI-09", "FR-EAI-19")
async def plan_melee(play: Play[Battle], mob: Mob, told: Told) -> list[Plan]:
    """What every figure of a melee mob is going to do."""
    state = play.state
    members = ready_members(state, mob)
    movers = [one for one in members if can_move(state, one)]
    stay = fighters(state, members)
    foes = foes_of(state, members[0]) if members else []
    if not movers or not foes:
        return stay
    target = await nearest_foe(play, members, foes, "FR-EAI-06")
    raging = is_raging(mob)
    if raging or is_in_bloodlust(state, members, foes):
        whom = "a soldier" if isinstance(target, Soldier) else "an opponent"
        why = "War Rage" if raging else f"{whom} is within double its movement"
        rules = ("FR-ENE-11",) if raging else ("FR-EAI-09",)
        facts = {"mob": mob.id, "target": target.id, "why": why}
        announce(play, told, "mob bloodlust", *rules, "FR-EAI-04", **facts)
        return stay + await _plan_bloodlust(play, movers, target, foes, rules)
    why = "the nearest soldier" if isinstance(target, Soldier) else "the nearest opponent"
    facts = {"mob": mob.id, "target": target.id, "why": why}
    announce(play, told, "mob advances", "FR-EAI-06", "FR-EAI-08", **facts)
    return stay + await _plan_advance(play, mob, movers, target, foes, told)


@rule("FR-EAI-07", "FR-EAI-09", "FR-EAI-11")
async def _plan_bloodlust(
    play: Play[Battle], movers: list[Enemy], target: Foe, foes: list[Foe], rules: tuple[str, ...]
) -> list[Plan]:
    """Everybody goes straight for the soldiers: into contact by a Move, or as near as Move and Dash allow."""
    state = play.state
    order = await in_order(play, movers, target)
    charges = assign_charges(state, order, foes)
    way = way_to(state, order[0], target.at, target.elevation)
    sketch = Sketch()
    for figure in order:
        with sketch.laid_out():
            wanted = next((one for one in foes if one.id == charges.get(figure.id)), None)
            plan = _charge(state, figure, wanted, foes, rules)
            plan = plan or hurry(state, figure, target, foes, rules, way)
        sketch.plans.append(plan)
    return sketch.plans


def _charge(
    state: Battle, figure: Enemy, wanted: Foe | None, foes: list[Foe], rules: tuple[str, ...]
) -> Plan | None:
    """The charge a figure was given, or another it can still make."""
    if not may_charge(state, figure):
        return None
    others = by_distance(figure, [one for one in foes if one is not wanted])[:OTHER_CHARGES]
    choice = others if wanted is None else [wanted, *others]
    for foe, way in Reach(state, figure, move_limit(state, figure)).charges(choice):
        cited = (*rules, "FR-EAI-07", "FR-EAI-11")
        return Plan(figure, "charge", way, foe.id, cited, "it can reach contact by a Move")
    return None


@rule("FR-EAI-07", "FR-EAI-21")
def assign_charges(state: Battle, order: Sequence[Enemy], foes: Sequence[Foe]) -> dict[str, str]:
    """Who charges whom, so that as many soldiers as possible are engaged and each goes the least way."""
    costs: dict[str, list[tuple[float, str]]] = {}
    for figure in order:
        if may_charge(state, figure):
            # Comrades who move too are not in the way; each charge is looked at again when it is made.
            reached = Reach(state, figure, move_limit(state, figure), [one.id for one in order])
            found = [(way.cost, foe.id) for foe, way in reached.charges(foes)]
            costs[figure.id] = sorted(found, key=lambda one: one[0])
    # Champions choose first, then the figure that has the least way to go.
    able = [one for one in order if costs.get(one.id)]
    able.sort(key=lambda one: (not one.is_champion, costs[one.id][0][0]))
    return paired({one.id: [foe for _, foe in costs[one.id]] for one in able})


@rule("FR-EAI-08", "FR-EAI-21", "FR-EAI-22")
async def _plan_advance(
    play: Play[Battle], mob: Mob, movers: list[Enemy], target: Foe, foes: list[Foe], told: Told
) -> list[Plan]:
    """From Cover to Cover towards the nearest soldier, together; a scattered mob gathers first."""
    state = play.state
    groups = groups_of(state, state.members(mob.id))
    core = max(groups, key=lambda group: (len(group), -min(gap(one, target) for one in group)))
    leading = [one for one in movers if one in core]
    sketch = Sketch()
    order = await in_order(play, leading, target)
    way = way_to(state, order[0], target.at, target.elevation) if order else None
    for figure in order:
        with sketch.laid_out():
            plan = advance(state, figure, target, foes, sketch.moved, way)
        sketch.plans.append(plan)
    if len(groups) > 1:
        scattered = [one for one in movers if one not in core]
        rules = ("FR-EAI-22", "FR-EAI-03", "FR-EAI-04")
        announce(play, told, "mob regroups", *rules, mob=mob.id, groups=len(groups))
        for figure in await in_order(play, scattered, target):
            with sketch.laid_out():
                plan = join(state, figure, [one for one in core if one is not figure], foes)
            sketch.plans.append(plan)
    return sketch.plans
