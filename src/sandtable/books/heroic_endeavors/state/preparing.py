"""Actions that improve a later action (HE-ACT-03)."""

from __future__ import annotations

import msgspec


class Prepared(msgspec.Struct, frozen=True, omit_defaults=True):
    """Dice that wait for an attack; replaced as a whole, and by nothing when they are lost."""

    aim: int = 0
    focus: int = 0
    sentry: str = ""
    """The slow weapon that it makes ready, to hold it in the next turn (HE-SEN-03)."""
    turn: int = 0
    """The turn in which the last of them was added; they outlast the next turn by no means."""
