"""The sixteen Captain traits, each with exact dice."""

from __future__ import annotations

import pytest

from sandtable.books.companies_and_captains.chapters import resilience, testing_resilience
from sandtable.books.companies_and_captains.chapters.attacking import seek_attack_targets, why_not_attack
from sandtable.books.companies_and_captains.printed_tables import spells
from sandtable.books.companies_and_captains.special.captain_traits import roll_desertions
from sandtable.books.companies_and_captains.special.profile_traits import compulsory_targets
from sandtable.books.companies_and_captains.special.spells import why_not_cast
from sandtable.books.companies_and_captains.windows import (
    RECKLESS_CHECK_DUE,
    WINDOWS,
    RecklessCheck,
)
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.stage import (
    Performance,
    battle,
    group,
    order,
    perform,
    resilience_roll,
    rule_of,
    start,
    to_hit,
)

ALLIES = (("A", "C"), ("B",))
NEAR, FAR = (12.0, 10.0), (23.01, 10.0)
ENEMY = (50.0, 50.0)


def led(trait, *more, near=NEAR, **captain):
    """A Captain with a trait, a friend near it and an enemy far off."""
    return battle(
        group("A1", **captain), group("A2", at=near), group("B1", at=ENEMY), *more, captains={"A": trait}
    )


# ---- Reprehensible -------------------------------------------------------------------------------


def reprehensible(*others):
    return battle(group("A1"), *others, group("B1", at=ENEMY), captains={"A": "Reprehensible"}, turn=0)


@covers("CC-CAP-10", "CC-GEN-15")
def test_every_group_but_the_captains_deserts_on_a_1_in_roster_order_undeployed_ones_too():
    state = reprehensible(
        *(group(f"A{n}", at=(10, 10 + 2 * n), cost=1) for n in (2, 3, 4)), group("A5", at=None, cost=1)
    )
    dice = {"desert A2": [1], "desert A3": [2], "desert A4": [6], "desert A5": [1]}
    done = perform(state, roll_desertions, dice)
    assert [why for why, _ in done.rolled()] == ["desert A2", "desert A3", "desert A4", "desert A5"]
    assert [done.group(f"A{n}").where for n in range(1, 6)] == [
        "on the table",
        "deserted",
        "on the table",
        "on the table",
        "deserted",
    ]
    assert [one.facts["group"] for one in done.told("group deserted")] == ["A2", "A5"]
    assert done.told("group Routed") == []


@covers("CC-CAP-10", "CC-TST-05", "CC-TST-11")
def test_desertions_that_cost_half_the_points_make_the_rest_test_once_after_all_dice():
    state = reprehensible(*(group(f"A{n}", at=(10, 10 + 2 * n)) for n in (2, 3, 4)))
    dice = {
        "desert A2": [1],
        "desert A3": [1],
        "desert A4": [2],
        "resilience A1": [6, 6],
        "resilience A4": [6, 6],
    }
    done = perform(state, roll_desertions, dice)
    assert [why for why, _ in done.rolled()][3:] == ["resilience A1", "resilience A4"]
    assert done.state.companies["A"].half_lost


@covers("CC-CAP-10", "CC-CAP-28")
def test_desertion_is_rolled_with_the_captain_undeployed_too_and_only_for_the_own_company():
    state = battle(
        group("A1", at=None),
        group("A2", cost=1),
        group("C1", cost=1),
        group("B1", at=ENEMY),
        group("B2", at=ENEMY, cost=1),
        captains={"A": "Reprehensible", "B": "Reprehensible"},
        sides=ALLIES,
        turn=0,
    )
    done = perform(state, roll_desertions, {"desert B2": [2], "desert A2": [1]})
    assert [why for why, _ in done.rolled()] == ["desert B2", "desert A2"]  # the defenders first
    assert done.group("A2").where == "deserted"


@covers("CC-CAP-10", "CC-AMB-14")
def test_a_deserter_is_nobodys_deed():
    done = perform(
        reprehensible(group("A2", cost=1)), roll_desertions, {"desert A2": [1], "resilience A1": [6, 6]}
    )
    assert done.state.companies["B"].deeds.routed == ()


# ---- Blood-shy, Feeble, Resolute, Abjured --------------------------------------------------------


@covers("CC-CAP-12")
def test_the_group_of_a_blood_shy_captain_cannot_attack_and_its_friends_can():
    state = battle(
        group("A1"), group("A2", at=(12, 10)), group("B1", at=(14, 10)), captains={"A": "Blood-shy"}
    )
    assert rule_of(why_not_attack(state, state.groups["A1"], state.groups["B1"])) == "CC-CAP-12"
    assert why_not_attack(state, state.groups["A2"], state.groups["B1"]) is None


@covers("CC-CAP-12", "CC-GEN-09")
def test_a_reckless_group_led_by_a_blood_shy_captain_takes_no_reckless_check():
    for trait, bound in (("Blood-shy", []), ("Vapid", ["B1"])):
        state = battle(group("A1", "Heavy Beast"), group("B1", at=(14, 10)), captains={"A": trait})
        assert [one.id for one in compulsory_targets(state, state.groups["A1"])] == bound


@covers("CC-CAP-13")
def test_the_group_of_a_feeble_captain_rolls_11_or_5_dice_when_attacking_and_all_when_defending():
    state = battle(group("A1"), group("A2"), group("B1", at=ENEMY), captains={"A": "Feeble"})
    captains = state.groups["A1"]
    assert resilience.dice_to_hit(state, captains, counts_as_attacking=True) == 11
    assert resilience.dice_to_hit(state, captains, counts_as_attacking=False) == 12
    assert resilience.dice_to_hit(state, state.groups["A2"], counts_as_attacking=True) == 12
    captains.r = 6
    assert resilience.dice_to_hit(state, captains, counts_as_attacking=True) == 5
    assert resilience.dice_to_hit(state, captains, counts_as_attacking=False) == 6


@covers("CC-CAP-16", "CC-OTR-18")
def test_the_group_of_a_resolute_captain_is_not_terrified_and_its_friends_are():
    groups = group("A1"), group("A2", at=NEAR), group("B1", at=ENEMY, traits=["Terrifying"])
    done = perform(
        battle(*groups, captains={"A": "Resolute"}), resilience_roll("A1", "B1"), {"resilience A1": [6, 1]}
    )
    assert done.returned == 8
    assert done.told("fear ignored")[0].rules[0] == "CC-CAP-16"
    dice = {"resilience A2": [6, 1], "reroll resilience A2": [2]}
    assert (
        perform(battle(*groups, captains={"A": "Resolute"}), resilience_roll("A2", "B1"), dice).returned == 4
    )


@covers("CC-CAP-24", "CC-CAP-06")
def test_enemies_may_not_cast_at_the_group_of_an_abjured_captain_unless_it_is_shaken():
    casters = group("A2", at=NEAR, traits=["Caster"]), group("B1", at=(14, 10), traits=["Caster"])
    state = battle(group("A1"), *casters, captains={"A": "Abjured"})
    entangle = spells()["Entangle"]
    assert rule_of(why_not_cast(state, state.groups["B1"], entangle, state.groups["A1"])) == "CC-CAP-24"
    assert why_not_cast(state, state.groups["A2"], entangle, state.groups["A1"]) is None
    assert why_not_cast(state, state.groups["B1"], entangle, state.groups["A2"]) is None
    state.groups["A1"].shaken = True
    assert why_not_cast(state, state.groups["B1"], entangle, state.groups["A1"]) is None


# ---- Wicked --------------------------------------------------------------------------------------


def rally(state, dice, *answers) -> Performance:
    async def rule(play):
        await testing_resilience.take_test_to_rally(play, play.state.groups["A2"])

    return perform(state, rule, dice, answers)


def wicked(r=12, at=NEAR, captains_shaken=False):
    return battle(
        group("A1", shaken=captains_shaken),
        group("A2", at=at, r=r, shaken=True),
        group("A3", at=(70, 1)),
        group("B1", at=ENEMY),
        captains={"A": "Wicked"},
    )


@covers("CC-CAP-14", "CC-TST-02")
def test_a_group_that_fails_to_rally_near_a_wicked_captain_pays_1_r_and_passes_without_retreat_or_test():
    done = rally(wicked(r=12), {"resilience A2": [1, 1]}, "Wicked")  # 2 + 1 = 3 against 4
    paid = done.group("A2")
    assert (paid.r, paid.shaken, paid.models) == (11, False, ((12.0, 10.0),))
    assert [why for why, _ in done.rolled()] == ["resilience A2"]


@covers("CC-CAP-14")
def test_the_owner_may_accept_the_failure_and_then_loses_1_r_and_retreats():
    done = rally(wicked(r=12), {"resilience A2": [1, 1]}, "nothing")
    left = done.group("A2")
    assert (left.r, left.shaken) == (11, True)
    assert left.models != ((12.0, 10.0),)


@covers("CC-CAP-14", "CC-AMB-14")
def test_paying_the_last_r_routs_the_group_to_the_credit_of_whoever_made_it_shaken():
    state = wicked(r=1)
    state.groups["A2"].shaken_by = "B"
    done = rally(state, {"resilience A2": [1, 1]}, "Wicked")
    assert done.group("A2").where == "routed"
    assert done.state.companies["B"].deeds.routed == ("A2",)


@covers("CC-CAP-14", "CC-CAP-06")
@pytest.mark.parametrize("away", [{"at": FAR}, {"captains_shaken": True}])
def test_out_of_reach_or_with_the_captain_shaken_nothing_is_offered(away):
    done = rally(wicked(**away), {"resilience A2": [1, 1]})
    assert done.group("A2").shaken


@covers("CC-CAP-14", "CC-CAP-27", "CC-ACT-15")
def test_the_owner_of_the_failing_group_decides_not_that_of_the_wicked_captain():
    state = battle(
        group("A1", at=(60, 60)),
        group("A2", at=NEAR, shaken=True),
        group("C1"),
        group("B1", at=ENEMY),
        captains={"C": "Wicked"},
        sides=ALLIES,
    )

    async def rule(play):
        await testing_resilience.take_test_to_rally(play, play.state.groups["A2"])

    asked = start(state, rule, {"resilience A2": [1, 1]})
    assert asked.game.waiting_for == ("A",)
    asked.answer("Wicked").over()
    assert asked.group("A2").r == 11


# ---- automatic passes ----------------------------------------------------------------------------


PASSES = [
    ("Prodding", "Move", "CC-CAP-19"),
    ("Aggressive", "Attack", "CC-CAP-20"),
    ("Projectile", "Shoot", "CC-CAP-21"),
]


@covers("CC-CAP-19", "CC-CAP-20", "CC-CAP-21")
@pytest.mark.parametrize(("trait", "name", "rule"), PASSES)
def test_a_group_near_the_captain_passes_its_order_without_rolling(trait, name, rule):
    done = perform(led(trait), order(name), answers=[trait])
    assert done.returned is True
    assert done.rolled() == []
    assert done.told("activated without a roll")[0].rules[0] == rule


@covers("CC-CAP-19", "CC-CAP-20", "CC-CAP-21")
@pytest.mark.parametrize(("trait", "name", "rule"), PASSES)
def test_it_is_declared_instead_of_rolling_and_may_be_kept_for_later(trait, name, rule):
    done = perform(led(trait), order(name), {"activate A2": [1, 1]}, ["nothing"])
    assert done.returned is False
    assert done.group("A1").used == ()


@covers("CC-CAP-19", "CC-CAP-20", "CC-CAP-21", "CC-CAP-09")
@pytest.mark.parametrize(("trait", "name", "rule"), PASSES)
@pytest.mark.parametrize("captain", [{"near": FAR}, {"shaken": True}, {"under": {"Confuse": "B"}}])
def test_nothing_is_offered_out_of_reach_or_with_the_captain_shaken(trait, name, rule, captain):
    assert perform(led(trait, **captain), order(name), {"activate A2": [3, 3]}).returned is True


@covers("CC-CAP-19", "CC-CAP-20", "CC-CAP-21")
@pytest.mark.parametrize(("trait", "name", "rule"), PASSES)
@pytest.mark.parametrize("other", ["Move", "Attack", "Shoot", "Retreat", "Cast", "Summon"])
def test_each_trait_passes_its_own_order_and_no_other(trait, name, rule, other):
    asked = start(led(trait), order(other), {"activate A2": [3, 3]})
    assert (asked.game.decision is not None) == (other == name)


@covers("CC-CAP-19", "CC-GEN-08")
def test_a_trait_of_once_each_turn_is_not_offered_twice_in_a_turn():
    async def two_moves(play):
        return await order("Move")(play), await order("Move", "A1")(play)

    done = perform(led("Prodding"), two_moves, {"activate A1": [1, 1]}, ["Prodding"])
    assert done.returned == (True, False)


@covers("CC-CAP-20", "CC-CAP-27", "CC-ACT-15")
def test_a_friend_of_another_company_is_helped_only_with_its_owners_consent():
    for agrees in (True, False):
        state = battle(
            group("A1", at=(60, 60)),
            group("A2", at=NEAR),
            group("C1"),
            group("B1", at=ENEMY),
            captains={"C": "Aggressive"},
            sides=ALLIES,
        )
        asked = start(state, order("Attack"), {} if agrees else {"activate A2": [1, 1]})
        assert asked.game.waiting_for == ("C",)
        asked.answer("Aggressive")
        assert asked.game.waiting_for == ("A",)
        assert asked.question.rule == "CC-ACT-15"
        asked.answer(agrees).over()
        assert asked.returned is agrees
        assert asked.group("C1").used == (("Aggressive",) if agrees else ())


@covers("CC-CAP-19")
def test_an_enemy_captain_helps_nobody():
    state = battle(group("A1", at=(60, 60)), group("A2", at=NEAR), group("B1"), captains={"B": "Prodding"})
    assert perform(state, order("Move"), {"activate A2": [1, 1]}).returned is False


# ---- Compelling ----------------------------------------------------------------------------------


@covers("CC-CAP-18")
@pytest.mark.parametrize("name", ["Move", "Attack", "Shoot", "Cast", "Retreat", "Call"])
def test_a_failed_activation_of_any_order_is_rolled_again_and_the_second_result_stands(name):
    passed = perform(led("Compelling"), order(name), {"activate A2": [1, 1, 3, 3]}, ["Compelling"])
    assert passed.returned is True
    failed = perform(led("Compelling"), order(name), {"activate A2": [2, 3, 1, 1]}, ["Compelling"])
    assert failed.returned is False
    assert "CC-CAP-18" in failed.told("dice rolled")[1].rules


@covers("CC-CAP-18", "CC-GEN-08")
def test_compelling_is_offered_after_a_failure_only_and_once_each_turn():
    assert perform(led("Compelling"), order("Move"), {"activate A2": [3, 3]}).returned is True

    async def two(play):
        return await order("Move")(play), await order("Move", "A1")(play)

    dice = {"activate A2": [1, 1, 6, 6], "activate A1": [1, 1]}
    assert perform(led("Compelling"), two, dice, ["Compelling"]).returned == (True, False)


@covers("CC-CAP-18", "CC-GEN-07", "CC-SPL-11")
def test_compelling_and_prompt_are_never_used_on_the_same_test():
    state = battle(
        group("A1"),
        group("A2", at=NEAR, under={"Prompt": "A"}),
        group("B1", at=ENEMY),
        captains={"A": "Compelling"},
    )
    asked = start(state, order("Move"), {"activate A2": [1, 1, 1, 2]})
    assert asked.options() == ["Compelling", "Prompt", "nothing"]
    assert asked.answer("Prompt").over().returned is False
    assert asked.group("A1").used == ()


# ---- Calming -------------------------------------------------------------------------------------


@covers("CC-CAP-23")
def test_a_group_near_a_calming_captain_may_ignore_its_reckless_compulsion_once_each_turn():
    async def two_checks(play):
        found = []
        for id in ("A2", "A1"):
            check = RecklessCheck(play.state.groups[id])
            await WINDOWS.open(play, RECKLESS_CHECK_DUE, check)
            found.append(check.ignored)
        return found

    done = perform(led("Calming"), two_checks, answers=["Calming"])
    assert done.returned == [True, False]
    assert perform(led("Calming"), two_checks, answers=["nothing", "Calming"]).returned == [False, True]
    assert perform(led("Calming", near=FAR), two_checks, answers=["nothing"]).returned == [False, False]


@covers("CC-CAP-23", "CC-PTR-12")
def test_a_calmed_group_is_bound_by_nothing_this_turn():
    state = battle(group("A1"), group("A2", "Heavy Beast", at=NEAR), group("B1", at=(16, 10)))
    assert compulsory_targets(state, state.groups["A2"]) != []
    assert list(seek_attack_targets(state, state.groups["A2"])) != []
    state.groups["A2"].calmed = True
    assert compulsory_targets(state, state.groups["A2"]) == []


# ---- Capable, Dangerous, Incredible --------------------------------------------------------------


FACES = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]
"""Four hits on 5 or more."""
REROLLS = [("Capable", 1, "CC-CAP-17"), ("Dangerous", 2, "CC-CAP-22"), ("Incredible", 3, "CC-CAP-25")]


@covers("CC-CAP-17", "CC-CAP-22", "CC-CAP-25", "CC-GEN-07")
@pytest.mark.parametrize(("trait", "dice", "rule"), REROLLS)
def test_the_captains_group_rolls_so_many_dice_of_its_choice_again(trait, dice, rule):
    places = ["1", "3", "5"][:dice]
    done = perform(
        led(trait), to_hit(), {"to hit (A1)": FACES, "reroll to hit (A1)": [6] * dice}, [trait, places]
    )
    assert done.returned == 4 + dice
    assert rule in done.told("dice rolled")[1].rules
    assert done.group("A1").used == (trait,)


@covers("CC-CAP-17", "CC-CAP-22", "CC-CAP-25")
@pytest.mark.parametrize(("trait", "dice", "rule"), REROLLS)
def test_one_die_more_than_the_trait_allows_is_refused(trait, dice, rule):
    asked = start(led(trait), to_hit(), {"to hit (A1)": FACES}).answer(trait)
    assert asked.options() == [str(place) for place in range(1, 13)]
    with pytest.raises(Refused) as refused:
        asked.answer(["1", "2", "3", "4"][: dice + 1])
    assert refused.value.rule == rule


@covers("CC-CAP-17", "CC-CAP-22", "CC-CAP-25", "CC-GEN-08")
@pytest.mark.parametrize(("trait", "dice", "rule"), REROLLS)
def test_it_works_in_one_roll_of_each_turn_and_not_for_friends(trait, dice, rule):
    async def two_rolls(play):
        return await to_hit()(play), await to_hit()(play)

    done = perform(
        led(trait),
        two_rolls,
        {"to hit (A1)": FACES * 2, "reroll to hit (A1)": [6]},
        [trait, ["1"]],
    )
    assert done.returned == (5, 4)
    assert perform(led(trait), to_hit("A2"), {"to hit (A2)": FACES}).returned == 4


@covers("CC-CAP-17", "CC-GEN-08")
def test_a_capable_group_rerolls_again_when_it_is_attacked_in_the_enemy_turn():
    state = led("Capable")
    state.groups["A1"].used = ("Capable",)
    assert perform(state, to_hit(), {"to hit (A1)": FACES}).returned == 4
    state = led("Capable")  # a new turn has begun: nothing is used
    assert start(state, to_hit(how="melee"), {"to hit (A1)": FACES}).options() == ["Capable", "nothing"]


@covers("CC-CAP-17", "CC-GEN-07")
def test_a_rerolled_die_replaces_the_old_face_even_if_it_is_worse():
    done = perform(
        led("Capable"), to_hit(), {"to hit (A1)": FACES, "reroll to hit (A1)": [1]}, ["Capable", ["12"]]
    )
    assert done.returned == 3


@covers("CC-CAP-17", "CC-CAP-06")
def test_a_shaken_captain_rerolls_nothing():
    assert perform(led("Capable", shaken=True), to_hit(), {"to hit (A1)": FACES}).returned == 4
