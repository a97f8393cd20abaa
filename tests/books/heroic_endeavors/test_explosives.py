"""Blast weapons, going astray, indirect fire and who spots for it."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.heroic_endeavors.chapters.ranged.explosives import (
    STRAY,
    Aimed,
    explosives,
    placement_dice,
    why_not_at,
)
from sandtable.books.heroic_endeavors.chapters.ranged.shooting import dodge_dice, shot_at
from sandtable.kernel import total_of
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.testing import covers
from sandtable.table.squares.deviation import astray, steps_within
from sandtable.table.squares.spaces import DIRECTIONS
from sandtable.table.squares.templates import corner_of, middle_of
from tests.books.heroic_endeavors.scenes import asked, barred, one, scene, state_of, told

RULES = Catalogue.load("sandtable.books.heroic_endeavors")
AWAY = {"at": [11, 11]}
STILL = {"facing": "S", "traits": {"DP": 9}, "turn": {"actions": 0, "reaction": False}}
RPG, LAUNCHER = "rocket-propelled grenade (RPG)", "repeating grenade launcher"
FRAGS = f"{LAUNCHER} loaded with fragmentation"


@covers("HE-BLS-01", "HE-WTAB-02")
def test_a_blast_weapon_has_two_values_and_a_launcher_those_of_its_ammunition():
    state = state_of({"H1": {"at": [3, 3], "ranged": [RPG]}, "H2": {"at": [4, 3], "ranged": [LAUNCHER]}})
    rocket = next(explosives(state.models["H1"]))
    assert (rocket.atk, rocket.blast) == (5, 2)
    loaded = {
        each.weapon.rpartition(" ")[2]: (each.atk, each.blast) for each in explosives(state.models["H2"])
    }
    assert loaded == {"concussion": (None, 1), "fragmentation": (None, 2), "charge": (4, 1)}


@covers("HE-BLS-05", "HE-BLS-06", "HE-BLS-10", "HE-BLS-13", "HE-BLS-15")
def test_the_initial_target_is_shot_at_the_others_are_caught_and_all_are_stunned():
    models = {
        "H1": {"at": [3, 0], "ranged": [RPG], "traits": {"PER": 2}},
        "O1": {"at": [3, 8], **STILL},
        "O2": {"at": [4, 8], **STILL},
        "H2": AWAY,
    }
    game = scene(models, {"attack H1": [3] + [1] * 8}, order=[["H2"]])
    game.answer(f"fire with {RPG}")
    assert asked(game) == "burst at"
    game.answer({"at": [3.5, 8.5]})
    game.answer(["lose an action"])
    rolls = [
        len(each.facts["faces"]) for each in told(game, "dice rolled") if each.facts["why"] == "attack H1"
    ]
    assert rolls == [7, 2]
    assert [each.facts["target"] for each in told(game, "shot resolved")] == ["O1", "O2"]
    assert one(game, "O1").condition.stunned
    assert one(game, "O2").condition.stunned
    assert one(game, "H1").arms.empty == (RPG,)


@covers("HE-BLS-06", "HE-BLS-07", "HE-BLS-08")
def test_without_a_success_it_goes_astray_by_the_range_and_strikes_whoever_is_there():
    models = {
        "H1": {"at": [3, 0], "ranged": [RPG]},
        "O1": {"at": [3, 8], **STILL},
        "H2": {"at": [3, 6], "turn": {"actions": 0}},
        "H3": AWAY,
    }
    game = scene(models, {"attack H1": [1] * 6 + [1, 1] * 2, "stray H1": [1]}, order=[["H3"]])
    game.answer(f"fire with {RPG}")
    game.answer({"at": [3.5, 8.5]})
    assert told(game, "blast went astray")[0].facts["steps"] == 1
    assert {each.facts["target"] for each in told(game, "shot resolved")} == {"O1", "H2"}
    assert one(game, "H2").condition.stunned


@covers("HE-BLS-07", "HE-BLS-08")
def test_directions_and_distances_are_those_of_the_tables():
    for row in RULES.rule("HE-BLS-07").table:
        way = astray(middle_of((5, 5)), middle_of((5, 0)), row["roll"] - 1)
        assert DIRECTIONS[way] == (row["dx"], row["dy"])
    west = astray(middle_of((5, 5)), middle_of((0, 3)), 0)
    assert DIRECTIONS[west] == (-1, 0)
    for row in RULES.rule("HE-BLS-08").table:
        assert STRAY[row["band"]] == row["spaces"]
        assert steps_within(1, row["spaces"]) == row["diagonal_steps"]


@covers("HE-BLS-05", "HE-BLS-09", "HE-BLS-10")
def test_only_who_is_at_the_centre_has_its_dexterity():
    models = {
        "H1": {"at": [3, 0], "ranged": [RPG]},
        "O1": {"at": [3, 8], "facing": "S", "traits": {"DEX": 4}},
    }
    state = state_of(models)
    shot = shot_at(state, state.models["H1"], state.models["O1"], next(explosives(state.models["H1"])))
    centre = shot._replace(area="blast")
    caught = shot._replace(area="blast", is_primary=False, centre=middle_of((3, 9)))
    assert (total_of(dodge_dice(state, centre)), total_of(dodge_dice(state, caught))) == (2, 0)


@covers("HE-BLS-03", "HE-BLS-11", "HE-BLS-12")
def test_a_corner_is_aimed_at_with_one_of_its_spaces_and_models_are_not_in_the_way():
    models = {
        "H1": {"at": [3, 0], "ranged": [RPG]},
        "O1": {"at": [3, 8], **STILL},
        "H2": {"at": [3, 2]},
        "H3": AWAY,
    }
    game = scene(models, {"attack H1": [3] * 6}, order=[["H3"]])
    game.answer(f"fire with {RPG}")
    game.answer({"at": [4.0, 9.0]})
    assert asked(game) == "initial space"
    game.answer("D9")
    assert asked(game) == "spend successes"
    wall = state_of(models, map=["." * 12 if y != 6 else "#" * 12 for y in range(12)])
    refusal = why_not_at(wall, wall.models["H1"], next(explosives(wall.models["H1"])), corner_of((3, 8)))
    assert refusal is not None
    assert refusal.rule == "HE-BLS-11"


LONG: dict[str, Any] = {"map": ["." * 12] * 40}


@covers("HE-IND-01", "HE-IND-02", "HE-IND-05")
def test_the_example_of_placement_has_two_dice_at_long_range():
    models = {
        "H1": {"at": [3, 0], "ranged": [LAUNCHER], "traits": {"PER": 2, "DEX": 2}},
        "O1": {"at": [3, 35]},
    }
    state = state_of(models, **LONG)
    hero = state.models["H1"]
    weapon = next(each for each in explosives(hero) if each.weapon == FRAGS)
    dice = placement_dice(state, hero, weapon, Aimed(middle_of((3, 35)), (3, 35)))
    assert total_of(dice) == 2


@covers("HE-IND-04", "HE-SKL-13")
@pytest.mark.parametrize(
    ("friend", "dice", "rule"),
    [(None, None, "HE-IND-04"), ([], 1, None), (["Forward Observer"], 3, None)],
)
def test_out_of_sight_a_friend_must_see_it_and_an_observer_spares_the_two_dice(
    friend: list[str] | None, dice: int | None, rule: str | None
):
    rows = ["." * 12 if y != 6 else "cccccc......" for y in range(12)]
    models: dict[str, Any] = {
        "H1": {"at": [0, 0], "ranged": [LAUNCHER], "traits": {"PER": 2}},
        "O1": {"at": [0, 8], **STILL},
    }
    if friend is not None:
        models["H2"] = {"at": [0, 11], "facing": "S", "skills": friend}
    state = state_of(models, map=rows)
    hero = state.models["H1"]
    weapon = next(each for each in explosives(hero) if each.weapon == FRAGS)
    spot = middle_of((0, 8))
    refusal = why_not_at(state, hero, weapon, spot)
    assert (None if refusal is None else refusal.rule) == rule
    if dice is not None:
        assert total_of(placement_dice(state, hero, weapon, Aimed(spot, (0, 8)))) == dice


@covers("HE-IND-03", "HE-IND-06", "HE-BLS-13")
def test_a_lobbed_blast_attacks_all_without_dexterity_and_a_shaped_charge_its_target_with_its_own_atk():
    models = {
        "H1": {"at": [3, 0], "ranged": [LAUNCHER], "traits": {"PER": 2}},
        "O1": {"at": [3, 8], **STILL},
        "O2": {"at": [4, 8], **STILL},
        "H2": AWAY,
    }
    game = scene(models, {"placement H1": [3, 1, 1], "attack H1": [1] * 4}, order=[["H2"]])
    game.answer(f"fire with {FRAGS}")
    game.answer({"at": [3.5, 8.5]})
    rolls = [
        len(each.facts["faces"]) for each in told(game, "dice rolled") if each.facts["why"] == "attack H1"
    ]
    assert rolls == [2, 2]
    shaped = scene(models, {"placement H1": [3, 1, 1], "attack H1": [1] * 5}, order=[["H2"]])
    shaped.answer(f"fire with {LAUNCHER} loaded with shaped charge")
    shaped.answer({"at": [3.5, 8.5]})
    rolls = [
        len(each.facts["faces"]) for each in told(shaped, "dice rolled") if each.facts["why"] == "attack H1"
    ]
    assert rolls == [4, 1]


@covers("HE-IND-07", "HE-ARC-04")
def test_indirect_fire_needs_room_above_and_heavy_ones_the_narrow_arc():
    rows = ["." * 12 if y != 6 else "#" * 12 for y in range(12)]
    models = {
        "H1": {"at": [3, 0], "ranged": [LAUNCHER]},
        "H2": {"at": [3, 11], "facing": "S"},
        "O1": {"at": [3, 8]},
    }
    state = state_of(models, map=rows)
    weapon = next(each for each in explosives(state.models["H1"]) if each.weapon == FRAGS)
    refusal = why_not_at(state, state.models["H1"], weapon, middle_of((3, 8)))
    assert refusal is not None
    assert refusal.rule == "HE-IND-07"
    mortar = "light mortar (man-portable)"
    heavy = state_of({"H1": {"at": [3, 3], "ranged": [mortar]}, "O1": {"at": [9, 4]}})
    found = why_not_at(heavy, heavy.models["H1"], next(explosives(heavy.models["H1"])), middle_of((9, 4)))
    assert found is not None
    assert found.rule == "HE-ARC-01"


@covers("HE-PBR-03")
def test_beside_the_attacker_it_never_goes_astray_and_the_attacker_is_caught():
    models = {"H1": {"at": [3, 3], "ranged": [RPG]}, "O1": {"at": [3, 4], **STILL}, "H2": AWAY}
    game = scene(models, {"attack H1": [1] * 6 + [1] * 2}, order=[["H2"]])
    game.answer(f"fire with {RPG}")
    game.answer({"at": [3.5, 4.5]})
    assert not told(game, "blast went astray")
    assert one(game, "H1").condition.stunned
    assert one(game, "O1").condition.stunned


@covers("HE-BLS-05", "HE-AMMO-01")
def test_an_empty_launcher_and_one_without_anybody_known_are_not_fired():
    empty = {"H1": {"at": [3, 0], "ranged": [RPG], "arms": {"empty": [RPG]}}, "O1": {"at": [3, 8], **STILL}}
    assert barred(scene(empty), f"fire with {RPG}") == "HE-AMMO-01"
    behind = {"H1": {"at": [3, 8], "ranged": [RPG]}, "O1": {"at": [3, 0], **STILL}}
    assert barred(scene(behind), f"fire with {RPG}") == "HE-BLS-05"
