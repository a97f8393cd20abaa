"""The server as one application."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from litestar import Litestar, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from sandtable.kernel.records.save import program_version
from sandtable.kernel.refusal import Refusal, Refused
from sandtable.server.access.callers import address_of
from sandtable.server.access.guard import LOCAL_NAMES, Guard, own_names
from sandtable.server.files.puzzles import Puzzles
from sandtable.server.files.workers import FileWorkers
from sandtable.server.rooms.all_rooms import AllRooms
from sandtable.server.rooms.lobby import Lobby
from sandtable.server.routes.bodies import Refusals
from sandtable.server.routes.books import BookRoutes, open_books
from sandtable.server.routes.descriptions import COMPONENTS
from sandtable.server.routes.errors import Damaged, Forbidden, Missing, Unknown, Unwritten
from sandtable.server.routes.games import Games
from sandtable.server.routes.packing import BY_HAND, LEVEL
from sandtable.server.routes.page import Page, page
from sandtable.server.routes.reports import Reporting
from sandtable.server.routes.schemas import Schemas
from sandtable.server.routes.sheets import Sheets
from sandtable.server.routes.utilities import Utilities
from sandtable.server.settings import Settings
from sandtable.server.wire.socket import play

if TYPE_CHECKING:
    from sandtable.server.nearby import Nearby

LOG = logging.getLogger(__name__)

AnyRequest = Request[Any, Any, Any]

SEE_DESCRIPTION = "Send what /schema/openapi.json describes."
WORDS = {
    404: ("There is nothing at this address.", "Look at /schema/openapi.json for what there is."),
    405: ("Nothing is done here in this way.", SEE_DESCRIPTION),
    413: ("This is too large.", "Send less."),
    429: ("Too many requests come from here.", "Wait a minute."),
}
"""What is said, and what would be right, where HTTP has only a number for it."""


def create_app(settings: Settings) -> Guard:
    """The server with these settings, behind its doorkeeper."""

    def names() -> Iterable[str]:
        return own_names(settings.host_names) if settings.lan else {*LOCAL_NAMES, *settings.host_names}

    return Guard(inner_app(settings), names)


def inner_app(settings: Settings) -> Litestar:
    """The application itself."""
    all_rooms, file_workers, puzzles = AllRooms(settings), FileWorkers(), Puzzles(settings.cases)
    near = _neighbours(settings)
    state = {
        "all_rooms": all_rooms,
        "file_workers": file_workers,
        "lobby": Lobby(all_rooms, puzzles),
        "puzzles": puzzles,
        "nearby": near,
        "settings": settings,
        "page": Page(settings.page),
    }
    return Litestar(
        route_handlers=[BookRoutes, Games, Utilities, Reporting, Schemas, Sheets, play, page],
        lifespan=[lambda _app: _running(all_rooms, file_workers, near)],
        state=State(state),
        openapi_config=OpenAPIConfig(
            title="Sandtable",
            version=program_version(),
            description="Games from rulebooks: set up over HTTP, played over a socket.",
            render_plugins=[JsonRenderPlugin()],
            use_handler_docstrings=True,
            components=COMPONENTS,
        ),
        middleware=[_limit(settings).middleware],
        compression_config=CompressionConfig("gzip", gzip_compress_level=LEVEL, exclude=BY_HAND),
        request_max_body_size=settings.largest_body,
        exception_handlers={
            Refused: _refused,
            HTTPException: _http,
            RecursionError: _too_deep,
            Exception: _failed,
        },
        logging_config=None,
        debug=False,
    )


def _neighbours(settings: Settings) -> Nearby | None:
    """Ear and voice on the local network, where this server is to be found there."""
    if not settings.announce:
        return None
    # Zeroconf is a part of its own: a server that nobody looks for does without it.
    from sandtable.server.nearby import Nearby

    return Nearby(settings.port)


def _limit(settings: Settings) -> RateLimitConfig:
    return RateLimitConfig(("minute", settings.requests_per_minute), identifier_for_request=address_of)


@asynccontextmanager
async def _running(
    all_rooms: AllRooms, file_workers: FileWorkers, near: Nearby | None
) -> AsyncIterator[None]:
    """From the first call to the last: the store is open, and the network is told."""
    open_books()
    await all_rooms.open()
    announcing = None
    if near is not None:
        await near.open()
        announcing = asyncio.create_task(near.keep_announcing(all_rooms.open_seats))
    try:
        yield
    finally:
        if announcing is not None:
            announcing.cancel()
        if near is not None:
            await near.close()
        file_workers.close()
        await all_rooms.close()


def _reply(status: int, *reasons: Refusal) -> Response[Any]:
    return Response(Refusals(reasons), status_code=status, media_type="application/json")


def _refused(_request: AnyRequest, refused: Refused) -> Response[Any]:
    kinds = {Missing: 404, Forbidden: 403, Unknown: 401, Unwritten: 507, Damaged: 503}
    return _reply(kinds.get(type(refused), 400), *refused.refusals)


def _http(_request: AnyRequest, broken: HTTPException) -> Response[Any]:
    more = broken.extra if isinstance(broken.extra, list) else []
    reasons = [Refusal("", f"{one.get('key', '')}: {one.get('message', '')}", "") for one in more if one]
    said, remedy = WORDS.get(broken.status_code, ("", SEE_DESCRIPTION))
    detail = said or (broken.detail if broken.status_code < 500 else "The server failed.")
    return _reply(broken.status_code, Refusal("", detail, remedy), *reasons)


def _too_deep(_request: AnyRequest, _broken: RecursionError) -> Response[Any]:
    return _reply(400, Refusal("", "What was sent is nested too deeply.", SEE_DESCRIPTION))


def _failed(request: AnyRequest, broken: Exception) -> Response[Any]:
    LOG.error("A request to %s failed.", request.url.path, exc_info=broken)
    return _reply(500, Refusal("", "The server failed.", "Try again."))
