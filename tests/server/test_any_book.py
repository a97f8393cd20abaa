"""A book that only describes itself is served: here one seat against enemies that the book moves."""

from __future__ import annotations

import pytest

from sandtable.kernel import book as shelf
from sandtable.kernel.book import Book
from tests.last_stand import SEAT, LastStand, last_stand
from tests.server.serving import play_on, serving, timed

__all__ = ["last_stand"]

pytestmark = pytest.mark.usefixtures("last_stand")


@timed
async def test_a_book_of_one_seat_is_created_played_recorded_and_reported():
    async with serving() as served:
        game = {"book": "last-stand", "seed": 3, "scenario": "hill"}
        mine = await served.post("/api/games", game)
        assert mine["seats"] == [SEAT]
        async with served.device(mine["token"]) as device:
            await play_on(device)
            assert device.batch["result"]["winners"] == []
            assert [side.get("seats", []) for side in device.showing["sides"]] == [[SEAT], []]
        card = (await served.get(f"/api/games/{mine['game']}", mine["token"])).json()
        assert (card["status"], card["words"]) == ("over", "the orcs won: the hill is lost")
        record = await served.get(f"/api/games/{mine['game']}/record", mine["token"])
        assert record.text.startswith('{"sandtable":1,"book":"last-stand"')
        report = (await served.get(f"/api/games/{mine['game']}/report", mine["token"])).json()
        assert report["summary"].startswith("the orcs won")


@timed
async def test_the_lobby_shows_what_the_book_says_of_itself():
    async with serving() as served:
        offers = (await served.get("/api/books/last-stand")).json()
        assert offers["seats"] == [SEAT]
        assert offers["first"]["welcome"] == "Hold the hill."


class Unseen(LastStand):
    """A book that comes before all others in the alphabet, suggests a game and cannot be drawn."""

    id = "aardvark"
    title = "Aardvark"
    showing = Book.showing


@timed
async def test_a_book_that_is_added_does_not_take_over_the_first_battle(monkeypatch):
    monkeypatch.setitem(shelf._BOOKS, Unseen.id, Unseen)
    async with serving() as served:
        books = (await served.get("/api/books")).json()
        assert books[0]["id"] == "companies-and-captains"
        has_first = {one["id"]: one["first"] for one in books}
        assert has_first["companies-and-captains"]
        assert has_first["forgotten-ruin"]
        # One that shows a table and suggests a game has a first battle too, after the house's own.
        assert has_first["last-stand"]
        assert not has_first["aardvark"], "it cannot be drawn"
        assert not has_first["sk"], "it suggests no game"
