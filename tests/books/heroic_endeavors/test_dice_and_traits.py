"""The dice system, character traits and fate points."""

from __future__ import annotations

import pytest

from sandtable.books.heroic_endeavors.chapters.dice import worth
from sandtable.books.heroic_endeavors.chapters.fate import may_spend
from sandtable.books.heroic_endeavors.chapters.melee.attacking import melee_dice
from sandtable.books.heroic_endeavors.chapters.ranged.shooting import shot_at, shot_dice
from sandtable.books.heroic_endeavors.chapters.traits import bonus, defence, defence_value, protection, trait
from sandtable.books.heroic_endeavors.modifiers import TRAIT
from sandtable.books.heroic_endeavors.tables.charts import charts, door_types, sample_types
from sandtable.books.heroic_endeavors.tables.weapons import (
    armours,
    melee_weapons,
    naturals,
    ranged_weapons,
    shields,
)
from sandtable.kernel import total_of
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.testing import covers
from tests.books.heroic_endeavors.scenes import ARMED, BOW, asked, one, scene, state_of, told

SPENT = {"actions": 0}
RULES = Catalogue.load("sandtable.books.heroic_endeavors")


@covers("HE-DICE-01", "HE-DICE-02")
def test_a_die_is_worth_what_the_table_says_and_four_dice_their_sum():
    assert [worth(row["die"]) for row in RULES.rule("HE-DICE-01").table] == [0, 0, 1, 1, 1, 2]
    assert sum(worth(face) for face in (1, 3, 6, 5)) == 4


@covers("HE-TRT-02", "HE-TRT-03", "HE-TRT-04", "HE-TRT-01", "HE-DICE-11")
def test_a_bonus_is_half_of_its_trait_rounded_down():
    state = state_of({"H1": {"traits": {"STR": 3, "PER": 4, "DEX": 1}}})
    model = state.models["H1"]
    assert [bonus(state, model, name) for name in ("STR", "PER", "DEX")] == [1, 2, 0]


@covers("HE-TRT-10", "HE-TRT-14", "HE-SHD-01", "HE-SHD-03", "HE-TYPE-02", "HE-SHT-01")
def test_the_orc_of_the_example_has_a_def_of_four_and_from_behind_of_three():
    state = state_of(
        {"O1": {"armour": "medium ancient armor", "shield": "normal", "natural": "skittering critters"}}
    )
    orc = state.models["O1"]  # racial toughness is a natural defence of 1, like that of skittering critters
    assert defence_value(state, orc) == 4
    assert total_of(defence(state, orc, rear=True)) == 3
    assert protection("medium ancient armor", "normal", "").shield == 1


@covers("HE-TRT-15", "HE-TRT-16", "HE-MEL-04")
def test_the_swordsman_of_the_example_has_a_mel_of_six():
    state = state_of(
        {"H1": {"traits": {"STR": 2}, "armour": "medium ancient armor", "shield": "normal", **ARMED}}
    )
    assert total_of(melee_dice(state, state.models["H1"], melee_weapons()["longsword"])) == 6


@covers("HE-TRT-17", "HE-TRT-18", "HE-RNG-04", "HE-PBR-01", "HE-PBR-02", "HE-RNG-03")
def test_the_bow_has_an_rng_of_three_and_the_pistol_five_dice_beside_its_target():
    able = {"PER": 2, "DEX": 2}
    state = state_of(
        {"H1": {"at": [1, 1], "traits": able, **BOW}, "O1": {"at": [1, 7]}, "O2": {"at": [1, 2]}}
    )
    archer, bow = state.models["H1"], ranged_weapons()["shortbow"]
    assert (
        total_of(shot_dice(state, shot_at(state, archer, state.models["O1"], bow))) == 3
    )  # medium, 6 spaces
    pistol = ranged_weapons()["sport pistol"]
    assert total_of(shot_dice(state, shot_at(state, archer, state.models["O2"], pistol))) == 5


@covers("HE-TRT-23")
def test_a_changed_trait_changes_everything_built_on_it_and_never_falls_below_nothing():
    state = state_of({"H1": {"traits": {"DEX": 0}}})
    assert TRAIT.all(state, state.models["H1"], "DEX") == []
    assert trait(state, state.models["H1"], "DEX") == 0


@covers(
    "HE-TRT-11", "HE-TRT-12", "HE-TRT-13", "HE-TRT-14", "HE-DOOR-04", "HE-TYPE-01", "HE-CHK-02", "HE-SHT-04"
)
def test_armour_shields_nature_doors_and_types_are_those_of_the_catalogue():
    for rule in ("HE-TRT-11", "HE-TRT-12"):
        assert all(armours()[row["armour"]] == row["def"] for row in RULES.rule(rule).table)
    assert all(shields()[row["shield"]] == row["def"] for row in RULES.rule("HE-TRT-13").table)
    assert all(naturals()[row["natural"]] == row["def"] for row in RULES.rule("HE-TRT-14").table)
    for row in RULES.rule("HE-DOOR-04").table:
        assert (door_types()[row["type"]].defence, door_types()[row["type"]].dp) == (row["def"], row["dp"])
    for row in RULES.rule("HE-TYPE-01").table:
        known = sample_types()[row["type"]]
        assert tuple(row[name] for name in ("str", "per", "dex", "mov", "dp")) == (
            known.STR,
            known.PER,
            known.DEX,
            known.MOV,
            known.DP,
        )
        assert known.racial == row["racial_def"]
    numbers = {one.name: one.number for one in charts().difficulties}
    assert numbers == {row["name"]: row["number"] for row in RULES.rule("HE-CHK-02").table}


@covers("HE-WTAB-01", "HE-WTAB-05", "HE-WTAB-08", "HE-RNG-02", "HE-SLW-01")
@pytest.mark.parametrize("rule", ["HE-WTAB-01", "HE-WTAB-05"])
def test_every_ranged_weapon_is_that_of_the_catalogue(rule: str):
    known_marks = {row["mark"] for row in RULES.rule("HE-WTAB-08").table}
    for row in RULES.rule(rule).table:
        arm = ranged_weapons()[row["weapon"]]
        bands = (row["s"], row["m"], row["l"], row["e"])
        assert arm.bands == (bands if isinstance(row["m"], int) else None)
        assert (arm.atk, arm.blast, list(arm.marks)) == (row["atk"], row.get("blast_atk"), row["special"])
        assert arm.template == ("" if isinstance(row["m"], int) else row["m"])
        assert all(mark.rstrip("0123456789") in known_marks for mark in arm.marks)
        assert arm.is_slow == ("S" in row["special"] or row["m"] == "G")


@covers("HE-WTAB-04", "HE-WTAB-06", "HE-WTAB-07", "HE-RCH-01")
def test_melee_weapons_have_the_atk_of_their_rows():
    atk = {name: one.atk for name, one in melee_weapons().items()}
    named = ("unarmed", "club", "longsword", "greatsword", "power weapon", "light sword")
    assert [atk[one] for one in named] == [0, 1, 2, 3, 4, 5]
    assert [atk[f"fangs & claws, {one}"] for one in ("small", "medium", "large", "huge", "giant")] == [
        1,
        2,
        3,
        4,
        5,
    ]
    assert (atk["whip"], atk["chain"], atk["short spear"], atk["pike"]) == (1, 2, 2, 2)
    assert [melee_weapons()[one].length for one in ("short spear", "halberd", "pike")] == [
        "short",
        "medium",
        "long",
    ]


@covers("HE-DICE-04", "HE-DICE-06", "HE-MEL-05", "HE-MEL-11", "HE-ACT-08", "HE-DMG-01", "HE-DICE-10")
def test_dice_are_rolled_one_for_each_modifier_and_the_margin_is_spent():
    dice = {"attack H1": [3, 3, 6], "defence O1": [4, 1]}
    models = {
        "H1": {"at": [3, 3], "traits": {"STR": 2}, **ARMED},
        "O1": {"at": [3, 4], **ARMED, "turn": SPENT},
    }
    game = scene(models, dice)
    game.answer("strike O1 with longsword")
    rolled = [event.facts["modifiers"] for event in told(game, "dice rolled")]
    assert rolled[0] == ["+2 longsword (HE-WTAB-04)", "+1 strength (HE-TRT-02)"]
    assert told(game, "strike resolved")[0].facts["attack"] == 4
    game.answer(["2 DP"])
    assert one(game, "O1").is_unconscious


@covers("HE-DICE-05", "HE-DICE-03")
def test_a_defence_without_dice_is_no_roll_and_initiative_is_no_pool():
    models = {
        "H1": {"at": [3, 3], **ARMED},
        "O1": {"at": [3, 4], "melee": ["club"], "condition": {"stunned": True}},
    }
    game = scene(models, {"attack H1": [3, 3], "initiative H1": [1, 1], "initiative O1": [3, 4]}, order=[])
    game.answer("strike O1 with longsword")
    assert [event.facts["roll"] for event in told(game, "dice rolled")] == ["attack"]
    game.answer(["1 DP"])
    game.answer("end")
    assert one(game, "H1").turn.initiative == 2


@covers("HE-DICE-07", "HE-DICE-09", "HE-SKL-26", "HE-SKL-25")
def test_a_master_warrior_may_roll_one_die_again_and_keeps_the_better_result():
    models = {
        "H1": {"at": [3, 3], **ARMED, "skills": ["Master Warrior"]},
        "O1": {"at": [3, 4], "condition": {"stunned": True}},
    }
    game = scene(models, {"attack H1": [5, 4], "re-roll H1": [2]})
    game.answer("strike O1 with longsword")
    assert asked(game) == "re-roll"
    game.answer("die 2")
    assert told(game, "die re-rolled")[0].facts["now"] == 4
    assert told(game, "strike resolved")[0].facts["attack"] == 2


@covers("HE-SHD-02", "HE-SHD-04", "HE-DICE-10")
def test_a_shield_forces_the_best_die_of_an_attack_to_be_rolled_again_and_the_new_one_stands():
    models = {
        "H1": {"at": [3, 3], **ARMED},
        "O1": {"at": [3, 4], "shield": "normal", "facing": "S", "turn": SPENT},
    }
    dice = {"attack H1": [6, 2], "defence O1": [1], "re-roll H1": [1]}
    game = scene(models, dice)
    game.answer("strike O1 with longsword")
    assert told(game, "die re-rolled")[0].facts == {"model": "O1", "was": 6, "now": 1}
    assert told(game, "strike resolved")[0].facts["attack"] == 0


@covers("HE-FATE-02", "HE-FATE-08", "HE-FATE-01")
def test_characters_within_three_spaces_may_help_and_cohorts_and_the_unconscious_may_not():
    models = {
        "H1": {"at": [3, 3], "fate": 1},
        "H2": {"at": [5, 5], "fate": 1},
        "H3": {"at": [6, 5], "fate": 1},
        "H4": {"at": [4, 3], "fate": 1, "dp": 0},
        "C1": {"at": [3, 4], "fate": 1},
        "C2": {"at": [3, 2], "fate": 0},
    }
    state = state_of(models)
    assert [one.id for one in may_spend(state, state.models["H1"])] == ["H1", "H2"]
    generous = state_of(models, switches={"fate_minions": "one"})
    assert generous.models["C2"].fate == 1


@covers("HE-FATE-03", "HE-FATE-04", "HE-FATE-05", "HE-FATE-06", "HE-FATE-07", "HE-FRC-01", "HE-FRC-03")
def test_fate_turns_failures_and_successes_and_adds_dice_until_all_pass():
    models = {
        "H1": {"at": [3, 3], "melee": ["force staff"], "traits": {"ARC": 1}, "fate": 3},
        "O1": {"at": [3, 4], "condition": {"stunned": True}},
    }
    game = scene(models, {"attack H1": [1, 3, 4], "fate H1": [6]})
    game.answer("strike O1 with force staff")
    game.answer("0")
    assert asked(game) == "spend fate"
    game.answer("H1 success")  # 3, 3, 4
    game.answer("H1 critical")  # 6, 3, 4
    game.answer("H1 die")  # and a 6
    assert one(game, "H1").fate == 0
    assert told(game, "strike resolved")[0].facts["attack"] == 6
