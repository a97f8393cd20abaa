"""What figures of some enemy types do besides: thrown weapons, obstacles, hordes, plants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from sandtable.binding.effects import put_on
from sandtable.books.forgotten_ruin.chapters.activations.actions import Action, action
from sandtable.books.forgotten_ruin.chapters.hits.resolution import Hit, strike
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    distance_to,
    inches,
    pick_at_random,
    place,
    within,
)
from sandtable.books.forgotten_ruin.enemies.generating import enlist, muster
from sandtable.books.forgotten_ruin.enemies.movement.placing import add_figures, can_stand, free_spot
from sandtable.books.forgotten_ruin.enemies.planning import Plan
from sandtable.books.forgotten_ruin.enemies.training import thrown_weapon
from sandtable.books.forgotten_ruin.missions.ending import at_end_of_round
from sandtable.books.forgotten_ruin.modifiers import WHY_UNTROUBLED
from sandtable.books.forgotten_ruin.state import Battle, Effect, Enemy, Figure, Marker, Mob, Soldier
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
from sandtable.kernel.arithmetic import hypot
from sandtable.kernel.check import Needed
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Candidate
from sandtable.kernel.dice import For
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal
from sandtable.table.figures.legs import Route, first_legs
from sandtable.table.terrain import Piece

THROWN_HITS_ON = 6
"""The natural die with which a thrown weapon Hits (FR-ENE-25)."""
RISES_ON = 1
"""The die with which a plant stands up again (FR-ENE-29)."""
JOINS_WITHIN = 2.0
"""How near a mob must be for a risen plant to join it (FR-ENE-29)."""
LYING = 0.5
"""How far the marker of a killed plant reaches, as the base of the figure did (FR-PRN-30)."""
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
        if not figure.on_table or not target.on_table:
            continue
        thrown.append(figure.id)
        need = Needed(THROWN_HITS_ON, "FR-ENE-25")
        seat, why = play.state.enemy_dice, For("throw", figure.id)
        (face,) = await play.roll(1, why, "FR-ENE-25", seat=seat, need=need, target=target.id)
        volley = Volley(state.seat_of(target), target, [figure], (face,), [THROWN_HITS_ON])
        await WINDOWS.open(play, VOLLEY_ROLLED, volley)
        if volley.hits:
            unit = figure.mob or figure.id
            hit = Hit(
                how="shooting",
                rules=("FR-ENE-25",),
                attacker=figure.id,
                unit=unit,
                weapon=thrown_weapon(state, figure),
                traits=("archery",),
                natural=volley.faces[0],
            )
            await strike(play, target, [hit], "FR-ENE-25")
            gone = gone or not target.on_table
    return gone


# Zombies


@rule("FR-ENE-15")
def shambled(figure: Enemy, way: Route) -> tuple[Route, str]:
    """A zombie stops in front of the first obstacle of its way; the way as far as that, and the obstacle."""
    if "Shambling" not in figure.traits:
        return way, ""
    for number, leg in enumerate(way.legs):
        if leg.how == "cross" and not stopped_at(figure, leg.piece):
            return first_legs(way, number), leg.piece
    return way, ""


def stopped_at(figure: Figure, piece: str) -> bool:
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
def shamble(play: Play[Battle], plans: Sequence[Plan]) -> list[Plan]:
    """The plans of zombies end at obstacles, which they cross on their next activation."""
    changed: list[Plan] = []
    for plan in plans:
        figure = plan.figure
        if plan.route is None or "Shambling" not in figure.traits:
            changed.append(plan)
            continue
        way, piece = shambled(figure, plan.route)
        figure.effects = tuple(
            one for one in figure.effects if one.name != AT_OBSTACLE or one.number == CROSSES
        )
        if piece:
            put_on(figure, Effect(AT_OBSTACLE, "FR-ENE-15", by=piece))
            plan = Plan(
                figure, "shamble", way, plan.target, (*plan.rules, "FR-ENE-15"), "an obstacle stops it"
            )
        changed.append(plan)
    return changed


@WHY_UNTROUBLED.source("FR-ENE-15", about=lambda one: bool(one.effects))
def crosses_at_last(state: Battle, figure: Figure, piece: Piece) -> Refusal | None:
    """The obstacle at which a zombie has stopped costs it nothing on its next activation."""
    if isinstance(figure, Enemy) and stopped_at(figure, piece.id):
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
        """One entry for every marker the soldier touches."""
        return [
            Candidate(f"destroy {one.id}", "destroy the plant", one, rules=("FR-ENE-29",), about=(one.id,))
            for one in plant_markers(state)
            if within(distance_to(soldier, one.at), inches(state, LYING))
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
        if face <= RISES_ON:
            await _rise(play, marker)


async def _rise(play: Play[Battle], marker: Marker) -> None:
    state = play.state
    marker.gone = True
    # FR-OBJ-18: whoever stands up again was not killed after all.
    state.killed = max(0, state.killed - 1)
    near = [
        one
        for one in state.enemies_on_table()
        if one.mob
        and one.type == "Walking plants"
        and within(
            hypot(one.at[0] - marker.at[0], one.at[1] - marker.at[1]) - 2 * one.radius,
            inches(state, JOINS_WITHIN),
        )
    ]
    if near:
        mob = state.mobs[
            min(near, key=lambda one: hypot(one.at[0] - marker.at[0], one.at[1] - marker.at[1])).mob
        ]
        figure = enlist(state, mob)
    else:
        mob = muster(state, "Walking plants", 1)
        figure = next(one for one in state.enemies.values() if one.mob == mob.id)
    spot = marker.at if can_stand(state, figure, marker.at) else free_spot(state, figure, marker.at)
    if spot is None:
        figure.where, figure.taken_by = "withdrawn", "FR-PRN-25"
        return
    place(play, figure, spot, "FR-ENE-29")
    figure.arrived = state.round
    play.tell("plant rises", "FR-ENE-29", figure=figure.id, mob=mob.id, marker=marker.id)
