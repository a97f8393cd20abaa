"""Deployment zones: from the rows of a scenario to zones on the table, widened where a side does not fit."""

from __future__ import annotations

from functools import singledispatch

from sandtable.books.companies_and_captains.scenarios.plan import (
    Anywhere,
    AwayFromCentre,
    Box,
    Corner,
    NearCentre,
    NearEdges,
    NearMarkers,
    ZoneRow,
)
from sandtable.books.companies_and_captains.scenarios.scaling import Scale
from sandtable.books.companies_and_captains.state import Battle
from sandtable.kernel.citation import rule
from sandtable.table.measure import Point
from sandtable.table.terrain import Ground
from sandtable.table.zones import Every, FarFromPoint, Field, HalfPlane, NearPoint, Some, Zone, whole_table


@rule("CC-PUB-03")
def centre_of(ground: Ground) -> Point:
    """The centre is the middle point of the table."""
    return (ground.width / 2, ground.depth / 2)


@rule("CC-PUB-03", "CC-PUB-04", "CC-SCN-08", "CC-GEO-01")
def zone_from(row: ZoneRow, state: Battle, scale: Scale, wider: int) -> Zone:
    """A zone for whole bases; `wider` is taken off a least distance from the centre, added to a greatest."""
    return _zone(row, state, scale, wider)


@singledispatch
def _zone(row: object, state: Battle, scale: Scale, wider: int) -> Zone:
    raise TypeError(f"no zone for {row!r}")


@_zone.register
def _(row: Anywhere, state: Battle, scale: Scale, wider: int) -> Zone:
    return whole_table(state.ground)


@_zone.register
def _(row: NearEdges, state: Battle, scale: Scale, wider: int) -> Zone:
    width, depth = state.ground.width, state.ground.depth
    west = 0.0 if row.west is None else max(0.0, row.west * scale.wide - wider)
    east = width if row.east is None else min(width, row.east * scale.wide + wider)
    fields: list[Zone] = []
    for edge in row.edges:
        stretch, across = (scale.deep, depth) if edge in ("north", "south") else (scale.wide, width)
        near = row.least * stretch  # CC-PUB-04 lowers a least distance from the centre, none from an edge
        far = min(across, row.within * stretch + wider)
        fields.append(
            {
                "south": Field(west, near, east, far),
                "north": Field(west, depth - far, east, depth - near),
                "west": Field(near, 0.0, far, depth),
                "east": Field(width - far, 0.0, width - near, depth),
            }[edge]
        )
    return fields[0] if len(fields) == 1 else Some(tuple(fields))


@_zone.register
def _(row: NearCentre, state: Battle, scale: Scale, wider: int) -> Zone:
    return NearPoint(centre_of(state.ground), row.within * scale.deep + wider)


@_zone.register
def _(row: AwayFromCentre, state: Battle, scale: Scale, wider: int) -> Zone:
    ground, margin = state.ground, row.from_edges * scale.deep
    away = FarFromPoint(centre_of(ground), max(0.0, row.least * scale.deep - wider))
    return Every((Field(margin, margin, ground.width - margin, ground.depth - margin), away))


@_zone.register
def _(row: Box, state: Battle, scale: Scale, wider: int) -> Zone:
    west, south, east, north = scale.box(row.area)
    ground = state.ground
    return Field(
        max(0.0, west - wider),
        max(0.0, south - wider),
        min(ground.width, east + wider),
        min(ground.depth, north + wider),
    )


@_zone.register
def _(row: Corner, state: Battle, scale: Scale, wider: int) -> Zone:
    east, north = 1 / scale.wide, 1 / scale.deep
    if row.at_most is not None:
        half: Zone = HalfPlane(east, north, row.at_most)
    else:
        assert row.at_least is not None
        half = HalfPlane(-east, -north, -row.at_least)
    return Every((whole_table(state.ground), half.widened(wider)))


@_zone.register
def _(row: NearMarkers, state: Battle, scale: Scale, wider: int) -> Zone:
    near = [NearPoint(one.at, row.within + wider) for one in state.tokens.values() if one.kind == row.kind]
    return Some(tuple(near))
