"""Small tables: what successes buy, range bands, difficulties, cover, what alerts a group, doors."""

from __future__ import annotations

from functools import cache
from typing import Literal

from sandtable.binding.tables import Row
from sandtable.books.heroic_endeavors.data import read_data
from sandtable.kernel import rule
from sandtable.table.squares.arcs import Arc

Band = Literal["short", "medium", "long", "extreme"]
Degree = Literal["none", "partial", "full", "obscuring"]
Material = Literal["soft", "hard"]


class EffectRow(Row, frozen=True, omit_defaults=True):
    """What successes buy besides damage (HE-MEL-08, HE-RNG-07)."""

    effect: str
    cost: int
    rule: str
    melee: bool = False
    ranged: bool = False
    excludes: str = ""


class BandRow(Row, frozen=True):
    """A range band (HE-RNG-03)."""

    band: Band
    dice: int
    rule: str


class Difficulty(Row, frozen=True):
    """A name of a difficulty (HE-CHK-02)."""

    name: str
    number: int
    rule: str


class CoverRow(Row, frozen=True):
    """What a kind of cover is worth (HE-COV-05)."""

    degree: Degree
    material: Material
    dice: int
    rule: str


class TemplateRow(Row, frozen=True):
    """A round template (HE-BLS-02)."""

    mark: str
    size: Literal["small", "large"]
    diameter: int
    rule: str


class SightRow(Row, frozen=True):
    """How far somebody on watch notices an enemy in front (HE-AGM-03)."""

    alertness: str
    spaces: int
    rule: str


class GuardRow(Row, frozen=True):
    """How hard it is to steal past a guard (HE-STL-03)."""

    alertness: str
    difficulty: int
    rule: str


class FoliageRow(Row, frozen=True):
    """The cover behind so many spaces of dense foliage (HE-FOL-02)."""

    up_to: int
    degree: Degree
    rule: str


class HearingRow(Row, frozen=True):
    """How much harder or easier that is by the distance (HE-STL-04)."""

    up_to: int
    change: int
    rule: str


class NoiseRow(Row, frozen=True):
    """How far something is heard (HE-AGM-03)."""

    noise: str
    spaces: int
    rule: str


class GrenadeRow(Row, frozen=True):
    """A way in which a hand grenade leaves the hand (HE-GRN-02)."""

    way: Literal["throw", "toss"]
    reach: int
    arc: Arc
    bounces: bool
    """Whether it may roll on by a space (HE-GRN-05)."""
    rule: str


class Charts(Row, frozen=True):
    """All of them."""

    effects: tuple[EffectRow, ...]
    bands: tuple[BandRow, ...]
    difficulties: tuple[Difficulty, ...]
    cover: tuple[CoverRow, ...]
    templates: tuple[TemplateRow, ...]
    grenades: tuple[GrenadeRow, ...]
    sight: tuple[SightRow, ...]
    noise: tuple[NoiseRow, ...]
    guards: tuple[GuardRow, ...]
    hearing: tuple[HearingRow, ...]
    foliage: tuple[FoliageRow, ...]
    silent: tuple[str, ...]
    """Ranged weapons that are heard no farther than a fight (HE-AGM-03)."""


@cache
def charts() -> Charts:
    """The small tables, read once."""
    return read_data("charts.yaml", Charts)


class DoorRow(Row, frozen=True):
    """A type of door (HE-DOOR-04)."""

    type: str
    defence: int
    dp: int
    rule: str


@cache
@rule("HE-DOOR-04")
def door_types() -> dict[str, DoorRow]:
    """DEF and DP of doors by type."""
    return {one.type: one for one in read_data("doors.yaml", tuple[DoorRow, ...])}


class TypeRow(Row, frozen=True):
    """A sample type of model (HE-TYPE-01)."""

    type: str
    STR: int
    PER: int
    DEX: int
    MOV: int
    DP: int
    racial: int
    rule: str


@cache
@rule("HE-TYPE-01", "HE-TYPE-02")
def sample_types() -> dict[str, TypeRow]:
    """The sample types by name."""
    return {one.type: one for one in read_data("types.yaml", tuple[TypeRow, ...])}
