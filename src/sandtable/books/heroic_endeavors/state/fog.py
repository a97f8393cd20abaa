"""What the party has seen of the map and of its enemies (HE-AGM-24)."""

from __future__ import annotations

from typing import Literal

import msgspec

from sandtable.table.squares.spaces import Space


class Ghost(msgspec.Struct, frozen=True):
    """Where somebody was last seen, and how it fared then."""

    at: Space
    dp: int
    turn: int
    """The turn in which it was."""


class Fog(msgspec.Struct):
    """What all players know together; who plays the Game Master knows everything."""

    seen: str = "0"
    """Every space that somebody of the party has ever seen, as bits, written to the base of 16."""
    met: tuple[str, ...] = ()
    """Everybody else whom the party has ever seen, in that order; by it they are numbered."""
    sighted: tuple[str, ...] = ()
    """Who of them is in sight, or was when it left the map for good."""
    revealed: tuple[str, ...] = ()
    """Whom the Game Master shows, in sight or not."""
    concealed: tuple[str, ...] = ()
    """Whom the Game Master shows to nobody."""
    ghosts: dict[str, Ghost] = {}
    """The last that was seen of each who has been met."""
    doors: dict[str, Literal["open", "closed", "locked", "destroyed"]] = {}
    """How each door stood when it was last seen."""
