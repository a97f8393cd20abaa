"""Optional traits in play: rerolls, forced rerolls, Foe and bane, and what others make of the rest."""

from __future__ import annotations

import pytest

from sandtable.books.companies_and_captains.chapters import attacking, resilience, shooting
from sandtable.books.companies_and_captains.chapters.geometry.sight import sees
from sandtable.books.companies_and_captains.chapters.setup.steps import settle_ambitions
from sandtable.books.companies_and_captains.chapters.terrain import going_of
from sandtable.books.companies_and_captains.orders import KINDS
from sandtable.books.companies_and_captains.printed_tables import spells
from sandtable.books.companies_and_captains.special.optional_traits import learn_spells, spells_of
from sandtable.books.companies_and_captains.special.profile_traits import compulsory_targets
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.stage import (
    battle,
    group,
    order,
    perform,
    resilience_roll,
    rule_of,
    start,
    to_hit,
)

FACES = [1, 1, 1, 2, 3, 4, 4, 4, 5, 5, 6, 6]
"""Four hits on 5 or more, three 1s."""
FOE_AT = (14.0, 10.0)


def duel(*traits, enemy="Heavy Foot", keywords=(), single=False):
    """A Group with traits and an enemy before it."""
    return battle(
        group("A1", traits=traits),
        group("B1", enemy, at=FOE_AT, keywords=keywords),
        reroll_windows="single" if single else "two",
    )


# ---- changes of the profile ----------------------------------------------------------------------


@covers("CC-OTR-02", "CC-OTR-14", "CC-OTR-15", "CC-OTR-19")
@pytest.mark.parametrize(
    ("profile", "traits", "missiles"),
    [
        ("Heavy Engine", ["Accurate"], (6, 4, 24)),
        ("Heavy Engine", ["Short-Ranged"], (6, 5, 12)),
        ("Heavy Foot", ["Shooters"], (6, 5, 18)),
        ("Heavy Foot", ["Throwers"], (6, 5, 6)),
        ("Heavy Foot", ["Shooters", "Accurate", "Short-Ranged"], (6, 4, 9)),
    ],
)
def test_traits_that_change_the_missile_column(profile, traits, missiles):
    changed = group("A1", profile, traits=traits).profile
    assert (changed.mi_act, changed.mi_hit, changed.mi_range) == missiles


@covers("CC-OTR-02")
def test_accurate_names_itself_in_the_number_to_hit():
    need = shooting.number_to_shoot(group("A1", "Heavy Engine", traits=["Accurate"]))
    assert (need.number, need.rules) == (4, ("CC-SHO-05", "CC-OTR-02"))


@covers("CC-OTR-05", "CC-OTR-06", "CC-OTR-11")
def test_traits_that_change_toughness_movement_and_attack():
    assert group("A1", "Heavy Cavalry", traits=["Chariot"]).profile.t == 4
    composed = group("A1", "Elite Cavalry", traits=["Composed"])
    assert (composed.profile.mo_act, composed.has("Reckless")) == (6, False)
    offensive = group("A1", traits=["Offensive"])
    assert (offensive.profile.me_attack, offensive.profile.me_defend, offensive.has("Defensive")) == (
        4,
        4,
        False,
    )
    assert attacking.number_to_hit(offensive, True).rules == ("CC-MEL-07", "CC-OTR-11")


@covers("CC-OTR-05", "CC-PTR-11")
def test_difficult_terrain_is_impassable_to_a_chariot():
    state = battle(group("A1", "Heavy Cavalry", traits=["Chariot"]), group("B1", "Heavy Cavalry", at=FOE_AT))
    chariot, plain = (going_of(state, state.groups[id]) for id in ("A1", "B1"))
    assert chariot.difficult == float("inf")
    assert plain.difficult == 2.0


@covers("CC-OTR-16")
def test_enemies_cannot_shoot_a_stealthy_group_by_any_means():
    state = battle(
        group("A1", traits=["Stealthy"]), group("B1", "Heavy Engine", at=FOE_AT, traits=["Caster"])
    )
    assert rule_of(shooting.why_not_shoot(state, state.groups["B1"], state.groups["A1"])) == "CC-OTR-16"
    cast = {one.key: one for one in KINDS["Cast"].candidates(state, state.groups["B1"])}
    assert rule_of(cast["cast Projectile A1"].refusal()) == "CC-OTR-16"
    assert cast["cast Entangle A1"].refusal() is None


@covers("CC-OTR-16")
def test_stealthy_models_block_sight_only_for_groups_in_melee_with_them():
    line = [group("A1", at=(10, 10)), group("A2", at=(14, 10)), group("B1", at=(18, 10))]
    blocked = battle(*line)
    assert not sees(blocked, blocked.groups["B1"], blocked.groups["A1"])
    line[1] = group("A2", at=(14, 10), traits=["Stealthy"])
    unblocked = battle(*line)
    assert sees(unblocked, unblocked.groups["B1"], unblocked.groups["A1"])
    unblocked.groups["A2"].melee, unblocked.groups["B1"].melee = ("B1",), ("A2",)
    assert not sees(unblocked, unblocked.groups["B1"], unblocked.groups["A1"])


@covers("CC-OTR-21")
@pytest.mark.parametrize(("hits", "lost"), [(0, 0), (1, 1), (3, 1), (4, 2), (7, 3)])
def test_hits_on_an_unfeeling_group_are_rounded_up(hits, lost):
    state = duel()
    unfeeling = group("A1", traits=["Unfeeling"])
    assert resilience.r_lost_to(state, unfeeling, hits) == lost


@covers("CC-OTR-21", "CC-TST-08")
def test_an_unfeeling_group_passes_every_test_without_rolling():
    done = perform(duel("Unfeeling", "Cowardly"), resilience_roll("A1"))
    assert done.rolled() == []
    assert done.told("Resilience passed without a roll")[0].rules[0] == "CC-OTR-21"


# ---- Vicious -------------------------------------------------------------------------------------


@covers("CC-OTR-22")
def test_each_6_that_hits_counts_twice_for_a_vicious_group():
    faces = [6, 6, 6, 5, 5, 1, 1, 1, 1, 1, 1, 1]
    done = perform(duel("Vicious"), to_hit(), {"to hit (A1)": faces})
    assert done.returned == 8
    assert "CC-OTR-22" in done.told("hits scored")[0].rules
    assert perform(duel(), to_hit(), {"to hit (A1)": faces}).returned == 5


@covers("CC-OTR-22", "CC-GEN-07")
def test_the_face_after_all_rerolls_decides_whether_a_die_counts_twice():
    faces = [6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
    state = duel("Vicious", "Unerring")
    state.groups["B1"].spells = group("B1", under={"Fortify": "B"}).spells
    dice = {"to hit (A1)": faces, "reroll to hit (A1)": [6, 5]}
    done = perform(state, to_hit(), dice, ["Unerring", ["2"], "Fortify", ["1"]])
    assert done.returned == 3  # the 6 became a 5, a 1 became a 6


# ---- Unerring and Well-Armed ---------------------------------------------------------------------


@covers("CC-OTR-20")
def test_an_unerring_group_rerolls_any_of_its_misses_and_no_hit():
    asked = start(duel("Unerring"), to_hit(), {"to hit (A1)": FACES, "reroll to hit (A1)": [6, 5, 1]})
    asked.answer("Unerring")
    assert asked.options() == ["1", "2", "3", "4", "5", "6", "7", "8"]
    with pytest.raises(Refused) as refused:
        asked.answer(["9"])
    assert refused.value.rule == "CC-OTR-20"
    asked.answer(["1", "4", "8"]).over()
    assert asked.returned == 6


@covers("CC-OTR-23")
def test_a_well_armed_group_rerolls_all_its_1s_without_a_further_question():
    done = perform(
        duel("Well-Armed"), to_hit(), {"to hit (A1)": FACES, "reroll to hit (A1)": [6, 1, 5]}, ["Well-Armed"]
    )
    assert done.returned == 6
    assert done.told("dice rolled")[1].facts["was"] == [1, 1, 1]


@covers("CC-OTR-23")
def test_without_a_1_there_is_nothing_to_reroll():
    assert perform(duel("Well-Armed"), to_hit(), {"to hit (A1)": [2] * 12}).returned == 0


@covers("CC-OTR-20", "CC-OTR-23", "CC-GEN-08")
@pytest.mark.parametrize("trait", ["Unerring", "Well-Armed"])
def test_one_to_hit_roll_each_turn(trait):
    async def two_rolls(play):
        return await to_hit()(play), await to_hit(how="melee")(play)

    answers = [trait, ["1"]] if trait == "Unerring" else [trait]
    count = 1 if trait == "Unerring" else 3
    dice = {"to hit (A1)": FACES * 2, "reroll to hit (A1)": [6] * count}
    assert perform(duel(trait), two_rolls, dice, answers).returned == (4 + count, 4)


@covers("CC-OTR-20", "CC-OTR-23")
@pytest.mark.parametrize("trait", ["Unerring", "Well-Armed"])
def test_an_unused_reroll_is_kept_for_a_later_roll_of_the_turn(trait):
    async def two_rolls(play):
        return await to_hit()(play), await to_hit()(play)

    asked = start(duel(trait), two_rolls, {"to hit (A1)": FACES * 2}).answer("nothing")
    assert asked.options() == [trait, "nothing"]


@covers("CC-GEN-07", "CC-OTR-20", "CC-OTR-23")
def test_no_die_is_rerolled_twice_in_one_window():
    state = duel("Unerring", "Well-Armed")
    asked = start(state, to_hit(), {"to hit (A1)": FACES, "reroll to hit (A1)": [1, 1, 1]}).answer(
        "Well-Armed"
    )
    asked.answer("Unerring")
    assert asked.options() == ["4", "5", "6", "7", "8"]


@covers("CC-GEN-07")
def test_cover_rerolls_what_the_roller_rerolled_in_two_windows_and_not_in_a_single_one():
    from sandtable.books.companies_and_captains.chapters.rolling_to_hit import roll_to_hit
    from sandtable.books.companies_and_captains.windows import ToHit
    from sandtable.kernel.check import Needed

    async def in_cover(play):
        one, other = play.state.groups["A1"], play.state.groups["B1"]
        return await roll_to_hit(
            play, ToHit(one, other, Needed(5, "CC-SHO-05"), 1, how="shooting", in_cover=True)
        )

    two = {"to hit (A1)": [2], "reroll to hit (A1)": [5, 4]}
    assert perform(duel("Unerring"), in_cover, two, ["Unerring", ["1"]]).returned == 0
    single = {"to hit (A1)": [2], "reroll to hit (A1)": [5]}
    assert perform(duel("Unerring", single=True), in_cover, single, ["Unerring", ["1"]]).returned == 1


# ---- Foe and bane --------------------------------------------------------------------------------


@covers("CC-OTR-08", "CC-TRN-08")
def test_a_group_with_a_foe_is_reckless_towards_that_kind_only():
    state = battle(
        group("A1", traits=["Cavalry-Foe"]),
        group("B1", at=(14, 10)),
        group("B2", "Heavy Cavalry", at=(14, 12)),
    )
    assert [one.id for one in compulsory_targets(state, state.groups["A1"])] == ["B2"]
    state = battle(group("A1", traits=["Cavalry-Foe"]), group("B1", at=(14, 10)))
    assert compulsory_targets(state, state.groups["A1"]) == []


@covers("CC-OTR-08", "CC-PRO-12")
def test_a_reckless_group_attacks_its_foe_without_rolling():
    state = battle(
        group("A1", "Heavy Beast", traits=["Undead-Foe"]), group("B1", at=FOE_AT, keywords=["undead"])
    )
    done = perform(state, order("Attack", "A1", target="B1"))
    assert done.returned is True
    assert done.rolled() == []
    assert {"CC-OTR-08", "CC-PRO-12"} <= done.cited()
    assert "CC-OTR-25" not in done.cited()


@covers("CC-OTR-08")
def test_against_another_kind_or_for_another_order_or_without_reckless_the_foe_rolls():
    fails = {"activate A1": [1, 1]}
    reckless = group("A1", "Heavy Beast", traits=["Foot-Foe"])
    other_kind = battle(reckless, group("B1", "Heavy Cavalry", at=FOE_AT))
    assert perform(other_kind, order("Attack", "A1", target="B1"), fails).returned is False
    other_order = battle(reckless, group("B1", at=FOE_AT))
    assert perform(other_order, order("Retreat", "A1"), fails).returned is False
    calm = battle(group("A1", traits=["Foot-Foe"]), group("B1", at=FOE_AT))
    assert perform(calm, order("Attack", "A1", target="B1"), fails).returned is False


@covers("CC-OTR-09", "CC-GEN-08")
def test_a_bane_rerolls_any_dice_of_one_roll_each_turn_against_its_kind():
    asked = start(duel("Footbane"), to_hit(), {"to hit (A1)": FACES, "reroll to hit (A1)": [6, 6, 1]}).answer(
        "bane"
    )
    assert len(asked.options()) == 12
    asked.answer(["1", "2", "12"]).over()
    assert asked.returned == 5
    assert asked.group("A1").used == ("Footbane",)
    assert perform(duel("Beastbane"), to_hit(), {"to hit (A1)": FACES}).returned == 4


@covers("CC-OTR-09", "CC-PRO-12")
def test_a_bane_may_name_a_keyword():
    asked = start(duel("Undeadbane", keywords=["Undead"]), to_hit(), {"to hit (A1)": FACES})
    assert asked.options() == ["bane", "nothing"]


@covers("CC-OTR-09", "CC-OTR-18")
def test_a_bane_ignores_the_terrifying_of_its_kind():
    for kind, result in (("Foot", 8), ("Beast", 4)):
        state = battle(group("A1", traits=[f"{kind}bane"]), group("B1", at=FOE_AT, traits=["Terrifying"]))
        dice = {"resilience A1": [6, 1], **({} if result == 8 else {"reroll resilience A1": [2]})}
        assert perform(state, resilience_roll("A1", "B1"), dice).returned == result


# ---- Cowardly and Terrifying ---------------------------------------------------------------------


@covers("CC-OTR-07", "CC-GEN-07")
def test_a_cowardly_group_rerolls_the_higher_die_and_keeps_the_new_face():
    dice = {"resilience A1": [6, 2], "reroll resilience A1": [3]}
    done = perform(duel("Cowardly"), resilience_roll("A1"), dice)
    assert done.returned == 3 + 2 + 1
    assert done.told("dice rolled")[1].rules[:2] == ("CC-OTR-07", "CC-GEN-07")


@covers("CC-OTR-07")
def test_of_two_equal_dice_one_is_rerolled():
    dice = {"resilience A1": [4, 4], "reroll resilience A1": [6]}
    assert perform(duel("Cowardly"), resilience_roll("A1"), dice).returned == 10 + 1


@covers("CC-OTR-18")
def test_a_group_attacked_by_a_terrifying_one_rerolls_the_higher_die():
    state = battle(group("A1"), group("B1", at=FOE_AT, traits=["Terrifying"]))
    dice = {"resilience A1": [3, 5], "reroll resilience A1": [1]}
    assert perform(state, resilience_roll("A1", "B1"), dice).returned == 3 + 1 + 1


@covers("CC-OTR-18")
def test_terrifying_does_nothing_when_the_terrifying_group_did_not_attack():
    state = battle(group("A1"), group("B1", at=FOE_AT, traits=["Terrifying"]))
    assert perform(state, resilience_roll("A1"), {"resilience A1": [3, 5]}).returned == 9


@covers("CC-OTR-18", "CC-MEL-13")
def test_in_a_melee_the_attackers_terror_works_and_the_defenders_does_not():
    fierce = {"to hit (A1)": [6] * 3 + [1] * 9, "to hit (B1)": [6] * 3 + [1] * 9}

    async def fight(play):
        await attacking.fight(play, play.state.groups["A1"], play.state.groups["B1"])

    for terrifying, rerolled in (("A1", "B1"), ("B1", None)):
        state = battle(
            *(
                group(id, traits=["Terrifying"] if id == terrifying else [], at=at)
                for id, at in (("A1", (10, 10)), ("B1", (11, 10)))
            ),
        )
        state.groups["A1"].melee, state.groups["B1"].melee = ("B1",), ("A1",)
        tests = {"resilience A1": [6, 6], "resilience B1": [6, 6]}
        again = {} if rerolled is None else {f"reroll resilience {rerolled}": [6]}
        done = perform(state, fight, {**fierce, **tests, **again})
        assert [why for why, _ in done.rolled() if why.startswith("reroll")] == list(again)


@covers("CC-OTR-07", "CC-OTR-18")
def test_cowardly_and_terrifying_together_force_one_reroll():
    state = battle(group("A1", traits=["Cowardly"]), group("B1", at=FOE_AT, traits=["Terrifying"]))
    dice = {"resilience A1": [6, 5], "reroll resilience A1": [1]}
    done = perform(state, resilience_roll("A1", "B1"), dice)
    assert done.returned == 1 + 5 + 1
    assert {"CC-OTR-07", "CC-OTR-18"} <= set(done.told("dice rolled")[1].rules)


@covers("CC-GEN-07", "CC-OTR-07", "CC-SPL-12")
def test_the_forced_reroll_comes_first_then_the_optional_one_and_nothing_is_forced_again():
    state = duel("Cowardly")
    state.groups["A1"].spells = group("A1", under={"Embolden": "A"}).spells
    dice = {"resilience A1": [6, 2], "reroll resilience A1": [1, 6, 6]}
    asked = start(state, resilience_roll("A1"), dice)
    assert asked.question.facts["result"] == 1 + 2 + 1
    assert asked.answer("Embolden").over().returned == 13


# ---- Apprentice and Caster -----------------------------------------------------------------------


@covers("CC-OTR-03", "CC-OTR-04", "CC-SPL-01")
def test_a_caster_knows_all_ten_spells_and_an_apprentice_the_three_it_chose():
    assert spells_of(group("A1", traits=["Caster"])) == tuple(spells())
    assert len(spells()) == 10
    assert spells_of(group("A1", traits=["Apprentice"], knows=["Heal", "Enrage", "Counter"])) == (
        "Heal",
        "Enrage",
        "Counter",
    )


@covers("CC-OTR-03", "CC-SPL-10")
def test_the_owner_of_an_apprentice_chooses_three_different_spells_in_public():
    async def learn(play):
        await learn_spells(play, play.state.groups["A1"])

    asked = start(duel("Apprentice"), learn)
    assert asked.game.waiting_for == ("A",)
    assert asked.options() == list(spells())
    for wrong in (
        ["Heal", "Prompt"],
        ["Heal", "Heal", "Prompt"],
        ["Heal", "Prompt", "Enrage", "Counter"],
        ["Heal", "Prompt", "Fireball"],
    ):
        with pytest.raises(Refused) as refused:
            asked.answer(wrong)
        assert refused.value.rule == "CC-OTR-03"
    asked.answer(["Confuse", "Heal", "Counter"]).over()
    assert asked.group("A1").known_spells == ("Heal", "Confuse", "Counter")
    assert [one.to for one in asked.told("spells chosen")] == [None]


@covers("CC-OTR-03", "CC-SET-01", "CC-GEN-14")
def test_apprentices_are_asked_after_ambitions_the_defenders_first():
    state = battle(
        group("A1", traits=["Apprentice"]),
        group("A2", traits=["Caster"]),
        group("B1", at=FOE_AT, traits=["Apprentice"]),
        group("B2", at=None, traits=["Apprentice"]),
    )
    asked = start(state, settle_ambitions)
    asked.game.answer([], seat="A")
    asked.game.answer([], seat="B")
    assert asked.over().state.to_do == ("B1", "B2", "A1")
