"""Tables and groups that several tests of the ground share."""

from __future__ import annotations

from math import inf
from random import Random
from typing import Any

import msgspec
from hypothesis import strategies as st

from sandtable.table.generator import Template, scattered
from sandtable.table.measure import Body, Models, Point
from sandtable.table.terrain import Ground, Piece, box_outline, wall
from sandtable.table.units.formations import Formation, slots
from sandtable.table.units.going import Going
from sandtable.table.units.open_ground import Site
from sandtable.table.units.random_places import sample_place
from sandtable.table.zones import Field

FOOT = 0.5
LINK = 3.0

ORDINARY = Going(difficult=2.0)
NIMBLE = Going()
PONDEROUS = Going(difficult=inf)
ENTANGLED = Going(open=2.0, difficult=2.0)
FREE = Going(hindered=False)

OPEN_TABLE = Ground(48.0, 48.0)

TEMPLATES = (
    Template("lake", ((0.0, 0.0, 8.0, 6.0),), ("impassable",)),
    Template("wood", ((0.0, 0.0, 8.0, 8.0),), ("difficult", "obscuring")),
    Template("marsh", ((0.0, 0.0, 8.0, 6.0),), ("difficult",)),
    Template("wall", ((0.0, 0.0, 8.0, 0.5),), ("obstacle",)),
    Template("crags", ((0.0, 0.0, 5.0, 4.0),), ("impassable", "obscuring")),
    Template("ruins", ((0.0, 0.0, 6.0, 6.0),), ("difficult", "cover")),
)


def table_with(*pieces: Piece) -> Ground:
    """A table of 48 by 48 inches with some pieces."""
    return Ground(48.0, 48.0, pieces)


def wood(west: float = 20.0, south: float = 20.0, east: float = 28.0, north: float = 28.0) -> Piece:
    """A wood between limits."""
    return Piece("wood", "wood", box_outline(west, south, east, north), 0.0, ("difficult", "obscuring"))


def lake(west: float = 20.0, south: float = 20.0, east: float = 28.0, north: float = 26.0) -> Piece:
    """A lake between limits."""
    return Piece("lake", "lake", box_outline(west, south, east, north), 0.0, ("impassable",))


def hedge(start: Point = (20.0, 24.0), end: Point = (28.0, 24.0), thickness: float = 0.5) -> Piece:
    """A hedge along a line."""
    return Piece("hedge", "hedge", wall(start, end, thickness), 0.0, ("obstacle",))


def block(at: Point, count: int = 12, radius: float = FOOT, facing: Point = (0.0, 1.0)) -> Models:
    """A group in ranks of four about a point."""
    return slots(Formation.BLOCK, ((0.0, 0.0),) * count, radius, at, facing)


shares = st.floats(0.0, 1.0, exclude_max=True, allow_subnormal=False)


def tables(pieces: int = 8) -> st.SearchStrategy[Ground]:
    """Random tables."""
    numbers = st.lists(shares, min_size=4 * pieces, max_size=4 * pieces)
    return numbers.map(lambda drawn: scattered(48.0, 48.0, TEMPLATES, drawn, 3.0, 2.0))


def points(low: float = 1.0, high: float = 47.0) -> st.SearchStrategy[Point]:
    """Random places on a table of 48 by 48."""
    one = st.integers(round(low * 1000), round(high * 1000)).map(lambda thousandths: thousandths / 1000)
    return st.tuples(one, one)


def crowds(most: int = 12) -> st.SearchStrategy[Models]:
    """Random groups, some in formation and some at loose ends."""

    def formed(drawn: tuple[Any, ...]) -> Models:
        at, count, shape, facing = drawn
        return slots(shape, ((0.0, 0.0),) * count, FOOT, at, facing)

    shapes = st.sampled_from([Formation.BLOCK, Formation.LINE, Formation.COLUMN, Formation.RING])
    facings = st.sampled_from([(0.0, 1.0), (1.0, 0.0), (1.0, 1.0)])
    inner = points(10.0, 38.0)
    return st.tuples(inner, st.integers(1, most), shapes, facings).map(formed)


class Situation(msgspec.Struct, frozen=True):
    """A table with terrain and groups that stand legally and near each other."""

    ground: Ground
    groups: tuple[Body, ...]


def situations(groups: int) -> st.SearchStrategy[Situation]:
    """Random tables with so many groups in their middle."""

    def made(seed: int) -> Situation:
        rng = Random(seed)
        numbers = [rng.random() for _ in range(4 * rng.randrange(20))]
        ground = scattered(48.0, 48.0, TEMPLATES, numbers, 3.0, 2.0)
        bodies: list[Body] = []
        while len(bodies) < groups:
            radius = rng.choice((0.5, 0.5, 0.75, 1.0))
            at = (rng.uniform(12.0, 24.0), rng.uniform(12.0, 24.0))
            zone = Field(at[0], at[1], at[0] + 14.0, at[1] + 14.0)
            drawn = sample_place(
                Site(ground, zone, (rng.randint(1, 12), radius, ORDINARY), LINK, bodies), rng
            )
            if drawn is not None:
                bodies.append((drawn.models, radius))
        return Situation(ground, tuple(bodies))

    return st.integers(0, 1_000_000).map(made)
