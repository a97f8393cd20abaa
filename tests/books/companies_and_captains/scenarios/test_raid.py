"""Raid: Call, Pick up, carrying, and Assets that change hands."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.companies_and_captains.chapters import resilience
from sandtable.books.companies_and_captains.chapters.moving import evade_distance, move_distance
from sandtable.books.companies_and_captains.chapters.retreating import retreat
from sandtable.books.companies_and_captains.scenarios.scenario import scenario_of
from sandtable.books.companies_and_captains.state import Battle, Cause
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.beginnings import begin, proposed
from tests.books.companies_and_captains.scenarios.counting import closing, gone, lines, one, vp
from tests.books.companies_and_captains.scenes import (
    answer,
    barred,
    battle,
    carry_out,
    keys,
    rules_told,
    state_of,
    told,
    unused,
)

RAID: dict[str, Any] = {"scenario": "raid"}


def assets(*places: tuple[float, float], **first: Any) -> dict[str, Any]:
    """Asset Tokens at these places; fields of the first may be given."""
    found = {f"asset{number}": {"kind": "asset", "at": list(at)} for number, at in enumerate(places, 1)}
    found["asset1"].update(first)
    return found


def carrier(**fields: Any) -> Battle:
    """A2, Light Beast of one model, carries the first of two Assets."""
    groups = {
        "A1": one(5, 5),
        "A2": one(36, 24, "Light Beast", asset="asset1", **fields),
        "B1": one(60, 40),
        "B2": one(66, 40),
    }
    tokens = assets((36, 24), (50, 24), holder="A2")
    return state_of(groups, tokens=tokens, **RAID)


@covers("CC-RAI-03", "CC-PUB-06")
def test_the_attacker_says_who_starts() -> None:
    game = proposed(begin("raid"), until="first turn")
    assert game.waiting_for == ("A",)
    assert game.decision is not None
    assert {"CC-RAI-03", "CC-PUB-06"} <= set(game.decision.rules)


# ---- Call --------------------------------------------------------------------------------------------------


def calling(dice: dict[str, list[int]], **fields: Any) -> Any:
    """The defender's turn: B1 holds the Captain, B3 waits."""
    groups = {
        "A1": one(5, 5),
        "B1": one(36, 24),
        "B2": one(50, 24),
        "B3": {"profile": "Heavy Foot", "fielded": 1},
    }
    return battle({**groups, **fields}, active="B", turn=2, dice=dice, tokens=assets((36, 30)), **RAID)


@covers("CC-RAI-04", "CC-PUB-14", "CC-RAI-05")
@pytest.mark.parametrize(
    ("caller", "total", "works"), [("B1", 4, True), ("B1", 3, False), ("B2", 6, True), ("B2", 5, False)]
)
def test_any_defender_calls_on_6_the_captains_group_on_4(caller: str, total: int, works: bool) -> None:
    game = calling({f"activate {caller}": [total - 1, 1]})
    answer(game, caller, "call")
    assert (keys(game.decision) == ["B3"]) is works
    assert (game.state.step == "end of turn" or game.state.active == 0) is not works


@covers("CC-RAI-04", "CC-RAI-05")
def test_the_called_group_appears_within_4_of_the_caller_or_8_of_the_captain() -> None:
    game = calling({"activate B2": [6, 6]})
    answer(game, "B2", "call", "B3")
    with pytest.raises(Refused):
        answer(game, {"models": [[55.1, 24]]})
    answer(game, {"models": [[55, 24]]})
    assert game.state.groups["B3"].on_table
    captain = calling({"activate B1": [6, 6]})
    answer(captain, "B1", "call", "B3", {"models": [[36, 33]]})
    assert captain.state.groups["B3"].models == ((36.0, 33.0),)
    assert {"CC-RAI-04", "CC-RAI-05", "CC-PUB-14"} <= rules_told(captain, "group called")


@covers("CC-ACT-11", "CC-RAI-04")
def test_who_is_called_is_said_after_the_test_has_succeeded() -> None:
    game = calling({"activate B2": [6, 6]}, B4={"profile": "Light Foot", "fielded": 1})
    answer(game, "B2")
    assert [one for one in keys(game.decision) if str(one).startswith("call")] == ["call"]
    answer(game, "call")
    assert keys(game.decision) == ["B3", "B4"]
    answer(game, "B4", {"models": [[53, 24]]})
    assert game.state.groups["B4"].on_table
    assert not game.state.groups["B3"].on_table


@covers("CC-RAI-05")
def test_a_called_group_keeps_3_inches_from_enemies_and_may_act_in_the_same_turn() -> None:
    game = calling({"activate B2": [6, 6]}, A1=one(54, 24))
    answer(game, "B2", "call", "B3")
    with pytest.raises(Refused):
        answer(game, {"models": [[52, 26]]})
    answer(game, {"models": [[46, 24]]})
    assert "B3" in keys(game.decision)


@covers("CC-RAI-05")
def test_call_cannot_be_given_where_there_is_no_legal_place() -> None:
    ring = {
        f"A{number}": one(x, y)
        for number, (x, y) in enumerate([(54.5, 24), (45.5, 24), (50, 28.5), (50, 19.5)], 1)
    }
    game = calling({}, **ring)
    answer(game, "B2")
    assert barred(game.decision)["call"] == "CC-RAI-05"


@covers("CC-RAI-04", "CC-OTR-28")
def test_undeployed_defenders_are_not_lost_while_a_defender_can_call_them() -> None:
    from sandtable.books.companies_and_captains.chapters.lost_groups import is_lost

    waiting = {"profile": "Heavy Foot"}
    state = state_of({"A1": one(5, 5), "A2": waiting, "B1": one(36, 24), "B2": waiting}, **RAID)
    assert not is_lost(state, state.groups["B2"])
    assert is_lost(state, state.groups["A2"]), "attackers cannot Call"


# ---- Pick up -----------------------------------------------------------------------------------------------


def picking(total: tuple[int, int], more: dict[str, list[int]] | None = None, **fields: Any) -> Any:
    """The attacker's turn: A2 touches asset1, asset2 is far."""
    groups = {
        "A1": one(5, 5),
        "A2": one(36, 24, "Light Beast", **fields),
        "B1": one(60, 40),
        "B2": one(66, 40),
    }
    dice = {"activate A2": list(total), **(more or {})}
    return battle(groups, dice=dice, tokens=assets((37.5, 24), (50, 24)), **RAID)


@covers("CC-RAI-06", "CC-PUB-13", "CC-PUB-14")
@pytest.mark.parametrize(("faces", "works"), [((4, 1), True), ((3, 1), False)])
def test_an_attacker_that_touches_an_asset_picks_it_up_on_5(faces: tuple[int, int], works: bool) -> None:
    game = picking(faces)
    answer(game, "A2", "pick up asset1")
    assert (game.state.groups["A2"].asset == "asset1") is works
    assert (game.state.tokens["asset1"].holder == "A2") is works


@covers("CC-RAI-06", "CC-PUB-13")
def test_an_asset_out_of_touch_cannot_be_picked_up_nor_a_second_one_nor_by_defenders() -> None:
    game = picking((6, 6))
    answer(game, "A2")
    assert barred(game.decision)["pick up asset2"] == "CC-PUB-13"
    laden = battle(
        {"A1": one(5, 5), "A2": one(36, 24, asset="asset2"), "B1": one(60, 40), "B2": one(66, 40)},
        tokens={**assets((37, 24)), "asset2": {"kind": "asset", "at": [36, 24], "holder": "A2"}},
        **RAID,
    )
    answer(laden, "A2")
    assert barred(laden.decision)["pick up asset1"] == "CC-RAI-06"
    defender = battle(
        {"A1": one(5, 5), "B1": one(36, 24), "B2": one(66, 40)},
        active="B",
        turn=2,
        tokens=assets((37, 24)),
        **RAID,
    )
    answer(defender, "B1")
    assert not any(str(one).startswith("pick up") for one in keys(defender.decision))


@covers("CC-RAI-07", "CC-ACT-09")
def test_a_pick_up_on_a_12_allows_a_move_at_once_whose_failure_ends_the_turn() -> None:
    game = picking((6, 6), {"activate A2": [6, 6, 3, 2]})
    answer(game, "A2", "pick up asset1")
    assert keys(game.decision) == ["Move with the Asset", "nothing"]
    answer(game, "Move with the Asset")
    assert game.state.groups["A2"].asset == "asset1", "the Asset stays with it"
    assert game.state.active == 1, "5 is not enough for a Move on 6+"
    assert "CC-RAI-07" in rules_told(game, "turn ended by failure")
    assert unused(game) == {}


@covers("CC-RAI-07")
def test_the_move_may_be_declined_at_no_cost_and_is_made_if_it_succeeds() -> None:
    declined = picking((6, 6))
    answer(declined, "A2", "pick up asset1", "nothing")
    assert "A1" in keys(declined.decision), "the turn goes on"
    moved = picking((6, 6), {"activate A2": [6, 6, 3, 3]})
    answer(moved, "A2", "pick up asset1", "Move with the Asset", {"models": [[36, 18]]})
    assert moved.state.groups["A2"].models == ((36.0, 18.0),), "6 inches, half of 12"
    assert "A1" in keys(moved.decision)


@covers("CC-RAI-07")
def test_an_11_offers_nothing() -> None:
    game = picking((6, 5))
    answer(game, "A2", "pick up asset1")
    assert "A1" in keys(game.decision)


# ---- carrying ----------------------------------------------------------------------------------------------


@covers("CC-RAI-08")
def test_a_carrier_moves_half_as_far_and_retreats_its_full_half() -> None:
    state = carrier()
    assert move_distance(state, state.groups["A2"]) == 6
    assert evade_distance(state, state.groups["A2"]) == 3
    carry_out(retreat, state, state.groups["A2"], Cause("shooting", "CC-SHO-05", "B", "", ((36.0, 34.0),)))
    assert state.groups["A2"].models == ((36.0, 18.0),)


@covers("CC-RAI-09", "CC-GEO-30", "CC-PUB-08")
def test_a_carrier_moves_off_any_edge_with_the_asset_and_is_not_lost() -> None:
    groups = {
        "A1": one(5, 5),
        "A2": one(36, 4, "Light Beast", asset="asset1"),
        "B1": one(60, 40),
        "B2": one(66, 40),
    }
    game = battle(groups, dice={"activate A2": [6, 6]}, tokens=assets((36, 4), (50, 24), holder="A2"), **RAID)
    answer(game, "A2", "move", {"exit": "south"})
    assert game.state.groups["A2"].where == "exited"
    assert game.state.tokens["asset1"].gone == "taken"
    assert "CC-RAI-09" in rules_told(game, "Asset taken off the table")
    assert vp(game.state)["attacker"] == 3


@covers("CC-RAI-09")
def test_groups_without_an_asset_may_not_leave_nor_a_carrier_by_a_retreat() -> None:
    state = carrier()
    may_leave = scenario_of(state).may_leave
    assert may_leave(state, state.groups["A1"], "south", by_retreat=False) == ""
    assert may_leave(state, state.groups["A2"], "south", by_retreat=False) == "CC-RAI-09"
    assert may_leave(state, state.groups["A2"], "south", by_retreat=True) == ""


@covers("CC-RAI-09", "CC-RET-09")
def test_a_carrier_that_retreats_off_the_table_is_routed_and_the_asset_is_off_so_both_score() -> None:
    state = state_of(
        {"A1": one(5, 5), "A2": one(36, 3, "Light Beast", asset="asset1"), "B1": one(60, 40)},
        tokens=assets((36, 3), (50, 24), holder="A2"),
        **RAID,
    )
    carry_out(retreat, state, state.groups["A2"], Cause("shooting", "CC-SHO-05", "B", "", ((36.0, 13.0),)))
    assert state.groups["A2"].where == "routed"
    assert state.tokens["asset1"].gone == "taken"
    assert vp(state) == {"attacker": 3, "defender": 2 + 1}


@covers("CC-RAI-10")
def test_a_carrier_routed_on_the_table_lays_the_asset_down_where_its_holder_stood() -> None:
    models = [[30, 20], [33, 20], [36, 20]]
    state = state_of(
        {
            "A1": one(5, 5),
            "A2": {"profile": "Heavy Foot", "models": models, "fielded": 3, "asset": "asset1"},
            "B1": one(60, 40),
        },
        tokens=assets((0, 0), holder="A2", bearer=2),
        **RAID,
    )
    told_of = carry_out(resilience.rout, state, state.groups["A2"], Cause("melee", "CC-MEL-08", "B", "B1"))
    token = state.tokens["asset1"]
    assert (token.at, token.holder, token.gone) == ((36.0, 20.0), "", "")
    assert state.groups["A2"].asset == ""
    assert "CC-RAI-10" in rules_told(told_of, "Asset laid down")


@covers("CC-RAI-10", "CC-RES-09")
def test_if_the_holding_model_falls_the_nearest_model_takes_the_asset() -> None:
    models = [[30, 20], [35, 20], [36.5, 20]]
    state = state_of(
        {
            "A1": one(5, 5),
            "A2": {"profile": "Heavy Foot", "models": models, "fielded": 3, "asset": "asset1"},
            "B1": one(60, 40),
        },
        tokens=assets((0, 0), holder="A2", bearer=2),
        **RAID,
    )
    mover = state.groups["A2"]
    before = mover.models
    mover.models = before[:2]
    taken = carry_out(scenario_of(state).models_fell, state, mover, before)
    assert state.tokens["asset1"].bearer == 1
    assert told(taken, "Asset taken over") == [{"group": "A2", "token": "asset1"}]
    before, mover.models = mover.models, mover.models[1:]
    kept = carry_out(scenario_of(state).models_fell, state, mover, before)
    assert state.tokens["asset1"].bearer == 0, "the same model, at another place in the list"
    assert told(kept, "Asset taken over") == []


@covers("CC-RAI-06", "CC-RAI-10")
def test_the_model_nearest_to_the_asset_takes_it() -> None:
    wide = {"profile": "Heavy Foot", "models": [[30, 20], [33, 20], [36, 20]], "fielded": 3}
    game = battle(
        {"A1": one(5, 5), "A2": wide, "B1": one(60, 40), "B2": one(66, 40)},
        dice={"activate A2": [4, 4]},
        tokens=assets((36.5, 20.5)),
        **RAID,
    )
    answer(game, "A2", "pick up asset1")
    assert game.state.tokens["asset1"].bearer == 2


# ---- the end -----------------------------------------------------------------------------------------------


@covers("CC-RAI-11", "CC-PUB-11")
def test_the_game_ends_when_a_side_has_nobody_in_play() -> None:
    waiting = {"profile": "Heavy Foot"}
    state = state_of({"A1": one(5, 5), "B1": gone(), "B2": waiting}, tokens=assets((36, 24)), **RAID)
    assert closing(state) == "CC-RAI-11"


@covers("CC-RAI-12", "CC-PUB-10")
def test_two_assets_off_four_on_the_table_and_two_attackers_routed() -> None:
    tokens = assets(*((30 + number, 24) for number in range(6)), gone="taken")
    tokens["asset2"]["gone"] = "taken"
    groups = {"A1": one(5, 5), "A2": gone(), "A3": gone(), "B1": one(60, 40), "B2": gone()}
    state = state_of(groups, tokens=tokens, **RAID)
    assert vp(state) == {"attacker": 6, "defender": 8}
    assert lines(state, "defender") == [4, 4]


@covers("CC-RAI-12")
def test_a_carried_asset_is_still_on_the_table() -> None:
    assert lines(carrier(), "defender") == [0, 2]


@covers("CC-PUB-13")
def test_tokens_block_neither_movement_nor_sight() -> None:
    state = state_of({"A1": one(30, 24), "B1": one(36, 24)}, tokens=assets((33, 24)), **RAID)
    from sandtable.books.companies_and_captains.chapters.geometry.sight import sees

    assert sees(state, state.groups["A1"], state.groups["B1"])
    game = battle(
        {"A1": one(30, 24), "B1": one(60, 24)}, dice={"activate A1": [6, 6]}, tokens=assets((33, 24)), **RAID
    )
    answer(game, "A1", "move", {"models": [[33, 24]]})
    assert game.state.groups["A1"].models == ((33.0, 24.0),)
    assert told(game, "group moved")
