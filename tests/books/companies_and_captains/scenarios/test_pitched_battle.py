"""Pitched Battle: the roll that ends it, and the points of Routed Groups."""

from __future__ import annotations

import pytest

from sandtable.books.companies_and_captains.scenarios.published import groups_left
from sandtable.books.companies_and_captains.scenarios.scenario import scenario_of
from sandtable.books.companies_and_captains.state import Battle
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.scenarios.counting import closing, end_turn, gone, one, vp
from tests.books.companies_and_captains.scenes import answer, battle, carry_out, rules_told, state_of, told


def four_left(turn: int = 6, **fields: object) -> Battle:
    """Two Groups of each side are left."""
    groups = {"A1": one(10, 10), "A2": one(20, 10), "A3": gone(), "B1": one(10, 40), "B2": one(20, 40)}
    return state_of(groups, turn=turn, **fields)


def closing_roll(state: Battle, *faces: int) -> bool:
    """Whether this turn becomes the last."""
    dice = {"closing roll": list(faces)} if faces else {}
    done = carry_out(scenario_of(state).closing_roll, state, dice=dice)
    assert not faces or "CC-PIT-03" in rules_told(done)
    return state.last_turn


@covers("CC-PIT-03")
@pytest.mark.parametrize(("face", "is_last"), [(4, False), (5, True), (6, True)])
def test_with_four_groups_left_the_turn_is_the_last_on_5_or_6(face: int, is_last: bool) -> None:
    assert closing_roll(four_left(), face) is is_last


@covers("CC-PIT-03")
@pytest.mark.parametrize(("face", "is_last"), [(3, False), (4, True)])
def test_with_three_groups_left_the_turn_is_the_last_on_4_or_more(face: int, is_last: bool) -> None:
    state = state_of({"A1": one(10, 10), "A2": one(20, 10), "B1": one(10, 40), "B2": gone()}, turn=5)
    assert closing_roll(state, face) is is_last


@covers("CC-PIT-03")
def test_with_five_groups_left_and_in_the_first_turn_of_four_fielded_nobody_rolls() -> None:
    five = state_of(
        {f"A{number}": one(6 * number, 10) for number in range(1, 5)} | {"B1": one(10, 40)}, turn=4
    )
    assert closing_roll(five) is False
    four = {"A1": one(10, 10), "A2": one(20, 10), "B1": one(10, 40), "B2": one(20, 40)}
    assert closing_roll(state_of(four, turn=1)) is False
    assert closing_roll(state_of(four, turn=2), 5) is True


@covers("CC-PIT-03", "CC-OTR-28")
def test_undeployed_groups_are_left_as_long_as_a_summoner_can_bring_them_on() -> None:
    waiting = {"profile": "Light Foot"}
    groups = {"A1": one(10, 10), "B1": one(10, 40, traits=["Summoner"]), "B2": waiting, "B3": waiting}
    assert groups_left(state_of(groups, turn=4)) == 4
    groups["B1"] = gone(traits=["Summoner"])
    assert groups_left(state_of(groups, turn=4)) == 1


@covers("CC-PIT-03", "CC-TRN-02", "CC-GEN-15")
def test_the_roll_comes_first_in_the_turn_and_the_last_turn_is_played_to_its_end() -> None:
    groups = {"A1": one(10, 10, shaken=True), "A2": one(20, 10), "B1": one(10, 40), "B2": one(20, 40)}
    dice = {"closing roll": [6], "resilience A1": [6, 6]}
    game = battle(groups, dice=dice, turn=2, active="A", step="start of turn")
    rolls = [event.facts["why"] for event in game.events(all_seats=True) if event.kind == "dice rolled"]
    assert rolls == ["closing roll", "resilience A1"]
    assert game.state.closed == ""
    answer(game, "end turn")
    assert game.result is not None
    assert "CC-PIT-03" in rules_told(game, "game closed")


@covers("CC-PIT-03", "CC-END-03")
def test_a_side_with_no_group_left_ends_the_game_without_a_roll() -> None:
    assert closing(state_of({"A1": one(10, 10), "B1": gone()}, turn=3)) == "CC-END-03"
    assert closing(four_left()) == ""


@covers("CC-PIT-04", "CC-PUB-10")
def test_equal_sums_of_points_earn_three_vp_each_even_if_zero() -> None:
    groups = {
        "A1": one(10, 10),
        "A2": gone(cost=9),
        "A3": gone(cost=5),
        "B1": one(10, 40),
        "B2": gone(cost=8),
        "B3": gone(cost=6),
    }
    assert vp(state_of(groups)) == {"attacker": 3, "defender": 3}
    assert vp(state_of({"A1": one(10, 10), "B1": one(10, 40)})) == {"attacker": 3, "defender": 3}


@covers("CC-PIT-04", "CC-PUB-10")
def test_the_higher_sum_earns_five_vp_and_deserters_do_not_count() -> None:
    groups = {"A1": one(10, 10), "A2": gone(cost=3), "B1": one(10, 40), "B2": gone("deserted", cost=12)}
    assert vp(state_of(groups)) == {"attacker": 0, "defender": 5}


@covers("CC-PUB-12")
@pytest.mark.parametrize(
    ("cap", "turn", "is_over"), [(20, 39, False), (20, 40, True), (8, 16, True), (0, 400, False)]
)
def test_the_game_ends_after_the_round_of_the_cap(cap: int, turn: int, is_over: bool) -> None:
    groups = {f"A{number}": one(6 * number, 10) for number in range(1, 6)} | {"B1": one(10, 40)}
    state = state_of(groups, turn=turn, switches={"published_round_cap": cap})
    done = end_turn(state)
    assert bool(state.closed) is is_over
    assert rules_told(done, "game closed") >= ({"CC-PUB-12"} if is_over else set())
    assert bool(told(done, "game closed")) is is_over
