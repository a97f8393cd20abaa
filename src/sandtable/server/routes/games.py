"""Games over HTTP: created, listed, joined, watched as a stream, answered, and told of afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, delete, get, post
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter
from litestar.response import Stream

from sandtable.kernel.book import find_book
from sandtable.kernel.dice import commitment_to
from sandtable.kernel.refusal import Refused
from sandtable.reports.luck import LuckAccount, luck_of, rolls_of
from sandtable.server.access.callers import address_of
from sandtable.server.access.rights import Device, read_code
from sandtable.server.files.records import record_file
from sandtable.server.rooms import acting
from sandtable.server.rooms.all_rooms import AllRooms
from sandtable.server.rooms.cards import Card, read_card
from sandtable.server.rooms.lobby import Lobby, once_more
from sandtable.server.rooms.room import Room
from sandtable.server.routes.bodies import (
    AnswerForm,
    GameCard,
    Invitation,
    Inviting,
    Joined,
    Joining,
    NewGame,
    Reasons,
)
from sandtable.server.routes.descriptions import DEVICE, FORGOTTEN, REFUSED, UNKNOWN_DEVICE
from sandtable.server.routes.errors import forbidden, unknown
from sandtable.server.routes.packing import Packed, accepted_by, packed
from sandtable.server.storage.steps import Answered, read_step
from sandtable.server.storage.store import GameRow, StepRow
from sandtable.server.wire.greeting import seats_of
from sandtable.server.wire.link import Link
from sandtable.server.wire.protocol import Accepted, GiveAnswer, Pong, Status
from sandtable.server.wire.socket import first_eyes

STREAM_BEAT = 10.0
"""Seconds after which a silent stream says that it is alive."""

CODES, NEW_GAMES = "codes were tried", "games were created"

AnyRequest = Request[Any, Any, Any]
Id = Annotated[str, PathParameter(max_length=40)]
EyesWanted = Annotated[str | None, QueryParameter(max_length=40)]
CodeTried = Annotated[str | None, QueryParameter(max_length=40)]


class Games(Controller):
    """Games and the devices at them."""

    path = "/api"
    tags = ["games"]
    response_headers = FORGOTTEN

    @post("/games", responses=REFUSED)
    async def create(self, request: AnyRequest, data: JSONBody[NewGame]) -> Joined:
        """Create a game; the reply holds the token of the device that did."""
        _lobby(request).check_tries(address_of(request), NEW_GAMES)
        return await _lobby(request).create(data, link_of(request))

    @get("/games", responses=REFUSED)
    async def listed(self, request: AnyRequest, code: CodeTried = None) -> list[GameCard]:
        """The games that everybody may see, the last played first; with six letters, the one they open."""
        all_rooms = _hall(request)
        if code is None:
            rows = await all_rooms.store.listed_games(all_rooms.settings.most_games_in_list)
        else:
            _lobby(request).check_tries(address_of(request), CODES)
            found = await all_rooms.store.game_by_code(read_code(code))
            rows = [] if found is None else [found]
        return [
            _card(row, all_rooms.in_memory(row.id), is_hurt=row.id in all_rooms.store.hurt) for row in rows
        ]

    @get("/games/{game:str}", responses=UNKNOWN_DEVICE, security=DEVICE)
    async def one(self, request: AnyRequest, game: Id) -> GameCard:
        """One game, to a device that is at it."""
        device = await holder(request, game)
        room = await _hall(request).room(device.game)
        return _card(await _hall(request).store.game(game), room)

    @post("/join", responses=REFUSED)
    async def join(self, request: AnyRequest, data: JSONBody[Joining]) -> Joined:
        """Join by the six letters of a game or of an invitation."""
        _lobby(request).check_tries(address_of(request), CODES)
        return await _lobby(request).join(data, link_of(request))

    @post("/games/{game:str}/invitations", responses=UNKNOWN_DEVICE, security=DEVICE)
    async def invite(self, request: AnyRequest, game: Id, data: JSONBody[Inviting]) -> Invitation:
        """A code for one more device at a seat."""
        return await _lobby(request).invite(await holder(request, game), data, link_of(request))

    @delete("/games/{game:str}/seats/{seat:str}", responses=UNKNOWN_DEVICE, security=DEVICE)
    async def free(self, request: AnyRequest, game: Id, seat: Id) -> None:
        """Free a seat, so that another device may join in it."""
        await _lobby(request).free(await holder(request, game), seat)

    @get(
        "/games/{game:str}/stream",
        media_type="application/x-ndjson",
        responses=UNKNOWN_DEVICE,
        security=DEVICE,
    )
    async def stream(
        self, request: AnyRequest, game: Id, since: FromQuery[int | None] = None, watch: EyesWanted = None
    ) -> Stream:
        """The messages of the play socket as JSON lines, for as long as the connection lasts."""
        device, all_rooms = await holder(request, game), _hall(request)
        link = Link(device, first_eyes(device, watch), all_rooms.settings.most_waiting)
        room = await all_rooms.enter(link, since)
        return Stream(_lines(room, link), media_type="application/x-ndjson")

    @post("/games/{game:str}/answers", status_code=200, responses=UNKNOWN_DEVICE, security=DEVICE)
    async def answer(self, request: AnyRequest, game: Id, data: JSONBody[AnswerForm]) -> Accepted:
        """Answer the open question of a seat without a socket."""
        device = await holder(request, game)
        given = GiveAnswer(seat=data.seat, number=data.number, answer=data.answer)
        async with _hall(request).turn_at(device.game) as room:
            await room.renew(device)
            await acting.answer(room, device, given)
            # A player without a socket is away between two answers, and not gone.
            room.hold([data.seat])
        return Accepted(room.id, 0, "answer", data.number)

    @get(
        "/games/{game:str}/record",
        media_type="application/x-ndjson",
        responses=UNKNOWN_DEVICE,
        security=DEVICE,
    )
    async def record(self, request: AnyRequest, game: Id, watch: EyesWanted = None) -> Response[bytes]:
        """The record of a game; while it runs only what the asking device's seat knows."""
        device = await holder(request, game)
        room = await _hall(request).room(device.game)
        async with room.at_rest():
            await room.renew(device)
            viewer = first_eyes(device, watch)
            _check_eyes(room, device, viewer)
            headers = {
                "content-disposition": f'attachment; filename="{room.plan.book}-{room.code}.sandtable"'
            }
            accepted = accepted_by(request)

            def record() -> Packed:
                written = record_file(room.game_log.play, viewer)
                return packed(written, accepted, "application/x-ndjson", headers)

            return (await room.beside(record)).response()

    @get("/games/{game:str}/luck", responses=UNKNOWN_DEVICE, security=DEVICE)
    async def luck(self, request: AnyRequest, game: Id, watch: EyesWanted = None) -> list[LuckAccount]:
        """Rolled against expected, seat by seat, from the dice that the eyes of this device have seen."""
        device = await holder(request, game)
        room = await _hall(request).room(device.game)
        async with room.at_rest():
            await room.renew(device)
            viewer = first_eyes(device, watch)
            _check_eyes(room, device, viewer)
            events = room.game_log.play.events(0, viewer)
        return await asyncio.to_thread(luck_of, events, rolls_of(events), room.game_log.seats)

    @get("/games/{game:str}/again", responses=UNKNOWN_DEVICE, security=DEVICE)
    async def again(self, request: AnyRequest, game: Id) -> NewGame:
        """The game as this device would lay it out once more, after its end."""
        device = await holder(request, game)
        room = await _hall(request).room(device.game)
        async with room.at_rest():
            await room.renew(device)
            return once_more(room, device)

    @get("/games/{game:str}/reasons", responses=UNKNOWN_DEVICE, security=DEVICE)
    async def reasons(self, request: AnyRequest, game: Id) -> list[Reasons]:
        """What the automatic players thought, once the game is over."""
        device = await holder(request, game)
        room = await _hall(request).room(device.game)
        async with room.at_rest():
            if room.game_log.status != "over":
                raise forbidden("The game is not over.", "Ask again after its end.")
            rows = await _hall(request).store.steps(room.id)
        return await asyncio.to_thread(_reasons_in, rows)


def _reasons_in(rows: list[StepRow]) -> list[Reasons]:
    steps = [read_step(row.body) for row in rows]
    return [
        Reasons(one.seat, one.answer, one.reasons, one.rules)
        for one in steps
        if isinstance(one, Answered) and one.reasons
    ]


async def holder(request: AnyRequest, game: str) -> Device:
    """The device that asks; it must be at this game."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    device = await _hall(request).device(token.strip()) if scheme.lower() == "bearer" else None
    if device is None or device.game != game:
        raise unknown()
    return device


def link_of(request: AnyRequest) -> str:
    """The address under which this server was called."""
    return str(request.base_url).rstrip("/")


def _hall(request: AnyRequest) -> AllRooms:
    all_rooms: AllRooms = request.app.state.all_rooms
    return all_rooms


def _lobby(request: AnyRequest) -> Lobby:
    lobby: Lobby = request.app.state.lobby
    return lobby


def _check_eyes(room: Room, device: Device, viewer: str | None) -> None:
    acting.check_eyes(room, Link(device, viewer, 1), viewer)


def _card(row: GameRow, room: Room | None, *, is_hurt: bool = False) -> GameCard:
    """A game as the store knows it, or as it is right now where it is in memory."""
    plan = msgspec.json.decode(row.plan, type=NewGame)
    kept = read_card(row.card)
    if room is not None:
        kept = Card(seats_of(room), room.words())
    try:
        book = find_book(row.book)
        title, scenarios = book.title, {one.id: one.title for one in book.offers().scenarios}
    except Refused:
        title, scenarios = row.book, {}
    return GameCard(
        game=row.id,
        book=row.book,
        title=title,
        scenario=plan.scenario or "",
        scenario_title=scenarios.get(plan.scenario or "", ""),
        status=msgspec.convert(row.status, Status) if room is None else room.status,
        seats=kept.seats,
        open_seats=tuple(one.seat for one in kept.seats if one.who == "open"),
        code=row.code,
        created=_utc(row.created),
        played=_utc(row.played),
        words="damaged on the disk; it cannot be opened" if is_hurt else kept.words,
        commitment=commitment_to(row.secret) if plan.dice == "sealed" else "",
    )


def _utc(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


async def _lines(room: Room, link: Link) -> AsyncIterator[bytes]:
    messages = link.messages()
    waiting: asyncio.Task[bytes] | None = None
    try:
        while True:
            if waiting is None:
                waiting = asyncio.ensure_future(anext(messages))
            done, _ = await asyncio.wait({waiting}, timeout=STREAM_BEAT)
            if not done:
                beat = Pong(room.id, 0, room.eyes_of(link.viewer).number)
                yield msgspec.json.encode(beat) + b"\n"
                continue
            line, waiting = waiting.result(), None
            yield line + b"\n"
    except StopAsyncIteration:
        return
    finally:
        if waiting is not None:
            waiting.cancel()
        await acting.leave(room, link)
