"""Groups of opponents that become alerted together (HE-AGM-02)."""

from __future__ import annotations

from typing import Literal

import msgspec

from sandtable.table.squares.spaces import Space

Awareness = Literal["dormant", "unaware", "alerted"]
Alertness = Literal["not that alert", "alert", "very alert"]


class Group(msgspec.Struct):
    """A group of opponents, and what it knows."""

    id: str
    awareness: Awareness = "unaware"
    alertness: Alertness = "alert"
    doors: tuple[str, ...] = ()
    """Doors that alert it when they are opened, forced or destroyed."""
    hears: bool = True
    """Whether noise alerts it: not where the adventure prints a trigger of its own, unless it says so."""
    wakes_at: int = 0
    """At the start of this turn it is alerted; at none if 0."""
    known: dict[str, Space] = {}
    """Where each enemy was last seen by one of the group (HE-AGM-01)."""
