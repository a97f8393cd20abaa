"""Where the rules of each book are written, be it ours or of an installed package."""

from __future__ import annotations

import sys

from sandtable.kernel.book import find_book
from sandtable.kernel.catalogue import Catalogue, catalogued_books
from sandtable.shelf import installed_books

BOOKS = "sandtable.books"
"""The package with our own books."""


def catalogues() -> list[Catalogue]:
    """The catalogues of our books, and of those of installed packages that have one."""
    every = (*catalogued_books(BOOKS), *installed_books())
    return [found for one in every if (found := catalogue_of(one)) is not None]


def catalogue_of(book_id: str) -> Catalogue | None:
    """The catalogue of a book, or None if it has none."""
    # Ours are read without opening the book: somebody who looks a rule up should not wait for that.
    if (package := catalogued_books(BOOKS).get(book_id)) is not None:
        return Catalogue.load(package)
    return Catalogue.beside(type(find_book(book_id)).__module__, book_id)


def package_of(book_id: str) -> str:
    """The package that holds the code of a book."""
    if (package := catalogued_books(BOOKS).get(book_id)) is not None:
        return package
    module = type(find_book(book_id)).__module__
    return sys.modules[module].__package__ or module
