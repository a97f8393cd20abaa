"""A book is opened once, and its structs are ready before anybody has it."""

from __future__ import annotations

import threading
from typing import Any

import msgspec
import pytest

from sandtable.kernel import book as books
from sandtable.kernel.book import find_book, register
from sandtable.kernel.readiness import make_structs_ready
from tests.kernel.sk.book import SK

THREADS = 8


@pytest.fixture
def shelf(monkeypatch):
    """A shelf of its own."""
    monkeypatch.setattr(books, "_BOOKS", dict(books._BOOKS))
    monkeypatch.setattr(books, "_OPEN", dict(books._OPEN))


@pytest.mark.usefixtures("shelf")
def test_threads_that_want_a_book_at_the_same_moment_get_one_and_the_same_with_its_structs_ready(monkeypatch):
    gate, order, found = threading.Barrier(THREADS), list[str](), list[Any]()

    def make() -> SK:
        order.append("opened")
        return SK()

    def ready() -> None:
        order.append("ready")
        make_structs_ready()

    def want() -> None:
        gate.wait()
        found.append(find_book("one more"))
        order.append("had")

    monkeypatch.setattr(books, "make_structs_ready", ready)
    register("one more", make)
    threads = [threading.Thread(target=want) for _ in range(THREADS)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert order == ["opened", "ready", *["had"] * THREADS]
    assert len({id(one) for one in found}) == 1


@pytest.mark.usefixtures("shelf")
def test_a_book_that_is_registered_again_takes_the_place_of_the_one_that_was_open():
    register("one more", SK)
    first = find_book("one more")
    register("one more", SK)
    assert find_book("one more") is not first


def test_a_struct_that_nobody_can_read_stands_in_the_way_of_no_other():
    msgspec.defstruct("Unreadable", [("function", complex | str)])
    readable = msgspec.defstruct("Readable", [("number", int)])
    make_structs_ready()
    assert msgspec.convert({"number": 3}, readable).number == 3  # type: ignore[attr-defined]
