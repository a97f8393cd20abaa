"""Arcane powers by form and levels, the templates that they use, and what entities cost."""

from __future__ import annotations

from functools import cache

from sandtable.binding.tables import Row
from sandtable.books.heroic_endeavors.data import read_data
from sandtable.kernel import rule


class PowerRow(Row, frozen=True, omit_defaults=True):
    """What a power is worth in one form with so many levels."""

    power: str
    form: str
    levels: int
    worth: int
    """ATK, DEF, dice, spaces or creation points."""
    rule: str
    near: int | None = None
    """ATK within 6 spaces."""
    re_rolls: int = 0


@cache
@rule("HE-POW-05", "HE-POW-13", "HE-POW-21", "HE-POW-25", "HE-POW-29")
def powers() -> tuple[PowerRow, ...]:
    """All forms of all powers, in the order of the levels."""
    return read_data("powers.yaml", tuple[PowerRow, ...])


@cache
def forms_of(power: str) -> tuple[PowerRow, ...]:
    """The forms of one power."""
    return tuple(one for one in powers() if one.power == power)


@cache
def form_of(power: str, form: str, levels: int) -> PowerRow | None:
    """One form of a power with so many levels; none if there is none."""
    return next((one for one in forms_of(power) if (one.form, one.levels) == (form, levels)), None)


class EntityRow(Row, frozen=True, omit_defaults=True):
    """What can be bought for an entity (HE-ENT-02)."""

    item: str
    points: int
    rule: str
    trait: str = ""
    adds: int = 0
    most: int = 0


@cache
@rule("HE-ENT-02")
def entity_items() -> dict[str, EntityRow]:
    """What creation points buy, by name."""
    return {one.item: one for one in read_data("entities.yaml", tuple[EntityRow, ...])}
