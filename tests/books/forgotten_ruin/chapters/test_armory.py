"""The armory: profiles, ranges, limits and traits of weapons."""

from __future__ import annotations

import pytest

from sandtable.books.forgotten_ruin.chapters.armory import (
    armory,
    enemy_weapon,
    grenades_left,
    hand_weapon,
    range_of,
    ranged_weapons,
    redistribute_grenades,
    shots_of,
    spend_ammunition,
    weapon,
)
from sandtable.books.forgotten_ruin.chapters.shooting.fire_action import fire
from sandtable.books.forgotten_ruin.chapters.shooting.hit_numbers import hit_number
from sandtable.books.forgotten_ruin.chapters.shooting.targets import why_not_fire_weapon, why_not_shoot
from sandtable.books.forgotten_ruin.state import Battle
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.armed import armed, bullet, playing, skirmish, struck
from tests.books.forgotten_ruin.stage import enemy, perform, rule_of, soldier, start


@covers("FR-ARM-01", "FR-ARM-03", "FR-ARM-04", "FR-ARM-21")
@pytest.mark.parametrize(
    ("name", "moving", "stationary", "shots", "damage"),
    [
        ("pistol", 6, 6, 1, 0),
        ("assault rifle", 24, 36, 1, 0),
        ("submachine gun", 12, 12, 2, 0),
        ("shotgun", 12, 12, 1, 1),
        ("sharpshooter's rifle", 24, 48, 1, 1),
        ("squad automatic weapon", 18, 36, 4, 0),
        ("anti-tank weapon", 15, 15, 1, 4),
        ("hand grenades", 6, 6, 0, 0),
        ("grenade launcher", 15, 15, 0, 0),
    ],
)
def test_military_weapons_are_as_printed(
    name: str, moving: float, stationary: float, shots: int, damage: int
) -> None:
    one = weapon(name)
    assert (one.range_moving, one.range_stationary, one.shots, one.damage) == (
        moving,
        stationary,
        shots,
        damage,
    )


@covers("FR-ARM-04", "FR-ARM-14")
def test_explosives_have_a_radius_of_two_inches() -> None:
    explosive = [one for one in armory().values() if one.is_explosive]
    assert [(one.name, one.radius) for one in explosive] == [
        ("hand grenades", 2.0),
        ("grenade launcher", 2.0),
    ]


@covers("FR-ARM-21")
def test_an_unknown_weapon_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        weapon("railgun")
    assert refused.value.rule == "FR-ARM-21"


@covers("FR-ARM-02", "FR-SHT-02", "FR-SHT-21")
def test_after_moving_half_an_inch_a_rifle_reaches_twenty_four() -> None:
    state = skirmish(armed("S1", (1.0, 1.0), "assault rifle", moved=0.5), enemy("M1.1", (1.0, 27.0)))
    one, target = state.soldiers["S1"], state.enemies["M1.1"]
    assert rule_of(why_not_shoot(state, one, one.weapons[0], target)) == "FR-SHT-21"
    one.moved = 0.0
    assert why_not_shoot(state, one, one.weapons[0], target) is None


@covers("FR-ARM-07", "FR-ARM-03")
def test_the_squad_automatic_weapon_is_steady_only_at_rest() -> None:
    state = skirmish(armed("S1", (10.0, 10.0), "squad automatic weapon"))
    one = state.soldiers["S1"]
    assert range_of(state, one, one.weapons[0]) == 36.0
    one.moved = 2.0
    assert range_of(state, one, one.weapons[0]) == 18.0
    assert shots_of(state, one, one.weapons[0]) == 4


@covers("FR-ARM-05", "FR-SHT-02")
@pytest.mark.parametrize(("moved", "rule"), [(0.0, ""), (2.5, ""), (2.6, "FR-ARM-05")])
def test_a_heavy_weapon_is_fired_after_half_speed_at_most(moved: float, rule: str) -> None:
    state = skirmish(armed("S1", (10.0, 10.0), "squad automatic weapon", moved=moved))
    one = state.soldiers["S1"]
    assert rule_of(why_not_fire_weapon(state, one, one.weapons[0])) == rule


@covers("FR-ARM-05")
def test_the_refusal_of_a_heavy_weapon_is_said_in_good_english() -> None:
    state = skirmish(armed("S1", (10.0, 10.0), "anti-tank weapon", moved=2.6))
    one = state.soldiers["S1"]
    refusal = why_not_fire_weapon(state, one, one.weapons[0])
    assert refusal is not None
    assert refusal.reason.endswith("with the anti-tank weapon.")


@covers("FR-ARM-06")
def test_aimed_fire_rerolls_a_natural_one_and_the_reroll_stands() -> None:
    state = skirmish(armed("S1", (10.0, 10.0), "assault rifle"), enemy("M1.1", (10.0, 20.0)))
    answers = ["assault rifle: M1.1", "Aimed fire"]
    shown = perform(state, playing(fire, "S1"), {"hit S1": [1, 1]}, answers)
    assert shown.rolled() == [("hit S1", (1,)), ("hit S1", (1,))]
    assert shown.state.enemies["M1.1"].on_table


@covers("FR-ARM-06")
@pytest.mark.parametrize("moved", [0.5, 4.0])
def test_whoever_has_moved_does_not_aim(moved: float) -> None:
    state = skirmish(armed("S1", (10.0, 10.0), "assault rifle", moved=moved), enemy("M1.1", (10.0, 20.0)))
    perform(state, playing(fire, "S1"), {"hit S1": [1]}, ["assault rifle: M1.1"])


@covers("FR-ARM-06", "FR-RND-19")
def test_snap_fire_is_never_aimed() -> None:
    state = skirmish(armed("S1", (10.0, 10.0), "assault rifle"), enemy("M1.1", (10.0, 20.0)))
    perform(state, playing(fire, "S1", {"M1.1"}), {"hit S1": [1]}, ["assault rifle: M1.1"])


@covers("FR-ARM-08", "FR-HTH-11")
def test_a_pistol_hits_more_easily() -> None:
    state = skirmish(armed("S1", (10.0, 10.0), "pistol"), enemy("M1.1", (10.0, 15.0)))
    one = state.soldiers["S1"]
    assert hit_number(state, one, state.enemies["M1.1"], one.weapons[0]).number == 2


@covers("FR-ARM-09")
def test_a_precision_weapon_hits_a_target_in_cover_on_five() -> None:
    state = skirmish(
        armed("S1", (10.0, 10.0), "sharpshooter's rifle"), enemy("M1.1", (10.0, 25.0), knocked_down=True)
    )
    one = state.soldiers["S1"]
    assert hit_number(state, one, state.enemies["M1.1"], one.weapons[0]).number == 5


@covers("FR-ARM-11")
def test_under_the_launcher_there_is_a_rifle() -> None:
    assert [one.name for one in ranged_weapons(armed("S1", (0.0, 0.0), "grenade launcher"))] == [
        "assault rifle",
        "grenade launcher",
    ]
    state = skirmish(armed("S1", (10.0, 10.0), "grenade launcher"), enemy("M1.1", (10.0, 20.0)))
    asked = start(state, playing(fire, "S1"))
    assert asked.options() == ["assault rifle: M1.1", "grenade launcher"]
    assert "FR-ARM-11" in asked.question.rules


@covers("FR-ARM-12", "FR-SAV-02")
def test_a_saved_shotgun_hit_knocks_down() -> None:
    state = skirmish(armed("S1", (10.0, 10.0), "shotgun"), enemy("M1.1", (10.0, 18.0), save=4))
    shown = perform(state, playing(fire, "S1"), {"hit S1": [4], "save M1.1": [4]}, ["shotgun: M1.1"])
    assert shown.state.enemies["M1.1"].knocked_down
    assert "FR-ARM-12" in shown.cited()


@covers("FR-ARM-15")
def test_a_warhead_hits_monsters_more_easily() -> None:
    state = skirmish(
        armed("S1", (10.0, 10.0), "anti-tank weapon"),
        enemy("M1.1", (14.0, 18.0)),
        enemy("B1", (10.0, 20.0), kind="monster", monster_points=5, radius=1.0, height=2.5),
    )
    one = state.soldiers["S1"]
    assert hit_number(state, one, state.enemies["B1"], one.weapons[0]).number == 3
    assert hit_number(state, one, state.enemies["M1.1"], one.weapons[0]).number == 4


@covers("FR-ARM-16")
def test_a_warhead_inflicts_four_hits_at_plus_four() -> None:
    monster = enemy("B1", (10.0, 20.0), kind="monster", toughness=6, monster_points=5)
    state = skirmish(armed("S1", (10.0, 10.0), "anti-tank weapon"), monster)
    shown = perform(
        state, playing(fire, "S1"), {"hit S1": [3], "damage B1": [1, 2, 2, 6]}, ["anti-tank weapon: B1"]
    )
    assert shown.state.enemies["B1"].monster_points == 2
    assert not shown.state.enemies["B1"].knocked_down


@covers("FR-SHT-18", "FR-ARM-16")
def test_a_great_hit_adds_one_to_the_four() -> None:
    monster = enemy("B1", (10.0, 20.0), kind="monster", toughness=6, monster_points=5)
    state = skirmish(armed("S1", (10.0, 10.0), "anti-tank weapon"), monster)
    shown = perform(
        state, playing(fire, "S1"), {"hit S1": [6], "damage B1": [2, 2, 2, 2, 1]}, ["anti-tank weapon: B1"]
    )
    assert shown.state.enemies["B1"].monster_points == 1
    assert {"FR-SHT-18", "FR-SHT-19"} <= shown.cited()


@covers("FR-ARM-17")
def test_the_anti_tank_weapon_is_fired_twice_in_a_battle() -> None:
    state = skirmish(armed("S1", (10.0, 10.0), "anti-tank weapon"), enemy("M1.1"))

    async def rule(play: Play[Battle]) -> list[str]:
        one = play.state.soldiers["S1"]
        found = []
        for _ in range(3):
            found.append(rule_of(why_not_fire_weapon(play.state, one, one.weapons[0])))
            spend_ammunition(play, one, one.weapons[0])
        return found

    assert perform(state, rule).returned == ["", "", "FR-ARM-17"]


@covers("FR-ARM-18")
def test_a_warhead_knocks_down_whoever_survives_it() -> None:
    champion = enemy("M1.1", (10.0, 20.0), toughness=3, is_champion=True, monster_points=6)
    state = skirmish(armed("S1", (10.0, 10.0), "anti-tank weapon"), champion)
    shown = perform(
        state, playing(fire, "S1"), {"hit S1": [4], "damage M1.1": [1, 1, 1, 1]}, ["anti-tank weapon: M1.1"]
    )
    assert shown.state.enemies["M1.1"].knocked_down
    assert "FR-ARM-18" in shown.cited()


@covers("FR-ARM-19", "FR-ARM-13")
def test_a_warhead_that_kills_goes_on_through_whoever_stands_behind() -> None:
    state = skirmish(
        armed("S1", (10.0, 10.0), "anti-tank weapon"),
        enemy("M1.1", (10.0, 18.0)),
        enemy("M1.2", (10.0, 19.2), save=2),
        soldier("S2", (10.4, 20.8), toughness=3),
        enemy("M1.3", (10.0, 22.6)),
        enemy("M1.4", (11.5, 19.0)),
    )
    shown = perform(
        state,
        playing(fire, "S1"),
        {"hit S1": [4], "damage M1.1": [1], "damage M1.2": [1], "damage S2": [2]},
        ["anti-tank weapon: M1.1"],
    )
    assert [one.id for one in shown.state.enemies.values() if one.on_table] == ["M1.3", "M1.4"]
    assert shown.state.soldiers["S2"].where == "casualty"


@covers("FR-ARM-20")
def test_one_soldier_serves_a_team_weapon() -> None:
    state = skirmish(armed("S1", (10.0, 10.0), "squad automatic weapon"), enemy("M1.1", (10.0, 20.0)))
    shown = perform(state, playing(fire, "S1"), {"hit S1": [1, 1, 2, 3]}, ["squad automatic weapon: M1.1"])
    assert "FR-ARM-20" in shown.cited()


@covers("FR-ARM-22", "FR-ARM-23")
def test_two_grenades_in_a_round_for_the_whole_force() -> None:
    state = skirmish(
        armed("S1", (10.0, 10.0), "hand grenades"),
        armed("S2", (12.0, 10.0), "grenade launcher"),
        enemy("M1.1"),
    )

    async def rule(play: Play[Battle]) -> list[str]:
        one, other = play.state.soldiers.values()
        found = []
        for thrower in (one, other, one):
            found.append(rule_of(why_not_fire_weapon(play.state, thrower, thrower.weapons[0])))
            spend_ammunition(play, thrower, thrower.weapons[0])
        return found

    shown = perform(state, rule)
    assert shown.returned == ["", "", "FR-ARM-23"]
    assert shown.state.grenades_in_battle == 3


@covers("FR-ARM-24")
def test_counted_grenades_have_no_limit_in_a_round_but_run_out() -> None:
    state = skirmish(
        armed("S1", (10.0, 10.0), "hand grenades", "grenade launcher"), switches={"strict_grenades": True}
    )

    async def rule(play: Play[Battle]) -> list[str]:
        one = play.state.soldiers["S1"]
        found = []
        for _ in range(3):
            found.append(rule_of(why_not_fire_weapon(play.state, one, one.weapons[0])))
            spend_ammunition(play, one, one.weapons[0])
        return found

    shown = perform(state, rule)
    assert shown.returned == ["", "", "FR-ARM-24"]
    assert grenades_left(shown.state.soldiers["S1"].weapons[1]) == 6


@covers("FR-ARM-25")
def test_counted_grenades_are_dealt_out_anew_but_not_made() -> None:
    state = skirmish(
        armed("S1", (10.0, 10.0), "hand grenades"),
        armed("S2", (12.0, 10.0), "hand grenades"),
        armed("S3", (14.0, 10.0), "grenade launcher"),
        switches={"strict_grenades": True},
    )
    soldiers = list(state.soldiers.values())
    redistribute_grenades(state, soldiers, "hand grenades", {"S1": 4})
    assert [grenades_left(one.weapons[0]) for one in soldiers] == [4, 0, 6]
    for shares in ({"S1": 5}, {"S1": 3, "S3": 1}, {"S1": 5, "S2": -1}):
        with pytest.raises(Refused) as refused:
            redistribute_grenades(state, soldiers, "hand grenades", shares)
        assert refused.value.rule == "FR-ARM-25"


@covers("FR-ARM-26", "FR-ARM-27", "FR-ARM-34", "FR-POST-46")
def test_melee_weapons_are_swords_or_large_swords_by_how_they_are_held() -> None:
    assert (hand_weapon("one-handed").name, hand_weapon("one-handed").damage) == ("sword", 0)
    assert (hand_weapon("two-handed").name, hand_weapon("two-handed").damage) == ("large sword", 1)


@covers("FR-ARM-29")
def test_a_poisoned_weapon_rolls_two_damage_dice() -> None:
    from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit

    state = skirmish(soldier("S1", toughness=4), enemy("M1.1"))
    hit = Hit(attacker="M1.1", unit="M1", how="hand-to-hand", weapon=weapon("poisoned weapon"))
    shown = struck(state, "S1", [hit], {"damage S1": [2, 5]})
    assert shown.returned.is_casualty
    assert "FR-ARM-29" in shown.cited()


@covers("FR-ARM-31")
def test_enemies_are_immune_to_poison() -> None:
    state = skirmish(soldier("S1"), enemy("M1.1", toughness=4))
    shown = struck(state, "M1.1", [bullet(weapon_of="poisoned weapon")], {"damage M1.1": [2]})
    assert not shown.returned.is_casualty


@covers("FR-ARM-30", "FR-ARM-33")
def test_enemies_have_a_sword_and_archers_a_bow_of_eighteen_inches() -> None:
    state = skirmish(enemy("M1.1"))
    one = state.enemies["M1.1"]
    assert enemy_weapon(state, one, "hand-to-hand").name == "sword"
    bow = enemy_weapon(state, one, "shooting")
    assert (bow.range_moving, bow.shots, bow.damage) == (18.0, 1, 0)


@covers("FR-ARM-32")
def test_the_weapons_of_the_slain_stay_where_they_fall() -> None:
    state = skirmish(soldier("S1"), enemy("M1.1"))
    shown = struck(state, "M1.1", [bullet()], {"damage M1.1": [6]})
    assert shown.state.soldiers["S1"].weapons == ()
    assert "FR-ARM-32" in shown.cited()
