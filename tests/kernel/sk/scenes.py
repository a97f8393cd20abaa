"""Scenes of SK for tests: a lane at any moment, dice by meaning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.kernel.dice import Dice, Scripted, Seeded, Source
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
