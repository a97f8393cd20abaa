"""Replays: a record step by step, forward and back; the rules are run again only where the version agrees."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from sandtable.kernel.book import Book, find_book
from sandtable.kernel.event import Event, fact_in_words
from sandtable.kernel.game import Game
from sandtable.kernel.journal import Checkpoint
from sandtable.kernel.records.agreed_end import end_by
from sandtable.kernel.records.made_with import made_with
from sandtable.kernel.records.record import (
    AnswerLine,
    EventLine,
    Line,
    NoteLine,
    Record,
    RollLine,
    RulingLine,
    Writing,
    plain_state,
)
from sandtable.kernel.records.rerun import Rerun
from sandtable.kernel.records.save import nonsense_refused, program_version, state_of
from sandtable.kernel.refusal import Refused, refuse


class Moment(msgspec.Struct, frozen=True):
    """One step of a record: an answer or a ruling, and all that followed from it."""

    said: AnswerLine | RulingLine | None
    """None for the beginning."""
    lines: tuple[Line, ...]
    """Rolls, events and notes, in order."""
    hash: str

    @property
    def events(self) -> list[Event]:
        """What was told."""
        return [line.event for line in self.lines if isinstance(line, EventLine)]


class Difference(msgspec.Struct, frozen=True):
    """The first place at which the rules play otherwise than the record."""

    moment: int
    what: str

    @property
    def in_words(self) -> str:
        """The place and the difference as a sentence."""
        return f"At step {self.moment} {self.what.rstrip('.')}."


class Replay:
    """A record that is stepped through."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.moments = list(_moments(record))
        self.place = 0
        self._rules: Game[Any] | None = None
        self._ends: list[tuple[int, Checkpoint]] = []

    @property
    def moment(self) -> Moment:
        """Where the replay stands."""
        return self.moments[self.place]

    def forward(self) -> Moment | None:
        """The next step, or None at the end."""
        if self.place + 1 >= len(self.moments):
            return None
        self.place += 1
        return self.moment

    def back(self) -> Moment | None:
        """The step before, or None at the beginning."""
        if self.place == 0:
            return None
        self.place -= 1
        return self.moment

    def go_to(self, place: int) -> Moment:
        """Any step by its number."""
        if not 0 <= place < len(self.moments):
            raise refuse("", f"There is no step {place}.", f"Steps: 0 to {len(self.moments) - 1}.")
        self.place = place
        return self.moment

    def events(self) -> list[Event]:
        """Everything that was told until here."""
        return [event for moment in self.moments[: self.place + 1] for event in moment.events]

    @property
    def can_run_rules(self) -> bool:
        """Whether the record tells everything and was written by these very rules."""
        return why_not_run(self.record) == ""

    def game(self) -> Game[Any]:
        """The game itself as it stood at this step, by running the rules again."""
        if self._rules is None:
            self._rules, self._ends = _run_to_the_end(self.record)
        return self._rules.at(*self._ends[self.place])


def replay(record: Record) -> Replay:
    """Step through a record."""
    return Replay(record)


def _moments(record: Record) -> Iterator[Moment]:
    said: AnswerLine | RulingLine | None = None
    lines: list[Line] = []
    for line in record.lines:
        if isinstance(line, AnswerLine | RulingLine):
            yield Moment(said, tuple(lines), record.header.hash if said is None else said.hash)
            said, lines = line, []
        else:
            lines.append(line)
    yield Moment(said, tuple(lines), record.header.hash if said is None else said.hash)


# ---- running the rules again -----------------------------------------------------------------------------


def why_not_run(record: Record) -> str:
    """Why the rules cannot be run again over this record; empty where they can."""
    header = record.header
    if not record.is_whole:
        return "The record does not tell everything."
    book = find_book(header.book)
    if header.program != program_version() or header.version not in (book.version, *book.plays_like):
        ours = f"{program_version()}, rules {book.version}"
        return f"It was written by version {header.program}, rules {header.version}; this is {ours}."
    return ""


def has_own_hashes(record: Record) -> bool:
    """Whether its hashes are of states as this version writes them."""
    return record.header.version == find_book(record.header.book).version


def made_with_others(record: Record) -> str:
    """That a record was made with other rules than these, and which part of them; empty if it was not."""
    theirs, ours = record.header.made_with, made_with(find_book(record.header.book))
    if not theirs:
        return ""
    other = [name for name in ("data", "code") if theirs.get(name) != ours.get(name)]
    other += [name for name in theirs if name not in ours]
    return f"It was made with other rules than these: other {' and other '.join(other)}." if other else ""


def why_not_told_by_rules(record: Record, still: Callable[[], None] = lambda: None) -> str:
    """Why these rules cannot tell what happened: they cannot be run, or are others and lead elsewhere."""
    if why := why_not_run(record):
        return why
    others = made_with_others(record)
    difference = PlayedAgain(record, still).difference() if others else None
    return "" if difference is None else f"{others} {difference.in_words}"


def first_difference(record: Record) -> Difference | None:
    """Write the record anew by running the rules, and tell the first thing in which it differs."""
    return PlayedAgain(record).difference()


class PlayedAgain:
    """A record that the rules write anew: from its first state, with what was said and rolled."""

    def __init__(self, record: Record, still: Callable[[], None] = lambda: None) -> None:
        self.record = record
        self.still = still
        """Called between two lines; it may call all off."""
        self.called_off: Refused | None = None
        self.has_own_hashes = has_own_hashes(record)
        self.moment = 0
        self.has_begun = False
        self.rerun: Rerun | None = None

    def difference(self) -> Difference | None:
        """The first thing in which the record differs from what the rules make of it."""
        try:
            with nonsense_refused("record"):
                what = self._first_line() or self._other_lines() or self._end()
        except Refused as refused:
            if refused is self.called_off:
                raise
            # It was the next word that the rules do not take.
            return Difference(self.moment + self.has_begun, refused.reason)
        return Difference(self.moment, what) if what else None

    def _first_line(self) -> str:
        header = self.record.header
        state = first_state(self.record)
        if plain_state(state) != renewed_first(self.record):
            return "the first state holds what the rules do not know"
        earlier = self.record.lines[: max(0, header.earlier)]
        if header.earlier < 0 or not all(isinstance(line, EventLine) for line in earlier):
            return f"there are no {header.earlier} facts of before"
        return ""

    def _other_lines(self) -> str:
        record = self.record
        self.rerun = _begun(record)
        writing = Writing(self.rerun, record.notes())
        told = iter(record.lines[record.header.earlier :])
        for ours in writing.lines():
            self._go_on_still()
            self.has_begun = bool(writing.first_hash)
            if self.has_begun and (what := self._wrong_first_hash(writing)):
                return what
            theirs = next(told, None)
            if isinstance(theirs, AnswerLine | RulingLine):
                self.moment += 1
            if what := _differing(ours, self._with_our_hash(theirs, ours)):
                return what
        if what := self._wrong_first_hash(writing):
            return what
        left = next(told, None)
        return "" if left is None else f"the rules have ended; the record tells: {_in_short(left)}"

    def _wrong_first_hash(self, writing: Writing) -> str:
        ours, theirs = writing.first_hash, self.record.header.hash
        return _hashes(ours, theirs) if self.has_own_hashes and ours != theirs else ""

    def _with_our_hash(self, theirs: Line | None, ours: Line) -> Line | None:
        """A line of theirs; where its hash is that of a state written otherwise, it is no proof."""
        if self.has_own_hashes or not isinstance(theirs, AnswerLine | RulingLine):
            return theirs
        return msgspec.structs.replace(theirs, hash=ours.hash if isinstance(ours, type(theirs)) else "")

    def _go_on_still(self) -> None:
        try:
            self.still()
        except Refused as off:
            self.called_off = off
            raise

    def _end(self) -> str:
        assert self.rerun is not None
        ours = end_by(self.record.notes()) or self.rerun.game.result
        theirs = self.record.header.result
        if msgspec.json.encode(ours) != msgspec.json.encode(theirs):
            return f"the result is {ours}, the record has {theirs}"
        return ""


def _differing(ours: Line, theirs: Line | None) -> str:
    if msgspec.json.encode(ours) == msgspec.json.encode(theirs):
        return ""
    if theirs is None or type(ours) is not type(theirs) or _in_short(ours) != _in_short(theirs):
        told = "nothing" if theirs is None else _in_short(theirs)
        return f"the rules tell: {_in_short(ours)}; the record tells: {told}"
    fields = ours.__struct_fields__
    name = next(one for one in fields if _plainly(getattr(ours, one)) != _plainly(getattr(theirs, one)))
    one, other = getattr(ours, name), getattr(theirs, name)
    if name == "hash":
        return _hashes(one, other)
    return f"of {_in_short(ours)} the rules tell the {name} {_plainly(one)}, the record {_plainly(other)}"


def _hashes(ours: str, theirs: str) -> str:
    return f"the hash is {ours}, the record has {theirs}"


def _in_short(line: Line) -> str:
    match line:
        case EventLine():
            return line.kind
        case RollLine():
            return f'a roll for "{line.why}"'
        case NoteLine():
            return f"{line.kind} by {line.seat}"
    return f"a word of {line.seat}"


def _plainly(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _begun(record: Record) -> Rerun:
    if why := why_not_run(record):
        raise refuse("", why, "Look at its events instead.")
    return Rerun(find_book(record.header.book), first_state(record), record.journal())


def first_state(record: Record) -> Any:
    """The state before the first step; one that could not be a position is refused like such a position."""
    book: Book[Any] = find_book(record.header.book)
    with nonsense_refused("record, line 1, first"):
        first = state_of(book, record.header.first, record.header.version, "record, line 1, first")
        book.read_position(book.write_position(first))
    return first


def renewed_first(record: Record) -> Any:
    """The first state that a record tells, as this version writes it."""
    header, is_own = record.header, has_own_hashes(record)
    return header.first if is_own else find_book(header.book).renewed(header.first, header.version)


def _run_to_the_end(record: Record) -> tuple[Game[Any], list[tuple[int, Checkpoint]]]:
    """The game at its end, and for each step where it ended in the journal, with the checkpoint before."""
    with nonsense_refused("record"):
        rerun = _begun(record)
        rerun.begin()
        ends = [(rerun.place, rerun.game.last_checkpoint)]
        while rerun.entry is not None:
            rerun.go_on()
            ends.append((rerun.place, rerun.game.last_checkpoint))
        return rerun.game, ends


# ---- as text -----------------------------------------------------------------------------------------------


def record_as_text(record: Record) -> str:
    """The record as people read it: tags, then each answer and what came of it."""
    header = record.header
    tags: dict[str, Any] = {
        "Book": header.book,
        "Version": f"{header.program}, rules {header.version}",
        "Scenario": header.scenario,
        "Seats": ", ".join(header.seats),
        "Options": header.options or None,
        "Dice": ", ".join(f"{who}: {name}" for who, name in header.dice.items()),
        "Commitment": header.commitment or None,
        "Seen by": {"": "everybody", None: "a watcher"}.get(header.seen_by, header.seen_by),
        "Result": _result(record),
    }
    lines = [f"[{name} {shown_whole(value)}]" for name, value in tags.items() if value not in (None, "")]
    told = _sentences(record)
    for place, moment in enumerate(_moments(record)):
        lines.append("")
        if isinstance(moment.said, AnswerLine):
            said = moment.said
            lines.append(f"{place}. {said.seat}: {said.asked} ({said.rules[0] if said.rules else ''})")
            lines.append(f"   > {shown_whole(said.answer)}")
        elif moment.said is not None:
            lines.append(f"{place}. {moment.said.seat} rules: {moment.said.ruling} {moment.said.facts}")
        sentences = iter(told[place])
        lines += [f"   {text}" for line in moment.lines if (text := _as_text(line, sentences))]
    return "\n".join(lines) + "\n"


def _sentences(record: Record) -> list[list[str]]:
    """What each step told: in the book's sentences where its rules can be run again, else in plain words."""
    plain = [[fact_in_words(event) for event in moment.events] for moment in _moments(record)]
    found: list[list[str]] = []
    try:
        if why_not_run(record):
            return plain
        with nonsense_refused("record"):
            rerun = _begun(record)
            rerun.begin()
            for place, moment in enumerate(_moments(record)):
                if place:
                    rerun.go_on()
                book, state = rerun.game.book, rerun.game.state
                found.append([sentence_of(book, event, state) for event in moment.events])
    except Refused:
        # As far as the rules follow it the record is told well, and then plainly.
        return found + plain[len(found) :]
    return found


def sentence_of(book: Book[Any], event: Event, state: Any) -> str:
    """A fact in the book's sentence; in plain words where a stranger wrote what no rule tells."""
    try:
        return book.sentence(event, state)
    except Exception:
        return fact_in_words(event)


def _as_text(line: Line, sentences: Iterator[str]) -> str:
    if isinstance(line, EventLine):
        told = next(sentences)
        only = f" [only {', '.join(line.to) or 'the machine'}]" if line.to is not None else ""
        return f"{told} ({', '.join(line.rules)}){only}"
    if isinstance(line, NoteLine):
        return f"* {note_in_words(line)}"
    # Rolls are told by their events.
    assert isinstance(line, RollLine)
    return ""


def note_in_words(note: NoteLine) -> str:
    """A note as people read it: what was done besides answering, or what somebody thought."""
    facts = {
        name: value for name, value in note.facts.items() if name != "rules" and value not in ("", [], ())
    }
    told = "; ".join(_fact_of_note(name, value) for name, value in facts.items())
    rules = f" ({', '.join(map(str, rules))})" if (rules := note.facts.get("rules")) else ""
    return f"{note.kind} by {note.seat}{f': {told}' if told else ''}{rules}"


def _fact_of_note(name: str, value: Any) -> str:
    if name in ("reasons", "source"):
        return "; ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    if name == "winners":
        return f"{' and '.join(map(str, value))} won"
    return f"{name} {len(value) if isinstance(value, list | tuple) else value}"


def _result(record: Record) -> str:
    result = record.header.result
    if result is None:
        return "*"
    return f"{' and '.join(result.winners) or 'nobody'} won: {result.why}"


def shown_whole(value: Any) -> str:
    """A value in quotes or as JSON, on one line."""
    return msgspec.json.encode(value).decode()
