"""JSON schemas of everything that others may read or write: records, positions, rosters, messages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from sandtable.kernel.book import Book
from sandtable.kernel.records.record import FORMAT, Header, Line
from sandtable.kernel.refusal import refuse
from sandtable.server.wire import protocol

DIALECT = "https://json-schema.org/draft/2020-12/schema"
OF_ALL_BOOKS = ("records", "messages")
OF_ONE_BOOK = ("positions", "rosters")


def record_schema() -> dict[str, Any]:
    """One line of a record: the first is a header, every other one a line."""
    (header, line), parts = msgspec.json.schema_components([Header, Line], ref_template="#/$defs/{name}")
    return _plain(
        {
            "$schema": DIALECT,
            "title": "One line of a Sandtable record",
            "version": FORMAT,
            "$defs": {**parts, "Line": line},
            "anyOf": [header, {"$ref": "#/$defs/Line"}],
        }
    )


def message_schema() -> dict[str, Any]:
    """What travels over the socket, in both directions."""
    return _plain(protocol.schema())


def position_schema(book: Book[Any]) -> dict[str, Any]:
    """A position of a book, in any of the forms that it reads."""
    return _of_book(book, "position", book.position_forms())


def roster_schema(book: Book[Any]) -> dict[str, Any]:
    """A roster of a book as data; refused where the book has none."""
    if not book.roster_forms():
        raise refuse("", f"{book.title} has no rosters as data.", "Ask for those of another book.")
    return _of_book(book, "roster", book.roster_forms())


def _of_book(book: Book[Any], what: str, forms: Sequence[type[msgspec.Struct]]) -> dict[str, Any]:
    whole, parts = msgspec.json.schema_components(list(forms), ref_template="#/$defs/{name}")
    # Every such file may say of which book it is; no form has to know that.
    named = {"book": {"const": book.id}}
    head = {"$schema": DIALECT, "title": f"A {what} of {book.title}", "version": book.version}
    if len(forms) > 1:
        fields = [parts[form.__name__]["properties"] for form in forms]
        return _plain({**head, "type": "object", **_either(fields, named), "additionalProperties": False})
    parts[forms[0].__name__]["properties"].update(named)
    return _plain({**head, "$defs": parts, **whole[0]})


def _either(forms: Sequence[dict[str, Any]], named: dict[str, Any]) -> dict[str, Any]:
    """The fields of several forms, any of which may be used beside the others.

    What stands in them may be shortened in ways that only the book knows, so they are told as far as all
    forms agree: a number, a word, a list, a thing with fields.
    """
    found: dict[str, list[Any]] = {}
    for form in forms:
        for name, field in form.items():
            found.setdefault(name, []).append(_outline(field))
    return {"properties": {**named, **{name: {"anyOf": ways} for name, ways in found.items()}}}


def _outline(part: Any) -> Any:
    """A schema in which a thing with fields of its own may have any."""
    if isinstance(part, dict):
        if "$ref" in part:
            return {"type": "object"}
        return {name: _outline(value) for name, value in part.items() if name != "default"}
    return [_outline(one) for one in part] if isinstance(part, list | tuple) else part


def _plain(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema as readers of its JSON get it."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(schema))
    return found
