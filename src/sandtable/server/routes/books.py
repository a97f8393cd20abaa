"""Books over HTTP: what they offer, their rules, and forces checked as somebody writes them."""

from __future__ import annotations

import logging
from functools import cache
from importlib import resources
from typing import Annotated, Any

import msgspec
from litestar import Controller, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from sandtable import USUAL_BOOK
from sandtable.catalogues import catalogue_of
from sandtable.kernel.book import Book, find_book, known_books
from sandtable.kernel.catalogue import Catalogue, Rule
from sandtable.kernel.offers import Cover, ForceVerdict, Offers
from sandtable.kernel.readiness import make_structs_ready
from sandtable.kernel.records.save import nonsense_refused
from sandtable.kernel.refusal import Refused
from sandtable.kernel.safe_yaml import convert, load
from sandtable.server.routes.bodies import BookCard, Force
from sandtable.server.routes.descriptions import REFUSED
from sandtable.server.routes.errors import Missing, missing
from sandtable.shelf import left_out

LOG = logging.getLogger(__name__)

BOOKS = "sandtable.books"
COMING = "coming.yaml"
MOST_FOUND = 200

Id = Annotated[str, PathParameter(max_length=80)]


class BookRoutes(Controller):
    """What can be played, and by which rules."""

    path = "/api/books"
    tags = ["books"]

    @get("/", sync_to_thread=True, responses=REFUSED)
    def books(self) -> list[BookCard]:
        """Every book: the usual one, the others by their ids, then those to come."""
        known = sorted(known_books(), key=lambda one: (one != USUAL_BOOK, one))
        return [*(_card(book) for book in known), *(one for one in _coming() if one.id not in known)]

    @get("/{book:str}", sync_to_thread=True, responses=REFUSED)
    def offers(self, book: Id) -> Offers:
        """What a book offers: scenarios, ready forces, switches, what can be bought, and a first game."""
        return _book(book).offers()

    @get("/{book:str}/rules", sync_to_thread=True, responses=REFUSED)
    def rules(self, book: Id, words: Annotated[str, QueryParameter(max_length=200)] = "") -> list[Rule]:
        """The rules with all these words; without words, all of them."""
        catalogue = _catalogue(book)
        return catalogue.search(words)[:MOST_FOUND] if words.strip() else list(catalogue)

    @get("/{book:str}/rules/{rule:str}", sync_to_thread=True, responses=REFUSED)
    def rule(self, book: Id, rule: Id) -> Rule:
        """The card of one rule: our words, the section of the book, and our ruling."""
        try:
            return _catalogue(book).rule(rule)
        except Refused as refused:
            raise Missing(*refused.refusals) from None

    @post("/{book:str}/forces/check", status_code=200, sync_to_thread=True, responses=REFUSED)
    def check_force(self, book: Id, data: JSONBody[Force]) -> ForceVerdict:
        """Whether a force is legal, with every reason against it."""
        try:
            with nonsense_refused("force"):
                return _book(book).check_force(data.force, data.options, data.against)
        except Refused as refused:
            return ForceVerdict(False, reasons=refused.refusals)


def open_books() -> None:
    """Every book is open, and whatever strangers may send can be read, before the first of them comes."""
    for book_id in known_books():
        try:
            # What it offers is most of its data, which is read once.
            find_book(book_id).offers()
        except Exception:
            # Others are left out and named below.
            if book_id in known_books():
                LOG.exception("The book %s cannot be opened.", book_id)
    for one in left_out():
        LOG.warning("%s", one.in_words())
    make_structs_ready()


def _card(book_id: str) -> BookCard:
    try:
        book = find_book(book_id)
    except Exception:
        # A book that is still being written stands on the shelf and cannot be opened.
        return BookCard(book_id, book_id.replace("-", " ").title(), "", "", 0, False, Cover())
    rules = len(catalogue_of(book_id) or ())
    first = _has_first_battle(book)
    real = book.offers().on_my_table is not None
    return BookCard(book.id, book.title, book.prefix, book.version, rules, True, book.cover, first, real)


class _Coming(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: str
    cover: Cover


@cache
def _coming() -> tuple[BookCard, ...]:
    """The books that nobody has written yet: they stand on the shelf and cannot be opened."""
    text = (resources.files(BOOKS) / COMING).read_text(encoding="utf-8")
    rows = convert(load(text, COMING), tuple[_Coming, ...], COMING)
    return tuple(BookCard(one.id, one.title, "", "", 0, False, one.cover) for one in rows)


def _has_first_battle(book: Book[Any]) -> bool:
    """Whether somebody may play at once: the book suggests a game, and has a table of its own to show."""
    return book.offers().first is not None and type(book).showing is not Book.showing


def _book(book_id: str) -> Book[object]:  # type: ignore[type-var]
    try:
        return find_book(book_id)
    except Refused as refused:
        raise Missing(*refused.refusals) from None


def _catalogue(book_id: str) -> Catalogue:
    catalogue = catalogue_of(_book(book_id).id)
    if catalogue is None:
        raise missing("This book has no catalogue.", "Look into the rulebook.")
    return catalogue
