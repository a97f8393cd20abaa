"""Games on the local network: ours are announced, others' are found, and nobody types an address."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable
from typing import Any

from zeroconf import IPVersion, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from sandtable.server.access.guard import own_addresses
from sandtable.server.routes.bodies import NearbyGame

LOG = logging.getLogger(__name__)

SERVICE = "_sandtable._tcp.local."
ASKING = 3000
"""Milliseconds for which a machine is asked what it offers."""
LONGEST, LONGEST_NAME = 200, 60
BETWEEN_NEWS = 5.0
"""Seconds between two looks at how many seats are open."""


class Nearby:
    """Ear and voice on the local network."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._zeroconf: AsyncZeroconf | None = None
        self._browser: AsyncServiceBrowser | None = None
        self._own: AsyncServiceInfo | None = None
        self._found: dict[str, NearbyGame] = {}
        self._asking: set[asyncio.Future[Any]] = set()

    async def open(self) -> None:
        """Announce this server and begin to look for others; without a network nothing happens."""
        try:
            self._zeroconf = AsyncZeroconf(ip_version=IPVersion.V4Only)
        except OSError as broken:
            LOG.warning("No games are looked for on the network: %s", broken)
            return
        self._browser = AsyncServiceBrowser(self._zeroconf.zeroconf, SERVICE, handlers=[self._on_change])
        self._own = self._info("", 0)
        self._later(await self._zeroconf.async_register_service(self._own, allow_name_change=True))

    def _info(self, book: str, open_seats: int) -> AsyncServiceInfo:
        """What this server tells of itself."""
        host = socket.gethostname().partition(".")[0]
        name = f"Sandtable on {host}-{self._port}"[:LONGEST_NAME] if self._own is None else ""
        return AsyncServiceInfo(
            SERVICE,
            f"{name}.{SERVICE}" if self._own is None else self._own.name,
            addresses=[socket.inet_aton(one) for one in own_addresses() if ":" not in one],
            port=self._port,
            properties={"title": "Sandtable", "path": "/", "book": book, "games": str(open_seats)},
            server=f"{host}-{self._port}.local.",
        )

    async def close(self) -> None:
        """Say goodbye."""
        for task in self._asking:
            task.cancel()
        if self._browser is not None:
            await self._browser.async_cancel()
        if self._zeroconf is not None:
            if self._own is not None:
                await (await self._zeroconf.async_unregister_service(self._own))
            await self._zeroconf.async_close()

    @property
    def games(self) -> list[NearbyGame]:
        """Servers of others with games to join."""
        return [self._found[name] for name in sorted(self._found)]

    async def announce(self, book: str, open_seats: int) -> None:
        """Tell the network how many seats are open here."""
        if self._zeroconf is None or self._own is None:
            return
        self._own = self._info(book, open_seats)
        self._later(await self._zeroconf.async_update_service(self._own))

    async def keep_announcing(self, count: Callable[[], Awaitable[tuple[str, int]]]) -> None:
        """Tell the network again whenever the number of open seats has changed."""
        told = ("", 0)
        while True:
            await asyncio.sleep(BETWEEN_NEWS)
            now = await count()
            if now != told:
                await self.announce(*now)
                told = now

    def _on_change(
        self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        if self._own is not None and name == self._own.name:
            return
        if state_change is ServiceStateChange.Removed:
            self._found.pop(name, None)
            return
        self._later(self._ask(zeroconf, name))

    def _later(self, work: Awaitable[Any]) -> None:
        """Let something go on beside the rest."""
        task = asyncio.ensure_future(work)
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def _ask(self, zeroconf: Zeroconf, name: str) -> None:
        info = AsyncServiceInfo(SERVICE, name)
        if await info.async_request(zeroconf, ASKING):
            found = nearby_game(name, info.parsed_addresses(), info.port, info.decoded_properties)
            if found is not None:
                self._found[name] = found


def nearby_game(name: str, addresses: list[str], port: int | None, told: dict[str, Any]) -> NearbyGame | None:
    """What another machine tells of itself, believed only as far as it makes sense."""
    if not addresses or not port:
        return None
    games = str(told.get("games") or "0")
    return NearbyGame(
        title=str(told.get("title") or "Sandtable")[:LONGEST],
        book=str(told.get("book") or "")[:LONGEST],
        host=name.removesuffix(f".{SERVICE}")[:LONGEST],
        link=f"http://{addresses[0]}:{port}/",
        open_seats=int(games) if games.isascii() and games.isdigit() and len(games) < 4 else 0,
    )
