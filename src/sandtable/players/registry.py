"""Players by name: "uniform", "greedy", "search" with a budget behind it, and those who register."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points

from sandtable.kernel.refusal import refuse
from sandtable.players.budget import Budget
from sandtable.players.greedy import Greedy
from sandtable.players.player import Player
from sandtable.players.search import Search
from sandtable.players.uniform import Uniform

MakePlayer = Callable[[int | str, str], Player]
"""Makes a player from a seed and from what stands behind the colon of its name."""

NAMES = ("uniform", "greedy", "search", "search:SECONDS", "search:SECONDScpu", "search:PLAYOUTSn")
GROUP = "sandtable.players"
"""The group of entry points in which an installed package names its players."""

_registered: dict[str, MakePlayer] = {}


def make_player(name: str, seed: int | str = 0) -> Player:
    """The player that the name stands for."""
    kind, _, detail = name.partition(":")
    if kind == "uniform" and not detail:
        return Uniform(seed)
    if kind == "greedy" and not detail:
        return Greedy(seed)
    if kind == "search":
        return Search(seed, _budget(detail))
    make = _registered.get(kind) or _installed(kind)
    if make is None:
        installed = {point.name for point in entry_points(group=GROUP)}
        known = ", ".join((*NAMES, *sorted(installed | _registered.keys())))
        raise refuse("", f'There is no player "{name}".', f"Players: {known}.")
    return make(seed, detail)


def player_of(seat: str, name: str, seed: int | str) -> Player:
    """The player of a seat in the game with this seed: the same in a match, on the server, at a terminal."""
    return make_player(name, f"{seed} {seat}")


def register_player(kind: str, make: MakePlayer) -> None:
    """Let a player of yours be named wherever players are, in this process."""
    if not kind.isidentifier() or kind in ("uniform", "greedy", "search", "human"):
        raise refuse("", f'A player cannot be called "{kind}".', "Take one word that no other player has.")
    _registered[kind] = make


@cache
def _installed(kind: str) -> MakePlayer | None:
    # Only what the owner of this machine installed: a name never says what to import.
    for point in entry_points(group=GROUP, name=kind):
        try:
            make: MakePlayer = point.load()
        except (Exception, SystemExit) as broken:
            why = f"The player {kind} cannot be read: {type(broken).__name__}: {broken}."
            raise refuse("", why, "Mend the package that brings it, or uninstall it.") from broken
        return make
    return None


def _budget(text: str) -> Budget:
    if not text:
        return Budget()
    unit = next((one for one in ("cpu", "n") if text.endswith(one)), "")
    try:
        value = float(text.removesuffix(unit))
    except ValueError:
        value = 0.0
    if not 0 < value <= 1_000_000:
        raise refuse(
            "",
            f'"{text}" is no budget.',
            "Say seconds as in search:0.5, seconds of the processor as in search:0.5cpu, "
            "or playouts as in search:200n.",
        )
    if unit == "n":
        return Budget(None, max(1, int(value)))
    return Budget(value, now=time.process_time if unit == "cpu" else time.monotonic)
