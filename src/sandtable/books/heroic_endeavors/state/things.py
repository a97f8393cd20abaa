"""Doors and features of a map."""

from __future__ import annotations

from typing import Literal

import msgspec

from sandtable.table.squares.spaces import Space


class Door(msgspec.Struct):
    """A door that fills a space (HE-DOOR-01); the board has it as a barrier of the same id."""

    id: str
    at: Space
    type: str
    state: Literal["open", "closed", "locked", "destroyed"] = "closed"
    key: str = ""
    """The item that opens its lock (HE-DOOR-07)."""
    lock: str = ""
    """The kind of its lock."""
    difficulty: int = 0
    """That of its lock."""
    hacking: bool = False
    """Whether a hacker may open it too (HE-DOOR-07)."""


class Feature(msgspec.Struct, omit_defaults=True):
    """Something that can be used once (HE-ACT-17)."""

    id: str
    at: Space
    name: str
    actions: int
    gives: str
    rule: str
    wakes: bool = False
    """Using it alerts every group."""
    used: bool = False
