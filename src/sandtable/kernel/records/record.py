"""Records: a game as a file, one JSON line for each answer, roll, ruling, note and event."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from sandtable.kernel import safe_json
from sandtable.kernel.book import Result
from sandtable.kernel.decision import Decision
from sandtable.kernel.dice import Rolled, Sealed
from sandtable.kernel.event import Event
from sandtable.kernel.files import MOST_BYTES, read_text, write_text
from sandtable.kernel.game import Game
from sandtable.kernel.journal import DICE_CHANGED, DRAWN, RESIGNED, UNDONE, Answered, Entry, Note, Ruled
from sandtable.kernel.records.made_with import made_with
from sandtable.kernel.records.rerun import Rerun
from sandtable.kernel.records.save import program_version
from sandtable.kernel.refusal import refuse
from sandtable.kernel.safe_yaml import misfit

FORMAT = 1
"""Raised when the lines change their shape."""
ENDING = ".sandtable"


class Header(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The first line: what was played, by whom, with which dice, and how it ended."""

    sandtable: int = FORMAT
    book: str
    version: str
    """The version of the book's rules in code."""
    program: str
    made_with: dict[str, str] = {}
    """Digests of the rules' data and code; empty in records of before, and where it does not matter."""
    scenario: str | None = None
    seats: dict[str, Any] = {}
    options: dict[str, Any] = {}
    dice: dict[str, str] = {}
    """The names of the sources at the beginning: the common one, and those of single seats."""
    commitment: str = ""
    salts: dict[str, str] = {}
    secret: str = ""
    """The secret of sealed dice; revealed when the game is over."""
    seen_by: str | None = ""
    """Whose knowledge it holds: a seat's, a watcher's (null), or everything ("")."""
    result: Result | None = None
    first: Any = None
    """The state before the first step; only where everything is told."""
    earlier: int = 0
    """How many events were told before the first state; a game that was branched off has a past."""
    hash: str = ""
    """The hash of the state, or of what the seat sees, at the first question."""


class AnswerLine(
    msgspec.Struct, tag="answer", tag_field="is", forbid_unknown_fields=True, omit_defaults=True
):
    """An answer, what was asked, and the hash of the state when the next question was put."""

    seat: str
    answer: Any
    asked: str
    rules: tuple[str, ...]
    hash: str
    by: str = ""
    """The standing order that gave it, or that it was the only answer; in records of others left out."""


class RulingLine(msgspec.Struct, tag="ruling", tag_field="is", forbid_unknown_fields=True):
    """A ruling of the Game Master."""

    seat: str
    ruling: str
    facts: dict[str, Any]
    hash: str


class RollLine(msgspec.Struct, tag="roll", tag_field="is", forbid_unknown_fields=True, omit_defaults=True):
    """A roll."""

    why: str
    faces: tuple[int, ...]
    source: str
    sides: int = 6
    start: int | None = None
    """The place of its first die in the stream of its source; only where everything is told."""


class EventLine(msgspec.Struct, tag="event", tag_field="is", forbid_unknown_fields=True, omit_defaults=True):
    """A fact."""

    kind: str
    rules: tuple[str, ...]
    facts: dict[str, Any] = {}
    to: tuple[str, ...] | None = None
    reveals: bool = False

    @property
    def event(self) -> Event:
        """The fact as games hold it."""
        return Event(self.kind, self.rules, self.facts, self.to, self.reveals)


class NoteLine(msgspec.Struct, tag="note", tag_field="is", forbid_unknown_fields=True):
    """Something that is no part of the game: an undo, a change of dice."""

    kind: str
    seat: str
    facts: dict[str, Any] = {}


Line = AnswerLine | RulingLine | RollLine | EventLine | NoteLine


class Record(msgspec.Struct, frozen=True):
    """A whole record."""

    header: Header
    lines: list[Line]

    @property
    def is_whole(self) -> bool:
        """Whether everything is told, so that the rules can be run again."""
        return self.header.seen_by == "" and self.header.first is not None

    def journal(self) -> list[Entry]:
        """What was said and rolled, as far as it is told."""
        found: list[Entry] = []
        for line in self.lines:
            if isinstance(line, AnswerLine):
                found.append(Answered(line.seat, line.answer, line.by))
            elif isinstance(line, RulingLine):
                found.append(Ruled(line.seat, line.ruling, line.facts))
            elif isinstance(line, RollLine):
                found.append(Rolled(line.why, line.faces, line.source, line.start or 0, line.sides))
        return found

    def notes(self) -> list[Note]:
        """What was noted, each with how much had been said and rolled before it."""
        found, entries = [], 0
        for line in self.lines:
            if isinstance(line, NoteLine):
                found.append(Note(entries, line.kind, line.seat, line.facts))
            elif not isinstance(line, EventLine):
                entries += 1
        return found


# ---- writing -----------------------------------------------------------------------------------------


def record_of(game: Game[Any]) -> Record:
    """The record of a game with everything in it, for its holder; for all once the game is over."""
    return _as_read(_record(game, ""))


def record_for(game: Game[Any], seat: str | None) -> Record:
    """The record of a game with what a seat, or a watcher, knows and nothing else."""
    return _as_read(_record(game, seat))


def _as_read(record: Record) -> Record:
    """The record as it will be read again: tuples have become lists, and nothing is shared with the game."""
    return record_from_text(record_text(record))


def record_text(record: Record) -> str:
    """The lines of a record."""
    lines: list[Any] = [record.header, *record.lines]
    return "".join(f"{msgspec.json.encode(line).decode()}\n" for line in lines)


def write_record(game: Game[Any], path: str | Path) -> None:
    """Write the whole record of a game into a file."""
    write_text(path, record_text(record_of(game)))


def hash_of_view(view: Any) -> str:
    """A short hash of what somebody sees."""
    return hashlib.blake2b(msgspec.json.encode(view, order="deterministic"), digest_size=8).hexdigest()


def _record(game: Game[Any], seen_by: str | None) -> Record:
    writing = Writing(Rerun(game.book, game.first_checkpoint.state, game.journal), game.notes, seen_by)
    earlier = game.events(all_seats=True)[: game.first_checkpoint.events]
    lines = [*writing.told(earlier, []), *writing.lines()]
    # What was chosen together is shown together: not before all have answered.
    waiting = writing.rerun.game.open_questions
    unshown = [line for decision, line in writing.together if decision in waiting]
    kept = [line for line in lines if not any(line is one for one in unshown)]
    return Record(_header(game, seen_by, writing.first_hash), kept)


def _header(game: Game[Any], seen_by: str | None, first_hash: str) -> Header:
    is_whole = seen_by == ""
    given = dict(game.header) if is_whole else game.book.hide_header(dict(game.header), seen_by)
    sealed = game.header.get("sealed") or {}
    over = game.result
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(given))
    return Header(
        book=game.book.id,
        version=game.book.version,
        program=program_version(),
        made_with=made_with(game.book),
        scenario=plain.get("scenario"),
        seats=plain.get("seats", {}),
        options=plain.get("options", {}),
        dice=plain.get("dice", {}),
        commitment=sealed.get("commitment", ""),
        salts=sealed.get("salts", {}),
        secret=_secret(game) if over is not None else "",
        seen_by=seen_by,
        result=over,
        first=plain_state(game.first_checkpoint.state) if is_whole else None,
        earlier=game.first_checkpoint.events if is_whole else 0,
        hash=first_hash,
    )


def plain_state(state: Any) -> Any:
    """A state as the first line of a record has it."""
    return msgspec.json.decode(msgspec.json.encode(state))


class Writing:
    """Lines being written, by playing a game again from its first state."""

    def __init__(self, rerun: Rerun, notes: list[Note], seen_by: str | None = "") -> None:
        self.rerun = rerun
        self.seen_by = seen_by
        self.is_whole = seen_by == ""
        self.first_hash = ""
        self.together: list[tuple[Decision, Line]] = []
        """What others answered, with the question, in a record that does not tell everything."""
        self.notes = _placed(notes)

    def lines(self) -> Iterator[Line]:
        """Play it through; each line when the rules have come to it."""
        rerun = self.rerun
        yield from self.notes_before(rerun.place)
        events = rerun.begin()
        self.first_hash = self.hash()
        yield from self.told(events, rerun.rolled)
        while (entry := rerun.entry) is not None:
            yield from self.notes_before(rerun.place)
            decision = rerun.game.decision
            events = rerun.go_on()
            if (line := self.said(entry, decision)) is not None:
                yield line
                if decision is not None and entry.seat != self.seen_by and not self.is_whole:
                    self.together.append((decision, line))
            yield from self.told(events, rerun.rolled)
        yield from self.notes_before(None)

    def said(self, entry: Answered | Ruled, decision: Decision | None) -> Line | None:
        """An answer or a ruling, if it may stand in this record."""
        is_own = self.is_whole or entry.seat == self.seen_by
        if isinstance(entry, Ruled):
            return RulingLine(entry.seat, entry.ruling, entry.facts, self.hash()) if is_own else None
        part = None if decision is None else decision.for_seat(entry.seat)
        assert part is not None
        if not is_own and not part.shows_answer_to(self.seen_by):
            return None
        by = entry.by if is_own else ""
        return AnswerLine(entry.seat, entry.answer, part.prompt, part.rules, self.hash(), by)

    def hash(self) -> str:
        """The hash of the state; for a seat that of its view, since the other would confirm its guesses."""
        game = self.rerun.game
        return game.fingerprint() if self.is_whole else hash_of_view(game.view(self.seen_by))

    def told(self, events: list[Event], rolled: list[Rolled]) -> Iterator[Line]:
        """Events, each roll before the event that names it."""
        waiting = list(rolled)
        for event in events:
            known = self.is_whole or event.is_known_to(self.seen_by)
            if event.kind == "dice rolled" and waiting and event.facts.get("source") == waiting[0].source:
                one = waiting.pop(0)
                if known:
                    yield self.roll(one)
            if known:
                to = event.to if self.is_whole else None
                yield EventLine(event.kind, event.rules, event.facts, to, event.reveals)
        if self.is_whole:
            yield from map(self.roll, waiting)

    def roll(self, one: Rolled) -> Line:
        """A roll; its place in the stream would tell a seat how much was rolled unseen."""
        return RollLine(one.why, one.faces, one.source, one.sides, one.start if self.is_whole else None)

    def notes_before(self, place: int | None) -> Iterator[Line]:
        """The notes that were written before this place of the journal, or all that are left."""
        while self.notes and (place is None or self.notes[0][0] <= place):
            _, note = self.notes.pop(0)
            yield NoteLine(note.kind, note.seat, note.facts if self.is_whole else _public(note))


def _placed(notes: list[Note]) -> list[tuple[int, Note]]:
    """Each note with the place of the final journal before which it stands."""
    found: list[tuple[int, Note]] = []
    furthest: int | None = None
    for note in reversed(notes):
        place = went_back_to(note)
        furthest = place if furthest is None else min(furthest, place)
        found.insert(0, (furthest, note))
    return found


def went_back_to(note: Note) -> int:
    """Where in the journal a note stands; an undo at the place to which the game went back."""
    place = note.facts.get("entries") if note.kind == UNDONE else None
    return place if isinstance(place, int) else note.entries


def _public(note: Note) -> dict[str, Any]:
    """What everybody may know of a note: of an undo that there was one, of dice and of an end all."""
    return note.facts if note.kind in (DICE_CHANGED, RESIGNED, DRAWN) else {}


def _secret(game: Game[Any]) -> str:
    sources = (game.dice.common, game.dice.machine, *game.dice.by_seat.values())
    return next((one.secret for one in sources if isinstance(one, Sealed)), "")


# ---- reading -----------------------------------------------------------------------------------------


def read_record(path: str | Path) -> Record:
    """The record of a file; whatever is wrong with it is refused with its line."""
    return record_from_text(read_text(path), str(path))


def record_from_text(text: str, what: str = "record") -> Record:
    """The record of a text."""
    # Only this sign ends a line: words of players may hold others that look like the end of one.
    lines = text.removesuffix("\n").split("\n")
    if lines == [""]:
        raise refuse("", f"{what}: it is empty.", "Give a record.")
    first = safe_json.load(lines[0], f"{what}, line 1", max_characters=MOST_BYTES)
    if not isinstance(first, dict) or first.get("sandtable") != FORMAT:
        raise refuse("", f"{what}, line 1: this is no record of format {FORMAT}.", "Give a record.")
    header: Header = _converted(first, Header, f"{what}, line 1")
    found: list[Line] = []
    for number, line in enumerate(lines[1:], 2):
        place = f"{what}, line {number}"
        found.append(_converted(safe_json.load(line, place, max_characters=MOST_BYTES), Line, place))
    return Record(header, found)


def _converted(data: object, wanted: Any, what: str) -> Any:
    try:
        return msgspec.convert(data, wanted, strict=True)
    except msgspec.ValidationError as wrong:
        raise misfit(wrong, what) from None
