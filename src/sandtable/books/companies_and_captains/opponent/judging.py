"""How a battle stands: the worth of what is left on both sides, and victory points as they stand."""

from __future__ import annotations

from math import hypot, tanh

from sandtable.books.companies_and_captains.chapters.ambitions import ambition_points
from sandtable.books.companies_and_captains.chapters.shaken import counts_as_shaken
from sandtable.books.companies_and_captains.opponent.goals import goals_of, middle_of
from sandtable.books.companies_and_captains.scenarios.scenario import scenario_of
from sandtable.books.companies_and_captains.state import Battle, Group

POINT = 0.22
"""What a victory point is worth beside the worth of Groups."""


def judge(state: Battle, seat: str) -> float:
    """From -1 to 1: the chances of the seat's side, as far as one can tell."""
    side = state.companies[seat].side
    lead = _points(state, side) - _points(state, 1 - side)
    if state.closed:
        return tanh(3 * lead) if lead else 0.0
    strength = _strength(state, side) - _strength(state, 1 - side)
    return tanh(POINT * lead + strength)


def _points(state: Battle, side: int) -> float:
    total = sum(scored.vp for scored in scenario_of(state).victory_points(state) if scored.side == side)
    for seat in state.sides[side]:
        if state.companies[seat].ambitions is not None:
            total += sum(scored.vp for scored in ambition_points(state, seat))
    return total


def _strength(state: Battle, side: int) -> float:
    groups = state.groups_of_side(side)
    fielded = sum(group.cost for group in groups) or 1
    return sum(_worth(state, group) for group in groups) / fielded


def _worth(state: Battle, group: Group) -> float:
    if group.where in ("routed", "deserted"):
        return 0.0
    share = group.r / group.profile.r
    if not group.on_table:
        return group.cost * share
    worth = group.cost * (0.35 + 0.65 * share)
    if counts_as_shaken(group):
        worth *= 0.6
    return worth + group.cost * 0.25 * _nearness(state, group)


def _nearness(state: Battle, group: Group) -> float:
    """How near the Group is to what the scenario wants of it, from 0 to 1."""
    goals = goals_of(state, group)
    if not goals:
        return 0.0
    x, y = middle_of(group)
    size = hypot(state.ground.width, state.ground.depth)
    return max(1 - hypot(goal.at[0] - x, goal.at[1] - y) / size for goal in goals)
