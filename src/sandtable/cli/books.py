"""`sandtable books`: what can be played, with the scenarios and switches of each book."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

import sandtable
from sandtable.cli.telling import AsJson, print_json
from sandtable.kernel.book import Book, find_book
from sandtable.kernel.catalogue import Catalogue, catalogued_books

BOOKS = "sandtable.books"


def books(
    book_id: Annotated[str | None, typer.Argument(metavar="BOOK", help="One book by its id.")] = None,
    as_json: AsJson = False,
) -> None:
    """List the books, and for one of them its scenarios and switches."""
    if book_id is None:
        shelf = [find_book(one) for one in sandtable.known_books()]
        if as_json:
            print_json([_facts(one) for one in shelf])
            return
        for one in shelf:
            print(f"{one.id}  {one.title}, {_rules(one)} rules")
        print("sandtable books BOOK lists scenarios and switches.")
        return
    book = find_book(book_id)
    if as_json:
        print_json({**_facts(book), "scenarios": _scenarios(book), "switches": _switches(book)})
    else:
        _print_book(book)


def _facts(book: Book[Any]) -> dict[str, Any]:
    return {
        "id": book.id,
        "title": book.title,
        "prefix": book.prefix,
        "version": book.version,
        "rules": _rules(book),
    }


def _rules(book: Book[Any]) -> int:
    package = catalogued_books(BOOKS).get(book.id)
    return len(Catalogue.load(package)) if package else 0


def _scenarios(book: Book[Any]) -> list[dict[str, Any]]:
    if book.id != "companies-and-captains":
        return []
    from sandtable.books.companies_and_captains.scenarios.scenario import SCENARIOS

    return [{"id": one.id, "title": one.title} for one in SCENARIOS.values()]


def _switches(book: Book[Any]) -> list[dict[str, Any]]:
    if book.id != "companies-and-captains":
        return []
    from sandtable.books.companies_and_captains.switches import describe

    return [{**msgspec.to_builtins(one), "name": one.name, "choices": one.choices} for one in describe()]


def _print_book(book: Book[Any]) -> None:
    console = Console()
    console.print(Text(f"{book.title} ({book.id}), {_rules(book)} rules", style="bold"))
    table = Table(box=None, pad_edge=False, title="Scenarios", title_justify="left")
    table.add_column("id", no_wrap=True)
    table.add_column("title")
    for one in _scenarios(book):
        table.add_row(one["id"], one["title"])
    console.print(table)
    switches = Table(box=None, pad_edge=False, title="Switches", title_justify="left")
    for name in ("switch", "usually"):
        switches.add_column(name, no_wrap=True)
    switches.add_column("choices")
    switches.add_column("what it settles")
    for one in _switches(book):
        default = str(one["default"]).lower() if isinstance(one["default"], bool) else str(one["default"])
        words = Text.assemble(f"{one['sentence']} ", (one["rule"], "dim"))
        switches.add_row(one["name"], default, one["choices"], words)
    console.print()
    console.print(switches)
