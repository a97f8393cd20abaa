"""The file of the games: nobody else reads it, damage is noticed at the start, and a full disk is told."""

from __future__ import annotations

import logging
import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from typer.testing import CliRunner

from sandtable.cli.main import app
from sandtable.kernel.refusal import Refused
from sandtable.server.storage.store import Store
from tests.server.serving import Device, Message, Served, next_asked, play_on, serving, timed

BOTH = {"book": "sk", "seats": {"A": {"sits": "here"}, "B": {"sits": "here"}}}
LARGE = 2_000_000


@pytest.fixture
def open_house() -> Iterator[None]:
    """A system on which new files are readable by everybody."""
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path) -> str:
    """Who may do what with a file or a folder."""
    return oct(stat.S_IMODE(path.stat().st_mode))


# ---- who reads it --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("open_house")
@timed
async def test_nobody_else_on_the_machine_reads_the_file_with_the_secrets(tmp_path):
    folder = tmp_path / "new" / "folder"
    async with serving(database=str(folder / "games.sqlite")) as served:
        await served.post("/api/games", BOTH)
        assert {one.name: mode(one) for one in folder.iterdir()} == {
            "games.sqlite": "0o600",
            "games.sqlite-wal": "0o600",
            "games.sqlite-shm": "0o600",
        }
    assert mode(folder) == "0o700"


@pytest.mark.usefixtures("open_house")
@timed
async def test_a_file_that_others_could_read_is_closed_to_them_and_a_folder_of_somebody_stays_as_it_is(
    tmp_path,
):
    tmp_path.chmod(0o755)
    files = [tmp_path / f"games.sqlite{ending}" for ending in ("", "-wal", "-shm")]
    with closing(sqlite3.connect(files[0])) as made:
        made.execute("PRAGMA journal_mode=WAL")
        made.execute("CREATE TABLE something (a)")
        made.commit()
        for one in files:
            one.chmod(0o666)
        assert [mode(one) for one in files] == ["0o666", "0o666", "0o666"]
        store = Store(str(files[0]))
        await store.open()
        assert [mode(one) for one in files] == ["0o600", "0o600", "0o600"]
        await store.close()
    assert mode(tmp_path) == "0o755"


# ---- damage --------------------------------------------------------------------------------------------


async def three_games(served: Served) -> list[tuple[Message, Message]]:
    """Three games with some steps each."""
    games = []
    for seed in range(3):
        mine, theirs = await served.two_seats(listed=True, seed=seed)
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            await play_on(a, b, answers=12)
        games.append((mine, theirs))
    return games


def spoil(file: Path, table: str, game: str, *, whole_page: bool) -> None:
    """Write nonsense over a page that holds rows of a game, or over some bytes of one of its rows."""
    with closing(sqlite3.connect(file)) as opened, opened:
        opened.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        size = opened.execute("PRAGMA page_size").fetchone()[0]
        body = opened.execute(f"SELECT body FROM {table} WHERE game = ? ORDER BY number", (game,)).fetchall()
        opened.execute("DELETE FROM snapshots")
    text = bytearray(file.read_bytes())
    at = next(text.index(one) for (one,) in body if text.count(one) == 1)
    start, length = (at - at % size, size) if whole_page else (at + 5, 8)
    text[start : start + length] = b"\xee" * length
    file.write_bytes(bytes(text))


@pytest.mark.parametrize("whole_page", [True, False])
def test_a_damaged_page_is_noticed_at_the_start_and_the_other_games_go_on(tmp_path, caplog, whole_page):
    @timed
    async def run() -> None:
        file = tmp_path / "games.sqlite"
        async with serving(database=str(file)) as served:
            games = await three_games(served)
        hurt = games[1][0]["game"]
        spoil(file, "steps", hurt, whole_page=whole_page)
        caplog.clear()
        with caplog.at_level(logging.ERROR):
            async with serving(database=str(file)) as served:
                assert hurt in served.all_rooms.store.hurt
                assert hurt in caplog.text
                assert "damaged" in caplog.text
                await _go_on(served, games)

    run()


async def _go_on(served: Served, games: list[tuple[Message, Message]]) -> None:
    """Games that are hurt say so to whoever opens them; the others go on."""
    listed = {one["game"]: one for one in (await served.get("/api/games")).json()}
    hurt = served.all_rooms.store.hurt
    assert 0 < len(hurt) < len(games)
    for mine, theirs in games:
        if mine["game"] in hurt:
            assert "damaged" in listed[mine["game"]]["words"]
            reply = await served.http.get(
                f"/api/games/{mine['game']}", headers={"authorization": f"Bearer {mine['token']}"}
            )
            assert (reply.status_code, "damaged" in reply.text) == (503, True)
            assert "damaged" in (await served.knocked(mine["token"]))["reason"]
        else:
            async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
                await play_on(a, b)
    await served.post("/api/games", BOTH)


@timed
async def test_a_device_at_a_damaged_game_is_told_why_it_cannot_come_in(tmp_path):
    file = tmp_path / "games.sqlite"
    async with serving(database=str(file)) as served:
        games = await three_games(served)
    spoil(file, "steps", games[0][0]["game"], whole_page=False)
    async with serving(database=str(file)) as served:
        refused = await served.knocked(games[0][0]["token"])
        assert "damaged" in refused["reason"]
        assert refused["remedy"].startswith("Whoever hosts it")


@pytest.mark.parametrize("start", [b"no database at all, only some words" * 50, b""])
def test_a_file_that_is_no_database_is_not_written_to(tmp_path, start):
    @timed
    async def run() -> None:
        file = tmp_path / "games.sqlite"
        async with serving(database=str(file)) as served:
            await three_games(served)
        text = bytearray(file.read_bytes())
        text[: max(100, len(start))] = start or b"\0" * 100
        file.write_bytes(bytes(text))
        with pytest.raises(Refused, match="damaged"):
            Store(str(file))
        assert file.read_bytes() == bytes(text)

    run()


def test_the_command_says_so_in_a_sentence(tmp_path):
    file = tmp_path / "games.sqlite"
    file.write_bytes(b"only some words" * 500)
    ran = CliRunner().invoke(app, ["serve", "--port", "0", "--database", str(file)])
    assert ran.exit_code == 2
    assert "Traceback" not in ran.output
    assert f"{file} is damaged" in ran.output.replace("\n", "")


# ---- a full disk ---------------------------------------------------------------------------------------


def full_disk() -> sqlite3.Error:
    """What SQLite says of a disk that is full."""
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    return error


async def fill(store: Any, *, full: bool) -> None:
    """Let the file grow no more, or grow again."""
    most = sql.text("PRAGMA max_page_count = 1" if full else f"PRAGMA max_page_count = {LARGE}")
    await store._write(most)
    if store._notebook is not None:
        store._notebook.execute(str(most))


async def _answered(*devices: Device) -> Message:
    """What whoever is asked is told of its answer."""
    return await (await next_asked(*devices)).answer()


@pytest.mark.parametrize("power_safe", [False, True])
def test_on_a_full_disk_nobody_is_told_that_something_counts_and_games_go_on_later(tmp_path, power_safe):
    @timed
    async def run() -> None:
        file = str(tmp_path / "games.sqlite")
        async with serving(database=file, power_safe=power_safe) as served:
            mine, theirs = await served.two_seats()
            async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
                await play_on(a, b, answers=4)
                await fill(served.all_rooms.store, full=True)
                reply = await _answered(a, b)
                while reply["type"] == "accepted":
                    # What fits into the last page still counts.
                    reply = await _answered(a, b)
                said = [reply["reason"]]
                assert said == ["The disk of this server is full, and nothing was written."]
                refused = await served.post("/api/games", {**BOTH, "name": "x" * 60}, status=507)
                assert refused["reasons"][0]["reason"] == said[0]
                while (
                    await served.http.post("/api/join", json={"code": mine["code"], "role": "spectator"})
                ).is_success:
                    pass
                await fill(served.all_rooms.store, full=False)
                await play_on(a, b)
                await a.sees(lambda device: bool(device.batch.get("result")))
                log = [one["text"] for one in a.log]
            await served.post("/api/games", BOTH)
        async with serving(database=file) as served, served.device(mine["token"]) as back:
            await back.until("batch")
            assert [one["text"] for one in back.log] == log

    run()


@timed
async def test_an_automatic_player_waits_for_room_on_the_disk_and_does_not_think_without_end(tmp_path):
    async with serving(database=str(tmp_path / "games.sqlite")) as served:
        seats = {"A": {"sits": "here"}, "B": {"sits": "ai", "player": "uniform"}}
        mine = await served.post("/api/games", {"book": "sk", "seed": 3, "seats": seats})
        store, tries = served.all_rooms.store, 0
        append = store._append

        async def full(row: Any) -> None:
            nonlocal tries
            if b'"seat":"B"' in row.body:
                tries += 1
                raise full_disk()
            await append(row)

        store._append = full
        async with served.device(mine["token"]) as a:
            await a.answer(3)
            autoplay = served.all_rooms._autoplay[mine["game"]]
            while autoplay.is_busy or not tries:
                await served.get("/api/health")
            assert tries == 1
            store._append = append
            autoplay.look()
            await a.sees(lambda device: "A" in device.batch["waiting_for"])


@timed
async def test_a_game_that_could_not_be_written_to_its_beginning_is_in_no_list(tmp_path):
    async with serving(database=str(tmp_path / "games.sqlite")) as served:
        store = served.all_rooms.store
        append = store._append

        async def full(row: Any) -> None:
            raise full_disk()

        store._append = full
        refused = await served.post("/api/games", {**BOTH, "listed": True}, status=507)
        assert refused["reasons"][0]["remedy"] == "Whoever hosts it must make room; then try again."
        store._append = append
        assert (await served.get("/api/games")).json() == []
        assert served.all_rooms.rooms == 0
        await served.post("/api/games", {**BOTH, "listed": True})
        assert len((await served.get("/api/games")).json()) == 1
