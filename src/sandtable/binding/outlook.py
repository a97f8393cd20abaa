"""The outlook of a unit, put together from what its book says of each enemy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import msgspec

from sandtable.table.measure import Point
from sandtable.table.outlook import Look, Outlook, Sweep

MOST_THREATS = 2
"""So many enemies are worth a border on the ground: the nearest."""

Enemy = TypeVar("Enemy")


class Obstacle(msgspec.Struct, frozen=True):
    """What hides an enemy or gives it cover: in words, by which rules, and where sight ends."""

    words: str
    rules: tuple[str, ...] = ()
    stop: Point | None = None


def look_at(
    unit: str,
    line: tuple[Point, Point],
    inches: float,
    *,
    hidden: Obstacle | None = None,
    cover: Obstacle | None = None,
    can: Iterable[str] = (),
    rules: tuple[str, ...] = (),
) -> Look:
    """The line to an enemy, which is hidden, in cover or, by these rules, clear."""
    far = round(inches, 2)
    if hidden is not None:
        return Look(unit, *line, far, "hidden", hidden.words, hidden.stop, tuple(can), hidden.rules)
    if cover is not None:
        return Look(unit, *line, far, "cover", f"cover: {cover.words}", cover.stop, tuple(can), cover.rules)
    return Look(unit, *line, far, "clear", "clear", None, tuple(can), rules)


def outlook_on(
    unit: str,
    enemies: Sequence[Enemy],
    look: Callable[[Enemy], Look],
    reach: tuple[Sweep, ...],
    threats: Callable[[Enemy], tuple[Sweep, ...]],
) -> Outlook:
    """What a unit sees of its enemies, the nearest first, what it reaches, and what it has to fear."""
    feared = tuple(sweep for one in enemies[:MOST_THREATS] for sweep in threats(one))
    return Outlook(unit, tuple(look(one) for one in enemies), reach, feared)
