"""What a battle or a figure has, and what that brings: the rows of the book, read once."""

from __future__ import annotations

from typing import Any

from sandtable.binding.possessions import Holding, Possessions, enter
from sandtable.binding.sources import Sources
from sandtable.books.forgotten_ruin import modifiers
from sandtable.books.forgotten_ruin.chapters.shooting.hit_numbers import Shot
from sandtable.books.forgotten_ruin.chapters.squad.difficulty import has_option
from sandtable.books.forgotten_ruin.data import read_data
from sandtable.books.forgotten_ruin.loot.loot_tables import carries, wears
from sandtable.books.forgotten_ruin.missions.battle_conditions import has_condition
from sandtable.books.forgotten_ruin.missions.regions import is_in_region
from sandtable.books.forgotten_ruin.missions.special import has_special
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Weapon
from sandtable.books.forgotten_ruin.transformations.transformation_tables import has_upgrade, is_transformed

FILE = "possessions.yaml"
BATTLE, FIRST, SECOND = 0, 1, 2
"""The places of a question: its battle, and whom or what it is about."""


def _is_such(weapon: Weapon, name: str) -> bool:
    return name in weapon.traits or weapon.ability == name


def _is_shot_with(shot: Shot, name: str) -> bool:
    return _is_such(shot.weapon, name)


def _has_trait(enemy: Figure, trait: str) -> bool:
    return isinstance(enemy, Enemy) and trait in enemy.traits


HOLDINGS = {
    "difficulty options": Holding(BATTLE, has_option),
    "kinds of missions": Holding(BATTLE, lambda state, kind: state.mission.kind == kind),
    "support": Holding(BATTLE, lambda state, support: support in state.mission.support),
    "regions": Holding(BATTLE, is_in_region),
    "magic of the region": Holding(BATTLE, lambda state, magic: state.mission.magic == magic),
    "battle conditions": Holding(BATTLE, has_condition),
    "special conditions": Holding(BATTLE, has_special),
    "what the squad has used": Holding(BATTLE, Battle.has_used),
    "kinds of enemies": Holding(FIRST, lambda one, kind: isinstance(one, Enemy) and one.kind == kind),
    "traits of enemies": Holding(FIRST, _has_trait),
    "abilities of villains": Holding(FIRST, lambda one, name: isinstance(one, Enemy) and one.ability == name),
    "types of mobs": Holding(FIRST, lambda mob, type: mob.type == type),
    "weapons": Holding(FIRST, _is_such),
    "weapons that are shot": Holding(FIRST, _is_shot_with),
    "armours": Holding(FIRST, wears),
    "items": Holding(FIRST, carries),
    "knacks": Holding(FIRST, lambda soldier, knack: soldier.knack == knack),
    "transformations": Holding(FIRST, is_transformed),
    "upgrades": Holding(FIRST, has_upgrade),
    "effects": Holding(FIRST, Figure.is_under),
    "effects on the target": Holding(SECOND, Figure.is_under),
    "effects on the shooter": Holding(FIRST, lambda shot, effect: shot.shooter.is_under(effect)),
}
"""The kinds of possessions, and how each is found."""

QUESTIONS: dict[str, Sources[*tuple[Any, ...], Any]] = {
    one.name: one for one in vars(modifiers).values() if isinstance(one, Sources)
}

enter(read_data(FILE, Possessions), HOLDINGS, QUESTIONS, f"{__package__}.data:{FILE}")
