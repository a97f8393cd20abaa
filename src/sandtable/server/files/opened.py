"""Files that somebody opens: records, positions and cases, read with suspicion and shown step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from sandtable.kernel import safe_yaml
from sandtable.kernel.book import Book, find_book
from sandtable.kernel.cases.case import Case, run_case
from sandtable.kernel.cases.position import game_at, mapping_of
from sandtable.kernel.event import Event, fact_in_words
from sandtable.kernel.game import Game
from sandtable.kernel.records.record import AnswerLine, Record, record_from_text
from sandtable.kernel.records.replay import Moment, first_state, replay, why_not_told_by_rules
from sandtable.kernel.records.rerun import Rerun
from sandtable.kernel.records.save import nonsense_refused
from sandtable.kernel.refusal import Refused, refuse
from sandtable.kernel.state import State
from sandtable.server.routes.bodies import Frame, Replay
from sandtable.server.wire.message_parts import Told
from sandtable.server.wire.projection import told
from sandtable.server.wire.public import told_as

MOST_LINES = 50_000
"""How many lines of a record are read; no game comes near it."""
MOST_ANSWERS = 300
"""How many answers of a case are played."""
ALL = "all"
"""The eyes that see everything; only for records that tell everything."""


def open_file(
    text: str, watch: str | None, *, largest: int, still: Callable[[], None] = lambda: None
) -> Replay:
    """The replay of a file of any kind that people exchange, through somebody's eyes.

    Between two steps `still` is called, which may call it off.
    """
    with nonsense_refused("file"):
        start = text.lstrip("\ufeff \t\r\n")
        if start.startswith("{") and '"sandtable"' in start[:200]:
            return _record(start, watch, still)
        read = mapping_of(safe_yaml.load(text, "file", max_characters=largest), "file")
        return _case(read) if "case" in read else _position(read, watch)


# ---- records -------------------------------------------------------------------------------------------


def _record(text: str, watch: str | None, still: Callable[[], None]) -> Replay:
    if text.count("\n") > MOST_LINES:
        raise refuse("", "record: it has too many lines.", f"At most {MOST_LINES} are read.")
    record = record_from_text(text)
    book = find_book(record.header.book)
    why = why_not_told_by_rules(record, still)
    frames = tuple(_as_told(record, book) if why else _run_again(record, book, watch, still))
    header = msgspec.to_builtins(record.header)
    if watch != ALL:
        header = book.hide_header(header, watch)
    header.pop("first", None)
    seats = tuple(record.header.seats) if not why else ()
    return Replay("record", book.id, book.title, header, seats, frames, words=why)


def _as_told(record: Record, book: Book[Any]) -> Iterator[Frame]:
    """A record of other rules, or of one seat, is told from its own lines."""
    for moment in replay(record).moments:
        events = tuple(
            Told(one.kind, fact_in_words(one), one.rules, one.facts, one.kind in book.headings)
            for one in moment.events
        )
        yield _frame(moment, events, None)


def _run_again(
    record: Record, book: Book[Any], watch: str | None, still: Callable[[], None]
) -> Iterator[Frame]:
    """A record that tells everything, played again by the same rules, with the table at every step."""
    rerun = Rerun(book, first_state(record), record.journal())
    before = b""
    for place, moment in enumerate(replay(record).moments):
        still()
        words = _said(rerun.game, moment) if place else ""
        events = rerun.begin() if place == 0 else rerun.go_on()
        game = rerun.game
        seen = game.state if watch == ALL else game.seen(watch)
        showing = book.showing(seen, None if watch == ALL else watch)
        encoded = msgspec.json.encode(showing)
        lines = _in_sentences(game, events, watch, seen)
        frame = _frame(moment, lines, None if encoded == before else showing, words)
        yield frame if watch in (ALL, frame.seat) else _without_answer(frame)
        before = encoded


def _in_sentences(game: Game[Any], events: list[Event], watch: str | None, seen: State) -> tuple[Told, ...]:
    if watch != ALL:
        return told(game, events, watch, seen)
    return tuple(told_as(game, one, seen) for one in events)


def _said(game: Game[Any], moment: Moment) -> str:
    """The answer that is given next, in the words of the question that is still open."""
    said = moment.said
    part = game.decision_for(said.seat) if isinstance(said, AnswerLine) else None
    return "" if part is None or not isinstance(said, AnswerLine) else part.in_words(said.answer)


def _frame(moment: Moment, events: tuple[Told, ...], showing: Any, words: str = "") -> Frame:
    said = moment.said
    if said is None:
        return Frame(events, showing)
    if isinstance(said, AnswerLine):
        return Frame(events, showing, prompt=said.asked, seat=said.seat, answer=said.answer, words=words)
    return Frame(events, showing, prompt=said.ruling, seat=said.seat, answer=said.facts)


def _without_answer(frame: Frame) -> Frame:
    """What others were asked and answered is theirs; what came of it the events tell."""
    return msgspec.structs.replace(frame, prompt="", answer=None, words="")


# ---- positions and cases -------------------------------------------------------------------------------


def _position(read: dict[str, Any], watch: str | None) -> Replay:
    game = game_at(read, what="position")
    seat = watch if watch in game.seats else None
    prompt = "" if game.decision is None else game.decision.prompt
    frame = Frame(told(game, game.events(0, seat), seat), game.showing(seat), game.waiting_for, prompt)
    return Replay("position", game.book.id, game.book.title, dict(read), tuple(game.seats), (frame,))


def _case(read: dict[str, Any]) -> Replay:
    case = safe_yaml.convert(read, Case, "case")
    answers = len(case.answers) + sum(len(one.answers) for one in case.steps)
    if answers + len(case.steps) > MOST_ANSWERS:
        raise refuse("", f"case: it has {answers} answers.", f"At most {MOST_ANSWERS} are played.")
    if not isinstance(case.position, dict) and case.position:
        raise refuse("", "case: its position is another file.", "Write the position into the case.")
    named = case.position.get("book", "") if isinstance(case.position, dict) else ""
    book = find_book(case.book or str(named))
    outcome = run_case(read)
    words = "Everything follows as the case says." if outcome.passed else "Something does not follow."
    frames: tuple[Frame, ...] = ()
    if isinstance(case.position, dict):
        try:
            frames = _position({"book": book.id, **case.position}, None).frames
        except Refused:
            # A case may begin with dice that only its own script knows.
            frames = ()
    header: dict[str, Any] = {"case": case.case, "rules": case.rules}
    return Replay("case", book.id, book.title, header, (), frames, outcome.failures, words)
