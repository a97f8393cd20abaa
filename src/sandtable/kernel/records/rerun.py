"""Playing a journal again, answer by answer, from the first state."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sandtable.kernel.book import Book
from sandtable.kernel.decision.standing import could_give
from sandtable.kernel.dice import Dice, Rolled, Typed, Wanted
from sandtable.kernel.event import Event, EventLog
from sandtable.kernel.game import Game
from sandtable.kernel.journal import Answered, Checkpoint, Entry, Ruled
from sandtable.kernel.refusal import refuse


class _Written(Dice):
    """Dice as a journal holds them; where it holds none, somebody typed."""

    def __init__(self, journal: Sequence[Entry]) -> None:
        super().__init__(Typed())
        self.journal = journal
        self.place = 0
        self.rolled: list[Rolled] = []
        self.wanted: list[Wanted] = []
        self.sources: list[str] = []
        self.places: list[int] = []

    def roll(self, wanted: Wanted) -> Rolled | None:
        """The roll that the journal has next."""
        self.wanted.append(wanted.settled())
        self.places.append(self.place)
        entry = self.journal[self.place] if self.place < len(self.journal) else None
        if not isinstance(entry, Rolled):
            self.sources.append(Typed.name)
            return None
        asked = (wanted.why, wanted.count, wanted.sides)
        if (entry.why, len(entry.faces), entry.sides) != asked:
            raise refuse(
                "",
                f'journal: {len(entry.faces)}D{entry.sides} for "{entry.why}"; '
                f'rules ask: {wanted.count}D{wanted.sides} for "{wanted.why}".',
                "Play it with the version of the rules that wrote it.",
            )
        self.place += 1
        self.rolled.append(entry)
        self.sources.append(entry.source)
        return entry


class Rerun:
    """A game that is played again exactly as its journal says."""

    def __init__(self, book: Book[Any], first: Any, journal: Sequence[Entry]) -> None:
        self._book = book
        self._first = first
        self._dice = _Written(journal)
        self.game: Game[Any]

    @property
    def place(self) -> int:
        """How much of the journal has been played."""
        return self._dice.place

    @property
    def rolled(self) -> list[Rolled]:
        """What was rolled since the last answer."""
        return self._dice.rolled

    @property
    def wanted(self) -> list[Wanted]:
        """Every roll that the rules have asked for since the beginning, typed ones too."""
        return self._dice.wanted

    @property
    def sources(self) -> list[str]:
        """Where the dice of each of those rolls came from."""
        return self._dice.sources

    @property
    def places(self) -> list[int]:
        """Where in the journal each of those rolls stands, or the answer by which it was typed."""
        return self._dice.places

    @property
    def entry(self) -> Answered | Ruled | None:
        """The answer or ruling that comes next, or None at the end."""
        journal = self._dice.journal
        if self.place >= len(journal):
            return None
        entry = journal[self.place]
        if isinstance(entry, Rolled):
            raise refuse(
                "",
                f'journal: a roll for "{entry.why}"; rules ask: no roll.',
                "Play it with the version of the rules that wrote it.",
            )
        return entry

    def begin(self) -> list[Event]:
        """Play until the first question; what was told."""
        start = Checkpoint(0, 0, self._first)
        self.game = Game(self._book, start, self._dice, [], EventLog())
        return self.game.events(all_seats=True)

    def begin_with(self, journal: Sequence[Entry]) -> None:
        """Play until the first question, with this journal to come."""
        self._dice.journal = journal
        self.begin()

    def go_back(self, seat: str, target: int, agreed: Collection[str], journal: Sequence[Entry]) -> None:
        """Take back what was taken back; from there on another journal tells what comes."""
        self._dice.journal, self._dice.place = journal, target
        self.game.go_back(seat, target, agreed)

    def go_on(self) -> list[Event]:
        """Give the next answer or ruling; what followed."""
        entry = self.entry
        assert entry is not None
        self._dice.rolled = []
        self._dice.place += 1
        if isinstance(entry, Ruled):
            return self.game.rule(entry.seat, entry.ruling, entry.facts)
        if entry.by:
            self._check_by_itself(entry)
        return self.game.answer(entry.answer, seat=entry.seat, by=entry.by)

    def _check_by_itself(self, entry: Answered) -> None:
        """What says that it was answered by itself must have been such a question."""
        question = self.game.decision_for(entry.seat)
        if question is not None and not could_give(question, self._book.standing, entry.answer, entry.by):
            raise refuse(
                "",
                f'journal: answered by itself ({entry.by}); rules ask "{question.prompt}" of {entry.seat}.',
                "No standing order, and not that it was the only answer, can have said this.",
            )
