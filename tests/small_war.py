"""Small War: an invented book in an invented checkout, for tests of the catalogue and the ledger."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

from sandtable.kernel import catalogue, citation

CATALOGUE = """
rulebook: {name: Small War, prefix: SW, version: first}
glossary: {Unit: Some figures.}
chapters:
  - name: Moving
    rules:
      - {id: SW-MOV-01, title: Units march, text: A unit marches 6 inches., source: Moving, kind: procedure,
         interacts: [SW-SHO-01]}
      - {id: SW-MOV-02, title: Woods slow, text: In woods a unit marches half as far in cover., source: ours,
         kind: modifier, unclear: Are hedges woods?, ruling: Hedges are not woods.}
  - name: Shooting
    rules:
      - {id: SW-SHO-01, title: Cover, text: A hit on 5 or more., source: Shooting, kind: table,
         table: [{range: short, hit: 4}, {range: "[long]", hit: 5}], example: A 5 hits.,
         choice: The shooter chooses.}
      - {id: SW-SHO-02, title: About bows, text: Bows are old., source: Shooting, kind: narrative}
"""

CODE = """
from sandtable.kernel.citation import NotWritten, rule

@rule("SW-MOV-01")
def march():
    raise NotWritten("SW-MOV-02", "woods")

@rule("SW-MOV-02")
def march_in_woods(): ...

@rule("SW-SHO-01")
class Shot: ...
"""

TESTS = """
from sandtable.kernel.testing import covers

@covers("SW-MOV-01")
def test_units_march(): ...

@covers("SW-MOV-01", "SW-SHO-01")
def test_units_march_and_shoot(): ...
"""


class SmallWar:
    """The checkout on disk."""

    books = "small_war_library.books"
    package = f"{books}.small_war"

    def __init__(self, root: Path) -> None:
        self.root = root
        self.write("pyproject.toml", "")
        self.write("src/sandtable/__init__.py", "")
        self.write("src/small_war_library/__init__.py", "")
        self.write("src/small_war_library/books/__init__.py", "")
        self.write("src/small_war_library/books/not_a_book/__init__.py", "")
        self.write("src/small_war_library/books/small_war/__init__.py", "")
        self.write("src/small_war_library/books/small_war/catalogue.yaml", CATALOGUE)
        self.write("src/small_war_library/books/small_war/moving.py", CODE)
        self.write("tests/test_moving.py", TESTS)

    def write(self, path: str, text: str) -> None:
        """Put a file into the checkout."""
        place = self.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")

    def change_catalogue(self, old: str, new: str) -> None:
        """Put other words into the catalogue."""
        assert old in CATALOGUE
        self.write("src/small_war_library/books/small_war/catalogue.yaml", CATALOGUE.replace(old, new))


def small_war_checkout(root: Path, monkeypatch: pytest.MonkeyPatch) -> SmallWar:
    """A fresh checkout of Small War, forgotten again after the test."""
    checkout = SmallWar(root)
    for name in [name for name in sys.modules if name.partition(".")[0] == "small_war_library"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(citation, "WRITTEN", {})
    monkeypatch.syspath_prepend(str(root / "src"))
    catalogue._load.cache_clear()
    importlib.invalidate_caches()
    return checkout
