"""Rules that meet: what one of them says must hold where another is at work."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.companies_and_captains.chapters import retreating
from sandtable.books.companies_and_captains.chapters.geometry.attack_moves import meet_halfway
from sandtable.books.companies_and_captains.state import Cause
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.scenes import (
    answer,
    barred,
    battle,
    carry_out,
    keys,
    rules_told,
    state_of,
    told,
)

ASSET = {"kind": "asset", "at": [30, 21.5], "size": [1, 1]}


def one(profile: str, x: float, y: float, **fields: Any) -> dict[str, Any]:
    """A Group of a single model."""
    return {"profile": profile, "models": [[x, y]], "fielded": 1, **fields}


# ---- Ritual ------------------------------------------------------------------------------------------------


@covers("CC-RIT-04", "CC-GEO-20")
def test_bodyguards_are_not_pushed_and_a_friend_that_would_end_on_them_stops_without_a_roll() -> None:
    groups = {
        "A1": one("Heavy Missile", 36, 34),
        "B1": one("Heavy Foot", 36, 24.5),
        "B2": one("Heavy Foot", 36, 21),
    }
    state = state_of(groups, scenario="ritual", roles={"bodyguards": "B2"})
    cause = Cause("shooting", "CC-SHO-06", "A", "A1", state.groups["A1"].models)
    outcome = carry_out(retreating.retreat, state, state.groups["B1"], cause)
    assert state.groups["B2"].models == ((36.0, 21.0),), "they change place for nothing"
    assert state.groups["B1"].models[0] == pytest.approx((36, 22), abs=0.001)
    assert told(outcome, "group Retreated")[0]["outcome"] == "stopped by friends"
    assert not told(outcome, "friends pushed")


# ---- Raid --------------------------------------------------------------------------------------------------


@covers("CC-RAI-07", "CC-ACT-14", "CC-SPL-15")
def test_a_group_that_cannot_move_at_all_is_offered_no_move_by_a_pick_up_on_a_12() -> None:
    for spells, offered in (([], True), ([{"spell": "Entangle", "caster": "B"}], False)):
        engine = one("Heavy Engine", 30, 20, spells=spells)
        groups = {"A1": one("Heavy Foot", 10, 10), "A2": engine, "B1": one("Heavy Foot", 60, 44)}
        dice = {"activate A2": [6, 6]}
        game = battle(groups, scenario="raid", tokens={"asset1": ASSET}, dice=dice)
        answer(game, "A2", "pick up asset1")
        assert ("CC-RAI-07" in game.decision.rules if game.decision else False) is offered
        assert game.state.groups["A2"].asset == "asset1"


@covers("CC-GEO-14", "CC-RAI-08")
def test_an_asset_does_not_slow_a_group_that_meets_its_attacker() -> None:
    for tokens, asset in ({}, ""), ({"asset1": {**ASSET, "holder": "A2"}}, "asset1"):
        groups = {
            "A1": one("Heavy Foot", 10, 40),
            "A2": one("Heavy Cavalry", 30, 20, asset=asset),
            "B1": one("Heavy Cavalry", 30, 29.5),
        }
        state = state_of(groups, scenario="raid", tokens=tokens)
        met = meet_halfway(state, state.groups["A2"], state.groups["B1"])
        # The gap is 8: half of it is 4, and half of MO 10 allows 5.
        assert met[0] == pytest.approx((30, 24), abs=0.001)


@covers("CC-RAI-05", "CC-GEN-13")
def test_a_called_group_keeps_the_general_distance_from_enemies_at_every_scale() -> None:
    groups = {
        "A1": one("Heavy Foot", 36, 33),
        "B1": one("Heavy Foot", 36, 24),
        "B2": {"profile": "Heavy Foot", "fielded": 1, "where": "undeployed"},
    }
    switches = {"distance_scale": 1.5, "terrain_mode": "open"}
    game = battle(
        groups, scenario="raid", active="B", turn=2, switches=switches, dice={"activate B1": [6, 6]}
    )
    answer(game, "B1", "call", "B2")
    with pytest.raises(Refused) as caught:
        # Bases of 1.5 inches: 27.5 leaves a gap of 4.0 where 4.5 are asked for.
        answer(game, {"models": [[36, 27.5]]})
    assert "4.5" in str(caught.value)
    answer(game, {"models": [[36, 26.9]]})
    assert game.state.groups["B2"].on_table


# ---- Captains, spells and traits ---------------------------------------------------------------------------


@covers("CC-CAP-23", "CC-OTR-08", "CC-TRN-08")
def test_calming_frees_a_group_from_its_foe_for_the_turn() -> None:
    groups = {
        "A1": one("Heavy Foot", 10, 10),
        "A2": one("Elite Foot", 14, 10, traits=["Foot-Foe"]),
        "B1": one("Heavy Foot", 14, 15),
        "B2": one("Light Cavalry", 40, 40),
    }
    game = battle(groups, companies={"A": {"captain_trait": "Calming"}}, step="reckless")
    answer(game, "Calming", "A2")
    assert {"move", "attack B1"} <= set(keys(game.decision))


@covers("CC-SPL-16", "CC-PTR-13", "CC-ACT-04")
def test_a_reckless_group_whose_enemy_is_obscured_may_only_retreat_and_the_obscured_one_attacks() -> None:
    obscured = [{"spell": "Obscure", "caster": "B"}]
    groups = {
        "A1": one("Heavy Beast", 10, 10, melee=["B1"]),
        "A2": one("Heavy Foot", 40, 2),
        "B1": one("Heavy Foot", 10, 11.5, spells=obscured),
        "B2": one("Heavy Foot", 60, 40),
    }
    game = battle(groups, step="reckless")
    answer(game, "A1")
    assert keys(game.decision) == ["retreat"]
    assert barred(game.decision)["attack B1"] == "CC-SPL-16"
    game = battle(groups, active="B", turn=2)
    answer(game, "B1")
    assert "attack A1" in keys(game.decision)


@covers("CC-PTR-08", "CC-TST-19", "CC-GEN-12")
def test_shots_that_rout_the_attacking_captain_break_the_attack_and_then_the_company_tests() -> None:
    groups = {
        "A1": one("Light Cavalry", 30, 10, r=1),
        "A2": one("Heavy Foot", 30, 4),
        "A3": one("Heavy Foot", 40, 4),
        "B1": one("Heavy Foot", 60, 40),
        "B2": one("Light Missile", 30, 20),
    }
    dice = {
        "activate A1": [6, 6],
        "elusive B2": [6, 6],
        "to hit (B2)": [6] * 12,
        "resilience A2": [6, 6],
        "resilience A3": [6, 6],
    }
    game = battle(groups, dice=dice)
    answer(game, "A1", "attack B2", "Elusive", "hold", True)
    assert game.state.groups["A1"].where == "routed"
    found = [event.kind for event in game.events(all_seats=True)]
    assert found.index("attack broken") < found.index("Company tests")
    assert "melee joined" not in found
    assert "CC-TST-04" in rules_told(game, "Company tests")
