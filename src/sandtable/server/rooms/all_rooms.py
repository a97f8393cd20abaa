"""All rooms of one server, in memory while somebody uses them."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from sandtable.server.access.allowance import Allowances
from sandtable.server.access.rights import Device, device_of, hash_of
from sandtable.server.memory import HOUSEKEEPING
from sandtable.server.rooms import acting
from sandtable.server.rooms.autoplay import Autoplay
from sandtable.server.rooms.cards import read_card
from sandtable.server.rooms.room import Room
from sandtable.server.rooms.thinking import Thinkers
from sandtable.server.rooms.workshop import Workshop
from sandtable.server.routes.errors import Unwritten
from sandtable.server.settings import Settings
from sandtable.server.storage.fanout import Fanout
from sandtable.server.storage.store import GameRow, Store
from sandtable.server.wire.link import Link
from sandtable.server.wire.protocol import Said

LOG = logging.getLogger(__name__)

SWEEP = 10.0
"""Seconds between two looks for idle rooms, and between two reports on who is here."""
QUIET = 2.0
"""Seconds without an answer in any room after which nobody seems to wait for one."""
PATIENCE = 3.0
"""Seconds that another server has to let its automatic player answer, before this one does."""


class AllRooms:
    """All rooms of one server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.database, power_safe=settings.power_safe)
        self.thinkers = Thinkers(settings.thinkers, settings.thinking)
        self.workshop = Workshop()
        frames = settings.frames_per_second
        self.frames = Allowances(frames, 3 * frames)
        """How much each device may still send, over all its connections."""
        self.name = secrets.token_hex(8)
        self._rooms: dict[str, Room] = {}
        self._autoplay: dict[str, Autoplay] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._fanout = Fanout(settings.channels, self.name, self._hear)
        self._sweeping: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Open the store and the ears."""
        await self.store.open()
        await self._fanout.open()
        self._sweeping = asyncio.create_task(self._sweep(), name="sweep")

    async def close(self) -> None:
        """Put every game away."""
        if self._sweeping is not None:
            self._sweeping.cancel()
            with suppress(asyncio.CancelledError):
                await self._sweeping
        for room in list(self._rooms.values()):
            for link in list(room.links):
                link.close()
            await self.put_away(room)
        self.thinkers.close()
        self.workshop.close()
        await self._fanout.close()
        await self.store.close()

    # ---- rooms -------------------------------------------------------------------------------------------

    @property
    def rooms(self) -> int:
        """How many games are in memory."""
        return len(self._rooms)

    def in_memory(self, game: str) -> Room | None:
        """The room of a game, if it is in memory."""
        return self._rooms.get(game)

    async def room(self, game: str) -> Room:
        """The room of a game, from memory or from the store; refused if there is no such game."""
        if game in self._rooms:
            return self._rooms[game]
        async with self._loading.setdefault(game, asyncio.Lock()):
            if game not in self._rooms:
                await self._load(await self.store.game(game))
        self._loading.pop(game, None)
        return self._rooms[game]

    @asynccontextmanager
    async def turn_at(self, game: str) -> AsyncIterator[Room]:
        """The room of a game with the turn in it; one that is put away meanwhile is fetched again."""
        while True:
            room = await self.room(game)
            async with room.at_rest():
                if not room.is_closed:
                    yield room
                    return

    async def _load(self, row: GameRow) -> None:
        room = Room(row, self)
        await room.load()
        room.is_restored = room.game_log.number > 0
        self._rooms[row.id] = room
        self._autoplay[row.id] = Autoplay(room)
        self._autoplay[row.id].look()

    async def put_away(self, room: Room) -> None:
        """Let a room leave memory; its game stays in the store."""
        autoplay = self._autoplay.get(room.id)
        if autoplay is not None:
            await autoplay.close()
        async with room.turn:
            if room.is_closed:
                return
            try:
                await room.keep()
            except Exception:
                LOG.exception("No snapshot of %s was kept; its steps are there.", room.id)
            if any(link.is_open for link in room.links):
                # Somebody came while it was being put away.
                if autoplay is not None:
                    autoplay.look()
                return
            room.is_closed = True
            # It knows its automatic players and they know it: parted, both leave memory by themselves.
            room.after_change.clear()
            self._autoplay.pop(room.id, None)
            self._rooms.pop(room.id, None)
            HOUSEKEEPING.note_useless()

    async def forget(self, room: Room) -> None:
        """A game that could not begin is gone, as far as the store can say so."""
        await self.put_away(room)
        with suppress(Unwritten):
            await self.store.drop_game(room.id)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            try:
                await self.sweep()
            except Exception:
                # Without room on the disk, say; the next look may find some.
                LOG.exception("The rooms could not be swept.")

    async def sweep(self) -> None:
        """Put idle rooms away; report on who is here where other servers listen; let the store tidy up."""
        for room in list(self._rooms.values()):
            is_done = room.game_log.status in ("over", "ended")
            is_idle = not room.links and (is_done or time.monotonic() - room.used > self.settings.idle)
            if is_idle and not self._autoplay[room.id].is_busy:
                await self.put_away(room)
            elif room.links and self.settings.has_company:
                acting.count(room)
        await self.store.tidy()
        is_quiet = all(time.monotonic() - room.used > QUIET for room in self._rooms.values())
        HOUSEKEEPING.look(is_quiet)

    async def open_seats(self) -> tuple[str, int]:
        """How many seats of listed games are open, and the book of the last of these games."""
        book, count = "", 0
        for row in await self.store.listed_games(self.settings.most_games_in_list):
            seats = read_card(row.card).seats
            is_open = sum(one.who == "open" for one in seats) if row.status in ("gathering", "running") else 0
            book, count = book or (row.book if is_open else ""), count + is_open
        return book, count

    async def enter(self, link: Link, since: int | None) -> Room:
        """A device comes into the room of its game."""
        while True:
            room = await self.room(link.device.game)
            if await acting.enter(room, link, since):
                return room

    # ---- devices -----------------------------------------------------------------------------------------

    async def device(self, token: str) -> Device | None:
        """The device that holds this token."""
        row = await self.store.device(hash_of(token))
        return None if row is None else device_of(row)

    # ---- other servers -----------------------------------------------------------------------------------

    def spread(self, notice: dict[str, Any]) -> None:
        """Tell other servers, if there are any."""
        if self.settings.has_company:
            self._fanout.tell(notice)

    async def _hear(self, notice: dict[str, Any]) -> None:
        room = self._rooms.get(str(notice.get("game")))
        if room is None:
            return
        match notice:
            case {"kind": "step", "number": int(number)}:
                if number > room.game_log.number:
                    await room.catch_up()
                asyncio.get_running_loop().call_later(PATIENCE, self._look, room.id)
            case {"kind": "presence", "seats": list(seats), "watchers": int(watchers)}:
                if room.presence.hear(str(notice["server"]), tuple(seats), watchers, 3 * SWEEP):
                    room.tell_presence()
            case {"kind": "said", "by": str(by), "words": str(words)}:
                room.send_to_all(Said(room.id, by, words), Link.send_word)

    def _look(self, game: str) -> None:
        if game in self._autoplay:
            self._autoplay[game].look()
