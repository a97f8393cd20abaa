"""What a model has left of the running turn, and what it did in it."""

from __future__ import annotations

from typing import Literal

import msgspec

from sandtable.table.squares.spaces import Space

ACTIONS = 2
"""HE-ACT-01"""


class Turn(msgspec.Struct, omit_defaults=True):
    """The pool of a model in the running turn (HE-ACT-01)."""

    initiative: int = 0
    """The two dice added; 0 for who has not rolled (HE-INI-01)."""
    actions: int = ACTIONS
    reaction: bool = True
    """The free reaction is left."""
    activated: bool = False
    """Its activation has begun."""
    done: bool = False
    """Its activation is over, or it has none this turn."""
    walked: int = 0
    """The MOV spent by walking and running, each move rounded on its own (HE-ACT-07)."""
    acted: bool = False
    """It has spent an action in its activation, so that it may keep the rest."""
    lost: int = 0
    """Actions that its pool of the next turn loses (HE-ACT-19)."""
    sentry: str = ""
    """The ranged weapon that it holds ready until the end of the turn (HE-SEN-01)."""
    quiet: tuple[str, ...] = ()
    """Enemies at whose acts its player does not want to be asked again this turn."""
    reacted_to: int = 0
    """The number of the trigger to which it has reacted already (HE-REA-04)."""
    let_pass: int = 0
    """The number of the trigger that it has let pass (HE-REA-13)."""
    came_from: Space | None = None
    """Where it stood before its last step."""
    gone: Literal["", "flown", "jumped", "conveyed", "teleported"] = ""
    """How it has moved this turn other than on foot (HE-SKL-09, HE-SKL-20, HE-POW-27, HE-POW-31)."""
    frightened: tuple[str, ...] = ()
    """Horrific models for whom it has made its check in this activation (HE-SKL-17)."""
