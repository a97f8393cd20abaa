"""Whips and chains that hold somebody (HE-ENG-03)."""

from __future__ import annotations

import msgspec


class Entangled(msgspec.Struct, frozen=True):
    """By whom and with what a model is held, and what it costs to get free."""

    by: str
    weapon: str
    actions: int
    """So many actions are left to spend (HE-ENG-05)."""
