"""Basic principles: measuring, dice and random choices."""

from __future__ import annotations

import pytest

from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    bearing,
    beyond,
    closer_than,
    first_started,
    gap,
    in_contact,
    inches,
    measure,
    opponents_in_contact,
    opposite,
    pick_at_random,
    roll_d100,
    roll_sum,
    stature,
    towards,
    within,
)
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.stage import battle, enemy, perform, soldier


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


@covers("FR-PRN-07", "FR-PRN-08")
def test_opponents_are_those_of_another_side_and_contact_is_touching_bases():
    one, friend = soldier("S1", (10.0, 10.0)), soldier("S2", (11.0, 10.0))
    orc, far = enemy("M1.1", (10.0, 11.0)), enemy("M1.2", (10.0, 12.1))
    state = battle(one, friend, orc, far)
    assert in_contact(state, one, orc)
    assert not in_contact(state, one, far)
    assert [each.id for each in opponents_in_contact(state, one)] == ["M1.1"]
    assert [each.id for each in state.opponents_of(orc)] == ["S1", "S2"]


@covers("FR-PRN-12")
def test_any_distance_may_be_measured():
    state = battle(soldier("S1", (10.0, 10.0)), enemy("M1.1", (10.0, 20.0)))
    assert measure(state, "S1", "M1.1") == pytest.approx(9.0)


@covers("FR-PRN-15")
def test_several_dice_are_added():
    played = perform(battle(), lambda play: roll_sum(play, 2, "fate"), {"fate": [2, 6]})
    assert played.returned == 8


@covers("FR-PRN-26", "FR-PRN-27")
def test_of_effects_that_exclude_one_another_the_first_holds_and_level_ones_are_drawn():
    early = perform(battle(), lambda play: first_started(play, [(2, "fog"), (1, "sun")]))
    assert early.returned == "sun"
    level = [(1, "fog"), (1, "sun"), (3, "rain")]
    drawn = perform(battle(), lambda play: first_started(play, level), {"choose effect": [2]})
    assert drawn.returned == "sun"
    assert "FR-PRN-27" in drawn.cited()


@covers("FR-PRN-13", "FR-PRN-30")
def test_default_sizes_and_bases_far_larger_than_the_body():
    state = battle()
    assert stature(state, is_monster=False) == (0.5, 1.25)
    assert stature(state, is_monster=True) == (1.0, 2.5)
    assert stature(state, is_monster=True, body=0.6) == (1.0, 2.5)
    to_the_body = battle(switches={"measure_oversized": "body"})
    assert stature(to_the_body, is_monster=True, body=0.6) == (0.6, 2.5)


@covers("FR-PRN-31")
def test_the_enemys_edge_lies_opposite():
    assert [opposite(one) for one in ("south", "north", "west", "east")] == ["north", "south", "east", "west"]


@covers("FR-PRN-32")
def test_a_value_at_the_limit_is_never_beyond_it():
    assert not beyond(6.01, 6.0)
    assert beyond(6.02, 6.0)


@covers("FR-PRN-21", "FR-PRN-16")
def test_a_hundred_is_rolled_with_both_dice_each_time():
    async def twice(play):
        return [await roll_d100(play, "table") for _ in range(2)]

    played = perform(battle(), twice, {"d100 table": [3, 8, 7, 10]})
    assert played.returned == [38, 70]
    assert [len(faces) for _, faces in played.rolled()] == [2, 2]
