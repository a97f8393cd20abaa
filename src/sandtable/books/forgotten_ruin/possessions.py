"""What a battle or a figure has, and what that brings: the rows of the book, read once."""

from __future__ import annotations

from typing import Any

from sandtable.binding.limits import Limit
from sandtable.binding.possessions import Holding, Possessions, enter
from sandtable.binding.sources import Sources
from sandtable.books.forgotten_ruin import modifiers
from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit
from sandtable.books.forgotten_ruin.chapters.shooting.hit_numbers import Shot
from sandtable.books.forgotten_ruin.chapters.squad.difficulty import has_option
from sandtable.books.forgotten_ruin.chapters.tactics import is_active
from sandtable.books.forgotten_ruin.data import read_data
from sandtable.books.forgotten_ruin.enemies.arms import trained_as
from sandtable.books.forgotten_ruin.loot.loot_tables import carries, wears
from sandtable.books.forgotten_ruin.loot.weapons import helps
from sandtable.books.forgotten_ruin.missions.battle_conditions import has_condition
from sandtable.books.forgotten_ruin.missions.regions import is_in_region
from sandtable.books.forgotten_ruin.missions.special import has_special
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Soldier, Weapon
from sandtable.books.forgotten_ruin.transformations.transformation_tables import has_upgrade, is_transformed

FILE = "possessions.yaml"
BATTLE, FIRST, SECOND = 0, 1, 2
"""The places of a question: its battle, and whom or what it is about."""
WHOLE = slice(None)
"""A question as a whole."""


def _is_such(weapon: Weapon, name: str) -> bool:
    return name in weapon.traits or weapon.ability == name


def _is_shot_with(shot: Shot, name: str) -> bool:
    return _is_such(shot.weapon, name)


def _hits_with(hit: Hit, name: str) -> bool:
    return hit.weapon is not None and _is_such(hit.weapon, name)


def _has_trait(enemy: Figure | None, trait: str) -> bool:
    return isinstance(enemy, Enemy) and trait in enemy.traits


def _is_soldier(figure: Figure) -> bool:
    return isinstance(figure, Soldier)


def _is_enemy(figure: Figure) -> bool:
    return isinstance(figure, Enemy)


def _is_monster(figure: Figure) -> bool:
    return figure.is_monster


def _has_used(state: Battle, thing: str) -> bool:
    return state.has_used(Limit(thing))


def _helps(asked: tuple[Battle, Figure, Hit], ability: str) -> bool:
    state, figure, hit = asked
    return helps(state, figure, ability, hit)


def _strikes(asked: tuple[Battle, Figure, Hit], trait: str) -> bool:
    state, _, hit = asked
    return hit.how == "hand-to-hand" and _has_trait(state.enemies.get(hit.striker), trait)


def _shoots(asked: tuple[Battle, Figure, Hit], trait: str) -> bool:
    state, _, hit = asked
    return hit.how == "shooting" and _has_trait(state.enemies.get(hit.striker), trait)


def _strikes_as(asked: tuple[Battle, Figure, Hit], training: str) -> bool:
    state, _, hit = asked
    enemy = state.enemies.get(hit.striker)
    if enemy is None or enemy.is_monster or hit.how != "hand-to-hand":
        return False
    return trained_as(state, enemy) == training


HOLDINGS = {
    "difficulty options": Holding(BATTLE, has_option),
    "difficulty options for monsters": Holding(BATTLE, has_option, _is_monster),
    "kinds of missions": Holding(BATTLE, lambda state, kind: state.mission.kind == kind),
    "support": Holding(BATTLE, lambda state, support: support in state.mission.support),
    "regions": Holding(BATTLE, is_in_region),
    "magic of the region": Holding(BATTLE, lambda state, magic: state.mission.magic == magic),
    "battle conditions": Holding(BATTLE, has_condition),
    "special conditions": Holding(BATTLE, has_special),
    "what the squad has used": Holding(BATTLE, _has_used),
    "what soldiers have from the squad": Holding(BATTLE, _has_used, _is_soldier),
    "Tactics of soldiers": Holding(BATTLE, is_active, _is_soldier),
    "kinds of enemies": Holding(FIRST, lambda one, kind: one.kind == kind, _is_enemy),
    "types of enemies": Holding(FIRST, lambda one, type: one.type == type, _is_enemy),
    "traits of enemies": Holding(FIRST, _has_trait),
    "traits of enemies who strike": Holding(WHOLE, _strikes),
    "traits of enemies who shoot": Holding(WHOLE, _shoots),
    "training of enemies who strike": Holding(WHOLE, _strikes_as),
    "abilities of villains": Holding(FIRST, lambda one, name: one.ability == name, _is_enemy),
    "types of mobs": Holding(FIRST, lambda mob, type: mob.type == type),
    "weapons": Holding(FIRST, _is_such),
    "weapons that are shot": Holding(FIRST, _is_shot_with),
    "weapons that are shot at monsters": Holding(FIRST, _is_shot_with, lambda shot: shot.target.is_monster),
    "weapons that hit": Holding(SECOND, _hits_with),
    "weapons that hit monsters": Holding(SECOND, _hits_with, _is_monster),
    "weapons that hit others": Holding(SECOND, _hits_with, lambda one: not one.is_monster),
    "weapons that help their bearer": Holding(WHOLE, _helps),
    "armours": Holding(FIRST, wears),
    "items": Holding(FIRST, carries),
    "knacks": Holding(FIRST, lambda soldier, knack: soldier.knack == knack),
    "transformations": Holding(FIRST, is_transformed),
    "upgrades": Holding(FIRST, has_upgrade),
    "effects": Holding(FIRST, Figure.is_under),
    "effects on all but monsters": Holding(FIRST, Figure.is_under, lambda one: not one.is_monster),
    "effects on those who wait": Holding(FIRST, Figure.is_under, lambda one: one.where == "waiting"),
    "whereabouts": Holding(FIRST, lambda one, where: one.where == where),
    "effects on enemies": Holding(FIRST, Figure.is_under, _is_enemy),
    "effects on the target": Holding(SECOND, Figure.is_under),
    "effects on the shooter": Holding(FIRST, lambda shot, effect: shot.shooter.is_under(effect)),
}
"""The kinds of possessions, and how each is found."""

QUESTIONS: dict[str, Sources[*tuple[Any, ...], Any]] = {
    one.name: one for one in vars(modifiers).values() if isinstance(one, Sources)
}

enter(read_data(FILE, Possessions), HOLDINGS, QUESTIONS, f"{__package__}.data:{FILE}")
