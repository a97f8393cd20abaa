"""Casualties: which models leave, and how a broken contact is closed."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, pi, sqrt

from sandtable.kernel.arithmetic import cos, hypot, sin
from sandtable.table.measure import Body, Models, Point
from sandtable.table.terrain import Ground
from sandtable.table.units.contact import models_touching
from sandtable.table.units.going import Going
from sandtable.table.units.groups import closest_pair, components, group_box
from sandtable.table.units.paths import Surroundings

DIRECTIONS = 24
HUG = 0.002


def propose_casualties(
    ground: Ground,
    models: Models,
    radius: float,
    count: int,
    enemies: Sequence[Body],
    melee: Sequence[Body],
    link: float,
    leader: int | None = None,
) -> tuple[int, ...]:
    """The models farthest from the enemy leave, so that cohesion and contact hold, the leader last."""
    # The same question comes up again and again when a game is run again from its journal, or for its odds.
    known = ground.remembered("casualties")
    key = (models, radius, count, tuple(enemies), tuple(melee), link, leader)
    found: tuple[int, ...] | None = known.get(key)
    if found is None:
        found = known[key] = _proposed(ground, *key)
    return found


def _proposed(
    ground: Ground,
    models: Models,
    radius: float,
    count: int,
    enemies: Sequence[Body],
    melee: Sequence[Body],
    link: float,
    leader: int | None,
) -> tuple[int, ...]:
    left = list(range(len(models)))
    theirs = [body[0] for body in enemies if body[0]]
    far = [round(one, 6) for one in _distances(models, theirs)] if theirs else [0.0] * len(models)
    touching = [_touching(ground, models, radius, left, body) for body in melee]
    order = sorted(left, key=lambda one: (one == leader, -far[one], -one))
    gone: list[int] = []
    for _ in range(min(count, len(models))):
        links = [[one for one in links if one in left] for links in touching]
        chosen = _next_casualty(models, radius, left, order, links, link, leader)
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


def _next_casualty(
    models: Models,
    radius: float,
    left: list[int],
    order: list[int],
    links: list[list[int]],
    link: float,
    leader: int | None,
) -> int:
    """The first in order whom the group can spare, or who does least harm."""
    parts = len(components(tuple(models[one] for one in left), radius, link))
    best = order[0]
    best_harm: tuple[bool, bool, bool] = (True, True, True)
    for one in order:
        rest = tuple(models[other] for other in left if other != one)
        breaks_contact = any(touching == [one] for touching in links)
        breaks_cohesion = bool(rest) and len(components(rest, radius, link)) > parts
        harm = (one == leader and len(left) > 1, breaks_contact, breaks_cohesion)
        if not any(harm):
            return one
        if harm < best_harm:
            best, best_harm = one, harm
    return best


def _touching(ground: Ground, models: Models, radius: float, left: list[int], body: Body) -> list[int]:
    here = tuple(models[one] for one in left)
    return [left[index] for index in models_touching(ground, here, radius, body)]


def close_contact(
    ground: Ground,
    models: Models,
    radius: float,
    enemy: Body,
    going: Going,
    blockers: Sequence[Body] = (),
) -> Models:
    """A group whose contact was opened by casualties moves its nearest model back into contact for free."""
    if models_touching(ground, models, radius, enemy):
        return models
    theirs, other = enemy
    mine, _, _ = closest_pair(models, theirs)
    start = models[mine]
    comrades = tuple(at for index, at in enumerate(models) if index != mine)
    bodies = (*blockers, enemy, *(((comrades, radius),) if comrades else ()))
    reach = radius + other + HUG
    options: list[tuple[float, Point]] = []
    for x, y in theirs:
        far = hypot(start[0] - x, start[1] - y)
        ways = [(cos(2 * pi * i / DIRECTIONS), sin(2 * pi * i / DIRECTIONS)) for i in range(DIRECTIONS)]
        if far > 1e-9:
            ways.append(((start[0] - x) / far, (start[1] - y) / far))
        for dx, dy in ways:
            at = (x + dx * reach, y + dy * reach)
            options.append((round(hypot(at[0] - start[0], at[1] - start[1]), 6), at))
    options.sort()
    around = Surroundings(ground, group_box(tuple(at for _, at in options)), radius, going, bodies)
    for _, at in options:
        if around.what_is_on(at) is None and around.base_on(at) is None:
            return tuple(at if index == mine else one for index, one in enumerate(models))
    return models
