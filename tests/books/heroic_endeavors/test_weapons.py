"""Pairs, pistols, polearms at close quarters, reloading."""

from __future__ import annotations

import pytest

from sandtable.books.heroic_endeavors.chapters.arms import fights_with
from sandtable.books.heroic_endeavors.chapters.melee.attacking import attack_dice, attack_on, best_weapon
from sandtable.books.heroic_endeavors.tables.weapons import melee_weapons
from sandtable.kernel import total_of
from sandtable.kernel.testing import covers
from tests.books.heroic_endeavors.scenes import asked, barred, one, scene, state_of, told

AWAY = {"at": [11, 11]}
SPENT = {"actions": 0, "reaction": False}


@covers("HE-WPN-03", "HE-DICE-11")
@pytest.mark.parametrize(
    ("weapons", "atk"),
    [(["longsword", "dagger"], 3), (["beam saber", "monoblade"], 7), (["power weapon", "monoblade"], 6)],
)
def test_a_pair_has_the_higher_atk_and_half_of_the_lower_rounded_up(weapons: list[str], atk: int):
    state = state_of({"H1": {"at": [1, 1], "melee": weapons}})
    assert best_weapon(state, state.models["H1"]).atk == atk


@covers("HE-WPN-04", "HE-DICE-07")
def test_a_pair_rolls_one_die_again_in_attack_and_in_defence():
    models = {
        "H1": {"at": [3, 3], "melee": ["longsword", "dagger"]},
        "O1": {"at": [3, 4], "facing": "S", "melee": ["club"], "turn": SPENT},
        "H2": AWAY,
    }
    dice = {"attack H1": [1, 3, 3], "re-roll H1": [4], "defence O1": [1]}
    game = scene(models, dice, order=[["H2"]])
    game.answer("strike O1 with longsword + dagger")
    game.answer("re-roll")
    assert asked(game) == "re-roll"
    game.answer("die 1")
    assert told(game, "strike resolved")[0].facts["attack"] == 3


@covers("HE-DICE-08", "HE-WPN-04")
def test_a_pair_may_throw_a_die_more_instead_and_the_lowest_is_discarded():
    models = {
        "H1": {"at": [3, 3], "melee": ["longsword", "dagger"]},
        "O1": {"at": [3, 4], "facing": "S", "melee": ["club"], "turn": SPENT},
        "H2": AWAY,
    }
    game = scene(models, {"attack H1": [1, 4, 6, 2], "defence O1": [1]}, order=[["H2"]])
    game.answer("strike O1 with longsword + dagger")
    assert asked(game) == "extra die"
    game.answer("extra die")
    assert asked(game) == "spend successes"  # and no re-roll any more
    assert told(game, "strike resolved")[0].facts["attack"] == 3
    assert told(game, "lowest die discarded")[0].facts["face"] == 1


@covers("HE-PST-01", "HE-PST-02", "HE-AMMO-01")
def test_a_pistol_fights_with_its_own_atk_and_one_that_is_reloaded_is_empty_afterwards():
    models = {
        "H1": {"at": [3, 3], "ranged": ["muzzle-loading pistol", "snub-nosed pocket pistol"]},
        "O1": {"at": [3, 4], "condition": {"stunned": True}},
        "H2": AWAY,
    }
    game = scene(models, {"attack H1": [1]}, order=[["H2"]])
    assert {arm.weapon: arm.atk for arm in fights_with(one(game, "H1"))} == {
        "muzzle-loading pistol": 1,
        "snub-nosed pocket pistol": 2,
        "muzzle-loading pistol + snub-nosed pocket pistol": 3,
    }
    game.answer("strike O1 with muzzle-loading pistol")
    assert one(game, "H1").arms.empty == ("muzzle-loading pistol",)
    assert barred(game, "shoot O1 with muzzle-loading pistol") == "HE-AMMO-01"


@covers("HE-RCH-04")
@pytest.mark.parametrize(("at", "dice"), [([3, 4], 1), ([3, 5], 2), ([3, 6], 2)])
def test_a_pike_has_a_die_less_against_somebody_close(at: list[int], dice: int):
    state = state_of({"H1": {"at": [3, 3], "melee": ["pike"]}, "O1": {"at": at}})
    attack = attack_on(state, state.models["H1"], state.models["O1"], melee_weapons()["pike"])
    assert total_of(attack_dice(state, attack)) == dice
