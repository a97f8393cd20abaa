"""Games on the local network are found without anybody typing an address."""

from __future__ import annotations

import asyncio

import pytest

from sandtable.server.access.guard import own_addresses
from sandtable.server.nearby import Nearby, nearby_game
from tests.server.serving import PATIENCE, serving, timed

NAME = "Sandtable on a-machine._sandtable._tcp.local."


def test_what_strangers_tell_of_themselves_is_believed_only_as_far_as_it_makes_sense():
    good = nearby_game(NAME, ["192.0.2.7"], 8000, {"title": "Sandtable", "book": "sk", "games": "2"})
    assert good is not None
    assert (good.host, good.link, good.open_seats) == ("Sandtable on a-machine", "http://192.0.2.7:8000/", 2)
    odd = nearby_game(NAME, ["192.0.2.7"], 8000, {"title": "x" * 5000, "games": "-9e99"})
    assert odd is not None
    assert (len(odd.title), odd.open_seats) == (200, 0)
    assert nearby_game(NAME, [], 8000, {}) is None
    assert nearby_game(NAME, ["192.0.2.7"], None, {}) is None


@timed
async def test_two_servers_on_one_network_find_each_other_and_say_goodbye():
    if not own_addresses():
        pytest.skip("NOT TESTED: this machine is on no network")
    one, other = Nearby(8001), Nearby(8002)
    await one.open()
    await other.open()
    try:
        await _until(lambda: [game.link.endswith(":8001/") for game in other.games] == [True])
        await one.announce("sk", 3)
        await _until(lambda: [game.open_seats for game in other.games] == [3])
    finally:
        await one.close()
    await _until(lambda: other.games == [])
    await other.close()


@timed
async def test_the_open_seats_of_listed_games_are_what_the_network_is_told():
    async with serving() as served:
        seats = {"A": {"sits": "here"}, "B": {"sits": "elsewhere"}, "C": {"sits": "elsewhere"}}
        mine = await served.post("/api/games", {"book": "sk", "seats": seats})
        await served.post("/api/games", {"book": "sk", "seats": seats, "listed": False})
        assert await served.all_rooms.open_seats() == ("sk", 2)
        for _ in range(2):
            await served.post("/api/join", {"code": mine["code"]})
        assert await served.all_rooms.open_seats() == ("", 0)


async def _until(seen) -> None:
    async with asyncio.timeout(PATIENCE):
        while not seen():
            await asyncio.sleep(0)
            await asyncio.to_thread(lambda: None)
