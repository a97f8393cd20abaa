"""Manners of playing: how much the Objective counts, and how much the danger."""

from __future__ import annotations

import msgspec


class Manner(msgspec.Struct, frozen=True):
    """How a player weighs the Objective against everything else."""

    boldness: float = 1.0
    """How much an inch nearer to the Objective counts."""
    caution: float = 1.0
    """How much it counts to be within the enemy's reach."""
    is_hasty: bool = False
    """Whoever has a shot takes it from where they stand: for looking ahead, where time is short."""


USUAL = Manner()
SEASONED = Manner(boldness=0.4)
"""Shots and safety come before the Objective, which is still reached before the enemy grows too strong."""
CAREFUL = Manner(boldness=0.2, caution=2.0)
