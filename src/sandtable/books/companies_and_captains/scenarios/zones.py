"""Deployment zones: the rows of a scenario, and the zones on the table that they stand for.

A zone is widened where a side does not fit: so many inches are taken off a least distance from the centre, or
added to a greatest (CC-PUB-04, CC-SCN-08).
"""

from __future__ import annotations

from typing import Literal

from sandtable.binding.tables import Row
from sandtable.books.companies_and_captains.scenarios.scaling import Scale
from sandtable.books.companies_and_captains.state import Battle
from sandtable.kernel import rule
from sandtable.table import (
    Every,
    FarFromPoint,
    Field,
    Ground,
    HalfPlane,
    NearPoint,
    Point,
    Some,
    Zone,
    whole_table,
)

Edge = Literal["north", "east", "south", "west"]


@rule("CC-PUB-03")
def centre_of(ground: Ground) -> Point:
    """The centre is the middle point of the table."""
    return (ground.width / 2, ground.depth / 2)


class NearEdges(Row, frozen=True, tag_field="zone", tag="edges"):
    """Within a distance of one of some edges, between two limits from west to east where they are given."""

    edges: tuple[Edge, ...]
    within: float
    least: float = 0.0
    """At least this far from the edge."""
    west: float | None = None
    east: float | None = None

    @rule("CC-PUB-03", "CC-PUB-04", "CC-SCN-08", "CC-GEO-01")
    def zone(self, state: Battle, scale: Scale, wider: int) -> Zone:
        """A strip along each of the edges."""
        width, depth = state.ground.width, state.ground.depth
        west = 0.0 if self.west is None else max(0.0, self.west * scale.wide - wider)
        east = width if self.east is None else min(width, self.east * scale.wide + wider)
        fields: list[Zone] = []
        for edge in self.edges:
            stretch, across = (scale.deep, depth) if edge in ("north", "south") else (scale.wide, width)
            near = self.least * stretch  # CC-PUB-04 lowers a least distance from the centre alone
            far = min(across, self.within * stretch + wider)
            fields.append(
                {
                    "south": Field(west, near, east, far),
                    "north": Field(west, depth - far, east, depth - near),
                    "west": Field(near, 0.0, far, depth),
                    "east": Field(width - far, 0.0, width - near, depth),
                }[edge]
            )
        return fields[0] if len(fields) == 1 else Some(tuple(fields))


class NearCentre(Row, frozen=True, tag_field="zone", tag="centre"):
    """Within a distance of the centre."""

    within: float

    @rule("CC-PUB-04")
    def zone(self, state: Battle, scale: Scale, wider: int) -> Zone:
        """A disc about the centre."""
        return NearPoint(centre_of(state.ground), self.within * scale.deep + wider)


class AwayFromCentre(Row, frozen=True, tag_field="zone", tag="away"):
    """At least a distance from the centre, and at least another from every edge."""

    least: float
    from_edges: float = 0.0

    @rule("CC-PUB-04")
    def zone(self, state: Battle, scale: Scale, wider: int) -> Zone:
        """The table without a disc about the centre and without its margin."""
        ground, margin = state.ground, self.from_edges * scale.deep
        away = FarFromPoint(centre_of(ground), max(0.0, self.least * scale.deep - wider))
        return Every((Field(margin, margin, ground.width - margin, ground.depth - margin), away))


class Anywhere(Row, frozen=True, tag_field="zone", tag="anywhere"):
    """The whole table."""

    def zone(self, state: Battle, scale: Scale, wider: int) -> Zone:
        """It cannot be any wider."""
        return whole_table(state.ground)


class Box(Row, frozen=True, tag_field="zone", tag="box"):
    """A rectangle by its west, south, east and north limits."""

    area: tuple[float, float, float, float]

    @rule("CC-SCN-08")
    def zone(self, state: Battle, scale: Scale, wider: int) -> Zone:
        """A rectangle that is wider on all four sides."""
        west, south, east, north = scale.box(self.area)
        east, north = min(state.ground.width, east + wider), min(state.ground.depth, north + wider)
        return Field(max(0.0, west - wider), max(0.0, south - wider), east, north)


class Corner(Row, frozen=True, tag_field="zone", tag="corner"):
    """The corner where x + y is at most, or at least, a sum."""

    at_most: float | None = None
    at_least: float | None = None

    @rule("CC-SCN-08")
    def zone(self, state: Battle, scale: Scale, wider: int) -> Zone:
        """The table on one side of a slanting line."""
        east, north = 1 / scale.wide, 1 / scale.deep
        if self.at_most is not None:
            half: Zone = HalfPlane(east, north, self.at_most)
        else:
            assert self.at_least is not None
            half = HalfPlane(-east, -north, -self.at_least)
        return Every((whole_table(state.ground), half.widened(wider)))


class NearMarkers(Row, frozen=True, tag_field="zone", tag="markers"):
    """Within a distance of one of the markers of a kind."""

    kind: str
    within: float

    @rule("CC-SCN-08")
    def zone(self, state: Battle, scale: Scale, wider: int) -> Zone:
        """A disc about each of the markers."""
        tokens = [one for one in state.tokens.values() if one.kind == self.kind]
        return Some(tuple(NearPoint(one.at, self.within + wider) for one in tokens))


AnyZone = NearEdges | NearCentre | AwayFromCentre | Anywhere | Box | Corner | NearMarkers
