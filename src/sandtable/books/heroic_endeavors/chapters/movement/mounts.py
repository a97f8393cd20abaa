"""How mounts move: straight ahead is cheap, turning costs, and some leave the ground."""

from __future__ import annotations

from sandtable.books.heroic_endeavors.chapters.movement.levels import HALVES, climb
from sandtable.books.heroic_endeavors.state import Model
from sandtable.kernel import rule
from sandtable.table.squares.going import Prices, costs_nothing

ASIDE = 2
"""HE-MNT-07: so many times as much costs any step but one straight ahead."""
TURN = 1
"""HE-MNT-08: MOV for each turn of 90 degrees."""
HOVERS_OVER, FLIES_OVER = 2, 1000
"""HE-MNT-10: what is no higher is no hindrance."""


@rule("HE-MNT-10")
def hover(surface: str, length: int, height: int) -> int | None:
    """What is no higher than two spaces is no climb."""
    return 0 if height <= HOVERS_OVER else climb(surface, length, height)


@rule("HE-MNT-07", "HE-MNT-08", "HE-MNT-09", "HE-MNT-10")
def as_a_mount(prices: Prices, model: Model) -> Prices:
    """What steps cost somebody who rides, or is ridden."""
    if not model.steers:
        return prices
    prices = prices._replace(aside=ASIDE, turn=TURN * HALVES)
    if model.gait == "hovering":
        return prices._replace(over=HOVERS_OVER, climb=hover)
    if model.gait == "flying":
        return prices._replace(over=FLIES_OVER, climb=costs_nothing)
    return prices
