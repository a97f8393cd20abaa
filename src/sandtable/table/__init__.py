"""The ground all books share: measuring, terrain, zones, showing; and rooms for what stands on it.

The words that chapters are written in are imported from here; the rest from the modules.
"""

from sandtable.table.measure import CONTACT, NEAR, OVERLAP, Body, Box, Models, Point, within
from sandtable.table.terrain import Area, Ground, Piece, area_of, areas_near
from sandtable.table.zones import (
    Every,
    FarFromPoint,
    Field,
    HalfPlane,
    MiddleIn,
    NearGroup,
    NearPoint,
    Some,
    Zone,
    near_any_edge,
    near_edge,
    whole_table,
)

__all__ = [
    "CONTACT",
    "NEAR",
    "OVERLAP",
    "Area",
    "Body",
    "Box",
    "Every",
    "FarFromPoint",
    "Field",
    "Ground",
    "HalfPlane",
    "MiddleIn",
    "Models",
    "NearGroup",
    "NearPoint",
    "Piece",
    "Point",
    "Some",
    "Zone",
    "area_of",
    "areas_near",
    "near_any_edge",
    "near_edge",
    "whole_table",
    "within",
]
