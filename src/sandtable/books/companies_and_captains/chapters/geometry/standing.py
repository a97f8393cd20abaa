"""Where a Group may stand when its movement is over, and why a path is not open to it."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

from sandtable.binding.places import unit_plots
from sandtable.binding.places.unit_plots import Plot
from sandtable.binding.words import plural
from sandtable.books.companies_and_captains.chapters.conventions import inches
from sandtable.books.companies_and_captains.chapters.terrain import (
    going_of,
    rule_of_barred_ground,
    rules_of_going,
)
from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.kernel import Answer, Measuring, Refusal, rule
from sandtable.kernel.arithmetic import hypot
from sandtable.table import NEAR, Body, Box, Models, Point
from sandtable.table.measure import said_over
from sandtable.table.units.displacing import Displacement, advance
from sandtable.table.units.going import Going, Path, path_cost, path_length
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
from sandtable.table.units.paths import Blocked, Mover

FROM_ENEMIES = 3.0
"""Inches that a Move keeps from enemy Groups (CC-MOV-05), and a Retreat on its way (CC-RET-05)."""
LINK = 3.0
"""Inches between comrades that keep a Group in cohesion (CC-MOV-04)."""


def bodies_of(groups: Sequence[Group]) -> list[Body]:
    """The bases of these Groups, for measuring."""
    return [(group.models, group.radius) for group in groups]


def advance_towards(
    state: Battle, group: Group, target: Group, limit: float, going: Going | None = None
) -> Displacement:
    """A Group comes straight on towards an enemy and stops 3 inches from any."""
    others = [one for one in state.enemies_on_table(group) if one is not target]
    return advance(
        Mover(state.ground, group.models, group.radius, going or going_of(state, group)),
        (target.models, target.radius),
        limit,
        bodies_of(others),
        bodies_of(state.friends_on_table(group)),
        inches(state, FROM_ENEMIES),
    )


def as_group(group: Group, models: int, limit: float | None = None, zone: Any = None) -> Measuring:
    """A Group that is moved as far as the limit, or placed in a zone, in a formation."""
    return Measuring(group.id, models, group.radius, limit, is_formed=True, zone=zone)


def read_plot(answer: Answer, count: int, cited: str) -> Plot:
    """What an answer for this many models says."""
    return unit_plots.read_plot(answer, count, cited, _PLOTS)


_PLOTS = unit_plots.PlotRules(formations="CC-GEO-07", edges="CC-GEO-30")


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
    reason = (
        f"{plural(len(apart), 'Model')} {names} of {group.name} would stand {gap} inches from the others."
    )
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
    gap, wide = hypot(models[one][0] - models[other][0], models[one][1] - models[other][1]), 2 * group.radius
    models_of = f"Models {one + 1} and {other + 1} of {group.name}"
    reason = f"{models_of} would overlap by {said_over(wide - gap)} inches."
    apart = f"{wide:g} {plural(wide, 'inch')} apart"
    return Refusal("CC-GEO-06", reason, f"Set them at least {apart}, centre to centre.")


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


@rule("CC-GEO-04", "CC-PTR-01")
def is_one_touching_body(group: Group, models: Models) -> bool:
    """All models are joined by a chain of base contacts."""
    return is_one_body(models, group.radius)


def why_blocked(
    state: Battle, group: Group, fault: Blocked, limit: float, going: Going, path: Path | None = None
) -> Refusal:
    """The refusal for what the table found in the way of one of the Group's models."""
    model = f"Model {fault.path + 1} of {group.name}"
    if fault.what == "distance":
        return _why_too_far(state, group, model, limit, going, path)
    if fault.what == "table edge":
        reason = f"{model} would hang over the table edge at {_place(fault.at)}."
        return Refusal("CC-MOV-07", reason, "Keep every base wholly on the table.")
    if fault.what == "impassable":
        cited = rule_of_barred_ground(state, group, fault.name)
        if not going.hindered:
            return Refusal(cited, f"{model} would end in {_the(state, fault)}.", _NOT_THERE)
        reason = f"{model} would enter {_the(state, fault)}, which is impassable for it."
        return Refusal(cited, reason, "Go round it, with the whole base.")
    if fault.what == "obstacle":
        return _why_obstacle(state, group, model, fault)
    if fault.what == "comrade":
        reason = f"{model} would overlap a comrade at {_place(fault.at)}."
        return Refusal("CC-GEO-06", reason, "Leave each model room for its base.")
    whose = _whose(state, group, fault)
    if not going.hindered:
        return Refusal("CC-MOV-03", f"{model} would end on {whose}.", _NOT_THERE)
    return Refusal("CC-MOV-03", f"{model} would run into {whose}.", "Go round, or end before it.")


_NOT_THERE = "It Moves Freely: it may pass through, but not end there."


def _why_too_far(
    state: Battle, group: Group, model: str, limit: float, going: Going, path: Path | None
) -> Refusal:
    if path is None:
        far = f"{limit:g} {plural(limit, 'inch')}"
        reason = f"{model} cannot reach a place there with the {far} it has."
        return Refusal("CC-GEO-07", reason, f"Choose a place within {far} of movement for every model.")
    cost, length = path_cost(state.ground, path, going), path_length(path)
    if cost == inf:
        reason = f"{model} would go through ground that it may not enter."
        return Refusal(rules_of_going(group)[-1], reason, "Go round it, with the whole base.")
    cited = (
        "CC-MOV-01" if cost <= length + 0.001 else "CC-SPL-15" if group.is_under("Entangle") else "CC-TER-01"
    )
    reason = f"{model} would need {said_over(cost)} inches of movement and has {limit:g}."
    return Refusal(cited, reason, f"Shorten its path by at least {said_over(cost - limit)} inches of cost.")


def _why_obstacle(state: Battle, group: Group, model: str, fault: Blocked) -> Refusal:
    area = next(area for area in state.ground.obstacles if area.id == fault.name)
    if area.distance(*fault.at) < group.radius - 0.01:
        reason = f"{model} would rest on {_the(state, fault)}."
        return Refusal("CC-GEO-32", reason, "A base may touch an obstacle; end clear on either side.")
    reason = f"{model} touches {_the(state, fault)} at {_place(fault.at)} and must stop there."
    return Refusal("CC-TER-03", reason, f"End its path at {_place(fault.at)}, or go round.")


def _whose(state: Battle, group: Group, fault: Blocked) -> str:
    other = next(
        (one for one in state.groups_on_table() if one is not group and fault.at in one.models), None
    )
    whose = f"a model of {other.name} ({other.id})" if other else "another model"
    return f"{whose} at {_place(fault.at)}"


def _the(state: Battle, fault: Blocked) -> str:
    kind = next((piece.kind for piece in state.ground.pieces if piece.id == fault.name), "piece")
    return f"the {kind} {fault.name!r}"


def _place(at: Point) -> str:
    return f"({at[0]:.2f}, {at[1]:.2f})"
