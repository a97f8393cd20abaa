"""What everybody may know of a game, made once for all eyes that look at it."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.kernel.event import Event
from sandtable.kernel.game import Game
from sandtable.server.changes import Parts, changes, whole
from sandtable.server.protocol import Told


def told_as(game: Game[Any], event: Event, seen: Any) -> Told:
    """A fact in a sentence made from what somebody may know."""
    # The same words, whether the game has come from the store since or not: as JSON knows the facts.
    facts = msgspec.json.decode(msgspec.json.encode(event.facts))
    plain = msgspec.structs.replace(event, facts=facts)
    return Told(event.kind, game.book.sentence(plain, seen), event.rules, facts)


class Public:
    """A game through the eyes of a watcher, who knows what everybody knows.

    It is made of nothing else, so that whatever it holds can be shown to anybody.
    """

    __slots__ = ("_changes", "_game", "_is_current", "_seen", "_table", "_told", "_whole")

    def __init__(self) -> None:
        self._game: Any = None
        self._is_current = False
        self._seen: Any = None
        self._table: Any = None
        """What a watcher saw of the state when somebody asked last, and that table."""
        self._told: dict[int, tuple[Event, msgspec.Raw]] = {}
        self._changes: dict[int, tuple[Any, Parts]] = {}
        """By earlier tables, each kept with what has changed since, so that no other takes its place."""
        self._whole: Parts | None = None

    def renew(self, game: Game[Any]) -> Public:
        """Look again when somebody asks next: something may have happened."""
        self._game, self._is_current, self._whole = game, False, None
        self._told.clear()
        self._changes.clear()
        return self

    def _look(self) -> None:
        if self._is_current:
            return
        seen = self._game.seen(None)
        if self._seen is None:
            self._table = self._game.book.showing(seen, None)
        elif self._seen != seen:
            self._table = self._game.book.showing_after(seen, None, self._seen, self._table)
        self._seen, self._is_current = seen, True

    @property
    def table(self) -> Any:
        """The table as everybody sees it."""
        self._look()
        return self._table

    def told(self, event: Event) -> msgspec.Raw:
        """A fact that everybody may know, as it is sent."""
        known = self._told.get(id(event))
        if known is None:
            self._look()
            sentence = msgspec.json.encode(told_as(self._game, event, self._seen))
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
