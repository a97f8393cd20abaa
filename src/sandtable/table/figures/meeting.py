"""Meeting others: who goes for whom, and in which order one figure meets the most by the shortest way."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Generic, NamedTuple, TypeVar

from sandtable.kernel.arithmetic import hypot
from sandtable.table.figures.bases import Base
from sandtable.table.figures.last_inches import HARDLY
from sandtable.table.figures.terrain import TOUCHING
from sandtable.table.measure import Point
from sandtable.table.shapes import segment_point_distance

MOST_ORDERS = 3000
"""As many orders of meeting others as a figure thinks of."""
MOST_WAYS = 60
"""Of so many of them it looks whether the ground lets it go."""

Other = TypeVar("Other", bound=Base)


class Stand(NamedTuple):
    """Where a figure would stand after some meetings, with what the way there costs and how long it is."""

    at: Point
    elevation: float
    cost: float
    length: float


@dataclass(eq=False)
class Meetings(Generic[Other]):
    """The orders in which a figure may meet those who are near, by the ways it can really go."""

    _figure: Base
    _left: float
    _near: Sequence[Other]
    _go_on: Callable[[Stand, tuple[str, ...], Other], Stand | None]
    """From where it stands after some meetings into contact with the next one; None where it cannot."""

    def __post_init__(self) -> None:
        figure = self._figure
        self._orders: list[tuple[int, float, list[Other]]] = []
        """Others in the order of meeting them, with their number below zero and the straight way."""
        self._tries = MOST_ORDERS
        self._known: dict[tuple[str, ...], Stand | None] = {(): Stand(figure.at, figure.elevation, 0.0, 0.0)}

    def best(self) -> tuple[list[list[Other]], float]:
        """The orders that meet the most by the shortest way, and how long that is."""
        self._extend(self._figure.at, 0.0, [])
        found: list[tuple[float, list[Other]]] = []
        most, least = 0, inf
        # No way is shorter than the straight one, so what comes later in this order is no better.
        for count, straight, order in sorted(self._orders, key=lambda one: one[:2]):
            if -count < most or straight > least + TOUCHING or len(self._known) > MOST_WAYS:
                break
            stand = self._after(order)
            if stand is not None:
                most, least = -count, min(least, stand.length)
                found.append((stand.length, order))
        return [order for length, order in found if length <= least + TOUCHING], least

    def _after(self, order: Sequence[Other]) -> Stand | None:
        """Where it stands once it has met these, and what that has cost; None where it cannot."""
        met = tuple(one.id for one in order)
        if met not in self._known:
            before = self._after(order[:-1])
            self._known[met] = None if before is None else self._go_on(before, met[:-1], order[-1])
        return self._known[met]

    def _extend(self, at: Point, length: float, order: list[Other]) -> None:
        """Every order in which the allowance is enough, by straight distances, within a number of tries."""
        for one in self._near:
            if one in order or self._tries <= 0:
                continue
            far = hypot(one.at[0] - at[0], one.at[1] - at[1])
            step = max(0.0, far - self._figure.radius - one.radius)
            if length + step > self._left + TOUCHING:
                continue
            self._tries -= 1
            share = step / far if far > 0.0 else 0.0
            there = (at[0] + (one.at[0] - at[0]) * share, at[1] + (one.at[1] - at[1]) * share)
            if self._meets_another_before(at, there, one, order):
                continue
            longer = [*order, one]
            self._orders.append((-len(longer), length + step, longer))
            self._extend(there, length + step, longer)

    def _meets_another_before(self, at: Point, there: Point, wanted: Other, order: Sequence[Other]) -> bool:
        """Whether a straight step touches somebody else on the way, who would have to be met first."""
        return any(
            segment_point_distance(at, there, one.at) < self._figure.radius + one.radius - HARDLY
            for one in self._near
            if one is not wanted and one not in order
        )


def paired(wishes: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Whom each one gets, so that as many as possible are got by somebody; the rest get their first wish."""
    taken: dict[str, str] = {}
    for who in wishes:
        _take(who, wishes, taken, set())
    return {who: wished[0] for who, wished in wishes.items()} | {who: whom for whom, who in taken.items()}


def _take(who: str, wishes: Mapping[str, Sequence[str]], taken: dict[str, str], seen: set[str]) -> bool:
    """Give one a partner of its own, moving others on to another wish where they have it."""
    for whom in wishes[who]:
        if whom in seen:
            continue
        seen.add(whom)
        if whom not in taken or _take(taken[whom], wishes, taken, seen):
            taken[whom] = who
            return True
    return False
