"""Deployment: one Group at a time, wholly in the zone, who may be held back, and zones that are too small."""

from __future__ import annotations

from math import pi

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.books.companies_and_captains.chapters.terrain import ORDINARY
from sandtable.books.companies_and_captains.scenarios.scenario import scenario_of
from sandtable.books.companies_and_captains.state import Battle, Token
from sandtable.kernel.game import Game
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers
from sandtable.table.terrain import Ground
from sandtable.table.units.open_ground import Site, has_room
from sandtable.table.units.placing import ROOMY, place_side
from sandtable.table.zones import Every, near_edge, whole_table
from tests.books.companies_and_captains.beginnings import begin, entry, proposed, roster, small
from tests.books.companies_and_captains.scenes import answer, foot, keys, rules_told, state_of, told
from tests.table.tables import LINK, tables


def barred_place(game: Game[Battle], place: object) -> str:
    """The rule that refuses a place."""
    with pytest.raises(Refused) as caught:
        answer(game, place)
    return caught.value.rule


@covers("CC-SET-09", "CC-PIT-01")
def test_the_defender_places_first_then_in_turn_and_who_has_more_places_them_all() -> None:
    game = begin("pitched-battle", seats={"A": small(), "B": small(4)})
    proposed(game, until="ambitions")
    placed = [facts["group"] for facts in told(game, "group placed")]
    assert [one[0] for one in placed] == ["B", "A", "B", "A", "B", "B"]


@covers("CC-SET-09", "CC-PUB-03", "CC-GEO-26")
def test_every_base_lies_wholly_in_the_zone() -> None:
    game = begin("pitched-battle")
    answer(game, "B1")
    assert barred_place(game, {"models": [[36, 36.4]]}) == "CC-PIT-01"
    answer(game, {"models": [[36, 36.5]]})
    assert game.state.groups["B1"].models == ((36.0, 36.5),)
    assert {"CC-PIT-01", "CC-SET-09", "CC-PUB-03", "CC-GEO-26"} <= rules_told(game, "group placed")


@covers("CC-PUB-05", "CC-OTR-17")
def test_without_a_summoner_every_group_deploys_and_nobody_is_asked() -> None:
    game = proposed(begin("pitched-battle"), until="ambitions")
    assert all(one.on_table for one in game.state.groups.values())
    assert told(game, "group held back") == []


@covers("CC-PUB-05", "CC-OTR-17", "CC-OTR-28")
def test_a_company_with_a_summoner_may_keep_others_back_but_neither_captain_nor_last_summoner() -> None:
    callers = roster(
        entry("Elite Foot"), entry("Heavy Foot", "Summoner"), entry("Light Foot"), entry("Light Foot")
    )
    game = begin("pitched-battle", seats={"A": small(), "B": callers})
    answer(game, "B1")
    assert game.decision is not None
    assert game.decision.kind == "place", "the Captain's Group is not asked for"
    answer(game, "proposal", "A1", "proposal", "B2")
    assert game.decision.kind == "place", "the only Summoner is not asked for"
    answer(game, "proposal", "proposal", "B3")
    assert game.decision.kind == "yes or no"
    assert {"CC-OTR-17", "CC-PUB-05"} <= set(game.decision.rules)
    answer(game, False)
    assert game.state.groups["B3"].where == "undeployed"
    assert "CC-OTR-28" in rules_told(game, "group held back")
    answer(game, True, "proposal")
    assert game.state.groups["B4"].on_table


@covers("CC-AMU-01", "CC-PUB-05")
def test_in_ambush_even_a_company_with_a_summoner_deploys_everybody() -> None:
    callers = roster(entry("Elite Foot", "Summoner"), entry("Light Foot"))
    game = proposed(begin("ambush", seats={"A": small(), "B": callers}), until="ambitions")
    assert all(one.on_table for one in game.state.groups.values())


@covers("CC-RAI-01", "CC-GEN-01")
def test_in_raid_the_defender_deploys_the_captain_and_at_most_half_of_the_others() -> None:
    game = begin("raid", seats={"A": small(), "B": small(6)})
    answer(game, "B2", True, "proposal", "B3", True, "proposal")
    assert {one["group"] for one in told(game, "group held back")} == {"B4", "B5", "B6"}
    assert game.decision is not None
    assert game.decision.kind == "place"
    answer(game, "proposal")
    assert game.state.groups["B1"].on_table
    assert game.waiting_for == ("A",)


@covers("CC-SCN-05", "CC-BRN-02", "CC-SCN-06")
def test_of_a_split_company_up_to_12_points_deploy_the_captain_always_among_them() -> None:
    seats = {"A": small(), "B": small(6)}
    game = begin("burn-the-stores", seats=seats)
    answer(game, "B5", True, "proposal", "B3", True, "proposal")
    held = {one["group"] for one in told(game, "group held back")}
    assert held == {"B2", "B4", "B6"}, "4 for the Captain and 8 for two others make 12"
    answer(game, "proposal")
    assert game.state.groups["B1"].on_table


@covers("CC-SCN-06")
def test_at_12_points_half_as_many_points_deploy() -> None:
    seats = {"A": small(), "B": roster(*(entry("Light Foot") for _ in range(4)))}
    game = begin("the-watchtower", seats=seats, points_limit=12)
    answer(game, "B2", True, "proposal")
    assert {one["group"] for one in told(game, "group held back")} == {"B3", "B4"}


@covers("CC-PUB-04", "CC-SOR-01")
def test_a_zone_with_no_room_at_all_is_widened_inch_by_inch() -> None:
    big = roster(*(entry("Heavy Engine", models=6, base=4.0) for _ in range(5)), name="Guns")
    game = begin("sortie", seats={"A": big, "B": small()})
    widened = told(game, "zone widened")
    assert [one["side"] for one in widened][:1] == ["attacker"]
    assert "CC-PUB-04" in rules_told(game, "zone widened")
    state = game.state
    zone = scenario_of(state).zone(state, scenario_of(state).plan.stages[0], 0, state.setup.wider[0])
    assert not zone.holds(3.0, 24.0, 2.0), "the distance from the edges is not touched"


@covers("CC-PUB-04", "CC-SOR-01")
def test_on_a_table_of_60_by_36_nothing_fits_30_inches_from_the_centre() -> None:
    state = state_of(
        {"A1": foot(10, 10, fielded=1), "B1": foot(30, 18, fielded=1)}, scenario="sortie", table=[60, 36]
    )
    stage = scenario_of(state).plan.stages[0]
    point = Token("siege1", "siege", (6.0, 6.0))
    fits = [
        wider for wider in range(6) if scenario_of(state).zone(state, stage, 0, wider).holds(*point.at, 0.0)
    ]
    assert fits == [4, 5], "the farthest point 6 inches from the edges is 26.8 inches out"


@covers("CC-SCN-08", "CC-WTW-02")
def test_three_engines_of_six_models_need_a_yard_of_14_by_14() -> None:
    guns = roster(*(entry("Heavy Engine", models=6) for _ in range(3)), entry("Heavy Foot"), name="Guns")
    game = begin("the-watchtower", seats={"A": small(), "B": guns})
    proposed(game, until="ambitions")
    assert [one for one in told(game, "zone widened") if one["side"] == "defender"]
    assert {"CC-SCN-08", "CC-PUB-04"} <= rules_told(game, "zone widened")
    assert game.state.groups["B3"].on_table
    models = [at for name in ("B1", "B2", "B3") for at in game.state.groups[name].models]
    assert min(x for x, _ in models) >= 17 + 1.25
    assert max(x for x, _ in models) <= 31 - 1.25


@covers("CC-WTW-02")
def test_the_attackers_of_the_watchtower_must_come_from_both_edges() -> None:
    game = begin("the-watchtower", seats={"A": small(6), "B": small()})
    answer(game, "B1", "proposal") if "B1" in keys(game.decision) else answer(game, "proposal")
    while game.waiting_for == ("B",):
        answer(game, True if game.decision is not None and game.decision.kind == "yes or no" else "proposal")
    for number in range(1, 5):
        answer(game, f"A{number}", {"models": [[6 * number, 2]]})
    answer(game, "A5")
    assert barred_place(game, {"models": [[40, 2]]}) == "CC-WTW-02", "two of six go to the north edge"
    answer(game, {"models": [[40, 46]]}, {"models": [[30, 46]]})
    assert game.state.groups["A6"].on_table


@covers("CC-EXT-02", "CC-EXT-01")
def test_the_extractees_are_named_and_deploy_at_the_centre_the_others_at_the_edges() -> None:
    game = begin("extraction")
    answer(game, "A1")
    assert barred_place(game, {"models": [[36, 40]]}) == "CC-EXT-01", "attackers stay 18 inches away"
    answer(game, {"models": [[36, 43]]}, "proposal")
    assert keys(game.decision) == ["B1", "B2"]
    answer(game, "B2")
    assert game.state.roles == {"extractees": "B2"}
    assert barred_place(game, {"models": [[36, 30]]}) == "CC-EXT-02"
    answer(game, {"models": [[36, 29.5]]})
    assert barred_place(game, {"models": [[36, 13]]}) == "CC-EXT-02"
    answer(game, {"models": [[2, 24]]})
    assert game.state.groups["B1"].on_table
    assert "CC-EXT-04" in rules_told(game, "Extractees named")


@covers("CC-RIT-01", "CC-RIT-02", "CC-RIT-04")
def test_the_bodyguards_are_named_among_the_deployed_before_the_attackers_deploy() -> None:
    game = begin("ritual")
    answer(game, "B1", "proposal", "proposal")
    assert game.waiting_for == ("B",)
    answer(game, "B1")
    assert game.state.roles == {"bodyguards": "B1"}
    assert {"CC-RIT-01", "CC-RIT-04"} <= rules_told(game, "Bodyguards named")
    answer(game, "A1")
    assert barred_place(game, {"models": [[36, 14]]}) == "CC-RIT-02"


@covers("CC-RAI-02", "CC-PUB-13", "CC-PUB-03")
def test_the_defender_places_six_assets_clear_of_models_and_of_each_other() -> None:
    game = begin("raid")
    while game.state.step != "place a token":
        options = game.decision.options() if game.decision is not None else []
        if game.decision is not None and game.decision.kind == "place":
            answer(game, {"models": [[36, 24]]} if game.waiting_for == ("B",) else "proposal")
        else:
            answer(game, options[0].answer)
    assert game.waiting_for == ("B",)
    assert barred_place(game, {"at": [36.5, 24]}) == "CC-RAI-02", "on a model"
    assert barred_place(game, {"at": [36, 48.5]}) == "CC-RAI-02", "off the table"
    assert barred_place(game, {"at": [60.01, 24]}) == "CC-RAI-02", "outside 24 inches"
    answer(game, {"at": [60, 24]})
    assert barred_place(game, {"at": [59.5, 24]}) == "CC-RAI-02", "on another token"
    answer(game, *({"at": [30 + 2 * number, 12]} for number in range(5)))
    assert list(game.state.tokens) == [f"asset{number}" for number in range(1, 7)]
    assert game.state.step == "first turn"


@covers("CC-SOR-01", "CC-PUB-03")
def test_siege_tokens_lie_at_least_6_from_the_edges_and_30_from_the_centre() -> None:
    game = begin("sortie")
    while game.state.step != "place a token":
        answer(game, "proposal" if game.decision is not None and game.decision.kind == "place" else "A1")
    assert barred_place(game, {"at": [62, 38]}) == "CC-SOR-01"
    assert barred_place(game, {"at": [66.1, 24]}) == "CC-SOR-01"
    answer(game, {"at": [66, 24]})
    assert game.state.tokens["siege1"].size == (2.0, 2.0)


@covers("CC-PUB-02")
def test_at_12_points_table_and_zones_shrink_to_three_quarters() -> None:
    game = begin("ambush", points_limit=12)
    assert (game.state.ground.width, game.state.ground.depth) == (54.0, 36.0)
    answer(game, "B1")
    assert barred_place(game, {"models": [[27 + 17.6, 18]]}) == "CC-AMU-01"
    answer(game, {"models": [[27 + 17.5, 18]]})
    assert "CC-PUB-02" in rules_told(game, "group placed")


@covers("CC-PUB-03")
def test_foot_touching_the_south_edge_is_within_24_of_the_centre() -> None:
    game = begin("ambush")
    answer(game, "B1", {"models": [[36, 0.5]]})
    assert game.state.groups["B1"].models == ((36.0, 0.5),)


@covers("CC-HNT-02", "CC-HNT-03")
def test_the_captain_hunters_deploy_in_opposite_corners() -> None:
    game = begin("hunt-the-captain")
    answer(game, "B1")
    assert barred_place(game, {"models": [[36, 36]]}) == "CC-HNT-02"
    answer(game, {"models": [[37, 37]]}, "A1")
    assert barred_place(game, {"models": [[12, 12]]}) == "CC-HNT-02"
    answer(game, {"models": [[11, 11]]})
    assert game.state.groups["A1"].on_table


@covers("CC-TRA-02")
def test_the_escort_deploys_by_the_wagons_and_the_raiders_in_the_east() -> None:
    game = begin("the-supply-train")
    answer(game, "B1")
    assert barred_place(game, {"models": [[22, 24]]}) == "CC-TRA-02"
    answer(game, {"models": [[21.5, 24]]}, "proposal", "A1")
    assert barred_place(game, {"models": [[20, 3]]}) == "CC-TRA-02"
    answer(game, {"models": [[24.5, 3]]}, {"models": [[40, 45]]})
    assert game.state.step == "ambitions"


@covers("CC-PUB-04")
@settings(max_examples=25)
@given(tables(16), st.lists(st.sampled_from([(12, 0.5), (6, 0.75), (3, 1.25)]), min_size=1, max_size=6))
def test_a_zone_that_counts_as_roomy_holds_the_whole_side(
    ground: Ground, sizes: list[tuple[int, float]]
) -> None:
    def is_roomy(deep: float) -> bool:
        zone = Every((whole_table(ground), near_edge(ground, "south", deep)))
        return all(
            has_room(Site(ground, zone, (1, radius, ORDINARY), LINK), ROOMY * taken_from(radius))
            for _, radius in set(sizes)
        )

    def taken_from(radius: float) -> float:
        return sum(count * pi * (other + radius) ** 2 for count, other in sizes if other >= radius)

    deep = next(inches for inches in range(2, 48) if is_roomy(inches))
    zone = Every((whole_table(ground), near_edge(ground, "south", deep)))
    groups = [(count, radius, ORDINARY) for count, radius in sizes]
    assert not isinstance(place_side([Site(ground, zone, size, LINK) for size in groups]), int)
