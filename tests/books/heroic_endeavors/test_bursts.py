"""Bursts of autofire weapons."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.heroic_endeavors.chapters.ranged.bursts import can_burst, next_walks
from sandtable.books.heroic_endeavors.chapters.ranged.shooting import shot_at
from sandtable.books.heroic_endeavors.chapters.ranged.walking_fire import Aim, lost_over, walks_on
from sandtable.books.heroic_endeavors.tables.weapons import ranged_weapons
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.testing import covers
from sandtable.table.squares.spaces import FACINGS, Facing, turned
from tests.books.heroic_endeavors.scenes import answers, asked, barred, one, scene, state_of, told

RULES = Catalogue.load("sandtable.books.heroic_endeavors")
SMG = "sub machine gun"
DOLL = {"group": "dolls", "behaviour": "hostage", "traits": {"DP": 9}}
AWAY = {"at": [0, 0]}
NEXT = [["H2"]]


def foe(x: int, y: int) -> dict[str, Any]:
    return {"at": [x, y], **DOLL}


def walks(
    models: dict[str, Any], first: str = "O1", most: int = 9, **more: Any
) -> list[tuple[list[str], int]]:
    state = state_of({"H1": {"at": [5, 0]}, **models}, **more)
    target = state.models[first]
    aims = (Aim(target, min(target.spaces)),)
    found = walks_on(state, state.models["H1"], aims, most)
    return [([one.model.id for one in walk.aims], walk.lost) for walk in found]


@covers("HE-AUT-10", "HE-AUT-05")
@pytest.mark.parametrize("facing", FACINGS)
@pytest.mark.parametrize("row", RULES.rule("HE-AUT-10").table)
def test_dice_are_lost_over_empty_spaces_as_the_table_says(row: dict[str, Any], facing: Facing):
    dx, dy = turned(tuple(row["offset"]), facing)
    assert lost_over(dx, dy) == row["lost"]
    found = walks({"O1": foe(6, 6), "O2": foe(6 + dx, 6 + dy)})
    assert {lost for _, lost in found} == {row["lost"]}
    assert all(ids == ["O2"] for ids, _ in found)


@covers("HE-AUT-05", "HE-AUT-06")
def test_the_fire_goes_to_the_nearest_and_takes_in_whoever_stands_on_the_way():
    assert walks({"O1": foe(4, 4), "O2": foe(4, 6), "O3": foe(8, 4)}) == [(["O2"], 1)]
    friend = {"H3": {"at": [4, 5]}}
    assert walks({"O1": foe(4, 4), "O2": foe(4, 6), **friend}) == [(["H3", "O2"], 0)]
    # Between diagonal neighbours there is no choice: the friend beside both is hit.
    assert walks({"O1": foe(4, 4), "O2": foe(5, 5), **friend}) == [(["H3", "O2"], 0)]
    # Among equally short walks the attacker chooses.
    both = walks({"O1": foe(4, 4), "O2": foe(5, 6), **friend})
    assert sorted(both) == [(["H3", "O2"], 1), (["O2"], 2)]


@covers("HE-AUT-05")
def test_walls_break_the_walk():
    rows = ["." * 12] * 5 + ["####.#######"] + ["." * 12] * 6
    assert walks({"O1": foe(3, 5), "O2": foe(3, 7)}, most=2, map=rows) == []
    assert walks({"O1": foe(3, 5), "O2": foe(3, 7)}, most=5, map=rows) == [(["O2"], 3)]


@covers("HE-AUT-07")
def test_another_space_of_a_large_model_may_be_the_next_target():
    giant = {"O1": {"at": [5, 6], "base": "40 mm", **DOLL}}
    assert walks(giant) == [(["O1"], 0), (["O1"], 0)]


def _gunner(pool: int, models: dict[str, Any], dice: dict[str, list[int]] | None = None) -> Any:
    """A gunner at medium range, whose PER makes the pool as large as told."""
    hero = {"at": [5, 0], "ranged": [SMG], "traits": {"PER": 2 * (pool - 3), "DEX": 0}}
    far = {id: {**one, "at": [one["at"][0], one["at"][1]]} for id, one in models.items()}
    return scene({"H1": hero, **far, "H2": AWAY}, dice or {}, map=["." * 12] * 20, order=NEXT)


@covers("HE-AUT-01", "HE-AUT-03", "HE-AUT-02")
def test_a_burst_is_divided_before_any_roll_and_each_target_defends_for_itself():
    models = {"O1": foe(5, 10), "O2": foe(6, 10), "O3": foe(7, 10)}
    dice = {"attack H1": [3, 1, 3, 3, 1]}
    game = _gunner(5, models, dice)
    game.answer(f"burst O1 with {SMG}")
    assert asked(game) == "burst on"
    assert answers(game) == ["on to O2 1"]  # with one target alone it would be no burst
    game.answer("on to O2 1")
    assert answers(game) == ["on to O3 1", "stop"]
    game.answer("on to O3 1")
    assert asked(game) == "burst dice"
    assert answers(game) == ["1", "2", "3"]
    game.answer("2")
    game.answer("2")
    game.answer(["lose an action"])
    game.answer(["lose an action"])
    shots = [(event.facts["target"], event.facts["attack"]) for event in told(game, "shot resolved")]
    assert shots == [("O1", 1), ("O2", 2), ("O3", 0)]
    assert one(game, "H1").turn.actions == 1


@covers("HE-AUT-08")
def test_gaps_are_paid_first_and_four_dice_do_not_reach_three_targets_over_two_gaps():
    models = {"O1": foe(5, 10), "O2": foe(7, 10), "O3": foe(9, 10)}
    game = _gunner(4, models, {"attack H1": [1, 1, 1]})
    game.answer(f"burst O1 with {SMG}")
    game.answer("on to O2 1")
    assert asked(game) == "burst dice"  # 3 dice are left, and a third target would leave 2 for three
    game.answer("1")
    assert len(told(game, "shot resolved")) == 2


@covers("HE-AUT-08")
def test_a_burst_that_reaches_nobody_else_is_barred():
    game = _gunner(3, {"O1": foe(5, 10), "O2": foe(9, 10)})
    assert barred(game, f"burst O1 with {SMG}") == "HE-AUT-08"


@covers("HE-AUT-04", "HE-AUT-03")
def test_targets_of_a_burst_do_not_hide_each_other_and_others_do():
    state = state_of(
        {"H1": {"at": [5, 0], "ranged": [SMG]}, "O1": foe(5, 4), "O2": foe(5, 5)}, map=["." * 12] * 12
    )
    attack = shot_at(state, state.models["H1"], state.models["O1"], ranged_weapons()[SMG])
    aims = (Aim(state.models["O1"], (5, 4)),)
    assert [walk.aims[-1].model.id for walk in next_walks(state, attack, aims, 4)] == ["O2"]
    hidden = state_of(
        {"H1": {"at": [5, 0], "ranged": [SMG]}, "O1": foe(4, 4), "O2": foe(5, 4), "C3": {"at": [5, 1]}},
        map=["####.###...."] + ["####.####..."] * 11,
    )
    attack = shot_at(hidden, hidden.models["H1"], hidden.models["O1"], ranged_weapons()[SMG])
    assert next_walks(hidden, attack, (Aim(hidden.models["O1"], (4, 4)),), 4) == []


@covers("HE-AUT-09", "HE-SCT-01", "HE-AUT-01")
def test_only_autofire_weapons_without_blasts_burst():
    known = ranged_weapons()
    marked = {name: any(mark.startswith("A") for mark in arm.marks) for name, arm in known.items()}
    assert all(can_burst(arm) is (marked[name] and arm.blast is None) for name, arm in known.items())
    assert known[SMG].autofire == 1
    assert not can_burst(known["combat shotgun"])
