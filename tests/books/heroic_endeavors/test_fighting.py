"""Melee, counter-attacks, forced back, ranged attacks, cover, damage, reactions."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.heroic_endeavors.chapters.ending import WORTH
from sandtable.books.heroic_endeavors.chapters.melee.forced_back import places_for
from sandtable.books.heroic_endeavors.chapters.melee.reach import can_strike, zones_of
from sandtable.books.heroic_endeavors.chapters.ranged.cover import Cover, counts_near, cover_of
from sandtable.books.heroic_endeavors.chapters.ranged.shooting import (
    band_of,
    dodge_dice,
    is_in_arc,
    range_to,
    shot_at,
    shot_dice,
    why_not_shoot,
)
from sandtable.books.heroic_endeavors.chapters.ranged.sight import sees
from sandtable.books.heroic_endeavors.chapters.successes import Purchase, why_not_together
from sandtable.books.heroic_endeavors.tables.weapons import melee_weapons, ranged_weapons
from sandtable.kernel import Refused, total_of
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.testing import covers
from sandtable.table.squares.bases import ONE
from tests.books.heroic_endeavors.scenes import ARMED, BOW, asked, barred, go, one, scene, state_of, told

RULES = Catalogue.load("sandtable.books.heroic_endeavors")
SPENT = {"actions": 0, "reaction": False}
DOLL = {"group": "dolls", "behaviour": "hostage"}
AWAY = {"at": [11, 11]}


@covers("HE-MEL-01", "HE-MEL-02", "HE-RCH-01", "HE-RCH-02")
def test_the_zones_are_those_of_the_diagram():
    table = {row["zone"]: {tuple(one) for one in row["offsets"]} for row in RULES.rule("HE-MEL-02").table}
    known = {
        name: {*zones_of(ONE, melee_weapons()[name])}
        for name in ("longsword", "short spear", "halberd", "pike")
    }
    assert known["longsword"] == table["A"] | table["D"]
    assert known["short spear"] == table["A"]
    assert known["halberd"] == table["A"] | table["B"]
    assert known["pike"] == table["A"] | table["B"] | table["C"]


@covers("HE-MEL-02", "HE-RCH-02")
@pytest.mark.parametrize(("diagram", "second", "third"), [("column", 1, 1), ("fan", 2, 3)])
def test_the_diagram_of_polearms_may_be_read_in_two_other_ways(diagram: str, second: int, third: int):
    found = {*zones_of(ONE, melee_weapons()["pike"], diagram)}
    assert {one for one in found if one[1] == 2} == {(x, 2) for x in range(-second, second + 1)}
    assert {one for one in found if one[1] == 3} == {(x, 3) for x in range(-third, third + 1)}


@covers("HE-RCH-03")
@pytest.mark.parametrize(("switch", "may"), [("on", True), ("off", False)])
def test_a_halberd_strikes_past_a_model_unless_the_players_want_it_otherwise(switch: str, may: bool):
    models = {"H1": {"at": [2, 0]}, "O1": {"at": [2, 2]}, "O3": {"at": [2, 1]}}
    state = state_of(models, switches={"reach_past_models": switch})
    halberd = melee_weapons()["halberd"]
    assert can_strike(state, state.models["H1"], state.models["O1"], halberd) is may


@covers("HE-FBK-07")
@pytest.mark.parametrize(("switch", "falls"), [("last_resort", True), ("never", False)])
def test_an_edge_is_the_last_resort_or_none(switch: str, falls: bool):
    rows = ["#####", "#ppp#", "#.#.#", "#...#", "#####"]
    models = {"H1": {"at": [1, 1]}, "O1": {"at": [1, 2], "facing": "S"}}
    state = state_of(models, map=rows, depths={"p": 4}, switches={"forced_over_edge": switch})
    found = places_for(state, state.models["O1"], state.models["H1"])
    assert [one.drop for one in found] == ([4] if falls else [])


@covers("HE-MEL-03", "HE-MEL-15", "HE-RCH-03")
def test_heights_walls_and_doors_end_the_reach_of_a_weapon_and_models_do_not():
    rows = ["....", "....", ".#..", "...."]
    models = {"H1": {"at": [2, 0]}, "O1": {"at": [1, 2]}, "O2": {"at": [2, 2]}, "O3": {"at": [2, 1]}}
    state = state_of(models, map=rows)
    pike, hero = melee_weapons()["halberd"], state.models["H1"]
    assert can_strike(state, hero, state.models["O2"], pike)
    assert not can_strike(state, hero, state.models["O1"], pike)
    high = state_of({"H1": {"at": [1, 0]}, "O1": {"at": [1, 1]}}, map=["..", ".."], heights=["02", "00"])
    high.models["O1"].at = (1, 1)
    assert not can_strike(high, high.models["H1"], high.models["O1"], melee_weapons()["club"])


@covers("HE-MEL-06", "HE-MEL-07", "HE-MEL-14")
@pytest.mark.parametrize(("defence", "counter"), [([3, 1], 0), ([3, 4], 0), ([6, 3], 1)])
def test_a_tie_and_one_more_do_nothing_and_two_more_strike_back(defence: list[int], counter: int):
    models = {
        "H1": {"at": [3, 3], **ARMED},
        "O1": {"at": [3, 4], "facing": "S", **ARMED, "turn": SPENT},
        "H2": AWAY,
    }
    game = scene(models, {"attack H1": [3, 1], "defence O1": defence}, order=[["H2"]])
    game.answer("strike O1 with longsword")
    found = [event.facts["margin"] for event in told(game, "counter-attack")]
    assert found == ([counter] if counter else [])
    if counter:
        assert told(game, "successes spent")[0].facts["bought"] == ["lose an action"]
        assert one(game, "H1").turn.actions == 0


@covers("HE-MEL-09", "HE-MEL-10", "HE-SHD-03", "HE-AGM-17")
def test_who_is_struck_from_behind_has_no_shield_strikes_not_back_and_turns_round():
    models = {
        "H1": {"at": [3, 3], **ARMED},
        "O1": {"at": [3, 4], "facing": "N", "shield": "large", **ARMED, "turn": SPENT},
        "H2": AWAY,
    }
    game = scene(models, {"attack H1": [1, 1], "defence O1": [6, 6]})
    game.answer("strike O1 with longsword")
    assert not told(game, "counter-attack")
    assert one(game, "O1").facing in ("E", "W")


@covers("HE-MEL-08", "HE-MEL-11", "HE-RNG-07", "HE-RNG-08")
def test_effects_are_bought_once_and_their_costs_added():
    state = state_of({"H1": {"at": [1, 1]}})
    legal = [("lose an action", 1), ("force back", 1), ("1 DP", 2)]
    assert why_not_together(state, 4, [Purchase(*each) for each in legal]) is None
    for chosen, margin in (
        (legal, 3),
        ([("1 DP", 2), ("2 DP", 3)], 9),
        ([("force back", 1), ("force back and follow", 2)], 9),
    ):
        refusal = why_not_together(state, margin, [Purchase(*each) for each in chosen])
        assert refusal is not None
        assert refusal.rule == "HE-MEL-08"


@covers("HE-MEL-12", "HE-MEL-13", "HE-STN-05", "HE-DMG-03")
def test_the_stunned_defend_with_armour_alone_and_may_be_disarmed():
    models = {
        "H1": {"at": [3, 3], **ARMED, "traits": {"STR": 2}},
        "O1": {
            "at": [3, 4],
            "armour": "medium ancient armor",
            "traits": {"DEX": 2},
            **ARMED,
            "condition": {"stunned": True},
        },
        "H2": AWAY,
    }
    game = scene(models, {"attack H1": [6, 6, 1], "defence O1": [3, 1]})
    game.answer("strike O1 with longsword")
    game.answer(["disarm"])
    assert one(game, "O1").arms.melee == ()
    assert game.state.lying == {"longsword": (3, 4)}


@covers("HE-FBK-01", "HE-FBK-02", "HE-FBK-04", "HE-FBK-05", "HE-AGM-16", "HE-CHK-01")
def test_who_is_forced_back_into_rubble_may_fall_and_the_winner_follows():
    rows = ["#####", "#r###", "#...#", "#...#", "#####"]
    models = {
        "H1": {"at": [1, 1], **ARMED},
        "O1": {"at": [1, 2], "facing": "S", "turn": SPENT},
        "H2": {"at": [3, 1]},
    }
    dice = {"attack H1": [3, 3], "check O1": [2]}
    game = scene(models, dice, map=rows, order=[["H2"]])
    game.answer("strike O1 with longsword")
    game.answer(["force back and follow"])
    assert asked(game) == "follow"
    game.answer(True)
    assert (one(game, "O1").at, one(game, "O1").condition.fallen, one(game, "H1").at) == (
        (1, 3),
        True,
        (1, 2),
    )
    assert told(game, "check failed")[0].facts["difficulty"] == 1


@covers("HE-FBK-03")
def test_against_a_wall_nobody_is_forced_back():
    rows = ["###", "#.#", "#.#", "###"]
    models = {"H1": {"at": [1, 1], **ARMED}, "O1": {"at": [1, 2], "facing": "S", "turn": SPENT}}
    game = scene(models, {"attack H1": [3, 1]}, map=rows)
    game.answer("strike O1 with longsword")
    game.answer(["force back"])
    assert told(game, "no room behind")
    assert one(game, "O1").at == (1, 2)


@covers("HE-WPN-02", "HE-RCH-05", "HE-RCH-06")
def test_a_bow_is_a_club_in_melee_and_a_longer_weapon_is_not_countered():
    models = {"H1": {"at": [3, 3], "ranged": ["shortbow"]}, "O1": {"at": [3, 4], "turn": SPENT}, "H2": AWAY}
    game = scene(models, {"attack H1": [1]})
    game.answer("strike O1 with rifle butt")
    models = {
        "H1": {"at": [3, 2], "melee": ["halberd"]},
        "O1": {"at": [3, 4], "facing": "S", **ARMED, "turn": SPENT},
        "H2": AWAY,
    }
    game = scene(models, {"attack H1": [1, 1], "defence O1": [6, 6]})
    game.answer("strike O1 with halberd")
    assert not told(game, "counter-attack")


@covers("HE-ARC-01", "HE-ARC-02", "HE-ARC-03", "HE-ARC-04", "HE-HVY-05")
def test_the_arcs_are_those_of_the_examples():
    state = state_of({"H1": {"at": [5, 5], "facing": "N"}, "O1": {"at": [0, 0]}})
    hero, foe = state.models["H1"], state.models["O1"]

    def lies_in(offset: tuple[int, int], arc: Any) -> bool:
        foe.at = (5 + offset[0], 5 + offset[1])
        return is_in_arc(hero, foe, arc)

    assert [lies_in(one, 180) for one in ((-5, 0), (0, -1), (5, -1))] == [True, False, False]
    assert [lies_in(one, 90) for one in ((2, 2), (3, 2), (1, 0))] == [True, False, False]


@covers("HE-RNG-02", "HE-RNG-03", "HE-RNG-05", "HE-RNG-10", "HE-RNG-01")
def test_bands_end_where_the_weapon_says_and_levels_count():
    pistol = ranged_weapons()["pistol (combat/law enforcement)"]
    assert [band_of(pistol, far) for far in (6, 7, 24, 25)] == ["short", "medium", "extreme", None]
    heights = ["03"] + ["00"] * 6
    state = state_of({"H1": {"at": [1, 6]}, "O1": {"at": [1, 0]}}, map=[".."] * 7, heights=heights)
    assert range_to(state, state.models["H1"], state.models["O1"]) == 9
    far = state_of({"H1": {"at": [0, 0], **BOW}, "O1": {"at": [0, 15]}}, map=["."] * 16)
    attack = shot_at(far, far.models["H1"], far.models["O1"], ranged_weapons()["shortbow"])
    refusal = why_not_shoot(far, attack)
    assert refusal is not None
    assert refusal.rule == "HE-RNG-05"


@covers("HE-LOS-01", "HE-LOS-02", "HE-LOS-03", "HE-LOS-04", "HE-LOS-10")
def test_a_model_in_between_blocks_the_line_and_so_does_a_closed_door():
    models = {"H1": {"at": [0, 0]}, "O1": {"at": [0, 2]}, "O2": {"at": [0, 4]}, "O3": {"at": [1, 4]}}
    state = state_of(models)
    hero = state.models["H1"]
    assert [sees(state, hero, state.models[id]) for id in ("O2", "O3")] == [False, True]
    assert sees(state, state.models["O3"], hero)
    state.models["O1"].dp = 0
    assert sees(state, hero, state.models["O2"])
    doors = [{"id": "D1", "at": [0, 1], "type": "weak", "state": "closed", "rule": "HE-DOOR-04"}]
    shut = state_of({"H1": {"at": [0, 0]}, "O1": {"at": [0, 2]}}, map=[".", "+", "."], doors=doors)
    assert not sees(shut, shut.models["H1"], shut.models["O1"])


@covers("HE-LOS-09", "HE-COV-04", "HE-LVL-10")
@pytest.mark.parametrize(("far", "dice"), [(10, 2), (4, 0)])
def test_a_shooter_above_looks_over_a_crate_that_is_not_near_its_target(far: int, dice: int):
    crate = far - 1
    rows = ["".join("s" if x == crate else "." for x in range(12))]
    models = {"H1": {"at": [0, 0], "facing": "E"}, "O1": {"at": [far, 0]}}
    state = state_of(models, map=rows, heights=["3" + "0" * 11])
    assert cover_of(state, state.models["H1"], state.models["O1"]).dice == dice


@covers("HE-COV-01", "HE-COV-02", "HE-COV-03", "HE-COV-05")
def test_cover_is_worth_what_the_table_says():
    for row in RULES.rule("HE-COV-05").table:
        degree, material = row["cover"].split()
        if isinstance(row["def"], int):
            assert Cover(degree, material).dice == row["def"]


@covers("HE-COV-09")
@pytest.mark.parametrize("row", RULES.rule("HE-COV-09").table)
def test_the_three_space_rule_is_that_of_the_table(row: dict[str, bool]):
    state = state_of({"H1": {"at": [1, 1]}})
    spaces = [3 if row[name] else 4 for name in ("attacker_within_3", "target_within_3")]
    assert counts_near(state, Cover("partial", "hard"), spaces[0], spaces[1]) == row["cover_counts"]
    assert counts_near(state, Cover("full", "hard"), 9, 9)
    far = state_of({"H1": {"at": [1, 1]}}, switches={"far_low_cover": "on"})
    assert counts_near(far, Cover("partial", "hard"), 4, 4)


@covers("HE-COV-10", "HE-RNG-06", "HE-PBR-01", "HE-SLW-01")
def test_cover_counts_in_the_defence_against_a_shot_but_not_beside_the_shooter():
    rows = ["......", ".s....", "......"]
    models = {"H1": {"at": [5, 1], "facing": "W", **BOW}, "O1": {"at": [0, 1]}, "O2": {"at": [4, 2]}}
    state = state_of(models, map=rows)
    bow = ranged_weapons()["shortbow"]
    attacks = [shot_at(state, state.models["H1"], state.models[id], bow) for id in ("O1", "O2")]
    assert [total_of(dodge_dice(state, one)) for one in attacks] == [2, 0]
    assert total_of(shot_dice(state, attacks[0])) == 1


@covers("HE-ACT-12", "HE-RNG-01", "HE-RNG-06", "HE-AMMO-01", "HE-ARC-01", "HE-RNG-07")
def test_a_sling_is_empty_after_its_shot_and_who_stands_behind_is_no_target():
    models = {
        "H1": {"at": [3, 3], "ranged": ["sling"]},
        "O1": {"at": [3, 5], **DOLL},
        "O2": {"at": [3, 1], **DOLL},
        "H2": AWAY,
    }
    game = scene(models, {"attack H1": [6, 3]}, order=[["H2"]])
    assert barred(game, "shoot O2 with sling") == "HE-ARC-01"
    game.answer("shoot O1 with sling")
    game.answer(["2 DP"])
    assert (one(game, "O1").dp, one(game, "H1").arms.empty) == (0, ("sling",))
    assert barred(game, "shoot O1 with sling") == "HE-AMMO-01"


@covers("HE-DMG-01", "HE-DMG-02", "HE-DMG-04", "HE-DMG-05", "HE-TRT-19", "HE-ADV-03")
@pytest.mark.parametrize(("points", "where", "clock"), [(1, "board", 0), (2, "board", 7), (3, "killed", 0)])
def test_at_nothing_a_model_lies_unconscious_and_below_it_is_killed(points: int, where: str, clock: int):
    models = {"H1": {"at": [3, 3], "ranged": ["crossbow"]}, "O1": {"at": [3, 5], **DOLL}, "H2": AWAY}
    game = scene(models, {"attack H1": [6, 6, 1]}, order=[["H2"]])
    game.answer("shoot O1 with crossbow")
    game.answer([f"{points} DP"])
    assert (one(game, "O1").where, one(game, "O1").condition.clock) == (where, clock)
    assert WORTH["triumph"] > WORTH["success"] > WORTH["defeat"]


@covers("HE-DMG-04", "HE-ADV-16")
def test_who_falls_in_turn_three_is_dead_at_the_end_of_turn_nine():
    models = {
        "H1": {"at": [3, 3]},
        "O1": {"at": [9, 9], **DOLL, "dp": 0, "condition": {"clock": 7}, "carried": ["key"]},
    }
    turns = 7
    dice = {"initiative H1": [1, 1] * turns}
    game = scene(models, dice, round=3)
    for turn in range(3, 9):
        assert (game.state.round, one(game, "O1").where) == (turn, "board")
        game.answer("end")
    game.answer("end")
    assert one(game, "O1").where == "killed"
    assert game.state.lying == {"key": (9, 9)}


@covers("HE-REA-01", "HE-REA-02", "HE-REA-08", "HE-REA-10", "HE-REA-03")
def test_a_mover_is_stopped_where_it_can_first_be_struck_and_goes_on_if_it_stands():
    models = {
        "O1": {"at": [3, 7], "group": "g", "behaviour": "brute", **ARMED},
        "H1": {"at": [3, 3], **ARMED, "turn": {"actions": 0}},
        "H2": AWAY,
    }
    dice = {"attack H1": [1, 1], "defence O1": [1, 1, 1], "attack O1": [1, 1], "defence H1": [1, 1]}
    game = scene(models, dice, order=[["H2"]])
    assert asked(game) == "react"
    assert one(game, "O1").at == (3, 4)
    game.answer("strike with longsword")
    assert not one(game, "H1").turn.reaction
    assert told(game, "model reacted")


@covers("HE-REA-02", "HE-REA-04", "HE-REA-09", "HE-REA-07")
def test_kept_actions_pay_for_reactions_and_quiet_ends_the_asking():
    models = {
        "O1": {"at": [3, 5], "facing": "S", "ranged": ["sling"], "behaviour": "shooter", "fate": 0},
        "H1": {"at": [3, 3], "ranged": ["shortbow"]},
        "H2": AWAY,
    }
    dice = {"attack O1": [1, 1], "attack H1": [1, 1], "initiative O1": [1, 1]}
    game = scene(models, dice, order=[["H2"]])
    assert asked(game) == "react"
    game.answer("not again this turn")
    assert one(game, "H1").turn.quiet == ("O1",)
    assert asked(game) == "choose act"


@covers("HE-REA-05", "HE-REA-06", "HE-REA-11")
def test_op_fire_ends_at_eight_spaces_and_a_reaction_triggers_none():
    models = {"H1": {"at": [0, 0], "facing": "N"}, "O1": {"at": [0, 9], "facing": "S", **BOW}, "H2": AWAY}
    game = scene(models, {"attack O1": [1, 1]}, order=[["H2"]])
    go(game, 1, 0)
    assert not told(game, "model reacted")
    go(game, 1, 1)
    assert [event.facts["model"] for event in told(game, "model reacted")] == ["O1"]


@covers("HE-REA-13", "HE-REA-15", "HE-AGM-12")
def test_who_leaves_the_reach_of_an_enemy_is_struck_before_it_does():
    models = {"H1": {"at": [3, 3], **ARMED}, "O1": {"at": [3, 4], "facing": "S", **ARMED}, "H2": AWAY}
    game = scene(models, {"attack O1": [1, 1], "defence H1": [1, 1]}, order=[["H2"]])
    game.answer("walk")
    game.answer({"models": [[3.5, 2.5]], "facing": "S"})
    assert asked(game) == "defensive focus"
    assert one(game, "H1").at == (3, 3)
    game.answer("0")
    assert one(game, "H1").at == (3, 2)


@covers("HE-ACT-04", "HE-AGM-02")
def test_an_attack_breaks_the_aim_of_its_target_and_wakes_its_group():
    models = {
        "H1": {"at": [3, 3], "ranged": ["shortbow"]},
        "O1": {"at": [3, 8], "facing": "N", "prepared": {"aim": 1}, **DOLL},
        "H2": AWAY,
    }
    game = scene(models, {"attack H1": [1, 1]}, awareness="unaware", order=[["H2"]])
    game.answer("shoot O1 with shortbow")
    assert one(game, "O1").prepared.aim == 0
    assert game.state.groups["dolls"].awareness == "alerted"
    with pytest.raises(Refused):
        game.answer("shoot O9 with shortbow")
