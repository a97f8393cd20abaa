"""The machines of the old war: what each is made of."""

from __future__ import annotations

from functools import cache
from typing import Literal

from sandtable.binding.tables import Row
from sandtable.books.lands_of_ruin.data import read_data
from sandtable.books.lands_of_ruin.tables.arms import Mode
from sandtable.kernel.citation import rule as cite


class MachineRow(Row, frozen=True):
    """A kind of machine (LR-NPC-02)."""

    machine: str
    armour: Literal["light", "heavy"]
    movement: float
    fire: Mode
    """Its one weapon, with what it does to people."""
    defence: int
    toughness: int
    wakes_at: int
    """The threat level at which it comes (LR-NPC-03)."""
    rule: str

    @cite("LR-WPN-03", "LR-NPC-05")
    def power_of(self, mode: Mode) -> int:
        """The power of a weapon against its class of armour."""
        return mode.p_la if self.armour == "light" else mode.p_ha


@cache
@cite("LR-NPC-02")
def machines() -> dict[str, MachineRow]:
    """Every kind of machine by name, in the order in which they come."""
    return {one.machine: one for one in read_data("machines.yaml", tuple[MachineRow, ...])}
