"""Jumping across: what a jump costs, and how a run-up widens it."""

from __future__ import annotations

from sandtable.kernel import rule
from sandtable.table.squares.going import Prices

LEAP = (4, 6)
"""HE-JMP-01: 2 MOV, for the space jumped over and that of landing; 3 diagonally; in halves."""
RUN_UP = 2
"""HE-JMP-02: so many spaces straight ahead make the jump one space wider."""
WIDEST = 4
"""Wider is no jump of anybody on foot: its run-up alone would be six spaces."""


@rule("HE-JMP-01", "HE-JMP-02")
def with_jumps(prices: Prices) -> Prices:
    """Over pits, ground, who lies there and what is at most a space high; never over who stands."""
    return prices._replace(leap=LEAP, widest=WIDEST, run_up=RUN_UP)
