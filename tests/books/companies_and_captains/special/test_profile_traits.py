"""Profile traits: Reckless and Foe, Defiant, Elusive, and both at once."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.companies_and_captains.chapters import activation, attacking, moving, turns
from sandtable.books.companies_and_captains.special.profile_traits import compulsory_targets
from sandtable.books.companies_and_captains.state import Battle
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.scenes import (
    Told,
    answer,
    barred,
    battle,
    carry_out,
    group,
    keys,
    rules_told,
    state_of,
    told,
    unused,
)


def one(profile: str, x: float, y: float, **fields: Any) -> dict[str, Any]:
    """A Group of a single model, so that nobody is asked for casualties."""
    return group(profile, x, y, fielded=1, **fields)


def scene(attacker: dict[str, Any], target: dict[str, Any], **position: Any) -> Battle:
    """A2 against B2; the Captains stand far off."""
    far = {"A1": one("Heavy Foot", 60, 5), "B1": one("Heavy Foot", 60, 45)}
    return state_of({**far, "A2": attacker, "B2": target}, **position)


def attack(state: Battle, **script: Any) -> Told:
    """A2 Attacks B2."""
    return carry_out(attacking.attack, state, state.groups["A2"], state.groups["B2"], **script)


def misses(*groups: str) -> dict[str, list[int]]:
    """Twelve 1s for each of these Groups."""
    return {f"to hit ({name})": [1] * 12 for name in groups}


def bound(state: Battle, name: str = "A2") -> list[str]:
    """Whom the Group must Attack."""
    return [enemy.id for enemy in compulsory_targets(state, state.groups[name])]


# ---- Reckless and Foe --------------------------------------------------------------------------------------


@covers("CC-PTR-12", "CC-PTR-13")
def test_a_reckless_group_is_bound_by_every_legal_target() -> None:
    state = scene(one("Heavy Beast", 20, 20), one("Heavy Foot", 20, 30))
    assert bound(state) == ["B2"]
    state.groups["B1"].models = ((24.0, 20.0),)
    assert bound(state) == ["B1", "B2"]


@covers("CC-PTR-13", "CC-MEL-02")
def test_an_enemy_out_of_reach_binds_nobody() -> None:
    assert bound(scene(one("Heavy Beast", 20, 20), one("Heavy Foot", 20, 32))) == []


@covers("CC-PTR-13", "CC-GEO-22")
def test_an_enemy_out_of_sight_binds_nobody() -> None:
    fog = [{"kind": "fog", "area": [0, 22, 72, 24], "traits": ["obscuring"]}]
    assert bound(scene(one("Heavy Beast", 20, 20), one("Heavy Foot", 20, 27), terrain=fog)) == []


@covers("CC-PTR-13", "CC-SPL-16")
def test_an_obscured_enemy_binds_nobody() -> None:
    hidden = one("Heavy Foot", 20, 27, spells=[{"spell": "Obscure", "caster": "B"}])
    assert bound(scene(one("Heavy Beast", 20, 20), hidden)) == []


@covers("CC-PTR-13", "CC-RET-01")
def test_a_reckless_group_in_melee_must_attack_its_enemy() -> None:
    state = scene(one("Heavy Beast", 20, 20), one("Heavy Foot", 20, 21.5, melee=["A2"]))
    state.groups["B1"].models = ((24.0, 20.0),)
    assert bound(state) == ["B2"]


@covers("CC-PTR-12", "CC-CAP-23")
def test_a_calmed_group_is_not_bound_this_turn() -> None:
    assert bound(scene(one("Heavy Beast", 20, 20, calmed=True), one("Heavy Foot", 20, 27))) == []


@covers("CC-PTR-12")
def test_groups_that_are_not_reckless_are_never_bound() -> None:
    assert bound(scene(one("Heavy Foot", 20, 20), one("Heavy Foot", 20, 24))) == []
    assert bound(scene(one("Heavy Beast", 20, 20, traits=["Composed"]), one("Heavy Foot", 20, 24))) == []


@covers("CC-CAP-12", "CC-GEN-09")
def test_a_blood_shy_captain_leading_a_reckless_group_is_never_forced() -> None:
    shy = {"companies": {"A": {"captain": "A2", "captain_trait": "Blood-shy"}}}
    assert bound(scene(one("Heavy Beast", 20, 20), one("Heavy Foot", 20, 27), **shy)) == []


@covers("CC-OTR-08", "CC-TRN-08")
def test_a_group_with_a_foe_is_bound_by_that_kind_only() -> None:
    state = scene(one("Heavy Foot", 20, 20, traits=["Cavalry-Foe"]), one("Heavy Foot", 20, 25))
    assert bound(state) == []
    riders = scene(one("Heavy Foot", 20, 20, traits=["Cavalry-Foe"]), one("Heavy Cavalry", 20, 25))
    riders.groups["B1"].models = ((24.0, 20.0),)
    assert bound(riders) == ["B2"]


@covers("CC-OTR-08", "CC-PRO-12")
def test_a_foe_may_be_a_keyword_and_capitals_do_not_matter() -> None:
    state = scene(
        one("Heavy Foot", 20, 20, traits=["Undead-Foe"]), one("Heavy Foot", 20, 25, keywords=["undead"])
    )
    assert bound(state) == ["B2"]


@covers("CC-OTR-08")
def test_a_reckless_group_with_a_foe_may_still_choose_another_target() -> None:
    state = scene(one("Heavy Beast", 20, 20, traits=["Cavalry-Foe"]), one("Heavy Cavalry", 20, 27))
    state.groups["B1"].models = ((26.0, 20.0),)
    assert bound(state) == ["B1", "B2"]


@covers("CC-PTR-12", "CC-ACT-05")
def test_a_bound_group_may_be_given_no_order_but_the_attack() -> None:
    game = battle({"A1": one("Heavy Beast", 20, 20), "B1": one("Heavy Foot", 20, 27)})
    answer(game, "A1")
    assert keys(game.decision) == ["attack B1"]
    assert barred(game.decision)["move"] == "CC-PTR-12"


@covers("CC-TRN-06", "CC-TRN-07", "CC-ACT-03", "CC-PTR-12")
def test_a_failed_reckless_check_uses_the_activation_and_does_not_end_the_turn() -> None:
    game = battle(
        {"A1": one("Heavy Beast", 20, 20), "A2": one("Heavy Foot", 60, 5), "B1": one("Heavy Foot", 20, 27)},
        step="reckless",
        dice={"activate A1": [1, 2]},
    )
    answer(game, "B1")
    assert game.state.groups["A1"].models == ((20.0, 20.0),)
    assert game.state.step == "activate"
    assert keys(game.decision) == ["A2", "end turn"]
    assert barred(game.decision)["A1"] == "CC-ACT-03"
    assert "CC-TRN-07" in rules_told(game, "Reckless check failed")


@covers("CC-OTR-08", "CC-TRN-08")
def test_heavy_beast_with_foot_foe_attacks_heavy_foot_without_a_roll() -> None:
    game = battle(
        {"A1": one("Heavy Beast", 20, 20, traits=["Foot-Foe"]), "B1": one("Heavy Foot", 20, 27)},
        step="reckless",
        dice={"to hit (A1)": [1] * 12, "to hit (B1)": [1] * 12},
    )
    answer(game, "B1", "proposal")
    assert game.state.groups["A1"].melee == ("B1",)
    assert unused(game) == {}


@covers("CC-TRN-09")
def test_reach_is_checked_when_a_groups_check_comes_up() -> None:
    # A2 cannot reach B1 past its own comrades until A1 has drawn nobody away: only A1 checks.
    state = state_of(
        {
            "A1": one("Heavy Beast", 20, 20),
            "A2": one("Heavy Beast", 20, 4),
            "B1": one("Heavy Foot", 20, 27),
        }
    )
    assert turns.is_due_for_reckless_check(state, state.groups["A1"])
    assert not turns.is_due_for_reckless_check(state, state.groups["A2"])
    state.groups["B1"].models = ((20.0, 14.0),)
    assert turns.is_due_for_reckless_check(state, state.groups["A2"])


# ---- Defiant -----------------------------------------------------------------------------------------------


@covers("CC-PTR-05", "CC-MEL-07", "CC-GEO-14")
def test_defiant_cavalry_meets_cavalry_halfway_and_both_hit_on_4() -> None:
    # Bases of 1.5 inches: a gap of 8 inches, so the defender comes 4 inches.
    state = scene(one("Heavy Cavalry", 20, 10), one("Heavy Cavalry", 20, 19.5))
    dice = {"defiant B2": [3, 4], "to hit (A2)": [4] * 2 + [3] * 10, "to hit (B2)": [4] * 2 + [3] * 10}
    done = attack(state, dice=dice, answers=["Defiant", "proposal"])
    assert state.groups["B2"].models[0] == pytest.approx((20.0, 15.5))
    assert told(done, "blows exchanged")[0]["hits"] == [2, 2]
    assert {"CC-PTR-05", "CC-PTR-06"} <= rules_told(done, "defied")


@covers("CC-PTR-05")
def test_a_failed_defiant_test_leaves_the_group_standing_and_defending() -> None:
    state = scene(one("Heavy Cavalry", 20, 10), one("Heavy Cavalry", 20, 19.5))
    dice = {"defiant B2": [3, 3], "to hit (A2)": [3] * 12, "to hit (B2)": [4] * 12}
    done = attack(state, dice=dice, answers=["Defiant", "proposal"])
    assert state.groups["B2"].models == ((20.0, 19.5),)
    assert told(done, "blows exchanged")[0]["hits"] == [0, 0], "the defender needs 5+"


@covers("CC-PTR-05")
def test_the_owner_may_leave_defiant_unused() -> None:
    state = scene(one("Heavy Cavalry", 20, 10), one("Heavy Cavalry", 20, 19.5))
    done = attack(state, dice=misses("A2", "B2"), answers=["nothing", "proposal"])
    assert done.asked[0].seat == "B"
    assert done.asked[0].rule == "CC-PTR-05"


@covers("CC-GEO-14")
def test_the_step_halfway_is_at_most_half_of_mo() -> None:
    # Gap 9.6 against MO 6: 3 inches.
    state = scene(one("Heavy Cavalry", 20, 10), one("Heavy Foot", 20, 20.85, has=["Defiant"]))
    attack(state, dice={"defiant B2": [6, 6], **misses("A2", "B2")}, answers=["Defiant", "proposal"])
    assert state.groups["B2"].models[0] == pytest.approx((20.0, 17.85))


@covers("CC-PTR-06", "CC-CAP-13")
def test_counting_as_attacking_is_for_numbers_and_feeble_only() -> None:
    feeble = {"companies": {"B": {"captain": "B2", "captain_trait": "Feeble"}}}
    state = scene(
        one("Heavy Cavalry", 20, 10, traits=["Terrifying"]),
        one("Heavy Cavalry", 20, 19.5, done=False),
        **feeble,
    )
    dice = {"defiant B2": [6, 6], "to hit (A2)": [1] * 12, "to hit (B2)": [1] * 11}
    attack(state, dice=dice, answers=["Defiant", "proposal"])
    assert not state.groups["B2"].done, "it uses no activation"


@covers("CC-PTR-03", "CC-GEO-14")
def test_meeting_halfway_ends_a_formation() -> None:
    state = scene(
        one("Heavy Cavalry", 20, 10), one("Heavy Foot", 20, 19, has=["Defensive", "Defiant"], formed=True)
    )
    attack(state, dice={"defiant B2": [6, 6], **misses("A2", "B2")}, answers=["Defiant", "proposal"])
    assert not state.groups["B2"].formed


@covers("CC-MEL-04", "CC-PTR-05", "CC-CAP-20")
def test_an_attack_that_passed_without_a_roll_may_be_defied_too() -> None:
    game = battle(
        {"A1": one("Heavy Beast", 20, 10, traits=["Cavalry-Foe"]), "B1": one("Heavy Cavalry", 20, 18)},
        dice={"defiant B1": [1, 1], "to hit (A1)": [1] * 12, "to hit (B1)": [1] * 12},
    )
    answer(game, "A1", "attack B1", "Defiant", "proposal")
    assert unused(game) == {}


@covers("CC-PTR-15", "CC-AMB-06")
def test_a_failed_reaction_ends_nobodys_turn_and_uses_no_activation() -> None:
    state = scene(
        one("Heavy Cavalry", 20, 10), one("Heavy Cavalry", 20, 19.5), companies={"B": {"captain": "B2"}}
    )
    done = attack(state, dice={"defiant B2": [1, 1], **misses("A2", "B2")}, answers=["Defiant", "proposal"])
    assert not state.groups["B2"].done
    assert state.step == "activate"
    assert "CC-PTR-15" in rules_told(done, "reaction failed")
    assert state.companies["B"].deeds.captain_moved_or_rolled


@covers("CC-PTR-15", "CC-CAP-18")
def test_compelling_does_not_reroll_a_reaction() -> None:
    state = scene(
        one("Heavy Cavalry", 20, 10),
        one("Heavy Cavalry", 20, 19.5),
        companies={"B": {"captain": "B2", "captain_trait": "Compelling"}},
    )
    done = attack(state, dice={"defiant B2": [1, 1], **misses("A2", "B2")}, answers=["Defiant", "proposal"])
    assert len(done.asked) == 2


# ---- Elusive -----------------------------------------------------------------------------------------------


def skirmish(**fields: Any) -> Battle:
    """Heavy Cavalry (MO 10) 8 inches from Light Missile (MO 8, range 12, Elusive)."""
    return scene(one("Heavy Cavalry", 20, 10), one("Light Missile", 20, 19.25, **fields))


AWAY = {"models": [[20, 23.25]]}
"""The Elusive Group goes 4 inches straight away."""


@covers("CC-PTR-07", "CC-PTR-08", "CC-GEO-15")
def test_cavalry_whose_target_evades_out_of_reach_comes_on_to_3_inches() -> None:
    state = skirmish()
    done = attack(state, dice={"elusive B2": [3, 4]}, answers=["Elusive", AWAY, False])
    assert state.groups["B2"].models == ((20.0, 23.25),)
    # 12 inches away, out of reach: the attacker moves 9 inches and stands 3 inches from the target.
    assert state.groups["A2"].models[0] == pytest.approx((20.0, 19.0))
    assert state.groups["A2"].melee == ()
    assert "CC-PTR-08" in rules_told(done, "attack out of reach")


@covers("CC-PTR-07")
def test_a_failed_elusive_test_leaves_the_group_standing() -> None:
    state = skirmish()
    attack(state, dice={"elusive B2": [3, 3], **misses("A2", "B2")}, answers=["Elusive", "proposal"])
    assert state.groups["B2"].models == ((20.0, 19.25),)
    assert state.groups["B2"].melee == ("A2",)


@covers("CC-PTR-07", "CC-PTR-09", "CC-GEN-12")
def test_shots_come_after_the_move_and_before_the_attackers_dice() -> None:
    state = skirmish()
    dice = {
        "elusive B2": [6, 6],
        "to hit (B2)": [5] * 3 + [4] * 9 + [1] * 12,
        "resilience A2": [6, 6],
        "to hit (A2)": [1] * 12,
    }
    done = attack(state, dice=dice, answers=["Elusive", "hold", True, "proposal"])
    assert [facts["why"] for facts in told(done, "dice rolled")] == [
        "elusive B2",
        "to hit (B2)",
        "resilience A2",
        "to hit (A2)",
        "to hit (B2)",
    ]
    assert state.groups["A2"].r == 5


@covers("CC-PTR-08")
def test_an_attacker_shaken_by_the_shots_attacks_no_more() -> None:
    state = skirmish()
    dice = {"elusive B2": [6, 6], "to hit (B2)": [5] * 3 + [4] * 9, "resilience A2": [1, 2]}
    done = attack(state, dice=dice, answers=["Elusive", "hold", True])
    assert state.groups["A2"].shaken
    assert state.groups["B2"].melee == ()
    assert "CC-PTR-08" in rules_told(done, "attack broken")
    assert state.companies["B"].deeds.made_shaken == ("A2",)
    assert not state.companies["B"].deeds.shooting_made_shaken, "CC-AMB-13: no Shoot order"


@covers("CC-PTR-08", "CC-MEL-06")
def test_r_lost_to_the_shots_counts_for_the_attackers_dice() -> None:
    state = skirmish()
    state.groups["A2"].r = 4
    dice = {
        "elusive B2": [6, 6],
        "to hit (B2)": [5] * 3 + [4] * 9 + [1] * 12,
        "resilience A2": [6, 6],
        "to hit (A2)": [1] * 6,
    }
    attack(state, dice=dice, answers=["Elusive", "hold", True, "proposal"])
    assert state.groups["A2"].r == 3


@covers("CC-PTR-09")
def test_an_elusive_group_without_mi_only_moves() -> None:
    state = scene(one("Heavy Cavalry", 20, 10), one("Light Foot", 20, 19.25, has=["Elusive"]))
    attack(state, dice={"elusive B2": [6, 6]}, answers=["Elusive", AWAY])
    assert state.groups["B2"].models == ((20.0, 23.25),)


@covers("CC-PTR-09", "CC-SHO-02", "CC-OTR-16")
def test_elusive_shots_follow_the_shooting_rules() -> None:
    state = scene(one("Heavy Cavalry", 20, 10, traits=["Stealthy"]), one("Light Missile", 20, 19.25))
    done = attack(state, dice={"elusive B2": [6, 6]}, answers=["Elusive", AWAY])
    assert "CC-PTR-09" in rules_told(done, "no shot")


@covers("CC-PTR-14")
def test_a_group_with_both_reactions_may_try_only_one() -> None:
    state = scene(one("Heavy Cavalry", 20, 10), one("Light Missile", 20, 19.25, has=["Defiant", "Elusive"]))
    done = attack(state, dice={"defiant B2": [1, 1], **misses("A2", "B2")}, answers=["Defiant", "proposal"])
    assert keys(done.asked[0]) == ["Defiant", "Elusive", "nothing"]
    assert [question.kind for question in done.asked] == ["choose one", "move"]
    assert "CC-PTR-14" in rules_told(done, "dice rolled")


@covers("CC-PTR-07", "CC-MEL-05")
def test_a_group_in_melee_does_not_evade() -> None:
    state = state_of(
        {
            "A1": one("Heavy Foot", 20, 20.25, melee=["B1"]),
            "A2": one("Heavy Cavalry", 20, 10),
            "B1": one("Light Missile", 20, 19.25),
        }
    )
    done = carry_out(
        attacking.attack,
        state,
        state.groups["A2"],
        state.groups["B1"],
        dice=misses("A2", "B1"),
        answers=["proposal"],
    )
    assert len(done.asked) == 1


# ---- Bodyguards --------------------------------------------------------------------------------------------


def ritual(**fields: Any) -> Battle:
    """Bodyguards of seat B, 8 inches from Heavy Cavalry of seat A."""
    target = one("Heavy Cavalry", 20, 19.5, **fields)
    return scene(one("Heavy Cavalry", 20, 10), target, scenario="ritual", roles={"bodyguards": "B2"})


@covers("CC-RIT-04", "CC-PTR-05")
def test_bodyguards_use_no_reaction_and_attack_only_who_is_in_melee_with_them() -> None:
    state = ritual()
    found = attacking.why_not_attack(state, state.groups["B2"], state.groups["A2"])
    assert found is not None
    assert found.rule == "CC-RIT-04"
    done = attack(state, dice=misses("A2", "B2"), answers=["proposal"])
    assert len(done.asked) == 1
    assert attacking.why_not_attack(state, state.groups["B2"], state.groups["A2"]) is None


@covers("CC-RIT-04", "CC-PTR-12", "CC-PTR-13")
def test_reckless_bodyguards_take_no_check_against_others() -> None:
    state = ritual(has=["Reckless"])
    assert bound(state, "B2") == []


@covers("CC-RIT-05", "CC-TST-15")
def test_shaken_bodyguards_that_fail_to_rally_lose_2_r_and_stay() -> None:
    from sandtable.books.companies_and_captains.chapters import testing_resilience

    state = ritual(shaken=True, r=5)
    carry_out(
        testing_resilience.take_test_to_rally, state, state.groups["B2"], dice={"resilience B2": [1, 2]}
    )
    guards = state.groups["B2"]
    assert (guards.r, guards.shaken, guards.models) == (3, True, ((20.0, 19.5),))


# ---- Defensive ---------------------------------------------------------------------------------------------


@covers("CC-PTR-01")
@pytest.mark.parametrize(
    ("fields", "terrain", "barred_by"),
    [
        ({}, [], ""),
        ({"has": []}, [], "CC-PTR-01"),
        ({}, [{"kind": "wood", "area": [18, 18, 22, 22], "traits": ["difficult"]}], "CC-PTR-01"),
        (
            {},
            [{"kind": "wall", "wall": [[18, 23.5], [22, 23.5]], "thickness": 0.5, "traits": ["obstacle"]}],
            "CC-PTR-01",
        ),
        ({}, [{"kind": "ruin", "area": [18, 18, 22, 22], "traits": ["cover"]}], "CC-PTR-01"),
        ({"spells": [{"spell": "Entangle", "caster": "B"}]}, [], "CC-PTR-01"),
    ],
)
def test_a_defensive_group_forms_up_out_of_difficult_terrain_and_cover(
    fields: dict[str, Any], terrain: list[dict[str, Any]], barred_by: str
) -> None:
    state = scene(one("Heavy Foot", 20, 20, **fields), one("Heavy Foot", 50, 40), terrain=terrain)
    found = moving.why_not_form(state, state.groups["A2"], state.groups["A2"].models)
    assert ("" if found is None else found.rule) == barred_by


@covers("CC-PTR-01", "CC-GEO-04")
def test_a_formation_is_one_body_of_touching_bases() -> None:
    state = scene(
        group("Heavy Foot", 0, 0, models=[[20, 20], [21, 20], [22.2, 20]], fielded=3),
        one("Heavy Foot", 50, 40),
    )
    found = moving.why_not_form(state, state.groups["A2"], state.groups["A2"].models)
    assert found is not None
    assert found.rule == "CC-PTR-01"
    close = ((20.0, 20.0), (21.0, 20.0), (22.0, 20.0))
    assert moving.why_not_form(state, state.groups["A2"], close) is None


@covers("CC-PTR-02", "CC-PTR-03")
def test_casualties_do_not_end_a_formation() -> None:
    from sandtable.books.companies_and_captains.chapters import resilience
    from sandtable.books.companies_and_captains.state import Cause

    state = scene(
        group("Heavy Foot", 0, 0, models=[[20, 20], [21, 20], [22, 20]], fielded=3, formed=True),
        one("Heavy Foot", 50, 40),
    )
    foot = state.groups["A2"]
    carry_out(resilience.lose_r, state, foot, 4, Cause("shooting", "CC-SHO-05", "B", "B2"), answers=[["2"]])
    assert foot.formed
    assert len(foot.models) == 2


@covers("CC-ACT-05")
def test_a_group_with_nothing_it_could_do_is_not_offered() -> None:
    state = scene(one("Heavy Foot", 20, 20), one("Heavy Foot", 20, 30))
    assert activation.any_order(state, state.groups["A2"])
