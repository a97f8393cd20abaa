"""Battle reports over HTTP, of games that are over and of records that somebody sends."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

from litestar import Controller, Response, get, post

from sandtable.kernel.records.record import record_from_text
from sandtable.kernel.records.save import nonsense_refused
from sandtable.kernel.refusal import refuse
from sandtable.reports.battle import Report, report_of
from sandtable.reports.page import fonts_in, page_of
from sandtable.server.files.opened import MOST_LINES
from sandtable.server.files.records import record_file
from sandtable.server.files.workers import FileWorkers, deadline
from sandtable.server.rooms.all_rooms import AllRooms
from sandtable.server.routes.descriptions import DEVICE, REFUSED, UNKNOWN_DEVICE
from sandtable.server.routes.errors import forbidden
from sandtable.server.routes.games import AnyRequest, Id, holder
from sandtable.server.routes.packing import Packed, accepted_by, packed
from sandtable.server.settings import LARGEST_UPLOAD, Settings

REPORT_MAY_TAKE = 60.0
"""Seconds in which a game must have been played again."""
KEPT = 8
"""How many reports are remembered, for those who read one and then save it."""


class Reporting(Controller):
    """What is told after a battle."""

    path = "/api"
    tags = ["reports"]

    @get("/games/{game:str}/report", responses=UNKNOWN_DEVICE, security=DEVICE)
    async def of_game(self, request: AnyRequest, game: Id) -> Response[Report]:
        """The report of a game that is over."""
        return await _in_time(request, await _record(request, game), _as_data)

    @get("/games/{game:str}/report/page", media_type="text/html", responses=UNKNOWN_DEVICE, security=DEVICE)
    async def page_of_game(self, request: AnyRequest, game: Id) -> Response[str]:
        """The same as one page that stands alone."""
        return await _in_time(request, await _record(request, game), _as_page)

    @post("/reports", status_code=200, request_max_body_size=LARGEST_UPLOAD, responses=REFUSED)
    async def of_file(self, request: AnyRequest) -> Response[Report]:
        """The report of a record; the body is the file."""
        return await _in_time(request, await request.body(), _as_data)

    @post(
        "/reports/page",
        status_code=200,
        request_max_body_size=LARGEST_UPLOAD,
        media_type="text/html",
        responses=REFUSED,
    )
    async def page_of_file(self, request: AnyRequest) -> Response[str]:
        """The report of a record as one page that stands alone."""
        return await _in_time(request, await request.body(), _as_page)


async def _record(request: AnyRequest, game: str) -> bytes:
    device, all_rooms = await holder(request, game), request.app.state.all_rooms
    assert isinstance(all_rooms, AllRooms)
    room = await all_rooms.room(device.game)
    async with room.at_rest():
        if room.game_log.play.result is None:
            raise forbidden("The game is not over.", "Ask again after its end.")
        return await room.beside(partial(record_file, room.game_log.play, None))


def _text(body: bytes) -> str:
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise refuse("", "This is no text in UTF-8.", "Send the record as it is.") from None
    if text.count("\n") > MOST_LINES:
        raise refuse("", "record: it has too many lines.", f"At most {MOST_LINES} are read.")
    return text


@lru_cache(KEPT)
def _report(record: str) -> Report:
    with nonsense_refused("record"):
        return report_of(record_from_text(record), deadline(REPORT_MAY_TAKE))


def _as_data(report: Report, _settings: Settings, accepted: str) -> Packed:
    return packed(report, accepted)


def _as_page(report: Report, settings: Settings, accepted: str) -> Packed:
    headers = {"content-disposition": f'attachment; filename="{report.book}-report.html"'}
    return packed(page_of(report, fonts_in(settings.page)), accepted, "text/html; charset=utf-8", headers)


Form = Callable[[Report, Settings, str], Packed]


async def _in_time(request: AnyRequest, record: bytes, form: Form) -> Response[Any]:
    file_workers: FileWorkers = request.app.state.file_workers
    settings, accepted = request.app.state.settings, accepted_by(request)

    def work_out() -> Packed:
        return form(_report(_text(record)), settings, accepted)

    return (await file_workers.do(work_out, REPORT_MAY_TAKE)).response()
