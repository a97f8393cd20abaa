"""The book's tables as typed rows, read once from the data files."""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from sandtable.binding.tables import Row
from sandtable.books.companies_and_captains.data import read_data
from sandtable.kernel import rule as carries_out

GroupType = Literal["Beast", "Cavalry", "Engine", "Foot", "Missile"]
Variant = Literal["Elite", "Heavy", "Light"]
Need = Literal["has MI", "has no MI", "Cavalry", "has Reckless", "has Defensive", "names an enemy kind"]

GROUP_TYPES: tuple[GroupType, ...] = ("Beast", "Cavalry", "Engine", "Foot", "Missile")


class Profile(Row, frozen=True):
    """What a Group of this type and variant can do; None stands for a dash."""

    name: str
    type: GroupType
    variant: Variant
    cost: int
    me_act: int | None
    me_attack: int | None
    me_defend: int
    mo_act: int
    mo_in: int
    mi_act: int | None
    mi_hit: int | None
    mi_range: int | None
    r: int = msgspec.field(name="R")
    r_rating: int = msgspec.field(name="R_rating")
    t: int = msgspec.field(name="T")
    traits: tuple[str, ...] = ()
    rule: str = ""

    @property
    @carries_out("CC-PRO-08")
    def has_mi(self) -> bool:
        """Whether the Group can Shoot."""
        return self.mi_act is not None

    @property
    @carries_out("CC-PRO-08")
    def has_attack(self) -> bool:
        """Whether the Group can be ordered to Attack or Retreat."""
        return self.me_act is not None


class ProfileTrait(Row, frozen=True):
    """A trait that comes with a profile."""

    name: str = msgspec.field(name="trait")
    effect: str
    numbers: dict[str, int]
    rule: str


class OptionalTrait(Row, frozen=True):
    """A trait that can be bought for a Group."""

    name: str = msgspec.field(name="trait")
    cost: int
    needs: Need | None
    effect: str
    numbers: dict[str, int]
    rule: str


class CaptainTrait(Row, frozen=True):
    """A trait of a Captain and the 3d6 result that gives it."""

    roll: int
    name: str = msgspec.field(name="trait")
    effect: str
    numbers: dict[str, int]
    rule: str


class HitBand(Row, frozen=True):
    """The to-hit number of a spell up to a distance in inches."""

    within: int
    hit: int


class Spell(Row, frozen=True):
    """One of the ten spells."""

    name: str = msgspec.field(name="spell")
    check: int
    range_in: int = msgspec.field(name="range")
    target: Literal["another", "self or another", "any"]
    duration: Literal["lasting", "instant"]
    effect: str
    rule: str
    hits: tuple[HitBand, ...] = ()


class Ambition(Row, frozen=True):
    """Something a player sets out to do besides winning."""

    name: str = msgspec.field(name="ambition")
    vp: int
    condition: str
    rule: str


class Limit(Row, frozen=True):
    """The least and the most the book allows of something."""

    name: str = msgspec.field(name="limit")
    least: int | float
    most: int | float
    rule: str

    def allows(self, amount: float) -> bool:
        """Whether an amount lies within the limit, ends included."""
        return self.least <= amount <= self.most


class UsualModels(Row, frozen=True):
    """How many models a Group of this R has unless its owner says otherwise."""

    r: int = msgspec.field(name="R")
    models: int
    rule: str


class BaseSize(Row, frozen=True):
    """The usual base of a type, as a diameter in inches."""

    type: GroupType
    base_in: float
    rule: str


class TableSize(Row, frozen=True):
    """The table that suits a points limit."""

    points: int
    width_in: int
    depth_in: int
    rule: str


class Exclusion(Row, frozen=True):
    """Two traits that one Group cannot have together."""

    pair: tuple[str, str]
    why: str
    rule: str


class MissileSwap(Row, frozen=True):
    """What replaces a Missile profile where those are not played."""

    profile: str
    becomes: str
    gains: tuple[str, ...]
    rule: str


class RandomCompany(Row, frozen=True):
    """How the automatic opponent builds a Company by dice."""

    captains: tuple[str, ...]
    spend_rest_on: tuple[str, ...]
    stop_below_points: int
    least_groups: int
    least_groups_from_24: int
    most_groups: int
    rule: str


class Construction(Row, frozen=True):
    """Everything the book fixes about the size of Companies, Groups and tables."""

    limits: tuple[Limit, ...]
    usual_models: tuple[UsualModels, ...]
    bases: tuple[BaseSize, ...]
    tables: tuple[TableSize, ...]
    exclusions: tuple[Exclusion, ...]
    missile_swaps: tuple[MissileSwap, ...]
    random_company: RandomCompany

    def limit(self, name: str) -> Limit:
        """The limit of that name."""
        return next(one for one in self.limits if one.name == name)


class Drawings(Row, frozen=True):
    """How screens and paper draw what lies on the table."""

    profiles: dict[str, str]
    markers: dict[str, str]
    terrain: dict[str, str]


@cache
@carries_out("CC-PRO-07", "CC-PRO-10")
def profiles() -> dict[str, Profile]:
    """All profiles by name, the printed ones first."""
    return {one.name: one for one in read_data("profiles.yaml", tuple[Profile, ...])}


@cache
def profile_traits() -> dict[str, ProfileTrait]:
    """The traits of profiles by name."""
    return {one.name: one for one in read_data("profile_traits.yaml", tuple[ProfileTrait, ...])}


@cache
@carries_out("CC-OTR-01")
def optional_traits() -> dict[str, OptionalTrait]:
    """The traits that can be bought, by name; the two that name a kind as "[Kind]-Foe" and "[Kind]bane"."""
    return {one.name: one for one in read_data("optional_traits.yaml", tuple[OptionalTrait, ...])}


@cache
@carries_out("CC-CAP-08")
def captain_traits() -> dict[int, CaptainTrait]:
    """The Captain traits by their 3d6 result."""
    return {one.roll: one for one in read_data("captain_traits.yaml", tuple[CaptainTrait, ...])}


@cache
@carries_out("CC-SPL-10")
def spells() -> dict[str, Spell]:
    """The ten spells by name."""
    return {one.name: one for one in read_data("spells.yaml", tuple[Spell, ...])}


@cache
@carries_out("CC-AMB-05")
def ambitions() -> dict[str, Ambition]:
    """The eleven ambitions by name."""
    return {one.name: one for one in read_data("ambitions.yaml", tuple[Ambition, ...])}


@cache
def construction() -> Construction:
    """The limits of constructing Companies."""
    return read_data("construction.yaml", Construction)


@cache
def columns() -> dict[str, dict[str, str]]:
    """What each column of a profile means, and its values as a sentence (CC-PRO-02 to CC-PRO-06)."""
    return read_data("columns.yaml", dict[str, dict[str, str]])


@cache
def drawings() -> Drawings:
    """A drawing for each profile, each kind of marker and each kind of terrain."""
    return read_data("drawings.yaml", Drawings)


class RolledKind(Row, frozen=True):
    """A kind of piece that is rolled for or placed, with its size in inches."""

    roll: int
    kind: str
    width: float
    depth: float
    traits: tuple[str, ...]
    rule: str
    walls: int = 1
    """How many walls of this size the piece is made of, at right angles."""


class MappedKind(Row, frozen=True):
    """A kind of piece that only the map of a scenario has."""

    kind: str
    traits: tuple[str, ...]
    rule: str


class NumberOfPieces(Row, frozen=True):
    """How many pieces a die of at most `up_to` brings on a 48x48 table."""

    up_to: int
    pieces: int
    rule: str


class TerrainTables(Row, frozen=True):
    """The tables of the terrain set-up chapter."""

    rolled: tuple[RolledKind, ...]
    mapped: tuple[MappedKind, ...]
    numbers_of_pieces: tuple[NumberOfPieces, ...]


@cache
def terrain_tables() -> TerrainTables:
    """Everything that the book says about kinds of terrain."""
    return read_data("terrain.yaml", TerrainTables)


@cache
def usual_traits() -> dict[str, tuple[str, ...]]:
    """The traits of each kind of piece unless somebody says otherwise."""
    tables = terrain_tables()
    kinds: list[RolledKind | MappedKind] = [*tables.rolled, *tables.mapped]
    return {one.kind: one.traits for one in kinds}
