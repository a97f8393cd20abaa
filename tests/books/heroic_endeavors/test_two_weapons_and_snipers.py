"""Two ranged weapons at a time, gunslingers, snipers, launchers and the guns of vehicles."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.heroic_endeavors.chapters.ranged.shooting import shot_at, shot_dice
from sandtable.books.heroic_endeavors.chapters.ranged.snipers import has_bonus
from sandtable.books.heroic_endeavors.chapters.ranged.two_weapons import both, pairs
from sandtable.books.heroic_endeavors.tables.weapons import (
    is_launcher,
    launcher_ammunition,
    loaded_with,
    ranged_weapons,
)
from sandtable.kernel import total_of
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.testing import covers
from tests.books.heroic_endeavors.scenes import asked, barred, one, scene, state_of, told

RULES = Catalogue.load("sandtable.books.heroic_endeavors")
AWAY = {"at": [11, 11]}
SPENT = {"actions": 0, "reaction": False}
PISTOL = "pistol (combat/law enforcement)"
TWO = f"{PISTOL} + snub-nosed pocket pistol"
ARMS: dict[str, Any] = {"ranged": [PISTOL, "snub-nosed pocket pistol"], "traits": {"PER": 2, "DEX": 2}}


def foes(*at: tuple[int, int]) -> dict[str, Any]:
    """Enemies who neither act nor die soon."""
    return {
        f"O{n}": {"at": list(each), "facing": "S", "traits": {"DP": 9}, "turn": SPENT}
        for n, each in enumerate(at, 1)
    }


@covers("HE-DUAL-01", "HE-SKL-14")
@pytest.mark.parametrize(("skills", "dice"), [([], 5), (["Gunslinger"], 6)])
def test_two_pistols_at_one_target_add_their_atk_less_one_but_for_a_gunslinger(skills: list[str], dice: int):
    state = state_of({"H1": {"at": [3, 0], **ARMS, "skills": skills}, **foes((3, 6))})
    hero = state.models["H1"]
    pair = next(each for each in pairs(hero) if both(each).weapon == TWO)
    assert both(pair).bands == (4, 8, 12, 16)
    assert total_of(shot_dice(state, shot_at(state, hero, state.models["O1"], both(pair)))) == dice


@covers("HE-DUAL-01", "HE-DUAL-02", "HE-PBR-02")
def test_both_are_fired_for_one_action_and_one_bonus_at_point_blank():
    models = {"H1": {"at": [3, 3], **ARMS}, **foes((3, 4)), "H2": AWAY}
    game = scene(models, {"attack H1": [1] * 7}, order=[["H2"]])
    game.answer(f"shoot both O1 with {TWO}")
    assert one(game, "H1").turn.actions == 1
    roll = next(each for each in told(game, "dice rolled") if each.facts["why"] == "attack H1")
    assert len(roll.facts["faces"]) == 4 + 1 + 1 + 1 + 1 - 1


@covers("HE-DUAL-01")
def test_heavy_and_sniper_weapons_and_those_of_two_hands_are_no_part_of_a_pair():
    state = state_of(
        {"H1": {"at": [3, 3], "ranged": ["sniper rifle", PISTOL], "arms": {"in_use": ["sniper rifle"]}}}
    )
    assert not [*pairs(state.models["H1"])]
    alone = state_of({"H1": {"at": [3, 3], "ranged": [PISTOL], "gear": [f"second {PISTOL}"]}})
    assert [both(each).weapon for each in pairs(alone.models["H1"])] == [f"{PISTOL} + {PISTOL}"]


@covers("HE-DUAL-03", "HE-SKL-15")
@pytest.mark.parametrize(("skills", "dice"), [([], 2), (["Gunslinger"], 3)])
def test_each_at_its_own_target_has_two_dice_less_and_a_gunslinger_one(skills: list[str], dice: int):
    models = {
        "H1": {"at": [3, 0], **ARMS, "skills": [*skills, "Marksman"], "prepared": {"aim": 1, "turn": 1}},
        **foes((2, 8), (4, 8)),
        "H2": AWAY,
    }
    again = {"re-roll H1": [1]}
    game = scene(models, {"attack H1": [1] * (2 * dice + 1), **again}, order=[["H2"]])
    game.answer(f"shoot at two O1 with {TWO}")
    assert asked(game) == "second target"
    game.answer("O2")
    game.answer("die 1")
    rolls = [
        len(each.facts["faces"]) for each in told(game, "dice rolled") if each.facts["why"] == "attack H1"
    ]
    assert rolls == [dice + 1, dice]
    assert [each.facts["target"] for each in told(game, "shot resolved")] == ["O1", "O2"]
    assert len(told(game, "die re-rolled")) == 1


@covers("HE-DUAL-03")
def test_without_a_second_target_there_are_no_two():
    game = scene({"H1": {"at": [3, 0], **ARMS}, **foes((3, 6)), "H2": AWAY}, order=[["H2"]])
    assert barred(game, f"shoot at two O1 with {TWO}") == "HE-DUAL-03"


SNIPER: dict[str, Any] = {"ranged": ["sniper rifle"], "skills": ["Trained Sniper"], "traits": {"PER": 2}}


@covers("HE-SNP-01", "HE-SNP-02", "HE-SNP-03", "HE-SKL-46")
@pytest.mark.parametrize(("bonus", "dice", "again"), [("a die more", 5, 0), ("a re-roll", 4, 1)])
def test_a_sniper_names_a_die_or_a_re_roll(bonus: str, dice: int, again: int):
    models = {"H1": {"at": [3, 0], **SNIPER}, **foes((3, 8)), "H2": AWAY}
    game = scene(models, {"attack H1": [1] * dice, "re-roll H1": [1] * again}, order=[["H2"]])
    game.answer("shoot O1 with sniper rifle")
    assert asked(game) == "sniper bonus"
    game.answer(bonus)
    if again:
        game.answer("die 1")
    assert len(told(game, "die re-rolled")) == again
    assert told(game, "shot resolved")


@covers("HE-SNP-01", "HE-SNP-04")
def test_the_untrained_and_targets_aside_have_no_bonus():
    models = {
        "H1": {"at": [3, 3], **SNIPER},
        "H2": {"at": [4, 3], "ranged": ["sniper rifle"]},
        **foes((3, 8), (9, 4)),
    }
    state = state_of(models)
    rifle = ranged_weapons()["sniper rifle"]

    def bonus(by: str, at: str, weapon: str = "sniper rifle") -> bool:
        return has_bonus(shot_at(state, state.models[by], state.models[at], ranged_weapons()[weapon]))

    assert bonus("H1", "O1")
    assert not bonus("H1", "O2")
    assert not bonus("H2", "O1")
    assert not bonus("H1", "O1", "sport rifle")
    assert "Sn" in rifle.marks


@covers("HE-WTAB-02")
def test_launchers_take_their_atk_from_what_they_are_loaded_with():
    launchers = [each for each in ranged_weapons().values() if is_launcher(each)]
    assert [each.weapon for each in launchers] == [
        "rifle-mounted grenade launcher",
        "repeating grenade launcher",
    ]
    for row in RULES.rule("HE-WTAB-02").table:
        found = launcher_ammunition()[row["ammo"]]
        assert (found.atk, found.blast, [*found.marks]) == (row["atk"], row["blast_atk"], row["special"])
        loaded = loaded_with(launchers[0], found)
        assert (loaded.atk, loaded.blast, loaded.bands) == (row["atk"], row["blast_atk"], (12, 24, 36, 48))
        assert {"In", "R", "b"} <= {*loaded.marks}


@covers("HE-WTAB-03")
def test_vehicle_weapons_are_those_of_the_table():
    for row in RULES.rule("HE-WTAB-03").table:
        found = ranged_weapons()[f"{row['weapon']}, {row['ammo']}"]
        assert found.bands == (row["s"], row["m"], row["l"], row["e"])
        assert (found.atk, found.blast, [*found.marks]) == (row["atk"], row["blast_atk"], row["special"])
