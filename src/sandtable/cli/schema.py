"""`sandtable schema`: what others may read and write, as JSON Schema."""

from __future__ import annotations

from typing import Annotated

import typer

from sandtable.cli.telling import USUAL_BOOK, print_json
from sandtable.kernel.book import find_book
from sandtable.kernel.refusal import refuse
from sandtable.server.schemas import (
    OF_ALL_BOOKS,
    OF_ONE_BOOK,
    message_schema,
    position_schema,
    record_schema,
    roster_schema,
)

IN_ALL_BOOKS = dict(zip(OF_ALL_BOOKS, (record_schema, message_schema), strict=True))
IN_ONE_BOOK = dict(zip(OF_ONE_BOOK, (position_schema, roster_schema), strict=True))


def schema(
    what: Annotated[
        str, typer.Argument(metavar="[WHAT]", help="records, messages, positions or rosters.")
    ] = "",
    book: Annotated[str, typer.Option(help="Whose positions or rosters.")] = USUAL_BOOK,
) -> None:
    """Print what records, positions, rosters or socket messages look like, as JSON Schema."""
    if what in IN_ALL_BOOKS:
        print_json(IN_ALL_BOOKS[what]())
    elif what in IN_ONE_BOOK:
        print_json(IN_ONE_BOOK[what](find_book(book)))
    elif what:
        known = ", ".join((*OF_ALL_BOOKS, *OF_ONE_BOOK))
        raise refuse("", f'There is no schema of "{what}".', f"There are those of {known}.")
    else:
        print("sandtable schema records                  one line of a record")
        print("sandtable schema messages                 what travels over the socket")
        print("sandtable schema positions --book BOOK    a position of a book")
        print("sandtable schema rosters --book BOOK      a roster of a book, as data")
