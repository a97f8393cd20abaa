"""What the automatic opponent chooses before the first turn, and when the scenario asks it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import pi, sqrt

import msgspec
import numpy

from sandtable.books.companies_and_captains.chapters.geometry.placing import PlacePlanner
from sandtable.books.companies_and_captains.chapters.setup.token_placing import TokenPlanner
from sandtable.books.companies_and_captains.opponent.ambitions import advise_ambitions
from sandtable.books.companies_and_captains.opponent.goals import goals_of, middle_of
from sandtable.books.companies_and_captains.opponent.manners import Manner
from sandtable.books.companies_and_captains.opponent.reckoning import exchange
from sandtable.books.companies_and_captains.scenarios.scenario import scenario_of
from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.kernel.advice import Advice
from sandtable.kernel.arithmetic import cos, hypot, sin, total
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Decision, Place
from sandtable.table.measure import Point
from sandtable.table.units.groups import point_gap

GRID = 3.0
"""The grid of places that are looked at when a Group is deployed."""
FINE_GRID = 1.0
"""The same where a zone is narrow."""
CLOSE, DIRECTIONS = (1.5, 2.0, 2.5, 3.0, 3.5, 4.0), 24
"""How far from the middle of a Group, and in how many directions, places for markers are looked for."""
MOST_PLACES = 20
"""How many of them are tried before the program's own proposals are."""

Advising = Callable[[Battle, str, Decision, Manner], Iterable[Advice]]


@rule("CC-BOT-17")
def advise_place(state: Battle, decision: Place, manner: Manner) -> Iterator[Advice]:
    """The place nearest to what the scenario wants, or else to the enemy; markers as safe as they can lie."""
    group = state.groups.get(next(iter(decision.about), ""))
    if isinstance(decision.planner, TokenPlanner):
        if manner.close_markers:
            yield from _advise_close_marker(state, decision.seat, decision.planner)
        yield from _advise_marker(state, decision.seat, decision.planner)
    elif group is not None and isinstance(decision.planner, PlacePlanner):
        aims = _aims(state, group)
        if manner.deploys == "at the edge":
            yield from _places_at_edge(decision.planner)
        elif manner.deploys == "at the gates":
            yield from _places_at_gates(decision.planner)
        elif manner.deploys == "near" and state.enemies_on_table(group):
            yield from _places_near(decision.planner, [_prey_of(state, group, manner)], FINE_GRID)
        elif manner.deploys == "on one side":
            yield from _places_near(decision.planner, [_side_to_hold(state)], FINE_GRID)
        elif aims:
            yield from _places_near(decision.planner, aims)
        yield from _proposed(state, group, decision)
    else:
        yield from (Advice(one.answer, 0.0, (one.label,), ("CC-BOT-17",)) for one in decision.options())


def _proposed(state: Battle, group: Group, decision: Place) -> list[Advice]:
    found = []
    for option in decision.options():
        at = option.answer.get("at") if isinstance(option.answer, dict) else None
        score = 0.0 if at is None else -_way_to_go(state, group, (at[0], at[1]))
        found.append(Advice(option.answer, score, (option.label,), ("CC-BOT-17",)))
    return sorted(found, key=lambda one: -one.score)


def _places_near(planner: PlacePlanner, aims: list[Point], grid: float = GRID) -> Iterator[Advice]:
    """Blocks in the zone, nearest to the aims first."""
    places = []
    for x, y in _blocks(planner, grid):
        places.append((min(hypot(aim[0] - x, aim[1] - y) for aim in aims), x, y))
    for far, x, y in sorted(places)[:MOST_PLACES]:
        yield _block_at(x, y, -far, f"{far:.0f} inches from where it is wanted")


def _places_at_edge(planner: PlacePlanner) -> Iterator[Advice]:
    """Blocks in the zone, nearest to an edge of the table first."""
    width, depth = planner.state.ground.width, planner.state.ground.depth
    places = [(min(x, width - x, y, depth - y), x, y) for x, y in _blocks(planner, FINE_GRID)]
    for far, x, y in sorted(places)[:MOST_PLACES]:
        yield _block_at(x, y, -far, f"{far:.0f} inches from the edge")


def _places_at_gates(planner: PlacePlanner) -> Iterator[Advice]:
    """Blocks between the middle and the two nearest edges, where fewer friends stand first."""
    state = planner.state
    x, depth = state.ground.width / 2, state.ground.depth
    gates = [(x, depth / 8), (x, depth * 7 / 8)]
    friends = [(middle_of(one), one.cost) for one in state.friends_on_table(planner.group)]
    held = [sum(cost for at, cost in friends if abs(at[1] - gate[1]) < depth / 4) for gate in gates]
    yield from _places_near(planner, [gates[held.index(min(held))]])


def _prey_of(state: Battle, group: Group, manner: Manner) -> Point:
    """Where the enemy stands whom the Group would gain most by attacking."""

    def gain(enemy: Group) -> float:
        inflicted, suffered = exchange(state, group, enemy)
        return inflicted - manner.loss * suffered

    return middle_of(max(state.enemies_on_table(group), key=gain))


def _side_to_hold(state: Battle) -> Point:
    """The nearest long edge, or the western end where the zone lies at both ends."""
    width, depth = state.ground.width, state.ground.depth
    return (0.0, depth / 2) if state.scenario == "sortie" else (width / 2, depth / 4)


def _blocks(planner: PlacePlanner, grid: float = GRID) -> Iterator[Point]:
    """Where a block of the Group has room in its zone, on a grid."""
    west, south, east, north = planner.zone.box
    half = planner.group.radius * sqrt(planner.count)
    others = [
        (*middle_of(one), half + one.radius * sqrt(len(one.models)) + _least_gap(planner, one))
        for one in planner.state.groups_on_table()
    ]
    xs = [west + half + column * grid for column in range(int((east - west) / grid) + 1)]
    ys = [south + half + row * grid for row in range(int((north - south) / grid) + 1)]
    held = planner.zone.holds(numpy.array(xs)[:, None], numpy.array(ys), half)
    for x, column in zip(xs, numpy.broadcast_to(held, (len(xs), len(ys))).tolist(), strict=True):
        near = [one for one in others if abs(x - one[0]) <= one[2]]
        for y, is_held in zip(ys, column, strict=True):
            if is_held and all(hypot(x - a, y - b) > far for a, b, far in near):
                yield x, y


def _block_at(x: float, y: float, score: float, why: str) -> Advice:
    return Advice({"formation": "block", "at": [round(x, 2), round(y, 2)]}, score, (why,), ("CC-BOT-17",))


def _least_gap(planner: PlacePlanner, other: Group) -> float:
    return next((least for models, _, least in planner.aloof if models == other.models), 0.0)


def _aims(state: Battle, group: Group) -> list[Point]:
    """Where the scenario wants a Group that does not stand anywhere yet."""
    middle = (state.ground.width / 2, state.ground.depth / 2)
    there = msgspec.structs.replace(group, models=(middle,), where="on the table")
    return [goal.at for goal in goals_of(state, there) if not goal.leaves]


def _advise_close_marker(state: Battle, seat: str, planner: TokenPlanner) -> Iterator[Advice]:
    """Close to a Group that stays: no enemy may Move within 3 inches of it (CC-MOV-05)."""
    own = [one for one in state.groups_of_side(state.companies[seat].side) if one.on_table]
    steady = [one for one in own if not one.has("Reckless")] or own
    found = []
    for group in sorted(steady, key=lambda one: (-one.profile.r * one.profile.t, one.id)):
        x, y = middle_of(group)
        for ring in CLOSE:
            for turn in range(DIRECTIONS):
                angle = 2 * pi * turn / DIRECTIONS
                at = (round(x + ring * cos(angle), 2), round(y + ring * sin(angle), 2))
                if planner.zone.holds(at[0], at[1], 0.0) and planner.why_not(at) is None:
                    found.append((point_gap(group.models, group.radius, at), at))
    for near, at in sorted(found)[:MOST_PLACES]:
        yield Advice({"at": list(at)}, -near, ("under the eyes of a Group that stays",), ("CC-BOT-17",))


def _advise_marker(state: Battle, seat: str, planner: TokenPlanner) -> list[Advice]:
    own = [one for one in state.groups_of_side(state.companies[seat].side) if one.on_table]
    aims = [middle_of(one) for one in own] or [(state.ground.width / 2, state.ground.depth / 2)]
    found = []
    for option in planner.proposals():
        x, y = option.answer["at"]
        far = total(hypot(aim[0] - x, aim[1] - y) for aim in aims) / len(aims)
        found.append(Advice(option.answer, -far, ("among its own Groups",), ("CC-BOT-17",)))
    return sorted(found, key=lambda one: -one.score)


def _way_to_go(state: Battle, group: Group, at: Point) -> float:
    """How far it is from a place to the goal, or to the nearest enemy, or to the middle of the table."""
    there = msgspec.structs.replace(group, models=(at,), where="on the table")
    aims = [goal.at for goal in goals_of(state, there)]
    if not aims:
        aims = [middle_of(enemy) for enemy in state.enemies_on_table(group)]
    if not aims:
        aims = [(state.ground.width / 2, state.ground.depth / 2)]
    return min(hypot(aim[0] - at[0], aim[1] - at[1]) for aim in aims)


def _advise_ambitions(state: Battle, seat: str, decision: Decision, manner: Manner) -> list[Advice]:
    return advise_ambitions(state, seat, manner)


@rule("CC-BOT-17")
def advise_first_turn(state: Battle, seat: str, decision: Decision, manner: Manner) -> list[Advice]:
    """Takes the first turn whenever it may choose."""
    mine = state.role(state.companies[seat].side)
    options = [option.answer for option in decision.options()]
    return [Advice(mine if mine in options else options[0], 0.0, ("goes first",), ("CC-BOT-17",))]


@rule("CC-BOT-17")
def _advise_extractees(state: Battle, seat: str, decision: Decision, manner: Manner) -> list[Advice]:
    """The fastest Group that is no Engine; the cheapest of these."""
    groups = [state.groups[option.answer] for option in decision.options()]
    best = sorted(
        groups, key=lambda one: (one.profile.type == "Engine", -one.profile.mo_in, one.cost, one.id)
    )
    return [
        Advice(one.id, -place, ("the fastest, then the cheapest",), ("CC-BOT-17",))
        for place, one in enumerate(best)
    ]


@rule("CC-BOT-17")
def _advise_bodyguards(state: Battle, seat: str, decision: Decision, manner: Manner) -> list[Advice]:
    """The Group with the highest R times T."""
    groups = [state.groups[option.answer] for option in decision.options()]
    best = sorted(groups, key=lambda one: (-one.r * one.profile.t, one.id))
    return [
        Advice(one.id, -place, ("the highest R times T",), ("CC-BOT-17",)) for place, one in enumerate(best)
    ]


@rule("CC-BOT-17")
def _advise_next_to_deploy(state: Battle, seat: str, decision: Decision, manner: Manner) -> list[Advice]:
    """The dearest first."""
    groups = [state.groups[option.answer] for option in decision.options()]
    best = sorted(groups, key=lambda one: (-one.cost, one.id))
    return [Advice(one.id, -place, ("the dearest first",), ("CC-BOT-17",)) for place, one in enumerate(best)]


def _advise_spells(state: Battle, seat: str, decision: Decision, manner: Manner) -> list[Advice]:
    options = [option.answer for option in decision.options()]
    best = [spell for spell in ("Projectile", "Heal", "Confuse") if spell in options]
    return [Advice(best, 0.0, ("the most useful three",), ("CC-BOT-07",))]


def _advise_all(state: Battle, seat: str, decision: Decision, manner: Manner) -> list[Advice]:
    answers = [option.answer for option in decision.options()]
    return [Advice(list(answers), 0.0, ("all of them",), ("CC-BOT-17",))]


@rule("CC-BOT-17")
def _advise_end_of_sortie(state: Battle, seat: str, decision: Decision, manner: Manner) -> list[Advice]:
    """Declares the sortie over when its VP exceed the attacker's."""
    points = [0, 0]
    for scored in scenario_of(state).victory_points(state):
        points[scored.side] += scored.vp
    side = state.companies[seat].side
    return [Advice(points[side] > points[1 - side], 0.0, ("by the points as they stand",), ("CC-BOT-17",))]


BY_TOPIC: dict[str, Advising] = {
    "end sortie": _advise_end_of_sortie,
    "choose ambitions": _advise_ambitions,
    "name extractees": _advise_extractees,
    "name bodyguards": _advise_bodyguards,
    "choose group to deploy": _advise_next_to_deploy,
    "choose spells": _advise_spells,
    "end spells": _advise_all,
    "choose first turn": advise_first_turn,
}
