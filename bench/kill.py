"""Kills the server again and again while bots play, and looks whether anything acknowledged was lost.

python -m bench.kill                100 kills, on a book of one page, three games at a time
python -m bench.kill --kills 20 --book companies-and-captains      or forgotten-ruin
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

PATIENCE = 60.0
ROOT = Path(__file__).resolve().parent.parent
SEATS = ("A", "B")
BY_ITSELF = object()
"""Stands for an answer that no bot had to give."""

Message = dict[str, Any]

BEGINNINGS: dict[str, Message] = {
    "companies-and-captains": {
        "scenario": "pitched-battle",
        "seats": {
            "A": {"sits": "here", "force": "seafolk"},
            "B": {"sits": "elsewhere", "force": "automata"},
        },
    },
    "forgotten-ruin": {
        "scenario": "mission",
        "seats": {
            "A": {"sits": "here", "force": "red-squad"},
            "B": {"sits": "elsewhere", "force": "red-squad"},
        },
        "options": {"mode": "coop_split"},
    },
}
"""What two bots are given to play, where the book asks for forces."""


class Report(msgspec.Struct):
    """What came of it."""

    kills: int = 0
    games: int = 0
    acknowledged: int = 0
    """How many answers were acknowledged."""
    unacknowledged_kept: int = 0
    """Answers whose acknowledgement the kill cut off, and that counted all the same."""
    lost: list[str] = []
    """Acknowledged answers that were gone afterwards."""
    invented: list[str] = []
    """Answers in the file that nobody gave, or gave twice."""
    unreadable: list[str] = []
    """Games that did not come back, or came back as another one."""

    @property
    def faults(self) -> list[str]:
        """Everything that must not be."""
        return [*self.lost, *self.invented, *self.unreadable]


class Killed(Exception):
    """The server is gone."""


class Server:
    """A server in a process of its own, on one port and one file, or on a database that others share."""

    def __init__(self, folder: Path, database: str = "") -> None:
        self.file = folder / "games.sqlite"
        self._database = database or str(self.file)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = [sys.executable, "-m", "bench.kill", "--serve", self._database, str(self.port)]
        # Compiled once, so that a hundred starts do not take an hour where nothing else may be written.
        around = {"PYTHONPYCACHEPREFIX": str(self.file.parent / "compiled"), **os.environ}
        around.pop("PYTHONDONTWRITEBYTECODE", None)
        self._process = subprocess.Popen(command, cwd=ROOT, env=around, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        assert self._process.stdout.readline().strip() == "ready"

    @property
    def pid(self) -> int:
        """The number of its process."""
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """End it without a warning, unless that is done already."""
        if self._process is None:
            return
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.wait(PATIENCE)
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._process = None

    def post(self, path: str, body: Any) -> Message:
        """POST, and what came back."""
        reply = httpx.post(f"http://127.0.0.1:{self.port}{path}", json=body, timeout=PATIENCE)
        assert reply.status_code < 400, reply.text
        found: Message = reply.json()
        return found


class Bot:
    """One seat that answers by its first option and remembers what was acknowledged."""

    def __init__(self, seat: str, token: str) -> None:
        self.seat = seat
        self._token = token
        self._socket: ClientConnection | None = None
        self._open = contextlib.ExitStack()
        self.batch: Message = {}
        self.log: list[Message] = []
        self.acknowledged: dict[int, Any] = {}
        self.sent: dict[int, Any] = {}
        self._unsure = 0
        """The question whose answer was sent last."""

    def connect(self, port: int) -> None:
        """Come in, or come back, and resume."""
        way = connect(
            f"ws://127.0.0.1:{port}/api/play", max_size=None, open_timeout=PATIENCE, close_timeout=0.1
        )
        self._socket = self._open.enter_context(way)
        self.send({"type": "enter", "token": self._token, "since": self.batch.get("number")})
        self.read_until("batch")

    def close(self) -> None:
        """Leave."""
        with contextlib.suppress(ConnectionClosed, OSError):
            self._open.close()

    def send(self, message: Message) -> None:
        """Send one message."""
        assert self._socket is not None
        try:
            self._socket.send(json.dumps(message))
        except (ConnectionClosed, OSError):
            raise Killed from None

    def read_until(self, *kinds: str) -> Message:
        """Read until a message of one of these types."""
        assert self._socket is not None
        while True:
            try:
                message: Message = json.loads(self._socket.recv(timeout=PATIENCE))
            except (ConnectionClosed, OSError):
                raise Killed from None
            if message["type"] == "batch":
                self.batch = message
                self.log[message["first_event"] :] = message["events"]
            if message["type"] in kinds:
                return message

    def answer(self) -> None:
        """Send the first answer that the open question lists."""
        question = self.batch["question"]
        answers = [option["answer"] for option in question["options"]]
        several = question["kind"] == "choose several"
        answer = answers[: question["form"]["least"]] if several else answers[0]
        self._unsure = question["number"]
        self.sent[self._unsure] = answer
        self.send({"type": "answer", "seat": self.seat, "number": question["number"], "answer": answer})

    def hear(self) -> None:
        """Wait for the acknowledgement."""
        if self.read_until("accepted", "refused")["type"] == "accepted":
            self.acknowledged[self._unsure] = self.sent[self._unsure]

    def hear_the_last(self) -> None:
        """What the server had sent when it was killed counts, though nobody has read it yet."""
        with contextlib.suppress(Killed):
            self.hear()


class Table:
    """One game and its two bots."""

    def __init__(self, server: Server, book: str) -> None:
        game = BEGINNINGS.get(book, {"seats": {"A": {"sits": "here"}, "B": {"sits": "elsewhere"}}})
        game = {"book": book, **game}
        mine = server.post("/api/games", game)
        theirs = server.post("/api/join", {"code": mine["code"]})
        self.game: str = mine["game"]
        self.bots = [Bot("A", mine["token"]), Bot("B", theirs["token"])]

    @property
    def is_over(self) -> bool:
        """Whether somebody has heard how it ended."""
        return any(bot.batch.get("result") for bot in self.bots)

    def come_back(self, port: int) -> None:
        """Both bots connect, and resume."""
        for bot in self.bots:
            bot.connect(port)

    def close(self) -> None:
        """Both bots leave."""
        for bot in self.bots:
            bot.close()

    def asked(self) -> Bot | None:
        """Whoever is asked; everybody has read everything by then."""
        for bot in self.bots:
            bot.send({"type": "ping"})
            bot.read_until("pong")
        return next((bot for bot in self.bots if bot.batch.get("question")), None)

    def answer_once(self) -> None:
        """Whoever is asked answers, and hears that it counts."""
        asked = None if self.is_over else self.asked()
        if asked is not None:
            asked.answer()
            asked.hear()


class Trial:
    """Some games, one file, and a server that is killed at random moments."""

    def __init__(self, folder: Path, book: str, seed: int, games: int) -> None:
        self.report = Report()
        self._book = book
        self._chance = random.Random(seed)
        self._server = Server(folder)
        self._games = games
        self._tables: list[Table] = []

    def run(self, kills: int) -> Report:
        """Play game after game until the server has been killed so often; then look at the file."""
        self._server.start()
        try:
            while self.report.kills < kills:
                self._sit_down()
                self._play_until_killed()
                self._server.start()
                for table in self._tables:
                    table.come_back(self._server.port)
            for table in self._tables:
                self._finish(table)
        finally:
            self._server.kill()
        return self.report

    def _sit_down(self) -> None:
        """A new game for every one that is over."""
        for table in [one for one in self._tables if one.is_over]:
            self._finish(table)
            self._tables.remove(table)
        while len(self._tables) < self._games:
            self._tables.append(Table(self._server, self._book))
            self._tables[-1].come_back(self._server.port)
            self.report.games += 1

    def _play_until_killed(self) -> None:
        """Play some answers; then kill the server before, while or after it hears one in every game."""
        moment = self._chance.choice(("before", "while", "while", "after"))
        speaking: list[Bot] = []
        with contextlib.suppress(Killed):
            for _ in range(self._chance.randrange(0, 4)):
                for table in self._tables:
                    table.answer_once()
            if moment != "before":
                found = [table.asked() for table in self._tables if not table.is_over]
                speaking = [bot for bot in found if bot is not None]
                for bot in speaking:
                    bot.answer()
            if moment == "after":
                for bot in speaking:
                    bot.hear()
                speaking = []
            # Somewhere between the answers' arrival, their way to the disk, and the acknowledgements.
            time.sleep(self._chance.uniform(0, 0.03) if speaking else 0)
        self._server.kill()
        self.report.kills += 1
        for bot in speaking:
            bot.hear_the_last()
        for table in self._tables:
            table.close()

    def _finish(self, table: Table) -> None:
        """Compare what was acknowledged with what the file holds, and what the server now says."""
        told = {bot.seat: len(bot.log) for bot in table.bots}
        table.close()
        self._compare(table, _answers_in(self._server.file, table.game))
        try:
            again = _told_in(self._server.file, table.game)
        except Exception as broken:  # whatever it is, the game cannot be read
            self.report.unreadable.append(f"{table.game}: {type(broken).__name__}: {broken}")
        else:
            if again != told:
                self.report.unreadable.append(f"{table.game}: bots were told {told}, the steps tell {again}")

    def _compare(self, table: Table, kept: dict[str, list[Any]]) -> None:
        for bot in table.bots:
            own = kept.get(bot.seat, [])
            self.report.acknowledged += len(bot.acknowledged)
            for number, answer in bot.acknowledged.items():
                if number >= len(own) or own[number] != answer:
                    self.report.lost.append(f"{table.game} {bot.seat} {number}: {answer}")
            for number, answer in enumerate(own):
                if number in bot.acknowledged or answer is BY_ITSELF:
                    continue
                # The kill may have cut off the acknowledgement; then the answer was sent, and once.
                if bot.sent.get(number) == answer:
                    self.report.unacknowledged_kept += 1
                else:
                    self.report.invented.append(f"{table.game} {bot.seat} {number}: {answer}")


def _told_in(file: Path, game: str) -> dict[str, int]:
    """How long the log of each seat is when the game is built from its steps alone, without a snapshot."""
    from sandtable.server.rooms.game_log import GameLog
    from sandtable.server.routes.bodies import NewGame
    from sandtable.server.storage.steps import read_step

    with contextlib.closing(sqlite3.connect(file)) as database:
        wanted = "SELECT plan, secret FROM games WHERE id = ?"
        plan, secret = database.execute(wanted, (game,)).fetchone()
        wanted = "SELECT body FROM steps WHERE game = ? ORDER BY number"
        bodies = database.execute(wanted, (game,)).fetchall()
    game_log = GameLog(msgspec.json.decode(plan, type=NewGame), secret)
    for (body,) in bodies:
        game_log.follow(read_step(body))
    return {seat: len(game_log.play.events(0, seat)) for seat in SEATS}


def _answers_in(file: Path, game: str) -> dict[str, list[Any]]:
    """Every answer of a game by seat, in order, read from the file itself."""
    found: dict[str, list[Any]] = {}
    with contextlib.closing(sqlite3.connect(file)) as database:
        rows = database.execute(
            "SELECT number, body FROM steps WHERE game = ? ORDER BY number", (game,)
        ).fetchall()
    assert [number for number, _ in rows] == list(range(1, len(rows) + 1)), "a step is missing"
    for _, body in rows:
        step = json.loads(body)
        if step["step"] == "answered":
            given = BY_ITSELF if step.get("by") else step["answer"]
            found.setdefault(step["seat"], []).append(given)
    return found


def kill_often(folder: Path, kills: int, book: str = "sk", seed: int = 1, games: int = 3) -> Report:
    """Kill the server so often while two bots play each of some games."""
    import tests.kernel.sk.book  # noqa: F401 - makes SK known

    return Trial(folder, book, seed, games).run(kills)


def serve(database: str, port: int) -> None:
    """Serve on a file or a database, and a port, until somebody kills this process."""
    import asyncio

    import tests.kernel.sk.book  # noqa: F401 - makes SK known
    from sandtable.server.running import Serving, bound_socket
    from sandtable.server.settings import Settings

    settings = Settings(
        database=database,
        channels=database if "://" in database else "",
        port=port,
        requests_per_minute=10**9,
        joins_per_minute=10**9,
        frames_per_second=1e9,
    )

    async def run() -> None:
        server = Serving(settings, bound_socket(settings))
        serving = asyncio.create_task(server.run_here())
        await server.ready.wait()
        print("ready", flush=True)
        await serving

    asyncio.run(run())


def main() -> None:
    """Run the trial and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--book", default="sk")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=3, help="games that are played at a time")
    parser.add_argument("--serve", nargs=2, metavar=("FILE", "PORT"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        serve(given.serve[0], int(given.serve[1]))
        return
    with tempfile.TemporaryDirectory() as folder:
        report = kill_often(Path(folder), given.kills, given.book, given.seed, given.games)
    print(
        f"{report.kills} kills in {report.games} games: {report.acknowledged} answers acknowledged, "
        f"{len(report.lost)} lost, {len(report.invented)} that nobody gave, "
        f"{report.unacknowledged_kept} kept though the acknowledgement was cut off, "
        f"{len(report.unreadable)} games unreadable"
    )
    for one in report.faults:
        print(f"  {one}")
    sys.exit(1 if report.faults else 0)


if __name__ == "__main__":
    main()
