"""Players of one's own, named by their file on the command line: `./bot.py:Bold`."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import Any

from sandtable.by_path import is_path, object_at
from sandtable.kernel.refusal import refuse
from sandtable.players.player import Player
from sandtable.players.registry import register_player

EXAMPLE = "./bot.py:Bold"

_read: dict[str, str] = {}
"""Files that were named so far, and how their players are called."""


def named_players(names: Iterable[str]) -> list[str]:
    """Players as commands call them; one that is named by a file is read, and called by its own name."""
    return [read_player(one) if is_path(one) else one for one in names]


def read_player(place: str) -> str:
    """Read a player from its file and make it known; how it is called from now on."""
    if place not in _read:
        found = object_at(place, EXAMPLE)
        if not isinstance(found, type) or not callable(getattr(found, "reply", None)):
            raise refuse(
                "", f"{place} is no player.", "A player is a class with a name and reply(view, decision)."
            )
        name = getattr(found, "name", "") or found.__name__.lower()
        if name in _read.values():
            raise refuse("", f"Two players are called {name}.", "Give one of them another name.")
        register_player(name, lambda seed, detail: _made(found, seed))
        _read[place] = name
    return _read[place]


def places_of(names: Iterable[str]) -> tuple[str, ...]:
    """The files of those among these players that have one, for another process to read."""
    return tuple(place for place, name in _read.items() if name in set(names))


def read_players(places: Iterable[str]) -> None:
    """Make the players of these files known in this process too."""
    for place in places:
        read_player(place)


def _made(kind: type[Any], seed: int | str) -> Player:
    """A player of a kind, with the seed if it takes one."""
    takes_seed = kind.__init__ is not object.__init__ and bool(inspect.signature(kind).parameters)
    player: Player = kind(seed) if takes_seed else kind()
    return player
