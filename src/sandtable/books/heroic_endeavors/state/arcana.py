"""What a caster has left of its powers, which of them last, and what binds an entity to its caster."""

from __future__ import annotations

from typing import Literal

import msgspec

Form = Literal["", "caster", "small", "large"]


class Arcana(msgspec.Struct, omit_defaults=True):
    """The powers of a caster (HE-POW-01)."""

    levels: int = 0
    """ARC levels that are left."""
    used: tuple[str, ...] = ()
    """Powers that it has used this turn (HE-POW-08)."""
    spent: bool = False
    """It has spent levels this turn (HE-POW-03)."""
    barrier: int = 0
    """The levels in its barrier; 0 while there is none (HE-POW-21)."""
    barrier_form: Form = ""
    concealment: int = 0
    """Those in its concealment (HE-POW-25)."""
    concealment_form: Form = ""


class Bond(msgspec.Struct, omit_defaults=True):
    """What an arcane entity is bound by (HE-ENT-05)."""

    caster: str = ""
    """Who has made it; nobody for models of flesh, and for an entity that is loose."""
    is_entity: bool = False
    is_loose: bool = False
    """HE-ENT-11"""
    roams: bool = False
    atk: int = 0
    """What it strikes with (HE-ENT-03)."""
    stretched: Literal["", "by others", "by itself"] = ""
    """The leash does not hold, and through whom it came to that (HE-ENT-08)."""
    prey: str = ""
    """Whom a loose entity is after (HE-ENT-11)."""
