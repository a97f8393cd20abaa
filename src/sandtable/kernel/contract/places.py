"""Law 7 on the table: events tell no place that the state does not have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sandtable.kernel.contract.tools import Broken
from sandtable.kernel.contract.watching import Law, Played
from sandtable.kernel.event import Event
from sandtable.kernel.game import Game
from sandtable.kernel.journal import Answered

Told = tuple[str, frozenset[tuple[float, float]]]
"""The event that told the places of something last, and the places."""


class Places(Law):
    """Whatever stands on the table stands where the last event that told its place has put it."""

    def begin(self, game: Game[Any], played: Played) -> None:
        book = game.book
        self._told: dict[str, Told] = {
            name: ("how it began", places) for name, places in book.places(game.state).items()
        }
        self._hear(game, game.events(all_seats=True))

    def answered(self, game: Game[Any], place: int, one: Answered, events: Sequence[Event]) -> None:
        self._hear(game, events)

    def _hear(self, game: Game[Any], events: Iterable[Event]) -> None:
        for event in events:
            for name, places in game.book.places_told(event).items():
                self._told[name] = (event.kind, places)
        _check_stands(game, self._told)


def _check_stands(game: Game[Any], told: Mapping[str, Told]) -> None:
    stands = game.book.places(game.state)
    for name, (kind, said) in told.items():
        elsewhere = sorted(stands.get(name, said) - said)
        if elsewhere:
            last = f'"{kind}" told {sorted(said)}'
            raise Broken("7", f"{name} stands at {elsewhere}; the last that was told of it is {last}")
