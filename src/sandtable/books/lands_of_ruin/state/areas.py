"""Areas of grenades and fire, called strikes, devices, and what is entered on cards before it is rolled."""

from __future__ import annotations

import msgspec

from sandtable.table import Point


class AreaMarker(msgspec.Struct, omit_defaults=True):
    """A marker with a radius that changes in each Environment phase (LR-GREN-06)."""

    id: str
    item: str
    """Its row in the table of area items."""
    at: Point | None = None
    section: int = 0
    """Known for a strike, whose player alone knows it (LR-GREN-24)."""
    elevation: float = 0.0
    age: int = 0
    """How many Environment phases have begun since it was put down."""
    radius: float = 0.0
    """The present one."""
    spent: bool = False
    """It has had its last radius and goes at the start of the next Action phase (LR-GREN-13)."""
    caller: str = ""
    """The seat that called a strike."""


class Device(msgspec.Struct, omit_defaults=True):
    """A land mine or a tripwire trap, known to its owner and to whoever has found it (LR-GREN-22)."""

    id: str
    kind: str
    seat: str
    at: Point | None = None
    section: int = 0
    armed: bool = False
    found: bool = False
    """Detected by the enemy, who alone is told."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A Rotter attack or an exposure that is rolled when both are ready (LR-ENV-07)."""

    card: str
    model: str
    kind: str
    """A kind of Rotter, an area item, a device."""
    by: str = ""
    """The id of the Rotter, marker or device."""
    is_attack: bool = False
