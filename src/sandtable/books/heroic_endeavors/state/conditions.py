"""The states that markers show (HE-SHT-03)."""

from __future__ import annotations

import msgspec

from sandtable.books.heroic_endeavors.state.holding import Entangled
from sandtable.table.squares.reach import Hold


class Condition(msgspec.Struct, omit_defaults=True):
    """What has become of a model."""

    stunned: bool = False
    """HE-STN-01"""
    fallen: bool = False
    """HE-FBK-05"""
    moved: int = 0
    """Half spaces that it has moved since its activation began, whatever they cost (HE-FST-01)."""
    entangled: Entangled | None = None
    """By a whip or a chain (HE-ENG-04)."""
    hangs: Hold | None = None
    """On a climb that is not over (HE-LVL-07)."""
    dangles: bool = False
    """Its activation has ended there."""
    exposed: bool = False
    """It has come out of its cover for an attack (HE-COV-08)."""
    clock: int = 0
    """The turns that are left to an unconscious model (HE-DMG-04); 0 while none runs."""
    dreads: tuple[str, ...] = ()
    """Horrific models that have come near it, for whom it still owes a check (HE-SKL-18)."""
    hovers: int = 0
    """So many spaces above its space (HE-SKL-12)."""
