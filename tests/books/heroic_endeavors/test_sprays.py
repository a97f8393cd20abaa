"""Sprays: templates in four facings, arcs, who is under them, and dice."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.heroic_endeavors.chapters.actions import Deed
from sandtable.books.heroic_endeavors.chapters.ranged.shooting import shot_at, shot_dice
from sandtable.books.heroic_endeavors.chapters.ranged.spray_weapons import (
    SIZES,
    arc_of_spray,
    templates_of,
)
from sandtable.books.heroic_endeavors.chapters.ranged.sprays import LENGTHS, victims_of
from sandtable.books.heroic_endeavors.game_master.behaviours import shooter
from sandtable.books.heroic_endeavors.tables.weapons import ranged_weapons
from sandtable.kernel import total_of
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.testing import covers
from sandtable.table.squares.spaces import FACINGS, Facing, laid
from sandtable.table.squares.templates import wedge
from tests.books.heroic_endeavors.scenes import answers, asked, barred, one, scene, state_of, told

RULES = Catalogue.load("sandtable.books.heroic_endeavors")
FLAMES, OLD, HAND = "modern flame unit", "classic flamethrower", "hand flame unit (flame pistol)"
DOLL = {"group": "dolls", "behaviour": "hostage", "traits": {"DP": 9}}
AWAY = {"at": [0, 0]}
NEXT = [["H2"]]
WIDE = ["." * 15] * 15


def spaces(found: Any) -> set[tuple[int, int]]:
    return {(int(x), int(y)) for x, y in found}


@covers("HE-SPR-04", "HE-SPR-03", "HE-SPR-12")
@pytest.mark.parametrize("facing", FACINGS)
@pytest.mark.parametrize("row", RULES.rule("HE-SPR-04").table)
def test_the_template_covers_what_the_lists_say_in_four_facings_and_mirrored(
    row: dict[str, Any], facing: Facing
):
    listed = spaces(row["offsets"])
    ax, ay = row["axis"]
    assert {*wedge((ax, ay), LENGTHS[row["size"]])} == listed
    weapon = ranged_weapons()[HAND if row["size"] == "small" else OLD]
    state = state_of({"H1": {"at": [7, 7], "facing": facing}}, map=WIDE)
    ways = {(one.size, one.axis): {*one.spaces} for one in templates_of(state, state.models["H1"], weapon)}
    for sign in (1, -1):
        axis = (sign * ax, ay)
        if (row["size"], axis) in ways:
            mirrored = [(sign * x, y) for x, y in listed]
            assert ways[row["size"], axis] == {*laid(mirrored, (7, 7), facing)}


@covers("HE-SPR-05", "HE-SPR-02")
@pytest.mark.parametrize("row", RULES.rule("HE-SPR-05").table)
def test_the_axes_are_those_of_the_arc(row: dict[str, Any]):
    weapon = ranged_weapons()[HAND if row["arc"] == 180 else FLAMES]
    state = state_of({"H1": {"at": [7, 7]}}, map=WIDE)
    found = [*templates_of(state, state.models["H1"], weapon)]
    assert arc_of_spray(weapon) == row["arc"]
    assert {one.axis for one in found} == spaces(row["legal_axes"])
    assert {mark: [*sizes] for mark, sizes in SIZES.items()} == {
        one["mark"]: one["sizes"] for one in RULES.rule("HE-SPR-02").table
    }


@covers("HE-SPR-06", "HE-SPR-07", "HE-SPR-08")
def test_friends_and_those_behind_others_are_hit_and_those_behind_a_wall_are_not():
    rows = [*["." * 15] * 5, "...###" + "." * 9, *["." * 15] * 9]
    models = {
        "H1": {"at": [5, 5]},
        "H2": {"at": [5, 7]},
        "O1": {"at": [5, 8], **DOLL},
        "O2": {"at": [4, 10], **DOLL},
        "O3": {"at": [8, 5], **DOLL},
    }
    state = state_of(models, map=rows)
    hero = state.models["H1"]
    straight = next(
        one for one in templates_of(state, hero, ranged_weapons()[FLAMES]) if one[:2] == ("large", (0, 1))
    )
    assert [victim.id for victim, _ in victims_of(state, hero, straight.spaces)] == ["H2", "O1"]


@covers("HE-SPR-09", "HE-SPR-01")
@pytest.mark.parametrize(("primary", "dice"), [(True, 4), (False, 2)])
def test_the_primary_target_is_attacked_with_four_dice_and_the_others_with_two(primary: bool, dice: int):
    models = {"H1": {"at": [5, 0], "traits": {"PER": 2, "DEX": 2}}, "O1": {"at": [5, 6], **DOLL}}
    state = state_of(models)
    attack = shot_at(state, state.models["H1"], state.models["O1"], ranged_weapons()[FLAMES])
    assert total_of(shot_dice(state, attack._replace(spray="large", is_primary=primary))) == dice


def _burning(dice: dict[str, list[int]], weapon: str = FLAMES, **more: Any) -> Any:
    models = {
        "H1": {"at": [5, 5], "ranged": [weapon], "traits": {"PER": 2, "DEX": 0}},
        "O1": {"at": [5, 6], **DOLL},
        "O2": {"at": [5, 7], **DOLL},
        "H2": AWAY,
        **more,
    }
    return scene(models, dice, order=NEXT)


@covers("HE-SPR-09", "HE-SPR-11", "HE-SLW-01")
def test_a_spray_costs_two_actions_attacks_each_and_stuns_nobody():
    game = _burning({"attack H1": [3, 3, 1, 1, 1]})
    game.answer(f"spray with {FLAMES}")
    game.answer("large 0,1 from 0,0")
    assert (asked(game), answers(game)) == ("spray target", ["O1", "O2", "nobody"])
    game.answer("O2")
    game.answer(["1 DP"])
    shots = [(event.facts["target"], event.facts["attack"]) for event in told(game, "shot resolved")]
    assert shots == [("O2", 2), ("O1", 0)]
    assert not any(one(game, id).condition.stunned for id in ("O1", "O2"))
    assert (one(game, "O2").dp, one(game, "H1").turn.actions) == (8, 0)


@covers("HE-SPR-10")
def test_a_large_weapon_with_the_small_template_has_a_die_more():
    game = _burning({"attack H1": [1] * 7})
    game.answer(f"spray with {FLAMES}")
    game.answer("small 0,1 from 0,0")
    game.answer("O1")
    assert len(told(game, "shot resolved")) == 2


@covers("HE-PBR-05")
def test_somebody_beside_may_be_attacked_twice_without_the_template():
    models = {
        "H1": {"at": [5, 5], "traits": {"PER": 2, "DEX": 1}},
        "O1": {"at": [5, 6], **DOLL},
    }
    state = state_of(models)
    attack = shot_at(state, state.models["H1"], state.models["O1"], ranged_weapons()[FLAMES])
    beside = attack._replace(spray="beside")
    found = [total_of(shot_dice(state, one)) for one in (beside, beside._replace(is_primary=False))]
    assert found == [3, 2]
    game = _burning({"attack H1": [1] * 5})
    game.answer(f"spray with {FLAMES}")
    game.answer("beside O1")
    assert [event.facts["target"] for event in told(game, "shot resolved")] == ["O1", "O1"]


@covers("HE-BASE-12", "HE-SPR-06")
def test_a_large_model_is_attacked_once_for_each_of_its_spaces_that_hang_together():
    state = state_of({"H1": {"at": [5, 5]}, "O1": {"at": [5, 7], "base": "40 mm", **DOLL}})
    hero = state.models["H1"]
    small = next(one for one in templates_of(state, hero, ranged_weapons()[FLAMES]) if one.size == "small")
    assert [(victim.id, times) for victim, times in victims_of(state, hero, small.spaces)] == [("O1", 3)]


@covers("HE-SPR-03")
def test_a_spray_that_reaches_no_enemy_is_barred():
    game = _burning({}, O1={"at": [5, 3], **DOLL}, O2={"at": [0, 9], **DOLL})
    assert barred(game, f"spray with {FLAMES}") == "HE-SPR-03"


@covers("HE-AGM-18", "HE-ADV-23")
@pytest.mark.parametrize(
    ("more", "is_used"),
    [
        ({}, True),  # one enemy and no friend, and nothing else to do
        ({"melee": ["longsword"], "traits": {"STR": 4}}, False),  # a blow is as good
        ({"melee": ["longsword"], "traits": {"STR": 4}, "H2": {"at": [5, 3]}}, True),  # two enemies
    ],
)
def test_opponents_spray_where_it_is_worth_it(more: dict[str, Any], is_used: bool):
    others = {"H2": more.pop("H2", {"at": [11, 11]})} if "H2" in more else {}
    spitter = {"at": [5, 5], "facing": "S", "ranged": ["acid spit"], "behaviour": "shooter", **more}
    state = state_of({"O1": spitter, "H1": {"at": [5, 4]}, **others})
    first = next(what for what, _ in shooter(state, state.models["O1"]))
    assert (first == Deed("spray", weapon="acid spit")) == is_used


@covers("HE-AGM-18")
def test_opponents_spray_no_friend_for_one_enemy():
    models = {
        "O1": {"at": [5, 5], "facing": "S", "ranged": ["acid spit"], "behaviour": "shooter"},
        "O2": {"at": [5, 3], "facing": "S"},
        "H1": {"at": [5, 2]},
    }
    state = state_of(models)
    assert "spray" not in [what.kind for what, _ in shooter(state, state.models["O1"])]
