"""Two ranged weapons at two targets, gunslingers, launchers and the guns of vehicles."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.heroic_endeavors.chapters.ranged.two_targets import pairs
from sandtable.books.heroic_endeavors.tables.weapons import (
    is_launcher,
    launcher_ammunition,
    loaded_with,
    ranged_weapons,
)
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.testing import covers
from tests.books.heroic_endeavors.scenes import asked, barred, scene, state_of, told

RULES = Catalogue.load("sandtable.books.heroic_endeavors")
AWAY = {"at": [11, 11]}
SPENT = {"actions": 0, "reaction": False}
PISTOL = "pistol (combat/law enforcement)"
TWO = f"{PISTOL}, snub-nosed pocket pistol"
ARMS: dict[str, Any] = {"ranged": [PISTOL, "snub-nosed pocket pistol"], "traits": {"PER": 2, "DEX": 2}}


def foes(*at: tuple[int, int]) -> dict[str, Any]:
    """Enemies who neither act nor die soon."""
    return {
        f"O{n}": {"at": list(each), "facing": "S", "traits": {"DP": 9}, "turn": SPENT}
        for n, each in enumerate(at, 1)
    }


@covers("HE-DUAL-01", "HE-DUAL-03")
def test_heavy_and_sniper_weapons_and_those_of_two_hands_are_no_part_of_a_pair():
    two = {"H1": {"at": [3, 3], "ranged": ["sniper rifle", PISTOL], "arms": {"in_use": ["sniper rifle"]}}}
    assert not pairs(state_of(two).models["H1"])
    alone = state_of({"H1": {"at": [3, 3], "ranged": [PISTOL], "gear": [f"second {PISTOL}"]}})
    assert [*pairs(alone.models["H1"])] == [f"{PISTOL}, {PISTOL}"]


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
