"""What everybody may know of a game, made once for all eyes that look at it."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.kernel.book import Book
from sandtable.kernel.dice import For
from sandtable.kernel.event import ROLLED, Event
from sandtable.kernel.game import Game
from sandtable.server.wire.changes import Parts, changes, whole
from sandtable.server.wire.message_parts import TableRow, Told

MOST_ROWS = 12
"""A table with more rows than this is not written out."""


def told_as(game: Game[Any], event: Event, seen: Any) -> Told:
    """A fact in a sentence made from what somebody may know."""
    # The same words, whether the game has come from the store since or not: as JSON knows the facts.
    facts = msgspec.json.decode(msgspec.json.encode(event.facts))
    plain = msgspec.structs.replace(event, facts=facts)
    sentence = game.book.sentence(plain, seen)
    return Told(
        event.kind,
        sentence,
        event.rules,
        facts,
        heading=event.kind in game.book.headings,
        purpose=purpose_of(game.book, plain, seen),
        secret=event.to is not None,
        by_hand=game.book.instruction(plain, seen) is not None,
        activation=event.kind in game.book.activations,
        rows=rows_of(game.book, plain, seen),
        per=game.book.hits_for_one(seen, facts) if event.kind == ROLLED else 0,
    )


def purpose_of(book: Book[Any], event: Event, seen: Any) -> str:
    """What dice were rolled for; nothing for any other fact."""
    if event.kind != ROLLED:
        return ""
    facts = event.facts
    what = For(str(facts.get("roll", facts["why"])), str(facts.get("of", "")))
    need = facts.get("need", facts.get("rating"))
    words = book.roll_in_words(seen, what, facts, None if need is None else int(need))
    # A book may leave its clause open for "and type what they show".
    return words.rstrip(",")


def rows_of(book: Book[Any], event: Event, seen: Any) -> tuple[TableRow, ...]:
    """Among whom a die chose, face by face, and whom; nothing where two are called alike."""
    among = event.facts.get("among", ()) if event.kind == ROLLED else ()
    named = [book.called(seen, str(id)) for id in among] if len(among) <= MOST_ROWS else []
    if not named or len(set(named)) < len(named):
        return ()
    struck = event.facts["faces"][0]
    return tuple(TableRow(str(face), name, face == struck) for face, name in enumerate(named, 1))


class Public:
    """A game through the eyes of a watcher, who knows what everybody knows.

    It is made of nothing else, so that whatever it holds can be shown to anybody.
    """

    __slots__ = ("_changes", "_drawn", "_game", "_seen", "_table", "_told", "_whole")

    def __init__(self) -> None:
        self._game: Any = None
        self._seen: Any = None
        """What a watcher sees of the state; None until somebody asks."""
        self._drawn: Any = None
        self._table: Any = None
        """The state of which a table was made last, and that table."""
        self._told: dict[int, tuple[Event, msgspec.Raw]] = {}
        self._changes: dict[int, tuple[Any, Parts]] = {}
        """By earlier tables, each kept with what has changed since, so that no other takes its place."""
        self._whole: Parts | None = None

    def renew(self, game: Game[Any]) -> Public:
        """Look again when somebody asks next: something may have happened."""
        self._game, self._seen, self._whole = game, None, None
        if self._told:
            self._told.clear()
        if self._changes:
            self._changes.clear()
        return self

    @property
    def seen(self) -> Any:
        """What everybody may know."""
        if self._seen is None:
            self._seen = self._game.seen(None)
        return self._seen

    def seen_by(self, viewer: str | None) -> Any:
        """What a viewer may know, to look at only: parts of it belong to what everybody may know."""
        seen, game = self.seen, self._game
        return seen if viewer is None else game.book.hide_beside(seen, game.state, viewer)

    @property
    def table(self) -> Any:
        """The table as everybody sees it."""
        seen, drawn, book = self.seen, self._drawn, self._game.book
        if drawn is None:
            self._table = book.showing(seen, None)
        elif drawn is not seen and drawn != seen:
            self._table = book.showing_after(seen, None, drawn, self._table)
        self._drawn = seen
        return self._table

    def told(self, event: Event) -> msgspec.Raw:
        """A fact that everybody may know, as it is sent."""
        known = self._told.get(id(event))
        if known is None:
            sentence = msgspec.json.encode(told_as(self._game, event, self.seen))
            known = self._told[id(event)] = event, msgspec.Raw(sentence)
        return known[1]

    def changes_since(self, table: Any) -> Parts:
        """The parts that differ from an earlier table, each as it is sent; none where nothing does."""
        known = self._changes.get(id(table))
        if known is None:
            known = self._changes[id(table)] = table, _as_sent(changes(table, self.table) or {})
        return known[1]

    def whole(self) -> Parts:
        """Every part of the table, each as it is sent."""
        if self._whole is None:
            self._whole = _as_sent(whole(self.table))
        return self._whole


def _as_sent(parts: Parts) -> Parts:
    return {name: msgspec.Raw(msgspec.json.encode(part)) for name, part in parts.items()}
