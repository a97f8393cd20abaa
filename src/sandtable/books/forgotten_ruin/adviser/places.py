"""Where a soldier goes: the Objective, Cover, a good shot, and out of the enemy's reach."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any

import msgspec
import numpy

from sandtable.binding.plotting import HOLD, written
from sandtable.books.forgotten_ruin.adviser.aims import Aim, area_of, is_risky
from sandtable.books.forgotten_ruin.adviser.shots import shot_from
from sandtable.books.forgotten_ruin.adviser.styles import USUAL, Style
from sandtable.books.forgotten_ruin.chapters.cover import is_in_cover_at
from sandtable.books.forgotten_ruin.chapters.movement.planner import MovePlanner
from sandtable.books.forgotten_ruin.chapters.principles.conventions import TOLERANCE
from sandtable.books.forgotten_ruin.enemies.archers import is_archer_mob
from sandtable.books.forgotten_ruin.missions.objectives.interacting import number_for, why_not_interact
from sandtable.books.forgotten_ruin.modifiers import speed
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Soldier
from sandtable.kernel.arithmetic import hypot, total
from sandtable.kernel.decision import Answer
from sandtable.table.arrays import hypots, powers_of_e
from sandtable.table.measure import Point
from sandtable.table.shapes import distance
from sandtable.table.terrain import Area

DONE = 8.0
"""What an Interact that succeeds is worth, in kills."""
THERE = 1.5
"""What it is worth to stand ready for the next round."""
FETCHED = 4.0
"""What it is worth to stand where something lies that must be brought away."""
OVER = 6.0
"""What it is worth to leave over the right edge with what was to be brought there."""
CHARGED = 0.45
"""What it costs to be within reach of one enemy's charge."""
WORST = 3
"""More than so many do not make it worse."""
SOON = 0.08
"""What it costs to be within two moves of an enemy."""
MOST, RISE = 1.65, 0.93
"""How the harm grows with the number of those who charge: 1 by the first, 1.4 by two, 1.65 by many."""
NEARER = 1.5
"""A place so many inches nearer to the aim will do for whoever is in no hurry."""
LOOKED_AT, APART = 5, 1.5
"""How many places are looked at closely, and how far they lie apart."""
MORE_LOOKED_AT, FARTHER_APART = 7, 2.0
"""The same for whoever takes more care."""


class Destination(msgspec.Struct, frozen=True):
    """A way to use the Move, and what it is worth."""

    answer: Answer
    worth: float
    why: str
    shot: float = 0.0
    interacts: bool = False
    stays: bool = False
    at: Point = (0.0, 0.0)
    """Where it ends; off the table it does not matter."""


class Foes:
    """The enemies as a danger to whoever stands near them."""

    def __init__(self, state: Battle, style: Style = USUAL) -> None:
        self.state = state
        self.style = style
        found = [one for one in state.enemies_on_table() if one.side != "squad" and not one.is_asleep]
        self.figures = found
        self.x = numpy.array([one.at[0] for one in found])
        self.y = numpy.array([one.at[1] for one in found])
        self.reach = numpy.array([speed(state, one) + one.radius + 0.75 for one in found])
        self.archers = [
            one
            for one in found
            if one.mob and one.mob in state.mobs and is_archer_mob(state, state.mobs[one.mob])
        ]
        # FR-EAI-24: archers never charge.
        harmless = self.archers if style.is_exact else []
        self.weight = numpy.array([0.0 if one in harmless else _weight(state, one) for one in found])

    def danger(self, x: Any, y: Any) -> Any:
        """What it costs to stand at each of several places."""
        if not self.figures:
            return numpy.zeros(len(x))
        far = hypots(x[:, None] - self.x[None, :], y[:, None] - self.y[None, :])
        charged: Any = total(((far <= self.reach) * self.weight).T)
        soon: Any = total(((far <= 2 * self.reach) * self.weight).T)
        if self.style.is_exact:
            # The first who charges does the most harm, and a third and fourth hardly any more (FR-HTH-25).
            charged = MOST * (1.0 - powers_of_e(-RISE * charged))
        cost = CHARGED * numpy.minimum(charged, WORST) + SOON * numpy.minimum(soon, WORST)
        return self.style.caution * cost

    def danger_at(self, at: Point) -> float:
        """What it costs to stand at one place."""
        return float(self.danger(numpy.array([at[0]]), numpy.array([at[1]]))[0])


def _weight(state: Battle, enemy: Enemy) -> float:
    """How dangerous a charge of this enemy is."""
    if enemy.mob and enemy.mob in state.mobs and not state.mobs[enemy.mob].aware:
        return 0.2
    if enemy.is_monster or enemy.kind == "villain":
        return 2.0
    return 1.0


def destinations(
    planner: MovePlanner, state: Battle, soldier: Soldier, aim: Aim, acts: bool, foes: Foes
) -> list[Destination]:
    """Ways to use the Move, best first; with `acts` an Action follows it."""
    found = [_judged(state, soldier, aim, foes, HOLD, soldier.at, soldier.elevation, 0.0, acts)]
    if aim.edge is not None and planner.accepts({"leave": aim.edge}):
        worth = OVER if aim.kind != "leave" else 1.0
        found.append(Destination({"leave": aim.edge}, worth, f"off the table: {aim.why}"))
    seen: set[tuple[float, float]] = set()
    for answer in _candidates(planner, state, soldier, aim, foes):
        if not planner.accepts(answer):
            continue
        route = planner.read(answer).route
        end = (round(route.end[0], 1), round(route.end[1], 1))
        if not route.legs or end in seen:
            continue
        seen.add(end)
        moved = route.cost if foes.style.is_exact else route.length
        found.append(_judged(state, soldier, aim, foes, answer, route.end, route.elevation, moved, acts))
    found.sort(key=lambda one: -one.worth)
    return found


def _judged(
    state: Battle,
    soldier: Soldier,
    aim: Aim,
    foes: Foes,
    answer: Answer,
    at: Point,
    elevation: float,
    moved: float,
    acts: bool,
) -> Destination:
    """What it is worth to end up there."""
    danger = foes.danger_at(at)
    nearer = _gain(state, soldier, aim, at)
    worth = nearer * aim.pull - danger
    why = [f"{aim.why} ({nearer:.1f} in nearer)" if nearer > 0.5 else aim.why]
    shot, interacts = 0.0, False
    if aim.kind == "interact" and touches(state, soldier, aim.feature, at):
        chance = _chance_of_interact(state, soldier, aim.feature)
        if foes.style.is_exact and is_risky(state, soldier, aim.feature):
            chance = 0.0
        if acts and chance > 0.0:
            interacts = True
            worth += DONE * chance
            why.append(f"can Interact there ({chance:.0%})")
        else:
            worth += THERE
    if foes.style.is_exact and aim.kind == "fetch" and distance(at, aim.at) <= soldier.radius + TOLERANCE:
        worth += FETCHED
        why.append("picks it up")
    if acts and not interacts:
        shot = shot_from(state, soldier, at, elevation, moved, foes.style)
        worth += shot
        if shot > 0.05:
            why.append(f"a shot worth {shot:.2f} kills")
    if _is_covered(state, soldier, foes, at, elevation):
        worth += foes.style.shelter
        why.append("in Cover")
    if danger > 0.3:
        why.append("within the enemy's reach")
    return Destination(answer, worth, "; ".join(why), shot, interacts, answer == HOLD, at)


def touches(state: Battle, soldier: Soldier, feature: str, at: Point) -> bool:
    """Whether the soldier would touch a feature from there."""
    area = area_of(state, feature)
    return area is not None and area.distance(*at) <= soldier.radius + TOLERANCE


def _chance_of_interact(state: Battle, soldier: Soldier, feature: str) -> float:
    for objective in state.objectives.values():
        if objective.state == "open" and feature in objective.features:
            if why_not_interact(state, objective, feature) is not None:
                return 0.0
            need = number_for(state, soldier, objective).number
            return min(1.0, max(0.0, (7 - need) / 6))
    return 0.0


def _gain(state: Battle, soldier: Soldier, aim: Aim, at: Point) -> float:
    """How many inches nearer to the aim, as far as nearer matters."""
    if aim.kind == "hold":
        return 0.0
    if aim.feature:
        area = area_of(state, aim.feature)
        if area is not None:
            return float(area.distance(*soldier.at)) - float(area.distance(*at))
    return max(aim.near, distance(soldier.at, aim.at)) - max(aim.near, distance(at, aim.at))


def _is_covered(state: Battle, soldier: Soldier, foes: Foes, at: Point, elevation: float) -> bool:
    if not foes.archers:
        return False
    nearest = min(foes.archers, key=lambda one: (distance(one.at, at), one.id))
    return is_in_cover_at(state, nearest, soldier, at, elevation)


# ---- places worth a closer look ----------------------------------------------------------------------------


def _candidates(
    planner: MovePlanner, state: Battle, soldier: Soldier, aim: Aim, foes: Foes
) -> Iterator[Answer]:
    if planner.farthest <= TOLERANCE:
        return
    if aim.feature:
        yield from _contacts(planner, state, soldier, aim.feature)
    elif aim.is_run and distance(soldier.at, aim.at) <= planner.farthest:
        yield {"models": [written(aim.at)]}
    promising = _promising(planner, state, soldier, aim, foes)
    # The way round everything takes long to find; only those who must get there look for it.
    gets_nearer = any(_gain(state, soldier, aim, one) > NEARER for one in promising)
    if aim.is_run or (aim.kind != "hold" and not gets_nearer):
        yield {"towards": written(aim.at)}
    if foes.style.is_exact and foes.figures:
        yield {"models": [written(_half_way(soldier, foes, planner.farthest / 2))]}
    yield from ({"models": [written(at)]} for at in promising)


def _half_way(soldier: Soldier, foes: Foes, inches: float) -> Point:
    """A step towards the nearest enemy after which a Heavy weapon can still be fired (FR-ARM-05)."""
    foe = min(foes.figures, key=lambda one: (distance(one.at, soldier.at), one.id))
    far = max(0.1, distance(foe.at, soldier.at))
    share = (inches - TOLERANCE) / far
    return (
        soldier.at[0] + (foe.at[0] - soldier.at[0]) * share,
        soldier.at[1] + (foe.at[1] - soldier.at[1]) * share,
    )


def _contacts(planner: MovePlanner, state: Battle, soldier: Soldier, feature: str) -> Iterator[Answer]:
    """Places where the soldier touches a feature, the nearest first."""
    area = area_of(state, feature)
    if area is None or area.distance(*soldier.at) > planner.farthest + soldier.radius:
        return
    if area.distance(*soldier.at) <= soldier.radius + TOLERANCE:
        return
    points = sorted(_around(area, soldier), key=lambda one: distance(one, soldier.at))
    for at in points[:6]:
        yield {"models": [written(at)]}


def _around(area: Area, soldier: Soldier) -> Iterator[Point]:
    outline = area.piece.outline
    keep = soldier.radius + TOLERANCE / 2
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        length = hypot(bx - ax, by - ay)
        if length < 1e-9:
            continue
        nx, ny = (by - ay) / length, (ax - bx) / length
        steps = max(1, int(length / 0.5))
        for step in range(steps + 1):
            x, y = ax + (bx - ax) * step / steps, ay + (by - ay) * step / steps
            for side in (keep, -keep):
                at = (x + nx * side, y + ny * side)
                if abs(area.distance(*at) - keep) < TOLERANCE / 2:
                    yield at


def _promising(planner: MovePlanner, state: Battle, soldier: Soldier, aim: Aim, foes: Foes) -> list[Point]:
    """The reachable places that look best at a glance, apart from one another."""
    search = planner.search
    grid = search.grid
    limit = planner.limit + planner.bent
    open_ = numpy.flatnonzero((search.cost < inf) & (search.cost <= limit))
    if not len(open_):
        return []
    x, y = grid.x[open_], grid.y[open_]
    score = -foes.danger(x, y)
    if aim.kind != "hold":
        far = numpy.maximum(aim.near, hypots(x - aim.at[0], y - aim.at[1]))
        score -= aim.pull * far
    score -= 0.02 * search.cost[open_]
    chosen: list[Point] = []
    most, apart = (MORE_LOOKED_AT, FARTHER_APART) if foes.style.is_exact else (LOOKED_AT, APART)
    for place in numpy.argsort(-score, kind="stable")[:400]:
        at = (float(x[place]), float(y[place]))
        if all(distance(at, one) >= apart for one in chosen):
            chosen.append(at)
            if len(chosen) == most:
                break
    return chosen
