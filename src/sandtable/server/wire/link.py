"""One connection of one device: what waits to be sent to it."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

import msgspec

from sandtable.kernel.refusal import refuse
from sandtable.server.access.rights import Device
from sandtable.server.wire.outbox import Outbox
from sandtable.server.wire.projection import Viewer

_NUMBERS = itertools.count(1)

MOST_AT_ONCE = 2
"""How much is worked out for one connection at the same time; others want to know something too."""
MOST_ASKED = 16
"""How much of what it has asked may be unanswered."""


class Link:
    """A connected device. Sending never waits; a client that does not read is let go.

    What others say and that they come and go costs nobody the connection: it is left out instead.
    """

    def __init__(self, device: Device, viewer: Viewer, most_waiting: int) -> None:
        self.number = next(_NUMBERS)
        self.device = device
        self.viewer = viewer
        self.sent = 0
        """The last batch that was sent for these eyes."""
        self.is_open = True
        self._outbox = Outbox(most_waiting)
        self._asked: set[asyncio.Task[None]] = set()
        self._thinking = asyncio.Semaphore(MOST_AT_ONCE)

    def send(self, message: msgspec.Struct | bytes) -> None:
        """Send a message that must arrive."""
        if self.is_open and not self._outbox.put(
            message if isinstance(message, bytes) else msgspec.json.encode(message)
        ):
            self.close()

    def send_presence(self, message: bytes) -> None:
        """Send who is here; only the latest is worth anything."""
        if self.is_open:
            self._outbox.put_presence(message)

    def send_word(self, message: bytes) -> None:
        """Send what somebody says, unless it hears more than it can listen to."""
        if self.is_open:
            self._outbox.put_word(message)

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
            self._outbox.close()
            for asked in self._asked:
                asked.cancel()

    async def messages(self) -> AsyncIterator[bytes]:
        """Everything that is sent, until the link is closed."""
        while (message := await self._outbox.get()) is not None:
            yield message
