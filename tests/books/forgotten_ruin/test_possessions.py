"""The rows of possessions name things that somebody can have."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sandtable.books.forgotten_ruin as book
from sandtable.binding.possessions import Possessions
from sandtable.books.forgotten_ruin.chapters.squad.difficulty import difficulty
from sandtable.books.forgotten_ruin.chapters.squad.squad_tables import squad_tables
from sandtable.books.forgotten_ruin.data import read_data
from sandtable.books.forgotten_ruin.enemies.enemy_tables import (
    enemy_types,
    monsters,
    trainings,
    villain_tables,
)
from sandtable.books.forgotten_ruin.loot.loot_tables import loot_tables
from sandtable.books.forgotten_ruin.missions.mission_tables import mission_tables
from sandtable.books.forgotten_ruin.missions.preparing import SCENARIOS
from sandtable.books.forgotten_ruin.possessions import FILE, HOLDINGS
from sandtable.books.forgotten_ruin.transformations.transformation_tables import transformation_tables

ROWS = read_data(FILE, Possessions)
LOOT, MISSIONS, TRANSFORMATIONS = loot_tables(), mission_tables(), transformation_tables()
KNOWN = {
    "difficulty options": {one.option for one in difficulty().options},
    "difficulty options for monsters": {one.option for one in difficulty().options},
    "kinds of missions": {kind for kind, _ in SCENARIOS.values()},
    "support": {one.result.lower() for one in MISSIONS.support},
    "regions": {one.result for one in MISSIONS.regions},
    "battle conditions": {one.result for one in MISSIONS.battle_conditions},
    "special conditions": {one.result for one in MISSIONS.special_conditions},
    "traits of enemies": {
        *(trait for one in monsters() for trait in one.traits),
        *(trait for one in enemy_types() for trait in one.special),
    },
    "traits of enemies who strike": {trait for one in enemy_types() for trait in one.special},
    "traits of enemies who shoot": {trait for one in enemy_types() for trait in one.special},
    "training of enemies who strike": {one.name for one in trainings()},
    "abilities of villains": {one.name for one in villain_tables().abilities},
    "types of mobs": {one.name for one in enemy_types()},
    "types of enemies": {one.name for one in enemy_types()},
    "armours": {one.name for one in LOOT.armours},
    "items": {one.name for one in LOOT.various},
    "knacks": {one.name for one in squad_tables().knacks},
    "transformations": {one.name for one in TRANSFORMATIONS.transformations},
    "upgrades": {one.name for one in TRANSFORMATIONS.upgrades},
}


@pytest.mark.parametrize("kind", KNOWN)
def test_rows_name_what_the_tables_of_the_book_name(kind):
    assert set(ROWS[kind]) <= KNOWN[kind]


@pytest.mark.parametrize("kind", sorted(set(ROWS) - set(KNOWN)))
def test_rows_name_effects_and_traits_that_the_code_gives(kind):
    """What no table lists is written in the code, or in the list of weapons, by this very name."""
    folder = Path(str(book.__file__)).parent
    written = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    written += (folder / "data" / "weapons.yaml").read_text(encoding="utf-8")
    written += (folder / "data" / "loot.yaml").read_text(encoding="utf-8")
    assert [
        name for name in ROWS[kind] if not re.search(rf"[\"'\[ ]{re.escape(name)}[\"',\]]", written)
    ] == []


def test_no_kind_of_possession_is_without_rows():
    assert set(ROWS) == set(HOLDINGS)
