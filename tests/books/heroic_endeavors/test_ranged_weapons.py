"""Heavy weapons, snipers, scatter weapons, ammunition, two weapons at a time."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.heroic_endeavors.chapters.movement.walking import allowance
from sandtable.books.heroic_endeavors.chapters.ranged.shooting import arc_of, shot_at, shot_dice
from sandtable.books.heroic_endeavors.chapters.traits import trait
from sandtable.books.heroic_endeavors.tables.weapons import ranged_weapons, weights
from sandtable.kernel import total_of
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.testing import covers
from tests.books.heroic_endeavors.scenes import answers, asked, barred, one, scene, state_of, told

RULES = Catalogue.load("sandtable.books.heroic_endeavors")
DOLL = {"group": "dolls", "behaviour": "hostage"}
AWAY = {"at": [11, 11]}
NEXT = [["H2"]]
MINIGUN, HMG, MORTAR = "rotary light machinegun (minigun)", "heavy machine gun", "heavy mortar (crew-served)"
PISTOL = "pistol (combat/law enforcement)"


@covers("HE-HVY-01")
def test_the_classes_of_heavy_weapons_are_those_of_the_table():
    found = [{"mark": one.mark, "name": one.name, "mov": one.mov} for one in weights().values()]
    assert found == RULES.rule("HE-HVY-01").table


@covers("HE-HVY-02", "HE-HVY-03", "HE-TRT-09")
@pytest.mark.parametrize(
    ("weapons", "more", "mov"),
    [
        ([MINIGUN], {}, 3), ([HMG], {}, 2), ([MINIGUN, HMG], {}, 1), (["light machine gun"], {}, 4),
        ([HMG], {"traits": {"STR": 3}}, 3), ([MINIGUN], {"traits": {"STR": 3}}, 4),
        ([HMG], {"armour": "powered armor"}, 3), ([HMG], {"armour": "heavy powered armor"}, 4),
        ([MINIGUN], {"armour": "heavy powered armor", "traits": {"STR": 3}}, 4),
    ],
)  # fmt: skip
def test_a_heavy_weapon_slows_who_carries_it_unless_strength_or_armour_help(
    weapons: list[str], more: dict[str, Any], mov: int
):
    state = state_of({"H1": {"at": [1, 1], "ranged": weapons, **more}})
    hero = state.models["H1"]
    hero.arms.in_use = ()  # carried is enough
    assert trait(state, hero, "MOV") == mov
    assert allowance(state, hero, 2) == 2 * mov
    hero.arms.ranged = ()
    assert trait(state, hero, "MOV") == 4


@covers("HE-HVY-03")
def test_powered_armour_helps_only_if_the_players_want_it():
    models = {"H1": {"at": [1, 1], "ranged": [HMG], "armour": "powered armor"}}
    state = state_of(models, switches={"powered_armour_heavy": "off"})
    assert trait(state, state.models["H1"], "MOV") == 2


@covers("HE-HVY-04", "HE-HVY-06", "HE-PBR-02")
def test_a_heavy_weapon_that_is_no_burden_stays_heavy_and_a_sidearm_has_its_own_arc():
    models = {"H1": {"at": [3, 3], "ranged": [MINIGUN], "traits": {"STR": 3}}, "O1": {"at": [3, 4]}}
    state = state_of(models)
    attack = shot_at(state, state.models["H1"], state.models["O1"], ranged_weapons()[MINIGUN])
    assert trait(state, state.models["H1"], "MOV") == 4
    assert arc_of(ranged_weapons()[MINIGUN]) == 90
    assert total_of(shot_dice(state, attack)) == 5 + 1 - 1
    assert arc_of(ranged_weapons()[PISTOL]) == 180


@covers("HE-SCT-01", "HE-SCT-02", "HE-PBR-02")
def test_a_shotgun_has_five_dice_against_somebody_beside_it():
    models = {"H1": {"at": [3, 3], "ranged": ["combat shotgun"]}, "O1": {"at": [3, 4], **DOLL}, "H2": AWAY}
    game = scene(models, {"attack H1": [1] * 5}, order=NEXT)
    assert [one for one in answers(game) if "burst" in str(one)] == []
    game.answer("shoot O1 with combat shotgun")
    assert told(game, "shot resolved")[0].facts["attack"] == 0


@covers("HE-AMMO-02", "HE-AMMO-01")
def test_a_crossbow_shoots_once_in_an_activation_and_again_in_reaction_if_it_was_reloaded():
    models = {
        "H1": {"at": [3, 3], "ranged": ["crossbow"]},
        "O1": {"at": [3, 8], "facing": "S", "traits": {"DP": 9}, "turn": {"actions": 1}},
        "H2": AWAY,
    }
    game = scene(models, {"attack H1": [1] * 6}, order=[["O1"], ["H2"]])
    game.answer("shoot O1 with crossbow")
    assert barred(game, "shoot O1 with crossbow") == "HE-AMMO-01"
    game.answer("reload with crossbow")
    assert (asked(game), one(game, "H1").turn.actions) == ("react", 0)
    game.answer("shoot with crossbow")
    assert one(game, "H1").arms.empty == ("crossbow",)


@covers("HE-AMMO-03")
@pytest.mark.parametrize(
    ("switch", "weapon", "face"), [("on", PISTOL, 1), ("on", PISTOL, 2), ("off", PISTOL, 0)]
)
def test_a_weapon_may_run_out_on_a_one_of_eight_if_the_players_want_it(switch: str, weapon: str, face: int):
    models = {"H1": {"at": [3, 3], "ranged": [weapon]}, "O1": {"at": [3, 8], **DOLL}, "H2": AWAY}
    dice = {"attack H1": [1, 1, 1], **({"ammunition H1": [face]} if face else {})}
    game = scene(models, dice, order=NEXT, switches={"out_of_ammo": switch})
    game.answer(f"shoot O1 with {weapon}")
    assert one(game, "H1").arms.empty == ((weapon,) if face == 1 else ())


@covers("HE-AMMO-03")
@pytest.mark.parametrize("weapon", ["sling", "throwing hatchet"])
def test_what_is_reloaded_or_thrown_does_not_run_out(weapon: str):
    models = {"H1": {"at": [3, 3], "ranged": [weapon]}, "O1": {"at": [3, 5], **DOLL}, "H2": AWAY}
    game = scene(models, {"attack H1": [1, 1]}, order=NEXT, switches={"out_of_ammo": "on"})
    game.answer(f"shoot O1 with {weapon}")
    assert not told(game, "weapon empty") or weapon == "sling"


@covers("HE-RNG-09", "HE-REA-01")
def test_who_stands_beside_an_enemy_may_shoot_another_and_be_struck_for_it():
    models = {
        "H1": {"at": [3, 3], "ranged": ["shortbow"]},
        "O1": {"at": [4, 3], "facing": "W", "melee": ["club"], "turn": {"actions": 0}},
        "O2": {"at": [3, 8], **DOLL},
        "H2": AWAY,
    }
    game = scene(models, {"attack H1": [1], "attack O1": [1], "defence H1": [1]}, order=NEXT)
    game.answer("shoot O2 with shortbow")
    if asked(game) == "defensive focus":
        game.answer("0")
    assert [event.facts["target"] for event in told(game, "model reacted")] == ["H1"]
