"""Searches of ways: what is remembered never decides."""

from __future__ import annotations

import numpy
import pytest

from sandtable.books.forgotten_ruin.chapters.footing import footing_of
from sandtable.books.forgotten_ruin.chapters.terrain import piece_of
from sandtable.books.forgotten_ruin.state import Battle
from sandtable.table.figures.searching import search_of
from sandtable.table.terrain import box_outline, circle
from tests.books.forgotten_ruin.stage import battle, enemy, soldier


def among_rocks() -> Battle:
    """A soldier between rocks, so that ways lead round them."""
    rocks = [
        piece_of("rock", "boulder", box_outline(8.0, 12.0, 12.0, 14.0)),
        piece_of("stone", "boulder", circle((13.0, 9.0), 1.0)),
    ]
    return battle(soldier("S1", (10.0, 10.0)), enemy("M1.1", (8.0, 15.0)), terrain=rocks)


@pytest.mark.parametrize("farther", [8.0, 10.0, 13.0])
def test_a_way_does_not_depend_on_who_has_looked_farther_before(farther: float) -> None:
    """A record that is read again has not heard the questions that were asked beside the game."""
    alone, asked = among_rocks(), among_rocks()
    wide = search_of(footing_of(asked, asked.soldiers["S1"]), farther)
    assert numpy.isfinite(wide.cost).any()
    first = search_of(footing_of(alone, alone.soldiers["S1"]), 5.0)
    second = search_of(footing_of(asked, asked.soldiers["S1"]), 5.0)
    assert numpy.array_equal(first.cost, second.cost)
