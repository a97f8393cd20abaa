"""Fire support."""

from __future__ import annotations

import pytest

from sandtable.books.forgotten_ruin.chapters.fire_support import (
    call_fire_support,
    chance_of_call,
    figures_under,
    is_exhausted,
    why_not_call,
    why_not_mark,
)
from sandtable.books.forgotten_ruin.state import Battle, Mission
from sandtable.kernel.testing import covers
from sandtable.table.terrain import box_outline, wall
from tests.books.forgotten_ruin.armed import playing, skirmish
from tests.books.forgotten_ruin.stage import enemy, perform, piece_of, rule_of, soldier, start


def supported(*figures: object, **facts: object) -> Battle:
    mission = Mission(support=("fire support",), fire_support_number=facts.pop("number", 4))  # type: ignore[arg-type]
    return skirmish(*figures, mission=mission, **facts)  # type: ignore[arg-type]


@covers("FR-FSP-01")
def test_fire_support_must_be_available() -> None:
    state = skirmish(soldier("S1"))
    assert rule_of(why_not_call(state, state.soldiers["S1"])) == "FR-FSP-01"
    state = supported(soldier("S1"))
    assert why_not_call(state, state.soldiers["S1"]) is None


@covers("FR-FSP-02", "FR-FSP-03", "FR-FSP-04")
def test_a_failed_call_uses_up_the_round_and_changes_nothing_else() -> None:
    state = supported(soldier("S1", wits=0), enemy("M1.1"), number=5)
    shown = perform(state, playing(call_fire_support, "S1"), {"call S1": [3]})
    assert shown.returned is False
    assert shown.state.mission.fire_support_number == 5
    assert rule_of(why_not_call(shown.state, shown.state.soldiers["S1"])) == "FR-FSP-02"


@covers("FR-FSP-03", "FR-FSP-04", "FR-FSP-06", "FR-FSP-07")
def test_a_successful_call_lands_at_once_and_makes_the_next_harder() -> None:
    state = supported(soldier("S1", wits=1), enemy("M1.1", (30.0, 30.0)))
    shown = perform(
        state,
        playing(call_fire_support, "S1"),
        {"call S1": [3], "deviation": [5], "damage M1.1": [1, 1, 1]},
        [{"at": [30.0, 30.0]}],
    )
    assert shown.returned is True
    assert shown.state.mission.fire_support_number == 5
    assert shown.told("fire mission lands")[0].facts["at"] == (30.0, 30.0)


@covers("FR-FSP-05")
@pytest.mark.parametrize(("number", "gone"), [(7, False), (8, True)])
def test_support_is_exhausted_when_nobody_can_reach_the_number(number: int, gone: bool) -> None:
    state = supported(soldier("S1", wits=0), soldier("S2", wits=1), soldier("S3", wits=3), number=number)
    state.soldiers["S3"].where = "casualty"
    assert is_exhausted(state) is gone
    assert rule_of(why_not_call(state, state.soldiers["S1"])) == ("FR-FSP-05" if gone else "")


@covers("FR-FSP-06")
def test_the_marker_is_put_in_sight_at_any_distance() -> None:
    rock = piece_of("R1", "boulder", wall((5.0, 12.0), (15.0, 12.0), 1.0))
    state = skirmish(soldier("S1", (10.0, 5.0)), terrain=[rock])
    one = state.soldiers["S1"]
    assert why_not_mark(state, one, (35.0, 35.0)) is None
    assert rule_of(why_not_mark(state, one, (10.0, 20.0))) == "FR-FSP-06"


@covers("FR-FSP-10")
def test_danger_close() -> None:
    state = skirmish(soldier("S1", (10.0, 5.0)), soldier("S2", (20.0, 20.0)))
    one = state.soldiers["S1"]
    assert rule_of(why_not_mark(state, one, (22.5, 20.0))) == "FR-FSP-10"
    assert why_not_mark(state, one, (22.6, 20.0)) is None


@covers("FR-FSP-07")
def test_one_to_four_deviate_so_many_inches() -> None:
    state = supported(soldier("S1"), enemy("M1.1", (30.0, 30.0)))
    shown = perform(
        state,
        playing(call_fire_support, "S1"),
        {"call S1": [4], "deviation": [3], "bearing": [180]},
        [{"at": [30.0, 30.0]}],
    )
    assert shown.told("fire mission lands")[0].facts["at"] == pytest.approx((30.0, 27.0))


@covers("FR-FSP-08", "FR-FSP-09")
def test_a_direct_hit_is_three_hits_and_knocks_down_and_the_others_take_one() -> None:
    state = supported(
        soldier("S1"), enemy("M1.1", (30.0, 30.0), toughness=6), enemy("M1.2", (30.0, 32.4), save=2)
    )
    shown = perform(
        state,
        playing(call_fire_support, "S1"),
        {"call S1": [6], "deviation": [6], "damage M1.1": [1, 2, 3], "save M1.2": [2]},
        [{"at": [30.0, 30.0]}],
    )
    assert shown.state.enemies["M1.1"].knocked_down
    assert not shown.state.enemies["M1.2"].knocked_down
    assert {"FR-FSP-08", "FR-FSP-09"} <= shown.cited()


@covers("FR-FSP-09")
def test_rounds_fall_through_cover_but_not_through_a_roof() -> None:
    house = piece_of("H1", "hut", box_outline(28.0, 31.0, 32.0, 34.0), 3.0, "roofed")
    fence = piece_of("F1", "low wall", wall((28.0, 29.0), (32.0, 29.0), 0.2))
    state = skirmish(enemy("M1.1", (30.0, 28.0)), enemy("M1.2", (30.0, 32.0)), terrain=[house, fence])
    assert [(one.id, number) for one, number in figures_under(state, (30.0, 30.2))] == [("M1.1", 1)]


@covers("FR-FSP-11")
def test_stray_rounds_hit_friends() -> None:
    state = supported(soldier("S1"), soldier("S2", (20.0, 20.0)), enemy("M1.1", (20.0, 24.0)))
    shown = perform(
        state,
        playing(call_fire_support, "S1"),
        {"call S1": [4], "deviation": [4], "bearing": [180], "damage S2": [1, 1, 1]},
        [{"at": [20.0, 24.0]}],
    )
    assert "FR-FSP-11" in shown.cited()
    assert shown.state.soldiers["S2"].stun == 3


@covers("FR-FSP-06", "FR-FSP-10")
def test_every_proposal_is_legal() -> None:
    state = supported(soldier("S1"), enemy("M1.1", (20.0, 24.0)), enemy("M1.2", (10.0, 12.0)))
    asked = start(state, playing(call_fire_support, "S1"), {"call S1": [4]})
    assert asked.options()
    assert all(asked.question.legal(one) is None for one in asked.options())


@covers("FR-FSP-03")
@pytest.mark.parametrize(("wits", "number", "chance"), [(0, 4, 0.5), (1, 4, 4 / 6), (0, 7, 0.0), (3, 4, 1.0)])
def test_the_chance_of_a_call(wits: int, number: int, chance: float) -> None:
    state = supported(soldier("S1", wits=wits), number=number)
    assert chance_of_call(state, state.soldiers["S1"]) == pytest.approx(chance)


@covers("FR-FSP-06", "FR-FSP-10")
def test_a_caller_deep_in_a_wood_marks_what_little_is_in_sight() -> None:
    wood = piece_of("W1", "forest", box_outline(2.0, 2.0, 22.0, 22.0))
    state = supported(soldier("S1", (9.0, 9.0), wits=1), enemy("M1.1", (30.0, 30.0)), terrain=[wood])
    asked = start(state, playing(call_fire_support, "S1"), {"call S1": [5], "deviation": [5]})
    assert asked.options()
    assert asked.question.legal({"at": [9.0, 11.6]}) is None
    assert rule_of(asked.question.legal({"at": [9.0, 11.4]})) == "FR-FSP-10"
    assert rule_of(asked.question.legal({"at": [9.0, 14.0]})) == "FR-FSP-06"
