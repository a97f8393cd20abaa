"""Scaling: how the map of a scenario is stretched at other points limits."""

from __future__ import annotations

from functools import cache

import msgspec

from sandtable.binding.tables import Row
from sandtable.books.companies_and_captains.chapters.constructing import STANDARD_LIMIT, table_size
from sandtable.books.companies_and_captains.data import read_data
from sandtable.kernel import rule
from sandtable.table import Box, Point


class ScenarioRow(Row, frozen=True):
    """A scenario in a scenario table, with the die that draws it."""

    scenario: str
    rule: str
    die: int | None = None


class Factor(Row, frozen=True):
    """By how much the published tables are multiplied at a points limit."""

    points: int
    factor: float
    rule: str


class ReserveNumbers(Row, frozen=True):
    """What reserves roll and where they stand."""

    number: int
    within: float
    enemy_distance: float
    rule: str


class ScenarioTable(Row, frozen=True):
    """The scenario tables and the numbers that scenarios share."""

    published: tuple[ScenarioRow, ...]
    ours: tuple[ScenarioRow, ...]
    factors: tuple[Factor, ...]
    reserves: ReserveNumbers


@cache
def scenario_table() -> ScenarioTable:
    """The scenario tables, read once."""
    return read_data("scenario_table.yaml", ScenarioTable)


def scenario_ids() -> tuple[str, ...]:
    """Every scenario of the book, the published ones first, in the order of their tables."""
    table = scenario_table()
    return tuple(row.scenario for row in (*table.published, *table.ours))


class Scale(msgspec.Struct, frozen=True):
    """How much wider and deeper the table is than at 24 points."""

    wide: float = 1.0
    deep: float = 1.0
    rule: str = ""

    def point(self, at: Point) -> Point:
        """A place of the map on this table."""
        return (at[0] * self.wide, at[1] * self.deep)

    def box(self, area: Box) -> Box:
        """A rectangle of the map on this table."""
        west, south, east, north = area
        return (west * self.wide, south * self.deep, east * self.wide, north * self.deep)

    @property
    def cited(self) -> tuple[str, ...]:
        """The rule of the scale, where anything is stretched."""
        return () if self.is_plain else (self.rule,)

    @property
    def is_plain(self) -> bool:
        """Whether nothing is stretched."""
        return self.wide == 1.0 and self.deep == 1.0


@rule("CC-PUB-02")
@cache
def published_scale(points_limit: int) -> Scale:
    """The published scenarios multiply table and zones by one factor."""
    rows = scenario_table().factors
    row = next((one for one in reversed(rows) if one.points <= points_limit), rows[0])
    return Scale(row.factor, row.factor, row.rule)


@rule("CC-SCN-06", "CC-CON-06")
@cache
def our_scale(points_limit: int) -> Scale:
    """Our scenarios keep their geometry in proportion to the table of the points limit."""
    usual, now = table_size(STANDARD_LIMIT), table_size(points_limit)
    return Scale(now.width_in / usual.width_in, now.depth_in / usual.depth_in, "CC-SCN-06")
