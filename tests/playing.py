"""Hands for a game of any book: answers one after the other or at random, and what came of them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from sandtable.kernel.decision import Decision
from sandtable.kernel.event import Event
from sandtable.kernel.game import Game


def answer(game: Game[Any], *answers: Any, seat: str | None = None) -> list[Event]:
    """Give answers one after the other, each for the seat that is asked first, and return what came of it."""
    told: list[Event] = []
    for one in answers:
        assert game.decision is not None, f"nobody is asked when {one!r} comes"
        told += game.answer(one, seat=seat or game.waiting_for[0])
    return told


def play_on(game: Game[Any], chance: random.Random, most: int = 10_000) -> list[Any]:
    """Answer at random until the end, or this many times; the answers."""
    given: list[Any] = []
    while game.decision is not None and len(given) < most:
        seat = game.waiting_for[0]
        part = game.decision_for(seat)
        assert part is not None
        given.append(part.sample(chance))
        game.answer(given[-1], seat=seat)
    return given


def asked(game: Game[Any]) -> Decision:
    """The open question; somebody has to be asked."""
    assert game.decision is not None, "nobody is asked"
    return game.decision


def kinds(events: Sequence[Event]) -> list[str]:
    """What happened, in order."""
    return [event.kind for event in events]
