"""Rider and mount: two models on one base."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.heroic_endeavors.chapters.initiative import units
from sandtable.kernel import Refused
from sandtable.kernel.testing import covers
from tests.books.heroic_endeavors.scenes import ARMED, BOW, answers, asked, barred, one, scene, state_of, told

HORSE: dict[str, Any] = {"base": "cavalry", "gait": "mount", "traits": {"MOV": 6, "DP": 3}}
AWAY = {"at": [0, 0]}
NEXT = [["H2"]]
SPENT = {"actions": 0, "reaction": False}
DOLL = {"group": "dolls", "behaviour": "hostage"}


def mounted(**more: Any) -> dict[str, Any]:
    """A hero on a horse, whose record has it elsewhere."""
    return {"C9": {"at": [5, 5], **HORSE}, "H1": {"rides": "C9", **ARMED, **more}, "H2": AWAY}


def foes_on_a_horse(**more: Any) -> dict[str, Any]:
    """The same for the other side, which does nothing."""
    return {
        "O9": {"at": [5, 6], "facing": "S", **HORSE, **DOLL, "turn": SPENT},
        "O1": {"rides": "O9", **DOLL, "traits": {"DP": 3}, "turn": SPENT, **more},
    }


@covers("HE-MNT-02", "HE-MNT-04")
def test_rider_and_mount_share_base_and_initiative_and_have_traits_of_their_own():
    state = state_of(mounted())
    rider, horse = state.models["H1"], state.models["C9"]
    assert (rider.at, rider.spaces, rider.facing) == (horse.at, horse.spaces, horse.facing)
    assert ("C9", "H1") in units(state)
    assert (rider.traits.DP, horse.traits.DP) == (2, 3)
    with pytest.raises(Refused):
        state_of({"H1": {"rides": "H2"}, "H2": AWAY})


@covers("HE-MNT-02", "HE-ACT-01")
def test_their_actions_are_interleaved_and_the_rider_is_carried():
    models = {**mounted(), "O1": {"at": [5, 11], **DOLL, "turn": SPENT}}
    game = scene(models, {"attack H1": [1, 1]}, active="C9", order=NEXT)
    assert "let H1 act" in answers(game)
    game.answer("walk")
    game.answer({"models": [[5.5, 9.5]], "facing": "N"})
    rider, horse = one(game, "H1"), one(game, "C9")
    assert rider.at == horse.at == (5, 9)
    assert (horse.turn.actions, rider.turn.actions) == (1, 2)
    game.answer("let H1 act")
    assert barred(game, "walk") == "HE-MNT-02"
    game.answer("strike O1 with longsword")
    game.answer("let C9 act")
    game.answer("end")  # the horse has done; the rider goes on
    assert game.state.active == "H1"
    game.answer("end")
    assert game.state.active == "H2"
    assert one(game, "C9").turn.done


@covers("HE-MNT-05", "HE-DICE-03")
@pytest.mark.parametrize(("face", "struck"), [(1, "O9"), (4, "O9"), (5, "O1"), (6, "O1")])
def test_a_die_says_whether_rider_or_mount_is_struck(face: int, struck: str):
    models = {"H1": {"at": [5, 4], **ARMED}, **foes_on_a_horse(), "H2": AWAY}
    dice = {"rider or mount O9": [face], "attack H1": [3, 3], f"defence {struck}": [1]}
    game = scene(models, dice, order=NEXT)
    game.answer("strike O1 with longsword")
    game.answer(["1 DP"])
    assert (one(game, "O9").dp, one(game, "O1").dp) == ((2, 3) if struck == "O9" else (3, 2))
    assert told(game, "rider or mount")[0].facts["target"] == struck


@covers("HE-MNT-06", "HE-ACT-11")
@pytest.mark.parametrize("aims", [True, False])
def test_aim_chooses_between_rider_and_mount_or_adds_to_the_attack_and_never_both(aims: bool):
    models = {
        "H1": {"at": [5, 0], **BOW, "prepared": {"aim": 2, "turn": 1}},
        **foes_on_a_horse(),
        "H2": AWAY,
    }
    dice = (
        {"rider or mount O9": [2, 3, 6], "attack H1": [1]}
        if aims
        else {"rider or mount O9": [3], "attack H1": [1, 1, 1]}
    )
    game = scene(models, dice, order=NEXT)
    game.answer("shoot O1 with shortbow")
    assert asked(game) == "aim at the rider"
    game.answer(aims)
    if aims:
        assert asked(game) == "rider or mount"
        game.answer("O1")
    assert told(game, "shot resolved")[0].facts["target"] == ("O1" if aims else "O9")


@covers("HE-MNT-11")
def test_mounting_and_dismounting_cost_the_rider_an_action():
    models = {"H1": {"at": [4, 5]}, "C9": {"at": [5, 5], **HORSE}, "H2": {"at": [0, 0]}}
    game = scene(models, order=NEXT)
    game.answer("mount C9")
    rider = one(game, "H1")
    assert (rider.rides, rider.spaces, rider.turn.actions) == ("C9", one(game, "C9").spaces, 1)
    game.answer("dismount")
    assert asked(game) == "get off"
    game.answer("E6")
    rider = one(game, "H1")
    assert (rider.rides, rider.spaces, rider.turn.actions) == ("", ((4, 5),), 0)


@covers("HE-MNT-12", "HE-FBK-05")
@pytest.mark.parametrize(("dex", "falls"), [(3, False), (2, True)])
def test_who_loses_its_mount_comes_to_the_ground_and_may_fall(dex: int, falls: bool):
    models = {"H1": {"at": [5, 4], **ARMED}, **foes_on_a_horse(), "H2": AWAY}
    models["O9"] = {**models["O9"], "dp": 1}
    dice = {"rider or mount O9": [1], "attack H1": [3, 6], "defence O9": [1], "check O1": [dex]}
    game = scene(models, dice, order=NEXT)
    game.answer("strike O9 with longsword")
    game.answer(["1 DP"])
    rider = one(game, "O1")
    assert (rider.rides, len(rider.spaces), rider.condition.fallen) == ("", 1, falls)
    assert not {*rider.spaces} & {*one(game, "O9").spaces}
    assert told(game, "model dismounted")[0].rules == ("HE-MNT-12",)


@covers("HE-MNT-12")
@pytest.mark.parametrize(("vehicle", "behaviour"), [(False, "stray"), (True, "vehicle")])
def test_a_mount_without_its_rider_walks_off_and_a_vehicle_stays(vehicle: bool, behaviour: str):
    models = {"H1": {"at": [5, 4], **ARMED}, **foes_on_a_horse(), "H2": AWAY}
    models["O1"] = {**models["O1"], "dp": 1}
    models["O9"] = {**models["O9"], "is_vehicle": vehicle, "turn": {}}
    dice = {"rider or mount O9": [6], "attack H1": [3, 6], "defence O1": [1]}
    game = scene(models, dice, order=[["O9"], ["H2"]], exits=[[5, 11]])
    game.answer("strike O1 with longsword")
    game.answer(["2 DP"])
    assert one(game, "O1").where == "killed"
    assert one(game, "O9").behaviour == behaviour
    game.answer("end")
    while asked(game) == "react":
        game.answer("not now")
    assert (one(game, "O9").at == (5, 6)) is vehicle


@covers("HE-FBK-01", "HE-MNT-02")
def test_a_mounted_unit_is_forced_back_as_one_whichever_was_struck():
    models = {"H1": {"at": [5, 4], **ARMED}, **foes_on_a_horse(), "H2": AWAY}
    game = scene(models, {"rider or mount O9": [6], "attack H1": [3, 1], "defence O1": [1]}, order=NEXT)
    game.answer("strike O1 with longsword")
    game.answer(["force back"])
    horse, rider = one(game, "O9"), one(game, "O1")
    assert horse.at != (5, 6)
    assert rider.spaces == horse.spaces
