"""The log of one game: what its steps make of it, and the steps that what happens now makes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from sandtable.kernel.book import Book, find_book
from sandtable.kernel.cases.position import game_at
from sandtable.kernel.decision.standing import StandingOrders, by_itself
from sandtable.kernel.dice import Dice, Rolled, Sealed, Seeded, Typed, Wanted, commitment_to
from sandtable.kernel.game import Game, new_game
from sandtable.kernel.journal import Answered as JournalAnswer
from sandtable.kernel.journal import Entry, is_word_of
from sandtable.kernel.records.save import game_from_text, nonsense_refused, saved_text
from sandtable.kernel.refusal import Refused, refuse
from sandtable.server.routes.bodies import NewGame
from sandtable.server.storage.steps import (
    Answered,
    Begun,
    Consented,
    DiceChanged,
    DiceWanted,
    DrawAgreed,
    DrawWanted,
    Ended,
    Ordered,
    Recorded,
    Resigned,
    Ruled,
    Seated,
    Step,
    Undone,
    UndoWanted,
)
from sandtable.server.wire.message_parts import DiceSource, Given, Who
from sandtable.server.wire.protocol import Status


class Sitter(msgspec.Struct):
    """Who sits in a seat."""

    who: Who
    name: str = ""
    player: str = ""
    force: Any = None
    salt: str = ""
    dice: DiceSource = "app"


class PendingUndo(msgspec.Struct):
    """An undo, a change of dice or a draw that waits for consent."""

    number: int
    """The number of the step that asked."""
    seat: str
    to: int | None
    agreed: tuple[str, ...]
    dice: DiceSource | None = None
    """The dice that the seat wants, where it wants to take nothing back."""
    draw: bool = False
    """Whether a draw is offered."""


class ByItself(msgspec.Struct, frozen=True):
    """What was answered for a seat by itself, as its own eyes are told."""

    seat: str
    place: int
    """How many answers of all seats stand before it."""
    told: Given


class GameLogForm(msgspec.Struct):
    """A log as a snapshot keeps it."""

    number: int
    sitters: dict[str, Sitter]
    status: Status
    drawn: int
    origins: list[int]
    pending: PendingUndo | None
    ended: str
    game: str | None
    orders: dict[str, StandingOrders] = {}
    by_itself: list[ByItself] = []
    waits: bool = False


class GameLog:
    """One game from its creation to its end."""

    def __init__(self, plan: NewGame, secret: str) -> None:
        self.plan = plan
        self.secret = secret
        self.number = 0
        """How many steps were taken."""
        self.status: Status = "gathering"
        self.ended = ""
        """Why the players gave the game up."""
        self.game: Game[Any] | None = None
        self.pending: PendingUndo | None = None
        self.sitters = {
            seat: Sitter(
                {"here": "person", "elsewhere": "open", "ai": "ai"}[one.sits],  # type: ignore[arg-type]
                one.name,
                one.player if one.sits == "ai" else "",
                one.force,
                # An automatic player has no hands to roll with.
                dice="typed" if one.sits != "ai" and (one.dice or plan.dice) == "typed" else "app",
            )
            for seat, one in plan.seats.items()
        }
        here = [seat for seat, one in plan.seats.items() if one.sits == "here"]
        if here:
            self.sitters[here[0]].salt = plan.salt
        self._stream: Seeded | Sealed | None = None
        self._origins: list[int] = []
        """How many facts there were before each answer that stands."""
        self.orders: dict[str, StandingOrders] = {}
        self.by_itself: list[ByItself] = []
        """What was answered by itself and stands."""
        self._waits = False
        """Whether something was taken back, and nothing answers itself before somebody has spoken."""

    @property
    def book(self) -> Book[Any]:
        """The book that is played."""
        return find_book(self.plan.book)

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats, taken or free."""
        return tuple(self.sitters)

    @property
    def seed(self) -> int | str:
        """Where the dice and the whims of automatic players come from, unless the dice are sealed."""
        return self.secret if self.plan.seed is None else self.plan.seed

    @property
    def open_seats(self) -> tuple[str, ...]:
        """The seats in which nobody sits."""
        return tuple(seat for seat, sitter in self.sitters.items() if sitter.who == "open")

    @property
    def play(self) -> Game[Any]:
        """The game, once it has begun."""
        if self.game is None:
            raise refuse("", "The game has not begun.", "Wait until all seats are taken.")
        return self.game

    # ---- what happens now ------------------------------------------------------------------------------

    def take(self, step: Step) -> Step:
        """Let something happen for the first time; the step with its dice, or a refusal and no change."""
        match step:
            case Answered():
                entries = self.play.entries
                self._carry_out(step)
                step = msgspec.structs.replace(step, rolled=_rolls(self.play.journal_since(entries)))
            case Begun() | Ruled() | Undone() | DiceChanged():
                before = () if self.game is None else self.game.journal
                self._carry_out(step)
                step = msgspec.structs.replace(step, rolled=_rolls(_beyond(before, self.play.journal)))
            case _:
                self._carry_out(step)
        self.number += 1
        return step

    def follow(self, step: Step) -> None:
        """Let something happen again that the store remembers."""
        rolled = getattr(step, "rolled", None)
        if rolled is None:
            self._carry_out(step)
        else:
            with self._recorded(Recorded(rolled)):
                self._carry_out(step)
            self._advance(rolled)
        self.number += 1

    def _carry_out(self, step: Step) -> None:
        match step:
            case Seated():
                self._seat(step)
            case Begun():
                self._begin()
            case Answered():
                self._answer(step)
            case Ordered(seat, order, setting):
                self.orders[seat] = self.standing_of(seat).ordered(
                    self.book.standing, order, setting, self.round
                )
                self._waits = False
            case Ruled(seat, ruling, facts):
                self.play.rule(seat, ruling, facts)
                self.pending, self._waits = None, False
            case DiceWanted(seat, source, agreed):
                self.pending = PendingUndo(self.number + 1, seat, None, agreed, source)
            case UndoWanted(seat, to, agreed):
                self.pending = PendingUndo(self.number + 1, seat, to, agreed)
            case Consented(seat, agrees):
                self._consent(seat, agrees)
            case Undone(seat, to, agreed):
                # What the store remembers was allowed when it happened.
                if isinstance(self.play.dice, Recorded):
                    self.play.undo_as_agreed(seat, to, agreed)
                else:
                    self.play.undo(seat, to=to, consent=agreed)
                self._forget_origins()
                self.pending, self._waits = None, True
            case DiceChanged(seat, source, _, agreed):
                self._change_dice(seat, source, agreed)
                if self.pending is not None and self.pending.dice is not None:
                    self.pending = None
            case DrawWanted(seat, agreed):
                self.pending = PendingUndo(self.number + 1, seat, None, agreed, draw=True)
            case DrawAgreed(seat, agreed):
                self.play.agree_on_draw(seat, agreed)
                self.pending = None
            case Resigned(seat, winners):
                self.play.resign(seat, winners)
                self.pending = None
            case Ended(why):
                self.ended, self.status = why, "ended"
        if self.game is not None and self.status != "ended":
            self.status = "running" if self.game.result is None else "over"

    def _answer(self, step: Answered) -> None:
        game, seat, told = self.play, step.seat, None
        before = game.facts_told
        if step.by and (question := game.decision_for(seat)) is not None:
            line, words = len(game.events(0, seat)), question.in_words(step.answer)
            told = Given(line, game.number_for(seat), step.by, question.prompt, words)
        game.answer(step.answer, seat=seat, by=step.by)
        if told is not None:
            self.by_itself.append(ByItself(seat, len(self._origins), told))
        self._origins.append(before)
        self.pending, self._waits = None, False

    def _seat(self, step: Seated) -> None:
        sitter = self.sitters[step.seat]
        sitter.who, sitter.name, sitter.player = step.who, step.name, step.player
        if self.game is not None:
            # The forces are on the table and the dice are sealed: a newcomer changes neither.
            return
        if step.force is not None:
            sitter.force = step.force
        sitter.salt = step.salt or sitter.salt

    def _consent(self, seat: str, agrees: bool) -> None:
        assert self.pending is not None
        if not agrees:
            self.pending = None
        else:
            self.pending.agreed = (*self.pending.agreed, seat)

    def _change_dice(self, seat: str, source: DiceSource, agreed: tuple[str, ...]) -> None:
        assert self._stream is not None
        recorded, common = isinstance(self.play.dice, Recorded), self._dice().common
        other = Typed() if source == "typed" else self._stream
        if recorded:
            self.play.use_dice(seat, other, agreed)
        else:
            self.play.change_dice(seat, other, consent=agreed)
        self.sitters[seat].dice = source
        dice = self._dice()
        if dice.common.name != common.name:
            self.play.use_dice(None, dice.common, self.play.seats)
        if not recorded:
            self.play.dice = dice

    # ---- what answers itself -----------------------------------------------------------------------------

    @property
    def round(self) -> int:
        """The round that is played; before the beginning none."""
        return 0 if self.game is None else self.book.round_of(self.game.state)

    def standing_of(self, seat: str) -> StandingOrders:
        """What a seat has ordered once."""
        return self.orders.get(seat, StandingOrders())

    def orders_of(self, seat: str) -> dict[str, str]:
        """How every standing order of a seat is set now."""
        return self.standing_of(seat).in_force(self.book.standing, self.round)

    def answers_itself(self) -> Answered | None:
        """The next answer that a person who is asked need not give; None where somebody has to speak."""
        game = self.game
        if game is None or self._waits or self.status != "running":
            return None
        for seat in game.waiting_for:
            if self.sitters[seat].who == "person":
                given = by_itself(game, seat, self.standing_of(seat))
                if given is not None:
                    return Answered(seat, given.answer, by=given.by)
        return None

    # ---- dice ------------------------------------------------------------------------------------------

    def _dice(self) -> Dice:
        assert self._stream is not None
        own = {seat: Typed() for seat, sitter in self.sitters.items() if sitter.dice == "typed"}
        # Where everybody rolls on the real table, the dice that belong to nobody lie there too.
        here_too = self.plan.dice == "typed" or len(own) == len(self.sitters)
        if self.book.rolls_for_nobody or not here_too:
            return Dice(self._stream, own)
        here = {seat: self._stream for seat in self.sitters if seat not in own}
        return Dice(Typed(), here, self._stream)

    @contextmanager
    def _recorded(self, dice: Recorded) -> Iterator[None]:
        """For a while the dice are those of a step that the store remembers."""
        self._begin_with = dice
        if self.game is not None:
            self.game.dice = dice
        try:
            yield
        finally:
            del self._begin_with
            if self.game is not None:
                self.game.dice = self._dice()
        if not dice.is_spent:
            raise refuse("", "A step has dice that nobody wants.", "Play it with the rules that wrote it.")

    def _advance(self, rolled: tuple[Rolled, ...]) -> None:
        """Our own dice go on after those that were rolled."""
        stream = self._stream
        if stream is None:
            return
        ends = [one.start + len(one.faces) for one in rolled if one.source == stream.name]
        if ends and max(ends) > stream.drawn:
            stream.roll(Wanted(max(ends) - stream.drawn, "rolled before"))

    # ---- the beginning -----------------------------------------------------------------------------------

    def _begin(self) -> None:
        if self.plan.dice == "sealed":
            salts = {seat: sitter.salt for seat, sitter in self.sitters.items() if sitter.salt}
            self._stream = Sealed(self.secret, salts)
        else:
            self._stream = Seeded(self.seed)
        dice = getattr(self, "_begin_with", None) or self._dice()
        try:
            self.game = self._new_game(dice)
        except Refused:
            self._stream = None
            raise
        # The header names the dice of the game, not those of a step that is told again.
        self.game.header["dice"] = self._dice().names
        if isinstance(self._stream, Sealed):
            self.game.header["sealed"] = self.sealed
        for seat in self.game.seats:
            # A book may seat somebody of whom the plan knows nothing: a Game Master.
            self.sitters.setdefault(seat, Sitter("person"))

    def _new_game(self, dice: Dice) -> Game[Any]:
        plan, book = self.plan, self.book
        if plan.position is not None:
            return game_at(plan.position, dice, book=book)
        forces = {seat: sitter.force for seat, sitter in self.sitters.items()}
        header = {"book": book.id, "scenario": plan.scenario, "seats": forces, "options": plan.options}
        with nonsense_refused("game"):
            return new_game(book, book.set_up(plan.scenario, forces, plan.options), dice, header)

    @property
    def commitment(self) -> str:
        """What was fixed of sealed dice when the game was created; empty where dice are not sealed."""
        return commitment_to(self.secret) if self.plan.dice == "sealed" else ""

    @property
    def sealed(self) -> dict[str, Any] | None:
        """What everybody may know of sealed dice; after the end also their secret."""
        if self.plan.dice != "sealed":
            return None
        salts = {seat: sitter.salt for seat, sitter in self.sitters.items() if sitter.salt}
        published: dict[str, Any] = {"commitment": self.commitment, "salts": salts}
        if self.status == "over":
            published["secret"] = self.secret
        return published

    # ---- going back ----------------------------------------------------------------------------------------

    def last_word(self, seat: str) -> int | None:
        """The question, counted over all seats, that the seat answered last; None if it has ruled since."""
        number = self.play.number
        for entry in reversed(self.play.journal):
            if isinstance(entry, JournalAnswer):
                number -= 1
            if is_word_of(seat, entry):
                return number if isinstance(entry, JournalAnswer) else None
        raise refuse("", f"{seat} has nothing to take back.", "Answer something first.")

    def missing_consent(self) -> tuple[str, ...]:
        """The seats that have not agreed to the undo that was asked for."""
        pending = self.pending
        if pending is None:
            return ()
        return tuple(one for one in self.play.seats if one != pending.seat and one not in pending.agreed)

    def word_of(self, seat: str) -> Entry | None:
        """The last entry of the journal by which the seat said something."""
        said = (one for one in reversed(self.play.journal) if not isinstance(one, Rolled))
        return next((one for one in said if one.seat == seat), None)

    def lines_since(self, question: int | None, viewer: str | None) -> int:
        """How many lines of the viewer's log would go with an undo to a question."""
        if question is None or not 0 <= question < len(self._origins):
            return 0
        facts = self.play.events(self._origins[question], all_seats=True)
        return sum(one.is_known_to(viewer) for one in facts)

    def question_behind(self, event: int, viewer: str | None) -> int:
        """The question, counted over all seats, whose answer led to this line of the viewer's log."""
        facts = enumerate(self.play.events(all_seats=True))
        known = [place for place, one in facts if one.is_known_to(viewer)]
        if not 0 <= event < len(known):
            raise refuse("", "There is no such line in the log.", f"The log has {len(known)} lines.")
        behind = [number for number, before in enumerate(self._origins) if before <= known[event]]
        if not behind:
            raise refuse("", "No answer led to this line.", "Choose a later line.")
        return behind[-1]

    def _forget_origins(self) -> None:
        left = sum(isinstance(entry, JournalAnswer) for entry in self.play.journal)
        del self._origins[left:]
        self.by_itself = [one for one in self.by_itself if one.place < left]

    # ---- snapshots -----------------------------------------------------------------------------------------

    def snapshot(self) -> bytes:
        """The log as a whole."""
        drawn = 0 if self._stream is None else self._stream.drawn
        saved = None if self.game is None else saved_text(self.game)
        return msgspec.json.encode(
            GameLogForm(
                self.number,
                self.sitters,
                self.status,
                drawn,
                self._origins,
                self.pending,
                self.ended,
                saved,
                self.orders,
                self.by_itself,
                self._waits,
            )
        )

    def restore(self, snapshot: bytes) -> None:
        """Go to where a snapshot was taken."""
        form = msgspec.json.decode(snapshot, type=GameLogForm)
        if form.game is not None:
            game = game_from_text(form.game, "snapshot")
            salts = {seat: sitter.salt for seat, sitter in form.sitters.items() if sitter.salt}
            if self.plan.dice == "sealed":
                self._stream = Sealed(self.secret, salts, form.drawn)
            else:
                self._stream = Seeded(self.seed, form.drawn)
            self.sitters = form.sitters
            game.dice = self._dice()
            self.game = game
        self.sitters, self.status, self.number = form.sitters, form.status, form.number
        self._origins, self.pending, self.ended = form.origins, form.pending, form.ended
        self.orders, self.by_itself, self._waits = form.orders, form.by_itself, form.waits


def _rolls(entries: Iterable[Entry]) -> tuple[Rolled, ...]:
    return tuple([one for one in entries if isinstance(one, Rolled)])


def _beyond(before: tuple[Entry, ...], after: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """What a journal holds after the part that it had before, which may have become shorter."""
    same = min(len(before), len(after))
    while same and before[same - 1] is not after[same - 1]:
        same -= 1
    return after[same:]
