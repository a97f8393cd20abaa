"""The contract: one game in play, for everybody who stands outside the rules."""

from __future__ import annotations

from collections.abc import Collection, Coroutine, Mapping
from typing import Any, Generic, TypeVar

import msgspec

from sandtable.kernel.book import Book, Result
from sandtable.kernel.decision import Answer, Chance, Decision, Together
from sandtable.kernel.dice import Dice, Rolled, Sealed, Seeded, Source, Undecided
from sandtable.kernel.event import Event, EventLog
from sandtable.kernel.journal import Answered, Entry, Ruled
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import refuse
from sandtable.kernel.state import State, copy_state, fingerprint

S = TypeVar("S", bound=State)

KEPT_CHECKPOINTS = 12
"""How many recent checkpoints are kept whole; older ones are thinned, since the journal can rebuild them."""


class Checkpoint(msgspec.Struct, frozen=True):
    """The state at a moment when nothing was half done."""

    entries: int
    events: int
    state: Any


class Note(msgspec.Struct, frozen=True, tag="note"):
    """Something that is written in the record but is no part of the game: an undo, a change of dice."""

    entries: int
    """How long the journal was when it was written."""
    kind: str
    seat: str
    facts: dict[str, Any]


class Game(Generic[S]):
    """One game: the open question, answers in, facts out."""

    def __init__(
        self,
        book: Book[S],
        checkpoint: Checkpoint,
        dice: Dice,
        journal: list[Entry],
        log: EventLog,
        header: Mapping[str, Any] | None = None,
    ) -> None:
        self.book = book
        self.dice = dice
        self.header: dict[str, Any] = dict(header or {})
        self.notes: list[Note] = []
        self._journal = journal
        self._log = log
        self._checkpoints: list[Checkpoint] = [checkpoint]
        self._start()

    # ---- what everybody asks -------------------------------------------------------------------

    @property
    def decision(self) -> Decision | None:
        """The open question, or None when the game is over."""
        return self._open[-1] if self._open else None

    @property
    def number(self) -> int:
        """The number of the open question: how much has been said and rolled before it."""
        return len(self._journal)

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it runs."""
        return self.book.result(self._play.state)

    @property
    def seats(self) -> tuple[str, ...]:
        """Everyone who may be asked."""
        return self.book.seats(self._play.state)

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """The seats whose answer is still missing."""
        decision = self.decision
        if decision is None:
            return ()
        return tuple(seat for seat in decision.seats if seat not in self._given)

    def decision_for(self, seat: str) -> Decision | None:
        """The open question as far as it is put to this seat and not yet answered by it."""
        decision = self.decision
        return None if decision is None or seat in self._given else decision.for_seat(seat)

    def view(self, seat: str | None) -> dict[str, Any]:
        """What the seat may know, and nothing else: plain data."""
        return self.book.view(self._play.state, seat)

    def showing(self, seat: str | None) -> Any:
        """The table as the seat sees it, in the form that every screen draws."""
        return self.book.showing(self.book.hide(self._play.state, seat), seat)

    def seen(self, seat: str | None) -> S:
        """What the seat may know, as a state of its own."""
        return self.book.hide(self.state, seat)

    def events(self, since: int = 0, seat: str | None = None, *, all_seats: bool = False) -> list[Event]:
        """The facts that the seat may know, from its own number `since` on."""
        if all_seats:
            return self._log.since(since)
        return [event for event in self._log.since(0) if event.is_known_to(seat)][since:]

    def fingerprint(self) -> str:
        """A hash of the state, the same wherever the same game is played."""
        return fingerprint(self._play.state)

    def position(self) -> dict[str, Any]:
        """The whole situation as plain data, for the holder of the game."""
        return self.book.write_position(self._play.state)

    @property
    def state(self) -> S:
        """The state itself; for the kernel, tests and the holder of the game, never for a player."""
        state: S = self._play.state
        return state

    @property
    def journal(self) -> tuple[Entry, ...]:
        """Everything that was said and rolled."""
        return tuple(self._journal)

    @property
    def first_checkpoint(self) -> Checkpoint:
        """The state before the first step."""
        return self._checkpoints[0]

    @property
    def last_checkpoint(self) -> Checkpoint:
        """The state before the present step."""
        return self._checkpoints[-1]

    # ---- what changes the game -----------------------------------------------------------------

    def answer(self, answer: Answer, *, seat: str | None = None, number: int | None = None) -> list[Event]:
        """Answer the open question; the facts that follow. A refused answer changes nothing."""
        decision = self.decision
        if decision is None:
            raise refuse("", "The game is over.", "Start another one.")
        if number is not None and number != self.number:
            raise refuse(
                "", f"Question {number} is no longer open.", f"The open question is number {self.number}."
            )
        if seat is None:
            seat = self.waiting_for[0]
        part = decision.for_seat(seat)
        if part is None:
            raise refuse(
                decision.rule, f"{seat} is not asked.", f"Waiting for {', '.join(self.waiting_for)}."
            )
        if seat in self._given:
            raise refuse(decision.rule, f"{seat} has answered already.", "Wait for the others.")
        value = part.read(answer)
        before = len(self._log)
        entries = len(self._journal)
        self._play.write(Answered(seat, answer))
        try:
            self._take(seat, value)
        except Undecided:
            raise
        except BaseException:
            self._rebuild(entries)
            raise
        return self._log.since(before)

    def rule(self, seat: str, ruling: str, facts: dict[str, Any]) -> list[Event]:
        """Give a ruling as Game Master or as the only player; it is checked, recorded and replayed like an answer."""
        if not self.book.may_rule(self._play.state, seat):
            raise refuse(
                "", f"{seat} may not give rulings.", "Only a Game Master or a player who plays alone may."
            )
        if ruling not in self.book.rulings():
            raise refuse("", f'There is no ruling "{ruling}".', f"Rulings: {', '.join(self.book.rulings())}.")
        before, entries = len(self._log), len(self._journal)
        self._play.write(Ruled(seat, ruling, facts))
        try:
            self._push_ruling(Ruled(seat, ruling, facts))
        except BaseException:
            self._rebuild(entries)
            raise
        return self._log.since(before)

    def change_dice(self, seat: str, source: Source) -> None:
        """From now on the dice of this seat come from another source; it is written in the record."""
        if seat not in self.seats:
            raise refuse("", f'There is no seat "{seat}".', f"Seats: {', '.join(self.seats)}.")
        self.dice.change(seat, source)
        self.notes.append(Note(len(self._journal), "dice changed", seat, {"source": source.name}))

    def undo(self, seat: str, *, to: int | None = None, consent: Collection[str] = ()) -> None:
        """Take back the seat's last answer, or go back to question `to`, as far as the policy allows."""
        target = self._last_answer_of(seat) if to is None else to
        if not 0 <= target < len(self._journal) or not isinstance(self._journal[target], Answered):
            most = len(self._journal) - 1
            raise refuse("", "There is no such answer to take back.", f"Name a question from 0 to {most}.")
        if not self._may_undo(seat, target, consent):
            others = ", ".join(one for one in self.seats if one != seat)
            raise refuse(
                "",
                "Since that answer dice were rolled, something became known, or another seat has answered.",
                f"It can be taken back with the consent of {others}.",
            )
        self.notes.append(Note(len(self._journal), "undone", seat, {"to": target}))
        self._rebuild(target)

    # ---- copies ------------------------------------------------------------------------------------

    def clone(self, seed: int | str = 0) -> Game[S]:
        """The same past with other future dice."""
        return self._branch(self.last_checkpoint.state, Dice(Seeded(seed)))

    def imagine(self, seat: str, chance: Chance, seed: int | str = 0) -> Game[S]:
        """A game that the seat may believe in: what it may not know is filled in at random, the dice are other dice."""
        hidden = self.book.hide(self.last_checkpoint.state, seat)
        return self._branch(self.book.imagine(hidden, seat, chance), Dice(Seeded(seed)))

    def branch(self, dice: Dice) -> Game[S]:
        """The same past with dice from another source."""
        return self._branch(self.last_checkpoint.state, dice)

    def _branch(self, state: S, dice: Dice) -> Game[S]:
        last = self.last_checkpoint
        start = Checkpoint(0, last.events, state)
        past = EventLog(self._log, last.events)
        return Game(self.book, start, dice, self._journal[last.entries :], past, self.header)

    # ---- the machine ------------------------------------------------------------------------------

    def _start(self) -> None:
        """Begin again from the last checkpoint and feed the journal that follows it."""
        checkpoint = self._checkpoints[-1]
        self._log.cut(checkpoint.events)
        self._given: dict[str, Any] = {}
        self._open: list[Decision] = []
        self._play = Play(
            self.book, copy_state(checkpoint.state), self.dice, self._journal, self._log, checkpoint.entries
        )
        self._running: list[Coroutine[Decision, Any, None]] = [self._steps()]
        self._open.append(_NO_DECISION)
        self._send(None)
        self._feed()

    async def _steps(self) -> None:
        play, book = self._play, self.book
        while book.result(play.state) is None:
            await book.step(play)
            self._keep(Checkpoint(play.place, len(self._log), copy_state(play.state)))

    def _send(self, value: Any) -> None:
        """Run the rules until the next question or the end."""
        self._open.pop()
        rules = self._running[-1]
        try:
            self._open.append(rules.send(value))
        except StopIteration:
            # The game is over, or a ruling is done and the question beneath it is open again.
            self._running = self._running[:-1]

    def _take(self, seat: str, value: Any) -> None:
        decision = self._open[-1]
        if isinstance(decision, Together):
            self._given[seat] = value
            if len(self._given) < len(decision.parts):
                return
            value, self._given = {one: self._given[one] for one in decision.parts}, {}
        self._send(value)

    def _push_ruling(self, ruled: Ruled) -> None:
        ruling = self.book.rulings()[ruled.ruling]
        self._running.append(ruling(self._play, ruled.seat, ruled.facts))
        self._open.append(_NO_DECISION)
        self._send(None)

    def _feed(self) -> None:
        """Give the rules the answers that the journal holds."""
        while (entry := self._play.next_entry()) is not None:
            if isinstance(entry, Ruled):
                self._push_ruling(entry)
                continue
            decision = self.decision
            assert isinstance(entry, Answered)
            part = None if decision is None else decision.for_seat(entry.seat)
            if part is None:
                asked = "nothing" if decision is None else f"{decision.prompt} ({decision.rule})"
                raise refuse("", f"The journal has an answer of {entry.seat}; the rules ask: {asked}.")
            self._take(entry.seat, part.read(entry.answer))

    def _keep(self, checkpoint: Checkpoint) -> None:
        kept = self._checkpoints
        kept.append(checkpoint)
        if len(kept) > 2 * KEPT_CHECKPOINTS:
            # The first is needed to rebuild anything at all; of the others every second one goes.
            old = len(kept) - KEPT_CHECKPOINTS
            kept[1:old] = kept[2:old:2]

    def _rebuild(self, entries: int) -> None:
        """Go back to the moment when the journal was this long."""
        del self._journal[entries:]
        while len(self._checkpoints) > 1 and self._checkpoints[-1].entries > entries:
            self._checkpoints.pop()
        self._start()

    def _last_answer_of(self, seat: str) -> int:
        for place in range(len(self._journal) - 1, -1, -1):
            entry = self._journal[place]
            if isinstance(entry, Answered) and entry.seat == seat:
                return place
        return -1

    def _may_undo(self, seat: str, target: int, consent: Collection[str]) -> bool:
        if self.book.may_rule(self._play.state, seat) or set(self.seats) <= {seat, *consent}:
            return True
        since = self._journal[target:]
        if any(not isinstance(entry, Answered) or entry.seat != seat for entry in since):
            return False
        return not self._something_was_revealed_since(target)

    def _something_was_revealed_since(self, target: int) -> bool:
        """Whether an event after the target answer told anybody something new."""
        fresh = self._branch_to(target)
        return any(event.reveals for event in self._log.since(len(fresh._log)))

    def _branch_to(self, entries: int) -> Game[S]:
        checkpoint = next(one for one in reversed(self._checkpoints) if one.entries <= entries)
        since = self._journal[checkpoint.entries : entries]
        past = EventLog(self._log, checkpoint.events)
        return Game(self.book, Checkpoint(0, checkpoint.events, checkpoint.state), self.dice, since, past)


class _NoDecision(Decision):
    """Stands where the rules have not asked yet."""

    kind = "none"


_NO_DECISION = _NoDecision("", "", ("",))


def new_game(
    book: Book[S], state: S, dice: Dice | Source | None = None, header: Mapping[str, Any] | None = None
) -> Game[S]:
    """A game from its first state."""
    if dice is None:
        dice = Dice(Seeded(0))
    elif not isinstance(dice, Dice):
        dice = Dice(dice)
    log = EventLog()
    if isinstance(dice.common, Sealed):
        sealed = {"commitment": dice.common.commitment, "salts": dice.common.salts}
        header = {**(header or {}), "sealed": sealed}
    return Game(book, Checkpoint(0, 0, state), dice, [], log, header)


__all__ = ["Answered", "Checkpoint", "Game", "Note", "Rolled", "Ruled", "new_game"]
