"""Where a Group may stand when its movement is over: apart from enemies, in cohesion, clear of others."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt

from sandtable.books.companies_and_captains.chapters.conventions import inches
from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.kernel.arithmetic import hypot
from sandtable.kernel.citation import rule
from sandtable.kernel.refusal import Refusal
from sandtable.table.measure import NEAR, Body, Box, Models, Point, said_over, said_under
from sandtable.table.units.going import Going, path_cost
from sandtable.table.units.groups import (
    components,
    each_has_a_comrade,
    gap_below,
    group_box,
    is_in_cohesion,
    is_one_body,
    overlapping_pair,
    those_near,
)
from sandtable.table.units.paths import check_path

FROM_ENEMIES = 3.0
"""Inches that a Move keeps from enemy Groups (CC-MOV-05), and a Retreat on its way (CC-RET-05)."""
LINK = 3.0
"""Inches between comrades that keep a Group in cohesion (CC-MOV-04)."""


def bodies_of(groups: Sequence[Group]) -> list[Body]:
    """The bases of these Groups, for measuring."""
    return [(group.models, group.radius) for group in groups]


@rule("CC-MOV-03", "CC-GEO-06")
def blockers(state: Battle, group: Group) -> list[Body]:
    """Models of every other Group block, friends and enemies; those of the moving Group never do."""
    return [
        (one.models, one.radius)
        for one in state.groups.values()
        if one.where == "on the table" and one is not group
    ]


_COHESION: dict[tuple[int, float, str], tuple[Models, bool]] = {}
"""Answers by the identity of the models, which are kept beside them so that an identity is never reused."""
_MOST_REMEMBERED = 1024


def stands_in_cohesion(state: Battle, group: Group) -> bool:
    """Whether the Group is in cohesion where it stands; remembered, since every order asks."""
    key = (id(group.models), state.switches.distance_scale, state.switches.cohesion_mode)
    known = _COHESION.get(key)
    if known is None:
        if len(_COHESION) >= _MOST_REMEMBERED:
            _COHESION.clear()
        known = _COHESION[key] = (group.models, in_cohesion(state, group, group.models))
    return known[1]


@rule("CC-MOV-04", "CC-GEO-08")
def in_cohesion(state: Battle, group: Group, models: Models) -> bool:
    """Links of 3 inches join all models of the Group, or in literal mode each has one."""
    link = inches(state, LINK)
    if state.switches.cohesion_mode == "literal":
        return each_has_a_comrade(models, group.radius, link)
    return is_in_cohesion(models, group.radius, link)


def why_not_in_cohesion(state: Battle, group: Group, models: Models) -> Refusal | None:
    """Which models stand apart from the others, and by how much."""
    if in_cohesion(state, group, models):
        return None
    link = inches(state, LINK)
    parts = components(models, group.radius, link)
    apart = parts[-1]
    others = [one for part in parts[:-1] for one in part]
    near = min(hypot(models[i][0] - models[j][0], models[i][1] - models[j][1]) for i in apart for j in others)
    names = ", ".join(str(i + 1) for i in apart[:6])
    gap = said_over(near - 2 * group.radius)
    reason = f"Model {names} of {group.name} would stand {gap} inches from the others."
    remedy = f"Links of at most {link:g} inches must join all models of the Group."
    if state.switches.cohesion_mode == "literal":
        remedy = f"Each model must be within {link:g} inches of another one of the Group."
    return Refusal("CC-MOV-04", reason, remedy)


@rule("CC-GEO-04")
def why_overlapping(group: Group, models: Models) -> Refusal | None:
    """Comrades may pass through each other but their bases may not end on each other."""
    pair = overlapping_pair(models, group.radius)
    if pair is None:
        return None
    one, other = pair
    gap = hypot(models[one][0] - models[other][0], models[one][1] - models[other][1])
    models_of = f"Models {one + 1} and {other + 1} of {group.name}"
    reason = f"{models_of} would overlap by {said_over(2 * group.radius - gap)} inches."
    return Refusal(
        "CC-GEO-06", reason, f"Set them at least {2 * group.radius:g} inches apart, centre to centre."
    )


def enemies_too_near(state: Battle, group: Group, models: Models) -> list[Group]:
    """The enemy Groups, but for those in melee, to which these places are closer than 3 inches."""
    return too_near(state, group, models, _enemies_about(state, group, group_box(models)))


@rule("CC-MOV-05")
def too_near(state: Battle, group: Group, models: Models, enemies: list[Group]) -> list[Group]:
    """Those of some enemy Groups, but for those in melee, to which these places are closer than 3 inches."""
    if not enemies:
        return enemies
    least = inches(state, FROM_ENEMIES) - NEAR
    return [
        enemy
        for enemy in enemies
        if enemy.id not in group.melee and gap_below(models, group.radius, enemy.models, enemy.radius, least)
    ]


def enemies_in_reach(state: Battle, group: Group, far: float) -> list[Group]:
    """The enemy Groups to which the Group could come too near by going so far."""
    west, south, east, north = group_box(group.models)
    return _enemies_about(state, group, (west - far, south - far, east + far, north + far))


def _enemies_about(state: Battle, group: Group, box: Box) -> list[Group]:
    """The enemy Groups that models in a box may be too near to."""
    margin = inches(state, FROM_ENEMIES) + group.radius
    return those_near(box, margin, state.enemies_on_table(group))


@rule("CC-MOV-08")
def why_too_near(
    state: Battle, group: Group, models: Models, limit: float, going: Going, around: Sequence[Body]
) -> Refusal | None:
    """A model ends 3 inches from every enemy; one that began closer gets away if it can, and no nearer."""
    for enemy in enemies_too_near(state, group, models):
        for number, (start, end) in enumerate(zip(group.models, models, strict=True), 1):
            refusal = _why_model_too_near(state, group, enemy, number, start, end, limit, going, around)
            if refusal is not None:
                return refusal
    return None


def _why_model_too_near(
    state: Battle,
    group: Group,
    enemy: Group,
    number: int,
    start: Point,
    end: Point,
    limit: float,
    going: Going,
    around: Sequence[Body],
) -> Refusal | None:
    least = inches(state, FROM_ENEMIES)
    after = _gap_of_model(group, end, enemy)
    if after >= least - NEAR:
        return None
    before = _gap_of_model(group, start, enemy)
    ends = (
        f"Model {number} of {group.name} would end {said_under(after)} inches from {enemy.name} ({enemy.id})"
    )
    if before >= least - NEAR:
        return Refusal("CC-MOV-05", f"{ends}.", f"End at least {least:g} inches from every enemy Group.")
    if after < before - NEAR:
        reason = f"{ends}, nearer than its {said_over(before)} inches at the start."
        return Refusal(
            "CC-MOV-08", reason, f"End no nearer than it began, or at least {least:g} inches away."
        )
    if can_get_away(state, group, start, enemy, limit, going, around):
        return Refusal("CC-MOV-08", f"{ends} and can get away.", f"End at least {least:g} inches from it.")
    return None


def _gap_of_model(group: Group, at: Point, enemy: Group) -> float:
    x, y = at
    near = min((ex - x) * (ex - x) + (ey - y) * (ey - y) for ex, ey in enemy.models)
    return max(0.0, sqrt(near) - group.radius - enemy.radius)


def can_get_away(
    state: Battle,
    group: Group,
    start: Point,
    enemy: Group,
    limit: float,
    going: Going,
    around: Sequence[Body],
) -> bool:
    """Whether MO suffices to end 3 inches from the enemy on an open straight line directly away."""
    end = _straight_away(start, enemy, inches(state, FROM_ENEMIES) + group.radius + enemy.radius)
    if end is None or going.open == inf or path_cost(state.ground, (start, end), going) > limit + NEAR:
        return False
    return check_path(state.ground, (start, end), group.radius, going, around, limit) is None


def _straight_away(start: Point, enemy: Group, reach: float) -> Point | None:
    """The first place on the line away from the nearest enemy model that no enemy model is too close to."""
    nearest = min(enemy.models, key=lambda one: hypot(one[0] - start[0], one[1] - start[1]))
    far = hypot(start[0] - nearest[0], start[1] - nearest[1])
    if far < 1e-9:
        return None
    ux, uy = (start[0] - nearest[0]) / far, (start[1] - nearest[1]) / far
    gone = 0.0
    for _ in range(len(enemy.models) + 1):
        leaving = gone
        for ex, ey in enemy.models:
            dx, dy = ex - start[0], ey - start[1]
            along, aside = dx * ux + dy * uy, dx * uy - dy * ux
            if abs(aside) < reach and abs(gone - along) < sqrt(reach * reach - aside * aside):
                leaving = max(leaving, along + sqrt(reach * reach - aside * aside))
        if leaving <= gone + 1e-9:
            break
        gone = leaving
    return (start[0] + ux * gone, start[1] + uy * gone)


@rule("CC-GEO-04", "CC-PTR-01")
def is_one_touching_body(group: Group, models: Models) -> bool:
    """All models are joined by a chain of base contacts."""
    return is_one_body(models, group.radius)
