"""Explosions: aiming, the hit roll, scatter, and who is in the blast."""

from __future__ import annotations

from math import cos, hypot, radians, sin

import pytest

from sandtable.books.forgotten_ruin.chapters.armory import weapon
from sandtable.books.forgotten_ruin.chapters.explosions.blasts import chance_to_reach, reached_by, stopped_at
from sandtable.books.forgotten_ruin.chapters.explosions.explosions import explode, number_for_point, worth_of
from sandtable.books.forgotten_ruin.chapters.shooting.aiming import can_aim, why_not_aim
from sandtable.books.forgotten_ruin.chapters.shooting.fire_action import fire
from sandtable.books.forgotten_ruin.chapters.shooting.targets import Lookout
from sandtable.books.forgotten_ruin.state import Battle
from sandtable.kernel.play import Play
from sandtable.kernel.testing import covers
from sandtable.table.terrain import Piece, box_outline, circle, wall
from tests.books.forgotten_ruin.armed import armed, playing, skirmish
from tests.books.forgotten_ruin.stage import (
    Performance,
    Rule,
    enemy,
    perform,
    piece_of,
    rule_of,
    soldier,
    start,
)

GRENADE = "hand grenades"
LAUNCHER = "grenade launcher"


def at(x: float, y: float) -> dict[str, list[float]]:
    return {"at": [x, y]}


def blast(x: float, y: float, damage: int = 0) -> Rule:
    async def rule(play: Play[Battle]) -> list[str]:
        found = await explode(play, (x, y), 2.0, damage, "FR-EXP-09", attacker="S1")
        return [one.target for one in found]

    return rule


def reached(state: Battle, x: float, y: float) -> dict[str, int | None]:
    return {one.figure.id: one.need for one in reached_by(state, (x, y), 2.0)}


# Aiming


@covers("FR-EXP-01", "FR-ARM-22")
def test_an_impact_point_is_in_range_and_in_sight() -> None:
    rock = piece_of("R1", "boulder", wall((12.0, 8.0), (12.0, 12.0), 1.0))
    state = skirmish(armed("S1", (10.0, 10.0), GRENADE), enemy("M1.1", (10.0, 15.0)), terrain=[rock])
    asked = start(state, playing(fire, "S1")).answer(GRENADE)
    assert asked.question.legal(at(10.0, 16.5)) is None
    assert rule_of(asked.question.legal(at(10.0, 16.6))) == "FR-EXP-01"
    assert rule_of(asked.question.legal(at(14.0, 10.0))) == "FR-EXP-01"
    assert asked.question.legal(at(7.0, 7.0)) is None


@covers("FR-EXP-01")
def test_the_last_of_many_enemies_can_be_aimed_at_though_all_others_are_hidden() -> None:
    house = Piece("H1", "tower", box_outline(0.0, 13.0, 19.0, 15.0), 9.0, ("block",))
    hidden = [enemy(f"M1.{one}", (3.0 + one % 7 * 2.0, 16.5 + one // 7 * 2.0)) for one in range(14)]
    shooter, last = armed("S1", (10.0, 10.0), LAUNCHER), enemy("M2.1", (20.0, 8.0))
    state = skirmish(shooter, *hidden, last)
    hiding = skirmish(shooter, *hidden, last, terrain=[house])
    assert can_aim(Lookout(state, shooter), weapon(LAUNCHER))
    assert can_aim(Lookout(hiding, shooter), weapon(LAUNCHER))
    behind = skirmish(shooter, *hidden, terrain=[house])
    assert can_aim(Lookout(behind, shooter), weapon(LAUNCHER)), (
        "the ground on this side of the house is in sight"
    )
    assert not can_aim(Lookout(behind, shooter, {one.id for one in hidden}), weapon(LAUNCHER))


@covers("FR-EXP-12", "FR-RND-15")
def test_snap_fire_finds_the_strip_beside_a_hidden_unit_that_is_in_sight() -> None:
    tower = Piece("H1", "tower", box_outline(10.9, 14.0, 22.0, 20.0), 9.0, ("block",))
    seen, unseen = enemy("M1.1", (12.35, 20.6)), enemy("M1.1", (12.6, 20.6))
    shooter = armed("S1", (10.0, 10.0), LAUNCHER)
    state = skirmish(shooter, seen, terrain=[tower])
    asked = start(state, playing(fire, "S1", {"M1.1"})).answer(LAUNCHER)
    assert asked.question.legal(at(10.9, 20.6)) is None
    assert rule_of(asked.question.legal(at(11.1, 20.6))) == "FR-EXP-01"
    assert not can_aim(
        Lookout(skirmish(shooter, unseen, terrain=[tower]), shooter, {"M1.1"}), weapon(LAUNCHER)
    )


@covers("FR-EXP-01")
def test_with_nobody_to_hit_points_on_all_sides_are_proposed_and_any_in_sight_is_accepted() -> None:
    state = skirmish(armed("S1", (10.0, 10.0), GRENADE), enemy("M1.1", (10.0, 34.0)))
    asked = start(state, playing(fire, "S1")).answer(GRENADE)
    assert asked.options()
    assert all(asked.question.legal(one) is None for one in asked.options())
    assert asked.question.legal(at(3.51, 10.0)) is None
    assert rule_of(asked.question.legal(at(3.4, 10.0))) == "FR-EXP-01"


@covers("FR-EXP-01")
def test_nonsense_is_no_point() -> None:
    state = skirmish(armed("S1", (10.0, 10.0), GRENADE), enemy("M1.1", (10.0, 15.0)))
    asked = start(state, playing(fire, "S1")).answer(GRENADE)
    for answer in ("there", {"at": [1.0]}, {"at": [True, 2.0]}, {"at": [10.0, -1.0]}, None):
        assert rule_of(asked.question.legal(answer)) == "FR-EXP-01"
    assert all(asked.question.legal(one) is None for one in asked.options())


@covers("FR-EXP-01", "FR-SHT-08")
def test_a_point_is_not_put_on_a_figure_that_fights_a_friend() -> None:
    state = skirmish(
        armed("S1", (10.0, 10.0), LAUNCHER), soldier("S2", (10.0, 21.0)), enemy("M1.1", (10.0, 20.0))
    )
    one = state.soldiers["S1"]
    assert rule_of(why_not_aim(Lookout(state, one), weapon(LAUNCHER), (10.0, 20.0))) == "FR-SHT-08"
    assert why_not_aim(Lookout(state, one), weapon(LAUNCHER), (10.0, 19.0)) is None


@covers("FR-EXP-12", "FR-SHT-05")
def test_a_near_hostile_ties_a_grenade_to_its_mob_but_not_to_itself() -> None:
    state = skirmish(
        armed("S1", (10.0, 10.0), GRENADE),
        enemy("M1.1", (10.0, 13.0)),
        enemy("M1.2", (13.5, 13.0)),
        enemy("M2.1", (4.0, 10.0)),
    )
    one = state.soldiers["S1"]
    assert why_not_aim(Lookout(state, one), weapon(GRENADE), (14.9, 13.0)) is None
    assert rule_of(why_not_aim(Lookout(state, one), weapon(GRENADE), (4.0, 10.0))) == "FR-SHT-05"


@covers("FR-EXP-12", "FR-RND-15")
def test_explosive_snap_fire_is_aimed_beside_the_moving_unit() -> None:
    state = skirmish(
        armed("S1", (10.0, 10.0), LAUNCHER), enemy("M1.1", (10.0, 20.0)), enemy("M2.1", (18.0, 20.0))
    )
    asked = start(state, playing(fire, "S1", {"M1.1"})).answer(LAUNCHER)
    assert asked.question.legal(at(11.4, 20.0)) is None
    assert rule_of(asked.question.legal(at(18.0, 20.0))) == "FR-EXP-12"


# The hit roll


@covers("FR-EXP-02")
@pytest.mark.parametrize(("far", "skill", "number"), [(6.0, 0, 3), (6.2, 0, 4), (10.0, 1, 3)])
def test_one_normal_hit_roll_for_the_point(far: float, skill: int, number: int) -> None:
    state = skirmish(armed("S1", (10.0, 10.0), LAUNCHER, combat_skill=skill), enemy("M1.1", (10.0, 30.0)))
    needed, added = number_for_point(state, state.soldiers["S1"], weapon(LAUNCHER), (10.0, 10.5 + far))
    assert needed.number - sum(one.value for one in added) == number


@covers("FR-EXP-03")
def test_any_terrain_on_the_way_counts_as_cover_even_right_before_the_thrower() -> None:
    fence = piece_of("F1", "low wall", wall((8.0, 11.0), (12.0, 11.0), 0.2))
    mud = piece_of("D1", "mud", circle((15.0, 10.0), 1.0))
    state = skirmish(armed("S1", (10.0, 10.0), GRENADE), enemy("M1.1", (10.0, 30.0)), terrain=[fence, mud])
    one = state.soldiers["S1"]
    needed, _ = number_for_point(state, one, weapon(GRENADE), (10.0, 14.0))
    assert needed.number == 6
    assert "FR-EXP-03" in needed.rules
    assert number_for_point(state, one, weapon(GRENADE), (16.0, 10.0))[0].number == 3


@covers("FR-EXP-04", "FR-EXP-02")
def test_a_miss_scatters_and_a_hit_stays() -> None:
    state = skirmish(armed("S1", (10.0, 10.0), GRENADE), enemy("M1.1", (10.0, 15.0)))
    missed = perform(
        state,
        playing(fire, "S1"),
        {"hit S1": [2], "scatter": [4], "bearing": [90]},
        [GRENADE, at(10.0, 15.0)],
    )
    assert missed.told("explosion")[0].facts["at"] == pytest.approx((14.0, 15.0))
    state = skirmish(armed("S1", (10.0, 10.0), GRENADE), enemy("M1.1", (10.0, 15.0)))
    hit = perform(state, playing(fire, "S1"), {"hit S1": [3], "damage M1.1": [1]}, [GRENADE, at(10.0, 15.0)])
    assert hit.told("explosion")[0].facts["at"] == (10.0, 15.0)


@covers("FR-EXP-05")
@pytest.mark.parametrize(("height", "stops"), [(2.0, True), (1.25, False)])
def test_a_scattering_point_stops_at_the_near_side_of_what_is_taller_than_the_target(
    height: float, stops: bool
) -> None:
    rock = piece_of("R1", "boulder", wall((14.0, 8.0), (14.0, 12.0), 1.0), height)
    state = skirmish(soldier("S1"), terrain=[rock])
    point, by = stopped_at(state, (10.0, 10.0), (16.0, 10.0), 1.25)
    assert (by == "R1") is stops
    assert point[0] == pytest.approx(13.49 if stops else 16.0)


@covers("FR-EXP-13", "FR-SHT-17")
def test_a_natural_six_gives_no_great_hit() -> None:
    state = skirmish(armed("S1", (10.0, 10.0), GRENADE), enemy("M1.1", (10.0, 15.0), toughness=6))
    shown = perform(
        state, playing(fire, "S1"), {"hit S1": [6], "damage M1.1": [2]}, [GRENADE, at(10.0, 15.0)]
    )
    assert "FR-EXP-13" in shown.cited()
    assert shown.state.enemies["M1.1"].on_table


@covers("FR-EXP-15", "FR-EXP-04")
def test_an_impact_off_the_table_still_reaches_back() -> None:
    state = skirmish(armed("S1", (2.0, 10.0), GRENADE), enemy("M1.1", (2.0, 15.0), radius=0.5))
    shown = perform(
        state,
        playing(fire, "S1"),
        {"hit S1": [1], "scatter": [2], "bearing": [270], "damage M1.1": [6]},
        [GRENADE, at(1.5, 15.0)],
    )
    assert shown.told("impact off the table")
    assert shown.state.enemies["M1.1"].on_table is False


# The blast


@covers("FR-EXP-06", "FR-EXP-11")
def test_everybody_whose_base_is_partly_within_two_inches_is_hit() -> None:
    state = skirmish(
        soldier("S1", (10.0, 12.5)), enemy("M1.1", (10.0, 8.0)), enemy("M2.1", (12.6, 10.0)), enemy("M3.1")
    )
    assert reached(state, 10.0, 10.0) == {"M1.1": None, "S1": None}
    shown = perform(state, blast(10.0, 10.0), {"damage M1.1": [6], "damage S1": [1]})
    assert shown.state.soldiers["S1"].stun == 1
    assert {"FR-EXP-06", "FR-EXP-11"} <= shown.cited()


@covers("FR-EXP-07")
@pytest.mark.parametrize(("die", "hit"), [(3, False), (4, True)])
def test_a_figure_behind_another_is_hit_on_four(die: int, hit: bool) -> None:
    state = skirmish(enemy("M1.1", (10.0, 11.0)), enemy("M1.2", (10.0, 12.2)), soldier("S1", (30.0, 30.0)))
    assert reached(state, 10.0, 10.0) == {"M1.1": None, "M1.2": 4}
    dice = {"blast M1.2": [die], "damage M1.1": [1]} | ({"damage M1.2": [6]} if hit else {})
    shown = perform(state, blast(10.0, 10.0), dice)
    assert shown.state.enemies["M1.2"].on_table is not hit


@covers("FR-EXP-07", "FR-EXP-08")
@pytest.mark.parametrize(("height", "need"), [(0.75, 4), (1.25, "stopped"), (3.0, "stopped")])
def test_a_wall_as_tall_as_the_figure_stops_the_blast_and_a_lower_one_protects(
    height: float, need: object
) -> None:
    fence = piece_of("F1", "low wall", wall((8.0, 11.0), (12.0, 11.0), 0.2), height)
    state = skirmish(enemy("M1.1", (10.0, 12.0)), terrain=[fence])
    assert reached(state, 10.0, 10.0).get("M1.1", "stopped") == need


@covers("FR-EXP-08")
def test_whoever_is_behind_a_wall_is_told() -> None:
    fence = piece_of("F1", "low wall", wall((8.0, 11.0), (12.0, 11.0), 0.2), 2.0)
    shown = perform(
        skirmish(soldier("S1", (30.0, 30.0)), enemy("M1.1", (10.0, 12.0)), terrain=[fence]), blast(10.0, 10.0)
    )
    assert shown.told("blast stopped")[0].facts["figures"] == ["M1.1"]


@covers("FR-EXP-07")
def test_higher_ground_with_some_protection_counts() -> None:
    state = skirmish(enemy("M1.1", (10.0, 11.5), elevation=1.0))
    assert reached(state, 10.0, 10.0) == {"M1.1": 4}


@covers("FR-EXP-09", "FR-EXP-10")
def test_a_saved_blast_knocks_down_but_never_a_monster() -> None:
    from sandtable.books.forgotten_ruin.enemies import monsters  # noqa: F401

    state = skirmish(
        soldier("S1", (30.0, 30.0)),
        enemy("M1.1", (10.0, 11.0), save=4),
        enemy("B1", (10.0, 8.0), kind="monster", toughness=3, save=4, monster_points=3, radius=1.0),
    )
    shown = perform(state, blast(10.0, 10.0), {"save M1.1": [4], "damage B1": [5], "save B1": [4]})
    assert shown.state.enemies["M1.1"].knocked_down
    assert not shown.state.enemies["B1"].knocked_down


@covers("FR-EXP-14")
@pytest.mark.parametrize(
    ("y", "fence", "need"), [(11.4, False, None), (11.4, True, 4), (12.2, False, 4), (12.2, True, 6)]
)
def test_smaller_tables(y: float, fence: bool, need: int | None) -> None:
    low = piece_of("F1", "low wall", wall((8.0, 10.5), (12.0, 10.5), 0.2))
    state = skirmish(
        enemy("M1.1", (10.0, y)), terrain=[low] if fence else [], switches={"small_table_explosions": True}
    )
    assert reached(state, 10.0, 10.0) == {"M1.1": need}


@covers("FR-EXP-16")
def test_protection_dice_come_first_then_the_unprotected_then_removal() -> None:
    state = skirmish(
        soldier("S1", (30.0, 30.0)),
        enemy("M1.1", (10.0, 12.2)),
        enemy("M1.2", (10.0, 11.0)),
        enemy("M1.3", (11.8, 10.0)),
    )
    shown = perform(
        state,
        blast(10.0, 10.0),
        {"blast M1.1": [4], "damage M1.2": [6], "damage M1.3": [6], "damage M1.1": [6]},
    )
    assert [why for why, _ in shown.rolled()] == ["blast M1.1", "damage M1.2", "damage M1.3", "damage M1.1"]
    kinds = [event.kind for event in shown.events]
    assert kinds.index("figure removed") > max(n for n, one in enumerate(kinds) if one == "dice rolled")


@covers("FR-EXP-11")
def test_the_worth_of_a_point_counts_friends_against_it() -> None:
    state = skirmish(armed("S1", (10.0, 10.0), GRENADE), enemy("M1.1", (10.0, 14.0)))
    one = state.soldiers["S1"]
    far = worth_of(state, one, weapon(GRENADE), (10.0, 14.0), 1.0)
    near = worth_of(state, one, weapon(GRENADE), (10.0, 12.2), 1.0)
    assert far["figures"] == ["M1.1"]
    assert far["kills"] == pytest.approx(4 / 6, abs=0.001)
    assert near["worth"] < far["worth"]


@covers("FR-EXP-12")
def test_the_best_point_is_proposed_first() -> None:
    state = skirmish(
        armed("S1", (10.0, 10.0), LAUNCHER),
        enemy("M1.1", (8.0, 20.0)),
        enemy("M1.2", (11.0, 20.0)),
        enemy("M1.3", (20.0, 20.0)),
    )
    asked = start(state, playing(fire, "S1")).answer(LAUNCHER)
    best = asked.question.options()[0]
    assert set(best.facts["figures"]) == {"M1.1", "M1.2"}
    assert _performed(asked, "proposal").told("explosion")


def _performed(asked: Performance, answer: object) -> Performance:
    for why, faces in {"hit S1": [6], "damage M1.1": [1], "damage M1.2": [1]}.items():
        asked.dice.add(why, faces)
    return asked.answer(answer).over()


@covers("FR-EXP-08", "FR-EXP-07")
def test_a_blast_reaches_into_a_house_only_through_its_door() -> None:
    hut = piece_of("H1", "hut", box_outline(8.0, 11.0, 14.0, 15.0))
    door = Piece("D1", "door", box_outline(9.5, 10.9, 10.5, 11.1), 2.0, ("opening",))
    state = skirmish(enemy("M1.1", (10.0, 11.6)), enemy("M1.2", (11.6, 11.8)), terrain=[hut, door])
    assert reached(state, 10.0, 10.2) == {"M1.1": 4}


@covers("FR-EXP-07")
def test_a_figure_in_a_wood_is_protected() -> None:
    wood = piece_of("W1", "forest", box_outline(8.0, 11.0, 12.0, 15.0))
    state = skirmish(enemy("M1.1", (10.0, 11.6)), enemy("M1.2", (10.0, 8.6)), terrain=[wood])
    assert reached(state, 10.0, 10.2) == {"M1.1": 4, "M1.2": None}


@covers("FR-EXP-06")
def test_a_blast_on_a_roof_does_not_reach_far_below() -> None:
    tower = piece_of("T1", "boulder", box_outline(8.0, 8.0, 12.0, 12.0), 4.0)
    state = skirmish(enemy("M1.1", (10.0, 11.0), elevation=4.0), enemy("M1.2", (10.0, 12.6)), terrain=[tower])
    assert reached(state, 10.0, 11.0) == {"M1.1": None}


@covers("FR-LCK-03", "FR-EXP-16")
def test_luck_carries_a_soldier_out_of_the_blast() -> None:
    state = skirmish(soldier("S1", (10.0, 10.5), luck=1), enemy("M1.1", (10.0, 8.6)))
    shown = perform(state, blast(10.0, 10.0), {"damage S1": [6], "damage M1.1": [1]}, ["Luck", "0"])
    x, y = shown.state.soldiers["S1"].at
    assert (x, y > 12.5) == (10.0, True)


@covers("FR-EXP-04")
@pytest.mark.parametrize("apart", [0.0, 0.4, 1.0, 2.4, 4.0, 6.5, 8.4])
def test_the_chance_that_a_scattering_blast_reaches_a_figure_is_that_of_its_dice(apart):
    """1D6 in and any of 360 degrees, counted one by one."""
    reach, counted = 2.5, 0
    for face in range(1, 7):
        for degrees in range(360):
            x, y = face * cos(radians(degrees + 0.5)), face * sin(radians(degrees + 0.5))
            counted += hypot(x - apart, y) <= reach
    assert chance_to_reach(apart, reach, 1.0) == pytest.approx(counted / (6 * 360), abs=0.004)


@covers("FR-EXP-04")
def test_where_a_grenade_may_scatter_friends_count_against_it() -> None:
    one, foe = armed("S1", (10.0, 10.0), GRENADE), enemy("M1.1", (10.0, 15.0))
    alone = worth_of(skirmish(one, foe), one, weapon(GRENADE), foe.at, 0.5)
    friends = [soldier("S2", (6.0, 15.0)), soldier("S3", (14.0, 15.0))]
    near = worth_of(skirmish(one, foe, *friends), one, weapon(GRENADE), foe.at, 0.5)
    assert near["figures"] == alone["figures"] == ["M1.1"]
    assert near["worth"] < alone["worth"]
    assert near["losses"] > alone["losses"]
