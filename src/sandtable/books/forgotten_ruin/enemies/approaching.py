"""How a figure goes towards a target it cannot charge: as near as it may, in Cover, beside its comrades."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, inf

from sandtable.books.forgotten_ruin.chapters.conventions import inches, nearest_of, within
from sandtable.books.forgotten_ruin.chapters.cover import is_in_cover_at
from sandtable.books.forgotten_ruin.enemies import ground
from sandtable.books.forgotten_ruin.enemies.placing import COHESION
from sandtable.books.forgotten_ruin.enemies.planning import (
    MOST_SPOTS,
    Plan,
    Way,
    can_dash,
    is_near_any,
)
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Soldier
from sandtable.kernel.citation import rule
from sandtable.table.measure import Point

SIDESTEP = 1.0
"""How far to the side a figure looks for Cover at the end of a move (FR-EAI-17)."""
PROGRESS = 0.5
"""The share of its Speed by which a figure must come nearer from Cover to Cover (FR-EAI-08)."""
LOOKS_AHEAD = 12
"""At how many later places of its way a figure looks for Cover (FR-EAI-10)."""

Foe = Soldier | Enemy


@rule("FR-EAI-09", "FR-EAI-11", "FR-EAI-23")
def hurry(state: Battle, figure: Enemy, target: Foe, foes: Sequence[Foe], rules: tuple[str, ...]) -> Plan:
    """Straight at the soldiers with Move and Dash, ending out of contact."""
    dashes = can_dash(state, figure)
    way = ground.whole_way(state, figure, target)
    why = "it cannot reach contact by a Move"
    cited = (*rules, "FR-EAI-11", "FR-EAI-21") if dashes else (*rules, "FR-EAI-21")
    if way is None:
        return closest_reachable(state, figure, target, foes, cited)
    limit = ground.move_limit(state, figure)
    part = ground.hurrying(state, figure, way) if dashes else ground.cut(way, limit)
    fits = ground.fitting(state, figure, part, foes)
    if fits is None or fits.length <= 0.0:
        return closest_reachable(state, figure, target, foes, cited)
    dashed = fits.cost > limit + 1e-6
    return Plan(figure, "close in", fits, target.id, cited, why, dashes=dashed)


def can_end(state: Battle, figure: Enemy, at: Point, elevation: float) -> bool:
    """Whether a figure may stand at a place."""
    return ground.why_not_end(state, figure, at, elevation) is None


@rule("FR-EAI-23")
def closest_reachable(
    state: Battle, figure: Enemy, target: Figure, foes: Sequence[Foe], rules: tuple[str, ...]
) -> Plan:
    """Where no way leads to the target, the reachable place with the smallest straight distance to it."""
    limit = ground.move_limit(state, figure)
    now = ground.straight(figure, figure.at, target)
    spots = [
        (far, cost, at)
        for at, cost in reachable(state, figure, limit)
        if (far := ground.straight(figure, at, target)) < now - 1e-6
        and ground.keeps_off(state, figure, at, foes)
    ]
    for _, _, at in sorted(spots)[:TRIES]:
        route = ground.route(state, figure, at, limit)
        if route is not None:
            cited = (*rules, "FR-EAI-23")
            return Plan(figure, "draw near", route, target.id, cited, "no way leads to the target")
    return Plan(figure, "stay", None, target.id, ("FR-EAI-23",), "no place is nearer to the target")


TRIES = 6
"""How many places are tried before a figure stays where it is."""


def reachable(state: Battle, figure: Enemy, limit: float) -> list[tuple[Point, float]]:
    """The places a figure can stand at after a move of this allowance, with what they cost."""
    spots = list(ground.reach(state, figure, limit))
    if len(spots) <= MOST_SPOTS:
        return spots
    step = -(-len(spots) // MOST_SPOTS)
    return spots[::step]


@rule("FR-EAI-08", "FR-EAI-10", "FR-EAI-17", "FR-EAI-21")
def advance(state: Battle, figure: Enemy, target: Foe, foes: Sequence[Foe], moved: Sequence[Enemy]) -> Plan:
    """Towards the target, from Cover to Cover where the way allows it, beside whoever has moved."""
    route = ground.whole_way(state, figure, target)
    base = ("FR-EAI-06", "FR-EAI-21")
    if route is None:
        return closest_reachable(state, figure, target, foes, base)
    watcher = nearest_of(figure, foes)[0]
    way = Way(route.path)
    covered = _covering(state)
    in_the_open = covered and not is_in_cover_at(state, watcher, figure, figure.at, figure.elevation)
    dashes = in_the_open and can_dash(state, figure)
    limit = ground.move_limit(state, figure)
    if covered:
        plan = _to_cover(state, figure, target, foes, moved, watcher, way, dashes)
        if plan is not None:
            return plan
    if dashes and _passes_cover(state, figure, watcher, way, limit):
        why = "it is in the open and its way leads to Cover"
        plan = _along(state, figure, target, foes, moved, route, way, True, (*base, "FR-EAI-10"), why)
    else:
        plan = _along(
            state, figure, target, foes, moved, route, way, False, base, "towards the nearest soldier"
        )
    return _sidestepped(state, figure, plan, foes, moved, watcher) if covered and not plan.dashes else plan


def _covering(state: Battle) -> bool:
    """Whether anything on the table can give Cover."""
    return any("field" not in one.traits for one in state.ground.pieces)


@rule("FR-EAI-08", "FR-EAI-10")
def _to_cover(
    state: Battle,
    figure: Enemy,
    target: Foe,
    foes: Sequence[Foe],
    moved: Sequence[Enemy],
    watcher: Foe,
    way: Way,
    dashes: bool,
) -> Plan | None:
    """A place in Cover that lies at least half its Speed nearer to the target, with the most progress."""
    limit = ground.move_limit(state, figure)
    farthest = limit + (ground.dash_limit(state, figure) if dashes else 0.0)
    need = PROGRESS * limit
    start = way.left_from(figure.at)
    spots = []
    for at, cost in reachable(state, figure, farthest):
        left = way.left_from(at)
        if start - left >= need - 1e-6 and ground.keeps_off(state, figure, at, foes):
            spots.append((left, cost, at))
    spots.sort()
    near = inches(state, COHESION)
    for _, _, at in spots:
        if moved and not is_near_any(figure, at, moved, near):
            continue
        if not is_in_cover_at(state, watcher, figure, at, figure.elevation):
            continue
        route = ground.route(state, figure, at, farthest)
        if route is None:
            continue
        dashed = dashes and route.cost > limit + 1e-6
        rules = ("FR-EAI-06", "FR-EAI-08", "FR-EAI-21", *(("FR-EAI-10",) if dashed else ()))
        why = "from Cover to Cover" if not dashed else "out of the open into Cover"
        return Plan(figure, "take cover", route, target.id, rules, why, dashes=dashed)
    return None


@rule("FR-EAI-10")
def _passes_cover(state: Battle, figure: Enemy, watcher: Foe, way: Way, gone: float) -> bool:
    """Whether a later place of the way is in Cover from the nearest soldier."""
    later = way.later_than(gone)[:-1]
    step = max(1, -(-len(later) // LOOKS_AHEAD))
    return any(is_in_cover_at(state, watcher, figure, at, figure.elevation) for at in later[::step])


@rule("FR-EAI-21")
def _along(
    state: Battle,
    figure: Enemy,
    target: Foe,
    foes: Sequence[Foe],
    moved: Sequence[Enemy],
    route: ground.Route,
    way: Way,
    dashes: bool,
    rules: tuple[str, ...],
    why: str,
) -> Plan:
    """As far along the way as the allowance goes, ending beside a comrade who has moved."""
    limit = ground.move_limit(state, figure)
    part = ground.hurrying(state, figure, route) if dashes else ground.cut(route, limit)
    fitting = ground.fitting(state, figure, part, foes)
    near = inches(state, COHESION)
    if fitting is not None and (not moved or is_near_any(figure, fitting.end, moved, near)):
        dashed = dashes and fitting.cost > limit + 1e-6
        return Plan(figure, "advance", fitting, target.id, rules, why, dashes=dashed)
    farthest = limit + (ground.dash_limit(state, figure) if dashes else 0.0)
    return _beside(state, figure, target, foes, moved, way, farthest, dashes, rules, why)


def _beside(
    state: Battle,
    figure: Enemy,
    target: Foe,
    foes: Sequence[Foe],
    moved: Sequence[Enemy],
    way: Way,
    farthest: float,
    dashes: bool,
    rules: tuple[str, ...],
    why: str,
) -> Plan:
    """The best place within 1 in of a comrade who has moved; failing that, as near as possible to one."""
    near = inches(state, COHESION)
    limit = ground.move_limit(state, figure)
    spots = [
        (at, cost)
        for at, cost in [*_shoulders(state, figure, moved, farthest), *reachable(state, figure, farthest)]
        if ground.keeps_off(state, figure, at, foes)
    ]
    together = [(way.left_from(at), cost, at) for at, cost in spots if is_near_any(figure, at, moved, near)]
    if not together and moved:
        together = [(min(ground.straight(figure, at, one) for one in moved), cost, at) for at, cost in spots]
    elif not together:
        together = [(way.left_from(at), cost, at) for at, cost in spots]
    for _, _, at in sorted(together)[:TRIES]:
        route = ground.route(state, figure, at, farthest)
        if route is not None and route.length > 0.0:
            dashed = dashes and route.cost > limit + 1e-6
            return Plan(figure, "advance", route, target.id, (*rules, "FR-EAI-03"), why, dashes=dashed)
    return Plan(figure, "stay", None, target.id, rules, "there is no room to go on")


def _shoulders(
    state: Battle, figure: Enemy, moved: Sequence[Enemy], farthest: float
) -> list[tuple[Point, float]]:
    """Places right beside comrades who have moved, as far as they may be in reach."""
    found: list[tuple[Point, float]] = []
    for one in moved:
        apart = one.radius + figure.radius + inches(state, ground.SHORT_OF_CONTACT)
        if hypot(one.at[0] - figure.at[0], one.at[1] - figure.at[1]) > farthest + apart:
            continue
        for dx, dy in _AROUND:
            at = (one.at[0] + apart * dx, one.at[1] + apart * dy)
            far = hypot(at[0] - figure.at[0], at[1] - figure.at[1])
            if far <= farthest and can_end(state, figure, at, figure.elevation):
                found.append((at, far))
    return found


_H = 0.7071067811865476
_AROUND = ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (_H, _H), (_H, -_H), (-_H, _H), (-_H, -_H))


@rule("FR-EAI-17")
def _sidestepped(
    state: Battle, figure: Enemy, plan: Plan, foes: Sequence[Foe], moved: Sequence[Enemy], watcher: Foe
) -> Plan:
    """A move that would end in the open ends up to 1 in to the side if that is in Cover."""
    if plan.route is None or is_in_cover_at(state, watcher, figure, plan.end, plan.route.elevation):
        return plan
    limit = ground.move_limit(state, figure)
    near, far = inches(state, COHESION), inches(state, SIDESTEP)
    for share in (0.5, 1.0):
        for dx, dy in _AROUND:
            at = (plan.end[0] + far * share * dx, plan.end[1] + far * share * dy)
            if moved and not is_near_any(figure, at, moved, near):
                continue
            if not ground.keeps_off(state, figure, at, foes):
                continue
            if not is_in_cover_at(state, watcher, figure, at, plan.route.elevation):
                continue
            route = ground.route(state, figure, at, limit)
            if route is not None:
                rules = (*plan.rules, "FR-EAI-17")
                return Plan(figure, "take cover", route, plan.target, rules, "Cover is a step to the side")
    return plan


@rule("FR-EAI-22", "FR-EAI-04")
def join(state: Battle, figure: Enemy, core: Sequence[Figure], foes: Sequence[Foe]) -> Plan:
    """A scattered figure goes back to the nearest figure of its mob's largest group, without a Dash."""
    near = inches(state, COHESION)
    if not core or is_near_any(figure, figure.at, core, near):
        return Plan(figure, "stay", None, "", ("FR-EAI-22",), "it is with its mob again")
    friend = nearest_of(figure, core)[0]
    limit = ground.move_limit(state, figure)
    spots = [
        (0.0 if within(far, near) else far, cost, at)
        for at, cost in reachable(state, figure, limit)
        if ground.keeps_off(state, figure, at, foes) and (far := ground.straight(figure, at, friend)) < inf
    ]
    for _, _, at in sorted(spots)[:TRIES]:
        route = ground.route(state, figure, at, limit)
        if route is not None and route.length > 0.0:
            return Plan(figure, "regroup", route, friend.id, ("FR-EAI-22", "FR-EAI-04"), "back to its mob")
    return Plan(figure, "stay", None, friend.id, ("FR-EAI-22",), "it cannot come nearer to its mob")
