"""Saved games: one JSON document that holds everything, read back with suspicion."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from sandtable.kernel import safe_json
from sandtable.kernel.book import Book, find_book
from sandtable.kernel.citation import NotWritten
from sandtable.kernel.dice import Dice, Scripted, Sealed, Seeded, Source, Typed, Undecided, UnnamedDice
from sandtable.kernel.event import Event, EventLog
from sandtable.kernel.files import MOST_BYTES, read_text, write_text
from sandtable.kernel.game import Game
from sandtable.kernel.journal import Checkpoint, Entry, Note
from sandtable.kernel.refusal import Refused, refuse
from sandtable.kernel.safe_yaml import misfit
from sandtable.kernel.version import __version__

T = TypeVar("T")

FORMAT = 1
"""Raised when the document changes its shape."""
MOST_DRAWN = 1_000_000
"""How many dice a source may have rolled; no game comes near it."""


def program_version() -> str:
    """The version of the program that writes."""
    return __version__


class SourceForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A source of dice and how far it has been drawn."""

    source: str
    seed: int | str = 0
    secret: str = ""
    salts: dict[str, str] = {}
    left: dict[str, list[int]] = {}
    drawn: int = 0


class DiceForm(msgspec.Struct, forbid_unknown_fields=True):
    """All sources; the name "common" stands for the common one wherever it is used again."""

    common: SourceForm
    machine: SourceForm
    by_seat: dict[str, SourceForm] = {}


class Saved(msgspec.Struct, forbid_unknown_fields=True):
    """A game as its file holds it."""

    format: int
    program: str
    book: str
    version: str
    header: dict[str, Any]
    first: Checkpoint
    last: Checkpoint
    journal: list[Entry]
    events: list[Event]
    notes: list[Note]
    dice: DiceForm


# ---- writing -----------------------------------------------------------------------------------------


def save_game(game: Game[Any], path: str | Path) -> None:
    """Write a game down, whole; a crash leaves the old file or the new one."""
    write_text(path, saved_text(game))


def saved_text(game: Game[Any]) -> str:
    """The document that holds a game."""
    saved = Saved(
        FORMAT,
        program_version(),
        game.book.id,
        game.book.version,
        game.header,
        game.first_checkpoint,
        game.last_checkpoint,
        list(game.journal),
        game.events(all_seats=True),
        game.notes,
        _dice_form(game.dice),
    )
    try:
        # Order of keys is kept: a rule may go through a mapping in the order in which it was filled.
        content = msgspec.json.decode(msgspec.json.encode(saved))
    except (TypeError, ValueError) as broken:
        raise refuse("", f"The game cannot be written down: {broken}.", "Keep plain data in it.") from broken
    return msgspec.json.encode({"sandtable": content, "seal": _seal(content)}).decode()


def _seal(content: Any) -> str:
    """A hash by which a file that was damaged or changed is known."""
    return hashlib.blake2b(msgspec.json.encode(content), digest_size=16).hexdigest()


def _dice_form(dice: Dice) -> DiceForm:
    def form(source: Source) -> SourceForm:
        return SourceForm("common") if source is dice.common else _source_form(source)

    by_seat = {seat: form(source) for seat, source in dice.by_seat.items()}
    return DiceForm(_source_form(dice.common), form(dice.machine), by_seat)


def _source_form(source: Source) -> SourceForm:
    if isinstance(source, Seeded):
        return SourceForm(source.name, seed=source.seed, drawn=source.drawn)
    if isinstance(source, Sealed):
        return SourceForm(source.name, secret=source.secret, salts=source.salts, drawn=source.drawn)
    if isinstance(source, Scripted):
        return SourceForm(source.name, left=source.unused())
    if isinstance(source, Typed):
        return SourceForm(source.name)
    raise refuse(
        "", f'Dice from "{source.name}" cannot be saved.', "Use seeded, sealed, typed or scripted dice."
    )


# ---- reading -----------------------------------------------------------------------------------------


def load_game(path: str | Path) -> Game[Any]:
    """The game of a file, at the very question at which it was saved."""
    return game_from_text(read_text(path), str(path))


def game_from_text(text: str, what: str = "saved game", *, book: Book[Any] | None = None) -> Game[Any]:
    """The game of a document; anything that is wrong with it is refused, with the place."""
    read = safe_json.load(text, what, max_characters=MOST_BYTES)
    if not isinstance(read, dict) or set(read) != {"sandtable", "seal"}:
        raise refuse("", f"{what}: this is no saved game.", "Give a file that was written by `save`.")
    content = read["sandtable"]
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise refuse("", f"{what}: its format is not {FORMAT}.", "Load it with the version that wrote it.")
    with nonsense_refused(what):
        if read["seal"] != _seal(content):
            raise refuse("", f"{what}: it was changed since it was written.", "Use a copy that is whole.")
        saved = _convert(content, Saved, what)
        return _game(saved, book or find_book(saved.book), what)


@contextmanager
def nonsense_refused(what: str) -> Iterator[None]:
    """Data of the right shape may still be nonsense that trips a rule; that is refused too."""
    try:
        yield
    except (Refused, NotWritten, Undecided, UnnamedDice):
        raise
    except Exception as broken:
        reason = f"{what}: it cannot be played ({type(broken).__name__}: {broken})."
        raise refuse("", reason, "Give a situation that can come up in the game.") from broken


def _convert(data: object, wanted: type[T], what: str) -> T:
    try:
        return msgspec.convert(data, wanted, strict=True, str_keys=True)
    except msgspec.ValidationError as wrong:
        raise misfit(wrong, what) from None


def state_of(book: Book[Any], plain: Any, version: str, what: str) -> Any:
    """The state that a version of the book has written into a file."""
    is_older = version != book.version and isinstance(plain, dict)
    return _convert(book.renewed(plain, version) if is_older else plain, book.state_type, what)


def _game(saved: Saved, book: Book[Any], what: str) -> Game[Any]:
    first = _checkpoint(saved.first, saved, book, f"{what}, first")
    last = _checkpoint(saved.last, saved, book, f"{what}, last")
    if first.entries or first.events > last.events:
        raise refuse("", f"{what}, first: it is not the beginning.", "Use a copy that is whole.")
    for place, note in enumerate(saved.notes):
        if not note.entries >= 0:
            raise refuse("", f"{what}, notes[{place}]: it stands nowhere.", "Use a copy that is whole.")
    log = EventLog()
    for event in saved.events[: last.events]:
        log.append(event)
    dice = _dice(saved.dice, what)
    journal = list(saved.journal)
    same = last.entries == 0 and first == last
    game = Game(book, first, dice, journal, log, saved.header, last=None if same else last)
    if len(game.journal) != len(saved.journal):
        raise refuse("", f"{what}, journal: it ends before a question.", "Use a copy that is whole.")
    _compare(game.events(all_seats=True), saved.events, last.events, what)
    game.notes.extend(saved.notes)
    return game


def _checkpoint(form: Checkpoint, saved: Saved, book: Book[Any], what: str) -> Checkpoint:
    if not 0 <= form.entries <= len(saved.journal):
        raise refuse("", f"{what}.entries: the journal is not so long.", "Use a copy that is whole.")
    if not 0 <= form.events <= len(saved.events):
        raise refuse("", f"{what}.events: there are not so many events.", "Use a copy that is whole.")
    state = state_of(book, form.state, saved.version, f"{what}.state")
    return Checkpoint(form.entries, form.events, state)


def _dice(form: DiceForm, what: str) -> Dice:
    common = _source(form.common, f"{what}, dice.common")

    def source(one: SourceForm, name: str) -> Source:
        return common if one.source == "common" else _source(one, f"{what}, dice.{name}")

    by_seat = {seat: source(one, f"by_seat.{seat}") for seat, one in form.by_seat.items()}
    return Dice(common, by_seat, source(form.machine, "machine"))


def _source(form: SourceForm, what: str) -> Source:
    if not 0 <= form.drawn <= MOST_DRAWN:
        raise refuse("", f"{what}.drawn: no game rolls so many dice.", "Use a copy that is whole.")
    if form.source == Seeded.name:
        return Seeded(form.seed, form.drawn)
    if form.source == Sealed.name:
        return Sealed(form.secret, form.salts, form.drawn)
    if form.source == Scripted.name:
        return Scripted(form.left)
    if form.source == Typed.name:
        return Typed()
    raise refuse("", f'{what}: there are no dice "{form.source}".', "Use a copy that is whole.")


def _compare(found: list[Event], written: list[Event], start: int, what: str) -> None:
    """What the rules tell again must be what they told when the game was saved."""
    for place in range(start, max(len(found), len(written))):
        one = found[place] if place < len(found) else None
        other = written[place] if place < len(written) else None
        if msgspec.json.encode(one) != msgspec.json.encode(other):
            told = "nothing" if one is None else f"{one.kind} ({', '.join(one.rules)})"
            was = "nothing" if other is None else f"{other.kind} ({', '.join(other.rules)})"
            raise refuse(
                "",
                f"{what}, events[{place}]: the file tells: {was}; rules tell: {told}.",
                "Play it with the version of the rules that wrote it.",
            )
