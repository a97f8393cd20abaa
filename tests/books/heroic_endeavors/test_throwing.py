"""Thrown weapons: those made for it, those that are gone, and taking them up again."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.heroic_endeavors.chapters.arms import fights_with
from sandtable.books.heroic_endeavors.chapters.melee.throwing import throws_with
from sandtable.books.heroic_endeavors.chapters.ranged.shooting import dodge_dice, shot_at, shot_dice
from sandtable.books.heroic_endeavors.tables.weapons import ranged_weapons
from sandtable.kernel import total_of
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.testing import covers
from tests.books.heroic_endeavors.scenes import asked, barred, one, scene, state_of, told

RULES = Catalogue.load("sandtable.books.heroic_endeavors")
DOLL = {"group": "dolls", "behaviour": "hostage"}
AWAY = {"at": [11, 11]}
NEXT = [["H2"]]


@covers("HE-THR-01", "HE-WTAB-05")
@pytest.mark.parametrize("row", RULES.rule("HE-WTAB-05").table)
def test_a_throwing_weapon_does_not_run_out_and_one_is_kept_for_melee(row: dict[str, Any]):
    weapon = row["weapon"]
    models = {
        "H1": {"at": [3, 3], "ranged": [weapon]},
        "O1": {"at": [3, 5], **DOLL, "traits": {"DP": 9}},
        "H2": AWAY,
    }
    game = scene(models, {"attack H1": [1] * 6}, order=NEXT)
    game.answer(f"shoot O1 with {weapon}")
    assert [arm.weapon for arm in fights_with(one(game, "H1"))] == [weapon]
    assert fights_with(one(game, "H1"))[0].atk == row["atk"]
    game.answer(f"shoot O1 with {weapon}")
    assert game.state.lying == {}


@covers("HE-THR-02", "HE-THR-03")
@pytest.mark.parametrize("face", [1, 3])
def test_a_dagger_flies_like_a_throwing_dagger_and_lies_where_the_target_is_hit_or_not(face: int):
    models = {"H1": {"at": [3, 3], "melee": ["dagger"]}, "O1": {"at": [3, 5], **DOLL}, "H2": AWAY}
    game = scene(models, {"attack H1": [face, 1]}, order=NEXT)
    (arm,) = throws_with(one(game, "H1"))
    like = ranged_weapons()["throwing knife, dagger or shuriken"]
    assert (arm.bands, arm.atk, arm.weapon) == (like.bands, like.atk, "dagger")
    game.answer("throw O1 with dagger")
    if face > 1:
        game.answer(["lose an action"])
    assert (one(game, "H1").arms.melee, one(game, "H1").arms.in_use) == ((), ())
    assert game.state.lying == {"dagger": (3, 5)}
    assert told(game, "weapon landed")[0].rules == ("HE-THR-03",)


@covers("HE-THR-03")
def test_who_is_killed_by_a_thrown_weapon_leaves_it_in_its_space():
    models = {"H1": {"at": [3, 3], "melee": ["knife"]}, "O1": {"at": [3, 4], **DOLL, "dp": 1}, "H2": AWAY}
    game = scene(models, {"attack H1": [6, 6]}, order=NEXT)
    game.answer("throw O1 with knife")
    game.answer(["2 DP"])
    assert one(game, "O1").where == "killed"
    assert game.state.lying["knife"] == (3, 4)


def _with_a_dagger(thrown: int, foe: list[int], **more: Any) -> dict[str, Any]:
    return {
        "models": {"H1": {"at": [3, 5]}, "O1": {"at": foe, **DOLL}, "H2": AWAY},
        "lying": {"dagger": [3, 5]},
        "thrown": {"dagger": thrown},
        "round": 3,
        "order": NEXT,
        **more,
    }


@covers("HE-THR-04", "HE-THR-05")
@pytest.mark.parametrize(
    ("thrown", "foe", "may"), [(3, [9, 9], False), (2, [9, 9], True), (2, [4, 6], False), (2, [5, 5], True)]
)
def test_it_is_taken_up_on_a_later_turn_with_no_enemy_beside_it(thrown: int, foe: list[int], may: bool):
    form = _with_a_dagger(thrown, foe)
    game = scene(form.pop("models"), **form)
    if not may:
        assert barred(game, "pick up with dagger") == "HE-THR-04"
        return
    game.answer("pick up with dagger")
    assert (one(game, "H1").arms.in_use, one(game, "H1").turn.actions) == (("dagger",), 1)
    assert (game.state.lying, game.state.thrown) == ({}, {})


@covers("HE-THR-05")
def test_what_was_dropped_and_not_thrown_is_picked_up_at_once():
    models = {"H1": {"at": [3, 5], "melee": ["dagger"]}, "O1": {"at": [9, 9], **DOLL}, "H2": AWAY}
    game = scene(models, order=NEXT)
    game.answer("drop with dagger")
    game.answer("pick up with dagger")
    assert one(game, "H1").arms.in_use == ("dagger",)


@covers("HE-THR-06")
def test_a_thrown_weapon_has_no_point_blank_range_so_cover_counts():
    rows = ["...", "...", ".s."]
    models = {"H1": {"at": [0, 0], "facing": "E", "ranged": ["throwing hatchet"]}, "O1": {"at": [1, 1]}}
    state = state_of(models, map=rows)
    hatchet, sling = ranged_weapons()["throwing hatchet"], ranged_weapons()["sling"]
    thrown, shot = (shot_at(state, state.models["H1"], state.models["O1"], arm) for arm in (hatchet, sling))
    assert (thrown.is_point_blank, shot.is_point_blank) == (False, True)
    assert total_of(dodge_dice(state, shot)) == 0
    assert total_of(dodge_dice(state, thrown)) == 2
    assert total_of(shot_dice(state, thrown)) == 2


@covers("HE-THR-02", "HE-REA-01")
def test_a_dagger_may_be_thrown_in_a_reaction():
    models = {
        "O1": {"at": [3, 9], "facing": "S", "turn": {"actions": 1}},
        "H1": {"at": [3, 3], "melee": ["dagger"]},
    }
    game = scene(models, {"attack H1": [1, 1]}, order=[["H1"]])
    assert asked(game) == "react"
    game.answer("throw with dagger")
    assert told(game, "model reacted")[0].facts["weapon"] == "dagger"
    assert game.state.lying == {"dagger": (3, 7)}  # farther off it has no dice
