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
from sandtable.books.forgotten_ruin.adviser.styles import USUAL, Style, weight
from sandtable.books.forgotten_ruin.chapters.cover import is_in_cover_at
from sandtable.books.forgotten_ruin.chapters.movement.planner import MovePlanner
from sandtable.books.forgotten_ruin.chapters.principles.conventions import TOLERANCE
from sandtable.books.forgotten_ruin.enemies.archers import is_archer_mob
from sandtable.books.forgotten_ruin.missions.objectives.interacting import number_for, why_not_interact
from sandtable.books.forgotten_ruin.modifiers import speed
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Soldier
from sandtable.kernel import Answer
from sandtable.kernel.arithmetic import total
from sandtable.table import Point
from sandtable.table.arrays import hypots, powers_of_e
from sandtable.table.layout import places_beside
from sandtable.table.shapes import distance

LOOKED_AT, APART = 5, 1.5
"""How many places are looked at closely, and how far they lie apart."""
MORE_LOOKED_AT, FARTHER_APART = 7, 2.0
"""The same in a style that takes more care."""


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
    """The enemies as a danger to a soldier who stands near them."""

    def __init__(self, state: Battle, style: Style = USUAL) -> None:
        self.state = state
        self.style = style
        found = [one for one in state.enemies_on_table() if one.side != "squad" and not one.is_asleep]
        self.figures = found
        self.x = numpy.array([one.at[0] for one in found])
        self.y = numpy.array([one.at[1] for one in found])
        self.reach = numpy.array([speed(state, one) + one.radius + 0.75 for one in found])
        self.archers = [
            one for one in found if one.mob and one.mob in state.mobs and is_archer_mob(state.mobs[one.mob])
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
            charged = weight("harm by many") * (1.0 - powers_of_e(-weight("rise of harm") * charged))
        most = weight("most who charge")
        cost = weight("within a charge") * numpy.minimum(charged, most)
        cost += weight("within two moves") * numpy.minimum(soon, most)
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


class Walk:
    """A soldier's Move with its aim among the enemies: the places to go to, and what each is worth."""

    def __init__(self, planner: MovePlanner, soldier: Soldier, aim: Aim, acts: bool, foes: Foes) -> None:
        self.planner, self.state, self.soldier, self.aim = planner, foes.state, soldier, aim
        self.acts = acts
        """Whether an Action follows the Move."""
        self.foes, self.style = foes, foes.style

    def destinations(self) -> list[Destination]:
        """Ways to use the Move, best first."""
        planner, aim, soldier = self.planner, self.aim, self.soldier
        found = [self._judged(HOLD, soldier.at, soldier.elevation, 0.0)]
        if aim.edge is not None and planner.accepts({"leave": aim.edge}):
            worth = weight("over the right edge") if aim.kind != "leave" else 1.0
            found.append(Destination({"leave": aim.edge}, worth, f"off the table: {aim.why}"))
        seen: set[tuple[float, float]] = set()
        for answer in self._candidates():
            if not planner.accepts(answer):
                continue
            route = planner.read(answer).route
            end = (round(route.end[0], 1), round(route.end[1], 1))
            if not route.legs or end in seen:
                continue
            seen.add(end)
            moved = route.cost if self.style.is_exact else route.length
            found.append(self._judged(answer, route.end, route.elevation, moved))
        found.sort(key=lambda one: -one.worth)
        return found

    def _judged(self, answer: Answer, at: Point, elevation: float, moved: float) -> Destination:
        """What it is worth to end up there."""
        state, soldier, aim, style = self.state, self.soldier, self.aim, self.style
        danger, nearer = self.foes.danger_at(at), self._gain(at)
        worth = nearer * aim.pull - danger
        why = [f"{aim.why} ({nearer:.1f} in nearer)" if nearer > 0.5 else aim.why]
        shot, interacts = 0.0, False
        if aim.kind == "interact" and touches(state, soldier, aim.feature, at):
            chance = _chance_of_interact(state, soldier, aim.feature)
            if style.is_exact and is_risky(state, soldier, aim.feature):
                chance = 0.0
            interacts = self.acts and chance > 0.0
            worth += (
                weight("a successful Interact") * chance if interacts else weight("ready for the next round")
            )
            why += [f"can Interact there ({chance:.0%})"] if interacts else []
        if style.is_exact and aim.kind == "fetch" and distance(at, aim.at) <= soldier.radius + TOLERANCE:
            worth += weight("something fetched")
            why.append("picks it up")
        if self.acts and not interacts:
            shot = shot_from(state, soldier, at, elevation, moved, style)
            worth += shot
            why += [f"a shot worth {shot:.2f} kills"] if shot > 0.05 else []
        if self._is_covered(at, elevation):
            worth += style.shelter
            why.append("in Cover")
        if danger > 0.3:
            why.append("within the enemy's reach")
        return Destination(answer, worth, "; ".join(why), shot, interacts, answer == HOLD, at)

    def _gain(self, at: Point) -> float:
        """How many inches nearer to the aim, as far as nearer matters."""
        aim, here = self.aim, self.soldier.at
        if aim.kind == "hold":
            return 0.0
        if aim.feature and (area := area_of(self.state, aim.feature)) is not None:
            return float(area.distance(*here)) - float(area.distance(*at))
        return max(aim.near, distance(here, aim.at)) - max(aim.near, distance(at, aim.at))

    def _is_covered(self, at: Point, elevation: float) -> bool:
        if not self.foes.archers:
            return False
        nearest = min(self.foes.archers, key=lambda one: (distance(one.at, at), one.id))
        return is_in_cover_at(self.state, nearest, self.soldier, at, elevation)

    def _candidates(self) -> Iterator[Answer]:
        """Places worth a closer look."""
        planner, aim, soldier = self.planner, self.aim, self.soldier
        if planner.farthest <= TOLERANCE:
            return
        if aim.feature:
            yield from ({"models": [written(at)]} for at in self._contacts())
        elif aim.is_run and distance(soldier.at, aim.at) <= planner.farthest:
            yield {"models": [written(aim.at)]}
        promising = self._promising()
        # The way round everything takes long to find; only those who must get there look for it.
        gets_nearer = any(self._gain(one) > weight("inches that will do") for one in promising)
        if aim.is_run or (aim.kind != "hold" and not gets_nearer):
            yield {"towards": written(aim.at)}
        if self.style.is_exact and self.foes.figures:
            yield {"models": [written(self._half_way())]}
        yield from ({"models": [written(at)]} for at in promising)

    def _half_way(self) -> Point:
        """A step towards the nearest enemy after which a Heavy weapon can still be fired (FR-ARM-05)."""
        x, y = here = self.soldier.at
        foe = min(self.foes.figures, key=lambda one: (distance(one.at, here), one.id))
        share = (self.planner.farthest / 2 - TOLERANCE) / max(0.1, distance(foe.at, here))
        return x + (foe.at[0] - x) * share, y + (foe.at[1] - y) * share

    def _contacts(self) -> list[Point]:
        """Places where the soldier touches the feature of the aim, the nearest first."""
        soldier, area = self.soldier, area_of(self.state, self.aim.feature)
        if area is None:
            return []
        far = area.distance(*soldier.at)
        if far > self.planner.farthest + soldier.radius or far <= soldier.radius + TOLERANCE:
            return []
        beside = places_beside(area, soldier.radius + TOLERANCE / 2, TOLERANCE / 2)
        return sorted(beside, key=lambda one: distance(one, soldier.at))[:6]

    def _promising(self) -> list[Point]:
        """The reachable places that look best at a glance, apart from one another."""
        search, aim = self.planner.search, self.aim
        limit = self.planner.limit + self.planner.bent
        open_ = numpy.flatnonzero((search.cost < inf) & (search.cost <= limit))
        if not len(open_):
            return []
        x, y = search.grid.x[open_], search.grid.y[open_]
        score = -self.foes.danger(x, y)
        if aim.kind != "hold":
            score -= aim.pull * numpy.maximum(aim.near, hypots(x - aim.at[0], y - aim.at[1]))
        score -= 0.02 * search.cost[open_]
        chosen: list[Point] = []
        most, apart = (MORE_LOOKED_AT, FARTHER_APART) if self.style.is_exact else (LOOKED_AT, APART)
        for place in numpy.argsort(-score, kind="stable")[:400]:
            at = (float(x[place]), float(y[place]))
            if all(distance(at, one) >= apart for one in chosen):
                chosen.append(at)
                if len(chosen) == most:
                    break
        return chosen


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
