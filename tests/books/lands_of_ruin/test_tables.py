"""What follows from skills and gear is what the book's own tables of cards say."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.lands_of_ruin.tables.arms import Arm, accessories, armours, equipment, items, weapons
from sandtable.books.lands_of_ruin.tables.charts import (
    actions,
    area_tables,
    damage_for,
    effects,
    human,
    rotter_kinds,
    rotter_tables,
)
from sandtable.books.lands_of_ruin.tables.people import cohorts, heroes, skills
from sandtable.books.lands_of_ruin.tables.places import (
    MAPS,
    ground_of,
    map_of,
    plans,
    scenarios,
    terrain_types,
)
from sandtable.kernel.arithmetic import total
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.testing import covers

CATALOGUE = Catalogue.load("sandtable.books.lands_of_ruin")


def rows(rule: str) -> list[dict[str, Any]]:
    """The table of a rule."""
    return CATALOGUE.rule(rule).table


@covers(
    "LR-HERO-03", "LR-HERO-04", "LR-HERO-05", "LR-EQP-01", "LR-EQP-02", "LR-DET-04", "LR-DEF-02",
    "LR-TEAM-02", "LR-HERO-07", "LR-WPN-06", "LR-HERO-02",
)  # fmt: skip
@pytest.mark.parametrize("row", [*rows("LR-HERO-03"), *rows("LR-HERO-04")], ids=lambda row: row["name"])
def test_a_hero_has_the_figures_of_its_card(row: dict[str, Any]):
    hero = heroes()[row["name"]]
    points = (row["skill_points"], row["gear_points"], row["gear_value"])
    assert (hero.skill_points, hero.gear_points, hero.gear_value) == points
    assert (hero.weight, round(hero.factor, 2)) == (row["weight"], row["movement_factor"])
    assert (hero.camouflage, hero.leadership) == (row["camouflage"], row["leadership"])
    assert human().throw + hero.level("throw") == row["throw"]
    worn = tuple(hero.armour(against) for against in ("ranged", "close", "rotter", "explosive"))
    assert worn == tuple(row[f"armour_{one}"] for one in ("ranged", "close", "rotter", "explosive"))
    assert (hero.level("defence"), hero.cohort or None, hero.ability or None) == (
        row["defence"], row["cohort"], row["ability"],
    )  # fmt: skip


@covers("LR-COH-03", "LR-COH-04")
@pytest.mark.parametrize("row", rows("LR-COH-03"), ids=lambda row: row["name"])
def test_a_cohort_has_the_figures_of_its_card(row: dict[str, Any]):
    cohort = cohorts()[row["name"]]
    assert (cohort.value_of(3), cohort.weight) == (row["gear_value_at_3"], row["weight"])


@covers("LR-COH-01")
def test_every_cohort_is_of_one_of_three_types_and_each_type_is_there():
    types = {name: one.type for name, one in cohorts().items()}
    assert types == {row["name"]: row["type"] for row in rows("LR-COH-03")}
    assert set(types.values()) == {"independent", "close_support", "slave"}


@covers("LR-COH-04")
def test_the_example_of_a_smaller_cohort():
    assert (
        cohorts()["Androphage's Cohort"].value_of(3),
        cohorts()["Androphage's Cohort"].value_of(2),
    ) == (295, 260)


@covers("LR-EQP-03")
def test_at_110_kg_nobody_moves():
    laden = heroes()["Phobos"]
    assert laden.factor == 80
    assert max(0.0, 100.0 - (110.0 - human().free_load)) == 0.0


@covers("LR-SKL-06", "LR-SKL-02")
def test_varro_has_three_with_the_rifle_and_two_with_a_pistol():
    varro = heroes()["Legate Varro"]
    assert sum(one.value for one in varro.attack_bonuses(weapons()["VZ 99 V Assault Rifle"])) == 3
    assert sum(one.value for one in varro.attack_bonuses(weapons()["LD-125"])) == 2


@covers("LR-AMMO-01")
def test_three_clips_of_35_rounds():
    assert Arm("VZ 99 V Assault Rifle", 3).reserve == 105


@covers("LR-WPN-01", "LR-WPN-07", "LR-WPN-08", "LR-WPN-09", "LR-WPN-04", "LR-WPN-03")
def test_every_weapon_of_the_book_is_there_with_its_modes():
    listed = {one["name"]: one for one in (*rows("LR-WPN-08"), *rows("LR-WPN-09"))}
    assert set(weapons()) == set(listed)
    for name, weapon in weapons().items():
        assert [one.mode for one in weapon.modes] == [one["mode"] for one in listed[name]["modes"]]
        for mode, row in zip(weapon.modes, listed[name]["modes"], strict=True):
            assert (mode.targets, mode.p_li, mode.b_a, mode.short) == (
                row["targets"],
                row["p_li"],
                row["b_a"],
                row["short"],
            )
            if not weapon.close:
                assert (mode.at("mid"), mode.at("long")) == (row["mid"], row["long"])


@covers("LR-DEF-03", "LR-DEF-01", "LR-ACC-02", "LR-CONS-02", "LR-CONS-05", "LR-EQP-05")
def test_all_other_gear_is_there():
    assert set(armours()) == {one["name"] for one in rows("LR-DEF-03")}
    assert set(accessories()) == {one["name"] for one in rows("LR-ACC-02")}
    named = {one["name"] for rule in ("LR-CONS-02", "LR-CONS-05", "LR-EQP-05") for one in rows(rule)}
    assert set(items()) == named
    assert len(equipment().other) == 3


@covers("LR-SKL-01")
def test_every_skill_is_there_at_its_price():
    assert {name: one.cost for name, one in skills().items()} == {
        one["name"]: one["cost"] for one in rows("LR-SKL-01")
    }
    assert all(not one.after or one.after in skills() for one in skills().values())


@covers("LR-ACT-01", "LR-ACT-03", "LR-OCON-26")
def test_actions_cost_what_the_book_says_and_conflict_both_ways():
    assert {name: one.ap for name, one in actions().items()} == {
        one["action"]: one["ap"] for one in rows("LR-ACT-01")
    }
    for name, one in actions().items():
        assert all(name in actions()[other].conflicts for other in one.conflicts)
    order = [one["action"] for one in rows("LR-OCON-26")]
    assert [one for one in actions() if one in order] == order


@covers("LR-DMG-06")
@pytest.mark.parametrize(
    ("number", "result"),
    [(-5, "no effect"), (1, "no effect"), (9, "no effect"), (24, "pinned"), (58, "badly wounded, bleeding"),
     (68, "unconscious, wounded"), (80, "dead"), (100, "dead"), (140, "dead")],
)  # fmt: skip
def test_the_chart_reads_less_than_1_as_1_and_more_than_100_as_100(number: int, result: str):
    assert damage_for(number).result == result


@covers("LR-DMG-06")
@pytest.mark.parametrize(
    ("bonus", "dead", "out"), [(0, 21, 36), (10, 31, 46), (20, 41, 56), (30, 51, 66), (40, 61, 76)]
)
def test_the_chances_of_the_ruling_follow_from_the_chart(bonus: int, dead: int, out: int):
    found = [damage_for(face + bonus) for face in range(1, 101)]
    assert len([one for one in found if one.dead]) == dead
    assert len([one for one in found if one.dead or one.unconscious]) == out


@covers("LR-EFF-01", "LR-EFF-02", "LR-ROT-19", "LR-HERO-23")
def test_effects_kinds_of_rotters_and_the_human():
    assert set(effects()) == {one["effect"] for one in rows("LR-EFF-01")}
    assert {one.kind: one.movement for one in rotter_kinds().values()} == {
        "Shambler": 5,
        "Rager": 8,
        "Veteran": 4,
    }
    assert (human().points, human().shoots, human().fights, human().noticed) == (20, 15, 8, 10)
    assert sum(one.hi - one.lo + 1 for one in rotter_tables().arrivals) == 100
    assert {one.name for one in area_tables().areas} == {one["item"] for one in rows("LR-GREN-07")}


@covers("LR-MAP-10", "LR-MAP-12", "LR-MAP-14", "LR-MAP-16", "LR-MODE-11", "LR-MAP-01")
@pytest.mark.parametrize("id", MAPS)
def test_the_sections_of_a_map_tile_the_table(id: str):
    map = map_of(id)
    assert abs(total(_area(one.polygon) for one in map.sections) - 48.0 * 48.0) < 1e-6
    assert all(map.section_at(one.centre) == one.number for one in map.sections)
    for one in map.sections:
        assert all(one.number in map.sections[other - 1].neighbours for other in one.neighbours)


def _area(polygon: tuple[tuple[float, float], ...]) -> float:
    pairs = zip(polygon, (*polygon[1:], polygon[0]), strict=True)
    return abs(total(a[0] * b[1] - a[1] * b[0] for a, b in pairs)) / 2


@covers("LR-MAP-02")
def test_a_centre_on_a_boundary_counts_for_the_lower_number():
    assert map_of("crossroads").section_at((20.0, 5.0)) == 1


@covers("LR-MAP-08", "LR-MAP-11", "LR-MAP-13", "LR-MAP-15", "LR-MAP-17", "LR-MAP-18")
def test_the_pieces_of_a_map_have_the_height_of_their_type():
    for id in MAPS:
        assert all(one.height == terrain_types()[one.kind].height for one in ground_of(id).pieces)
    assert len(plans()) == len({one["map"] for one in rows("LR-MAP-18")})


@covers("LR-SCN-01", "LR-SCN-11", "LR-SCN-24", "LR-SCN-25", "LR-SCN-26")
def test_scenarios_have_their_threat_danger_and_length():
    listed = {one["scenario"]: (one["threat"], one["danger"], one["rounds"]) for one in rows("LR-SCN-11")}
    shelved = {one["scenario"]: (one["threat"], one["danger"], 10) for one in rows("LR-SCN-24")}
    found = {one.title: (one.threat, one.danger, one.rounds) for one in scenarios().values()}
    assert found == listed | shelved
