"""Shooting: targets, dice, Great Hits, and enemy archers."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.forgotten_ruin.chapters.armory import weapon
from sandtable.books.forgotten_ruin.chapters.shooting.archery import allot_shots, enemy_shoots
from sandtable.books.forgotten_ruin.chapters.shooting.fire_action import deal, fire, why_not_fire
from sandtable.books.forgotten_ruin.chapters.shooting.hit_numbers import Shot, hit_number, odds_of
from sandtable.books.forgotten_ruin.chapters.shooting.targets import (
    Lookout,
    splits_for,
    targets_for,
    why_not_shoot,
)
from sandtable.books.forgotten_ruin.state import Battle, Contact, Enemy
from sandtable.books.forgotten_ruin.windows import OwnDice
from sandtable.kernel.play import Play
from sandtable.kernel.testing import covers
from sandtable.table.terrain import wall
from tests.books.forgotten_ruin.armed import armed, playing, skirmish
from tests.books.forgotten_ruin.stage import Performance, enemy, perform, piece_of, rule_of, soldier, start

RIFLE = "assault rifle"
SAW = "squad automatic weapon"


def ids(figures: list[Any]) -> list[str]:
    return [one.id for one in figures]


def targets(state: Battle, name: str = RIFLE) -> list[str]:
    return ids(targets_for(Lookout(state, state.soldiers["S1"]), weapon(name)))


# Who may be shot at


@covers("FR-SHT-01", "FR-ACT-07")
def test_a_fire_action_shoots_one_weapon_once() -> None:
    state = skirmish(armed("S1", (10.0, 10.0), "pistol", RIFLE), enemy("M1.1", (10.0, 15.0)))
    asked = start(state, playing(fire, "S1"), {"hit S1": [1]})
    assert asked.options() == ["pistol: M1.1", "assault rifle: M1.1"]
    asked.answer("pistol: M1.1").over()


@covers("FR-SHT-01")
def test_whoever_carries_nothing_to_fire_cannot_fire() -> None:
    state = skirmish(armed("S1", (10.0, 10.0), "sword"), enemy("M1.1", (10.0, 15.0)))
    assert rule_of(why_not_fire(state, state.soldiers["S1"])) == "FR-SHT-01"


@covers("FR-SHT-03")
def test_a_push_before_the_activation_does_not_count_as_moving() -> None:
    state = skirmish(armed("S1", (1.0, 1.0), RIFLE, moved=0.0), enemy("M1.1", (1.0, 33.0)))
    asked = start(state, playing(fire, "S1"))
    assert asked.options() == ["assault rifle: M1.1"]
    assert "FR-SHT-03" in asked.question.rules


@covers("FR-SHT-04")
def test_any_enemy_in_range_and_sight_may_be_chosen() -> None:
    state = skirmish(
        armed("S1", (10.0, 10.0), RIFLE),
        enemy("M1.1", (10.0, 20.0)),
        enemy("M2.1", (20.0, 14.0)),
        enemy("V1", (4.0, 30.0), kind="villain"),
    )
    assert targets(state) == ["M1.1", "M2.1", "V1"]


@covers("FR-SHT-05")
def test_a_hostile_within_three_inches_must_be_shot_at() -> None:
    state = skirmish(
        armed("S1", (10.0, 10.0), RIFLE), enemy("M1.1", (10.0, 14.0)), enemy("M2.1", (18.0, 14.0))
    )
    assert targets(state) == ["M1.1"]
    one = state.soldiers["S1"]
    assert rule_of(why_not_shoot(state, one, one.weapons[0], state.enemies["M2.1"])) == "FR-SHT-05"


@covers("FR-SHT-05")
def test_equally_close_hostiles_are_the_players_choice() -> None:
    state = skirmish(
        armed("S1", (10.0, 10.0), RIFLE), enemy("M1.1", (10.0, 13.0)), enemy("M2.1", (13.0, 10.0))
    )
    assert targets(state) == ["M1.1", "M2.1"]


@covers("FR-SHT-08")
def test_nobody_shoots_into_a_combat() -> None:
    state = skirmish(
        armed("S1", (10.0, 10.0), RIFLE),
        soldier("S2", (10.0, 21.0)),
        enemy("M1.1", (10.0, 20.0)),
        contacts=(Contact("M1.1", "S2"),),
    )
    one = state.soldiers["S1"]
    assert rule_of(why_not_shoot(state, one, one.weapons[0], state.enemies["M1.1"])) == "FR-SHT-08"


@covers("FR-SHT-08", "FR-SHT-06")
def test_archers_do_not_shoot_into_a_combat_either() -> None:
    state = skirmish(
        soldier("S1", (10.0, 10.0)), soldier("S2", (14.0, 10.0)), enemy("M1.1", (10.0, 11.0)), enemy("M2.1")
    )
    shown = volley(state, ["M2.1"], {"hit M2.1": [1]})
    assert shown.told("enemies shoot")[0].facts["shots"] == {"S2": ["M2.1"]}


@covers("FR-SHT-09")
def test_a_champion_behind_two_others_cannot_be_picked_out() -> None:
    state = skirmish(
        armed("S1", (10.0, 10.0), RIFLE),
        enemy("M1.1", (10.0, 18.0)),
        enemy("M1.2", (12.0, 18.5)),
        enemy("M1.3", (8.0, 19.5), is_champion=True),
    )
    assert targets(state) == ["M1.1"]
    one = state.soldiers["S1"]
    assert rule_of(why_not_shoot(state, one, one.weapons[0], state.enemies["M1.3"])) == "FR-SHT-09"


@covers("FR-SHT-21")
def test_exactly_at_range_is_in_range() -> None:
    state = skirmish(
        armed("S1", (10.0, 10.0), "shotgun"), enemy("M1.1", (10.0, 23.0)), enemy("M2.1", (23.5, 10.0))
    )
    assert targets(state, "shotgun") == ["M1.1"]


# What must be rolled


@covers("FR-SHT-11", "FR-COV-01")
@pytest.mark.parametrize(
    ("far", "down", "skill", "number"),
    [(6.0, False, 0, 3), (6.1, False, 0, 4), (10.0, False, 1, 3), (3.5, True, 0, 6), (20.0, True, 1, 5)],
)
def test_soldiers_hit_numbers(far: float, down: bool, skill: int, number: int) -> None:
    state = skirmish(
        armed("S1", (10.0, 10.0), RIFLE, combat_skill=skill),
        enemy("M1.1", (10.0, 11.0 + far), knocked_down=down),
    )
    one = state.soldiers["S1"]
    needed = hit_number(state, one, state.enemies["M1.1"], one.weapons[0])
    assert needed.number == number


@covers("FR-SHT-11", "FR-SHT-16", "FR-SHT-10")
def test_the_example_of_four_shots() -> None:
    state = skirmish(
        armed("S1", (10.0, 10.0), SAW, combat_skill=1),
        enemy("B1", (10.0, 21.0), kind="monster", toughness=9, monster_points=9),
    )
    shown = perform(
        state, playing(fire, "S1"), {"hit S1": [2, 3, 4, 6], "damage B1": [1, 1, 1, 1]}, [f"{SAW}: B1"]
    )
    assert shown.told("shots hit")[0].facts["hits"] == 4


@covers("FR-SHT-14", "FR-ARM-30")
@pytest.mark.parametrize(("down", "skill", "number"), [(False, 0, 5), (False, 3, 5), (True, 0, 6)])
def test_archers_hit_numbers(down: bool, skill: int, number: int) -> None:
    state = skirmish(
        soldier("S1", (10.0, 10.0), knocked_down=down), enemy("M1.1", (10.0, 13.0), combat_skill=skill)
    )
    archer, target = state.enemies["M1.1"], state.soldiers["S1"]
    assert hit_number(state, archer, target, weapon("bow")).number == number


# Several targets


@covers("FR-SHT-12", "FR-SHT-09")
def test_shots_are_divided_among_figures_within_two_inches_of_one_another() -> None:
    state = skirmish(
        armed("S1", (10.0, 10.0), "submachine gun"),
        enemy("M1.1", (10.0, 18.0)),
        enemy("M1.2", (12.0, 18.5)),
        enemy("M2.1", (8.0, 18.2)),
        enemy("M2.2", (16.0, 20.0)),
    )
    found = splits_for(Lookout(state, state.soldiers["S1"]), weapon("submachine gun"))
    assert {one.targets for one in found} == {("M1.1",), ("M2.1",), ("M1.1", "M1.2"), ("M1.1", "M2.1")}
    assert {one.dice for one in found} == {(2,), (1, 1)}


@covers("FR-SHT-12")
def test_two_inches_count_pairwise() -> None:
    state = skirmish(
        armed("S1", (10.0, 10.0), SAW),
        enemy("M1.1", (10.0, 18.0)),
        enemy("M1.2", (12.5, 18.1)),
        enemy("M1.3", (7.4, 18.3)),
    )
    found = {one.targets for one in splits_for(Lookout(state, state.soldiers["S1"]), weapon(SAW))}
    assert ("M1.1", "M1.2") in found
    assert ("M1.1", "M1.2", "M1.3") not in found


@covers("FR-SHT-12")
def test_every_target_gets_a_die() -> None:
    state = skirmish(armed("S1", (10.0, 10.0), SAW), enemy("M1.1", (10.0, 18.0)), enemy("M1.2", (11.5, 18.1)))
    found = [
        one.dice
        for one in splits_for(Lookout(state, state.soldiers["S1"]), weapon(SAW))
        if len(one.targets) == 2
    ]
    assert found == [(3, 1), (2, 2), (1, 3)]


@covers("FR-SHT-13")
def test_the_highest_dice_go_to_the_closest_target() -> None:
    state = skirmish(
        armed("S1", (10.0, 10.0), SAW),
        enemy("M1.1", (10.0, 18.0), toughness=9),
        enemy("M1.2", (11.5, 18.4), toughness=9),
    )
    shown = perform(
        state,
        playing(fire, "S1"),
        {"hit S1": [5, 2, 4, 3], "damage M1.1": [1, 1]},
        [f"{SAW}: M1.1 2, M1.2 2"],
    )
    assert shown.told("shots hit")[0].facts["faces"] == [5, 4]
    assert shown.told("shots miss")[0].facts["faces"] == [3, 2]
    assert "FR-SHT-13" in shown.cited()


@covers("FR-SHT-13")
def test_the_example_of_two_dice_on_one_orc_and_one_on_another() -> None:
    dice = OwnDice("A", soldier("S1"), "hit", [6, 2, 4], 4)
    dealt = deal(dice, (2, 1))
    assert [[dice.faces[place] for place in own] for own in dealt] == [[6, 4], [2]]


@covers("FR-SHT-13", "FR-SQD-30")
def test_dice_are_compared_by_their_score_with_a_trait() -> None:
    dice = OwnDice("A", soldier("S1"), "hit", [3, 4], 4)
    dice.bonus = [2, 0]
    assert deal(dice, (1, 1)) == [[0], [1]]


@covers("FR-SHT-13")
def test_at_equal_distance_the_player_says_who_counts_as_closer() -> None:
    state = skirmish(
        armed("S1", (10.0, 10.0), "submachine gun"), enemy("M1.1", (9.0, 18.0)), enemy("M1.2", (11.0, 18.0))
    )
    found = [
        one.targets for one in splits_for(Lookout(state, state.soldiers["S1"]), weapon("submachine gun"))
    ]
    assert ("M1.1", "M1.2") in found
    assert ("M1.2", "M1.1") in found


# Hits


@covers("FR-SHT-15", "FR-SHT-16", "FR-SHT-19")
def test_a_natural_six_that_hits_is_two_hits() -> None:
    state = skirmish(armed("S1", (10.0, 10.0), RIFLE), enemy("M1.1", (10.0, 18.0), save=5))
    shown = perform(
        state,
        playing(fire, "S1"),
        {"hit S1": [6], "save M1.1": [5, 2], "damage M1.1": [3]},
        [f"{RIFLE}: M1.1"],
    )
    assert shown.told("shots hit")[0].facts["hits"] == 2
    assert {"FR-SHT-16", "FR-SHT-19"} <= shown.cited()


@covers("FR-SHT-16")
def test_a_natural_six_that_misses_is_nothing() -> None:
    state = skirmish(
        armed("S1", (10.0, 10.0), RIFLE, combat_skill=-1), enemy("M1.1", (10.0, 18.0), knocked_down=True)
    )
    shown = perform(state, playing(fire, "S1"), {"hit S1": [6]}, [f"{RIFLE}: M1.1"])
    assert shown.told("shots miss")


@covers("FR-SHT-17")
def test_enemies_have_no_great_hits() -> None:
    state = skirmish(soldier("S1", (10.0, 10.0)), enemy("M1.1", (10.0, 20.0)))
    shown = volley(state, ["M1.1"], {"hit M1.1": [6], "damage S1": [1]})
    assert shown.told("shots hit")[0].facts["hits"] == 1


@covers("FR-SHT-20")
def test_surplus_hits_are_lost_and_not_reassigned() -> None:
    state = skirmish(armed("S1", (10.0, 10.0), SAW), enemy("M1.1", (10.0, 18.0)), enemy("M1.2", (11.5, 18.4)))
    shown = perform(
        state,
        playing(fire, "S1"),
        {"hit S1": [5, 5, 4, 2], "damage M1.1": [3]},
        [f"{SAW}: M1.1 3, M1.2 1"],
    )
    assert shown.told("surplus Hits lost")[0].facts["lost"] == 2
    assert shown.state.enemies["M1.2"].on_table


# Archers


def volley(state: Battle, shooters: list[str], dice: dict[str, list[int]]) -> Performance:
    async def rule(play: Play[Battle]) -> None:
        await enemy_shoots(play, [play.state.enemies[id] for id in shooters])

    return perform(state, rule, dice)


def allotted(state: Battle, dice: dict[str, list[int]] | None = None) -> dict[str, list[str]]:
    async def rule(play: Play[Battle]) -> dict[str, list[str]]:
        archers: list[Enemy] = list(play.state.enemies.values())
        return {one.id: ids(own) for one, own in await allot_shots(play, archers)}

    found: dict[str, list[str]] = perform(state, rule, dice).returned
    return found


@covers("FR-SHT-06")
def test_an_enemy_shoots_at_the_closest_visible_soldier() -> None:
    hedge = piece_of("H1", "boulder", wall((2.0, 16.0), (8.0, 16.0), 1.0))
    state = skirmish(
        soldier("S1", (5.0, 12.0)), soldier("S2", (16.0, 10.0)), enemy("V1", (5.0, 20.0)), terrain=[hedge]
    )
    shown = volley(state, ["V1"], {"hit V1": [1]})
    assert shown.told("enemies shoot")[0].facts["shots"] == {"S2": ["V1"]}


@covers("FR-SHT-06")
def test_among_equally_close_soldiers_chance_decides() -> None:
    state = skirmish(soldier("S1", (5.0, 10.0)), soldier("S2", (15.0, 10.0)), enemy("M1.1", (10.0, 15.0)))
    assert allotted(state, {"choose closest soldier": [2]}) == {"S2": ["M1.1"]}


@covers("FR-SHT-07")
def test_five_archers_give_two_two_and_one() -> None:
    archers = [enemy(f"M1.{n}", (6.0 + 2 * n, 20.0)) for n in range(1, 6)]
    state = skirmish(
        soldier("S1", (12.0, 10.0)), soldier("S2", (10.0, 9.5)), soldier("S3", (14.0, 9.0)), *archers
    )
    found = allotted(state)
    assert {id: len(own) for id, own in found.items()} == {"S1": 2, "S2": 2, "S3": 1}
    assert list(found) == ["S1", "S2", "S3"]


@covers("FR-SHT-07")
def test_an_archer_that_sees_none_of_them_shoots_at_its_own_closest() -> None:
    rock = piece_of("R1", "boulder", wall((20.0, 12.0), (20.0, 24.0), 1.0))
    state = skirmish(
        soldier("S1", (12.0, 10.0)),
        soldier("S2", (28.0, 10.0)),
        enemy("M1.1", (12.0, 18.0)),
        enemy("M1.2", (24.0, 22.0)),
        terrain=[rock],
    )
    assert allotted(state) == {"S1": ["M1.1"], "S2": ["M1.2"]}


@covers("FR-SHT-07", "FR-SHT-20")
def test_all_shots_are_allotted_before_the_first_die_and_resolved_closest_first() -> None:
    archers = [enemy(f"M1.{n}", (8.0 + 2 * n, 20.0)) for n in (1, 2, 3)]
    state = skirmish(soldier("S1", (12.0, 10.0)), soldier("S2", (13.5, 9.0)), *archers)
    shown = volley(state, ["M1.1", "M1.2", "M1.3"], {"hit M1": [6, 5], "hit M1.2": [4], "damage S1": [5]})
    assert [why for why, _ in shown.rolled()] == ["hit M1", "damage S1", "hit M1.2"]
    assert shown.state.soldiers["S1"].where == "casualty"


@covers("FR-SHT-14")
def test_archers_who_need_different_numbers_roll_apart_and_each_roll_tells_its_number() -> None:
    hedge = piece_of("H1", "low wall", wall((12.0, 8.0), (12.0, 14.0), 0.4))
    archers = [enemy("M1.1", (10.0, 20.0)), enemy("M1.2", (20.0, 11.0)), enemy("M1.3", (8.5, 20.0))]
    state = skirmish(soldier("S1", (10.0, 10.0), toughness=6), *archers, terrain=[hedge])
    dice = {"hit M1": [5, 4], "hit M1.2": [5], "damage S1": [1]}
    shown = volley(state, ["M1.1", "M1.2", "M1.3"], dice)
    told = shown.told("dice rolled")
    assert [(one.facts["why"], one.facts["need"]) for one in told[:2]] == [("hit M1", 5), ("hit M1.2", 6)]
    assert shown.told("shots hit")[0].facts["faces"] == [5, 5, 4]
    assert shown.told("shots hit")[0].facts["hits"] == 1


@covers("FR-SHT-11", "FR-SHT-16")
def test_the_chance_to_kill_counts_great_hits() -> None:
    state = skirmish(armed("S1", (10.0, 10.0), RIFLE), enemy("M1.1", (10.0, 18.0), toughness=4))
    one, target = state.soldiers["S1"], state.enemies["M1.1"]
    expected = 2 / 6 * 1 / 2 + 1 / 6 * 3 / 4
    assert odds_of(state, Shot(one, target, one.weapons[0])).kill(1) == pytest.approx(expected)


@covers("FR-SHT-04")
def test_the_chances_of_each_shot_are_shown() -> None:
    state = skirmish(armed("S1", (10.0, 10.0), RIFLE), enemy("M1.1", (10.0, 18.0)))
    option = start(state, playing(fire, "S1")).question.options()[0]
    assert option.about == ("M1.1",)
    assert option.need == 4
    assert option.chance == 0.5
