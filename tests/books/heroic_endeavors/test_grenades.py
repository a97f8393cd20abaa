"""Hand grenades: far or near, over what stands between, round a corner, and rolled aside by the enemy."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.heroic_endeavors.adventures.preparing import model_of
from sandtable.books.heroic_endeavors.chapters.ranged.grenades import (
    further_over,
    grenade_dice,
    grenades,
    is_in_reach,
    may_lie,
    rolls_to,
    why_not_there,
)
from sandtable.books.heroic_endeavors.chapters.reactions import reactions_of
from sandtable.books.heroic_endeavors.game_master.behaviours import shooter
from sandtable.books.heroic_endeavors.state.models import Traits
from sandtable.books.heroic_endeavors.tables.charts import charts
from sandtable.books.heroic_endeavors.tables.maps import Person
from sandtable.kernel import total_of
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.testing import covers
from sandtable.table.squares.templates import corner_of, middle_of
from tests.books.heroic_endeavors.scenes import answers, asked, barred, one, scene, state_of, told

RULES = Catalogue.load("sandtable.books.heroic_endeavors")
AWAY = {"at": [11, 11]}
STILL = {"facing": "S", "traits": {"DP": 9}, "turn": {"actions": 0, "reaction": False}}
FRAG, STUN = "hand grenade, fragmentation", "hand grenade, concussion"
PISTOL = "snub-nosed pocket pistol"
THROW, TOSS = charts().grenades


def rolled(game: Any, why: str) -> list[int]:
    return [len(each.facts["faces"]) for each in told(game, "dice rolled") if each.facts["why"] == why]


@covers("HE-GRN-01", "HE-SLW-01")
def test_a_grenade_takes_both_actions_and_is_no_reaction():
    models: dict[str, Any] = {"H1": {"at": [3, 3], "ranged": [FRAG]}, "O1": {"at": [3, 8], **STILL}}
    state = state_of(models)
    assert [each.weapon for each in grenades(state.models["H1"])] == [FRAG]
    assert not [
        each for each in reactions_of(state, state.models["H1"], state.models["O1"]) if each.weapon == FRAG
    ]
    slow = scene({**models, "H1": {**models["H1"], "turn": {"actions": 1}}})
    assert barred(slow, f"throw grenade with {FRAG}") == "HE-GRN-02"
    assert f"throw grenade with {FRAG}" in answers(scene(models))


@covers("HE-GRN-02", "HE-GRN-04", "HE-ARC-03")
@pytest.mark.parametrize("row", RULES.rule("HE-GRN-02").table, ids=lambda row: row["mode"])
def test_the_limits_of_the_table_along_a_row_and_a_diagonal(row: dict[str, Any]):
    way = next(each for each in charts().grenades if each.way == row["mode"])
    assert (way.arc, int(way.bounces)) == (row["arc"], row["extra_move"])
    state = state_of({"H1": {"at": [0, 0], "ranged": [FRAG]}})
    hero = state.models["H1"]
    most, diagonal = row["max_spaces"], row["max_diagonal"]
    assert is_in_reach(state, hero, way, (0, most))
    assert not is_in_reach(state, hero, way, (0, most + 1))
    assert is_in_reach(state, hero, way, (diagonal, diagonal))
    assert not is_in_reach(state, hero, way, (diagonal + 1, diagonal + 1))


@covers("HE-GRN-04")
def test_half_a_space_too_far_counts_unless_the_switch_rounds_it_down():
    models = {"H1": {"at": [0, 0], "ranged": [FRAG]}}
    state, rounded = state_of(models), state_of(models, switches={"grenade_range": "rounded"})
    hero = state.models["H1"]
    legal = {(6, 6): True, (7, 7): False, (5, 8): False, (4, 8): True}
    assert {at: is_in_reach(state, hero, THROW, at) for at in legal} == legal
    assert is_in_reach(rounded, rounded.models["H1"], THROW, (7, 7))
    assert not is_in_reach(rounded, rounded.models["H1"], THROW, (0, 11))


@covers("HE-GRN-02")
def test_a_throw_needs_the_narrow_arc_and_a_toss_the_wide_one():
    state = state_of({"H1": {"at": [5, 5], "ranged": [FRAG]}})
    hero, aside = state.models["H1"], middle_of((8, 6))
    refusal = why_not_there(state, hero, THROW, aside)
    assert refusal is not None
    assert refusal.rule == "HE-GRN-02"
    assert why_not_there(state, hero, TOSS, middle_of((7, 6))) is None
    behind = why_not_there(state, hero, TOSS, middle_of((5, 3)))
    assert behind is not None
    assert behind.rule == "HE-GRN-02"


@covers("HE-GRN-06")
def test_what_is_higher_than_three_makes_it_farther_and_what_reaches_the_ceiling_stops_it():
    assert [further_over(height) for height in (1, 3, 3.5, 4.5, 6)] == [0, 0, 1, 2, 3]
    models = {"H1": {"at": [3, 0], "ranged": [FRAG]}}
    crates = state_of(models, map=["." * 12 if y != 7 else "c" * 12 for y in range(12)])
    assert why_not_there(crates, crates.models["H1"], THROW, middle_of((3, 10))) is None
    ledge = [("2" if y == 7 else "0") * 12 for y in range(12)]
    high = state_of(models, map=["." * 12 if y != 7 else "c" * 12 for y in range(12)], heights=ledge)
    assert why_not_there(high, high.models["H1"], THROW, middle_of((3, 8))) is None
    refusal = why_not_there(high, high.models["H1"], THROW, middle_of((3, 9)))
    assert refusal is not None
    assert refusal.rule == "HE-GRN-04"
    wall = state_of(models, map=["." * 12 if y != 7 else "#" * 12 for y in range(12)])
    stopped = why_not_there(wall, wall.models["H1"], THROW, middle_of((3, 8)))
    assert stopped is not None
    assert stopped.rule == "HE-GRN-06"


@covers("HE-GRN-09")
def test_it_lies_with_models_and_on_low_ground_and_nowhere_else():
    rows = ["............"] * 11 + ["r.scf#......"]
    state = state_of({"H1": {"at": [1, 0], "ranged": [FRAG]}}, map=rows)
    assert [may_lie(state, middle_of((x, 0))) for x in range(6)] == [True, True, False, False, False, False]
    assert not may_lie(state, corner_of((1, 0)))
    assert not may_lie(state, middle_of((12, 0)))
    assert middle_of((2, 0)) not in rolls_to(state, middle_of((1, 0))).values()


@covers("HE-GRN-03", "HE-GRN-08", "HE-IND-04")
def test_placement_dice_have_no_range_and_two_less_out_of_sight():
    rows = ["." * 12 if y != 6 else "cccccc......" for y in range(12)]
    state = state_of({"H1": {"at": [0, 0], "ranged": [FRAG], "traits": {"PER": 3, "DEX": 2}}}, map=rows)
    hero = state.models["H1"]
    assert total_of(grenade_dice(state, hero, middle_of((0, 2)))) == 4
    assert total_of(grenade_dice(state, hero, middle_of((9, 1)))) == 4
    assert total_of(grenade_dice(state, hero, middle_of((0, 8)))) == 2
    assert why_not_there(state, hero, THROW, middle_of((0, 8))) is None


@covers("HE-GRN-10", "HE-BLS-10", "HE-BLS-13", "HE-GRN-07")
def test_with_a_success_it_stays_and_attacks_all_with_its_atk_alone_and_stuns_them():
    models: dict[str, Any] = {
        "H1": {"at": [3, 0], "ranged": [FRAG], "traits": {"PER": 2, "DEX": 4}},
        "O1": {"at": [3, 6], **STILL},
        "O2": {"at": [4, 6], **STILL},
        "H2": AWAY,
    }
    game = scene(models, {"placement H1": [1, 3, 1, 1], "attack H1": [1] * 4}, order=[["H2"]])
    game.answer(f"throw grenade with {FRAG}")
    assert asked(game) == "burst at"
    game.answer({"at": [3.5, 6.5]})
    assert not told(game, "grenade rolled")
    assert rolled(game, "attack H1") == [2, 2]
    assert one(game, "O1").condition.stunned
    assert one(game, "O2").condition.stunned


@covers("HE-GRN-07", "HE-DICE-05")
def test_without_one_the_enemy_rolls_it_a_space_away():
    models: dict[str, Any] = {
        "H1": {"at": [3, 0], "ranged": [FRAG], "traits": {"PER": 0}},
        "O1": {"at": [3, 6], **STILL},
        "H2": {"at": [3, 4], "turn": {"actions": 0}},
        "H3": AWAY,
    }
    game = scene(models, {"attack H1": [1] * 8}, order=[["H3"]])
    game.answer(f"throw grenade with {FRAG}")
    game.answer({"at": [3.5, 6.5]})
    (rolls,) = told(game, "grenade rolled")
    assert rolls.rules == ("HE-GRN-07",)
    assert {each.facts["target"] for each in told(game, "shot resolved")} == {"O1", "H2"}


@covers("HE-GRN-05")
def test_a_toss_may_roll_on_before_the_roll_even_round_a_corner():
    rows = ["." * 12 if y != 6 else "...#########" for y in range(12)]
    models: dict[str, Any] = {
        "H1": {"at": [2, 3], "ranged": [STUN], "traits": {"PER": 4}},
        "O1": {"at": [4, 6], **STILL},
        "H2": AWAY,
    }
    game = scene(models, {"placement H1": [3, 1], "attack H1": [1]}, order=[["H2"]], map=rows)
    game.answer(f"toss grenade with {STUN}")
    game.answer({"at": [2.5, 6.5]})
    assert asked(game) == "grenade rolls"
    assert {"leave it", "1 0", "-1 1"} <= {*answers(game)}
    assert "1 -1" not in answers(game)
    game.answer("1 0")
    assert told(game, "grenade rolled")[0].rules == ("HE-GRN-05",)
    assert one(game, "O1").condition.stunned


@covers("HE-PBR-04")
def test_beside_the_thrower_there_is_no_placement_roll():
    models = {"H1": {"at": [3, 3], "ranged": [FRAG]}, "O1": {"at": [3, 4], **STILL}, "H2": AWAY}
    game = scene(models, {"attack H1": [1] * 4}, order=[["H2"]])
    game.answer(f"throw grenade with {FRAG}")
    game.answer({"at": [3.5, 4.5]})
    assert rolled(game, "placement H1") == []
    assert not told(game, "grenade rolled")
    assert one(game, "H1").condition.stunned


@covers("HE-GRN-11")
def test_a_printed_number_is_used_up_and_none_means_enough():
    models: dict[str, Any] = {
        "H1": {"at": [3, 3], "ranged": [FRAG], "arms": {"grenades": 1}},
        "O1": {"at": [3, 4], **STILL},
        "H2": {"at": [11, 11], "ranged": [FRAG]},
    }
    game = scene(models, {"attack H1": [1] * 4}, order=[["H2"]])
    assert one(game, "H2").arms.grenades == -1
    game.answer(f"throw grenade with {FRAG}")
    game.answer({"at": [3.5, 4.5]})
    assert one(game, "H1").arms.grenades == 0
    spent = scene({**models, "H1": {**models["H1"], "arms": {"grenades": 0}}})
    assert barred(spent, f"throw grenade with {FRAG}") == "HE-GRN-11"
    state = state_of(models)
    person = Person(
        "C9", "Cohort", "cohort", "own", (0, 0), "N", Traits(0, 0, 0, 6, DP=2), ranged=(FRAG,), grenades=2
    )
    assert model_of(state, person, "party").arms.grenades == 2


@covers("HE-AGM-18")
def test_the_game_master_throws_one_at_several_and_shoots_at_one():
    models: dict[str, Any] = {
        "O1": {"at": [3, 0], "ranged": [FRAG], "behaviour": "shooter"},
        "H1": {"at": [3, 6]},
        "H2": {"at": [4, 6]},
    }
    state = state_of(models)
    first = next(shooter(state, state.models["O1"]))[0]
    assert (first.kind, first.weapon) == ("throw grenade", FRAG)
    armed = {**models["O1"], "ranged": [FRAG, PISTOL], "arms": {"in_use": [FRAG, PISTOL]}}
    alone = state_of({**models, "O1": armed, "H2": AWAY})
    assert next(shooter(alone, alone.models["O1"]))[0].kind != "throw grenade"
