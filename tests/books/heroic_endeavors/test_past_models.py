"""Shooting past models."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.heroic_endeavors.chapters.ranged.past_models import line_past, size_of
from sandtable.books.heroic_endeavors.chapters.ranged.shooting import shot_at
from sandtable.books.heroic_endeavors.tables.weapons import ranged_weapons
from sandtable.kernel.testing import covers
from tests.books.heroic_endeavors.scenes import barred, one, scene, state_of, told

DOLL = {"group": "dolls", "behaviour": "hostage"}
ALLEY = ["#.#"] * 8
SHOOTER = {"at": [1, 0], "facing": "N", "ranged": ["shortbow"]}


def risks(models: dict[str, Any], weapon: str = "shortbow") -> str:
    """Whom a shot along an alley risks; "-" for nobody, "x" where there is no line."""
    state = state_of({"H1": SHOOTER, "O1": {"at": [1, 7], **DOLL}, **models}, map=ALLEY)
    found = line_past(state, shot_at(state, state.models["H1"], state.models["O1"], ranged_weapons()[weapon]))
    return "x" if found is None else "-" if found.risks is None else found.risks.id


@covers("HE-LOS-06", "HE-LOS-07", "HE-LOS-08")
@pytest.mark.parametrize(
    ("at", "found"),
    [
        ({}, "-"),
        ({"H2": 1}, "-"),
        ({"H2": 3}, "H2"),
        ({"H2": 1, "H3": 4}, "H3"),
        ({"H2": 3, "H3": 5}, "x"),
        ({"O2": 3}, "x"),
    ],
)
def test_one_friend_beside_and_one_farther_off_may_be_shot_past(at: dict[str, int], found: str):
    assert risks({id: {"at": [1, y]} for id, y in at.items()}) == found


@covers("HE-LOS-06", "HE-LOS-05")
def test_a_heavy_weapon_is_shot_past_nobody_and_the_small_block_no_line_to_whoever_is_twice_as_large():
    assert risks({"H2": {"at": [1, 1]}}, "longbow") == "x"
    assert risks({"O2": {"at": [1, 3], "small": True}}) == "-"
    state = state_of({"H1": {"at": [1, 1], "small": True}, "H2": {"at": [2, 1]}})
    assert [size_of(model) for model in state.models.values()] == [1, 2]


@covers("HE-LOS-07", "HE-LOS-08")
@pytest.mark.parametrize(("face", "struck"), [(6, "O1"), (5, "H2")])
def test_a_shot_past_a_friend_is_safe_with_two_successes_and_else_hits_the_friend(face: int, struck: str):
    models = {"H1": SHOOTER, "H2": {"at": [1, 3]}, "O1": {"at": [1, 4], **DOLL}, "H3": {"at": [1, 7]}}
    game = scene(models, {"check H1": [face], "attack H1": [1, 1]}, map=ALLEY, order=[["H3"]])
    game.answer("shoot O1 with shortbow")
    assert told(game, "attack declared")[0].facts["target"] == struck
    assert one(game, "H1").turn.actions == 1


@covers("HE-LOS-02")
def test_who_stands_behind_an_enemy_is_no_target():
    models = {"H1": SHOOTER, "O1": {"at": [1, 5], **DOLL}, "O2": {"at": [1, 3], **DOLL}, "H3": {"at": [1, 7]}}
    game = scene(models, map=ALLEY, order=[["H3"]])
    assert barred(game, "shoot O1 with shortbow") == "HE-LOS-01"
