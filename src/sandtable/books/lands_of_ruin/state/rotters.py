"""Rotters on the table, sleepers in the sections, and the grid of the surroundings."""

from __future__ import annotations

from typing import Literal

import msgspec

from sandtable.table import Point

RotterKind = Literal["Shambler", "Rager", "Veteran"]


class Rotter(msgspec.Struct, omit_defaults=True):
    """One Rotter that stands in the open; on a physical table it has no place."""

    id: str
    kind: RotterKind = "Shambler"
    at: Point | None = None
    section: int = 0
    arrived: int = 0
    """The turn in whose Environment phase it came, so that it waits in it (LR-ENV-03)."""
    waits: bool = False
    """A sleeper that was noticed neither moves nor attacks in this phase (LR-ROT-23)."""
    victim: str = ""
    """The model that it has fixed on in this Environment phase (LR-ROT-06)."""


class Woken(msgspec.Struct, frozen=True):
    """A sleeper that woke in this phase and is not on the table yet (LR-ROT-23)."""

    victim: str
    """The model beside which it lay."""
    is_noticed: bool


class Cell(msgspec.Struct, frozen=True, omit_defaults=True):
    """A cell of the surroundings in which there is anything (LR-SPWN-12)."""

    threat: int = 0
    rotters: int = 0
    turned: str = ""
    """The remembered direction."""


class Surroundings(msgspec.Struct, omit_defaults=True):
    """The grid of 23 rows and columns round the table; cells by "row,column", empty ones left out."""

    cells: dict[str, Cell] = {}
    arrived: dict[str, int] = {}
    """How many the last tick has brought to each cell of the table (LR-OCON-40)."""
    target: int = 0
    """The target section of the running Environment phase (LR-THR-06)."""
    victim: str = ""
    """The target character in it, if there is one."""
