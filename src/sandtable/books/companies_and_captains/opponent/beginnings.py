"""What the automatic opponent chooses before the first turn, and when the scenario asks it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import pi, sqrt

import msgspec
import numpy

from sandtable.binding.advising import Advise, all_listed, best_first, by_rank
from sandtable.books.companies_and_captains.chapters.ambitions import FAILURE_VP, REVEALED_VP, key_of, suits
from sandtable.books.companies_and_captains.chapters.geometry.placing import PlacePlanner
from sandtable.books.companies_and_captains.chapters.setup.token_placing import TokenPlanner
from sandtable.books.companies_and_captains.opponent.experience import Style, experience
from sandtable.books.companies_and_captains.opponent.goals import goals_of, middle_of
from sandtable.books.companies_and_captains.opponent.reckoning import exchange
from sandtable.books.companies_and_captains.printed_tables import ambitions
from sandtable.books.companies_and_captains.scenarios.scenario import scenario_of
from sandtable.books.companies_and_captains.state import Ambition, Battle, Company, Group
from sandtable.kernel import Advice, Decision, Place, rule
from sandtable.kernel.arithmetic import cos, hypot, sin, total
from sandtable.table import Point
from sandtable.table.units.groups import point_gap


@cache
def _measured(scenario: str, role: str, learnt: bool) -> dict[str, float]:
    known = experience().ambitions.get(scenario, {}).get(role)
    if learnt:
        known = experience().learnt.get(scenario, {}).get(role, known)
    return dict.fromkeys(ambitions(), 0.0) if known is None else dict(zip(ambitions(), known, strict=True))


@rule("CC-BOT-13")
def chance_to_fulfil(state: Battle, company: Company, ambition: str, learnt: bool = False) -> float:
    """How likely the Company is to fulfil an ambition in this scenario, before the first turn."""
    chance = _measured(state.scenario, state.role(company.side), learnt)[ambition]
    by = experience().suits.get(ambition)
    if by is not None:
        chance += by if suits(state, company, ambition) else -by
    return min(1.0, max(0.0, chance))


@rule("CC-BOT-13")
def ambitions_worth_taking(state: Battle, company: Company, style: Style) -> list[Ambition]:
    """Every ambition that may be expected to pay; those that are more likely than not are revealed."""
    found: list[Ambition] = []
    learnt = style.learnt
    for row in ambitions().values():
        chance = chance_to_fulfil(state, company, row.name, learnt)
        # An open ambition that fails costs no more than a secret one.
        revealed = learnt or chance >= experience().reveals_from
        vp = row.vp + (REVEALED_VP if revealed else 0)
        least = 0.0 if learnt else experience().takes_from
        if chance * vp + (1 - chance) * FAILURE_VP >= least:
            found.append(Ambition(row.name, revealed))
    return found


@rule("CC-BOT-13")
def advise_ambitions(state: Battle, seat: str, decision: Decision, style: Style) -> list[Advice]:
    """What may be expected to pay in this scenario, with its chance."""
    company = state.companies[seat]
    chosen = ambitions_worth_taking(state, company, style)
    chances = [chance_to_fulfil(state, company, one.name, style.learnt) for one in chosen]
    reasons = tuple(
        f"{one.name}: fulfilled in {chance:.0%} of such games"
        for one, chance in zip(chosen, chances, strict=True)
    )
    return [Advice([key_of(one) for one in chosen], 0.0, reasons or ("none pays",), ("CC-BOT-13",))]


GRID = 3.0
"""The grid of places that are looked at when a Group is deployed."""
FINE_GRID = 1.0
"""The same where a zone is narrow."""
CLOSE, DIRECTIONS = (1.5, 2.0, 2.5, 3.0, 3.5, 4.0), 24
"""How far from the middle of a Group, and in how many directions, places for markers are looked for."""
MOST_PLACES = 20
"""How many of them are tried before the program's own proposals are."""


@rule("CC-BOT-17")
def advise_place(state: Battle, seat: str, decision: Decision, style: Style) -> Iterator[Advice]:
    """The place nearest to what the scenario wants, or else to the enemy; markers as safe as they can lie."""
    assert isinstance(decision, Place)
    group = state.groups.get(next(iter(decision.about), ""))
    if isinstance(decision.planner, TokenPlanner):
        if style.close_markers:
            yield from _advise_close_marker(state, decision.seat, decision.planner)
        yield from _advise_marker(state, decision.seat, decision.planner)
    elif group is not None and isinstance(decision.planner, PlacePlanner):
        aims = _aims(state, group)
        if style.deploys == "at the edge":
            yield from _places_at_edge(decision.planner)
        elif style.deploys == "at the gates":
            yield from _places_at_gates(decision.planner)
        elif style.deploys == "near" and state.enemies_on_table(group):
            yield from _places_near(decision.planner, [_prey_of(state, group, style)], FINE_GRID)
        elif style.deploys == "on one side":
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
    return best_first(found)


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


def _prey_of(state: Battle, group: Group, style: Style) -> Point:
    """Where the enemy stands whom the Group would gain most by attacking."""

    def gain(enemy: Group) -> float:
        inflicted, suffered = exchange(state, group, enemy)
        return inflicted - style.loss * suffered

    return middle_of(max(state.enemies_on_table(group), key=gain))


def _side_to_hold(state: Battle) -> Point:
    """The nearest long edge, or the western end where the zone lies at both ends."""
    width, depth = state.ground.width, state.ground.depth
    return (0.0, depth / 2) if state.scenario == "sortie" else (width / 2, depth / 4)


def _blocks(planner: PlacePlanner, grid: float = GRID) -> Iterator[Point]:
    """Where a block of the Group has room in its zone, on a grid."""
    zone = planner.site.zone
    west, south, east, north = zone.box
    half = planner.group.radius * sqrt(planner.count)
    others = [
        (*middle_of(one), half + one.radius * sqrt(len(one.models)) + _least_gap(planner, one))
        for one in planner.state.groups_on_table()
    ]
    xs = [west + half + column * grid for column in range(int((east - west) / grid) + 1)]
    ys = [south + half + row * grid for row in range(int((north - south) / grid) + 1)]
    held = zone.holds(numpy.array(xs)[:, None], numpy.array(ys), half)
    for x, column in zip(xs, numpy.broadcast_to(held, (len(xs), len(ys))).tolist(), strict=True):
        near = [one for one in others if abs(x - one[0]) <= one[2]]
        for y, is_held in zip(ys, column, strict=True):
            if is_held and all(hypot(x - a, y - b) > far for a, b, far in near):
                yield x, y


def _block_at(x: float, y: float, score: float, why: str) -> Advice:
    return Advice({"formation": "block", "at": [round(x, 2), round(y, 2)]}, score, (why,), ("CC-BOT-17",))


def _least_gap(planner: PlacePlanner, other: Group) -> float:
    return next((least for models, _, least in planner.site.aloof if models == other.models), 0.0)


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
    return best_first(found)


def _way_to_go(state: Battle, group: Group, at: Point) -> float:
    """How far it is from a place to the goal, or to the nearest enemy, or to the middle of the table."""
    there = msgspec.structs.replace(group, models=(at,), where="on the table")
    aims = [goal.at for goal in goals_of(state, there)]
    if not aims:
        aims = [middle_of(enemy) for enemy in state.enemies_on_table(group)]
    if not aims:
        aims = [(state.ground.width / 2, state.ground.depth / 2)]
    return min(hypot(aim[0] - at[0], aim[1] - at[1]) for aim in aims)


@rule("CC-BOT-17")
def advise_first_turn(state: Battle, seat: str, decision: Decision, style: Style) -> list[Advice]:
    """Takes the first turn whenever it may choose."""
    mine = state.role(state.companies[seat].side)
    options = [option.answer for option in decision.options()]
    return [Advice(mine if mine in options else options[0], 0.0, ("goes first",), ("CC-BOT-17",))]


@rule("CC-BOT-17")
def _fastest_then_cheapest(state: Battle, id: str) -> tuple[bool, float, float, str]:
    """The fastest Group that is no Engine; the cheapest of these."""
    group = state.groups[id]
    return group.profile.type == "Engine", -group.profile.mo_in, group.cost, id


@rule("CC-BOT-17")
def _highest_r_times_t(state: Battle, id: str) -> tuple[float, str]:
    """The Group with the highest R times T."""
    group = state.groups[id]
    return -group.r * group.profile.t, id


@rule("CC-BOT-17")
def _dearest(state: Battle, id: str) -> tuple[float, str]:
    """The dearest first."""
    return -state.groups[id].cost, id


def _advise_spells(state: Battle, seat: str, decision: Decision, style: Style) -> list[Advice]:
    options = [option.answer for option in decision.options()]
    best = [spell for spell in ("Projectile", "Heal", "Confuse") if spell in options]
    return [Advice(best, 0.0, ("the most useful three",), ("CC-BOT-07",))]


@rule("CC-BOT-17")
def _advise_end_of_sortie(state: Battle, seat: str, decision: Decision, style: Style) -> list[Advice]:
    """Declares the sortie over when its VP exceed the attacker's."""
    points = [0, 0]
    for scored in scenario_of(state).victory_points(state):
        points[scored.side] += scored.vp
    side = state.companies[seat].side
    return [Advice(points[side] > points[1 - side], 0.0, ("by the points as they stand",), ("CC-BOT-17",))]


BY_TOPIC: dict[str, Advise[Battle, Style]] = {
    "end sortie": _advise_end_of_sortie,
    "choose ambitions": advise_ambitions,
    "name extractees": by_rank(_fastest_then_cheapest, "the fastest, then the cheapest", "CC-BOT-17"),
    "name bodyguards": by_rank(_highest_r_times_t, "the highest R times T", "CC-BOT-17"),
    "choose group to deploy": by_rank(_dearest, "the dearest first", "CC-BOT-17"),
    "choose spells": _advise_spells,
    "end spells": all_listed("all of them", "CC-BOT-07"),
    "choose first turn": advise_first_turn,
}
