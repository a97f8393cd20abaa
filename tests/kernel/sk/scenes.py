"""Scenes of SK for tests: a lane at any moment, dice by meaning, games by chance."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.kernel.decision import Decision
from sandtable.kernel.dice import Dice, Scripted, Seeded, Source
from sandtable.kernel.event import Event
from sandtable.kernel.game import Game, new_game
from tests.kernel.sk.book import SK
from tests.kernel.sk.state import Fighter, Lane


def lane(steps: Sequence[str], fighters: Mapping[str, int | Mapping[str, Any]], **fields: Any) -> Lane:
    """A lane on which the named fighters stand; "a1" belongs to A."""
    made = {}
    for name, spec in fighters.items():
        given = {"at": spec} if isinstance(spec, int) else dict(spec)
        made[name] = Fighter(id=name, seat=name[0].upper(), **given)
    return Lane(made, steps=tuple(steps), **{"last_turn": 1, **fields})


def scene(
    steps: Sequence[str],
    fighters: Mapping[str, int | Mapping[str, Any]],
    dice: Mapping[str, Sequence[int]] | Source | Dice | None = None,
    **fields: Any,
) -> Game[Lane]:
    """A game that plays these steps once."""
    source = Scripted(dice or {}) if dice is None or isinstance(dice, Mapping) else dice
    return new_game(SK(), lane(steps, fighters, **fields), source)


def ford(seed: int = 0, *, master: bool = False, turns: int = 2, book: SK | None = None) -> Game[Lane]:
    """The scenario with everything in it."""
    book = book or SK()
    options = {"last_turn": turns, **({"master": "M"} if master else {})}
    return new_game(book, book.set_up("ford", {}, options), Seeded(seed))


def answer(game: Game[Lane], *answers: Any) -> list[Event]:
    """Give answers one after the other, each for whoever is asked first."""
    told: list[Event] = []
    for one in answers:
        assert game.decision is not None, f"nobody is asked when {one!r} comes"
        told += game.answer(one, seat=game.waiting_for[0])
    return told


def play_on(game: Game[Lane], chance: random.Random, most: int = 10_000) -> list[Any]:
    """Answer at random until the end, or so many times; the answers."""
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
