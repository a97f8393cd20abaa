"""What a scenario keeps: its objects, and what it has counted."""

from __future__ import annotations

import msgspec

from sandtable.table import Point


class Thing(msgspec.Struct, omit_defaults=True):
    """An object of the scenario: a load, a key, a hut, a captive (LR-ACT-12, LR-ACT-22)."""

    id: str
    kind: str
    at: Point | None = None
    section: int = 0
    is_load: bool = False
    """Whether it can be taken up and carried off."""
    carrier: str = ""
    """The card that carries it, or carried it off the table."""
    state: str = ""
    """What has become of it, in the words of the scenario."""
    since: int = 0
    """The turn in which it came into that state."""
    seat: str = ""
    """Whose it is, or who has done it."""


class Scenario(msgspec.Struct, omit_defaults=True):
    """The scenario that is played and what it remembers."""

    id: str = "fight-to-the-death"
    rounds: int = 10
    """LR-SCN-08"""
    threat: int = 5
    danger: int = 20
    things: dict[str, Thing] = {}
    counted: dict[str, int] = {}
    """Clean rounds in a row, loads saved, and the like."""
    reached: dict[str, tuple[str, ...]] = {}
    """By seat: the objectives it has reached on the way, once for each time."""
    drawn: tuple[int, ...] = ()
    """Sections that were drawn, of which nobody is told."""
