"""Set-up sheets over HTTP: of the table as a seat sees it, for those who are at the game."""

from __future__ import annotations

from tests.server.serving import serving, timed

SQUAD = {
    "book": "forgotten-ruin",
    "scenario": "exercise-1",
    "seed": 1,
    "seats": {"A": {"sits": "here", "force": "red-squad"}},
}


@timed
async def test_a_game_has_a_sheet_for_those_who_are_at_it():
    async with serving() as served:
        mine = await served.post("/api/games", SQUAD)
        path = f"/api/games/{mine['game']}/sheet"
        page = await served.get(path, mine["token"])
        assert page.headers["content-type"].startswith("text/html")
        assert "Field exercise 1: Basic Combat" in page.text
        await served.get(path, status=401)
        other = await served.post("/api/games", SQUAD)
        await served.get(path, other["token"], status=401)


@timed
async def test_nobody_looks_through_the_eyes_of_a_stranger():
    async with serving() as served:
        mine = await served.post("/api/games", SQUAD)
        await served.get(f"/api/games/{mine['game']}/sheet?watch=B", mine["token"], status=400)
