"""Kills the server again and again while two bots play, and looks whether anything acknowledged was lost.

python -m bench.kill                100 kills, on a book of one page
python -m bench.kill --kills 20 --book companies-and-captains
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

Message = dict[str, Any]


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


class Killed(Exception):
    """The server is gone."""


class Server:
    """A server in a process of its own, on one file and one port."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "games.sqlite"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = [sys.executable, "-m", "bench.kill", "--serve", str(self.file), str(self.port)]
        # Compiled once, so that a hundred starts do not take an hour where nothing else may be written.
        around = {**os.environ, "PYTHONPYCACHEPREFIX": str(self.file.parent / "compiled")}
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
        """End it without a warning."""
        assert self._process is not None
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

    def hear(self) -> bool:
        """Wait for the acknowledgement; whether the answer was accepted."""
        reply = self.read_until("accepted", "refused")
        if reply["type"] == "accepted":
            self.acknowledged[self._unsure] = self.sent[self._unsure]
        return bool(reply["type"] == "accepted")


class Trial:
    """Two bots, one file, and a server that is killed at random moments."""

    def __init__(self, folder: Path, book: str, seed: int) -> None:
        self.report = Report()
        self._book = book
        self._chance = random.Random(seed)
        self._server = Server(folder)
        self._bots: list[Bot] = []
        self._game = ""

    def run(self, kills: int) -> Report:
        """Play game after game until the server has been killed so often; then look at the file."""
        self._server.start()
        try:
            while self.report.kills < kills:
                self._begin()
                while not self._is_over and self.report.kills < kills:
                    self._play_until_killed()
                    self._server.start()
                    self._come_back()
                self._finish()
        finally:
            self._server.kill()
        return self.report

    @property
    def _is_over(self) -> bool:
        return any(bot.batch.get("result") for bot in self._bots)

    def _begin(self) -> None:
        seats = {"A": {"sits": "here"}, "B": {"sits": "elsewhere"}}
        game: Message = {"book": self._book, "seats": seats}
        if self._book == "companies-and-captains":
            seats["A"]["force"], seats["B"]["force"] = "seafolk", "automata"
            game["scenario"] = "pitched-battle"
        mine = self._server.post("/api/games", game)
        theirs = self._server.post("/api/join", {"code": mine["code"]})
        self._game = mine["game"]
        self._bots = [Bot("A", mine["token"]), Bot("B", theirs["token"])]
        self._come_back()
        self.report.games += 1

    def _come_back(self) -> None:
        for bot in self._bots:
            bot.connect(self._server.port)

    def _play_until_killed(self) -> None:
        """Play some answers; then kill the server before, while or after it hears another one."""
        left = self._chance.randrange(0, 6)
        moment = self._chance.choice(("before", "while", "after"))
        with contextlib.suppress(Killed):
            while left > 0 and not self._is_over:
                self._answer_once()
                left -= 1
            asked = self._asked()
            if moment != "before" and asked is not None:
                asked.answer()
                if moment == "after":
                    asked.hear()
                else:
                    # Somewhere between the answer's arrival, its way to the disk, and the acknowledgement.
                    time.sleep(self._chance.uniform(0, 0.03))
        self._server.kill()
        self.report.kills += 1
        for bot in self._bots:
            bot.close()

    def _answer_once(self) -> None:
        asked = self._asked()
        if asked is not None:
            asked.answer()
            asked.hear()

    def _asked(self) -> Bot | None:
        """Whoever is asked; everybody has read everything by then."""
        for bot in self._bots:
            bot.send({"type": "ping"})
            bot.read_until("pong")
        return next((bot for bot in self._bots if bot.batch.get("question")), None)

    def _finish(self) -> None:
        """Compare what was acknowledged with what the file holds, and what the server now says."""
        for bot in self._bots:
            bot.close()
        kept = _answers_in(self._server.file, self._game)
        for bot in self._bots:
            own = kept.get(bot.seat, [])
            self.report.acknowledged += len(bot.acknowledged)
            for number, answer in bot.acknowledged.items():
                if number >= len(own) or own[number] != answer:
                    self.report.lost.append(f"{self._game} {bot.seat} {number}: {answer}")
            for number, answer in enumerate(own):
                if number in bot.acknowledged:
                    continue
                # The kill may have cut off the acknowledgement; then the answer was sent, and once.
                if bot.sent.get(number) == answer:
                    self.report.unacknowledged_kept += 1
                else:
                    self.report.invented.append(f"{self._game} {bot.seat} {number}: {answer}")


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
            found.setdefault(step["seat"], []).append(step["answer"])
    return found


def kill_often(folder: Path, kills: int, book: str = "sk", seed: int = 1) -> Report:
    """Kill the server so often while two bots play."""
    return Trial(folder, book, seed).run(kills)


def serve(file: str, port: int) -> None:
    """Serve on a file and a port until somebody kills this process."""
    import asyncio

    import tests.kernel.sk.book  # noqa: F401 - makes SK known
    from sandtable.server.running import Serving, bound_socket
    from sandtable.server.settings import Settings

    settings = Settings(
        database=file, port=port, requests_per_minute=10**9, joins_per_minute=10**9, frames_per_second=1e9
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
    parser.add_argument("--serve", nargs=2, metavar=("FILE", "PORT"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        serve(given.serve[0], int(given.serve[1]))
        return
    with tempfile.TemporaryDirectory() as folder:
        report = kill_often(Path(folder), given.kills, given.book, given.seed)
    print(
        f"{report.kills} kills in {report.games} games: {report.acknowledged} answers acknowledged, "
        f"{len(report.lost)} lost, {len(report.invented)} that nobody gave, "
        f"{report.unacknowledged_kept} kept though the acknowledgement was cut off"
    )
    for one in (*report.lost, *report.invented):
        print(f"  {one}")
    sys.exit(1 if report.lost or report.invented else 0)


if __name__ == "__main__":
    main()
