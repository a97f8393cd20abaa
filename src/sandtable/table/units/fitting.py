"""Fitting: the middle about which a piece of terrain fits between others, off every grid."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from sandtable.table.measure import NEAR, OVERLAP, Models, Point
from sandtable.table.terrain import Ground, Piece
from sandtable.table.units.corners import squeezed
from sandtable.table.units.going import Going
from sandtable.table.units.open_ground import Site
from sandtable.table.zones import LARGEST, Field, MiddleIn


def middle_that_fits(
    ground: Ground, outlines: Sequence[Models], apart: float, from_edge: float
) -> Point | None:
    """A middle about which outlines lie so far from the edge and from all pieces of a table.

    Where there is none, they fit nowhere without being turned. Pieces with dents count as if these were
    filled, so beside such pieces the answer is no proof.
    """
    xs, ys = zip(*[at for outline in outlines for at in outline], strict=True)
    # The middle keeps as far from what the piece would sweep as the piece from the others.
    swept = [
        _hull(
            [(x - east + LARGEST, y - north + LARGEST) for (x, y), (east, north) in product(lying, outline)]
        )
        for lying in (piece.outline for piece in ground.pieces)
        for outline in outlines
    ]
    pieces = tuple(
        Piece(str(number), "swept", outline, traits=("impassable",)) for number, outline in enumerate(swept)
    )
    wide = Ground(ground.width + 2 * LARGEST, ground.depth + 2 * LARGEST, pieces)
    inset = LARGEST + from_edge
    zone = Field(inset - min(xs), inset - min(ys), wide.width - inset - max(xs), wide.depth - inset - max(ys))
    found = squeezed(Site(wide, MiddleIn(zone), (1, apart - NEAR + OVERLAP, Going()), 0.0))
    return None if found is None else (found[0][0] - LARGEST, found[0][1] - LARGEST)


def _hull(points: Sequence[Point]) -> Models:
    """The outline without dents about some points, anticlockwise."""
    ordered = sorted(set(points))
    below, above = _side(ordered), _side(ordered[::-1])
    return (*below[:-1], *above[:-1])


def _side(ordered: Sequence[Point]) -> list[Point]:
    side: list[Point] = []
    for x, y in ordered:
        while len(side) > 1:
            (ax, ay), (bx, by) = side[-2:]
            if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0.0:
                break
            side.pop()
        side.append((x, y))
    return side
