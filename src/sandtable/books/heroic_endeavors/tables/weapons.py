"""Weapons of both kinds, and what protects: armour, shields, natural defences."""

from __future__ import annotations

from functools import cache
from typing import Literal

from msgspec import structs

from sandtable.binding.tables import Row
from sandtable.books.heroic_endeavors.data import read_data
from sandtable.kernel import rule

Length = Literal["", "short", "medium", "long"]


class Melee(Row, frozen=True, omit_defaults=True):
    """A melee weapon or a natural attack (HE-WTAB-04)."""

    weapon: str
    kind: str
    atk: int
    hands: int
    rule: str
    body: bool = False
    """Fights with the body alone: always in use, never disarmed."""
    force: bool = False
    """HE-FRC-01"""
    length: Length = ""
    """That of a polearm, or as which it counts (HE-RCH-01)."""
    entangles: bool = False
    thrown_as: str = ""
    """The throwing weapon whose profile it has when it is thrown (HE-THR-02)."""


class Ranged(Row, frozen=True, omit_defaults=True):
    """A ranged weapon (HE-WTAB-01)."""

    weapon: str
    hands: int
    rule: str
    bands: tuple[int, int, int, int] | None = None
    """Short, medium, long and extreme; none for templates and grenades."""
    template: Literal["", "SP", "sp", "G"] = ""
    atk: int | None = None
    blast: int | None = None
    """ATK in the blast radius."""
    marks: tuple[str, ...] = ()
    """HE-WTAB-08"""
    thrown: bool = False
    fights_as: str = ""
    """The melee weapon that one of them is in the hand (HE-THR-01)."""
    is_last: bool = False
    """There is no other: it is gone when it is thrown (HE-THR-02)."""
    paired: int = 0
    """One of two that are fired together: at how many targets (HE-DUAL-01)."""
    arcane: bool = False
    """An arcane power in place of a weapon: no range bands, and no dexterity (HE-POW-06)."""
    body: bool = False

    @property
    def is_heavy(self) -> bool:
        """HE-HVY-01"""
        return any(one in self.marks for one in ("H", "H1", "H2"))

    @property
    def shoots(self) -> bool:
        """It attacks a single target by itself (HE-BLS-01)."""
        return self.atk is not None and self.blast is None

    @property
    def autofire(self) -> int:
        """The least dice for each target of a burst; 0 where there is none (HE-AUT-01)."""
        return next((int(one[1:]) for one in self.marks if one[0] == "A" and one[1:].isdigit()), 0)

    @property
    def is_slow(self) -> bool:
        """HE-SLW-01"""
        return "S" in self.marks or self.template == "G"


class Weight(Row, frozen=True):
    """A class of heavy weapon (HE-HVY-01)."""

    mark: str
    name: str
    mov: int
    rule: str


class Ammunition(Row, frozen=True, omit_defaults=True):
    """What a launcher fires (HE-WTAB-02)."""

    ammunition: str
    rule: str
    atk: int | None = None
    blast: int | None = None
    marks: tuple[str, ...] = ()


class Weapons(Row, frozen=True):
    """All tables."""

    melee: tuple[Melee, ...]
    ranged: tuple[Ranged, ...]
    weights: tuple[Weight, ...]
    vehicle: tuple[Ranged, ...]
    ammunition: tuple[Ammunition, ...]


@cache
def _weapons() -> Weapons:
    return read_data("weapons.yaml", Weapons)


@cache
@rule("HE-WTAB-04", "HE-WTAB-06", "HE-WTAB-07")
def melee_weapons() -> dict[str, Melee]:
    """Melee weapons by name."""
    return {one.weapon: one for one in _weapons().melee}


@cache
@rule("HE-WTAB-01", "HE-WTAB-03", "HE-WTAB-05", "HE-WTAB-08")
def ranged_weapons() -> dict[str, Ranged]:
    """Ranged weapons by name, those of vehicles with what they fire."""
    return {one.weapon: one for one in (*_weapons().ranged, *_weapons().vehicle)}


@cache
@rule("HE-WTAB-02")
def launcher_ammunition() -> dict[str, Ammunition]:
    """What the launchers fire, by name."""
    return {one.ammunition: one for one in _weapons().ammunition}


@rule("HE-WTAB-02")
def is_launcher(weapon: Ranged) -> bool:
    """Its ammunition gives its ATK."""
    return weapon.bands is not None and weapon.atk is None and weapon.blast is None


@rule("HE-WTAB-02")
def loaded_with(launcher: Ranged, ammunition: Ammunition) -> Ranged:
    """A launcher as it shoots with what it is loaded with."""
    return structs.replace(
        launcher, atk=ammunition.atk, blast=ammunition.blast, marks=(*launcher.marks, *ammunition.marks)
    )


@cache
@rule("HE-HVY-01")
def weights() -> dict[str, Weight]:
    """The classes of heavy weapons by their mark."""
    return {one.mark: one for one in _weapons().weights}


@rule("HE-WPN-01")
def hands_for(weapon: str) -> int:
    """How many hands a weapon needs."""
    if weapon in melee_weapons():
        return melee_weapons()[weapon].hands
    return ranged_weapons()[weapon].hands


class Armour(Row, frozen=True, omit_defaults=True):
    """A body armour."""

    armour: str
    worth: int
    rule: str
    lightens: int = 0
    """By so many levels it makes heavy weapons lighter (HE-HVY-03)."""


class Shield(Row, frozen=True):
    """A shield."""

    shield: str
    worth: int
    rule: str


class Natural(Row, frozen=True, omit_defaults=True):
    """A natural defence."""

    natural: str
    worth: int
    rule: str
    adds: bool = False


class Protection(Row, frozen=True):
    """What protects a model."""

    armours: tuple[Armour, ...]
    shields: tuple[Shield, ...]
    naturals: tuple[Natural, ...]


@cache
def _protection() -> Protection:
    return read_data("protection.yaml", Protection)


@cache
@rule("HE-TRT-11", "HE-TRT-12")
def armours() -> dict[str, int]:
    """DEF of body armour by name."""
    return {one.armour: one.worth for one in _protection().armours}


@cache
@rule("HE-HVY-03")
def lightening() -> dict[str, int]:
    """By how many levels an armour makes heavy weapons lighter, by name."""
    return {one.armour: one.lightens for one in _protection().armours if one.lightens}


@cache
@rule("HE-TRT-13")
def shields() -> dict[str, int]:
    """DEF of shields by name."""
    return {one.shield: one.worth for one in _protection().shields}


@cache
@rule("HE-TRT-14")
def naturals() -> dict[str, int]:
    """DEF of natural protection by name."""
    return {one.natural: one.worth for one in _protection().naturals}
