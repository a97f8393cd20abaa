"""Basic principles: measuring, dice and random choices."""

from __future__ import annotations

import pytest

from sandtable.books.forgotten_ruin.chapters.conventions import (
    bearing,
    closer_than,
    gap,
    inches,
    pick_at_random,
    roll_d100,
    towards,
    within,
)
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.stage import battle, perform, soldier


@covers("FR-PRN-10")
def test_bases_of_one_inch_with_centres_seven_inches_apart_are_six_inches_apart():
    assert gap(soldier("S1", (0.0, 0.0)), soldier("S2", (7.0, 0.0))) == pytest.approx(6.0)
    assert within(gap(soldier("S1", (0.0, 0.0)), soldier("S2", (7.0, 0.0))), 6.0)


@covers("FR-PRN-32")
def test_a_hundredth_of_an_inch_is_forgiven_and_no_more():
    assert within(6.004, 6.0)
    assert not within(6.02, 6.0)
    assert not closer_than(9.995, 10.0)


@covers("FR-PRN-11")
def test_metric_play_multiplies_every_distance():
    assert inches(battle(), 5.0) == 5.0
    assert inches(battle(switches={"units": "metric"}), 5.0) == 12.5


@covers("FR-PRN-16")
@pytest.mark.parametrize(("faces", "number"), [((3, 8), 38), ((10, 7), 7), ((7, 10), 70), ((10, 10), 100)])
def test_tens_and_units_make_a_hundred(faces, number):
    played = perform(battle(), lambda play: roll_d100(play, "table"), {"d100 table": faces})
    assert played.returned == number


@covers("FR-PRN-22")
def test_a_random_choice_is_a_die_with_as_many_sides_as_there_are_things():
    things = ("a", "b", "c", "d", "e")
    played = perform(battle(), lambda play: pick_at_random(play, things, "feature"), {"choose feature": [4]})
    assert played.returned == "d"


@covers("FR-PRN-23")
def test_a_bearing_of_zero_points_from_the_players_edge_to_the_enemys():
    played = perform(battle(), bearing, {"bearing": [360]})
    assert played.returned == 0
    south, east = battle(), battle(edge="east")
    assert towards(south, 90, (10.0, 10.0), 4.0) == pytest.approx((14.0, 10.0))
    assert towards(east, 0, (10.0, 10.0), 4.0) == pytest.approx((6.0, 10.0))
