"""Larger bases: footprints, zones and arcs in four facings, steps, squeezing, sight."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.heroic_endeavors.book import BOOK
from sandtable.books.heroic_endeavors.chapters.ground import distance_between, face, others_than
from sandtable.books.heroic_endeavors.chapters.melee.reach import can_strike, is_rear, zones_of
from sandtable.books.heroic_endeavors.chapters.movement.walking import reach_of
from sandtable.books.heroic_endeavors.chapters.ranged.shooting import is_in_arc
from sandtable.books.heroic_endeavors.chapters.ranged.sight import sees, stander
from sandtable.books.heroic_endeavors.chapters.traits import trait
from sandtable.books.heroic_endeavors.tables.bases import Size, footprint_of, squeezed_into
from sandtable.books.heroic_endeavors.tables.weapons import melee_weapons
from sandtable.kernel import Refused
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.testing import covers
from sandtable.table.squares.arcs import zone
from sandtable.table.squares.spaces import FACINGS, Facing, laid
from tests.books.heroic_endeavors.scenes import ARMED, answers, one, scene, state_of, told

RULES = Catalogue.load("sandtable.books.heroic_endeavors")
NAMED: dict[str, Size] = {"2x2": "40 mm", "3x3": "60 mm", "cavalry": "cavalry"}
ZONES = {"A": "front", "D": "side", "rear": "rear"}
WEAPONS = {"B": ("halberd", "short spear"), "C": ("pike", "halberd")}
"""A weapon that reaches a zone, and the longest that does not."""
AWAY = {"at": [11, 11]}
DOLL = {"group": "dolls", "behaviour": "hostage"}


def spaces(found: Any) -> set[tuple[int, int]]:
    return {(int(x), int(y)) for x, y in found}


@covers("HE-BASE-01")
@pytest.mark.parametrize("row", RULES.rule("HE-BASE-01").table)
def test_bases_cover_as_many_spaces_and_are_as_tall_as_the_table_says(row: dict[str, Any]):
    size: Any = row.get("base") or f"{row['base_mm']} mm"
    state = state_of({"H1": {"at": [5, 5], "base": size}})
    hero = state.models["H1"]
    assert len(hero.spaces) == row["spaces"]
    assert stander(state, hero).tall == row["default_height"]


FOOTPRINTS: dict[str, Any] = {
    "25/30 mm": footprint_of("25 mm"),
    "40/50 mm": footprint_of("40 mm"),
    "60 mm": footprint_of("60 mm"),
    "cavalry": footprint_of("cavalry"),
    "40/50 mm squeezed": squeezed_into(footprint_of("50 mm"), (1, 2), "N"),
    "60 mm squeezed": squeezed_into(footprint_of("60 mm"), (2, 3), "N"),
}


@covers("HE-BASE-02", "HE-BASE-09")
@pytest.mark.parametrize("row", RULES.rule("HE-BASE-02").table[:6])
def test_footprints_are_those_of_the_catalogue(row: dict[str, Any]):
    assert {*FOOTPRINTS[row["base"]].offsets} == spaces(row["offsets"])


@covers("HE-BASE-02")
@pytest.mark.parametrize("size", ["40 mm", "60 mm"])
def test_a_square_base_that_turns_keeps_its_spaces(size: Size):
    state = state_of({"H1": {"at": [5, 5], "base": size}})
    hero = state.models["H1"]
    before = {*hero.spaces}
    for facing in (*FACINGS[1:], FACINGS[0]):
        face(hero, facing)
        assert {*hero.spaces} == before
    assert hero.at == (5, 5)


@covers("HE-BASE-04", "HE-BASE-06", "HE-MEL-02")
@pytest.mark.parametrize("facing", FACINGS)
@pytest.mark.parametrize("row", RULES.rule("HE-BASE-04").table)
def test_the_zones_of_large_bases_are_those_of_the_diagrams_in_four_facings(
    row: dict[str, Any], facing: Facing
):
    base, at = footprint_of(NAMED[row["base"]]), (9, 9)
    there = {*laid(spaces(row["offsets"]), at, facing)}
    around = [(x, y) for x in range(19) for y in range(19)]
    if row["zone"] in ZONES:
        assert {one for one in around if zone(base, at, facing, one) == ZONES[row["zone"]]} == there
        return
    longer, shorter = (melee_weapons()[one] for one in WEAPONS[row["zone"]])
    found = {*laid(zones_of(base, longer), at, facing)} - {*laid(zones_of(base, shorter), at, facing)}
    assert found == there


@covers("HE-BASE-05", "HE-ARC-02", "HE-ARC-03")
@pytest.mark.parametrize("facing", FACINGS)
@pytest.mark.parametrize("row", RULES.rule("HE-BASE-05").table)
def test_the_arcs_of_large_bases_are_those_of_the_diagrams_in_four_facings(
    row: dict[str, Any], facing: Facing
):
    key = next(one for one in row if one.startswith("sample_in_range"))
    far, arc = int(key[-1]), row["arc"]
    wide: list[str] = ["." * 15] * 15
    models = {"H1": {"at": [7, 7], "facing": facing, "base": NAMED[row["base"]]}, "O1": {"at": [0, 0]}}
    state = state_of(models, map=wide)
    hero, foe = state.models["H1"], state.models["O1"]
    found = set()
    for x in range(15):
        for y in range(15):
            foe.at = (x, y)
            if (x, y) in hero.spaces or distance_between(hero, foe) > far:
                continue
            if is_in_arc(hero, foe, arc):
                found.add((x, y))
    assert found == {*laid(spaces(row[key]), (7, 7), facing)}


@covers("HE-BASE-03", "HE-BASE-11", "HE-LOS-03")
def test_every_space_under_a_base_is_taken_blocks_a_line_and_can_be_attacked():
    models = {
        "H1": {"at": [0, 1], "facing": "E"},
        "O1": {"at": [3, 1], "base": "40 mm"},
        "O2": {"at": [7, 1]},
    }
    state = state_of(models, map=["#" * 9, "." * 9, "." * 9, "#" * 9])
    hero, giant = state.models["H1"], state.models["O1"]
    assert not sees(state, hero, state.models["O2"])
    assert sees(state, hero, giant)
    assert {*others_than(state, hero).standing} >= {(3, 1), (4, 1), (3, 2), (4, 2)}
    assert not {*reach_of(state, hero, 6).spaces} & {*giant.spaces}
    hero.at = (2, 2)
    assert can_strike(state, hero, giant, melee_weapons()["club"])
    corner = state_of({**models, "H1": {"at": [0, 0]}}, map=["." * 9] * 3 + ["..#" + "." * 6])
    assert sees(corner, corner.models["H1"], corner.models["O1"])


@covers("HE-BASE-06", "HE-MEL-09")
@pytest.mark.parametrize("facing", FACINGS)
@pytest.mark.parametrize(("offset", "rear"), [((0, -2), True), ((1, -2), False), ((2, -1), False)])
def test_who_stands_partly_beside_a_model_is_not_behind_it(
    offset: tuple[int, int], rear: bool, facing: Facing
):
    """The attacker is as large as the one it attacks; its own facing does not matter."""
    state = state_of(
        {"H1": {"at": [7, 7], "facing": facing, "base": "60 mm"}, "O1": {"at": [0, 0], "base": "40 mm"}},
        map=["." * 15] * 15,
    )
    hero, foe = state.models["H1"], state.models["O1"]
    foe.facing = facing
    # Told for north: the rear row of a base of 60 mm is two below its middle, its right side two beside.
    start = {(0, -2): (0, -3), (1, -2): (2, -2), (2, -1): (2, 0)}[offset]
    (foe.at,) = laid([start], (7, 7), facing)
    assert is_rear(hero, foe) is rear


@covers("HE-BASE-07", "HE-MOV-07")
def test_a_large_model_pays_double_if_any_of_its_spaces_is_rough_and_passes_no_narrow_gap():
    rows = ["......", "...r..", "......"]
    state = state_of({"H1": {"at": [1, 0], "base": "40 mm"}}, map=rows)
    found = reach_of(state, state.models["H1"], 6).spaces
    assert (found[(0, 0)], found[(2, 0)]) == (2, 4)  # the step to the east covers the rubble
    walls = state_of({"H1": {"at": [1, 1], "base": "60 mm"}, "O1": {"at": [5, 1]}}, map=["." * 9] * 3)
    assert (4, 1) not in reach_of(walls, walls.models["H1"], 8).spaces


@covers("HE-BASE-07", "HE-MOV-02")
def test_a_large_model_walks_and_turns_and_stands_where_it_was_sent():
    game = scene({"H1": {"at": [0, 0], "base": "40 mm", **ARMED}, "H2": AWAY}, order=[["H2"]])
    game.answer("walk")
    game.answer({"models": [[4.0, 1.0]], "facing": "S"})  # the middle of its base
    hero = one(game, "H1")
    assert {*hero.spaces} == {(3, 0), (4, 0), (3, 1), (4, 1)}
    assert (hero.facing, hero.turn.walked) == ("S", 3)
    assert "HE-BASE-07" in told(game, "model moved")[0].rules


@covers("HE-BASE-08", "HE-MOV-09")
def test_models_on_the_outer_corners_of_a_large_step_neither_stop_it_nor_cost_more():
    models = {
        "H1": {"at": [0, 0], "base": "40 mm"},
        "O1": {"at": [2, 0], **DOLL},
        "O2": {"at": [0, 2], **DOLL},
    }
    state = state_of(models, map=["...."] * 4)
    assert reach_of(state, state.models["H1"], 2).spaces[(1, 1)] == 3
    state.models["O1"].at = (2, 1)
    assert (1, 1) not in reach_of(state, state.models["H1"], 2).spaces


def _corridor(mov: int, dice: dict[str, list[int]] | None = None, **hero: Any) -> Any:
    """A room two high with a passage one wide leading out of it to the east."""
    rows = ["..######", "........"]
    models = {
        "H1": {"at": [0, 0], "base": "40 mm", "traits": {"MOV": mov, "DEX": 2}, **hero},
        "C2": {"at": [7, 0]},
    }
    return scene(models, dice or {}, map=rows, order=[["C2"]])


@covers("HE-BASE-09", "HE-BASE-10")
def test_a_model_of_40_mm_squeezes_through_one_space_for_double_and_is_clumsy():
    game = _corridor(5)
    game.answer("walk")
    squeezed = [one for one in answers(game) if "squeezed" in one]
    assert {"models": [[2.5, 0.5]], "squeezed": [2, 1]} in squeezed
    assert {"models": [[3.5, 0.5]], "squeezed": [2, 1]} not in squeezed  # a third step would cost 6 in all
    game.answer({"models": [[2.5, 0.5]], "squeezed": [2, 1], "facing": "E"})
    hero = one(game, "H1")
    assert ({*hero.spaces}, hero.turn.walked) == ({(2, 0), (3, 0)}, 4)
    assert trait(game.state, hero, "DEX") == 1
    assert "HE-BASE-09" in told(game, "model moved")[-1].rules
    game.answer("walk")
    game.answer({"models": [[1.0, 1.0]], "facing": "W"})
    hero = one(game, "H1")
    assert ({*hero.spaces}, hero.squeezed) == ({(0, 0), (1, 0), (0, 1), (1, 1)}, None)
    assert trait(game.state, hero, "DEX") == 2


@covers("HE-BASE-09")
@pytest.mark.parametrize(("size", "may"), [("60 mm", False), ("25 mm", False)])
def test_a_base_of_60_mm_does_not_squeeze_into_one_space_and_a_small_one_need_not(size: str, may: bool):
    state = state_of({"H1": {"at": [1, 1], "base": size}}, map=["...####", "...####", "......."])
    narrow = [one for one in reach_of(state, state.models["H1"], 6).prices if one.squeezed]
    assert bool(narrow) is may


@covers("HE-BASE-09")
def test_nobody_squeezes_where_it_cannot():
    game = _corridor(5)
    game.answer("walk")
    with pytest.raises(Refused):
        game.answer({"models": [[5.5, 0.5]], "squeezed": [2, 1]})


@covers("HE-BASE-03", "HE-FBK-01")
def test_a_large_model_is_forced_back_as_a_whole():
    models = {
        "H1": {"at": [4, 4], **ARMED, "traits": {"STR": 2}},
        "O1": {"at": [5, 6], "facing": "S", "base": "40 mm", **DOLL},
        "H2": AWAY,
    }
    game = scene(models, {"attack H1": [3, 1, 1], "defence O1": [1]}, order=[["H2"]])
    assert {*one(game, "O1").spaces} == {(4, 5), (5, 5), (4, 6), (5, 6)}
    game.answer("strike O1 with longsword")
    game.answer(["force back"])
    moved = one(game, "O1").spaces
    assert (len(moved), min(y for _, y in moved), max(y for _, y in moved)) == (4, 6, 7)


@covers("HE-BASE-02", "HE-SHT-03")
def test_a_large_model_is_drawn_in_the_middle_of_its_spaces():
    state = state_of({"H1": {"at": [3, 3], "base": "40 mm"}, "H2": {"at": [8, 8], "base": "60 mm"}})
    units = {unit.id: unit for unit in BOOK.showing(state, "A").units}
    assert (units["H1"].models, units["H2"].models) == (((4.0, 4.0),), ((8.5, 8.5),))
    assert units["H1"].radius < units["H2"].radius
