"""Files that somebody opens: records, positions and cases, read with suspicion and shown step by step."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.kernel import safe_json, safe_yaml
from sandtable.kernel.book import find_book
from sandtable.kernel.case import Case, run_case
from sandtable.kernel.event import Event
from sandtable.kernel.position import game_at, mapping_of
from sandtable.kernel.refusal import Refused, refuse
from sandtable.kernel.save import nonsense_refused
from sandtable.server.forms import Frame, Replay
from sandtable.server.protocol import Told
from sandtable.server.telling import told

MOST_EVENTS = 100_000


def open_file(text: str, *, largest: int) -> Replay:
    """The replay of a file of any kind that people exchange."""
    with nonsense_refused("file"):
        start = text.lstrip("\ufeff \t\r\n")
        if start.startswith("{") and "\n" in start.strip():
            return _record(start, largest)
        read = mapping_of(safe_yaml.load(text, "file", max_characters=largest), "file")
        return _case(read) if "case" in read else _position(read)


def _record(text: str, largest: int) -> Replay:
    """A record is told again from its own events, whatever the rules of today would make of it."""
    lines = text.splitlines()
    if len(lines) > MOST_EVENTS:
        raise refuse("", f"record: it has {len(lines)} lines.", f"At most {MOST_EVENTS} are read.")
    header = mapping_of(safe_json.load(lines[0], "record, line 1", max_characters=largest), "record, line 1")
    book = find_book(str(header.get("book", "")))
    events = []
    for number, line in enumerate(lines[1:], 2):
        where = f"record, line {number}"
        read = mapping_of(safe_json.load(line, where, max_characters=largest), where)
        if "kind" in read:
            events.append(_event(read, where))
    frames = tuple(Frame((Told(one.kind, one.kind, one.rules, one.facts),), None) for one in events)
    return Replay("record", book.id, book.title, header, frames=frames, events=tuple(events))


def _event(read: dict[str, Any], where: str) -> Event:
    try:
        return msgspec.convert(read, Event)
    except msgspec.ValidationError as wrong:
        raise refuse("", f"{where}: {wrong}.", "Give a record as it was written.") from None


def _position(read: dict[str, Any]) -> Replay:
    game = game_at(read, what="position")
    frame = Frame(
        told(game, game.events(), None),
        game.showing(None),
        game.waiting_for,
        "" if game.decision is None else game.decision.prompt,
    )
    return Replay("position", game.book.id, game.book.title, dict(read), tuple(game.seats), (frame,))


def _case(read: dict[str, Any]) -> Replay:
    case = safe_yaml.convert(read, Case, "case")
    if not isinstance(case.position, dict) and case.position:
        raise refuse("", "case: its position is another file.", "Write the position into the case.")
    outcome = run_case(read)
    named = case.position.get("book", "") if isinstance(case.position, dict) else ""
    book = find_book(case.book or str(named))
    words = "Everything follows as the case says." if outcome.passed else "Something does not follow."
    header: dict[str, Any] = {"case": case.case, "rules": case.rules}
    frames: tuple[Frame, ...] = ()
    try:
        if isinstance(case.position, dict):
            frames = _position({"book": book.id, **case.position}).frames
    except Refused:
        frames = ()
    return Replay("case", book.id, book.title, header, frames=frames, failures=outcome.failures, words=words)
