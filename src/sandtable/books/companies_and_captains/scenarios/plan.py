"""A scenario as data: its table, its map, who deploys where and when, who starts, and what scores."""

from __future__ import annotations

from functools import cache
from typing import Literal

from sandtable.binding.tables import Row
from sandtable.books.companies_and_captains.data import read_data
from sandtable.books.companies_and_captains.scenarios.zones import AnyZone, Edge
from sandtable.table import Point

Role = Literal["attacker", "defender"]


class TableRow(Row, frozen=True):
    """The size of the table at 24 points."""

    width: float
    depth: float
    rule: str


class Zones(Row, frozen=True):
    """The deployment zones of a stage, by role."""

    attacker: AnyZone | None = None
    defender: AnyZone | None = None


class Stage(Row, frozen=True):
    """One stage of deployment."""

    do: Literal["groups in turn", "groups", "role", "tokens"]
    rule: str
    who: Role | None = None
    zones: Zones = Zones()
    only: str = ""
    """The role whose Group alone deploys in this stage."""
    role: str = ""
    """The role for which a Group is named."""
    enemy_distance: float | None = None
    """How far from enemies in inches, where it is not the usual distance."""
    hold_back: Literal["summoners", "nobody", "half", "points"] = "summoners"
    hold_back_by: Role | None = None
    """The side to which the rule for holding back applies, where it is not everybody."""
    points: int = 0
    """How many points deploy at most, at 24 points (CC-SCN-05)."""
    token: str = ""
    count: int = 0
    across: float = 1.0


class FirstTurn(Row, frozen=True):
    """Who takes the first turn, or who may say so."""

    side: Role
    rule: str
    chooses: bool = False


class PieceRow(Row, frozen=True):
    """A piece of the map, by its west, south, east and north limits."""

    piece: str
    area: tuple[float, float, float, float]
    rule: str
    traits: tuple[str, ...] | None = None


class TokenRow(Row, frozen=True):
    """A marker of the map."""

    token: str
    at: Point
    rule: str
    size: tuple[float, float] = (1.0, 1.0)
    value: int = 1


class Limit(Row, frozen=True):
    """Rolled terrain with this trait does not lie within a distance of a point."""

    at: Point
    within: float
    trait: str
    rule: str


class Reserves(Row, frozen=True):
    """Groups that come later: from when and over which edges."""

    edges: tuple[Edge, ...]
    from_turn: int
    rule: str


class ScoreRow(Row, frozen=True):
    """A line of the VP table."""

    side: Literal["attacker", "defender", "both"]
    count: str
    """What is counted, by the name of a counter."""
    vp: int
    reason: str
    rule: str
    per: int = 1
    """VP for each so many of what is counted; the rest is dropped."""
    most: int | None = None


class Plan(Row, frozen=True):
    """A scenario."""

    scenario: str
    title: str
    number: int
    table: TableRow
    first_turn: FirstTurn
    stages: tuple[Stage, ...]
    score: tuple[ScoreRow, ...]
    closing_rule: str
    rolled_terrain: bool = False
    terrain_rule: str = "CC-SET-03"
    pieces: tuple[PieceRow, ...] = ()
    tokens: tuple[TokenRow, ...] = ()
    limits: tuple[Limit, ...] = ()
    rounds: int | None = None
    """After how many rounds it ends; None for the round cap of the published ones."""
    reserves: Reserves | None = None
    numbers: dict[str, float] = {}
    """Other numbers of the scenario, by name."""


@cache
def plan_of(scenario: str) -> Plan:
    """The plan of a scenario, from its data file."""
    return read_data(f"scenarios/{scenario}.yaml", Plan)
