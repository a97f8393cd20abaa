"""Things that are carried: cargo, the item that was retrieved, intel."""

from __future__ import annotations

from sandtable.binding.choosing import choose_several, named
from sandtable.binding.effects import put_on, take_off
from sandtable.books.forgotten_ruin.chapters.activations.actions import Action, action
from sandtable.books.forgotten_ruin.chapters.conditions import wake
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    INVOLUNTARY,
    TOLERANCE,
    comes_to,
    distance_to,
    nearest_of,
    opposite,
    pick_at_random,
)
from sandtable.books.forgotten_ruin.chapters.terrain import is_as_high
from sandtable.books.forgotten_ruin.missions.objectives.every import Task, complete, lose, task
from sandtable.books.forgotten_ruin.missions.requirements import is_current
from sandtable.books.forgotten_ruin.modifiers import WHY_NOT_DASH
from sandtable.books.forgotten_ruin.refusals import barred
from sandtable.books.forgotten_ruin.state import (
    EDGES,
    MAKES_OFF,
    Battle,
    Edge,
    Effect,
    Enemy,
    Figure,
    Marker,
    Objective,
    Soldier,
)
from sandtable.books.forgotten_ruin.windows import (
    FIGURE_REMOVED,
    MOVED,
    WINDOWS,
    Activation,
    Movement,
    Removal,
)
from sandtable.kernel import Candidate, Play, Refusal, rule
from sandtable.table.edges import distance_to_edge

LEAST_CARGO = 2
"""How many cargoes must cross the enemy's edge (FR-OBJ-10)."""


def hold(play: Play[Battle], objective: Objective, figure: Soldier | Enemy, kind: str, *rules: str) -> None:
    """A figure has the thing of an Objective now."""
    thing = f"{kind} {objective.id}"
    objective.target = figure.id if kind == "item" else objective.target
    figure.carrying = (*figure.carrying, thing)
    play.tell("thing taken", *rules, figure=figure.id, thing=thing)


@rule("FR-OBJ-14")
async def hand_item_to_the_enemy(play: Play[Battle], objective: Objective, soldier: Soldier) -> None:
    """A failed Interact gives the item to the nearest enemy, whose unit makes for its edge."""
    state = play.state
    able = [
        one
        for one in state.enemies_on_table()
        if one.side == "enemy" and not one.is_asleep and "Swarm" not in one.traits
    ]
    if not able:
        play.tell("item not found", "FR-OBJ-14", objective=objective.id)
        return
    holder = await pick_at_random(play, nearest_of(soldier, able), "holder", "FR-OBJ-14")
    hold(play, objective, holder, "item", "FR-OBJ-14")
    effect = Effect(MAKES_OFF, "FR-OBJ-14", by=holder.id)
    if holder.mob:
        mob = state.mobs[holder.mob]
        put_on(mob, effect)
        if not mob.aware:
            wake(play, mob, "FR-OBJ-14")
    else:
        put_on(holder, effect)


@WINDOWS.consequence(
    FIGURE_REMOVED,
    "drop what it carries",
    "FR-OBJ-15",
    lambda play, seat, now: bool(now.figure.carrying),
    rank=-4,
)
async def drop_or_take_along(play: Play[Battle], seat: str, now: Removal) -> None:
    """A casualty drops what it carries; a soldier who leaves takes it along."""
    figure = now.figure
    things, figure.carrying = figure.carrying, ()
    _no_longer_makes_off(play.state, figure)
    for thing in things:
        if now.how == "left":
            await _taken_off(play, figure, thing)
        else:
            _drop(play, figure, thing)


@rule("FR-OBJ-12", "FR-OBJ-15", "FR-OBJ-20")
def _drop(play: Play[Battle], figure: Figure, thing: str) -> None:
    """The thing lies where its carrier stood."""
    state = play.state
    kind, _, number = thing.partition(" ")
    objective = number.split(".")[0]
    state.markers[thing] = Marker(thing, kind, figure.at, objective, elevation=figure.elevation)
    rules = {"cargo": "FR-OBJ-12", "item": "FR-OBJ-15", "intel": "FR-OBJ-20"}
    play.tell("thing dropped", rules.get(kind, "FR-OBJ-15"), figure=figure.id, thing=thing, at=figure.at)
    if kind == "cargo":
        _check_cargo(play, state.objectives[objective])


@rule("FR-OBJ-14")
def _no_longer_makes_off(state: Battle, figure: Figure) -> None:
    """Whose carrier is gone, with the item or without it, has no reason to make off any more."""
    take_off(figure, MAKES_OFF)
    for mob in state.mobs.values():
        mob.effects = tuple(one for one in mob.effects if one.name != MAKES_OFF or one.by != figure.id)


@rule("FR-OBJ-25", "FR-OBJ-10", "FR-OBJ-13", "FR-OBJ-20")
async def _taken_off(play: Play[Battle], figure: Soldier | Enemy, thing: str) -> None:
    """Over the right edge it completes the Objective, over any other it is out of the battle."""
    state = play.state
    kind, _, number = thing.partition(" ")
    objective = state.objectives[number.split(".")[0]]
    edge = edge_left(state, figure)
    is_squad = figure.side == "squad"
    play.tell("thing taken off", "FR-OBJ-25", figure=figure.id, thing=thing, edge=edge)
    if objective.state != "open":
        return
    in_turn = is_current(state, objective)  # FR-MIS-09: nothing counts before its turn
    if kind == "cargo":
        if is_squad and in_turn and edge == opposite(state.edge):
            objective.scouted = (*objective.scouted, thing)
        if len(objective.scouted) >= LEAST_CARGO:
            await complete(play, objective, "FR-OBJ-10")
        else:
            _check_cargo(play, objective)
    elif is_squad and in_turn and edge == state.edge:
        await complete(play, objective, "FR-OBJ-13" if kind == "item" else "FR-OBJ-20")
    else:
        lose(play, objective, "FR-OBJ-25" if is_squad else "FR-OBJ-14")


def edge_left(state: Battle, figure: Figure) -> Edge:
    """The edge over which a figure has gone: the one that it touches."""
    return min(EDGES, key=lambda edge: distance_to_edge(state.ground, figure.at, edge))


@rule("FR-OBJ-10", "FR-OBJ-25")
def _check_cargo(play: Play[Battle], objective: Objective) -> None:
    """When fewer than two cargoes can still get across, the Objective is lost; one aloft still can."""
    state = play.state
    here = [one for one in state.soldiers.values() if one.where in ("on the table", "aloft")]
    left = sum(f"cargo {objective.id}." in thing for one in here for thing in one.carrying)
    lying = sum(
        one.kind == "cargo" and one.objective == objective.id and not one.gone
        for one in state.markers.values()
    )
    if objective.state == "open" and len(objective.scouted) + left + lying < LEAST_CARGO:
        lose(play, objective, "FR-OBJ-10")


def finds(play: Play[Battle], now: Movement, *kinds: str) -> list[Marker]:
    """The markers of these kinds to which a soldier has moved; a pet or a ghost picks nothing up."""
    soldier = now.figure
    if not isinstance(soldier, Soldier) or soldier.is_ghost or now.how in INVOLUNTARY:
        return []
    lying = [one for one in play.state.markers.values() if one.kind in kinds and not one.gone]
    return [one for one in lying if comes_to(now, one.at) and is_as_high(play.state, soldier, one)]


def _dropped(play: Play[Battle], seat: str, now: Movement) -> list[Marker]:
    is_able = isinstance(now.figure, Soldier) and now.figure.position != "pet" and now.figure.on_table
    return finds(play, now, "item", "intel") if is_able else []


@WINDOWS.consequence(MOVED, "pick things up", "FR-OBJ-15", _dropped, rank=-3)
async def pick_up(play: Play[Battle], seat: str, now: Movement, dropped: list[Marker]) -> None:
    """A soldier who moves into contact with a dropped item or intel takes it, without an Action."""
    for marker in dropped:
        objective = play.state.objectives[marker.objective]
        if is_current(play.state, objective):
            marker.gone = True
            rule_id = "FR-OBJ-15" if marker.kind == "item" else "FR-OBJ-20"
            hold(play, objective, now.figure, marker.kind, rule_id)


@action("Pick up cargo", "FR-OBJ-12")
class PickUpCargo(Action):
    """A dropped cargo is taken up by a soldier in contact with it."""

    def candidates(self, state: Battle, soldier: Soldier, activation: Activation) -> list[Candidate]:
        """Cargo within touch."""
        if soldier.position == "pet" or soldier.is_ghost:
            return []
        return [
            Candidate(
                f"pick up {one.id}",
                "Pick up the cargo",
                one.id,
                rules=("FR-OBJ-12",),
                check=lambda: why_not_carry(soldier),
                about=(one.id,),
            )
            for one in state.markers.values()
            if one.kind == "cargo" and not one.gone and distance_to(soldier, one.at) <= TOLERANCE
            if is_as_high(state, soldier, one)
        ]

    @rule("FR-OBJ-12")
    async def carry_out(self, play: Play[Battle], soldier: Soldier, chosen: str) -> None:
        """The cargo has a new carrier."""
        play.state.markers[chosen].gone = True
        soldier.carrying = (*soldier.carrying, chosen)
        play.tell("thing taken", "FR-OBJ-12", figure=soldier.id, thing=chosen)


@rule("FR-OBJ-11")
def why_not_carry(soldier: Soldier) -> Refusal | None:
    """A soldier carries at most one cargo."""
    return barred("cargo already", name=soldier.name) if has_cargo(soldier) else None


def has_cargo(figure: Figure) -> bool:
    """Whether it carries cargo."""
    return any(one.startswith("cargo ") for one in figure.carrying)


@WHY_NOT_DASH.source("FR-OBJ-11", rank=-2)
def cargo_is_heavy(state: Battle, figure: Figure) -> Refusal | None:
    """A soldier with cargo cannot Dash."""
    return barred("no Dash with cargo", name=figure.name) if figure.carrying and has_cargo(figure) else None


@task
class AdvanceThroughTheArea(Task):
    """Cargo is to be carried over the enemy's edge."""

    type = "Advance through the Area"
    rule = "FR-OBJ-10"

    async def draw_figures(self, play: Play[Battle], objective: Objective) -> None:
        """Before round 1, or at once in a battle, the player says who carries cargo."""
        state = play.state
        able = [
            one
            for one in state.soldiers_on_table()
            if one.position != "pet" and not one.copy_of and not has_cargo(one)
        ]
        prompt = "Which soldiers carry cargo? Two of them must leave over the enemy's edge."
        rules, least = ("FR-OBJ-10", "FR-OBJ-11"), min(LEAST_CARGO, len(able))
        chosen: list[Soldier] = []
        if able:
            chosen = await choose_several(
                play, state.lead, "load cargo", prompt, rules, able, named, least=least, cites=rules
            )
        for number, soldier in enumerate(chosen, 1):
            soldier.carrying = (*soldier.carrying, f"cargo {objective.id}.{number}")
        play.tell("cargo assigned", *rules, objective=objective.id, soldiers=[one.id for one in chosen])
        _check_cargo(play, objective)
