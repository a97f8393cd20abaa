"""The Spell table."""

from __future__ import annotations

from functools import cache

from sandtable.binding.tables import DiceRow
from sandtable.books.forgotten_ruin.data import read_data
from sandtable.kernel import rule


class SpellRow(DiceRow, frozen=True):
    """One spell of the table."""

    name: str
    power: int
    range: float
    targets: int
    """How many figures it affects at most; 0 where it affects something else."""
    resist: bool
    rule: str


@cache
@rule("FR-SPL-18")
def spells() -> dict[str, SpellRow]:
    """Every spell by name, in the order of the table."""
    return {one.name: one for one in read_data("spells.yaml", tuple[SpellRow, ...])}
