"""Getting away from models: how far a base is from them, and where a way leads out of their reach."""

from __future__ import annotations

import pytest

from sandtable.table.units.apart import model_gap, straight_away


def test_the_gap_is_taken_from_rim_to_rim_and_never_below_nothing():
    assert model_gap((0.0, 0.0), 0.5, ((3.0, 4.0), (9.0, 0.0)), 0.5) == 4.0
    assert model_gap((0.0, 0.0), 0.5, ((0.4, 0.0),), 0.5) == 0.0


def test_the_way_leads_straight_from_the_nearest_until_it_is_out_of_reach():
    assert straight_away((1.0, 0.0), ((0.0, 0.0),), 4.0) == pytest.approx((4.0, 0.0))


def test_others_behind_push_the_place_farther_out():
    assert straight_away((1.0, 0.0), ((0.0, 0.0), (3.0, 0.0)), 4.0) == pytest.approx((7.0, 0.0))


def test_there_is_no_way_from_a_model_on_the_same_spot():
    assert straight_away((1.0, 1.0), ((1.0, 1.0),), 4.0) is None
