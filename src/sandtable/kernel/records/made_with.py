"""What a record was made with: digests of the rules' code and of their data, the same on every machine."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from sandtable.kernel.book import Book

BESIDE = ("kernel", "table", "binding")
"""The packages beside a book's own whose code plays it."""
CASE = ".case.yaml"
"""Puzzles and other cases are played by the rules, and are none."""


def made_with(book: Book[Any]) -> dict[str, str]:
    """Digests of the data and the code by which this program plays a book."""
    package = sys.modules[type(book).__module__].__package__ or ""
    return dict(_digests_of(package))


@lru_cache
def _digests_of(package: str) -> dict[str, str]:
    # Only when a record is written or put to the proof, and once: starting and playing never wait for it.
    if not package:
        return {}
    book, ours = files(package), files("sandtable")
    return {
        "data": digest_of([book], ".yaml"),
        "code": digest_of([book, *(ours / name for name in BESIDE)], ".py"),
    }


def digest_of(folders: list[Traversable], ending: str) -> str:
    """A digest of all files with this ending, whatever the machine makes of the ends of their lines."""
    found = hashlib.blake2b(digest_size=8)
    for folder in folders:
        for name, content in sorted(_inside(folder, folder.name, ending)):
            plain = content.replace(b"\r\n", b"\n")
            found.update(f"{name}\0{len(plain)}\0".encode() + plain)
    return found.hexdigest()


def _inside(folder: Traversable, name: str, ending: str) -> Iterator[tuple[str, bytes]]:
    for one in folder.iterdir():
        inner = f"{name}/{one.name}"
        if one.is_dir():
            yield from _inside(one, inner, ending)
        elif one.name.endswith(ending) and not one.name.endswith(CASE):
            yield inner, one.read_bytes()
