"""How a battle stands: the lead in VP that may be expected at its end, as experience tells."""

from __future__ import annotations

from functools import cache

import msgspec

from sandtable.binding.judging import hope, weighed
from sandtable.books.companies_and_captains.chapters.ambitions import ambition_points, is_fulfilled
from sandtable.books.companies_and_captains.chapters.conventions import gap, inches
from sandtable.books.companies_and_captains.chapters.moving import move_distance
from sandtable.books.companies_and_captains.chapters.resilience import is_bloodied
from sandtable.books.companies_and_captains.chapters.shaken import counts_as_shaken
from sandtable.books.companies_and_captains.opponent.experience import experience
from sandtable.books.companies_and_captains.opponent.goals import goals_of, middle_of
from sandtable.books.companies_and_captains.opponent.reckoning import exchange, expected_from, worth_of_one_r
from sandtable.books.companies_and_captains.printed_tables import ambitions
from sandtable.books.companies_and_captains.scenarios.scenario import scenario_of
from sandtable.books.companies_and_captains.state import Battle, Group, Side
from sandtable.kernel.arithmetic import hypot, total

SPREAD_AT_FIRST, SPREAD_AT_LAST = 11.0, 2.0
"""How far the lead at the end lies from what was expected, in VP, as games have shown."""


def judge(state: Battle, seat: str) -> float:
    """From -1 to 1: the chances of the seat's side, as far as one can tell."""
    sign = 1.0 if state.companies[seat].side == state.attacker else -1.0
    if state.closed:
        lead = _points(state, state.attacker) - _points(state, state.defender)
        return sign * ((lead > 0) - (lead < 0) + lead / 1000)
    spread = SPREAD_AT_FIRST + (SPREAD_AT_LAST - SPREAD_AT_FIRST) * share_of_time(state)
    return sign * hope(weighed(features(state).items(), _weights(state.scenario)), spread)


@cache
def _weights(scenario: str) -> dict[str, float]:
    judge = experience().judge
    return judge.of(scenario if scenario in judge.rows else "pitched-battle")


def _points(state: Battle, side: int) -> int:
    points = sum(scored.vp for scored in scenario_of(state).victory_points(state) if scored.side == side)
    for seat in state.sides[side]:
        if state.companies[seat].ambitions is not None:
            points += sum(scored.vp for scored in ambition_points(state, seat))
    return points


KEPT = ("We Will Not Break", "Win Without Moving", "Do Not Waver")
"""Ambitions that are fulfilled until they fail for good."""
USUAL_ROUNDS = 20
"""How long a battle is taken to last where no cap is set."""
HALF_WAY = 8.0
"""A Group so many inches from its goal counts half."""
NEAR_CAPTAIN = 12.0
"""How near the Captain helps (CC-CAP-05)."""


class Standing(msgspec.Struct):
    """How one side stands, as shares of the points it fielded."""

    strength: float = 0.0
    shaken: float = 0.0
    bloodied: float = 0.0
    goal: float = 0.0
    captain: float = 0.0
    led: float = 0.0
    waiting: float = 0.0
    whole: float = 0.0
    might: float = 0.0
    """What its Groups could inflict by one order each, in worth."""


def features(state: Battle) -> dict[str, float]:
    """How the attacker stands against the defender."""
    late = share_of_time(state)
    points = [0, 0]
    for scored in scenario_of(state).victory_points(state):
        points[scored.side] += scored.vp
    vp = (points[state.attacker] - points[state.defender]) / 5
    a, d = _standing(state, state.attacker), _standing(state, state.defender)
    kept, done = (
        one - other
        for one, other in zip(
            _ambitions(state, state.attacker), _ambitions(state, state.defender), strict=True
        )
    )
    strength, goal = a.strength - d.strength, a.goal - d.goal
    moving, waiting = (a.might, -d.might) if state.active == state.attacker else (-d.might, a.might)
    return {
        "attacks": 1.0,
        "vp": vp,
        "vp late": vp * late,
        "kept": kept,
        "kept late": kept * late,
        "done": done,
        "strength": strength,
        "strength late": strength * late,
        "shaken": a.shaken - d.shaken,
        "bloodied": a.bloodied - d.bloodied,
        "goal": goal,
        "goal late": goal * late,
        "captain": a.captain - d.captain,
        "led": a.led - d.led,
        "key": _key(state),
        "waiting": a.waiting - d.waiting,
        "clock": late,
        "whole": a.whole - d.whole,
        "might": moving,
        "might to come": waiting,
        "to move": 1.0 if state.active == state.attacker else -1.0,
    }


def share_of_time(state: Battle) -> float:
    """How much of the time that the battle may take is over."""
    return min(1.0, state.turn / (2 * (state.switches.published_round_cap or USUAL_ROUNDS)))


def _standing(state: Battle, side: Side) -> Standing:
    found = Standing()
    groups = state.groups_of_side(side)
    captains = [state.groups[state.companies[seat].captain] for seat in state.sides[side]]
    ready = [one for one in captains if one.on_table and not counts_as_shaken(one)]
    for group in groups:
        if group.where == "on the table":
            _count(state, group, ready, found)
        elif group.where == "undeployed":
            found.waiting += group.cost
    fielded = sum(group.cost for group in groups) or 1
    for name in Standing.__struct_fields__:
        setattr(found, name, getattr(found, name) / fielded)
    found.captain = total(one.r / one.profile.r for one in ready) / len(captains)
    return found


def _count(state: Battle, group: Group, captains: list[Group], found: Standing) -> None:
    cost = group.cost
    found.strength += cost * group.r / group.profile.r
    found.whole += cost
    found.goal += cost * nearness(state, group)
    if counts_as_shaken(group):
        found.shaken += cost
        return
    if is_bloodied(group):
        found.bloodied += cost
    if any(one is group or gap(group, one) <= inches(state, NEAR_CAPTAIN) for one in captains):
        found.led += cost
    found.might += might_of(state, group)


def might_of(state: Battle, group: Group) -> float:
    """The most that the Group could inflict by one order now, in worth."""
    best = 0.0
    profile = group.profile
    reach = move_distance(state, group)
    far_reach = inches(state, profile.mi_range) if profile.mi_range and not group.melee else 0.0
    for enemy in state.enemies_on_table(group):
        far = 0.0 if enemy.id in group.melee else gap(group, enemy)
        if profile.has_attack and far <= reach and (not group.melee or enemy.id in group.melee):
            inflicted, suffered = exchange(state, group, enemy)
            best = max(best, inflicted - suffered)
        if far <= far_reach and profile.mi_hit is not None and not enemy.melee:
            lost = expected_from(state, group, enemy, profile.mi_hit, attacking=True)
            best = max(best, lost * worth_of_one_r(enemy))
    return best


def nearness(state: Battle, group: Group) -> float:
    """How near the Group is to what the scenario wants of it, from 0 to 1."""
    goals = goals_of(state, group)
    if not goals:
        return 0.0
    x, y = middle_of(group)
    return max(1 / (1 + hypot(goal.at[0] - x, goal.at[1] - y) / HALF_WAY) for goal in goals)


def _ambitions(state: Battle, side: Side) -> tuple[float, float]:
    """The VP that hang on ambitions still kept, and those of deeds that are done."""
    kept = done = 0.0
    for seat in state.sides[side]:
        for one in state.companies[seat].ambitions or ():
            if is_fulfilled(state, seat, one.name):
                worth = ambitions()[one.name].vp + one.revealed + 1
                if one.name in KEPT:
                    kept += worth
                else:
                    done += worth
    return kept / 5, done / 5


def _key(state: Battle) -> float:
    """How whole the Group is that the scenario turns on; the attacker wants it gone."""
    key = state.groups.get(state.roles.get("extractees", "") or state.roles.get("bodyguards", ""))
    if key is None or not key.on_table:
        return 0.0
    return -key.r / key.profile.r * (0.7 if counts_as_shaken(key) else 1.0)
