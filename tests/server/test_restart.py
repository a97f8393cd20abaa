"""A server that stops at any moment comes back to the very question, from its file alone."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

import pytest

from sandtable.kernel.refusal import Refused
from sandtable.server.rooms import acting
from sandtable.server.storage.store import StepRow
from sandtable.server.wire.protocol import GiveAnswer
from tests.server.serving import play_on, serving, timed


def database(folder: Any) -> str:
    """A file for one test."""
    return f"sqlite:///{folder}/games.sqlite"


@timed
async def test_a_restart_in_mid_question_asks_the_same_again_and_loses_nothing(tmp_path):
    async with serving(database=database(tmp_path)) as served:
        mine, theirs = await served.two_seats()
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            await play_on(a, b, answers=9)
            asked = a if a.hello["viewer"] in a.batch["waiting_for"] else b
            question = await asked.asked()
            token, log, number = asked.hello["viewer"], list(asked.log), asked.batch["number"]
    token = {"A": mine, "B": theirs}[token]["token"]
    async with serving(database=database(tmp_path)) as served:
        async with served.device(token, since=number) as back:
            batch = await back.until("batch")
            assert batch["number"] == number
            assert batch["question"] == question
            assert (batch["first_event"], batch["events"]) == (len(log), [])
        async with served.device(token) as fresh:
            await fresh.until("batch")
            assert fresh.log == log


@timed
async def test_a_game_goes_on_after_restarts_as_it_would_have_gone_on_without(tmp_path):
    ends = []
    for stops in ((), (3, 5, 7)):
        folder = tmp_path / str(len(stops))
        folder.mkdir()
        tokens: list[str] = []
        for answers in (*stops, 10_000):
            async with serving(database=database(folder)) as served:
                if not tokens:
                    tokens = [one["token"] for one in await served.two_seats()]
                async with served.device(tokens[0]) as a, served.device(tokens[1]) as b:
                    await play_on(a, b, answers=answers)
                    if answers == 10_000:
                        await a.sees(lambda device: bool(device.batch.get("result")))
                        ends.append((a.log, a.batch["result"]))
    assert ends[0] == ends[1]


@timed
async def test_a_broken_snapshot_is_only_a_cache_lost(tmp_path):
    async with serving(database=database(tmp_path)) as served:
        mine, theirs = await served.two_seats()
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            await play_on(a, b, answers=6)
            await a.sees(lambda device: len(device.log) > 0)
            log = list(a.log)
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as file, file:
        assert file.execute("SELECT count(*) FROM snapshots").fetchone() == (1,)
        file.execute("UPDATE snapshots SET body = ?", (b'{"game_log": {}, "lengths": {}}',))
    async with serving(database=database(tmp_path)) as served, served.device(mine["token"]) as back:
        await back.until("batch")
        assert back.log == log


@timed
async def test_idle_games_leave_memory_and_come_back_on_demand(tmp_path):
    async with serving(database=database(tmp_path), idle=0.0) as served:
        mine, theirs = await served.two_seats()
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            await play_on(a, b, answers=4)
            await served.all_rooms.sweep()
            assert served.all_rooms.rooms == 1, "somebody is watching"
        while any(room.links for room in served.all_rooms._rooms.values()):
            await a.socket.wait_closed()
            await served.get("/api/health")
        await served.all_rooms.sweep()
        assert served.all_rooms.rooms == 0
        async with served.device(mine["token"]) as back:
            await back.until("batch")
            assert back.log == a.log[: len(back.log)]
            assert served.all_rooms.rooms == 1


@timed
async def test_an_answer_is_in_the_file_before_it_is_acknowledged(tmp_path):
    async with serving(database=database(tmp_path)) as served:
        mine, theirs = await served.two_seats()
        async with served.device(mine["token"]) as a, served.device(theirs["token"]):
            with closing(sqlite3.connect(tmp_path / "games.sqlite")) as file:
                count = "SELECT count(*) FROM steps WHERE CAST(body AS TEXT) LIKE '%answered%'"
                assert file.execute(count).fetchone() == (0,)
                assert (await a.answer(3))["type"] == "accepted"
                assert file.execute(count).fetchone() == (1,)


@timed
async def test_a_store_that_fails_takes_the_answer_back_and_says_so(tmp_path, monkeypatch):
    async with serving(database=database(tmp_path)) as served:
        mine, theirs = await served.two_seats()
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            await a.asked()
            append = served.all_rooms.store.append

            async def failing(row: StepRow) -> None:
                raise OSError("the disk is full")

            monkeypatch.setattr(served.all_rooms.store, "append", failing)
            refused = await a.answer(3)
            assert (refused["type"], refused["reason"]) == ("refused", "The server could not carry this out.")
            monkeypatch.setattr(served.all_rooms.store, "append", append)
            assert b.log == []
            assert (await a.answer(4))["type"] == "accepted"
            room = await served.all_rooms.room(mine["game"])
            assert room.game_log.play.state.traps["A"] == 4


@timed
async def test_two_servers_on_one_file_never_take_the_same_step_twice(tmp_path):
    async with serving(database=database(tmp_path)) as one, serving(database=database(tmp_path)) as other:
        mine, theirs = await one.two_seats(options={"steps": ["talk"]})
        async with one.device(mine["token"]) as a, other.device(theirs["token"]) as b:
            await a.asked()
            await b.asked()
            # Both hold the same game; the second to write must look again and finds its question still open.
            assert (await a.answer("from one"))["type"] == "accepted"
            assert (await b.answer("from the other"))["type"] == "accepted"
            game = (await other.all_rooms.room(mine["game"])).game_log.play
            assert [entry.answer for entry in game.journal] == ["from one", "from the other"]
            stale = await one.all_rooms.room(mine["game"])
            assert stale.game_log.play.waiting_for == ("B",)
            await a.send("resume", since=0)
            again = GiveAnswer(seat="A", number=1, answer="")
            device = next(iter(stale.links)).device
            with pytest.raises(Refused, match="has answered already"):
                await acting.answer(stale, device, again)
            await stale.catch_up()
            await a.sees(lambda device: any("from the other" in one["text"] for one in device.log))
