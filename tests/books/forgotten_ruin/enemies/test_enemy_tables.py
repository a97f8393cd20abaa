"""The tables of the enemy, checked row by row against a second entry."""

from __future__ import annotations

import pytest

from sandtable.books.forgotten_ruin.enemies.enemy_tables import (
    enemy_type,
    enemy_types,
    monster_actions,
    monster_type,
    monsters,
    trainings,
    villain_tables,
)
from sandtable.books.forgotten_ruin.enemies.generating import mob_size, profile_of
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.stage import battle


@covers("FR-ENE-04", "FR-ENE-42", "FR-MON-04")
@pytest.mark.parametrize("rows", [enemy_types(), trainings(), monsters()])
def test_every_number_of_a_d100_lies_in_exactly_one_row(rows):
    for number in range(1, 101):
        assert sum(1 for row in rows if row.lo <= number <= row.hi) == 1


@covers("FR-ENE-04", "FR-ENE-06", "FR-ENE-07", "FR-ENE-08")
@pytest.mark.parametrize(
    ("name", "profile", "champions", "marks"),
    [
        ("Kobolds", (5, 0, 3, 0), (5,), "sorcerer archers"),
        ("Goblins", (5, 0, 3, 0), (5,), "sorcerer archers"),
        ("Orcs", (5, 0, 3, 0), (4, 6), "sorcerer archers"),
        ("Lizardfolk", (5, 0, 4, 0), (5,), "sorcerer archers"),
        ("Evil elves", (6, 1, 3, 1), (3,), "sorcerer archers"),
        ("Skeletons", (4, 0, 3, 0), (6,), "archers fearless undead"),
        ("Zombies", (4, 0, 4, 0), (), "fearless undead"),
        ("Ghouls", (5, 1, 4, 0), (), "undead"),
        ("Wolves", (6, 1, 4, 0), (5,), ""),
        ("Spiders", (5, 1, 4, 0), (), ""),
        ("Evil dwarves", (4, 1, 5, 2), (4, 5), "archers"),
        ("Hobgoblins", (5, 0, 4, 0), (3, 5), "sorcerer archers"),
        ("Evil humans", (5, 0, 3, 0), (4, 6), "sorcerer archers"),
        ("Beast folk", (6, 1, 4, 0), (5,), "archers"),
        ("Constructs", (4, 1, 5, 1), (), "fearless"),
        ("Berserkers", (5, 1, 4, 1), (5,), "archers fearless"),
        ("Cultists", (5, 0, 3, 0), (3,), "sorcerer archers"),
        ("Walking plants", (4, 0, 4, 0), (), "archers fearless"),
        ("Giant bugs", (5, 1, 3, 0), (), ""),
        ("Huge lizards", (5, 1, 5, 0), (5,), ""),
    ],
)
def test_every_enemy_type_has_the_values_of_the_book(name, profile, champions, marks):
    row = enemy_type(name)
    assert (row.speed, row.combat, row.toughness, row.resistance) == profile
    assert row.champion == champions
    found = [one for one in ("sorcerer", "archers", "fearless", "undead") if getattr(row, one)]
    assert found == marks.split()


@covers("FR-MON-04")
def test_the_monster_table_has_the_values_of_the_book():
    dragon = monster_type("Dragon")
    assert (dragon.speed, dragon.combat, dragon.toughness, dragon.save) == (6, 5, 6, 5)
    assert (dragon.resistance, dragon.points) == (4, 10)
    assert dragon.traits == ("Flight", "Rend", "Fear", "Fire")
    assert monster_type("Swarm").points is None
    assert len(monsters()) == 26
    assert sum(one.points or 0 for one in monsters()) == 146
    assert sum(one.speed for one in monsters()) == 128


@covers("FR-BIG-10")
def test_the_monster_action_table():
    assert [(one.lo, one.name) for one in monster_actions()] == [
        (1, "Summon"),
        (3, "Move to Attack"),
        (7, "Go Berserk"),
    ]


@covers("FR-VPL-02", "FR-VIL-02", "FR-VIL-07", "FR-VIL-14", "FR-VIL-15")
def test_the_tables_of_villains():
    tables = villain_tables()
    assert [row.name for row in tables.goals] == [
        "objective",
        "investigation",
        "soldiers",
        "centre",
        "leader",
    ]
    assert [(row.lo, row.hi) for row in tables.goals] == [(1, 2), (3, 3), (4, 4), (5, 5), (6, 6)]
    assert [row.number for row in tables.check] == [0, 1, 2]
    assert [row.rule for row in tables.abilities] == [f"FR-VIL-{number:02}" for number in range(8, 14)]
    assert len(tables.names) == 6
    assert [(row.lo, row.hi) for row in tables.survival] == [(1, 2), (3, 3), (4, 5), (6, 6)]


@covers("FR-ENE-34", "FR-ENE-44")
def test_champions_and_runners_have_changed_profiles():
    champion = profile_of("Orcs", champion=True)
    assert (champion.speed, champion.combat_skill, champion.toughness, champion.resistance) == (5.0, 1, 3, 1)
    assert profile_of("Evil elves", "Runners").speed == 7.0
    assert profile_of("Evil elves", "Heavies").speed == 6.0


@covers("FR-ENE-39", "FR-CAM-12")
def test_mobs_grow_with_the_campaign():
    state, sizes = battle(), []
    for turn in range(1, 13):
        state.mission.campaign_turn = turn
        sizes.append(mob_size(state))
    assert sizes == [5, 5, 5, 6, 6, 6, 6, 6, 6, 7, 7, 7]
