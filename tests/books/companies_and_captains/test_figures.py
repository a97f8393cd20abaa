"""Balance figures as the players hear them, and the examples of the catalogue that quote them."""

from __future__ import annotations

import re

import msgspec
import pytest

from sandtable.books.companies_and_captains.balance import (
    score_of_company,
    score_of_profile,
    shares_of_scenario,
)
from sandtable.books.companies_and_captains.rosters.ready import ready_companies, ready_rosters
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.beginnings import begin, entry, roster
from tests.books.companies_and_captains.scenes import rules_told, told

CATALOGUE = Catalogue.load("sandtable.books.companies_and_captains")


@covers(
    "CC-BAL-04",
    "CC-FLD-05",
    "CC-XNG-05",
    "CC-TRA-06",
    "CC-BRN-05",
    "CC-BRK-05",
    "CC-WTW-05",
    "CC-REL-05",
    "CC-HNT-05",
)
@pytest.mark.parametrize(
    ("rule_id", "title"),
    [
        ("CC-FLD-05", "Broken Field"),
        ("CC-XNG-05", "The Crossing"),
        ("CC-TRA-06", "The Supply Train"),
        ("CC-BRN-05", "Burn the Stores"),
        ("CC-BRK-05", "Breakthrough"),
        ("CC-WTW-05", "The Watchtower"),
        ("CC-REL-05", "Five Relics"),
        ("CC-HNT-05", "Hunt the Captain"),
    ],
)
def test_the_example_of_a_scenario_quotes_the_figures_that_are_told(rule_id: str, title: str):
    found = re.search(r"attacker (\d+) %, defender (\d+) %, drawn (\d+) %", CATALOGUE.rule(rule_id).example)
    assert found is not None
    shares = {
        name: int(part) / 100
        for name, part in zip(("attacker", "defender", "draw"), found.groups(), strict=True)
    }
    assert shares_of_scenario(title) == (shares, "CC-BAL-04")


@covers("CC-BAL-07")
def test_a_published_scenario_has_figures_of_its_own():
    ritual = {"attacker": 0.06, "defender": 0.94, "draw": 0.0}
    assert shares_of_scenario("Ritual") == (ritual, "CC-BAL-07")
    assert shares_of_scenario("Tea Party") is None


@covers("CC-BAL-03", "CC-BAL-08")
def test_every_ready_company_has_a_score_in_the_table_of_its_kind():
    for one in ready_companies():
        found = score_of_company(one.name)
        assert found is not None
        assert found[1] == ("CC-BAL-08" if one.rule.startswith("CC-PCO") else "CC-BAL-03")
    assert score_of_company("Iron Hold") == (0.56, "CC-BAL-03")
    assert score_of_company("Seafolk") == (0.69, "CC-BAL-08")
    assert score_of_company("Testers") is None


@covers("CC-PRO-10", "CC-BAL-02")
def test_the_example_of_the_missile_profiles_quotes_the_trial_that_priced_them():
    quoted = re.findall(r"(\w+ (?:Missile|Foot|Engine)) (0\.\d+)", CATALOGUE.rule("CC-PRO-10").example)
    assert len(quoted) == 6
    assert {profile: score_of_profile(profile) for profile, _ in quoted} == {
        profile: float(score) for profile, score in quoted
    }


@covers("CC-BAL-02", "CC-BAL-03", "CC-BAL-04", "CC-BAL-07", "CC-BAL-08")
def test_the_players_hear_what_trials_showed_before_they_roll_for_attacker():
    game = begin("five-relics", seats={"A": "greenwood-kin", "B": "seafolk"})
    (seen,) = told(game, "seen in trials")
    assert seen["shares"] == {"attacker": 0.51, "defender": 0.39, "draw": 0.1}
    assert seen["companies"] == {"A": 0.49, "B": 0.69}
    assert seen["profiles"] == {"Elite Missile": 0.56, "Light Missile": 0.42}
    assert rules_told(game, "seen in trials") == {"CC-BAL-04", "CC-BAL-03", "CC-BAL-08", "CC-BAL-02"}
    assert "CC-BAL-07" in rules_told(begin("raid"), "seen in trials")


def test_figures_of_24_points_are_not_told_in_smaller_games():
    seats = {seat: roster(entry("Heavy Foot"), entry("Heavy Foot")) for seat in "AB"}
    assert told(begin("raid", seats=seats, points_limit=12), "seen in trials") == []


@covers("CC-BAL-03")
def test_a_company_that_only_bears_the_name_of_a_tried_one_is_not_told_its_score():
    other = roster(entry("Heavy Foot"), entry("Light Foot"), name="Iron Hold")
    (seen,) = told(begin("five-relics", seats={"A": other, "B": "iron-hold"}), "seen in trials")
    assert seen["companies"] == {"B": 0.56}


@covers("CC-BAL-03", "CC-CON-08")
def test_a_tried_company_keeps_its_score_with_another_number_of_models():
    hold = ready_rosters()["iron-hold"]
    few = msgspec.structs.replace(
        hold, groups=tuple(msgspec.structs.replace(one, models=1) for one in hold.groups)
    )
    (seen,) = told(begin("five-relics", seats={"A": few, "B": "seafolk"}), "seen in trials")
    assert seen["companies"] == {"A": 0.56, "B": 0.69}


@covers("CC-BAL-03", "CC-SMP-07")
def test_a_company_without_its_missile_groups_is_not_told_the_score_it_had_with_them():
    game = begin("five-relics", seats={"A": "greenwood-kin", "B": "seafolk"}, missile_profiles=False)
    (seen,) = told(game, "seen in trials")
    assert seen["companies"] == {"B": 0.69}
