"""The Transformation table and the upgrade prices."""

from __future__ import annotations

from functools import cache

from sandtable.binding.tables import DiceRow, Row
from sandtable.books.forgotten_ruin.data import read_data
from sandtable.books.forgotten_ruin.state import Figure, Soldier
from sandtable.kernel import rule


class TransformationRow(DiceRow, frozen=True):
    """One row of the main table."""

    name: str
    rule: str
    toughness: int = 0
    """By how much a body of this kind is tougher."""


class UpgradeRow(Row, frozen=True):
    """An upgrade and its price in Exposure."""

    transformation: str
    name: str
    cost: int
    rule: str


class Tables(Row, frozen=True):
    """Both tables."""

    transformations: tuple[TransformationRow, ...]
    upgrades: tuple[UpgradeRow, ...]


@cache
@rule("FR-TRF-03", "FR-TRF-06")
def transformation_tables() -> Tables:
    """The tables, read once."""
    return read_data("transformations.yaml", Tables)


def upgrades_of(transformation: str) -> list[UpgradeRow]:
    """The upgrades of a Transformation."""
    return [one for one in transformation_tables().upgrades if one.transformation == transformation]


def is_transformed(figure: Figure, transformation: str) -> bool:
    """Whether a figure is a soldier with this Transformation."""
    return isinstance(figure, Soldier) and figure.transformation == transformation


def toughness_of_body(figure: Figure) -> int:
    """By how much a Transformation has made a soldier tougher."""
    if not isinstance(figure, Soldier) or not figure.transformation:
        return 0
    rows = transformation_tables().transformations
    return next((one.toughness for one in rows if one.name == figure.transformation), 0)


def has_upgrade(figure: Figure, upgrade: str) -> bool:
    """Whether a figure is a soldier with this upgrade."""
    return isinstance(figure, Soldier) and upgrade in figure.upgrades
