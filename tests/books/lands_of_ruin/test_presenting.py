"""What is told before the first die, and to whom."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.kernel.testing import covers

TEAMS = {"A": "Watch\nLegate Varro\nLysandra\nMedicus Kaeso", "B": "balean-starter"}


def told(kind: str, seat: str | None, **options: Any) -> list[Any]:
    """The events of a kind that a seat is told at the start of a game between these teams."""
    game = sandtable.new("lands-of-ruin", seats=TEAMS, options=options, seed=1)
    return [one for one in game.events(seat=seat) if one.kind == kind]


@covers("LR-TEAM-11", "LR-TEAM-02", "LR-TEAM-03", "LR-MODE-19")
def test_the_opponent_is_told_the_cards_of_all_but_infiltrators_and_no_totals():
    introduced = {one.facts["seat"]: one.facts["cards"] for one in told("team introduced", "B")}
    assert introduced["A"] == ["A-Varro", "A-Kaeso"]
    assert introduced["B"] == ["B-Thanatos", "B-Androphage", "B-Gorehound"]
    # LR-HERO-04: 476, 855 and 475; LR-HERO-03: 466, 520 and 405.
    assert [one.facts["value"] for one in told("team counted", "A")] == [1806]
    assert [one.facts["value"] for one in told("team counted", "B")] == [1391]
    assert told("team counted", None) == told("load counted", None) == told("card dealt", None) == []


@covers("LR-EQP-01", "LR-EQP-02", "LR-EQP-06", "LR-HERO-05", "LR-MODE-08")
def test_each_owner_is_told_what_a_card_is_worth_and_how_far_its_load_lets_it_go():
    dealt = {one.facts["card"]: one.facts["value"] for one in told("card dealt", "B")}
    assert dealt == {"B-Thanatos": 466, "B-Androphage": 520, "B-Gorehound": 405}
    loads = {one.facts["card"]: one.facts for one in told("load counted", "B")}
    # Balean Plated Armour weighs 5 kg. Of what is over 10 kg each takes 1 percent off 20 inches.
    expected = {
        "B-Thanatos": (10.72, 19),
        "B-Androphage": (13.3, 19),
        "B-Gorehound": (12.0, 23),  # 98 percent, and 20 for Fleet of Foot
    }
    assert {one: (loads[one]["weight"], loads[one]["inches"]) for one in loads} == expected


@covers("LR-MODE-02", "LR-MODE-16", "LR-MOR-01", "LR-SCN-11", "LR-MAP-03")
@pytest.mark.parametrize(("mode", "cites"), [("basic", True), ("advanced", False)])
def test_everybody_is_told_scenario_map_and_mode(mode: str, cites: bool):
    (one,) = told("mode introduced", None, game_mode=mode, map="open-waste")
    assert (one.facts["mode"], "LR-MOR-01" in one.rules) == (mode, cites)
    assert [one.facts["map"] for one in told("map introduced", None, map="open-waste")] == ["Open Waste"]
    (scenario,) = told("scenario introduced", None)
    assert (scenario.facts["rounds"], scenario.facts["threat"], scenario.facts["danger"]) == (10, 10, 40)
