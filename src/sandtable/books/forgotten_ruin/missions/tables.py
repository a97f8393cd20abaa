"""The tables of missions as typed rows."""

from __future__ import annotations

from functools import cache

import msgspec

from sandtable.books.forgotten_ruin.tables import read_data
from sandtable.kernel.citation import rule


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of a table that is rolled on."""

    lo: int
    hi: int
    result: str
    rule: str
    objectives: int = 0
    """How many Objectives a row of requirements generates at once."""


class Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a campaign turn says of its battle."""

    turn: int
    mob_size: int
    special: bool
    aggression: bool


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every table that preparing and ending a mission needs."""

    requirements: tuple[Row, ...]
    special_requirements: tuple[Row, ...]
    objectives: tuple[Row, ...]
    special_objectives: tuple[Row, ...]
    support: tuple[Row, ...]
    battle_conditions: tuple[Row, ...]
    special_conditions: tuple[Row, ...]
    personal_tasks: tuple[Row, ...]
    investigation_outcomes: tuple[Row, ...]
    special_terrain: tuple[Row, ...]
    regions: tuple[Row, ...]
    sudden_death: tuple[Row, ...]
    mob_sizes: tuple[Turn, ...]


@cache
@rule("FR-MIS-05", "FR-OBJ-01", "FR-MIS-13", "FR-MIS-48", "FR-SPM-03", "FR-SPM-06", "FR-SPM-10", "FR-INV-06")
def tables() -> Tables:
    """The tables of missions, read once."""
    return read_data("missions.yaml", Tables)


@rule("FR-CAM-12")
def turn_of(campaign_turn: int) -> Turn:
    """The row of the campaign flow for a turn; before the first and after the last as in these."""
    flow = tables().mob_sizes
    return flow[min(max(campaign_turn, 1), len(flow)) - 1]
