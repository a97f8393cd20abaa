"""Battle reports over HTTP, of games that are over and of records that somebody sends."""

from __future__ import annotations

import asyncio
from functools import lru_cache, partial

from litestar import Controller, Response, get, post

from sandtable.kernel.record import record_from_text
from sandtable.kernel.refusal import refuse
from sandtable.kernel.save import nonsense_refused
from sandtable.reports.battle import Report, report_of
from sandtable.reports.page import fonts_in, page_of
from sandtable.server.aside import Aside, deadline
from sandtable.server.described import DEVICE, REFUSED, UNKNOWN_DEVICE
from sandtable.server.errors import forbidden
from sandtable.server.games import AnyRequest, Id, holder
from sandtable.server.hall import Hall
from sandtable.server.records import record_file
from sandtable.server.replays import MOST_LINES
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
    async def of_game(self, request: AnyRequest, game: Id) -> Report:
        """The report of a game that is over."""
        return await _in_time(request, await _record(request, game))

    @get("/games/{game:str}/report/page", media_type="text/html", responses=UNKNOWN_DEVICE, security=DEVICE)
    async def page_of_game(self, request: AnyRequest, game: Id) -> Response[str]:
        """The same as one page that stands alone."""
        return await _page(request, await _record(request, game))

    @post("/reports", status_code=200, request_max_body_size=LARGEST_UPLOAD, responses=REFUSED)
    async def of_file(self, request: AnyRequest) -> Report:
        """The report of a record; the body is the file."""
        return await _in_time(request, await _body(request))

    @post(
        "/reports/page",
        status_code=200,
        request_max_body_size=LARGEST_UPLOAD,
        media_type="text/html",
        responses=REFUSED,
    )
    async def page_of_file(self, request: AnyRequest) -> Response[str]:
        """The report of a record as one page that stands alone."""
        return await _page(request, await _body(request))


async def _record(request: AnyRequest, game: str) -> str:
    device, hall = await holder(request, game), request.app.state.hall
    assert isinstance(hall, Hall)
    room = await hall.room(device.game)
    async with room.at_rest():
        if room.course.play.result is None:
            raise forbidden("The game is not over.", "Ask again after its end.")
        record = await asyncio.to_thread(record_file, room.course.play, None)
    return record.decode()


async def _body(request: AnyRequest) -> str:
    try:
        text = (await request.body()).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise refuse("", "This is no text in UTF-8.", "Send the record as it is.") from None
    if text.count("\n") > MOST_LINES:
        raise refuse("", "record: it has too many lines.", f"At most {MOST_LINES} are read.")
    return text


@lru_cache(KEPT)
def _report(record: str) -> Report:
    with nonsense_refused("record"):
        return report_of(record_from_text(record), deadline(REPORT_MAY_TAKE))


async def _page(request: AnyRequest, record: str) -> Response[str]:
    settings: Settings = request.app.state.settings
    report = await _in_time(request, record)
    headers = {"content-disposition": f'attachment; filename="{report.book}-report.html"'}
    return Response(page_of(report, fonts_in(settings.page)), media_type="text/html", headers=headers)


async def _in_time(request: AnyRequest, record: str) -> Report:
    aside: Aside = request.app.state.aside
    return await aside.do(partial(_report, record), REPORT_MAY_TAKE)
