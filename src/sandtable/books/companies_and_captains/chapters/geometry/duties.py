"""What a Move must do first: gather a Group out of cohesion, and get away from enemies that are too near."""

from __future__ import annotations

from math import inf, pi
from typing import TYPE_CHECKING

from sandtable.binding.places.unit_plots import plotted
from sandtable.binding.plotting import HOLD
from sandtable.books.companies_and_captains.chapters.conventions import inches
from sandtable.books.companies_and_captains.chapters.geometry.standing import (
    FROM_ENEMIES,
    LINK,
    bodies_of,
    enemies_too_near,
    in_cohesion,
    why_not_in_cohesion,
)
from sandtable.books.companies_and_captains.state import Group
from sandtable.kernel import Answer, Refusal, Refused, rule
from sandtable.kernel.arithmetic import cos, sin
from sandtable.table import NEAR, Models, Point
from sandtable.table.measure import said_over, said_under
from sandtable.table.units.apart import model_gap, straight_away
from sandtable.table.units.displacing import advance
from sandtable.table.units.formations import Formation, stay
from sandtable.table.units.going import path_cost
from sandtable.table.units.groups import centroid, closest_pair, components, overlapping_pair
from sandtable.table.units.marching import ways_away
from sandtable.table.units.paths import Mover, check_paths
from sandtable.table.units.planner import find_path

if TYPE_CHECKING:
    from sandtable.books.companies_and_captains.chapters.geometry.move_planner import MovePlanner

SLACK = 0.1
"""A model that comes this close to where the shortest way leads has gone it."""


def way_out(planner: MovePlanner) -> Answer | None:
    """The first legal Move that the program finds for a Group that may not just hold, if it finds one."""
    group = planner.group
    if planner.why_not_end(stay(group.models)) is None:
        return HOLD
    if planner.began_broken:
        answer = {"models": [list(at) for at in planner.gathered]}
        return answer if _is_legal(planner, answer) else None
    near = enemies_too_near(planner.state, group, group.models)
    threat = centroid(tuple(at for enemy in near for at in enemy.models))
    for shift in ways_away(planner.middle, threat, planner.limit / planner.going.open):
        at = (planner.middle[0] + shift[0], planner.middle[1] + shift[1])
        away = plotted(Formation.AS_THEY_STAND, at)
        x, y = away["at"]
        if planner.may_shift((x - planner.middle[0], y - planner.middle[1])):
            return away
    return None


def _is_legal(planner: MovePlanner, answer: Answer) -> bool:
    try:
        return planner.why_not_end(planner.plan(answer)) is None
    except Refused:
        return False


@rule("CC-GEO-09", "CC-RES-09")
def why_not_gathered(planner: MovePlanner, ends: Models) -> Refusal | None:
    """Broken cohesion is restored if MO suffices; else each model apart goes all it can towards the rest."""
    state, group = planner.state, planner.group
    if in_cohesion(state, group, ends):
        return None
    best = planner.gathered
    if in_cohesion(state, group, best):
        found = why_not_in_cohesion(state, group, ends)
        assert found is not None
        return Refusal("CC-GEO-09", found.reason, "Its MO suffices to bring the Group together, so it must.")
    parts = components(group.models, group.radius, inches(state, LINK))
    body = tuple(group.models[index] for index in parts[0])
    for part in parts[1:]:
        for index in part:
            short = closest_pair((ends[index],), body)[2] - closest_pair((best[index],), body)[2]
            if short > SLACK:
                model = f"Model {index + 1} of {group.name}"
                reason = f"{model} ends {said_over(short)} inches short of what it can do."
                return Refusal(
                    "CC-GEO-09", reason, "Each model apart must go its full MO towards the others."
                )
    return None


def gathered(planner: MovePlanner) -> Models:
    """Where the models end if the largest part stays and all others come towards it by the shortest way."""
    state, group = planner.state, planner.group
    link = inches(state, LINK)
    parts = components(group.models, group.radius, link)
    ends = list(group.models)
    body = [group.models[index] for index in parts[0]]
    apart = [index for part in parts[1:] for index in part]
    apart.sort(key=lambda index: (closest_pair((group.models[index],), tuple(body))[2], index))
    for index in apart:
        ends[index] = _brought_up(planner, group.models[index], tuple(body), link)
        if closest_pair((ends[index],), tuple(body))[2] - 2 * group.radius <= link + NEAR:
            body.append(ends[index])
    # Who would stand on a comrade stays behind; the others still come.
    for index in apart:
        pair = overlapping_pair(tuple(ends), group.radius)
        if pair is None:
            break
        if index in pair:
            ends[index] = group.models[index]
    return tuple(ends)


def _brought_up(planner: MovePlanner, start: Point, body: Models, link: float) -> Point:
    """Straight towards the nearest comrade, or round what is in the way if that joins the model again."""
    state, group = planner.state, planner.group
    enemies = bodies_of([one for one in state.enemies_on_table(group) if one.id not in group.melee])
    friends = bodies_of(state.friends_on_table(group))
    least = inches(state, FROM_ENEMIES)
    target = (body, group.radius)
    mover = Mover(state.ground, (start,), group.radius, planner.going)
    straight = advance(mover, target, planner.limit, enemies, friends, least).models[0]
    _, _, far = closest_pair((straight,), body)
    if far - 2 * group.radius <= link + NEAR:
        return straight
    aim = body[closest_pair((start,), body)[1]]
    reach = 2 * group.radius + min(link, least) - NEAR
    for side in range(8):
        goal = (aim[0] + reach * cos(side * pi / 4), aim[1] + reach * sin(side * pi / 4))
        path = find_path(
            state.ground, start, goal, group.radius, planner.going, planner.blockers, planner.limit
        )
        if path is not None and not enemies_too_near(state, group, (goal,)):
            return goal
    return straight


@rule("CC-MOV-08")
def why_too_near(planner: MovePlanner, ends: Models) -> Refusal | None:
    """A model ends 3 inches from every enemy; one that began closer gets away if it can, and no nearer."""
    for enemy in enemies_too_near(planner.state, planner.group, ends):
        for number, (start, end) in enumerate(zip(planner.group.models, ends, strict=True), 1):
            refusal = _why_model_too_near(planner, enemy, number, start, end)
            if refusal is not None:
                return refusal
    return None


def _why_model_too_near(
    planner: MovePlanner, enemy: Group, number: int, start: Point, end: Point
) -> Refusal | None:
    group, least = planner.group, inches(planner.state, FROM_ENEMIES)
    after = model_gap(end, group.radius, enemy.models, enemy.radius)
    if after >= least - NEAR:
        return None
    before = model_gap(start, group.radius, enemy.models, enemy.radius)
    whose = f"Model {number} of {group.name}"
    ends = f"{whose} would end {said_under(after)} inches from {enemy.name} ({enemy.id})"
    if before >= least - NEAR:
        return Refusal("CC-MOV-05", f"{ends}.", f"End at least {least:g} inches from every enemy Group.")
    if after < before - NEAR:
        reason = f"{ends}, nearer than its {said_over(before)} inches at the start."
        return Refusal(
            "CC-MOV-08", reason, f"End no nearer than it began, or at least {least:g} inches away."
        )
    if _can_get_away(planner, start, enemy):
        return Refusal("CC-MOV-08", f"{ends} and can get away.", f"End at least {least:g} inches from it.")
    return None


def _can_get_away(planner: MovePlanner, start: Point, enemy: Group) -> bool:
    """Whether MO suffices to end 3 inches from the enemy on an open straight line directly away."""
    ground, group, going, limit = planner.state.ground, planner.group, planner.going, planner.limit
    end = straight_away(
        start, enemy.models, inches(planner.state, FROM_ENEMIES) + group.radius + enemy.radius
    )
    if end is None or going.open == inf or path_cost(ground, (start, end), going) > limit + NEAR:
        return False
    mover = Mover(ground, (start,), group.radius, going, planner.blockers)
    return check_paths(mover, ((start, end),), limit) is None
