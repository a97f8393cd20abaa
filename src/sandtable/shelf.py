"""The shelf: our own books, and those of installed packages."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from sandtable.by_path import why_unread
from sandtable.kernel.book import Book, find_book, known_books, leave_out, look_further, register
from sandtable.kernel.offers import Cover, Offers
from sandtable.kernel.refusal import Refused, refuse

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "sandtable.books"
"""The group of entry points in which other packages name theirs."""


class LeftOut(msgspec.Struct, frozen=True):
    """A book of an installed package that cannot be played."""

    book: str
    package: str
    """The package that brings it, with its version."""
    why: str

    def in_words(self) -> str:
        """The book, its package and the reason in one sentence."""
        return f"{self.book} of the package {self.package} is left out: {self.why}."


_installed: dict[str, str] = {}
"""Books of installed packages by their ids, each with its package."""
_left_out: dict[tuple[str, str], LeftOut] = {}


def open_shelf() -> None:
    """Every book of ours is known by its id; others are looked for when somebody wants to know of them."""
    for book_id in own_books():
        register(book_id, partial(_own_book, book_id))
    look_further(_find_installed)


def own_books() -> list[str]:
    """The ids of the books that come with this program."""
    folder = Path(__file__).parent / "books"
    return [place.parent.name.replace("_", "-") for place in sorted(folder.glob("*/book.py"))]


def every_book() -> list[Book[Any]]:
    """Every book that can be opened; `left_out` then tells of the others."""
    return [find_book(one) for one in known_books() if one not in _installed or _opens(one)]


def installed_books() -> list[str]:
    """The ids of the books of installed packages that can be opened."""
    return [one for one in known_books() if one in _installed and _opens(one)]


def _opens(book_id: str) -> bool:
    try:
        find_book(book_id)
    except Refused:
        return False
    return True


def left_out() -> list[LeftOut]:
    """The books of installed packages that were found to be unplayable so far."""
    return [_left_out[name] for name in sorted(_left_out)]


def _own_book(book_id: str) -> Book[Any]:
    module = importlib.import_module(f"{__package__}.books.{book_id.replace('-', '_')}.book")
    book: Book[Any] = module.BOOK
    return book


def _find_installed() -> None:
    """Make the books of installed packages known; their code is read when somebody wants to play them."""
    ours = dict.fromkeys(own_books(), "this program")
    for package, point in sorted(_entry_points(), key=lambda one: (one[1].name, one[0])):
        if owner := ours.get(point.name) or _installed.get(point.name):
            _note(point.name, package, f"{owner} has a book of this id already")
        else:
            _installed[point.name] = package
            register(point.name, partial(_installed_book, point, package))


def _entry_points() -> Iterator[tuple[str, EntryPoint]]:
    """The books that installed packages name, each with its package."""
    # Only here: a command that plays one of our books should not wait for this to be read.
    from importlib import metadata

    seen = set()
    for one in metadata.distributions():
        try:
            package, points = f"{one.name} {one.version}", one.entry_points
        except Exception as broken:
            # A package whose own description cannot be read is no reason to play nothing.
            _note("a book", str(getattr(one, "_path", "of no name")), why_unread(broken))
            continue
        # The first on the path is the one that Python imports.
        if one.name not in seen:
            seen.add(one.name)
            yield from ((package, point) for point in points if point.group == GROUP)


def _installed_book(point: EntryPoint, package: str) -> Book[Any]:
    """The book that an entry point stands for; whatever is wrong with it is noted, and it is left out."""
    try:
        return checked(point.load(), point.value, point.name)
    except KeyboardInterrupt:
        raise
    except BaseException as broken:
        why = why_unread(broken)
        _note(point.name, package, why)
        sentence = _left_out[point.name, package].in_words()
        leave_out(point.name, sentence)
        raise refuse("", sentence, "Mend its package, or uninstall it.") from broken


def checked(found: Any, place: str, book_id: str = "") -> Book[Any]:
    """The book that was found at a place; refused with the reason where it is none that can be played."""
    if isinstance(found, type) and issubclass(found, Book):
        raise refuse("", f"{place} is a class", f"Name a book, as in BOOK = {found.__name__}().")
    if not isinstance(found, Book):
        raise refuse("", f"{place} is no book but a {type(found).__name__}", "Name an object of a Book.")
    for name, kind in (("id", str), ("title", str), ("prefix", str), ("cover", Cover)):
        if not isinstance(getattr(found, name, None), kind):
            raise refuse("", f"{place} has no {name}", f"Say it in the class: {name} = ...")
    if not found.id.replace("-", "").isalnum():
        raise refuse("", f'{place} has the id "{found.id}"', "Make it of letters, digits and hyphens.")
    if book_id and found.id != book_id:
        raise refuse("", f'{place} has the id "{found.id}"', f'Name the entry point "{found.id}".')
    if not isinstance(found.offers(), Offers):
        raise refuse("", f"{place} offers no Offers", "Return them from offers().")
    # Only here: most who come through the front door look no rule up.
    from sandtable.kernel.catalogue import Catalogue

    Catalogue.beside(type(found).__module__, found.id)
    return found


def _note(book: str, package: str, why: str) -> None:
    _left_out[book, package] = LeftOut(book, package, why)
