"""How several servers on one database tell each other that something has happened."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from typing import Any

import msgspec
from litestar.channels import ChannelsPlugin
from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend

from sandtable.kernel.refusal import refuse

LOG = logging.getLogger(__name__)

CHANNEL = "sandtable"

Closing = Callable[[], Awaitable[None]]
Hears = Callable[[dict[str, Any]], Awaitable[None]]


async def _nothing() -> None:
    return None


def backend_for(url: str) -> tuple[ChannelsBackend, Closing]:
    """The channel layer that a URL stands for (this process, PostgreSQL or Redis), and how it is let go."""
    if not url:
        return MemoryChannelsBackend(), _nothing
    if url.startswith(("postgresql://", "postgres://", "postgresql+psycopg://")):
        # An extra: needed with PostgreSQL alone.
        from litestar.channels.backends.psycopg import PsycoPgChannelsBackend

        return PsycoPgChannelsBackend(url.replace("postgresql+psycopg://", "postgresql://", 1)), _nothing
    if url.startswith(("redis://", "rediss://")):
        # An extra: needed with Redis alone.
        from litestar.channels.backends.redis import RedisChannelsPubSubBackend
        from redis.asyncio import Redis

        redis = Redis.from_url(url)
        return RedisChannelsPubSubBackend(redis=redis), redis.aclose
    raise refuse("", "There is no such channel layer.", "Give a postgresql:// or a redis:// address.")


class Fanout:
    """One server's ear and voice."""

    def __init__(self, url: str, server: str, hears: Hears) -> None:
        backend, self._let_go = backend_for(url)
        self._channels = ChannelsPlugin(backend, channels=[CHANNEL])
        self._server = server
        self._hears = hears
        self._stack = AsyncExitStack()
        self._listening: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begin to listen."""
        await self._stack.enter_async_context(self._channels)
        subscriber = await self._stack.enter_async_context(self._channels.start_subscription(CHANNEL))

        async def listen() -> None:
            async for heard in subscriber.iter_events():
                await self._hear(heard)

        self._listening = asyncio.create_task(listen(), name="fan-out")

    async def close(self) -> None:
        """Listen no more."""
        if self._listening is not None:
            self._listening.cancel()
            with suppress(asyncio.CancelledError):
                await self._listening
        await self._stack.aclose()
        await self._let_go()

    def tell(self, notice: dict[str, Any]) -> None:
        """Tell the other servers; nobody waits for it."""
        self._channels.publish({**notice, "server": self._server}, CHANNEL)

    async def _hear(self, heard: bytes) -> None:
        try:
            notice = msgspec.json.decode(heard, type=dict[str, Any])
            if notice.get("server") != self._server:
                await self._hears(notice)
        except Exception:
            # A notice that cannot be used is only a hint lost; the store knows the truth.
            LOG.exception("A notice of another server could not be used.")
