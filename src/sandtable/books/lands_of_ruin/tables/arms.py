"""Weapons with their firing modes, and everything else that is carried."""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from sandtable.binding.tables import Row
from sandtable.books.lands_of_ruin.data import read_data
from sandtable.books.lands_of_ruin.tables.charts import Band
from sandtable.kernel import rule
from sandtable.kernel.citation import rule as cite

AttackKind = Literal["shot", "close", "rotter"]


class Mode(Row, frozen=True, omit_defaults=True):
    """A firing mode: the columns of LR-WPN-01."""

    mode: str
    targets: int
    p_li: int
    p_hi: int
    p_la: int
    p_ha: int
    b_a: int
    noise: int
    supp_target: int
    supp_hit: int
    short: int
    mid: int = 0
    long: int = 0

    def at(self, band: Band) -> int:
        """Its modifier at a range band (LR-WPN-04)."""
        return {"short": self.short, "mid": self.mid, "long": self.long}[band]


class Weapon(Row, frozen=True, omit_defaults=True):
    """A weapon; claws belong to Rotters and are not bought (LR-WPN-10)."""

    name: str
    kind: str
    weight: float
    gear_value: int
    camouflage_modifier: int
    highlight: int
    upkeep: int
    rule: str
    modes: tuple[Mode, ...]
    needs: str = ""
    close: bool = False
    ammo_per_clip: int = 0
    clip: str = ""
    gear_value_per_clip: int = 0
    clip_weight: float = 0.0
    tribe: str = ""
    """Whose alone it is (LR-WPN-11)."""

    @property
    @cite("LR-WPN-10")
    def is_sold(self) -> bool:
        """Claws grow, and what is improvised lies about."""
        return self.kind != "npc" and self.name != IMPROVISED

    def mode(self, name: str) -> Mode:
        """The mode of that name."""
        return next(one for one in self.modes if one.mode == name)


class Armour(Row, frozen=True):
    """A piece of defensive equipment (LR-DEF-03)."""

    name: str
    ranged: int
    close: int
    rotter: int
    explosive: int
    weight: float
    gear_value: int
    camouflage_modifier: int
    needs: str
    upkeep: int
    rule: str
    slot: Literal["body armour", "shield", "cloak"] = "body armour"
    """What sort of armour it is; one of a sort is worn (LR-EQP-04)."""
    tribe: str = ""


class Accessory(Row, frozen=True):
    """What is attached to a weapon (LR-ACC-02)."""

    name: str
    parents: tuple[str, ...]
    weight: float
    gear_value: int
    camouflage_modifier: int
    needs: str
    upkeep: int
    halves_noise: bool
    attack: int
    """While the weapon is deployed on it."""
    rule: str
    tribe: str = ""


class Item(Row, frozen=True):
    """A consumable, an extra or other gear."""

    name: str
    weight: float
    gear_value: int
    rule: str
    use: str = ""
    camouflage_modifier: int = 0
    needs: str = ""
    detection: int = 0
    leadership: int = 0
    upkeep: int = 0
    tribe: str = ""


class Equipment(Row, frozen=True):
    """Everything that is carried besides weapons."""

    armour: tuple[Armour, ...]
    accessories: tuple[Accessory, ...]
    consumables: tuple[Item, ...]
    extras: tuple[Item, ...]
    other: tuple[Item, ...]


@cache
@rule("LR-WPN-01", "LR-WPN-07", "LR-WPN-08", "LR-WPN-09")
def weapons() -> dict[str, Weapon]:
    """Every weapon by name."""
    return {one.name: one for one in read_data("weapons.yaml", tuple[Weapon, ...])}


@cache
def equipment() -> Equipment:
    """The rest of the gear, read once."""
    return read_data("equipment.yaml", Equipment)


@cache
@rule("LR-DEF-03", "LR-DEF-01")
def armours() -> dict[str, Armour]:
    """Every piece of defensive equipment by name."""
    return {one.name: one for one in equipment().armour}


@cache
@rule("LR-ACC-02")
def accessories() -> dict[str, Accessory]:
    """Every accessory by name."""
    return {one.name: one for one in equipment().accessories}


@cache
@rule("LR-CONS-02", "LR-CONS-05", "LR-EQP-05")
def items() -> dict[str, Item]:
    """Every consumable, extra and other piece of gear by name."""
    every = equipment()
    return {one.name: one for one in (*every.consumables, *every.extras, *every.other)}


IMPROVISED = "Improvised Weapon"
"""LR-WPN-10: always at hand."""


class Arm(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A weapon as it is carried: with its clips and accessories."""

    weapon: str
    clips: int = 0
    accessories: tuple[str, ...] = ()

    @property
    def row(self) -> Weapon:
        """What the weapon is."""
        return weapons()[self.weapon]

    @property
    @rule("LR-AMMO-01")
    def reserve(self) -> int:
        """The rounds at the start: exactly those of the clips carried."""
        return self.clips * self.row.ammo_per_clip
