"""Enemy behaviour: which unit acts next, and the course of its activation with the moments of Snap Fire."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sandtable.binding.choosing import each_of
from sandtable.books.forgotten_ruin.chapters.conditions import end_effects, recover, stir
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    gap,
    opposite,
    pick_at_random,
    remove,
    within,
)
from sandtable.books.forgotten_ruin.enemies.mobs import activate_mob
from sandtable.books.forgotten_ruin.enemies.monsters.acting import activate_monster
from sandtable.books.forgotten_ruin.enemies.movement.approaching import Approach
from sandtable.books.forgotten_ruin.enemies.movement.unit_moves import carry_out_moves
from sandtable.books.forgotten_ruin.enemies.planning import (
    Plan,
    Sketch,
    can_dash,
    can_move,
    foes_of,
    has_just_come,
    ready_members,
)
from sandtable.books.forgotten_ruin.enemies.villains.acting import activate_villain
from sandtable.books.forgotten_ruin.modifiers import WHY_WAITS
from sandtable.books.forgotten_ruin.naming import called
from sandtable.books.forgotten_ruin.state import MAKES_OFF, Battle, Effect, Enemy, Mob
from sandtable.books.forgotten_ruin.windows import (
    ACTIVATION_ENDED,
    ENEMY_UNIT_STARTS,
    MOB_ACTED,
    WINDOWS,
    Activation,
    MobMoment,
)
from sandtable.kernel import ChooseOne, Play, rule
from sandtable.table import Point
from sandtable.table.edges import distance_to_edge

AT_THE_EDGE = 0.1
"""As near to an edge as a figure that leaves over it comes before it is gone."""


class Unit:
    """A mob, a villain or a monster: whatever activates as one (FR-EAI-02)."""

    __slots__ = ("figures", "id", "mob")

    def __init__(self, id: str, figures: list[Enemy], mob: Mob | None = None) -> None:
        self.id = id
        self.figures = figures
        self.mob = mob


@rule("FR-EAI-02", "FR-AGG-09")
def units_to_act(state: Battle) -> list[Unit]:
    """Every unit of the game on the table that has not activated in this round; arrivals have to wait."""
    units: list[Unit] = []
    for mob in state.mobs.values():
        figures = ready_members(state, mob)
        if figures and not mob.acted:
            units.append(Unit(mob.id, figures, mob))
    for one in state.enemies_on_table():
        ready = not one.mob and not one.acted and not has_just_come(state, one) and not one.is_asleep
        # FR-LOOT-71: a monster of the squad acts with the slow.
        if ready and one.side != "squad" and WHY_WAITS.first(state, one) is None:
            units.append(Unit(one.id, [one]))
    return units


@rule("FR-EAI-05", "FR-EAI-20")
async def next_unit(play: Play[Battle]) -> Unit | None:
    """The unit closest to a soldier; an independent monster before all others."""
    state = play.state
    units = units_to_act(state)
    if not units:
        return None
    if not state.soldiers_on_table():
        play.tell("enemy waits", "FR-EAI-20", units=[one.id for one in units])
        return None
    independent = [one for one in units if one.figures[0].side == "independent"]
    chosen = bool(state.enemy_seat) or state.switches.enemy_order == "player_choice"
    if chosen and not independent and len(units) > 1:
        return await _player_picks(play, units)
    near = [(_distance(state, one), one) for one in independent or units]
    least = min(far for far, _ in near)
    return await pick_at_random(play, [one for far, one in near if within(far, least)], "unit", "FR-EAI-05")


def _distance(state: Battle, unit: Unit) -> float:
    soldiers = state.soldiers_on_table()
    return min(gap(one, other) for one in unit.figures for other in soldiers)


@rule("FR-EAI-05", "FR-COOP-05")
async def _player_picks(play: Play[Battle], units: list[Unit]) -> Unit:
    """In any order: the enemy player's, where there is one, or the player's by the switch."""
    state = play.state
    rules = ("FR-EAI-05", *(("FR-COOP-05",) if state.enemy_seat else ()))
    seat, prompt = state.enemy_seat or state.lead, "Which enemy unit activates next?"
    candidates = each_of(units, lambda one: f"{called(state, one.id)} next", *rules)
    chosen: Unit = await play.ask(ChooseOne(seat, "choose enemy unit", prompt, rules, candidates))
    return chosen


@rule("FR-EAI-01", "FR-EAI-05", "FR-RND-12", "FR-RND-27")
async def enemy_phase_step(play: Play[Battle]) -> bool:
    """The next enemy unit activates; False once every one of them has."""
    unit = await next_unit(play)
    if unit is None:
        return False
    kind = "mob" if unit.mob is not None else unit.figures[0].kind
    play.tell("enemy unit activates", "FR-EAI-01", "FR-EAI-02", "FR-EAI-05", unit=unit.id, what=kind)
    if unit.mob is not None:
        await _mob_acts(play, unit.mob)
    else:
        await _lone_figure_acts(play, unit.figures[0])
    return True


async def _mob_acts(play: Play[Battle], mob: Mob) -> None:
    now = MobMoment(play.state.lead, mob)
    await _mob_activates(play, mob, now)
    await WINDOWS.open(play, MOB_ACTED, now)


@rule("FR-CON-11")
async def _mob_activates(play: Play[Battle], mob: Mob, now: MobMoment) -> None:
    state = play.state
    mob.acted = True
    await WINDOWS.open(play, ENEMY_UNIT_STARTS, now)
    for one in state.members(mob.id):
        one.acted, one.moved = True, 0.0
    if now.is_over or not state.members(mob.id) or (not mob.aware and not await stir(play, mob)):
        return
    carried = _making_off(mob)
    if carried is not None:
        await make_off(play, ready_members(state, mob), carried)
    else:
        await activate_mob(play, mob)
    end_effects(play, mob, "activation")
    for one in ready_members(state, mob):
        recover(play, one)


@rule("FR-LOOT-71")
def summoned_to_act(state: Battle) -> list[Enemy]:
    """The monsters of the squad that have not activated in this round."""
    return [
        one
        for one in state.enemies_on_table()
        if one.side == "squad" and not one.mob and not one.acted and WHY_WAITS.first(state, one) is None
    ]


@rule("FR-LOOT-71")
async def summoned_acts(play: Play[Battle], figure: Enemy) -> None:
    """A monster that fights for the squad activates in the Slow Actions phase."""
    play.tell("summoned monster activates", "FR-LOOT-71", "FR-RND-13", figure=figure.id)
    await _lone_figure_acts(play, figure)


async def _lone_figure_acts(play: Play[Battle], figure: Enemy) -> None:
    figure.acted, figure.moved = True, 0.0
    now = Activation(play.state.seat_of(figure), figure)
    await WINDOWS.open(play, ENEMY_UNIT_STARTS, now)
    carried = _making_off(figure)
    if figure.on_table and not now.is_over and carried is not None:
        await make_off(play, [figure], carried)
    elif figure.on_table and not now.is_over:
        await (activate_monster if figure.is_monster else activate_villain)(play, figure, now)
    if figure.on_table:
        await WINDOWS.open(play, ACTIVATION_ENDED, now)
        recover(play, figure)


# ---- making off: a unit that has an item makes for the enemy's edge with it ----------------------------


def _making_off(holder: Mob | Enemy) -> Effect | None:
    """Why a unit makes for its edge, if it does."""
    return next((one for one in holder.effects if one.name == MAKES_OFF), None)


@rule("FR-OBJ-14", "FR-MOV-31")
async def make_off(play: Play[Battle], figures: list[Enemy], effect: Effect) -> None:
    """A unit with an item makes for the enemy's edge, Dashing, and the holder leaves over it."""
    state = play.state
    ids = [one.id for one in figures]
    play.tell("enemy makes off", effect.rule, "FR-MOV-31", figure=effect.by, figures=ids)
    await carry_out_moves(play, figures, partial(_plan_making_off, state, figures))
    holder = state.enemies.get(effect.by)
    if holder is not None and holder.on_table and holder in figures and not holder.knocked_down:
        if distance_to_edge(state.ground, holder.at, opposite(state.edge)) - holder.radius <= AT_THE_EDGE:
            await remove(play, holder, "left", effect.rule, "FR-MOV-31")


async def _plan_making_off(state: Battle, figures: Sequence[Enemy]) -> list[Plan]:
    sketch = Sketch()
    edge = opposite(state.edge)
    movers = [one for one in figures if one.on_table and can_move(state, one)]
    for figure in sorted(movers, key=lambda one: distance_to_edge(state.ground, one.at, edge)):
        foes = foes_of(state, figure)
        with sketch.laid_out():
            approach = Approach(state, figure, _edge_point(state, figure), foes)
            plan = approach.go(can_dash(state, figure), "make off", "with the item to its edge", "FR-OBJ-14")
        sketch.plans.append(plan)
    return sketch.plans


def _edge_point(state: Battle, figure: Enemy) -> Point:
    """The place at the enemy's edge that is straight ahead."""
    off = figure.radius + AT_THE_EDGE / 2
    (x, y), wide, deep = figure.at, state.ground.width, state.ground.depth
    edge = opposite(state.edge)
    return {"south": (x, off), "north": (x, deep - off), "west": (off, y), "east": (wide - off, y)}[edge]
