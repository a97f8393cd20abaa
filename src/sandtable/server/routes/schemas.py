"""The schemas over HTTP, beside the description of HTTP itself."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Controller, get
from litestar.params import PathParameter

from sandtable.kernel.book import Book, find_book
from sandtable.kernel.refusal import Refused
from sandtable.server.routes.descriptions import REFUSED
from sandtable.server.routes.errors import Missing
from sandtable.server.schemas import message_schema, position_schema, record_schema, roster_schema

Id = Annotated[str, PathParameter(max_length=80)]


class Schemas(Controller):
    """What others may read and write, as JSON Schema."""

    path = "/schema"
    tags = ["schemas"]

    @get("/records", sync_to_thread=True, responses=REFUSED)
    def records(self) -> dict[str, Any]:
        """One line of a record."""
        return record_schema()

    @get("/messages", sync_to_thread=True, responses=REFUSED)
    def messages(self) -> dict[str, Any]:
        """What travels over the socket, in both directions."""
        return message_schema()

    @get("/positions/{book:str}", sync_to_thread=True, responses=REFUSED)
    def positions(self, book: Id) -> dict[str, Any]:
        """A position of a book."""
        return position_schema(_book(book))

    @get("/rosters/{book:str}", sync_to_thread=True, responses=REFUSED)
    def rosters(self, book: Id) -> dict[str, Any]:
        """A roster of a book, as data."""
        try:
            return roster_schema(_book(book))
        except Refused as refused:
            raise Missing(*refused.refusals) from None


def _book(book_id: str) -> Book[Any]:
    try:
        return find_book(book_id)
    except Refused as refused:
        raise Missing(*refused.refusals) from None
