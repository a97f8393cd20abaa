"""Moves towards where nobody can stand."""

from __future__ import annotations

from typing import Any

from sandtable.books.forgotten_ruin.chapters.movement.planner import MovePlanner
from tests.books.forgotten_ruin.stage import among

PIECES: list[dict[str, Any]] = [
    {"id": "hill", "kind": "hill", "area": [14, 12, 18, 16], "height": 1.5, "traits": ["block"]},
    {"id": "tower", "kind": "tower", "area": [3, 12, 8, 17], "height": 6, "traits": ["block", "unclimbable"]},
    {"id": "pond", "kind": "pond", "area": [9, 12, 12, 15], "traits": ["field", "impassable", "water"]},
]


def test_a_move_and_a_dash_go_the_same_long_way_and_end_where_each_runs_out() -> None:
    state = among(PIECES)
    soldier = state.soldiers["S1"]
    to = (10.5, 13.5)
    ways = [MovePlanner(state, soldier, 4.0, kind, False, False).as_far_as(to) for kind in ("move", "dash")]
    again = [
        MovePlanner(among(PIECES), among(PIECES).soldiers["S1"], 4.0, kind, False, False).as_far_as(to)
        for kind in ("move", "dash")
    ]
    assert ways == again
    assert all(way is not None for way in ways)
