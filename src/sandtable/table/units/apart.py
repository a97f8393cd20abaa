"""Places apart: where models stand away from those whom they do not attack, or get away from an enemy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, sqrt
from typing import TYPE_CHECKING

import numpy

from sandtable.kernel.arithmetic import hypot, square
from sandtable.table.arrays import Flags, Numbers
from sandtable.table.measure import OVERLAP, Models, Point
from sandtable.table.units.assignment import best_assignment
from sandtable.table.units.going import Path

if TYPE_CHECKING:
    from sandtable.table.units.attacks import ContactPlaces

_SIDES: tuple[Callable[[Point], tuple[float, float]], ...] = (
    lambda at: (at[0], at[1]),
    lambda at: (-at[0], at[1]),
    lambda at: (at[1], at[0]),
    lambda at: (-at[1], at[0]),
)
"""From which side places are filled: along a rim most of them are taken if it is filled from one end."""


def packed_apart(
    places: ContactPlaces, order: Sequence[int], found: dict[int, Path], payable: Numbers
) -> dict[int, Path]:
    """The ways of attackers to more places apart from others than were found one by one, if there are any.

    A base at the cheapest place may lie across two others; filling them from one side uses both. What the
    places cost is given as it was before anybody took one.
    """
    best = found
    is_free: Flags = numpy.logical_or.reduce(payable < inf)
    if places.crowded is not None:
        is_free &= ~places.crowded
    free: list[int] = is_free.nonzero()[0].tolist()
    for side in _SIDES:
        chosen = _packed(places, sorted(free, key=lambda number: side(_at(places, number))))
        if len(chosen) > len(best):
            paths = _assigned(places, payable, order, chosen)
            best = paths if len(paths) > len(best) else best
    if best is not found:
        places.payable = payable
        for path in best.values():
            places.drop_near(path[-1])
    return best


def _at(places: ContactPlaces, number: int) -> Point:
    return (places.points[0, number].item(), places.points[1, number].item())


def _packed(places: ContactPlaces, numbers: Sequence[int]) -> list[int]:
    """Places one after the other, each that overlaps none before it."""
    reach = 2 * places.attack.radius - OVERLAP
    chosen: list[int] = []
    for number in numbers:
        x, y = _at(places, number)
        taken = (_at(places, one) for one in chosen)
        if all(square(x - ox) + square(y - oy) >= reach * reach for ox, oy in taken):
            chosen.append(number)
    return chosen


def _assigned(
    places: ContactPlaces, payable: Numbers, order: Sequence[int], chosen: Sequence[int]
) -> dict[int, Path]:
    """Who goes to which of some places, with the ways of those who get there."""
    size = max(len(order), len(chosen))
    costs = [[0.0] * size for _ in range(size)]
    for row, index in enumerate(order):
        for column, number in enumerate(chosen):
            costs[row][column] = float(payable[index, number])
    paths: dict[int, Path] = {}
    for row, column in enumerate(best_assignment(costs)):
        if row < len(order) and column < len(chosen) and costs[row][column] < inf:
            path = places.path_to(order[row], iter((chosen[column],)))
            if path is not None:
                paths[order[row]] = path
    return paths


def model_gap(at: Point, radius: float, others: Models, other: float) -> float:
    """How far the rim of a base at a place is from the nearest of some others, never below 0."""
    x, y = at
    near = min((ox - x) * (ox - x) + (oy - y) * (oy - y) for ox, oy in others)
    return max(0.0, sqrt(near) - radius - other)


def straight_away(start: Point, others: Models, reach: float) -> Point | None:
    """The first place on the line away from the nearest of some models that none of them is too close to."""
    nearest = min(others, key=lambda one: hypot(one[0] - start[0], one[1] - start[1]))
    far = hypot(start[0] - nearest[0], start[1] - nearest[1])
    if far < 1e-9:
        return None
    ux, uy = (start[0] - nearest[0]) / far, (start[1] - nearest[1]) / far
    gone = 0.0
    for _ in range(len(others) + 1):
        leaving = gone
        for ox, oy in others:
            dx, dy = ox - start[0], oy - start[1]
            along, aside = dx * ux + dy * uy, dx * uy - dy * ux
            if abs(aside) < reach and abs(gone - along) < sqrt(reach * reach - aside * aside):
                leaving = max(leaving, along + sqrt(reach * reach - aside * aside))
        if leaving <= gone + 1e-9:
            break
        gone = leaving
    return (start[0] + ux * gone, start[1] + uy * gone)
