"""Activation: a Group, an order, 2d6, and a failure that ends the turn."""

from __future__ import annotations

import random
from typing import Any

import pytest

import sandtable
from sandtable.books.companies_and_captains.orders import KINDS, Order
from sandtable.kernel.decision import Candidate, ChooseOne
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.scenes import (
    answer,
    barred,
    battle,
    group,
    keys,
    rules_told,
    state_of,
    told,
)


def one(profile: str, x: float, y: float, **fields: Any) -> dict[str, Any]:
    """A Group of a single model."""
    return group(profile, x, y, fielded=1, **fields)


def game_of(*groups: dict[str, Any], **position: Any) -> Any:
    """Seat A with these Groups against Heavy Foot far away."""
    own = {f"A{number}": spec for number, spec in enumerate(groups, 1)}
    return battle({**own, "B1": one("Heavy Foot", 60, 45)}, scenario="ambush", **position)


@pytest.mark.parametrize(
    ("scenario", "first", "second"),
    [
        ("raid", "necromancers-legion", "automata"),
        ("sortie", "barrow-legion", "bearfolk-war-party"),
        ("ritual", "freelance-company", "seafolk"),
    ],
)
@covers("CC-ACT-05", "CC-ACT-10")
def test_whoever_draws_at_random_draws_from_every_group_and_order_that_is_allowed(
    scenario: str, first: str, second: str
) -> None:
    compared = 0
    for seed in range(8):
        seats = {"A": first, "B": second}
        game = sandtable.new("companies-and-captains", scenario=scenario, seats=seats, seed=seed)
        chance = random.Random(seed)
        while game.decision is not None:
            if isinstance(game.decision, ChooseOne) and game.decision.rule in ("CC-ACT-01", "CC-ACT-05"):
                likely = game.decision._likely
                assert likely is not None
                made = [one if isinstance(one, Candidate) else one() for one in likely()]
                drawn_from = {one.key for one in made if one.refusal() is None}
                assert drawn_from == set(keys(game.decision))
                compared += 1
            asked = game.decision_for(seat := game.waiting_for[0])
            assert asked is not None
            game.answer(asked.sample(chance), seat=seat)
    assert compared > 100


@covers("CC-ACT-01", "CC-ACT-08")
def test_after_a_success_the_side_chooses_another_group() -> None:
    game = game_of(one("Heavy Foot", 10, 10), one("Heavy Foot", 20, 10), dice={"activate A1": [3, 2]})
    assert keys(game.decision) == ["A1", "A2", "end turn"]
    answer(game, "A1", "move", {"models": [[10, 16]]})
    assert game.state.groups["A1"].models == ((10.0, 16.0),)
    assert keys(game.decision) == ["A2", "end turn"]
    assert "CC-ACT-08" in rules_told(game, "group activated")


@covers("CC-ACT-02")
def test_a_group_may_be_activated_only_once_a_turn() -> None:
    game = game_of(one("Heavy Foot", 10, 10), one("Heavy Foot", 20, 10), dice={"activate A1": [3, 2]})
    answer(game, "A1", "move", "hold")
    with pytest.raises(Refused) as refused:
        answer(game, "A1")
    assert refused.value.rule == "CC-ACT-02"


@covers("CC-ACT-04")
def test_in_melee_a_group_may_only_attack_its_enemy_or_retreat() -> None:
    game = battle(
        {
            "A1": one("Light Cavalry", 20, 20, melee=["B1"], traits=["Caster", "Summoner", "Self-Destruct"]),
            "B1": one("Heavy Foot", 20, 21.25),
            "B2": one("Heavy Foot", 26, 20),
        }
    )
    answer(game, "A1")
    assert sorted(keys(game.decision)) == ["attack B1", "retreat"]
    why = barred(game.decision)
    assert why["move"] == why["shoot B2"] == why["attack B2"] == "CC-ACT-04"
    assert game.decision is not None
    assert "CC-ACT-04" in game.decision.rules


@covers("CC-ACT-05")
def test_an_order_without_a_legal_target_is_refused_before_any_dice() -> None:
    game = game_of(one("Heavy Missile", 10, 10))
    answer(game, "A1")
    assert keys(game.decision) == ["move"]
    with pytest.raises(Refused) as refused:
        answer(game, "shoot B1")
    assert refused.value.rule == "CC-SHO-03"
    assert told(game, "dice rolled") == []


@covers("CC-ACT-05", "CC-ACT-14", "CC-SPL-15")
def test_a_group_that_can_do_nothing_at_all_is_not_chosen() -> None:
    stuck = one("Heavy Engine", 10, 10, spells=[{"spell": "Entangle", "caster": "B"}])
    game = game_of(stuck, one("Heavy Foot", 20, 10))
    assert barred(game.decision)["A1"] == "CC-ACT-05"


@covers("CC-ACT-06", "CC-GEN-06")
@pytest.mark.parametrize(("faces", "passes"), [([2, 3], True), ([2, 2], False)])
def test_the_order_is_carried_out_if_2d6_reach_its_number(faces: list[int], passes: bool) -> None:
    game = game_of(one("Heavy Foot", 10, 10), one("Heavy Foot", 20, 10), dice={"activate A1": faces})
    answer(game, "A1", "move")
    assert bool(told(game, "group activated")) is passes
    assert told(game, "dice rolled")[0]["need"] == 5


@covers("CC-ACT-07")
@pytest.mark.parametrize(
    ("order", "number"),
    [
        (Order("Move"), 5),
        (Order("Shoot", "B1"), 6),
        (Order("Attack", "B1"), 7),
        (Order("Retreat"), 7),
        (Order("Cast", "A1", "Heal"), 7),
        (Order("Summon"), 6),
        (Order("Self-Destruct"), 5),
    ],
)
def test_each_order_has_its_number(order: Order, number: int) -> None:
    state = state_of(
        {
            "A1": one("Light Cavalry", 20, 20, traits=["Caster", "Summoner", "Self-Destruct"]),
            "B1": one("Heavy Foot", 60, 45),
        }
    )
    assert KINDS[order.name].needed(state, state.groups["A1"], order).number == number


@covers("CC-ACT-09", "CC-TRN-01")
def test_a_failure_ends_the_turn_and_the_group_does_nothing() -> None:
    game = game_of(one("Heavy Foot", 10, 10), one("Heavy Foot", 20, 10), dice={"activate A1": [1, 2]})
    answer(game, "A1", "move")
    assert game.state.groups["A1"].models == ((10.0, 10.0),)
    assert game.state.active == 1
    assert "CC-ACT-09" in rules_told(game, "turn ended by failure")


@covers("CC-ACT-10")
def test_the_side_may_stop_before_choosing_the_next_group() -> None:
    game = game_of(one("Heavy Foot", 10, 10))
    answer(game, "end turn")
    assert game.state.active == 1
    assert "CC-ACT-10" in rules_told(game, "turn ended by choice")


@covers("CC-ACT-11")
def test_order_and_target_are_named_before_the_dice_and_the_path_after() -> None:
    game = game_of(one("Heavy Foot", 10, 10), dice={"activate A1": [6, 6]})
    answer(game, "A1")
    assert told(game, "dice rolled") == []
    answer(game, "move")
    assert [facts["why"] for facts in told(game, "dice rolled")] == ["activate A1"]
    assert game.decision is not None
    assert game.decision.kind == "move"
    assert "CC-ACT-11" in rules_told(game, "order given")


@covers("CC-ACT-13", "CC-ACT-15")
def test_players_of_a_side_share_the_turn_and_the_leader_names_the_group() -> None:
    game = battle(
        {"A1": one("Heavy Foot", 10, 10), "B1": one("Heavy Foot", 60, 45), "C1": one("Heavy Foot", 30, 10)},
        sides=[["A", "C"], ["B"]],
        scenario="ambush",
        dice={"activate C1": [1, 1]},
    )
    assert game.waiting_for == ("A",)
    assert keys(game.decision) == ["A1", "C1", "end turn"]
    answer(game, "C1")
    assert game.waiting_for == ("C",), "the owner gives the order"
    answer(game, "move")
    assert game.state.active == 1, "one failure ends the turn for the whole side"


@covers("CC-ACT-15")
def test_an_owner_may_decline_and_the_leader_names_another() -> None:
    game = battle(
        {"A1": one("Heavy Foot", 10, 10), "B1": one("Heavy Foot", 60, 45), "C1": one("Heavy Foot", 30, 10)},
        sides=[["A", "C"], ["B"]],
        scenario="ambush",
    )
    answer(game, "C1", "decline")
    assert game.waiting_for == ("A",)
    assert keys(game.decision) == ["A1", "end turn"]
    assert barred(game.decision)["C1"] == "CC-ACT-15"
    assert not game.state.groups["C1"].done


@covers("CC-ACT-15")
def test_with_rotate_the_lead_passes_to_the_next_seat_each_turn() -> None:
    state = state_of(
        {"A1": one("Heavy Foot", 10, 10), "B1": one("Heavy Foot", 60, 45), "C1": one("Heavy Foot", 30, 10)},
        sides=[["A", "C"], ["B"]],
        switches={"terrain_mode": "open", "side_leader": "rotate"},
        turn=3,
    )
    assert state.leader(0) == "C"
    state.companies["A"].turns = 3
    assert state.leader(0) == "A"


@covers("CC-GEN-12", "CC-MEL-04")
def test_dice_of_one_attack_come_in_the_books_order() -> None:
    game = battle(
        {
            "A1": one("Heavy Foot", 60, 5),
            "A2": one("Elite Cavalry", 20, 10, has=[]),
            "B1": one("Heavy Foot", 60, 45),
            "B2": one("Heavy Cavalry", 20, 18),
        },
        dice={
            "activate A2": [3, 2],
            "defiant B2": [3, 4],
            "to hit (A2)": [3] * 3 + [1] * 9,
            "to hit (B2)": [4] * 4 + [1] * 8,
            "resilience B2": [6, 6],
            "resilience A2": [6, 6],
        },
    )
    answer(game, "A2", "attack B2", "Defiant", "proposal")
    assert [facts["why"] for facts in told(game, "dice rolled")] == [
        "activate A2",
        "defiant B2",
        "to hit (A2)",
        "to hit (B2)",
        "resilience B2",
        "resilience A2",
    ]


@covers("CC-GEN-14", "CC-TST-19", "CC-GEN-12")
def test_company_tests_come_last_in_the_action_and_before_the_next_choice() -> None:
    game = battle(
        {
            "A1": one("Elite Foot", 20, 20),
            "B1": one("Heavy Foot", 20, 21, r=1, melee=["A1"]),
            "B2": one("Heavy Foot", 60, 45),
            "B3": one("Heavy Foot", 50, 45),
        },
        dice={
            "activate A1": [6, 6],
            "to hit (A1)": [3] * 3 + [1] * 9,
            "to hit (B1)": [4] * 4 + [1] * 2,
            "resilience A1": [6, 6],
            "resilience B2": [6, 6],
            "resilience B3": [6, 6],
        },
    )
    answer(game, "A1", "attack B1")
    assert [facts["why"] for facts in told(game, "dice rolled")][3:] == [
        "resilience A1",
        "resilience B2",
        "resilience B3",
    ]
    assert game.state.events == ()
