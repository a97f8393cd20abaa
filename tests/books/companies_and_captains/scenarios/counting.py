"""What a scenario counts: scenes for VP tables, and the end of turns."""

from __future__ import annotations

from typing import Any

from sandtable.books.companies_and_captains.chapters.turns import end_of_turn
from sandtable.books.companies_and_captains.scenarios.scenario import scenario_of
from sandtable.books.companies_and_captains.state import Battle
from tests.books.companies_and_captains.scenes import Told, carry_out, group


def one(x: float, y: float, profile: str = "Heavy Foot", **fields: Any) -> dict[str, Any]:
    """A Group of one model."""
    return group(profile, x, y, fielded=1, **fields)


def gone(where: str = "routed", profile: str = "Heavy Foot", **fields: Any) -> dict[str, Any]:
    """A Group that is no longer on the table."""
    return {"profile": profile, "where": where, **fields}


def vp(state: Battle) -> dict[str, int]:
    """The VP of the scenario by role."""
    totals = {"attacker": 0, "defender": 0}
    for scored in scenario_of(state).victory_points(state):
        totals[state.role(scored.side)] += scored.vp
    return totals


def lines(state: Battle, role: str) -> list[int]:
    """What each line of the VP table earns a side, in the order of the table."""
    return [one.vp for one in scenario_of(state).victory_points(state) if state.role(one.side) == role]


def end_turn(state: Battle, **script: Any) -> Told:
    """The scenario's rules for the end of a turn."""
    return carry_out(end_of_turn, state, **script)


def closing(state: Battle) -> str:
    """The rule by which the game is over now, or ""."""
    found = scenario_of(state).closing_condition(state)
    return "" if found is None else found[1]
