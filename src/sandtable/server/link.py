"""One connection of one device: what waits to be sent to it."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

import msgspec

from sandtable.kernel.refusal import refuse
from sandtable.server.rights import Device
from sandtable.server.telling import Viewer

_NUMBERS = itertools.count(1)

MOST_AT_ONCE = 2
"""How much is worked out for one connection at the same time; others want to know something too."""
MOST_ASKED = 16
"""How much of what it has asked may be unanswered."""


class Link:
    """A connected device. Sending never waits; a client that does not read is let go."""

    def __init__(self, device: Device, viewer: Viewer, most_waiting: int) -> None:
        self.number = next(_NUMBERS)
        self.device = device
        self.viewer = viewer
        self.sent = 0
        """The last batch that was sent for these eyes."""
        self.is_open = True
        self._waiting: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._most = most_waiting
        self._asked: set[asyncio.Task[None]] = set()
        self._thinking = asyncio.Semaphore(MOST_AT_ONCE)

    def send(self, message: msgspec.Struct | bytes) -> None:
        """Put a message into the queue."""
        if not self.is_open:
            return
        if self._waiting.qsize() >= self._most:
            self.close()
            return
        self._waiting.put_nowait(message if isinstance(message, bytes) else msgspec.json.encode(message))

    def work_out(self, think: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Work out what it has asked while it goes on; refused where it has asked too much."""
        if len(self._asked) >= MOST_ASKED:
            raise refuse("", "This device has asked too much at once.", "Wait for the answers.")
        if self.is_open:
            asked = asyncio.create_task(self._worked_out(think))
            self._asked.add(asked)
            asked.add_done_callback(self._asked.discard)

    async def _worked_out(self, think: Callable[[], Coroutine[Any, Any, None]]) -> None:
        async with self._thinking:
            await think()

    def close(self) -> None:
        """Nothing more is sent, and nothing more worked out."""
        if self.is_open:
            self.is_open = False
            self._waiting.put_nowait(None)
            for asked in self._asked:
                asked.cancel()

    async def messages(self) -> AsyncIterator[bytes]:
        """Everything that is sent, until the link is closed."""
        while (message := await self._waiting.get()) is not None:
            yield message
