"""Terrain: difficult ground, obstacles, Cover, what hides and what nobody enters."""

from __future__ import annotations

import pytest

from sandtable.books.companies_and_captains.chapters import moving
from sandtable.books.companies_and_captains.chapters.geometry.sight import sees, sight_rules, why_not_sees
from sandtable.books.companies_and_captains.chapters.terrain import cover_rules, going_of, has_cover
from sandtable.books.companies_and_captains.state import Battle
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.moves import (
    barred_by,
    entangle,
    models,
    move,
    one,
    piece,
    scene,
    shifted,
    stands_at,
    to,
    wall,
    why_not,
)
from tests.books.companies_and_captains.scenes import rules_told


def in_cover(state: Battle, attacker: str = "A2", target: str = "B2") -> bool:
    return has_cover(state, state.groups[attacker], state.groups[target])


def sees_it(state: Battle, viewer: str = "A2", target: str = "B2") -> bool:
    return sees(state, state.groups[viewer], state.groups[target])


WOOD = piece("wood", 15, 13, 25, 30, "difficult", "obscuring")


# ---- difficult ground -------------------------------------------------------------------------------------


@covers("CC-TER-01", "CC-TER-02", "CC-GEO-29")
def test_mo_8_three_inches_from_a_wood_goes_two_and_a_half_inches_into_it() -> None:
    state = scene({"A2": one("Light Foot", 20, 10)}, terrain=[WOOD])
    assert barred_by(state, to((20, 15.5))) == ""
    refusal = why_not(state, to((20, 15.6)))
    assert refusal is not None
    assert refusal.rule == "CC-TER-01"
    assert "8.20 inches of movement and has 8" in refusal.reason


@covers("CC-TER-01", "CC-GEO-25")
def test_a_move_through_difficult_ground_tells_the_rule() -> None:
    state = scene({"A2": one("Light Foot", 20, 10)}, terrain=[WOOD])
    assert {"CC-TER-01", "CC-TER-02", "CC-GEO-29"} <= rules_told(move(state, to((20, 15))), "group moved")
    state = scene({"A2": one("Light Foot", 20, 10)}, terrain=[WOOD])
    assert "CC-TER-01" not in rules_told(move(state, to((20, 12))), "group moved")


@covers("CC-TER-10")
def test_ground_that_is_difficult_twice_costs_double_once() -> None:
    state = scene(
        {"A2": one("Light Foot", 20, 10)}, terrain=[WOOD, piece("marsh", 15, 13, 25, 20, "difficult")]
    )
    assert barred_by(state, to((20, 15.5))) == ""
    assert barred_by(state, to((20, 15.6))) == "CC-TER-01"
    told = move(state, to((20, 15.5)))
    assert "CC-TER-10" in told.asked[0].rules


@covers("CC-PTR-10")
def test_a_nimble_group_takes_difficult_ground_as_normal_ground() -> None:
    state = scene({"A2": one("Light Beast", 20, 11)}, terrain=[WOOD])
    assert barred_by(state, to((20, 23))) == ""
    assert barred_by(state, to((20, 23.1))) == "CC-MOV-01"
    assert "CC-PTR-10" in rules_told(move(state, to((20, 23))), "group moved")


@covers("CC-PTR-11", "CC-OTR-05")
def test_difficult_ground_is_impassable_for_ponderous_and_chariot_groups() -> None:
    state = scene(
        {"A2": one("Elite Engine", 20, 11), "A3": one("Heavy Cavalry", 30, 11, traits=["Chariot"])},
        terrain=[WOOD, piece("marsh", 27, 13, 33, 30, "difficult")],
    )
    assert barred_by(state, to((20, 12.5))) == "CC-PTR-11"
    assert barred_by(state, to((30, 14)), "A3") == "CC-OTR-05"
    assert barred_by(state, to((20, 11.7))) == ""


@covers("CC-SPL-15")
def test_entangled_all_ground_is_difficult() -> None:
    state = scene({"A2": one("Light Foot", 20, 20)})
    entangle(state, "A2")
    assert barred_by(state, to((20, 24))) == ""
    refusal = why_not(state, to((20, 24.1)))
    assert refusal is not None
    assert refusal.rule == "CC-SPL-15"
    assert "CC-SPL-15" in rules_told(move(state, to((20, 22))), "group moved")


@covers("CC-SPL-15", "CC-TER-10")
def test_entangle_in_a_wood_costs_no_more_than_double() -> None:
    state = scene({"A2": one("Light Foot", 20, 20)}, terrain=[WOOD])
    entangle(state, "A2")
    assert barred_by(state, to((20, 24))) == ""
    assert barred_by(state, to((20, 24.1))) == "CC-SPL-15"


@covers("CC-SPL-15")
@pytest.mark.parametrize(("profile", "traits"), [("Light Beast", []), ("Heavy Foot", ["Move Freely"])])
def test_entangle_does_nothing_to_nimble_groups_and_free_movers(profile: str, traits: list[str]) -> None:
    state = scene({"A2": one(profile, 20, 20, traits=traits)})
    before = going_of(state, state.groups["A2"])
    entangle(state, "A2")
    assert going_of(state, state.groups["A2"]) == before


@covers("CC-SPL-15", "CC-ACT-14")
def test_an_entangled_ponderous_group_has_no_move_order() -> None:
    state = scene({"A2": one("Heavy Engine", 20, 20), "A3": one("Heavy Foot", 30, 20)})
    entangle(state, "A2")
    entangle(state, "A3")
    refusal = moving.why_not_move(state, state.groups["A2"])
    assert refusal is not None
    assert refusal.rule == "CC-SPL-15"
    assert moving.why_not_move(state, state.groups["A3"]) is None


# ---- obstacles --------------------------------------------------------------------------------------------

HEDGE = wall((15, 15), (25, 15))
"""From y 14.75 to 15.25; a Foot model touches it at y 14.25 and y 15.75."""


@covers("CC-TER-03", "CC-GEO-05")
def test_a_model_stops_where_its_base_touches_an_obstacle() -> None:
    state = scene({"A2": one("Light Foot", 20, 12)}, terrain=[HEDGE])
    refusal = why_not(state, {"paths": [[[20, 12], [20, 18]]]})
    assert refusal is not None
    assert refusal.rule == "CC-TER-03"
    assert "(20.00, 14.25)" in refusal.remedy
    assert barred_by(state, {"paths": [[[20, 12], [20, 14.25]]]}) == ""


@covers("CC-TER-03")
def test_a_model_may_not_go_on_along_an_obstacle_that_it_touched_on_the_way() -> None:
    state = scene({"A2": one("Light Foot", 20, 12)}, terrain=[HEDGE])
    assert barred_by(state, {"paths": [[[20, 14.25], [22, 13]]]}) == "CC-TER-03"
    assert barred_by(state, {"paths": [[[20, 14.1], [22, 13]]]}) == ""


@covers("CC-GEO-10", "CC-TER-03")
def test_models_that_reach_an_obstacle_stop_and_the_others_go_on() -> None:
    hedge = wall((18, 15), (21, 15))
    state = scene({"A2": models("Light Foot", (20, 12), (22, 12))}, terrain=[hedge])
    told = move(state, shifted(state, 0, 4))
    (x, y), other = state.groups["A2"].models
    assert (x, other) == (20, (22, 16))
    assert y == pytest.approx(14.25, abs=0.01)
    assert {"CC-TER-03", "CC-GEO-10"} <= rules_told(told, "group moved")


@covers("CC-GEO-10", "CC-MOV-04")
def test_a_plot_is_refused_where_stopping_at_an_obstacle_breaks_cohesion() -> None:
    long_hedge = wall((2, 15), (21, 15))
    state = scene({"A2": models("Light Cavalry", (20, 13), (22.5, 13))}, terrain=[long_hedge])
    assert barred_by(state, {"paths": [[[20, 13], [20, 14]], [[22.5, 13], [22.5, 23]]]}) == "CC-MOV-04"


@covers("CC-TER-04", "CC-GEO-32")
def test_a_model_that_starts_at_an_obstacle_may_cross_it() -> None:
    state = scene({"A2": one("Light Foot", 20, 14.25)}, terrain=[HEDGE])
    told = move(state, {"paths": [[[20, 14.25], [20, 17]]]})
    assert stands_at(state, (20, 17))
    assert {"CC-TER-04", "CC-GEO-32"} <= rules_told(told, "group moved")


@covers("CC-GEO-32")
def test_no_base_rests_on_an_obstacle() -> None:
    state = scene({"A2": one("Light Foot", 20, 14.25)}, terrain=[HEDGE])
    assert barred_by(state, to((20, 15))) == "CC-GEO-32"
    assert barred_by(state, to((20, 15.75))) == ""


# ---- Cover ------------------------------------------------------------------------------------------------


@covers("CC-TER-05", "CC-GEO-31", "CC-GEO-24")
def test_foot_centred_three_and_a_half_inches_from_a_wall_is_in_cover_behind_it() -> None:
    groups = {"A2": one("Heavy Missile", 20, 5), "B2": one("Heavy Foot", 20, 18.75)}
    assert in_cover(scene(groups, terrain=[HEDGE]))
    groups["B2"] = one("Heavy Foot", 20, 18.76)
    assert not in_cover(scene(groups, terrain=[HEDGE]))


@covers("CC-GEO-24")
def test_a_near_obstacle_on_the_far_side_is_no_cover() -> None:
    state = scene({"A2": one("Heavy Missile", 20, 25), "B2": one("Heavy Foot", 20, 16.5)}, terrain=[HEDGE])
    assert not in_cover(state)


@covers("CC-GEO-24", "CC-TER-06")
def test_half_of_the_models_in_cover_are_enough_and_fewer_are_not() -> None:
    hedge = wall((15, 15), (21, 15))
    shooter = one("Heavy Missile", 20, 5)
    half = models("Heavy Foot", (18, 17), (20, 17), (24, 17), (26, 17))
    assert in_cover(scene({"A2": shooter, "B2": half}, terrain=[hedge]))
    fewer = models("Heavy Foot", (20, 17), (24, 17), (26, 17), (28, 17))
    assert not in_cover(scene({"A2": shooter, "B2": fewer}, terrain=[hedge]))


@covers("CC-GEO-24")
def test_the_line_is_drawn_from_the_nearest_attacking_model() -> None:
    state = scene(
        {"A2": models("Heavy Missile", (20, 5), (30, 5)), "B2": models("Heavy Foot", (30, 17))},
        terrain=[wall((15, 15), (26, 15))],
    )
    assert not in_cover(state)


RUINS = piece("ruins", 15, 15, 25, 25, "difficult", "cover")


@covers("CC-TER-09", "CC-GEO-24")
def test_a_cover_area_protects_those_inside_against_those_outside() -> None:
    target = one("Heavy Foot", 20, 16)
    state = scene({"A2": one("Heavy Missile", 20, 5), "B2": target}, terrain=[RUINS])
    assert in_cover(state)
    assert {"CC-TER-09", "CC-GEO-25"} <= set(cover_rules(state, state.groups["A2"], state.groups["B2"]))
    inside = scene({"A2": one("Heavy Missile", 20, 20), "B2": target}, terrain=[RUINS])
    assert not in_cover(inside)


@covers("CC-GEO-25")
def test_a_model_whose_centre_is_on_the_border_is_in_the_area() -> None:
    shooter = one("Heavy Missile", 20, 5)
    assert in_cover(scene({"A2": shooter, "B2": one("Heavy Foot", 20, 15)}, terrain=[RUINS]))
    assert not in_cover(scene({"A2": shooter, "B2": one("Heavy Foot", 20, 14.9)}, terrain=[RUINS]))


@covers("CC-TER-05", "CC-TER-06")
def test_cover_behind_an_obstacle_names_its_rules() -> None:
    state = scene({"A2": one("Heavy Missile", 20, 5), "B2": one("Heavy Foot", 20, 17)}, terrain=[HEDGE])
    rules = cover_rules(state, state.groups["A2"], state.groups["B2"])
    assert rules == ("CC-TER-06", "CC-GEO-24", "CC-TER-05", "CC-GEO-31")


# ---- what hides -------------------------------------------------------------------------------------------


@covers("CC-TER-07", "CC-GEO-23")
def test_nobody_sees_past_obscuring_ground() -> None:
    crops = piece("tall crops", 15, 18, 25, 20, "obscuring")
    state = scene({"A2": one("Heavy Missile", 20, 10), "B2": one("Heavy Foot", 20, 25)}, terrain=[crops])
    assert not sees_it(state)
    refusal = why_not_sees(state, state.groups["A2"], state.groups["B2"])
    assert refusal is not None
    assert refusal.rule == "CC-TER-07"
    assert "tall crops" in refusal.reason


@covers("CC-TER-07", "CC-GEO-23")
def test_sight_reaches_three_inches_into_obscuring_ground_and_no_farther() -> None:
    crops = piece("tall crops", 15, 18, 25, 28, "obscuring")
    viewer = one("Heavy Missile", 20, 10)
    state = scene({"A2": viewer, "B2": one("Heavy Foot", 20, 21)}, terrain=[crops])
    assert sees_it(state)
    assert {"CC-TER-07", "CC-GEO-23"} <= set(sight_rules(state, state.groups["A2"], state.groups["B2"]))
    assert not sees_it(scene({"A2": viewer, "B2": one("Heavy Foot", 20, 21.1)}, terrain=[crops]))


@covers("CC-GEO-23")
def test_within_one_obscuring_area_the_part_between_counts() -> None:
    crops = piece("tall crops", 15, 18, 25, 28, "obscuring")
    viewer = one("Heavy Missile", 20, 20)
    assert sees_it(scene({"A2": viewer, "B2": one("Heavy Foot", 20, 23)}, terrain=[crops]))
    assert not sees_it(scene({"A2": viewer, "B2": one("Heavy Foot", 20, 23.1)}, terrain=[crops]))


# ---- impassable ground ------------------------------------------------------------------------------------


@covers("CC-TER-08", "CC-GEO-29")
def test_no_part_of_a_base_enters_impassable_ground() -> None:
    lake = piece("lake", 15, 15, 25, 20, "impassable")
    state = scene({"A2": one("Light Foot", 20, 12)}, terrain=[lake])
    assert barred_by(state, to((20, 14.5))) == ""
    refusal = why_not(state, to((20, 14.6)))
    assert refusal is not None
    assert refusal.rule == "CC-TER-08"
    assert "lake" in refusal.reason


@covers("CC-TER-08", "CC-OTR-10")
def test_a_free_mover_crosses_impassable_ground_and_may_not_end_in_it() -> None:
    pond = piece("lake", 18, 15, 22, 17, "impassable")
    state = scene({"A2": one("Light Foot", 20, 12, traits=["Move Freely"])}, terrain=[pond])
    assert barred_by(state, to((20, 16))) == "CC-TER-08"
    told = move(state, to((20, 18)))
    assert stands_at(state, (20, 18))
    assert "CC-OTR-10" in rules_told(told, "group moved")


@covers("CC-PTR-11")
@pytest.mark.parametrize("far", [12.0, 30.0])
def test_a_ponderous_group_is_told_what_bars_it_however_far_it_would_go_through_difficult_ground(
    far: float,
) -> None:
    wood = piece("wood", 22, 10, 40, 30, "difficult")
    refusal = why_not(scene({"A2": one("Heavy Engine", 20, 20)}, terrain=[wood]), to((20 + far, 20)))
    assert refusal is not None
    assert refusal.rule == "CC-PTR-11"
    assert "inf" not in str(refusal)


@covers("CC-SPL-15", "CC-PTR-11")
def test_an_entangled_ponderous_group_is_told_that_the_spell_bars_its_way() -> None:
    state = scene({"A2": one("Heavy Engine", 20, 20)})
    entangle(state, "A2")
    assert barred_by(state, to((22, 20))) == "CC-SPL-15"
