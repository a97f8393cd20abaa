"""The Leap of a centaur."""

from __future__ import annotations

import pytest

from sandtable.books.forgotten_ruin.transformations.leaping import LeapPlanner
from sandtable.kernel.testing import covers
from sandtable.table.terrain import Piece, box_outline
from tests.books.forgotten_ruin.stage import battle, enemy, rule_of, soldier


def _planner(*figures, terrain=()):
    state = battle(soldier("S1", transformation="The Centaur", upgrades=("Leap",)), *figures, terrain=terrain)
    return LeapPlanner(state, state.soldiers["S1"], 5.0)


@covers("FR-TRF-16")
@pytest.mark.parametrize(("height", "rule"), [(1.25, ""), (1.5, "FR-TRF-16")])
def test_a_leap_clears_what_is_no_taller_than_a_human(height, rule):
    wall = Piece("W", "wall", box_outline(5.0, 12.0, 15.0, 12.25), height, ("linear",))
    assert rule_of(_planner(terrain=[wall]).why_not((10.0, 15.0))) == rule


@covers("FR-TRF-16")
def test_a_leap_goes_over_figures_but_not_over_a_monster():
    orc = enemy("M1.1", (10.0, 12.0))
    troll = enemy("B1", (10.0, 12.5), radius=1.0, height=2.5, kind="monster")
    assert _planner(orc).why_not((10.0, 15.0)) is None
    assert rule_of(_planner(troll).why_not((10.0, 15.0))) == "FR-TRF-16"


@covers("FR-TRF-16")
def test_a_leap_ends_out_of_contact_and_no_farther_than_the_die_allows():
    orc = enemy("M1.1", (10.0, 16.0))
    assert rule_of(_planner(orc).why_not((10.0, 15.0))) == "FR-MOV-15"
    assert rule_of(_planner().why_not((10.0, 15.1))) == "FR-TRF-16"
    assert _planner().read("hold") == (10.0, 10.0)
