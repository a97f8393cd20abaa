"""What a judge of battles looks at: a few numbers, each the attacker's less the defender's."""

from __future__ import annotations

from math import hypot

from sandtable.books.companies_and_captains.chapters.ambitions import is_fulfilled
from sandtable.books.companies_and_captains.chapters.shaken import counts_as_shaken
from sandtable.books.companies_and_captains.opponent.goals import goals_of, middle_of
from sandtable.books.companies_and_captains.scenarios.scenario import scenario_of
from sandtable.books.companies_and_captains.state import Battle, Group, Side
from sandtable.books.companies_and_captains.tables import ambitions

NAMES = (
    "attacks", "vp", "vp late", "kept", "kept late", "done", "strength", "strength late", "shaken", "goal",
    "goal late", "captain", "key", "waiting", "clock", "whole", "moves",
)  # fmt: skip

KEPT = ("We Will Not Break", "Win Without Moving", "Do Not Waver")
"""Ambitions that are fulfilled until they fail for good."""


def features(state: Battle) -> list[float]:
    """How the attacker stands against the defender."""
    sides = (state.attacker, state.defender)
    late = min(1.0, state.turn / (2 * (state.switches.published_round_cap or 20)))
    points = [0, 0]
    for scored in scenario_of(state).victory_points(state):
        points[scored.side] += scored.vp
    vp = (points[state.attacker] - points[state.defender]) / 5
    mine, theirs = _side(state, sides[0]), _side(state, sides[1])
    strength, shaken, goal, captain, waiting, whole = (a - b for a, b in zip(mine, theirs, strict=True))
    kept, done = (
        a - b for a, b in zip(_ambitions(state, sides[0]), _ambitions(state, sides[1]), strict=True)
    )
    return [
        1.0, vp, vp * late, kept, kept * late, done, strength, strength * late, shaken, goal, goal * late,
        captain, _key(state), waiting, late, whole, 1.0 if state.active == state.attacker else -1.0,
    ]  # fmt: skip


def _side(state: Battle, side: Side) -> tuple[float, float, float, float, float, float]:
    strength = shaken = goal = waiting = whole = 0.0
    groups = state.groups_of_side(side)
    fielded = sum(group.cost for group in groups) or 1
    for group in groups:
        if group.where == "undeployed":
            waiting += group.cost
        if group.where != "on the table":
            continue
        share = group.r / group.profile.r
        strength += group.cost * share
        whole += group.cost
        if counts_as_shaken(group):
            shaken += group.cost
        goal += group.cost * nearness(state, group)
    captains = [state.groups[state.companies[seat].captain] for seat in state.sides[side]]
    captain = sum(one.r / one.profile.r for one in captains if one.on_table and not one.shaken) / len(
        captains
    )
    return strength / fielded, shaken / fielded, goal / fielded, captain, waiting / fielded, whole / fielded


def nearness(state: Battle, group: Group) -> float:
    """How near the Group is to what the scenario wants of it, from 0 to 1."""
    goals = goals_of(state, group)
    if not goals:
        return 0.0
    x, y = middle_of(group)
    return max(1 / (1 + hypot(goal.at[0] - x, goal.at[1] - y) / 8) for goal in goals)


def _ambitions(state: Battle, side: Side) -> tuple[float, float]:
    kept = done = 0.0
    for seat in state.sides[side]:
        for one in state.companies[seat].ambitions or ():
            if is_fulfilled(state, seat, one.name):
                worth = ambitions()[one.name].vp + one.revealed + 1
                if one.name in KEPT:
                    kept += worth
                else:
                    done += worth
            else:
                done -= 0.0
    return kept / 5, done / 5


def _key(state: Battle) -> float:
    """How whole the Group is that the scenario turns on; the attacker wants it gone."""
    key = state.groups.get(state.roles.get("extractees", "") or state.roles.get("bodyguards", ""))
    if key is None or not key.on_table:
        return 0.0
    return -key.r / key.profile.r * (0.7 if counts_as_shaken(key) else 1.0)
