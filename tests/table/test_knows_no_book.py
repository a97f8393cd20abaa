"""The ground and what every book is bound with know no book: they are given ids, and write none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sandtable

RULE_ID = re.compile(r"\b[A-Z]{2}-[A-Z]{2,5}-\d{2}\b")
PACKAGE = Path(sandtable.__file__).parent


@pytest.mark.parametrize("folder", ["table", "binding"])
def test_no_rule_of_a_book_is_cited_below_the_books(folder: str) -> None:
    assert RULE_ID.search("(FR-MOV-17)")
    files = sorted((PACKAGE / folder).rglob("*.py"))
    assert files
    cited = {one.name: RULE_ID.findall(one.read_text(encoding="utf-8")) for one in files}
    assert {name: ids for name, ids in cited.items() if ids} == {}
