"""What can never be true of a mission between two steps of play, whatever is played."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.binding.invariants import Invariants, below_nothing, each
from sandtable.books.forgotten_ruin.chapters.movement.footing import footing_of
from sandtable.books.forgotten_ruin.chapters.terrain import terrain_of
from sandtable.books.forgotten_ruin.position_checks import faults_of
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Soldier


def _of_place(state: Battle, figure: Figure) -> Iterator[str]:
    """Nobody stands in a wall, on a Linear piece or in Impassable ground, or on nothing."""
    footing = footing_of(state, figure)
    stop = footing.what_is_at(figure.at, figure.elevation)
    if stop is None or figure.riding:
        return
    area = terrain_of(state.ground).of.get(stop.id)
    if area is not None and footing.ignores(area):
        return  # Who walks through things may stand in them.
    yield f"FR-MOV-34 {figure.id} stands at {figure.at}, where {stop.what} {stop.id}".rstrip() + " is"


def _of_soldier(state: Battle, soldier: Soldier) -> Iterator[str]:
    if soldier.die is not None and soldier.holding and soldier.acted:
        yield f"FR-RND-15 {soldier.id} holds its fire and has acted"
    if any(one.uses is not None and one.uses < 0 for one in soldier.items):
        yield f"FR-LOOT-03 {soldier.id} has used more than there was"
    if soldier.riding and soldier.riding not in state.soldiers:
        yield f"FR-TRF-13 {soldier.id} rides on {soldier.riding}"


def _of_enemy(state: Battle, enemy: Enemy) -> Iterator[str]:
    if enemy.on_table and enemy.starting_points and enemy.monster_points < 1:
        yield f"FR-HIT-05 {enemy.id} stands without a Monster Point"
    if enemy.points_lost_this_round < 0:
        yield f"FR-BIG-01 {enemy.id} has lost {enemy.points_lost_this_round} points"


def _of_contacts(state: Battle) -> Iterator[str]:
    for one in state.contacts:
        mover, other = state.figure(one.mover), state.figure(one.other)
        if mover.side == other.side:
            yield f"FR-MOV-13 {mover.id} fights {other.id} of its own side"
        if not (mover.on_table and other.on_table):
            yield f"FR-MOV-13 {mover.id} and {other.id} are in contact off the table"


def _of_counters(state: Battle) -> Iterator[str]:
    stock, mission = state.stock, state.mission
    counted = {
        "Story Points": stock.story_points,
        "Support Points": stock.support_points,
        "exposure": stock.exposure,
        "exposure to come": stock.exposure_owed,
        "Loot rolls": stock.loot_rolls,
        "kit points": stock.kit_points,
        "grenades of the round": state.grenades_in_round,
        "grenades of the battle": state.grenades_in_battle,
        "killed": state.killed,
        "Tactics": state.extra_tactics,
        "shots of the sniper": mission.sniper_shots,
        "ammunition": mission.ammunition,
    }
    yield from below_nothing("FR-PRN-17", counted.items())
    for item in (*stock.consumables, *stock.stash):
        if item.uses is not None and item.uses < 0:
            yield f"FR-LOOT-03 {item.name} has {item.uses} uses left"


def _of_clock(state: Battle) -> Iterator[str]:
    if state.round > state.switches.round_limit:
        yield f"FR-RND-26 round {state.round} is played, the last one is {state.switches.round_limit}"
    if state.sudden_death and state.round > state.sudden_death:
        yield f"FR-POST-02 round {state.round} is played after round {state.sudden_death}"
    for objective in state.objectives.values():
        if (objective.state == "complete") != bool(objective.completed_in):
            yield f"FR-OBJ-01 {objective.id} is {objective.state}, in round {objective.completed_in}"
    for id in state.fought:
        if state.fought.count(id) > 1:
            yield f"FR-HTH-05 {id} has had its combat twice"


INVARIANTS = Invariants[Battle](
    faults_of,
    each(Battle.figures_on_table, _of_place),
    each(lambda state: state.soldiers.values(), _of_soldier),
    each(lambda state: state.enemies.values(), _of_enemy),
    _of_contacts,
    _of_counters,
    _of_clock,
)
troubles, what_is_wrong = INVARIANTS.troubles, INVARIANTS.what_is_wrong
