"""What each seat is told: the rows of the secrecy rules, and pairs of worlds that nobody can tell apart.

SANDTABLE_SOAK=1 plays thousands of pairs instead of hundreds.
"""

from __future__ import annotations

import os

import pytest

from sandtable.kernel.testing import covers
from tests.books.lands_of_ruin.pairs import KINDS, play_pair

PAIRS = 400 if os.environ.get("SANDTABLE_SOAK") else 8
"""Of each kind of secret on each surface: 19,200 in all, or 384."""


@covers("LR-MODE-18", "LR-MODE-06", "LR-HID-03", "LR-DET-07", "LR-MOR-14", "LR-ROT-20", "LR-MODE-17")
@covers("LR-TUT-04", "LR-NPC-04")
@pytest.mark.parametrize("table", ["virtual", "physical"])
@pytest.mark.parametrize("kind", KINDS)
def test_worlds_that_differ_in_one_secret_look_alike(kind: str, table: str):
    played = {seed: play_pair(KINDS[kind], f"{kind} {seed}", table) for seed in range(PAIRS)}
    told = {seed: one.difference for seed, one in played.items() if one.difference}
    assert told == {}
    assert sum(one.looks for one in played.values()) > 2 * PAIRS
