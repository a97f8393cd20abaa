"""Levels, slopes and climbing: what a rise costs by its height and length."""

from __future__ import annotations

from sandtable.books.heroic_endeavors.state import Adventure
from sandtable.kernel import rule
from sandtable.table.squares.going import Climbing

HALVES = 2
"""What the ground counts a space of movement as."""
VERTICAL = 2
"""HE-LVL-04: MOV for each space of height that is climbed."""


def _climbed(height: int, length: int, sheer: int) -> int | None:
    if height < length:
        return 0
    return VERTICAL * HALVES if height < sheer * length else None


@rule(
    "HE-LVL-02", "HE-LVL-03", "HE-LVL-04", "HE-LVL-05", "HE-LVL-06", "HE-LVL-09", "HE-LVL-10", "HE-LVL-11"
)  # fmt: skip
def climb(surface: str, length: int, height: int) -> int | None:
    """A slope costs nothing more, an incline and a ladder 2 MOV a space, a sheer face is not climbed."""
    if surface == "stairs" and height <= length:
        return 0
    if surface in ("stairs", "ladder"):
        return VERTICAL * HALVES
    return _climbed(height, length, 5)


@rule("HE-LVL-05")
def climb_sheer_at_four(surface: str, length: int, height: int) -> int | None:
    """The same where the angle is followed and not the count of spaces."""
    if surface:
        return climb(surface, length, height)
    return _climbed(height, length, 4)


CLIMBING, SHEER = "Climbing", 5


@rule("HE-SKL-03")
def climb_as_born_to_it(surface: str, length: int, height: int) -> int:
    """With Climbing an incline is a slope, and a sheer face an incline."""
    if surface:
        return climb(surface, length, height) or 0
    return 0 if height < SHEER * length else VERTICAL * HALVES


def climbing(state: Adventure) -> Climbing:
    """What a rise costs at this table."""
    return climb if state.switches.sheer_height == 5 else climb_sheer_at_four
