"""The surface: what a ground is made of, as screens draw it and as people speak of it.

Terminal, browser and paper ask a surface, never the ground, how large it is, where a place lies on a drawing,
what is written along its edges and what a place is called. So a ground that is made of something else than
inches (squares, sections of a table) brings a surface of its own, and no screen has to know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec

from sandtable.table.measure import Point
from sandtable.table.scene import Drawing, Figure, draw
from sandtable.table.terrain import Ground

TICKS = {"in": (1, 6), "cm": (5, 15)}
"""How far apart the strokes and the figures of a frame are, by what is measured in."""
DIGITS = 3
"""So many digits of an inch are told of a place that somebody points at."""


class Tick(msgspec.Struct, frozen=True):
    """A stroke of the frame: how far along its edge it stands, and what is written at it, if anything."""

    at: float
    word: str = ""


class Surface(Protocol):
    """What every screen asks of a ground; places are pairs of numbers, east and north of the south-west."""

    @property
    def wide(self) -> float:
        """How wide the sheet is on which the ground is drawn, as places count."""

    @property
    def deep(self) -> float:
        """How deep that sheet is."""

    def on_sheet(self, at: Point) -> Point:
        """Where a place is drawn: counted from the north-west, downwards."""

    def drawing(self, figures: Sequence[Figure], columns: int) -> Drawing:
        """The ground with figures on it as lines of text."""

    def ruler(self) -> tuple[tuple[Tick, ...], tuple[Tick, ...]]:
        """The strokes of the frame: those to the east along the south edge, and those to the north."""

    def snap(self, at: Point) -> Point:
        """The place that is meant by somebody who points near it."""

    def part(self, at: Point) -> str:
        """The part of the table in which a place lies, in a word."""

    def place(self, at: Point) -> str:
        """What people call a place."""

    def far(self, distance: float) -> str:
        """A distance in words."""

    def size(self) -> str:
        """How large the table is, in words."""


class Inches:
    """A table on which everything stands anywhere and is measured with a ruler, in inches or centimetres."""

    def __init__(self, ground: Ground, unit: str = "in") -> None:
        self.ground, self.unit = ground, unit
        self.wide, self.deep = ground.width, ground.depth

    def on_sheet(self, at: Point) -> Point:
        """North is on top."""
        return (at[0], self.deep - at[1])

    def drawing(self, figures: Sequence[Figure], columns: int) -> Drawing:
        """Each character shows what lies in the middle of its part of the table."""
        return draw(self.ground, figures, columns)

    def ruler(self) -> tuple[tuple[Tick, ...], tuple[Tick, ...]]:
        """A stroke for every inch and a figure for every sixth; centimetres have more room between them."""
        stroke, figure = TICKS[self.unit]
        across, along = (
            tuple(Tick(at, "" if at % figure else str(at)) for at in range(0, int(far) + 1, stroke))
            for far in (self.wide, self.deep)
        )
        return across, along

    def snap(self, at: Point) -> Point:
        """Any place will do; what lies beyond a thousandth is no longer pointing."""
        return (round(at[0], DIGITS), round(at[1], DIGITS))

    def part(self, at: Point) -> str:
        """One of the thirds: "north-west", "south", "middle"."""
        x, y = at
        up = "south" if y < self.deep / 3 else "north" if y > 2 * self.deep / 3 else ""
        across = "west" if x < self.wide / 3 else "east" if x > 2 * self.wide / 3 else ""
        return "-".join(filter(None, (up, across))) or "middle"

    def place(self, at: Point) -> str:
        """How far it is from two edges."""
        return f"{self.far(at[0])} from the west, {self.far(at[1])} from the south"

    def far(self, distance: float) -> str:
        """In inches or centimetres, to a tenth."""
        return f"{distance:.1f} {self.unit}"

    def size(self) -> str:
        """Its width, then its depth."""
        return f"{self.wide:g} {self.unit} wide and {self.deep:g} {self.unit} deep"
