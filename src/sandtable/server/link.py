"""One connection of one device: what waits to be sent to it."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator

import msgspec

from sandtable.server.rights import Device
from sandtable.server.telling import Viewer

_NUMBERS = itertools.count(1)


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

    def send(self, message: msgspec.Struct | bytes) -> None:
        """Put a message into the queue."""
        if not self.is_open:
            return
        if self._waiting.qsize() >= self._most:
            self.close()
            return
        self._waiting.put_nowait(message if isinstance(message, bytes) else msgspec.json.encode(message))

    def close(self) -> None:
        """Nothing more is sent."""
        if self.is_open:
            self.is_open = False
            self._waiting.put_nowait(None)

    async def messages(self) -> AsyncIterator[bytes]:
        """Everything that is sent, until the link is closed."""
        while (message := await self._waiting.get()) is not None:
            yield message
