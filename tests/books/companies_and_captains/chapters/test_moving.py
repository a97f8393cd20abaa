"""Moving: paths, cohesion, the distance from enemies, the Defensive formation, and leaving the table."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.books.companies_and_captains.chapters import moving
from sandtable.books.companies_and_captains.chapters.geometry.standing import enemies_too_near, in_cohesion
from sandtable.books.companies_and_captains.orders import Order
from sandtable.books.companies_and_captains.scenarios.scenario import SCENARIOS
from sandtable.books.companies_and_captains.state import Battle, LastingSpell
from sandtable.kernel.refusal import Refused
from sandtable.kernel.state import fingerprint
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.moves import (
    barred_by,
    entangle,
    models,
    move,
    one,
    piece,
    planner,
    scene,
    shifted,
    stands_at,
    to,
    wall,
    why_not,
)
from tests.books.companies_and_captains.scenes import (
    answer,
    battle,
    carry_out,
    foot,
    group,
    keys,
    rules_told,
    told,
)

# ---- how far ----------------------------------------------------------------------------------------------


@covers("CC-MOV-01", "CC-MOV-02")
def test_each_model_moves_its_own_way_up_to_mo_or_stays() -> None:
    state = scene({"A2": models("Heavy Foot", (20, 20), (22, 20), (24, 20))})
    moved = move(state, to((20, 20), (22, 23), (24, 26)))
    assert stands_at(state, (20, 20), (22, 23), (24, 26))
    assert told(moved, "group moved")[0]["group"] == "A2"
    assert set(moved.asked[0].rules) >= {"CC-MOV-01", "CC-MOV-02", "CC-MOV-03", "CC-MOV-06"}


@covers("CC-MOV-01")
def test_nobody_goes_farther_than_mo_and_the_refusal_says_by_how_much() -> None:
    state = scene({"A2": models("Heavy Foot", (20, 20), (22, 20))})
    refusal = why_not(state, to((20, 26), (22, 26.5)))
    assert refusal is not None
    assert refusal.rule == "CC-MOV-01"
    assert refusal.reason == "Model 2 of Heavy Foot would need 6.50 inches of movement and has 6."
    assert "0.50" in refusal.remedy


@covers("CC-MOV-01", "CC-GEO-05")
def test_a_path_costs_its_whole_length_round_its_corners() -> None:
    state = scene({"A2": one("Heavy Foot", 20, 20)})
    assert barred_by(state, {"paths": [[[20, 20], [23, 20], [23, 23]]]}) == ""
    assert barred_by(state, {"paths": [[[20, 20], [23, 20], [23, 23.1]]]}) == "CC-MOV-01"
    assert barred_by(state, {"paths": [[[23, 20], [23, 23]]]}) == "", "the start may be left out"


@covers("CC-RAI-08", "CC-GEN-01", "CC-GEO-15")
def test_an_asset_halves_moves_but_not_retreats() -> None:
    state = scene({"A2": one("Light Cavalry", 20, 20)})
    rider = state.groups["A2"]
    assert (moving.move_distance(state, rider), moving.half_a_move(state, rider)) == (12, 6)
    assert moving.evade_distance(state, rider) == 6
    rider.asset = "asset 1"
    assert moving.move_distance(state, rider) == 6
    assert moving.half_a_move(state, rider) == 6
    assert moving.evade_distance(state, rider) == 3


@covers("CC-GEN-13")
def test_the_agreed_scale_multiplies_mo_and_the_fixed_distances() -> None:
    state = scene(
        {"A2": models("Heavy Foot", (20, 20), (22, 20)), "B2": one("Heavy Foot", 20, 34)},
        switches={"terrain_mode": "open", "distance_scale": 2.0},
    )
    assert moving.move_distance(state, state.groups["A2"]) == 12
    assert state.groups["A2"].radius == 1.0
    assert barred_by(state, to((20, 26), (28, 26))) == "", "links of 6 inches, 6 inches from the enemy"
    assert barred_by(state, to((20, 26), (28.1, 26))) == "CC-MOV-04"
    assert barred_by(state, to((20, 26.1), (22, 26))) == "CC-MOV-05"


# ---- what is in the way -----------------------------------------------------------------------------------


@covers("CC-MOV-03")
@pytest.mark.parametrize("blocker", ["A3", "B2"])
def test_no_model_passes_through_another_friend_or_enemy(blocker: str) -> None:
    state = scene({"A2": one("Light Foot", 20, 20), blocker: one("Heavy Foot", 20, 23)})
    assert barred_by(state, {"paths": [[[20, 20], [20, 27.5]]]}) == "CC-MOV-03"


@covers("CC-MOV-03", "CC-GEO-07")
def test_places_alone_are_reached_round_what_is_in_the_way() -> None:
    state = scene({"A2": one("Light Foot", 20, 20), "A3": one("Heavy Foot", 20, 23)})
    moved = move(state, to((20, 26)))
    assert stands_at(state, (20, 26))
    assert len(told(moved, "group moved")[0]["paths"][0]) > 2


@covers("CC-GEO-06")
def test_comrades_pass_through_each_other_and_may_not_end_on_each_other() -> None:
    state = scene({"A2": models("Heavy Foot", (20, 20), (20, 22))})
    assert barred_by(state, to((20, 23), (20, 21))) == ""
    refusal = why_not(state, to((20, 22.5), (20, 22)))
    assert refusal is not None
    assert refusal.rule == "CC-GEO-06"
    assert "overlap by 0.50 inches" in refusal.reason


@covers("CC-GEO-04")
def test_bases_may_overlap_by_a_hundredth_of_an_inch_and_no_more() -> None:
    state = scene({"A2": models("Heavy Foot", (20, 20), (20, 22))})
    assert barred_by(state, to((20, 20), (20, 20.991))) == ""
    assert barred_by(state, to((20, 20), (20, 20.985))) == "CC-GEO-06"


@covers("CC-MOV-07")
def test_a_move_stays_wholly_on_the_table() -> None:
    state = scene({"A2": one("Light Foot", 20, 3)})
    assert barred_by(state, to((20, 0.5))) == ""
    assert barred_by(state, to((20, 0.4))) == "CC-MOV-07"
    assert barred_by(state, to((20, -3))) == "CC-MOV-07"


@covers("CC-OTR-10")
def test_a_free_mover_passes_through_models_and_ends_on_nobody() -> None:
    free = one("Light Foot", 20, 20, traits=["Move Freely"])
    state = scene({"A2": free, "A3": one("Heavy Foot", 20, 22), "B2": one("Heavy Foot", 20, 24)})
    assert barred_by(state, {"paths": [[[20, 20], [20, 28]]]}) == ""
    assert barred_by(state, {"paths": [[[20, 20], [20, 22.5]]]}) == "CC-MOV-03"
    assert barred_by(state, {"paths": [[[20, 20], [20, 27.5]]]}) == "CC-MOV-05"


# ---- where it ends ----------------------------------------------------------------------------------------


@covers("CC-MOV-04", "CC-GEO-08")
def test_links_of_three_inches_join_the_whole_group() -> None:
    state = scene({"A2": models("Light Foot", (20, 20), (22, 20), (24, 20), (26, 20))})
    assert barred_by(state, to((18, 20), (22, 20), (26, 20), (30, 20))) == ""
    refusal = why_not(state, to((18, 20), (20, 20), (26, 20), (28, 20)))
    assert refusal is not None
    assert refusal.rule == "CC-MOV-04"
    assert "Models 3, 4 of Light Foot would stand 5.00 inches from the others" in refusal.reason


@covers("CC-MOV-04", "CC-GEO-08")
def test_in_literal_mode_two_pairs_are_in_cohesion() -> None:
    literal = {"terrain_mode": "open", "cohesion_mode": "literal"}
    group_ = models("Light Foot", (20, 20), (22, 20), (24, 20), (26, 20))
    state = scene({"A2": group_}, switches=literal)
    assert barred_by(state, to((18, 20), (20, 20), (26, 20), (28, 20))) == ""
    assert barred_by(state, to((16, 20), (22, 20), (24, 20), (26, 20))) == "CC-MOV-04"


@covers("CC-MOV-04")
def test_a_group_of_one_is_always_in_cohesion() -> None:
    assert barred_by(scene({"A2": one("Heavy Foot", 20, 20)}), to((20, 26))) == ""


@covers("CC-MOV-05", "CC-GEN-03")
def test_a_move_ends_three_inches_from_every_enemy() -> None:
    state = scene({"A2": one("Heavy Foot", 20, 20), "B2": one("Heavy Foot", 20, 29)})
    assert barred_by(state, to((20, 25))) == ""
    refusal = why_not(state, to((20, 25.5)))
    assert refusal is not None
    assert refusal.rule == "CC-MOV-05"
    assert "2.50 inches from Heavy Foot (B2)" in refusal.reason


@covers("CC-MOV-05")
def test_passing_closer_to_an_enemy_on_the_way_is_allowed() -> None:
    state = scene({"A2": one("Light Cavalry", 20, 20), "B2": one("Heavy Foot", 22, 24)})
    assert barred_by(state, {"paths": [[[20, 20], [20, 30]]]}) == ""


@covers("CC-MOV-06")
def test_a_move_starts_no_melee() -> None:
    state = scene({"A2": one("Heavy Foot", 20, 20), "B2": one("Heavy Foot", 20, 26)})
    moved = move(state, to((20, 22)))
    assert state.groups["A2"].melee == state.groups["B2"].melee == ()
    assert barred_by(state, to((20, 25))) == "CC-MOV-05", "nobody moves into contact"
    assert "CC-MOV-06" in moved.asked[0].rules


@covers("CC-MOV-08")
def test_who_starts_too_near_must_get_away_if_it_can() -> None:
    state = scene({"A2": one("Heavy Foot", 20, 20), "B2": one("Heavy Foot", 20, 21.5)})
    refusal = why_not(state, "hold")
    assert refusal is not None
    assert refusal.rule == "CC-MOV-08"
    assert barred_by(state, to((20, 18))) == "CC-MOV-08"
    moved = move(state, to((20, 17.5)))
    assert "CC-MOV-08" in rules_told(moved, "group moved")


@covers("CC-MOV-08")
def test_a_slow_group_too_near_may_end_closer_but_not_nearer_than_it_began() -> None:
    """Heavy Engine, MO 2, half an inch from an enemy."""
    enemy = one("Heavy Foot", 20, 20)
    state = scene({"A2": one("Heavy Engine", 20, 17.75), "B2": enemy})
    assert barred_by(state, to((20, 15.75))) == "", "2.5 inches away"
    assert barred_by(state, "hold") == ""
    assert barred_by(state, to((20, 17.9))) == "CC-MOV-08"
    assert barred_by(state, to((21, 17.8))) == ""


@covers("CC-MOV-08")
def test_who_has_no_open_way_straight_away_may_stay_near() -> None:
    lake = piece("lake", 15, 15, 25, 19.4, "impassable")
    state = scene({"A2": one("Heavy Foot", 20, 20), "B2": one("Heavy Foot", 20, 21.5)}, terrain=[lake])
    assert barred_by(state, "hold") == ""


@covers("CC-GEO-09")
def test_broken_cohesion_must_be_restored_if_mo_suffices() -> None:
    state = scene({"A2": models("Heavy Foot", (20, 20), (22, 20), (30, 20))})
    assert barred_by(state, "hold") == "CC-GEO-09"
    assert barred_by(state, shifted(state, 0, 2)) == "CC-GEO-09"
    moved = move(state, to((20, 20), (22, 20), (26, 20)))
    assert "CC-GEO-09" in rules_told(moved, "group moved")


@covers("CC-GEO-09")
def test_who_cannot_rejoin_the_others_goes_its_full_mo_towards_them() -> None:
    state = scene({"A2": models("Heavy Foot", (20, 20), (22, 20), (40, 20))})
    refusal = why_not(state, to((20, 20), (22, 20), (36, 20)))
    assert refusal is not None
    assert refusal.rule == "CC-GEO-09"
    assert "Model 3 of Heavy Foot ends 2.00 inches short" in refusal.reason
    assert barred_by(state, to((20, 20), (22, 20), (34, 20))) == ""


@covers("CC-GEO-09")
def test_the_program_gathers_a_broken_group_by_itself() -> None:
    state = scene({"A2": models("Heavy Foot", (20, 20), (22, 20), (30, 20), (28, 26))})
    drawn = planner(state).sample(random.Random(1))
    ends = planner(state).read(drawn).ends
    assert in_cohesion(state, state.groups["A2"], ends)


# ---- formations -------------------------------------------------------------------------------------------


@covers("CC-GEO-07")
@pytest.mark.parametrize(
    ("formation", "width", "depth"),
    [("line", 7.5, 0), ("block", 4.5, 1.5), ("column", 1.5, 3), ("close", 3, 1)],
)
def test_presets_stand_in_their_ranks(formation: str, width: float, depth: float) -> None:
    state = scene({"A2": group("Light Foot", 30, 20, fielded=6)})
    move(state, {"formation": formation, "at": [30, 20], "facing": 90})
    xs, ys = zip(*state.groups["A2"].models, strict=True)
    assert max(xs) - min(xs) == pytest.approx(width)
    assert max(ys) - min(ys) == pytest.approx(depth)


@covers("CC-GEO-07")
def test_a_ring_has_everybody_at_the_same_distance() -> None:
    state = scene({"A2": group("Light Foot", 30, 20, fielded=6)})
    move(state, {"formation": "ring", "at": [30, 20]})
    away = [math.dist(at, (30, 20)) for at in state.groups["A2"].models]
    assert max(away) == pytest.approx(min(away)) == pytest.approx(1.5)


@covers("CC-GEO-07")
def test_slots_are_given_so_that_the_longest_path_is_shortest() -> None:
    state = scene({"A2": models("Light Foot", (20, 20), (21.5, 20), (23, 20))})
    move(state, {"formation": "line", "at": [24.5, 20], "facing": 90})
    assert [round(x, 3) for x, _ in state.groups["A2"].models] == [23.0, 24.5, 26.0]


@covers("CC-GEO-07")
def test_a_formation_that_a_model_cannot_reach_is_refused() -> None:
    state = scene({"A2": group("Heavy Foot", 30, 20)})
    assert barred_by(state, {"formation": "line", "at": [30, 26], "facing": 90}) == "CC-GEO-07"


def close(at: tuple[float, float] = (30, 20)) -> dict[str, Any]:
    return {"formation": "close", "at": list(at), "facing": 90}


@covers("CC-PTR-01", "CC-PTR-02")
def test_a_defensive_group_forms_up_by_closing_ranks() -> None:
    state = scene({"A2": group("Heavy Foot", 30, 20)})
    moved = move(state, close())
    assert state.groups["A2"].formed
    assert "CC-PTR-01" in rules_told(moved, "formation taken")


@covers("CC-PTR-01")
def test_only_defensive_groups_form_up() -> None:
    state = scene({"A2": group("Elite Foot", 30, 20)})
    assert barred_by(state, {**close(), "form": True}) == "CC-PTR-01"
    move(state, close())
    assert not state.groups["A2"].formed


@covers("CC-PTR-01")
def test_forming_up_needs_one_touching_body() -> None:
    state = scene({"A2": models("Heavy Foot", (20, 20), (21.05, 20), (22.05, 20))})
    assert barred_by(state, {"form": True}) == ""
    state = scene({"A2": models("Heavy Foot", (20, 20), (21.06, 20), (22.06, 20))})
    assert barred_by(state, {"form": True}) == "CC-PTR-01"


@covers("CC-PTR-01", "CC-ACT-14")
def test_a_single_model_forms_up_by_any_move_even_of_zero_inches() -> None:
    state = scene({"A2": one("Heavy Foot", 30, 20)})
    move(state, {"form": True})
    assert state.groups["A2"].formed
    assert not state.companies["A"].deeds.captain_moved_or_rolled


@covers("CC-PTR-01", "CC-GEO-31")
@pytest.mark.parametrize(
    ("terrain", "rule"),
    [
        (piece("marsh", 25, 19, 35, 25, "difficult"), "CC-PTR-01"),
        (piece("ruins", 25, 19, 35, 25, "cover"), "CC-PTR-01"),
        (wall((25, 24.4), (35, 24.4)), "CC-PTR-01"),
        (wall((25, 24.8), (35, 24.8)), ""),
    ],
)
def test_nobody_forms_up_in_difficult_terrain_or_in_cover(terrain: dict[str, Any], rule: str) -> None:
    """The northernmost bases reach to y 21.5: the last wall begins 3.05 inches beyond, the other 2.65."""
    state = scene({"A2": group("Heavy Foot", 30, 20)}, terrain=[terrain])
    assert barred_by(state, {**close(), "form": True}) == rule


@covers("CC-PTR-01", "CC-SPL-15")
def test_an_entangled_group_counts_as_in_difficult_terrain() -> None:
    state = scene({"A2": one("Heavy Foot", 30, 20), "A3": one("Heavy Foot", 40, 20, traits=["Move Freely"])})
    entangle(state, "A2")
    entangle(state, "A3")
    assert barred_by(state, {"form": True}) == "CC-PTR-01"
    assert barred_by(state, {"form": True}, "A3") == "", "a free mover is not affected"


@covers("CC-PTR-01", "CC-SHK-06")
def test_a_confused_group_takes_no_formation() -> None:
    state = scene({"A2": one("Heavy Foot", 30, 20)})
    state.groups["A2"].spells = (LastingSpell("Confuse", "B"),)
    assert barred_by(state, {"form": True}) == "CC-SHK-06"


@covers("CC-PTR-01")
def test_where_the_group_began_does_not_matter() -> None:
    marsh = piece("marsh", 25, 10, 35, 17, "difficult")
    state = scene({"A2": one("Heavy Foot", 30, 16)}, terrain=[marsh])
    move(state, {**to((30, 18.5)), "form": True})
    assert state.groups["A2"].formed


@covers("CC-PTR-04")
def test_a_formed_group_that_moves_as_a_block_stays_formed() -> None:
    state = scene({"A2": group("Heavy Foot", 30, 20, formation="close", formed=True)})
    moved = move(state, shifted(state, 3, 1))
    assert state.groups["A2"].formed
    assert rules_told(moved, "formation kept") == {"CC-PTR-04", "CC-PTR-02"}


@covers("CC-PTR-03")
def test_a_move_out_of_contact_ends_the_formation() -> None:
    state = scene({"A2": group("Heavy Foot", 30, 20, formation="close", formed=True)})
    moved = move(state, {"formation": "block", "at": [30, 20], "facing": 90})
    assert not state.groups["A2"].formed
    assert rules_told(moved, "formation lost") == {"CC-PTR-03"}


@covers("CC-PTR-03", "CC-PTR-04")
def test_a_block_that_moves_into_a_marsh_loses_its_formation() -> None:
    marsh = piece("marsh", 20, 23, 40, 30, "difficult")
    state = scene({"A2": group("Heavy Foot", 30, 20, formation="close", formed=True)}, terrain=[marsh])
    move(state, shifted(state, 0, 2.5))
    assert not state.groups["A2"].formed


@covers("CC-PTR-03", "CC-GEO-15")
def test_evading_ends_the_formation() -> None:
    state = scene({"A2": one("Heavy Foot", 30, 20, formed=True), "B2": one("Heavy Foot", 30, 28)})
    moved = carry_out(moving.evade, state, state.groups["A2"], state.groups["B2"], answers=[to((30, 17))])
    assert not state.groups["A2"].formed
    assert {"CC-GEO-15", "CC-PTR-07"} <= rules_told(moved, "group evaded")


@covers("CC-GEO-15")
def test_evading_covers_half_mo_and_keeps_to_the_rules_of_moving() -> None:
    state = scene({"A2": one("Heavy Foot", 30, 2), "B2": one("Heavy Foot", 30, 10)})
    for place, rule in [((33.1, 2), "CC-GEO-15"), ((30, 0), "CC-MOV-07")]:
        with pytest.raises(Refused) as refused:
            carry_out(moving.evade, state, state.groups["A2"], state.groups["B2"], answers=[to(place)])
        assert refused.value.rule == rule
    carry_out(moving.evade, state, state.groups["A2"], state.groups["B2"], answers=[to((33, 2))])


@covers("CC-MOV-08", "CC-GEO-15")
def test_who_evades_from_an_enemy_too_near_gets_away_if_it_can() -> None:
    state = scene({"A2": one("Light Cavalry", 30, 20), "B2": one("Heavy Foot", 30, 22.25)})
    with pytest.raises(Refused) as refused:
        carry_out(moving.evade, state, state.groups["A2"], state.groups["B2"], answers=["hold"])
    assert refused.value.rule == "CC-MOV-08"


# ---- the order --------------------------------------------------------------------------------------------


@covers("CC-MOV-01", "CC-ACT-07")
def test_the_move_order_is_rolled_on_the_first_mo_value_and_then_plotted() -> None:
    game = battle(
        {"A1": foot(20, 20, fielded=1), "B1": foot(60, 40, fielded=1)},
        dice={"activate A1": [2, 3]},
        table=[72, 48],
    )
    answer(game, "A1", "move", to((20, 26)))
    assert game.state.groups["A1"].models == ((20.0, 26.0),)
    assert told(game, "dice rolled")[0]["need"] == 5


@covers("CC-AMB-06")
def test_moving_the_captain_is_noted_and_moving_another_is_not() -> None:
    state = scene({"A2": one("Heavy Foot", 20, 20)})
    move(state, to((20, 22)))
    assert not state.companies["A"].deeds.captain_moved_or_rolled
    move(state, to((2, 4)), "A1")
    assert state.companies["A"].deeds.captain_moved_or_rolled


@covers("CC-RES-12")
def test_models_that_found_no_place_come_back_when_the_next_move_ends() -> None:
    state = scene({"A2": group("Heavy Foot", 20, 20, fielded=2, models=[[20, 20]], absent_models=1)})
    moved = carry_out(
        moving.Move().carry_out, state, state.groups["A2"], Order("Move"), answers=["hold", "proposal"]
    )
    assert len(state.groups["A2"].models) == 2
    assert state.groups["A2"].absent_models == 0
    assert "CC-RES-12" in rules_told(moved, "models returned")


# ---- leaving the table ------------------------------------------------------------------------------------


@pytest.fixture
def open_edges(monkeypatch: pytest.MonkeyPatch) -> None:
    """A scenario whose north and east edges are open to side A, by a rule of Ambush."""

    def may_leave(self: object, state: Battle, mover: Any, edge: str, *, by_retreat: bool) -> str:
        return "CC-AMU-03" if state.side_of(mover) == 0 and edge in ("north", "east") else ""

    monkeypatch.setattr(type(SCENARIOS["pitched-battle"]), "may_leave", may_leave)


@covers("CC-GEO-30", "CC-PUB-07", "CC-PUB-09", "CC-MOV-07")
def test_a_group_whose_every_model_reaches_an_open_edge_has_escaped(open_edges: None) -> None:
    state = scene({"A2": models("Light Foot", (30, 41), (32, 39.5)), "B1": one("Heavy Foot", 2, 40)})
    moved = move(state, {"exit": "north"})
    left = state.groups["A2"]
    assert (left.where, left.models) == ("escaped", ())
    assert {"CC-AMU-03", "CC-GEO-30", "CC-PUB-07", "CC-PUB-09"} <= rules_told(moved, "group left the table")


@covers("CC-GEO-30")
def test_a_group_of_which_one_model_cannot_reach_the_edge_stays(open_edges: None) -> None:
    state = scene({"A2": models("Light Foot", (30, 41), (32, 39.4)), "B1": one("Heavy Foot", 2, 40)})
    refusal = why_not(state, {"exit": "north"})
    assert refusal is not None
    assert refusal.rule == "CC-GEO-30"
    assert "Model 2 of Light Foot would need 8.10 inches of movement and has 8." in refusal.reason


@covers("CC-GEO-30")
def test_at_a_corner_models_may_leave_over_different_edges(open_edges: None) -> None:
    state = scene({"A2": models("Heavy Foot", (64, 44), (66, 41)), "B1": one("Heavy Foot", 2, 40)})
    assert barred_by(state, {"exit": "north"}) == "CC-GEO-30"
    assert barred_by(state, {"exit": "east"}) == "CC-GEO-30"
    assert barred_by(state, {"exit": ["north", "east"]}) == ""
    assert {"exit": ["north", "east"]} in [one.answer for one in planner(state).proposals()]


@covers("CC-MOV-07", "CC-GEO-30")
def test_an_edge_that_the_scenario_does_not_open_is_closed(open_edges: None) -> None:
    state = scene({"A2": one("Light Foot", 30, 41), "B2": one("Light Foot", 40, 41)})
    assert barred_by(state, {"exit": "south"}) == "CC-MOV-07"
    assert barred_by(state, {"exit": "north"}, "B2") == "CC-MOV-07"


# ---- proposals, chance and rubbish ------------------------------------------------------------------------


def crowded(seed: int) -> Battle:
    """A random field: friends, enemies, some of them too near, and all kinds of ground."""
    luck = random.Random(seed)
    profiles = ["Heavy Foot", "Light Foot", "Light Cavalry", "Heavy Engine", "Light Beast", "Elite Foot"]
    spots = [(x, y) for x in (12, 28, 44, 60) for y in (10, 24, 38)]
    luck.shuffle(spots)
    groups: dict[str, dict[str, Any]] = {}
    for number, (x, y) in enumerate(spots[:8]):
        name = f"{'AB'[number % 2]}{number // 2 + 2}"
        groups[name] = group(
            luck.choice(profiles), x + luck.random(), y + luck.random(), fielded=luck.randint(1, 6)
        )
    kinds = [
        ("wood", ("difficult", "obscuring")),
        ("lake", ("impassable",)),
        ("ruins", ("difficult", "cover")),
    ]
    terrain = []
    for number in range(5):
        kind, traits = luck.choice(kinds)
        west, south = 4 + luck.random() * 60, luck.choice([15.5, 29.5])
        terrain.append({**piece(kind, west, south, west + 4, south + 3, *traits), "id": f"{kind} {number}"})
    terrain.append(wall((5, 33), (60, 33.5)))
    return scene(groups, terrain=terrain)


@covers("CC-PTR-01")
@pytest.mark.parametrize(
    ("terrain", "spells"),
    [
        ([], []),
        ([wall((30, 28), (42, 28))], []),
        ([piece("marsh", 30, 20, 42, 30, "difficult")], []),
        ([], [{"spell": "Entangle", "caster": "B"}]),
    ],
)
def test_the_formation_is_proposed_where_it_would_be_taken(terrain: list[Any], spells: list[Any]) -> None:
    foot = models("Heavy Foot", (36, 26.25), (36, 24), spells=spells)
    state = scene({"A2": foot, "B1": one("Heavy Foot", 24, 44)}, terrain=terrain)
    labels = {option.label: option.answer for option in planner(state).proposals()}
    forming = "take the Defensive formation"
    assert (forming in labels) == (not terrain and not spells)
    assert forming not in labels or planner(state).read(labels[forming]).forms


@covers("CC-MOV-01", "CC-MOV-04", "CC-MOV-05")
@settings(max_examples=30)
@given(seed=st.integers(0, 10_000))
def test_what_is_proposed_or_drawn_at_random_is_always_accepted_and_legal(seed: int) -> None:
    state = crowded(seed)
    for mover in [each for each in state.groups_on_table() if each.id not in ("A1", "B1")][:3]:
        options = planner(state, mover.id).proposals()
        assert options
        drawn = [planner(state, mover.id).sample(random.Random(luck)) for luck in range(6)]
        for given_answer in [*(option.answer for option in options), *drawn]:
            planned = planner(state, mover.id).read(given_answer)
            assert not enemies_too_near(state, mover, planned.ends)
            assert in_cohesion(state, mover, planned.ends)
            for path in planned.paths:
                assert sum(map(math.dist, path, path[1:])) <= moving.move_distance(state, mover) + 0.001


@covers("CC-MOV-08", "CC-GEO-09")
@settings(max_examples=40)
@given(
    x=st.floats(-2.9, 2.9),
    y=st.floats(-2.9, 2.9),
    apart=st.floats(0, 12),
    profile=st.sampled_from(["Heavy Foot", "Heavy Engine", "Light Beast"]),
)
def test_there_is_always_a_legal_move_however_near_and_broken(
    x: float, y: float, apart: float, profile: str
) -> None:
    radius = {"Heavy Foot": 0.5, "Heavy Engine": 1.25, "Light Beast": 1.0}[profile]
    gap = radius + 0.6
    near = (20 + x + math.copysign(gap, x), 20 + y + math.copysign(gap, y))
    other = (near[0] + 2 * radius + 0.1 + apart, near[1])
    state = scene({"A2": models(profile, near, other), "B2": one("Heavy Foot", 20, 20)})
    for luck in range(4):
        drawn = planner(state).sample(random.Random(luck))
        assert barred_by(state, drawn) == ""
    assert all(barred_by(state, option.answer) == "" for option in planner(state).proposals())


RUBBISH: list[Any] = [
    None,
    True,
    7,
    math.nan,
    "north",
    [],
    {},
    {1: 2},
    {"go": "there"},
    {"models": []},
    {"models": [[1, 2]]},
    {"models": "abc"},
    {"models": [[math.nan, 1], [2, 2]]},
    {"models": [[math.inf, 1], [2, 2]]},
    {"models": [[10**400, 1], [2, 2]]},
    10**5000,
    {"models": [["20", "20"], [2, 2]]},
    {"models": [[True, False], [2, 2]]},
    {"models": [[20, 20, 20], [2, 2]]},
    {"models": [[[20, 20]], [2, 2]]},
    {"models": [[20, 20], [22, 20]], "paths": []},
    {"paths": [[], []]},
    {"paths": [[[20, 20]] * 65, [[22, 20]]]},
    {"paths": {"0": [[20, 20]]}},
    {"formation": ["line"]},
    {"formation": "wedge"},
    {"formation": "line", "at": {"x": 1}},
    {"formation": "line", "at": [1e9, 2]},
    {"formation": "line", "at": [20, 20], "facing": "north"},
    {"form": "yes"},
    {"exit": "up"},
    {"exit": []},
    {"exit": [["north"]]},
    {"exit": "north"},
]


@covers("CC-MOV-01", "CC-GEO-07")
@pytest.mark.parametrize("rubbish", RUBBISH, ids=range(len(RUBBISH)))
def test_an_answer_that_is_no_move_is_refused_politely_and_changes_nothing(rubbish: Any) -> None:
    state = scene({"A2": models("Heavy Foot", (20, 20), (22, 20))})
    before = fingerprint(state)
    refusal = why_not(state, rubbish)
    assert refusal is not None
    assert refusal.rule.startswith("CC-")
    assert refusal.reason
    assert refusal.remedy
    assert fingerprint(state) == before


@covers("CC-ACT-05")
def test_the_move_order_stands_in_the_list_of_orders() -> None:
    game = battle({"A1": foot(20, 20), "B1": foot(60, 40)}, table=[72, 48])
    answer(game, "A1")
    assert "move" in keys(game.decision)
