"""Reads every module of the enemy, so that its special rules are known."""

from __future__ import annotations

from sandtable.books.forgotten_ruin.enemies import (
    activating,
    archers,
    enemy_deeds,
    enemy_traits,
    mobs,
    morale,
    saves_of_enemies,
    sorcery,
    training,
)
from sandtable.books.forgotten_ruin.enemies.monsters import attacks as monster_attacks
from sandtable.books.forgotten_ruin.enemies.monsters import monsters, overawed, swooping
from sandtable.books.forgotten_ruin.enemies.monsters import traits as monster_traits
from sandtable.books.forgotten_ruin.enemies.movement import deploying
from sandtable.books.forgotten_ruin.enemies.villains import abilities as villain_abilities
from sandtable.books.forgotten_ruin.enemies.villains import roster as villain_roster
from sandtable.books.forgotten_ruin.enemies.villains import villains

__all__ = [
    "activating", "archers", "deploying", "enemy_deeds", "enemy_traits", "mobs", "monster_attacks",
    "monster_traits", "monsters", "morale", "overawed", "saves_of_enemies", "sorcery", "swooping",
    "training", "villain_abilities", "villain_roster", "villains",
]  # fmt: skip
