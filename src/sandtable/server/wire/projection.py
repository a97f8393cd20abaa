"""What a viewer is told: one projection for every pair of eyes, and nothing beside it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar, cast

import msgspec

from sandtable.kernel.decision import ChooseOne, Decision
from sandtable.kernel.decision.standing import orders_on
from sandtable.kernel.event import Event
from sandtable.kernel.game import Game
from sandtable.server.wire.changes import Parts, changes
from sandtable.server.wire.changes import whole as whole_of
from sandtable.server.wire.message_parts import Kind, Question, Shown, Told
from sandtable.server.wire.protocol import Batch
from sandtable.server.wire.public import Public, told_as

LOG = logging.getLogger(__name__)

Thing = TypeVar("Thing")
Viewer = str | None
"""A seat, or None for a watcher."""

WATCHER = ""
"""How a watcher stands in the store and in addresses, where every viewer needs a name."""


def viewers_of(seats: Iterable[str]) -> tuple[Viewer, ...]:
    """Every pair of eyes through which a game can be seen."""
    return (*seats, None)


def question_for(game: Game[Any], viewer: Viewer) -> Question | None:
    """The open question, if it is put to this viewer."""
    decision = None if viewer is None else game.decision_for(viewer)
    if decision is None or viewer is None:
        return None
    is_late = decision.is_listed_late
    return Question(
        number=game.number_for(viewer),
        seat=viewer,
        kind=cast(Kind, decision.kind),
        topic=decision.topic,
        prompt=decision.prompt,
        rules=decision.rules,
        about=decision.about,
        form=decision.form(),
        facts=decision.facts,
        hint=decision.hint,
        options=_listed(lambda: [decision.first_option()] if is_late else decision.options()),
        barred=_listed(decision.barred),
        more=is_late,
        orders=_listed(lambda: orders_on(decision, game.book.standing)),
        secret=decision.secret,
    )


def weighed(game: Game[Any], viewer: Viewer) -> Iterator[None]:
    """Look what there is against each answer to the viewer's question, which then knows it, one at a time."""
    decision = None if viewer is None else game.decision_for(viewer)
    if not isinstance(decision, ChooseOne):
        return
    try:
        for one in decision.candidates():
            one.refusal()
            yield
    except Exception:
        # The question stands; the code that lists its answers says what is wrong.
        LOG.debug("The answers to a question cannot be weighed.", exc_info=True)


def _listed(find: Callable[[], Iterable[Thing]]) -> tuple[Thing, ...]:
    """Answers to show; where the book fails to find them the question stands, and any answer can be sent."""
    try:
        return tuple(find())
    except Exception:
        LOG.exception("The answers to a question cannot be listed.")
        return ()


def told(game: Game[Any], events: Iterable[Event], viewer: Viewer, seen: Any = None) -> tuple[Told, ...]:
    """Facts as this viewer reads them, in sentences made from what it may know."""
    state = game.seen(viewer) if seen is None else seen
    return tuple(told_as(game, event, state) for event in events if event.is_known_to(viewer))


class Eyes:
    """One viewer of one game: the number of its batches, and how long its log was after each."""

    __slots__ = ("_asked", "_known", "_latest", "_own", "_seen", "_shown", "_table", "lengths", "viewer")

    def __init__(self, viewer: Viewer, lengths: list[int] | None = None) -> None:
        self.viewer = viewer
        self.lengths = lengths or [0]
        """How many lines the log had after each batch; batch 0 is before the beginning."""
        self._shown = -1
        """The number of the batch after which everybody with these eyes has the same table; -1 where they
        may have different ones."""
        self._seen: Any = None
        self._table: Any = None
        self._own: Parts | None = None
        """What these eyes saw of the state then, and that table; where everybody sees the rest of it alike,
        the parts that they alone see so."""
        self._asked: Decision | None = None
        self._known: Any = None
        self._latest: tuple[int, list[Event]] = (0, [])
        """The number of a batch and its own facts, so that nobody has to look for them in the whole log."""

    @property
    def number(self) -> int:
        """The number of the last batch."""
        return len(self.lengths) - 1

    def settle(self, game: Game[Any]) -> None:
        """Take the game as it stands for what this viewer has been told."""
        self._asked = None if self.viewer is None else game.decision_for(self.viewer)
        self._known = (game.waiting_for, game.result)

    def notices(self, game: Game[Any], fresh: list[Event] | None, actor: str) -> bool:
        """Whether a step of the actor changed something for this viewer; then it is a batch.

        Where `fresh` is None the log has become another one.
        """
        asked, known = self._asked, self._known
        self.settle(game)
        if fresh is None:
            self.lengths.append(len(game.events(0, self.viewer)))
            return True
        told = [event for event in fresh if event.is_known_to(self.viewer)]
        if not told and asked is self._asked and known == self._known and actor != self.viewer:
            return False
        self.lengths.append(self.lengths[-1] + len(told))
        self._latest = (self.number, told)
        return True

    def first_event_since(self, batch: int) -> int | None:
        """Where the log that a client had after a batch differs from the log of now."""
        return min(self.lengths[batch:]) if 0 <= batch <= self.number else None

    def batch(
        self, game_id: str, game: Game[Any], since: int | None, public: Public, *, whole: bool = True
    ) -> bytes:
        """Everything after a batch, as one; of the table only what has changed since, if not `whole`."""
        number = self.number
        first = None if since is None else self.first_event_since(since)
        if first is None or since is None:
            first, since = 0, 0
        is_next = since == number - 1 and self._latest[0] == number
        events = self._latest[1] if is_next else game.events(first, self.viewer)
        seen = public.seen_by(self.viewer)
        own = {} if self.viewer is None else game.book.own_parts(seen, self.viewer)
        showing = self._look(game, seen, own, public, None if whole else since)
        return msgspec.json.encode(
            Batch(
                game=game_id,
                viewer=self.viewer,
                number=number,
                previous=since,
                first_event=first,
                events=_told(game, events, seen, None if own is None else public),
                showing=cast("Shown | None", showing),
                waiting_for=game.waiting_for,
                question=question_for(game, self.viewer),
                result=game.result,
                secret=own is None or any(own.values()),
            )
        )

    def _look(
        self, game: Game[Any], seen: Any, own: Parts | None, public: Public, since: int | None
    ) -> Parts | None:
        """The table for a client that has that of a batch: what has changed since then, or all of it."""
        shown, table, beside = self._shown, self._table, self._own
        if own is not None:
            now, seen = public.table, None
        else:
            # Eyes that see the same state see the same table; naming a unit, for one, changes nothing on it.
            now = table if shown >= 0 and self._seen == seen else game.book.showing(seen, self.viewer)
        # Something may have moved without a batch; then devices with the same batch have different tables.
        number = self.number
        is_parted = since is None and shown == number and (table != now or beside != own)
        self._shown = -1 if is_parted else number
        self._seen, self._table, self._own = seen, now, own
        if now is None:
            return None
        had = table if since and since == shown else None
        if own is None:
            return whole_of(now) if had is None else changes(had, now)
        parts = public.whole() if had is None else public.changes_since(had)
        if "whole" in parts:
            return {**parts, **own}
        others = {name: part for name, part in parts.items() if name not in own}
        known = beside or {}
        differing = {name: part for name, part in own.items() if name not in known or known[name] != part}
        return {**others, **differing} or None


def _told(game: Game[Any], events: Iterable[Event], seen: Any, public: Public | None) -> tuple[Told, ...]:
    """Facts that a viewer may know, those that everybody may know in the words for everybody."""
    return tuple(
        [
            cast(Told, public.told(event)) if public is not None and event.to is None
            else told_as(game, event, seen)
            for event in events
        ]
    )  # fmt: skip
