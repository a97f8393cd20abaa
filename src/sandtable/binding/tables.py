"""The tables of a book as typed rows, read from its data files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from importlib import resources
from typing import Any, TypeVar

import msgspec

from sandtable.kernel import safe_yaml

Shape = TypeVar("Shape")


class Files:
    """The data files that lie in one package."""

    def __init__(self, package: str) -> None:
        self._package = package

    def __call__(self, name: str, shape: type[Shape]) -> Shape:
        """A data file in the shape that is asked for; read it once, behind a cache."""
        text = resources.files(self._package).joinpath(*name.split("/")).read_text(encoding="utf-8")
        return safe_yaml.convert(safe_yaml.load(text, name), shape, name)

    def later(self, name: str, shape: type[Shape]) -> Callable[[], Shape]:
        """A data file that is read when it is first asked for, and then kept."""
        return cache(partial(self, name, shape))


def data(package: str) -> Files:
    """How the data files that lie in a package are read."""
    return Files(package)


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a data file: fixed once it is read, and refused if it has a field too many."""


class DiceRow(Row, frozen=True):
    """A row of a table that is rolled on, and the numbers from `lo` to `hi` that lead to it."""

    lo: int
    hi: int


Rolled = TypeVar("Rolled", bound=DiceRow)


def row_for(rows: Sequence[Rolled], number: int) -> Rolled:
    """The row in which a number lies."""
    for row in rows:
        if row.lo <= number <= row.hi:
            return row
    raise KeyError(number)


def title_of(row: Any) -> str:
    """What a row is called: the first word in it that is not a rule, or else its numbers."""
    for name in row.__struct_fields__:
        value = getattr(row, name)
        if isinstance(value, str) and value and name != "rule":
            return value
    return f"{row.lo}-{row.hi}"


def titled(rows: Sequence[Rolled]) -> list[tuple[str, Rolled]]:
    """Rows with names that tell them apart: the title, and the numbers where titles repeat."""
    titles = [title_of(row) for row in rows]
    return [
        (title if titles.count(title) == 1 else f"{title} ({row.lo}-{row.hi})", row)
        for title, row in zip(titles, rows, strict=True)
    ]
