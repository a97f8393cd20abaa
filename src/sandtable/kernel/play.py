"""One game as the rules see it: state, questions, dice and facts."""

from __future__ import annotations

import types
from collections.abc import Generator
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sandtable.kernel.check import Needed
from sandtable.kernel.decision import Decision, TypedDice
from sandtable.kernel.dice import FACES, Dice, Faces, Reading, Rolled, Typed, Wanted
from sandtable.kernel.event import Event, EventLog
from sandtable.kernel.journal import Entry
from sandtable.kernel.state import State

if TYPE_CHECKING:
    from sandtable.kernel.book import Book

S = TypeVar("S", bound=State)


@types.coroutine
def _put(decision: Decision) -> Generator[Decision, Any, Any]:
    """Stop here until somebody answers."""
    return (yield decision)


class Play(Generic[S]):
    """What a rule may use, and nothing else."""

    __slots__ = ("_cursor", "_dice", "_journal", "book", "log", "state")

    def __init__(
        self, book: Book[S], state: S, dice: Dice, journal: list[Entry], log: EventLog, cursor: int
    ) -> None:
        self.book = book
        self.state = state
        self.log = log
        self._dice = dice
        self._journal = journal
        self._cursor = cursor

    async def ask(self, decision: Decision) -> Any:
        """Put a question and wait for what the answer means."""
        return await _put(decision)

    def tell(
        self, kind: str, *rules: str, to: tuple[str, ...] | None = None, reveals: bool = False, **facts: Any
    ) -> None:
        """Write down a fact, the rules behind it and who may know it."""
        self.log.append(Event(kind, rules, facts, to, reveals))

    async def roll(
        self,
        count: int,
        why: str,
        *rules: str,
        seat: str | None = None,
        sides: int = 6,
        reading: Reading = FACES,
        need: Needed | None = None,
        to: tuple[str, ...] | None = None,
        **facts: Any,
    ) -> Faces:
        """Roll dice for a seat and show them; where the seat rolls on the real table, ask for the faces."""
        rolled = self._next_roll()
        if rolled is None:
            source = self._dice.of(seat)
            if isinstance(source, Typed) or self._is_replaying():
                rolled = await self._typed(count, why, rules, seat, sides, facts)
            else:
                rolled = source.roll(Wanted(count, why, sides, seat, reading))
                self._journal.append(rolled)
                self._cursor += 1
        if need is not None:
            rules = (*rules, *need.rules)
            facts = {**facts, "need": need.number, "modifiers": [str(one) for one in need.modifiers]}
        shown = {"why": why, "faces": rolled.faces, "source": rolled.source, "seat": seat, **facts}
        self.log.append(Event("dice rolled", rules, shown, to))
        return rolled.faces

    async def _typed(
        self,
        count: int,
        why: str,
        rules: tuple[str, ...],
        seat: str | None,
        sides: int,
        facts: dict[str, Any],
    ) -> Rolled:
        assert seat is not None, f"typed dice without a seat: {why}"
        prompt = f"Roll {count}D{sides} for {why} and type the faces."
        faces = await self.ask(TypedDice(seat, prompt, rules, count, sides, {"why": why, **facts}))
        return Rolled(why, faces, Typed.name, 0, sides)

    def _next_roll(self) -> Rolled | None:
        """The roll that the journal has next, if the past is being fed and a roll is next."""
        if self._cursor < len(self._journal):
            entry = self._journal[self._cursor]
            if isinstance(entry, Rolled):
                self._cursor += 1
                return entry
        return None

    @property
    def place(self) -> int:
        """How much of the journal has been lived through."""
        return self._cursor

    def _is_replaying(self) -> bool:
        return self._cursor < len(self._journal)

    def next_entry(self) -> Entry | None:
        """The answer or ruling that the journal has next while the past is being fed; for the kernel only."""
        if self._cursor < len(self._journal):
            entry = self._journal[self._cursor]
            if not isinstance(entry, Rolled):
                self._cursor += 1
                return entry
        return None

    def write(self, entry: Entry) -> None:
        """Put an answer or a ruling into the journal; for the kernel only."""
        self._journal.append(entry)
        self._cursor += 1
