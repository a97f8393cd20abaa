"""Reads every module of the enemy, so that its special rules are known."""

from __future__ import annotations

from sandtable.books.forgotten_ruin.enemies import (
    activating,
    archers,
    deploying,
    enemy_deeds,
    enemy_traits,
    mobs,
    monster_attacks,
    monster_traits,
    monsters,
    morale,
    overawed,
    saves_of_enemies,
    sorcery,
    swooping,
    training,
    villain_abilities,
    villain_roster,
    villains,
)

__all__ = [
    "activating", "archers", "deploying", "enemy_deeds", "enemy_traits", "mobs", "monster_attacks",
    "monster_traits", "monsters", "morale", "overawed", "saves_of_enemies", "sorcery", "swooping",
    "training", "villain_abilities", "villain_roster", "villains",
]  # fmt: skip
