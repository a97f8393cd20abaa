"""What a page quotes from a file of the project stands in that file, line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.house import ROOT
from tests.map.test_docs import FENCE, PAGES

LEFT_OUT = "..."
"""A line of a quotation that stands for any number of lines."""


def quotations(page: str) -> list[tuple[str, list[str]]]:
    """The files that a page quotes, and the lines quoted; a file is named last in the line of the fence."""
    return [
        (found["rest"].split()[-1], found["code"].splitlines())
        for found in FENCE.finditer(page)
        if "/" in found["rest"]
    ]


def first_line_not_in(file: str, lines: list[str]) -> str | None:
    """The first quoted line that does not follow the one before it in the file; indentation is no matter."""
    parts: list[list[str]] = [[]]
    for line in lines:
        if line.strip() == LEFT_OUT:
            parts.append([])
        else:
            parts[-1].append(line.strip())
    known, place = [line.strip() for line in file.splitlines()], 0
    for part in (one for one in parts if one):
        starts = [at for at in range(place, len(known)) if known[at] == part[0]]
        best = max((_alike(known[at:], part) for at in starts), default=0)
        if best < len(part):
            return part[best]
        place = next(at for at in starts if _alike(known[at:], part) == len(part)) + len(part)
    return None


def _alike(known: list[str], part: list[str]) -> int:
    """How many lines are the same before the first that differs."""
    for count, (one, other) in enumerate(zip(known, part, strict=False)):
        if one != other:
            return count
    return min(len(known), len(part))


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_what_a_page_quotes_stands_in_the_file(page: Path):
    for name, lines in quotations(page.read_text(encoding="utf-8")):
        missing = first_line_not_in((ROOT / name).read_text(encoding="utf-8"), lines)
        assert missing is None, f"{name} does not say: {missing}"


def test_lines_may_be_left_out_and_anything_else_is_found():
    file = "one\n    two\n    three\nfour\n"
    assert first_line_not_in(file, ["two", "three"]) is None
    assert first_line_not_in(file, ["one", "...", "four"]) is None
    assert first_line_not_in(file, ["one", "three"]) == "three"
    assert first_line_not_in(file, ["four", "...", "one"]) == "one"
    assert first_line_not_in(file, ["five"]) == "five"


def test_a_quotation_names_its_file():
    page = "```python no-run src/one.py\nx = 1\n```\n\n```yaml\na: 1\n```\n"
    assert quotations(page) == [("src/one.py", ["x = 1"])]
