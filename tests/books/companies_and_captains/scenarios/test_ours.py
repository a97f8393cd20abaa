"""Our scenarios: rounds, control, points lost, markers, reserves and other sizes of table."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.companies_and_captains.scenarios import every
from sandtable.books.companies_and_captains.scenarios.ours import controls, gap_to_marker
from sandtable.books.companies_and_captains.scenarios.scaling import our_scale, published_scale
from sandtable.books.companies_and_captains.scenarios.scenario import points_of_enemies_lost, scenario_of
from sandtable.books.companies_and_captains.state import Battle, Token
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.beginnings import begin, entry, roster, small
from tests.books.companies_and_captains.scenarios.counting import end_turn, gone, one
from tests.books.companies_and_captains.scenes import (
    answer,
    battle,
    carry_out,
    keys,
    rules_told,
    state_of,
    told,
    unused,
)

ROUNDS = {
    "broken-field": 8,
    "the-crossing": 9,
    "the-supply-train": 9,
    "burn-the-stores": 9,
    "breakthrough": 10,
    "the-watchtower": 8,
    "five-relics": 8,
    "hunt-the-captain": 8,
}


@covers("CC-SCN-01", "CC-PUB-01")
def test_there_are_seven_published_scenarios_and_eight_of_ours() -> None:
    assert every.scenario_ids()[:7] == (
        "pitched-battle",
        "ambush",
        "retreat",
        "raid",
        "sortie",
        "extraction",
        "ritual",
    )
    assert every.scenario_ids()[7:] == tuple(ROUNDS)


@covers(
    "CC-SCN-02",
    "CC-FLD-04",
    "CC-XNG-04",
    "CC-TRA-05",
    "CC-BRN-04",
    "CC-BRK-04",
    "CC-WTW-04",
    "CC-REL-04",
    "CC-HNT-04",
)
@pytest.mark.parametrize("scenario", ROUNDS)
def test_each_ends_after_its_rounds_and_not_before(scenario: str) -> None:
    groups = {"A1": one(3, 3), "B1": one(45, 30)}
    early = state_of(groups, scenario=scenario, turn=2 * ROUNDS[scenario] - 1, active="A")
    end_turn(early)
    assert not early.closed
    late = state_of(groups, scenario=scenario, turn=2 * ROUNDS[scenario], active="B")
    done = end_turn(late)
    assert late.closed
    assert {"CC-SCN-02", scenario_of(late).plan.closing_rule} <= rules_told(done, "game closed")


# ---- control and points lost -------------------------------------------------------------------------------


def near_centre(**groups: dict[str, Any]) -> Battle:
    """Broken Field with these Groups besides two far ones."""
    return state_of({"A1": one(3, 3), "B1": one(45, 45), **groups}, scenario="broken-field")


@covers("CC-SCN-03")
def test_a_point_is_controlled_by_the_higher_cost_of_unshaken_groups_near_it() -> None:
    state = near_centre(A2=one(24, 30.5, cost=5), B2=one(24, 17.5, cost=4))
    assert controls(state, 0, (24, 24), 6)
    assert not controls(state, 1, (24, 24), 6)
    shaken = near_centre(A2=one(24, 30.5, cost=5, shaken=True), B2=one(24, 17.5, cost=4))
    assert controls(shaken, 1, (24, 24), 6)
    far = near_centre(A2=one(24, 30.6, cost=5), B2=one(24, 17.5, cost=4))
    assert controls(far, 1, (24, 24), 6), "6.1 inches is too far"


@covers("CC-SCN-03")
def test_equal_sums_give_nobody_control_and_groups_in_melee_count() -> None:
    equal = near_centre(A2=one(24, 25, melee=["B2"]), B2=one(24, 24))
    assert not controls(equal, 0, (24, 24), 6)
    assert not controls(equal, 1, (24, 24), 6)
    stronger = near_centre(A2=one(24, 25, cost=6, melee=["B2"]), B2=one(24, 24))
    assert controls(stronger, 0, (24, 24), 6)


@covers("CC-SCN-04", "CC-GEN-01")
def test_13_points_lost_at_1_vp_per_6_are_2_vp() -> None:
    groups = {"A1": one(3, 3), "B1": one(45, 30), "B2": gone(cost=8), "B3": gone("deserted", cost=5)}
    state = state_of(groups, scenario="the-crossing")
    assert points_of_enemies_lost(state, 0) == 13
    scored = {one.reason: one.vp for one in scenario_of(state).victory_points(state) if one.side == 0}
    assert scored["enemy Groups lost"] == 2


@covers("CC-SCN-07", "CC-GEO-31")
def test_markers_are_measured_to_their_middle_wagons_too() -> None:
    state = near_centre(A2=one(24, 26))
    store = Token("store1", "store", (24.0, 24.0))
    assert gap_to_marker(state.groups["A2"], store) == pytest.approx(1.5)
    wagon = Token("wagon1", "wagon", (24.0, 24.0), (3.0, 2.0))
    assert gap_to_marker(state.groups["A2"], wagon) == pytest.approx(1.5)


@covers("CC-SCN-07", "CC-TRA-01", "CC-BRN-01", "CC-REL-01")
def test_markers_lie_where_the_map_says_and_do_not_block() -> None:
    places = {
        name: [one.at for one in begin(name).state.tokens.values()]
        for name in ("the-supply-train", "burn-the-stores", "five-relics")
    }
    assert places["the-supply-train"] == [(6, 24), (11, 24), (16, 24)]
    assert places["burn-the-stores"] == [(12, 30), (24, 34), (36, 30)]
    assert places["five-relics"] == [(24, 24), (10, 24), (17, 24), (31, 24), (38, 24)]
    game = battle(
        {"A1": one(6, 20), "B1": one(45, 45)}, scenario="the-supply-train", dice={"activate A1": [6, 6]}
    )
    answer(game, "A1", "move", {"models": [[6, 24]]})
    assert game.state.groups["A1"].models == ((6.0, 24.0),)


# ---- maps and other sizes ----------------------------------------------------------------------------------


MAPS = {
    "the-crossing": ["river", "bridge", "wood", "wood", "wall"],
    "the-supply-train": ["road", "wood", "wood", "crags", "hedge"],
    "burn-the-stores": ["wall", "wall", "tall crops", "wood", "wood"],
    "breakthrough": ["wood", "wood", "wall", "marsh"],
    "the-watchtower": ["yard", "wood", "wood", "crags", "crags"],
}


@covers(
    "CC-XNG-01", "CC-TRA-01", "CC-BRN-01", "CC-BRK-01", "CC-WTW-01", "CC-HNT-01", "CC-FLD-01", "CC-REL-01"
)
@pytest.mark.parametrize("scenario", ROUNDS)
def test_the_table_has_its_size_and_its_map(scenario: str) -> None:
    ground = begin(scenario).state.ground
    assert (ground.width, ground.depth) == ((48, 36) if scenario == "breakthrough" else (48, 48))
    assert [piece.kind for piece in ground.pieces] == MAPS.get(scenario, [])


@covers("CC-XNG-01")
def test_the_bridge_is_normal_ground_over_the_river() -> None:
    ground = begin("the-crossing").state.ground
    assert not any(area.holds(24, 18) for area in ground.difficult)
    assert any(area.holds(20.9, 18) for area in ground.difficult)
    assert any(area.holds(27.1, 18) for area in ground.difficult)


@covers("CC-SCN-06", "CC-CON-06")
def test_at_30_points_the_map_is_a_quarter_wider_and_the_rounds_stay() -> None:
    game = begin("burn-the-stores", points_limit=30)
    assert (game.state.ground.width, game.state.ground.depth) == (60, 48)
    assert [one.at for one in game.state.tokens.values()] == [(15, 30), (30, 34), (45, 30)]
    assert scenario_of(game.state).plan.rounds == 9
    assert "CC-SCN-06" in rules_told(game, "table laid out")


@covers("CC-SCN-06", "CC-SCN-05")
def test_at_24_points_nothing_is_in_another_proportion_and_nothing_says_so() -> None:
    game = begin("burn-the-stores", seats={"A": small(), "B": small(6)})
    assert "CC-SCN-06" not in rules_told(game, "table laid out")
    answer(game, "B5", True, "proposal", "B3", True, "proposal")
    assert "CC-SCN-05" in rules_told(game, "group held back")
    assert "CC-SCN-06" not in rules_told(game, "group held back")


@covers("CC-CON-17", "CC-SCN-06", "CC-BRN-02")
def test_players_who_share_24_points_share_those_that_deploy_and_nothing_is_scaled() -> None:
    few = roster(*(entry("Light Foot") for _ in range(4)))
    game = begin("burn-the-stores", seats=dict.fromkeys("ABCD", few))
    answer(game, "B2", True, "proposal")
    held = rules_told(game, "group held back")
    assert "CC-CON-17" in held
    assert "CC-SCN-06" not in held


@covers("CC-CON-06", "CC-SCN-06", "CC-PUB-02")
@pytest.mark.parametrize(
    ("points", "ours", "published"),
    [
        (12, (36, 36), (54, 36)),
        (18, (42, 42), (63, 42)),
        (24, (48, 48), (72, 48)),
        (30, (60, 48), (81, 54)),
        (36, (72, 48), (90, 60)),
        (42, (72, 60), (99, 66)),
        (60, (72, 60), (99, 66)),
    ],
)
def test_tables_follow_the_points(
    points: int, ours: tuple[float, float], published: tuple[float, float]
) -> None:
    assert our_scale(points).point((48, 48)) == ours
    assert published_scale(points).point((72, 48)) == published


# ---- reserves ----------------------------------------------------------------------------------------------


def waiting(scenario: str, turn: int, **script: Any) -> Any:
    """The start of a defender turn with B2 and B3 waiting."""
    reserve = {"profile": "Heavy Foot", "fielded": 1}
    groups = {"A1": one(20, 3), "B1": one(24, 24), "B2": reserve, "B3": reserve}
    return battle(groups, scenario=scenario, active="B", turn=turn, step="start of turn", **script)


@covers("CC-SCN-05", "CC-BRN-02", "CC-GEN-15")
def test_from_the_second_turn_each_waiting_group_arrives_on_7_and_may_act() -> None:
    game = waiting("burn-the-stores", 3, dice={"reserve B2": [3, 4], "reserve B3": [3, 3]})
    with pytest.raises(Refused):
        answer(game, {"models": [[24, 44]]})
    answer(game, {"models": [[24, 45.5]]})
    assert game.state.groups["B2"].on_table
    assert game.state.groups["B3"].where == "undeployed"
    assert "B2" in keys(game.decision), "it may be activated this turn"
    assert {"CC-SCN-05", "CC-BRN-02"} <= rules_told(game, "reserve arrived")
    assert unused(game) == {}


@covers("CC-SCN-05", "CC-BRN-02", "CC-BRK-02")
def test_before_their_turn_reserves_do_not_roll() -> None:
    first = waiting("burn-the-stores", 1, companies={"B": {"turns": 0}})
    assert told(first, "dice rolled") == []
    second = waiting("breakthrough", 3, companies={"B": {"turns": 1}})
    assert told(second, "dice rolled") == [], "in Breakthrough they come from the third turn"


@covers("CC-BRK-02", "CC-WTW-02", "CC-GEN-15")
@pytest.mark.parametrize(("face", "place"), [(2, [46.5, 10]), (5, [1.5, 10])])
def test_an_even_die_brings_a_reserve_from_the_east_an_odd_one_from_the_west(
    face: int, place: list[float]
) -> None:
    game = waiting("breakthrough", 5, dice={"reserve B2": [6, 6], "edge B2": [face], "reserve B3": [1, 1]})
    answer(game, {"models": [place]})
    assert game.state.groups["B2"].models == ((place[0], place[1]),)
    rolls = [event.facts["why"] for event in game.events(all_seats=True) if event.kind == "dice rolled"]
    assert rolls == ["reserve B2", "edge B2", "reserve B3"]
    assert "CC-BRK-02" in rules_told(game, "dice rolled")


@covers("CC-SCN-05")
def test_a_reserve_on_a_base_wider_than_the_strip_touches_the_edge() -> None:
    reserve = {"profile": "Heavy Foot", "fielded": 1, "base": 4}
    groups = {"A1": one(20, 3), "B1": one(24, 24), "B2": reserve}
    game = battle(
        groups,
        dice={"reserve B2": [6, 6]},
        scenario="burn-the-stores",
        active="B",
        turn=3,
        step="start of turn",
    )
    with pytest.raises(Refused):
        answer(game, {"models": [[24, 45.9]]})
    answer(game, {"models": [[24, 46]]})
    assert game.state.groups["B2"].on_table


@covers("CC-SCN-05")
def test_a_reserve_keeps_6_inches_from_enemies_and_waits_if_there_is_no_place() -> None:
    reserve = {"profile": "Heavy Foot", "fielded": 1}
    crowd = {f"A{number}": one(5 * number - 1, 46) for number in range(1, 10)}
    groups = {**crowd, "B1": one(24, 24), "B2": reserve}
    state = state_of(groups, scenario="burn-the-stores", active="B", turn=4)
    done = carry_out(scenario_of(state).bring_reserves, state, dice={"reserve B2": [6, 6]})
    assert state.groups["B2"].where == "undeployed"
    assert [facts["why"] for facts in told(done, "reserve waits")] == ["no place is legal"]


@covers("CC-SCN-05", "CC-OTR-28")
def test_waiting_reserves_are_not_lost() -> None:
    from sandtable.books.companies_and_captains.chapters.lost_groups import is_lost

    groups = {"A1": one(3, 3), "A2": gone("undeployed"), "B1": one(24, 24), "B2": gone("undeployed")}
    state = state_of(groups, scenario="the-watchtower")
    assert not is_lost(state, state.groups["B2"])
    assert is_lost(state, state.groups["A2"]), "the attacker has no reserves"


@covers("CC-SCN-06")
def test_a_smaller_points_limit_lets_fewer_points_deploy() -> None:
    game = begin("breakthrough", seats={"A": small(3), "B": small(3)}, points_limit=12)
    assert game.decision is not None
    assert game.decision.kind == "place", "6 points deploy; 4 are the Captain's, so B2 and B3 wait"
    assert {one["group"] for one in told(game, "group held back")} == {"B2", "B3"}
