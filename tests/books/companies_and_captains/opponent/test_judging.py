"""How the judge of battles sees them, and what experience adds to a temper."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sandtable.books.companies_and_captains.book import BOOK
from sandtable.books.companies_and_captains.opponent.experience import experience
from sandtable.books.companies_and_captains.opponent.features import NAMES, features
from sandtable.books.companies_and_captains.opponent.judging import judge
from sandtable.books.companies_and_captains.opponent.styles import seasoned_style, temper_of
from sandtable.books.companies_and_captains.scenarios.scenario import SCENARIOS
from tests.books.companies_and_captains.scenes import archers, foot, riders, state_of

GROUPS: dict[str, dict[str, Any]] = {
    "A1": foot(10, 10, captain=True),
    "A2": archers(20, 10),
    "B1": foot(10, 30, captain=True),
    "B2": riders(20, 30),
}


@pytest.mark.parametrize("scenario", sorted(SCENARIOS))
def test_every_scenario_has_a_weight_for_every_number(scenario: str) -> None:
    (row,) = (one for one in experience().judge if one.scenario == scenario)
    assert len(row.weights) == len(NAMES)


def test_there_is_a_number_for_every_name() -> None:
    assert len(features(state_of(GROUPS))) == len(NAMES)


@pytest.mark.parametrize("scenario", ["pitched-battle", "ambush", "retreat"])
def test_what_is_good_for_one_side_is_as_bad_for_the_other(scenario: str) -> None:
    state = state_of(GROUPS, scenario=scenario)
    assert judge(state, "A") == pytest.approx(-judge(state, "B"))
    assert -1 < judge(state, "A") < 1


@pytest.mark.parametrize("scenario", ["pitched-battle", "ambush", "retreat", "raid"])
def test_whoever_has_lost_r_stands_worse(scenario: str) -> None:
    fresh = state_of(GROUPS, scenario=scenario)
    hurt = state_of({**GROUPS, "A2": archers(20, 10, r=3)}, scenario=scenario)
    assert judge(hurt, "A") < judge(fresh, "A")
    assert judge(hurt, "B") > judge(fresh, "B")


def test_experience_leans_on_the_temper_by_scenario_and_role() -> None:
    state = state_of(GROUPS, scenario="ambush", switches={"bot_temper": "wary"})
    temper, leaning = temper_of(state), seasoned_style(state, state.defender)
    (row,) = (one for one in experience().leanings if (one.scenario, one.role) == ("ambush", "defender"))
    assert leaning.goals == temper.goals * row.goals != temper.goals
    assert (leaning.stops_below, leaning.loss) == (temper.stops_below, temper.loss)
    raid = state_of(GROUPS, scenario="raid", switches={"bot_temper": "wary"})
    assert seasoned_style(raid, raid.defender) == msgspec.structs.replace(temper, learnt=True)


def test_leanings_are_for_scenarios_and_roles_that_exist_and_each_is_said_once() -> None:
    rows = [(one.scenario, one.role) for one in experience().leanings]
    assert len(rows) == len(set(rows))
    assert all(scenario in SCENARIOS and role in ("attacker", "defender") for scenario, role in rows)


def test_the_book_offers_the_seasoned_adviser() -> None:
    state = state_of(GROUPS, scenario="pitched-battle")
    assert BOOK.adviser.seasoned(state, "A").judge(state, "A") == judge(state, "A")
