"""Set-up sheets over HTTP: the table of a game for those who play it with real miniatures."""

from __future__ import annotations

from litestar import Controller, Response, get

from sandtable.reports.page import fonts_in
from sandtable.reports.sheet import sheet_of
from sandtable.server.rooms import acting
from sandtable.server.rooms.all_rooms import AllRooms
from sandtable.server.routes.descriptions import DEVICE, FORGOTTEN, UNKNOWN_DEVICE
from sandtable.server.routes.games import AnyRequest, EyesWanted, Id, holder
from sandtable.server.routes.packing import Packed, accepted_by, packed
from sandtable.server.settings import Settings
from sandtable.server.wire.link import Link
from sandtable.server.wire.socket import first_eyes


class Sheets(Controller):
    """What is laid out before a battle on a real table."""

    path = "/api"
    tags = ["reports"]
    response_headers = FORGOTTEN

    @get("/games/{game:str}/sheet", media_type="text/html", responses=UNKNOWN_DEVICE, security=DEVICE)
    async def of_game(self, request: AnyRequest, game: Id, watch: EyesWanted = None) -> Response[str]:
        """The table as the asking device's seat sees it, as one page that stands alone."""
        device, all_rooms = await holder(request, game), request.app.state.all_rooms
        assert isinstance(all_rooms, AllRooms)
        settings: Settings = request.app.state.settings
        room = await all_rooms.room(device.game)
        viewer = first_eyes(device, watch)
        acting.check_eyes(room, Link(device, viewer, 1), viewer)
        headers = {"content-disposition": f'inline; filename="{room.plan.book}-{room.code}-sheet.html"'}
        accepted = accepted_by(request)

        def sheet() -> Packed:
            page = sheet_of(room.game_log.play, viewer, fonts_in(settings.page))
            return packed(page, accepted, "text/html; charset=utf-8", headers)

        async with room.turn:
            return (await room.beside(sheet)).response()
