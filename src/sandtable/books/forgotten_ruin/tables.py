"""The book's tables as typed rows, read once from the data files."""

from __future__ import annotations

from importlib import resources
from typing import TypeVar

from sandtable.kernel import safe_yaml

Row = TypeVar("Row")


def read_data(name: str, shape: type[Row]) -> Row:
    """A data file of this book, checked against its shape; read it once, behind a cache."""
    text = resources.files(__package__).joinpath("data", name).read_text(encoding="utf-8")
    return safe_yaml.convert(safe_yaml.load(text, name), shape, name)
