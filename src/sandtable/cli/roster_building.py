"""Building a force by questions: one unit after another, the points always in sight."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.text import Text

from sandtable.cli.play.keyboard import Keyboard
from sandtable.cli.roster import by_kind, print_force, print_units
from sandtable.kernel.book import Book
from sandtable.kernel.offers import ForceVerdict
from sandtable.kernel.refusal import Refused, refuse

HELP = """Type a unit as rosters name it: Guard: Heavy Foot with Well-Armed; 12 models.
Or: list (what can be bought)   show   change N UNIT   remove N   name Some Name   done   quit"""


def build_by_questions(book: Book[Any], name: str, options: Mapping[str, Any]) -> ForceVerdict:
    """Ask for units until the force is done; what is said goes to standard error."""
    return _Builder(book, name, options).run()


class _Builder:
    def __init__(self, book: Book[Any], name: str, options: Mapping[str, Any]) -> None:
        self.book = book
        self.name = name
        self.options = options
        self.units: list[str] = []
        self.console = Console(stderr=True, highlight=False)
        self.keyboard = Keyboard(self.say)

    def run(self) -> ForceVerdict:
        """Listen until the player is done."""
        self.say(HELP)
        while True:
            self.say(self.standing())
            try:
                if self.follow(self.keyboard.line("> ").strip()):
                    return self.verdict(self.units)
            except (EOFError, KeyboardInterrupt):
                raise refuse("", "The force was not finished.", "Say done when it is.") from None
            except Refused as refused:
                for one in refused.refusals:
                    self.console.print(Text(str(one), style="red"))

    def verdict(self, units: list[str]) -> ForceVerdict:
        """What the book says of a force of these units."""
        return self.book.check_force(self.book.build_force(self.name, units), self.options)

    def standing(self) -> str:
        """How many points are spent on how many units."""
        found = self.verdict(self.units)
        limit = "" if found.limit is None else f" of {found.limit}"
        return f"{found.points}{limit} points, {len(self.units)} unit{'' if len(self.units) == 1 else 's'}"

    def follow(self, line: str) -> bool:
        """Do what the line says; whether the force is done."""
        word, _, rest = line.partition(" ")
        if word == "done":
            return self._is_done()
        if word == "quit":
            raise EOFError
        if word in ("", "help", "?"):
            self.say(HELP)
        elif word == "list":
            print_units(self.console, by_kind(self.book.offers().units))
        elif word == "show":
            print_force(self.console, self.verdict(self.units))
        elif word in ("change", "remove"):
            self._change(word, *rest.partition(" ")[::2])
        elif word == "name" and rest and ":" not in line:
            self.name = rest
        else:
            self._take([*self.units, line])
        return False

    def _change(self, word: str, number: str, unit: str) -> None:
        count = len(self.units)
        if not number.isdecimal() or not 1 <= int(number) <= count:
            raise refuse("", f'There is no unit "{number}".', f"Units are numbered 1 to {count}.")
        units = list(self.units)
        units[int(number) - 1 : int(number)] = [unit] if word == "change" else []
        self._take(units)

    def _take(self, units: list[str]) -> None:
        """Units that the book can read are kept; whether the force is legal is seen when it is done."""
        found = self.verdict(units)
        if units and not found.text:
            raise Refused(*found.reasons)
        self.units = units
        print_force(self.console, found)

    def _is_done(self) -> bool:
        found = self.verdict(self.units)
        if not found.legal:
            raise Refused(*found.reasons)
        return True

    def say(self, words: str) -> None:
        """A line for the person, not for the roster."""
        self.console.print(words, markup=False)
