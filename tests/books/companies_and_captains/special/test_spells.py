"""The order to Cast and the ten spells, each with exact dice."""

from __future__ import annotations

import pytest

from sandtable.books.companies_and_captains.chapters import testing_resilience
from sandtable.books.companies_and_captains.chapters.activation import (
    activate_a_group,
    carry_out_if_activated,
    order_candidates,
    why_not_activate,
)
from sandtable.books.companies_and_captains.chapters.attacking import number_to_hit, why_not_attack
from sandtable.books.companies_and_captains.chapters.resilience import is_bloodied
from sandtable.books.companies_and_captains.chapters.rolling_to_hit import roll_to_hit
from sandtable.books.companies_and_captains.chapters.shaken import counts_as_shaken
from sandtable.books.companies_and_captains.chapters.shooting import why_not_shoot
from sandtable.books.companies_and_captains.chapters.terrain import going_of
from sandtable.books.companies_and_captains.orders import KINDS, Order
from sandtable.books.companies_and_captains.printed_tables import spells
from sandtable.books.companies_and_captains.special.profile_traits import compulsory_targets
from sandtable.books.companies_and_captains.special.spells import (
    expire_spells,
    number_for_projectile,
    why_not_cast,
)
from sandtable.books.companies_and_captains.state import LastingSpell
from sandtable.books.companies_and_captains.windows import ToHit
from sandtable.kernel.check import Needed
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers
from sandtable.table.terrain import IMPASSABLE, OBSCURING, OBSTACLE, Ground, Piece
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

CAST = KINDS["Cast"]
FAR_A, FAR_B = (60.0, 60.0), (60.0, 5.0)
LASTING = ("Prompt", "Embolden", "Confuse", "Entangle", "Obscure", "Enrage", "Fortify")


def scene(*more, caster=None, friend=None, enemy=None, **switches):
    """A1 casts from (10, 10); A2 stands at a gap of 4 inches, B1 at a gap of 10; two more are far off."""
    return battle(
        group("A1", **{"traits": ["Caster"], **(caster or {})}),
        group("A2", **{"at": (15, 10), **(friend or {})}),
        group("A9", at=FAR_A, cost=20),
        group("B1", **{"at": (10, 21), **(enemy or {})}),
        group("B9", at=FAR_B, cost=20),
        *more,
        **switches,
    )


def cast(spell, target, by="A1"):
    async def rule(play):
        return await carry_out_if_activated(play, play.state.groups[by], Order("Cast", target, spell))

    return rule


def casting(state, spell, target, dice=None, answers=()) -> Performance:
    """Cast with a 12."""
    return perform(state, cast(spell, target), {"activate A1": [6, 6], **(dice or {})}, answers)


def refusals(state, by="A1"):
    return {one.key: one.refusal() for one in CAST.candidates(state, state.groups[by])}


def why_not(state, spell, target, by="A1"):
    refusal = why_not_cast(state, state.groups[by], spells()[spell], state.groups[target])
    return None if refusal is None else refusal.rule


# ---- the order -----------------------------------------------------------------------------------


@covers("CC-SPL-01", "CC-OTR-03", "CC-OTR-04")
def test_casters_cast_all_ten_spells_apprentices_their_three_and_others_none():
    state = scene(friend={"traits": ["Apprentice"], "knows": ["Heal", "Enrage", "Counter"]})
    assert {key.split()[1] for key in refusals(state)} == set(spells())
    assert {key.split()[1] for key in refusals(state, "A2")} == {"Heal", "Enrage", "Counter"}
    assert [CAST.is_for(state, state.groups[id]) for id in ("A1", "A2", "B1")] == [True, True, False]


@covers("CC-SPL-10", "CC-SPL-02")
@pytest.mark.parametrize(
    ("spell", "check"),
    [
        ("Prompt", 6),
        ("Embolden", 6),
        ("Heal", 7),
        ("Confuse", 7),
        ("Entangle", 7),
        ("Obscure", 7),
        ("Projectile", 7),
        ("Enrage", 7),
        ("Fortify", 7),
        ("Counter", 8),
    ],
)
def test_the_check_of_a_spell_is_the_activation_number(spell, check):
    state = scene()
    assert CAST.needed(state, state.groups["A1"], Order("Cast", "A2", spell)).number == check
    if spell in LASTING:
        one_short = {"activate A1": [1, check - 2]}
        assert perform(scene(), cast(spell, "A2"), one_short).group("A2").spells == ()
        enough = {"activate A1": [2, check - 2]}
        assert perform(scene(), cast(spell, "A2"), enough).group("A2").spells == (LastingSpell(spell, "A"),)


@covers("CC-SPL-02")
def test_there_is_no_second_roll_and_no_save():
    done = casting(scene(), "Confuse", "B1")
    assert done.rolled() == [("activate A1", (6, 6))]
    assert {"CC-SPL-01", "CC-SPL-02", "CC-SPL-04", "CC-SPL-05", "CC-SPL-14"} <= set(
        done.told("spell cast")[0].rules
    )


@covers("CC-SPL-03", "CC-ACT-09")
def test_a_failed_cast_ends_the_turn():
    done = start(scene(), activate_a_group, {"activate A1": [1, 1]}).answer("A1")
    done.answer("cast Confuse B1")
    assert "CC-SPL-03" in done.told("turn ended by failure")[0].rules
    assert done.group("B1").spells == ()


@covers("CC-SPL-04", "CC-GEN-03")
def test_every_spell_reaches_18_inches():
    within = scene(enemy={"at": (29, 10), "r": 3, "under": {"Enrage": "B"}})
    beyond = scene(enemy={"at": (29.01, 10), "r": 3, "under": {"Enrage": "B"}})
    within.groups["A2"].where = beyond.groups["A2"].where = "routed"
    for spell in spells():
        assert why_not(within, spell, "B1") is None
        assert why_not(beyond, spell, "B1") == "CC-SPL-04"


@covers("CC-SPL-05")
def test_which_spells_may_be_cast_at_the_caster_itself():
    state = scene(caster={"r": 3, "under": {"Entangle": "B"}})
    own = {spell for spell in spells() if why_not(state, spell, "A1") is None}
    assert own == {"Obscure", "Counter"}
    assert why_not(state, "Heal", "A1") == "CC-SPL-05"


@covers("CC-SPL-05")
def test_friend_and_enemy_alike_may_be_targets_but_projectile_takes_an_enemy_only():
    state = scene(friend={"r": 3, "under": {"Enrage": "A"}}, enemy={"r": 3, "under": {"Enrage": "B"}})
    for spell in spells():
        assert why_not(state, spell, "B1") is None
        assert why_not(state, spell, "A2") == ("CC-SPL-05" if spell == "Projectile" else None)


ROCK = Piece("rock", "rock", ((5, 15), (20, 15), (20, 16), (5, 16)), traits=(OBSCURING, IMPASSABLE))


def behind_a_rock(**switches):
    state = scene(enemy={"r": 3, "under": {"Enrage": "B"}}, **switches)
    state.ground = Ground(72.0, 72.0, (ROCK,))
    return state


@covers("CC-SPL-06", "CC-SPL-17")
def test_sight_is_needed_for_projectile_only_unless_the_switch_is_on():
    blind, sighted = behind_a_rock(), behind_a_rock(spells_need_sight=True)
    for spell in spells():
        if spell == "Projectile":
            assert why_not(blind, spell, "B1") is not None
        else:
            assert why_not(blind, spell, "B1") is None
            assert why_not(sighted, spell, "B1") == "CC-SPL-06"
    assert why_not(sighted, "Obscure", "A1") is None


@covers("CC-SPL-09", "CC-ACT-04")
def test_a_group_in_melee_cannot_cast():
    state = scene(group("B2", at=(10, 9)))
    state.groups["A1"].melee, state.groups["B2"].melee = ("B2",), ("A1",)
    assert {one.rule for one in refusals(state).values()} == {"CC-SPL-09"}
    through_orders = [
        one for one in order_candidates(state, state.groups["A1"]) if one.key.startswith("cast")
    ]
    assert {rule_of(one.refusal()) for one in through_orders} == {"CC-ACT-04"}


@covers("CC-SPL-09", "CC-SHO-08")
def test_groups_in_melee_may_be_targets_of_every_spell_but_projectile():
    state = scene(enemy={"r": 3, "under": {"Enrage": "B"}})
    state.groups["A2"].melee, state.groups["B1"].melee = ("B1",), ("A2",)
    for spell in spells():
        assert why_not(state, spell, "B1") == ("CC-SHO-08" if spell == "Projectile" else None)
    assert "CC-SPL-09" in casting(state, "Confuse", "B1").told("spell cast")[0].rules


@covers("CC-SPL-21")
def test_a_cast_that_can_change_nothing_is_refused_and_any_other_spell_may_be_renewed():
    state = scene(friend={"under": dict.fromkeys(LASTING, "A")}, enemy={})
    assert why_not(state, "Heal", "A2") == "CC-SPL-21"
    assert why_not(state, "Counter", "B1") == "CC-SPL-21"
    for spell in LASTING:
        assert why_not(state, spell, "A2") is None


# ---- how long they last --------------------------------------------------------------------------


def expiry(side):
    async def rule(play):
        expire_spells(play, side)

    return rule


@covers("CC-SPL-07", "CC-TRN-03")
def test_lasting_spells_end_when_the_casters_side_starts_its_turn_whoever_they_lie_on():
    state = scene(friend={"under": {"Embolden": "A", "Confuse": "B"}}, enemy={"under": {"Entangle": "A"}})
    done = perform(state, expiry(0))
    assert done.group("A2").spells == (LastingSpell("Confuse", "B"),)
    assert done.group("B1").spells == ()
    assert {rule for one in done.told("spells ended") for rule in one.rules} == {"CC-TRN-03", "CC-SPL-07"}
    assert perform(scene(friend={"under": {"Embolden": "A"}}), expiry(1)).group("A2").spells != ()


@covers("CC-SPL-07")
def test_a_spell_outlives_its_caster_and_ends_with_its_target():
    from sandtable.books.companies_and_captains.chapters.resilience import leave_play

    state = scene(enemy={"under": {"Entangle": "A"}})

    async def caster_leaves(play):
        leave_play(play, play.state.groups["A1"], "routed")

    assert perform(state, caster_leaves).group("B1").is_under("Entangle")

    async def target_leaves(play):
        leave_play(play, play.state.groups["B1"], "escaped")

    done = perform(scene(enemy={"under": {"Entangle": "A"}}), target_leaves)
    assert done.group("B1").spells == ()
    assert "CC-SPL-07" in done.cited()


@covers("CC-SPL-07", "CC-TRN-02")
def test_expiry_comes_before_the_rally_step():
    from sandtable.books.companies_and_captains.chapters.turns import start_turn

    state = scene(friend={"under": {"Confuse": "A"}})
    done = perform(state, start_turn)
    assert done.state.to_do == ()
    enemys = perform(scene(friend={"under": {"Confuse": "B"}}), start_turn)
    assert enemys.state.to_do == ("A2",)


@covers("CC-SPL-08", "CC-GEN-11")
def test_a_second_casting_only_renews_the_spell():
    done = casting(scene(friend={"under": {"Enrage": "A", "Fortify": "A"}}), "Enrage", "A2")
    assert sorted(one.spell for one in done.group("A2").spells) == ["Enrage", "Fortify"]
    assert "CC-SPL-08" in done.told("spell renewed")[0].rules


# ---- Prompt and Embolden -------------------------------------------------------------------------


@covers("CC-SPL-11")
def test_a_prompted_group_may_reroll_each_failed_activation_and_the_second_result_stands():
    state = scene(friend={"under": {"Prompt": "A"}})

    async def two_tests(play):
        return await order("Move")(play), await order("Call")(play)

    dice = {"activate A2": [1, 1, 6, 6, 2, 2, 1, 1]}
    done = perform(state, two_tests, dice, ["Prompt", "Prompt"])
    assert done.returned == (True, False)
    assert "CC-SPL-11" in done.told("dice rolled")[1].rules


@covers("CC-SPL-11")
def test_prompt_is_the_option_of_the_targets_owner_and_only_after_a_failure():
    state = scene(enemy={"under": {"Prompt": "A"}})
    asked = start(state, order("Move", "B1"), {"activate B1": [1, 1]})
    assert asked.game.waiting_for == ("B",)
    assert asked.answer("nothing").over().returned is False
    assert (
        perform(scene(friend={"under": {"Prompt": "A"}}), order("Move"), {"activate A2": [3, 3]}).returned
        is True
    )


@covers("CC-SPL-12", "CC-GEN-07")
def test_an_emboldened_group_may_reroll_both_dice_of_a_test_after_seeing_the_result():
    state = scene(friend={"under": {"Embolden": "A"}})
    asked = start(state, resilience_roll("A2"), {"resilience A2": [1, 1], "reroll resilience A2": [3, 4]})
    assert asked.question.facts["result"] == 3
    assert asked.answer("Embolden").over().returned == 8
    kept = perform(
        scene(friend={"under": {"Embolden": "A"}}),
        resilience_roll("A2"),
        {"resilience A2": [1, 1]},
        ["nothing"],
    )
    assert kept.returned == 3


# ---- Heal, Confuse, Entangle, Obscure ------------------------------------------------------------


@covers("CC-SPL-13", "CC-RES-03", "CC-RES-10")
def test_heal_gives_1_r_and_may_end_being_bloodied():
    state = scene(friend={"r": 6})
    assert is_bloodied(state.groups["A2"])
    done = casting(state, "Heal", "A2")
    assert done.group("A2").r == 7
    assert not is_bloodied(done.group("A2"))
    assert casting(scene(friend={"r": 11}), "Heal", "A2").group("A2").r == 12


@covers("CC-SPL-14", "CC-SHK-01", "CC-SHK-03")
def test_a_confused_group_counts_as_shaken_for_orders_and_in_melee():
    done = casting(scene(), "Confuse", "B1")
    confused = done.group("B1")
    assert counts_as_shaken(confused)
    assert not confused.shaken
    assert rule_of(why_not_activate(done.state, confused)) == "CC-ACT-12"
    assert number_to_hit(confused, False).number == 6


def rallying(state, dice, id="B1") -> Performance:
    async def rule(play):
        await testing_resilience.take_test_to_rally(play, play.state.groups[id])

    return perform(state, rule, dice)


@covers("CC-SPL-14", "CC-TRN-04")
def test_a_passed_rally_ends_the_confusion_and_the_shaken_state_with_it():
    for shaken in (False, True):
        done = rallying(scene(enemy={"under": {"Confuse": "A"}, "shaken": shaken}), {"resilience B1": [6, 6]})
        assert done.group("B1").spells == ()
        assert not counts_as_shaken(done.group("B1"))


@covers("CC-SPL-14", "CC-AMB-14", "CC-TST-15")
def test_a_confused_group_that_fails_loses_1_r_and_retreats_and_is_not_shaken_when_the_spell_ends():
    done = rallying(scene(enemy={"under": {"Confuse": "A"}}), {"resilience B1": [1, 1]})
    failed = done.group("B1")
    assert (failed.r, failed.shaken, failed.is_under("Confuse")) == (11, False, True)
    assert failed.models != ((10.0, 21.0),)


@covers("CC-SPL-14", "CC-AMB-14")
def test_what_follows_from_a_confused_groups_rally_is_credited_to_the_caster():
    done = rallying(scene(enemy={"under": {"Confuse": "A"}, "r": 1}), {"resilience B1": [1, 1]})
    assert done.group("B1").where == "routed"
    assert done.state.companies["A"].deeds.routed == ("B1",)


@covers("CC-SPL-14")
def test_a_group_that_was_shaken_before_is_shaken_still_when_the_spell_ends():
    done = perform(scene(enemy={"under": {"Confuse": "A"}, "shaken": True}), expiry(0))
    assert done.group("B1").spells == ()
    assert done.group("B1").shaken


@covers("CC-SPL-14", "CC-AMB-08", "CC-AMB-07")
def test_being_confused_is_no_being_shaken_for_ambitions():
    done = casting(scene(), "Confuse", "B1")
    assert done.state.companies["A"].deeds.made_shaken == ()
    assert done.state.companies["B"].deeds.most_shaken_at_once == 0


@covers("CC-SPL-14", "CC-OTR-21")
def test_an_unfeeling_confused_group_rallies_without_dice():
    done = rallying(scene(enemy={"under": {"Confuse": "A"}, "traits": ["Unfeeling"]}), {})
    assert done.group("B1").spells == ()


@covers("CC-SPL-15")
@pytest.mark.parametrize(
    ("profile", "traits", "cost"),
    [
        ("Heavy Foot", (), 2.0),
        ("Light Beast", (), 1.0),
        ("Heavy Foot", ("Move Freely",), 1.0),
        ("Heavy Engine", (), float("inf")),
        ("Heavy Cavalry", ("Chariot",), float("inf")),
    ],
)
def test_all_ground_is_difficult_for_an_entangled_group(profile, traits, cost):
    state = scene(enemy={"profile": profile, "traits": traits, "under": {"Entangle": "A"}})
    assert going_of(state, state.groups["B1"]).open == cost


@covers("CC-SPL-15", "CC-ACT-14")
def test_an_entangled_engine_cannot_be_given_a_move():
    for spell, rule in (("Entangle", "CC-SPL-15"), ("Enrage", "")):
        state = scene(enemy={"profile": "Heavy Engine", "under": {spell: "A"}})
        (move,) = [one for one in order_candidates(state, state.groups["B1"]) if one.key == "move"]
        assert rule_of(move.refusal()) == rule


@covers("CC-SPL-16")
def test_nobody_may_attack_or_shoot_an_obscured_group_and_it_may_attack():
    state = scene(
        friend={"under": {"Obscure": "A"}},
        enemy={"profile": "Heavy Beast", "at": (19, 10), "traits": ["Shooters", "Caster"]},
    )
    obscured, enemy = state.groups["A2"], state.groups["B1"]
    assert rule_of(why_not_attack(state, enemy, obscured)) == "CC-SPL-16"
    assert rule_of(why_not_shoot(state, enemy, obscured)) == "CC-SPL-16"
    assert why_not(state, "Projectile", "A2", by="B1") == "CC-SPL-16"
    assert [one.id for one in compulsory_targets(state, enemy)] == []
    assert why_not_attack(state, obscured, enemy) is None
    obscured.melee, enemy.melee = ("B1",), ("A2",)
    assert rule_of(why_not_attack(state, enemy, obscured)) == "CC-SPL-16"
    assert why_not_attack(state, obscured, enemy) is None


# ---- Projectile ----------------------------------------------------------------------------------


@covers("CC-SPL-17")
@pytest.mark.parametrize(("x", "number"), [(12.0, 4), (23.0, 4), (23.01, 5), (29.0, 5)])
def test_projectile_hits_on_4_up_to_exactly_12_inches_and_on_5_beyond(x, number):
    state = scene(
        enemy={"at": (x, 10)}, friend={"at": (10, 40)}, caster={"traits": ["Caster", "Shooters", "Accurate"]}
    )
    need = number_for_projectile(state, state.groups["A1"], state.groups["B1"])
    assert (need.number, need.rules) == (number, ("CC-SPL-17",))


@covers("CC-SPL-17", "CC-SHO-06", "CC-SHO-07")
def test_projectile_shoots_with_the_shooting_dice_and_the_target_tests():
    dice = {"to hit (A1)": [4] * 6 + [3] * 6, "resilience B1": [6, 6]}
    done = casting(scene(), "Projectile", "B1", dice)
    assert done.group("B1").r == 10
    assert [why for why, _ in done.rolled()] == ["activate A1", "to hit (A1)", "resilience B1"]
    bloodied = casting(
        scene(caster={"traits": ["Caster"], "r": 6}), "Projectile", "B1", {"to hit (A1)": [3] * 6}
    )
    assert bloodied.group("B1").r == 12


@covers("CC-SPL-17", "CC-TER-06")
def test_cover_helps_against_projectile():
    state = scene(enemy={"at": (10, 21)})
    hedge = Piece("hedge", "hedge", ((5, 19), (20, 19), (20, 19.5), (5, 19.5)), traits=(OBSTACLE,))
    state.ground = Ground(72.0, 72.0, (hedge,))
    dice = {"to hit (A1)": [4] * 3 + [1] * 9, "reroll to hit (A1)": [1, 1, 1]}
    assert casting(state, "Projectile", "B1", dice).group("B1").r == 12


# ---- Enrage, Fortify, Counter --------------------------------------------------------------------


FACES = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]


@covers("CC-SPL-18")
def test_an_enraged_group_rerolls_any_of_its_dice_in_every_roll_of_melee_and_not_in_shooting():
    state = scene(friend={"under": {"Enrage": "A"}})

    async def two_melees_and_a_shot(play):
        melee, shot = to_hit("A2", how="melee"), to_hit("A2", how="shooting")
        return await melee(play), await melee(play), await shot(play)

    dice = {"to hit (A2)": FACES * 3, "reroll to hit (A2)": [6, 6, 1, 5]}
    done = perform(state, two_melees_and_a_shot, dice, ["Enrage", ["1", "2", "12"], "Enrage", ["1"]])
    assert done.returned == (5, 5, 4)


@covers("CC-SPL-18", "CC-GEN-07")
def test_each_die_is_rerolled_once_per_roll():
    state = scene(friend={"under": {"Enrage": "A"}, "traits": ["Unerring"]})
    asked = start(state, to_hit("A2", how="melee"), {"to hit (A2)": FACES, "reroll to hit (A2)": [1, 1]})
    asked.answer("Unerring", ["1", "2"], "Enrage")
    assert asked.options() == [str(place) for place in range(3, 13)]


@covers("CC-SPL-19", "CC-GEN-07")
def test_the_owner_of_a_fortified_group_forces_any_of_the_hits_to_be_rerolled_in_melee_and_shooting():
    for how in ("melee", "shooting", "projectile"):
        state = scene(enemy={"under": {"Fortify": "B"}})
        asked = start(state, to_hit("A2", how=how), {"to hit (A2)": FACES, "reroll to hit (A2)": [6, 1]})
        assert asked.game.waiting_for == ("B",)
        asked.answer("Fortify")
        assert asked.options() == ["9", "10", "11", "12"]
        with pytest.raises(Refused) as refused:
            asked.answer(["1"])
        assert refused.value.rule == "CC-SPL-19"
        assert asked.answer(["11", "12"]).over().returned == 3


@covers("CC-SPL-19", "CC-GEN-07", "CC-TER-06")
def test_fortify_adds_nothing_where_cover_has_rerolled_every_hit():
    async def in_cover(play):
        one, other = play.state.groups["A2"], play.state.groups["B1"]
        return await roll_to_hit(
            play, ToHit(one, other, Needed(5, "CC-SHO-05"), 2, how="shooting", in_cover=True)
        )

    state = scene(enemy={"under": {"Fortify": "B"}})
    assert perform(state, in_cover, {"to hit (A2)": [6, 6], "reroll to hit (A2)": [6, 6]}).returned == 2


@covers("CC-SPL-20", "CC-SPL-07")
def test_counter_ends_as_many_lasting_effects_as_the_casters_owner_chooses():
    state = scene(friend={"under": {"Confuse": "B", "Entangle": "B", "Enrage": "A"}})
    asked = start(state, cast("Counter", "A2"), {"activate A1": [4, 4]})
    assert asked.game.waiting_for == ("A",)
    assert asked.options() == ["Confuse", "Entangle", "Enrage"]
    with pytest.raises(Refused):
        asked.answer([])
    asked.answer(["Confuse", "Entangle"]).over()
    assert asked.group("A2").spells == (LastingSpell("Enrage", "A"),)
    assert set(asked.told("spells ended")[0].rules) == {"CC-SPL-20", "CC-SPL-07"}


@covers("CC-SPL-20")
def test_a_single_effect_is_ended_without_a_question_also_on_the_caster_itself_and_on_an_enemy():
    assert casting(scene(enemy={"under": {"Fortify": "B"}}), "Counter", "B1").group("B1").spells == ()
    assert (
        casting(scene(caster={"traits": ["Caster"], "under": {"Entangle": "B"}}), "Counter", "A1")
        .group("A1")
        .spells
        == ()
    )
