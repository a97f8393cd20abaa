"""Building a Company by questions: one Group after another, the points always in sight."""

from __future__ import annotations

import msgspec
from rich.console import Console
from rich.text import Text

from sandtable.books.companies_and_captains import rosters
from sandtable.books.companies_and_captains.chapters.constructing import total_cost
from sandtable.books.companies_and_captains.rosters import Company, GroupEntry
from sandtable.books.companies_and_captains.switches import Switches
from sandtable.cli.play.keyboard import Keyboard
from sandtable.cli.roster import print_company, print_profiles
from sandtable.kernel.refusal import Refused, refuse

HELP = """Type a Group: Guard: Heavy Foot with Well-Armed; 12 models (name and models may be left out).
Or: list (profiles and traits)   show   captain N   remove N   name Some Name   done   quit"""

_LINE = "Line 2"
"""Where a Group stands when it is read below the Company's name."""


def build_by_questions(name: str, switches: Switches, points: int | None) -> Company:
    """Ask for Groups until the Company is done; what is said goes to standard error."""
    builder = _Builder(name, switches, switches.points_limit if points is None else points)
    return builder.run()


class _Builder:
    def __init__(self, name: str, switches: Switches, limit: int) -> None:
        self.company = Company(name=name, groups=())
        self.switches = switches
        self.limit = limit
        self.console = Console(stderr=True, highlight=False)
        self.keyboard = Keyboard(self.say)

    def run(self) -> Company:
        """Listen until the player is done."""
        self.say(HELP)
        while True:
            count = len(self.company.groups)
            groups = "1 Group" if count == 1 else f"{count} Groups"
            self.say(f"{total_cost(self.company)} of {self.limit} points, {groups}")
            try:
                if self.follow(self.keyboard.line("> ").strip()):
                    return self.company
            except (EOFError, KeyboardInterrupt):
                raise refuse("", "The Company was not finished.", "Say done when it is.") from None
            except Refused as refused:
                for one in refused.refusals:
                    self.console.print(Text(str(one).removeprefix(f"{_LINE}: "), style="red"))

    def follow(self, line: str) -> bool:
        """Do what the line says; whether the Company is done."""
        word, _, rest = line.partition(" ")
        if word == "done":
            return self._is_done()
        if word == "quit":
            raise EOFError
        if word in ("", "help", "?"):
            self.say(HELP)
        elif word == "list":
            print_profiles(self.console)
        elif word == "show":
            print_company(self.console, self.company, self.switches)
        elif word in ("captain", "remove"):
            self._change(word, rest)
        elif word == "name" and rest and ":" not in line:
            self.company = msgspec.structs.replace(self.company, name=rosters.read_text(rest).name)
        else:
            self._add(line)
        return False

    def _add(self, line: str) -> None:
        """A Group joins; the first one has the Captain until somebody says otherwise."""
        # A name goes before the Group so that its line is never mistaken for the Company's.
        (entry,) = rosters.read_text(f"Any\n{line}").groups
        if not self.company.groups:
            entry = msgspec.structs.replace(entry, captain=True)
        self._groups([*self.company.groups, entry])
        print_company(self.console, self.company, self.switches)

    def _change(self, word: str, rest: str) -> None:
        count = len(self.company.groups)
        if not rest.isdecimal() or not 1 <= int(rest) <= count:
            raise refuse("", f'There is no Group "{rest}".', f"Groups are numbered 1 to {count}.")
        place = int(rest) - 1
        groups = list(self.company.groups)
        if word == "remove":
            del groups[place]
        else:
            groups = [
                msgspec.structs.replace(one, captain=number == place) for number, one in enumerate(groups)
            ]
        self._groups(groups)

    def _groups(self, groups: list[GroupEntry]) -> None:
        self.company = rosters.with_ids(msgspec.structs.replace(self.company, groups=tuple(groups)))

    def _is_done(self) -> bool:
        reasons = rosters.validate(self.company, self.switches, self.limit)
        if reasons:
            raise Refused(*reasons)
        return True

    def say(self, words: str) -> None:
        """A line for the person, not for the roster."""
        self.console.print(words, markup=False)
