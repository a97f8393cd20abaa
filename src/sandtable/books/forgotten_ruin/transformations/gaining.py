"""Gaining a Transformation in the middle of a battle."""

from __future__ import annotations

from sandtable.books.forgotten_ruin.state import Battle, Soldier
from sandtable.kernel.play import Play


async def after_exposure(play: Play[Battle], soldier: Soldier) -> None:
    """Exposure was found by a soldier: enough of it transforms the finder (FR-INV-09, FR-INV-10)."""
