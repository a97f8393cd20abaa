"""Parting: a figure that was Hit is pushed back, a Stuck one is Hit again, and the sides come apart."""

from __future__ import annotations

from math import degrees, pi

import msgspec

from sandtable.books.forgotten_ruin.chapters.hand_to_hand.combat import RAMPAGE, Combat
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.inflicting import hit_of
from sandtable.books.forgotten_ruin.chapters.hits.harm import Outcome
from sandtable.books.forgotten_ruin.chapters.hits.resolution import strike
from sandtable.books.forgotten_ruin.chapters.movement.displacing import (
    forget_contacts,
    has_room,
    make_way,
    push,
)
from sandtable.books.forgotten_ruin.chapters.movement.footing import footing_of
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    asked_for,
    bases_touch,
    fights_across,
    in_contact,
    inches,
    towards,
)
from sandtable.books.forgotten_ruin.state import Battle, Enemy, FigureId, Soldier
from sandtable.books.forgotten_ruin.windows import MOVED, WINDOWS, Movement
from sandtable.kernel import Candidate, ChooseOne, Play, rule
from sandtable.kernel.arithmetic import atan2, cos, hypot, sin
from sandtable.table import Point
from sandtable.table.figures.legs import Leg

PUSH = 1.0
"""How far a figure is pushed or backs up (FR-HTH-14, FR-HTH-27)."""
DIRECTIONS = 16
"""How many directions are looked at for a figure that backs up."""


@rule("FR-HTH-14", "FR-HTH-33", "FR-SAV-02")
async def push_back(play: Play[Battle], combat: Combat) -> None:
    """Every survivor that took a Hit is pushed back 1 in, once; a saved Hit pushes too."""
    state = play.state
    for id in combat.figures:
        figure = state.figure(id)
        if not figure.on_table:
            continue
        if _is_shoved(combat, id):
            await _shove(play, combat, figure)
        elif _is_pushed(combat, id):
            # The figure that dealt the Hit may have dodged by Luck; the blow came from where it stood.
            if not await push(play, figure, combat.stood[combat.opponent_of(id)], PUSH, "FR-HTH-14"):
                await stuck(play, combat, id)


@rule("FR-BIG-05")
def _is_shoved(combat: Combat, id: FigureId) -> bool:
    """A figure that does not win against a Rampaging monster is shoved aside, whatever became of the Hit."""
    return combat.kind == RAMPAGE and id not in combat.movers and combat.winner != id


@rule("FR-HTH-14", "FR-LCK-02", "FR-BIG-05")
def _is_pushed(combat: Combat, id: FigureId) -> bool:
    """A Hit, saved or not, pushes unless Luck moves the figure; a Rampaging monster only if it has lost."""
    outcome = combat.outcomes.get(id)
    if outcome is None or not outcome.hits or outcome.moved_by_luck:
        return False
    return combat.kind != RAMPAGE or id not in combat.movers or combat.winner == combat.opponent_of(id)


@rule("FR-BIG-05")
async def _shove(play: Play[Battle], combat: Combat, figure: Soldier | Enemy) -> None:
    """1 in sideways, off the monster's path; who cannot be moved is Stuck."""
    state = play.state
    monster = state.figure(combat.opponent_of(figure.id))
    outcome = combat.outcomes.get(figure.id)
    if outcome is not None and outcome.moved_by_luck and not in_contact(state, figure, monster):
        return
    sides = _beside(state, monster, figure)
    aside = next((one for one in sides if has_room(state, figure, one, PUSH)), sides[0])
    if not await push(play, figure, aside, PUSH, "FR-BIG-05"):
        await stuck(play, combat, figure.id)


def _beside(state: Battle, monster: Soldier | Enemy, figure: Soldier | Enemy) -> tuple[Point, Point]:
    """The points from which a push leads sideways: to the side where the figure stands, and to the other."""
    facing = monster.facing if isinstance(monster, Enemy) else 0.0
    ahead = towards(state, facing, (0.0, 0.0), 1.0)
    dx, dy = figure.at[0] - monster.at[0], figure.at[1] - monster.at[1]
    side = 1.0 if ahead[0] * dy - ahead[1] * dx >= 0.0 else -1.0
    (x, y), (u, v) = figure.at, (side * ahead[1], side * ahead[0])
    return (x + u, y - v), (x - u, y + v)


@rule("FR-HTH-15")
async def stuck(play: Play[Battle], combat: Combat, id: FigureId) -> Outcome:
    """A figure that cannot be pushed takes a second Hit; if it survives, the attacker backs up instead."""
    state = play.state
    figure, attacker = state.figure(id), state.figure(combat.opponent_of(id))
    play.tell("Stuck", "FR-HTH-15", figure=id, attacker=attacker.id)
    hit = hit_of(state, combat, attacker.id, 0, "FR-HTH-15")
    hit.traits, hit.met_with = (*hit.traits, "stuck"), combat.weapons.get(id)
    outcome = await strike(play, figure, [hit], "FR-HTH-15")
    combat.outcomes[id] = _joined(combat.outcomes.get(id), outcome)
    if figure.on_table and attacker.on_table and in_contact(state, figure, attacker):
        combat.backed_up.append(attacker.id)
        if not await back_up(play, attacker, figure, "FR-HTH-15"):
            _come_apart(play, attacker, figure, "FR-HTH-15")
    return outcome


def _joined(first: Outcome | None, second: Outcome) -> Outcome:
    """What both Hits have done; a later casualty counts for the combat."""
    if first is not None:
        second.hits += first.hits
        second.saved += first.saved
        second.stuns += first.stuns
        second.points_lost += first.points_lost
    return second


# Backing up


async def back_up(
    play: Play[Battle], figure: Soldier | Enemy, other: Soldier | Enemy, *rules: str, is_free: bool = False
) -> bool:
    """A figure steps back 1 in, out of all contact, a soldier who is free where it likes; False: no room."""
    spots = ways_back(play.state, figure)
    if not spots:
        return False
    away = degrees(atan2(figure.at[1] - other.at[1], figure.at[0] - other.at[0]))
    best = min(spots, key=lambda one: (abs((one - away + 180.0) % 360.0 - 180.0), one))
    if isinstance(figure, Soldier) and is_free and len(spots) > 1:
        best = await _picked_way(play, figure, spots, best, rules)
    await _step(play, figure, spots[best], *rules)
    return True


def ways_back(state: Battle, figure: Soldier | Enemy) -> dict[float, Point]:
    """The directions in which 1 in leads to a place to stand out of all contact, with the places."""
    footing = footing_of(state, figure, may_contact=False)
    # A figure in the way now is not passed through; only terrain can stop a step of 1 in.
    free = footing.among([])
    far = inches(state, PUSH)
    found: dict[float, Point] = {}
    for number in range(DIRECTIONS):
        angle = 2 * pi * number / DIRECTIONS
        to = (figure.at[0] + far * cos(angle), figure.at[1] + far * sin(angle))
        if footing.can_end(to, figure.elevation) and free.first_stop(figure.at, to, figure.elevation) is None:
            if not _touches_anybody(state, figure, to):
                found[360.0 * number / DIRECTIONS] = to
    return found


def _touches_anybody(state: Battle, figure: Soldier | Enemy, at: Point) -> bool:
    there = msgspec.structs.replace(figure, at=at)
    opponents = [one for one in state.opponents_of(figure) if not fights_across(state, figure, one)]
    return any(bases_touch(there, one) for one in opponents)


async def _picked_way(
    play: Play[Battle], soldier: Soldier, spots: dict[float, Point], best: float, rules: tuple[str, ...]
) -> float:
    def candidate(one: float, at: Point) -> Candidate:
        facts = {"at": list(at), "straight": one == best}
        return Candidate(f"{one:g}", f"{one:g} degrees", (one,), facts=facts, places=(at,))

    prompt, about = f"Where does {soldier.name} back up to?", (soldier.id,)
    options = [candidate(*one) for one in spots.items()]
    question = ChooseOne(soldier.seat, "choose where to back up", prompt, rules, lambda: options, about=about)
    chosen: tuple[float] = await play.ask(question)
    return chosen[0]


async def _step(play: Play[Battle], figure: Soldier | Enemy, to: Point, *rules: str) -> None:
    state, start = play.state, figure.at
    if isinstance(figure, Enemy) and figure.is_monster:
        # FR-MOV-08: a figure of its own side that stands there is shifted out of its way.
        make_way(play, figure, Leg("walk", start, to, figure.elevation, figure.elevation, 0.0))
    figure.at = to
    state.contacts = tuple(one for one in state.contacts if figure.id not in (one.mover, one.other))
    play.tell("figure backs up", *rules, figure=figure.id, path=(start, to))
    await WINDOWS.open(play, MOVED, Movement(asked_for(state, figure), figure, (start, to), "push"))


@rule("FR-HTH-15", "FR-HTH-27")
def _come_apart(play: Play[Battle], one: Soldier | Enemy, other: Soldier | Enemy, *rules: str) -> None:
    """Where neither can step back, one is shifted as little as possible so that they are 1 in apart."""
    state = play.state
    state.contacts = tuple(each for each in state.contacts if {one.id, other.id} != {each.mover, each.other})
    found = [
        (hypot(spot[0] - figure.at[0], spot[1] - figure.at[1]), figure, spot)
        for figure, foe in ((one, other), (other, one))
        if (spot := spot_apart(state, figure, foe)) is not None
    ]
    if found:
        _, figure, spot = min(found, key=lambda each: each[0])
        start, figure.at = figure.at, spot
        forget_contacts(state, figure)
        play.tell("figure shifted", *rules, figure=figure.id, path=(start, spot))


RINGS, RING, SPOKES = 60, 0.1, 24
"""How far, in what steps and in how many directions a place apart is looked for; ours."""


@rule("FR-HTH-15")
def spot_apart(state: Battle, figure: Soldier | Enemy, other: Soldier | Enemy) -> Point | None:
    """The nearest place to stand out of all contact that is 1 in from an opponent."""
    footing = footing_of(state, figure, may_contact=False)
    clear = figure.radius + other.radius + inches(state, PUSH)
    for ring in range(1, RINGS + 1):
        for number in range(SPOKES):
            angle, far = 2 * pi * number / SPOKES, inches(state, ring * RING)
            spot = (figure.at[0] + far * cos(angle), figure.at[1] + far * sin(angle))
            apart = hypot(spot[0] - other.at[0], spot[1] - other.at[1]) >= clear
            if apart and footing.can_end(spot, figure.elevation):
                return spot
    return None


@rule("FR-HTH-27", "FR-HTH-31", "FR-STP-05")
async def part(play: Play[Battle], combat: Combat) -> None:
    """Every combat ends with the sides apart: the outnumbered figure, or the one that came, backs up."""
    state = play.state
    lone = state.figure(combat.lone)
    touching = tuple(
        one for id in combat.others if (one := state.figure(id)).on_table and in_contact(state, lone, one)
    )
    if not lone.on_table or not touching:
        return
    if combat.is_multiple:
        first = min(touching, key=lambda one: (one.id != combat.leader, one.id))
        if await back_up(play, lone, first, "FR-HTH-27", is_free=True):
            return
        movers, rule_id = touching, "FR-HTH-27"
    else:
        who, rule_id = _who_goes(state, combat)
        movers = (who,)
    for one in movers:
        other = lone if one is not lone else touching[0]
        if not in_contact(state, one, other):
            continue
        if not await back_up(play, one, other, rule_id, is_free=combat.is_multiple):
            _come_apart(play, one, other, rule_id)


def _who_goes(state: Battle, combat: Combat) -> tuple[Soldier | Enemy, str]:
    """The figure whose move started the combat; an enemy whose Hit was shrugged off goes in any case."""
    for id, outcome in combat.outcomes.items():
        if outcome.cancelled and not outcome.hits and combat.opponent_of(id) in state.ignored:
            return state.figure(combat.opponent_of(id)), "FR-STP-05"
    movers = [id for id in combat.figures if id in combat.movers]
    enemies = [id for id in combat.figures if id in state.enemies]
    return state.figure((movers or enemies or [combat.lone])[0]), "FR-HTH-31"
