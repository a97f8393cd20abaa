"""Placing markers: every place that is left is found, and a marker without any place is left out."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.companies_and_captains.book import BOOK
from sandtable.books.companies_and_captains.chapters.setup.token_placing import TokenPlanner
from sandtable.kernel.cases.position import game_at
from sandtable.kernel.contract import Draw
from sandtable.kernel.game import Game
from sandtable.kernel.testing import covers
from sandtable.table.zones import NearPoint
from tests.books.companies_and_captains.scenes import rules_told, told


def raid(terrain: list[dict[str, Any]], tokens: dict[str, Any] | None = None, left: int = 1) -> Game[Any]:
    """A Raid on a small table in which the defender has still so many Asset Tokens to place."""
    return game_at(
        {
            "book": BOOK.id,
            "scenario": "raid",
            "table": [24, 24],
            "terrain": terrain,
            "tokens": tokens or {},
            "groups": {
                "A1": {"profile": "Heavy Foot", "models": 1, "at": [1, 1], "captain": True},
                "B1": {"profile": "Heavy Foot", "models": 1, "at": [1, 2], "captain": True},
            },
            "step": "place a token",
            "setup": {"stage": 2},
            "to_do": ["asset"] * left,
        }
    )


def crags(west: float, south: float, east: float, north: float) -> dict[str, Any]:
    return {"kind": "crags", "area": [west, south, east, north], "traits": ["impassable"]}


def pocket(size: float) -> list[dict[str, Any]]:
    """Crags all over the table but for a hole off every grid, and where the Groups stand."""
    west, south = 10.13, 10.37
    return [
        crags(2, 0, west, 24),
        crags(west + size, 0, 24, 24),
        crags(west, 0, west + size, south),
        crags(west, south + size, west + size, 24),
        crags(0, 2.5, 2, 24),
        crags(0, 0, 0.5, 2.5),
        crags(1.5, 0, 2, 2.5),
        crags(0.5, 0, 1.5, 0.5),
    ]


@covers("CC-RAI-02", "CC-PUB-13", "CC-PUB-04")
def test_the_only_place_that_is_left_for_a_token_is_found_off_the_grid():
    game = raid(pocket(1.0))
    assert game.decision is not None
    (option,) = game.decision.options()
    assert option.answer["at"] == pytest.approx([10.63, 10.87], abs=0.02)
    drawn = game.decision.sample(Draw(1))
    assert drawn["at"] == pytest.approx([10.63, 10.87], abs=0.02)
    game.answer("proposal")
    assert game.state.tokens["asset1"].at == pytest.approx((10.63, 10.87), abs=0.02)
    assert told(game, "zone widened") == []


@covers("CC-RAI-02", "CC-PUB-04")
def test_a_token_for_which_there_is_no_place_on_the_whole_table_is_left_out():
    game = raid(pocket(0.97), left=2)
    assert [one["what"] for one in told(game, "token left out")] == ["Asset", "Asset"]
    assert rules_told(game, "token left out") == {"CC-RAI-02", "CC-PUB-04"}
    assert game.state.tokens == {}
    assert game.state.step != "place a token"


@covers("CC-RAI-02")
def test_the_last_place_may_be_taken_by_a_token_before():
    game = raid(pocket(1.0), left=2)
    game.answer("proposal")
    assert len(told(game, "token left out")) == 1
    assert list(game.state.tokens) == ["asset1"]


@covers("CC-RAI-02", "CC-PUB-03")
def test_a_zone_is_measured_to_the_middle_of_a_token_and_the_table_to_its_rim():
    state = raid([]).state
    corner = TokenPlanner(state, NearPoint((23.49, 23.49), 0.02), 1.0, "CC-RAI-02")
    at = corner.first()
    assert at is not None
    assert corner.why_not(at) is None
    large = TokenPlanner(state, NearPoint((12.2, 12.2), 0.02), 2.0, "CC-SOR-01")
    assert large.first() is not None
    beyond = TokenPlanner(state, NearPoint((23.6, 23.6), 0.13), 1.0, "CC-RAI-02")
    assert beyond.first() is None


@covers("CC-RAI-02", "CC-SOR-01")
def test_where_a_fine_search_finds_room_for_a_token_the_program_does():
    found = []
    for seed in range(40):
        draw = Draw(seed)
        others = {
            f"asset{number}": {"kind": "asset", "at": [8 + 3 * draw.random(), 8 + 3 * draw.random()]}
            for number in range(1, 13)
        }
        rocks = [crags(8 + 2 * draw.random(), 5, 11, 8.2), crags(10.9, 8 + draw.random(), 13, 12)]
        state = raid(rocks, others).state
        planner = TokenPlanner(state, NearPoint((9.5 + draw.random(), 9.5), 1.4), 1.0, "CC-RAI-02")
        fine = any(
            planner.why_not((8 + column / 30, 8 + row / 30)) is None
            for column in range(96)
            for row in range(96)
        )
        at = planner.first()
        assert at is not None or not fine, f"table {seed}"
        assert at is None or planner.why_not(at) is None
        found.append(at is not None)
    assert 5 < sum(found) < 35, "some tables have room and some have none"
