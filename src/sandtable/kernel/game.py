"""The contract: one game in play, for everybody who stands outside the rules."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from sandtable.kernel.belief import Beliefs, Told, asked_of, own_entries, own_events
from sandtable.kernel.book import Book
from sandtable.kernel.decision import Answer, Chance, Decision, Together, TypedDice, plain
from sandtable.kernel.dice import AskedFirst, Dice, Rolled, Sealed, Seeded, Source, Typed, Undecided
from sandtable.kernel.event import Event, EventLog
from sandtable.kernel.journal import (
    DICE_CHANGED,
    DRAWN,
    RESIGNED,
    UNDONE,
    Answered,
    Checkpoint,
    Entry,
    Note,
    Ruled,
    is_word_of,
)
from sandtable.kernel.machine import Machine
from sandtable.kernel.refusal import refuse
from sandtable.kernel.state import State, fingerprint

if TYPE_CHECKING:
    from pathlib import Path

S = TypeVar("S", bound=State)


class Game(Machine[S]):
    """One game: the open question, answers in, facts out."""

    _counted: tuple[int, Entry | None, dict[str, int]] = (0, None, {})
    """How much of the journal has been counted, its last entry, and the answers in it by seat."""

    # ---- what everybody asks -------------------------------------------------------------------

    @property
    def number(self) -> int:
        """The number of the open question: how many answers were given before it."""
        # Rolls and rulings do not count: a number that jumps would betray those that nobody may notice.
        return sum(self._answers().values())

    def number_for(self, seat: str) -> int:
        """The same for one seat: how many answers it gave itself, which tells it nothing about others."""
        return self._answers().get(seat, 0)

    def _answers(self) -> dict[str, int]:
        """How many answers each seat has given; only what is new in the journal is counted again."""
        journal, (known, last, counts) = self._journal, self._counted
        if not known or known > len(journal) or journal[known - 1] is not last:
            known, counts = 0, {}
        for entry in journal[known:]:
            if type(entry) is Answered:
                counts[entry.seat] = counts.get(entry.seat, 0) + 1
        self._counted = (len(journal), journal[-1] if journal else None, counts)
        return counts

    @property
    def seats(self) -> tuple[str, ...]:
        """Everyone who may be asked."""
        return self.book.seats(self._play.state)

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """The seats whose answer is still missing."""
        if not self._open or self.is_ended_by_players:
            return ()
        seats, given = self._open[-1].seats, self._given
        return tuple([seat for seat in seats if seat not in given]) if given else seats

    def decision_for(self, seat: str) -> Decision | None:
        """The open question as far as it is put to this seat and not yet answered by it."""
        if not self._open or seat in self._given or self.is_ended_by_players:
            return None
        return self._open[-1].for_seat(seat)

    def asked_first(self) -> tuple[str, Decision] | None:
        """The first seat whose answer is still missing, with what it is asked; None when the game is over."""
        if not self._open or self.is_ended_by_players:
            return None
        decision = self._open[-1]
        if not isinstance(decision, Together):
            return decision.seat, decision
        return next((seat, part) for seat, part in decision.parts.items() if seat not in self._given)

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
        """The situation when nothing was half done last, as plain data, for the holder of the game."""
        return {"book": self.book.id, **self.book.write_position(self.last_checkpoint.state)}

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
    def entries(self) -> int:
        """How many entries the journal has."""
        return len(self._journal)

    def journal_since(self, entries: int) -> list[Entry]:
        """What was said and rolled after so many entries."""
        return self._journal[entries:]

    @property
    def facts_told(self) -> int:
        """How many facts the log has, secret ones included."""
        return len(self._log)

    @property
    def first_checkpoint(self) -> Checkpoint:
        """The state before the first step."""
        return self._checkpoints[0]

    @property
    def last_checkpoint(self) -> Checkpoint:
        """The state before the present step."""
        return self._checkpoints[-1]

    @property
    def checkpoints(self) -> tuple[Checkpoint, ...]:
        """The first checkpoint and those of the recent steps, the last one last."""
        return tuple(self._checkpoints)

    # ---- what changes the game -----------------------------------------------------------------

    def answer(
        self, answer: Answer, *, seat: str | None = None, number: int | None = None, by: str = ""
    ) -> list[Event]:
        """Answer the open question, which may be named by the seat's number of it; the facts that follow.

        `by` says what has given the answer where it is no word of the seat's own.
        """
        if not self._open or self.is_ended_by_players:
            raise refuse("", "The game is over.", "Start another one.")
        decision = self._open[-1]
        if seat is None:
            seat = self.waiting_for[0]
        if number is not None and number != (now := self.number_for(seat)):
            raise refuse("", f"Question {number} to {seat} is not open.", f"Answer question {now}.")
        part = decision.for_seat(seat)
        if part is None:
            raise refuse(
                decision.rule, f"{seat} is not asked.", f"Waiting for {', '.join(self.waiting_for)}."
            )
        if seat in self._given:
            raise refuse(decision.rule, f"{seat} has answered already.", "Wait for the others.")
        answer = plain(answer)
        value = part.meaning(answer)
        before, entries, marks = len(self._log), len(self._journal), self.dice.marks()
        self._play.write(Answered(seat, answer, by))
        try:
            self._take(seat, value)
        except Undecided:
            raise
        except BaseException:
            self.dice.rewind(marks)
            self._rebuild(entries)
            raise
        return self._log.since(before)

    def rule(self, seat: str, ruling: str, facts: dict[str, Any]) -> list[Event]:
        """Give a ruling as Game Master or as the only player; it is recorded like an answer."""
        if not self.book.may_rule(self._play.state, seat):
            raise refuse(
                "", f"{seat} may not give rulings.", "Only a Game Master or a player who plays alone may."
            )
        if ruling not in self.book.rulings():
            raise refuse("", f'There is no ruling "{ruling}".', f"Rulings: {', '.join(self.book.rulings())}.")
        before, entries = len(self._log), len(self._journal)
        ruled, marks = Ruled(seat, ruling, plain(dict(facts))), self.dice.marks()
        self._play.write(ruled)
        try:
            self._push_ruling(ruled)
            self._refuse_silence()
        except BaseException:
            self.dice.rewind(marks)
            self._rebuild(entries)
            raise
        return self._log.since(before)

    def _refuse_silence(self) -> None:
        """Refuse what leaves nobody an answer to the question that was open."""
        for seat in self.waiting_for:
            asked = self.decision_for(seat)
            if asked is not None and not asked.options():
                raise refuse(
                    asked.rule,
                    f'With that there would be no answer to "{asked.prompt}"',
                    "Answer first, or take your last answer back; then say it again.",
                )

    def change_dice(self, seat: str | None, source: Source, *, consent: Collection[str] = ()) -> None:
        """From now on the dice of this seat, or of no seat, come from another source; it is recorded.

        Where dice are sealed, nobody leaves them for dice of the real table unless all others agree.
        """
        others = [one for one in self.seats if one != seat and one not in consent]
        if isinstance(source, Typed) and self.header.get("sealed") and others:
            raise refuse(
                "",
                "The dice of this game are sealed; nobody could prove those of the real table.",
                f"It can be done with the consent of {', '.join(others)}.",
            )
        self.use_dice(seat, source, consent)

    def use_dice(self, seat: str | None, source: Source, agreed: Collection[str] = ()) -> None:
        """Change dice as it was agreed, and note who agreed."""
        if seat is not None and seat not in self.seats:
            raise refuse("", f'There is no seat "{seat}".', f"Seats: {', '.join(self.seats)}.")
        sealed = self.header.get("sealed")
        if isinstance(source, Sealed):
            if sealed not in (None, _published(source)):
                raise refuse("", "This game has sealed dice already.", "Roll with the same sealed dice.")
            self.header["sealed"] = _published(source)
        self.dice.change(seat, source)
        facts: dict[str, Any] = {"source": source.name}
        if isinstance(source, Typed) and sealed is not None:
            facts["agreed"] = sorted(one for one in agreed if one in self.seats)
        self.notes.append(Note(len(self._journal), DICE_CHANGED, seat or "", facts))
        if isinstance(self.decision, TypedDice):
            # The roll that is being asked for comes from the new source too.
            self._rebuild(len(self._journal))

    def resign(self, seat: str, winners: Collection[str]) -> None:
        """A seat gives the battle up; its opponents have won it, and it is noted in the record."""
        self._refuse_end(seat)
        self.notes.append(Note(len(self._journal), RESIGNED, seat, {"winners": sorted(winners)}))

    def agree_on_draw(self, seat: str, agreed: Collection[str]) -> None:
        """All seats end the battle as a draw that one of them has offered; it is noted in the record."""
        self._refuse_end(seat)
        if missing := [one for one in self.seats if one != seat and one not in agreed]:
            raise refuse("", "Not everybody agrees to a draw.", f"Ask {', '.join(missing)}.")
        self.notes.append(Note(len(self._journal), DRAWN, seat, {"agreed": sorted(agreed)}))

    def _refuse_end(self, seat: str) -> None:
        if seat not in self.seats:
            raise refuse("", f'There is no seat "{seat}".', f"Seats: {', '.join(self.seats)}.")
        if self.result is not None:
            raise refuse("", "The game is over.", "Start another one.")

    def undo(self, seat: str, *, to: int | None = None, consent: Collection[str] = ()) -> None:
        """Take back the seat's last word, or go back to question `to`, as far as the policy allows."""
        target = self._target(seat, to)
        if not self.may_undo(seat, target, consent):
            others = ", ".join(one for one in self.seats if one != seat)
            raise refuse(
                "",
                "Since that answer dice were rolled, something became known, or another seat has answered.",
                f"It can be taken back with the consent of {others}.",
            )
        self.go_back(seat, target, consent)

    def undo_as_agreed(self, seat: str, to: int | None, agreed: Collection[str]) -> None:
        """Take back what was allowed when it was taken back the first time."""
        self.go_back(seat, self._target(seat, to), agreed)

    def go_back(self, seat: str, target: int, agreed: Collection[str]) -> None:
        """Go back to this place of the journal, whether it is allowed or not, and note it."""
        self._note_undo(seat, target, agreed)
        self._rebuild(target)

    def _target(self, seat: str, to: int | None) -> int:
        target = self._last_word_of(seat) if to is None else self._place_of(to)
        if target is None:
            raise refuse(
                "", "There is no such answer to take back.", f"Name a question from 0 to {self.number - 1}."
            )
        return target

    def save(self, path: str | Path) -> None:
        """Write the whole game into a file, to be played on later."""
        # Saving knows games.
        from sandtable.kernel.records.save import save_game

        save_game(self, path)

    def to_bytes(self) -> bytes:
        """The whole game, every secret included; `sandtable.from_bytes` goes on with it."""
        # Saving knows games.
        from sandtable.kernel.records.save import saved_text

        return saved_text(self).encode()

    # ---- copies ------------------------------------------------------------------------------------

    def clone(self, seed: int | str = 0) -> Game[S]:
        """The same past with other future dice."""
        return self._branch(self.last_checkpoint.state, self._other_dice(seed))

    def _other_dice(self, seed: int | str) -> Dice:
        is_typing = isinstance(self.decision, TypedDice)
        return AskedFirst(Seeded(seed)) if is_typing else Dice(Seeded(seed))

    def imagine(self, seat: str, chance: Chance, seed: int | str = 0) -> Game[S]:
        """A game that the seat may believe in: with what it may not know, and the dice, at random."""
        return self.beliefs_of(seat).world(chance, seed)

    def beliefs_of(self, seat: str) -> Beliefs:
        """What the seat needs to imagine games at this question; it holds no dice."""
        last = self._checkpoints[-1]
        since = own_entries(self._journal[last.entries :])
        past = self._told.setdefault(seat, Told(seat)).until(last.events, self._log)
        told = own_events([one for one in self._log.since(last.events) if one.is_known_to(seat)])
        hidden = self.book.hide(last.state, seat)
        is_typed = isinstance(self.decision, TypedDice)
        waiting, given = self.waiting_for, len(self._given)
        asked = asked_of(self, seat)
        return Beliefs(seat, self.book, hidden, since, past, told, waiting, asked, given, is_typed)

    def at(self, entries: int, start: Checkpoint | None = None) -> Game[S]:
        """The game as it was at the question before this place of the journal; to look at, not to play on."""
        known = next(one for one in reversed(self._checkpoints) if one.entries <= entries)
        checkpoint = known if start is None else start
        since = self._journal[checkpoint.entries : entries]
        past = EventLog(self._log, checkpoint.events)
        begin = Checkpoint(0, checkpoint.events, checkpoint.state)
        # A roll that the journal does not hold was waiting to be typed.
        return Game(self.book, begin, Dice(Typed()), since, past, self.header)

    def branch(self, dice: Dice) -> Game[S]:
        """The same past with dice from another source."""
        return self._branch(self.last_checkpoint.state, dice)

    def _branch(self, state: S, dice: Dice) -> Game[S]:
        last = self.last_checkpoint
        start = Checkpoint(0, last.events, state)
        past = EventLog(self._log, last.events)
        journal = self._journal[last.entries :]
        return Game(self.book, start, dice, journal, past, self.header, is_own=True)

    # ---- how far back ------------------------------------------------------------------------------

    def _last_word_of(self, seat: str) -> int | None:
        for place in range(len(self._journal) - 1, -1, -1):
            if is_word_of(seat, self._journal[place]):
                return place
        return None

    def _place_of(self, number: int) -> int | None:
        """Where the journal holds the answer to this question."""
        answers = [place for place, entry in enumerate(self._journal) if isinstance(entry, Answered)]
        return answers[number] if 0 <= number < len(answers) else None

    def may_undo(self, seat: str, target: int, consent: Collection[str]) -> bool:
        """Whether a seat may go back to this place of the journal, with those who agree."""
        if self.book.may_rule(self._play.state, seat) or set(self.seats) <= {seat, *consent}:
            return True
        if any(not isinstance(one, Rolled) and one.seat != seat for one in self._journal[target:]):
            return False
        return not self._something_was_revealed_since(target)

    def _something_was_revealed_since(self, target: int) -> bool:
        """Whether an event after the target answer told anybody something new, or showed dice."""
        fresh = self.at(target)
        # A roll that nobody may notice forbids nothing; otherwise the refusal would betray it.
        return any(
            event.reveals or (event.kind == "dice rolled" and event.to != ())
            for event in self._log.since(len(fresh._log))
        )

    def _note_undo(self, seat: str, target: int, agreed: Collection[str]) -> None:
        """What is taken back stays in the record, so that no die ever disappears."""
        gone = plain(msgspec.to_builtins(self._journal[target:]))
        who = sorted(one for one in agreed if one in self.seats and one != seat)
        facts = {"entries": target, "taken back": gone, "agreed": who, "hash": self.fingerprint()}
        self.notes.append(Note(len(self._journal), UNDONE, seat, facts))


def _published(sealed: Sealed) -> dict[str, Any]:
    """What everybody may know of sealed dice before the end."""
    return {"commitment": sealed.commitment, "salts": dict(sealed.salts)}


def new_game(
    book: Book[S], state: S, dice: Dice | Source | None = None, header: Mapping[str, Any] | None = None
) -> Game[S]:
    """A game from its first state."""
    if dice is None:
        dice = Dice(Seeded(0))
    elif not isinstance(dice, Dice):
        dice = Dice(dice)
    told: dict[str, Any] = {**(header or {}), "dice": dice.names}
    for source in (dice.common, dice.machine, *dice.by_seat.values()):
        if isinstance(source, Sealed):
            told["sealed"] = _published(source)
    return Game(book, Checkpoint(0, 0, state), dice, [], EventLog(), told)


__all__ = ["Answered", "Checkpoint", "Game", "Note", "Rolled", "Ruled", "new_game"]
