"""The machine: runs the rules of a book until they ask, and feeds them what a journal holds."""

from __future__ import annotations

from collections.abc import Coroutine, Mapping
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from sandtable.kernel.book import Book, Result
from sandtable.kernel.decision import Chance, Decision, Together, shown
from sandtable.kernel.dice import Dice, Rolled, Wanted
from sandtable.kernel.event import EventLog
from sandtable.kernel.journal import Answered, Checkpoint, Entry, Note, Ruled
from sandtable.kernel.play import Play
from sandtable.kernel.records.agreed_end import end_by, is_ended_by
from sandtable.kernel.refusal import Refused, refuse
from sandtable.kernel.state import State, copy_changes, copy_state

if TYPE_CHECKING:
    from sandtable.kernel.belief import Told

S = TypeVar("S", bound=State)

KEPT_CHECKPOINTS = 12
"""How many recent checkpoints are kept whole; older ones are thinned, since the journal can rebuild them."""
REPEATED_STEPS = 2
"""So many steps in which nobody is asked and nothing is rolled are not run again by every copy."""
MOST_IDLE_STEPS = 1000
"""After so many steps in which nobody is asked and nothing is rolled the rules go round in a circle."""


class Belief(NamedTuple):
    """Whose belief a game is, and which answers of others the seat has not been shown."""

    seat: str
    chance: Chance
    unknown: tuple[int, ...]


class Machine(Generic[S]):
    """A game as it runs: checkpoints, journal, and the rules waiting at a question."""

    def __init__(
        self,
        book: Book[S],
        checkpoint: Checkpoint,
        dice: Dice,
        journal: list[Entry],
        log: EventLog,
        header: Mapping[str, Any] | None = None,
        *,
        last: Checkpoint | None = None,
        belief: Belief | None = None,
        is_own: bool = False,
    ) -> None:
        self.book = book
        self.dice = dice
        self.header: dict[str, Any] = dict(header or {})
        self.notes: list[Note] = []
        self._told: dict[str, Told] = {}
        """What each seat had been told when it was last asked for its beliefs."""
        self._journal = journal
        self._log = log
        self._checkpoints: list[Checkpoint] = [checkpoint] if last is None else [checkpoint, last]
        self._belief = belief
        # A copy lives through what its original has accepted; whatever comes from elsewhere is judged.
        self._is_own = is_own
        self._start()
        self._belief, self._is_own = None, False

    @property
    def decision(self) -> Decision | None:
        """The open question, or None when the game is over."""
        return self._open[-1] if self._open and not self.is_ended_by_players else None

    @property
    def is_ended_by_players(self) -> bool:
        """Whether somebody has resigned, or all have agreed on a draw."""
        return is_ended_by(self.notes)

    @property
    def open_questions(self) -> tuple[Decision, ...]:
        """The open question, and those beneath that wait for a ruling to end."""
        return tuple(self._open)

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it runs."""
        return end_by(self.notes) or self.book.result(self._play.state)

    def _start(self) -> None:
        """Begin again from the last checkpoint and feed the journal that follows it."""
        checkpoint = self._checkpoints[-1]
        self._log.cut(checkpoint.events)
        self._given: dict[str, Any] = {}
        self._set_aside: list[dict[str, Any]] = []
        self._open: list[Decision] = []
        self._running: list[Coroutine[Any, Any, None]] = []
        self._play = Play(
            self.book, copy_state(checkpoint.state), self._journal, self._log, checkpoint.entries
        )
        self._run(_steps(self._play, self._checkpoints))
        self._feed()

    def _run(self, rules: Coroutine[Any, Any, None]) -> None:
        self._running.append(rules)
        self._open.append(_NO_DECISION)
        self._send(None)

    def _send(self, value: Any) -> None:
        """Run the rules until the next question or the end."""
        self._open.pop()
        go_on = self._running[-1].send
        try:
            asked = go_on(value)
            while type(asked) is Wanted:
                asked = go_on(self._roll(asked))
            self._open.append(asked)
        except StopIteration:
            del self._running[-1]
            if self._set_aside:
                self._end_ruling()

    def _roll(self, wanted: Wanted) -> Rolled | None:
        """The dice that the journal has next, or else new ones; None where they have to be typed."""
        play = self._play
        if not play.is_replaying:
            rolled = self.dice.roll(wanted)
            if rolled is not None:
                play.write(rolled)
            return rolled
        rolled = play.next_roll(wanted)
        if rolled is None or self._belief is None or wanted.to is None or self._belief.seat in wanted.to:
            return rolled
        rolled = self.dice.machine.roll(wanted)
        play.replace_last(rolled)
        return rolled

    def _end_ruling(self) -> None:
        """The question beneath is open again, unless the ruling ended the game or began it anew."""
        self._given = self._set_aside.pop()
        if self.result is not None:
            for rules in reversed(self._running):
                rules.close()
            self._running, self._open, self._given, self._set_aside = [], [], {}, []
        elif not self._running:
            self._run(_steps(self._play, self._checkpoints))
        else:
            self._open[-1].look_again()

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
        self._set_aside.append(self._given)
        self._given = {}
        self._run(ruling(self._play, ruled.seat, ruled.facts))

    def _feed(self) -> None:
        """Give the rules the answers that the journal holds."""
        while (entry := self._play.next_entry()) is not None:
            if isinstance(entry, Ruled):
                self._push_ruling(entry)
                continue
            decision = self.decision
            assert isinstance(entry, Answered)
            part = None if decision is None else decision.for_seat(entry.seat)
            if part is None or entry.seat in self._given:
                raise self._disagreement(entry, "")
            if self._belief is not None:
                entry = self._believed(entry, part, self._belief)
            try:
                value = part.recall(entry.answer) if self._is_own else part.read(entry.answer)
            except Refused as refused:
                raise self._disagreement(entry, f": {refused.reason}") from refused
            self._take(entry.seat, value)
        if self._play.is_replaying:
            raise refuse("", "journal: a roll; rules ask: no roll.", "The journal is not of this game.")

    def _believed(self, entry: Answered, part: Decision, belief: Belief) -> Answered:
        """The answer itself, or some other where the believer has not been shown it."""
        is_shown = part.shows_answer_to(belief.seat) and self._play.place - 1 not in belief.unknown
        if is_shown or entry.seat == belief.seat:
            return entry
        other = Answered(entry.seat, part.sample(belief.chance))
        self._play.replace_last(other)
        return other

    def _disagreement(self, entry: Answered, why: str) -> Refused:
        decision = self.decision
        asked = "nothing" if decision is None else f"{decision.prompt} ({decision.rule})"
        return refuse(
            "",
            f"journal: {entry.seat} answers {shown(entry.answer)}; rules ask: {asked}{why}",
            "Play it with the version of the rules that wrote the journal.",
        )

    def _rebuild(self, entries: int) -> None:
        """Go back to the moment when the journal was this long."""
        del self._journal[entries:]
        while len(self._checkpoints) > 1 and self._checkpoints[-1].entries > entries:
            self._checkpoints.pop()
        self._start()


async def _steps(play: Play[Any], kept: list[Checkpoint]) -> None:
    """Play step after step, with a checkpoint after each that asked or rolled; it holds no game."""
    book, idle = play.book, 0
    while book.result(play.state) is None:
        await book.step(play)
        if play.place == kept[-1].entries:
            # Nothing was said or rolled: the checkpoint before leads to the same question.
            idle += 1
            assert idle < MOST_IDLE_STEPS, f"{MOST_IDLE_STEPS} steps without a question or a die"
            if idle % REPEATED_STEPS == 0:
                kept.append(_checkpoint(play, kept[-1].state))
            continue
        idle = 0
        kept.append(_checkpoint(play, kept[-1].state))
        if len(kept) > 2 * KEPT_CHECKPOINTS:
            # The first is needed to rebuild anything at all; of the others every second one goes.
            old = len(kept) - KEPT_CHECKPOINTS
            kept[1:old] = kept[2:old:2]


def _checkpoint(play: Play[Any], earlier: State) -> Checkpoint:
    """The state as it is now; what has not changed since an earlier checkpoint is not copied again."""
    return Checkpoint(play.place, len(play.log), copy_changes(play.state, earlier))


class _NoDecision(Decision):
    """Stands where the rules have not asked yet."""

    kind = "none"


_NO_DECISION = _NoDecision("", "", "", ("",))
