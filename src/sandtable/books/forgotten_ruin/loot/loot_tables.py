"""The Loot table and its subtables."""

from __future__ import annotations

from functools import cache

from sandtable.binding.tables import DiceRow, Row
from sandtable.books.forgotten_ruin.data import read_data
from sandtable.books.forgotten_ruin.state import Figure, Soldier, Weapon
from sandtable.kernel import rule


class Named(DiceRow, frozen=True):
    """A row that names something."""

    name: str
    rule: str
    count: int = 1
    uses: int | None = None
    """How often it can be used; None for Permanent items."""
    dice: int | None = None
    """What is added to a D6 for the uses of a staff."""


class Bonus(DiceRow, frozen=True):
    """A row of weapon bonuses."""

    bonus: int
    against_great: int = 0
    """The bonus against monsters and champions, where it is another."""
    hits: int = 1


class ScrollRow(DiceRow, frozen=True):
    """How many spells a scroll holds, and what is special about it."""

    name: str
    spells: int
    special: str = ""


class LootTables(Row, frozen=True):
    """All of them."""

    groups: tuple[Named, ...]
    weapon_types: tuple[Named, ...]
    hit_bonuses: tuple[Bonus, ...]
    damage_bonuses: tuple[Bonus, ...]
    melee_abilities: tuple[Named, ...]
    missile_abilities: tuple[Named, ...]
    armours: tuple[Named, ...]
    scrolls: tuple[ScrollRow, ...]
    potions: tuple[Named, ...]
    staffs: tuple[Named, ...]
    various: tuple[Named, ...]


@cache
@rule("FR-LOOT-01", "FR-LOOT-12", "FR-LOOT-13", "FR-LOOT-14", "FR-LOOT-21", "FR-LOOT-29", "FR-LOOT-38")
def loot_tables() -> LootTables:
    """The tables, read once."""
    return read_data("loot.yaml", LootTables)


def rule_of_item(name: str) -> str:
    """The rule of an armour, potion, staff or other item by its name."""
    short = name.removeprefix("Armor of ").removeprefix("Potion of ").removeprefix("Staff of ")
    found = loot_tables()
    for rows in (found.armours, found.potions, found.staffs, found.various):
        for row in rows:
            if row.name in (name, short):
                return row.rule
    return "FR-LOOT-04"


def wears(figure: Figure, armour: str) -> bool:
    """Whether a soldier wears this armour."""
    return (
        isinstance(figure, Soldier)
        and figure.armour is not None
        and figure.armour.name == f"Armor of {armour}"
    )


def carries(figure: Figure, item: str) -> bool:
    """Whether a soldier carries this Permanent item."""
    return isinstance(figure, Soldier) and any(one.name == item for one in figure.items)


def has_weapon(figure: Figure, ability: str) -> Weapon | None:
    """The magical weapon with this ability that a soldier carries."""
    if not isinstance(figure, Soldier):
        return None
    return next((one for one in figure.weapons if one.magical and one.ability == ability), None)
