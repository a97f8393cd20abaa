"""Shooting: who may shoot whom, the dice, the hits, and the test that follows."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.companies_and_captains.chapters import shooting
from sandtable.books.companies_and_captains.orders import Order
from sandtable.books.companies_and_captains.state import Battle
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.scenes import Told, carry_out, group, rules_told, state_of, told

HIT, MISS = 5, 4
"""For Heavy Missile, who need 5+."""


def one(profile: str, x: float, y: float, **fields: Any) -> dict[str, Any]:
    """A Group of a single model, so that nobody is asked for casualties."""
    return group(profile, x, y, fielded=1, **fields)


def scene(
    shooter: dict[str, Any] | None = None, target: dict[str, Any] | None = None, **position: Any
) -> Battle:
    """Archers at (20, 10), Heavy Foot 10 inches north of them, a Vapid Captain far off."""
    return state_of(
        {
            "A1": one("Heavy Foot", 60, 5),
            "A2": shooter or one("Heavy Missile", 20, 10),
            "B1": one("Heavy Foot", 60, 45),
            "B2": target or one("Heavy Foot", 20, 21),
        },
        **position,
    )


def shoot(state: Battle, faces: list[int], **script: Any) -> Told:
    """A2 Shoots B2 with these faces."""
    dice = {"to hit (A2)": faces, **script.pop("dice", {})}
    order = Order("Shoot", "B2")
    return carry_out(shooting.Shoot().carry_out, state, state.groups["A2"], order, dice=dice, **script)


def why_not(state: Battle) -> str:
    """The rule that bars A2 from shooting B2, or nothing."""
    found = shooting.why_not_order_shot(state, state.groups["A2"], state.groups["B2"])
    return "" if found is None else found.rule


@covers("CC-SHO-01")
@pytest.mark.parametrize(
    "fields",
    [{"shaken": True}, {"spells": [{"spell": "Confuse", "caster": "B"}]}],
)
def test_a_shaken_or_confused_group_may_not_shoot(fields: dict[str, Any]) -> None:
    assert why_not(scene(one("Heavy Missile", 20, 10, **fields))) == "CC-SHO-01"


@covers("CC-SHO-01")
def test_only_groups_with_mi_have_the_shoot_order() -> None:
    state = scene()
    assert shooting.Shoot().is_for(state, state.groups["A2"])
    assert not shooting.Shoot().is_for(state, state.groups["A1"])
    assert why_not(scene(one("Heavy Foot", 20, 10))) == "CC-SHO-01"


@covers("CC-SHO-01", "CC-ACT-04")
def test_a_group_in_melee_may_not_shoot() -> None:
    state = state_of(
        {
            "A1": one("Heavy Foot", 60, 5),
            "A2": one("Heavy Missile", 20, 10, melee=["B1"]),
            "B1": one("Heavy Foot", 20, 11),
            "B2": one("Heavy Foot", 30, 10),
        }
    )
    assert why_not(state) == "CC-SHO-01"


@covers("CC-ACT-07")
def test_the_activation_number_is_the_first_mi_value() -> None:
    state = scene()
    assert shooting.Shoot().needed(state, state.groups["A2"], Order("Shoot", "B2")).number == 6


@covers("CC-SHO-02", "CC-SHO-03", "CC-GEN-03")
@pytest.mark.parametrize(("y", "barred"), [(29.0, ""), (29.0009, ""), (29.002, "CC-SHO-03")])
def test_range_is_measured_between_the_closest_models_and_includes_its_end(y: float, barred: str) -> None:
    # Bases of 1 inch: centres 19 inches apart are a gap of 18.
    assert why_not(scene(target=one("Heavy Foot", 20, y))) == barred


@covers("CC-SHO-03")
def test_one_pair_of_models_in_range_is_enough_for_all_dice() -> None:
    shooter = group("Heavy Missile", 0, 0, models=[[20, 10], [20, 9], [20, 8]], fielded=3)
    target = group("Heavy Foot", 0, 0, models=[[20, 28.5], [20, 29.5], [20, 30.5]], fielded=3)
    state = scene(shooter, target)
    assert why_not(state) == ""
    done = shoot(state, [MISS] * 12)
    assert "CC-SHO-03" in rules_told(done, "shots fired")


@covers("CC-GEN-13")
def test_the_scale_agreed_changes_the_range() -> None:
    far = one("Heavy Foot", 20, 29.0)
    half = {"terrain_mode": "open", "distance_scale": 0.5}
    assert why_not(scene(target=far, switches=half)) == "CC-SHO-03"


@covers("CC-SHO-02", "CC-OTR-16")
def test_a_stealthy_group_cannot_be_shot() -> None:
    assert why_not(scene(target=one("Heavy Foot", 20, 21, traits=["Stealthy"]))) == "CC-OTR-16"


@covers("CC-SHO-02", "CC-SPL-16")
def test_an_obscured_group_cannot_be_shot() -> None:
    obscured = one("Heavy Foot", 20, 21, spells=[{"spell": "Obscure", "caster": "B"}])
    assert why_not(scene(target=obscured)) == "CC-SPL-16"


@covers("CC-SHO-02", "CC-GEO-22")
def test_a_group_out_of_sight_cannot_be_shot() -> None:
    state = state_of(
        {
            "A1": one("Heavy Foot", 60, 5),
            "A2": one("Heavy Missile", 20, 10),
            "B1": one("Heavy Foot", 20, 15),
            "B2": one("Heavy Foot", 20, 21),
        }
    )
    assert why_not(state) == "CC-GEO-22"


@covers("CC-SHO-02")
def test_friends_are_no_targets() -> None:
    state = scene()
    found = shooting.why_not_shoot(state, state.groups["A2"], state.groups["A1"])
    assert found is not None
    assert found.rule == "CC-SHO-02"
    offered = [one.key for one in shooting.Shoot().candidates(state, state.groups["A2"])]
    assert offered == ["shoot B1", "shoot B2"]


@covers("CC-SHO-08")
@pytest.mark.parametrize(("switch", "barred"), [(False, "CC-SHO-08"), (True, "")])
def test_a_group_in_melee_is_shot_only_if_the_players_agreed(switch: bool, barred: str) -> None:
    state = state_of(
        {
            "A1": one("Heavy Foot", 21, 21, melee=["B2"]),
            "A2": one("Heavy Missile", 20, 10),
            "B1": one("Heavy Foot", 60, 45),
            "B2": one("Heavy Foot", 20, 21),
        },
        switches={"terrain_mode": "open", "shoot_into_melee": switch},
    )
    assert why_not(state) == barred


@covers("CC-SHO-08")
def test_with_shooting_into_melee_only_the_chosen_enemy_is_at_risk() -> None:
    state = state_of(
        {
            "A1": one("Heavy Foot", 21, 21, melee=["B2"]),
            "A2": one("Heavy Missile", 20, 10),
            "B1": one("Heavy Foot", 60, 45),
            "B2": one("Heavy Foot", 20, 21),
        },
        switches={"terrain_mode": "open", "shoot_into_melee": True},
    )
    shoot(state, [HIT] * 3 + [MISS] * 9, dice={"resilience B2": [6, 6]})
    assert (state.groups["A1"].r, state.groups["B2"].r) == (12, 11)


@covers("CC-SHO-04", "CC-SHO-05", "CC-GEN-06")
def test_twelve_dice_are_rolled_and_each_at_or_above_the_number_hits() -> None:
    done = shoot(scene(), [1, 2, 3, 4, 4, 4, 4, 4, 4, 4, 5, 6])
    assert told(done, "hits scored")[0]["hits"] == 2
    assert {"CC-SHO-04", "CC-SHO-05"} <= rules_told(done, "dice rolled")


@covers("CC-SHO-04", "CC-RES-04")
def test_a_bloodied_shooter_rolls_six_dice() -> None:
    state = scene(one("Heavy Missile", 20, 10, r=6))
    done = shoot(state, [HIT] * 2 + [MISS] * 4)
    assert told(done, "hits scored")[0]["hits"] == 2
    assert "CC-RES-04" in rules_told(done, "dice rolled")


@covers("CC-OTR-02")
def test_accurate_shooters_hit_one_better_and_the_roll_says_why() -> None:
    state = scene(one("Heavy Missile", 20, 10, traits=["Accurate"]))
    done = shoot(state, [4] * 2 + [3] * 10)
    assert told(done, "hits scored")[0]["hits"] == 2
    assert told(done, "dice rolled")[0]["modifiers"] == ["-1 Accurate (CC-OTR-02)"]


@covers("CC-SHO-05", "CC-SHK-03")
def test_being_shaken_does_not_change_the_number_for_shooting() -> None:
    state = scene(one("Heavy Missile", 20, 10, shaken=True))
    assert shooting.number_to_shoot(state.groups["A2"]).number == 5


@covers("CC-SHO-06")
def test_seven_hits_on_t_3_cost_2_r() -> None:
    state = scene()
    done = shoot(state, [HIT] * 7 + [MISS] * 5, dice={"resilience B2": [6, 6]})
    assert state.groups["B2"].r == 10
    assert told(done, "shots suffered") == [{"group": "B2", "hits": 7, "toughness": 3, "lost": 2}]


@covers("CC-SHO-06", "CC-OTR-21")
def test_seven_hits_on_unfeeling_t_3_cost_3_r_and_no_die_is_rolled_for_it() -> None:
    state = scene(target=one("Heavy Foot", 20, 21, traits=["Unfeeling"]))
    done = shoot(state, [HIT] * 7 + [MISS] * 5)
    assert state.groups["B2"].r == 9
    assert "CC-OTR-21" in rules_told(done, "Resilience passed without a roll")


@covers("CC-SHO-07", "CC-TST-01")
def test_a_target_that_lost_no_r_takes_no_test() -> None:
    state = scene()
    done = shoot(state, [HIT] * 2 + [MISS] * 10)
    assert state.groups["B2"].r == 12
    assert told(done, "test due") == []


@covers("CC-SHO-07", "CC-RET-04", "CC-TST-14")
def test_a_failed_test_makes_the_target_retreat_straight_from_the_shooter_and_be_shaken() -> None:
    state = scene()
    done = shoot(state, [HIT] * 3 + [MISS] * 9, dice={"resilience B2": [2, 2]})
    foot = state.groups["B2"]
    assert foot.models[0] == pytest.approx((20.0, 24.0))
    assert (foot.shaken, foot.shaken_by) == (True, "A")
    assert "CC-SHO-07" in rules_told(done, "test due")


@covers("CC-SHO-09")
def test_the_shooter_stays_in_place() -> None:
    state = scene()
    before = state.groups["A2"].models
    shoot(state, [MISS] * 12)
    assert state.groups["A2"].models == before


@covers("CC-TER-06", "CC-GEN-07", "CC-TER-05")
def test_hits_against_a_group_behind_an_obstacle_are_rerolled_once() -> None:
    state = scene(terrain=[{"kind": "wall", "wall": [[15, 19], [25, 19]], "traits": ["obstacle"]}])
    done = shoot(
        state,
        [HIT] * 6 + [MISS] * 6,
        dice={"reroll to hit (A2)": [6, 6, 6, 1, 1, 1], "resilience B2": [6, 6]},
    )
    assert told(done, "hits scored")[0]["hits"] == 3
    assert state.groups["B2"].r == 11
    assert {"CC-TER-06", "CC-TER-05"} <= rules_told(done, "dice rolled")


@covers("CC-GEN-12")
def test_the_shot_groups_test_and_blocked_die_come_after_all_dice_to_hit() -> None:
    # A wall of rock stops the Retreat after half an inch.
    rock = [{"kind": "rock", "area": [15, 22, 25, 24], "traits": ["impassable"]}]
    state = scene(terrain=rock)
    done = shoot(state, [HIT] * 3 + [MISS] * 9, dice={"resilience B2": [2, 2], "blocked B2": [4]})
    assert [facts["why"] for facts in told(done, "dice rolled")] == [
        "to hit (A2)",
        "resilience B2",
        "blocked B2",
    ]
    assert state.groups["B2"].r == 12 - 1 - 4
