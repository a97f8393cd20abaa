"""A server that runs: uvicorn with our limits."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import Generator
from typing import Any

import uvicorn

from sandtable.server.access.callers import read_proxies
from sandtable.server.app import create_app
from sandtable.server.memory import HOUSEKEEPING
from sandtable.server.settings import Settings

BEAT = 10.0
"""Seconds between two heartbeats of a socket."""
SILENCE = 15.0
"""Seconds without an answer to a heartbeat after which a socket is lost."""
GOODBYE = 3
"""Seconds that connections have to end when the server stops."""


def bound_socket(settings: Settings) -> socket.socket:
    """A socket that listens where the settings say; port 0 takes any free one."""
    # Named as TCP, so that small messages leave at once instead of waiting for each other.
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((settings.binds, settings.port))
        bound.listen(512)
        bound.set_inheritable(True)
    except OSError:
        bound.close()
        raise
    return bound


class Serving(uvicorn.Server):
    """One server; `ready` is set when it answers."""

    def __init__(self, settings: Settings, bound: socket.socket, *, log_level: int = logging.WARNING) -> None:
        self.bound = bound
        self.ready = asyncio.Event()
        super().__init__(
            uvicorn.Config(
                create_app(settings),
                lifespan="on",
                log_level=log_level,
                # Addresses hold no secrets here, but what is not written cannot leak.
                access_log=False,
                server_header=False,
                # Said in any case: left out, every program of this machine would be believed.
                proxy_headers=bool(settings.trusted_proxies),
                forwarded_allow_ips=list(read_proxies(settings.trusted_proxies)),
                # On a local network batches are small enough, and squeezing them costs time and memory.
                ws_per_message_deflate=False,
                ws_max_size=settings.largest_frame,
                ws_ping_interval=BEAT,
                ws_ping_timeout=SILENCE,
                timeout_graceful_shutdown=GOODBYE,
            )
        )

    @property
    def port(self) -> int:
        """The port on which it listens."""
        port: int = self.bound.getsockname()[1]
        return port

    async def run_here(self) -> None:
        """Serve until somebody sets `should_exit`, leaving signals to the program that runs it."""
        await self.serve(sockets=[self.bound])

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer."""
        await super().startup(sockets=sockets)
        self.settle_in()
        self.ready.set()

    def settle_in(self) -> None:
        """Take over the memory of the process, which is here for nothing else."""
        HOUSEKEEPING.take_over()


class Quiet(Serving):
    """A server inside another program, which keeps its own signals and its own memory."""

    def settle_in(self) -> None:
        """Leave memory to the program."""

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, Any, None]:
        """Leave the signals alone."""
        yield
