"""Sight and ways are remembered within bounds, and what happens does not depend on what is remembered."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.lab.forecast import advised
from sandtable.table import terrain
from sandtable.table.figures import grid, long_ways, searching

DECISIONS = 45
SIGHT = {"hidden from figures", "views of figures", "what hid figures"}
SIGHT = {"hidden from figures", "views of figures", "what hid figures"}


def _mission(seed: int) -> Any:
    """A mission after some decisions, in which enemies have moved several times."""
    game = sandtable.new("forgotten-ruin", scenario="mission", seats={"A": "red-squad"}, seed=seed)
    for _ in range(DECISIONS):
        if game.decision is None:
            break
        game.answer(advised(game, game.decision), seat=game.waiting_for[0])
    return game


@pytest.mark.parametrize("seed", [7, 8])
def test_a_mission_goes_the_same_way_whether_much_is_remembered_or_next_to_nothing(seed, monkeypatch):
    much = _mission(seed)
    monkeypatch.setattr(searching, "MOST_KEPT", 1)
    monkeypatch.setattr(grid, "MOST_GRIDS", 1)
    monkeypatch.setattr(long_ways, "MOST_REMEMBERED", 1)
    monkeypatch.setattr(terrain, "MOST_REMEMBERED", 20)
    little = _mission(seed)
    assert little.events(all_seats=True) == much.events(all_seats=True)
    assert little.fingerprint() == much.fingerprint()


def test_what_is_remembered_of_sight_and_ways_does_not_grow_with_the_mission(monkeypatch):
    monkeypatch.setattr(searching, "MOST_KEPT", 4)
    monkeypatch.setattr(long_ways, "MOST_REMEMBERED", 1)
    monkeypatch.setattr(terrain, "MOST_REMEMBERED", 100)
    game = _mission(7)
    known = game.state.ground.memory.answers
    assert {"searches of figures", "grids for figures", "long ways", *SIGHT} <= known.keys()
    assert len(known["searches of figures"]) == 4
    assert len(known["long ways"]) == 1
    assert len(known["grids for figures"]) <= grid.MOST_GRIDS
    # Both ways of looking are noted at once, so it may be one more.
    assert all(len(known[name]) <= 102 for name in SIGHT)
