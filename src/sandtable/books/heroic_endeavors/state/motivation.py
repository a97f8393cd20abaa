"""The motivation of a cohort: what it has suffered, and whether it withdraws (HE-MOT-01)."""

from __future__ import annotations

from typing import Literal

import msgspec

Withdrawing = Literal["", "falls back", "retreats"]


class Motivation(msgspec.Struct):
    """Of heroes and villains only what they have suffered counts."""

    suffered: int = 0
    """Damage points inflicted during the whole game; healing does not lower them (HE-MOT-03)."""
    hurt: bool = False
    """It has taken damage this turn (HE-MOT-02)."""
    owes: bool = False
    """The MOT marker (HE-MOT-15)."""
    checked: bool = False
    """A check of this turn, whatever called for it, has taken its chance to rally."""
    withdraws: Withdrawing = ""
    """The Fall Back or the Retreat marker."""
    since: int = 0
    """The turn in which it began to."""
    moved: bool = False
    """It has withdrawn in its running activation (HE-MOT-12)."""
    breaks_off: bool = False
    """Its courage failed in the middle of its own activation, all of which goes into flight (HE-SKL-17)."""
    stops: bool = False
    """It takes no further step of the move in which that happened."""
    fled: bool = False
    """HE-MOT-13"""
