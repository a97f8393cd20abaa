"""Luck: what was rolled against what fair dice would show."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import erf, sqrt

import msgspec

from sandtable.kernel.event import Event

COMMON = ""
"""Dice that belong to no seat."""


class LuckOfSeat(msgspec.Struct, frozen=True):
    """What a seat has rolled against what was to be expected."""

    seat: str
    dice: int
    total: int
    expected: float
    luckier_than: float
    """The chance that as many fair dice show a lower total."""
    words: str
    faces: dict[str, int]
    """How often each face came up."""


def luck_of(events: Iterable[Event], seats: Sequence[str]) -> list[LuckOfSeat]:
    """The luck of every seat, from the dice among these events; dice of nobody come last."""
    rolled: dict[str, list[tuple[int, int]]] = {seat: [] for seat in (*seats, COMMON)}
    for event in events:
        if event.kind == "dice rolled":
            sides = int(event.facts.get("sides", 6))
            own = rolled.setdefault(event.facts.get("seat") or COMMON, [])
            own += [(face, sides) for face in event.facts["faces"]]
    return [_luck(seat, dice) for seat, dice in rolled.items() if dice or seat != COMMON]


def _luck(seat: str, dice: list[tuple[int, int]]) -> LuckOfSeat:
    total = sum(face for face, _ in dice)
    expected = sum((sides + 1) / 2 for _, sides in dice)
    spread = sqrt(sum((sides * sides - 1) / 12 for _, sides in dice))
    chance = 0.5 if not dice else (1 + erf((total - expected) / (spread * sqrt(2)))) / 2
    faces: dict[str, int] = {}
    for face, _ in sorted(dice):
        faces[str(face)] = faces.get(str(face), 0) + 1
    return LuckOfSeat(seat, len(dice), total, expected, chance, _words(len(dice), chance), faces)


def _words(dice: int, chance: float) -> str:
    if not dice:
        return "no dice yet"
    percent = round(100 * chance)
    if 25 <= percent <= 75:
        return f"about as expected: luckier than {percent} of 100 such games"
    if percent > 75:
        return f"lucky: luckier than {percent} of 100 such games"
    return f"unlucky: {100 - percent} of 100 such games would have been luckier"
