"""Maps of puzzles over HTTP: what would be played is seen before it is played."""

from __future__ import annotations

from tests.server.serving import serving, timed


@timed
async def test_every_puzzle_shows_its_table():
    async with serving() as served:
        cards = (await served.get("/api/puzzles")).json()
        assert cards
        for card in cards:
            shown = (await served.get(f"/api/puzzles/{card['id']}")).json()
            assert shown["ground"]["width"] > 0
            assert shown["units"]


@timed
async def test_a_puzzle_that_nobody_knows_is_refused():
    async with serving() as served:
        refused = (await served.get("/api/puzzles/nowhere", status=400)).json()
        assert refused["reasons"][0]["reason"] == "There is no such puzzle."
