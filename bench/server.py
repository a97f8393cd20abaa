"""The server under load: rooms with two bots each, beside a bare echo on the same stack in the same run.

Rooms of real people do not all open at the same moment: before the clock starts each room has played for a
while by itself, up to half a game, so that some are being set up and most are in the middle of their fight.

python -m bench.server                 a modest load
python -m bench.server --rooms 200     the load of the issue
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from bench.kill import Server

ROOT = Path(__file__).resolve().parent.parent
BOOK, SCENARIO, FORCES = "companies-and-captains", "pitched-battle", ("seafolk", "automata")
PATIENCE = 60.0
SET_UP = 5.0
"""The most seconds that setting one room up may take, on a machine that does much else."""
SETTLING = 2.0
QUICKEST_PACE = 2.0
"""The most answers per second and room at a paced load; people are slower by far."""
LONGEST_LEAD = 240
"""The most answers that a room has given when the clock starts; a game of these bots takes some 450."""
PACED_LOAD = 0.5
"""How much of what it can do the server is asked for at a paced load; beyond that any server only queues."""


class Figures(msgspec.Struct):
    """What was measured."""

    rooms: int
    answers: float
    """Answers per second, each with rules, dice, the disk, and batches to two seats."""
    echoes: float
    """Messages per second of the bare echo, by as many clients."""
    answer_cpu: float
    echo_cpu: float
    """Milliseconds of processor time that one of them takes, of the server and of its clients together, when
    everybody runs free; new games that begin meanwhile are counted to the answers."""
    p50: float
    p99: float
    """Milliseconds from an answer to its acknowledgement at a paced load; the echo goes on beside it, so that
    both meet the same neighbours and the same client."""
    echo_p50: float
    echo_p99: float
    pace: float
    """Answers per second and room at that load."""
    room_kb: float
    """Memory of the server per room, in kB; 0 where it cannot be told."""

    @property
    def cost_of_echo(self) -> float:
        """The processor time of an echo over that of an answer: 1 where an answer costs no more."""
        return self.echo_cpu / self.answer_cpu

    @property
    def p99_over_echo(self) -> float:
        """The slowest hundredth over that of the echo."""
        return self.p99 / self.echo_p99


class _Option(msgspec.Struct):
    answer: Any


class _Form(msgspec.Struct):
    least: int = 0


class _Question(msgspec.Struct):
    number: int
    seat: str
    kind: str
    options: list[_Option]
    form: _Form


class _Heard(msgspec.Struct):
    """As much of a message as a bot needs."""

    type: str
    question: _Question | None = None
    result: Any = None
    about: str = ""
    advice: list[_Option] = []


class Counter:
    """Answers of all bots while the clock runs, and the pace at which they are given."""

    def __init__(self, rooms: int = 0, pace: float | None = None) -> None:
        self.is_running = True
        self.pace = pace
        """Answers per second and room; None lets everybody run free."""
        self.times: list[float] = []
        self.all_play = asyncio.Event()
        self._missing = rooms

    def begun(self) -> None:
        """One more room is ready."""
        self._missing -= 1
        if self._missing <= 0:
            self.all_play.set()


class Pacer:
    """Lets the work of one room begin so often a second. What was missed is not made up for."""

    def __init__(self, counter: Counter, lead: int = 0) -> None:
        self._counter = counter
        self._lead = lead
        """How often work begins before the room waits for the others."""
        self._pace: float | None = None
        self._next = 0.0

    async def wait(self) -> None:
        """Wait for the next turn."""
        self._lead -= 1
        if self._lead >= 0:
            return
        if self._lead == -1:
            self._counter.begun()
        await self._counter.all_play.wait()
        now, pace = time.perf_counter(), self._counter.pace
        if pace is None:
            return
        if pace != self._pace:
            # Rooms begin at different moments of their pace, not all at once.
            self._pace, self._next = pace, now + random.random() / pace  # noqa: S311 - nothing secret
        self._next = max(now, self._next)
        await asyncio.sleep(self._next - now)
        self._next += 1 / pace


class Bot:
    """One seat that answers as soon as it is asked, or at a pace."""

    def __init__(self, way: ClientConnection, pacer: Pacer, counter: Counter) -> None:
        self._way = way
        self._pacer = pacer
        self._counter = counter
        self.question: _Question | None = None
        self.is_over = False

    async def play(self) -> None:
        """Answer until the clock stops or the game is over."""
        while self._counter.is_running and not self.is_over:
            if self.question is None:
                await self._hear()
                continue
            await self._pacer.wait()
            await self._answer()

    async def _answer(self) -> None:
        assert self.question is not None
        question, self.question = self.question, None
        answers = [option.answer for option in question.options]
        tries = [answers[: question.form.least]] if question.kind == "choose several" else answers[:3]
        for answer in tries:
            start = time.perf_counter()
            await self._send("answer", question, answer=answer)
            if (await self.until("accepted", "refused")).type == "accepted":
                self._counter.times.append(time.perf_counter() - start)
                return
        await self._send("ask_hint", question)
        hint = await self.until("hint", "refused")
        await self._send("answer", question, answer=hint.advice[0].answer)
        await self.until("accepted", "refused")

    async def _send(self, kind: str, question: _Question, **parts: Any) -> None:
        message = {"type": kind, "seat": question.seat, "number": question.number, **parts}
        await self._way.send(msgspec.json.encode(message).decode())

    async def until(self, *kinds: str) -> _Heard:
        """Read until a message of one of these types."""
        while (heard := await self._hear()).type not in kinds:
            pass
        return heard

    async def _hear(self) -> _Heard:
        heard = msgspec.json.decode(await self._way.recv(), type=_Heard)
        if heard.type == "batch":
            self.question, self.is_over = heard.question, heard.result is not None
        return heard


async def _room(server: Server, http: httpx.AsyncClient, counter: Counter, lead: int) -> None:
    """Play game after game with two bots until the clock stops."""
    pacer = Pacer(counter, lead)
    while counter.is_running:
        seats: dict[str, Any] = {"A": {"force": FORCES[0]}, "B": {"force": FORCES[1], "sits": "elsewhere"}}
        game = {"book": BOOK, "scenario": SCENARIO, "seats": seats, "listed": False}
        mine = (await http.post("/api/games", json=game)).json()
        theirs = (await http.post("/api/join", json={"code": mine["code"]})).json()
        async with contextlib.AsyncExitStack() as stack:
            bots = []
            for token in (mine["token"], theirs["token"]):
                way = connect(f"ws://127.0.0.1:{server.port}/api/play", max_size=None, compression=None)
                opened = await stack.enter_async_context(way)
                await opened.send(msgspec.json.encode({"type": "enter", "token": token}).decode())
                bots.append(Bot(opened, pacer, counter))
                await bots[-1].until("batch")
            playing = [asyncio.create_task(bot.play()) for bot in bots]
            try:
                await asyncio.wait(playing, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in playing:
                    task.cancel()
                await asyncio.gather(*playing, return_exceptions=True)


class Measured(msgspec.Struct):
    """What was measured at one pace."""

    times: list[float]
    cpu: float
    """Seconds of processor time that the server and we, its clients, took meanwhile."""

    @property
    def milliseconds(self) -> float:
        """Of processor time for each."""
        return 1000 * self.cpu / max(1, len(self.times))


async def _measured(counter: Counter, server: int, seconds: float, pace: float | None) -> Measured:
    """Let everybody go at a pace, wait until what has piled up is done, and count."""
    counter.pace = pace
    await asyncio.sleep(SETTLING)
    counter.times.clear()
    taken = processor_time_of(server) + time.process_time()
    await asyncio.sleep(seconds)
    return Measured(list(counter.times), processor_time_of(server) + time.process_time() - taken)


class Load(NamedTuple):
    """What was measured of the rooms and of the echo."""

    free: Measured
    """As fast as the games can be played."""
    paced: Measured
    """At a pace, in the same seconds and from the same process as the echo."""
    echo: Measured
    pace: float
    """Answers per second and room at that pace."""
    memory: float
    """Memory of the server per room, in kB."""


async def _play(server: Server, echo: Echo, rooms: int, seconds: float) -> Load:
    """The same games as fast as they can be played, then paced beside as many echoes at the same pace."""
    counter, before = Counter(rooms), _memory_of(server.pid)
    address = f"http://127.0.0.1:{server.port}"
    limits = httpx.Limits(max_connections=16)
    # Whoever waits for one of the few connections waits as long as it takes: everybody else plays meanwhile.
    patience = httpx.Timeout(PATIENCE, pool=None)
    leads = random.Random(rooms)  # noqa: S311 - nothing secret
    async with httpx.AsyncClient(base_url=address, timeout=patience, limits=limits, verify=False) as http:
        playing = [
            asyncio.create_task(_room(server, http, counter, leads.randrange(LONGEST_LEAD)))
            for _ in range(rooms)
        ]
        # The clock starts when everybody plays.
        await asyncio.wait_for(counter.all_play.wait(), PATIENCE + SET_UP * rooms)
        free = await _measured(counter, server.pid, seconds, None)
        memory = (_memory_of(server.pid) - before) / rooms if before else 0.0
        pace = min(QUICKEST_PACE, PACED_LOAD * len(free.times) / seconds / rooms)
        async with _echoing(echo, rooms, pace) as echoes:
            paced, echoed = await asyncio.gather(
                _measured(counter, server.pid, seconds, pace), _measured(echoes, echo.pid, seconds, pace)
            )
        counter.is_running = False
        for task in playing:
            task.cancel()
        for done in await asyncio.gather(*playing, return_exceptions=True):
            if isinstance(done, Exception):
                raise done
    return Load(free, paced, echoed, pace, memory)


@contextlib.asynccontextmanager
async def _echoing(echo: Echo, clients: int, pace: float | None) -> AsyncIterator[Counter]:
    """So many clients of the bare echo, at a pace or as fast as they can."""
    counter = Counter(clients, pace)
    message = msgspec.json.encode({"type": "answer", "seat": "A", "number": 1, "answer": "move"}).decode()

    async def one() -> None:
        pacer = Pacer(counter)
        async with connect(f"ws://127.0.0.1:{echo.port}/", compression=None) as way:
            while counter.is_running:
                await pacer.wait()
                start = time.perf_counter()
                await way.send(message)
                await way.recv()
                counter.times.append(time.perf_counter() - start)

    running = [asyncio.create_task(one()) for _ in range(clients)]
    yield counter
    counter.is_running = False
    await asyncio.gather(*running)


async def _echo(echo: Echo, clients: int, seconds: float) -> Measured:
    """As many clients as there were rooms, as fast as they can."""
    async with _echoing(echo, clients, None) as counter:
        return await _measured(counter, echo.pid, seconds, None)


async def _bare_echo(scope: Any, receive: Any, send: Any) -> None:
    """As little as an application can do."""
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (event := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": event["text"]})


class Echo(NamedTuple):
    """A bare echo in a process of its own."""

    port: int
    pid: int


@contextlib.contextmanager
def _echo_server() -> Iterator[Echo]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "bench.server", "--echo", str(port)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.readline()
    try:
        yield Echo(port, process.pid)
    finally:
        process.kill()
        process.wait(PATIENCE)
        process.stdout.close()


def serve_echo(port: int) -> None:
    """Serve the bare echo on the stack that we use."""
    import uvicorn

    async def run() -> None:
        server = uvicorn.Server(uvicorn.Config(_bare_echo, port=port, log_level="error", lifespan="off"))
        serving = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        print("ready", flush=True)
        await serving

    asyncio.run(run())


def _memory_of(pid: int) -> float:
    """Resident memory in kB; 0 where the system does not tell."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1024


def processor_time_of(pid: int) -> float:
    """Seconds of processor time that a process has taken, all its threads together."""
    threads = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((one / "schedstat").read_text().split()[0]) for one in threads) / 1e9


def _high(times: list[float]) -> float:
    return quantiles(times, n=100)[98] * 1000 if len(times) > 1 else 0.0


def measure(rooms: int = 10, seconds: float = 4.0) -> Figures:
    """Run everything once."""
    with tempfile.TemporaryDirectory() as folder, _echo_server() as echo:
        server = Server(Path(folder))
        server.start()
        try:
            asyncio.run(_play(server, echo, 1, 1.0))
            load = asyncio.run(_play(server, echo, rooms, seconds))
            echo_free = asyncio.run(_echo(echo, rooms, seconds))
        finally:
            server.kill()
    return Figures(
        rooms,
        len(load.free.times) / seconds,
        len(echo_free.times) / seconds,
        load.free.milliseconds,
        echo_free.milliseconds,
        median(load.paced.times) * 1000,
        _high(load.paced.times),
        median(load.echo.times) * 1000,
        _high(load.echo.times),
        load.pace,
        load.memory,
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--echo", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.echo:
        serve_echo(given.echo)
        return
    found = measure(given.rooms, given.seconds)
    print(
        f"{found.rooms} rooms with two bots each\n"
        f"answers/s {found.answers:.0f}, bare echo {found.echoes:.0f}; processor time of both ends "
        f"{found.answer_cpu:.2f} ms and {found.echo_cpu:.3f} ms: ratio {found.cost_of_echo:.3f}\n"
        f"paced at {found.pace:.2g}/s and room: p50 {found.p50:.1f} ms, p99 {found.p99:.1f} ms; "
        f"echo p50 {found.echo_p50:.1f} ms, p99 {found.echo_p99:.1f} ms: ratio {found.p99_over_echo:.1f}\n"
        f"memory per room {found.room_kb:.0f} kB"
    )


if __name__ == "__main__":
    main()
