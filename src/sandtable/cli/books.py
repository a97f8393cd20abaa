"""`sandtable books`: what can be played, with the scenarios and switches of each book."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from sandtable.catalogues import catalogue_of
from sandtable.cli.telling import AsJson, print_json
from sandtable.kernel.book import Book, find_book
from sandtable.kernel.offers import SwitchOffer, SwitchValue
from sandtable.shelf import every_book, left_out


def books(
    book_id: Annotated[str | None, typer.Argument(metavar="BOOK", help="One book by its id.")] = None,
    as_json: AsJson = False,
) -> None:
    """List the books, and for one of them its scenarios and switches."""
    if book_id is None:
        _list_books(as_json)
        return
    book = find_book(book_id)
    if as_json:
        print_json({**_facts(book), "scenarios": _scenarios(book), "switches": _switches(book)})
    else:
        _print_book(book)


def _list_books(as_json: bool) -> None:
    shelf = every_book()
    if as_json:
        print_json([_facts(one) for one in shelf])
    else:
        for one in shelf:
            print(f"{one.id}  {one.title}, {_rules(one)} rules")
        print("sandtable books BOOK lists scenarios and switches.")
    _tell_left_out()


def _tell_left_out() -> None:
    """Name the installed books that cannot be played, beside what was asked for."""
    for one in left_out():
        print(one.in_words(), file=sys.stderr)


def _facts(book: Book[Any]) -> dict[str, Any]:
    return {
        "id": book.id,
        "title": book.title,
        "prefix": book.prefix,
        "version": book.version,
        "rules": _rules(book),
    }


def _rules(book: Book[Any]) -> int:
    return len(catalogue_of(book.id) or ())


def _scenarios(book: Book[Any]) -> list[dict[str, Any]]:
    return [msgspec.to_builtins(one) for one in book.offers().scenarios]


def _switches(book: Book[Any]) -> list[dict[str, Any]]:
    return [{**msgspec.to_builtins(one), "choices": _choices(one)} for one in book.offers().switches]


def _choices(switch: SwitchOffer) -> str:
    """What a switch can be set to, in words."""
    if switch.range is None:
        return ", ".join(_word(one) for one in switch.values)
    every = "" if switch.range.step is None else f" in steps of {switch.range.step:g}"
    return f"{switch.range.least:g} to {switch.range.most:g}{every}"


def _word(value: SwitchValue) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _print_book(book: Book[Any]) -> None:
    console = Console()
    console.print(Text(f"{book.title} ({book.id}), {_rules(book)} rules", style="bold"))
    table = Table(box=None, pad_edge=False, title="Scenarios", title_justify="left")
    table.add_column("id", no_wrap=True)
    table.add_column("title")
    table.add_column("what it is about")
    for one in _scenarios(book):
        table.add_row(one["id"], one["title"], one.get("sentence", ""))
    console.print(table)
    switches = Table(box=None, pad_edge=False, title="Switches", title_justify="left")
    for name in ("switch", "usually"):
        switches.add_column(name, no_wrap=True)
    switches.add_column("choices")
    switches.add_column("what it settles")
    for one in _switches(book):
        words = Text.assemble(f"{one['sentence']} ", (one["rule"], "dim"))
        switches.add_row(one["name"], _word(one["default"]), one["choices"], words)
    console.print()
    console.print(switches)
