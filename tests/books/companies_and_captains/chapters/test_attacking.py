"""Attacking: targets, moving in, the exchange of blows, and the tests after it."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest

from sandtable.books.companies_and_captains.chapters import attacking
from sandtable.books.companies_and_captains.chapters.geometry.attack_moves import place_attackers
from sandtable.books.companies_and_captains.chapters.geometry.standing import in_cohesion
from sandtable.books.companies_and_captains.state import Battle
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.scenes import Told, carry_out, group, rules_told, state_of, told


def one(profile: str, x: float, y: float, **fields: Any) -> dict[str, Any]:
    """A Group of a single model, so that nobody is asked for casualties."""
    return group(profile, x, y, fielded=1, **fields)


def scene(attacker: dict[str, Any], target: dict[str, Any], **position: Any) -> Battle:
    """A2 beside B2; the Captains stand far off."""
    far = {"A1": one("Heavy Foot", 60, 5), "B1": one("Heavy Foot", 60, 45)}
    return state_of({**far, "A2": attacker, "B2": target}, **position)


def joined(attacker: str = "Elite Foot", target: str = "Heavy Foot", **fields: Any) -> Battle:
    """Two Groups of Foot in melee with each other."""
    return scene(one(attacker, 20, 20), one(target, 20, 21, melee=["A2"], **fields))


def attack(state: Battle, **script: Any) -> Told:
    """A2 Attacks B2."""
    return carry_out(attacking.attack, state, state.groups["A2"], state.groups["B2"], **script)


def blows(hits: int, need: int, dice: int = 12) -> list[int]:
    """So many dice that just hit, the others just miss."""
    return [need] * hits + [need - 1] * (dice - hits)


def why_not(state: Battle, attacker: str = "A2", target: str = "B2") -> str:
    """The rule that bars the Attack, or nothing."""
    found = attacking.why_not_attack(state, state.groups[attacker], state.groups[target])
    return "" if found is None else found.rule


# ---- who may attack whom ----------------------------------------------------------------------------------


@covers("CC-MEL-01", "CC-PRO-08")
def test_a_group_without_an_attacking_me_value_may_not_attack() -> None:
    state = scene(one("Elite Engine", 20, 20), one("Heavy Foot", 20, 23))
    assert why_not(state) == "CC-MEL-01"
    assert not attacking.Attack().is_for(state, state.groups["A2"])
    assert attacking.Attack().is_for(state, state.groups["A1"])


@covers("CC-MEL-01")
@pytest.mark.parametrize("fields", [{"shaken": True}, {"spells": [{"spell": "Confuse", "caster": "B"}]}])
def test_a_shaken_or_confused_group_may_not_attack(fields: dict[str, Any]) -> None:
    assert why_not(scene(one("Heavy Foot", 20, 20, **fields), one("Heavy Foot", 20, 24))) == "CC-MEL-01"


@covers("CC-MEL-01")
def test_a_group_may_attack_in_and_out_of_melee() -> None:
    assert why_not(scene(one("Heavy Foot", 20, 20), one("Heavy Foot", 20, 24))) == ""
    assert why_not(joined()) == ""


@covers("CC-CAP-12")
def test_the_group_of_a_blood_shy_captain_may_not_attack_unless_that_captain_is_off() -> None:
    shy = {"companies": {"A": {"captain": "A2", "captain_trait": "Blood-shy"}}}
    state = scene(one("Heavy Foot", 20, 20), one("Heavy Foot", 20, 24), **shy)
    assert why_not(state) == "CC-CAP-12"
    assert (
        why_not(scene(one("Heavy Foot", 20, 20), one("Heavy Foot", 20, 21, melee=["A2"]), **shy))
        == "CC-CAP-12"
    )


@covers("CC-MEL-02")
@pytest.mark.parametrize(("y", "barred"), [(26.9, ""), (27.2, "CC-MEL-02")])
def test_out_of_melee_some_model_must_reach_the_target_with_mo(y: float, barred: str) -> None:
    # Heavy Foot: MO 6 and bases of 1 inch, so contact is made from centres 7 inches apart.
    assert why_not(scene(one("Heavy Foot", 20, 20), one("Heavy Foot", 20, y))) == barred


@covers("CC-MEL-02", "CC-TER-01")
def test_reach_counts_the_cost_of_the_real_path() -> None:
    wood = [{"kind": "wood", "area": [0, 21, 72, 30], "traits": ["difficult"]}]
    attacker, target = one("Heavy Foot", 20, 20), one("Heavy Foot", 20, 26)
    assert why_not(scene(attacker, target)) == ""
    assert why_not(scene(attacker, target, terrain=wood)) == "CC-MEL-02"


@covers("CC-MEL-02", "CC-GEO-22")
def test_out_of_melee_the_target_must_be_in_sight() -> None:
    fog = [{"kind": "fog", "area": [19, 21.5, 21, 22.5], "traits": ["obscuring"]}]
    state = scene(one("Heavy Cavalry", 20, 20), one("Heavy Foot", 20, 24), terrain=fog)
    assert why_not(state) == "CC-TER-07"


@covers("CC-MEL-02", "CC-ACT-04")
def test_in_melee_only_a_group_it_is_in_melee_with_is_a_target() -> None:
    state = state_of(
        {
            "A1": one("Heavy Foot", 60, 5),
            "A2": one("Heavy Foot", 20, 20, melee=["B1"]),
            "B1": one("Heavy Foot", 20, 21),
            "B2": one("Heavy Foot", 23, 20),
        }
    )
    assert why_not(state, target="B2") == "CC-ACT-04"
    assert why_not(state, target="B1") == ""
    assert [enemy.id for enemy in attacking.seek_attack_targets(state, state.groups["A2"])] == ["B1"]


@covers("CC-MEL-02", "CC-SPL-16")
def test_an_obscured_group_is_no_target_but_may_attack_from_melee() -> None:
    hidden = [{"spell": "Obscure", "caster": "B"}]
    state = joined(spells=hidden)
    assert why_not(state) == "CC-SPL-16"
    assert why_not(state, "B2", "A2") == ""
    assert why_not(scene(one("Heavy Foot", 20, 20), one("Heavy Foot", 20, 24, spells=hidden))) == "CC-SPL-16"


@covers("CC-MEL-02")
def test_friends_and_the_routed_are_no_targets() -> None:
    state = scene(one("Heavy Foot", 20, 20), {"profile": "Heavy Foot", "where": "routed"})
    assert why_not(state) == "CC-MEL-02"
    assert why_not(state, target="A1") == "CC-MEL-02"


@covers("CC-ACT-07")
def test_the_activation_number_is_the_first_me_value() -> None:
    state = scene(one("Light Cavalry", 20, 20), one("Heavy Foot", 20, 30))
    assert attacking.attack_number(state, state.groups["A2"]).number == 7


# ---- moving in ---------------------------------------------------------------------------------------------


@covers("CC-MEL-03", "CC-GEO-12", "CC-GEO-16")
def test_the_attacker_moves_into_contact_and_both_are_in_melee() -> None:
    state = scene(one("Elite Foot", 20, 20), one("Heavy Foot", 20, 25))
    dice = {"to hit (A2)": blows(0, 3), "to hit (B2)": blows(0, 4)}
    done = attack(state, dice=dice, answers=["proposal"])
    ours, theirs = state.groups["A2"], state.groups["B2"]
    assert ours.models[0] == pytest.approx((20.0, 24.0), abs=0.01)
    assert (ours.melee, theirs.melee) == (("B2",), ("A2",))
    assert ours.has_fought
    assert theirs.has_fought
    assert "CC-MEL-03" in rules_told(done, "group moved in")


@covers("CC-MEL-03")
def test_as_many_models_as_can_take_contact_and_the_others_follow() -> None:
    line = [[18, 20], [20, 20], [22, 20], [20, 16.5]]
    state = scene(group("Elite Foot", 0, 0, models=line, fielded=4), one("Heavy Foot", 20, 25))
    done = attack(state, dice={"to hit (A2)": blows(0, 3), "to hit (B2)": blows(0, 4)}, answers=["proposal"])
    assert told(done, "group moved in")[0]["touching"] == 3
    assert in_cohesion(state, state.groups["A2"], state.groups["A2"].models)
    assert state.groups["A2"].models[3][1] > 20.0, "the fourth follows"


@covers("CC-GEO-33")
def test_the_owner_may_plot_the_attackers_if_no_fewer_touch() -> None:
    state = scene(one("Elite Foot", 20, 20), one("Heavy Foot", 20, 25))
    dice = {"to hit (A2)": blows(0, 3), "to hit (B2)": blows(0, 4)}
    attack(state, dice=dice, answers=[{"models": [[21.0, 25.0]]}])
    assert state.groups["A2"].models == ((21.0, 25.0),)


@covers("CC-GEO-33")
def test_a_plot_with_fewer_models_in_contact_is_refused() -> None:
    state = scene(one("Elite Foot", 20, 20), one("Heavy Foot", 20, 25))
    with pytest.raises(Refused) as refused:
        attack(state, answers=[{"models": [[20.0, 23.5]]}])
    assert refused.value.rule == "CC-GEO-33"


@covers("CC-GEO-13")
def test_no_attacker_may_touch_a_third_enemy() -> None:
    state = scene(one("Elite Foot", 20, 20), one("Heavy Foot", 20, 25))
    third = state.groups["B1"]
    third.models = ((22.03, 25.0),)
    with pytest.raises(Refused) as refused:
        attack(state, answers=[{"paths": [[[21.5, 22.0], [21.0, 25.0]]]}])
    assert refused.value.rule == "CC-GEO-13"


@covers("CC-GEO-13")
def test_a_plot_may_not_put_more_models_near_a_third_party_than_the_places_demand() -> None:
    """One place beside the target lies 3 inches from the third party; the owner leaves it empty."""
    attackers = {"profile": "Light Beast", "models": [[20, 16], [20, 14.9]], "fielded": 2, "base": 1.0}
    state = scene(attackers, one("Heavy Foot", 20, 24))
    state.groups["B1"].models = ((20.0, 27.02),)
    proposed = place_attackers(state, state.groups["A2"], state.groups["B2"])
    assert proposed is not None
    far = [hypot(x - 20, y - 27.02) - 1.0 >= 2.999 for x, y in proposed.ends]
    assert sorted(far) == [False, True], "one apart and one near"
    with pytest.raises(Refused) as refused:
        attack(state, answers=[{"models": [[19.15, 23.47], [20.85, 23.47]]}])
    assert refused.value.rule == "CC-GEO-13"


@covers("CC-PTR-03", "CC-MEL-03")
def test_moving_in_ends_the_formation_and_being_attacked_does_not() -> None:
    state = scene(one("Heavy Foot", 20, 20, formed=True), one("Heavy Foot", 20, 25, formed=True))
    attack(state, dice={"to hit (A2)": blows(0, 5), "to hit (B2)": blows(0, 4)}, answers=["proposal"])
    assert not state.groups["A2"].formed
    assert state.groups["B2"].formed


@covers("CC-MEL-12", "CC-PTR-03")
def test_attacking_again_from_melee_moves_nobody_and_faces_no_reaction() -> None:
    state = scene(one("Heavy Foot", 20, 20, formed=True), one("Heavy Cavalry", 20, 21.25, melee=["A2"]))
    before = state.groups["A2"].models
    done = attack(state, dice={"to hit (A2)": blows(0, 5), "to hit (B2)": blows(0, 5)})
    assert done.asked == []
    assert state.groups["A2"].models == before
    assert state.groups["A2"].formed
    assert "CC-MEL-12" in rules_told(done, "attacked again")


@covers("CC-MEL-16", "CC-MEL-05", "CC-MEL-14")
def test_a_group_in_melee_with_a_friend_may_be_attacked_and_gets_no_reaction() -> None:
    state = state_of(
        {
            "A1": one("Heavy Foot", 20, 26.25, melee=["B2"]),
            "A2": one("Elite Foot", 20, 20),
            "B1": one("Heavy Foot", 60, 45),
            "B2": one("Heavy Cavalry", 20, 25),
        }
    )
    done = attack(state, dice={"to hit (A2)": blows(0, 3), "to hit (B2)": blows(0, 5)}, answers=["proposal"])
    assert [question.kind for question in done.asked] == ["move"], "no reaction is offered"
    assert state.groups["B2"].melee == ("A1", "A2")
    assert {"CC-MEL-16", "CC-MEL-05"} <= rules_told(done, "attack declared")
    assert [facts["why"] for facts in told(done, "dice rolled")] == ["to hit (A2)", "to hit (B2)"]


# ---- the exchange ------------------------------------------------------------------------------------------


@covers("CC-MEL-06", "CC-MEL-07", "CC-MEL-08")
def test_nine_hits_cost_heavy_foot_3_r_and_seven_cost_elite_foot_1() -> None:
    state = joined()
    dice = {
        "to hit (A2)": blows(9, 3),
        "to hit (B2)": blows(7, 4),
        "resilience B2": [6, 6],
        "resilience A2": [6, 6],
    }
    done = attack(state, dice=dice)
    assert (state.groups["B2"].r, state.groups["A2"].r) == (9, 11)
    assert told(done, "blows exchanged")[0]["lost"] == [3, 1]


@covers("CC-MEL-06", "CC-RES-04")
def test_both_groups_roll_six_dice_if_bloodied() -> None:
    state = scene(one("Elite Foot", 20, 20, r=5), one("Heavy Foot", 20, 21, r=6, melee=["A2"]))
    attack(state, dice={"to hit (A2)": blows(0, 3, 6), "to hit (B2)": blows(0, 4, 6)})


@covers("CC-MEL-07", "CC-SHK-03")
@pytest.mark.parametrize(
    ("fields", "attacking_now", "number"),
    [
        ({}, True, 5),
        ({}, False, 4),
        ({"shaken": True}, True, 6),
        ({"shaken": True}, False, 6),
        ({"spells": [{"spell": "Confuse", "caster": "A"}]}, False, 6),
    ],
)
def test_the_attacker_uses_its_second_and_the_defender_its_third_me_value_and_the_shaken_only_sixes(
    fields: dict[str, Any], attacking_now: bool, number: int
) -> None:
    state = scene(one("Elite Foot", 20, 20), one("Heavy Foot", 20, 30, **fields))
    assert attacking.number_to_hit(state.groups["B2"], attacking_now).number == number


@covers("CC-SHK-03")
def test_a_shaken_defender_hits_on_sixes_only() -> None:
    state = joined(shaken=True)
    done = attack(state, dice={"to hit (A2)": blows(0, 3), "to hit (B2)": [5] * 10 + [6] * 2})
    assert told(done, "blows exchanged")[0]["hits"] == [0, 2]
    assert "CC-SHK-03" in rules_told(done, "dice rolled")


@covers("CC-OTR-11")
def test_an_offensive_group_hits_one_better_when_attacking_only() -> None:
    state = scene(one("Heavy Foot", 20, 20, traits=["Offensive"]), one("Heavy Foot", 20, 30))
    need = attacking.number_to_hit(state.groups["A2"], counts_as_attacking=True)
    assert (need.number, need.rules) == (4, ("CC-MEL-07", "CC-OTR-11"))
    assert attacking.number_to_hit(state.groups["A2"], counts_as_attacking=False).number == 4


@covers("CC-MEL-08", "CC-PTR-02")
def test_a_formed_defender_loses_r_by_its_higher_t() -> None:
    state = joined(formed=True)
    attack(state, dice={"to hit (A2)": blows(11, 3), "to hit (B2)": blows(0, 4), "resilience B2": [6, 6]})
    assert state.groups["B2"].r == 10


@covers("CC-MEL-09")
def test_a_group_that_is_destroyed_still_strikes() -> None:
    state = joined(r=2)
    attack(
        state,
        dice={"to hit (A2)": blows(9, 3), "to hit (B2)": blows(4, 4, 6), "resilience A2": [6, 6]},
    )
    assert state.groups["B2"].where == "routed"
    assert state.groups["A2"].r == 11


@covers("CC-MEL-09", "CC-MEL-06")
def test_dice_count_r_from_before_the_exchange() -> None:
    state = joined(r=7)
    dice = {"to hit (A2)": blows(9, 3), "to hit (B2)": blows(0, 4), "resilience B2": [6, 6]}
    attack(state, dice=dice)
    assert state.groups["B2"].r == 4


@covers("CC-AMB-10")
def test_both_may_draw_first_blood_in_one_exchange() -> None:
    state = joined()
    dice = {
        "to hit (A2)": blows(3, 3),
        "to hit (B2)": blows(4, 4),
        "resilience B2": [6, 6],
        "resilience A2": [6, 6],
    }
    attack(state, dice=dice)
    assert state.companies["A"].deeds.drew_first_blood
    assert state.companies["B"].deeds.drew_first_blood


@covers("CC-AMB-06")
def test_a_die_to_hit_rolled_for_the_captains_group_is_noted() -> None:
    state = state_of({"A1": one("Elite Foot", 20, 20), "B1": one("Heavy Foot", 20, 21, melee=["A1"])})
    carry_out(
        attacking.attack,
        state,
        state.groups["A1"],
        state.groups["B1"],
        dice={"to hit (A1)": blows(0, 3), "to hit (B1)": blows(0, 4)},
    )
    assert state.companies["B"].deeds.captain_moved_or_rolled


@covers("CC-TER-06", "CC-GEO-24")
@pytest.mark.parametrize("switch", [True, False])
def test_cover_helps_in_melee_unless_agreed_otherwise(switch: bool) -> None:
    state = scene(
        one("Elite Foot", 20, 20),
        one("Heavy Foot", 20, 21, melee=["A2"]),
        terrain=[{"kind": "ruin", "area": [15, 20.6, 25, 25], "traits": ["cover"]}],
        switches={"terrain_mode": "open", "cover_in_melee": switch},
    )
    dice = {"to hit (A2)": blows(2, 3), "to hit (B2)": blows(0, 4)}
    if switch:
        dice["reroll to hit (A2)"] = [1, 1]
    done = attack(state, dice=dice)
    assert told(done, "blows exchanged")[0]["hits"] == [0 if switch else 2, 0]


# ---- after it ----------------------------------------------------------------------------------------------


@covers("CC-MEL-10", "CC-MEL-13", "CC-GEN-12")
def test_the_defender_tests_first_then_the_attacker() -> None:
    state = joined()
    dice = {
        "to hit (A2)": blows(3, 3),
        "to hit (B2)": blows(4, 4),
        "resilience B2": [6, 6],
        "resilience A2": [6, 6],
    }
    done = attack(state, dice=dice)
    assert [facts["why"] for facts in told(done, "dice rolled")] == [
        "to hit (A2)",
        "to hit (B2)",
        "resilience B2",
        "resilience A2",
    ]


@covers("CC-MEL-13")
def test_the_attacker_tests_even_if_the_defender_is_routed() -> None:
    state = joined(r=1)
    dice = {"to hit (A2)": blows(3, 3), "to hit (B2)": blows(4, 4, 6), "resilience A2": [1, 1]}
    attack(state, dice=dice)
    assert state.groups["B2"].where == "routed"
    assert state.groups["A2"].shaken
    # Away from where the Routed Group last stood.
    assert state.groups["A2"].models[0] == pytest.approx((20.0, 17.0))


@covers("CC-MEL-10", "CC-TST-01")
def test_a_group_that_lost_no_r_takes_no_test() -> None:
    done = attack(joined(), dice={"to hit (A2)": blows(2, 3), "to hit (B2)": blows(3, 4)})
    assert told(done, "test due") == []


@covers("CC-MEL-11")
def test_if_nobody_retreats_or_routs_the_melee_continues() -> None:
    state = joined()
    done = attack(state, dice={"to hit (A2)": blows(0, 3), "to hit (B2)": blows(0, 4)})
    assert "CC-MEL-11" in rules_told(done, "melee continues")
    assert state.groups["A2"].melee == ("B2",)


@covers("CC-MEL-15", "CC-RET-10")
def test_there_is_no_pursuit_and_the_winner_is_free() -> None:
    state = joined()
    stood = state.groups["A2"].models
    done = attack(
        state, dice={"to hit (A2)": blows(3, 3), "to hit (B2)": blows(0, 4), "resilience B2": [1, 2]}
    )
    assert state.groups["B2"].models[0] == pytest.approx((20.0, 24.0))
    assert (state.groups["A2"].models, state.groups["A2"].melee) == (stood, ())
    assert "CC-MEL-15" in rules_told(done, "melee over")


@covers("CC-MEL-14")
def test_an_attack_is_between_one_attacker_and_one_target() -> None:
    state = state_of(
        {
            "A1": one("Elite Foot", 19, 21, melee=["B2"]),
            "A2": one("Elite Foot", 20, 20, melee=["B2"]),
            "B1": one("Heavy Foot", 60, 45),
            "B2": one("Heavy Foot", 20, 21),
        }
    )
    done = attack(state, dice={"to hit (A2)": blows(0, 3), "to hit (B2)": blows(0, 4)})
    assert {facts["group"] for facts in told(done, "dice rolled")} == {"A2", "B2"}
    assert state.groups["B2"].melee == ("A1", "A2")


@covers("CC-OTR-18", "CC-MEL-10")
def test_terror_works_on_the_defender_and_not_on_the_attacker() -> None:
    state = scene(
        one("Elite Foot", 20, 20, traits=["Terrifying"]),
        one("Heavy Foot", 20, 21, melee=["A2"], traits=["Terrifying"]),
    )
    dice = {
        "to hit (A2)": blows(3, 3),
        "to hit (B2)": blows(4, 4),
        "resilience B2": [6, 3],
        "reroll resilience B2": [5],
        "resilience A2": [6, 6],
    }
    attack(state, dice=dice)
    assert not state.groups["B2"].shaken
