"""What each order is worth to the automatic opponent, worked out by hand from the catalogue."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.companies_and_captains.opponent.reckoning import (
    exchange,
    expected_loss,
    worth_of_one_r,
)
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.opponent.advising import moves, orders
from tests.books.companies_and_captains.scenes import archers, foot, group, riders, state_of

FAR = foot(60, 40)
"""An enemy so far away that nobody thinks of it."""


def spell(caster: dict[str, Any], name: str, target: str, **others: dict[str, Any]) -> float:
    """What casting the spell on the target is worth to A1."""
    state = state_of({"A1": {**caster, "known_spells": [name]}, **others})
    return orders(state, "A1").get(f"cast {name} {target}", 0.0)


FIGHTING = {"A2": foot(20, 10, fielded=1, melee=["B1"]), "B1": foot(20, 11, fielded=1)}
CASTER = group("Elite Foot", 10, 10, traits=["Caster"])


@covers("CC-BOT-07", "CC-SHO-08")
@pytest.mark.parametrize("is_allowed", [False, True])
def test_a_projectile_at_a_melee_is_weighed_where_that_is_agreed(is_allowed: bool) -> None:
    groups = {"A1": {**CASTER, "known_spells": ["Projectile"]}, **FIGHTING}
    state = state_of(groups, switches={"shoot_into_melee": is_allowed})
    assert ("cast Projectile B1" in orders(state, "A1")) is is_allowed


@covers("CC-BOT-02")
@pytest.mark.parametrize(
    ("dice", "need", "toughness", "lost"),
    [(12, 3, 4, 1.64), (12, 5, 3, 1.0), (6, 4, 2, 1.25), (6, 6, 5, 0.0), (12, 6, 1, 2.0)],
)
def test_the_expected_loss_is_that_of_the_figures(dice: int, need: int, toughness: int, lost: float) -> None:
    assert expected_loss(dice, need, toughness) == pytest.approx(lost, abs=0.0051)


@covers("CC-BOT-02")
def test_an_unfeeling_group_loses_for_every_started_set() -> None:
    # One die on 4+ against T 2: half a hit, which costs nothing, or a whole R if sets are rounded up.
    assert expected_loss(1, 4, 2) == 0.0
    assert expected_loss(1, 4, 2, rounds_up=True) == pytest.approx(0.5)


@covers("CC-BOT-02")
def test_vicious_sixes_hit_twice() -> None:
    # One die on 5+ against T 2: only a six makes the two hits that cost 1 R.
    assert expected_loss(1, 5, 2, sixes_double=True) == pytest.approx(1 / 6)


@covers("CC-BOT-03")
@pytest.mark.parametrize(("profile", "worth"), [("Heavy Cavalry", 4 / 6), ("Heavy Foot", 4 / 12)])
def test_one_r_is_worth_the_cost_by_the_r_at_the_start(profile: str, worth: float) -> None:
    state = state_of({"A1": group(profile, 10, 10, r=2), "B1": FAR})
    assert worth_of_one_r(state.groups["A1"]) == pytest.approx(worth)


# ---- Attacks -----------------------------------------------------------------------------------------------


@covers("CC-BOT-04")
def test_an_attack_is_worth_what_it_inflicts_less_eight_tenths_of_what_it_costs_and_a_little() -> None:
    state = state_of({"A1": group("Elite Foot", 10, 10), "B1": group("Light Foot", 10, 15)})
    inflicted, suffered = 3.75 * 3 / 12, 1.12 * 5 / 12
    assert exchange(state, state.groups["A1"], state.groups["B1"]) == pytest.approx(
        (inflicted, suffered), abs=0.005
    )
    assert orders(state, "A1")["attack B1"] == pytest.approx(inflicted - 0.8 * suffered + 0.3, abs=0.005)


@covers("CC-BOT-04")
def test_a_bad_exchange_is_not_considered() -> None:
    # Light Foot inflicts 0.63 R on Elite Foot and suffers 2.75.
    state = state_of({"A1": group("Light Foot", 10, 10), "B1": group("Elite Foot", 10, 15)})
    assert "attack B1" not in orders(state, "A1")


@covers("CC-BOT-04")
def test_hits_on_a_shaken_group_count_half_as_much_again() -> None:
    fresh = state_of({"A1": group("Elite Foot", 10, 10), "B1": foot(10, 15)})
    shaken = state_of({"A1": group("Elite Foot", 10, 10), "B1": foot(10, 15, shaken=True)})
    before, _ = exchange(fresh, fresh.groups["A1"], fresh.groups["B1"])
    after, _ = exchange(shaken, shaken.groups["A1"], shaken.groups["B1"])
    assert after == pytest.approx(1.5 * before)


@covers("CC-BOT-04")
@pytest.mark.parametrize(("r", "more"), [(2, 2.0), (3, 0.0)])
def test_a_group_that_is_nearly_gone_counts_half_its_cost_more(r: int, more: float) -> None:
    # Elite Foot may be expected to cost Heavy Foot 2.33 R: 2 R are within half an R of that, 3 are not.
    state = state_of({"A1": group("Elite Foot", 10, 10), "B1": foot(10, 15, r=r)})
    inflicted, _ = exchange(state, state.groups["A1"], state.groups["B1"])
    assert inflicted == pytest.approx(min(2.33, r) * 4 / 12 + more, abs=0.005)


def melee(one: str, other: str, **fields: Any) -> dict[str, float]:
    """What the orders of A1 are worth in melee with B1."""
    groups = {
        "A1": group(one, 10, 10, fielded=1, base=1.0, melee=["B1"], **fields),
        "B1": group(other, 10, 11, fielded=1),
        "B2": FAR,
    }
    return orders(state_of(groups), "A1")


@covers("CC-BOT-04", "CC-BOT-05")
def test_it_fights_on_in_a_melee_that_is_not_bad() -> None:
    # Heavy Foot against Heavy Foot: 1.00 R for 1.67 R, a third of a point each: 0.33 - 0.8 x 0.56 = -0.11.
    found = melee("Heavy Foot", "Heavy Foot")
    assert found == pytest.approx({"attack B1": -0.11 + 0.5}, abs=0.005)


@covers("CC-BOT-05")
def test_it_gets_out_of_a_melee_that_is_bad() -> None:
    assert melee("Light Foot", "Elite Foot") == {"retreat": 0.4}


@covers("CC-BOT-05")
def test_an_engine_in_melee_can_do_nothing() -> None:
    assert melee("Heavy Engine", "Elite Foot") == {}


@covers("CC-BOT-14")
@pytest.mark.parametrize(("temper", "loss"), [("bold", 0.5), ("steady", 0.8), ("wary", 1.2)])
def test_each_temper_counts_its_own_losses_differently(temper: str, loss: float) -> None:
    state = state_of({"A1": group("Elite Foot", 10, 10), "B1": group("Light Foot", 10, 15)})
    inflicted, suffered = exchange(state, state.groups["A1"], state.groups["B1"])
    assert orders(state, "A1", temper)["attack B1"] == pytest.approx(inflicted - loss * suffered + 0.3)


# ---- Shooting ----------------------------------------------------------------------------------------------


@covers("CC-BOT-06")
@pytest.mark.parametrize(("r", "more"), [(12, 0.4), (3, 0.4), (2, 0.7)])
def test_a_volley_is_worth_what_it_may_inflict_and_more_at_few(r: int, more: float) -> None:
    # 12 dice on 5+ against T 3 cost 1.0 R, each a third of a point.
    state = state_of({"A1": archers(10, 10), "B1": foot(10, 24, r=r)})
    assert orders(state, "A1")["shoot B1"] == pytest.approx(1 / 3 + more, abs=0.005)


@covers("CC-BOT-06")
def test_cover_leaves_less_than_half_of_a_volley() -> None:
    wood = {"kind": "ruins", "area": [5, 21, 15, 30]}
    state = state_of({"A1": archers(10, 10), "B1": foot(10, 25)}, terrain=[wood])
    assert orders(state, "A1")["shoot B1"] == pytest.approx(0.45 / 3 + 0.4, abs=0.005)


@covers("CC-BOT-02", "CC-TER-06")
@pytest.mark.parametrize(("switches", "again"), [({}, (1 / 3, 1 / 2)), ({"cover_in_melee": False}, (1, 1))])
def test_cover_lessens_both_sides_of_a_melee_across_a_wall(
    switches: dict[str, Any], again: tuple[float, float]
) -> None:
    wall = {"kind": "wall", "wall": [[14, 11], [26, 11]], "thickness": 1.0}
    groups = {"A1": foot(20, 10, fielded=1, melee=["B1"]), "B1": foot(20, 12, fielded=1)}
    state = state_of(groups, terrain=[wall], switches=switches)
    inflicted, suffered = exchange(state, state.groups["A1"], state.groups["B1"])
    # 12 dice on 5+ and on 4+ against T 3, and 4 points for 12 R.
    assert inflicted == pytest.approx(1.0 * again[0] / 3, abs=0.005)
    assert suffered == pytest.approx(1.67 * again[1] / 3, abs=0.005)


@covers("CC-BOT-06")
def test_a_volley_that_can_hardly_harm_is_ignored() -> None:
    # 6 dice on 5+ against T 5 cost 0.02 R.
    state = state_of({"A1": archers(10, 10, r=6), "B1": foot(10, 24, values={"T": 5})})
    assert "shoot B1" not in orders(state, "A1")


# ---- spells ------------------------------------------------------------------------------------------------


@covers("CC-BOT-07")
@pytest.mark.parametrize(("y", "lost"), [(20, 1.67), (27, 1.0)])
def test_a_projectile_is_worth_what_it_may_inflict_by_its_distance(y: float, lost: float) -> None:
    assert spell(CASTER, "Projectile", "B1", B1=foot(10, y)) == pytest.approx(lost / 3 + 0.3, abs=0.005)


@covers("CC-BOT-02", "CC-BOT-07")
@pytest.mark.parametrize(("y", "lost", "again"), [(20, 1.67, 1 / 2), (27, 1.0, 1 / 3)])
def test_cover_lessens_what_a_projectile_may_inflict(y: float, lost: float, again: float) -> None:
    wall = {"kind": "wall", "wall": [[2, y - 3], [18, y - 3]]}
    groups = {"A1": {**CASTER, "known_spells": ["Projectile"]}, "B1": foot(10, y)}
    worth = orders(state_of(groups, terrain=[wall]), "A1")["cast Projectile B1"]
    assert worth == pytest.approx(lost * again / 3 + 0.3, abs=0.005)


@covers("CC-BOT-07")
@pytest.mark.parametrize(("r", "worth"), [(12, 0.0), (10, 0.35), (6, 0.95), (5, 0.35)])
def test_healing_counts_most_where_it_ends_bloodied(r: int, worth: float) -> None:
    assert spell(CASTER, "Heal", "A2", A2=foot(10, 18, r=r), B1=FAR) == pytest.approx(worth)


@covers("CC-BOT-07")
def test_confusing_counts_on_who_could_attack_and_most_in_melee() -> None:
    near = {"A2": foot(20, 10), "B1": foot(20, 16)}
    assert spell(CASTER, "Confuse", "B1", **near) == 0.5
    assert spell(CASTER, "Confuse", "B1", A2=foot(20, 10), B1=foot(20, 27)) == 0.0
    assert spell(CASTER, "Confuse", "B1", **FIGHTING) == 0.8
    shaken = {"A2": foot(20, 10), "B1": foot(20, 16, shaken=True)}
    assert spell(CASTER, "Confuse", "B1", **shaken) == 0.0


@covers("CC-BOT-07")
@pytest.mark.parametrize("name", ["Fortify", "Obscure"])
def test_a_friend_is_shielded_from_two_enemies_not_from_one(name: str) -> None:
    one = {"A2": foot(20, 10), "B1": foot(20, 16), "B2": FAR}
    two = {"A2": foot(20, 10), "B1": foot(20, 16), "B2": foot(26, 10)}
    assert spell(CASTER, name, "A2", **one) == 0.0
    assert spell(CASTER, name, "A2", **two) == 0.4


@covers("CC-BOT-07")
def test_a_friend_in_melee_is_enraged() -> None:
    assert spell(CASTER, "Enrage", "A2", **FIGHTING) == 0.4
    assert spell(CASTER, "Enrage", "A2", A2=foot(20, 10), B1=FAR) == 0.0


@covers("CC-BOT-07")
def test_a_friend_who_lost_r_is_emboldened() -> None:
    assert spell(CASTER, "Embolden", "A2", A2=foot(20, 10, r=9), B1=foot(20, 16)) == 0.3
    assert spell(CASTER, "Embolden", "A2", A2=foot(20, 10), B1=foot(20, 16)) == 0.0


@covers("CC-BOT-07")
def test_a_friend_is_prompted_whose_good_order_needs_seven() -> None:
    # Elite Cavalry Moves on 7+, worth no more than 0.5; a goal of the scenario is worth 0.7.
    plain = {"A2": group("Elite Cavalry", 20, 10), "B1": FAR}
    assert spell(CASTER, "Prompt", "A2", **plain) == 0.0
    state = state_of(
        {"A1": {**CASTER, "known_spells": ["Prompt"]}, **plain, "B2": foot(36, 24)},
        scenario="ritual",
        roles={"bodyguards": "B2"},
    )
    assert orders(state, "A1")["cast Prompt A2"] == 0.3


@covers("CC-BOT-07")
def test_an_enemy_near_its_goal_is_entangled() -> None:
    groups = {"A1": {**CASTER, "known_spells": ["Entangle"]}, "B1": foot(12, 18), "B2": foot(22, 24)}
    state = state_of(groups, scenario="ambush")
    # Defenders want to get off the table: B1 has 12 inches to the nearest edge, B2 has 22.
    found = orders(state, "A1")
    assert found["cast Entangle B1"] == 0.3
    assert "cast Entangle B2" not in found


@covers("CC-BOT-07")
@pytest.mark.parametrize(("hindrance", "worth"), [("Confuse", 0.4), ("Entangle", 0.4), ("Prompt", 0.0)])
def test_a_hindrance_on_a_friend_is_countered(hindrance: str, worth: float) -> None:
    friend = foot(20, 10, spells=[{"spell": hindrance, "caster": "B"}])
    assert spell(CASTER, "Counter", "A2", A2=friend, B1=FAR) == worth


# ---- special orders and Moves ------------------------------------------------------------------------------


@covers("CC-BOT-08")
def test_summoning_is_worth_two() -> None:
    state = state_of({"A1": foot(10, 10, traits=["Summoner"]), "A2": {"profile": "Heavy Foot"}, "B1": FAR})
    assert orders(state, "A1")["summon"] == 2.0


@covers("CC-BOT-08")
def test_blowing_up_is_worth_the_net_loss_and_one() -> None:
    bomb = group("Light Foot", 10, 10, traits=["Self-Destruct"])
    cost = 5
    alone = state_of({"A1": bomb, "B1": group("Light Foot", 10, 16), "B2": group("Light Foot", 16, 10)})
    assert alone.groups["A1"].cost == cost
    # 12 dice on 3+ against T 2 cost each 3.75 R, a quarter of a point each.
    assert orders(alone, "A1")["self-destruct"] == pytest.approx(2 * 3.75 / 4 + 1.0, abs=0.01)
    among_friends = state_of(
        {"A1": bomb, "A2": group("Light Foot", 16, 10), "B1": group("Light Foot", 10, 16), "B2": FAR}
    )
    assert "self-destruct" not in orders(among_friends, "A1")


@covers("CC-BOT-09")
def test_a_shooter_comes_into_range_and_keeps_away() -> None:
    far = state_of({"A1": archers(10, 10), "B1": foot(10, 40, name="Foe")})
    assert moves(far, "A1") == {"comes into range of Foe": 0.45}
    near = state_of({"A1": archers(10, 10), "B1": foot(10, 17, name="Foe")})
    assert moves(near, "A1") == {"keeps away from Foe": 0.2}
    between = state_of({"A1": archers(10, 10), "B1": foot(10, 24, name="Foe")})
    assert moves(between, "A1") == {}


@covers("CC-BOT-09")
def test_a_melee_group_approaches_more_eagerly_from_beyond_its_reach() -> None:
    far = state_of({"A1": riders(10, 10), "B1": foot(10, 40, name="Foe")})
    assert moves(far, "A1") == {"closes with Foe": 0.5}
    near = state_of({"A1": riders(10, 10), "B1": foot(10, 20, name="Foe")})
    assert moves(near, "A1") == {"closes with Foe": 0.15}


@covers("CC-BOT-09")
def test_a_defensive_group_forms_when_an_enemy_comes_near_and_sooner_where_it_holds() -> None:
    near = state_of({"A1": foot(10, 10), "B1": foot(10, 22)})
    assert moves(near, "A1")["takes the Defensive formation"] == 0.12
    far = state_of({"A1": foot(10, 10), "B1": foot(10, 30)})
    assert "takes the Defensive formation" not in moves(far, "A1")
    holding = state_of({"A1": foot(24, 24), "B1": foot(44, 44)}, scenario="broken-field")
    assert moves(holding, "A1")["takes the Defensive formation to hold its ground"] == 0.25


@covers("CC-BOT-09", "CC-PTR-01")
def test_no_group_sets_out_to_form_where_it_cannot() -> None:
    groups = {"A1": foot(10, 10), "B1": foot(10, 22)}
    wall = {"kind": "wall", "wall": [[6, 13], [14, 13]]}
    assert "takes the Defensive formation" not in moves(state_of(groups, terrain=[wall]), "A1")
    entangled = {"A1": foot(10, 10, spells=[{"spell": "Entangle", "caster": "B"}]), "B1": foot(10, 22)}
    assert "takes the Defensive formation" not in moves(state_of(entangled), "A1")


@covers("CC-BOT-09")
def test_a_point_to_hold_is_worth_half_and_an_exit_a_little_more() -> None:
    groups = {"A1": foot(10, 10), "B1": foot(40, 30)}
    held = moves(state_of(groups, scenario="broken-field"), "A1")
    assert held["to hold the middle"] == 0.5
    through = moves(state_of(groups, scenario="breakthrough"), "A1")
    assert through["to break through"] == 0.6


@covers("CC-BOT-06", "CC-SHO-08")
def test_a_volley_into_melee_counts_where_the_players_allow_it() -> None:
    groups = {"A1": archers(20, 24), **FIGHTING, "B2": FAR}
    assert "shoot B1" not in orders(state_of(groups), "A1")
    allowed = state_of(groups, switches={"shoot_into_melee": True})
    # 12 dice on 5+ against T 3 cost a third of a point, and 0.4 come on top.
    assert orders(allowed, "A1")["shoot B1"] == pytest.approx(1 / 3 + 0.4, abs=0.005)
