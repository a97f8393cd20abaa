"""Flight, hovering, jump packs and leaps."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.heroic_endeavors.chapters.ground import is_adjacent
from sandtable.books.heroic_endeavors.chapters.melee.reach import can_strike
from sandtable.books.heroic_endeavors.chapters.movement.walking import reach_of
from sandtable.books.heroic_endeavors.chapters.ranged.shooting import range_to
from sandtable.books.heroic_endeavors.chapters.ranged.sight import sees
from sandtable.books.heroic_endeavors.special.flight import flights, wings
from sandtable.books.heroic_endeavors.special.jump_packs import ground_at, jumps
from sandtable.books.heroic_endeavors.special.leaping import leaps
from sandtable.books.heroic_endeavors.tables.landings import landing
from sandtable.books.heroic_endeavors.tables.weapons import melee_weapons
from sandtable.kernel import Refused
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.testing import covers
from tests.books.heroic_endeavors.scenes import ARMED, asked, barred, go, one, scene, state_of, told

RULES = Catalogue.load("sandtable.books.heroic_endeavors")
AWAY = {"at": [11, 11]}
DOLL = {"group": "dolls", "behaviour": "hostage"}
SPENT = {"actions": 0, "reaction": False}
PACK = {"gear": ["jump pack"]}


def _land(game: Any, x: int, y: int, facing: str = "N") -> None:
    game.answer({"models": [[x + 0.5, y + 0.5]], "facing": facing})


@covers("HE-SKL-07")
def test_wings_carry_as_far_as_the_table_says():
    for row in RULES.rule("HE-SKL-07").table:
        state = state_of({"H1": {"at": [0, 0], "skills": ["Flight"] * row["times"]}})
        hero = state.models["H1"]
        assert wings(hero) == row["spaces"]
        if row["spaces"] < 12:
            found = flights(state, hero, wings(hero)).spaces
            assert (0, row["spaces"]) in found
            assert (0, row["spaces"] + 1) not in found
            assert (4, 4) in found
            assert (5, 5) not in found


@covers("HE-SKL-08", "HE-SKL-10")
def test_it_flies_over_rough_and_impassable_ground_but_ends_on_neither_and_walls_stop_it():
    rows = ["...#", "rpc#", "rpc#", "...."]
    state = state_of({"H1": {"at": [0, 0], "skills": ["Flight"]}}, map=rows)
    found = flights(state, state.models["H1"], 6).spaces
    assert {(0, 3), (1, 3), (2, 3)} <= {*found}
    assert not {(0, 1), (0, 2), (1, 1), (2, 1), (2, 2)} & {*found}
    assert found[(1, 3)] == 7
    blocked = state_of({"H1": {"at": [0, 0], "skills": ["Flight"]}}, map=["....", "####", "...."])
    assert all(y == 0 for _, y in flights(blocked, blocked.models["H1"], 6).spaces)
    flyer = state_of({"H1": {"at": [2, 0], "skills": ["Flight"]}, "O1": {"at": [2, 3]}}, map=rows)
    assert not sees(flyer, flyer.models["H1"], flyer.models["O1"])


@covers("HE-SKL-07", "HE-SKL-09", "HE-FST-01")
def test_wings_or_feet_and_a_run_doubles_the_flight():
    models = {"H1": {"at": [0, 0], "skills": ["Flight"]}, "H2": AWAY}
    game = scene(models, order=[["H2"]])
    game.answer("fly far")
    _land(game, 0, 11)
    assert one(game, "H1").at == (0, 11)
    assert one(game, "H1").condition.moved == 22
    game = scene(models, order=[["H2"]])
    game.answer("fly")
    _land(game, 0, 6)
    assert "HE-SKL-07" in told(game, "model moved")[0].rules
    assert barred(game, "walk") == "HE-SKL-09"
    game.answer("fly")
    _land(game, 0, 0)
    game = scene(models, order=[["H2"]])
    go(game, 0, 2)
    assert barred(game, "fly") == "HE-SKL-09"


LIFTING = {"skills": ["Flight"], "facing": "S", "turn": {"reaction": False, "actions": 0}}


@covers("HE-SKL-11", "HE-SKL-12")
@pytest.mark.parametrize(("face", "hovers"), [(4, 0), (5, 3), (6, 3)])
def test_on_five_and_six_a_flyer_lifts_off_and_the_action_is_spent(face: int, hovers: int):
    models = {"H1": {"at": [3, 3], **ARMED}, "O1": {"at": [3, 4], **LIFTING, **DOLL}, "H2": AWAY}
    dice = {"lifting off O1": [face], **({} if hovers else {"attack H1": [1, 1], "defence O1": []})}
    game = scene(models, dice, ceiling="open", order=[["H2"]])
    game.answer("strike O1 with longsword")
    assert one(game, "O1").condition.hovers == hovers
    assert one(game, "H1").turn.actions == 1
    assert len(told(game, "strike resolved")) == (0 if hovers else 1)


@covers("HE-SKL-11")
def test_under_a_low_ceiling_or_stunned_nobody_lifts_off():
    for more, form in (({}, {}), ({"condition": {"stunned": True}}, {"ceiling": "open"})):
        models = {
            "H1": {"at": [3, 3], **ARMED},
            "O1": {"at": [3, 4], **LIFTING, **DOLL, **more},
            "H2": AWAY,
        }
        game = scene(models, {"attack H1": [1, 1]}, order=[["H2"]], **form)
        game.answer("strike O1 with longsword")
        assert told(game, "strike resolved")


@covers("HE-SKL-12", "HE-RNG-10")
def test_who_hovers_is_out_of_reach_but_for_a_long_polearm_and_three_spaces_farther():
    models = {
        "H1": {"at": [3, 3]},
        "O1": {"at": [3, 4], "condition": {"hovers": 3}},
        "O2": {"at": [3, 6], "condition": {"hovers": 3}},
    }
    state = state_of(models)
    hero, near, far = (state.models[id] for id in ("H1", "O1", "O2"))
    reached = [
        name
        for name in ("longsword", "halberd", "pike")
        if can_strike(state, hero, near, melee_weapons()[name])
    ]
    assert reached == ["pike"]
    assert range_to(state, hero, far) == 6
    assert is_adjacent(state, hero, near)


@covers("HE-SKL-12")
def test_it_comes_down_with_its_next_activation():
    models = {"O1": {"at": [3, 4], **DOLL, "condition": {"hovers": 3}}, "H1": AWAY}
    game = scene(models, order=[["O1"], ["H1"]], step="activate", active="")
    assert one(game, "O1").condition.hovers == 0
    assert told(game, "model landed")


@covers("HE-SKL-20", "HE-SKL-21")
def test_a_jump_goes_over_everything_but_sealing_walls_onto_any_height():
    rows = ["....", "pppp", "cccc", "...."]
    heights = ["5555", "0000", "0000", "0000"]
    state = state_of({"H1": {"at": [0, 0], **PACK}, "O1": {"at": [1, 3]}}, map=rows, heights=heights)
    found = jumps(state, state.models["H1"]).spaces
    assert {(0, 3), (2, 3), (3, 3)} <= {*found}
    assert not {(1, 3), (0, 1), (0, 2)} & {*found}
    wall = state_of({"H1": {"at": [0, 0], **PACK}}, map=["....", "####", "...."])
    assert all(y == 0 for _, y in jumps(wall, wall.models["H1"]).spaces)
    open_floor = state_of({"H1": {"at": [0, 0], **PACK}}, map=["." * 14] * 14)
    far = jumps(open_floor, open_floor.models["H1"]).spaces
    assert (0, 12) in far
    assert (0, 13) not in far


@covers("HE-SKL-23")
def test_the_landing_table_is_the_book_s():
    for row in RULES.rule("HE-SKL-23").table:
        number = int(str(row["successes"]).rstrip("+"))
        for ground in ("normal", "difficult"):
            found = landing(number, ground)
            words = f"{found.dp} DP" if found.dp else "stunned" if found.stuns else "no effect"
            assert words == row[ground]
    assert landing(7, "difficult") == landing(3, "difficult")


@covers("HE-SKL-23", "HE-SKL-22")
@pytest.mark.parametrize(
    ("dice", "dp", "stunned"), [([3, 1, 2], 3, True), ([1, 1, 2], 2, False), ([3, 4, 1], 3, False)]
)
def test_a_landing_is_rolled_after_each_jump(dice: list[int], dp: int, stunned: bool):
    models = {
        "H1": {"at": [0, 0], **PACK, "traits": {"DEX": 2, "PER": 2, "DP": 3}},
        "H2": AWAY,
    }
    game = scene(models, {"check H1": dice}, order=[["H2"]])
    game.answer("jump")
    _land(game, 0, 6)
    assert one(game, "H1").dp == dp
    assert one(game, "H1").condition.stunned is stunned
    if not stunned:
        assert barred(game, "jump") == "HE-SKL-20"


@covers("HE-SKL-23")
def test_rough_ground_and_ground_that_was_not_seen_are_difficult():
    rows = ["....", ".##.", "r..."]
    state = state_of({"H1": {"at": [1, 0], **PACK}}, map=rows)
    hero = state.models["H1"]
    assert [ground_at(state, hero, at) for at in ((2, 0), (0, 0), (1, 2))] == [
        "normal",
        "difficult",
        "difficult",
    ]


@covers("HE-SKL-22")
@pytest.mark.parametrize("how", ["jump, then walk", "walk, then jump"])
def test_with_a_run_it_jumps_and_walks_its_mov_once_before_or_after(how: str):
    models = {"H1": {"at": [0, 0], **PACK, "traits": {"DEX": 3}}, "H2": AWAY}
    game = scene(models, {"check H1": [6, 6, 1]}, order=[["H2"]])
    game.answer(how)
    first, second = ((0, 8), (0, 11)) if how.startswith("jump") else ((0, 4), (0, 11))
    _land(game, *first)
    if not how.startswith("jump"):
        with pytest.raises(Refused):
            _land(game, 11, 11)
    _land(game, *second)
    assert one(game, "H1").at == (0, 11)
    assert one(game, "H1").turn.actions == 0
    assert [row["ground"] for row in RULES.rule("HE-SKL-22").table] == [0, "MOV"]


@covers("HE-SKL-24")
def test_a_leap_adds_four_spaces_over_rough_ground_and_not_over_a_pit():
    rows = ["......", "r.....", "r.....", "r.....", "r.....", "......"]
    state = state_of({"H1": {"at": [0, 0], "skills": ["Leap"]}}, map=rows)
    hero = state.models["H1"]
    assert leaps(state, hero).spaces[(0, 4)] == 8
    assert (0, 5) not in leaps(state, hero).spaces
    assert leaps(state, hero).spaces[(0, 1)] == 2
    assert reach_of(state, hero, 4).spaces[(0, 1)] == 4
    pit = state_of({"H1": {"at": [0, 0], "skills": ["Leap"]}}, map=["....", "pppp", "pppp", "pppp", "...."])
    assert all(y == 0 for _, y in leaps(pit, pit.models["H1"]).spaces)


@covers("HE-SKL-24")
def test_the_spaces_of_a_leap_come_on_top_of_the_run():
    rows = ["." * 3] * 14
    game = scene({"H1": {"at": [0, 0], "skills": ["Leap"]}, "H2": {"at": [2, 13]}}, map=rows, order=[["H2"]])
    game.answer("run with a leap")
    for y in (3, 7, 12):
        assert asked(game) == "leap"
        _land(game, 0, y)
    assert one(game, "H1").at == (0, 12)
    assert one(game, "H1").turn.walked <= 8
