"""The tables of missions as typed rows."""

from __future__ import annotations

from functools import cache

from sandtable.binding.tables import DiceRow, Row
from sandtable.books.forgotten_ruin.data import read_data
from sandtable.kernel import rule


class ResultRow(DiceRow, frozen=True):
    """One row of a table that is rolled on."""

    result: str
    rule: str
    objectives: int = 0
    """How many Objectives a row of requirements generates at once."""


class Turn(Row, frozen=True):
    """What a campaign turn says of its battle."""

    turn: int
    mob_size: int
    special: bool
    aggression: bool


class Tables(Row, frozen=True):
    """Every table that preparing and ending a mission needs."""

    requirements: tuple[ResultRow, ...]
    special_requirements: tuple[ResultRow, ...]
    objectives: tuple[ResultRow, ...]
    special_objectives: tuple[ResultRow, ...]
    support: tuple[ResultRow, ...]
    battle_conditions: tuple[ResultRow, ...]
    special_conditions: tuple[ResultRow, ...]
    personal_tasks: tuple[ResultRow, ...]
    investigation_outcomes: tuple[ResultRow, ...]
    special_terrain: tuple[ResultRow, ...]
    regions: tuple[ResultRow, ...]
    sudden_death: tuple[ResultRow, ...]
    mob_sizes: tuple[Turn, ...]
    sequences: dict[str, tuple[str, ...]]
    """The steps by which each kind of mission is prepared."""
    terrain_rules: dict[str, str]
    """What each region adds."""


@cache
@rule("FR-MIS-05", "FR-OBJ-01", "FR-MIS-13", "FR-MIS-48", "FR-SPM-03", "FR-SPM-06", "FR-SPM-10", "FR-INV-06")
def mission_tables() -> Tables:
    """The tables of missions, read once."""
    return read_data("missions.yaml", Tables)


@rule("FR-CAM-12")
def turn_of(campaign_turn: int) -> Turn:
    """The row of the campaign flow for a turn; before the first and after the last as in these."""
    flow = mission_tables().mob_sizes
    return flow[min(max(campaign_turn, 1), len(flow)) - 1]
