"""The page of rulings says what the catalogue says."""

from __future__ import annotations

from sandtable.kernel.catalogue import Catalogue, catalogued_books
from scripts.house import ROOT
from scripts.rulings import MARK, page_of


def test_the_rulings_of_every_book_are_written_down():
    for book, package in catalogued_books("sandtable.books").items():
        page = (ROOT / "docs" / "rulings" / f"{book}.md").read_text(encoding="utf-8")
        assert page == page_of(Catalogue.load(package), page.split(MARK)[0]), "run: python scripts/rulings.py"
