"""Our eight scenarios one by one: what happens at the end of a turn, and what scores."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.companies_and_captains.scenarios.ours import worst_fate
from sandtable.books.companies_and_captains.scenarios.scenario import scenario_of
from sandtable.books.companies_and_captains.state import Battle
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.beginnings import begin, proposed, small
from tests.books.companies_and_captains.scenarios.counting import closing, end_turn, gone, lines, one, vp
from tests.books.companies_and_captains.scenes import answer, rules_told, state_of, told

FAR = {"A1": one(3, 3), "B1": one(45, 33)}


def scene(scenario: str, position: dict[str, Any] | None = None, **groups: dict[str, Any]) -> Battle:
    """These Groups besides a far one of each side."""
    return state_of({**FAR, **groups}, scenario=scenario, **(position or {}))


# ---- Broken Field ------------------------------------------------------------------------------------------


@covers("CC-FLD-02", "CC-FLD-03")
def test_broken_field_is_deployed_in_turn_and_the_attacker_starts() -> None:
    game = begin("broken-field")
    answer(game, "B1", {"models": [[24, 42.5]]}, "A1", {"models": [[24, 5.5]]})
    proposed(game, until="activate")
    assert game.state.active == game.state.attacker
    assert "CC-FLD-03" in rules_told(game, "first turn settled")


@covers("CC-FLD-05", "CC-SCN-04", "CC-SCN-03")
def test_broken_field_scores_losses_the_captain_and_the_centre() -> None:
    state = scene("broken-field", A2=one(24, 28), B1=gone(cost=6), B2=one(40, 40), B3=gone(cost=3))
    assert lines(state, "attacker") == [2, 2, 2]
    assert vp(state) == {"attacker": 6, "defender": 0}


# ---- The Crossing ------------------------------------------------------------------------------------------


@covers("CC-XNG-02")
def test_the_crossing_is_deployed_6_deep_against_12() -> None:
    game = begin("the-crossing")
    answer(game, "B1", {"models": [[24, 36.5]]}, "A1", {"models": [[24, 5.5]]})
    assert game.state.groups["A1"].on_table


@covers("CC-XNG-03", "CC-XNG-05")
def test_a_group_is_across_with_all_its_models_north_of_the_river() -> None:
    pair = {"profile": "Heavy Foot", "fielded": 2}
    state = scene(
        "the-crossing",
        A2={**pair, "models": [[10, 20.1], [12, 21]]},
        A3={**pair, "models": [[20, 20], [22, 22]], "shaken": True},
    )
    assert lines(state, "attacker")[0] == 1
    assert lines(state, "defender")[1] == 0
    shaken = scene("the-crossing", A2=one(10, 22, shaken=True))
    assert lines(shaken, "attacker")[0] == 1, "Shaken or not"


@covers("CC-XNG-05")
def test_at_most_four_groups_across_score_and_none_across_scores_for_the_defender() -> None:
    crowd = {f"A{number}": one(5 * number, 30) for number in range(2, 8)}
    assert lines(scene("the-crossing", **crowd), "attacker")[0] == 4
    state = scene("the-crossing", B2=one(24, 18), A2=gone(cost=12))
    assert lines(state, "defender") == [2, 2, 2]


# ---- The Supply Train --------------------------------------------------------------------------------------


@covers("CC-TRA-03")
def test_wagons_move_6_inches_east_at_the_end_of_a_defender_turn() -> None:
    state = scene("the-supply-train", {"active": "B", "turn": 2})
    done = end_turn(state)
    assert [one.at for one in state.tokens.values()] == [(12, 24), (17, 24), (22, 24)]
    assert "CC-TRA-03" in rules_told(done, "wagon moved")


@covers("CC-TRA-03", "CC-GEO-31")
def test_an_unshaken_attacker_within_2_inches_holds_a_wagon_and_a_shaken_one_does_not() -> None:
    held = scene("the-supply-train", {"active": "B", "turn": 2}, A2=one(6, 26.5), B2=one(6, 30))
    end_turn(held)
    assert held.tokens["wagon1"].at == (6.0, 24.0)
    passed = scene(
        "the-supply-train", {"active": "B", "turn": 2}, A2=one(6, 26.5, shaken=True), B2=one(6, 30)
    )
    end_turn(passed)
    assert passed.tokens["wagon1"].at == (12.0, 24.0)
    far = scene("the-supply-train", {"active": "B", "turn": 2}, A2=one(6, 26.6))
    end_turn(far)
    assert far.tokens["wagon1"].at == (12.0, 24.0), "2.1 inches from its middle"


@covers("CC-TRA-03", "CC-TRA-05", "CC-TRA-06")
def test_a_wagon_reaching_the_east_edge_has_exited_and_without_wagons_the_game_ends() -> None:
    tokens = {"wagon1": {"kind": "wagon", "at": [42, 24], "size": [3, 2]}}
    state = scene("the-supply-train", {"active": "B", "turn": 2, "tokens": tokens})
    done = end_turn(state)
    assert state.tokens["wagon1"].gone == "exited"
    assert "CC-TRA-05" in rules_told(done, "game closed")
    assert vp(state) == {"attacker": 0, "defender": 2}


@covers("CC-TRA-04", "CC-TRA-06")
def test_an_unguarded_wagon_is_captured_at_the_end_of_an_attacker_turn() -> None:
    taken = scene("the-supply-train", {"active": "A", "turn": 1}, A2=one(6, 26.5))
    done = end_turn(taken)
    assert taken.tokens["wagon1"].gone == "captured"
    assert taken.tokens["wagon2"].gone == ""
    assert "CC-TRA-04" in rules_told(done, "wagon captured")
    assert lines(taken, "attacker")[0] == 2
    assert lines(taken, "defender")[1] == 2, "two wagons are still on the table"


@covers("CC-TRA-04")
def test_an_unshaken_defender_within_6_inches_guards_a_wagon() -> None:
    guarded = scene("the-supply-train", {"active": "A", "turn": 1}, A2=one(6, 26.5), B2=one(6, 17.5))
    end_turn(guarded)
    assert guarded.tokens["wagon1"].gone == ""
    shaken = scene(
        "the-supply-train", {"active": "A", "turn": 1}, A2=one(6, 26.5), B2=one(6, 17.5, shaken=True)
    )
    end_turn(shaken)
    assert shaken.tokens["wagon1"].gone == "captured"


# ---- Burn the Stores ---------------------------------------------------------------------------------------


@covers("CC-BRN-03", "CC-BRN-05")
def test_a_store_burns_where_an_attacker_reaches_it_and_nobody_guards_it() -> None:
    burnt = scene("burn-the-stores", {"active": "A", "turn": 1}, A2=one(12, 32))
    done = end_turn(burnt)
    assert [one.gone for one in burnt.tokens.values()] == ["burnt", "", ""]
    assert "CC-BRN-03" in rules_told(done, "store burnt")
    assert (lines(burnt, "attacker")[0], lines(burnt, "defender")[0]) == (2, 2)


@covers("CC-BRN-03")
@pytest.mark.parametrize(
    ("attacker", "defender", "burns"),
    [
        (one(12, 32.1), None, False),
        (one(12, 32, shaken=True), None, False),
        (one(12, 32), one(12, 26.5), False),
        (one(12, 32), one(12, 26.5, shaken=True), True),
        (one(12, 32), one(12, 26.4), True),
        (one(12, 31, melee=["B2"]), one(12, 32, shaken=True), False),
    ],
)
def test_who_burns_and_who_guards(attacker: Any, defender: Any, burns: bool) -> None:
    groups = {"A2": attacker, **({"B2": defender} if defender else {})}
    state = scene("burn-the-stores", {"active": "A", "turn": 1}, **groups)
    end_turn(state)
    assert bool(state.tokens["store1"].gone) is burns


@covers("CC-BRN-03", "CC-BRN-04")
def test_nothing_burns_in_a_defender_turn_and_the_last_fire_ends_the_game() -> None:
    quiet = scene("burn-the-stores", {"active": "B", "turn": 2}, A2=one(12, 32))
    end_turn(quiet)
    assert quiet.tokens["store1"].gone == ""
    tokens = {
        "store1": {"kind": "store", "at": [12, 30], "gone": "burnt"},
        "store2": {"kind": "store", "at": [24, 34]},
    }
    last = scene("burn-the-stores", {"active": "A", "turn": 3, "tokens": tokens}, A2=one(24, 34))
    done = end_turn(last)
    assert "CC-BRN-04" in rules_told(done, "game closed")


# ---- Breakthrough ------------------------------------------------------------------------------------------


@covers("CC-BRK-03", "CC-BRK-05", "CC-GEO-30")
def test_attackers_near_the_north_edge_exit_at_the_end_of_their_turn() -> None:
    state = scene("breakthrough", {"active": "A", "turn": 5}, A2=one(20, 33.5, cost=7))
    done = end_turn(state)
    assert state.groups["A2"].where == "exited"
    assert {"CC-BRK-03", "CC-GEO-30"} <= rules_told(done, "group exited")
    assert told(done, "Company must test") == []
    assert lines(state, "attacker")[0] == 2, "7 points at 1 VP per 3"
    assert lines(state, "defender")[1] == 0, "7 are not fewer than 6"


@covers("CC-BRK-03")
@pytest.mark.parametrize(
    "fields", [{"at": [20, 33.4]}, {"at": [20, 33.5], "shaken": True}, {"at": [20, 33.5], "melee": ["B2"]}]
)
def test_who_is_too_far_shaken_or_in_melee_stays(fields: dict[str, Any]) -> None:
    stays = {"profile": "Heavy Foot", "fielded": 1, **fields}
    state = scene("breakthrough", {"active": "A", "turn": 5}, A2=stays, B2=one(21, 33.5))
    end_turn(state)
    assert state.groups["A2"].on_table
    defender_turn = scene("breakthrough", {"active": "B", "turn": 6}, A2=one(20, 33.5))
    end_turn(defender_turn)
    assert defender_turn.groups["A2"].on_table


@covers("CC-BRK-05")
def test_at_most_six_vp_come_from_groups_exited() -> None:
    state = scene("breakthrough", A2=gone("exited", cost=12), A3=gone("exited", cost=12), B2=gone(cost=9))
    assert lines(state, "attacker") == [6, 1]
    fewer = scene("breakthrough", A2=gone("exited", cost=5), A3=gone(cost=9))
    assert lines(fewer, "defender") == [2, 2]


@covers("CC-BRK-04")
def test_breakthrough_ends_when_no_attacker_is_on_the_table() -> None:
    state = state_of({"A1": gone("exited"), "B1": one(20, 20)}, scenario="breakthrough")
    assert closing(state) == "CC-BRK-04"


# ---- The Watchtower ----------------------------------------------------------------------------------------


@covers("CC-WTW-03", "CC-PTR-01")
def test_the_yard_is_a_cover_area_in_which_nobody_forms_up() -> None:
    from sandtable.books.companies_and_captains.chapters.moving import why_not_form

    ring = {"profile": "Heavy Foot", "models": [[24, 24], [25, 24]], "fielded": 2}
    state = scene("the-watchtower", B2=ring)
    assert [area.piece.kind for area in state.ground.cover] == ["yard"]
    assert not any(area.holds(24, 24) for area in state.ground.difficult)
    refusal = why_not_form(state, state.groups["B2"], state.groups["B2"].models)
    assert refusal is not None
    assert refusal.rule in ("CC-PTR-01", "CC-WTW-03")


@covers("CC-WTW-05", "CC-SCN-03")
def test_the_tower_is_worth_4_and_losses_1_for_6() -> None:
    state = scene("the-watchtower", A2=one(24, 29.5), B2=gone(cost=7))
    assert lines(state, "attacker") == [4, 1]
    far = scene("the-watchtower", A2=one(24, 29.6))
    assert lines(far, "attacker") == [0, 0]


# ---- Five Relics -------------------------------------------------------------------------------------------


@covers("CC-REL-02")
def test_five_relics_is_deployed_6_inches_deep_on_both_sides() -> None:
    game = begin("five-relics")
    answer(game, "B1", {"models": [[24, 42.5]]}, "A1", {"models": [[24, 5.5]]})
    assert game.state.groups["A1"].on_table


@covers("CC-REL-03")
def test_a_side_claims_a_relic_at_the_end_of_its_own_turn() -> None:
    state = scene("five-relics", {"active": "A", "turn": 3}, A2=one(24, 25.5), B2=one(10, 24))
    done = end_turn(state)
    assert state.tokens["relic1"].owner == "attacker"
    assert state.tokens["relic2"].owner == "", "it is not the defender's turn"
    assert "CC-REL-03" in rules_told(done, "relic claimed")


@covers("CC-REL-03")
@pytest.mark.parametrize(
    ("own", "enemy", "claims"),
    [
        (one(24, 25.6), None, False),
        (one(24, 25.5, shaken=True), None, False),
        (one(24, 25.5), one(24, 20.5), False),
        (one(24, 25.5), one(24, 20.5, shaken=True), True),
        (one(24, 25.5), one(24, 20.4), True),
    ],
)
def test_who_claims_and_who_prevents_it(own: Any, enemy: Any, claims: bool) -> None:
    state = scene("five-relics", {"active": "A", "turn": 3}, A2=own, **({"B2": enemy} if enemy else {}))
    end_turn(state)
    assert bool(state.tokens["relic1"].owner) is claims


@covers("CC-REL-03", "CC-REL-05")
def test_a_claim_lasts_until_the_other_side_claims_the_relic() -> None:
    tokens = {
        "relic1": {"kind": "relic", "at": [24, 24], "value": 2, "owner": "attacker"},
        "relic2": {"kind": "relic", "at": [10, 24], "owner": "attacker"},
    }
    state = scene("five-relics", {"active": "B", "turn": 4, "tokens": tokens}, B2=one(10, 24))
    end_turn(state)
    assert [one.owner for one in state.tokens.values()] == ["attacker", "defender"]
    assert (lines(state, "attacker")[0], lines(state, "defender")[0]) == (2, 1)


@covers("CC-REL-05", "CC-SET-07")
def test_the_players_may_let_the_defender_of_the_relics_start() -> None:
    usual = proposed(begin("five-relics"), until="activate")
    assert usual.state.active == usual.state.attacker
    game = proposed(begin("five-relics", relics_defender_first=True), until="activate")
    assert game.state.active == game.state.defender
    assert rules_told(game, "first turn settled") == {"CC-REL-05"}


# ---- Hunt the Captain --------------------------------------------------------------------------------------


@covers("CC-HNT-05")
@pytest.mark.parametrize(
    ("captain", "earned"),
    [
        (gone(cost=5), [4, 0, 0, 0]),
        (one(45, 33, shaken=True, r=3), [0, 2, 0, 0]),
        (one(45, 33, r=6), [0, 0, 1, 0]),
        (one(45, 33, r=7), [0, 0, 0, 0]),
        (gone("deserted", cost=6), [0, 0, 0, 1]),
    ],
)
def test_only_the_best_line_about_the_enemy_captain_counts(captain: Any, earned: list[int]) -> None:
    state = scene("hunt-the-captain", B1=captain, B2=one(40, 40))
    assert lines(state, "attacker") == earned


@covers("CC-HNT-04")
def test_the_hunt_ends_at_once_when_both_captains_are_routed() -> None:
    both = scene("hunt-the-captain", A1=gone(), A2=one(10, 10), B1=gone(), B2=one(40, 40))
    assert closing(both) == "CC-HNT-04"
    assert closing(scene("hunt-the-captain", B1=gone(), B2=one(40, 40))) == ""


@covers("CC-HNT-03", "CC-OTR-17")
def test_captains_must_be_deployed_even_with_a_summoner_at_hand() -> None:
    from tests.books.companies_and_captains.beginnings import entry, roster

    callers = roster(entry("Elite Foot"), entry("Heavy Foot", "Summoner"), entry("Light Foot"))
    game = begin("hunt-the-captain", seats={"A": small(), "B": callers})
    answer(game, "B1")
    assert game.decision is not None
    assert game.decision.kind == "place"
    assert "CC-HNT-03" in game.decision.rules
    answer(game, "proposal", "A1", "proposal", "B3")
    assert "CC-HNT-03" not in game.decision.rules, "it says nothing of other Groups"
    assert worst_fate(scene("hunt-the-captain"), 1) == 3
    assert scenario_of(game.state).id == "hunt-the-captain"
