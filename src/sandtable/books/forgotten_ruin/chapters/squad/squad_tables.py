"""The tables of the squad, read once."""

from __future__ import annotations

from functools import cache

from sandtable.binding.tables import Row
from sandtable.books.forgotten_ruin.data import Named, read_data
from sandtable.books.forgotten_ruin.state import Profile
from sandtable.kernel import rule


class Weapons(Row, frozen=True):
    """Who has which weapons at creation, and what may be exchanged."""

    fire_team: tuple[str, ...]
    leaders: tuple[str, ...]
    for_a_launcher: str
    for_a_rifle: tuple[str, ...]
    with_anti_tank: tuple[str, ...]
    most_launchers_exchanged: int
    most_rifles_exchanged: int


class SquadTables(Row, frozen=True):
    """The file of the squad."""

    ranks: tuple[str, ...]
    positions: dict[str, Profile]
    weapons: Weapons
    size: int
    team_size: int
    personalities: dict[str, int]
    """How many of each position are known personalities (FR-SQD-18)."""
    luck_of_main_character: int
    veterans: int
    traits: tuple[Named, ...]
    knacks: tuple[Named, ...]
    aspects: tuple[Named, ...]


@cache
@rule("FR-SQD-21", "FR-SQD-22", "FR-SQD-34")
def squad_tables() -> SquadTables:
    """Everything the book says of squads in numbers."""
    return read_data("squad.yaml", SquadTables)


@rule("FR-SQD-17", "FR-SQD-16")
def profile_of_position(position: str) -> Profile:
    """The profile with which a new soldier starts in a position."""
    return squad_tables().positions[position]


@rule("FR-SQD-15")
def rank_of(position: str) -> int:
    """The place in the order of rank, 1 for the highest; those without a rank stand with the soldiers."""
    ranks = squad_tables().ranks
    return ranks.index(position) + 1 if position in ranks else len(ranks)
