"""A wire between browsers and a server that can be cut, and a server whose clock can be moved.

python -m tests.browser.wire DATABASE PAGE     prints its port, and moves its clock by the seconds it reads
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from sandtable.server.running import Serving, bound_socket
from sandtable.server.settings import Settings
from tests.browser.house import ROOT, Server

CHUNK = 65536


class Wire:
    """A network of its own: while it is cut, what is said waits on the way, and nobody is told."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._up, self._down = asyncio.Event(), asyncio.Event()
        self._stopping = asyncio.Event()
        self._ready = threading.Event()
        self._writers: list[asyncio.StreamWriter] = []
        self.port = 0
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self._thread.start()
        assert self._ready.wait(30)

    @property
    def address(self) -> str:
        """Where browsers find the server behind the wire."""
        return f"http://127.0.0.1:{self.port}"

    def cut(self, *, up: bool = True, down: bool = True) -> None:
        """Nothing gets to the server, or nothing from it, or neither."""
        for way in ([self._up] if up else []) + ([self._down] if down else []):
            self._do(way.clear)

    def mend(self) -> None:
        """Everything gets through again, also what was said meanwhile."""
        self._do(self._up.set)
        self._do(self._down.set)

    def close(self) -> None:
        """Take the wire away."""
        self._loop.call_soon_threadsafe(self._stopping.set)
        self._thread.join(30)

    def _do(self, action: Callable[[], None]) -> None:
        done = threading.Event()
        self._loop.call_soon_threadsafe(action)
        self._loop.call_soon_threadsafe(done.set)
        assert done.wait(30)

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._up.set()
        self._down.set()
        server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._stopping.wait()
        server.close()
        mine = asyncio.current_task()
        others = [task for task in asyncio.all_tasks() if task is not mine]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        for writer in self._writers:
            writer.transport.abort()
        # Sockets are closed the next time around.
        await asyncio.sleep(0)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.append(writer)
        await self._up.wait()
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._to)
        self._writers.append(far_writer)
        await asyncio.gather(
            self._pass_on(reader, far_writer, self._up), self._pass_on(far_reader, writer, self._down)
        )

    async def _pass_on(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, way: asyncio.Event
    ) -> None:
        with suppress(OSError):
            while said := await reader.read(CHUNK):
                await way.wait()
                writer.write(said)
                await writer.drain()
        await way.wait()
        with suppress(OSError):
            writer.close()


class ServerInTime(Server):
    """A server whose clock goes on as fast as a test wants, heartbeats, countdowns and all."""

    def start(self) -> None:
        """Start, and wait until it answers."""
        command = [sys.executable, "-m", "tests.browser.wire", self._database, self._page]
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        self.port = int(self._process.stdout.readline())

    @property
    def file(self) -> str:
        """Where it keeps games."""
        return self._database

    def get(self, path: str, token: str) -> Any:
        """GET, and what came back."""
        request = urllib.request.Request(self.address + path, headers={"authorization": f"Bearer {token}"})
        with urllib.request.urlopen(request) as reply:
            return json.load(reply)

    def go_on(self, seconds: int) -> None:
        """Let time pass for the server, second after second."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        for _ in range(seconds):
            self._process.stdin.write("1\n")
            self._process.stdin.flush()
            self._process.stdout.readline()

    def kill(self) -> None:
        """End it at once."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        super().kill()


class MovableLoop(asyncio.SelectorEventLoop):
    """A loop whose clock can be put forward."""

    ahead = 0.0

    def time(self) -> float:
        """What the clock says."""
        return super().time() + self.ahead

    def move(self, seconds: float) -> None:
        """Put it forward; what is due by then is done at once."""
        self.ahead += seconds


def main() -> None:
    """Serve until somebody ends the program."""
    database, page = sys.argv[1:]
    settings = Settings(
        database=database,
        page=Path(page),
        port=0,
        any_seed=True,
        requests_per_minute=100_000,
        joins_per_minute=10_000,
    )
    bound = bound_socket(settings)
    loop = MovableLoop()

    def listen() -> None:
        for line in sys.stdin:
            loop.call_soon_threadsafe(loop.move, float(line))
            # Twice around the loop: what became due has been done by then.
            done = threading.Event()
            loop.call_soon_threadsafe(loop.call_soon, loop.call_soon, done.set)
            done.wait()
            print("moved", flush=True)

    async def run() -> None:
        server = Serving(settings, bound)
        serving = asyncio.create_task(server.run_here())
        await server.ready.wait()
        print(server.port, flush=True)
        threading.Thread(target=listen, daemon=True).start()
        await serving

    asyncio.set_event_loop(loop)
    loop.run_until_complete(run())


if __name__ == "__main__":
    main()
