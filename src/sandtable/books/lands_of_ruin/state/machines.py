"""Machines of the old war on the table."""

from __future__ import annotations

import msgspec

from sandtable.table import Point


class Machine(msgspec.Struct, omit_defaults=True):
    """A drone or a mech; on a physical table it has no place."""

    id: str
    kind: str = "Patrol Drone"
    at: Point | None = None
    section: int = 0
    arrived: int = 0
    """The turn in whose Environment phase it came, so that it waits in it (LR-ENV-03)."""
