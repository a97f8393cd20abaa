"""Small things over HTTP: health, QR codes, puzzles, opened files and the neighbours."""

from __future__ import annotations

import io
from functools import partial
from typing import TYPE_CHECKING, Annotated

import segno
from litestar import Controller, Response, get, post
from litestar.params import FromPath, PathParameter

from sandtable.kernel.records.save import program_version
from sandtable.kernel.refusal import refuse
from sandtable.server.access.rights import CODE_LENGTH, LETTERS, read_code
from sandtable.server.files.opened import open_file
from sandtable.server.files.puzzles import Puzzles
from sandtable.server.files.workers import FileWorkers, deadline
from sandtable.server.rooms.all_rooms import AllRooms
from sandtable.server.routes.bodies import Health, NearbyGame, PuzzleCard, Replay
from sandtable.server.routes.descriptions import REFUSED
from sandtable.server.routes.errors import missing
from sandtable.server.routes.games import AnyRequest, EyesWanted, link_of
from sandtable.server.routes.packing import Packed, accepted_by, packed
from sandtable.server.settings import LARGEST_UPLOAD, Settings
from sandtable.server.wire.protocol import VERSION
from sandtable.table.showing import Showing

if TYPE_CHECKING:
    # Zeroconf is a part of its own: a server that nobody looks for does without it.
    from sandtable.server.nearby import Nearby

FILE_MAY_TAKE = 20.0
"""Seconds in which an opened file must be understood."""


class Utilities(Controller):
    """What belongs to no single game."""

    path = "/api"
    tags = ["utilities"]

    @get("/health", responses=REFUSED)
    async def health(self, request: AnyRequest) -> Health:
        """Whether the server is well."""
        all_rooms: AllRooms = request.app.state.all_rooms
        return Health(True, program_version(), VERSION, all_rooms.rooms)

    @get("/nearby", responses=REFUSED)
    async def nearby(self, request: AnyRequest) -> list[NearbyGame]:
        """Servers on this network with games to join."""
        near: Nearby | None = request.app.state.nearby
        return [] if near is None else near.games

    @get("/codes/{code:str}/qr.svg", media_type="image/svg+xml", responses=REFUSED)
    async def qr(
        self, request: AnyRequest, code: Annotated[str, PathParameter(max_length=12)]
    ) -> Response[bytes]:
        """The link to join by a code, as a QR code."""
        letters = read_code(code)
        if len(letters) != CODE_LENGTH or not set(letters) <= set(LETTERS):
            raise missing("This is no code.", f"A code has {CODE_LENGTH} letters.")
        return Response(qr_svg(f"{link_of(request)}/join/{letters}"), media_type="image/svg+xml")

    @get("/players", responses=REFUSED)
    async def players(self, request: AnyRequest) -> list[str]:
        """The names of players that this server has besides our own, for the field `player` of a seat."""
        settings: Settings = request.app.state.settings
        return list(settings.players)

    @get("/puzzles", sync_to_thread=True, responses=REFUSED)
    def puzzles(self, request: AnyRequest) -> list[PuzzleCard]:
        """Cases that can be played from their position."""
        puzzles: Puzzles = request.app.state.puzzles
        return list(puzzles.cards())

    @get("/puzzles/{puzzle:path}", sync_to_thread=True, responses=REFUSED)
    def puzzle(self, request: AnyRequest, puzzle: FromPath[str]) -> Showing | None:
        """The table of a puzzle before it is played, to be looked at."""
        puzzles: Puzzles = request.app.state.puzzles
        showing = puzzles.showing(puzzle.strip("/"))
        return showing if isinstance(showing, Showing) else None

    @post("/replays", status_code=200, request_max_body_size=LARGEST_UPLOAD, responses=REFUSED)
    async def open_file(self, request: AnyRequest, watch: EyesWanted = None) -> Response[Replay]:
        """Open a record, a position or a case; the body is the file. `watch` is a seat, or "all"."""
        file_workers: FileWorkers = request.app.state.file_workers
        opened = partial(_opened, await request.body(), watch, accepted_by(request))
        return (await file_workers.do(opened, FILE_MAY_TAKE)).response()


def _opened(body: bytes, watch: str | None, accepted: str) -> Packed:
    try:
        text = body.decode()
    except UnicodeDecodeError:
        raise refuse("", "This is no text in UTF-8.", "Send the file as it is.") from None
    if not text.strip():
        raise refuse("", "The file is empty.", "Send a record, a position or a case.")
    replay = open_file(text, watch, largest=LARGEST_UPLOAD, still=deadline(FILE_MAY_TAKE))
    return packed(replay, accepted)


def qr_svg(link: str) -> bytes:
    """A link as a QR code, as a picture that stands alone."""
    written = io.BytesIO()
    segno.make(link, error="m").save(written, kind="svg", scale=8, border=2, svgclass=None, lineclass=None)
    return written.getvalue()
