"""Bases by their size: the spaces they cover, whole and squeezed, and how tall a model on them is."""

from __future__ import annotations

from functools import cache
from typing import Literal

from sandtable.binding.tables import Row
from sandtable.books.heroic_endeavors.data import read_data
from sandtable.kernel import rule
from sandtable.table.squares.bases import Base
from sandtable.table.squares.spaces import Facing, Space

Size = Literal["25 mm", "30 mm", "40 mm", "50 mm", "60 mm", "cavalry"]


class BaseRow(Row, frozen=True, omit_defaults=True):
    """A base (HE-BASE-01)."""

    base: Size
    wide: int
    long: int
    anchor: Space
    height: int
    rule: str
    squeezed: int = 0
    """As how few spaces wide it squeezes (HE-BASE-09)."""

    @property
    def footprint(self) -> Base:
        """The spaces that it covers (HE-BASE-02)."""
        return Base(self.wide, self.long, self.anchor, self.squeezed)


@cache
@rule("HE-BASE-01", "HE-MNT-01")
def base_rows() -> dict[Size, BaseRow]:
    """The bases by size."""
    return {one.base: one for one in read_data("bases.yaml", tuple[BaseRow, ...])}


@cache
@rule("HE-BASE-02")
def footprint_of(size: Size) -> Base:
    """The spaces that a base covers, told for north."""
    return base_rows()[size].footprint


@cache
@rule("HE-BASE-02", "HE-BASE-09")
def squeezed_into(base: Base, spaces: tuple[int, int], facing: Facing) -> Base:
    """A base that takes only so many spaces from west to east and from south to north."""
    across, along = spaces if facing in ("N", "S") else (spaces[1], spaces[0])
    anchor = (base.anchor[0] if across == base.wide else 0, base.anchor[1] if along == base.long else 0)
    return Base(across, along, anchor)
