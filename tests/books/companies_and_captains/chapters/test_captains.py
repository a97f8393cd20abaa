"""Captains: presence, reach, the trait step and the roll for attacker."""

from __future__ import annotations

import pytest

from sandtable.books.companies_and_captains.chapters.captains import (
    captain_bonus,
    has_working_trait,
    roll_for_attacker,
    settle_captain_traits,
    works_near,
)
from sandtable.books.companies_and_captains.chapters.testing_resilience import (
    resilience_test,
    roll_resilience,
)
from sandtable.books.companies_and_captains.printed_tables import captain_traits
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.stage import Performance, battle, group, perform, start

ALLIES = (("A", "C"), ("B",))
NEAR, EDGE, FAR = (12.0, 10.0), (23.0, 10.0), (23.01, 10.0)
"""Bases are one inch wide: seen from (10, 10), EDGE is at a gap of exactly 12."""


def bonus(state, id="A2"):
    modifier = captain_bonus(state, state.groups[id])
    return (None, "") if modifier is None else (modifier.value, modifier.rule)


@covers("CC-CAP-04")
def test_a_group_within_12_inches_of_the_captains_group_adds_1():
    assert bonus(battle(group("A1"), group("A2", at=NEAR), group("B1", at=(50, 50)))) == (1, "CC-CAP-04")


@covers("CC-CAP-04", "CC-CAP-09", "CC-GEN-03")
def test_exactly_12_inches_is_within_and_a_hundredth_more_is_not():
    assert bonus(battle(group("A1"), group("A2", at=EDGE), group("B1", at=(50, 50)))) == (1, "CC-CAP-04")
    assert bonus(battle(group("A1"), group("A2", at=FAR), group("B1", at=(50, 50)))) == (None, "")


@covers("CC-CAP-04", "CC-GEN-13")
def test_the_presence_reaches_as_far_as_the_scale_of_the_game_says():
    state = battle(group("A1"), group("A2", at=(17, 10)), group("B1", at=(50, 50)), distance_scale=0.5)
    assert bonus(state) == (1, "CC-CAP-04")
    state = battle(group("A1"), group("A2", at=(17.1, 10)), group("B1", at=(50, 50)), distance_scale=0.5)
    assert bonus(state) == (None, "")


@covers("CC-CAP-04", "CC-GEN-05")
def test_an_enemy_captain_gives_nothing():
    state = battle(group("A1", at=(60, 60)), group("A2", at=NEAR), group("B1"))
    assert bonus(state) == (None, "")


@covers("CC-CAP-05")
def test_the_captains_own_group_has_the_bonus_unless_the_switch_is_off():
    groups = group("A1"), group("B1", at=(50, 50))
    assert bonus(battle(*groups), "A1") == (1, "CC-CAP-05")
    assert bonus(battle(*groups, captain_helps_self=False), "A1") == (None, "")


@covers("CC-CAP-05", "CC-CAP-06")
def test_the_captains_own_group_has_no_bonus_while_shaken():
    assert bonus(battle(group("A1", shaken=True), group("B1", at=(50, 50))), "A1") == (0, "CC-CAP-06")


@covers("CC-CAP-06")
@pytest.mark.parametrize("state_of_captain", [{"shaken": True}, {"under": {"Confuse": "B"}}])
def test_a_shaken_or_confused_captain_gives_neither_bonus_nor_trait(state_of_captain):
    state = battle(
        group("A1", **state_of_captain),
        group("A2", at=NEAR),
        group("B1", at=(50, 50)),
        captains={"A": "Wicked"},
    )
    assert bonus(state) == (0, "CC-CAP-06")
    assert not has_working_trait(state, state.groups["A1"], "Wicked")
    assert not works_near(state, state.companies["A"], "Wicked", state.groups["A2"])


@covers("CC-CAP-11")
def test_a_vapid_captain_never_gives_the_bonus_not_even_to_its_own_group():
    state = battle(group("A1"), group("A2", at=NEAR), group("B1", at=(50, 50)), captains={"A": "Vapid"})
    assert bonus(state) == (0, "CC-CAP-11")
    assert bonus(state, "A1") == (0, "CC-CAP-11")


@covers("CC-CAP-26")
def test_with_the_captains_group_routed_trait_and_bonus_end():
    state = battle(group("A1", at=None), group("A2"), group("B1", at=(50, 50)), captains={"A": "Wicked"})
    state.groups["A1"].where = "routed"
    assert bonus(state) == (0, "CC-CAP-26")
    assert not has_working_trait(state, state.groups["A1"], "Wicked")


@covers("CC-CAP-28")
@pytest.mark.parametrize("where", ["undeployed", "escaped", "exited"])
def test_a_captain_who_is_not_on_the_table_gives_nothing(where):
    state = battle(group("A1", at=None), group("A2"), group("B1", at=(50, 50)), captains={"A": "Wicked"})
    state.groups["A1"].where = where
    assert bonus(state) == (0, "CC-CAP-28")
    assert not has_working_trait(state, state.groups["A1"], "Wicked")


@covers("CC-CAP-27", "CC-GEN-11")
def test_allied_captains_help_all_friends_and_two_of_them_add_only_1():
    near_both = battle(
        group("A1"), group("A2", at=NEAR), group("C1", at=(11, 12)), group("B1", at=(50, 50)), sides=ALLIES
    )
    assert bonus(near_both) == (1, "CC-CAP-04")
    near_ally = battle(
        group("A1", at=(60, 60)), group("A2", at=NEAR), group("C1"), group("B1", at=(50, 50)), sides=ALLIES
    )
    assert bonus(near_ally) == (1, "CC-CAP-27")


@covers("CC-CAP-27")
def test_an_ally_helps_the_group_of_a_shaken_captain():
    state = battle(group("A1", shaken=True), group("C1", at=NEAR), group("B1", at=(50, 50)), sides=ALLIES)
    assert bonus(state, "A1") == (1, "CC-CAP-27")


@covers("CC-CAP-09")
def test_the_measure_is_the_nearest_model_of_the_captains_group_or_by_the_switch_the_captain_itself():
    groups = group("A1", models=4), group("A2", at=(25, 10)), group("B1", at=(50, 50))
    assert bonus(battle(*groups)) == (1, "CC-CAP-04")
    assert bonus(battle(*groups, measure_from_captain_model=True)) == (None, "")


@covers("CC-CAP-09")
def test_the_captains_group_is_always_within_reach_of_its_own_trait():
    state = battle(
        group("A1"), group("B1", at=(50, 50)), captains={"A": "Prodding"}, measure_from_captain_model=True
    )
    assert works_near(state, state.companies["A"], "Prodding", state.groups["A1"])


@covers("CC-CAP-04", "CC-CAP-06", "CC-TST-09")
def test_a_resilience_roll_names_the_rule_of_the_bonus_or_why_there_is_none():
    for shaken, modifier in (
        (False, "+1 the Captain is near (CC-CAP-04)"),
        (True, "+0 the Captain is Shaken (CC-CAP-06)"),
    ):
        state = battle(group("A1", shaken=shaken), group("A2", at=NEAR), group("B1", at=(50, 50)))

        async def test(play):
            await roll_resilience(
                play, resilience_test(play.state, play.state.groups["A2"], "company"), "CC-TST-05"
            )

        done = perform(state, test, {"resilience A2": [1, 2]})
        (rolled,) = done.told("dice rolled")
        assert rolled.facts["modifiers"] == [modifier]
        assert modifier[-10:-1] in rolled.rules


# ---- the trait step ------------------------------------------------------------------------------


@covers("CC-CAP-07", "CC-CAP-08", "CC-SET-05", "CC-GEN-15")
def test_captains_roll_3d6_in_seat_order():
    done = perform(
        battle(group("A1"), group("B1", at=(50, 50))),
        settle_captain_traits,
        {"captain trait B": [1, 1, 1], "captain trait A": [6, 6, 6]},
    )
    assert done.rolled() == [("captain trait A", (6, 6, 6)), ("captain trait B", (1, 1, 1))]
    assert [done.state.companies[seat].captain_trait for seat in "AB"] == ["Incredible", "Reprehensible"]


@covers("CC-CAP-08")
@pytest.mark.parametrize(
    ("dice", "trait"),
    [
        ([1, 1, 1], "Reprehensible"),
        ([1, 1, 2], "Vapid"),
        ([1, 1, 3], "Blood-shy"),
        ([1, 1, 4], "Feeble"),
        ([1, 1, 5], "Wicked"),
        ([1, 1, 6], "Shrewd"),
        ([1, 2, 6], "Resolute"),
        ([1, 3, 6], "Capable"),
        ([1, 4, 6], "Compelling"),
        ([1, 5, 6], "Prodding"),
        ([1, 6, 6], "Aggressive"),
        ([2, 6, 6], "Projectile"),
        ([3, 6, 6], "Dangerous"),
        ([4, 6, 6], "Calming"),
        ([5, 6, 6], "Abjured"),
        ([6, 6, 6], "Incredible"),
    ],
)
def test_every_result_of_the_trait_table(dice, trait):
    state = battle(group("A1"), group("B1", at=(50, 50)))
    done = perform(state, settle_captain_traits, {"captain trait A": dice, "captain trait B": [1, 1, 1]})
    assert done.state.companies["A"].captain_trait == trait
    (settled, _) = done.told("Captain trait settled")
    assert captain_traits()[sum(dice)].rule in settled.rules


@covers("CC-CAP-07")
def test_with_pick_the_owners_name_traits_openly_in_seat_order():
    state = battle(group("A1"), group("B1", at=(50, 50)), captain_trait="pick")
    asked = start(state, settle_captain_traits)
    assert asked.game.waiting_for == ("A",)
    assert len(asked.options()) == 16
    asked.answer("Calming")
    assert asked.told("Captain trait settled")[0].to is None
    assert asked.game.waiting_for == ("B",)
    with pytest.raises(Refused) as refused:
        asked.answer("Brave")
    assert refused.value.rule == "CC-CAP-07"
    asked.answer("Calming").over()
    assert [one.captain_trait for one in asked.state.companies.values()] == ["Calming", "Calming"]


@covers("CC-CAP-07")
def test_with_keep_a_written_trait_stays_and_a_captain_without_one_rolls():
    state = battle(group("A1"), group("B1", at=(50, 50)), captains={"A": "Wicked"}, captain_trait="keep")
    done = perform(state, settle_captain_traits, {"captain trait B": [1, 1, 2]})
    assert [one.captain_trait for one in done.state.companies.values()] == ["Wicked", "Vapid"]


@covers("CC-CAP-07")
def test_with_roll_a_written_trait_is_rolled_all_the_same():
    state = battle(group("A1"), group("B1", at=(50, 50)), captains={"A": "Wicked"})
    done = perform(state, settle_captain_traits, {"captain trait A": [1, 1, 2], "captain trait B": [1, 1, 2]})
    assert done.state.companies["A"].captain_trait == "Vapid"


# ---- the roll for attacker -----------------------------------------------------------------------


def roll_off(first, second, *answers, **captains) -> Performance:
    state = battle(group("A1"), group("B1", at=(50, 50)), captains=captains)
    state.attacker = -1
    return perform(state, roll_for_attacker, {"attacker 1": first, "attacker 2": second}, answers)


@covers("CC-SET-06")
def test_the_higher_die_attacks_and_a_tie_is_rolled_again():
    done = roll_off([4, 2], [4, 5])
    assert [why for why, _ in done.rolled()] == ["attacker 1", "attacker 2", "attacker 1", "attacker 2"]
    assert done.state.attacker == 1
    assert roll_off([5], [2]).state.attacker == 0


@covers("CC-CAP-15")
def test_a_shrewd_captain_breaks_a_tie_after_seeing_the_dice():
    assert roll_off([4], [4], "+1", A="Shrewd").state.attacker == 0
    assert roll_off([4], [4], "-1", A="Shrewd").state.attacker == 1


@covers("CC-CAP-15")
def test_a_tie_after_the_change_is_rolled_again_and_may_be_changed_again():
    done = roll_off([3, 3], [4, 4], "+1", "0", A="Shrewd")
    assert done.state.attacker == 1
    (tied,) = done.told("roll for attacker tied")
    assert tied.facts["totals"] == (4, 4)


@covers("CC-CAP-15")
def test_with_shrewd_on_both_sides_the_lower_roll_decides_first_and_the_other_answers():
    state = battle(group("A1"), group("B1", at=(50, 50)), captains={"A": "Shrewd", "B": "Shrewd"})
    asked = start(state, roll_for_attacker, {"attacker 1": [5], "attacker 2": [4]})
    assert asked.game.waiting_for == ("B",)
    asked.answer("+1")
    assert asked.game.waiting_for == ("A",)
    assert asked.question.facts["other"] == 5
    asked.answer("+1").over()
    assert asked.state.attacker == 0


@covers("CC-CAP-15")
def test_on_equal_rolls_two_shrewd_captains_choose_in_secret_and_show_together():
    state = battle(group("A1"), group("B1", at=(50, 50)), captains={"A": "Shrewd", "B": "Shrewd"})
    asked = start(state, roll_for_attacker, {"attacker 1": [4], "attacker 2": [4]})
    assert asked.game.waiting_for == ("A", "B")
    before = len(asked.events)
    asked.game.answer("+1", seat="A")
    assert len(asked.events) == before
    asked.game.answer("-1", seat="B")
    asked.over()
    assert asked.state.attacker == 0
    assert [one.facts["by"] for one in asked.told("roll for attacker changed")] == [1, -1]


@covers("CC-CAP-15")
def test_a_side_with_two_shrewd_captains_changes_its_die_by_1_at_most():
    groups = group("A1"), group("C1"), group("B1", at=(50, 50))
    state = battle(*groups, captains={"A": "Shrewd", "C": "Shrewd"}, sides=ALLIES)
    dice = {"attacker 1": [3], "attacker 2": [5]}
    assert perform(state, roll_for_attacker, dice, ["+1"]).told("attacker settled")[0].facts["totals"] == (
        4,
        5,
    )
    state = battle(*groups, captains={"A": "Shrewd", "C": "Shrewd"}, sides=ALLIES)
    done = perform(state, roll_for_attacker, dice, ["0", "-1"])
    assert done.told("attacker settled")[0].facts["totals"] == (2, 5)
    state = battle(*groups, captains={"A": "Shrewd", "B": "Shrewd", "C": "Shrewd"}, sides=ALLIES)
    asked = start(state, roll_for_attacker, {"attacker 1": [3], "attacker 2": [3]})
    for seat in ("A", "B", "C"):
        asked.game.answer("+1" if seat != "B" else "0", seat=seat)
    assert asked.over().told("attacker settled")[0].facts["totals"] == (4, 3)


@covers("CC-CAP-15")
def test_only_the_company_with_a_shrewd_captain_is_said_to_change_the_die_of_its_side():
    groups = group("A1"), group("C1"), group("B1", at=(50, 50))
    state = battle(*groups, captains={"C": "Shrewd"}, sides=ALLIES)
    done = perform(state, roll_for_attacker, {"attacker 1": [3], "attacker 2": [5]}, ["+1"])
    assert list(done.told("roll for attacker changed")[0].facts["seats"]) == ["C"]


@covers("CC-CAP-15")
@pytest.mark.parametrize(
    ("rolls", "answers", "changed"),
    [
        ((3, 5), {"A": "+1"}, ["A"]),
        ((3, 5), {"A": "0", "C": "+1"}, ["C"]),
        ((3, 3), {"A": "+1", "B": "0", "C": "0"}, ["A"]),
        ((3, 3), {"A": "+1", "B": "0", "C": "+1"}, ["A", "C"]),
    ],
)
def test_of_two_shrewd_captains_those_who_changed_the_die_are_named(
    rolls: tuple[int, int], answers: dict[str, str], changed: list[str]
) -> None:
    groups = group("A1"), group("C1"), group("B1", at=(50, 50))
    others = {"B": "Shrewd"} if rolls[0] == rolls[1] else {}
    state = battle(*groups, captains={"A": "Shrewd", "C": "Shrewd", **others}, sides=ALLIES)
    asked = start(state, roll_for_attacker, {"attacker 1": [rolls[0]], "attacker 2": [rolls[1]]})
    for seat, change in answers.items():
        asked.game.answer(change, seat=seat)
    assert list(asked.over().told("roll for attacker changed")[0].facts["seats"]) == changed


@covers("CC-CAP-28", "CC-CAP-15")
def test_shrewd_works_before_anybody_is_deployed():
    state = battle(group("A1", at=None), group("B1", at=None), captains={"A": "Shrewd"})
    assert (
        perform(state, roll_for_attacker, {"attacker 1": [4], "attacker 2": [4]}, ["+1"]).state.attacker == 0
    )
