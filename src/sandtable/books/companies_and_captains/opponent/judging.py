"""How a battle stands: the lead in VP that may be expected at its end, as experience tells."""

from __future__ import annotations

from functools import cache

from sandtable.binding.judging import hope, weighed
from sandtable.books.companies_and_captains.chapters.ambitions import ambition_points
from sandtable.books.companies_and_captains.opponent.experience import experience
from sandtable.books.companies_and_captains.opponent.features import features, share_of_time
from sandtable.books.companies_and_captains.scenarios.scenario import scenario_of
from sandtable.books.companies_and_captains.state import Battle

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
