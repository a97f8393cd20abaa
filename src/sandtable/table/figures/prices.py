"""Prices: what a book asks for the ways of figures, and what it lets them do."""

from __future__ import annotations

from math import inf
from typing import Protocol

import msgspec

from sandtable.table.terrain import Piece


class Rates(msgspec.Struct, frozen=True):
    """What ways cost that are no plain walking, in the units of the table; the same for most figures."""

    inch: float
    """An inch in these units."""
    climb: float
    """What a climb costs besides its height, and a barrier that is crossed besides its own."""
    door: float
    """What passing a door costs besides the way."""
    window: float
    """What going through a window costs besides the way."""
    rough_stretch: float
    """After each stretch of so much rough ground more is due."""
    rough_due: float
    """How much is then due."""
    easy_drop: float
    """From so high a figure jumps down at no cost and goes on."""
    shallow: float
    """Out of a gap that is no deeper a figure steps; out of others it climbs."""
    widest_leap: float
    """The widest gap that can be leapt over."""
    slim: float
    """A base of at most this radius passes through every opening."""
    most_climb: float = inf
    """Nothing higher is climbed up or crossed."""

    @property
    def rough_share(self) -> float:
        """What rough ground costs more for each inch, if it is paid for evenly."""
        return self.rough_due / self.rough_stretch


class Prices(Protocol):
    """What a book lets one figure do on its way, and at what cost."""

    @property
    def rates(self) -> Rates:
        """What ways cost all figures."""

    @property
    def flies(self) -> bool:
        """Whether it moves straight over everything."""

    @property
    def heeds_all(self) -> bool:
        """Whether nothing at all is ignored, so that nobody has to ask for each piece."""

    def ignores(self, piece: Piece) -> bool:
        """Whether a piece neither slows nor stops the figure."""

    def climbs_down(self, height: float) -> bool:
        """Whether it climbs down from so high; else it looks whether it drops."""

    def drops(self, height: float) -> bool:
        """Whether it jumps down from so high where it does not climb down, though that ends its way."""

    def passes_over(self, other: str) -> bool:
        """Whether it flies over another figure."""
