"""Moves at random: any direction, cut where something is in the way; charges, climbs, jumps and exits."""

from __future__ import annotations

from math import pi
from typing import TYPE_CHECKING

from sandtable.binding.plotting import HOLD, written
from sandtable.books.forgotten_ruin.chapters.movement.answers import EDGES
from sandtable.books.forgotten_ruin.chapters.principles.conventions import distance_to_edge
from sandtable.books.forgotten_ruin.chapters.terrain import is_climbable
from sandtable.kernel.arithmetic import cos, hypot, sin, square
from sandtable.kernel.decision import Answer, Chance
from sandtable.table.figures.footing import NOTHING, Stop
from sandtable.table.figures.terrain import TOUCHING
from sandtable.table.measure import Point
from sandtable.table.shapes import first_touch

if TYPE_CHECKING:
    from sandtable.books.forgotten_ruin.chapters.movement.planner import MovePlanner

STAYS = 0.1
"""How often a move at random is to stay."""
CHARGES = 0.15
"""How often it tries to come into contact."""
LEAVES = 0.04
"""How often one that meets the edge leaves the table."""
CLIMBS = 0.5
"""How often one that meets something climbs it."""
DARES = 0.6
"""How often one from on high jumps and leaps rather than climbs."""
LEAPS = 0.5
"""How often one of these makes for another top."""
SHORTER = 0.6
"""The share of a way that is tried next where the whole is not legal."""


def draw_move(planner: MovePlanner, chance: Chance) -> Answer:
    """A random direction and distance, cut where something is in the way; sometimes a charge or nothing."""
    draw = chance.random()
    if draw < STAYS or planner.farthest <= TOUCHING:
        return HOLD
    if draw < STAYS + CHARGES and planner.may_contact:
        charge = _charge(planner, chance)
        if charge is not None:
            return charge
    angle = 2 * pi * chance.random()
    far = planner.farthest * (1.0 - 0.7 * square(chance.random()))
    soldier = planner.soldier
    to = _ahead(soldier.at, (soldier.at[0] + far * cos(angle), soldier.at[1] + far * sin(angle)), 1.0)
    if planner.footing.flies:
        answer: Answer = {"models": [written(to)]}
        return answer if planner.accepts(answer) else HOLD
    is_daring = soldier.elevation > TOUCHING or bool(planner.footing.terrain.gaps)
    is_daring = is_daring and chance.random() < DARES
    if is_daring and chance.random() < LEAPS:
        to = _across_a_gap(planner, to, far)
    stop = planner.footing.first_stop(soldier.at, to, soldier.elevation)
    if stop is not None and stop.what not in ("barrier", "opening", "ledge"):
        odd = _oddity(planner, stop, to, chance)
        if odd is not None:
            return odd
        to = _ahead(soldier.at, to, max(0.0, stop.share - 0.01))
    return _straight(planner, to, JUMPS if is_daring else NOTHING)


JUMPS = frozenset({"drop", "leap"})


def _straight(planner: MovePlanner, to: Point, willing: frozenset[str]) -> Answer:
    """Straight on as far as it goes, or somewhat less."""
    soldier = planner.soldier
    more: dict[str, bool] = dict.fromkeys(sorted(willing), True)
    answer: Answer = {"paths": [[written(soldier.at), written(to)]], **more}
    if planner.accepts(answer):
        return answer
    end = planner.straight_ahead(to, willing)
    for share in (1.0, SHORTER, SHORTER * SHORTER):
        if end is not None:
            answer = {"paths": [[written(soldier.at), written(_ahead(soldier.at, end, share))]], **more}
            if planner.accepts(answer):
                return answer
    return HOLD


def _across_a_gap(planner: MovePlanner, to: Point, far: float) -> Point:
    """Towards another top of the same height that is near, if there is one."""
    soldier = planner.soldier
    tops = [
        one
        for one in planner.footing.terrain.tops
        if abs(one.height - soldier.elevation) <= TOUCHING
        and not one.holds(*soldier.at)
        and one.distance(*soldier.at) < far
    ]
    if not tops:
        return to
    near = min(tops, key=lambda one: one.distance(*soldier.at))
    return near.piece.centre


def _ahead(a: Point, b: Point, share: float) -> Point:
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)


def _oddity(planner: MovePlanner, stop: Stop, to: Point, chance: Chance) -> Answer | None:
    """Up on what is in the way, or off the table at its edge; now and then."""
    at, draw = planner.soldier.at, chance.random()
    if stop.what == "edge" and planner.may_leave and draw < LEAVES:
        edge = min(EDGES, key=lambda one: distance_to_edge(planner.state, to, one))
        leaving = {"leave": edge}
        return leaving if planner.accepts(leaving) else None
    area = planner.footing.terrain.of.get(stop.id)
    if stop.what != "piece" or draw > CLIMBS or area is None or not is_climbable(area.piece):
        return None
    share = first_touch(at, to, 0.0, area.edges)
    if share is None:
        return None
    inside = min(1.0, share + planner.rates.inch * chance.random() / hypot(to[0] - at[0], to[1] - at[1]))
    answer = {"paths": [[written(at), written(_ahead(at, to, inside))]]}
    return answer if planner.accepts(answer) else None


def _charge(planner: MovePlanner, chance: Chance) -> Answer | None:
    x, y = planner.soldier.at
    near = [
        one.id
        for one in planner.footing.discs
        if one.is_opponent and hypot(one.x - x, one.y - y) - one.reach <= planner.limit
    ]
    if not near:
        return None
    answer = {"fight": near[int(chance.random() * len(near))]}
    return answer if planner.accepts(answer) else None
