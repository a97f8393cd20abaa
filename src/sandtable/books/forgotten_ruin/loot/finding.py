"""Finds made during a battle."""

from __future__ import annotations

from sandtable.books.forgotten_ruin.state import Battle, Soldier
from sandtable.kernel.play import Play


async def find_loot(play: Play[Battle], soldier: Soldier, *rules: str) -> None:
    """One Loot roll, owed after the battle."""
    play.state.stock.loot_rolls += 1
    play.tell("Loot roll gained", *rules, figure=soldier.id)
