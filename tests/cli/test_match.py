"""`sandtable match` plays pairs of games and tells the rate with its error."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Told

FEW = ("match", "--games", "4", "--scenarios", "pitched-battle,broken-field", "--players", "uniform,greedy")


def test_the_result_is_told_for_each_scenario_and_for_all():
    out = Told(*FEW).out
    assert out.startswith("uniform against greedy")
    assert "pitched-battle" in out
    assert "broken-field" in out
    assert out.count(" %  ") >= 3


def test_the_json_adds_up_and_the_seed_makes_it_the_same():
    first = Told(*FEW, "--json").json
    assert first == Told(*FEW, "--json").json
    whole = first["all"]
    assert whole["wins"] + whole["draws"] + whole["losses"] == whole["games"] == 4
    assert sum(one["games"] for one in first["scenarios"].values()) == 4
    assert whole["interval"][0] <= whole["rate"] <= whole["interval"][1]


def test_companies_and_switches_can_be_chosen():
    told = Told(
        *FEW[:3], "--scenarios", "ours", "--companies", "automata,seafolk", "--option", "terrain_mode=open"
    )
    assert told.code == 0


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--players", "greedy"), '"greedy" are not two players.'),
        (("--players", "greedy,greedy"), "Both players are greedy."),
        (("--players", "greedy,wizard"), 'There is no player "wizard".'),
        (("--scenarios", "moon"), 'There is no scenario "moon".'),
        (("--companies", "moon"), 'There is no force "moon".'),
        (("--option", "wings=on"), "There is no switch"),
    ],
)
def test_bad_options_end_with_two_and_a_sentence(options: tuple[str, ...], sentence: str):
    told = Told("match", "--games", "1", *options)
    assert told.code == 2
    assert told.err.startswith(sentence)
