"""Self-Destruct: who is hit, in which order, and what becomes of the Group."""

from __future__ import annotations

import pytest

from sandtable.books.companies_and_captains.chapters.activation import (
    carry_out_if_activated,
    order_candidates,
)
from sandtable.books.companies_and_captains.chapters.testing_resilience import settle_company_tests
from sandtable.books.companies_and_captains.orders import KINDS, Order
from sandtable.books.companies_and_captains.special.orders import blasted_groups
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.stage import battle, group, perform, rule_of

MISSES = [1] * 12


async def explode(play):
    done = await carry_out_if_activated(play, play.state.groups["A2"], Order("Self-Destruct"))
    await settle_company_tests(play)
    return done


def bomb(*others, **captain):
    """A Captain far off, a bomb at the origin of the scene, and whoever stands around it."""
    exploding = group("A2", at=(30, 30), traits=captain.pop("traits", ["Self-Destruct"]), cost=2, **captain)
    far = group("A1", at=(60, 60), cost=20), group("A9", at=(60, 5), cost=20), group("B0", at=(5, 5), cost=40)
    return battle(*far, exploding, *others)


def at_gap(inches):
    return (31.0 + inches, 30.0)


@covers("CC-OTR-12", "CC-ACT-07")
def test_the_order_needs_5_and_hits_on_3():
    state = bomb(group("B1", at=at_gap(3)))
    order = Order("Self-Destruct")
    assert KINDS["Self-Destruct"].needed(state, state.groups["A2"], order).number == 5
    dice = {
        "activate A2": [1, 4],
        "to hit (A2)": [3, 3, 3, 2, 2, 2, 1, 1, 1, 1, 1, 1],
        "resilience B1": [6, 6],
    }
    done = perform(state, explode, dice)
    assert done.group("B1").r == 11
    assert done.told("dice rolled")[1].facts["need"] == 3
    assert not perform(bomb(group("B1", at=at_gap(3))), explode, {"activate A2": [1, 3]}).returned


@covers("CC-OTR-12", "CC-OTR-29")
def test_everybody_within_6_inches_is_hit_nearest_first_at_equal_gaps_enemies_first():
    state = bomb(
        group("A3", at=(30, 34)),
        group("A4", at=at_gap(6)),
        group("B1", at=(30, 26)),
        group("B2", at=(30, 28)),
        group("B3", at=at_gap(6.01)),
    )
    assert [one.id for one in blasted_groups(state, state.groups["A2"])] == ["B2", "B1", "A3", "A4"]


@covers("CC-OTR-12", "CC-OTR-16", "CC-SPL-16")
def test_stealthy_enemies_and_obscured_groups_are_not_hit_a_stealthy_friend_and_a_melee_are():
    state = bomb(
        group("A3", at=at_gap(2), traits=["Stealthy"]),
        group("A4", at=(30, 27), under={"Obscure": "A"}),
        group("B1", at=(30, 33), traits=["Stealthy"]),
        group("B2", at=(30, 34.5), under={"Obscure": "B"}),
        group("B3", at=(28, 27)),
        group("A5", at=(28, 26)),
    )
    state.groups["A5"].melee, state.groups["B3"].melee = ("B3",), ("A5",)
    assert [one.id for one in blasted_groups(state, state.groups["A2"])] == ["A3", "B3", "A5"]


@covers("CC-OTR-12", "CC-ACT-05")
def test_the_order_is_refused_if_nobody_would_be_hit():
    state = bomb(group("B1", at=at_gap(6.01)))
    refusals = {
        one.key: one.refusal() for one in KINDS["Self-Destruct"].candidates(state, state.groups["A2"])
    }
    assert rule_of(refusals["self-destruct"]) == "CC-OTR-12"
    near = bomb(group("B1", at=at_gap(6)))
    assert [one.refusal() for one in KINDS["Self-Destruct"].candidates(near, near.groups["A2"])] == [None]


@covers("CC-OTR-12", "CC-ACT-04")
def test_it_is_impossible_in_melee_and_unknown_to_groups_without_the_trait():
    state = bomb(group("B1", at=at_gap(0)))
    state.groups["A2"].melee, state.groups["B1"].melee = ("B1",), ("A2",)
    found = {one.key: one.refusal() for one in order_candidates(state, state.groups["A2"])}
    assert rule_of(found["self-destruct"]) == "CC-ACT-04"
    assert not KINDS["Self-Destruct"].is_for(state, state.groups["A1"])


@covers("CC-OTR-29", "CC-OTR-13", "CC-GEN-12")
def test_each_blast_is_settled_with_its_test_before_the_next_then_the_group_is_routed():
    state = bomb(group("B1", at=at_gap(3)), group("A3", at=(30, 35), cost=10))
    three = [3, 3, 3] + [1] * 9
    dice = {
        "activate A2": [6, 6],
        "to hit (A2)": three + three,
        "resilience B1": [6, 6],
        "resilience A3": [6, 6],
    }
    done = perform(state, explode, dice)
    whys = [why for why, _ in done.rolled()]
    assert whys == ["activate A2", "to hit (A2)", "resilience B1", "to hit (A2)", "resilience A3"]
    assert done.group("A2").where == "routed"
    (routed,) = done.told("group Routed")
    assert "CC-OTR-13" in routed.rules


@covers("CC-OTR-29", "CC-RET-04")
def test_the_exploding_group_is_the_cause_of_a_retreat_and_one_that_got_away_is_still_hit():
    state = bomb(group("B1", at=at_gap(5)), group("B2", at=(30, 37)))
    three = [3, 3, 3] + [1] * 9
    dice = {"activate A2": [6, 6], "to hit (A2)": three + MISSES, "resilience B1": [1, 2]}  # 3 - 1 < 4
    done = perform(state, explode, dice)
    assert done.group("B1").models[0] == pytest.approx((39.0, 30.0))  # 3 inches away from the blast
    assert done.group("B1").shaken


@covers("CC-OTR-29")
def test_a_group_that_has_left_play_is_skipped():
    # The first blast Routs the Captain's Group, and the company test that follows Routs the next target.
    state = bomb(group("B1", at=at_gap(1), r=1), group("B2", at=at_gap(3), r=1, shaken=True))
    state.companies["B"].captain = "B1"
    dice = {"activate A2": [6, 6], "to hit (A2)": [6] * 12, "resilience B0": [6] * 4, "resilience B2": [1, 1]}
    done = perform(state, explode, dice)
    assert [done.group(id).where for id in ("B1", "B2")] == ["routed", "routed"]


@covers("CC-OTR-29", "CC-TST-11")
def test_company_tests_come_between_the_blasts_and_the_exploding_group_takes_none():
    state = battle(
        group("A1", at=(33, 30), r=1, cost=4),
        group("A2", at=(30, 30), traits=["Self-Destruct"], cost=4),
        group("A3", at=(60, 60), cost=4),
        group("B1", at=(30, 36)),
    )
    dice = {"activate A2": [6, 6], "to hit (A2)": [6] * 12 + MISSES, "resilience A3": [6, 6, 6, 6]}
    done = perform(state, explode, dice)
    whys = [why for why, _ in done.rolled()]
    assert whys == ["activate A2", "to hit (A2)", "resilience A3", "to hit (A2)", "resilience A3"]


@covers("CC-OTR-12", "CC-CAP-13", "CC-RES-04")
@pytest.mark.parametrize(
    ("r", "trait", "dice"), [(12, "", 12), (6, "", 6), (12, "Feeble", 11), (6, "Feeble", 5)]
)
def test_the_shooting_dice_are_rolled_fewer_when_bloodied_or_feeble(r, trait, dice):
    state = battle(
        group("A2", at=(30, 30), traits=["Self-Destruct"], r=r),
        group("B1", at=at_gap(3)),
        captains={"A": trait},
    )
    state.companies["A"].captain = "A2"
    done = perform(state, explode, {"activate A2": [6, 6], "to hit (A2)": [1] * dice})
    assert len(done.rolled()[1][1]) == dice


@covers("CC-OTR-12")
def test_accurate_does_not_help_and_vicious_and_rerolls_do():
    state = bomb(
        group("B1", at=at_gap(3)), traits=["Self-Destruct", "Shooters", "Accurate", "Vicious", "Well-Armed"]
    )
    dice = {
        "activate A2": [6, 6],
        "to hit (A2)": [6, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1],
        "reroll to hit (A2)": [3],
        "resilience B1": [6, 6],
    }
    done = perform(state, explode, dice, ["Well-Armed"])
    assert done.told("hits scored")[0].facts["hits"] == 3
    assert done.group("B1").r == 11


@covers("CC-OTR-12", "CC-SPL-19")
def test_fortify_works_against_a_blast():
    state = bomb(group("B1", at=at_gap(3), under={"Fortify": "B"}))
    dice = {"activate A2": [6, 6], "to hit (A2)": [6, 6, 6] + [1] * 9, "reroll to hit (A2)": [1, 1, 1]}
    done = perform(state, explode, dice, ["Fortify", ["1", "2", "3"]])
    assert done.group("B1").r == 12


@covers("CC-OTR-13", "CC-AMB-09", "CC-AMB-14")
def test_self_destruction_is_nobodys_deed_and_harm_to_friends_is_none_either():
    state = bomb(
        group("A3", at=at_gap(1), r=1, cost=10), group("B1", at=(30, 36), r=1), group("B2", at=(5, 9))
    )
    dice = {"activate A2": [6, 6], "to hit (A2)": [6] * 24}
    done = perform(state, explode, dice)
    assert done.state.companies["B"].deeds.routed == ()
    assert done.state.companies["A"].deeds.routed == ("B1",)
