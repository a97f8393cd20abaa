"""Moves at random: any direction, cut where something is in the way; charges, climbs, jumps and exits."""

from __future__ import annotations

from math import pi
from typing import TYPE_CHECKING

from sandtable.binding.plotting import HOLD, written
from sandtable.kernel.arithmetic import cos, hypot, sin, square
from sandtable.kernel.decision import Answer, Chance
from sandtable.table.edges import EDGES, distance_to_edge
from sandtable.table.figures.footing import NOTHING, Stop
from sandtable.table.figures.terrain import TOUCHING
from sandtable.table.measure import Point
from sandtable.table.shapes import first_touch, part_way

if TYPE_CHECKING:
    from sandtable.binding.figures.planner import FigurePlanner

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


def draw_move(planner: FigurePlanner, chance: Chance) -> Answer:
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
    mover = planner.mover
    to = part_way(mover.at, (mover.at[0] + far * cos(angle), mover.at[1] + far * sin(angle)), 1.0)
    if planner.footing.flies:
        answer: Answer = {"models": [written(to)]}
        return answer if planner.accepts(answer) else HOLD
    is_daring = mover.elevation > TOUCHING or bool(planner.footing.terrain.gaps)
    is_daring = is_daring and chance.random() < DARES
    if is_daring and chance.random() < LEAPS:
        to = _across_a_gap(planner, to, far)
    stop = planner.footing.first_stop(mover.at, to, mover.elevation)
    if stop is not None and stop.what not in ("barrier", "opening", "ledge"):
        odd = _oddity(planner, stop, to, chance)
        if odd is not None:
            return odd
        to = part_way(mover.at, to, max(0.0, stop.share - 0.01))
    return _straight(planner, to, JUMPS if is_daring else NOTHING)


JUMPS = frozenset({"drop", "leap"})


def _straight(planner: FigurePlanner, to: Point, willing: frozenset[str]) -> Answer:
    """Straight on as far as it goes, or somewhat less."""
    mover = planner.mover
    more: dict[str, bool] = dict.fromkeys(sorted(willing), True)
    answer: Answer = {"paths": [[written(mover.at), written(to)]], **more}
    if planner.accepts(answer):
        return answer
    end = planner.straight_ahead(to, willing)
    for share in (1.0, SHORTER, SHORTER * SHORTER):
        if end is not None:
            answer = {"paths": [[written(mover.at), written(part_way(mover.at, end, share))]], **more}
            if planner.accepts(answer):
                return answer
    return HOLD


def _across_a_gap(planner: FigurePlanner, to: Point, far: float) -> Point:
    """Towards another top of the same height that is near, if there is one."""
    mover = planner.mover
    tops = [
        one
        for one in planner.footing.terrain.tops
        if abs(one.height - mover.elevation) <= TOUCHING
        and not one.holds(*mover.at)
        and one.distance(*mover.at) < far
    ]
    if not tops:
        return to
    near = min(tops, key=lambda one: one.distance(*mover.at))
    return near.piece.centre


def _oddity(planner: FigurePlanner, stop: Stop, to: Point, chance: Chance) -> Answer | None:
    """Up on what is in the way, or off the table at its edge; now and then."""
    at, draw = planner.mover.at, chance.random()
    if stop.what == "edge" and planner.may_leave and draw < LEAVES:
        edge = min(EDGES, key=lambda one: distance_to_edge(planner.footing.ground, to, one))
        leaving = {"leave": edge}
        return leaving if planner.accepts(leaving) else None
    terrain = planner.footing.terrain
    area = terrain.of.get(stop.id)
    if area is None or stop.what != "piece" or draw > CLIMBS or not terrain.nature[area.id].is_climbable:
        return None
    share = first_touch(at, to, 0.0, area.edges)
    if share is None:
        return None
    inside = min(1.0, share + planner.rates.inch * chance.random() / hypot(to[0] - at[0], to[1] - at[1]))
    answer = {"paths": [[written(at), written(part_way(at, to, inside))]]}
    return answer if planner.accepts(answer) else None


def _charge(planner: FigurePlanner, chance: Chance) -> Answer | None:
    x, y = planner.mover.at
    near = [
        one.id
        for one in planner.footing.discs
        if one.is_opponent and hypot(one.x - x, one.y - y) - one.reach <= planner.limit
    ]
    if not near:
        return None
    answer = {"fight": near[int(chance.random() * len(near))]}
    return answer if planner.accepts(answer) else None
