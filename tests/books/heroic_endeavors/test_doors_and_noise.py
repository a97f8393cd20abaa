"""Doors by force, what is heard of them and of fights, and who opens what."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.heroic_endeavors.chapters.doors_by_force import defence_of
from sandtable.books.heroic_endeavors.game_master.noise import EXPLOSION, GUNFIRE, MELEE, heard_at, noise_of
from sandtable.books.heroic_endeavors.state import Adventure
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.game import Game
from sandtable.kernel.testing import covers
from tests.books.heroic_endeavors.scenes import ARMED, NEXT, asked, barred, begun, one, scene, state_of, told

RULES = Catalogue.load("sandtable.books.heroic_endeavors")
ROOMS = ["#########", "#...#...#", "#...+...#", "#...#...#", "#########"]


def at_door(
    model: dict[str, Any], dice: Any = None, door: Any = None, others: Any = None, **form: Any
) -> Game[Adventure]:
    """Somebody beside a door between two rooms, facing it."""
    row = {
        "id": "D1",
        "at": [4, 2],
        "type": "normal",
        "state": "closed",
        "rule": "HE-DOOR-04",
        **(door or {}),
    }
    models = {"H1": {"at": [3, 2], "facing": "E", **model}, **(others or {})}
    return scene(models, {**NEXT, **(dice or {})}, map=ROOMS, doors=[row], **form)


@covers("HE-DOOR-04")
def test_every_type_of_door_withstands_what_the_table_says():
    for row in RULES.rule("HE-DOOR-04").table:
        state = state_of(
            {"H1": {"at": [3, 2]}}, map=ROOMS,
            doors=[{"id": "D1", "at": [4, 2], "type": row["type"], "state": "closed", "rule": "HE-DOOR-04"}],
        )  # fmt: skip
        door = state.doors["D1"]
        assert (defence_of(door), door.dp) == (row["def"], row["dp"])


@covers("HE-DOOR-03", "HE-DOOR-01", "HE-CHK-05")
@pytest.mark.parametrize(("faces", "opens"), [([6, 3], True), ([3, 3], False)])
def test_a_locked_door_is_broken_open_with_strength_against_its_defence(faces: list[int], opens: bool):
    lock = {"state": "locked", "lock": {"kind": "mechanical", "difficulty": 4}}
    game = at_door({"traits": {"STR": 2}}, {"check H1": faces}, lock)
    assert barred(game, "open D1") == "HE-DOOR-07"
    game.answer("force D1")
    assert game.state.doors["D1"].state == ("open" if opens else "locked")
    assert told(game, "check passed" if opens else "check failed")[0].facts["difficulty"] == 3
    if opens:
        game.answer("close D1")
        assert told(game, "door closed")


@covers("HE-DOOR-05", "HE-DOOR-06", "HE-MEL-13")
def test_the_example_of_the_book_six_dice_against_a_normal_door_destroy_it():
    strong = {"melee": ["longsword"], "traits": {"STR": 2}, "armour": "heavy ancient armor"}
    dice = {"attack H1": [6, 6, 1, 1, 1, 1], "defence D1": [3, 3, 1]}
    game = at_door(strong, dice)
    game.answer("break down D1 with longsword")
    assert game.state.doors["D1"].state == "destroyed"
    assert game.state.board.barrier("D1").is_open
    assert told(game, "object damaged")[0].facts["points"] == 1


@covers("HE-DOOR-05", "HE-DOOR-06")
def test_a_door_that_rolls_higher_does_not_strike_back_and_nothing_else_is_bought():
    game = at_door(ARMED, {"attack H1": [1, 1], "defence D1": [6, 6, 6]})
    game.answer("break down D1 with longsword")
    assert game.state.doors["D1"].state == "closed"
    assert asked(game) == "choose act"
    assert one(game, "H1").dp == 2
    assert not told(game, "successes spent")


@covers("HE-DOOR-05")
def test_a_door_is_shot_at_from_afar_but_not_out_of_the_arc():
    bow = {"ranged": ["shortbow"], "at": [1, 2]}
    game = at_door({**bow, "facing": "E"}, {"attack H1": [6, 6], "defence D1": [1, 1, 1]})
    game.answer("break down D1 with shortbow")
    assert game.state.doors["D1"].state == "destroyed"
    away = at_door({**bow, "facing": "W"})
    assert barred(away, "break down D1 with shortbow") == "HE-ARC-01"


@covers("HE-DOOR-08", "HE-AGM-03")
@pytest.mark.parametrize(("at", "awareness"), [([7, 3], "alerted"), ([7, 1], "alerted")])
def test_forcing_a_door_is_heard_behind_it(at: list[int], awareness: str):
    others = {"O1": {"at": at, "facing": "E"}}
    game = at_door({}, {"check H1": [1]}, others=others, awareness="unaware")
    game.answer("force D1")
    assert game.state.groups["guards"].awareness == awareness
    assert told(game, "group alerted")[0].rules == ("HE-DOOR-08",)
    assert not [event for event in game.events(seat="A") if event.kind == "group alerted"]


@covers("HE-DOOR-08", "HE-AGM-03")
def test_noise_alerts_nobody_beyond_its_distance_or_whose_adventure_has_its_own_trigger():
    far = ["#" * 20, "#...+" + "." * 14 + "#", "#" * 20]
    door = {"id": "D1", "at": [4, 1], "type": "normal", "state": "closed", "rule": "HE-DOOR-04"}
    models = {"H1": {"at": [3, 1], "facing": "E"}, "O1": {"at": [17, 1], "facing": "E"}}
    game = scene(models, {"check H1": [1]}, map=far, doors=[door], awareness="unaware")
    game.answer("force D1")
    assert game.state.groups["guards"].awareness == "unaware"
    models["O1"]["at"] = [15, 1]
    state = state_of(models, map=far, doors=[door], awareness="unaware", active="H1")
    state.groups["guards"].hears = False
    deaf = begun(state, {"check H1": [1]})
    deaf.answer("force D1")
    assert deaf.state.groups["guards"].awareness == "unaware"


@covers("HE-AGM-03")
def test_the_catalogue_says_how_far_each_noise_is_heard():
    heard = {row["cause"]: row["distance"] for row in RULES.rule("HE-AGM-03").table}
    assert heard_at(MELEE) == heard["melee or bow fire"]
    assert heard_at(GUNFIRE) == heard["gunfire or arcane attack in the open"]
    assert heard_at("muffled") == heard["gunfire or arcane attack behind a closed door or wall"]
    assert heard_at(EXPLOSION) == heard["explosion"]
    assert heard_at("door forced") == heard["door forced or destroyed"]


@covers("HE-AGM-03")
@pytest.mark.parametrize(
    ("weapon", "is_melee", "noise"),
    [
        ("longsword", True, MELEE), ("shortbow", False, MELEE), ("crossbow", False, MELEE),
        ("assault rifle (compact)", False, GUNFIRE), ("hand grenade, concussion", False, EXPLOSION),
    ],
)  # fmt: skip
def test_bows_are_heard_like_blows_and_grenades_farthest(weapon: str, is_melee: bool, noise: str):
    assert noise_of(weapon, is_melee=is_melee) == noise


@covers("HE-AGM-28", "HE-AGM-26")
def test_beasts_open_nothing_and_break_doors_down():
    beast = {"at": [5, 2], "facing": "W", "melee": ["fangs & claws, large"], "handless": True}
    door = {"type": "flimsy"}
    dice = {"attack O1": [6, 6, 6, 6], "defence D1": [1]}
    models = {"O1": beast}
    state = at_door({"at": [1, 1]}, dice, door, models, active="H1", order=[["O1"]]).state
    state.groups["guards"].known = {"H1": (1, 1)}
    state.active, state.step, state.order = "", "activate", (("O1",),)
    game = begun(state, dice)
    assert told(game, "door destroyed")[0].facts == {"model": "O1", "door": "D1"}
    assert not told(game, "door opened")
