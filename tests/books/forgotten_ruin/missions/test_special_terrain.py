"""Special terrain and villainous attention."""

from __future__ import annotations

import pytest

from sandtable.books.forgotten_ruin.state import Stock
from sandtable.books.forgotten_ruin.stock import Rostered
from sandtable.books.forgotten_ruin.windows import MOVED, VILLAINS_CHECKED, WINDOWS, Movement, VillainCheck
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.missions.grounds import mission, wood
from tests.books.forgotten_ruin.stage import enemy, perform, soldier


@covers("FR-MIS-44")
@pytest.mark.parametrize(("die", "aggression", "exposure"), [(1, 2, 0), (3, 0, 0), (5, 0, 1)])
def test_who_reaches_the_special_feature_first_rolls_a_die(die, aggression, exposure):
    state = mission(
        soldier("S1", (18.0, 15.5)),
        terrain=[wood("W1", 18.0, 18.0)],
        special_feature="W1",
        switches={"special_terrain_effect": True},
    )
    rule = lambda play: WINDOWS.open(  # noqa: E731
        play, MOVED, Movement("A", play.state.soldiers["S1"], ((18.0, 10.0), (18.0, 15.5)), "move")
    )
    played = perform(state, rule, {"special terrain S1": [die]})
    assert (played.state.aggression, played.state.stock.exposure) == (aggression, exposure)
    assert perform(played.state, rule).rolled() == []


@covers("FR-MIS-68")
def test_villainous_attention_brings_a_villain_who_is_not_there_yet():
    roster = (Rostered("Gorzhak", "Orcs", "Warlord"), Rostered("Skarn", "Orcs", "Leadership"))
    state = mission(
        soldier("S1"),
        enemy("M1.1"),
        enemy("V1", (20.0, 20.0), kind="villain"),
        condition="Villainous attention",
        stock=Stock(story_points=0, villains=roster),
    )
    state.enemies["V1"].name = "Gorzhak"
    rule = lambda play: WINDOWS.open(play, VILLAINS_CHECKED, VillainCheck("A", []))  # noqa: E731
    played = perform(state, rule)
    assert [one.name for one in played.state.enemies.values() if one.kind == "villain"] == [
        "Gorzhak",
        "Skarn",
    ]
