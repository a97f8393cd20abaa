"""Kinds of terrain, read once from the data file: the list that is rolled on, and the pieces of the maps."""

from __future__ import annotations

from functools import cache

import msgspec

from sandtable.books.companies_and_captains.data import read_data


class RolledKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of piece that is rolled for or placed, with its size in inches."""

    roll: int
    kind: str
    width: float
    depth: float
    traits: tuple[str, ...]
    rule: str
    walls: int = 1
    """How many walls of this size the piece is made of, at right angles."""


class MappedKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of piece that only the map of a scenario has."""

    kind: str
    traits: tuple[str, ...]
    rule: str


class NumberOfPieces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many pieces a die of at most `up_to` brings on a 48x48 table."""

    up_to: int
    pieces: int
    rule: str


class TerrainTables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tables of the terrain set-up chapter."""

    rolled: tuple[RolledKind, ...]
    mapped: tuple[MappedKind, ...]
    numbers_of_pieces: tuple[NumberOfPieces, ...]


@cache
def terrain_tables() -> TerrainTables:
    """Everything that the book says about kinds of terrain."""
    return read_data("terrain.yaml", TerrainTables)


@cache
def usual_traits() -> dict[str, tuple[str, ...]]:
    """The traits of each kind of piece unless somebody says otherwise."""
    tables = terrain_tables()
    kinds: list[RolledKind | MappedKind] = [*tables.rolled, *tables.mapped]
    return {one.kind: one.traits for one in kinds}
