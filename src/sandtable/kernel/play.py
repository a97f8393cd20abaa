"""One game as the rules see it: state, questions, dice and facts."""

from __future__ import annotations

import types
from collections.abc import Awaitable, Callable, Generator
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sandtable.kernel.check import Needed
from sandtable.kernel.decision import Decision, TypedDice
from sandtable.kernel.dice import (
    FACES,
    Faces,
    For,
    Reading,
    Rolled,
    Typed,
    Wanted,
    dice_in_words,
    each,
    how_to_roll,
)
from sandtable.kernel.event import Event, EventLog
from sandtable.kernel.journal import Entry
from sandtable.kernel.refusal import Refusal, refuse
from sandtable.kernel.state import State

if TYPE_CHECKING:
    from sandtable.kernel.book import Book

S = TypeVar("S", bound=State)

NOISE = 1e-9
"""By less than this a number of a fact may differ from what it is meant to be."""


@types.coroutine
def _put(wanted: Decision | Wanted) -> Generator[Decision | Wanted, Any, Any]:
    """Stop here until somebody answers, or until the dice have fallen."""
    return (yield wanted)


def _measured(fact: Any) -> Any:
    """A length as it is read, 6.4 and not 6.399999999999999; places stay as the state has them."""
    if type(fact) is not float:
        return fact
    near = round(fact, 6)
    return near if abs(near - fact) < NOISE else fact


class Play(Generic[S]):
    """What a rule may use, and nothing else."""

    # The dice are not among these: code that holds a question can reach all of this.
    __slots__ = ("_cursor", "_journal", "book", "log", "state")

    def __init__(self, book: Book[S], state: S, journal: list[Entry], log: EventLog, cursor: int) -> None:
        self.book = book
        self.state = state
        self.log = log
        self._journal = journal
        self._cursor = cursor

    def ask(self, decision: Decision) -> Awaitable[Any]:
        """Put a question and wait for what the answer means; a newcomer is told what it is about."""
        decision.hint = self.book.hint(self.state, decision)
        for seat in decision.seats:
            part = decision.for_seat(seat)
            if part is not None:
                part.explained(self._why_barred)
        return _put(decision)

    def _why_barred(self, part: Decision, word: str) -> Refusal | None:
        """What bars a word, from what the seat that is asked may know; so no refusal tells a secret."""
        return self.book.why_barred(self.book.hide(self.state, part.seat), part, word)

    def tell(
        self, kind: str, *rules: str, to: tuple[str, ...] | None = None, reveals: bool = False, **facts: Any
    ) -> None:
        """Write down a fact, the rules behind it and who may know it."""
        measured = {name: _measured(one) for name, one in facts.items()}
        if to is None:
            to = self.book.audience(self.state, kind, measured)
        self.log.append(Event(kind, tuple(dict.fromkeys(rules)), measured, to, reveals))

    @types.coroutine
    def roll(
        self,
        count: int,
        what: For | str,
        *rules: str,
        seat: str | None = None,
        sides: int = 6,
        reading: Reading | Callable[[], Reading] = FACES,
        need: Needed | None = None,
        to: tuple[str, ...] | None = None,
        is_asked: bool = True,
        **facts: Any,
    ) -> Generator[Decision | Wanted, Any, Faces]:
        """Roll dice for a seat and show them; where the seat rolls on the real table, ask for the faces."""
        kind, of, _ = what if isinstance(what, For) else (what, "", "")
        if to is None:
            to = self.book.audience(self.state, "dice rolled", {"roll": kind, "of": of, **facts})
        wanted = Wanted(count, str(what), sides, seat, reading, to, is_asked, kind)
        rolled: Rolled | None = yield wanted
        if rolled is None:
            rolled = yield from self._typed(wanted, rules, facts, need, of)
        if need is not None:
            rules = (*rules, *need.rules)
            why_so = facts.get("modifiers", [str(one) for one in need.modifiers])
            facts = {**facts, "need": need.number, "modifiers": why_so}
        shown = {"why": wanted.why, "faces": rolled.faces, "source": rolled.source, "seat": seat, **facts}
        if kind != wanted.why:
            shown["roll"], shown["of"] = kind, of
        self.log.append(Event("dice rolled", tuple(dict.fromkeys(rules)), shown, to))
        return rolled.faces

    async def passes(self, what: For | str, need: Needed, seat: str | None = None, **facts: Any) -> bool:
        """Roll a single die for a seat: whether it reaches the number that is needed."""
        (face,) = await self.roll(1, what, seat=seat, need=need, reading=each(need.number), **facts)
        return face >= need.number

    async def _typed(
        self, wanted: Wanted, rules: tuple[str, ...], facts: dict[str, Any], need: Needed | None, of: str
    ) -> Rolled:
        why, count, sides = wanted.why, wanted.count, wanted.sides
        # A roll that belongs to no seat is made by the first of those who may see it.
        seat = wanted.seat or (wanted.to or self.book.seats(self.state))[0]
        number = None if need is None else need.number
        purpose = self.book.roll_in_words(self.state, For(wanted.kind, of), facts, number)
        how = how_to_roll(sides)
        dice, shows = dice_in_words(count, sides), "it shows" if count == 1 else "they show"
        prompt = f"Roll {dice}{f' ({how})' if how else ''} for {purpose} and type what {shows}."
        question = TypedDice(
            seat,
            "roll dice",
            prompt,
            rules or ("",),
            count,
            sides,
            {"why": why, **facts},
            (of,) if of else (),
            purpose=purpose,
            need=number,
            is_sum=count > 1 and wanted.what_matters().of == "total",
        )
        faces = await self.ask(question if wanted.to is None else question.secretly(*wanted.to))
        return Rolled(why, faces, Typed.name, 0, sides)

    def next_roll(self, wanted: Wanted) -> Rolled | None:
        """The roll that the journal has next, if it is one; for the kernel only."""
        entry = self._journal[self._cursor]
        if not isinstance(entry, Rolled):
            return None
        if (entry.why, len(entry.faces), entry.sides) != (wanted.why, wanted.count, wanted.sides):
            raise refuse(
                "",
                f'journal: {len(entry.faces)}D{entry.sides} for "{entry.why}"; '
                f'rules ask: {wanted.count}D{wanted.sides} for "{wanted.why}".',
                "Play it with the version of the rules that wrote the journal.",
            )
        self._cursor += 1
        return entry

    @property
    def place(self) -> int:
        """How much of the journal has been lived through."""
        return self._cursor

    @property
    def is_replaying(self) -> bool:
        """Whether there is a past that still has to be fed; for the kernel only."""
        return self._cursor < len(self._journal)

    def replace_last(self, entry: Entry) -> None:
        """Put another entry where the journal was just read; for the kernel only."""
        self._journal[self._cursor - 1] = entry

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
