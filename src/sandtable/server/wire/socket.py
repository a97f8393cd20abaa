"""The play socket: frames in, messages out."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect, WebSocketException

from sandtable.kernel.refusal import Refused, refuse
from sandtable.server.access.allowance import Allowance
from sandtable.server.access.callers import address_of
from sandtable.server.access.rights import Device
from sandtable.server.rooms import acting
from sandtable.server.rooms.all_rooms import AllRooms
from sandtable.server.rooms.intending import MOST_ANSWERS
from sandtable.server.rooms.room import Room
from sandtable.server.routes.errors import unknown
from sandtable.server.wire.link import Link
from sandtable.server.wire.projection import WATCHER, Viewer
from sandtable.server.wire.protocol import Enter, FromClient, GivePlan

LOG = logging.getLogger(__name__)

TIME_TO_ENTER = 20.0
"""Seconds in which a new connection must say who it is."""
MOST_NONSENSE = 100
"""After so many frames that say nothing a connection is closed."""

_DECODER = msgspec.json.Decoder(FromClient)

Socket = WebSocket[Any, Any, Any]


class TooMuch(Exception):
    """A client says more than anybody can listen to."""


class Patience:
    """How much a connection may still say, and how much of it may be nonsense."""

    def __init__(self, allowance: Allowance) -> None:
        self.allowance = allowance
        """Of its address at first, of its device as soon as that is known."""
        self._nonsense = 0

    async def spend(self, answers: int = 1) -> None:
        """A frame came; a client that says too much has to wait, and always for others to have their turn."""
        await asyncio.sleep(max(self.allowance.owe() for _ in range(answers)))

    def note_nonsense(self) -> None:
        """A frame could not be read; raises `TooMuch` if it was not the first of very many."""
        self._nonsense += 1
        if self._nonsense > MOST_NONSENSE:
            raise TooMuch("too many messages that cannot be read")


def read_frame(frame: str | bytes) -> FromClient:
    """The message of a frame; anything else is refused with the reason."""
    try:
        message: FromClient = _DECODER.decode(frame)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as broken:
        reason = f"This message cannot be read: {broken}."
        raise refuse("", reason[:300], "Send one JSON object with a type, as the protocol says.") from None
    return message


def first_eyes(device: Device, wanted: str | None) -> Viewer:
    """The eyes through which a device sees when it comes in."""
    if wanted is not None:
        return None if wanted == WATCHER else wanted
    return device.seats[0] if device.seats else None


@websocket("/api/play")
async def play(socket: Socket) -> None:
    """One device plays or watches."""
    all_rooms: AllRooms = socket.app.state.all_rooms
    await socket.accept()
    link: Link | None = None
    room: Room | None = None
    writing: asyncio.Task[None] | None = None
    patience = Patience(all_rooms.frames.of(address_of(socket)))
    try:
        link, room = await _enter(socket, all_rooms, patience)
        writing = asyncio.create_task(_write(socket, link))
        await _listen(socket, room, link, patience)
    except TooMuch as much:
        await _close(socket, 1008, str(much))
    except TimeoutError:
        await _close(socket, 1008, "nobody entered")
    except (WebSocketDisconnect, WebSocketException):
        LOG.debug("A socket was closed.")
    finally:
        if room is not None and link is not None:
            await acting.leave(room, link)
        if writing is not None:
            writing.cancel()
            with suppress(asyncio.CancelledError):
                await writing


async def _enter(socket: Socket, all_rooms: AllRooms, patience: Patience) -> tuple[Link, Room]:
    """Wait until the device has said who it is."""
    while True:
        frame = await asyncio.wait_for(_receive(socket), TIME_TO_ENTER)
        await patience.spend()
        try:
            message = read_frame(frame)
            if not isinstance(message, Enter):
                raise refuse("", "This device has not entered.", "Send enter with its token first.")
            device = await all_rooms.device(message.token)
            if device is None:
                raise unknown()
            patience.allowance = all_rooms.frames.of(device.token)
            link = Link(device, first_eyes(device, message.watch), all_rooms.settings.most_waiting)
            return link, await all_rooms.enter(link, message.since)
        except Refused as refused:
            patience.note_nonsense()
            await socket.send_data(msgspec.json.encode(acting.refused_as("", refused, about="enter")), "text")


async def _listen(socket: Socket, room: Room, link: Link, patience: Patience) -> None:
    while link.is_open:
        frame = await _receive(socket)
        await patience.spend()
        try:
            message = read_frame(frame)
        except Refused as refused:
            link.send(acting.refused_as(room.id, refused))
            patience.note_nonsense()
            continue
        if isinstance(message, GivePlan) and 1 < len(message.answers) <= MOST_ANSWERS:
            # A plan says as much as its answers would one by one.
            await patience.spend(len(message.answers) - 1)
        await acting.act(room, link, message)


async def _receive(socket: Socket) -> str | bytes:
    """One frame, whichever kind it is."""
    event = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(detail="disconnect", code=event.get("code", 1000))
    text, data = event.get("text"), event.get("bytes")
    return text if isinstance(text, str) else data if isinstance(data, bytes) else b""


async def _write(socket: Socket, link: Link) -> None:
    with suppress(WebSocketDisconnect, WebSocketException, RuntimeError, OSError):
        async for message in link.messages():
            await socket.send_data(message, "text")
    link.close()
    await _close(socket, 1013, "the connection was let go; come back and resume")


async def _close(socket: Socket, code: int, reason: str) -> None:
    with suppress(Exception):
        await socket.close(code=code, reason=reason)
