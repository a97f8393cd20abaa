"""Places apart: as many attackers as can be stand away from those whom they do not attack."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import inf
from typing import Any, Protocol

import numpy
from numpy.typing import NDArray

from sandtable.kernel.arithmetic import square
from sandtable.table.measure import OVERLAP, Point
from sandtable.table.units.assignment import best_assignment
from sandtable.table.units.followers import Attack
from sandtable.table.units.going import Path

Numbers = NDArray[numpy.float64]
_SIDES: tuple[Callable[[Point], tuple[float, float]], ...] = (
    lambda at: (at[0], at[1]),
    lambda at: (-at[0], at[1]),
    lambda at: (at[1], at[0]),
    lambda at: (-at[1], at[0]),
)
"""From which side places are filled: along a rim most of them are taken if it is filled from one end."""


class Places(Protocol):
    """The free places in contact with a target."""

    attack: Attack
    points: Numbers
    payable: Numbers
    crowded: Any

    def path_to(self, index: int, candidates: Iterator[int]) -> Path | None: ...

    def drop_near(self, at: Point) -> None: ...


def packed_apart(
    places: Places, order: Sequence[int], found: dict[int, Path], payable: Numbers
) -> dict[int, Path]:
    """The ways of attackers to more places apart from others than were found one by one, if there are any.

    Whoever takes the cheapest place may lie across two others; filling them from one side uses both. What the
    places cost is given as it was before anybody took one.
    """
    best = found
    free = [number for number in range(payable.shape[1]) if not places.crowded[number]]
    free = [number for number in free if (payable[:, number] < inf).any()]
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


def _at(places: Places, number: int) -> Point:
    return (places.points[0, number].item(), places.points[1, number].item())


def _packed(places: Places, numbers: Sequence[int]) -> list[int]:
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
    places: Places, payable: Numbers, order: Sequence[int], chosen: Sequence[int]
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
