"""Two servers on one PostgreSQL serve one game, told of each other by PostgreSQL or Redis."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
from collections.abc import Iterator

import psycopg
import pytest
from psycopg import sql

from bench.kill import Server, Table
from sandtable.server.storage.store import Store, table_names
from tests.server.serving import Device, play_on, serving, timed

POSTGRES, REDIS = "SANDTABLE_POSTGRES", "SANDTABLE_REDIS"


def address_of(name: str) -> str:
    """Where a service is; without it the test is skipped, loudly."""
    address = os.environ.get(name, "")
    if not address:
        pytest.skip(f'NOT TESTED: {name} names no server; eval "$(scripts/services.sh start)" starts one')
    return address


@pytest.fixture
def database() -> Iterator[str]:
    """A database of its own for one test."""
    address = address_of(POSTGRES)
    name = sql.Identifier(f"sandtable_{secrets.token_hex(6)}")
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(name))
        path, _, query = address.partition("?")
        yield f"{path.rpartition('/')[0]}/{name.as_string(connection).strip(chr(34))}?{query}"
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(name))


@pytest.fixture(params=["postgresql", "redis"])
def channels(request: pytest.FixtureRequest, database: str) -> str:
    """Where the servers meet."""
    return database if request.param == "postgresql" else address_of(REDIS)


@timed
async def test_one_game_is_played_to_its_end_by_devices_of_two_servers(database, channels):
    async with (
        serving(database=database, channels=channels) as one,
        serving(database=database, channels=channels) as other,
    ):
        mine, theirs = await one.two_seats()
        async with one.device(mine["token"]) as a, other.device(theirs["token"]) as b:
            assert await play_on(a, b) > 20
            for device in (a, b):
                await device.sees(lambda eyes: bool(eyes.batch.get("result")))
            assert a.batch["result"] == b.batch["result"]
            steps = await one.all_rooms.store.steps(mine["game"])
            assert [step.number for step in steps] == list(range(1, len(steps) + 1))


@timed
async def test_presence_words_and_consent_go_from_server_to_server(database, channels):
    async with (
        serving(database=database, channels=channels) as one,
        serving(database=database, channels=channels) as other,
    ):
        mine, theirs = await one.two_seats(options={"steps": ["bombs"]})
        async with one.device(mine["token"]) as a:
            async with other.device(theirs["token"]) as b:
                await a.sees(lambda eyes: eyes.seats["B"]["present"])
                await b.send("say", words="well met")
                assert (await a.until("said"))["words"] == "well met"
                await a.answer([7, 9])
                await b.sees(lambda eyes: len(eyes.log) > 0)
                await a.send("undo", seat="A", to_event=0)
                asked = await b.until("undo_asked")
                await b.send("consent", seat="B", undo=asked["undo"], agrees=True)
                assert (await a.until("undo_settled"))["done"]
                await a.sees(lambda eyes: eyes.log == [])
            await a.sees(lambda eyes: eyes.seats["B"]["lost"])


@timed
async def test_answers_given_to_both_servers_at_once_are_each_taken_once(database):
    async with (
        serving(database=database, channels=database) as one,
        serving(database=database, channels=database) as other,
    ):
        mine, theirs = await one.two_seats(options={"steps": ["talk"]})
        async with one.device(mine["token"]) as a, other.device(theirs["token"]) as b:
            for word in ("one", "two", "three"):
                await asyncio.gather(_asked_for(a, word), _asked_for(b, word))
                replies = await asyncio.gather(a.answer(word), b.answer(word))
                assert [reply["type"] for reply in replies] == ["accepted", "accepted"]
            for device in (a, b):
                await device.sees(lambda eyes: sum(one["kind"] == "words spoken" for one in eyes.log) == 3)
            assert a.log == b.log


async def _asked_for(device: Device, word: str) -> None:
    spoken = ("one", "two", "three").index(word)
    await device.sees(
        lambda eyes: (
            eyes.question is not None and sum(one["kind"] == "words spoken" for one in eyes.log) == spoken
        )
    )


@timed
async def test_servers_that_start_together_migrate_the_database_once(database):
    stores = [Store(database) for _ in range(3)]
    await asyncio.gather(*(store.open() for store in stores))
    for store in stores:
        await store.close()
    with psycopg.connect(database) as connection:
        found = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
    assert {name for (name,) in found} >= set(table_names())


@timed
async def test_a_game_survives_a_restart_on_postgresql(database):
    async with serving(database=database) as served:
        mine, theirs = await served.two_seats()
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            await play_on(a, b, answers=8)
            await a.sees(lambda eyes: len(eyes.log) > 0)
            log = list(a.log)
    async with serving(database=database) as served, served.device(mine["token"]) as back:
        await back.until("batch")
        assert back.log == log


def test_two_server_processes_serve_one_game_and_when_one_is_killed_the_other_goes_on(database, tmp_path):
    one, other = Server(tmp_path / "one", database), Server(tmp_path / "other", database)
    (tmp_path / "one").mkdir()
    (tmp_path / "other").mkdir()
    with contextlib.ExitStack() as stack:
        for server in (one, other):
            server.start()
            stack.callback(server.kill)
        table = Table(one, "sk")
        stack.callback(table.close)
        for bot, server in zip(table.bots, (one, other), strict=True):
            bot.connect(server.port)
        for _ in range(12):
            table.answer_once()
        other.kill()
        table.bots[1].close()
        table.bots[1].connect(one.port)
        while not table.is_over:
            table.answer_once()
        assert table.asked() is None
        given = {bot.seat: len(bot.acknowledged) for bot in table.bots}
        assert given["A"] > 6
        assert given["B"] > 6
        assert [bot.batch["result"] is not None for bot in table.bots] == [True, True]
