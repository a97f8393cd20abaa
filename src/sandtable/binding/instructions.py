"""Words for people who play with real miniatures: lengths, bearings, places and the corners of a way."""

from __future__ import annotations

from collections.abc import Sequence
from math import degrees

from sandtable.kernel.arithmetic import atan2
from sandtable.table.measure import Point
from sandtable.table.shapes import segment_point_distance

COMPASS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
"""Eight bearings on the table, whose north is the top of the set-up sheet."""


def length_in_words(far: float, unit: str) -> str:
    """A distance as one lays it out: "3.5 in"."""
    return f"{far:.1f} {unit}"


def place_in_words(at: Sequence[float], unit: str) -> str:
    """A place by its distances from two edges."""
    west, south = length_in_words(at[0], unit), length_in_words(at[1], unit)
    return f"{west} from the west edge and {south} from the south edge"


def bearing(start: Sequence[float], end: Sequence[float]) -> float:
    """In which direction a way leads, in degrees clockwise from north."""
    return degrees(atan2(end[0] - start[0], end[1] - start[1])) % 360


def bearing_in_words(start: Sequence[float], end: Sequence[float]) -> str:
    """One of eight bearings."""
    return COMPASS[round(bearing(start, end) / 45) % len(COMPASS)]


def turn_from(start: Point, end: Point, other: Point) -> float:
    """How many degrees one has to turn from a way to look at another place."""
    turn = abs(bearing(start, end) - bearing(start, other))
    return min(turn, 360.0 - turn)


def corners(path: Sequence[Sequence[float]], slack: float) -> list[Point]:
    """The places between both ends at which a way strays farther than the slack from a straight line."""
    places: list[Point] = [(one[0], one[1]) for one in path]
    found: list[Point] = []
    start = places[0]
    for at, after in zip(places[1:], places[2:], strict=False):
        if segment_point_distance(start, after, at) > slack:
            found.append(at)
            start = at
    return found
