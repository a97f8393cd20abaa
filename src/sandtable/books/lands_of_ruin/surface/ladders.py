"""Ladders of the virtual table, the only ways up to roofs and down again (LR-MAP-09)."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from sandtable.books.lands_of_ruin.naming import called
from sandtable.books.lands_of_ruin.state import Battle, Model
from sandtable.books.lands_of_ruin.state.cards import HEIGHT, RADIUS
from sandtable.books.lands_of_ruin.surface.measuring import everybody
from sandtable.books.lands_of_ruin.tables.places import map_of, terrain_types
from sandtable.kernel import Refusal, rule
from sandtable.table import Point, within
from sandtable.table.shapes import box_of, distance, part_way

AT_HAND = 0.5
"""LR-MAP-09: so near must the middle of a base be."""
INSIDE = 1.1 * RADIUS
"""How far from the edge a base stands beside the head of a ladder; ours."""


class Climb(NamedTuple):
    """One way along a ladder."""

    to: Point
    height: float
    """Of the place to which it leads."""
    inches: float


@cache
@rule("LR-MAP-09", "LR-MOV-11")
def _ladders(map: str) -> tuple[tuple[str, Point, Point, float], ...]:
    """Each by its piece: where it stands, the place on the roof beside it, and how high that is."""
    found = []
    for one in map_of(map).pieces:
        if one.ladder is not None:
            west, south, east, north = box_of(one.polygon)  # no piece with a ladder stands askew
            wall = (min(max(one.ladder[0], west), east), min(max(one.ladder[1], south), north))
            far = distance(one.ladder, wall)
            head = part_way(one.ladder, wall, (far + INSIDE) / far)
            found.append((one.id, one.ladder, head, terrain_types()[one.type].height))
    return tuple(found)


@rule("LR-MAP-09", "LR-MOV-04")
def climb_from(state: Battle, model: Model) -> Climb | None:
    """Up, with its middle within half an inch of the foot; down, so near to the head."""
    here = {one.id for one in state.ground.pieces}
    for piece, foot, head, height in _ladders(state.map):
        start, end, top = (head, foot, 0.0) if model.elevation else (foot, head, height)
        is_level = model.elevation in (0.0, height)
        if piece in here and is_level and model.at is not None and within(distance(model.at, start), AT_HAND):
            return Climb(end, top, height)
    return None


@rule("LR-MAP-09", "LR-MOV-12")
def why_blocked(state: Battle, model: Model, climb: Climb) -> Refusal | None:
    """Somebody is where the ladder ends."""
    for one in everybody(state):
        near = distance(one.at, climb.to) < 2 * RADIUS and abs(one.elevation - climb.height) < HEIGHT
        if one.id != model.id and near:
            return Refusal("LR-MAP-09", f"{called(state, one.id)} is at the other end.", "Wait, or go round.")
    return None
