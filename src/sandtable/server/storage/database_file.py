"""The file that games are kept in: nobody else reads it, and damage is found before somebody plays on."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec
from sqlalchemy.exc import DBAPIError

from sandtable.kernel.files import make_private, private_folder
from sandtable.kernel.refusal import Refused
from sandtable.server.routes.errors import damaged, unwritten
from sandtable.server.storage.steps import read_step

LOG = logging.getLogger(__name__)

BESIDE = ("-wal", "-shm", "-journal")
"""The endings of the files that SQLite keeps beside its own."""
MOST_TOLD = 20
"""How many findings of the check are logged."""
DISK_FULL = "53100"
"""How PostgreSQL says that its disk is full."""


def keep_to_ourselves(file: Path) -> None:
    """Let only the user who serves read the file, which holds secrets of dice, and what lies beside it."""
    if not file.parent.exists():
        private_folder(file.parent)
    file.touch(mode=0o600)
    for one in (file, *(file.with_name(file.name + ending) for ending in BESIDE)):
        if one.exists():
            make_private(one)


# ---- damage --------------------------------------------------------------------------------------------


def check_is_database(file: Path) -> None:
    """Refuse a file that is none of ours from its first page on."""
    try:
        with closing(sqlite3.connect(file)) as opened:
            opened.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.DatabaseError as broken:
        remedy = "Put a copy of it in its place, or name another one with --database."
        raise damaged(f"The database {file} is damaged ({broken}).", remedy) from None


def hurt_games(file: Path) -> frozenset[str]:
    """The games of a file that cannot be read any more."""
    with closing(sqlite3.connect(file)) as opened:
        found = _findings(opened)
        if found != ["ok"]:
            LOG.error("The database %s is damaged: %s", file, "; ".join(found))
        hurt = frozenset(game for game in _games(opened) if not _is_whole(opened, game))
    for game in sorted(hurt):
        LOG.error("Game %s is damaged and stays closed; the other games go on.", game)
    return hurt


def _findings(opened: sqlite3.Connection) -> list[str]:
    try:
        return [row[0] for row in opened.execute(f"PRAGMA quick_check({MOST_TOLD})")]
    except sqlite3.DatabaseError as broken:
        return [str(broken)]


def _games(opened: sqlite3.Connection) -> list[str]:
    """The ids of all games, as far as they can still be found."""
    tables = {row[0] for row in opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    found: dict[str, None] = {}
    for table, column in (("games", "id"), ("steps", "game"), ("devices", "game")):
        if table in tables:
            try:
                for (game,) in opened.execute(f"SELECT DISTINCT {column} FROM {table}"):
                    found[game] = None
            except sqlite3.DatabaseError:
                LOG.exception("Not all of the table %s can be read.", table)
    return list(found)


def _is_whole(opened: sqlite3.Connection, game: str) -> bool:
    """Whether everything can be read that a game needs; a snapshot is only a cache."""
    try:
        kept = opened.execute("SELECT plan, card FROM games WHERE id = ?", (game,)).fetchall()
        opened.execute("SELECT * FROM devices WHERE game = ?", (game,)).fetchall()
        steps = "SELECT number, body, marks FROM steps WHERE game = ? ORDER BY number"
        for place, (number, body, marks) in enumerate(opened.execute(steps, (game,)), 1):
            read_step(body)
            msgspec.json.decode(marks, type=dict[str, int])
            if number != place:
                return False
        return len(kept) == 1 and all(msgspec.json.decode(one) is not None for one in kept[0])
    except (sqlite3.DatabaseError, msgspec.MsgspecError, UnicodeError, Refused):
        return False


# ---- what the database says ----------------------------------------------------------------------------


@contextmanager
def in_words() -> Iterator[None]:
    """Whatever the database cannot do is refused in words, where it is nobody's mistake here."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as broken:
        cause = broken.orig if isinstance(broken, DBAPIError) else broken
        refused = _in_words(cause)
        if refused is None:
            raise
        LOG.error("The database says: %s", cause)
        raise refused from broken


def _in_words(cause: BaseException | None) -> Refused | None:
    if getattr(cause, "sqlstate", None) == DISK_FULL:
        return unwritten("The disk of this server is full, and nothing was written.")
    # The low byte says what kind of trouble it is, the rest which one.
    match getattr(cause, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_FULL:
            return unwritten("The disk of this server is full, and nothing was written.")
        case sqlite3.SQLITE_IOERR | sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN:
            return unwritten("The disk of this server fails, and nothing was written.")
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return game_is_damaged()
    return None


def game_is_damaged() -> Refused:
    """A refusal to open a game that the file has lost a part of."""
    remedy = "Whoever hosts it may put a copy of the database in its place; other games go on."
    return damaged("This game was damaged on the disk of the server.", remedy)
