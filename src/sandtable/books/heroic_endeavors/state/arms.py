"""The weapons of a model: which it carries, which are in use, which are empty."""

from __future__ import annotations

import msgspec


class Arms(msgspec.Struct, omit_defaults=True):
    """What a model fights with, by the names of the weapon tables."""

    melee: tuple[str, ...] = ()
    ranged: tuple[str, ...] = ()
    in_use: tuple[str, ...] = ()
    """Those in its hands (HE-WPN-01); what needs no hands is always in use."""
    empty: tuple[str, ...] = ()
    """Those that must be reloaded first (HE-AMMO-01)."""

    grenades: int = -1
    """How many are left; below 0 enough for the battle (HE-GRN-11)."""

    def carries(self, weapon: str) -> bool:
        """Whether it has a weapon, in use or not."""
        return weapon in self.melee or weapon in self.ranged
