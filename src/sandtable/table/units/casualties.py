"""Casualties: which models leave, and how a broken contact is closed."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt
from typing import NamedTuple

from sandtable.kernel.arithmetic import hypot
from sandtable.table.measure import Body, Models
from sandtable.table.terrain import Ground
from sandtable.table.units.contact import across_places, models_touching
from sandtable.table.units.followers import HUG, compass
from sandtable.table.units.groups import closest_pair, components, group_box
from sandtable.table.units.paths import Mover


class Toll(NamedTuple):
    """How many models a group loses, and what is to be kept by those who stay."""

    models: Models
    radius: float
    leaving: int
    enemies: tuple[Body, ...]
    melee: tuple[Body, ...]
    """Those of the enemies with whom it stays in contact."""
    link: float
    """The largest gap that keeps cohesion."""
    leader: int | None = None


def propose_casualties(ground: Ground, toll: Toll) -> tuple[int, ...]:
    """The models farthest from the enemy leave, so that cohesion and contact hold, the leader last."""
    # The same question comes up again and again when a game is run again from its journal, or for its odds.
    return ground.answered("casualties", toll, lambda: _proposed(ground, toll))


def _proposed(ground: Ground, toll: Toll) -> tuple[int, ...]:
    models, leader = toll.models, toll.leader
    left = list(range(len(models)))
    theirs = [body[0] for body in toll.enemies if body[0]]
    far = [round(one, 6) for one in _distances(models, theirs)] if theirs else [0.0] * len(models)
    touching = [list(models_touching(ground, models, toll.radius, body)) for body in toll.melee]
    order = sorted(left, key=lambda one: (one == leader, -far[one], -one))
    gone: list[int] = []
    for _ in range(min(toll.leaving, len(models))):
        links = [[one for one in links if one in left] for links in touching]
        chosen = _next_casualty(toll, left, order, links)
        left.remove(chosen)
        order.remove(chosen)
        gone.append(chosen)
    return tuple(sorted(gone))


def _distances(models: Models, enemies: Sequence[Models]) -> list[float]:
    """How far each model is from the nearest enemy, centre to centre."""
    waiting = [(group_box(theirs), theirs) for theirs in enemies]
    found = []
    for x, y in models:
        best, nearest = inf, 0
        for place, ((west, south, east, north), theirs) in enumerate(waiting):
            dx = west - x if x < west else x - east if x > east else 0.0
            dy = south - y if y < south else y - north if y > north else 0.0
            if dx * dx + dy * dy < best:
                near = min([(x - ax) * (x - ax) + (y - ay) * (y - ay) for ax, ay in theirs])
                if near < best:
                    best, nearest = near, place
        found.append(sqrt(best))
        # The next model is mostly nearest to the same enemies, and the others are then ruled out.
        waiting[0], waiting[nearest] = waiting[nearest], waiting[0]
    return found


def _next_casualty(toll: Toll, left: list[int], order: list[int], links: list[list[int]]) -> int:
    """The first in order whom the group can spare, or who does least harm."""
    models, radius, link = toll.models, toll.radius, toll.link
    parts = len(components(tuple(models[one] for one in left), radius, link))
    best = order[0]
    best_harm: tuple[bool, bool, bool] = (True, True, True)
    for one in order:
        rest = tuple(models[other] for other in left if other != one)
        breaks_contact = any(touching == [one] for touching in links)
        breaks_cohesion = bool(rest) and len(components(rest, radius, link)) > parts
        harm = (one == toll.leader and len(left) > 1, breaks_contact, breaks_cohesion)
        if not any(harm):
            return one
        if harm < best_harm:
            best, best_harm = one, harm
    return best


def close_contact(mover: Mover, enemy: Body) -> Models:
    """A group whose contact was opened by casualties moves its nearest model back into contact for free."""
    models, radius = mover.models, mover.radius
    if models_touching(mover.ground, models, radius, enemy):
        return models
    theirs, other = enemy
    mine, _, _ = closest_pair(models, theirs)
    start = models[mine]
    comrades = tuple(at for index, at in enumerate(models) if index != mine)
    bodies = (*mover.blockers, enemy, *(((comrades, radius),) if comrades else ()))
    reach = radius + other + HUG
    # Who fights across an obstacle stays on the own side of it.
    places = across_places(mover.ground, enemy, radius)
    for x, y in theirs:
        far = max(1e-9, hypot(start[0] - x, start[1] - y)) / reach
        ways = (*compass(reach), ((start[0] - x) / far, (start[1] - y) / far))
        places += [(x + dx, y + dy) for dx, dy in ways]
    options = sorted((round(hypot(at[0] - start[0], at[1] - start[1]), 6), at) for at in places)
    around = mover._replace(blockers=bodies).around(group_box(tuple(at for _, at in options)))
    for _, at in options:
        if around.what_is_on(at) is None and around.base_on(at) is None:
            return tuple(at if index == mine else one for index, one in enumerate(models))
    return models
