"""Laying out terrain: the parts of a table, whether a piece fits, and where its mirror image lies.

Nothing here rolls dice: the caller that lays the table passes the numbers in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from math import radians

import msgspec

from sandtable.kernel.arithmetic import cos, sin
from sandtable.table.measure import NEAR, Models, Point
from sandtable.table.shapes import (
    Edges,
    border_distance,
    box_of,
    boxes_meet,
    edges_of,
    outlines_distance,
)
from sandtable.table.terrain import Area, Ground, Piece, area_of, areas_near, rectangle


class Template(msgspec.Struct, frozen=True, dict=True):
    """A kind of piece that can be laid: one rectangle or several, about a common middle."""

    kind: str
    parts: tuple[tuple[float, float, float, float], ...]
    """For each rectangle: east and north of the middle, width and depth."""
    traits: tuple[str, ...] = ()
    height: float = 0.0

    def corners(self, turn: float) -> tuple[Models, ...]:
        """The corners of its rectangles turned anticlockwise by degrees, seen from the middle."""
        found = self._turned.get(turn)
        if found is None:
            found = self._turned[turn] = tuple(
                turned(rectangle((east, north), width, depth), (0.0, 0.0), turn)
                for east, north, width, depth in self.parts
            )
        return found

    @cached_property
    def _turned(self) -> dict[float, tuple[Models, ...]]:
        return {}


def laid(
    template: Template, id: str, middle: Point, turn: float, digits: int | None = None
) -> tuple[Piece, ...]:
    """The pieces a template makes about a middle, turned anticlockwise by degrees; one for each part.

    Corners lie where they fall, or on the nearest place with so many digits.
    """
    pieces: list[Piece] = []
    x, y = middle
    for number, corners in enumerate(template.corners(turn)):
        if digits is None:
            outline = tuple([(x + east, y + north) for east, north in corners])
        else:
            outline = tuple([(round(x + east, digits), round(y + north, digits)) for east, north in corners])
        name = id if len(template.parts) == 1 else f"{id}-{number + 1}"
        pieces.append(Piece(name, template.kind, outline, template.height, template.traits))
    return tuple(pieces)


Feature = tuple[Piece, ...]
"""What is laid at once: one piece, or all the parts of a template."""


def features(ground: Ground) -> tuple[Feature, ...]:
    """What lies on the table, the parts of a template together, in the order of laying."""
    found: dict[str, list[Piece]] = {}
    for piece in ground.pieces:
        found.setdefault(piece.id.partition("-")[0], []).append(piece)
    return tuple([tuple(one) for one in found.values()])


def features_by_halves(ground: Ground) -> tuple[list[Feature], list[Feature]]:
    """The features whose middle lies in the northern half of the table, and those in the southern one."""
    heights = [(one, _height_of(one)) for one in features(ground)]
    north = [one for one, height in heights if height > ground.depth / 2 + NEAR]
    south = [one for one, height in heights if height < ground.depth / 2 - NEAR]
    return north, south


def _height_of(feature: Feature) -> float:
    """How far north the middle of a feature lies."""
    areas = [area_of(one) for one in feature]
    return (min([one.south for one in areas]) + max([one.north for one in areas])) / 2


def turned(outline: Models, about: Point, turn: float) -> Models:
    """An outline turned anticlockwise by degrees about a point."""
    c, s = cos(radians(turn)), sin(radians(turn))
    ax, ay = about
    return tuple([(ax + (x - ax) * c - (y - ay) * s, ay + (x - ax) * s + (y - ay) * c) for x, y in outline])


def mirrored(piece: Piece, depth: float) -> Piece:
    """A piece laid at the mirrored place in the other half of a table, north for south."""
    return msgspec.structs.replace(piece, outline=tuple((x, depth - y) for x, y in reversed(piece.outline)))


def last_to_mirror(ground: Ground, more: int, fits: Callable[[Feature], bool]) -> Feature | None:
    """Of a half that has so many more features, the last one that fits at its mirrored place."""
    north, south = features_by_halves(ground)
    fuller = north if len(north) > len(south) else south
    is_fair = abs(len(north) - len(south)) < more
    return None if is_fair else next((one for one in reversed(fuller) if fits(over(one, ground))), None)


def over(feature: Feature, ground: Ground) -> Feature:
    """All parts of a feature at the mirrored place."""
    return tuple(mirrored(one, ground.depth) for one in feature)


def why_not_fit(
    width: float, depth: float, lying: Sequence[Area], piece: Piece, apart: float, from_edge: float
) -> str | None:
    """To what a piece lies too near: the edge or another piece; None if it fits."""
    xs, ys = zip(*piece.outline, strict=True)
    west, south, east, north = min(xs), min(ys), max(xs), max(ys)
    if min(west, south, width - east, depth - north) < from_edge - NEAR:
        return "the edge"
    near = areas_near(lying, (west - apart, south - apart, east + apart, north + apart))
    if near:
        edges = edges_of(piece.outline)
        for area in near:
            if _are_nearer(edges, area.edges, apart - NEAR):
                return area.id
    return None


def _are_nearer(a: Edges, b: Edges, limit: float) -> bool:
    """Two outlined areas are nearer to each other than a limit."""
    if _has_corner_near(a, b, limit) or _has_corner_near(b, a, limit):
        return True
    # With every corner far from the sides of the other, one may still lie in the other or across it.
    return outlines_distance(a, b) < limit if _boxes_meet(a, b) else False


def _has_corner_near(corners: Edges, sides: Edges, limit: float) -> bool:
    """Whether a corner of one outline is nearer to a side of another than a limit."""
    return any(border_distance(x, y, sides) < limit for x, y, *_ in corners)


def _boxes_meet(a: Edges, b: Edges) -> bool:
    return boxes_meet(box_of(tuple([one[:2] for one in a])), box_of(tuple([one[:2] for one in b])))


@lru_cache(maxsize=64)
def parts_of_table(width: float, depth: float, across: int, along: int) -> tuple[Point, ...]:
    """The middles of equal parts of a table, from the south-west, east first, then north."""
    return tuple(
        (width * (column + 0.5) / across, depth * (row + 0.5) / along)
        for row in range(along)
        for column in range(across)
    )


def scattered(
    width: float,
    depth: float,
    templates: Sequence[Template],
    numbers: Sequence[float],
    apart: float,
    from_edge: float,
) -> Ground:
    """A table made from numbers from 0 up to 1, four for each piece: its kind, its place and its turn.

    Pieces that do not fit are left out; meant for tests and benchmarks, where any table will do.
    """
    pieces: list[Piece] = []
    for start in range(0, len(numbers) - 3, 4):
        kind, east, north, turn = numbers[start : start + 4]
        template = templates[int(kind * len(templates))]
        new = laid(template, f"{template.kind}-{start // 4 + 1}", (east * width, north * depth), turn * 360)
        lying = [area_of(one) for one in pieces]
        if all(why_not_fit(width, depth, lying, one, apart, from_edge) is None for one in new):
            pieces += new
    return Ground(width, depth, tuple(pieces))
