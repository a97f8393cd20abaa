"""The store: what happened is on the disk before anybody is told that it counts."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import tempfile
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sql
from alembic import command
from alembic.config import Config
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import SingletonThreadPool

from sandtable.server.routes.errors import Damaged, missing
from sandtable.server.storage.database_file import (
    check_is_database,
    game_is_damaged,
    hurt_games,
    in_words,
    keep_to_ourselves,
)
from sandtable.server.storage.schema import DEVICES, GAMES, INVITATIONS, METADATA, SNAPSHOTS, STEPS

# It would write down every value, secrets too, wherever somebody turns on all logs.
logging.getLogger("aiosqlite").setLevel(logging.WARNING)

MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATING = 5_317_624_019
"""The name of the lock under which only one of several servers migrates the database."""


class GameRow(msgspec.Struct, frozen=True):
    """A game as it was created, with what lists show of it."""

    id: str
    code: str
    book: str
    listed: bool
    plan: bytes
    secret: str
    status: str
    card: bytes
    created: float
    played: float


class StepRow(msgspec.Struct, frozen=True):
    """One thing that happened."""

    game: str
    number: int
    body: bytes
    marks: bytes
    at: float


class DeviceRow(msgspec.Struct, frozen=True):
    """A device and what it may do; the token is a hash."""

    token: str
    game: str
    role: str
    seats: str
    name: str
    host: bool
    created: float


class InvitationRow(msgspec.Struct, frozen=True):
    """A code for one device."""

    code: str
    game: str
    role: str
    seat: str
    created: float


class TakenNumber(Exception):
    """Another server has written a step with this number."""


def database_url(text: str) -> str:
    """A URL as people write it becomes one with the driver we use."""
    for plain, full in (("postgresql://", "postgresql+psycopg://"), ("postgres://", "postgresql+psycopg://")):
        if text.startswith(plain):
            return full + text[len(plain) :]
    if text.startswith("sqlite:///"):
        return "sqlite+aiosqlite:///" + text[len("sqlite:///") :]
    if "://" not in text:
        return f"sqlite+aiosqlite:///{text}"
    return text


_ADD_STEP = (
    "INSERT INTO steps (game, number, body, marks, at) VALUES (:game, :number, :body, :marks, :at)"
    " ON CONFLICT DO NOTHING"
)
# A step has some two hundred bytes and changes two or three pages, which are written whole: small pages are
# quicker to write. A file that exists keeps its own.
_PRAGMAS = ("page_size=1024", "journal_mode=WAL", "foreign_keys=ON", "busy_timeout=10000")


class Store:
    """The database of one server."""

    def __init__(self, url: str, *, power_safe: bool = False) -> None:
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        if not url:
            # Without an address everything is kept in a file that goes when the server goes.
            self._folder = tempfile.TemporaryDirectory(prefix="sandtable-")
            url = f"{self._folder.name}/games.sqlite"
        self.url = sql.make_url(database_url(url))
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        if self.is_sqlite:
            keep_to_ourselves(Path(str(self.url.database)))
            check_is_database(Path(str(self.url.database)))
        self.hurt: frozenset[str] = frozenset()
        """The games of which the file has lost a part; they stay closed."""
        self._engine = _engine(self.url, power_safe)
        self._insert: Any = sqlite.insert if self.is_sqlite else postgresql.insert
        self._waiting: list[tuple[StepRow, asyncio.Future[None]]] = []
        self._arrived = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        # One thread writes, each transaction in one go: none is open while the loop does something else.
        self._pen = ThreadPoolExecutor(1, thread_name_prefix="pen")
        self._paper = _paper(self.url, power_safe)
        self._kept: sql.Connection | None = None
        self._notebook: sqlite3.Connection | None = None
        """Where a step is written in passing: a file that need not wait for the disk itself."""
        self._in_passing = self.is_sqlite and not power_safe

    async def open(self) -> None:
        """Bring the tables up to date and begin to write."""
        if self.is_sqlite:
            self.hurt = await asyncio.to_thread(hurt_games, Path(str(self.url.database)))
        with in_words():
            async with self._engine.begin() as connection:
                await connection.run_sync(_migrate)
        if self._in_passing:
            self._notebook = _notebook(str(self.url.database))
        self._writer = asyncio.create_task(self._write_steps(), name="store writer")

    async def close(self) -> None:
        """Write what is waiting and let go of the database."""
        while self._waiting:
            await asyncio.gather(*(done for _, done in self._waiting), return_exceptions=True)
        if self._writer is not None:
            self._writer.cancel()
            with suppress(asyncio.CancelledError):
                await self._writer
        if self._notebook is not None:
            self._notebook.close()
        await self._engine.dispose()
        await asyncio.get_running_loop().run_in_executor(self._pen, self._put_pen_down)
        self._pen.shutdown()
        if self._folder is not None:
            self._folder.cleanup()

    # ---- games -----------------------------------------------------------------------------------------

    async def add_game(self, row: GameRow, device: DeviceRow) -> bool:
        """Keep a new game and the device that created it; false if its code is taken."""
        game = self._insert(GAMES).values(**_values(row)).on_conflict_do_nothing().returning(GAMES.c.id)
        return bool(await self._write(game, DEVICES.insert().values(**_values(device))))

    async def game(self, game: str) -> GameRow:
        """One game; refused if there is none, or if it is damaged."""
        if game in self.hurt:
            raise game_is_damaged()
        found = await self._first(GAMES.select().where(GAMES.c.id == game))
        if found is None:
            raise missing("There is no such game.", "Look at the list of games.")
        return GameRow(**found)

    async def game_by_code(self, code: str) -> GameRow | None:
        """The game that others join with this code."""
        found = await self._first(GAMES.select().where(GAMES.c.code == code))
        return None if found is None else GameRow(**found)

    async def listed_games(self, most: int) -> list[GameRow]:
        """The games that everybody may see, the last played first."""
        wanted = GAMES.select().where(GAMES.c.listed).order_by(GAMES.c.played.desc()).limit(most)
        try:
            return [GameRow(**one) for one in await self._all(wanted)]
        except Damaged:
            return await self._listed_one_by_one(most)

    async def _listed_one_by_one(self, most: int) -> list[GameRow]:
        """The same from a file in which not every row can be read."""
        rows = []
        for one in await self._all(sql.select(GAMES.c.id)):
            with suppress(Damaged):
                rows.append(await self.game(one["id"]))
        rows.sort(key=lambda row: row.played, reverse=True)
        return [row for row in rows if row.listed][:most]

    async def drop_game(self, game: str) -> None:
        """A game that never began goes, with all that belongs to it."""
        await self._write(GAMES.delete().where(GAMES.c.id == game))

    async def note_card(self, game: str, status: str, card: bytes) -> None:
        """Keep what lists show of a game."""
        values = {"status": status, "card": card, "played": time.time()}
        await self._write(GAMES.update().where(GAMES.c.id == game).values(**values))

    # ---- steps -----------------------------------------------------------------------------------------

    async def append(self, row: StepRow) -> None:
        """Write one step down; when this returns it is in the file. Raises `TakenNumber`."""
        with in_words():
            await self._append(row)

    async def _append(self, row: StepRow) -> None:
        if self._notebook is not None:
            # This takes less time than handing it to a thread, which other rooms would keep from its turn.
            if self._notebook.execute(_ADD_STEP, _values(row)).rowcount == 0:
                raise TakenNumber(row.number)
            return
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((row, done))
        self._arrived.set()
        await done

    async def steps(self, game: str, after: int = 0) -> list[StepRow]:
        """The steps of a game after a number, in order."""
        wanted = STEPS.select().where(STEPS.c.game == game, STEPS.c.number > after).order_by(STEPS.c.number)
        return [StepRow(**one) for one in await self._all(wanted)]

    async def last_number(self, game: str) -> int:
        """The number of the last step of a game; 0 before the first."""
        last = sql.func.max(STEPS.c.number).label("last")
        found = await self._first(sql.select(last).where(STEPS.c.game == game))
        return 0 if found is None or found["last"] is None else int(found["last"])

    async def _write_steps(self) -> None:
        """Write all steps that wait in one transaction, again and again."""
        while True:
            await self._arrived.wait()
            self._arrived.clear()
            batch, self._waiting = self._waiting, []
            if batch:
                await self._write_batch(batch)

    async def _write_batch(self, batch: list[tuple[StepRow, asyncio.Future[None]]]) -> None:
        rows = [_values(row) for row, _ in batch]
        try:
            taken = await asyncio.get_running_loop().run_in_executor(self._pen, self._write_rows, rows)
        except Exception as broken:
            for _, done in batch:
                if not done.done():
                    done.set_exception(broken)
            return
        for place, (row, done) in enumerate(batch):
            if done.done():
                continue
            if place in taken:
                done.set_exception(TakenNumber(row.number))
            else:
                done.set_result(None)

    def _write_rows(self, rows: list[dict[str, Any]]) -> set[int]:
        """Write the rows in one transaction; the places of those whose number is taken."""
        with self._page() as connection, connection.begin():
            add = sql.text(_ADD_STEP)
            return {place for place, row in enumerate(rows) if connection.execute(add, row).rowcount == 0}

    async def tidy(self) -> None:
        """Bring what was written in passing to its place in the file."""
        if self._notebook is not None:
            await self._write(sql.text("PRAGMA wal_checkpoint(PASSIVE)"))

    def _page(self) -> AbstractContextManager[sql.Connection]:
        """A connection of the pen; a file is kept open, a server may have let us go meanwhile."""
        if not self.is_sqlite:
            return self._paper.connect()
        if self._kept is None:
            self._kept = self._paper.connect()
        return nullcontext(self._kept)

    def _put_pen_down(self) -> None:
        if self._kept is not None:
            self._kept.close()
        self._paper.dispose()

    # ---- snapshots -------------------------------------------------------------------------------------

    async def keep_snapshot(self, game: str, number: int, body: bytes) -> None:
        """Keep the whole state of a game, as of a step."""
        values = {"game": game, "number": number, "body": body}
        statement = self._insert(SNAPSHOTS).values(**values)
        newer = {"number": number, "body": body}
        await self._write(
            statement.on_conflict_do_update(
                index_elements=[SNAPSHOTS.c.game], set_=newer, where=SNAPSHOTS.c.number < number
            )
        )

    async def snapshot(self, game: str) -> tuple[int, bytes] | None:
        """The latest whole state of a game, if one was kept."""
        try:
            found = await self._first(SNAPSHOTS.select().where(SNAPSHOTS.c.game == game))
        except Damaged:
            # The steps tell the same, only slower.
            return None
        return None if found is None else (found["number"], found["body"])

    async def forget_snapshot(self, game: str) -> None:
        """A snapshot that cannot be read goes."""
        await self._write(SNAPSHOTS.delete().where(SNAPSHOTS.c.game == game))

    # ---- devices ---------------------------------------------------------------------------------------

    async def add_device(self, row: DeviceRow) -> None:
        """Keep a device."""
        await self._write(DEVICES.insert().values(**_values(row)))

    async def device(self, token: str) -> DeviceRow | None:
        """The device whose token has this hash."""
        found = await self._first(DEVICES.select().where(DEVICES.c.token == token))
        return None if found is None else DeviceRow(**found)

    async def devices(self, game: str) -> list[DeviceRow]:
        """All devices of a game."""
        return [DeviceRow(**one) for one in await self._all(DEVICES.select().where(DEVICES.c.game == game))]

    async def set_seats(self, token: str, seats: str) -> None:
        """A device has other seats from now on."""
        await self._write(DEVICES.update().where(DEVICES.c.token == token).values(seats=seats))

    async def add_invitation(self, row: InvitationRow) -> bool:
        """Keep an invitation; false if its code is taken."""
        if await self.game_by_code(row.code) is not None:
            return False
        statement = self._insert(INVITATIONS).values(**_values(row)).on_conflict_do_nothing()
        return bool(await self._write(statement.returning(INVITATIONS.c.code)))

    async def take_invitation(self, code: str) -> InvitationRow | None:
        """An invitation, which is good only once."""
        statement = INVITATIONS.delete().where(INVITATIONS.c.code == code).returning(*INVITATIONS.c)
        found = await self._write(statement)
        return InvitationRow(**found[0]) if found else None

    async def forget_invitations(self, game: str, seat: str) -> None:
        """Nobody comes to this seat by an invitation of a player who has left it."""
        of_seat = (INVITATIONS.c.game == game) & (INVITATIONS.c.seat == seat)
        await self._write(INVITATIONS.delete().where(of_seat))

    # ---- the machinery ---------------------------------------------------------------------------------

    async def _write(self, first: Any, *more: Any) -> list[dict[str, Any]]:
        """Write in one transaction, and what the first statement returns; the others only if it does."""
        with in_words():
            return await asyncio.get_running_loop().run_in_executor(self._pen, self._write_all, first, more)

    def _write_all(self, first: Any, more: tuple[Any, ...]) -> list[dict[str, Any]]:
        with self._page() as connection, connection.begin():
            done = connection.execute(first)
            found = [dict(one) for one in done.mappings()] if done.returns_rows else []
            for statement in more if found else ():
                connection.execute(statement)
        return found

    async def _first(self, statement: Any) -> dict[str, Any] | None:
        found = await self._all(statement)
        return found[0] if found else None

    async def _all(self, statement: Any) -> list[dict[str, Any]]:
        with in_words():
            async with self._engine.connect() as connection:
                return [dict(one) for one in (await connection.execute(statement)).mappings()]


def _values(row: msgspec.Struct) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__struct_fields__}


def _engine(url: sql.URL, power_safe: bool) -> AsyncEngine:
    if url.get_backend_name() != "sqlite":
        return create_async_engine(url, pool_size=8, max_overflow=8, pool_pre_ping=True, hide_parameters=True)
    engine = create_async_engine(url, hide_parameters=True)
    _prepare_sqlite(engine.sync_engine, power_safe)
    return engine


def _paper(url: sql.URL, power_safe: bool) -> sql.Engine:
    """The connection of the one thread that writes steps."""
    if url.get_backend_name() != "sqlite":
        return sql.create_engine(url, pool_size=1, pool_pre_ping=True, hide_parameters=True)
    plain = url.set(drivername="sqlite")
    engine = sql.create_engine(plain, poolclass=SingletonThreadPool, hide_parameters=True)
    _prepare_sqlite(engine, power_safe)
    return engine


def _prepare_sqlite(engine: sql.Engine, power_safe: bool) -> None:
    """Every connection keeps a write-ahead log, which a kill of the program cannot hurt."""
    sync = "synchronous=FULL" if power_safe else "synchronous=NORMAL"

    def prepare(connection: Any, _record: Any) -> None:
        cursor = connection.cursor()
        for pragma in (*_PRAGMAS, sync):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    sql.event.listen(engine, "connect", prepare)


def _notebook(file: str) -> sqlite3.Connection:
    """A connection on which every statement counts by itself, and that leaves tidying up to others."""
    opened = sqlite3.connect(file, isolation_level=None)
    for pragma in (*_PRAGMAS, "synchronous=NORMAL", "wal_autocheckpoint=0"):
        opened.execute(f"PRAGMA {pragma}")
    return opened


def _migrate(connection: sql.Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(sql.text("SELECT pg_advisory_xact_lock(:name)"), {"name": MIGRATING})
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def table_names() -> Sequence[str]:
    """The tables that the store needs."""
    names: Iterable[str] = METADATA.tables
    return sorted(names)
