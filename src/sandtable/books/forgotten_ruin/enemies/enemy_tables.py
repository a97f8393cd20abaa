"""The tables of the enemy: types, training, monsters and villains."""

from __future__ import annotations

from functools import cache

from sandtable.binding.tables import DiceRow, Row
from sandtable.books.forgotten_ruin.data import Named, read_data
from sandtable.kernel import rule
from sandtable.kernel.citation import written_here


class EnemyType(DiceRow, frozen=True):
    """A row of the Enemy Encounter table."""

    name: str
    speed: int
    combat: int
    toughness: int
    resistance: int
    champion: tuple[int, ...]
    """One champion on the first number, two on the second."""
    sorcerer: bool
    archers: bool
    fearless: bool
    undead: bool
    special: tuple[str, ...]


class HowMany(DiceRow, frozen=True):
    """A row that says how many: figures more or fewer, or villains who come."""

    number: int


class Encounters(Row, frozen=True):
    """The file of enemy types."""

    rule: str
    types: tuple[EnemyType, ...]
    variation: tuple[HowMany, ...]


class Trainings(Row, frozen=True):
    """The file of mob training."""

    rule: str
    training: tuple[Named, ...]


class MonsterType(DiceRow, frozen=True):
    """A row of the Monster table; the Swarm has neither Combat Skill nor Toughness nor Monster Points."""

    name: str
    speed: int
    combat: int | None
    toughness: int | None
    save: int | None
    resistance: int
    points: int | None
    traits: tuple[str, ...]


class Monsters(Row, frozen=True):
    """The file of monsters."""

    rule: str
    monsters: tuple[MonsterType, ...]
    actions: tuple[Named, ...]


class VillainName(Row, frozen=True):
    """A row of the two columns of names."""

    first: str
    epithet: str


class Villains(Row, frozen=True):
    """The file of villains."""

    check: tuple[HowMany, ...]
    abilities: tuple[Named, ...]
    goals: tuple[Named, ...]
    survival: tuple[Named, ...]
    names: tuple[VillainName, ...]
    fates: tuple[Named, ...]


@rule("FR-ENE-04", "FR-ENE-06")
@cache
def encounters() -> Encounters:
    """The Enemy Encounter table with the variation of mobs."""
    return read_data("enemies.yaml", Encounters)


def enemy_types() -> tuple[EnemyType, ...]:
    """Every enemy type, in the order of its table."""
    return encounters().types


@cache
def enemy_type(name: str) -> EnemyType:
    """The enemy type of that name."""
    return next(one for one in enemy_types() if one.name == name)


@rule("FR-ENE-42")
@cache
def trainings() -> tuple[Named, ...]:
    """The Mob Training table."""
    return read_data("training.yaml", Trainings).training


@rule("FR-MON-04")
@cache
def _monsters() -> Monsters:
    return read_data("monsters.yaml", Monsters)


def monsters() -> tuple[MonsterType, ...]:
    """Every monster, in the order of its table."""
    return _monsters().monsters


@cache
def monster_type(name: str) -> MonsterType:
    """The monster of that name."""
    return next(one for one in monsters() if one.name == name)


@rule("FR-BIG-10")
def monster_actions() -> tuple[Named, ...]:
    """The Monster Action table."""
    return _monsters().actions


villain_tables = read_data.later("villains.yaml", Villains)
"""Every table of villains."""


written_here(__name__, "FR-VPL-02", "FR-VIL-02", "FR-VIL-07", "FR-VIL-14", "FR-VIL-15", "FR-VIL-16")
