"""Building a force by questions: one unit after another, the points always in sight."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.text import Text

from sandtable.cli.play.keyboard import Keyboard
from sandtable.cli.roster import _by_kind, print_force, print_units
from sandtable.kernel.book import Book
from sandtable.kernel.offers import ForceVerdict
from sandtable.kernel.refusal import Refused, refuse

HELP = """Type a unit as rosters name it: Guard: Heavy Foot with Well-Armed; 12 models.
Or: list (what can be bought)   show   change N UNIT   remove N   name Some Name   done   quit"""


def build_by_questions(book: Book[Any], name: str, options: Mapping[str, Any]) -> ForceVerdict:
    """Ask for units until the force is done; what is said goes to standard error."""
    return _Builder(book, name, options).run()
