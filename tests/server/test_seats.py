"""A seat is its player's from the moment of joining, also before he has come and between two calls."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from sandtable.server.storage.steps import Seated
from tests.server.serving import Clock, Message, Served, play_on, serving, timed

THREE = {"A": {"sits": "here"}, "B": {"sits": "elsewhere"}, "C": {"sits": "elsewhere"}}


async def freed(served: Served, by: Message, seat: str) -> tuple[int, str]:
    """What comes of freeing a seat: the status and the words."""
    headers = {"authorization": f"Bearer {by['token']}"}
    reply = await served.http.delete(f"/api/games/{by['game']}/seats/{seat}", headers=headers)
    return reply.status_code, reply.text


async def with_clock(served: Served, game: Message) -> Clock:
    """A clock by which the seats of a game are held from now on."""
    clock = Clock()
    room = await served.all_rooms.room(game["game"])
    room.presence._clock = clock
    clock.now = asyncio.get_running_loop().time()
    return clock


@timed
async def test_nobody_takes_the_seat_of_a_player_who_has_joined_and_not_yet_come():
    async with serving() as served:
        mine, theirs = await served.two_seats()
        clock = await with_clock(served, mine)
        status, words = await freed(served, mine, "B")
        assert (status, "B is still held for its player." in words) == (400, True)
        clock.now += 59.0
        assert (await freed(served, mine, "B"))[0] == 400
        async with served.device(theirs["token"]) as b:
            assert b.hello["your_seats"] == ["B"]
            clock.now += 3600.0
            assert (await freed(served, mine, "B"))[0] == 400


@timed
async def test_a_player_who_never_comes_keeps_nobody_waiting_for_ever():
    async with serving() as served:
        mine, _ = await served.two_seats()
        clock = await with_clock(served, mine)
        async with served.device(mine["token"]) as a:
            early = await a.refusal("settle_absence", seat="B", choice="end")
            assert early["reason"] == "The time of B is not over."
            clock.now += 61.0
            assert (await freed(served, mine, "B"))[0] == 204
            await a.sees(lambda device: device.seats["B"]["who"] == "open")


@timed
async def test_a_seat_of_which_nothing_is_known_is_held_from_the_moment_somebody_asks():
    async with serving() as served:
        mine, _ = await served.two_seats()
        clock = await with_clock(served, mine)
        room = await served.all_rooms.room(mine["game"])
        # As at a server that has read the game from the store, since another one was quicker.
        room.presence._lost.clear()
        assert (await freed(served, mine, "B"))[0] == 400
        clock.now += 61.0
        assert (await freed(served, mine, "B"))[0] == 204


@timed
async def test_a_seat_of_a_game_that_was_given_up_is_not_free_for_the_taking():
    async with serving(seat_held=60.0) as served:
        mine, theirs = await served.two_seats()
        clock = await with_clock(served, mine)
        clock.now += 61.0
        async with served.device(mine["token"]) as a:
            await a.done("settle_absence", seat="B", choice="end")
        async with served.device(theirs["token"]):
            assert (await freed(served, mine, "B"))[0] == 400


@timed
async def test_a_program_that_plays_by_posts_alone_keeps_its_seat_by_answering():
    async with serving() as served:
        mine, theirs = await served.two_seats(options={"steps": ["talk"]})
        clock = await with_clock(served, mine)
        clock.now += 59.0
        number = (await served.all_rooms.room(mine["game"])).game_log.play.number_for("B")
        answer = {"seat": "B", "number": number, "answer": "here I am"}
        await served.post(f"/api/games/{mine['game']}/answers", answer, theirs["token"])
        clock.now += 59.0
        assert (await freed(served, mine, "B"))[0] == 400
        clock.now += 2.0
        assert (await freed(served, mine, "B"))[0] == 204


@timed
async def test_a_seat_that_is_freed_while_its_device_is_being_noted_has_one_device_in_the_end(monkeypatch):
    async with serving() as served:
        mine = await served.post("/api/games", {"book": "sk", "seats": THREE})
        store, reached, go_on = served.all_rooms.store, asyncio.Event(), asyncio.Event()
        add_device = store.add_device

        async def slow(row: Any) -> None:
            reached.set()
            await go_on.wait()
            await add_device(row)

        monkeypatch.setattr(store, "add_device", slow)
        first = asyncio.create_task(served.post("/api/join", {"code": mine["code"], "seat": "B"}))
        await reached.wait()
        monkeypatch.setattr(store, "add_device", add_device)
        freeing = asyncio.create_task(freed(served, mine, "B"))
        for _ in range(50):
            await asyncio.sleep(0)
        go_on.set()
        await first
        assert (await freeing)[0] == 204
        await served.post("/api/join", {"code": mine["code"], "seat": "B"})
        assert [one.seats for one in await store.devices(mine["game"])].count('["B"]') == 1


@pytest.mark.parametrize("dies", ["set_seats", "forget_invitations"])
def test_whoever_has_left_a_seat_does_not_come_back_to_it_though_the_server_died_meanwhile(tmp_path, dies):
    @timed
    async def run() -> None:
        database = f"sqlite:///{tmp_path}/games.sqlite"
        async with serving(database=database) as served:
            mine, theirs = await served.two_seats()
            path = f"/api/games/{mine['game']}/invitations"
            friend = await served.post(path, {"role": "player", "seat": "B"}, theirs["token"])

            async def dead(*_: Any) -> None:
                raise RuntimeError("killed")

            setattr(served.all_rooms.store, dies, dead)
            assert (await freed(served, theirs, "B"))[0] == 500
        async with serving(database=database) as served, served.device(mine["token"]) as a:
            newcomer = await served.post("/api/join", {"code": mine["code"]})
            async with served.device(theirs["token"]) as old:
                assert old.hello["your_seats"] == []
            await served.post("/api/join", {"code": friend["code"]}, status=404)
            async with served.device(newcomer["token"]) as b:
                await play_on(a, b, answers=4)

    run()


@timed
async def test_whoever_had_a_seat_when_asking_frees_it_not_once_it_is_anothers(monkeypatch):
    async with serving() as served:
        mine, theirs = await served.two_seats()
        room = await served.all_rooms.room(mine["game"])
        async with room.turn:
            again = asyncio.create_task(freed(served, theirs, "B"))
            while not room.turn._waiters:
                await asyncio.sleep(0)
            device = await served.all_rooms.device(theirs["token"])
            await room.take(lambda: Seated("B", "open"))
            await served.all_rooms.store.set_seats(device.token, "[]")
            await room.take(lambda: Seated("B", "person"))
        assert (await again)[0] == 403
        assert room.game_log.open_seats == ()


@timed
async def test_a_friend_who_was_invited_is_kept_out_by_no_crowd():
    async with serving(most_connections=1) as served:
        mine, _ = await served.two_seats()
        path = f"/api/games/{mine['game']}/invitations"
        invited = await served.post(path, {"role": "ally", "seat": "A"}, mine["token"])
        ally = await served.post("/api/join", {"code": invited["code"]})
        crowd = await served.post("/api/join", {"code": mine["code"], "role": "spectator"})
        async with served.device(crowd["token"]), served.device(ally["token"]) as friend:
            assert friend.hello["viewer"] == "A"
