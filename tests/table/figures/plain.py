"""Figures and pieces of no book: prices unlike anybody's, so that a test sees which one was asked."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sandtable.table.figures.bases import Disc
from sandtable.table.figures.footing import Footing
from sandtable.table.figures.prices import Rates
from sandtable.table.figures.rays import Sight, Stand
from sandtable.table.figures.terrain import Nature, Terrain, terrain_of
from sandtable.table.measure import Models, Point
from sandtable.table.terrain import Ground, Piece

RATES = Rates(
    inch=1.0,
    climb=0.5,
    door=0.25,
    window=0.75,
    rough_stretch=1.0,
    rough_due=0.25,
    easy_drop=1.0,
    shallow=0.5,
    widest_leap=1.5,
    slim=0.5,
)

KINDS = {
    "wall": Nature("barrier", is_climbable=True),
    "palisade": Nature("barrier"),
    "rock": Nature("solid"),
    "hill": Nature("block", is_climbable=True),
    "pillar": Nature("block"),
    "wood": Nature("dense", is_rough=True),
    "marsh": Nature("flat", is_rough=True),
    "lava": Nature("flat", is_barred=True),
    "pond": Nature("flat", is_barred=True, may_stay=True),
    "trench": Nature("flat", is_barred=True, is_gap=True),
    "hut": Nature("building"),
    "house": Nature("building", is_climbable=True, is_roofed=True),
    "door": Nature("opening"),
    "window": Nature("opening", is_window=True),
}


class Figure(msgspec.Struct, frozen=True):
    """A figure on a round base."""

    id: str
    at: Point
    elevation: float = 0.0
    radius: float = 0.5
    height: float = 1.25
    rough: float = 0.0


class Prices(msgspec.Struct, frozen=True):
    """What one figure may, told one by one."""

    rates: Rates = RATES
    flies: bool = False
    ignored: frozenset[str] = frozenset()
    most_down: float = 100.0
    """From how high it climbs down."""
    most_drop: float = 0.0
    """From how high it drops where it does not climb."""
    too_big: frozenset[str] = frozenset()

    @property
    def heeds_all(self) -> bool:
        """Whether it ignores nothing."""
        return not self.ignored

    def ignores(self, piece: Piece) -> bool:
        """Whether a piece is named among those that do not trouble it."""
        return piece.id in self.ignored

    def climbs_down(self, height: float) -> bool:
        """Whether it climbs down."""
        return height <= self.most_down

    def drops(self, height: float) -> bool:
        """Whether it drops."""
        return height <= self.most_drop

    def passes_over(self, other: str) -> bool:
        """Whether it flies over another."""
        return other not in self.too_big


def nature_of(piece: Piece) -> Nature:
    """What a piece is by its kind."""
    return KINDS[piece.kind]


def terrain_on(ground: Ground) -> Terrain:
    """The terrain of a ground by the kinds of its pieces."""
    return terrain_of(ground, nature_of)


SIGHT = Sight(terrain_on, within=3.0, into=1.0, at_opening=1.0)


def piece(id: str, outline: Models, height: float = 0.0) -> Piece:
    """A piece of the kind that its id begins with."""
    return Piece(id, id.split("-")[0], outline, height)


def ground_with(*pieces: Piece) -> Ground:
    """A table of 24 by 24 inches."""
    return Ground(24.0, 24.0, pieces)


def footing(
    ground: Ground,
    mover: Figure,
    *others: Figure,
    foes: Sequence[Figure] = (),
    prices: Prices = Prices(),  # noqa: B008 (frozen)
    may_contact: bool = False,
) -> Footing:
    """A figure among friends and foes."""
    discs = [
        Disc(
            one.id, *one.at, one.radius + mover.radius, one.elevation, one.elevation + one.height, one in foes
        )
        for one in (*others, *foes)
    ]
    return Footing(ground, terrain_on(ground), mover, discs, prices, may_contact=may_contact)


def stand(x: float, y: float, height: float = 1.25, elevation: float = 0.0) -> Stand:
    """A figure of human size that sees or is seen."""
    return Stand((x, y), elevation, 0.5, height)
