"""The book's data files and how they are read."""

from __future__ import annotations

from sandtable.binding.tables import DiceRow, data

read_data = data(__name__)


class Named(DiceRow, frozen=True):
    """A row that gives a name, and perhaps the rule behind it."""

    name: str
    rule: str = ""
    effect: str = ""
