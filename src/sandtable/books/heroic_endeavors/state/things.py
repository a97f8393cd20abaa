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
    dp: int = 1
    """What it still withstands (HE-DOOR-04)."""
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
    needs: str = ""
    """The skill without which nobody can use it."""
    difficulty: int = 0
    """Of the check that its use takes; none at 0."""
    effect: str = ""
    """What else its use brings about, by name."""
    counts: int = 0
    """The turns that are left from then on."""
    frees: str = ""
    """Whom it sets free."""
    user: str = ""
    """Who alone can use it; otherwise the party."""
    spaces: tuple[Space, ...] = ()
    """From where it is used, if not from beside it."""
    inside: bool = False
    """Whether its user stands in its very space."""
    defence: int = 0
    """What it withstands as an object; 0 for what cannot be attacked."""
    dp: int = 0
    broken: int = 0
    """The turns that are left from its destruction on."""
    used: bool = False


class Trap(msgspec.Struct):
    """A trap; the party knows of it once somebody has spotted or triggered it (HE-TRAP-01)."""

    id: str
    triggers: tuple[Space, ...]
    kind: str
    difficulty: int
    lethality: int
    wakes: str = ""
    """The group that hears it."""
    resets: bool = False
    state: Literal["armed", "disarmed", "spent"] = "armed"
    is_known: bool = False
    tried: tuple[str, ...] = ()
    """Who has had its first look (HE-TRAP-03)."""
