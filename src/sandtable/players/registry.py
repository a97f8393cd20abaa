"""Players by name: "uniform", "greedy", "search", "search:0.5" (seconds), "search:200n" (playouts)."""

from __future__ import annotations

from sandtable.kernel.refusal import refuse
from sandtable.players.greedy import Greedy
from sandtable.players.player import Player
from sandtable.players.search import Budget, Search
from sandtable.players.uniform import Uniform

NAMES = ("uniform", "greedy", "search", "search:SECONDS", "search:PLAYOUTSn")


def make_player(name: str, seed: int | str = 0) -> Player:
    """The player that the name stands for."""
    kind, _, budget = name.partition(":")
    if kind == "uniform" and not budget:
        return Uniform(seed)
    if kind == "greedy" and not budget:
        return Greedy(seed)
    if kind == "search":
        return Search(seed, _budget(budget))
    raise refuse("", f'There is no player "{name}".', f"Players: {', '.join(NAMES)}.")


def _budget(text: str) -> Budget:
    if not text:
        return Budget()
    number = text[:-1] if text.endswith("n") else text
    try:
        value = float(number)
    except ValueError:
        value = 0.0
    if not 0 < value <= 1_000_000:
        raise refuse(
            "", f'"{text}" is no budget.', "Say seconds as in search:0.5, or playouts as in search:200n."
        )
    return Budget(None, int(value)) if text.endswith("n") else Budget(value)
