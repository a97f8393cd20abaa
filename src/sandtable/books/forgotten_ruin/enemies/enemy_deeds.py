"""What figures of some enemy types do besides: thrown weapons, obstacles, hordes, plants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from sandtable.binding.effects import put_on
from sandtable.books.forgotten_ruin.chapters.activations.actions import Action, action
from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit
from sandtable.books.forgotten_ruin.chapters.hits.resolution import strike
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    distance_to,
    inches,
    pick_at_random,
    place,
    within,
)
from sandtable.books.forgotten_ruin.enemies.arms import thrown_weapon
from sandtable.books.forgotten_ruin.enemies.generating import enlist, muster, waiting
from sandtable.books.forgotten_ruin.enemies.movement.placing import add_figures, free_spot
from sandtable.books.forgotten_ruin.enemies.planning import Foe, Plan
from sandtable.books.forgotten_ruin.missions.ending import at_end_of_round
from sandtable.books.forgotten_ruin.modifiers import WHY_UNTROUBLED
from sandtable.books.forgotten_ruin.state import Battle, Effect, Enemy, Figure, Marker, Mob, Soldier, Weapon
from sandtable.books.forgotten_ruin.windows import (
    ENEMY_UNIT_STARTS,
    FIGURE_REMOVED,
    VOLLEY_ROLLED,
    WINDOWS,
    Activation,
    MobMoment,
    Removal,
    Volley,
)
from sandtable.kernel import Candidate, For, Needed, Play, Refusal, rule
from sandtable.table import Piece
from sandtable.table.figures.legs import Route, first_legs
from sandtable.table.shapes import distance

PLANT = "walking plant"
"""The kind of marker that a killed plant leaves (FR-ENE-29)."""
AT_OBSTACLE = "at an obstacle"
"""The effect on a zombie that has stopped at an obstacle, by the piece (FR-ENE-15)."""
CROSSES = 1
"""The number of that effect in the activation after the one in which the zombie stopped."""


# Beast folk


@rule("FR-ENE-25")
async def throw_weapons(play: Play[Battle], plans: Sequence[Plan], thrown: list[str]) -> bool:
    """Each beast folk that is about to charge first throws a weapon; whether a target has gone."""
    state, gone = play.state, False
    for plan in plans:
        figure = plan.figure
        if plan.purpose != "charge" or "Throwing weapons" not in figure.traits or figure.id in thrown:
            continue
        target = state.figure(plan.target)
        if figure.on_table and target.on_table:
            thrown.append(figure.id)
            why, need, weapon = For("throw", figure.id), Needed(6, "FR-ENE-25"), thrown_weapon(state, figure)
            await shoot_once(play, figure, target, why, need, "FR-ENE-25", weapon=weapon)
            gone = gone or not target.on_table
    return gone


async def shoot_once(
    play: Play[Battle],
    figure: Enemy,
    target: Foe,
    why: For,
    need: Needed,
    *rules: str,
    weapon: Weapon | None = None,
) -> None:
    """One figure shoots at one target with one die, which is rolled again where that of an archer is."""
    state = play.state
    (face,) = await play.roll(1, why, *rules, seat=state.dice_of(figure), need=need, target=target.id)
    volley = Volley(state.seat_of(target), target, [figure], [face], [need.number])
    await WINDOWS.open(play, VOLLEY_ROLLED, volley)
    if volley.hits:
        hit = Hit(
            rules=rules[:1],
            attacker=figure.id,
            unit=figure.mob or figure.id,
            weapon=weapon,
            traits=("archery",),
            natural=volley.faces[0],
            need=need.number,
        )
        await strike(play, target, [hit], rules[0])


# Zombies


def _stopped_at(figure: Figure, piece: str) -> bool:
    """Whether a figure has stopped at this obstacle in its last activation."""
    return bool(figure.effects) and any(
        one.name == AT_OBSTACLE and one.by == piece and one.number == CROSSES for one in figure.effects
    )


def _shamblers(play: Play[Battle], seat: str, now: MobMoment | Activation) -> list[Enemy]:
    """The figures of a unit that have stopped at obstacles."""
    if isinstance(now, MobMoment):
        return [one for one in play.state.members(now.mob.id) if one.is_under(AT_OBSTACLE)]
    return [now.figure] if isinstance(now.figure, Enemy) and now.figure.is_under(AT_OBSTACLE) else []


@WINDOWS.consequence(ENEMY_UNIT_STARTS, "Shambling", "FR-ENE-15", _shamblers)
async def may_cross_now(
    play: Play[Battle], seat: str, now: MobMoment | Activation, shamblers: list[Enemy]
) -> None:
    """In the activation after it has stopped, and in no later one, a zombie crosses the obstacle freely."""
    for figure in shamblers:
        figure.effects = tuple(
            msgspec.structs.replace(one, number=CROSSES, until="activation")
            if one.name == AT_OBSTACLE
            else one
            for one in figure.effects
        )


@rule("FR-ENE-15")
def shamble(plans: Sequence[Plan]) -> list[Plan]:
    """The plans of zombies end at obstacles, which they cross on their next activation."""
    return [plan if plan.route is None else _shambled(plan, plan.route) for plan in plans]


def _shambled(plan: Plan, way: Route) -> Plan:
    """A zombie stops in front of the first obstacle of its way."""
    figure = plan.figure
    if "Shambling" not in figure.traits:
        return plan
    figure.effects = tuple(one for one in figure.effects if one.name != AT_OBSTACLE or one.number == CROSSES)
    for number, leg in enumerate(way.legs):
        if leg.how == "cross" and not _stopped_at(figure, leg.piece):
            put_on(figure, Effect(AT_OBSTACLE, "FR-ENE-15", by=leg.piece))
            rules, why = (*plan.rules, "FR-ENE-15"), "an obstacle stops it"
            return Plan(figure, "shamble", first_legs(way, number), plan.target, rules, why)
    return plan


@WHY_UNTROUBLED.source("FR-ENE-15", about=lambda one: bool(one.effects))
def crosses_at_last(state: Battle, figure: Figure, piece: Piece) -> Refusal | None:
    """The obstacle at which a zombie has stopped costs it nothing on its next activation."""
    if isinstance(figure, Enemy) and _stopped_at(figure, piece.id):
        return Refusal("FR-ENE-15", f"{figure.name} has stopped at it before.")
    return None


def _hordes(state: Battle) -> list[Mob]:
    return [
        mob
        for mob in state.mobs.values()
        if any("Hordes" in one.traits and not one.is_frozen for one in state.members(mob.id))
    ]


@at_end_of_round("Hordes", "FR-ENE-16", lambda state: bool(_hordes(state)))
async def hordes(play: Play[Battle]) -> None:
    """One zombie mob at random gains a figure."""
    mob = await pick_at_random(play, _hordes(play.state), "horde", "FR-ENE-16")
    await add_figures(play, mob, 1, "FR-ENE-16")


# Walking plants


def _plant_falls(play: Play[Battle], seat: str, now: Removal) -> bool:
    figure = now.figure
    return isinstance(figure, Enemy) and "Difficult to destroy" in figure.traits and now.how == "casualty"


@WINDOWS.consequence(FIGURE_REMOVED, "Difficult to destroy", "FR-ENE-29", _plant_falls, rank=-1)
async def leave_marker(play: Play[Battle], seat: str, now: Removal) -> None:
    """A killed plant leaves a marker from which it may stand up again."""
    state = play.state
    id = state.new_id("P")
    state.markers = {**state.markers, id: Marker(id, PLANT, now.figure.at)}
    play.tell("plant marker", "FR-ENE-29", marker=id, figure=now.figure.id, at=now.figure.at)


def plant_markers(state: Battle) -> list[Marker]:
    """The markers of killed plants."""
    return [one for one in state.markers.values() if one.kind == PLANT and not one.gone]


@action("Destroy a plant", "FR-ENE-29", free=True)
class DestroyPlant(Action):
    """A soldier in contact with the marker of a plant destroys it for good."""

    def candidates(self, state: Battle, soldier: Soldier, activation: Activation) -> Sequence[Candidate]:
        """One entry for every marker the soldier touches; it reaches as far as the base did (FR-PRN-30)."""
        return [
            Candidate(f"destroy {one.id}", "destroy the plant", one, rules=("FR-ENE-29",), about=(one.id,))
            for one in plant_markers(state)
            if within(distance_to(soldier, one.at), inches(state, 0.5))
        ]

    async def carry_out(self, play: Play[Battle], soldier: Soldier, chosen: Any) -> bool | None:
        """The marker goes."""
        chosen.gone = True
        play.tell("plant destroyed", "FR-ENE-29", figure=soldier.id, marker=chosen.id)
        return None


@at_end_of_round("Walking plants", "FR-ENE-29", lambda state: bool(plant_markers(state)))
async def plants_rise(play: Play[Battle]) -> None:
    """Every marker rolls a die, and on a 1 its plant stands up again."""
    state = play.state
    markers = plant_markers(state)
    lying = [one.id for one in markers]
    faces = await play.roll(len(markers), "plants", "FR-ENE-29", seat=state.enemy_dice, markers=lying)
    for marker, face in zip(markers, faces, strict=True):
        if face == 1:
            await _rise(play, marker)


async def _rise(play: Play[Battle], marker: Marker) -> None:
    """The plant joins the nearest mob of plants within 2 in, or is a mob of its own."""
    state = play.state
    marker.gone = True
    # FR-OBJ-18: a plant that stands up again was not killed after all.
    state.killed = max(0, state.killed - 1)
    plants = [one for one in state.enemies_on_table() if one.mob and one.type == "Walking plants"]
    far = [(distance(one.at, marker.at), one) for one in plants]
    near = [(away, one) for away, one in far if within(away - 2 * one.radius, inches(state, 2.0))]
    if near:
        mob = state.mobs[min(near, key=lambda one: one[0])[1].mob]
        figure = enlist(state, mob)
    else:
        mob = muster(state, "Walking plants", 1)
        figure = waiting(state, mob)[0]
    spot = free_spot(state, figure, marker.at)
    if spot is None:
        figure.where, figure.taken_by = "withdrawn", "FR-PRN-25"
        return
    place(play, figure, spot, "FR-ENE-29")
    figure.arrived = state.round
    play.tell("plant rises", "FR-ENE-29", figure=figure.id, mob=mob.id, marker=marker.id)
