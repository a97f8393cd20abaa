"""Law 7 on the table: events tell no place that the state does not have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.kernel.contract.tools import MOST_ANSWERS, Broken, Draw, Make, answer_by_chance
from sandtable.kernel.dice import Dice, Seeded
from sandtable.kernel.game import Game

Told = tuple[str, frozenset[tuple[float, float]]]
"""The event that told the places of something last, and the places."""


def check_places(make: Make, seed: int | str, most: int = MOST_ANSWERS) -> None:
    """Whatever stands on the table stands where the last event that told its place has put it."""
    game, chance = make(Dice(Seeded(seed))), Draw(seed)
    told: dict[str, Told] = {
        name: ("how it began", places) for name, places in game.book.places(game.state).items()
    }
    heard = 0
    for _ in range(most):
        for event in game.events(heard, all_seats=True):
            heard += 1
            told |= {name: (event.kind, places) for name, places in game.book.places_told(event).items()}
        _check_stands(game, told)
        if game.decision is None:
            return
        answer_by_chance(game, chance)


def _check_stands(game: Game[Any], told: Mapping[str, Told]) -> None:
    stands = game.book.places(game.state)
    for name, (kind, said) in told.items():
        elsewhere = sorted(stands.get(name, said) - said)
        if elsewhere:
            last = f'"{kind}" told {sorted(said)}'
            raise Broken("7", f"{name} stands at {elsewhere}; the last that was told of it is {last}")
