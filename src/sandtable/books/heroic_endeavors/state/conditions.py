"""The states that markers show (HE-SHT-03)."""

from __future__ import annotations

import msgspec


class Condition(msgspec.Struct, omit_defaults=True):
    """What has become of a model."""

    stunned: bool = False
    """HE-STN-01"""
    fallen: bool = False
    """HE-FBK-05"""
    moved: int = 0
    """Half spaces that it has moved since its activation began, whatever they cost (HE-FST-01)."""
    clock: int = 0
    """The turns that are left to an unconscious model (HE-DMG-04); 0 while none runs."""
    dreads: tuple[str, ...] = ()
    """Horrific models that have come near it, for whom it still owes a check (HE-SKL-18)."""
    hovers: int = 0
    """So many spaces above its space (HE-SKL-12)."""
