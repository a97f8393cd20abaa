"""How the judge of battles sees them, and what experience adds to a temper."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sandtable.books.companies_and_captains.book import BOOK
from sandtable.books.companies_and_captains.opponent.experience import (
    Style,
    experience,
    seasoned_style,
    temper_of,
)
from sandtable.books.companies_and_captains.opponent.judging import features, judge
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
    assert list(experience().judge.of(scenario)) == list(features(state_of(GROUPS)))


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
    row = experience().leanings["ambush"]["defender"]
    assert leaning.goals == temper.goals * row.times["goals"] != temper.goals
    assert (leaning.stops_below, leaning.loss) == (temper.stops_below, temper.loss)
    raid = state_of(GROUPS, scenario="raid", switches={"bot_temper": "wary"})
    assert seasoned_style(raid, raid.defender) == msgspec.structs.replace(temper, learnt=True)


@pytest.mark.parametrize("scenario", sorted(experience().leanings))
def test_leanings_are_for_scenarios_and_roles_that_exist_and_change_what_a_style_has(scenario: str) -> None:
    assert scenario in SCENARIOS
    for role, one in experience().leanings[scenario].items():
        assert role in ("attacker", "defender")
        leaning = msgspec.structs.asdict(temper_of(state_of(GROUPS))) | one.times | one.instead
        assert msgspec.convert(leaning, Style)


def test_the_book_offers_the_seasoned_adviser() -> None:
    state = state_of(GROUPS, scenario="pitched-battle")
    assert BOOK.adviser.seasoned(state, "A").judge(state, "A") == judge(state, "A")
